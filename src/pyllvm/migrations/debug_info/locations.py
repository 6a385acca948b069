"""Ends the location of a variable where an older LLVM has no expression for it: the variable stays, its place is unknown."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import UNDEF, SimpleConstant
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import DebugRecord, DIArgList, DIExpression, Metadata, MetadataAsValue, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.loss import DEBUG_INFO, Losses
from pyllvm.schema.expression import FRAGMENT
from pyllvm.tables.dwarf_operations import EXPRESSION
from pyllvm.tables.features import ARGUMENT_LISTS
from pyllvm.tables.intrinsic_names import DECLARE_INTRINSIC, VALUE_INTRINSIC
from pyllvm.versions import SUPPORTED

_FRAGMENT_ELEMENTS: Final = 3
_LOCATED: Final = (VALUE_INTRINSIC, DECLARE_INTRINSIC)


def drop_locations(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Make every location undefined whose expression LLVM `version` does not have."""
    context = module.context
    for name in _LOCATED:
        declared = module.get(name)
        if isinstance(declared, Function):
            for user in reversed(declared.users):
                if isinstance(user, CallBase) and user.callee is declared:
                    _settle_call(context, user, version, losses)
    for block in bodies.found().recorded:
        for instruction in block.instructions:
            for record in instruction.debug_records or ():
                _settle_record(context, record, version, losses, block.parent, instruction)


def _settle_call(context: Context, call: CallBase, version: int, losses: Losses) -> None:
    location, expression = call.operands[0], call.operands[2]
    if not isinstance(location, MetadataAsValue) or not isinstance(expression, MetadataAsValue):
        return
    found = expression.metadata
    if not isinstance(found, DIExpression) or _is_known(location.metadata, found, version):
        return
    undefined = _undefined(context, location.metadata)
    if undefined is not None:
        call.put_operand(0, MetadataAsValue.get(context, undefined))
        call.put_operand(2, MetadataAsValue.get(context, _fragment(context, found)))
        _note(location.metadata, found, version, losses, call.function, call)


def _settle_record(
    context: Context, record: DebugRecord, version: int, losses: Losses, function: Function | None, instruction: Instruction
) -> None:
    found = record.expression
    if not isinstance(found, DIExpression) or _is_known(record.location, found, version):
        return
    undefined = _undefined(context, record.location)
    if undefined is not None:
        _note(record.location, found, version, losses, function, instruction)
        record.location = undefined
        record.expression = _fragment(context, found)


def _is_known(location: Metadata | None, expression: DIExpression, version: int) -> bool:
    if isinstance(location, DIArgList) and not ARGUMENT_LISTS.is_in(version):
        return False
    if EXPRESSION.is_valid(expression.elements, version):
        return True
    return not any(EXPRESSION.is_valid(expression.elements, newer) for newer in SUPPORTED)


def _undefined(context: Context, location: Metadata | None) -> Metadata | None:
    if isinstance(location, DIArgList):
        location = location.arguments[0] if location.arguments else None
    if not isinstance(location, ValueAsMetadata):
        return None
    return ValueAsMetadata.get(context, SimpleConstant.get(location.value.type, UNDEF))


def _fragment(context: Context, expression: DIExpression) -> DIExpression:
    """The part of the variable that the location was of."""
    last = expression.elements[-_FRAGMENT_ELEMENTS:]
    return DIExpression.get(context, last if len(last) == _FRAGMENT_ELEMENTS and last[0] == FRAGMENT else [])


def _note(
    location: Metadata | None,
    expression: DIExpression,
    version: int,
    losses: Losses,
    function: Function | None,
    instruction: Instruction,
) -> None:
    since = next(newer for newer in SUPPORTED if newer > version and _is_known(location, expression, newer))
    losses.drop("location of a variable", since, function, instruction, grade=DEBUG_INFO)
