"""Makes `isinstance` short where a class has subclasses: the search through the bases is part of the code that asks.

mypyc compares two types itself if a class has few subclasses. For all others it calls `PyType_IsSubtype` of Python's library, which
took a twentieth of the time of a link.
"""

from __future__ import annotations

from typing import Final

# What all code begins with, after mypyc's headers.
DECLARATIONS: Final = """\
static inline int is_instance(PyObject *object, PyTypeObject *type) {
    PyTypeObject *own = Py_TYPE(object);
    PyObject *bases;
    Py_ssize_t place;
    if (own == type)
        return 1;
    bases = own->tp_mro;
    if (unlikely(bases == NULL))
        return PyType_IsSubtype(own, type);
    /* The last one is always `object`. */
    for (place = PyTuple_GET_SIZE(bases) - 2; place > 0; place--)
        if (PyTuple_GET_ITEM(bases, place) == (PyObject *)type)
            return 1;
    return type == &PyBaseObject_Type;
}
#undef PyObject_TypeCheck
#define PyObject_TypeCheck(object, type) is_instance((PyObject *)(object), (PyTypeObject *)(type))
#define CPy_TypeCheck(object, type) is_instance((PyObject *)(object), (PyTypeObject *)(type))
"""
