"""The symbols of module assembly, against what llvm-nm lists for the same text."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, symbols, to_bitcode
from pyllvm.analysis.module_assembly import symbols_of_assembly
from rows import each_row

X86 = "x86_64-unknown-linux-gnu"
ARM = "aarch64-unknown-linux-gnu"


def letters(text: str, triple: str = X86) -> dict[str, str]:
    """The letter of each symbol."""
    return {symbol.name: symbol.letter() for symbol in symbols_of_assembly(text, triple, 22).symbols}


@each_row(
    ("text", "triple", "expected"),
    [
        ("f:\n ret", X86, {"f": "t"}),
        (".globl f\nf: ret", X86, {"f": "T"}),
        ("f: ret\n.weak f", X86, {"f": "W"}),
        (".weak f", X86, {"f": "w"}),
        (".globl f", X86, {"f": "U"}),
        ('"a b": nop', X86, {"a b": "t"}),
        ("call f@PLT # g", X86, {"f": "U"}),
        ("/* f: */ nop // g:", X86, {}),
        ("movl $v, %eax; leaq w+8(%rip), %rcx", X86, {"v": "U", "w": "U"}),
        ("jmp 1f\n1: jmp 1b\n1: nop", X86, {".Ltmp0": "t", ".Ltmp1": "t"}),
        (".set a, b\nc = d", X86, {"a": "t", "b": "U", "c": "t", "d": "U"}),
        (".quad a, 3, b - a", X86, {"a": "U", "b": "U"}),
        ('.ascii "x: y"\n.section .text,"ax",@progbits', X86, {}),
        ("f: nop\n.size f, .-f", X86, {"f": "t", "": "t"}),
        (".lcomm c,4", X86, {}),
        (".lcomm _c,4", "x86_64-apple-macosx11", {"_c": "t"}),
        (".symver f, f@@@V1\n.globl f\nf: ret", X86, {"f": "T", "f@@V1": "T"}),
        (".symver f, f@@@V1\n.weak f", X86, {"f": "w", "f@V1": "w"}),
        (".symver f, f@V1", X86, {"f": "U"}),
        ("f: nop\n.end\ng: nop", X86, {"f": "t"}),
        ("f: nop", "", {}),
        ("bl f\nadrp x0, v\nadd x0, x0, :lo12:v\nldr w1, [x0, #4]\nmov x2, x3, lsl #2", ARM, {"f": "U", "v": "U"}),
        ("mrs x0, tpidr_el0\nb.eq t // no", ARM, {"t": "U"}),
        ("f: bl g @ no\nldr r0, =v\npush {r4, lr}", "armv7-linux-gnueabi", {"f": "t", "g": "U", "v": "U"}),
        ("lui a0, %hi(v)\ncall f", "riscv64-linux-gnu", {"v": "U", "f": "U"}),
    ],
)
def test_symbols(text: str, triple: str, expected: dict[str, str]) -> None:
    assert letters(text, triple) == expected


@pytest.mark.parametrize(
    ("text", "triple", "word"),
    [
        (".macro m\n.endm", X86, ".macro"),
        (".intel_syntax noprefix\nmov eax, v", X86, "Intel"),
        ("brasl %r14, f", "s390x-linux-gnu", "systemz"),
    ],
)
def test_what_is_not_read_is_noted(text: str, triple: str, word: str) -> None:
    notes = symbols_of_assembly(text, triple, 22).notes
    assert len(notes) == 1
    assert word in notes[0]


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("define void @f() {\n  ret void\n}\n", {"f": "T", "f@@V": "T"}),
        ("define internal void @f() {\n  ret void\n}\n", {"f": "t", "f@@V": "t"}),
        ("@f = weak global i32 0\n", {"f": "W", "f@@V": "W"}),
        ("@f = common global i32 0\n", {"f": "C", "f@@V": "W"}),
        ("declare void @f()\n", {"f": "U", "f@V": "U"}),
        ("declare extern_weak void @f()\n", {"f": "w", "f@V": "w"}),
        ('define void @"\\01f"() {\n  ret void\n}\n', {"f": "T", "f@@V": "T"}),
    ],
)
def test_a_version_is_bound_as_the_global_of_the_module(text: str, letters: dict[str, str]) -> None:
    text = f'target triple = "{X86}"\nmodule asm ".symver f, f@@@V"\n{text}'
    module = parse_assembly(text, llvm_version=19)
    for source in (module, to_bitcode(module)):
        # The global comes before the symbol of the same name that the assembly uses.
        assert {one.name: one.letter() for one in reversed(symbols(source))} == letters


def test_code_for_32_bits_refers_to_the_table_of_addresses() -> None:
    for triple, version, is_listed in (
        ("i386-linux", 19, True),
        ("i686-w64-mingw32", 22, True),  # the system of this spelling is not known
        ("i686-pc-windows-gnu", 22, False),
        ("i386-apple-darwin", 19, False),
        ("x86_64-linux", 19, False),
        ("i386-linux", 18, False),
    ):
        module = parse_assembly(f'target triple = "{triple}"\n', llvm_version=version)
        for source in (module, to_bitcode(module)):
            assert [(one.letter(), one.name) for one in symbols(source)] == [("U", "_GLOBAL_OFFSET_TABLE_")] * is_listed
