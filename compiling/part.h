/* The beginning of all generated C files: declarations, and the operations that compiled code needs most often.

   mypyc calls a function for each isinstance of a class that is not final, for each item of a list that code reads, and for each
   integer that becomes an object. Most of the time of such a call is the call itself. The functions here do the usual case
   themselves, and call mypyc's functions for the rest; so each is above the macro that takes the place of that function. */
#include <Python.h>
#include <CPy.h>
#include "free_names.h"
#include "__native_pyllvm.h"
#include "__native_internal_pyllvm.h"

PyObject *load_module(PyObject *library, PyObject *name);
PyObject *import_module(PyObject *name, PyObject *suffix, PyObject *(*init)(void), int (*run)(PyObject *), CPyModule **module,
                        CPyModuleCache *cache, CPyImportState *state, Py_ssize_t is_package);
int find_literals(void);
int make_literals(const int *numbers, size_t count);

/* An object that mypyc takes for granted. */
static inline PyObject *there(PyObject *object) {
    if (unlikely(object == NULL))
        CPyError_OutOfMemory();
    return object;
}

/* The first base of a type is the type itself. */
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
static inline PyObject *list_item(PyObject *list, CPyTagged index) {
    if (unlikely(!CPyTagged_CheckShort(index) || (size_t)CPyTagged_ShortAsSsize_t(index) >= (size_t)PyList_GET_SIZE(list)))
        return CPyList_GetItem(list, index);
    return Py_NewRef(PyList_GET_ITEM(list, CPyTagged_ShortAsSsize_t(index)));
}
#define CPyList_GetItem(list, index) list_item(list, index)
#define CPyList_GetItemShort(list, index) list_item(list, index)
#endif
