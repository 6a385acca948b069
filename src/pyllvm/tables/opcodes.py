"""The operations of instructions and constant expressions: their words, their numbers in bitcode, their sets of flags.

A number is the one in LLVMBitCodes.h (BINOP, UNOP and CAST records); integer and floating-point operations share the
numbers of binary operations, and the operands' type tells them apart.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.tables.flags import (
    DISJOINT,
    EXACT,
    FAST_MATH,
    FAST_MATH_OF_CASTS,
    FAST_MATH_OF_PHI,
    FAST_MATH_OF_SELECT,
    FAST_MATH_OF_SITOFP,
    FLAGS_OF_UITOFP,
    GEP_FLAGS,
    NO_FLAGS,
    NON_NEGATIVE_OF_ZEXT,
    NON_NULL_OF_CAST,
    SAME_SIGN,
    WRAP,
    WRAP_OF_TRUNC,
    FlagSet,
)
from pyllvm.versions import FOREVER


@final
class Opcode:
    """One operation: `name` in text, `code` in its kind of record, `floating` where it works on floating point.

    `flags` is its row of `tables/flags.py`, `since` the first LLVM that has it, and `constant_until` the last whose
    constant expressions have it (0: none ever did).
    """

    __slots__ = ("code", "constant_until", "flags", "floating", "name", "since")

    def __init__(
        self,
        name: str,
        code: int,
        flags: FlagSet = NO_FLAGS,
        floating: bool = False,
        since: int = 0,
        constant_until: int = FOREVER,
    ) -> None:
        self.name = name
        self.code = code
        self.flags = flags
        self.floating = floating
        self.since = since
        self.constant_until = constant_until

    def __repr__(self) -> str:
        return f"<Opcode {self.name}>"


ADD: Final = Opcode("add", 0, WRAP)
SUB: Final = Opcode("sub", 1, WRAP)
MUL: Final = Opcode("mul", 2, WRAP, constant_until=20)
UDIV: Final = Opcode("udiv", 3, EXACT, constant_until=14)
SDIV: Final = Opcode("sdiv", 4, EXACT, constant_until=14)
UREM: Final = Opcode("urem", 5, constant_until=14)
SREM: Final = Opcode("srem", 6, constant_until=14)
SHL: Final = Opcode("shl", 7, WRAP, constant_until=18)
LSHR: Final = Opcode("lshr", 8, EXACT, constant_until=17)
ASHR: Final = Opcode("ashr", 9, EXACT, constant_until=17)
AND: Final = Opcode("and", 10, constant_until=17)
OR: Final = Opcode("or", 11, DISJOINT, constant_until=17)
XOR: Final = Opcode("xor", 12)
FADD: Final = Opcode("fadd", 0, FAST_MATH, True, constant_until=14)
FSUB: Final = Opcode("fsub", 1, FAST_MATH, True, constant_until=14)
FMUL: Final = Opcode("fmul", 2, FAST_MATH, True, constant_until=14)
FDIV: Final = Opcode("fdiv", 4, FAST_MATH, True, constant_until=14)
FREM: Final = Opcode("frem", 6, FAST_MATH, True, constant_until=14)

FNEG: Final = Opcode("fneg", 0, FAST_MATH, True, since=8, constant_until=15)

TRUNC: Final = Opcode("trunc", 0, WRAP_OF_TRUNC)
ZEXT: Final = Opcode("zext", 1, NON_NEGATIVE_OF_ZEXT, constant_until=17)
SEXT: Final = Opcode("sext", 2, constant_until=17)
FPTOUI: Final = Opcode("fptoui", 3, constant_until=17)
FPTOSI: Final = Opcode("fptosi", 4, constant_until=17)
UITOFP: Final = Opcode("uitofp", 5, FLAGS_OF_UITOFP, constant_until=17)
SITOFP: Final = Opcode("sitofp", 6, FAST_MATH_OF_SITOFP, constant_until=17)
FPTRUNC: Final = Opcode("fptrunc", 7, FAST_MATH_OF_CASTS, constant_until=17)
FPEXT: Final = Opcode("fpext", 8, FAST_MATH_OF_CASTS, constant_until=17)
PTRTOINT: Final = Opcode("ptrtoint", 9)
INTTOPTR: Final = Opcode("inttoptr", 10)
BITCAST: Final = Opcode("bitcast", 11)
ADDRSPACECAST: Final = Opcode("addrspacecast", 12, NON_NULL_OF_CAST)
PTRTOADDR: Final = Opcode("ptrtoaddr", 13, since=22)

INTEGER_BINARY: Final = (ADD, SUB, MUL, UDIV, SDIV, UREM, SREM, SHL, LSHR, ASHR, AND, OR, XOR)
FLOATING_POINT_BINARY: Final = (FADD, FSUB, FMUL, FDIV, FREM)
UNARY: Final = (FNEG,)
CASTS: Final = (
    TRUNC, ZEXT, SEXT, FPTOUI, FPTOSI, UITOFP, SITOFP, FPTRUNC, FPEXT, PTRTOINT, INTTOPTR, BITCAST, ADDRSPACECAST, PTRTOADDR,
)  # fmt: skip

OPCODES_BY_NAME: Final[dict[str, Opcode]] = {
    row.name: row for rows in (INTEGER_BINARY, FLOATING_POINT_BINARY, UNARY, CASTS) for row in rows
}
INTEGER_BINARY_BY_CODE: Final[dict[int, Opcode]] = {row.code: row for row in INTEGER_BINARY}
FLOATING_POINT_BINARY_BY_CODE: Final[dict[int, Opcode]] = {row.code: row for row in FLOATING_POINT_BINARY}

# The sets of flags by the word of the operation.
FLAGS_OF_OPERATION: Final[dict[str, FlagSet]] = {
    **{row.name: row.flags for row in OPCODES_BY_NAME.values()},
    "icmp": SAME_SIGN,
    "fcmp": FAST_MATH,
    "select": FAST_MATH_OF_SELECT,
    "phi": FAST_MATH_OF_PHI,
    "call": FAST_MATH,
    "getelementptr": GEP_FLAGS,
}

# The integer operations that LLVM's Verifier calls logical, and those that it calls shifts.
LOGICAL: Final = frozenset((AND.name, OR.name, XOR.name))
SHIFTS: Final = frozenset((SHL.name, LSHR.name, ASHR.name))
# The operations whose result has the type of their operands.
OPERATIONS_ON_NUMBERS: Final = frozenset(row.name for row in (*INTEGER_BINARY, *FLOATING_POINT_BINARY, *UNARY))
CAST_NAMES: Final = frozenset(row.name for row in CASTS)

_CONSTANTS_UNTIL: Final = {"select": 16, "icmp": 18, "fcmp": 18, "extractvalue": 14, "insertvalue": 14}


def last_as_constant(word: str) -> int:
    """The last LLVM that has constant expressions of that word; FOREVER if none removed them."""
    opcode = OPCODES_BY_NAME.get(word)
    return _CONSTANTS_UNTIL.get(word, FOREVER) if opcode is None else opcode.constant_until
