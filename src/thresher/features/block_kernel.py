"""The loops behind `block_features`. Hot: compiled when possible, with the types of the .pxd.

Every function fills columns of one array; what the columns mean is named in `block_features`. A
block's own sums stand in `base` (columns W, LW, … below), whole numbers about it in `info`.
"""

from __future__ import annotations

from typing import Any

# Columns of `base`: sums over a block's leaves.
W = 0  # words
LW = 1  # words inside links
LENGTH = 2
LETTERS = 3
CAPITALS = 4
DIGITS = 5
STOPS = 6
COMMAS = 7
QUOTES = 8
BRACKETS = 9
CODES = 10
CURRENCY = 11
SIGNS = 12
IDEOGRAPHS = 13
CAPITAL_WORDS = 14
TITLE_WORDS = 15
STRINGS = 16
GOOD = 17  # the score of the Mountain Model's cells, in words
BASE_COLUMNS = 18

# Columns of `info`.
FIRST_ROW = 0
LAST_ROW = 1
ELEMENT = 2
FIRST_CLASS = 3
LAST_CLASS = 4
HIDDEN = 5
HEADING = 6  # level, 0 when the block is not a heading
GROUP = 7  # number of the block's path group
COPIES = 8  # blocks with the same letters
INFO_COLUMNS = 9

# The columns of `names` that are needed here, as in element_kernel. A test compares them.
NEAR = 1
EVERY = 2

# 32-bit FNV-1a: its products fit into 64 bits, so that C and Python agree without care.
HASH_START = 2166136261
HASH_PRIME = 16777619
HASH_MASK = 0xFFFFFFFF


def sum_leaves(segment: Any, table: Any, shape: Any, base: Any, info: Any, hashes: Any) -> int:
    """Add up the leaves of each block; blocks are runs of leaves here."""
    owner = segment.owner
    leaves = table.leaves
    flags = table.flags
    hidden = table.hidden
    counts = shape.counts
    words = shape.words
    length = shape.length
    first = shape.first
    last = shape.last
    text_hashes = shape.hashes
    title_words = shape.title_words
    capital_words = shape.capital_words
    latest = -1
    running = HASH_START
    for place in range(len(leaves)):
        row = leaves[place]
        block = owner[row]
        if block < 0:
            continue
        if block != latest:
            latest = block
            info[block, FIRST_ROW] = row
            info[block, HIDDEN] = -1
            running = HASH_START
        info[block, LAST_ROW] = row
        if length[place] == 0:
            continue
        if info[block, HIDDEN] != 0:  # the first visible text makes a block visible
            info[block, HIDDEN] = hidden[row]
        base[block, W] += words[place]
        if flags[row] & 1:
            base[block, LW] += words[place]
        base[block, LENGTH] += length[place]
        base[block, LETTERS] += counts[place, 1] + counts[place, 2] + counts[place, 12]
        base[block, CAPITALS] += counts[place, 2]
        base[block, DIGITS] += counts[place, 3]
        base[block, STOPS] += counts[place, 4]
        base[block, COMMAS] += counts[place, 5]
        base[block, QUOTES] += counts[place, 6]
        base[block, BRACKETS] += counts[place, 7]
        base[block, CODES] += counts[place, 8]
        base[block, CURRENCY] += counts[place, 9]
        base[block, SIGNS] += counts[place, 10]
        base[block, IDEOGRAPHS] += counts[place, 11]
        base[block, CAPITAL_WORDS] += capital_words[place]
        base[block, TITLE_WORDS] += title_words[place]
        base[block, STRINGS] += 1
        if base[block, STRINGS] == 1:
            info[block, FIRST_CLASS] = first[place]
        info[block, LAST_CLASS] = last[place]
        running = ((running ^ text_hashes[place]) * HASH_PRIME) & HASH_MASK
        hashes[block] = running
    for block in range(len(base)):
        if info[block, HIDDEN] < 0:
            info[block, HIDDEN] = 0
        if info[block, HIDDEN] == 0 and base[block, W] > 0:
            score = base[block, W] / 12.0 + base[block, COMMAS] + base[block, STOPS]
            if info[block, LAST_CLASS] == 4:
                score *= 1.5
            base[block, GOOD] = score * (1.0 - 0.8 * base[block, LW] / base[block, W])
    return 0


