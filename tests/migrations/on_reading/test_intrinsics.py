"""Older names and operands of intrinsics become today's; the expected texts are those of llvm-as and llvm-dis."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm import parse_assembly, to_assembly

DATA = Path(__file__).parents[2] / "data" / "migrations"


@pytest.mark.parametrize("version", [14, 19, 22])
@pytest.mark.parametrize("name", ["renamed_intrinsics", "changed_intrinsics", "nvvm_intrinsics"])
def test_intrinsics_read_as_the_version_has_them(name: str, version: int) -> None:
    module = parse_assembly((DATA / f"{name}.ll").read_text(), llvm_version=version)
    printed = to_assembly(module).split("\n", 2)[2]
    assert printed == (DATA / f"{name}.{version}.ll").read_text()


def test_a_definition_that_has_such_a_name_goes_with_its_body() -> None:
    text = "define i32 @llvm.ctlz.i32(i32 %a) {\n  ret i32 %a\n}\n"
    printed = to_assembly(parse_assembly(text, llvm_version=19))
    assert "declare i32 @llvm.ctlz.i32(i32, i1 immarg)" in printed
    assert "define" not in printed
