# The C types of choosing_kernel.py; see there.
cimport cython

cdef int W, ELEMENT, KEPT, HIDDEN, BESIDE, ADDED
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

@cython.locals(level=float, is_near_title=bint)
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

@cython.locals(
    block=Py_ssize_t, size=Py_ssize_t, before=Py_ssize_t, after=Py_ssize_t, kept_before=bint,
    kept_after=bint,
)
cpdef int add_beside(
    double[:, ::1] base, int[:, ::1] info, int[::1] parent, cython.uchar[::1] hidden,
    cython.uchar[::1] keep,
) except -1

@cython.locals(first=int, second=int)
cdef bint are_together(
    int[:, ::1] info, int[::1] parent, Py_ssize_t one, Py_ssize_t other
) noexcept

@cython.locals(block=Py_ssize_t, size=Py_ssize_t)
cpdef int list_readable(
    double[:] words, int[:] hidden, int never, Py_ssize_t[::1] out
) except -1

@cython.locals(block=Py_ssize_t, level=int)
cpdef int explain(
    double[:, ::1] base, cython.uchar[::1] added, cython.uchar[::1] keep,
    cython.uchar[::1] hidden, double[::1] probability, const double[::1] levels, cython.uchar[::1] why,
) except -1
