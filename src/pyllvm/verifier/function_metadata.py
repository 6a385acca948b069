"""The rules for the metadata of functions, both definitions and declarations (verifyFunctionMetadata)."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Function
from pyllvm.ir.metadata import Attachment, MDNode, constant_int
from pyllvm.ir.target.target_triple import is_amdgpu
from pyllvm.schema.integers import integer_of_decimal
from pyllvm.tables.metadata_versions import KCFI_TYPE_SINCE, WORK_GROUP_SIZES_SINCE
from pyllvm.verifier.metadata import is_constant
from pyllvm.verifier.profiles import check_function_profile
from pyllvm.verifier.state import State
from pyllvm.verifier.string_attributes import is_unsigned_decimal
from pyllvm.verifier.type_properties import is_integer

_WORK_GROUP: Final = "reqd_work_group_size"
_FLAT_WORK_GROUP: Final = "amdgpu-flat-work-group-size"
_MAXIMUM: Final = (1 << 64) - 1


def check_function_attachments(state: State, attachments: list[Attachment]) -> bool:
    """Check the profile and type hash of a function; the first failure ends the checks."""
    for attachment in attachments:
        if attachment._kind == "prof":
            if not check_function_profile(state, attachment._node):
                return False
        elif attachment._kind == "kcfi_type" and state.version >= KCFI_TYPE_SINCE:
            if not _check_type_hash(state, attachment._node):
                return False
        elif attachment._kind == _WORK_GROUP and state.version >= WORK_GROUP_SIZES_SINCE:
            if not _check_work_group(state, attachment._node):
                return False
    return True


def _check_work_group(state: State, node: MDNode) -> bool:
    """Check the size of a work group in its three dimensions."""
    if len(node.operands) != 3:
        return state.fail(f"{_WORK_GROUP} must have exactly three operands", node)
    product = 1
    for operand in node.operands:
        number = constant_int(operand)
        if number is None:
            return state.fail(f"{_WORK_GROUP} operands must be integer constants", node)
        if number.unsigned > _MAXIMUM:
            return state.fail(f"{_WORK_GROUP} operands must fit in 64 bits", node)
        product *= number.unsigned
        if product > _MAXIMUM:
            return state.fail(f"{_WORK_GROUP} product must fit in 64 bits", node)
    return True


def check_flat_work_group(state: State, function: Function) -> bool:
    """Check that the attribute with the flat size of a work group, which AMDGPU requires, is the product of its dimensions."""
    if state.version < WORK_GROUP_SIZES_SINCE or not is_amdgpu(state.module.target_triple, state.version):
        return True
    nodes = function.metadata(_WORK_GROUP)
    if not nodes:
        return True
    attribute = None if function._attributes is None else function._attributes.function.find(_FLAT_WORK_GROUP)
    if attribute is None:
        return state.fail(f"{_WORK_GROUP} requires {_FLAT_WORK_GROUP}", function, nodes[0])
    low, comma, high = attribute.value.partition(",")
    if not comma or not is_unsigned_decimal(low) or not is_unsigned_decimal(high):
        return state.fail(f"{_FLAT_WORK_GROUP} must be a pair of unsigned integers", function)
    product = 1
    for operand in nodes[0].operands:
        number = constant_int(operand)
        product *= 0 if number is None else number.unsigned
    if integer_of_decimal(low.encode()) != product or integer_of_decimal(high.encode()) != product:
        return state.fail(f"{_FLAT_WORK_GROUP} must equal the product of {_WORK_GROUP} operands", function, nodes[0])
    return True


def _check_type_hash(state: State, node: MDNode) -> bool:
    operands = node.operands
    if len(operands) != 1:
        return state.fail("!kcfi_type must have exactly one operand", node)
    if operands[0] is None:
        return state.fail("!kcfi_type operand must not be null", node)
    if not is_constant(operands[0]):
        return state.fail("expected a constant operand for !kcfi_type", node)
    number = constant_int(operands[0])
    if number is None:
        return state.fail("expected a constant integer operand for !kcfi_type", node)
    if not is_integer(number.type, 32):
        return state.fail("expected a 32-bit integer constant operand for !kcfi_type", node)
    return True
