"""Metadata of every kind: the graph of nodes, and the rules for what is attached to instructions and functions."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantFP, ConstantInt
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.instructions import (
    AllocaInst,
    BranchInst,
    CallBase,
    CallBrInst,
    CallInst,
    CastInst,
    IndirectBrInst,
    InvokeInst,
    LoadInst,
    SelectInst,
    StoreInst,
    SwitchInst,
)
from pyllvm.ir.metadata import (
    Attachment,
    DIArgList,
    MDNode,
    MDString,
    MDTuple,
    Metadata,
    MetadataAsValue,
    SpecializedNode,
    ValueAsMetadata,
)
from pyllvm.ir.types import METADATA, POINTER, IntegerType, Type
from pyllvm.ir.value import Value
from pyllvm.verifier.debug_info import check_node
from pyllvm.verifier.state import State
from pyllvm.verifier.tbaa import check_access_tag
from pyllvm.verifier.types import is_floating_point_or_vector, is_integer

_MAXIMUM_ALIGNMENT: Final = 1 << 32
_MAXIMUM_ALIGNMENT_TO_13: Final = 1 << 29


def maximum_alignment(version: int) -> int:
    """The highest alignment that LLVM of that version knows."""
    return _MAXIMUM_ALIGNMENT if version >= 14 else (1 << 30 if version >= 13 else _MAXIMUM_ALIGNMENT_TO_13)


def operands_of(node: MDNode, version: int) -> list[object]:
    """The metadata that a node refers to."""
    if isinstance(node, SpecializedNode):
        return list(node.spec.references(node.operands, version))
    return node.operands


def constant_int(operand: object) -> ConstantInt | None:
    """The integer constant that a node's operand is, or None."""
    if isinstance(operand, ValueAsMetadata):
        value = operand.value
        if isinstance(value, ConstantInt):
            return value
    return None


def is_constant(operand: object) -> bool:
    """Whether a node's operand is a constant."""
    return isinstance(operand, ValueAsMetadata) and not isinstance(operand.value, (Instruction, Argument, BasicBlock))


def visit_node(state: State, root: MDNode, allows_locations: bool) -> None:
    """Look at a node and all that it leads to, each node once."""
    visited = state.visited
    if root in visited:
        return
    visited.add(root)
    check_node(state, root)
    path: list[MDNode] = [root]
    remaining: list[list[object]] = [operands_of(root, state.version)]
    progress: list[int] = [0]
    while path:
        operands = remaining[-1]
        step = progress[-1]
        if step >= len(operands):
            path.pop()
            remaining.pop()
            progress.pop()
            continue
        progress[-1] = step + 1
        operand = operands[step]
        if operand is None or isinstance(operand, MDString):
            continue
        if isinstance(operand, MDNode):
            if not allows_locations and isinstance(operand, SpecializedNode) and operand.spec.name == "DILocation":
                if state.version >= 12:
                    state.fail_debug("DILocation not allowed within this metadata node", path[-1], operand)
                    path.pop()
                    remaining.pop()
                    progress.pop()
                    continue
            if operand not in visited:
                visited.add(operand)
                check_node(state, operand)
                path.append(operand)
                remaining.append(operands_of(operand, state.version))
                progress.append(0)
        elif isinstance(operand, ValueAsMetadata):
            if isinstance(operand.value, (Instruction, Argument, BasicBlock)):
                state.fail("Invalid operand for global metadata!", path[-1], operand)
                path.pop()
                remaining.pop()
                progress.pop()
                continue
            visit_value_as_metadata(state, operand, None)


def visit_value_as_metadata(state: State, metadata: ValueAsMetadata, function: Function | None) -> bool:
    """Look at a value that stands as metadata in a function, or outside of all."""
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
    """Look at metadata that stands as an operand of a call."""
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
        for one in metadata.arguments:
            visit_value_as_metadata(state, one, state.function)


# --- what is attached to functions


def check_function_attachments(state: State, attachments: list[Attachment]) -> bool:
    """The rules for what is attached to functions, definitions and declarations alike."""
    for attachment in attachments:
        node = attachment.node
        operands = node.operands
        if attachment.kind == "prof":
            if len(operands) < 2 and state.version < 21:
                return state.fail("!prof annotations should have no less than 2 operands", node)
            if not operands or operands[0] is None:
                return state.fail("first operand should not be null", node)
            name = operands[0]
            if not isinstance(name, MDString):
                return state.fail("expected string with name of the !prof annotation", node)
            if name.text == "unknown" and state.version >= 21:
                continue
            if name.text not in ("function_entry_count", "synthetic_function_entry_count"):
                return state.fail("first operand should be 'function_entry_count' or 'synthetic_function_entry_count'", node)
            if len(operands) < 2 or operands[1] is None:
                return state.fail("second operand should not be null", node)
            if not is_constant(operands[1]):
                return state.fail("expected integer argument to function_entry_count", node)
        elif attachment.kind == "kcfi_type" and state.version >= 16:
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


