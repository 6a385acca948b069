"""The operations of instructions and constant expressions: their words, their numbers in bitcode, their sets of flags.

A number is the one in LLVMBitCodes.h (BINOP, UNOP and CAST records); integer and floating-point operations share the
numbers of binary operations, and the operands' type tells them apart.

Source: Instruction.def; LLVMBitCodes.h (BinaryOpcodes, CastOpcodes); Constants.cpp (isSupported...). `python -m
tests.releases.run PATH --subject words` shows what it lacks of an LLVM.
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
    constant expressions have it (0: none ever did). `text` tells people about it.
    `kinds` are words that other code asks for by the sets below; with "poison", the result may be poison although no operand is.
    `symbol` is the operator of other languages for it, `names` are its names elsewhere, `title` is its name in LLVM's messages.
    The `shape` of a cast has the types on both sides, and whether the first one has more bits (`>`) or fewer (`<`).
    """

    __slots__ = (
        "code", "constant_until", "flags", "floating", "kinds", "name", "names", "shape", "since", "symbol", "text", "title",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        code: int,
        flags: FlagSet = NO_FLAGS,
        *,
        floating: bool = False,
        since: int = 0,
        constant_until: int = FOREVER,
        kinds: str = "",
        symbol: str = "",
        names: str = "",
        shape: str = "",
        title: str = "",
        text: str = "",
    ) -> None:
        self.name: Final = name
        self.code: Final = code
        self.flags: Final = flags
        self.floating: Final = floating
        self.since: Final = since
        self.constant_until: Final = constant_until
        self.kinds: Final = kinds.split()
        self.symbol: Final = symbol
        self.names: Final = names.split()
        self.shape: Final = shape.split()
        self.title: Final = title
        self.text: Final = text

    def __repr__(self) -> str:
        return f"<Opcode {self.name}>"


ADD: Final = Opcode(
    "add", 0, WRAP, kinds="commutative associative", symbol="+", names="iadd plus",
    text="The sum of two integers, or of their elements in vectors. It wraps; with `nuw` or `nsw`, wrapping gives poison.",
)  # fmt: skip
SUB: Final = Opcode(
    "sub", 1, WRAP, symbol="-", names="isub minus",
    text="The difference of two integers. It wraps; with `nuw` or `nsw`, wrapping gives poison.",
)  # fmt: skip
MUL: Final = Opcode(
    "mul", 2, WRAP, constant_until=20, kinds="commutative associative", symbol="*", names="imul mult",
    text="The product of two integers. It wraps; with `nuw` or `nsw`, wrapping gives poison.",
)  # fmt: skip
UDIV: Final = Opcode(
    "udiv", 3, EXACT, constant_until=14, kinds="division",
    text="The quotient of two unsigned integers; division by zero is undefined behavior.",
)  # fmt: skip
SDIV: Final = Opcode(
    "sdiv", 4, EXACT, constant_until=14, kinds="division", symbol="/", names="div idiv",
    text="The quotient of two signed integers, rounded toward zero; division by zero is undefined behavior.",
)  # fmt: skip
UREM: Final = Opcode(
    "urem", 5, constant_until=14, kinds="division",
    text="The remainder of two unsigned integers; division by zero is undefined behavior.",
)  # fmt: skip
SREM: Final = Opcode(
    "srem", 6, constant_until=14, kinds="division", symbol="%", names="rem mod",
    text="The remainder of two signed integers, with the sign of the first; division by zero is undefined behavior.",
)  # fmt: skip
SHL: Final = Opcode(
    "shl", 7, WRAP, constant_until=18, kinds="shift poison", symbol="<<", names="sal lsl",
    text="Shifts an integer left; zeros come in from the right.",
)  # fmt: skip
LSHR: Final = Opcode(
    "lshr", 8, EXACT, constant_until=17, kinds="shift poison", symbol=">>>", names="shr lsr",
    text="Shifts an integer right; zeros come in from the left.",
)  # fmt: skip
ASHR: Final = Opcode(
    "ashr", 9, EXACT, constant_until=17, kinds="shift poison", symbol=">>", names="sar asr",
    text="Shifts an integer right; copies of the sign bit come in from the left.",
)  # fmt: skip
AND: Final = Opcode(
    "and", 10, constant_until=17, kinds="commutative associative logical", symbol="&",
    text="The bits that both integers have.",
)  # fmt: skip
OR: Final = Opcode(
    "or", 11, DISJOINT, constant_until=17, kinds="commutative associative logical", symbol="|",
    text="The bits that at least one integer has. With `disjoint`, a common bit gives poison.",
)  # fmt: skip
XOR: Final = Opcode(
    "xor", 12, kinds="commutative associative logical", symbol="^",
    text="The bits that exactly one integer has.",
)  # fmt: skip
FADD: Final = Opcode(
    "fadd", 0, FAST_MATH, floating=True, constant_until=14, kinds="commutative", symbol="+", names="plus",
    text="The sum of two floating-point numbers.",
)  # fmt: skip
FSUB: Final = Opcode(
    "fsub", 1, FAST_MATH, floating=True, constant_until=14, symbol="-", names="minus",
    text="The difference of two floating-point numbers.",
)  # fmt: skip
FMUL: Final = Opcode(
    "fmul", 2, FAST_MATH, floating=True, constant_until=14, kinds="commutative", symbol="*", names="mult",
    text="The product of two floating-point numbers.",
)  # fmt: skip
FDIV: Final = Opcode(
    "fdiv", 4, FAST_MATH, floating=True, constant_until=14, symbol="/", names="div",
    text="The quotient of two floating-point numbers.",
)  # fmt: skip
FREM: Final = Opcode(
    "frem", 6, FAST_MATH, floating=True, constant_until=14, symbol="%", names="rem mod",
    text="The remainder of two floating-point numbers, with the sign of the first.",
)  # fmt: skip

