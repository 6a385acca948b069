"""The LLVM versions of the compilers that `!llvm.ident` names."""

from __future__ import annotations

import pytest

from pyllvm.tables.compilers import llvm_version_of_ident, llvm_version_of_writer, producer_in_symbol_table


@pytest.mark.parametrize(
    ("ident", "expected"),
    [
        ("clang version 19.1.7 (https://example.org/llvm 0123)", 19),
        ("Debian clang version 14.0.6", 14),
        ("clang version 20.0.0git", 20),
        ("clang version 3.8.0", 3),
        ("AMD clang version 17.0.0", 17),
        ("flang version 20.1.0", 20),
        ("Arm C/C++/Fortran Compiler version 22.1 (build number 1624) (based on LLVM 13.0.1)", 13),
        ("Apple LLVM version 10.0.0 (clang-1000.11.45.5)", 6),
        ("Apple clang version 12.0.5 (clang-1205.0.22.9)", 11),
        ("Apple clang version 15.0.0 (clang-1500.3.9.4)", 16),
        ("rustc version 1.75.0 (82e1608df 2023-12-21)", 17),
        ("rustc version 1.81.0", 18),
        ("Some compiler 12", None),
        ("clang version " + "9" * 5000, 999999999),
        ("", None),
    ],
)
def test_idents(ident: str, expected: int | None) -> None:
    assert llvm_version_of_ident(ident) == expected


@pytest.mark.parametrize(
    ("producer", "in_symbol_table", "expected"),
    [
        ("LLVM19.1.7", "", 19),
        ("LLVM17.0.6-rust-1.75.0-stable", "18.0.0", 17),
        ("APPLE_1_1316.0.21_0", "", 13),
        ("APPLE_1_902.0.39.2_0", "", 4),
        ("zig 0.12.1", "", 17),
        ("zig 0.16.0", "", 21),
        ("Intel.oneAPI.DPCPP.Compiler_2026.2.0", "23.1.1 0123abcd", 23),
        # Apple's Metal compiler: a version of its own
        ("", "32023.883", None),
        ("", "", None),
        ("Intel.oneAPI.DPCPP.Compiler_2026.2.0", "", None),
    ],
)
def test_writers(producer: str, in_symbol_table: str, expected: int | None) -> None:
    assert llvm_version_of_writer(producer, in_symbol_table) == expected


def test_the_producer_in_a_symbol_table() -> None:
    header = b"".join(number.to_bytes(4, "little") for number in (3, 2, 6))
    assert producer_in_symbol_table(header, b"ab19.1.7cd") == "19.1.7"
    assert producer_in_symbol_table(header, b"ab") == ""
    assert producer_in_symbol_table(header[:8], b"ab19.1.7") == ""
