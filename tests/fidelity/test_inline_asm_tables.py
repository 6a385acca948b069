"""What the tables of inline assembly know is what the real back ends take: constraint codes, and template modifiers."""

from __future__ import annotations

import re
import string
import subprocess
from collections.abc import Callable

import pytest

from pyllvm.tables.inline_asm_constraints import CONSTRAINT_CODES, IMMEDIATE_RANGES, codes_of_family, modifiers_of_family

pytestmark = pytest.mark.oracle

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


@pytest.mark.parametrize("family", sorted({row.family for row in IMMEDIATE_RANGES} & set(TRIPLES)))
def test_ranges(family: str, llvm_tool: Callable[[int, str], str]) -> None:
    llc = llvm_tool(19, "llc")
    for row in IMMEDIATE_RANGES:
        # LLVM's comparison leaves the greatest out.
        if row.family != family or (family, row.code) == ("thumb1", "L"):
            continue
        type = "i32" if row.highest < (1 << 31) - 1 else "i64"
        lines = []
        for number, value in enumerate((row.lowest - 1, row.lowest, row.highest, row.highest + 1)):
            call = f'call void asm sideeffect "", "{row.code}"({type} {value})'
            lines.append(f"define void @f{number}() {{\n  {call}\n  ret void\n}}\n")
        within = complaints(llc, TRIPLES[family], "".join(lines[1:3]))
        assert within.count("error: ") == 0, row.code
        assert complaints(llc, TRIPLES[family], "".join(lines)).count("error: ") == 2, row.code