# --- what is attached to instructions


def check_attachments(state: State, instruction: Instruction, attachments: list[Attachment]) -> bool:
    """The rules for each kind of metadata that is attached to an instruction."""
    for attachment in attachments:
        node = attachment.node
        kind = attachment.kind
        if kind == "tbaa":
            if node not in state.sound_access_tags or not isinstance(instruction, (LoadInst, StoreInst)):
                if check_access_tag(state, instruction, node):
                    state.sound_access_tags.add(node)
        elif kind == "fpmath":
            if not _check_accuracy(state, instruction, node):
                return False
        elif kind == "range":
            if not isinstance(instruction, (LoadInst, CallInst, InvokeInst)):
                return state.fail("Ranges are only for loads, calls and invokes!", instruction)
            check_ranges(state, instruction, node, instruction.type, False)
        elif kind == "invariant.group":
            if not isinstance(instruction, (LoadInst, StoreInst)):
                return state.fail("invariant.group metadata is only for loads and stores", instruction)
        elif kind == "nonnull":
            if instruction.type.kind != POINTER:
                return state.fail("nonnull applies only to pointer types", instruction)
            if not isinstance(instruction, LoadInst):
                return state.fail("nonnull applies only to load instructions, use attributes for calls or invokes", instruction)
            if node.operands and state.version >= 15:
                return state.fail("nonnull metadata must be empty", instruction)
        elif kind == "dereferenceable" or kind == "dereferenceable_or_null":
            _check_dereferenceable(state, instruction, node)
        elif kind == "noalias" or kind == "alias.scope":
            if state.version >= 14:
                check_alias_scopes(state, node)
        elif kind == "llvm.access.group":
            if state.version >= 16:
                _check_access_group(state, node)
        elif kind == "align":
            if not _check_alignment(state, instruction, node):
                return False
        elif kind == "prof":
            _check_profile(state, instruction, node)
        elif kind == "memprof":
            if state.version >= 16:
                _check_memory_profile(state, instruction, node)
        elif kind == "callsite":
            if state.version >= 16:
                if not isinstance(instruction, CallBase):
                    state.fail("!callsite metadata should only exist on calls", instruction)
                else:
                    _check_call_stack(state, node)
        elif kind == "DIAssignID":
            _check_assignment(state, instruction, node)
        elif kind == "annotation":
            if state.version >= 12:
                _check_annotation(state, node)
        visit_node(state, node, kind == "llvm.loop")
    return True


def _check_accuracy(state: State, instruction: Instruction, node: MDNode) -> bool:
    if not is_floating_point_or_vector(instruction.type):
        return state.fail("fpmath requires a floating point result!", instruction)
    if len(node.operands) != 1:
        return state.fail("fpmath takes one operand!", instruction)
    operand = node.operands[0]
    value = operand.value if isinstance(operand, ValueAsMetadata) else None
    if not isinstance(value, ConstantFP):
        return state.fail("invalid fpmath accuracy!", instruction)
    if value.type is not value.type.context.floating_point("float"):
        return state.fail("fpmath accuracy must have float type", instruction)
    if value.bits == 0 or value.bits >= 0x7F800000:
        return state.fail("fpmath accuracy not a positive number!", instruction)
    return True


def _wraps(low: int, high: int) -> bool:
    return low > high and high != 0


def _overlaps(one: tuple[int, int], other: tuple[int, int], width: int) -> bool:
    """Whether two ranges of unsigned numbers have some number in common; each may wrap round."""
    mask = (1 << width) - 1
    return (other[0] - one[0]) & mask < (one[1] - one[0]) & mask or (one[0] - other[0]) & mask < (other[1] - other[0]) & mask


