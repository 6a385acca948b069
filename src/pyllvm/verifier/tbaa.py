"""The rules for `!tbaa`: access tags, and the scalar and struct types that they refer to.

No instruction has the tags of `llvm.errno.tbaa`. If one tag in bitcode is broken, LLVM's reader removes all tags silently.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyllvm.ir.constants import ConstantInt, signed
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import AtomicCmpXchgInst, AtomicRMWInst, CallInst, LoadInst, StoreInst, VAArgInst
from pyllvm.ir.metadata import MDNode, MDString, constant_int
from pyllvm.ir.module import Module
from pyllvm.ir.types import IntegerType
from pyllvm.tables.metadata_versions import SCALAR_TAGS_REFUSED_SINCE
from pyllvm.tables.verifier_rules import EMPTY_ACCESS_TAG
from pyllvm.tables.verifier_versions import ERRNO_TAGS_SINCE
from pyllvm.verifier.state import State

_WITH_TAGS: Final = (LoadInst, StoreInst, CallInst, VAArgInst, AtomicRMWInst, AtomicCmpXchgInst)
# The cache's entry for a base node without an offset width.
_INVALID: Final = -2
_NO_WIDTH: Final = -1
# The operands of a field in a struct type, by its form: its type and offset, and in the newer form its size.
_WITHOUT_SIZE: Final = 2
_WITH_SIZE: Final = 3
# A field of `!tbaa.struct`: its offset, its size and its access tag.
_FIELD_OPERANDS: Final = 3
# A path through more structs than this is remembered: compiled programs seldom have one.
_DEEP: Final = 8


def _width(number: ConstantInt) -> int:
    type = number.type
    assert isinstance(type, IntegerType)
    return type.width


def _is_scalar(state: State, node: MDNode) -> bool:
    scalar_nodes = state.scalar_nodes
    known = scalar_nodes.get(node)
    if known is not None:
        return known
    # The node, and those above it in order: all are scalar, or none is.
    seen: dict[MDNode, None] = {node: None}
    current = node
    result = False
    while True:
        operands = current.operands
        if len(operands) not in (2, 3) or not isinstance(operands[0], MDString):
            break
        if len(operands) == 3:
            offset = constant_int(operands[2])
            if offset is None or offset.value != 0:
                break
        parent = operands[1]
        if not isinstance(parent, MDNode) or parent in seen:
            break
        if len(parent.operands) < 2:
            result = True
            break
        known = scalar_nodes.get(parent)
        if known is not None:
            result = known
            break
        seen[parent] = None
        current = parent
    for one in seen:
        scalar_nodes[one] = result
    return result


def _check_base_node(state: State, instruction: Instruction | None, node: MDNode, size: int) -> int:
    """Return the width of a struct type's offsets; _NO_WIDTH if it has none, _INVALID if the node is not a type."""
    if len(node.operands) < 2:
        state.fail("Base nodes must have at least two operands", instruction, node)
        return _INVALID
    known = state.base_nodes.get(node)
    if known is None:
        known = _checked_base_node(state, instruction, node, size)
        state.base_nodes[node] = known
    return known


def _first_field(size: int) -> int:
    """The index of the first field: before it are a name, or the parent, the size and the name."""
    return 3 if size == _WITH_SIZE else 1


def _checked_base_node(state: State, instruction: Instruction | None, node: MDNode, size: int) -> int:
    operands = node.operands
    if len(operands) == 2:
        return 0 if _is_scalar(state, node) else _INVALID
    has_sizes = size == _WITH_SIZE
    if has_sizes and len(operands) % 3:
        state.fail("Access tag nodes must have the number of operands that is a multiple of 3!", node)
        return _INVALID
    if not has_sizes and len(operands) % 2 != 1:
        state.fail("Struct tag nodes must have an odd number of operands!", node)
        return _INVALID
    if has_sizes and constant_int(operands[1]) is None:
        state.fail("Type size nodes must be constants!", instruction, node)
        return _INVALID
    if not has_sizes and not isinstance(operands[0], MDString):
        state.fail("Struct tag nodes have a string as their first operand", node)
        return _INVALID
    has_failed = False
    last = -1
    width = _NO_WIDTH
    index = _first_field(size)
    while index + 1 < len(operands):
        offset = constant_int(operands[index + 1])
        if not isinstance(operands[index], MDNode):
            state.fail("Incorrect field entry in struct type node!", instruction, node)
            has_failed = True
        elif offset is None:
            state.fail("Offset entries must be constants!", instruction, node)
            has_failed = True
        else:
            if width == _NO_WIDTH:
                width = _width(offset)
            if _width(offset) != width:
                state.fail("Bitwidth between the offsets and struct type entries must match", instruction, node)
                has_failed = True
            else:
                if offset.unsigned < last:
                    state.fail("Offsets must be increasing!", instruction, node)
                    has_failed = True
                last = offset.unsigned
                if has_sizes and constant_int(operands[index + 2]) is None:
                    state.fail("Member size entries must be constants!", instruction, node)
                    has_failed = True
        index += size
    return _INVALID if has_failed else width


