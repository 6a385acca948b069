"""What the build makes of mypyc's end for a lack of memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from compiling.memory import call_before_abort, keep_memory

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
