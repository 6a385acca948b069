"""The rules for metadata attachments of instructions, in the order of LLVM's visitInstruction.

The last ones are for `!mem.cache_hint` and `!inline_history` (visitMemCacheHintMetadata, visitInlineHistoryMetadata).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyllvm.analysis.pointer_casts import strip_pointer_casts_and_aliases
from pyllvm.ir.attribute_types import has_floating_point_class
from pyllvm.ir.constants import ConstantFP
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicCmpXchgInst,
    AtomicRMWInst,
    CallBase,
    CallInst,
    CastInst,
    CatchPadInst,
    CatchReturnInst,
    FenceInst,
    InvokeInst,
    LoadInst,
    StoreInst,
    VAArgInst,
)
from pyllvm.ir.metadata import (
    DBG_ASSIGN,
    Attachment,
    DebugRecord,
    MDNode,
    MDString,
    MDTuple,
    SpecializedNode,
    ValueAsMetadata,
    constant_int,
)
from pyllvm.ir.types import POINTER
from pyllvm.ir.value import Value
from pyllvm.tables.attributes import ALL_FLOATING_POINT_CLASSES, CAPTURE_COMPONENTS
from pyllvm.tables.intrinsic_names import ASSIGN_INTRINSIC, LOOP_METADATA, MEMCPY_PREFIX, MEMMOVE_PREFIX, MEMSET_PREFIX
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.metadata_kinds import CALLGRAPH_SINCE, CHECKED_SINCE, EXPECTED_LANES, FIXED_KINDS, KNOWN_UNTIL
from pyllvm.tables.metadata_versions import (
    ALLOCATION_FUNCTIONS_SINCE,
    ANY_CALLEE_TYPE_SINCE,
    NONNULL_EMPTY_SINCE,
    STRUCTURED_ANNOTATIONS_SINCE,
)
from pyllvm.tables.verifier_versions import CASTS_DEREFERENCED_SINCE
from pyllvm.verifier.alias_scopes import check_access_groups, check_alias_scopes
from pyllvm.verifier.assignments import ONLY_IN_ASSIGNMENTS
from pyllvm.verifier.metadata import maximum_alignment, visit_node
from pyllvm.verifier.profiles import check_call_site, check_memory_profile, check_profile
from pyllvm.verifier.ranges import NOALIAS_ADDRESS_SPACE, RANGE, check_ranges
from pyllvm.verifier.state import State
from pyllvm.verifier.tbaa import check_access_tag, check_fields
from pyllvm.verifier.type_properties import is_integer

_MEMORY_INTRINSICS: Final = (MEMCPY_PREFIX, MEMMOVE_PREFIX, MEMSET_PREFIX, "llvm.experimental.memset.")
_CAPTURES: Final = frozenset(word for word, _ in CAPTURE_COMPONENTS)
_INFINITE_SINGLE: Final = 0x7F800000
_ACCESSES: Final = (
    LoadInst, StoreInst, AtomicCmpXchgInst, AtomicRMWInst, FenceInst, VAArgInst, CatchPadInst, CatchReturnInst,
)  # fmt: skip
# Of the two bits that `memory` has for each kind of location, those that allow writes.
_WRITES: Final = 0xAAAAAAAA


def check_attachments(state: State, instruction: Instruction, attachments: list[Attachment]) -> bool:
    """Check the attachments. Returns False where LLVM ends all checks of the instruction."""
    if len(attachments) == 1:
        return _check_attachment(state, instruction, attachments[0])
    ranked: list[tuple[int, int]] = []
    index = 0
    for attachment in attachments:
        rank = _RANKS.get(attachment._kind)
        if rank is not None:
            ranked.append((rank, index))
        index += 1
    ranked.sort()
    return all(_check_attachment(state, instruction, attachments[at]) for _, at in ranked)


def _check_attachment(state: State, instruction: Instruction, attachment: Attachment) -> bool:
    rule = _RULES.get(attachment._kind)
    if rule is None or state.version < CHECKED_SINCE[attachment._kind]:
        return True
    return rule(state, instruction, attachment._node) or attachment._kind in _GOING_ON


def visit_attachments(state: State, attachments: list[Attachment]) -> None:
    """Visit the attached nodes, in the order of their kinds' numbers."""
    visited = state.visited
    if len(attachments) > 1:
        pending = [attachment for attachment in attachments if attachment._node not in visited]
        if len(pending) > 1:
            pending.sort(key=_kind_number)
        attachments = pending
    for attachment in attachments:
        if attachment._node not in visited:
            visit_node(state, attachment._node, attachment._kind == LOOP_METADATA)


