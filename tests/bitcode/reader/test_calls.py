"""Records of calls, with their bits by hand: 3 is @f, 2 is %0, and 1 is %1."""

from __future__ import annotations

import pytest
from function_bits import CALLEE, FLOAT, FUNCTION, MEASURE, RETURN, WORD, first_line
from module_bits import ModuleBits

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.function import Instruction
from pyllvm.ir.metadata import MDTuple, MetadataAsValue
from pyllvm.tables import records as r

CALL = r.FUNC_CODE_INST_CALL
INVOKE = r.FUNC_CODE_INST_INVOKE
CALLBR = r.FUNC_CODE_INST_CALLBR
TYPED = 1 << 15


@pytest.mark.parametrize(
    ("bits", "text"),
    [
        (0, "%3 = call i32 @f(ptr %0, i32 %1)"),
        (1, "%3 = tail call i32 @f(ptr %0, i32 %1)"),
        (1 | 1 << 14, "%3 = musttail call i32 @f(ptr %0, i32 %1)"),
        (1 << 16, "%3 = notail call i32 @f(ptr %0, i32 %1)"),
        (8 << 1, "%3 = call fastcc i32 @f(ptr %0, i32 %1)"),
        (1023 << 1, "%3 = call cc1023 i32 @f(ptr %0, i32 %1)"),
    ],
)
def test_the_bits_of_a_call(bits: int, text: str) -> None:
    assert first_line((CALL, [0, TYPED | bits, FUNCTION, 3, 2, 1]), RETURN) == text


def test_fast_math_flags_stand_before_the_type() -> None:
    text = first_line((CALL, [0, TYPED | 1 << 17, 2 | 8, MEASURE, 2, 2, 1]), RETURN)
    assert text == "%3 = call nnan nsz float %0(ptr %0, i32 %1)"
    with pytest.raises(PyllvmError, match="Fast-math-flags specified for call without floating-point scalar or vector return"):
        first_line((CALL, [0, TYPED | 1 << 17, 2 | 8, FUNCTION, 3, 2, 1]), RETURN)
    with pytest.raises(PyllvmError, match="Fast math flags indicator set for call with no FMF"):
        first_line((CALL, [0, TYPED | 1 << 17, 0, FUNCTION, 3, 2, 1]), RETURN)


def test_more_arguments_than_parameters() -> None:
    assert first_line((CALL, [0, TYPED, CALLEE, 2, 1, 1, 2]), RETURN) == "%3 = call i32 (i32, ...) %0(i32 %1, i32 %1, ptr %0)"


@pytest.mark.parametrize(
    ("operands", "message"),
    [
        ([0, TYPED], "Invalid record"),
        ([0, TYPED, WORD, 3, 2, 1], "Explicit call type is not a function type"),
        ([0, TYPED, FUNCTION, 1, 2, 1], "Callee is not a pointer type"),
        ([0, TYPED, FUNCTION, 3, 2], "Insufficient operands to call"),
        ([0, TYPED, FUNCTION, 3, 2, 1, 1], "Invalid record"),
        ([0, 0, 3, 2, 1], "Callee is not of pointer to function type"),
        ([0, TYPED, FLOAT + 40, 3, 2, 1], "Invalid record"),
    ],
)
def test_what_llvm_refuses(operands: list[int], message: str) -> None:
    with pytest.raises(PyllvmError, match=f"^{message}$"):
        first_line((CALL, operands), RETURN)


def test_an_invoke_and_a_callbr_end_as_a_call_does() -> None:
    unreachable = (r.FUNC_CODE_INST_UNREACHABLE, [])
    invoke = first_line((INVOKE, [0, 1 << 13 | 8, 1, 2, FUNCTION, 3, 2, 1]), unreachable, unreachable, blocks=3)
    assert invoke.split("\n")[0] == "%3 = invoke fastcc i32 @f(ptr %0, i32 %1)"
    callbr = first_line((CALLBR, [0, TYPED | 8 << 1, 1, 1, 2, FUNCTION, 3, 2, 1]), unreachable, unreachable, blocks=3)
    assert callbr.split("\n")[0] == "%3 = callbr fastcc i32 @f(ptr %0, i32 %1)"


def _call_with_metadata(number: int) -> Instruction:
    """The call in a module of LLVM 19, whose argument is the metadata with that number; the module has no metadata."""
    bits = ModuleBits("LLVM19.1.7", 2)
    function_types = ((r.TYPE_CODE_FUNCTION, [0, 0, 1]), (r.TYPE_CODE_FUNCTION, [0, 0]))
    bits.records(
        r.TYPE_BLOCK_ID_NEW, (r.TYPE_CODE_NUMENTRY, [4]), (r.TYPE_CODE_VOID, []), (r.TYPE_CODE_METADATA, []), *function_types
    )
    bits.record(r.MODULE_CODE_FUNCTION, [0, 1, 2, 0, 1, 0, 0, 0, 0, 0])
    bits.record(r.MODULE_CODE_FUNCTION, [1, 1, 3, 0, 0, 0, 0, 0, 0, 0])
    call = (CALL, [0, TYPED, 2, 2, 2 - number & 0xFFFFFFFF])
    bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [1]), call, (r.FUNC_CODE_INST_RET, []))
    return bits.read(b"fg").functions[1].blocks[0].instructions[0]


def test_metadata_that_was_not_read() -> None:
    with pytest.raises(PyllvmError, match="Invalid function metadata: outgoing forward refs"):
        _call_with_metadata(5)


@pytest.mark.parametrize("number", [300, 0xFFFFFFFA])
def test_a_number_of_metadata_that_the_file_is_too_small_for(number: int) -> None:
    argument = _call_with_metadata(number).operands[0]
    assert isinstance(argument, MetadataAsValue)
    assert isinstance(argument.metadata, MDTuple)
    assert argument.metadata.operands == []
