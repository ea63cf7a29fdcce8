# The C types of leaves_kernel.py; see there.
cimport cython

@cython.locals(
    leaves="Py_ssize_t[::1]", tag=int[::1], gap=cython.uchar[::1], block=int, place=Py_ssize_t, row=Py_ssize_t,
)
cpdef int number_blocks(
    object table, const unsigned char[::1] is_seen, int widest, int[::1] owner
) except -1
