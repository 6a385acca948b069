"""Constants that use a global before its definition are folded when it is defined, as LLVM folds them."""

from __future__ import annotations

import pytest

import pyllvm

TEXT = """@first = global ptr getelementptr ([2 x i8], ptr @array, i64 0, i64 1)
@weak = global ptr getelementptr ([2 x i8], ptr @unknown, i64 0, i64 1)
@array = internal global [2 x i8] zeroinitializer
@unknown = extern_weak global [2 x i8]

!llvm.ident = !{!0}
!0 = !{ptr getelementptr ([2 x i8], ptr @array, i64 0, i64 1)}
"""
COMPARISON = """@is_null = global i1 icmp eq (ptr @array, ptr null)
@array = internal global [2 x i8] zeroinitializer
"""


@pytest.mark.parametrize(("version", "flag"), [(16, "inbounds "), (19, "")])
def test_addresses_in_a_later_definition(version: int, flag: str) -> None:
    lines = str(pyllvm.parse_assembly(TEXT, llvm_version=version)).splitlines()
    assert f"@first = global ptr getelementptr {flag}([2 x i8], ptr @array, i64 0, i64 1)" in lines
    assert "@weak = global ptr getelementptr ([2 x i8], ptr @unknown, i64 0, i64 1)" in lines
    assert any(line.startswith(f"!0 = !{{ptr getelementptr {flag}(") for line in lines)


def test_comparison_with_a_later_definition() -> None:
    assert "@is_null = global i1 false" in str(pyllvm.parse_assembly(COMPARISON, llvm_version=16)).splitlines()
