# The C types of text_shape.py; see there.
cimport cython

cdef int SPACE, LOWER, UPPER, DIGIT, STOP, COMMA, QUOTE, BRACKET, CODE, CURRENCY, SIGN
cdef int IDEOGRAPH, UNSPACED, TITLE_MASK
cdef long long HASH_START, HASH_PRIME, HASH_MASK

cpdef int class_beyond_ascii(int point) noexcept
cdef int _of_living_scripts(int point) noexcept
cdef int _of_high_planes(int point) noexcept
cdef int fold(int point) noexcept

@cython.locals(in_word=bint, word_hash="long long", ch=Py_UCS4, point=int, kind=int)
cpdef int mark_words(str text, const unsigned char[::1] ascii_class, unsigned char[::1] bits)

@cython.locals(
    ascii_class="const unsigned char[::1]", title_bits="const unsigned char[::1]",
    counts=int[:, ::1], words=float[::1], length=int[::1],
    first=cython.uchar[::1], last=cython.uchar[::1], hashes="long long[::1]",
    title_words=int[::1], capital_words=int[::1],
    place=int, text=str, small=int, capital=int, others=int, spaces=int, word_count=double, in_title=int, capitals=int,
    in_word=bint, in_space=bint, first_class=int, last_class=int,
    text_hash="long long", word_hash="long long",
    ch=Py_UCS4, point=int, kind=int,
)
cpdef int measure_texts(list texts, Py_ssize_t[::1] rows, object tables, object out) except -1