def _field_at(
    state: State, instruction: Instruction | None, node: MDNode, offset: int, bits: int, size: int
) -> tuple[MDNode | None, int]:
    """Return the type of the field that contains an offset, and the offset within the field."""
    operands = node.operands
    if len(operands) == 2:
        parent = operands[1]
        return (parent if isinstance(parent, MDNode) else None), offset
    first = _first_field(size)
    # In a node without fields, LLVM takes what precedes them for a field.
    chosen = len(operands) - size if len(operands) <= first else -1
    # The offsets of a base node increase, and every access has a tag of its own: the last field that begins before the offset
    # is searched by halves.
    low = 0
    high = (len(operands) - first) // size
    while low < high:
        middle = (low + high) // 2
        start = constant_int(operands[first + middle * size + 1])
        if start is None or start.unsigned > offset:
            high = middle
        else:
            low = middle + 1
    if low:
        chosen = first + (low - 1) * size
    if chosen < 0:
        state.fail("Could not find TBAA parent in struct type node", instruction, node, str(signed(offset, bits)))
        return None, offset
    start = constant_int(operands[chosen + 1])
    field = operands[chosen]
    if start is None or not isinstance(field, MDNode):
        return None, offset
    return field, (offset - start.unsigned) & ((1 << _width(start)) - 1)


def verify_errno_tags(state: State) -> bool:
    """Check the access tags of `errno` (visitModuleErrnoTBAA)."""
    named = state.module.named_metadata_of("llvm.errno.tbaa")
    if named is None or state.version < ERRNO_TAGS_SINCE:
        return True
    state.subject = named
    if not named.operands:
        return state.fail("llvm.errno.tbaa must have at least one operand", named)
    for tag in named.operands:
        _check_access_tag(state, None, tag)
    return True


def check_access_tag(state: State, instruction: Instruction, tag: MDNode) -> bool:
    """Check an access tag. A tag that was valid on one load or store is valid on all, and is not checked again.

    No failure is recorded for a tag whose base node has two operands and is not a scalar type.
    """
    if tag in state.sound_access_tags and isinstance(instruction, (LoadInst, StoreInst)):
        return True
    if not _check_access_tag(state, instruction, tag):
        state.has_broken_access_tags = True
        return False
    state.sound_access_tags.add(tag)
    return True


def check_fields(state: State, instruction: Instruction | None, node: MDNode) -> bool:
    """Check `!tbaa.struct`: an offset, a size and an access tag for each field, with offsets that do not decrease."""
    operands = node.operands
    if len(operands) % _FIELD_OPERANDS:
        return state.fail("!tbaa.struct operands must come in groups of three", instruction, node)
    last = 0
    for place in range(0, len(operands), _FIELD_OPERANDS):
        offset, size, tag = constant_int(operands[place]), constant_int(operands[place + 1]), operands[place + 2]
        if offset is None:
            return state.fail("!tbaa.struct field offset must be a constant integer", instruction, node)
        if size is None:
            return state.fail("!tbaa.struct field size must be a constant integer", instruction, node)
        if tag is not None and not isinstance(tag, MDNode):
            return state.fail("!tbaa.struct field tag must be null or an MDNode", instruction, node)
        if offset.unsigned < last:
            return state.fail("!tbaa.struct field offsets must be non-decreasing", instruction, node)
        last = offset.unsigned
        if tag is not None and not _check_access_tag(state, instruction, tag):
            return False
    return True