def check_ranges(state: State, shown: Value, node: MDNode, type: Type, is_absolute_symbol: bool) -> bool:
    """The rules for `!range`, and for `!absolute_symbol`, where a full range may stand, too."""
    operands = node.operands
    if len(operands) % 2:
        return state.fail("Unfinished range!", node)
    if not operands:
        return state.fail("It should have at least one range!", node)
    ranges: list[tuple[int, int]] = []
    width = 0
    last_signed = 0
    for index in range(0, len(operands), 2):
        low = constant_int(operands[index])
        if low is None:
            return state.fail("The lower limit must be an integer!")
        high = constant_int(operands[index + 1])
        if high is None:
            return state.fail("The upper limit must be an integer!")
        expected = type.scalar_type if state.version >= 18 else type
        if high.type is not low.type or high.type is not expected:
            return state.fail("Range types must match instruction type!", shown)
        assert isinstance(low.type, IntegerType)
        width = low.type.width
        if low.value == high.value and low.value != -1 and low.value != 0:
            if state.version >= 16:
                return state.fail("The upper and lower limits cannot be the same value", shown)
            return state.fail("Range must not be empty!", node)
        if low.value == high.value and (low.value == 0 or not is_absolute_symbol):
            return state.fail("Range must not be empty!", node)
        current = (low.unsigned, high.unsigned)
        if ranges:
            if _overlaps(current, ranges[-1], width):
                return state.fail("Intervals are overlapping", node)
            if low.value <= last_signed:
                return state.fail("Intervals are not in order", node)
            if current[1] == ranges[-1][0] or current[0] == ranges[-1][1]:
                return state.fail("Intervals are contiguous", node)
        last_signed = low.value
        ranges.append(current)
    if len(ranges) > 2:
        if _overlaps(ranges[0], ranges[-1], width):
            return state.fail("Intervals are overlapping", node)
        if ranges[0][1] == ranges[-1][0] or ranges[0][0] == ranges[-1][1]:
            return state.fail("Intervals are contiguous", node)
    return True


def _check_dereferenceable(state: State, instruction: Instruction, node: MDNode) -> bool:
    if instruction.type.kind != POINTER:
        return state.fail("dereferenceable, dereferenceable_or_null apply only to pointer types", instruction)
    is_cast = isinstance(instruction, CastInst) and instruction.opcode_name == "inttoptr"
    if not isinstance(instruction, LoadInst) and not (is_cast and state.version >= 11):
        what = "load and inttoptr instructions" if state.version >= 11 else "load instructions"
        return state.fail(
            f"dereferenceable, dereferenceable_or_null apply only to {what}, use attributes for calls or invokes", instruction
        )
    if len(node.operands) != 1:
        return state.fail("dereferenceable, dereferenceable_or_null take one operand!", instruction)
    number = constant_int(node.operands[0])
    if number is None or not is_integer(number.type, 64):
        return state.fail("dereferenceable, dereferenceable_or_null metadata value must be an i64!", instruction)
    return True


def _check_alignment(state: State, instruction: Instruction, node: MDNode) -> bool:
    if instruction.type.kind != POINTER:
        return state.fail("align applies only to pointer types", instruction)
    if not isinstance(instruction, LoadInst):
        return state.fail("align applies only to load instructions, use attributes for calls or invokes", instruction)
    if len(node.operands) != 1:
        return state.fail("align takes one operand!", instruction)
    number = constant_int(node.operands[0])
    if number is None or not is_integer(number.type, 64):
        return state.fail("align metadata value must be an i64!", instruction)
    alignment = number.unsigned
    if alignment == 0 or alignment & (alignment - 1):
        return state.fail("align metadata value must be a power of 2!", instruction)
    if alignment > maximum_alignment(state.version):
        return state.fail("alignment is larger that implementation defined limit", instruction)
    return True


def check_alias_scopes(state: State, node: MDNode) -> bool:
    """The rules for a list of alias scopes."""
    for scope in node.operands:
        if not isinstance(scope, MDNode):
            return state.fail("scope list must consist of MDNodes", node)
        _check_alias_scope(state, scope)
    return True


def _check_alias_scope(state: State, scope: MDNode) -> bool:
    operands = scope.operands
    if not 2 <= len(operands) <= 3:
        return state.fail("scope must have two or three operands", scope)
    if operands[0] is not scope and not isinstance(operands[0], MDString):
        return state.fail("first scope operand must be self-referential or string", scope)
    if len(operands) == 3 and not isinstance(operands[2], MDString):
        return state.fail("third scope operand must be string (if used)", scope)
    domain = operands[1]
    if not isinstance(domain, MDNode):
        return state.fail("second scope operand must be MDNode", scope)
    if not 1 <= len(domain.operands) <= 2:
        return state.fail("domain must have one or two operands", domain)
    if domain.operands[0] is not domain and not isinstance(domain.operands[0], MDString):
        return state.fail("first domain operand must be self-referential or string", domain)
    if len(domain.operands) == 2 and not isinstance(domain.operands[1], MDString):
        return state.fail("second domain operand must be string (if used)", domain)
    return True


def _check_access_group(state: State, node: MDNode) -> bool:
    if not node.operands and node.is_distinct:
        return True
    for scope in node.operands:
        if not isinstance(scope, MDNode):
            return state.fail("Access scope list must consist of MDNodes", node)
        if scope.operands or not scope.is_distinct:
            return state.fail("Access scope list contains invalid access scope", node)
    return True


