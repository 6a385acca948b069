"""Visits the graph of metadata, each reachable node once; checks values that are wrapped as metadata, and options of loops."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.metadata import DIArgList, MDNode, MDString, MDTuple, Metadata, MetadataAsValue, SpecializedNode, ValueAsMetadata
from pyllvm.ir.types import METADATA, IntegerType
from pyllvm.tables.loop_options import (
    LOOP_ALIGNMENT_CHECKED_SINCE,
    PLAIN_SWITCHES,
    PLAIN_SWITCHES_SINCE,
    TRIP_COUNT_CHECKED_SINCE,
)
from pyllvm.tables.text_versions import LARGE_ALIGNMENTS_SINCE
from pyllvm.tables.verifier_rules import LOCATION_IN_NODE
from pyllvm.tables.verifier_versions import CALL_ALIGNMENTS_SINCE, SMALL_PARAMETER_ALIGNMENTS_UNTIL
from pyllvm.verifier.state import Failure, State

_MAXIMUM_ALIGNMENT: Final = 1 << 32
# The maximum alignment up to LLVM 13, in bytes.
_MAXIMUM_ALIGNMENT_TO_13: Final = 1 << 29


def maximum_alignment(version: int) -> int:
    """Return the highest alignment, in bytes, that an LLVM version supports."""
    return _MAXIMUM_ALIGNMENT if version >= LARGE_ALIGNMENTS_SINCE else _MAXIMUM_ALIGNMENT_TO_13


def maximum_parameter_alignment(version: int) -> int:
    """Return the highest alignment, in bytes, of a call's arguments and result, and of a `byval` parameter."""
    return 1 << 14 if CALL_ALIGNMENTS_SINCE <= version <= SMALL_PARAMETER_ALIGNMENTS_UNTIL else maximum_alignment(version)


def is_constant(operand: object) -> bool:
    """Whether a node's operand is a constant."""
    return isinstance(operand, ValueAsMetadata) and not isinstance(operand.value, (Instruction, Argument, BasicBlock))


def visit_node(state: State, root: MDNode, allows_locations: bool) -> None:
    """Visit a node and all nodes that it leads to, each once: a node before its operands, and these in their order."""
    visited = state.visited
    if root in visited:
        return
    # Metadata still to be visited, and failures to be recorded in between; the last one is next.
    pending: list[object] = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, MDNode):
            if node not in visited:
                visited.add(node)
                if not isinstance(node, MDTuple):
                    from pyllvm.verifier.debug_info import check_node

                    check_node(state, node)
                elif state.version >= TRIP_COUNT_CHECKED_SINCE:
                    check_loop_option(state, node)
                _add_operands(state, node, allows_locations, pending)
        elif isinstance(node, ValueAsMetadata):
            visit_value_as_metadata(state, node, None)
        elif isinstance(node, Failure):
            state.record(node)


def _add_operands(state: State, node: MDNode, allows_locations: bool, pending: list[object]) -> None:
    """Add the operands of a node to those that are still to be visited, the first one last; none after a wrong one."""
    visited = state.visited
    start = len(pending)
    for operand in reversed(node.references(state.version)):
        if operand is None or isinstance(operand, MDString):
            continue
        if isinstance(operand, MDNode):
            if isinstance(operand, SpecializedNode) and not allows_locations and operand.spec.name == "DILocation":
                if LOCATION_IN_NODE.is_in(state.version):
                    del pending[start:]
                    failure = Failure(LOCATION_IN_NODE.message, [node, operand], state.subject)
                    failure.is_debug_info = True
                    pending.append(failure)
                    continue
            if operand not in visited:
                pending.append(operand)
        elif isinstance(operand, ValueAsMetadata):
            if isinstance(operand.value, (Instruction, Argument, BasicBlock)):
                del pending[start:]
                pending.append(Failure("Invalid operand for global metadata!", [node, operand], state.subject))
            elif operand.value.type.kind == METADATA:
                pending.append(operand)