def _check_access_tag(state: State, instruction: Instruction | None, tag: MDNode) -> bool:
    """Check an access tag. Returns False if it is broken."""
    operands = tag.operands
    if not operands:
        return not state.breaks(EMPTY_ACCESS_TAG, instruction, tag)
    if instruction is not None and not isinstance(instruction, _WITH_TAGS):
        return state.fail("This instruction shall not have a TBAA access tag!", instruction)
    if not isinstance(operands[0], MDNode) or len(operands) < 3:
        # LLVM up to 23 converts a tag of the old style to an access tag on reading, and later LLVMs in bitcode only.
        if instruction is not None and state.version < SCALAR_TAGS_REFUSED_SINCE:
            # The tag becomes the access type. Of three operands, the last is a flag.
            if len(operands) == 3 or _is_scalar(state, tag):
                return True
            return state.fail("Access type node must be a valid scalar type", instruction, tag)
        return state.fail("Old-style TBAA is no longer allowed, use struct-path TBAA instead", instruction)
    base: MDNode | None = operands[0]
    access = operands[1] if isinstance(operands[1], MDNode) else None
    is_new = access is not None and len(access.operands) >= 3 and isinstance(access.operands[0], MDNode)
    if is_new:
        if len(operands) not in (4, 5):
            return state.fail("Access tag metadata must have either 4 or 5 operands", instruction, tag)
        if constant_int(operands[3]) is None:
            return state.fail("Access size field must be a constant", instruction, tag)
    elif len(operands) >= 5:
        return state.fail("Struct tag metadata must have either 3 or 4 operands", instruction, tag)
    flag = 4 if is_new else 3
    if len(operands) == flag + 1:
        immutable = constant_int(operands[flag])
        if immutable is None:
            return state.fail("Immutability tag on struct tag metadata must be a constant", instruction, tag)
        if immutable.unsigned not in (0, 1):
            return state.fail("Immutability part of the struct tag metadata must be either 0 or 1", instruction, tag)
    if access is None or base is None:
        return state.fail(
            "Malformed struct tag metadata: base and access-type should be non-null and point to Metadata nodes",
            instruction, tag, base, access,
        )  # fmt: skip
    if not is_new and not _is_scalar(state, access):
        return state.fail("Access type node must be a valid scalar type", instruction, tag, access)
    constant = constant_int(operands[2])
    if constant is None:
        return state.fail("Offset must be constant integer", instruction, tag)
    return _check_path(state, instruction, tag, base, access, constant, _WITH_SIZE if is_new else _WITHOUT_SIZE)


def _check_path(
    state: State, instruction: Instruction | None, tag: MDNode, start: MDNode, access: MDNode, constant: ConstantInt, size: int
) -> bool:
    """Check that the path from the base type at the offset reaches the access type."""
    offset = constant.unsigned
    bits = _width(constant)
    base: MDNode | None = start
    is_met = False
    path: set[MDNode] = set()
    # The types from the access type up to the root, which many tags share; above it, the offset is 0.
    above: list[tuple[MDNode, int]] = []
    # Those from a struct down to the access type, when structs are deep in one another.
    below: list[tuple[MDNode, int, int, MDNode]] = []
    while base is not None and len(base.operands) >= 2:
        if base in path:
            return state.fail("Cycle detected in struct path", instruction, tag)
        path.add(base)
        width = _check_base_node(state, instruction, base, size)
        if width == _INVALID:
            return False
        if base is access:
            is_met = True
        if offset != 0 and (base is access or _is_scalar(state, base)):
            return state.fail("Offset not zero at the point of scalar access", instruction, tag, str(signed(offset, bits)))
        if width != bits and not (width == 0 and offset == 0) and not (size == _WITH_SIZE and width == _NO_WIDTH):
            shown = 0xFFFFFFFF if width == _NO_WIDTH else width
            return state.fail("Access bit-width not the same as description bit-width", instruction, tag, str(shown), str(bits))
        if size == _WITH_SIZE and is_met:
            break
        if is_met:
            if (base, bits) in state.sound_ways_up:
                break
            above.append((base, bits))
        elif len(path) > _DEEP:
            if (base, offset, bits, access) in state.sound_ways_down:
                is_met = True
                break
            below.append((base, offset, bits, access))
        base, offset = _field_at(state, instruction, base, offset, bits, size)
    if not is_met:
        return state.fail("Did not see access type in access path!", instruction, tag)
    state.sound_ways_up.update(above)
    state.sound_ways_down.update(below)
    return True


def has_broken_access_tags(module: Module, functions: Sequence[Function], state: State | None = None) -> bool:
    """Whether a tag in these functions is broken, so that all tags go (BitcodeReader::materialize).

    `state`, which receives the failures, is for callers that check the functions of a module in several steps: it has the results
    of the earlier ones.
    """
    if state is None:
        state = State(module)
    is_sound = True
    for function in functions:
        for block in function.blocks:
            for instruction in block.instructions:
                tag = instruction.metadata("tbaa") if instruction._attachments is not None else None
                if tag is not None:
                    state.subject = instruction
                    is_sound &= check_access_tag(state, instruction, tag)
    return not is_sound


def strip_access_tags(functions: Sequence[Function]) -> None:
    """Remove all tags from these functions (llvm::stripTBAA)."""
    for instruction in _tagged(functions):
        instruction.set_metadata("tbaa", None)


def _tagged(functions: Sequence[Function]) -> list[Instruction]:
    tagged: list[Instruction] = []
    for function in functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction._attachments is not None and instruction.metadata("tbaa") is not None:
                    tagged.append(instruction)
    return tagged
