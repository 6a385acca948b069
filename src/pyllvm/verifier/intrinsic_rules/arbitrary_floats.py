"""Conversions between LLVM's floating-point types and formats without a type of their own, since LLVM 23.

Source: `Verifier::visitIntrinsicCall`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import MDString, MetadataAsValue
from pyllvm.ir.types import Type, VectorType
from pyllvm.tables.floating_point_formats import FORMAT_BITS, ROUNDING_MODES
from pyllvm.verifier.intrinsic_rules.arguments import Rule, argument_of
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import scalar_bits


def _metadata_argument(call: CallBase, index: int) -> object:
    argument = argument_of(call, index)
    return argument.metadata if isinstance(argument, MetadataAsValue) else None


def _format(state: State, call: CallBase, value: Type, integer: Type) -> bool:
    """Check that both types are vectors of one length, or neither is, and that the integer holds the format's bits."""
    if isinstance(value, VectorType):
        if not isinstance(integer, VectorType):
            return state.fail("if floating-point operand is a vector, integer operand must also be a vector", call)
        if value.count != integer.count or value.is_scalable != integer.is_scalable:
            return state.fail("floating-point and integer vector operands must have the same element count", call)
    text = _metadata_argument(call, 1)
    if text is None:
        return state.fail("missing interpretation metadata operand", call)
    if not isinstance(text, MDString):
        return state.fail("interpretation metadata operand must be a string", call)
    if not text.text:
        return state.fail("interpretation metadata string must not be empty", call)
    bits = FORMAT_BITS.get(text.text)
    if bits is None:
        return state.fail("unsupported interpretation metadata string", call)
    if scalar_bits(integer) != bits:
        return state.fail("integer type bit width must equal the arbitrary FP format width", call)
    return True


def _to_format(state: State, call: CallBase) -> bool:
    if not _format(state, call, call.operands[0].type, call.type):
        return False
    text = _metadata_argument(call, 2)
    if text is None:
        return state.fail("missing rounding mode metadata operand", call)
    if not isinstance(text, MDString):
        return state.fail("rounding mode metadata operand must be a string", call)
    if text.text not in ROUNDING_MODES:
        return state.fail("unsupported rounding mode argument", call)
    return True


def _from_format(state: State, call: CallBase) -> bool:
    return _format(state, call, call.type, call.operands[0].type)


RULES: Final[dict[str, Rule]] = {
    "convert.from.arbitrary.fp": _from_format,
    "convert.to.arbitrary.fp": _to_format,
}
