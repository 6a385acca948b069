"""What the build makes of mypyc's end for a lack of memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from compiling.memory import call_before_abort, check_numbers, keep_memory

mypyc = pytest.importorskip("mypyc")
LIBRARY = Path(mypyc.__file__).parent / "lib-rt"


def test_the_library_of_this_mypyc() -> None:
    kept = keep_memory((LIBRARY / "init.c").read_text(encoding="utf-8"))
    assert "void CPy_Init(void) {\n    keep_memory();\n" in kept
    called = call_before_abort((LIBRARY / "exc_ops.c").read_text(encoding="utf-8"))
    before, _, after = called.partition("void CPyError_OutOfMemory(void) {\n")
    assert "void keep_memory(void) {" in before
    assert after.index("free(kept_memory)") < after.index("pyllvm_out_of_memory") < after.index("abort();")


@pytest.mark.parametrize("change", [keep_memory, call_before_abort])
def test_another_form(change: object) -> None:
    assert callable(change)
    with pytest.raises(RuntimeError, match="another form"):
        change("void other(void) {}\n")


def test_the_objects_of_numbers_are_checked() -> None:
    code = """\
    cpy_r_r1 = PyLong_FromLongLong(cpy_r_x);
    cpy_r_r2 = PyList_Append(cpy_r_l, cpy_r_r1);
    cpy_r_r3 = PyFloat_FromDouble(cpy_r_y);
"""
    assert check_numbers(code) == """\
    cpy_r_r1 = there(PyLong_FromLongLong(cpy_r_x));
    cpy_r_r2 = PyList_Append(cpy_r_l, cpy_r_r1);
    cpy_r_r3 = there(PyFloat_FromDouble(cpy_r_y));
"""
