"""The constraint codes and template modifiers of inline assembly, for each family of targets.

Families are those of target triples, but for ARM's modes: "arm", "thumb" (Thumb2) and "thumb1". The lists are those of
the language document's chapters "Supported Constraint Code List" and "Asm template argument modifiers" (from LLVM 8 on,
with what later ones added), and of `TargetLowering::getConstraintType`.
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


@final
class ImmediateRange:
    """The numbers that a constraint takes in a family of targets."""

    __slots__ = ("code", "family", "highest", "lowest")

    def __init__(self, family: str, code: str, lowest: int, highest: int) -> None:
        self.family = family
        self.code = code
        self.lowest = lowest
        self.highest = highest


@final
class TemplateModifiers:
    """The letters that may follow `${N:` in a family of targets; the family "" is every one."""

    __slots__ = ("family", "letters", "since")

    def __init__(self, family: str, letters: str, since: int = OLDEST) -> None:
        self.family = family
        self.letters = letters
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
    ConstraintCodes("hexagon", MEMORY, "o v"),
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
    ConstraintCodes("x86", MEMORY, "o v"),
    ConstraintCodes("x86", REGISTER, "a b c d S D q Q l R f t u y x v k Y A Yz Ym Yi Yt Y2 Yk"),
    ConstraintCodes("x86", REGISTER, "jr jR", since=19),
    ConstraintCodes("xcore", REGISTER, ""),
)

_U5: Final = (0, 31)
_S12: Final = (-2048, 2047)
_S16: Final = (-32768, 32767)
_U16: Final = (0, 65535)

IMMEDIATE_RANGES: Final = (
    ImmediateRange("aarch64", "z", 0, 0),
    ImmediateRange("amdgpu", "I", -16, 64),
    ImmediateRange("amdgpu", "J", *_S16),
    ImmediateRange("arm", "J", -4095, 4095),
    ImmediateRange("arm", "j", *_U16),
    ImmediateRange("thumb", "J", -4095, 4095),
    ImmediateRange("thumb", "j", *_U16),
    ImmediateRange("thumb1", "I", 0, 255),
    ImmediateRange("thumb1", "J", -255, -1),
    ImmediateRange("thumb1", "L", -7, 7),
    ImmediateRange("thumb1", "M", 0, 1020),
    ImmediateRange("thumb1", "N", 0, 31),
    ImmediateRange("thumb1", "O", -508, 508),
    ImmediateRange("loongarch", "l", *_S16),
    ImmediateRange("loongarch", "I", *_S12),
    ImmediateRange("loongarch", "J", 0, 0),
    ImmediateRange("loongarch", "K", 0, 4095),
    ImmediateRange("mips", "I", *_S16),
    ImmediateRange("mips", "J", 0, 0),
    ImmediateRange("mips", "K", *_U16),
    ImmediateRange("mips", "N", -65535, -1),
    ImmediateRange("mips", "O", -16384, 16383),
    ImmediateRange("mips", "P", 1, 65535),
    ImmediateRange("powerpc", "I", *_S16),
    ImmediateRange("powerpc", "K", *_U16),
    ImmediateRange("powerpc", "M", 32, 0x7FFFFFFFFFFFFFFF),
    ImmediateRange("powerpc", "O", 0, 0),
    ImmediateRange("powerpc", "P", -32767, 32768),
    ImmediateRange("riscv", "I", *_S12),
    ImmediateRange("riscv", "J", 0, 0),
    ImmediateRange("riscv", "K", *_U5),
    ImmediateRange("sparc", "I", -4096, 4095),
    ImmediateRange("systemz", "I", 0, 255),
    ImmediateRange("systemz", "J", 0, 4095),
    ImmediateRange("systemz", "K", *_S16),
    ImmediateRange("systemz", "L", -524288, 524287),
    ImmediateRange("systemz", "M", 0x7FFFFFFF, 0x7FFFFFFF),
    ImmediateRange("x86", "I", *_U5),
    ImmediateRange("x86", "J", 0, 63),
    ImmediateRange("x86", "K", -128, 127),
    ImmediateRange("x86", "M", 0, 3),
    ImmediateRange("x86", "N", 0, 255),
    ImmediateRange("x86", "O", 0, 127),
    ImmediateRange("x86", "e", -0x80000000, 0x7FFFFFFF),
    ImmediateRange("x86", "Z", 0, 0xFFFFFFFF),
)

TEMPLATE_MODIFIERS: Final = (
    TemplateModifiers("", "cnl"),
    TemplateModifiers("", "a", since=10),
    TemplateModifiers("", "s", since=10),
    TemplateModifiers("aarch64", "wxbhsdqa"),
    TemplateModifiers("aarch64", "z", since=10),
    TemplateModifiers("amdgpu", "r"),
    TemplateModifiers("arm", "aPqyBLMQRHefmjk"),
    TemplateModifiers("thumb", "aPqyBLMQRHefmjk"),
    TemplateModifiers("thumb1", "aPqyBLMQRHefmjk"),
    TemplateModifiers("hexagon", "LIH"),
    TemplateModifiers("loongarch", "z"),
    TemplateModifiers("loongarch", "wu", since=20),
    TemplateModifiers("msp430", ""),
    TemplateModifiers("mips", "XxdmzLMDwy"),
    TemplateModifiers("nvptx", "r"),
    TemplateModifiers("powerpc", "LIyUX"),
    TemplateModifiers("powerpc", "x", since=10),
    TemplateModifiers("riscv", "iz"),
    TemplateModifiers("riscv", "NUVGO", since=20),
    TemplateModifiers("sparc", "r"),
    TemplateModifiers("sparc", "LHf", since=15),
    TemplateModifiers("systemz", "NA"),
    TemplateModifiers("x86", "AbhwkqHPactxgVp"),
    TemplateModifiers("xcore", ""),
)

# First version in which SystemZ has all common modifiers. Before, it has only one of them.
_SYSTEMZ_COMMON_MODIFIERS_SINCE: Final = 10

# The sub-architectures of ARM whose Thumb has only 16-bit instructions.
THUMB1_SUB_ARCHITECTURES: Final = ("", "v4t", "v5", "v5te", "v6", "v6k", "v6m", "v8m.base")

# The words that are allowed in `${:word}`.
TEMPLATE_WORDS: Final = ("uid", "comment", "private")


@cache
def codes_of_family(family: str, version: int) -> dict[str, str]:
    """The kind of each constraint code that LLVM of that version knows for a family; empty for an unknown family."""
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


@cache
def modifiers_of_family(family: str, version: int) -> str:
    """The letters that may follow `${N:` for a family; empty for an unknown family."""
    if not any(row.family == family and family for row in TEMPLATE_MODIFIERS):
        return ""
    if family == "systemz" and version < _SYSTEMZ_COMMON_MODIFIERS_SINCE:
        return "n"
    return "".join([row.letters for row in TEMPLATE_MODIFIERS if row.family in ("", family) and row.since <= version])


def immediate_range(family: str, code: str) -> tuple[int, int] | None:
    """The smallest and the largest number that a constraint accepts; None if it has no range."""
    for row in IMMEDIATE_RANGES:
        if row.family == family and row.code == code:
            return row.lowest, row.highest
    return None
