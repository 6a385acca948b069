"""`reg2mem`: values that are used in other blocks, and phis, go to memory, as LLVM's DemoteRegToStack moves them.

    %p = phi i32 [ 1, %a ], [ 2, %b ]

becomes a load from `%p.reg2mem = alloca i32`, into which `%a` stores 1 and `%b` stores 2.
"""

from __future__ import annotations

from pyllvm.analysis.loops import BlockLoops
from pyllvm.editing.small_passes import break_critical_edges
from pyllvm.ir.constants import ConstantInt, null_value
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import AllocaInst, CallBrInst, CastInst, InvokeInst, LoadInst, PHINode, StoreInst
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.sized_types import is_sized
from pyllvm.ir.value import Value
from pyllvm.notation import Final, final
from pyllvm.tables.opcodes import BITCAST

_PADS: Final = ("phi", "landingpad", "catchpad", "cleanuppad", "catchswitch")
_MARK: Final = "reg2mem alloca point"


def demote_values(module: Module, function: Function) -> bool:
    """Keep in memory what is used outside of its block, and let no block begin with phis. Always changes the function."""
    break_critical_edges(function, BlockLoops(function))
    _Demotion(module, function).run()
    return True


@final
class _Demotion:
    """The demotion of one function."""

    def __init__(self, module: Module, function: Function) -> None:
        self._module = module
        self._function = function
        self._context = module.context
        self._layout = DataLayout(module.data_layout, module.llvm_version)
        integer = self._context.integer(32)
        place = function.blocks[0].first
        while isinstance(place, AllocaInst):
            place = place.next
        assert place is not None
        self._mark: Final = CastInst(BITCAST, null_value(integer), integer, 0, _MARK)
        self._one: Final = ConstantInt.get(integer, 1)
        if place is function.blocks[0].first:
            # As in LLVM, at the beginning of a block comes before its debug records.
            function.blocks[0].insert(self._mark, place)
        else:
            self._mark.insert_before(place)

    def run(self) -> None:
        """Demote the values, the last one first, and then the phis."""
        entry = self._function.blocks[0]
        found = [
            one
            for one in self._function.instructions
            if not (isinstance(one, AllocaInst) and one.parent is entry) and self._escapes(one)
        ]
        for one in reversed(found):
            self._demote(one)
        phis = [phi for block in self._function.blocks for phi in block.phis]
        for phi in reversed(phis):
            self._demote_phi(phi)

    def _escapes(self, one: Instruction) -> bool:
        if not is_sized(one.type, self._module.llvm_version):
            return False
        for user in one.users:
            if isinstance(user, PHINode) or (isinstance(user, Instruction) and user.parent is not one.parent):
                return True
        return False

    def _slot(self, value: Instruction) -> AllocaInst:
        space = self._layout.alloca_address_space
        context = self._context
        pointer = context.pointer_to(value.type, space) if self._module.has_typed_pointers else context.pointer(space)
        alignment = self._layout.preferred_alignment(value.type)
        slot = AllocaInst(pointer, value.type, self._one, alignment, f"{value.name}.reg2mem")
        slot.insert_before(self._mark)
        return slot

    def _load(self, value: Instruction, slot: AllocaInst) -> LoadInst:
        return LoadInst(value.type, slot, self._layout.abi_alignment(value.type), False, f"{value.name}.reload")

    def _store(self, value: Value, slot: AllocaInst) -> StoreInst:
        return StoreInst(self._context.void, value, slot, self._layout.abi_alignment(value.type))

    def _demote(self, value: Instruction) -> None:
        slot = self._slot(value)
        while value.has_uses:
            user = value.users[0]
            assert isinstance(user, Instruction)
            if isinstance(user, PHINode):
                self._load_for_phi(value, slot, user)
                continue
            self._load_for(value, slot, user)
        if isinstance(value, (InvokeInst, CallBrInst)):
            for block in value.successors if isinstance(value, CallBrInst) else [value.normal_block]:
                block.insert(self._store(value, slot), block.first_insertion_point)
            return
        place = value.next
        while place is not None and place.opcode_name in _PADS and place.opcode_name != "catchswitch":
            place = place.next
        assert place is not None
        if place.opcode_name == "catchswitch":
            for handler in place.successors:
                at = handler.first_insertion_point
                handler.insert(self._store(value, slot), at)
            return
        self._store(value, slot).insert_before(place)

    def _load_for(self, value: Instruction, slot: AllocaInst, user: Instruction) -> None:
        """Let an instruction take a value from its slot."""
        load = self._load(value, slot)
        load.insert_before(user)
        for index, operand in enumerate(user.operands):
            if operand is value:
                user.put_operand(index, load)

    def _load_for_phi(self, value: Instruction, slot: AllocaInst, phi: PHINode) -> None:
        """Let a phi take a value from its slot: loaded once at the end of each block that the value comes from."""
        loads: dict[BasicBlock, LoadInst] = {}
        for index, block in enumerate(phi.blocks):
            if phi.operands[index] is not value:
                continue
            load = loads.get(block)
            if load is None:
                end = block.terminator
                assert end is not None
                load = self._load(value, slot)
                load.insert_before(end)
                loads[block] = load
            phi.put_operand(index, load)

    def _demote_phi(self, phi: PHINode) -> None:
        if not phi.has_uses:
            phi.erase()
            return
        slot = self._slot(phi)
        for value, block in phi.incoming:
            end = block.terminator
            assert end is not None
            self._store(value, slot).insert_before(end)
        place: Instruction | None = phi
        while place is not None and place.opcode_name in _PADS and place.opcode_name != "catchswitch":
            place = place.next
        assert place is not None
        if place.opcode_name == "catchswitch":
            for user in phi.users:
                assert isinstance(user, Instruction)
                self._load_for(phi, slot, user)
        else:
            load = self._load(phi, slot)
            load.insert_before(place)
            phi.replace_all_uses_with(load)
        phi.erase()
