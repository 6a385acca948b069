"""Inline assembly that LLVM's assembler takes, and its back ends refuse."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.tables.inline_asm_constraints import CONSTRAINT_CODES, TEMPLATE_MODIFIERS, codes_of_family
from pyllvm.tables.inline_asm_registers import REGISTER_NAMES, clobber_names, operand_registers
from pyllvm.tables.target_triples import ARCHITECTURES
from pyllvm.verifier.lint import lint
from rows import each_row

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


@each_row(
    ("call", "rule", "message"),
    [
        ('call void asm "", "B"(i32 %x)', "asm-constraint", "unknown asm constraint 'B' (constraint 0, x86)"),
        ('call void asm "", "r,^Up"(i32 %x, i32 %x)', "asm-constraint", "unknown asm constraint 'Up' (constraint 1, x86)"),
        ('call void asm "", "P"(i32 1)', "asm-constraint", "invalid operand for inline asm constraint 'P' (constraint 0, x86)"),
        ('call i32 asm "", "=m,0"(i32 %x)', "asm-tie", "an input is tied to output 0, which is not a register"),
        (
            'call i32 asm "", "=r,0"(float 1.0)',
            "asm-tie",
            "Unsupported asm: input constraint with a matching output constraint of incompatible type!",
        ),
        (
            'call i32 asm "", "=r,*0"(ptr elementtype(i32) %p)',
            "asm-tie",
            "inline asm not supported yet: don't know how to handle tied indirect register inputs",
        ),
        (
            'call void asm "", "*r"(ptr elementtype(i32) %p)',
            "asm-indirect",
            "Don't know how to handle indirect register inputs yet for constraint 'r'",
        ),
        ('call i32 asm "", "={eax},~{eax}"()', "asm-clobber", "register {eax} is both an output and clobbered"),
        ('call void asm "", "~{eax}r"()', "asm-clobber", "a clobber must name a register, not the constraint code 'r'"),
        ('call void asm "", "~{r1}"()', "asm-register", "the clobber '{r1}' names no register of x86"),
        (
            'call i32 asm "", "={r1}"()',
            "asm-register",
            "couldn't allocate output register for constraint '{r1}': x86_64 has no such register",
        ),
        (
            'call void asm "", "{xmm32}"(i32 %x)',
            "asm-register",
            "couldn't allocate input reg for constraint '{xmm32}': x86_64 has no such register",
        ),
        ('call i32 asm "", "=r|m,r"(i32 %x)', "asm-alternatives", "the constraints have different numbers of alternatives"),
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
        'call void asm "", "~{st(7)},~{XMM31},~{r31bh},~{mxcsr},~{cc}"()',
        'call i32 asm "", "={r8d}"()',
        'call i32 asm "", "={eax}, r,~{ecx} ,~{edx}\\0A"(i32 %x)',
        'call i32 asm "", "=r,0"(ptr %p)',
        # Clang writes a tied input without its alternatives.
        'call void asm "", "=*r|m,0"(ptr elementtype(i32) %p, i32 %x)',
    ],
)
def test_sound(call: str) -> None:
    assert found(call) == []


def test_registers_of_one_architecture() -> None:
    call = 'call i32 asm "", "={r8d}"()'
    assert found(call, "x86_64-linux") == []
    assert [rule for rule, _ in found(call, "i386-linux")] == ["asm-register"]
    assert found('call void asm "", "~{r8d}"()', "i386-linux") == []


@each_row("family", sorted({family for row in REGISTER_NAMES for family in row.families}))
def test_registers_of_every_family(family: str) -> None:
    triple = TRIPLES[family]
    architecture = triple.partition("-")[0].replace("thumbv7", "thumb").replace("thumbv6m", "thumb").replace("armv7", "arm")
    known = operand_registers(family, architecture)
    assert known < clobber_names(family)
    assert not any("[" in name or "]" in name for name in clobber_names(family))
    clobbers = ",".join([f"~{{{name}}}" for name in sorted(clobber_names(family))])
    assert found(f'call void asm "", "{clobbers}"()', triple) == []
    for name in sorted(known):
        assert "asm-register" not in dict(found(f'call void asm "", "{{{name}}}"(i32 %x)', triple)), name
    assert [rule for rule, _ in found('call void asm "", "{nothing},~{nothing}"(i32 %x)', triple)] == ["asm-register"] * 2
    assert "sp" in clobber_names(family) or family in ("mips", "systemz", "powerpc")


def test_ties_of_unlike_types_came() -> None:
    call = 'call i32 asm "", "=r,0"(float 1.0)'
    assert [rule for rule, _ in found(call, version=19)] == ["asm-tie"]
    assert found(call, version=22) == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ('call void asm "", "=r"()', "could not allocate output register for constraint 'r': the call returns void"),
        ('call void asm "", "{r1}"(i32 %x)', "could not allocate input reg for constraint '{r1}': x86_64 has no such register"),
        (
            'call i32 asm "", "=r,*0"(ptr elementtype(i32) %p)',
            "inline asm not supported yet: cannot handle tied indirect register inputs",
        ),
        (
            'call void asm "", "*r"(ptr elementtype(i32) %p)',
            "cannot handle indirect register inputs yet for constraint 'r'",
        ),
    ],
)
def test_words_of_llvm_23(call: str, message: str) -> None:
    text = f'target triple = "x86_64-linux"\ndefine void @f(i32 %x, ptr %p) {{\n  {call}\n  ret void\n}}\n'
    module = parse_assembly(text.encode())
    module.llvm_version = 23
    assert [finding.message for finding in lint(module)] == [message]


def test_an_indirect_operand_that_is_no_pointer() -> None:
    call = 'call void asm "", "=*m"(i32 %x)'
    text = f'target triple = "x86_64-linux"\ndefine void @f(i32 %x) {{\n  {call}\n  ret void\n}}\n'
    module = parse_assembly(text.encode(), llvm_version=13)
    message = "Operand for indirect constraint must have pointer type"
    assert [(finding.rule, finding.message) for finding in lint(module)] == [("asm-indirect", message)]
    assert lint(parse_assembly(text.replace("(i32 %x)", "(i32* %x)").encode(), llvm_version=13)) == []


def test_each_target_has_its_own_codes() -> None:
    call = 'call void asm "", "w"(i64 0)'
    assert found(call, "aarch64-linux") == []
    assert [rule for rule, _ in found(call, "mips-linux")] == ["asm-constraint"]
    assert found(call, "avr") == []
    assert found(call, "") == []


def test_codes_come_with_versions() -> None:
    call = 'call void asm "", "@3Uci"(i32 %x)'
    assert found(call, "aarch64-linux", 19) == []
    assert [rule for rule, _ in found(call, "aarch64-linux", 16)] == ["asm-constraint"]


@each_row("family", TRIPLES)
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
    assert [message for _, message in found(high, "armv7-linux")] == ["unknown asm constraint 'h' (constraint 0, arm)"]
    assert found(high, "thumbv7-linux") == found(high, "thumbv6m-none") == []
    for triple, is_sound in (("armv7-linux", True), ("thumbv7-linux", True), ("thumbv6m-none", False)):
        assert (found('call void asm "", "J"(i32 4095)', triple) == []) == is_sound
