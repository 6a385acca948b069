"""What stands for newer arithmetic computes the same: a program runs in LLVM 19, and brought down to LLVM 7 in LLVM 14."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm import parse_assembly, to_bitcode
from pyllvm.migrations import bring

# Numbers by their bits: zeros, ones, limits of integers and what is beside them, infinities, no numbers, subnormals.
FLOATS = (
    0, 0x80000000, 0x3F000000, 0xBF800000, 0x42FE0000, 0x43000000, 0xC3000000, 0xC3010000, 0x437F0000, 0x43800000, 0x4EFFFFFF,
    0x4F000000, 0xCF000000, 0xCF000001, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F800001, 1, 0x80000001,
    0x007FFFFF, 0x00800000,
)  # fmt: skip
BYTES = (-128, -65, -1, 0, 1, 7, 64, 127)
BINARY = ("sadd.sat", "ssub.sat", "uadd.sat", "usub.sat", "umin", "umax", "smin", "smax")
ATOMIC = ("uinc_wrap", "udec_wrap")
ATOMIC_FLOATS = ("fadd", "fsub", "fmax", "fmin")
CLASSES = (*[1 << bit for bit in range(10)], 3, 264, 144, 96, 516, 504, 1023)


class Program:
    """A main function that prints the results of operations on values that no optimizer knows."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.declarations: set[str] = set()

    def add(self, operation: str) -> str:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"  {name} = {operation}")
        return name

    def value(self, type: str, number: int) -> str:
        self.lines.append(f"  store volatile {type} {number}, ptr %memory")
        return self.add(f"load volatile {type}, ptr %memory")

    def call(self, result: str, name: str, *arguments: str) -> str:
        types = ", ".join(argument.split()[0] for argument in arguments)
        self.declarations.add(f"declare {result} @llvm.{name}({types})")
        return self.add(f"call {result} @llvm.{name}({', '.join(arguments)})")

    def show(self, type: str, value: str) -> None:
        wide = self.add(f"sext {type} {value} to i64") if type != "i64" else value
        self.lines.append(f"  call i32 (ptr, ...) @printf(ptr @format, i64 {wide})")

    def __str__(self) -> str:
        return "\n".join(
            [
                '@format = private constant [6 x i8] c"%lld\\0A\\00"',
                "declare i32 @printf(ptr, ...)",
                *sorted(self.declarations),
                "define i32 @main() {",
                "  %memory = alloca i64",
                *self.lines,
                "  ret i32 0",
                "}",
                "",
            ]
        )


def add_floats(program: Program) -> None:
    for bits in FLOATS:
        number = program.add(f"bitcast i32 {program.value('i32', bits)} to float")
        for type in ("i1", "i8", "i32", "i37", "i64"):
            for sign in "su":
                program.show(type, program.call(type, f"fpto{sign}i.sat.{type}.f32", f"float {number}"))
        for mask in CLASSES:
            program.show("i1", program.call("i1", "is.fpclass.f32", f"float {number}", f"i32 {mask}"))


def add_integers(program: Program, first: int, second: int) -> None:
    left, right = program.value("i8", first), program.value("i8", second)
    for word in BINARY:
        program.show("i8", program.call("i8", f"{word}.i8", f"i8 {left}", f"i8 {right}"))
    for word in ("scmp", "ucmp"):
        program.show("i16", program.call("i16", f"{word}.i16.i8", f"i8 {left}", f"i8 {right}"))
    if 0 <= second < 8:
        for word in ("sshl.sat", "ushl.sat"):
            program.show("i8", program.call("i8", f"{word}.i8", f"i8 {left}", f"i8 {right}"))


def add_atomics(program: Program, first: int, second: int) -> None:
    for word in ATOMIC:
        program.lines.append(f"  store i32 {first & 255}, ptr %memory")
        program.show("i32", program.add(f"atomicrmw {word} ptr %memory, i32 {second & 255} seq_cst"))
        program.show("i32", program.add("load i32, ptr %memory"))
    program.lines.append(f"  store float {float(first):e}, ptr %memory")
    for word in ATOMIC_FLOATS:
        old = program.add(f"atomicrmw {word} ptr %memory, float {float(second):e} seq_cst")
        program.show("i32", program.add(f"fptosi float {old} to i32"))
    program.show("i32", program.add("load i32, ptr %memory"))


@pytest.mark.oracle
def test_the_program_prints_the_same(llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    program = Program()
    add_floats(program)
    for first in BYTES:
        for second in BYTES:
            add_integers(program, first, second)
            add_atomics(program, first, second)
    newer, older = tmp_path / "newer.ll", tmp_path / "older.bc"
    newer.write_text(str(program))
    module = parse_assembly(str(program), llvm_version=19)
    bring(module, 7)
    older.write_bytes(to_bitcode(module))
    printed = [
        subprocess.run([llvm_tool(version, "lli"), path], capture_output=True, check=True).stdout
        for version, path in ((19, newer), (14, older))
    ]
    assert len(printed[0].splitlines()) > 1500
    assert printed[0] == printed[1]
