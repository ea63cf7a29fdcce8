"""The loops of `block_features` over elements: their names, and what is around them. Hot: compiled
when possible, with the types of the .pxd.

Only elements that hold a block are looked at. `names`, `inside` and `repeats` have one entry per
row of the node table; those of other rows stay 0.
"""

from __future__ import annotations

from typing import Any

# Columns of `names`: word groups found in class, id, role and itemprop, as bits, and hashes.
OWN = 0
NEAR = 1  # of the element and the two above it
EVERY = 2  # of the element and all above it
PATH = 3  # hash of the tags and classes from the top down
CLASS_WORDS = 4
CLASS_HASH = 5
NAME_COLUMNS = 6

# The columns of `info` that are needed here, as in block_kernel. A test compares them.
FIRST_ROW = 0
LAST_ROW = 1
ELEMENT = 2
HEADING = 6
GROUP = 7
COPIES = 8

# 32-bit FNV-1a: its products fit into 64 bits, so that C and Python agree without care.
HASH_START = 2166136261
HASH_PRIME = 16777619
HASH_MASK = 0xFFFFFFFF
BORDER = 26
OTHER_NODE = 2


def read_name(name: str, step: Any, found: Any, pair: Any) -> int:
    """Into `pair`: the word groups found in a name, as bits, and its hash without digits.

    Digits often number the items of a list, which are alike for that.
    """
    bits = 0
    value = HASH_START
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


def describe_elements(
    table: Any, tables: Any, matcher: Any, info: Any, hashes: Any, out: Any
) -> int:
    """Fill `out`, and what `info` says of elements; returns how many rows stand in `out.held`."""
    nodes = table.nodes
    tag = table.tag
    parent = table.parent
    end = table.end
    is_block = tables.is_block
    level = tables.heading_level
    kind_bit = tables.kind_bit
    step = matcher.step
    found = matcher.found
    held = out.held
    names = out.names
    inside = out.inside
    repeats = out.repeats
    pair = out.pair
    keys = out.keys
    slots = out.slots
    number = out.number
    count = out.count
    find_elements(tag, parent, end, is_block, level, info, inside)  # which is filled only later
    size = list_held(inside, held)
    read_marked(nodes, table.marked, inside, step, found, pair, names)
    read_names(nodes, tag, parent, held, size, step, found, pair, names, keys)
    inherit_kinds(tag, parent, held, size, kind_bit, inside)
    number_equal(keys, size, slots, number, count)
    for place in range(size):
        repeats[held[place]] = count[number[place]]
    for block in range(len(info)):
        row = info[block, ELEMENT]
        keys[block] = names[row if row > 0 else 0, PATH]
    number_equal(keys, len(info), slots, number, count)
    for block in range(len(info)):
        info[block, GROUP] = number[block]
    number_equal(hashes, len(info), slots, number, count)
    for block in range(len(info)):
        info[block, COPIES] = count[number[block]]
    return size


def find_elements(
    tag: Any, parent: Any, end: Any, is_block: Any, level: Any, info: Any, marks: Any
) -> int:
    """The block-level element of each block; marks every row that holds a block."""
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
        while above >= 0 and marks[above] == 0:
            marks[above] = 1
            above = parent[above]
    return 0


def list_held(marks: Any, held: Any) -> int:
    """The marked rows in order, into `held`, and how many there are."""
    size = 0
    for row in range(len(marks)):
        if marks[row]:
            held[size] = row
            size += 1
    return size


def read_marked(
    nodes: Any, rows: Any, marks: Any, step: Any, found: Any, pair: Any, names: Any
) -> int:
    """The word groups in the role and itemprop of elements, into the column OWN."""
    for row in rows:
        if marks[row] == 0:
            continue
        node = nodes[row]
        for attribute in ("role", "itemprop"):
            name = node.attr(attribute)
            if name is not None:
                read_name(name, step, found, pair)
                names[row, OWN] |= pair[0]
    return 0


def read_names(
    nodes: Any,
    tag: Any,
    parent: Any,
    held: Any,
    size: int,
    step: Any,
    found: Any,
    pair: Any,
    names: Any,
    sibling: Any,
) -> int:
    """Fill `names`; elements with the same parent, tag and class get the same key in `sibling`."""
    known: dict[str, int] = {}  # most classes occur many times, and are read only once
    for place in range(size):
        row = held[place]
        above = int(parent[row])  # not a number of numpy's, which would overflow below
        code = int(tag[row])
        bits = names[row, OWN]
        classes = HASH_START
        # The classes of html and body tell the state of the page, not where a block lies.
        if code > OTHER_NODE and above >= 0 and parent[above] >= 0:
            node = nodes[row]
            name = node.attr("class")
            if name is not None:
                first = known.setdefault(name, row)
                if first == row:
                    read_name(name, step, found, pair)
                    names[row, CLASS_WORDS] = pair[0]
                    names[row, CLASS_HASH] = pair[1]
                bits |= names[first, CLASS_WORDS]
                classes = names[first, CLASS_HASH]
            name = node.attr("id")
            if name is not None:
                read_name(name, step, found, pair)
                bits |= pair[0]
        key = ((HASH_START ^ code) * HASH_PRIME) & HASH_MASK
        key = ((key ^ classes) * HASH_PRIME) & HASH_MASK
        names[row, OWN] = bits
        names[row, NEAR] = bits
        names[row, EVERY] = bits
        names[row, PATH] = key
        sibling[place] = key
        if above >= 0:
            names[row, NEAR] |= names[above, OWN]
            if parent[above] >= 0:
                names[row, NEAR] |= names[parent[above], OWN]
            names[row, EVERY] |= names[above, EVERY]
            names[row, PATH] = ((names[above, PATH] ^ key) * HASH_PRIME) & HASH_MASK
            start = ((HASH_START ^ (above + 1)) * HASH_PRIME) & HASH_MASK
            sibling[place] = ((start ^ key) * HASH_PRIME) & HASH_MASK
    return 0


def inherit_kinds(tag: Any, parent: Any, held: Any, size: int, kind_bit: Any, inside: Any) -> int:
    """Bits of the kinds of element around each row, and of its own."""
    universal = len(kind_bit)
    for place in range(size):
        row = held[place]
        mine = kind_bit[tag[row]] if tag[row] < universal else 0
        inside[row] = (inside[parent[row]] if parent[row] >= 0 else 0) | mine
    return 0


def number_equal(keys: Any, size: int, slots: Any, number: Any, count: Any) -> int:
    """Number the first `size` keys, equal ones alike, from 0 in order of appearance.

    `count` gets how many keys have each number. Open addressing in a power of two of `slots`, more
    than twice as many as there are keys.
    """
    mask = 1
    while mask <= 2 * size:
        mask *= 2
    mask -= 1
    for place in range(mask + 1):
        slots[place] = -1
    numbers = 0
    for place in range(size):
        slot = (keys[place] ^ (keys[place] >> 29)) & mask
        while slots[slot] >= 0 and keys[slots[slot]] != keys[place]:
            slot = (slot + 1) & mask
        if slots[slot] < 0:
            slots[slot] = place
            number[place] = numbers
            count[numbers] = 0
            numbers += 1
        else:
            number[place] = number[slots[slot]]
        count[number[place]] += 1
    return numbers