def fill_columns(table: Any, tables: Any, elements: Any, work: Any, out: Any) -> int:
    """Fill the columns of `out` that the page's tree and text give; returns how many these are.

    `elements` is what `element_kernel` found out, `work` the sums of each block and empty arrays.
    """
    tag = table.tag
    parent = table.parent
    end = table.end
    depth = table.depth
    kind = tables.kind
    inline = tables.inline
    counted = tables.counted
    held = elements.held
    names = elements.names
    inside = elements.inside
    repeats = elements.repeats
    base = work.base
    info = work.info
    before = work.before
    sums = work.sums
    groups = work.groups
    page = work.page
    count_blocks(info, before)
    prefix_sums(base, info, sums)
    at = text_features(base, info, out, 0)
    at = markup_features(tag, parent, depth, kind, inline, info, out, at)
    at = kind_features(inside, tables.inside_bits, info, out, at)
    at = name_features(names, tables.groups, info, out, at)
    at = container_features(tag, parent, end, kind, repeats, before, info, sums, out, at)
    at = position_features(base, info, sums, out, at)
    at = window_features(base, info, sums, out, at)
    at = repeat_features(base, info, groups, out, at)
    at = core_features(end, depth, held, elements.size, before, info, sums, out, at)
    count_elements(tag, counted, info, page)
    return page_features(base, info, sums, page, out, at)


def count_blocks(info: Any, before: Any) -> int:
    """How many blocks begin before each row, and in all; a subtree is then a range of blocks."""
    block = 0
    for row in range(len(before)):
        while block < len(info) and info[block, FIRST_ROW] < row:
            block += 1
        before[row] = block
    return 0


def prefix_sums(base: Any, info: Any, out: Any) -> int:
    """Running sums over the blocks: W, LW, GOOD, STOPS, headings, prices, LENGTH, with text."""
    for block in range(len(base)):
        out[block + 1, 0] = out[block, 0] + base[block, W]
        out[block + 1, 1] = out[block, 1] + base[block, LW]
        out[block + 1, 2] = out[block, 2] + base[block, GOOD]
        out[block + 1, 3] = out[block, 3] + base[block, STOPS]
        out[block + 1, 4] = out[block, 4] + (1.0 if info[block, HEADING] > 0 else 0.0)
        out[block + 1, 5] = out[block, 5] + (1.0 if base[block, CURRENCY] > 0 else 0.0)
        out[block + 1, 6] = out[block, 6] + base[block, LENGTH]
        out[block + 1, 7] = out[block, 7] + (1.0 if base[block, W] > 0 else 0.0)
    return 0


def text_features(base: Any, info: Any, out: Any, at: int) -> int:
    """A block's own text."""
    for block in range(len(base)):
        words = base[block, W]
        length = base[block, LENGTH] + 1e-6
        some = words + 1e-6
        out[block, at] = words
        out[block, at + 1] = base[block, LENGTH]
        out[block, at + 2] = base[block, LW] / some
        out[block, at + 3] = base[block, LETTERS] / some
        out[block, at + 4] = base[block, STOPS]
        out[block, at + 5] = base[block, COMMAS]
        out[block, at + 6] = (base[block, STOPS] + base[block, COMMAS]) / some
        out[block, at + 7] = base[block, CAPITALS] / length
        out[block, at + 8] = base[block, DIGITS] / length
        out[block, at + 9] = base[block, QUOTES]
        out[block, at + 10] = base[block, BRACKETS] / length
        out[block, at + 11] = base[block, CODES] / length
        out[block, at + 12] = base[block, CURRENCY]
        out[block, at + 13] = base[block, SIGNS] / length
        out[block, at + 14] = base[block, IDEOGRAPHS] / length
        out[block, at + 15] = base[block, CAPITAL_WORDS] / some
        out[block, at + 16] = base[block, TITLE_WORDS] / some
        out[block, at + 17] = base[block, TITLE_WORDS]
        out[block, at + 18] = base[block, STRINGS]
        out[block, at + 19] = info[block, FIRST_CLASS]
        out[block, at + 20] = info[block, LAST_CLASS]
        out[block, at + 21] = base[block, GOOD]
    return at + 22


