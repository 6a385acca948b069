"""`mem2reg`: local variables leave memory, and phis are where their values meet, as LLVM's PromoteMemToReg places them.

    %x = alloca i32
    store i32 %a, ptr %x
    %v = load i32, ptr %x
    ret i32 %v

becomes `ret i32 %a`.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Final, final

from pyllvm.analysis.dead_code import LIFETIMES
from pyllvm.analysis.dominance import BlockTree
from pyllvm.analysis.poison import PoisonAnalysis
from pyllvm.analysis.value_tracking import is_known_nonnull
from pyllvm.editing.debug_uses import DebugUse
from pyllvm.editing.promoted_debug_info import PromotedVariables
from pyllvm.ir.call_instructions import CallBase
from pyllvm.ir.constants import POISON, UNDEF, Constant, ConstantInt, SimpleConstant, is_null, is_undefined, null_value
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.instructions import AllocaInst, CallInst, CmpInst, GetElementPtrInst, LoadInst, PHINode, StoreInst
from pyllvm.ir.intrinsics.declarations import intrinsic_function
from pyllvm.ir.metadata import DBG_DECLARE, DBG_VALUE, MDNode
from pyllvm.ir.module import Module
from pyllvm.ir.types import VOID, Type
from pyllvm.ir.value import Use, Value
from pyllvm.tables.behavior_versions import (
    DROPPED_POISON_SINCE,
    FAKE_USES_IGNORED_SINCE,
    NEVER_STORED_ASSUMED_SINCE,
    NONNULL_NEEDS_NOUNDEF_SINCE,
    NUMBERS_OF_BLOCKS_KEPT_SINCE,
    PHIS_OF_UNDEF_KEPT_SINCE,
    POISON_FROM_NOWHERE_SINCE,
    POISON_STORES_DOMINATE_SINCE,
    SLOTS_OF_ONE_ACCESS_TYPE_SINCE,
    SUCCESSORS_IN_ORDER_SINCE,
    UNDEF_LOADS_UNREACHABLE_SINCE,
    UNSIGNED_ZEROS_SINCE,
)
from pyllvm.tables.debug_info_versions import ASSIGNMENTS_KEPT_UNTIL
from pyllvm.tables.intrinsic_names import ASSUME
from pyllvm.tables.predicates import ICMP_NUMBERS

_FAKE_USE: Final = "llvm.fake.use"
_IGNORED: Final = "ignore"


def promote_allocas(module: Module, function: Function) -> bool:
    """Replace the loads of local variables by the values that were stored, and remove the variables and stores.

    Only `alloca`s of the entry block leave memory that are loaded and stored as a whole. Returns whether there were any.
    """
    changed = False
    while True:
        slots = [one for one in function.blocks[0].instructions if isinstance(one, AllocaInst) and is_promotable(one)]
        if not slots:
            return changed
        _Promotion(module, function, slots).run()
        changed = True


def is_promotable(slot: AllocaInst) -> bool:
    """Whether an alloca is only loaded and stored, as a whole and not volatile, besides marks that say where it lives."""
    version = slot.type.context.llvm_version
    type: Type | None = slot.allocated_type if version < SLOTS_OF_ONE_ACCESS_TYPE_SINCE else None
    for user in slot.users:
        if isinstance(user, (LoadInst, StoreInst)):
            accessed = user.type if isinstance(user, LoadInst) else user.value.type
            if user.is_volatile or (isinstance(user, StoreInst) and user.value is slot):
                return False
            if type is None:
                type = accessed
            elif accessed is not type:
                return False
        elif isinstance(user, CallInst):
            if not _is_mark(user) and not (version >= FAKE_USES_IGNORED_SINCE and _calls(user, (_FAKE_USE,))):
                return False
        elif not isinstance(user, Instruction):
            return False
        elif user.opcode_name == "bitcast":
            if not all(map(_is_mark, user.users)):
                return False
        elif isinstance(user, GetElementPtrInst):
            if not all(is_null(index) for index in user.indices) or not all(map(_is_mark, user.users)):
                return False
        elif user.opcode_name != "addrspacecast" or not all(map(_is_lifetime, user.users)):
            return False
    return True


def _calls(call: CallBase, names: tuple[str, ...]) -> bool:
    callee = call.callee
    return isinstance(callee, Function) and callee.name.startswith(names)


def _is_droppable(call: Value) -> bool:
    return isinstance(call, CallInst) and _calls(call, (ASSUME,))


def _is_lifetime(call: Value) -> bool:
    return isinstance(call, CallInst) and _calls(call, LIFETIMES)


def _is_mark(call: Value) -> bool:
    """Whether a user says where a variable lives, or is an assumption about it."""
    return _is_lifetime(call) or _is_droppable(call)


@final
class _Slot:
    """An alloca that leaves memory, and where it is used."""

    def __init__(self, alloca: AllocaInst) -> None:
        self.alloca = alloca
        self.type: Type = alloca.allocated_type
        self.defining: list[BasicBlock] = []
        self.using: list[BasicBlock] = []
        self.only_store: StoreInst | None = None
        self.blocks: set[BasicBlock] = set()
        self.debug_uses: list[DebugUse] = []
        self.assigns: list[DebugUse] = []
        for user in alloca.users:
            if isinstance(user, StoreInst) and user.parent is not None:
                self.type = user.value.type
                self.defining.append(user.parent)
                self.only_store = user
                self.blocks.add(user.parent)
            elif isinstance(user, LoadInst) and user.parent is not None:
                self.type = user.type
                self.using.append(user.parent)
                self.blocks.add(user.parent)


@final
class _Promotion:
    """One round over the allocas of a function."""

    def __init__(self, module: Module, function: Function, slots: list[AllocaInst]) -> None:
        self._module = module
        self._function = function
        self._context = module.context
        self._version = module.llvm_version
        self._slots = slots
        self._tree = BlockTree(function)
        named = function._blocks_as_named if self._version >= NUMBERS_OF_BLOCKS_KEPT_SINCE else None
        self._made_numbers = {block: number for number, block in enumerate(named or ())}
        self._poison = PoisonAnalysis(function, self._tree)
        self._debug = PromotedVariables(module, function)
        self._taken: list[_Slot] = []
        self._phis: dict[PHINode, int] = {}
        self._orders: dict[BasicBlock, dict[Instruction, int]] = {}
        self._assigns_gone: list[DebugUse] = []
        attributes = function.attributes
        unsigned = None if attributes is None else attributes.function.find("no-signed-zeros-fp-math")
        self._has_unsigned_zeros = self._version >= UNSIGNED_ZEROS_SINCE and unsigned is not None and unsigned.value == "true"

    def run(self) -> None:
        """Promote the allocas."""
        slots = self._slots
        index = 0
        while index < len(slots):
            if self._is_promoted_alone(slots[index]):
                slots[index] = slots[-1]
                slots.pop()
            else:
                index += 1
        if self._taken:
            self._rename()
            self._remove_slots()
            self._simplify_phis()
            self._complete_phis()
        for use in self._assigns_gone:
            self._debug.erase(use)
        self._debug.finish()

    # --- Without phis

    def _is_promoted_alone(self, alloca: AllocaInst) -> bool:
        """Promote an alloca that needs no phis; otherwise add these, still empty, and return False."""
        self._remove_marks(alloca)
        if not alloca.has_uses:
            alloca.erase()
            return True
        slot = _Slot(alloca)
        slot.debug_uses = self._debug.uses_of(alloca)
        met: set[object] = set()
        for use in self._debug.assigns_of(alloca):
            if (use.variable, use.expression) not in met:
                met.add((use.variable, use.expression))
                slot.assigns.append(use)
        if len(slot.defining) == 1 and self._is_replaced_by_only_store(slot):
            return True
        if len(slot.blocks) == 1 and self._is_promoted_in_block(slot):
            return True
        self._place_phis(slot)
        return False

    def _remove_marks(self, alloca: AllocaInst) -> None:
        for use in reversed(alloca.known_uses):
            user = use.user
            if not isinstance(user, Instruction) or isinstance(user, (LoadInst, StoreInst)):
                continue
            if _is_droppable(user):
                self._drop(use)
                continue
            if user.type.kind != VOID:
                for inner in reversed(user.known_uses):
                    mark = inner.user
                    if _is_droppable(mark):
                        self._drop(inner)
                    elif isinstance(mark, Instruction) and mark.parent is not None:
                        mark.erase()
            if user.parent is not None:
                user.erase()

    def _drop(self, use: Use) -> None:
        """Take the value out of an assumption, which then says nothing about it."""
        call = use.user
        assert isinstance(call, CallInst)
        kind = POISON if self._version >= DROPPED_POISON_SINCE else UNDEF
        call.put_operand(use.index, SimpleConstant.get(call.operands[use.index].type, kind))
        for bundle in call.bundles or ():
            if bundle.begin <= use.index < bundle.end:
                bundle.tag = _IGNORED

    def _order(self, instruction: Instruction) -> int:
        """The place of a load or store in its block."""
        block = instruction.parent
        assert block is not None
        order = self._orders.get(block)
        if order is None:
            order = {one: place for place, one in enumerate(block.instructions)}
            self._orders[block] = order
        return order[instruction]

    def _replace_load(self, load: LoadInst, value: Value) -> None:
        self._debug.replaced(load, value)
        load.replace_all_uses_with(value)
        load.erase()

    def _is_replaced_by_only_store(self, slot: _Slot) -> bool:
        store = slot.only_store
        assert store is not None and store.parent is not None
        value = store.value
        needs_store = isinstance(value, Instruction)
        if self._version >= POISON_STORES_DOMINATE_SINCE and not needs_store:
            needs_store = not self._poison.is_never_poison(value)
        slot.using = []
        for load in slot.alloca.users:
            if not isinstance(load, LoadInst) or load.parent is None:
                continue
            if needs_store:
                if load.parent is store.parent:
                    if self._order(store) > self._order(load):
                        slot.using.append(store.parent)
                        continue
                elif not self._tree.dominates(store.parent, load.parent):
                    slot.using.append(load.parent)
                    continue
            if value is load:
                value = SimpleConstant.get(load.type, POISON)
            self._keep_metadata(load, value)
            self._replace_load(load, value)
        if slot.using:
            return False
        self._update_assigns(slot, store)
        for use in slot.debug_uses:
            if use.kind == DBG_DECLARE:
                self._debug.at_store(use, store, slot.alloca)
                self._debug.erase(use)
            elif use.starts_with_deref:
                if use.kind == DBG_VALUE and self._debug.keeps_references:
                    self._debug.at_reference_store(use, store)
                self._debug.erase(use)
        for use in self._debug.assigns_of(slot.alloca):
            self._debug.erase(use)
        store.erase()
        slot.alloca.erase()
        return True

    def _is_promoted_in_block(self, slot: _Slot) -> bool:
        alloca = slot.alloca
        stores = sorted([(self._order(user), user) for user in alloca.users if isinstance(user, StoreInst)], key=_place_of)
        places = [place for place, _ in stores]
        for load in alloca.users:
            if not isinstance(load, LoadInst):
                continue
            at = bisect_left(places, self._order(load))
            if at == 0 and stores:
                return False
            value: Value = stores[at - 1][1].value if stores else SimpleConstant.get(load.type, UNDEF)
            if stores or self._version >= NEVER_STORED_ASSUMED_SINCE:
                self._keep_metadata(load, value)
            if value is load:
                value = SimpleConstant.get(load.type, POISON)
            self._replace_load(load, value)
        for store in alloca.users:
            assert isinstance(store, StoreInst)
            self._update_assigns(slot, store)
            for use in slot.debug_uses:
                if use.kind == DBG_DECLARE:
                    self._debug.at_store(use, store, alloca)
            store.erase()
        for use in self._debug.assigns_of(alloca):
            self._debug.erase(use)
        alloca.erase()
        for use in slot.debug_uses:
            if use.kind == DBG_DECLARE or use.starts_with_deref:
                self._debug.erase(use)
        return True

    def _update_assigns(self, slot: _Slot, store: StoreInst) -> None:
        """Keep what assignments say about a store that goes."""
        if not slot.assigns:
            return
        linked: set[object] = set()
        for use in self._debug.assigns_of(store):
            linked.add(use.variable)
            if self._version > ASSIGNMENTS_KEPT_UNTIL:
                self._assigns_gone.append(use)
                self._debug.at_assign(use)
        for use in slot.assigns:
            if use.variable not in linked:
                self._debug.at_store(use, store, slot.alloca)

    def _keep_metadata(self, load: LoadInst, value: Value) -> None:
        """Let code say what the metadata of a load that goes says."""
        is_defined = load.metadata("noundef") is not None
        if is_defined and self._version >= UNDEF_LOADS_UNREACHABLE_SINCE and is_undefined(value):
            context = self._context
            pointer = SimpleConstant.get(context.pointer(), POISON)
            mark = StoreInst(context.void, ConstantInt.get(context.integer(1), 1), pointer, 1)
            mark.insert_before(load)
            return
        if load.metadata("nonnull") is None or not (is_defined or self._version < NONNULL_NEEDS_NOUNDEF_SINCE):
            return
        if is_known_nonnull(value, load, self._tree):
            return
        assume = intrinsic_function(self._module, ASSUME, [])
        compared = CmpInst(ICMP_NUMBERS["ne"], load, null_value(load.type), self._context.integer(1))
        compared.insert_after(load)
        call = CallInst(assume.function_type, assume, [compared])
        call.insert_after(compared)

    # --- With phis

    def _place_phis(self, slot: _Slot) -> None:
        numbers = self._tree.numbers
        defining = {numbers[block] for block in slot.defining}
        version = 0
        number = len(self._taken)
        places = self._tree.iterated_frontier(defining, self._live_blocks(slot, defining))
        for block in sorted([self._tree.blocks[at] for at in places], key=self._number_of):
            phi = PHINode(slot.type, 0, f"{slot.alloca.name}.{version}")
            version += 1
            first = block.first
            block.insert(phi, first)
            self._orders.pop(block, None)
            self._phis[phi] = number
        self._taken.append(slot)

    def _number_of(self, block: BasicBlock) -> int:
        """The number of a block in LLVM, which it gets when it is made."""
        number = self._made_numbers.get(block, -1)
        return number if number >= 0 else len(self._made_numbers) + self._tree.numbers[block]

    def _live_blocks(self, slot: _Slot, defining: set[int]) -> set[int]:
        """The blocks at whose beginning the value may still be loaded."""
        work: list[int] = []
        for block in slot.using:
            number = self._tree.numbers[block]
            if number not in defining or self._is_loaded_first(slot.alloca, block):
                work.append(number)
        live: set[int] = set()
        while work:
            number = work.pop()
            if number not in live:
                live.add(number)
                work.extend([one for one in self._tree.predecessors[number] if one not in defining])
        return live

    def _is_loaded_first(self, alloca: AllocaInst, block: BasicBlock) -> bool:
        users = [user for user in alloca.users if isinstance(user, Instruction) and user.parent is block]
        return isinstance(min(users, key=self._order), LoadInst)

    def _rename(self) -> None:
        slots = self._taken
        numbers: dict[Value, int] = {slot.alloca: number for number, slot in enumerate(slots)}
        values: list[Value] = [SimpleConstant.get(slot.type, UNDEF) for slot in slots]
        locations: list[MDNode | None] = [None] * len(slots)
        undo: list[tuple[int, Value, MDNode | None]] = []
        visited: set[BasicBlock] = set()
        in_order = self._version >= SUCCESSORS_IN_ORDER_SINCE
        work: list[tuple[BasicBlock, BasicBlock | None, int]] = [(self._function.blocks[0], None, 0)]
        while work:
            block, before, mark = work.pop()
            while len(undo) > mark:
                number, value, location = undo.pop()
                values[number] = value
                locations[number] = location
            if before is not None:
                self._enter(block, before, values, locations, undo)
            if block in visited:
                continue
            visited.add(block)
            self._rename_in(block, numbers, values, locations, undo)
            following = block.successors
            if in_order:
                following = list(dict.fromkeys(reversed(following)))
            else:
                following = list(dict.fromkeys(following))
                following = [*following[1:], *following[:1]]
            work.extend([(one, block, len(undo)) for one in following])

    def _enter(
        self,
        block: BasicBlock,
        before: BasicBlock,
        values: list[Value],
        locations: list[MDNode | None],
        undo: list[tuple[int, Value, MDNode | None]],
    ) -> None:
        """Add the values that come over the edges from one block to the phis of another."""
        phi = block.first
        if not isinstance(phi, PHINode) or phi not in self._phis:
            return
        count = len(phi.operands)
        edges = block_count(before, block)
        while isinstance(phi, PHINode) and phi in self._phis and len(phi.operands) == count:
            number = self._phis[phi]
            location = locations[number]
            if count:
                location = self._debug.locations.merged(phi.debug_location, location)
            phi.debug_location = location
            for _ in range(edges):
                phi.add_incoming(values[number], before)
            if self._has_unsigned_zeros and phi.type.is_floating_point_or_vector:
                phi.flag_words = ("nsz",)
            undo.append((number, values[number], locations[number]))
            values[number] = phi
            slot = self._taken[number]
            for use in slot.assigns:
                self._debug.at_phi(use, phi, slot.alloca)
            for use in slot.debug_uses:
                if use.kind == DBG_DECLARE:
                    self._debug.at_phi(use, phi, slot.alloca)
            phi = phi.next

    def _rename_in(
        self,
        block: BasicBlock,
        numbers: dict[Value, int],
        values: list[Value],
        locations: list[MDNode | None],
        undo: list[tuple[int, Value, MDNode | None]],
    ) -> None:
        for instruction in block.instructions:
            if isinstance(instruction, LoadInst):
                number = numbers.get(instruction.operands[0], -1)
                if number >= 0:
                    self._keep_metadata(instruction, values[number])
                    self._replace_load(instruction, values[number])
            elif isinstance(instruction, StoreInst):
                number = numbers.get(instruction.operands[1], -1)
                if number >= 0:
                    undo.append((number, values[number], locations[number]))
                    values[number] = instruction.operands[0]
                    locations[number] = instruction.debug_location
                    slot = self._taken[number]
                    self._update_assigns(slot, instruction)
                    for use in slot.debug_uses:
                        if use.kind == DBG_DECLARE:
                            self._debug.at_store(use, instruction, slot.alloca)
                    instruction.erase()

    def _remove_slots(self) -> None:
        for slot in self._taken:
            alloca = slot.alloca
            for use in self._debug.assigns_of(alloca):
                self._debug.erase(use)
            if alloca.has_uses:
                alloca.replace_all_uses_with(SimpleConstant.get(alloca.type, POISON))
            alloca.erase()
        for slot in self._taken:
            for use in slot.debug_uses:
                if use.kind == DBG_DECLARE or use.starts_with_deref:
                    self._debug.erase(use)

    def _simplify_phis(self) -> None:
        """Replace phis of one value, again and again."""
        changed = True
        while changed:
            changed = False
            for phi in list(self._phis):
                value = self._only_value(phi)
                if value is not None:
                    self._debug.replaced(phi, value)
                    phi.replace_all_uses_with(value)
                    phi.erase()
                    del self._phis[phi]
                    changed = True

    def _only_value(self, phi: PHINode) -> Value | None:
        """The value that a phi always has, as LLVM finds it; None if there may be several."""
        common: Value | None = None
        has_undef = False
        has_poison = False
        for value in phi.operands:
            if value is phi:
                continue
            if isinstance(value, SimpleConstant) and value.kind == UNDEF:
                has_undef = True
            elif isinstance(value, SimpleConstant) and value.kind == POISON:
                has_poison = True
            elif common is None:
                common = value
            elif common is not value:
                return None
        if common is None:
            is_poison = not has_undef and self._version >= PHIS_OF_UNDEF_KEPT_SINCE
            return SimpleConstant.get(phi.type, POISON if is_poison else UNDEF)
        if not has_undef and not has_poison:
            return common
        if not self._dominates_phi(common, phi):
            return None
        if has_undef and self._version >= PHIS_OF_UNDEF_KEPT_SINCE and not self._poison.is_never_poison(common, phi.parent):
            return None
        return common

    def _dominates_phi(self, value: Value, phi: PHINode) -> bool:
        if isinstance(value, (Argument, Constant)) or not isinstance(value, Instruction):
            return True
        if value.parent is None or phi.parent is None:
            return False
        if value.parent is phi.parent:
            return value.parent.index_of(value) < phi.parent.index_of(phi)
        if value.opcode_name in ("invoke", "callbr"):
            normal = value.successors[0]
            return self._tree.dominates(normal, phi.parent) and len(normal.predecessors) == 1
        return self._tree.dominates(value.parent, phi.parent)

    def _complete_phis(self) -> None:
        """Give phis a value for each predecessor that the entry does not lead to."""
        kind = POISON if self._version >= POISON_FROM_NOWHERE_SINCE else UNDEF
        for block in dict.fromkeys([phi.parent for phi in self._phis]):
            if block is None:
                continue
            first = block.first
            if first not in self._phis:
                continue
            assert isinstance(first, PHINode)
            missing = sorted(block.predecessors, key=self._number_of)
            count = len(first.operands)
            if count == len(missing):
                continue
            for known in first.blocks:
                missing.remove(known)
            for phi in block.phis:
                if len(phi.operands) != count:
                    break
                for one in missing:
                    phi.add_incoming(SimpleConstant.get(phi.type, kind), one)


def block_count(before: BasicBlock, block: BasicBlock) -> int:
    """The number of edges from one block to another."""
    return before.successors.count(block)


def _place_of(pair: tuple[int, StoreInst]) -> int:
    return pair[0]
