"""Addresses of blocks in functions that are defined later: the context decides their address space."""

from __future__ import annotations

import pytest

from pyllvm.assembly.reader.parse import parse_assembly
from pyllvm.diagnostics import PyllvmError, Span

FUNCTION = "define void @f() addrspace(1) {\n  unreachable\nb:\n  ret void\n}\n"


def read(global_: str, version: int = 19) -> str:
    return str(parse_assembly(f"{global_}\n{FUNCTION}".encode(), "test", version))


def error(global_: str, version: int = 19) -> tuple[int, str]:
    with pytest.raises(PyllvmError) as caught:
        read(global_, version)
    where = caught.value.diagnostic.where
    assert isinstance(where, Span)
    return where.column, caught.value.diagnostic.message


def test_the_first_user_decides_the_address_space() -> None:
    assert "@g = global ptr addrspace(1) blockaddress(@f, %b)" in read("@g = global ptr addrspace(1) blockaddress(@f, %b)")
    text = read("@g = global i8 addrspace(1)* blockaddress(@f, %b)", 14)
    assert "@g = global i8 addrspace(1)* blockaddress(@f, %b)" in text


def test_the_function_must_be_there() -> None:
    assert error("@g = global ptr blockaddress(@f, %b)") == (34, "'b' defined with type 'ptr addrspace(1)' but expected 'ptr'")


def test_other_types_are_refused_at_once() -> None:
    assert error("@g = global i8 blockaddress(@f, %b)") == (16, "type of blockaddress must be a pointer and not 'i8'")
    mismatch = "constant expression type mismatch: got type 'i8*' but expected 'i32*'"
    assert error("@g = global i32* blockaddress(@f, %b)", 14) == (18, mismatch)


def test_a_function_that_is_never_defined_is_named() -> None:
    assert error("@g = global ptr blockaddress(@h, %b)") == (30, "expected function name in blockaddress")


def test_the_outermost_expression_that_is_no_more_is_reported() -> None:
    removed = "@g = global i32 select (i1 icmp eq (i32 1, i32 2), i32 1, i32 2)"
    assert error(removed) == (17, "select constexprs are no longer supported")
