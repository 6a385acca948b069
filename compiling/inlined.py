"""Inlines two checks that compiled code makes most often, in the C code that mypyc 2.4 writes.

mypyc calls a function for each `isinstance` of a class that is not final, and for each item of a list. Most of the time of such
a call is the call itself.
"""

from __future__ import annotations

from typing import Final

# What all code begins with, after mypyc's headers. In the order of a type's bases, the first is the type itself.
DECLARATIONS: Final = """\
static inline int is_instance(PyObject *object, PyTypeObject *type) {
    PyTypeObject *own = Py_TYPE(object);
    if (own == type)
        return 1;
    PyObject *bases = own->tp_mro;
    for (Py_ssize_t i = 1; i < PyTuple_GET_SIZE(bases); i++) {
        if (PyTuple_GET_ITEM(bases, i) == (PyObject *)type)
            return 1;
    }
    return 0;
}
#undef PyObject_TypeCheck
#define PyObject_TypeCheck(object, type) is_instance((PyObject *)(object), type)
#define CPy_TypeCheck(object, type) is_instance((PyObject *)(object), (PyTypeObject *)(type))

static inline PyObject *list_item(PyObject *list, CPyTagged index) {
    if (likely(CPyTagged_CheckShort(index) && (size_t)CPyTagged_ShortAsSsize_t(index) < (size_t)PyList_GET_SIZE(list))) {
        PyObject *item = PyList_GET_ITEM(list, CPyTagged_ShortAsSsize_t(index));
        Py_INCREF(item);
        return item;
    }
    return CPyList_GetItem(list, index);
}
#define CPyList_GetItem(list, index) list_item(list, index)
"""
