"""Lets a command end in its own way where compiled code finds no memory, in the C code of mypyc's run-time library.

Where compiled code makes a tuple or a big integer, it cannot pass on a MemoryError: mypyc 2.4 prints "fatal: out of memory" and
aborts. Here `sys.pyllvm_out_of_memory` is called first, if a command has set it; see `pyllvm.cli.out_of_memory`. The memory that
it needs is kept for it from the start.
"""

from __future__ import annotations

import re
from typing import Final

# The beginning of all code, after mypyc's headers. mypyc does not look whether the object of a number is there.
DECLARATIONS: Final = """\
static inline PyObject *there(PyObject *object) {
    if (unlikely(object == NULL))
        CPyError_OutOfMemory();
    return object;
}
"""
_BOXED: Final = re.compile(r" = ((?:PyLong_FromLongLong|PyLong_FromLong|PyFloat_FromDouble)\([\w.]+\));")

_START: Final = "void CPy_Init(void) {\n"
_KEEP: Final = f"""void keep_memory(void);

{_START}    keep_memory();
"""
_END: Final = "void CPyError_OutOfMemory(void) {\n"
_CALL: Final = f"""
/* Python takes memory for small objects in pieces of a megabyte. The system does not assign what is not written to. */
#define KEPT_BYTES (4 << 20)
static void *kept_memory;

void keep_memory(void) {{
    if (kept_memory == NULL)
        kept_memory = malloc(KEPT_BYTES);
}}

{_END}    if (kept_memory != NULL) {{
        PyObject *end;
        free(kept_memory);
        kept_memory = NULL;
        PyErr_Clear();
        end = PySys_GetObject("pyllvm_out_of_memory");
        if (end != NULL)
            PyObject_CallObject(end, NULL);
    }}
"""


def keep_memory(code: str) -> str:
    """Keep memory from the start, in the C code that initializes mypyc's library. RuntimeError if it has another form."""
    return _replaced(code, _START, _KEEP)


def call_before_abort(code: str) -> str:
    """Free that memory and call the command, in the C code of mypyc's exceptions. RuntimeError if it has another form."""
    return _replaced(code, _END, _CALL)


def check_numbers(code: str) -> str:
    """Let code end as well where the object of a number cannot be made, in the C code of one module."""
    return _BOXED.sub(r" = there(\1);", code)


def _replaced(code: str, old: str, new: str) -> str:
    if code.count(old) != 1:
        raise RuntimeError("mypyc's library has another form than this build knows: no command can end when memory does")
    return code.replace(old, new)
