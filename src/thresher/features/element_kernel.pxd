# The C types of element_kernel.py; see there.
cimport cython

cdef int OWN, NEAR, EVERY, PATH, CLASS_WORDS, CLASS_HASH, BORDER, OTHER_NODE
cdef int FIRST_ROW, LAST_ROW, ELEMENT, HEADING, GROUP, COPIES
cdef long long HASH_START, HASH_PRIME, HASH_MASK

@cython.locals(
    bits="long long", value="long long", state=int, after_small=bint, ch=Py_UCS4, point=int,
    letter=int,
)
cdef int read_name(
    str name, const int[:, ::1] step, const long long[::1] found, long long[::1] pair
) noexcept

@cython.locals(
    nodes=list, tag=int[::1], parent=int[::1], end=int[::1], is_block="const unsigned char[::1]",
    level="const unsigned char[::1]", kind_bit="const int[::1]", step="const int[:, ::1]",
    found="const long long[::1]", held=int[::1], names="long long[:, ::1]", inside=int[::1],
    repeats=int[::1], pair="long long[::1]", keys="long long[::1]", slots=int[::1],
    number=int[::1], count=int[::1], size=int, place=int, block=int, row=int,
)
cpdef int describe_elements(
    object table, object tables, object matcher, int[:, ::1] info, long long[::1] hashes,
    object out,
) except -1

@cython.locals(universal=int, block=int, last=int, row=int, above=int, _=int)
cdef int find_elements(
    int[::1] tag, int[::1] parent, int[::1] end, const unsigned char[::1] is_block,
    const unsigned char[::1] level, int[:, ::1] info, int[::1] marks,
) noexcept

@cython.locals(size=int, row=int)
cdef int list_held(int[::1] marks, int[::1] held) noexcept

@cython.locals(row=int, name=str)
cdef int read_marked(
    list nodes, list rows, int[::1] marks, const int[:, ::1] step,
    const long long[::1] found, long long[::1] pair, long long[:, ::1] names,
) except -1

@cython.locals(
    known=dict, place=int, row=int, above=int, code=int, bits="long long",
    classes="long long", key="long long", start="long long", name=str, first=int,
)
cdef int read_names(
    list nodes, int[::1] tag, int[::1] parent, int[::1] held, int size,
    const int[:, ::1] step, const long long[::1] found, long long[::1] pair,
    long long[:, ::1] names, long long[::1] sibling,
) except -1

@cython.locals(universal=int, place=int, row=int, mine=int)
cdef int inherit_kinds(
    int[::1] tag, int[::1] parent, int[::1] held, int size, const int[::1] kind_bit,
    int[::1] inside,
) noexcept

@cython.locals(mask="long long", place=int, numbers=int, slot="long long")
cdef int number_equal(
    long long[::1] keys, int size, int[::1] slots, int[::1] number, int[::1] count
) noexcept
