"""Builds the body of one function record by record, in a module with opaque pointers."""

from __future__ import annotations

from module_bits import ModuleBits

from pyllvm.ir.module import Module
from pyllvm.tables import records as r

VOID, WORD, POINTER, PROCEDURE, FUNCTION, FLOAT, CALLEE, MEASURE = range(8)
_TYPES = (
    (r.TYPE_CODE_NUMENTRY, [8]),
    (r.TYPE_CODE_VOID, []),
    (r.TYPE_CODE_INTEGER, [32]),
    (r.TYPE_CODE_OPAQUE_POINTER, [0]),
    (r.TYPE_CODE_FUNCTION, [0, VOID]),
    (r.TYPE_CODE_FUNCTION, [0, WORD, POINTER, WORD]),
    (r.TYPE_CODE_FLOAT, []),
    (r.TYPE_CODE_FUNCTION, [1, WORD, WORD]),  # i32 (i32, ...)
    (r.TYPE_CODE_FUNCTION, [0, FLOAT, POINTER, WORD]),
)
RETURN = (r.FUNC_CODE_INST_RET, [1])


def module_of(*rows: tuple[int, list[int]], blocks: int = 1) -> Module:
    """`define i32 @f(ptr %0, i32 %1)` with these records; `@f` is value 0, `%0` 1, `%1` 2, the first instruction 3."""
    bits = ModuleBits("LLVM19.1.7", 2)
    bits.records(r.TYPE_BLOCK_ID_NEW, *_TYPES)
    bits.record(r.MODULE_CODE_FUNCTION, [0, 1, FUNCTION, 0, 0, 0, 0, 0, 0, 0])
    bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [blocks]), *rows)
    return bits.read(b"f")


def first_line(*rows: tuple[int, list[int]], blocks: int = 1) -> str:
    """The text of the first instruction."""
    module = module_of(*rows, blocks=blocks)
    return str(next(iter(module.functions[0].instructions))).strip()