FNEG: Final = Opcode(
    "fneg", 0, FAST_MATH, floating=True, since=8, constant_until=15,
    text="A floating-point number with the other sign.",
)  # fmt: skip

TRUNC: Final = Opcode(
    "trunc", 0, WRAP_OF_TRUNC, shape="integer > integer", title="Trunc",
    text="The low bits of an integer in a narrower type.",
)  # fmt: skip
ZEXT: Final = Opcode(
    "zext", 1, NON_NEGATIVE_OF_ZEXT, constant_until=17, shape="integer < integer", title="ZExt",
    text="The same unsigned integer in a wider type. With `nneg`, a negative operand gives poison.",
)  # fmt: skip
SEXT: Final = Opcode(
    "sext", 2, constant_until=17, shape="integer < integer", title="SExt",
    text="The same signed integer in a wider type.",
)  # fmt: skip
FPTOUI: Final = Opcode(
    "fptoui", 3, constant_until=17, kinds="poison", shape="floating integer", title="FPToUI",
    text="A floating-point number as an unsigned integer, rounded toward zero; poison if it does not fit.",
)  # fmt: skip
FPTOSI: Final = Opcode(
    "fptosi", 4, constant_until=17, kinds="poison", shape="floating integer", title="FPToSI",
    text="A floating-point number as a signed integer, rounded toward zero; poison if it does not fit.",
)  # fmt: skip
UITOFP: Final = Opcode(
    "uitofp", 5, FLAGS_OF_UITOFP, constant_until=17, shape="integer floating", title="UIToFP",
    text="An unsigned integer as a floating-point number.",
)  # fmt: skip
SITOFP: Final = Opcode(
    "sitofp", 6, FAST_MATH_OF_SITOFP, constant_until=17, names="sitof", shape="integer floating", title="SIToFP",
    text="A signed integer as a floating-point number.",
)  # fmt: skip
FPTRUNC: Final = Opcode(
    "fptrunc", 7, FAST_MATH_OF_CASTS, constant_until=17, shape="floating > floating", title="FPTrunc",
    text="A floating-point number in a narrower type, rounded.",
)  # fmt: skip
FPEXT: Final = Opcode(
    "fpext", 8, FAST_MATH_OF_CASTS, constant_until=17, shape="floating < floating", title="FPExt",
    text="The same floating-point number in a wider type.",
)  # fmt: skip
PTRTOINT: Final = Opcode(
    "ptrtoint", 9, names="ptrtoi", shape="pointer integer", title="PtrToInt",
    text="The address of a pointer as an integer.",
)  # fmt: skip
INTTOPTR: Final = Opcode(
    "inttoptr", 10, names="itop", shape="integer pointer", title="IntToPtr",
    text="The pointer with the address that an integer is.",
)  # fmt: skip
BITCAST: Final = Opcode(
    "bitcast", 11,
    text="The same bits as a value of another type of the same size.",
)  # fmt: skip
ADDRSPACECAST: Final = Opcode(
    "addrspacecast", 12, NON_NULL_OF_CAST, kinds="poison",
    text="Converts a pointer to another address space.",
)  # fmt: skip
PTRTOADDR: Final = Opcode(
    "ptrtoaddr", 13, since=22, shape="pointer integer",
    text="The address of a pointer as an integer; it does not expose the pointer's provenance.",
)  # fmt: skip

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


