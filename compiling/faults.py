"""Mends faults of mypyc 2.4 in its C code. `compiling/library.c` and `compiling/part.h` have the functions that are called."""

from __future__ import annotations

import re

from compiling.edits import GeneratedCode

MODULES = "__native_pyllvm___*.c"


def mend(code: GeneratedCode) -> None:
    """Make all edits."""
    issue = "an exception that a signal's handler raises in the product of two big integers ends the process"
    code.edit(issue, "int_ops.c", r"PyNumber_Multiply\(left_obj, right_obj\)", "product(left_obj, right_obj)", 1)
    declared = r"PyObject *product(PyObject *left, PyObject *right);\n\n\g<0>"
    code.edit(issue, "int_ops.c", r"^CPyTagged CPyTagged_Multiply_\(", declared, 1)

    issue = "where a tuple or an integer finds no memory, the process aborts: nothing can be done before"
    kept, ended = "void keep_memory(void);\n\n", "void end_without_memory(void);\n\n"
    code.edit(issue, "init.c", r"^void CPy_Init\(void\) \{\n", rf"{kept}\g<0>    keep_memory();\n", 1)
    code.edit(issue, "exc_ops.c", r"^void CPyError_OutOfMemory\(void\) \{\n", rf"{ended}\g<0>    end_without_memory();\n", 1)
    issue = "code does not look whether the object of a number was made"
    boxed = r" = ((?:PyLong_FromLongLong|PyLong_FromLong|PyFloat_FromDouble)\([\w.]+\));"
    code.edit(issue, MODULES, boxed, r" = there(\1);")

    issue = "the constructor of a final class that is serializable does not call __init__"
    empty = r"^static int\n(\w+)_init\(PyObject \*self, PyObject \*args, PyObject \*kwds\)\n\{\n    return 0;\n\}"
    code.edit(issue, MODULES, empty, _called)


def _called(match: re.Match[str], file: str) -> str:
    """A constructor that calls `__init__`, unless `__new__` does, as for a class that is not serializable."""
    wrapper = f"CPyPy_{match[1]}_____init__(self, args, kwds)"
    new = match.string.partition(f"{match[1]}_new(PyTypeObject *type, PyObject *args, PyObject *kwds)\n{{")[2]
    if wrapper in new.partition("\n}")[0]:
        return match[0]
    body = f"    PyObject *done = {wrapper};\n    Py_XDECREF(done);\n    return done != NULL ? 0 : -1;"
    return match[0].replace("    return 0;", body)


def free_names(header: str) -> str:
    """Lines that free the names of the private attributes, for mypyc's header of all modules.

    It puts one more ``_`` before them. Names such as ``__block`` and ``__used`` are macros of macOS's compiler and headers.
    """
    return "".join(f"#undef {name}\n" for name in sorted(set(re.findall(r"\b__\w+(?=;\n)", header))))
