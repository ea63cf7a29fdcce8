# The C types of choosing_kernel.py; see there.
cimport cython

cdef double IN_TITLE

@cython.locals(
    block=Py_ssize_t, place=Py_ssize_t, size=Py_ssize_t, wanted=double, hits=double, kept=double,
    best=double,
)
cpdef double keep_best(
    Py_ssize_t[::1] order, double[::1] probability, double[::1] words, double beta,
    cython.uchar[::1] keep,
) except -1

@cython.locals(block=Py_ssize_t, size=Py_ssize_t, first=Py_ssize_t)
cpdef Py_ssize_t add_headline(
    float[:, ::1] matrix, const Py_ssize_t[::1] columns, double[::1] probability,
    cython.uchar[::1] keep, int reach,
) except -2

@cython.locals(level=float, is_visible=bint)
cdef bint is_headline(
    float[:, ::1] matrix, const Py_ssize_t[::1] columns, Py_ssize_t block
) noexcept

@cython.locals(block=Py_ssize_t, first=Py_ssize_t, added=int, is_kept_below=bint)
cpdef int add_headings(
    float[:, ::1] matrix, const Py_ssize_t[::1] columns, double[::1] probability,
    cython.uchar[::1] keep, double least,
) except -1

@cython.locals(block=Py_ssize_t, added=int, is_kept_above=bint)
cpdef int add_code(
    float[:, ::1] matrix, const Py_ssize_t[::1] columns, double[::1] probability,
    cython.uchar[::1] keep, double least,
) except -1
