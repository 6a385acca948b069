"""The operations of instructions and constant expressions: their words, their numbers in bitcode, their flags.

A number is that of LLVMBitCodes.h (BINOP, UNOP and CAST records); integer and floating-point operations share the
numbers of binary operations, and the operands' type tells them apart.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.versions import FOREVER

# Which flags an operation takes; their bits are those of the records.
NO_FLAGS: Final = 0
WRAP: Final = 1  # nuw bit 0, nsw bit 1
EXACT: Final = 2  # bit 0
DISJOINT: Final = 3  # bit 0
FAST_MATH: Final = 4
NON_NEGATIVE: Final = 5  # nneg, bit 0
GEP_FLAGS: Final = 6  # inbounds bit 0, nusw bit 1, nuw bit 2
SAME_SIGN: Final = 7  # bit 0

# Words of the flags, in the order in which LLVM prints them, with their bits.
FLAG_WORDS: Final[dict[int, tuple[tuple[str, int], ...]]] = {
    NO_FLAGS: (),
    WRAP: (("nuw", 1), ("nsw", 2)),
    EXACT: (("exact", 1),),
    DISJOINT: (("disjoint", 1),),
    NON_NEGATIVE: (("nneg", 1),),
    GEP_FLAGS: (("inbounds", 1), ("nusw", 2), ("nuw", 4)),
    SAME_SIGN: (("samesign", 1),),
    FAST_MATH: (
        ("reassoc", 128),
        ("nnan", 2),
        ("ninf", 4),
        ("nsz", 8),
        ("arcp", 16),
        ("contract", 32),
        ("afn", 64),
    ),
}
FAST: Final = 254  # all fast-math flags: the word `fast`


@final
class Opcode:
    """One operation: `name` in text, `code` in its kind of record, `floating` where it works on floating point.

    `flags` is the set of flags that it takes, `since` the first LLVM that has it, and `constant_until` the last whose
    constant expressions have it (0: none ever did).
    """

    __slots__ = ("code", "constant_until", "flags", "floating", "name", "since")

    def __init__(
        self, name: str, code: int, flags: int = 0, floating: bool = False, since: int = 0, constant_until: int = FOREVER
    ) -> None:
        self.name = name
        self.code = code
        self.flags = flags
        self.floating = floating
        self.since = since
        self.constant_until = constant_until


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

TRUNC: Final = Opcode("trunc", 0, WRAP)
ZEXT: Final = Opcode("zext", 1, NON_NEGATIVE, constant_until=17)
SEXT: Final = Opcode("sext", 2, constant_until=17)
FPTOUI: Final = Opcode("fptoui", 3, constant_until=17)
FPTOSI: Final = Opcode("fptosi", 4, constant_until=17)
UITOFP: Final = Opcode("uitofp", 5, NON_NEGATIVE, constant_until=17)
SITOFP: Final = Opcode("sitofp", 6, constant_until=17)
FPTRUNC: Final = Opcode("fptrunc", 7, FAST_MATH, constant_until=17)
FPEXT: Final = Opcode("fpext", 8, FAST_MATH, constant_until=17)
PTRTOINT: Final = Opcode("ptrtoint", 9)
INTTOPTR: Final = Opcode("inttoptr", 10)
BITCAST: Final = Opcode("bitcast", 11)
ADDRSPACECAST: Final = Opcode("addrspacecast", 12)
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

_CONSTANTS_UNTIL: Final = {"select": 16, "icmp": 18, "fcmp": 18, "extractvalue": 14, "insertvalue": 14}


def last_as_constant(word: str) -> int:
    """The last LLVM that has constant expressions of that word; FOREVER where they did not end."""
    opcode = OPCODES_BY_NAME.get(word)
    return _CONSTANTS_UNTIL.get(word, FOREVER) if opcode is None else opcode.constant_until
