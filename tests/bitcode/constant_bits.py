"""Modules with one constant expression that LLVM's writer would have folded: in an initializer, in a body, or as a case."""

from __future__ import annotations

import dataclasses
import struct

from module_bits import ModuleBits

from pyllvm.schema.integers import rotated
from pyllvm.tables import records as r
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE

BOOLEAN, BYTE, WORD, LONG, DOUBLE, POINTER, PAIR = range(7)
#: The numbers of values: the variable @g, the symbol with the expression, and constants.
G, SYMBOL, TRUE, SMALL, FIVE, MINUS_7, UNKNOWN, LONG_0, LONG_16, LARGE, TWO, NULL, PAIR_12, PAIR_34 = range(14)
FIRST = 14
_NUMBERS = (
    (BOOLEAN, r.CST_CODE_INTEGER, [rotated(-1)]),
    (BYTE, r.CST_CODE_INTEGER, [rotated(-56)]),
    (WORD, r.CST_CODE_INTEGER, [rotated(5)]),
    (WORD, r.CST_CODE_INTEGER, [rotated(-7)]),
    (WORD, r.CST_CODE_UNDEF, []),
    (LONG, r.CST_CODE_NULL, []),
    (LONG, r.CST_CODE_INTEGER, [rotated(16)]),
    (LONG, r.CST_CODE_INTEGER, [rotated((1 << 40) + 3)]),
    (DOUBLE, r.CST_CODE_FLOAT, [struct.unpack("<Q", struct.pack("<d", 2.0))[0]]),
    (POINTER, r.CST_CODE_NULL, []),
    (PAIR, r.CST_CODE_DATA, [1, 2]),
    (PAIR, r.CST_CODE_DATA, [3, 4]),
)


@dataclasses.dataclass
class Expression:
    """An expression: the records of its parts, each with its type. The last is its value."""

    name: str
    records: list[tuple[int, int, list[int]]]

    @property
    def type(self) -> int:
        """The number of its type."""
        return self.records[-1][0]

    def bitcode(self, place: str, version: int) -> bytes:
        """A file of that version with the expression as `initializer`, as result of a `body`, or as `case` of a switch."""
        bits = ModuleBits(f"LLVM{version}.1.0", 2)
        types = [*_types(version), (r.TYPE_CODE_FUNCTION, [0, self.type, self.type])]
        bits.records(r.TYPE_BLOCK_ID_NEW, (r.TYPE_CODE_NUMENTRY, [len(types)]), *types)
        last = FIRST + len(self.records) - 1
        bits.record(r.MODULE_CODE_GLOBALVAR, [0, 1, BYTE, 2, 0, 0, 0, 0])
        if place == "initializer":
            bits.record(r.MODULE_CODE_GLOBALVAR, [1, 1, self.type, 2, last + 1, 0, 0, 0])
        else:
            bits.record(r.MODULE_CODE_FUNCTION, [1, 1, len(types) - 1, 0, 0, 0, 0, 0, 0, 0])
        rows: list[tuple[int, list[int]]] = []
        for type, code, operands in (*_NUMBERS, *self.records):
            rows.append((r.CST_CODE_SETTYPE, [type]))
            rows.append((code, operands))
        bits.records(r.CONSTANTS_BLOCK_ID, *rows)
        if place == "body":
            bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [1]), (r.FUNC_CODE_INST_RET, [2]))
        elif place == "case":
            switch = (r.FUNC_CODE_INST_SWITCH, [self.type, 1, 1, last, 1])
            bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [2]), switch, (r.FUNC_CODE_INST_RET, [1]))
        return bits.end(b"gf")


