"""The text that may follow `$` in a template of inline assembly: LLVM's words, and the modifiers for each family of targets.

Source: the language document's "Asm template argument modifiers", and `PrintAsmOperand` and `PrintAsmMemoryOperand` of the
targets. Families are the same as in `inline_asm_constraints`.
"""

from __future__ import annotations

from functools import cache
from typing import Final, final

from pyllvm.versions import OLDEST

# The kinds of operands on which modifiers depend.
INTEGER_REGISTER: Final = "an integer register"
VECTOR_REGISTER: Final = "a floating-point or vector register"
NUMBER: Final = "a number"
MEMORY_OPERAND: Final = "a memory operand"


@final
class TemplateModifiers:
    """The letters that may follow `${N:` in a family of targets; the family "" is every one."""

    __slots__ = ("family", "letters", "since")

    def __init__(self, family: str, letters: str, since: int = OLDEST) -> None:
        self.family = family
        self.letters = letters
        self.since = since


@final
class OperandModifiers:
    """The letters that LLVM prints on one kind of operand in families of targets; it refuses the others."""

    __slots__ = ("families", "kind", "letters")

    def __init__(self, families: str, kind: str, letters: str) -> None:
        self.families = tuple(families.split())
        self.kind = kind
        self.letters = letters


@final
class RegisterKinds:
    """The constraint codes of one kind of register in families of targets."""

    __slots__ = ("codes", "families", "kind")

    def __init__(self, families: str, kind: str, codes: str) -> None:
        self.families = tuple(families.split())
        self.kind = kind
        self.codes = tuple(codes.split())


TEMPLATE_MODIFIERS: Final = (
    TemplateModifiers("", "cnl"),
    TemplateModifiers("", "a", since=10),
    TemplateModifiers("", "s", since=10),
    TemplateModifiers("aarch64", "wxbhsdqa"),
    TemplateModifiers("aarch64", "z", since=10),
    TemplateModifiers("amdgpu", "r"),
    TemplateModifiers("arm", "aPqyBLMQRHefhmjk"),
    TemplateModifiers("thumb", "aPqyBLMQRHefhmjk"),
    TemplateModifiers("thumb1", "aPqyBLMQRHefhmjk"),
    TemplateModifiers("hexagon", "LIH"),
    TemplateModifiers("loongarch", "z"),
    TemplateModifiers("loongarch", "wu", since=18),
    TemplateModifiers("msp430", ""),
    TemplateModifiers("mips", "XxdmzLMDwy"),
    TemplateModifiers("nvptx", "r"),
    TemplateModifiers("powerpc", "LIyUX"),
    TemplateModifiers("powerpc", "x", since=10),
    TemplateModifiers("riscv", "iz"),
    TemplateModifiers("riscv", "NUVGO", since=20),
    TemplateModifiers("sparc", "r"),
    TemplateModifiers("sparc", "LHf", since=15),
    TemplateModifiers("systemz", "NAOR"),
    TemplateModifiers("x86", "AbhwkqHPactxgVp"),
    TemplateModifiers("xcore", ""),
)

# First version in which SystemZ has all common modifiers. Before, it has only one of them.
_SYSTEMZ_COMMON_MODIFIERS_SINCE: Final = 10

# Families and kinds that are not here take any modifier of the target.
OPERAND_MODIFIERS: Final = (
    OperandModifiers("aarch64", INTEGER_REGISTER, "awx"),
    OperandModifiers("aarch64", VECTOR_REGISTER, "abdhqswxz"),
    OperandModifiers("aarch64", NUMBER, "abcdhnqswxz"),
    OperandModifiers("aarch64", MEMORY_OPERAND, "a"),
    OperandModifiers("arm thumb thumb1", INTEGER_REGISTER, "aqHMPQR"),
    OperandModifiers("arm thumb thumb1", VECTOR_REGISTER, "aefhqyHMPQR"),
    OperandModifiers("arm thumb thumb1", NUMBER, "acnqsBLP"),
    OperandModifiers("arm thumb thumb1", MEMORY_OPERAND, "m"),
    OperandModifiers("mips", INTEGER_REGISTER, "awzDLM"),
    OperandModifiers("mips", VECTOR_REGISTER, "awzDLM"),
    OperandModifiers("mips", NUMBER, "acdmnswxyzX"),
    OperandModifiers("mips", MEMORY_OPERAND, "DLM"),
    OperandModifiers("powerpc", INTEGER_REGISTER, "axIL"),
    OperandModifiers("powerpc", VECTOR_REGISTER, "axIL"),
    OperandModifiers("powerpc", NUMBER, "acnsI"),
    OperandModifiers("powerpc", MEMORY_OPERAND, "yILUX"),
    OperandModifiers("riscv", INTEGER_REGISTER, "aizN"),
    OperandModifiers("riscv", NUMBER, "acinsz"),
    OperandModifiers("systemz", INTEGER_REGISTER, "aN"),
    OperandModifiers("systemz", VECTOR_REGISTER, "aN"),
    OperandModifiers("systemz", NUMBER, "acns"),
    OperandModifiers("x86", INTEGER_REGISTER, "abchknqwAPV"),
    OperandModifiers("x86", VECTOR_REGISTER, "acgntxAP"),
    OperandModifiers("x86", NUMBER, "abcghknpqstwxPV"),
    OperandModifiers("x86", MEMORY_OPERAND, "bhkqwHP"),
)

REGISTER_KINDS: Final = (
    RegisterKinds("aarch64", INTEGER_REGISTER, "r"),
    RegisterKinds("aarch64", VECTOR_REGISTER, "w x y"),
    RegisterKinds("arm thumb thumb1", INTEGER_REGISTER, "r l h Te To"),
    RegisterKinds("arm thumb thumb1", VECTOR_REGISTER, "w x t"),
    RegisterKinds("mips", INTEGER_REGISTER, "r d y c l"),
    RegisterKinds("mips", VECTOR_REGISTER, "f"),
    RegisterKinds("powerpc", INTEGER_REGISTER, "r b"),
    RegisterKinds("powerpc", VECTOR_REGISTER, "f d v wa wd wf wi ws ww"),
    RegisterKinds("riscv", INTEGER_REGISTER, "r"),
    RegisterKinds("systemz", INTEGER_REGISTER, "r d a h"),
    RegisterKinds("systemz", VECTOR_REGISTER, "f v"),
    RegisterKinds("x86", INTEGER_REGISTER, "r l q Q R jr jR"),
    RegisterKinds("x86", VECTOR_REGISTER, "x v Yz Yi Yt Y2"),
)

# The words that are allowed in `${:word}`.
TEMPLATE_WORDS: Final = ("uid", "comment", "private")


@cache
def modifiers_of_family(family: str, version: int) -> str:
    """The letters that may follow `${N:` for a family; empty for an unknown family."""
    if not any(row.family == family and family for row in TEMPLATE_MODIFIERS):
        return ""
    if family == "systemz" and version < _SYSTEMZ_COMMON_MODIFIERS_SINCE:
        return "n"
    return "".join([row.letters for row in TEMPLATE_MODIFIERS if row.family in ("", family) and row.since <= version])


@cache
def modifiers_of_operand(family: str, kind: str) -> str:
    """The letters that LLVM prints on a kind of operand; empty if the tables do not list them."""
    for row in OPERAND_MODIFIERS:
        if row.kind == kind and family in row.families:
            return row.letters
    return ""


@cache
def kind_of_register(family: str, code: str) -> str:
    """The kind of the registers of a constraint code; empty if the tables do not have it."""
    for row in REGISTER_KINDS:
        if family in row.families and code in row.codes:
            return row.kind
    return ""
