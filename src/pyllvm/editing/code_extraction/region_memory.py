"""Allocas and lifetime markers of a function whose blocks become another one: what moves to the new function (CodeExtractor)."""

from __future__ import annotations

from typing import final

from pyllvm.analysis.pointer_casts import strip_in_bounds_constant_offsets
from pyllvm.editing.code_extraction.code_regions import first_after_phis, is_in, is_intrinsic
from pyllvm.ir.attributes import AttributeSet
from pyllvm.ir.constants import Constant
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicCmpXchgInst,
    AtomicRMWInst,
    CallBase,
    CallInst,
    CastInst,
    CatchPadInst,
    CatchReturnInst,
    CatchSwitchInst,
    CleanupReturnInst,
    FenceInst,
    LoadInst,
    ResumeInst,
    StoreInst,
    VAArgInst,
)
from pyllvm.ir.value import Value
from pyllvm.tables.intrinsic_names import DEBUG_NAMES, LIFETIME_END, LIFETIME_START, PSEUDO_PROBE
from pyllvm.tables.opcodes import BITCAST

# Bits of `memory` that mean that some memory is written.
_WRITES = 0xAAAAAAAA


def is_lifetime_marker(value: Value) -> bool:
    """Whether a value is a call of llvm.lifetime.start or llvm.lifetime.end."""
    return is_intrinsic(value, LIFETIME_START) or is_intrinsic(value, LIFETIME_END)


def _is_skipped(instruction: Instruction) -> bool:
    return is_intrinsic(instruction, DEBUG_NAMES) or is_intrinsic(instruction, PSEUDO_PROBE)


def _attributes(call: CallBase) -> list[AttributeSet]:
    """The function attributes of a call, and of the called function."""
    found: list[AttributeSet] = []
    if call.attributes is not None:
        found.append(call.attributes.function)
    callee = call.called_function
    if callee is not None and callee.attributes is not None:
        found.append(callee.attributes.function)
    return found


def _only_reads(call: CallBase) -> bool:
    if call.bundles:
        return False
    for attributes in _attributes(call):
        memory = attributes.find("memory")
        if "readnone" in attributes or "readonly" in attributes or (memory is not None and not memory.integer & _WRITES):
            return True
    return False


def _has_side_effects(instruction: Instruction) -> bool:
    """Whether an instruction may write to memory, throw, or not return (Instruction::mayHaveSideEffects)."""
    if isinstance(instruction, CallBase):
        if not _only_reads(instruction):
            return True
        sets = _attributes(instruction)
        if isinstance(instruction, CallInst) and not any("nounwind" in attributes for attributes in sets):
            return True
        return not any("willreturn" in attributes for attributes in sets)
    if isinstance(instruction, (CleanupReturnInst, CatchSwitchInst)):
        return not instruction.successors or (isinstance(instruction, CatchSwitchInst) and instruction.unwind is None)
    return isinstance(
        instruction,
        (FenceInst, VAArgInst, AtomicCmpXchgInst, AtomicRMWInst, CatchPadInst, CatchReturnInst, ResumeInst, StoreInst),
    )


def _may_touch_memory(instruction: Instruction) -> bool:
    """Whether an instruction other than a load or store is treated as changing any memory."""
    if is_lifetime_marker(instruction):
        return False
    return is_intrinsic(instruction, "llvm") or _has_side_effects(instruction)


@final
class MemoryEffects:
    """The allocas of a function, and which of its blocks may change each, when the object is created."""

    def __init__(self, function: Function) -> None:
        self.allocas: list[AllocaInst] = []
        self._changing: set[BasicBlock] = set()
        self._accessed: dict[BasicBlock, set[Value]] = {}
        for block in function.blocks:
            self.allocas += [instruction for instruction in block.instructions if isinstance(instruction, AllocaInst)]
            self._look_at(block)

    def _look_at(self, block: BasicBlock) -> None:
        accessed: set[Value] = set()
        self._accessed[block] = accessed
        for instruction in block.instructions:
            if _is_skipped(instruction):
                continue
            if isinstance(instruction, (LoadInst, StoreInst)):
                if isinstance(instruction.pointer, Constant):
                    continue
                base = strip_in_bounds_constant_offsets(instruction.pointer)
                if isinstance(base, AllocaInst):
                    accessed.add(base)
                    continue
            elif not _may_touch_memory(instruction):
                continue
            self._changing.add(block)
            return

    def may_change(self, block: BasicBlock, address: Value) -> bool:
        """Whether a block may access an alloca, as far as the first instruction with other effects."""
        return block in self._changing or address in self._accessed.get(block, ())


