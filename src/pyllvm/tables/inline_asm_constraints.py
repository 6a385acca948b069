"""The constraint codes of inline assembly, for each family of targets.

Families are the families of target triples, except for ARM's modes: "arm", "thumb" (Thumb2) and "thumb1". The lists are from
the language document's chapter "Supported Constraint Code List" (from LLVM 8 on, with later additions), and from
`TargetLowering::getConstraintType`.

Source: lib/Target/*/*ISelLowering.cpp (getConstraintType). `tests/fidelity/test_asm_constraints.py` compares it with llc.
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
