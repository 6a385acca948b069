"""The builder's methods for what LLVM 24 added: bitextract, bitinsert, and addrspacecast of pointers that are not null."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyllvm import IRBuilder, Module, PyllvmError
from pyllvm.ir import Value


def builder_of(version: int, types: list[str]) -> IRBuilder:
    function = Module("bits.ll", llvm_version=version).add_function("f", f"void ({', '.join(types)})", ["v", "x", "o", "p"])
    return IRBuilder.at_end(function.add_block("entry"))


def test_they_are_printed() -> None:
    builder = builder_of(24, ["b64", "i8", "i32", "ptr"])
    value, part, offset, pointer = builder.function.arguments
    builder.bitextract("i8", value, offset, name="a")
    builder.bitinsert(value, part, offset, name="b")
    builder.addrspacecast(pointer, "ptr addrspace(1)", nonnull=True, name="c")
    text = str(builder.module)
    assert "  %a = bitextract i8, b64 %v, i32 %o\n  %b = bitinsert b64 %v, i8 %x, i32 %o\n" in text
    assert "  %c = addrspacecast nonnull ptr %p to ptr addrspace(1)\n" in text


def test_wrong_operands() -> None:
    builder = builder_of(24, ["b64", "i8", "i32", "ptr"])
    value, part, offset, _ = builder.function.arguments
    with pytest.raises(TypeError, match="bitextract source must be a byte type"):
        builder.bitextract("i8", part, offset)
    with pytest.raises(TypeError, match="bitinsert offset must be i32"):
        builder.bitinsert(value, part, part)


def test_an_older_version_has_none_of_them() -> None:
    builder = builder_of(23, ["b64", "i8", "i32", "ptr"])
    value, part, offset, pointer = builder.function.arguments
    makers: list[Callable[[], Value]] = [
        lambda: builder.bitextract("i8", value, offset),
        lambda: builder.bitinsert(value, part, offset),
        lambda: builder.addrspacecast(pointer, "ptr addrspace(1)", nonnull=True),
    ]
    for make in makers:
        with pytest.raises((PyllvmError, ValueError), match="LLVM 24"):
            make()
