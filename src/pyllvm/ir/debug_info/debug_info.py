"""Debug information as a whole: its version in a module, and how it is stripped, from loop metadata as well.

When LLVM reads a module, from text or bitcode, it drops debug information of any version but its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalObject
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import Attachment, MDNode, MDString, MDTuple, SpecializedNode, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.tables.debug_info_versions import (
    ASSIGNMENTS_SINCE,
    COPIES_SINCE,
    HEAP_ALLOCATION_SITE_SINCE,
    INDIRECT_SINCE,
    LAST_BEHAVIOR_SINCE,
)
from pyllvm.tables.intrinsic_names import ADDRESS_INTRINSIC, DEBUG_INTRINSICS, DEBUG_PREFIX, LOOP_METADATA
from pyllvm.tables.module_flags import MODULE_FLAGS, WARNING

CURRENT_VERSION: Final = 3
VERSION_FLAG: Final = "Debug Info Version"
_LAST_BEHAVIOR: Final = 8
_HEAP_ALLOCATION_SITE: Final = "heapallocsite"
_ASSIGNMENT: Final = "DIAssignID"
_DEBUG_INTRINSICS: Final = (*DEBUG_INTRINSICS, ADDRESS_INTRINSIC)
MAXIMUM_DEPTH: Final = 100
"""How deep loop metadata is followed; real metadata is never nested so deep."""


def debug_info_version(module: Module) -> int:
    """The "Debug Info Version" module flag; 0 if the module has none."""
    named = module.named_metadata_of(MODULE_FLAGS)
    if named is None:
        return 0
    for flag in named.operands:
        operands = flag.operands
        if len(operands) < 3 or not _is_behavior(operands[0], module.llvm_version):
            continue
        name = operands[1]
        value = operands[2]
        if isinstance(name, MDString) and name.text == VERSION_FLAG:
            number = value.value if isinstance(value, ValueAsMetadata) else None
            return number.unsigned if isinstance(number, ConstantInt) else 0
    return 0


def version_flag(context: Context) -> MDTuple:
    """The module flag with the version of debug information, as clang writes it."""
    integer = context.integer(32)
    behavior = ValueAsMetadata.get(context, ConstantInt.get(integer, WARNING))
    number = ValueAsMetadata.get(context, ConstantInt.get(integer, CURRENT_VERSION))
    return MDTuple.get(context, [behavior, MDString.get(context, VERSION_FLAG), number])


def _is_behavior(operand: object, version: int) -> bool:
    """Whether LLVM accepts the operand as the behavior of a module flag (Module::isValidModFlagBehavior)."""
    if not isinstance(operand, ValueAsMetadata) or not isinstance(operand.value, ConstantInt):
        return False
    return 1 <= operand.value.unsigned <= (_LAST_BEHAVIOR if version >= LAST_BEHAVIOR_SINCE else _LAST_BEHAVIOR - 1)


def has_debug_info(module: Module) -> bool:
    """Whether there is debug information in the bodies of functions or attached to symbols, or named metadata lists it."""
    if any(named.name.startswith(DEBUG_PREFIX) for named in module.named_metadata):
        return True
    if any(one.kind == "dbg" for value in module.global_values for one in value.attachments):
        return True
    bodies = (instruction for function in module.functions for instruction in function.instructions)
    return any(instruction.debug_location is not None or instruction.debug_records for instruction in bodies)


def strip_debug_info(module: Module, reads_bodies: bool = True) -> bool:
    """Remove all debug information; return whether there was any.

    Without `reads_bodies`, bodies that were not read yet stay as they are; `strip_function_debug_info` handles them later.
    """
    functions = [function for function in module.functions if reads_bodies or function.is_materialized]
    changed = strip_functions_debug_info(module, functions)
    return strip_other_debug_info(module) or changed


def strip_functions_debug_info(module: Module, functions: Sequence[Function], loops: LoopStripper | None = None) -> bool:
    """Remove the debug information of these functions; return whether there was any.

    `loops` was used for other functions of the module, whose loops may be the same.
    """
    changed = False
    stripper = LoopStripper(module.context, module.llvm_version) if loops is None else loops
    for function in functions:
        if _strip_function(module, function, stripper):
            changed = True
    return changed


def strip_other_debug_info(module: Module) -> bool:
    """Remove the debug information that is in no function; return whether there was any."""
    kept = [named for named in module.named_metadata if not _is_debug_name(named.name)]
    changed = len(kept) != len(module.named_metadata)
    module.named_metadata = kept
    for variable in module.global_variables:
        if _has_debug_info(variable):
            variable.attachments = _without_debug_info(variable)
            changed = True
    return changed


def strip_function_debug_info(module: Module, function: Function) -> None:
    """Remove all debug information of one function."""
    _strip_function(module, function, LoopStripper(module.context, module.llvm_version))


def _is_debug_name(name: str) -> bool:
    return name.startswith(DEBUG_PREFIX) or name == "llvm.gcov"


def _has_debug_info(value: GlobalObject) -> bool:
    return any(attachment.kind == "dbg" for attachment in value.attachments)


def _without_debug_info(value: GlobalObject) -> list[Attachment]:
    return [attachment for attachment in value.attachments if attachment.kind != "dbg"]


def strip_blocks_debug_info(module: Module, blocks: Sequence[BasicBlock]) -> None:
    """Remove all debug information of blocks."""
    _strip_blocks(module, blocks, LoopStripper(module.context, module.llvm_version))


def _strip_function(module: Module, function: Function, stripper: LoopStripper) -> bool:
    changed = False
    function.materialize()  # which reads the attachments
    if _has_debug_info(function):
        function.attachments = _without_debug_info(function)
        changed = True
    return _strip_blocks(module, function.blocks, stripper) or changed


def _strip_blocks(module: Module, blocks: Sequence[BasicBlock], stripper: LoopStripper) -> bool:
    changed = False
    has_attachments = False
    for block in blocks:
        has_intrinsics = False
        for instruction in block.instructions:
            if isinstance(instruction, CallInst) and _is_debug_intrinsic(instruction):
                has_intrinsics = True
                continue
            if instruction._debug_location is not None:
                instruction.debug_location = None
                changed = True
            if instruction._attachments and _strip_attachments(module, instruction, stripper):
                has_attachments = True
            if instruction._debug_records is not None:
                instruction.debug_records = None
        if has_intrinsics:
            _drop_debug_intrinsics(block)
            changed = True
        if block._trailing_debug_records is not None:
            block.trailing_debug_records = None
    if has_attachments and module.llvm_version >= HEAP_ALLOCATION_SITE_SINCE:
        # LLVM numbers the kind when it first looks it up, and so the kind is written.
        if _HEAP_ALLOCATION_SITE not in module.metadata_kinds:
            module.metadata_kinds.append(_HEAP_ALLOCATION_SITE)
    return changed


def _drop_debug_intrinsics(block: BasicBlock) -> None:
    kept: list[Instruction] = []
    for instruction in block.instructions:
        if isinstance(instruction, CallInst) and _is_debug_intrinsic(instruction):
            instruction.drop_operands()
        else:
            kept.append(instruction)
    block.instructions = kept


def _is_debug_intrinsic(call: CallInst) -> bool:
    callee = call.called_function
    return callee is not None and callee.name.startswith(DEBUG_PREFIX) and callee.name in _DEBUG_INTRINSICS


def _strip_attachments(module: Module, instruction: Instruction, stripper: LoopStripper) -> bool:
    """Strip attachments that are debug information, or refer to it; whether it keeps any after its loop is stripped."""
    attachments = instruction._attachments or []
    has_debug_info = False
    for attachment in attachments:
        kind = attachment._kind
        if kind == LOOP_METADATA or kind == _ASSIGNMENT or kind == _HEAP_ALLOCATION_SITE:
            has_debug_info = True
    if not has_debug_info:
        return True
    loop = instruction.metadata(LOOP_METADATA)
    if loop is not None:
        stripped = stripper.strip(loop)
        if stripped is None:
            instruction.set_metadata(LOOP_METADATA, None)
        elif stripped is not loop and instruction.attachments is not None:
            for attachment in instruction.attachments:
                if attachment.kind == LOOP_METADATA:
                    attachment.node = stripped
    if not instruction._attachments:
        return False
    if module.llvm_version >= HEAP_ALLOCATION_SITE_SINCE and instruction.metadata(_HEAP_ALLOCATION_SITE) is not None:
        instruction.set_metadata(_HEAP_ALLOCATION_SITE, None)
    if module.llvm_version >= ASSIGNMENTS_SINCE and instruction.metadata(_ASSIGNMENT) is not None:
        instruction.set_metadata(_ASSIGNMENT, None)
    return True


@final
class LoopStripper:
    """Removes the locations from loop nodes, from each loop once (LLVM's stripDebugLocFromLoopID).

    Up to LLVM 10 only a loop node's own operands are examined. LLVM 11 to 16 remove every operand that leads to a location.
    Since LLVM 17 only operands that hold nothing but locations are removed, and the others are copied without their locations.
    """

    def __init__(self, context: Context, version: int) -> None:
        self._context = context
        self._version = version
        self._done: dict[MDNode, MDNode | None] = {}
        self._reaching: set[MDNode] = set()
        self._located: set[MDNode] = set()

    def strip(self, loop: MDNode) -> MDNode | None:
        """The loop node without locations: the same node if it has none, None if it has nothing else."""
        if loop not in self._done:
            self._done[loop] = self._stripped(loop)
        return self._done[loop]

    def _stripped(self, loop: MDNode) -> MDNode | None:
        parts = loop.references(self._version)[1:]
        visited: set[MDNode] = {loop}
        self._reaching = set()
        self._located = set()
        if self._version >= INDIRECT_SINCE:
            reaching = [self._reaches(part, visited, 0) for part in parts]
        else:
            reaching = [is_location(part) for part in parts]
        if not any(reaching):
            return loop
        if self._version < COPIES_SINCE:
            if all(reaching):
                return None
            return _loop_of([part for part, reaches in zip(parts, reaching, strict=True) if not reaches])
        seen: set[MDNode] = set()
        if all(self._is_all_locations(part, seen, 0) for part in parts):
            return None
        kept: list[object] = []
        for part in parts:
            copy = self._copy(part, 0)
            if part is None or copy is not None:
                kept.append(copy)
        return _loop_of(kept)

    def _reaches(self, operand: object, visited: set[MDNode], depth: int) -> bool:
        """Whether an operand leads to a location; `visited` holds the nodes seen on the way."""
        if not isinstance(operand, MDNode):
            return False
        if is_location(operand) or operand in self._reaching:
            return True
        if operand in visited or depth > MAXIMUM_DEPTH:
            return False
        visited.add(operand)
        for one in operand.references(self._version):
            if self._reaches(one, visited, depth + 1):
                self._reaching.add(operand)
                if self._version < COPIES_SINCE:
                    return True
        return operand in self._reaching

    def _is_all_locations(self, operand: object, seen: set[MDNode], depth: int) -> bool:
        """Whether an operand consists of nothing but locations."""
        if not isinstance(operand, MDNode):
            return False
        if is_location(operand) or operand in self._located:
            return True
        if operand not in self._reaching or operand in seen or depth > MAXIMUM_DEPTH:
            return False
        seen.add(operand)
        for one in operand.references(self._version):
            if one is not operand and not self._is_all_locations(one, seen, depth + 1):
                return False
        self._located.add(operand)
        return True

    def _copy(self, operand: object, depth: int) -> object:
        """An operand without its locations; None if nothing remains."""
        if not isinstance(operand, MDNode):
            return operand
        if is_location(operand) or operand in self._located:
            return None
        if operand not in self._reaching or depth > MAXIMUM_DEPTH:
            return operand
        kept: list[object] = []
        refers_to_itself = False
        for one in operand.references(self._version):
            if one is None or one is operand:
                refers_to_itself = refers_to_itself or one is operand
                kept.append(None)
                continue
            copy = self._copy(one, depth + 1)
            if copy is not None:
                kept.append(copy)
        if len(kept) == (1 if refers_to_itself else 0):
            return None
        if refers_to_itself:
            return _loop_of(kept[1:])
        return MDTuple(kept, True) if operand.is_distinct else MDTuple.get(self._context, kept)


def _loop_of(operands: list[object]) -> MDTuple:
    """A distinct node that is its own first operand."""
    node = MDTuple([None, *operands], True)
    node.operands[0] = node
    return node


def is_location(operand: object) -> bool:
    """Whether it is a DILocation."""
    return isinstance(operand, SpecializedNode) and operand.spec.name == "DILocation"
