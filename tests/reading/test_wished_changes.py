"""The changes that options ask for: opaque pointers, the layout of the target, an architecture that is known."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly
from pyllvm.ir.target.default_layout import default_layout
from pyllvm.reading.wished_changes import give_layout, layout_of_target, make_pointers_opaque, refuse_unknown_architecture
from pyllvm.versions import NEWEST


@pytest.mark.parametrize("version", [12, 13, 14, 16])
def test_pointers_become_opaque_where_the_llvm_has_such_pointers(version: int) -> None:
    module = parse_assembly("@g = global i32* null\n", llvm_version=version)
    if version < 13:
        with pytest.raises(PyllvmError, match=rf"LLVM {version} has no opaque pointers \(LLVM 13 and newer\)"):
            make_pointers_opaque(module)
        assert "i32* null" in str(module)
    else:
        make_pointers_opaque(module)
        assert "@g = global ptr null" in str(module)


X86 = 'target triple = "x86_64-linux"\n'
LAYOUT = 'target datalayout = "e"\n'


@pytest.mark.parametrize(
    ("text", "version", "layout"),
    [
        ("", 19, ""),
        (X86, 19, default_layout("x86_64-linux", 19)),
        (X86, 14, ""),
        (LAYOUT, 19, "e"),
        (X86 + LAYOUT, 19, "e"),
    ],
)
def test_the_layout_of_the_target_is_given_to_a_module_without_one(text: str, version: int, layout: str) -> None:
    module = parse_assembly(text, llvm_version=version)
    give_layout(module)
    assert module.data_layout == layout
    assert layout_of_target(text.encode(), version) == (None if layout in ("", "e") else layout)


def test_the_newest_version_decides_where_none_is_wished() -> None:
    assert layout_of_target(X86.encode(), None) == default_layout("x86_64-linux", NEWEST)


@pytest.mark.parametrize(
    ("triple", "is_known"),
    [("", True), ("unknown-linux", True), ("x86_64-linux", True), ("nosuch-linux", False), ("nosuch", False)],
)
def test_an_architecture_that_is_not_known_is_refused(triple: str, is_known: bool) -> None:
    module = parse_assembly(f'target triple = "{triple}"\n', llvm_version=19)
    if is_known:
        refuse_unknown_architecture(module)
    else:
        with pytest.raises(PyllvmError, match="unrecognized architecture 'nosuch' provided"):
            refuse_unknown_architecture(module)