@final
class LifetimeMarkers:
    """The markers of one address, and which of them must move into a region."""

    def __init__(self, start: Instruction, end: Instruction, region: dict[BasicBlock, None]) -> None:
        self.start = start
        self.end = end
        self.start_moves = not is_in(region, start)
        self.end_moves = not is_in(region, end)


@final
class Allocas:
    """Finds the allocas outside a region that only the region uses: they move to the new function, with their markers.

    `sinking` and `hoisting` are the instructions that move to its beginning and its end, in LLVM's order.
    """

    def __init__(self, region: dict[BasicBlock, None], effects: MemoryEffects) -> None:
        self.sinking: dict[Instruction, None] = {}
        self.hoisting: dict[Instruction, None] = {}
        self.exit = _common_exit(region)
        self._region = region
        self._effects = effects
        function = next(iter(region)).parent
        for alloca in effects.allocas:
            if alloca.parent is not None and alloca.parent not in region and alloca.parent.parent is function:
                self._look_at(alloca)

    def _look_at(self, alloca: AllocaInst) -> None:
        markers = self._markers(alloca)
        if markers is not None:
            self._move(markers)
            self.sinking[alloca] = None
            return
        self._separate_markers(alloca)
        found: list[tuple[Instruction, LifetimeMarkers]] = []
        for user in alloca.users:
            if strip_in_bounds_constant_offsets(user) is alloca:
                assert isinstance(user, Instruction)
                markers = self._markers(user)
                if markers is not None:
                    found.append((user, markers))
                    continue
            if not is_in(self._region, user):
                return
        if not found:
            return
        self.sinking[alloca] = None
        for address, markers in found:
            self._move(markers)
            if not is_in(self._region, address):
                self.sinking[address] = None

    def _separate_markers(self, alloca: AllocaInst) -> None:
        """Let markers outside the region that use an address computed in it use one of their own."""
        region = self._region
        outside: list[CallInst] = []
        for user in alloca.users:
            if is_in(region, user) and strip_in_bounds_constant_offsets(user) is alloca:
                for marker in user.users:
                    if isinstance(marker, CallInst) and is_lifetime_marker(marker) and not is_in(region, marker):
                        outside.append(marker)
        for marker in outside:
            index = marker.argument_count - 1
            cast = CastInst(BITCAST, alloca, marker.operands[index].type, 0, "lt.cast")
            cast.insert_before(marker)
            marker.put_operand(index, cast)

    def _move(self, markers: LifetimeMarkers) -> None:
        if markers.start_moves:
            self.sinking[markers.start] = None
        if markers.end_moves:
            self.hoisting[markers.end] = None

    def _markers(self, address: Instruction) -> LifetimeMarkers | None:
        """The two markers of an address that is otherwise used in the region alone; None if they cannot be moved."""
        region = self._region
        start: Instruction | None = None
        end: Instruction | None = None
        for user in address.users:
            if is_intrinsic(user, LIFETIME_START):
                if start is not None:
                    return None
                assert isinstance(user, Instruction)
                start = user
            elif is_intrinsic(user, LIFETIME_END):
                if end is not None:
                    return None
                assert isinstance(user, Instruction)
                end = user
            elif not is_in(region, user):
                return None
        if start is None or end is None:
            return None
        markers = LifetimeMarkers(start, end, region)
        if (markers.start_moves or markers.end_moves) and not self._is_untouched_outside(address):
            return None
        return None if markers.end_moves and self.exit is None else markers

    def _is_untouched_outside(self, address: Instruction) -> bool:
        alloca = strip_in_bounds_constant_offsets(address)
        function = next(iter(self._region)).parent
        assert function is not None
        return not any(self._effects.may_change(block, alloca) for block in function.blocks if block not in self._region)


def _common_exit(region: dict[BasicBlock, None]) -> BasicBlock | None:
    """The one block outside where the region leads; None if there are several or none."""
    found: BasicBlock | None = None
    for block in region:
        for successor in block.successors:
            if successor in region:
                continue
            if found is None:
                found = successor
            elif found is not successor:
                return None
    return found


def block_for_hoisting(region: dict[BasicBlock, None], exit_block: BasicBlock) -> BasicBlock:
    """The block at whose end markers are put: the only block that leads to the exit, or else the exit's beginning.

    The latter becomes a block of the region.
    """
    before = [block for block in exit_block.predecessors if block in region]
    if all(block is before[0] for block in before):
        return before[0]
    rest = exit_block.split(first_after_phis(exit_block))
    for block in exit_block.predecessors:
        if block not in region:
            terminator = block.terminator
            assert terminator is not None
            terminator.replace_successor(exit_block, rest)
    region[exit_block] = None
    return exit_block
