"""The targets that the tables of runtime functions distinguish."""

from __future__ import annotations

from pyllvm.analysis.symbols import libcall_target
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.tables.runtime_libcalls import preserved_symbols
from rows import each_row


@each_row(
    ("triple", "target"),
    [
        ("", "none"),
        ("x86_64-pc-linux-gnu", "gnu-x86_64"),
        ("amd64-unknown-linux-musl", "x86_64"),
        ("x86_64-apple-macosx", "darwin-x86_64"),
        ("x86_64-pc-windows-gnu", "windows-x86_64"),
        ("i686-pc-windows-msvc", "windows-x86"),
        ("arm64-apple-ios", "darwin-aarch64"),
        ("thumbv7-none-eabi", "arm"),
        ("ppc64le-linux", "powerpc"),
        ("riscv64-linux", "riscv64"),
        ("riscv32-linux", "mips"),
        ("systemz-linux", "s390x"),
        ("wasm64", "wasm"),
        ("amdgcn-amd-amdhsa", "gpu"),
        ("sparcv9-linux", "mips"),
    ],
)
def test_targets(triple: str, target: str) -> None:
    assert libcall_target(TargetTriple(triple)) == target
    for version in (14, 19, 22):
        assert "memcpy" in preserved_symbols(version, target) or target in ("gpu", "none")
    # LLVM 23 marks none: the linker has the list.
    assert not preserved_symbols(23, target)
