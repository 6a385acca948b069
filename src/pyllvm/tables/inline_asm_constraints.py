"""The constraint codes of inline assembly, and the text that may follow `$` in its template, for each family of targets.

Families are the families of target triples, except for ARM's modes: "arm", "thumb" (Thumb2) and "thumb1". The codes are from
the language document's chapter "Supported Constraint Code List" (from LLVM 8 on, with later additions), and from
`TargetLowering::getConstraintType`. The text after `$` is one of LLVM's words, or a modifier.

Source: lib/Target/*/*ISelLowering.cpp (getConstraintType); LangRef (Asm template argument modifiers); `PrintAsmOperand` and
`PrintAsmMemoryOperand` of the targets. `tests/fidelity/test_asm_constraints.py` compares the codes with llc.
"""

from __future__ import annotations

from functools import cache
from typing import Final, final

from pyllvm.versions import OLDEST

REGISTER: Final = "register"
MEMORY: Final = "memory"
IMMEDIATE: Final = "immediate"
ANYTHING: Final = "anything"


@final
class ConstraintCodes:
    """Codes of one kind that families of targets know; the family "" is every one."""

    __slots__ = ("codes", "families", "kind", "since")

    def __init__(self, families: str, kind: str, codes: str, since: int = OLDEST) -> None:
        self.families = tuple(families.split())
        self.kind = kind
        self.codes = tuple(codes.split())
        self.since = since


CONSTRAINT_CODES: Final = (
    ConstraintCodes("", REGISTER, "r"),
    ConstraintCodes("", MEMORY, "m o V < > p"),
    ConstraintCodes("", IMMEDIATE, "i n s E F"),
    ConstraintCodes("", ANYTHING, "X"),
    ConstraintCodes("aarch64", IMMEDIATE, "z I J K L M N Y Z S"),
    ConstraintCodes("aarch64", MEMORY, "Q"),
    ConstraintCodes("aarch64", REGISTER, "w x"),
    ConstraintCodes("aarch64", REGISTER, "y Upl Upa", since=10),
    ConstraintCodes("aarch64", REGISTER, "Uph Uci Ucj", since=18),
    ConstraintCodes("amdgpu", REGISTER, "v s"),
    ConstraintCodes("amdgpu", REGISTER, "a", since=10),
    ConstraintCodes("amdgpu", IMMEDIATE, "I J A B C DA DB", since=11),
    ConstraintCodes("arm thumb thumb1", MEMORY, "Q Um Un Uq Us Ut Uv Uy"),
    ConstraintCodes("arm thumb thumb1", IMMEDIATE, "I J K L M"),
    ConstraintCodes("arm thumb", IMMEDIATE, "j"),
    ConstraintCodes("thumb1", IMMEDIATE, "N O"),
    ConstraintCodes("arm thumb thumb1", REGISTER, "l w x t"),
    ConstraintCodes("thumb thumb1", REGISTER, "h"),
    ConstraintCodes("arm thumb thumb1", REGISTER, "Te To", since=11),
    ConstraintCodes("hexagon", MEMORY, "o"),
    ConstraintCodes("hexagon", REGISTER, "q v a"),
    ConstraintCodes("loongarch", REGISTER, "f"),
    ConstraintCodes("loongarch", REGISTER, "q", since=20),
    ConstraintCodes("loongarch", MEMORY, "k ZB ZC"),
    ConstraintCodes("loongarch", IMMEDIATE, "l I J K"),
    ConstraintCodes("mips", IMMEDIATE, "I J K L N O P"),
    ConstraintCodes("mips", MEMORY, "R ZC"),
    ConstraintCodes("mips", REGISTER, "d y f c l"),
    ConstraintCodes("msp430", REGISTER, ""),
    ConstraintCodes("nvptx", REGISTER, "b c h l N f d"),
    ConstraintCodes("nvptx", REGISTER, "q", since=19),
    ConstraintCodes("powerpc", IMMEDIATE, "I J K L M N O P"),
    ConstraintCodes("powerpc", MEMORY, "es Q Z Zy"),
    ConstraintCodes("powerpc", REGISTER, "b f d v y wc wa wd wf ws wi ww"),
    ConstraintCodes("riscv", MEMORY, "A"),
    ConstraintCodes("riscv", IMMEDIATE, "I J K S"),
    ConstraintCodes("riscv", REGISTER, "f"),
    ConstraintCodes("riscv", REGISTER, "vr vm", since=13),
    ConstraintCodes("riscv", REGISTER, "vd cr cf R", since=20),
    ConstraintCodes("riscv", REGISTER, "cR", since=21),
    ConstraintCodes("sparc", IMMEDIATE, "I"),
    ConstraintCodes("sparc", REGISTER, "f e"),
    ConstraintCodes("systemz", IMMEDIATE, "I J K L M"),
    ConstraintCodes("systemz", MEMORY, "Q R S T"),
    ConstraintCodes("systemz", MEMORY, "ZQ ZR ZS ZT", since=14),
    ConstraintCodes("systemz", REGISTER, "d a h f v"),
    ConstraintCodes("x86", IMMEDIATE, "I J K L M N O e Z C G"),
    ConstraintCodes("x86", IMMEDIATE, "Ws", since=18),
    ConstraintCodes("x86", MEMORY, "o"),
    ConstraintCodes("x86", REGISTER, "a b c d S D q Q l R f t u y x v k Y A Yz Ym Yi Yt Y2 Yk"),
    ConstraintCodes("x86", REGISTER, "jr jR", since=19),
    ConstraintCodes("xcore", REGISTER, ""),
)

# Codes that LLVM takes for immediates on every target; it does not call them unknown where the target has none.
GENERIC_IMMEDIATES: Final = ("I", "J", "K", "L", "M", "N", "O", "P")
# First version in which what an indirect operand points to is given by `elementtype`; its verifier checks that it is a pointer.
ELEMENT_TYPES_SINCE: Final = 14
# First version known to tie floating-point inputs to integer outputs, and the reverse.
UNLIKE_TIES_SINCE: Final = 20
# First version whose messages have "could not" and "cannot" in place of "couldn't" and "don't know how to".
NO_CONTRACTIONS_SINCE: Final = 23
# The sub-architectures of ARM whose Thumb has only 16-bit instructions.
THUMB1_SUB_ARCHITECTURES: Final = ("", "v4t", "v5", "v5te", "v6", "v6k", "v6m", "v8m.base")


@cache
def codes_of_family(family: str, version: int) -> dict[str, str]:
    """The kind of each constraint code that LLVM of this version knows for a family; empty for an unknown family."""
    own = [row for row in CONSTRAINT_CODES if family in row.families]
    if not own:
        return {}
    common = [row for row in CONSTRAINT_CODES if not row.families]
    kinds: dict[str, str] = {}
    for row in [*own, *common]:
        if row.since <= version:
            for code in row.codes:
                kinds.setdefault(code, row.kind)
    return kinds


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
