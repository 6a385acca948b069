"""Inline assembly that LLVM's assembler takes, and its back ends refuse."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.tables.inline_asm_constraints import CONSTRAINT_CODES, TEMPLATE_MODIFIERS, codes_of_family
from pyllvm.tables.target_triples import ARCHITECTURES
from pyllvm.verifier.lint import lint

TRIPLES = {
    "aarch64": "aarch64-linux-gnu", "amdgpu": "amdgcn-amd-amdhsa", "arm": "armv7-none-eabi",
    "thumb": "thumbv7-none-eabi", "thumb1": "thumbv6m-none-eabi",
    "hexagon": "hexagon",
    "loongarch": "loongarch64", "mips": "mipsel-linux", "msp430": "msp430", "nvptx": "nvptx64-nvidia-cuda",
    "powerpc": "powerpc64le-linux", "riscv": "riscv64", "sparc": "sparcv9", "systemz": "s390x", "x86": "x86_64-linux",
    "xcore": "xcore",
}  # fmt: skip


def found(call: str, triple: str = "x86_64-linux", version: int = 19) -> list[tuple[str, str]]:
    """Rule and message of each finding for a call in a module for that target."""
    text = f'target triple = "{triple}"\ndefine void @f(i32 %x, ptr %p) {{\n  {call}\n  ret void\n}}\n'
    return [(finding.rule, finding.message) for finding in lint(parse_assembly(text.encode(), llvm_version=version))]


@pytest.mark.parametrize(
    ("call", "rule", "message"),
    [
        ('call void asm "", "B"(i32 %x)', "asm-constraint", "x86 has no constraint code 'B' (constraint 0)"),
        ('call void asm "", "r,^Up"(i32 %x, i32 %x)', "asm-constraint", "x86 has no constraint code 'Up' (constraint 1)"),
        ('call void asm "", "I"(i32 32)', "asm-immediate", "32 is out of the range of constraint 'I', 0 to 31"),
        ('call i32 asm "", "=m,0"(i32 %x)', "asm-tie", "an input is tied to output 0, which is not a register"),
        (
            'call void asm "", "*r"(ptr elementtype(i32) %p)',
            "asm-indirect",
            "indirect input 0 has a register constraint; only indirect outputs can have one",
        ),
        ('call i32 asm "", "={eax},~{eax}"()', "asm-clobber", "register {eax} is both an output and clobbered"),
        ('call void asm "", "~{eax}r"()', "asm-clobber", "a clobber must name a register, not the constraint code 'r'"),
        ('call i32 asm "", "=r|m,r"(i32 %x)', "asm-alternatives", "the constraints have different numbers of alternatives"),
        ('call void asm "mov $1", "r"(i32 %x)', "asm-operand", "'$1' is not an operand: the call has 1"),
        ('call void asm "${2:b}", "r"(i32 %x)', "asm-operand", "'${2:b}' is not an operand: the call has 1"),
        ('call void asm "${0:z}", "r"(i32 %x)', "asm-modifier", "x86 has no modifier 'z' ('${0:z}')"),
        ('call void asm "${0:bb}", "r"(i32 %x)', "asm-template", "'${0:bb}' needs a one-letter modifier"),
        ('call void asm "${:id}", ""()', "asm-template", "'${:id}' is not one of LLVM's substitutions"),
        ('call void asm "${0", "r"(i32 %x)', "asm-template", "'${' is not closed in the template"),
        ('call void asm "mov $x", "r"(i32 %x)', "asm-template", "'$' is not an operand (write '$$' for '$')"),
    ],
)
def test_findings(call: str, rule: str, message: str) -> None:
    assert found(call) == [(rule, message)]


@pytest.mark.parametrize(
    "call",
    [
        'call i32 asm "bswap $0 $$5 ${:uid} ${1:k} $(a$|b$)", "=&r,0,~{dirflag},~{flags}"(i32 %x)',
        'call void asm "${0:P} $1", "X,*m,~{memory}"(ptr @f, ptr elementtype(i32) %p)',
        'call i32 asm "", "={@ccz},I"(i32 31)',
        'call void asm "", "^Yz,im"(i32 %x, i32 %x)',
        'call void asm "", "N"(i8 -1)',
    ],
)
def test_sound(call: str) -> None:
    assert found(call) == []


def test_each_target_has_its_own_codes() -> None:
    call = 'call void asm "", "w"(i32 %x)'
    assert found(call, "aarch64-linux") == []
    assert [rule for rule, _ in found(call, "mips-linux")] == ["asm-constraint"]
    assert found(call, "avr") == []
    assert found(call, "") == []


def test_codes_come_with_versions() -> None:
    call = 'call void asm "", "@3Uph"(i32 %x)'
    assert found(call, "aarch64-linux", 19) == []
    assert [rule for rule, _ in found(call, "aarch64-linux", 16)] == ["asm-constraint"]


@pytest.mark.parametrize("family", TRIPLES)
def test_every_family_of_the_tables(family: str) -> None:
    triple = TRIPLES[family]
    assert [rule for rule, _ in found('call void asm "${0:~}", "@5xxxxx"(i32 %x)', triple)] == ["asm-constraint", "asm-modifier"]
    known = "".join(f"^{code}" if len(code) == 2 else code for code in codes_of_family(family, 19) if len(code) < 3)
    assert found(f'call void asm "${{0:n}}", "{known}"(i32 %x)', triple) == []


def test_families_are_those_of_triples() -> None:
    families = {row.family for row in ARCHITECTURES} | {"thumb", "thumb1"}
    assert {family for row in CONSTRAINT_CODES for family in row.families} <= families
    assert {row.family for row in TEMPLATE_MODIFIERS} == set(TRIPLES) | {""}


def test_modes_of_arm() -> None:
    high = 'call void asm "", "h"(i32 %x)'
    assert [message for _, message in found(high, "armv7-linux")] == ["arm has no constraint code 'h' (constraint 0)"]
    assert found(high, "thumbv7-linux") == found(high, "thumbv6m-none") == []
    for triple, is_sound in (("armv7-linux", True), ("thumbv7-linux", True), ("thumbv6m-none", False)):
        assert (found('call void asm "", "J"(i32 4095)', triple) == []) == is_sound
