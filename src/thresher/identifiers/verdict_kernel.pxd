# The C types of verdict_kernel.py; see there.
cimport cython

cdef int W, ELEMENT, KEPT, HIDDEN, BESIDE, ADDED

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
