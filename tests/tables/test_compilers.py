"""The LLVM versions of the compilers that `!llvm.ident` names."""

from __future__ import annotations

from pyllvm.tables.compilers import llvm_version_of_ident, llvm_version_of_writer, producer_in_symbol_table
from rows import each_row


@each_row(
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
        ("rustc version 1.95.0 (abc 2026-04-01)", 22),
        ("rustc version 1.98.1-nightly (abc 2026-07-01)", 22),
        ("rustc version 1.99.0 (abc 2026-10-01)", 23),
        ("rustc version 1.102.0", 23),
        ("rustc version 1.103.0", 24),
        ("flang-new version 17.0.6", 17),
        ("flang version 22.1.0 (https://github.com/llvm/llvm-project 4434dabb69916856b824f68a64b029c67175e532)", 22),
        ("flang 20.1 (LLVM 20.1.0)", 20),
        ("ldc version 1.30.0", 14),
        ("ldc version 1.42.0", 21),
        ("ldc version 1.19.0-git-08b3ee3-dirty", 9),
        ("LDC 1.42.0 (LLVM 21.1.8)", 21),
        ("ldc version 1.41.0 (LLVM 19.1.7)", 19),
        ("zig 0.14.0", 19),
        ("zig 0.11.0", 16),
        ("zig 0.15.1 (LLVM 20.1.2)", 20),
        ("Triton 3.9.0, LLVM 19.1.0", 19),
        ("LLVM version 23.0.0git (fad3272286528b8a491085183434c5ad4b59ab42)", 23),
        ("Triton version 3.9.0", None),
        ("triton 3.9.0 (LLVM 24.0.0git)", 24),
        ("rustc version 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)", 22),
        ("Debian flang version 22.1.8", 22),
        ("ldc version 1.44.0", 23),
        ("zig 0.17.1", 22),
        ("zig 0.18.0-dev.12+abc", 23),
        ("zig 1.0.0", 22),
        ("Apple Swift version 5.9 (swiftlang-5.9.0.128.108 clang-1500.0.40.1)", 16),
        ("Swift version 6.1 (LLVM 19.1.5, Swift 3e24c2a)", 19),
        ("Swift version 5.6-dev (LLVM 8c5a3fd8be28f2c, Swift 3e24c2a)", None),
        ("Intel(r) Implicit SPMD Program Compiler (Intel(r) ISPC), 1.18.0 (build date 20220520, LLVM 14.0.6)", 14),
        ("TinyGo version 0.30.0 linux/amd64 (using go version go1.19 and LLVM version 16.0.1)", 16),
        ("versions- cm3: d5.10.0 llvm: 12.0", 12),
        ("Apple clang version 3.0 (tags/Apple/clang-211.10.1) (based on LLVM 3.0svn)", 3),
        ("clang version 7.0.0 (/data/src/llvm/tools/clang 697b0cb4) (/data/src/llvm 5ba8dcca7470)", 7),
        ("clang version 3.8.0 (trunk 251407) (llvm/trunk 251401)", 3),
        ("IBM Open XL C/C++ for AIX 17.1.1 (5725-C72), version 17.1.1.0, clang version 15.0.0", 15),
        ("Some compiler 12", None),
        ("clang version " + "9" * 5000, 999999999),
        ("", None),
    ],
)
def test_idents(ident: str, expected: int | None) -> None:
    assert llvm_version_of_ident(ident) == expected


@each_row(
    ("producer", "in_symbol_table", "expected"),
    [
        ("LLVM19.1.7", "", 19),
        ("LLVM17.0.6-rust-1.75.0-stable", "18.0.0", 17),
        ("APPLE_1_1316.0.21_0", "", 13),
        ("APPLE_1_902.0.39.2_0", "", 4),
        ("zig 0.12.1", "", 17),
        ("zig 0.16.0", "", 21),
        ("zig 0.17.1", "", 22),
        ("zig 0.18.0", "", 23),
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
