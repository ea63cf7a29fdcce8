# The C types of block_kernel.py; see there.
cimport cython

cdef int W, LW, LENGTH, LETTERS, CAPITALS, DIGITS, STOPS, COMMAS, QUOTES, BRACKETS, CODES
cdef int CURRENCY, SIGNS, IDEOGRAPHS, CAPITAL_WORDS, TITLE_WORDS, STRINGS, GOOD
cdef int FIRST_ROW, LAST_ROW, ELEMENT, FIRST_CLASS, LAST_CLASS, HIDDEN, HEADING, GROUP, COPIES
cdef int BORDER, OTHER_NODE
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
    parent=int[::1], end=int[::1], tag=int[::1], is_block="const unsigned char[::1]",
    level="const unsigned char[::1]", universal=int, block=int, last=int, row=int, above=int,
    _=int,
)
cpdef int find_elements(
    object table, object tables, int[:, ::1] info, unsigned char[::1] needed
) except -1

@cython.locals(
    bits="long long", value="long long", state=int, after_small=bint, ch=Py_UCS4, point=int,
    letter=int,
)
cdef int read_name(
    str name, const int[:, ::1] step, const long long[::1] found, long long[::1] pair
) noexcept

@cython.locals(
    step="const int[:, ::1]", found="const long long[::1]", tag="long long[::1]",
    parent="long long[::1]", own="long long[::1]", near="long long[::1]", every="long long[::1]", path="long long[::1]",
    sibling="long long[::1]", pair="long long[::1]", row=int, above="long long", bits="long long",
    code_hash="long long", name=str,
)
cpdef int read_names(
    list nodes, object table, object matcher, unsigned char[::1] needed, object out
) except -1

@cython.locals(mask="long long", place=int, count=int, slot="long long")
cpdef int number_equal(
    long long[::1] keys, unsigned char[::1] chosen, int[::1] slots, int[::1] number
) except -1

@cython.locals(tag=int[::1], parent=int[::1], bit="const int[::1]", universal=int, row=int, mine=int)
cpdef int inherit_tags(
    object table, object tables, unsigned char[::1] needed, int[::1] inside
) except -1

@cython.locals(end=int[::1], block=int, size=int, row=int, low=int, high=int, last=int, middle=int)
cpdef int block_ranges(
    object table, int[:, ::1] info, unsigned char[::1] needed, int[::1] begin, int[::1] stop
) except -1

@cython.locals(block=int)
cpdef int prefix_sums(double[:, ::1] base, int[:, ::1] info, double[:, ::1] out) except -1

@cython.locals(block=int, words=double, length=double, some=double)
cpdef int text_features(double[:, ::1] base, int[:, ::1] info, float[:, ::1] out, int at) except -1

@cython.locals(
    tag=int[::1], parent=int[::1], depth=int[::1], kind="const unsigned char[::1]",
    inline="const unsigned char[::1]", inside=int[::1], near="long long[::1]",
    every="long long[::1]", bits=int, groups=int, universal=int, latest=int, block=int, row=int,
    first=int, inner=int, place=int, above=int, bit=int, _=int,
)
cpdef int markup_features(
    object table, object tables, object names, int[:, ::1] info, float[:, ::1] out, int at
) except -1

@cython.locals(
    parent=int[::1], tag=int[::1], kind="const unsigned char[::1]", begin=int[::1], stop=int[::1],
    repeats=int[::1], universal=int, size=int, all_words=double, all_good=double, block=int,
    row=int, place=int, held=int, low=int, high=int, words=double, linked=double, good=double, _=int,
)
cpdef int container_features(
    object table, object tables, object names, int[:, ::1] info, double[:, ::1] sums,
    float[:, ::1] out, int at,
) except -1

@cython.locals(size=int, all_words=double, title=int, heading=int, block=int)
cpdef int position_features(
    double[:, ::1] base, int[:, ::1] info, double[:, ::1] sums, float[:, ::1] out, int at
) except -1

@cython.locals(best=int, best_score=double, block=int, level=int, score=double)
cpdef int title_block(double[:, ::1] base, int[:, ::1] info) except -2

@cython.locals(
    size=int, mean=double, place=int, reach=int, block=int, low=int, high=int, words=double,
    offset=int, other=int,
)
cpdef int window_features(
    double[:, ::1] base, int[:, ::1] info, double[:, ::1] sums, float[:, ::1] out, int at
) except -1

@cython.locals(size=int, block=int, group=int, count=double, words=double, span=double)
cpdef int repeat_features(
    double[:, ::1] base, int[:, ::1] info, double[:, ::1] groups, float[:, ::1] out, int at
) except -1

@cython.locals(
    depth=int[::1], begin=int[::1], stop=int[::1], size=int, total=double, place=int,
    share=double, best=int, best_depth=int, row=int, block=int, low=int, high=int,
)
cpdef int core_features(
    object table, object names, int[:, ::1] info, double[:, ::1] sums,
    unsigned char[::1] needed, float[:, ::1] out, int at,
) except -1

@cython.locals(
    size=int, words=double, longest=double, largest=double, in_long=double, ideographs=double,
    block=int, number=int,
)
cpdef int page_features(
    double[:, ::1] base, int[:, ::1] info, double[:, ::1] sums, double[::1] page,
    float[:, ::1] out, int at,
) except -1
