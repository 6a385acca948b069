"""The resolver of an ifunc has the right type since LLVM 14."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring

OLD = "@i = ifunc void (), i8* ()* @r\n@j = ifunc i8, i8* ()* @r\n\ndefine i8* @r() {\n  ret i8* null\n}\n"


def test_a_resolver_of_another_type_is_cast() -> None:
    module = parse_assembly(OLD, llvm_version=13)
    bring(module, 14)
    text = to_assembly(module)
    assert "@i = ifunc void (), bitcast (i8* ()* @r to void ()* ()*)\n" in text
    assert "@j = ifunc i8, i8* ()* @r\n" in text


def test_opaque_pointers_need_no_cast() -> None:
    module = parse_assembly(OLD, llvm_version=13)
    bring(module, 16)
    assert "@i = ifunc void (), ptr @r\n" in to_assembly(module)
