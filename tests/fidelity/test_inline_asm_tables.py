"""What the tables of inline assembly know is what the real back ends take: constraint codes, and template modifiers."""

from __future__ import annotations

import itertools
import re
import string
import subprocess
from collections.abc import Callable

import pytest

from pyllvm.tables.inline_asm_constraints import (
    CONSTRAINT_CODES,
    INTEGER_REGISTER,
    MEMORY_OPERAND,
    NUMBER,
    VECTOR_REGISTER,
    codes_of_family,
    modifiers_of_family,
    modifiers_of_operand,
)
from pyllvm.tables.inline_asm_immediates import IMMEDIATE_FORMS, IMMEDIATE_RANGES, RANGE_CODES
from pyllvm.tables.inline_asm_registers import REFUSED_TYPES, REGISTER_NAMES, clobber_names, operand_registers
from pyllvm.verifier.lint.asm_operands import takes_number

pytestmark = pytest.mark.oracle

# What depends on no version in the tables is compared with this one.
NEWEST = 22

TRIPLES = {
    "aarch64": "aarch64-linux-gnu", "amdgpu": "amdgcn-amd-amdhsa", "arm": "armv7-none-eabi", "thumb": "thumbv7-none-eabi",
    "thumb1": "thumbv6m-none-eabi", "hexagon": "hexagon", "mips": "mipsel-linux",
    "msp430": "msp430", "nvptx": "nvptx64-nvidia-cuda", "powerpc": "powerpc64le-linux", "riscv": "riscv64",
    "sparc": "sparcv9", "systemz": "s390x", "x86": "x86_64-linux", "xcore": "xcore",
}  # fmt: skip
# Codes on which some back ends die, or that say nothing alone.
LEFT_OUT = set("mopVty")
# To LLVM these are immediates everywhere, which most targets then refuse whatever they are.
IMMEDIATES = set("IJKLMNOP")
# The language document lists codes that LLVM knows under other names, of other modes or with other features only.
DOCUMENTED_ONLY = {"Q", "Zy", "es", "Y", "q", "v"}
OTHER_MODES = {("arm", "h"), ("thumb1", "j"), ("mips", "x")}
# Back ends that refuse a modifier, and without dying.
POLITE = ("aarch64", "hexagon", "mips", "powerpc", "riscv", "x86")
OPERANDS = (("r", "i32 %x"), ("i", "i32 5"), ("*m", "ptr elementtype(i32) %p"), ("X", "ptr @g"))


def complaints(llc: str, triple: str, text: str) -> str:
    """What llc says of a module."""
    command = [llc, f"-mtriple={triple}", "-no-integrated-as", "-o", "/dev/null"]
    run = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    said = run.stderr.decode(errors="replace")
    assert "LLVM ERROR" not in said and "expected" not in said, said
    return said


@pytest.mark.parametrize("family", TRIPLES)
@pytest.mark.parametrize("version", [19, 22])
def test_codes(version: int, family: str, llvm_tool: Callable[[int, str], str]) -> None:
    longer = {code for row in CONSTRAINT_CODES for code in row.codes if len(code) > 1}
    candidates = sorted((set(string.ascii_letters) | longer) - LEFT_OUT - IMMEDIATES - DOCUMENTED_ONLY)
    lines = []
    for number, code in enumerate(candidates):
        written = code if len(code) == 1 else f"^{code}" if len(code) == 2 else f"@{len(code)}{code}"
        lines.append(f'define void @f{number}() {{\n  call void asm "", "{written}"(i32 0)\n  ret void\n}}\n')
    said = complaints(llvm_tool(version, "llc"), TRIPLES[family], "".join(lines))
    unknown = set(re.findall(r"unknown asm constraint '(.*?)'", said))
    known = {code for code in candidates if code not in unknown and (family, code) not in OTHER_MODES}
    ours = {code for code in codes_of_family(family, version) if code in candidates and (family, code) not in OTHER_MODES}
    assert ours == known


