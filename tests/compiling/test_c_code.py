"""What the build makes of mypyc's C code as a whole."""

from __future__ import annotations

from compiling.c_code import free_names

# Two classes with private attributes, as mypyc declares them.
HEADER = """\
typedef struct {
    PyObject_HEAD
    CPyVTableItem *vtable;
    PyObject *__used;
    CPyTagged _line;
} pyllvm___ir___value___ValueObject;

typedef struct {
    PyObject_HEAD
    CPyVTableItem *vtable;
    PyObject *__block;
    PyObject *__used;
} pyllvm___ir___instruction___InstructionObject;
"""


def test_macros_do_not_take_the_names_of_private_attributes() -> None:
    assert free_names(HEADER) == "#undef __block\n#undef __used\n"
