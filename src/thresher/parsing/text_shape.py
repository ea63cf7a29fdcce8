"""The shape of texts: words, and characters counted by class. Hot: compiled when possible.

Plain Python that Cython compiles with the types of `text_shape.pxd`; both forms give the same
numbers, so characters are folded by plain arithmetic and not by Unicode tables.
"""

from __future__ import annotations

from typing import Any

SPACE = 0
LOWER = 1
UPPER = 2
DIGIT = 3
STOP = 4
COMMA = 5
QUOTE = 6
BRACKET = 7
CODE = 8
CURRENCY = 9
SIGN = 10
IDEOGRAPH = 11
UNSPACED = 12

# 32-bit FNV-1a: its products fit into 64 bits, so that C and Python agree without care.
HASH_START = 2166136261
HASH_PRIME = 16777619
HASH_MASK = 0xFFFFFFFF
TITLE_MASK = 4095


def class_beyond_ascii(point: int) -> int:
    """The class of a code point from 0x80 on; those below are in a table."""
    if point < 0x250:
        if point == 0x85 or point == 0xA0:
            return SPACE
        if point == 0xAB or point == 0xBB:
            return QUOTE
        if 0xA2 <= point <= 0xA5:
            return CURRENCY
        if 0xC0 <= point <= 0xDE and point != 0xD7:
            return UPPER
        if point == 0xF7:
            return SIGN
        return LOWER if point >= 0xDF or point == 0xAA or point == 0xBA else SIGN
    if 0x386 <= point <= 0x3AB:
        if point == 0x387:
            return COMMA
        return LOWER if point == 0x390 else UPPER
    if 0x400 <= point <= 0x42F:
        return UPPER
    if point < 0x1680:
        return _of_living_scripts(point)
    return _of_high_planes(point)


def _of_living_scripts(point: int) -> int:
    if 0x0E00 <= point <= 0x0EFF or 0x1000 <= point <= 0x109F:
        return UNSPACED  # Thai, Lao, Burmese
    if (
        point == 0x61F or point == 0x6D4 or point == 0x964 or point == 0x965 or point == 0x589
    ):  # Arabic question mark, Urdu full stop, danda, Armenian full stop
        return STOP
    if point == 0x60C or point == 0x61B or point == 0x37E:  # Arabic comma and semicolon
        return COMMA
    if 0x660 <= point <= 0x669 or 0x6F0 <= point <= 0x6F9 or 0x966 <= point <= 0x96F:
        return DIGIT
    return LOWER


def _of_high_planes(point: int) -> int:
    if (
        (0x3040 <= point <= 0x30FF and point != 0x30FB)
        or 0x3400 <= point <= 0x9FFF
        or 0xF900 <= point <= 0xFAFF
        or point >= 0x20000
    ):
        return IDEOGRAPH
    if 0x1780 <= point <= 0x17FF:
        return UNSPACED  # Khmer
    if (
        point == 0x1680
        or 0x2000 <= point <= 0x200A
        or point == 0x2028
        or point == 0x2029
        or point == 0x202F
        or point == 0x205F
        or point == 0x3000
    ):
        return SPACE
    if point == 0x2026 or point == 0x3002 or point == 0xFF01 or point == 0xFF1F or point == 0xFF61:
        return STOP
    if point == 0x3001 or point == 0xFF0C or point == 0xFF1A or point == 0xFF1B or point == 0xFF64:
        return COMMA
    if 0x2018 <= point <= 0x201F or 0x300C <= point <= 0x300F or 0x2039 <= point <= 0x203A:
        return QUOTE
    if 0x3008 <= point <= 0x3011 or point == 0xFF08 or point == 0xFF09:
        return BRACKET
    if 0x20A0 <= point <= 0x20CF:
        return CURRENCY
    if 0xFF10 <= point <= 0xFF19:
        return DIGIT
    if (
        point == 0x30FB
        or 0x2010 <= point <= 0x303F
        or 0xFF00 <= point <= 0xFF0F
        or 0x1F000 <= point < 0x20000
    ):
        return SIGN
    return LOWER