def _kind_number(attachment: Attachment) -> int:
    return _KIND_NUMBERS.get(attachment._kind, len(FIXED_KINDS))


_KIND_NUMBERS: Final[dict[str, int]] = {kind: number for number, kind in enumerate(FIXED_KINDS)}


# --- one function for each kind


def _check_accuracy(state: State, instruction: Instruction, node: MDNode) -> bool:
    if not instruction.type.is_floating_point_or_vector:
        return state.fail("fpmath requires a floating point result!", instruction)
    operands = node.references(state.version)
    if len(operands) != 1:
        return state.fail("fpmath takes one operand!", instruction)
    operand = operands[0]
    value = operand.value if isinstance(operand, ValueAsMetadata) else None
    if not isinstance(value, ConstantFP):
        return state.fail("invalid fpmath accuracy!", instruction)
    if value.type is not value.type.context.floating_point("float"):
        return state.fail("fpmath accuracy must have float type", instruction)
    if not 0 < value.bits < _INFINITE_SINGLE:
        return state.fail("fpmath accuracy not a positive number!", instruction)
    return True


def _check_range(state: State, instruction: Instruction, node: MDNode) -> bool:
    if not isinstance(instruction, (LoadInst, CallInst, InvokeInst)):
        return state.fail("Ranges are only for loads, calls and invokes!", instruction)
    check_ranges(state, instruction, node, instruction.type, RANGE)
    return True


def _check_noalias_address_spaces(state: State, instruction: Instruction, node: MDNode) -> bool:
    if not isinstance(instruction, (LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst, CallInst)):
        return state.fail("noalias.addrspace are only for memory operations!", instruction)
    check_ranges(state, instruction, node, instruction.type, NOALIAS_ADDRESS_SPACE)
    return True


def _check_invariant_group(state: State, instruction: Instruction, node: MDNode) -> bool:
    if isinstance(instruction, (LoadInst, StoreInst)):
        return True
    return state.fail("invariant.group metadata is only for loads and stores", instruction)


def _check_invariant_load(state: State, instruction: Instruction, node: MDNode) -> bool:
    if isinstance(instruction, LoadInst):
        return True
    if isinstance(instruction, CallBase) and only_reads_memory(instruction):
        callee = instruction.called_function
        if callee is not None and is_intrinsic(callee.name, state.version):
            return True
    return state.fail("invariant.load metadata is only for loads and readonly intrinsic calls", instruction)


def _check_floating_point_classes(state: State, instruction: Instruction, node: MDNode) -> bool:
    if not isinstance(instruction, LoadInst):
        return state.fail("nofpclass is only for loads", instruction)
    if not has_floating_point_class(instruction.type, state.version):
        state.fail("nofpclass only applies to floating-point typed loads", instruction)
        return True
    operands = node.references(state.version)
    if len(operands) != 1:
        state.fail("nofpclass must have exactly one entry", node)
        return True
    number = constant_int(operands[0])
    if number is None or not is_integer(number.type, 32):
        state.fail("nofpclass entry must be a constant i32", node)
    elif not number.unsigned:
        state.fail("'nofpclass' must have at least one test bit set", node, instruction)
    elif number.unsigned & ~ALL_FLOATING_POINT_CLASSES:
        state.fail("Invalid value for 'nofpclass' test mask", node, instruction)
    return True


def _check_noundef(state: State, instruction: Instruction, node: MDNode) -> bool:
    if not isinstance(instruction, LoadInst):
        return state.fail("noundef applies only to load instructions", instruction)
    if node.references(state.version):
        return state.fail("noundef metadata must be empty", instruction)
    return True


def _check_nonnull(state: State, instruction: Instruction, node: MDNode) -> bool:
    if instruction.type.kind != POINTER:
        return state.fail("nonnull applies only to pointer types", instruction)
    if not isinstance(instruction, LoadInst):
        return state.fail("nonnull applies only to load instructions, use attributes for calls or invokes", instruction)
    if node.references(state.version) and state.version >= NONNULL_EMPTY_SINCE:
        return state.fail("nonnull metadata must be empty", instruction)
    return True