def visit_location(state: State, location: SpecializedNode) -> None:
    """Visit the DILocation of an instruction or record.

    A location with the scope and the inlined-at location of another one has no fault either. `visited` needs no such locations.
    """
    if location._is_packed:
        scope = location._scope
        inlined_at = location._inlined_at
        # Half of the locations share both with the location before.
        sound = state.sound_location
        if sound is not None and scope is sound._scope and inlined_at is sound._inlined_at:
            return
        if scope in state.sound_scopes and (inlined_at is None or inlined_at in state.sound_callers):
            state.sound_location = location
            return
    visit_node(state, location, True)


def visit_value_as_metadata(state: State, metadata: ValueAsMetadata, function: Function | None) -> bool:
    """Check a value that is wrapped as metadata, in a function or (None) outside of all functions."""
    value = metadata.value
    if value.type.kind == METADATA:
        return state.fail("Unexpected metadata round-trip through values", metadata, value)
    owner: Function | None = None
    if isinstance(value, Instruction):
        owner = value.function
    elif isinstance(value, (Argument, BasicBlock)):
        owner = value.parent
    else:
        return True
    if function is None:
        return state.fail("function-local metadata used outside a function", metadata)
    if owner is not function:
        return state.fail("function-local metadata used in wrong function", metadata)
    return True


def visit_metadata_as_value(state: State, operand: MetadataAsValue) -> None:
    """Check metadata that is an operand of a call."""
    metadata: Metadata = operand.metadata
    if isinstance(metadata, MDNode):
        visit_node(state, metadata, False)
        return
    if metadata in state.visited:
        return
    state.visited.add(metadata)
    if isinstance(metadata, ValueAsMetadata):
        visit_value_as_metadata(state, metadata, state.function)
    elif isinstance(metadata, DIArgList):
        for argument in metadata.arguments:
            visit_value_as_metadata(state, argument, state.function)


_TRIP_COUNT: Final = "llvm.loop.estimated_trip_count"
_ALIGNMENT: Final = "llvm.loop.align"
_BITS: Final = 32


def check_loop_option(state: State, node: MDTuple) -> bool:
    """Check a node that begins with the name of an option of loops."""
    operands = node.operands
    name = operands[0] if operands else None
    if not isinstance(name, MDString) or not name.text.startswith("llvm.loop."):
        return True
    if name.text == _TRIP_COUNT:
        if len(operands) != 2:
            return state.fail("Expected two operands", node)
        if not 0 < _width(operands[1]) <= _BITS:
            return state.fail("Expected second operand to be an integer constant of type i32 or smaller", node)
    elif name.text == _ALIGNMENT and state.version >= LOOP_ALIGNMENT_CHECKED_SINCE:
        return _check_alignment(state, node)
    elif name.text in PLAIN_SWITCHES and state.version >= PLAIN_SWITCHES_SINCE and len(operands) != 1:
        return state.fail("Expecting only the metadata name", node)
    return True


def _check_alignment(state: State, node: MDTuple) -> bool:
    operands = node.operands
    if len(operands) != 2:
        return state.fail("Expected two operands", node)
    if _width(operands[1]) != _BITS:
        return state.fail("Expected the alignment to be an integer constant of type i32", node)
    number = _number(operands[1])
    if number == 0 or number & (number - 1):
        return state.fail("Expected the alignment to be a power of two", node)
    return True


def _width(operand: object) -> int:
    """The width of an integer constant as metadata; 0 for anything else."""
    if isinstance(operand, ValueAsMetadata) and isinstance(operand.value, ConstantInt):
        type = operand.value.type
        return type.width if isinstance(type, IntegerType) else 0
    return 0


def _number(operand: object) -> int:
    return operand.value.unsigned if isinstance(operand, ValueAsMetadata) and isinstance(operand.value, ConstantInt) else 0