def fold(point: int) -> int:
    """Small letter for capital, in Latin-1, Greek and Cyrillic."""
    if 0x41 <= point <= 0x5A or (0xC0 <= point <= 0xDE and point != 0xD7):
        return point + 0x20
    if 0x391 <= point <= 0x3A9 or 0x410 <= point <= 0x42F:
        return point + 0x20
    if 0x400 <= point <= 0x40F:
        return point + 0x50
    return point


def mark_words(text: str, ascii_class: Any, bits: Any) -> int:
    """Set the bit of every word of `text`, hashed as `measure_texts` hashes words."""
    in_word = False
    word_hash = HASH_START
    for ch in text:
        point = ord(ch)
        kind = ascii_class[point] if point < 0x80 else class_beyond_ascii(point)
        if kind == IDEOGRAPH:
            bits[((HASH_START ^ point) * HASH_PRIME) & TITLE_MASK] = 1
        if kind in (SPACE, IDEOGRAPH, UNSPACED):
            if in_word:
                bits[word_hash & TITLE_MASK] = 1
                in_word = False
            continue
        if not in_word and kind in (LOWER, UPPER, DIGIT):
            word_hash = HASH_START
            in_word = True
        if kind in (LOWER, UPPER):
            word_hash = ((word_hash ^ fold(point)) * HASH_PRIME) & HASH_MASK
    if in_word:
        bits[word_hash & TITLE_MASK] = 1
    return 0


def measure_texts(texts: list[Any], rows: Any, tables: Any, out: Any) -> int:
    """Measure the text in each of `rows` (None: an empty one) into the columns of `out`."""
    ascii_class = tables.ascii_class
    title_bits = tables.title_bits
    counts = out.counts
    words = out.words
    length = out.length
    first = out.first
    last = out.last
    hashes = out.hashes
    title_words = out.title_words
    capital_words = out.capital_words

    for place in range(len(rows)):
        text = texts[rows[place]]
        if text is None:
            continue
        small = 0
        capital = 0
        others = 0
        spaces = 0
        word_count = 0.0
        in_title = 0
        capitals = 0
        in_word = False
        in_space = True
        first_class = SPACE
        last_class = SPACE
        text_hash = HASH_START
        word_hash = HASH_START
        for ch in text:
            point = ord(ch)
            kind = ascii_class[point] if point < 0x80 else class_beyond_ascii(point)
            if kind == SPACE:
                if in_word:
                    in_title += title_bits[word_hash & TITLE_MASK]
                    in_word = False
                if not in_space:
                    spaces += 1
                    in_space = True
                continue
            in_space = False
            if first_class == SPACE:
                first_class = kind
            last_class = kind
            if kind in (LOWER, UPPER):
                if kind == LOWER:
                    small += 1
                else:
                    capital += 1
                if kind == UPPER or point >= 0x80:
                    point = fold(point)
                text_hash = ((text_hash ^ point) * HASH_PRIME) & HASH_MASK
                if not in_word:
                    word_hash = HASH_START
                    word_count += 1.0
                    if kind == UPPER:
                        capitals += 1
                    in_word = True
                word_hash = ((word_hash ^ point) * HASH_PRIME) & HASH_MASK
                continue
            counts[place, kind] += 1
            others += 1
            if kind in (IDEOGRAPH, UNSPACED):
                text_hash = ((text_hash ^ point) * HASH_PRIME) & HASH_MASK
                if in_word:
                    in_title += title_bits[word_hash & TITLE_MASK]
                    in_word = False
                if kind == IDEOGRAPH:
                    word_count += 0.6
                    word_hash = ((HASH_START ^ point) * HASH_PRIME) & HASH_MASK
                    in_title += title_bits[word_hash & TITLE_MASK]
                else:
                    word_count += 0.25
            elif kind == DIGIT and not in_word:
                word_hash = HASH_START
                word_count += 1.0
                in_word = True
        if in_word:
            in_title += title_bits[word_hash & TITLE_MASK]
        if in_space and spaces > 0:
            spaces -= 1
        counts[place, LOWER] = small
        counts[place, UPPER] = capital
        words[place] = word_count
        length[place] = small + capital + others + spaces
        first[place] = first_class
        last[place] = last_class
        hashes[place] = text_hash
        title_words[place] = in_title
        capital_words[place] = capitals
    return 0
