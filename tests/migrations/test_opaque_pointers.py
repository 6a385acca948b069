"""Typed pointers become opaque ones; opaque ones become typed ones. The expected texts are llvm-dis's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring

DATA = Path(__file__).parent.parent / "data" / "migrations"


@pytest.mark.parametrize("version", [16, 19, 22])
def test_typed_pointers_and_the_attributes_of_14_become_those_of_newer_versions(version: int) -> None:
    module = parse_assembly((DATA / "typed_pointers.ll").read_text(), llvm_version=14)
    module.source_filename = "typed_pointers.c"
    bring(module, version)
    assert module.llvm_version == version
    assert to_assembly(module).split("\n", 1)[1] == (DATA / f"typed_pointers.{version}.ll").read_text()


def test_opaque_pointers_go_down_to_15() -> None:
    module = parse_assembly("define ptr @f(ptr %p) {\n  ret ptr %p\n}\n", llvm_version=19)
    assert bring(module, 15) == []
    assert "define ptr @f(ptr %p)" in to_assembly(module)
