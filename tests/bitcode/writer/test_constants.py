"""Constants that the language has and bitcode does not."""

from __future__ import annotations

import pytest

import pyllvm

TEXT = """
@a = global i32 0
@b = global i32 0
@g = global i32 extractvalue ({ i32 } select (i1 icmp eq (i32 ptrtoint (i32* @a to i32), i32 5), \
{ i32 } { i32 1 }, { i32 } zeroinitializer), 0)
"""


def test_a_constant_without_a_record_is_an_error() -> None:
    module = pyllvm.parse_assembly(TEXT, "m.ll", llvm_version=14)
    assert "extractvalue (" in str(module)
    with pytest.raises(pyllvm.PyllvmError, match="bitcode has no record for a constant 'extractvalue'"):
        pyllvm.to_bitcode(module)
