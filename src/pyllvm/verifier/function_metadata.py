"""The rules for the metadata of functions, both definitions and declarations (verifyFunctionMetadata)."""

from __future__ import annotations

from pyllvm.ir.metadata import Attachment, MDNode
from pyllvm.tables.metadata_versions import KCFI_TYPE_SINCE
from pyllvm.verifier.metadata import constant_int, is_constant
from pyllvm.verifier.profiles import check_function_profile
from pyllvm.verifier.state import State
from pyllvm.verifier.types import is_integer


def check_function_attachments(state: State, attachments: list[Attachment]) -> bool:
    """Check the profile and type hash of a function; the first failure ends the checks."""
    for attachment in attachments:
        if attachment.kind == "prof":
            if not check_function_profile(state, attachment.node):
                return False
        elif attachment.kind == "kcfi_type" and state.version >= KCFI_TYPE_SINCE:
            if not _check_type_hash(state, attachment.node):
                return False
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
