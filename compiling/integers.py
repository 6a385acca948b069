"""Lets an interrupt in compiled integer arithmetic raise its exception, in the C code of mypyc's integers."""

from __future__ import annotations

from typing import Final

# CPython's multiplication of big integers lets the handlers of signals run. If one raises an exception, as Ctrl-C does, mypyc 2.4
# takes the missing product for a lack of memory and ends the process. This raises the exception as soon as interpreted code runs.
_PRODUCT: Final = "PyNumber_Multiply(left_obj, right_obj)"
_MULTIPLICATION: Final = """
static int raise_late(void *exception) {
    PyErr_SetObject((PyObject *)Py_TYPE((PyObject *)exception), (PyObject *)exception);
    Py_DECREF((PyObject *)exception);
    return -1;
}

static PyObject *product(PyObject *left, PyObject *right) {
    PyObject *result, *type, *value, *traceback;
    while ((result = PyNumber_Multiply(left, right)) == NULL && !PyErr_ExceptionMatches(PyExc_MemoryError)) {
        PyErr_Fetch(&type, &value, &traceback);
        PyErr_NormalizeException(&type, &value, &traceback);
        Py_XDECREF(type);
        Py_XDECREF(traceback);
        if (Py_AddPendingCall(raise_late, value) != 0) {
            Py_DECREF(value);
        }
    }
    return result;
}

CPyTagged CPyTagged_Multiply_("""


def raise_late(code: str) -> str:
    """Let an exception of a signal's handler wait for the end of a multiplication, in the C code of mypyc's integers."""
    changed = code.replace(_PRODUCT, "product(left_obj, right_obj)").replace("\nCPyTagged CPyTagged_Multiply_(", _MULTIPLICATION)
    if code.count(_PRODUCT) != 1 or changed.count(_MULTIPLICATION) != 1:
        raise RuntimeError("mypyc's integers have another form than this build knows: no exception waits for a multiplication")
    return changed
