# The C types of forest_kernel.py; see there.
cimport cython

@cython.locals(
    column="const short[::1]", threshold="const float[::1]", child="const int[::1]",
    roots="const int[::1]", tree=int, root=int, place=Py_ssize_t, row=Py_ssize_t, node=int,
    look=int,
)
cpdef int add_trees(
    float[:, ::1] matrix, Py_ssize_t[::1] rows, object forest, double[::1] out
) except -1
