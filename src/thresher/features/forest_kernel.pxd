# The C types of forest_kernel.py; see there.
cimport cython

@cython.locals(
    feature="const short[::1]", threshold="const float[::1]", right="const int[::1]",
    roots="const int[::1]", place=int, row=int, total=double, tree=int, node=int, column=int,
)
cpdef int add_trees(
    float[:, ::1] matrix, Py_ssize_t[::1] rows, object forest, double[::1] out
) except -1
