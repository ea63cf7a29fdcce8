# The C types of net_kernel.py; see there.
cimport cython

@cython.locals(place=Py_ssize_t, row=Py_ssize_t, column=Py_ssize_t, value=float, size=float)
cpdef int bend_rows(
    float[:, ::1] matrix, Py_ssize_t[::1] rows, const float[::1] bend, const float[::1] half,
    float[:, ::1] out,
) except -1

@cython.locals(place=Py_ssize_t, row=Py_ssize_t, unit=Py_ssize_t, value=float, size=float)
cpdef int bend_columns(
    float[:, ::1] matrix, Py_ssize_t[::1] rows, const Py_ssize_t[::1] columns,
    const float[::1] bend, const float[::1] half, float[:, ::1] out,
) except -1

@cython.locals(place=Py_ssize_t, row=Py_ssize_t, number=Py_ssize_t, value=int)
cpdef int code_rows(
    float[:, ::1] matrix, Py_ssize_t[::1] rows, const Py_ssize_t[::1] columns, int values,
    int[:, ::1] out,
) except -1

@cython.locals(block=Py_ssize_t, place=Py_ssize_t, unit=Py_ssize_t, width=Py_ssize_t, row=int)
cpdef int add_rows(const float[:, ::1] table, int[:, ::1] codes, float[:, ::1] out) except -1

@cython.locals(
    block=Py_ssize_t, unit=Py_ssize_t, width=Py_ssize_t, last=Py_ssize_t, number=Py_ssize_t,
    mine=float, part=float, total=float,
)
cpdef int mean_states(
    float[:, ::1] state, int[::1] group, float[::1] share, float[::1] totals, float[:, ::1] out
) except -1

@cython.locals(
    block=Py_ssize_t, unit=Py_ssize_t, width=Py_ssize_t, size=Py_ssize_t, number=Py_ssize_t,
    change=float,
)
cpdef int mix(
    float[:, ::1] state, float[:, ::1] around, float[:, ::1] grouped, int[::1] group,
    float[::1] constant, int reach,
) except -1

@cython.locals(block=Py_ssize_t, unit=Py_ssize_t, total=double)
cpdef int weigh(
    float[:, ::1] state, const float[::1] weights, double bias, double[::1] out
) except -1
