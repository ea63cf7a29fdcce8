# The C types of block_kernel.py; see there.
cimport cython

cdef int W, LW, LENGTH, LETTERS, CAPITALS, DIGITS, STOPS, COMMAS, QUOTES, BRACKETS, CODES
cdef int CURRENCY, SIGNS, IDEOGRAPHS, CAPITAL_WORDS, TITLE_WORDS, STRINGS, GOOD
cdef int FIRST_ROW, LAST_ROW, ELEMENT, FIRST_CLASS, LAST_CLASS, HIDDEN, HEADING, GROUP, COPIES
cdef int NEAR, EVERY
cdef long long HASH_START, HASH_PRIME, HASH_MASK

@cython.locals(
    owner=int[::1], leaves=Py_ssize_t[::1], flags=cython.uchar[::1], hidden=cython.uchar[::1],
    counts=int[:, ::1], words=float[::1], length=int[::1], first=cython.uchar[::1],
    last=cython.uchar[::1], text_hashes="long long[::1]", title_words=int[::1],
    capital_words=int[::1], latest=int, place=int, row=int, block=int, running="long long",
    score=double,
)
cpdef int sum_leaves(
    object segment, object table, object shape, double[:, ::1] base, int[:, ::1] info,
    long long[::1] hashes,
) except -1

@cython.locals(
    tag=int[::1], parent=int[::1], end=int[::1], depth=int[::1],
    kind="const unsigned char[::1]", inline="const unsigned char[::1]",
    counted="const unsigned char[::1]", held=int[::1], names="long long[:, ::1]",
    inside=int[::1], repeats=int[::1], base=double[:, ::1], info=int[:, ::1], before=int[::1],
    sums=double[:, ::1], groups=double[:, ::1], page=double[::1], at=int,
)
cpdef int fill_columns(
    object table, object tables, object elements, object work, float[:, ::1] out
) except -1

@cython.locals(block=int, row=int)
cdef int count_blocks(int[:, ::1] info, int[::1] before) noexcept

@cython.locals(block=int)
cdef int prefix_sums(double[:, ::1] base, int[:, ::1] info, double[:, ::1] out) noexcept

@cython.locals(block=int, words=double, length=double, some=double)
cdef int text_features(double[:, ::1] base, int[:, ::1] info, float[:, ::1] out, int at) noexcept

@cython.locals(
    universal=int, latest=int, block=int, row=int, first=int, inner=int, place=int, above=int,
    _=int,
)
cdef int markup_features(
    int[::1] tag, int[::1] parent, int[::1] depth, const unsigned char[::1] kind,
    const unsigned char[::1] inline, int[:, ::1] info, float[:, ::1] out, int at,
) noexcept

@cython.locals(block=int, row=int, bits=int, place=int)
cdef int kind_features(
    int[::1] inside, int kinds, int[:, ::1] info, float[:, ::1] out, int at
) noexcept

@cython.locals(block=int, row=int, every="long long", near="long long", place=int)
cdef int name_features(
    long long[:, ::1] names, int groups, int[:, ::1] info, float[:, ::1] out, int at
) noexcept

@cython.locals(
    universal=int, size=int, all_words=double, all_good=double, block=int, row=int, place=int,
    held=int, low=int, high=int, words=double, linked=double, good=double, _=int,
)
cdef int container_features(
    int[::1] tag, int[::1] parent, int[::1] end, const unsigned char[::1] kind,
    int[::1] repeats, int[::1] before, int[:, ::1] info, double[:, ::1] sums,
    float[:, ::1] out, int at,
) noexcept

@cython.locals(size=int, all_words=double, title=int, heading=int, block=int)
cdef int position_features(
    double[:, ::1] base, int[:, ::1] info, double[:, ::1] sums, float[:, ::1] out, int at
) noexcept

@cython.locals(best=int, best_score=double, block=int, level=int, score=double)
cdef int title_block(double[:, ::1] base, int[:, ::1] info) noexcept

@cython.locals(
    size=int, mean=double, place=int, reach=int, block=int, low=int, high=int, words=double,
    offset=int, other=int,
)
cdef int window_features(
    double[:, ::1] base, int[:, ::1] info, double[:, ::1] sums, float[:, ::1] out, int at
) noexcept

@cython.locals(size=int, block=int, group=int, count=double, words=double, span=double)
cdef int repeat_features(
    double[:, ::1] base, int[:, ::1] info, double[:, ::1] groups, float[:, ::1] out, int at
) noexcept

@cython.locals(
    size=int, total=double, place=int, share=double, best=int, best_depth=int, number=int,
    row=int, low=int, high=int, block=int,
)
cdef int core_features(
    int[::1] end, int[::1] depth, int[::1] held, int rows, int[::1] before, int[:, ::1] info,
    double[:, ::1] sums, float[:, ::1] out, int at,
) noexcept

@cython.locals(universal=int, row=int, hidden=int, block=int)
cdef int count_elements(
    int[::1] tag, const unsigned char[::1] counted, int[:, ::1] info, double[::1] page
) noexcept

@cython.locals(
    size=int, words=double, longest=double, largest=double, in_long=double, ideographs=double,
    block=int, number=int,
)
cdef int page_features(
    double[:, ::1] base, int[:, ::1] info, double[:, ::1] sums, double[::1] page,
    float[:, ::1] out, int at,
) noexcept
