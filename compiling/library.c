/* Functions of the library that are not in mypyc's C code: the loader and the import of modules, and the end of a process without memory. */
#include "part.h"

/* Runs a module by the function that mypyc's library has in a capsule for it, and returns the module. `name` is the name of the
   capsule, with the name of the library. */
PyObject *load_module(PyObject *library, PyObject *name) {
    const char *text = PyUnicode_AsUTF8(name), *attribute = text == NULL ? NULL : strchr(text, '.');
    PyObject *capsule = attribute == NULL ? NULL : PyObject_GetAttrString(library, attribute + 1);
    if (capsule == NULL)
        return PyErr_Format(PyExc_ImportError, "the library has no %R", name);
    PyObject *(*run)(void) = (PyObject * (*)(void)) PyCapsule_GetPointer(capsule, text);
    Py_DECREF(capsule);
    return run == NULL ? NULL : run();
}

/* Imports a module of this library, as mypyc's code does in each place of its own. */
PyObject *import_module(PyObject *name, PyObject *suffix, PyObject *(*init)(void), int (*run)(PyObject *), CPyModule **module,
                        CPyModuleCache *cache, CPyImportState *state, Py_ssize_t is_package) {
    PyObject *modules = PyImport_GetModuleDict();
    if (CPyImport_IsInitialized(state))
        return CPyDict_GetItem(modules, name);
    PyObject *library = PyDict_GetItemString(modules, "pyllvm__mypyc");
    PyObject *file = library == NULL ? NULL : PyObject_GetAttrString(library, "__file__");
    if (file == NULL)
        return library == NULL ? PyErr_Format(PyExc_ImportError, "%U: the library is gone", name) : NULL;
    PyObject *found =
        CPyImport_ImportNative(name, init, run, module, cache, state, CPyModuleLockAPI_pyllvm, file, suffix, is_package);
    Py_DECREF(file);
    return found;
}

/* Python takes memory for small objects in pieces of a megabyte. The system does not assign what is not written to. */
#define KEPT_BYTES (4 << 20)
static void *kept_memory;

void keep_memory(void) {
    if (kept_memory == NULL)
        kept_memory = malloc(KEPT_BYTES);
}

/* Lets a command end in its own way, with the memory that was kept for that; see `pyllvm.terminal.interrupts`. */
void end_without_memory(void) {
    if (kept_memory == NULL)
        return;
    free(kept_memory);
    kept_memory = NULL;
    PyErr_Clear();
    PyObject *end = PySys_GetObject("pyllvm_out_of_memory");
    if (end != NULL)
        PyObject_CallObject(end, NULL);
}

static int raise_late(void *exception) {
    PyErr_SetObject((PyObject *)Py_TYPE((PyObject *)exception), (PyObject *)exception);
    Py_DECREF((PyObject *)exception);
    return -1;
}

/* CPython's multiplication of big integers lets the handlers of signals run. If one raises an exception, as Ctrl-C does, the
   exception waits until interpreted code runs. */
PyObject *product(PyObject *left, PyObject *right) {
    PyObject *result, *type, *value, *traceback;
    while ((result = PyNumber_Multiply(left, right)) == NULL && !PyErr_ExceptionMatches(PyExc_MemoryError)) {
        PyErr_Fetch(&type, &value, &traceback);
        PyErr_NormalizeException(&type, &value, &traceback);
        Py_XDECREF(type);
        Py_XDECREF(traceback);
        if (Py_AddPendingCall(raise_late, value) != 0)
            Py_DECREF(value);
    }
    return result;
}