def _of_kind(kind: str) -> frozenset[str]:
    return frozenset(row.name for row in OPCODES_BY_NAME.values() if kind in row.kinds)


# The operations whose operands may be exchanged; those that may be grouped otherwise; and the integer operations that LLVM's
# Verifier calls logical, and those that it calls shifts.
COMMUTATIVE: Final = _of_kind("commutative")
ASSOCIATIVE: Final = _of_kind("associative")
LOGICAL: Final = _of_kind("logical")
SHIFTS: Final = _of_kind("shift")
DIVISIONS: Final = _of_kind("division")
MAKES_POISON: Final = _of_kind("poison")
ICMP: Final = "icmp"
FCMP: Final = "fcmp"
COMPARISONS: Final = (ICMP, FCMP)
# The operations whose result has the type of their operands.
OPERATIONS_ON_NUMBERS: Final = frozenset(row.name for row in (*INTEGER_BINARY, *FLOATING_POINT_BINARY, *UNARY))
CAST_NAMES: Final = frozenset(row.name for row in CASTS)

_CONSTANTS_UNTIL: Final = {"select": 16, "icmp": 18, "fcmp": 18, "extractvalue": 14, "insertvalue": 14}


def last_as_constant(word: str) -> int:
    """The last LLVM that has constant expressions of that word; FOREVER if none removed them."""
    opcode = OPCODES_BY_NAME.get(word)
    return _CONSTANTS_UNTIL.get(word, FOREVER) if opcode is None else opcode.constant_until


# A sentence on each instruction, for people.
INSTRUCTIONS: Final[dict[str, str]] = {
    **{row.name: row.text for row in OPCODES_BY_NAME.values()},
    "alloca": "Memory on the stack of this call, which is freed on return. The result is its address.",
    "atomicrmw": "Reads memory, changes the value and writes it back in one step. The result is the old value.",
    "bitextract": "Takes an integer out of the bits of a value.",
    "bitinsert": "Puts an integer into the bits of a value.",
    "br": "Goes to a block, or to one of two by an `i1`.",
    "call": "Calls a function. The result is what it returns.",
    "callbr": "Calls inline assembly that may jump to one of several blocks.",
    "catchpad": "Begins a handler of exceptions on Windows.",
    "catchret": "Leaves the handler that a `catchpad` began.",
    "catchswitch": "Chooses between the handlers of exceptions on Windows.",
    "cleanuppad": "Begins a cleanup that runs when an exception passes, on Windows.",
    "cleanupret": "Leaves the cleanup that a `cleanuppad` began.",
    "cmpxchg": "Writes memory in one step if it has the expected value. The result is the old value, and whether it was written.",
    "extractelement": "One element of a vector.",
    "extractvalue": "One member of a struct or an array, by constant indices.",
    "fcmp": "Compares floating-point numbers; a predicate with `o` is false and one with `u` is true if one is a NaN.",
    "fence": "Orders the accesses to memory before and after it.",
    "freeze": "Some fixed value in place of undef or poison; any other value is unchanged.",
    "getelementptr": "Computes an address in an array or a struct. It does not access memory.",
    "icmp": "Compares integers or pointers, signed (`s`) or unsigned (`u`).",
    "indirectbr": "Goes to the block with this address, which must be one of the list.",
    "insertelement": "The vector with one element replaced.",
    "insertvalue": "The struct or array with one member replaced.",
    "invoke": "Calls a function; goes to one block when it returns, and to another when it throws.",
    "landingpad": "The exception that has come to this block, and what it is caught by.",
    "load": "Reads memory.",
    "phi": "A value that depends on the block from which this one was reached.",
    "resume": "Goes on with an exception that was not caught here.",
    "ret": "Returns from the function.",
    "select": "One of two values, by an `i1`.",
    "shufflevector": "Elements of two vectors, in the order of a constant mask.",
    "store": "Writes a value to memory.",
    "switch": "Goes to one of several blocks by the value of an integer.",
    "unreachable": "Control never comes here: to get here is undefined behavior.",
    "va_arg": "Takes the next variable argument.",
}
# The instructions that may be missing in a line, the likeliest first.
LIKELY_INSTRUCTIONS: Final = (
    *("store", "ret", "br", "call", "load", "add", "icmp", "getelementptr", "phi", "alloca", "zext", "trunc", "bitcast", "fadd"),
    *("switch", "select", "invoke", "extractvalue", "insertvalue", "extractelement", "insertelement", "shufflevector", "sitofp"),
    *("fptosi", "fcmp", "fneg", "freeze", "ptrtoint", "inttoptr", "resume", "cmpxchg", "atomicrmw", "landingpad"),
)
