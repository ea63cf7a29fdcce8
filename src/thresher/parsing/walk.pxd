# The C types of walk.py; see there.
cimport cython

cdef int GLUED, SPACE, BREAK, CELL, LINE, PARAGRAPH
cdef int IN_LINK, IN_PRE, IN_RAW, INHERITED, LEAF, HAS_TEXT
cdef int VISIBLE, HIDDEN_ATTRIBUTE, DISPLAY_NONE, ARIA_HIDDEN, IN_TEMPLATE, CLOSED_DIALOG

@cython.locals(place=Py_ssize_t)
cdef Py_ssize_t begins_with_ink(str text) noexcept

cdef int why_hidden(object node, str name, object unseen_style) except -1

@cython.locals(
    tag=int[::1], parent=int[::1], end=int[::1], depth=int[::1],
    gap=cython.uchar[::1], flags=cython.uchar[::1], hidden=cython.uchar[::1],
    data=str, ink=Py_ssize_t, script_code=int, style_code=int, link_code=int, break_code=int,
    noted=dict, script_type=str, codes=dict, names=list, universal=int,
    gap_class=cython.uchar[::1], flags_by_tag=cython.uchar[::1],
    hidden_by_tag=cython.uchar[::1], is_leaf=cython.uchar[::1], is_noted=cython.uchar[::1],
    texts=list, current=int, pending=int, breaks=int, in_new_cell=bint,
    next_marked=int, marked_rows=list, name=str, row=int, code=int, inherited=int, reason=int, outside=int,
)
cpdef list fill_columns(list nodes, object columns, object vocabulary, list marked)
