"""Flags that protect branches become attributes of functions in LLVM 22; the expected text is that of llvm-as."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, parse_bitcode, to_assembly, to_bitcode

FLAGS = """!llvm.module.flags = !{!0, !1, !2}
!0 = !{i32 8, !"sign-return-address", i32 1}
!1 = !{i32 8, !"sign-return-address-with-bkey", i32 1}
!2 = !{i32 8, !"branch-target-enforcement", i32 %d}
"""


def module_text(triple: str, attributes: str, enforcement: int = 0) -> str:
    functions = f"define void @f() {attributes}{{\n  ret void\n}}\ndeclare void @d()\n"
    return f'target triple = "{triple}"\n{functions}{FLAGS % enforcement}'


@pytest.mark.parametrize(
    ("attributes", "enforcement", "expected"),
    [
        ("", 0, '{ "sign-return-address"="non-leaf" "sign-return-address-key"="b_key" }'),
        ("", 1, '{ "branch-target-enforcement" "sign-return-address"="non-leaf" "sign-return-address-key"="b_key" }'),
        (
            '"sign-return-address"="none" "branch-target-enforcement"="false" "guarded-control-stack"="true" ',
            0,
            '{ "guarded-control-stack" "sign-return-address"="none" "sign-return-address-key"="b_key" }',
        ),
    ],
)
def test_functions_get_what_the_flags_stand_for(attributes: str, enforcement: int, expected: str) -> None:
    printed = to_assembly(parse_assembly(module_text("aarch64-linux-gnu", attributes, enforcement), llvm_version=22))
    assert f"attributes #0 = {expected}\n" in printed
    assert "declare void @d()\n" in printed
    assert '!0 = !{i32 8, !"sign-return-address", i32 2}' in printed
    assert f'!2 = !{{i32 8, !"branch-target-enforcement", i32 {2 * enforcement}}}' in printed


def test_flags_that_were_copied_are_not_copied_again() -> None:
    printed = to_assembly(parse_assembly(module_text("thumbv7m-none-eabi", "", 2), llvm_version=22))
    assert "attributes" not in printed
    assert '!0 = !{i32 8, !"sign-return-address", i32 1}' in printed


@pytest.mark.parametrize(("triple", "version"), [("x86_64-linux-gnu", 22), ("aarch64-linux-gnu", 21)])
def test_other_targets_and_older_versions_have_flags_alone(triple: str, version: int) -> None:
    assert "attributes" not in to_assembly(parse_assembly(module_text(triple, ""), llvm_version=version))


def test_bitcode_of_an_older_version_is_upgraded() -> None:
    data = to_bitcode(parse_assembly(module_text("armv7-linux-gnueabi", ""), llvm_version=19))
    assert '"sign-return-address"="non-leaf"' in to_assembly(parse_bitcode(data, llvm_version=22))