def markup_features(
    tag: Any, parent: Any, depth: Any, kind: Any, inline: Any, info: Any, out: Any, at: int
) -> int:
    """The elements in a block and right around it."""
    universal = len(kind)
    latest = -1
    for block in range(len(info)):
        row = info[block, ELEMENT]
        first = row + 1 if row > latest else latest + 1
        latest = info[block, LAST_ROW]
        for inner in range(first, latest + 1):
            if tag[inner] < universal and inline[tag[inner]] > 0:
                out[block, at + inline[tag[inner]] - 1] += 1
        place = at + 8
        above = row
        for _ in range(4):
            if above >= 0 and tag[above] < universal:
                out[block, place] = kind[tag[above]]
            place += 1
            above = parent[above] if above >= 0 else -1
        out[block, place] = info[block, HEADING]
        out[block, place + 1] = depth[row] if row >= 0 else 0
        out[block, place + 2] = info[block, HIDDEN]
    return at + 15


def kind_features(inside: Any, kinds: int, info: Any, out: Any, at: int) -> int:
    """The kinds of element around a block."""
    for block in range(len(info)):
        row = info[block, ELEMENT]
        bits = inside[row] if row >= 0 else 0
        place = at
        while bits:
            if bits & 1:
                out[block, place] = 1
            bits >>= 1
            place += 1
    return at + kinds


def name_features(names: Any, groups: int, info: Any, out: Any, at: int) -> int:
    """The words of class names: 2 for those of a block's element and two above it, 1 further up."""
    for block in range(len(info)):
        row = info[block, ELEMENT]
        every = names[row, EVERY] if row >= 0 else 0
        near = names[row, NEAR] if row >= 0 else 0
        place = at
        while every:
            if every & 1:
                out[block, place] = 2 if near & 1 else 1
            every >>= 1
            near >>= 1
            place += 1
    return at + groups


def container_features(
    tag: Any,
    parent: Any,
    end: Any,
    kind: Any,
    repeats: Any,
    before: Any,
    info: Any,
    sums: Any,
    out: Any,
    at: int,
) -> int:
    """The ancestors of a block, each larger than the one before: five of them."""
    universal = len(kind)
    size = len(info)
    all_words = sums[size, 0] + 1e-6
    all_good = sums[size, 2] + 1e-6
    for block in range(size):
        row = info[block, ELEMENT]
        place = at
        held = 1
        for _ in range(5):
            while row >= 0 and before[end[row]] - before[row] <= held and parent[row] >= 0:
                row = parent[row]
            if row < 0:
                break
            low = before[row]
            high = before[end[row]]
            held = high - low
            words = sums[high, 0] - sums[low, 0]
            linked = sums[high, 1] - sums[low, 1]
            good = sums[high, 2] - sums[low, 2]
            out[block, place] = words
            out[block, place + 1] = linked / (words + 1e-6)
            out[block, place + 2] = held
            out[block, place + 3] = good / all_good
            out[block, place + 4] = words / all_words
            out[block, place + 5] = words / (held + 1e-6)
            out[block, place + 6] = sums[high, 4] - sums[low, 4]
            out[block, place + 7] = (block - low) / (held + 1e-6)
            out[block, place + 8] = kind[tag[row]] if tag[row] < universal else 0
            out[block, place + 9] = repeats[row]
            out[block, place + 10] = (sums[high, 3] - sums[low, 3]) / (words + 1e-6)
            out[block, place + 11] = sums[high, 5] - sums[low, 5]
            place += 12
    return at + 60


