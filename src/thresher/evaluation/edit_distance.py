"""Levenshtein distance of two long texts, many cells of the table at a time.

The bit-vector method of Myers [1999] in Hyyrö's form [2003]: a whole column of the table is held
as differences of ±1 in two integers, one bit per character of the longer text, and a character of
the shorter one updates the column with some fifteen integer operations. Python's integers have any
number of bits, so texts of tens of kilobytes take a fraction of a second.
"""

from __future__ import annotations


def distance(left: str, right: str) -> int:
    """Fewest insertions, deletions and replacements of a character that turn one into the other."""
    if len(left) < len(right):
        left, right = right, left
    left, right = _without_common_ends(left, right)
    if not right:
        return len(left)
    return _bit_vector_distance(left, right)


def similarity(left: str, right: str) -> float:
    """1 for equal texts, 0 for texts with nothing in common."""
    longest = max(len(left), len(right))
    return 1.0 - distance(left, right) / longest if longest else 1.0


def _without_common_ends(left: str, right: str) -> tuple[str, str]:
    """Both texts without what they share at the start and at the end; `left` is the longer."""
    start, limit = 0, len(right)
    while start < limit and left[start] == right[start]:
        start += 1
    end = 0
    while end < limit - start and left[-1 - end] == right[-1 - end]:
        end += 1
    return left[start : len(left) - end], right[start : len(right) - end]


def _bit_vector_distance(pattern: str, text: str) -> int:
    positions = _positions(pattern)
    size = len(pattern)
    mask = (1 << size) - 1
    last = 1 << (size - 1)
    # Vertical differences of the current column that are +1 and −1.
    up, down = mask, 0
    result = size
    for character in text:
        match = positions.get(character, 0)
        diagonal_zero = ((((match & up) + up) ^ up) | match | down) & mask
        right_up = down | (mask ^ (diagonal_zero | up))
        right_down = up & diagonal_zero
        if right_up & last:
            result += 1
        elif right_down & last:
            result -= 1
        # The top row of the table grows by one per character, hence the bit shifted in.
        right_up = (right_up << 1 | 1) & mask
        right_down = (right_down << 1) & mask
        up = right_down | (mask ^ (diagonal_zero | right_up))
        down = right_up & diagonal_zero
    return result


def _positions(pattern: str) -> dict[str, int]:
    """For every character, an integer with a bit set where it occurs."""
    places: dict[str, bytearray] = {}
    size = len(pattern) // 8 + 1
    for index, character in enumerate(pattern):
        bits = places.get(character)
        if bits is None:
            bits = places[character] = bytearray(size)
        bits[index >> 3] |= 1 << (index & 7)
    return {character: int.from_bytes(bits, "little") for character, bits in places.items()}