def _weight_offset(node: MDNode, version: int) -> int:
    if version >= 19 and len(node.operands) > 1 and isinstance(node.operands[1], MDString):
        return 2
    return 1


def _check_profile(state: State, instruction: Instruction, node: MDNode) -> bool:
    operands = node.operands
    if len(operands) < 2 and state.version < 21:
        return state.fail("!prof annotations should have no less than 2 operands", node)
    if not operands or operands[0] is None:
        return state.fail("first operand should not be null", node)
    name = operands[0]
    if not isinstance(name, MDString):
        return state.fail("expected string with name of the !prof annotation", node)
    if name.text != "branch_weights" or state.version < 11:
        return True
    offset = _weight_offset(node, state.version)
    count = len(operands) - offset
    if isinstance(instruction, InvokeInst):
        if count != 1 and count != 2:
            return state.fail("Wrong number of InvokeInst branch_weights operands", node)
    else:
        expected = 0
        if isinstance(instruction, BranchInst):
            expected = 2 if instruction.is_conditional else 1
        elif isinstance(instruction, SwitchInst):
            expected = len(instruction.operands) // 2
        elif isinstance(instruction, CallInst):
            expected = 1
        elif isinstance(instruction, IndirectBrInst):
            expected = len(instruction.operands) - 1
        elif isinstance(instruction, SelectInst):
            expected = 2
        elif isinstance(instruction, CallBrInst):
            expected = instruction.indirect_count + 1
        else:
            state.fail("!prof branch_weights are not allowed for this instruction", node)
        # Calls of the newest may have two.
        if count != expected and not (isinstance(instruction, CallInst) and state.version >= 21):
            return state.fail("Wrong number of operands", node)
    for index in range(offset, len(operands)):
        if operands[index] is None:
            return state.fail("second operand should not be null", node)
        if constant_int(operands[index]) is None:
            return state.fail("!prof brunch_weights operand is not a const int")
    return True


def _check_call_stack(state: State, node: MDNode) -> bool:
    if not node.operands:
        return state.fail("call stack metadata should have at least 1 operand", node)
    for operand in node.operands:
        if constant_int(operand) is None:
            return state.fail("call stack metadata operand should be constant integer", operand)
    return True


def _check_memory_profile(state: State, instruction: Instruction, node: MDNode) -> bool:
    if not isinstance(instruction, CallBase):
        return state.fail("!memprof metadata should only exist on calls", instruction)
    if not node.operands:
        return state.fail("!memprof annotations should have at least 1 metadata operand (MemInfoBlock)", node)
    for block in node.operands:
        if not isinstance(block, MDNode):
            return True
        operands = block.operands
        if len(operands) < 2:
            return state.fail("Each !memprof MemInfoBlock should have at least 2 operands", block)
        stack = operands[0]
        if stack is None:
            return state.fail("!memprof MemInfoBlock first operand should not be null", block)
        if not isinstance(stack, MDNode):
            return state.fail("!memprof MemInfoBlock first operand should be an MDNode", block)
        _check_call_stack(state, stack)
        if state.version >= 20:
            if not isinstance(operands[1], MDString):
                return state.fail("!memprof MemInfoBlock second operand should be an MDString", block)
            continue
        for operand in operands[1:-1]:
            if not isinstance(operand, MDString):
                return state.fail("Not all !memprof MemInfoBlock operands 1 to N-1 are MDString", block)
        if not isinstance(operands[-1], MDString) and not (state.version >= 19 and constant_int(operands[-1])):
            if state.version >= 19:
                return state.fail("Last !memprof MemInfoBlock operand not MDString or int", block)
            return state.fail("Not all !memprof MemInfoBlock operands 1 to N are MDString", block)
    return True


def _check_assignment(state: State, instruction: Instruction, node: MDNode) -> bool:
    is_memory_intrinsic = False
    if isinstance(instruction, CallInst):
        callee = instruction.called_function
        is_memory_intrinsic = callee is not None and callee.name.startswith(("llvm.mem", "llvm.experimental.mem"))
    if not isinstance(instruction, (AllocaInst, StoreInst)) and not is_memory_intrinsic and state.version < 21:
        return state.fail_debug("!DIAssignID attached to unexpected instruction kind", instruction, node)
    return True


def _check_annotation(state: State, node: MDNode) -> bool:
    if not isinstance(node, MDTuple):
        return state.fail("annotation must be a tuple")
    if not node.operands:
        return state.fail("annotation must have at least one operand")
    for operand in node.operands:
        if isinstance(operand, MDString):
            continue
        if state.version < 17:
            return state.fail("operands must be strings")
        if not isinstance(operand, MDTuple) or not all(isinstance(one, MDString) for one in operand.operands):
            return state.fail("operands must be a string or a tuple of strings")
    return True
