# The C types of net_kernel.py; see there.
cimport cython

@cython.locals(block=Py_ssize_t, place=Py_ssize_t, unit=Py_ssize_t, width=Py_ssize_t, row=int)
cpdef int add_rows(const float[:, ::1] table, int[:, ::1] codes, float[:, ::1] out) except -1

@cython.locals(
    block=Py_ssize_t, unit=Py_ssize_t, width=Py_ssize_t, number=int, share=float,
)
cpdef int group_means(
    float[:, ::1] hidden, int[::1] group, float[::1] weight, float[:, ::1] sums,
    float[::1] totals, float[:, ::1] out,
) except -1