@pytest.mark.parametrize("family", POLITE)
@pytest.mark.parametrize("version", [19, 22])
def test_modifiers(version: int, family: str, llvm_tool: Callable[[int, str], str]) -> None:
    taken: set[str] = set()
    for code, operand in OPERANDS:
        lines = ["@g = global i32 0\n"]
        for letter in string.ascii_letters:
            call = f'call void asm sideeffect "${{0:{letter}}}", "{code}"({operand})'
            lines.append(f"define void @f.{letter}(i32 %x, ptr %p) {{\n  {call}\n  ret void\n}}\n")
        said = complaints(llvm_tool(version, "llc"), TRIPLES[family], "".join(lines))
        if "for constraint" not in said and "asm constraint" not in said:
            taken |= set(string.ascii_letters) - set(re.findall(r"invalid operand in inline asm: '\$\{0:(.)\}'", said))
    assert taken <= set(modifiers_of_family(family, version))
    assert len(taken) > 2


def numbers() -> list[int]:
    """Numbers around every power of two, and some that only part of the constraints take."""
    chosen = {0x5555, 0xFF00FF, 0xFF00FF00, 0xABABABAB, 0xF000000F, 0x12340000, 0xFFFF1234, 0x123400000000, 0x5555555555555555}
    for bits in range(65):
        chosen.update([(1 << bits) + change for change in (-1, 0, 1)], [change - (1 << bits) for change in (-1, 0, 1)])
    chosen.update([0xFF << bits for bits in range(0, 56, 3)], [-7, 7, 508, -508, 1020, 1022, 0xFFF000, -0xFFF000])
    return sorted(number for number in chosen if -(1 << 63) <= number < 1 << 64)


# LLVM's comparisons leave out these numbers, which the language document has.
LEFT_OUT_NUMBERS = {("thumb1", "L"): 7, ("thumb1", "K"): 0}
OTHER_ARCHITECTURES = {"x86": ("i386-linux", "i386")}


def llvm_takes(llc: str, triple: str, calls: list[str]) -> list[str]:
    """What llc reports of each call, by the number in its `!srcloc`; empty if it takes the call."""
    lines = []
    for number, call in enumerate(calls):
        lines.append(f"define void @f{number}() {{\n  {call}, !srcloc !{{i32 {number + 1}}}\n  ret void\n}}\n")
    command = [llc, f"-mtriple={triple}", "-stop-after=finalize-isel", "-o", "/dev/null"]
    run = subprocess.run(command, input="".join(lines).encode(), capture_output=True, check=False)
    reports = [""] * len(calls)
    said = run.stderr.decode(errors="replace")
    assert "LLVM ERROR" not in said and run.returncode in (0, 1), said
    for match in re.finditer(r"error: (.*) at line (\d+)", said):
        reports[int(match[2]) - 1] = match[1]
    return reports


@pytest.mark.parametrize("family", sorted({name for row in IMMEDIATE_RANGES for name in row.families} - {"amdgpu", "loongarch"}))
def test_numbers(family: str, llvm_tool: Callable[[int, str], str]) -> None:
    llc = llvm_tool(NEWEST, "llc")
    for triple, architecture in [(TRIPLES[family], TRIPLES[family].partition("-")[0]), OTHER_ARCHITECTURES.get(family, ("", ""))]:
        if not triple:
            continue
        for code in sorted({row.code for row in (*IMMEDIATE_RANGES, *IMMEDIATE_FORMS) if family in row.families}):
            kept = [number for number in numbers() if number != LEFT_OUT_NUMBERS.get((family, code))]
            calls = [f'call void asm sideeffect "", "{code}"(i64 {number})' for number in kept]
            for number, report in zip(kept, llvm_takes(llc, triple, calls), strict=True):
                signed, unsigned = number - (1 << 64) if number >> 63 == 1 else number, number & ((1 << 64) - 1)
                assert takes_number(family, code, architecture, signed, unsigned) == (not report), (code, number)
                if report:
                    is_range = code in RANGE_CODES.get(family, "")
                    assert report.startswith("value out of range" if is_range else "invalid operand"), (code, report)