def _types(version: int) -> list[tuple[int, list[int]]]:
    is_opaque = version >= OPAQUE_POINTERS_SINCE
    return [
        (r.TYPE_CODE_INTEGER, [1]),
        (r.TYPE_CODE_INTEGER, [8]),
        (r.TYPE_CODE_INTEGER, [32]),
        (r.TYPE_CODE_INTEGER, [64]),
        (r.TYPE_CODE_DOUBLE, []),
        (r.TYPE_CODE_OPAQUE_POINTER, [0]) if is_opaque else (r.TYPE_CODE_POINTER, [BYTE, 0]),
        (r.TYPE_CODE_VECTOR, [2, WORD]),
    ]


def _binary(name: str, code: int, type: int, left: int, right: int) -> Expression:
    return Expression(name, [(type, r.CST_CODE_CE_BINOP, [code, left, right])])


def _cast(name: str, code: int, type: int, source: int, value: int) -> Expression:
    return Expression(name, [(type, r.CST_CODE_CE_CAST, [code, source, value])])


_BINARY = ("add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor")
_ADDRESS = (LONG, r.CST_CODE_CE_CAST, [9, POINTER, G])
EXPRESSIONS = (
    *[_binary(f"{name} of numbers", code, WORD, FIVE, MINUS_7) for code, name in enumerate(_BINARY)],
    *[_binary(f"{name} of vectors", code, PAIR, PAIR_12, PAIR_34) for code, name in enumerate(_BINARY)],
    *[_binary(f"{name} of undef", code, WORD, UNKNOWN, FIVE) for code, name in enumerate(_BINARY)],
    _binary("fadd", 0, DOUBLE, TWO, TWO),
    Expression("fneg", [(DOUBLE, r.CST_CODE_CE_UNOP, [0, TWO])]),
    _cast("trunc", 0, WORD, LONG, LARGE),
    _cast("zext", 1, LONG, BYTE, SMALL),
    _cast("sext", 2, LONG, BYTE, SMALL),
    _cast("fptosi", 4, WORD, DOUBLE, TWO),
    _cast("sitofp", 6, DOUBLE, WORD, MINUS_7),
    _cast("ptrtoint of null", 9, LONG, POINTER, NULL),
    _cast("inttoptr of 0", 10, POINTER, LONG, LONG_0),
    _cast("bitcast of a double", 11, LONG, DOUBLE, TWO),
    _cast("bitcast of a vector", 11, LONG, PAIR, PAIR_12),
    Expression(
        "ptrtoint of inttoptr",
        [(POINTER, r.CST_CODE_CE_CAST, [10, LONG, LONG_16]), (LONG, r.CST_CODE_CE_CAST, [9, POINTER, FIRST])],
    ),
    Expression("inttoptr of ptrtoint", [_ADDRESS, (POINTER, r.CST_CODE_CE_CAST, [10, LONG, FIRST])]),
    Expression("add of an address and 0", [_ADDRESS, (LONG, r.CST_CODE_CE_BINOP, [0, FIRST, LONG_0])]),
    Expression("sub of an address", [_ADDRESS, (LONG, r.CST_CODE_CE_BINOP, [1, FIRST, FIRST])]),
    Expression("select", [(WORD, r.CST_CODE_CE_SELECT, [TRUE, FIVE, MINUS_7])]),
    Expression("extractelement", [(WORD, r.CST_CODE_CE_EXTRACTELT, [PAIR, PAIR_12, LONG, LONG_0])]),
    Expression("insertelement", [(PAIR, r.CST_CODE_CE_INSERTELT, [PAIR_12, FIVE, LONG, LONG_0])]),
    Expression("shufflevector", [(PAIR, r.CST_CODE_CE_SHUFFLEVEC, [PAIR_12, PAIR_34, PAIR_12])]),
    Expression("icmp", [(BOOLEAN, r.CST_CODE_CE_CMP, [WORD, FIVE, MINUS_7, 34])]),
    Expression("fcmp", [(BOOLEAN, r.CST_CODE_CE_CMP, [DOUBLE, TWO, TWO, 1])]),
    Expression("getelementptr of 0", [(POINTER, r.CST_CODE_CE_INBOUNDS_GEP, [BYTE, POINTER, G, LONG, LONG_0])]),
)
