"""Structs of scalable vectors in memory, for LLVM 16 and older: the vectors are accessed one by one."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly, verify
from pyllvm.migrations import bring

VECTOR = "<vscale x 4 x i32>"
TUPLE = f"{{ {VECTOR}, {VECTOR} }}"
TEXT = f"""\
define {TUPLE} @f({TUPLE} %a) {{
  %p = alloca {TUPLE}, align 16
  store {TUPLE} %a, ptr %p, align 32
  %b = load volatile {TUPLE}, ptr %p, align 4
  ret {TUPLE} %b
}}
"""


def brought(text: str, version: int) -> str:
    module = parse_assembly(text, llvm_version=22)
    bring(module, version)
    assert not any(one.severity == "error" for one in verify(module))
    return to_assembly(module)


def test_each_vector_has_an_access() -> None:
    text = brought(TEXT, 16)
    body = text[text.index("{\n") + 2 : text.index("\n}")].splitlines()
    assert body == [
        f"  %p = alloca {VECTOR}, i32 2, align 16",
        f"  %1 = extractvalue {TUPLE} %a, 0",
        f"  store {VECTOR} %1, ptr %p, align 16",
        f"  %2 = extractvalue {TUPLE} %a, 1",
        f"  %3 = getelementptr {VECTOR}, ptr %p, i64 1",
        f"  store {VECTOR} %2, ptr %3, align 16",
        f"  %4 = load volatile {VECTOR}, ptr %p, align 4",
        f"  %5 = insertvalue {TUPLE} poison, {VECTOR} %4, 0",
        f"  %6 = getelementptr {VECTOR}, ptr %p, i64 1",
        f"  %7 = load volatile {VECTOR}, ptr %6, align 4",
        f"  %b = insertvalue {TUPLE} %5, {VECTOR} %7, 1",
        f"  ret {TUPLE} %b",
    ]


@pytest.mark.parametrize("version", [13, 14])
def test_typed_pointers(version: int) -> None:
    text = brought(TEXT, version)
    assert f"  %3 = getelementptr {VECTOR}, {VECTOR}* %p, i64 1" in text
    assert "bitcast" not in text


def test_llvm_17_has_them() -> None:
    assert f"alloca {TUPLE}, align 16" in brought(TEXT, 17)
