"""Inlines the functions that compiled code calls most often, in the C code that mypyc 2.4 writes.

mypyc calls a function for each `isinstance` of a class that is not final, for each item of a list, and for each integer that
becomes an object. Most of the time of such a call is the call itself. The functions here do the usual case themselves, and call
mypyc's and Python's functions for the rest.
"""

from __future__ import annotations

from typing import Final

# The beginning of all code, after mypyc's headers and `memory.DECLARATIONS`. The first base of a type is the type itself.
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

static inline PyObject *object_of(CPyTagged number) {
    return likely(CPyTagged_CheckShort(number)) ? there(PyLong_FromSsize_t(CPyTagged_ShortAsSsize_t(number)))
                                                : CPyTagged_StealAsObject(number);
}
#define CPyTagged_StealAsObject(number) object_of(number)

/* Without the lock of the interpreter, other threads may change a list. */
#ifndef Py_GIL_DISABLED
static inline int has_item(PyObject *list, CPyTagged index) {
    return likely(CPyTagged_CheckShort(index) && (size_t)CPyTagged_ShortAsSsize_t(index) < (size_t)PyList_GET_SIZE(list));
}

static inline PyObject *list_item(PyObject *list, CPyTagged index) {
    if (!has_item(list, index))
        return CPyList_GetItem(list, index);
    return Py_NewRef(PyList_GET_ITEM(list, CPyTagged_ShortAsSsize_t(index)));
}
#define CPyList_GetItem(list, index) list_item(list, index)
#define CPyList_GetItemShort(list, index) list_item(list, index)

static inline bool set_list_item(PyObject *list, CPyTagged index, PyObject *value) {
    if (!has_item(list, index))
        return CPyList_SetItem(list, index, value);
    PyObject *before = PyList_GET_ITEM(list, CPyTagged_ShortAsSsize_t(index));
    PyList_SET_ITEM(list, CPyTagged_ShortAsSsize_t(index), value);
    Py_DECREF(before);
    return true;
}
#define CPyList_SetItem(list, index, value) set_list_item(list, index, value)

static inline int append_item(PyObject *list, PyObject *item) {
    Py_ssize_t size = PyList_GET_SIZE(list);
    if (size >= ((PyListObject *)list)->allocated)
        return PyList_Append(list, item);
    Py_SET_SIZE((PyVarObject *)list, size + 1);
    PyList_SET_ITEM(list, size, Py_NewRef(item));
    return 0;
}
#define PyList_Append(list, item) append_item(list, item)
#endif
"""
