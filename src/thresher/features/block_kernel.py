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

# 32-bit FNV-1a: its products fit into 64 bits, so that C and Python agree without care.
HASH_START = 2166136261
HASH_PRIME = 16777619
HASH_MASK = 0xFFFFFFFF
BORDER = 26
OTHER_NODE = 2


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


def find_elements(table: Any, tables: Any, info: Any, needed: Any) -> int:
    """The block-level element of each block; marks every row that holds a block."""
    parent = table.parent
    end = table.end
    tag = table.tag
    is_block = tables.is_block
    level = tables.heading_level
    universal = len(is_block)
    for block in range(len(info)):
        last = info[block, LAST_ROW]
        row = parent[info[block, FIRST_ROW]]
        while row > 0 and (end[row] <= last or tag[row] >= universal or is_block[tag[row]] == 0):
            row = parent[row]
        info[block, ELEMENT] = row
        above = row
        for _ in range(4):
            if above >= 0 and tag[above] < universal and level[tag[above]] > 0:
                info[block, HEADING] = level[tag[above]]
            above = parent[above] if above >= 0 else -1
        above = row
        while above >= 0 and needed[above] == 0:
            needed[above] = 1
            above = parent[above]
    return 0


def read_name(name: str, step: Any, found: Any, pair: Any) -> int:
    """Into `pair`: the word groups found in a name, as bits, and its hash without digits.

    Digits often number the items of a list, which are alike for that.
    """
    bits = pair[0]
    value = pair[1]
    state = step[0, BORDER]
    after_small = False
    for ch in name:
        point = ord(ch)
        if 97 <= point <= 122:
            letter = point - 97
            after_small = True
        else:
            if 65 <= point <= 90:
                if after_small:  # topNav is two words, NAV is one
                    state = step[state, BORDER]
                    bits |= found[state]
                letter = point - 65
            else:
                letter = BORDER
            after_small = False
        state = step[state, letter]
        bits |= found[state]
        if point < 48 or point > 57:
            value = ((value ^ point) * HASH_PRIME) & HASH_MASK
    pair[0] = bits | found[step[state, BORDER]]
    pair[1] = value
    return 0


def read_names(nodes: list[Any], table: Any, matcher: Any, needed: Any, out: Any) -> int:
    """For the rows that hold blocks: word groups of class and id, hashes of tag, class and path."""
    step = matcher.step
    found = matcher.found
    tag = out.tag
    parent = out.parent
    own = out.own
    near = out.near
    every = out.every
    path = out.path
    sibling = out.sibling
    pair = out.pair
    for row in table.marked:
        node = nodes[row]
        for attribute in ("role", "itemprop"):
            name = node.attr(attribute)
            if name is not None:
                pair[0] = own[row]
                read_name(name, step, found, pair)
                own[row] = pair[0]
    for row in range(len(needed)):
        if needed[row] == 0:
            continue
        above = parent[row]
        bits = own[row]
        code_hash = ((HASH_START ^ tag[row]) * HASH_PRIME) & HASH_MASK
        # The classes of html and body tell the state of the page, not where a block lies.
        if tag[row] > OTHER_NODE and above >= 0 and parent[above] >= 0:
            node = nodes[row]
            pair[0] = bits
            pair[1] = code_hash
            name = node.attr("class")
            if name is not None:
                read_name(name, step, found, pair)
                code_hash = pair[1]
            name = node.attr("id")
            if name is not None:
                read_name(name, step, found, pair)
            bits = pair[0]
        own[row] = bits
        if above >= 0:
            every[row] = every[above] | bits
            near[row] = bits | own[above]
            if parent[above] >= 0:
                near[row] |= own[parent[above]]
            path[row] = ((path[above] ^ code_hash) * HASH_PRIME) & HASH_MASK
            sibling[row] = (((HASH_START ^ (above + 1)) * HASH_PRIME) & HASH_MASK) ^ code_hash
            sibling[row] = (sibling[row] * HASH_PRIME) & HASH_MASK
        else:
            every[row] = bits
            near[row] = bits
            path[row] = code_hash
            sibling[row] = code_hash
    return 0