def position_features(base: Any, info: Any, sums: Any, out: Any, at: int) -> int:
    """Where a block stands on the page, and how far from headings and the title."""
    size = len(base)
    all_words = sums[size, 0] + 1e-6
    title = title_block(base, info)
    heading = -1
    for block in range(size):
        out[block, at] = block
        out[block, at + 1] = size - block
        out[block, at + 2] = block / (size + 1e-6)
        out[block, at + 3] = sums[block, 0] / all_words
        out[block, at + 4] = (sums[size, 0] - sums[block + 1, 0]) / all_words
        out[block, at + 5] = block - title if title >= 0 else -1000
        out[block, at + 6] = (sums[block, 0] - sums[title, 0]) if title >= 0 else -10000
        if info[block, HEADING] > 0:
            heading = block
        out[block, at + 7] = block - heading if heading >= 0 else 1000
        out[block, at + 8] = info[heading, HEADING] if heading >= 0 else 0
        out[block, at + 9] = sums[block, 0] - sums[heading, 0] if heading >= 0 else -1
    heading = -1
    for block in range(size - 1, -1, -1):
        out[block, at + 10] = heading - block if heading >= 0 else 1000
        out[block, at + 11] = info[heading, HEADING] if heading >= 0 else 0
        if info[block, HEADING] > 0:
            heading = block
    return at + 12


def title_block(base: Any, info: Any) -> int:
    """The visible heading that resembles the page's title best, or the first h1; -1 if none."""
    best = -1
    best_score = 0.0
    for block in range(len(base)):
        level = info[block, HEADING]
        if level == 0 or info[block, HIDDEN] != 0 or base[block, W] < 1:
            continue
        score = base[block, TITLE_WORDS] * base[block, TITLE_WORDS] / (base[block, W] + 1.0)
        score += 0.5 if level == 1 else 0.0
        score += 0.2 if level == 2 else 0.0
        if score > best_score:
            best_score = score
            best = block
    return best


def window_features(base: Any, info: Any, sums: Any, out: Any, at: int) -> int:
    """The neighbours of a block, one by one and smoothed over windows."""
    size = len(base)
    mean = sums[size, 2] / (size + 1e-6) + 1e-6
    place = at
    for reach in (1, 2, 4, 8, 16):
        for block in range(size):
            low = block - reach if block > reach else 0
            high = block + reach + 1 if block + reach + 1 < size else size
            words = sums[high, 0] - sums[low, 0]
            out[block, place] = (sums[high, 2] - sums[low, 2]) / (high - low)
            out[block, place + 1] = (sums[high, 1] - sums[low, 1]) / (words + 1e-6)
            out[block, place + 2] = out[block, place] / mean
        place += 3
    for offset in (-3, -2, -1, 1, 2, 3):
        for block in range(size):
            other = block + offset
            if 0 <= other < size:
                words = base[other, W]
                out[block, place] = words
                out[block, place + 1] = base[other, LW] / (words + 1e-6)
                out[block, place + 2] = base[other, GOOD]
                out[block, place + 3] = info[other, HEADING]
            else:
                out[block, place] = -1
        place += 4
    return place


