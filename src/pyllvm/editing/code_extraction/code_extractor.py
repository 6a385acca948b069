"""Makes a function of some basic blocks of another one, which then calls it, as LLVM's CodeExtractor does.

LLVM 20 does the same in another order, which shows in names, in the order of uses and of blocks. The function that the blocks
come from is left valid except for lifetime markers around the call, which LLVM adds: the commands delete it.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.analysis.pointer_casts import strip_in_bounds_offsets
from pyllvm.editing.blocks import phis
from pyllvm.editing.code_extraction.code_regions import first_after_phis, is_intrinsic
from pyllvm.editing.code_extraction.region_debug_info import describe_extracted, records_of, subprogram_of
from pyllvm.editing.code_extraction.region_memory import Allocas, MemoryEffects, block_for_hoisting, is_lifetime_marker
from pyllvm.editing.properties import set_linkage
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.instructions import (
    AllocaInst,
    BranchInst,
    CallInst,
    InvokeInst,
    LoadInst,
    PHINode,
    ResumeInst,
    ReturnInst,
    StoreInst,
    SwitchInst,
    UnreachableInst,
)
from pyllvm.ir.metadata import MDNode
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import LAST_VALUES_MOVED_SINCE
from pyllvm.tables.code_extraction import (
    FUNCTION_MADE_FIRST_SINCE,
    INTRINSICS_WITHOUT_LOCATION_SINCE,
    NOT_INHERITED,
    OUTPUTS_IN_ALLOCA_SPACE_SINCE,
    PARTITIONS_INHERITED_SINCE,
    RECORDS_SPLIT_OFF_SINCE,
)
from pyllvm.tables.intrinsic_names import ASSUME, DEBUG_INTRINSICS
from pyllvm.tables.text_versions import ALIGNMENTS_FILLED_IN_SINCE

_NO_RETURN: Final = "noreturn"


@final
class CodeExtractor:
    """Makes a function of a region: `blocks` that `code_regions.refusal` accepts, the entry first."""

    def __init__(self, module: Module, blocks: dict[BasicBlock, None]) -> None:
        self._module = module
        self._version = module.llvm_version
        self._void = module.context.void
        self._layout = DataLayout(module.data_layout, module.llvm_version)
        self._blocks = blocks
        self._header = next(iter(blocks))
        old = self._header.parent
        assert old is not None
        self._old: Function = old
        self._exits: list[BasicBlock] = []
        self._inputs: dict[Value, None] = {}
        self._outputs: dict[Instruction, None] = {}
        self._root = BasicBlock(self._header.type, "newFuncRoot")
        self._replacement = BasicBlock(self._header.type, "codeRepl")
        self._stubs: dict[BasicBlock, BasicBlock] = {}
        self._names: list[tuple[str, bool]] = []

    def extract(self) -> Function:
        """Make the function, at the end of the module, and return it."""
        effects = MemoryEffects(self._old)
        records = records_of(self._old)
        made = self._extract_first(effects) if self._version >= FUNCTION_MADE_FIRST_SINCE else self._extract_last(effects)
        made.name_changes = self._names
        describe_extracted(self._module, self._old, made, list(self._inputs), records)
        return made

    def _extract_last(self, effects: MemoryEffects) -> Function:
        """Up to LLVM 19: the call is made while the blocks are still in their function."""
        self._drop_assumptions()
        self._split_returns()
        self._find_exits()
        self._split_entry()
        self._split_exits()
        self._old.insert_block(self._replacement, self._header)
        self._lead_to_header()
        allocas = Allocas(self._blocks, effects)
        self._find_inputs_and_outputs(allocas.sinking)
        for instruction in allocas.sinking:
            if isinstance(instruction, AllocaInst):
                self._sink(instruction)
        last = next((one for one in allocas.sinking if isinstance(one, AllocaInst)), None)
        for instruction in allocas.sinking:
            if last is not None and not isinstance(instruction, AllocaInst):
                instruction.move_after(last)
        exits = list(self._exits)
        self._hoist(allocas)
        self._drop_lifetime_markers(allocas)
        made = self._declare()
        self._note_names(self._root)
        made.insert_block(self._root, None)
        self._use_arguments(made)
        self._name_arguments(made)
        self._reach_replacement()
        reloads = self._call(made)
        self._reload(reloads, self._blocks)
        self._leave_by_stubs(made)
        self._store_outputs(made)
        self._leave_replacement(made)
        self._move_blocks(made, next(iter(self._stubs.values()), None))
        self._inherit_personality(made)
        self._enter_from_root()
        for block in exits:
            self._come_from_replacement(block)
        return made

    def _extract_first(self, effects: MemoryEffects) -> Function:
        """Since LLVM 20: the new function is finished before the old one calls it."""
        self._split_returns()
        self._split_entry()
        self._find_exits()
        self._split_exits()
        self._drop_assumptions()
        allocas = Allocas(self._blocks, effects)
        self._find_inputs_and_outputs(allocas.sinking)
        self._drop_lifetime_markers(allocas)
        self._hoist(allocas)
        following = self._block_after_region()
        made = self._declare()
        self._inherit_personality(made)
        self._name_arguments(made)
        made.insert_block(self._root, None)
        self._names.append((self._root.name, True))
        for is_alloca in (False, True):
            for instruction in allocas.sinking:
                if isinstance(instruction, AllocaInst) == is_alloca:
                    self._sink(instruction)
                    self._note(instruction)
        self._move_blocks(made, None)
        self._use_arguments(made)
        self._leave_by_stubs(made)
        self._enter_from_root()
        self._lead_to_header()
        self._store_outputs(made)
        self._old.insert_block(self._replacement, following)
        reloads = self._call(made)
        self._leave_replacement(made)
        self._reach_replacement()
        for block in self._exits:
            self._come_from_replacement(block)
        self._reload(reloads, None)
        return made

    # --- the region ----------------------------------------------------------------------------------------------------------

    def _drop_assumptions(self) -> None:
        for block in self._blocks:
            for instruction in block.instructions:
                if is_intrinsic(instruction, ASSUME):
                    instruction.erase()

    def _split_returns(self) -> None:
        """Put returns into blocks of their own, which are not in the region."""
        for block in self._blocks:
            last = block.terminator
            if isinstance(last, ReturnInst):
                block.split(last, f"{block.name}.ret")

    def _find_exits(self) -> None:
        """Find the blocks outside where the region leads."""
        exits: dict[BasicBlock, None] = {}
        for block in self._blocks:
            for successor in block.successors:
                if successor not in self._blocks:
                    exits[successor] = None
        self._exits = list(exits)

    def _split_entry(self) -> None:
        """Leave the phis of the first block outside if several blocks outside lead to it.

        If it is the entry of the function, a block without instructions of its own remains there.
        """
        header = self._header
        blocks = self._blocks
        inside = 0
        if header is not self._old.entry_block:
            first = header.first
            if not isinstance(first, PHINode):
                return
            inside = len([block for block in first.blocks if block in blocks])
            if len(first.blocks) - inside <= 1:
                return
        new = self._split_after_phis(header)
        del blocks[header]
        blocks[new] = None
        self._header = new
        if not inside:
            return
        first = header.first
        assert isinstance(first, PHINode)
        for block in first.blocks:
            if block in blocks:
                terminator = block.terminator
                assert terminator is not None
                terminator.replace_successor(header, new)
        for phi in phis(header):
            merged = PHINode(phi.type, 0, f"{phi.name}.ce")
            # Before the others, as LLVM has them.
            new.insert(merged, new.first)
            phi.replace_all_uses_with(merged)
            merged.add_incoming(phi, header)
            self._move_incoming(phi, merged)

    def _move_incoming(self, phi: PHINode, merged: PHINode) -> None:
        """Move the values that come from the region to another phi, the last one first where a last value fills the gap."""
        inside = [block for block in phi.blocks if block in self._blocks]
        for block in inside if self._version < LAST_VALUES_MOVED_SINCE else reversed(inside):
            index = phi.blocks.index(block)
            merged.add_incoming(phi.operands[index], block)
            phi.remove_incoming(index)

    def _split_after_phis(self, block: BasicBlock) -> BasicBlock:
        first = first_after_phis(block)
        records = first.debug_records if self._version >= RECORDS_SPLIT_OFF_SINCE else None
        if records:
            first.debug_records = None
        new = block.split(first, f"{block.name}.split")
        if records:
            first.debug_records = records
        return new

    def _split_exits(self) -> None:
        """Merge the values that several blocks of the region give to one phi outside in a new block of the region."""
        for block in self._exits:
            new: BasicBlock | None = None
            for phi in phis(block):
                indices = [index for index, incoming in enumerate(phi.blocks) if incoming in self._blocks]
                if len(indices) <= 1:
                    continue
                if new is None:
                    new = self._block_before(block)
                merged = PHINode(phi.type, 0, f"{phi.name}.ce")
                new.insert(merged, first_after_phis(new))
                for index in indices:
                    merged.add_incoming(phi.operands[index], phi.blocks[index])
                for index in reversed(indices):
                    phi.remove_incoming(index)
                phi.add_incoming(merged, new)

    def _block_before(self, block: BasicBlock) -> BasicBlock:
        """A new block of the region, to which what leads from the region to a block outside now leads."""
        new = BasicBlock(block.type, f"{block.name}.split")
        self._old.insert_block(new, block)
        for predecessor in block.predecessors:
            if predecessor in self._blocks:
                terminator = predecessor.terminator
                assert terminator is not None
                terminator.replace_successor(block, new)
        new.append(BranchInst(self._void, block))
        self._blocks[new] = None
        return new

    def _find_inputs_and_outputs(self, sinking: dict[Instruction, None]) -> None:
        for block in self._blocks:
            for instruction in block.instructions:
                for operand in instruction.operands:
                    is_outside = isinstance(operand, Instruction) and operand.parent not in self._blocks
                    if isinstance(operand, Argument) or (is_outside and operand not in sinking):
                        self._inputs[operand] = None
                for user in instruction.users:
                    if not isinstance(user, Instruction) or user.parent not in self._blocks:
                        self._outputs[instruction] = None
                        break

    def _drop_lifetime_markers(self, allocas: Allocas) -> None:
        """Remove the markers of memory that the new function gets from the old one."""
        for block in self._blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallInst) and is_lifetime_marker(instruction):
                    memory = strip_in_bounds_offsets(instruction.operands[instruction.argument_count - 1])
                    if isinstance(memory, Instruction) and (memory in allocas.sinking or memory.parent in self._blocks):
                        continue
                    instruction.erase()

    def _hoist(self, allocas: Allocas) -> None:
        """Move markers to the end of the region."""
        if not allocas.hoisting or allocas.exit is None:
            return
        last = block_for_hoisting(self._blocks, allocas.exit).terminator
        assert last is not None
        for instruction in allocas.hoisting:
            instruction.move_before(last)
        self._find_exits()

    # --- the new function ----------------------------------------------------------------------------------------------------

    def _declare(self) -> Function:
        """The new function, without blocks."""
        module, old, context = self._module, self._old, self._module.context
        returned: Type = self._void
        if len(self._exits) == 2:
            returned = context.integer(1)
        elif len(self._exits) > 2:
            returned = context.integer(16)
        space = self._layout.alloca_address_space if self._version >= OUTPUTS_IN_ALLOCA_SPACE_SINCE else 0
        parameters: list[Type] = [value.type for value in self._inputs]
        parameters += [module.pointer_type(value.type, space) for value in self._outputs]
        function_type = context.function(returned, parameters)
        name = f"{old.name}.{self._header.name or 'extracted'}"
        made = Function(module.pointer_type(function_type, old.address_space), function_type, name)
        set_linkage(made, "internal")
        if self._version >= PARTITIONS_INHERITED_SINCE:
            made.partition = old.partition
        module.add(made)
        if old.attributes is not None:
            kept = [one for one in old.attributes.function.attributes if one.name not in NOT_INHERITED]
            made.attributes = AttributeList(AttributeSet(kept))
        if not self._exits and not any(isinstance(block.terminator, ResumeInst) for block in self._blocks):
            made.add_attribute(Attribute.of(_NO_RETURN))
        for number, value in enumerate(self._inputs):
            if _is_swift_error(value):
                made.add_attribute("swifterror", parameter=number)
        return made

    def _inherit_personality(self, made: Function) -> None:
        if self._old.personality is not None:
            made.set_optional_operands(self._old.personality, None, None)
            made.has_operand_places = True
            made.use_missing_operands()

    def _name_arguments(self, made: Function) -> None:
        names = [value.name for value in self._inputs] + [f"{value.name}.out" for value in self._outputs]
        for argument, name in zip(made.arguments, names, strict=True):
            argument.name = name
            self._note(argument)

    def _use_arguments(self, made: Function) -> None:
        """Let the region use the arguments in place of the inputs."""
        for value, argument in zip(self._inputs, made.arguments, strict=False):
            for user in value.users:
                if isinstance(user, Instruction) and user.parent in self._blocks:
                    _replace_operand(user, value, argument)

    def _sink(self, instruction: Instruction) -> None:
        """Move an instruction to the beginning of the new function."""
        instruction.remove()
        self._root.insert(instruction, self._root.first)

    def _lead_to_header(self) -> None:
        branch = BranchInst(self._void, self._header)
        if subprogram_of(self._old) is not None:
            branch.debug_location = self._first_location()
        self._root.append(branch)

    def _first_location(self) -> MDNode | None:
        skips = self._version >= INTRINSICS_WITHOUT_LOCATION_SINCE
        for block in self._blocks:
            for instruction in block.instructions:
                if instruction.debug_location is None:
                    continue
                if not skips or not any(is_intrinsic(instruction, name) for name in DEBUG_INTRINSICS):
                    return instruction.debug_location
        return None

    def _leave_by_stubs(self, made: Function) -> None:
        """Let what leads out of the region lead to blocks that return the number of the exit."""
        context = self._module.context
        count = len(self._exits)
        for number, block in enumerate(self._exits):
            stub = BasicBlock(block.type, f"{block.name}.exitStub")
            made.insert_block(stub, None)
            self._note(stub)
            self._stubs[block] = stub
            value: Value | None = None
            if count == 2:
                value = ConstantInt.get(context.integer(1), 1 - number)
            elif count > 2:
                value = ConstantInt.get(context.integer(16), number)
            stub.append(ReturnInst(self._void, value))
        for block in self._blocks:
            terminator = block.terminator
            assert terminator is not None
            for index in _successor_places(terminator):
                successor = terminator.operands[index]
                if isinstance(successor, BasicBlock) and successor not in self._blocks:
                    terminator.put_operand(index, self._stubs[successor])

    def _store_outputs(self, made: Function) -> None:
        """Store each output right after its definition."""
        arguments = made.arguments[len(self._inputs) :]
        for value, argument in zip(self._outputs, arguments, strict=True):
            alignment = self._layout.abi_alignment(value.type) if self._version >= ALIGNMENTS_FILLED_IN_SINCE else 0
            store = StoreInst(self._void, value, argument, alignment)
            block = value.parent
            assert block is not None
            if isinstance(value, InvokeInst):
                normal = value.normal_block
                assert isinstance(normal, BasicBlock)
                _insert_first(normal, store)
            elif isinstance(value, PHINode):
                _insert_first(block, store)
            else:
                following = value.next
                assert following is not None
                store.insert_before(following)

    def _move_blocks(self, made: Function, before: BasicBlock | None) -> None:
        for block in self._blocks:
            self._old.remove_block(block)
            made.insert_block(block, before)
            self._note_names(block)

    def _enter_from_root(self) -> None:
        for phi in phis(self._header):
            for index, block in enumerate(phi.blocks):
                if block not in self._blocks:
                    phi.blocks[index] = self._root

    # --- the old function ----------------------------------------------------------------------------------------------------

    def _block_after_region(self) -> BasicBlock | None:
        blocks = self._old.blocks
        for block in blocks[self._old.index_of_block(self._header) :]:
            if block not in self._blocks:
                return block
        return None

    def _reach_replacement(self) -> None:
        for user in self._header.users:
            if isinstance(user, Instruction) and user.is_terminator and user.function is self._old:
                if user.parent not in self._blocks:
                    _replace_operand(user, self._header, self._replacement)

    def _call(self, made: Function) -> list[LoadInst]:
        """Call the new function; return the loads of its outputs."""
        passed: list[Value] = list(self._inputs)
        reloads: list[LoadInst] = []
        one = ConstantInt.get(self._module.context.integer(32), 1)
        entry = self._old.entry_block
        places: list[AllocaInst] = []
        for value, parameter in zip(self._outputs, made.arguments[len(self._inputs) :], strict=True):
            place = AllocaInst(parameter.type, value.type, one, self._layout.preferred_alignment(value.type), f"{value.name}.loc")
            entry.insert(place, entry.first)
            places.append(place)
        name = "targetBlock" if len(self._exits) > 1 else ""
        call = CallInst(made.function_type, made, [*passed, *places], None, name)
        self._replacement.append(call)
        for value, place in zip(self._outputs, places, strict=True):
            load = LoadInst(value.type, place, self._layout.abi_alignment(value.type), False, f"{value.name}.reload")
            self._replacement.append(load)
            reloads.append(load)
        return reloads

    def _reload(self, reloads: list[LoadInst], region: dict[BasicBlock, None] | None) -> None:
        """Let what is not in the region use what is loaded after the call."""
        for value, load in zip(self._outputs, reloads, strict=True):
            for user in value.users:
                if isinstance(user, Instruction) and user.parent is not None:
                    is_outside = user.parent not in region if region is not None else user.function is self._old
                    if is_outside:
                        _replace_operand(user, value, load)

    def _leave_replacement(self, made: Function) -> None:
        """Continue where the region did."""
        exits = self._exits
        call = next(one for one in self._replacement.instructions if isinstance(one, CallInst))
        if not exits:
            self._replacement.append(UnreachableInst(self._void))
        elif len(exits) == 1:
            self._replacement.append(BranchInst(self._void, exits[0]))
        elif len(exits) == 2:
            self._replacement.append(BranchInst(self._void, exits[0], call, exits[1]))
        else:
            switch = SwitchInst(self._void, call, exits[-1])
            for number, block in enumerate(exits[:-1]):
                switch.add_case(ConstantInt.get(self._module.context.integer(16), number), block)
            self._replacement.append(switch)

    def _come_from_replacement(self, block: BasicBlock) -> None:
        for phi in phis(block):
            for index, incoming in enumerate(phi.blocks):
                if incoming in self._blocks:
                    phi.blocks[index] = self._replacement
                    break

    # --- names ---------------------------------------------------------------------------------------------------------------

    def _note(self, value: Value) -> None:
        """Remember that a name came into the new function's symbol table, for its order in bitcode."""
        if value.name:
            self._names.append((value.name, True))

    def _note_names(self, block: BasicBlock) -> None:
        for instruction in block.instructions:
            self._note(instruction)
        self._note(block)


def _insert_first(block: BasicBlock, instruction: Instruction) -> None:
    """Insert an instruction after phis and a pad, before debug records there."""
    first = first_after_phis(block)
    if first.opcode_name in ("landingpad", "catchpad", "cleanuppad"):
        following = first.next
        assert following is not None
        first = following
    block.insert(instruction, first)


def _replace_operand(user: Instruction, old: Value, new: Value) -> None:
    """Let an instruction use another value, at all places."""
    for index, operand in enumerate(user.operands):
        if operand is old:
            user.put_operand(index, new)


def _successor_places(terminator: Instruction) -> list[int]:
    """The places of a terminator's successors among its operands, in LLVM's order."""
    places = [index for index, operand in enumerate(terminator.operands) if isinstance(operand, BasicBlock)]
    if isinstance(terminator, BranchInst):
        places.reverse()
    return places


def _is_swift_error(value: Value) -> bool:
    if isinstance(value, Argument):
        function = value.parent
        if function is None or function.attributes is None:
            return False
        return "swifterror" in function.attributes.parameter(value.number)
    return isinstance(value, AllocaInst) and value.is_swifterror