def number_equal(keys: Any, chosen: Any, slots: Any, number: Any) -> int:
    """Number the chosen entries so that equal keys get equal numbers; returns how many there are.

    Open addressing: `slots` has a power of two of places, at least twice as many as keys.
    """
    mask = len(slots) - 1
    for place in range(len(slots)):
        slots[place] = -1
    count = 0
    for place in range(len(keys)):
        if chosen[place] == 0:
            continue
        slot = (keys[place] ^ (keys[place] >> 29)) & mask
        while slots[slot] >= 0 and keys[slots[slot]] != keys[place]:
            slot = (slot + 1) & mask
        if slots[slot] < 0:
            slots[slot] = place
            number[place] = count
            count += 1
        else:
            number[place] = number[slots[slot]]
    return count


def inherit_tags(table: Any, tables: Any, needed: Any, inside: Any) -> int:
    """For the rows that hold blocks: bits of the kinds of element around them, and their own."""
    tag = table.tag
    parent = table.parent
    bit = tables.kind_bit
    universal = len(bit)
    for row in range(len(needed)):
        if needed[row] == 0:
            continue
        mine = bit[tag[row]] if tag[row] < universal else 0
        inside[row] = (inside[parent[row]] if parent[row] >= 0 else 0) | mine
    return 0


def block_ranges(table: Any, info: Any, needed: Any, begin: Any, stop: Any) -> int:
    """For the rows that hold blocks: the range of blocks in their subtree."""
    end = table.end
    block = 0
    size = len(info)
    for row in range(len(needed)):
        while block < size and info[block, FIRST_ROW] < row:
            block += 1
        if needed[row] == 0:
            continue
        begin[row] = block
        low = block
        high = size
        last = end[row]
        while low < high:
            middle = (low + high) >> 1
            if info[middle, FIRST_ROW] < last:
                low = middle + 1
            else:
                high = middle
        stop[row] = low
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
    return 0


def markup_features(table: Any, tables: Any, names: Any, info: Any, out: Any, at: int) -> int:
    """The elements in and around a block, and the words of their class names."""
    tag = table.tag
    parent = table.parent
    depth = table.depth
    kind = tables.kind
    inline = tables.inline
    inside = names.inside
    near = names.near
    every = names.every
    bits = tables.inside_bits
    groups = tables.groups
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
        place += 3
        for bit in range(bits):
            if row >= 0 and (inside[row] >> bit) & 1:
                out[block, place] = 1
            place += 1
        for bit in range(groups):
            if row >= 0:
                if (near[row] >> bit) & 1:
                    out[block, place] = 2
                elif (every[row] >> bit) & 1:
                    out[block, place] = 1
            place += 1
    return 0


def container_features(
    table: Any, tables: Any, names: Any, info: Any, sums: Any, out: Any, at: int
) -> int:
    """The ancestors of a block, each larger than the one before: five of them."""
    parent = table.parent
    tag = table.tag
    kind = tables.kind
    begin = names.begin
    stop = names.stop
    repeats = names.repeats
    universal = len(kind)
    size = len(info)
    all_words = sums[size, 0] + 1e-6
    all_good = sums[size, 2] + 1e-6
    for block in range(size):
        row = info[block, ELEMENT]
        place = at
        held = 1
        for _ in range(5):
            while row >= 0 and stop[row] - begin[row] <= held and parent[row] >= 0:
                row = parent[row]
            if row < 0:
                break
            low = begin[row]
            high = stop[row]
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
    return 0


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
    return 0


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
    return 0


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
        out[block, at + 8] = info[block, COPIES]
    return 0


def core_features(
    table: Any, names: Any, info: Any, sums: Any, needed: Any, out: Any, at: int
) -> int:
    """The smallest containers that hold 30, 50, 70 and 90 % of the page's good text."""
    depth = table.depth
    begin = names.begin
    stop = names.stop
    size = len(info)
    total = sums[size, 2]
    place = at
    for share in (0.3, 0.5, 0.7, 0.9):
        best = -1
        best_depth = -1
        for row in range(len(needed)):
            if (
                needed[row]
                and depth[row] > best_depth
                and total > 0
                and sums[stop[row], 2] - sums[begin[row], 2] >= share * total
            ):
                best = row
                best_depth = depth[row]
        for block in range(size):
            if best < 0:
                out[block, place] = -2
                continue
            low = begin[best]
            high = stop[best]
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
    return 0