def repeat_features(base: Any, info: Any, groups: Any, out: Any, at: int) -> int:
    """Blocks with the same path of tags and classes, and copies of the same text."""
    size = len(base)
    for block in range(size):
        group = info[block, GROUP]
        if groups[group, 0] == 0:
            groups[group, 3] = block
        groups[group, 0] += 1
        groups[group, 1] += base[block, W]
        groups[group, 2] += base[block, LW]
        groups[group, 4] = block
        groups[group, 5] += base[block, GOOD]
        groups[group, 6] += 1.0 if info[block, LAST_CLASS] == 4 else 0.0
    for block in range(size):
        group = info[block, GROUP]
        count = groups[group, 0]
        words = groups[group, 1]
        span = groups[group, 4] - groups[group, 3] + 1
        out[block, at] = count
        out[block, at + 1] = words / count
        out[block, at + 2] = groups[group, 2] / (words + 1e-6)
        out[block, at + 3] = span / size
        out[block, at + 4] = count / span
        out[block, at + 5] = groups[group, 5] / count
        out[block, at + 6] = groups[group, 6] / count
        out[block, at + 7] = (block - groups[group, 3]) / span
        if base[block, LETTERS] + base[block, IDEOGRAPHS] == 0:
            info[block, COPIES] = 1  # all texts without letters have one hash
        out[block, at + 8] = info[block, COPIES]
    return at + 9


def core_features(
    end: Any,
    depth: Any,
    held: Any,
    rows: int,
    before: Any,
    info: Any,
    sums: Any,
    out: Any,
    at: int,
) -> int:
    """The smallest containers that hold 30, 50, 70 and 90 % of the page's good text."""
    size = len(info)
    total = sums[size, 2]
    place = at
    for share in (0.3, 0.5, 0.7, 0.9):
        best = -1
        best_depth = -1
        for number in range(rows):
            row = held[number]
            if (
                depth[row] > best_depth
                and total > 0
                and sums[before[end[row]], 2] - sums[before[row], 2] >= share * total
            ):
                best = row
                best_depth = depth[row]
        low = before[best] if best >= 0 else 0
        high = before[end[best]] if best >= 0 else 0
        for block in range(size):
            if best < 0:
                out[block, place] = -2
                continue
            row = info[block, ELEMENT]
            if low <= block < high:
                out[block, place] = 1
                out[block, place + 1] = depth[row] - best_depth if row >= 0 else 0
                out[block, place + 2] = float(block - low) / (high - low)
            else:
                out[block, place] = -1 if block < low else 0
                out[block, place + 1] = block - low if block < low else block - high
                out[block, place + 2] = -1
        place += 3
    return place


def count_elements(tag: Any, counted: Any, info: Any, page: Any) -> int:
    """Numbers of some elements of the page, and the share of its blocks that is hidden."""
    universal = len(counted)
    for row in range(len(tag)):
        if tag[row] < universal and counted[tag[row]] > 0:
            page[counted[tag[row]] - 1] += 1
    hidden = 0
    for block in range(len(info)):
        if info[block, HIDDEN] != 0:
            hidden += 1
    page[len(page) - 1] = float(hidden) / len(info)
    return 0


def page_features(base: Any, info: Any, sums: Any, page: Any, out: Any, at: int) -> int:
    """What all blocks of a page share."""
    size = len(base)
    words = sums[size, 0]
    longest = 0.0
    largest = 0.0
    in_long = 0.0
    ideographs = 0.0
    for block in range(size):
        if base[block, W] > longest:
            longest = base[block, W]
        if base[block, GOOD] > largest:
            largest = base[block, GOOD]
        if base[block, W] >= 20 and base[block, LW] < 0.3 * base[block, W]:
            in_long += base[block, W]
        ideographs += base[block, IDEOGRAPHS]
    for block in range(size):
        out[block, at] = words
        out[block, at + 1] = size
        out[block, at + 2] = sums[size, 1] / (words + 1e-6)
        out[block, at + 3] = sums[size, 2]
        out[block, at + 4] = sums[size, 3] / (words + 1e-6)
        out[block, at + 5] = sums[size, 4]
        out[block, at + 6] = sums[size, 5]
        out[block, at + 7] = longest
        out[block, at + 8] = in_long / (words + 1e-6)
        out[block, at + 9] = base[block, GOOD] / (largest + 1e-6)
        out[block, at + 10] = base[block, W] / (longest + 1e-6)
        out[block, at + 11] = ideographs / (sums[size, 6] + 1e-6)
        for number in range(len(page)):
            out[block, at + 12 + number] = page[number]
    return at + 12 + len(page)
