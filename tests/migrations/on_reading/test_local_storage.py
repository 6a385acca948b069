"""DLL storage classes of local symbols: LLVM 15 still keeps what LLVM 16 drops."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, parse_bitcode, to_assembly, to_bitcode


@pytest.mark.parametrize(("version", "is_kept"), [(8, True), (14, True), (15, True), (16, False), (19, False)])
def test_local_symbols_keep_their_storage_class_up_to_llvm_15(version: int, is_kept: bool) -> None:
    bitcode = to_bitcode(parse_assembly("@g = internal dllexport global i32 0\n", llvm_version=8))
    text = to_assembly(parse_bitcode(bitcode, llvm_version=version))
    assert ("internal dllexport global" in text) == is_kept