def _check_dereferenceable(state: State, instruction: Instruction, node: MDNode) -> bool:
    if instruction.type.kind != POINTER:
        return state.fail("dereferenceable, dereferenceable_or_null apply only to pointer types", instruction)
    is_cast = isinstance(instruction, CastInst) and instruction.opcode_name == "inttoptr"
    if not isinstance(instruction, LoadInst) and not (is_cast and state.version >= CASTS_DEREFERENCED_SINCE):
        what = "load and inttoptr instructions" if state.version >= CASTS_DEREFERENCED_SINCE else "load instructions"
        return state.fail(
            f"dereferenceable, dereferenceable_or_null apply only to {what}, use attributes for calls or invokes", instruction
        )
    operands = node.references(state.version)
    if len(operands) != 1:
        return state.fail("dereferenceable, dereferenceable_or_null take one operand!", instruction)
    number = constant_int(operands[0])
    if number is None or not is_integer(number.type, 64):
        state.fail("dereferenceable, dereferenceable_or_null metadata value must be an i64!", instruction)
    return True


def _check_nofree(state: State, instruction: Instruction, node: MDNode) -> bool:
    if state.version > KNOWN_UNTIL["nofree"]:
        return True
    if instruction.type.kind != POINTER:
        state.fail("nofree applies only to pointer types", instruction)
    elif not isinstance(instruction, CastInst) or instruction.opcode_name != "inttoptr":
        state.fail("nofree applies only to inttoptr instruction", instruction)
    elif node.references(state.version):
        state.fail("nofree metadata must be empty", instruction)
    return True


def _check_nofreeobj(state: State, instruction: Instruction, node: MDNode) -> bool:
    if not isinstance(instruction, CastInst) or instruction.opcode_name != "inttoptr":
        state.fail("nofreeobj applies only to inttoptr instruction", instruction)
    elif node.references(state.version):
        state.fail("nofreeobj metadata must be empty", instruction)
    return True


def _check_scopes(state: State, instruction: Instruction, node: MDNode) -> bool:
    return check_alias_scopes(state, node)


def _check_access_groups(state: State, instruction: Instruction, node: MDNode) -> bool:
    return check_access_groups(state, node)


def _check_alignment(state: State, instruction: Instruction, node: MDNode) -> bool:
    if instruction.type.kind != POINTER:
        return state.fail("align applies only to pointer types", instruction)
    if not isinstance(instruction, LoadInst):
        return state.fail("align applies only to load instructions, use attributes for calls or invokes", instruction)
    operands = node.references(state.version)
    if len(operands) != 1:
        return state.fail("align takes one operand!", instruction)
    number = constant_int(operands[0])
    if number is None or not is_integer(number.type, 64):
        return state.fail("align metadata value must be an i64!", instruction)
    alignment = number.unsigned
    if alignment == 0 or alignment & (alignment - 1):
        return state.fail("align metadata value must be a power of 2!", instruction)
    if alignment > maximum_alignment(state.version):
        return state.fail("alignment is larger that implementation defined limit", instruction)
    return True


def _check_callee_types(state: State, instruction: Instruction, node: MDNode) -> bool:
    if not isinstance(instruction, CallBase):
        return state.fail("!callee_type metadata should only exist on calls", instruction)
    for operand in node.references(state.version):
        if state.version >= CALLGRAPH_SINCE:
            if not _check_callee_type(state, operand):
                break
            continue
        if not isinstance(operand, MDNode):
            state.fail("The callee_type metadata must be a list of type metadata nodes", operand)
        elif len(operand.operands) != 2:
            state.fail("Well-formed generalized type metadata must contain exactly two operands", operand)
        elif not _is_zero(operand.operands[0]):
            state.fail("The first operand of type metadata for functions must be zero", operand)
        elif not _is_generalized_type(operand.operands[1]):
            state.fail("Only generalized type metadata can be part of the callee_type metadata list", operand)
        else:
            continue
        break
    return True