# Types by the words of the tables, where every mode of the target has been asked.
TYPES = {
    "mask": "<16 x i1>", "v64": "<2 x i32>", "v128": "<4 x i32>", "v256": "<8 x i32>", "v512": "<16 x i32>",
}  # fmt: skip


@pytest.mark.parametrize("family", sorted({name for row in REFUSED_TYPES for name in row.families} & set(TRIPLES)))
def test_types(family: str, llvm_tool: Callable[[int, str], str]) -> None:
    calls = []
    for row in REFUSED_TYPES:
        if family in row.families:
            for code in row.codes:
                code = re.sub(r"\[(\d+)-\d+\]", r"\1", code)
                written = (
                    code if len(code) == 1 or code.startswith("{") else f"^{code}" if len(code) == 2 else f"@{len(code)}{code}"
                )
                calls += [f'%r = call {TYPES.get(word, word)} asm sideeffect "", "={written}"()' for word in row.types]
    for call, report in zip(calls, llvm_takes(llvm_tool(NEWEST, "llc"), TRIPLES[family], calls), strict=True):
        assert "couldn't allocate output register" in report, call


@pytest.mark.parametrize("family", sorted({name for row in REGISTER_NAMES for name in row.families} & set(TRIPLES)))
def test_registers(family: str, llvm_tool: Callable[[int, str], str]) -> None:
    """No name that LLVM knows is missing: names like those of the tables, but with other numbers and suffixes."""
    known = clobber_names(family)
    candidates = set()
    for name in known:
        stem = re.sub(r"\d+.*", "", name)
        candidates |= {f"{stem}{number}" for number in range(34)} | {stem, name + "x", name + "l", name + "d", name + "h"}
    # To SPARC's back end, whatever begins with "r" is a number.
    unknown = sorted(name for name in candidates - known if name and not (family == "sparc" and name.startswith("r")))
    calls = [f'call void asm sideeffect "", "~{{{name}}}"()' for name in unknown]
    lines = [f"define void @f{number}() {{\n  {call}\n  ret void\n}}\n" for number, call in enumerate(calls)]
    command = [llvm_tool(NEWEST, "llc"), f"-mtriple={TRIPLES[family]}", "-stop-after=finalize-isel", "-o", "-"]
    run = subprocess.run(command, input="".join(lines).encode(), capture_output=True, check=False)
    named = re.findall(r"name: +f(\d+)\n|INLINEASM .*(clobber)", run.stdout.decode(errors="replace"))
    clobbered = [unknown[int(function)] for (function, _), (_, word) in itertools.pairwise(named) if function and word]
    assert clobbered == []
    architecture = {"x86": "x86_64"}.get(family, "")
    assert operand_registers(family, architecture) <= known


KINDS = {
    INTEGER_REGISTER: ("r", "i32 %x"), NUMBER: ("i", "i32 4"), MEMORY_OPERAND: ("*m", "ptr elementtype(i32) %p"),
    VECTOR_REGISTER: ({"x86": "x", "aarch64": "w"}.get, "double %d"),
}  # fmt: skip


@pytest.mark.parametrize("family", [family for family in POLITE if family != "hexagon"])
def test_modifiers_of_operands(family: str, llvm_tool: Callable[[int, str], str]) -> None:
    for kind, (code, operand) in KINDS.items():
        written = code if isinstance(code, str) else code(family, "f")
        taken = modifiers_of_operand(family, kind)
        if not taken or (family, kind) == ("riscv", VECTOR_REGISTER):
            continue
        lines = []
        for letter in string.ascii_letters:
            call = f'call void asm sideeffect "${{0:{letter}}}", "{written}"({operand})'
            lines.append(f"define void @f.{letter}(i32 %x, ptr %p, double %d) {{\n  {call}\n  ret void\n}}\n")
        said = complaints(llvm_tool(NEWEST, "llc"), TRIPLES[family], "".join(lines))
        refused = set(re.findall(r"invalid operand in inline asm: '\$\{0:(.)\}'", said))
        assert set(string.ascii_letters) - refused <= set(taken), kind
