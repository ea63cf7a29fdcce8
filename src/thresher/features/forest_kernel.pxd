# The C types of forest_kernel.py; see there.
cimport cython

cdef int TOGETHER

@cython.locals(
    total=Py_ssize_t, start=Py_ssize_t, stop=Py_ssize_t, place=Py_ssize_t, row=Py_ssize_t,
    tree=Py_ssize_t, node=Py_ssize_t, first_leaf=Py_ssize_t, above=bint, _=int,
)
cpdef int add_trees(
    float[:, ::1] matrix, Py_ssize_t[::1] rows, const short[:, ::1] column,
    const float[:, ::1] threshold, const float[:, ::1] value, int depth, double[::1] out
) except -1