def _check_callee_type(state: State, operand: object) -> bool:
    """Check a type that an indirect call may have: a `!callgraph` node of LLVM 23 and newer."""
    takes_any_type = state.version >= ANY_CALLEE_TYPE_SINCE
    if takes_any_type and operand is None:
        return True
    if not isinstance(operand, MDNode):
        return state.fail("The callee_type metadata must be a list of callgraph metadata nodes", operand)
    if len(operand.operands) != 1:
        kind = "callgraph" if takes_any_type else "generalized callgraph"
        return state.fail(f"Well-formed {kind} metadata must contain exactly one operand", operand)
    if not isinstance(operand.operands[0], MDString):
        return state.fail("The operand of callgraph metadata for functions must be an MDString", operand)
    if not takes_any_type and not _is_generalized_type(operand.operands[0]):
        return state.fail("Only generalized callgraph metadata can be part of the callee_type metadata list", operand)
    return True


def _is_zero(operand: object) -> bool:
    number = constant_int(operand)
    return number is not None and number.value == 0


def _is_generalized_type(operand: object) -> bool:
    return isinstance(operand, MDString) and operand.text.endswith(".generalized")


def _check_assignment(state: State, instruction: Instruction, node: MDNode) -> bool:
    """Check an instruction that makes an assignment, and the records or calls that refer to it (visitDIAssignIDMetadata)."""
    if not isinstance(instruction, (AllocaInst, StoreInst)) and not _is_memory_intrinsic(instruction):
        return state.fail_debug("!DIAssignID attached to unexpected instruction kind", instruction, node)
    if not isinstance(node, SpecializedNode):
        return True
    for use in state.assignments.uses(node):
        user = use.user
        if isinstance(user, DebugRecord):
            if user.kind != DBG_ASSIGN:
                state.fail_debug(ONLY_IN_ASSIGNMENTS, node, user)
                break
            if use.function is not state.function:
                state.fail_debug("DVRAssign not in same function as inst", user, instruction)
                break
            continue
        callee = user.called_function
        if callee is None or callee.name != ASSIGN_INTRINSIC:
            state.fail_debug("!DIAssignID should only be used by llvm.dbg.assign intrinsics", node, user)
            break
        if use.function is not state.function:
            state.fail_debug("dbg.assign not in same function as inst", user, instruction)
            break
    return True


def _is_memory_intrinsic(instruction: Instruction) -> bool:
    if not isinstance(instruction, CallInst):
        return False
    callee = instruction.called_function
    return callee is not None and callee.name.startswith(_MEMORY_INTRINSICS)


def _check_memory_model(state: State, instruction: Instruction, node: MDNode) -> bool:
    """Check a memory model relaxation annotation: a tag of two strings, or a list of tags (visitMMRAMetadata)."""
    if not isinstance(instruction, (LoadInst, StoreInst, AtomicCmpXchgInst, AtomicRMWInst, FenceInst)):
        if not isinstance(instruction, CallBase) or accesses_no_memory(instruction):
            return state.fail("!mmra metadata attached to unexpected instruction kind", instruction, node)
    if _is_memory_model_tag(node):
        return True
    if not isinstance(node, MDTuple):
        return state.fail("!mmra expected to be a metadata tuple", instruction, node)
    key = ("tags", node, None)
    if key in state.sound_lists:
        return True
    for operand in node.references(state.version):
        if not _is_memory_model_tag(operand):
            return state.fail("!mmra metadata tuple operand is not an MMRA tag", instruction, operand)
    state.sound_lists.add(key)
    return True


def _is_memory_model_tag(operand: object) -> bool:
    return (
        isinstance(operand, MDTuple)
        and len(operand.operands) == 2
        and all(isinstance(text, MDString) for text in operand.operands)
    )


def _check_annotation(state: State, instruction: Instruction, node: MDNode) -> bool:
    operands = node.references(state.version)
    if not isinstance(node, MDTuple):
        state.fail("annotation must be a tuple")
    elif not operands:
        state.fail("annotation must have at least one operand")
    else:
        for operand in operands:
            if isinstance(operand, MDString):
                continue
            if state.version < STRUCTURED_ANNOTATIONS_SINCE:
                state.fail("operands must be strings")
                break
            if not isinstance(operand, MDTuple) or not all(isinstance(text, MDString) for text in operand.operands):
                state.fail("operands must be a string or a tuple of strings")
                break
    return True


