# The C types of shown_text.py; see there.
cimport cython

cdef int SPACE, IN_PRE, HAS_TEXT, _VISIBLE, _TEXT, _VISIBLE_TEXT

@cython.locals(
    leaves=Py_ssize_t[::1], flags=cython.uchar[::1], reason=cython.uchar[::1], place=int,
    row=int, block=int, decisive=int,
)
cpdef int show(
    const int[::1] owner, object table, unsigned char[::1] hidden, unsigned char[::1] shown
) except -1

@cython.locals(
    texts=list, leaves=Py_ssize_t[::1], gap=cython.uchar[::1], flags=cython.uchar[::1],
    found=list, place=int, widest=int, number=int, row=int,
)
cpdef list pieces(object table, const Py_ssize_t[::1] rows, int start, tuple separators)

@cython.locals(
    texts=list, leaves=Py_ssize_t[::1], gap=cython.uchar[::1], flags=cython.uchar[::1],
    found=list, place=int, widest=int, row=int, block=int,
)
cpdef list kept_pieces(
    object table, const int[::1] owner, const unsigned char[::1] keep,
    const unsigned char[::1] shown, tuple separators,
)

cdef int add_piece(list found, str text, bint is_pre, int widest, tuple separators) except -1

@cython.locals(after_space=bint, ch=Py_UCS4)
cdef str tidy(str text)