def _check_captures(state: State, instruction: Instruction, node: MDNode) -> bool:
    operands = node.references(state.version)
    if not isinstance(instruction, StoreInst):
        state.fail("!captures metadata can only be applied to store instructions", instruction)
    elif instruction.operands[0].type.kind != POINTER:
        state.fail("!captures metadata can only be applied to store with value operand of pointer type", instruction)
    elif not operands:
        state.fail("!captures metadata cannot be empty", instruction)
    else:
        for operand in operands:
            if not isinstance(operand, MDString):
                state.fail("!captures metadata must be a list of strings", instruction)
                break
            if operand.text not in _CAPTURES:
                state.fail("invalid entry in !captures metadata", instruction, operand)
                break
    return True


def _check_allocation_token(state: State, instruction: Instruction, node: MDNode) -> bool:
    operands = node.references(state.version)
    if not isinstance(instruction, CallBase):
        state.fail("!alloc_token should only exist on calls", instruction)
    elif state.version >= ALLOCATION_FUNCTIONS_SINCE and len(operands) not in (2, 3):
        state.fail("!alloc_token must have 2 or 3 operands", node)
    elif state.version < ALLOCATION_FUNCTIONS_SINCE and len(operands) != 2:
        state.fail("!alloc_token must have 2 operands", node)
    elif not isinstance(operands[0], MDString):
        state.fail("expected string", node)
    elif constant_int(operands[1]) is None:
        state.fail("expected integer constant", node)
    elif len(operands) > 2 and not isinstance(operands[2], MDString):
        state.fail("expected function name string", node)
    return True


def _check_expected_lanes(state: State, instruction: Instruction, node: MDNode) -> bool:
    operands = node.references(state.version)
    if len(operands) != 1:
        return state.fail("!amdgpu.expected.active.lanes must have exactly one operand", instruction, node)
    number = constant_int(operands[0])
    if number is None or not is_integer(number.type, 32):
        return state.fail("!amdgpu.expected.active.lanes operand must be an i32 constant", instruction, node)
    return True


def _memory_effects(call: CallBase) -> int:
    """The bits of `memory` of a call: what both the call's attributes and its callee's allow."""
    effects = -1
    callee = call.called_function
    for attributes in (call._attributes, None if callee is None else callee._attributes):
        memory = None if attributes is None else attributes.function.find("memory")
        if memory is not None:
            effects &= memory.integer
    return effects


def accesses_no_memory(call: CallBase) -> bool:
    """Whether a call's attributes, or its callee's, state that it accesses no memory."""
    return _memory_effects(call) == 0


def only_reads_memory(call: CallBase) -> bool:
    """Whether a call's attributes, or its callee's, state that it writes no memory."""
    return not _memory_effects(call) & _WRITES


def check_cache_hints(state: State, instruction: Instruction, node: MDNode) -> bool:
    """Check the hints of an access: pairs of the number of a pointer operand, in rising order, and a node of its hints."""
    if isinstance(instruction, CallBase):
        accesses = not accesses_no_memory(instruction)
    else:
        accesses = isinstance(instruction, _ACCESSES)
    if not accesses:
        return state.fail("!mem.cache_hint is only valid on memory operations", instruction)
    operands = node.references(state.version)
    if len(operands) % 2:
        return state.fail("!mem.cache_hint must have even number of operands (operand_no, hint_node pairs)", node)
    values: list[Value] = list(instruction.operands)
    if isinstance(instruction, CallBase):
        callee = instruction.called_function
        if callee is None or not is_intrinsic(callee.name, state.version):
            return state.fail("!mem.cache_hint is not supported on non-intrinsic calls", instruction)
        values = values[: instruction.argument_count]
    seen: list[int] = []
    for index in range(0, len(operands), 2):
        if not _check_operand(state, instruction, node, operands[index], values, seen):
            return False
        hints = operands[index + 1]
        if not isinstance(hints, MDNode):
            return _fail_alternation(state, node)
        if not _check_hints(state, hints):
            return False
    return True


def _fail_alternation(state: State, node: MDNode) -> bool:
    return state.fail("!mem.cache_hint must alternate between i32 operand numbers and metadata hint nodes", node)


def _check_operand(
    state: State, instruction: Instruction, node: MDNode, operand: object, values: list[Value], seen: list[int]
) -> bool:
    integer = constant_int(operand)
    if integer is None:
        return _fail_alternation(state, node)
    number = integer.value
    if number < 0:
        return state.fail("!mem.cache_hint operand number must be non-negative", node)
    if number >= len(values):
        return state.fail("!mem.cache_hint operand number is out of range", instruction)
    if values[number].type.scalar_type.kind != POINTER:
        return state.fail("!mem.cache_hint operand number must refer to a pointer operand", instruction)
    if number in seen:
        return state.fail("!mem.cache_hint contains duplicate operand number", node)
    if seen and number < seen[-1]:
        return state.fail("!mem.cache_hint operand numbers must be in increasing order", node)
    seen.append(number)
    return True


def _check_hints(state: State, hints: MDNode) -> bool:
    """Check the hints of one operand: pairs of a key, which occurs once, and a string or an integer."""
    operands = hints.references(state.version)
    if len(operands) % 2:
        return state.fail("!mem.cache_hint hint node must have even number of operands (key-value pairs)", hints)
    seen: set[str] = set()
    for index in range(0, len(operands), 2):
        key = operands[index]
        if not isinstance(key, MDString):
            return state.fail("!mem.cache_hint key must be a string", hints)
        if key.text in seen:
            return state.fail("!mem.cache_hint hint node contains duplicate key", hints)
        seen.add(key.text)
        value = operands[index + 1]
        if not isinstance(value, MDString) and constant_int(value) is None:
            return state.fail("!mem.cache_hint value must be a string or integer", hints)
    return True


def check_inline_history(state: State, instruction: Instruction, node: MDNode) -> bool:
    """Check the functions that a call was inlined from; null means a function that was removed."""
    if not isinstance(instruction, CallBase):
        return state.fail("!inline_history should only exist on calls", instruction)
    for operand in node.references(state.version):
        if operand is None:
            continue
        if not isinstance(operand, ValueAsMetadata) or not isinstance(strip_pointer_casts_and_aliases(operand.value), Function):
            return state.fail("!inline_history operands must be functions or null", node)
    return True


# In LLVM's order.
_RULES: Final[dict[str, Callable[[State, Instruction, MDNode], bool]]] = {
    "fpmath": _check_accuracy,
    "range": _check_range,
    "nofpclass": _check_floating_point_classes,
    "noalias.addrspace": _check_noalias_address_spaces,
    "invariant.group": _check_invariant_group,
    "invariant.load": _check_invariant_load,
    "nonnull": _check_nonnull,
    "noundef": _check_noundef,
    "dereferenceable": _check_dereferenceable,
    "dereferenceable_or_null": _check_dereferenceable,
    "nofree": _check_nofree,
    "nofreeobj": _check_nofreeobj,
    "tbaa": check_access_tag,
    "tbaa.struct": check_fields,
    "noalias": _check_scopes,
    "alias.scope": _check_scopes,
    "llvm.access.group": _check_access_groups,
    "align": _check_alignment,
    "prof": check_profile,
    "memprof": check_memory_profile,
    "callsite": check_call_site,
    "callee_type": _check_callee_types,
    "DIAssignID": _check_assignment,
    "mmra": _check_memory_model,
    "annotation": _check_annotation,
    "captures": _check_captures,
    "alloc_token": _check_allocation_token,
    "inline_history": check_inline_history,
    "mem.cache_hint": check_cache_hints,
    EXPECTED_LANES: _check_expected_lanes,
}
# Behind a failure of the others, LLVM ends the checks of the instruction.
_GOING_ON: Final = frozenset((
    "dereferenceable", "dereferenceable_or_null", "nofree", "nofreeobj", "tbaa", "tbaa.struct", "noalias", "alias.scope",
    "llvm.access.group", "prof", "memprof", "callsite", "callee_type", "DIAssignID", "mmra", "annotation", "captures",
    "alloc_token", "inline_history", "mem.cache_hint",
))  # fmt: skip
_RANKS: Final[dict[str, int]] = {kind: rank for rank, kind in enumerate(_RULES)}
