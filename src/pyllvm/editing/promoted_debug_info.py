"""The debug information of variables that leave memory: declarations of addresses become values (mem2reg)."""

from __future__ import annotations

from typing import Final, final

from pyllvm.editing.debug_uses import DebugUse, DebugUses
from pyllvm.ir.constants import POISON, UNDEF, ConstantInt, SimpleConstant
from pyllvm.ir.debug_info.expressions import fragment_of, size_of_variable
from pyllvm.ir.debug_info.merged_locations import Locations
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import AllocaInst, CallInst, PHINode, StoreInst
from pyllvm.ir.intrinsics.declarations import intrinsic_function
from pyllvm.ir.metadata import (
    DBG_ASSIGN,
    DBG_VALUE,
    DebugRecord,
    DIExpression,
    MDNode,
    Metadata,
    MetadataAsValue,
    SpecializedNode,
    ValueAsMetadata,
)
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.value import Value
from pyllvm.schema.expression import ARG, DEREF
from pyllvm.tables.behavior_versions import STORED_UNDEF_IGNORED_SINCE, STORES_TO_REFERENCES_SINCE, VALUES_OF_REFERENCES_SINCE
from pyllvm.tables.debug_info_versions import POISON_SINCE
from pyllvm.tables.features import DEBUG_RECORDS_SINCE
from pyllvm.tables.intrinsic_names import VALUE_INTRINSIC

_ARG_LENGTH: Final = 3


@final
class PromotedVariables:
    """The debug information of one function, found once, and updated while its variables leave memory."""

    def __init__(self, module: Module, function: Function) -> None:
        self._module = module
        self._context = module.context
        self._version = module.llvm_version
        self._layout = DataLayout(module.data_layout, module.llvm_version)
        self._uses: DebugUses | None = None
        self._function = function
        self.locations: Final = Locations(function)
        self._gone: set[DebugRecord] = set()
        self._with_phis: set[tuple[Value, Metadata, DIExpression]] = set()

    def _found(self) -> DebugUses:
        found = self._uses
        if found is None:
            found = DebugUses(self._function)
            self._uses = found
        return found

    def uses_of(self, alloca: AllocaInst) -> list[DebugUse]:
        """The records and calls about variables at this address, the last one first, as in LLVM's list of users."""
        return [one for one in reversed(self._found().by_value.get(alloca, [])) if one.kind != DBG_ASSIGN]

    def assigns_of(self, instruction: Instruction) -> list[DebugUse]:
        """The assignments that are linked to an instruction by its `!DIAssignID`."""
        node = instruction.metadata("DIAssignID")
        if node is None:
            return []
        return [one for one in reversed(self._found().by_assign_id.get(node, [])) if not self.is_gone(one)]

    def is_gone(self, use: DebugUse) -> bool:
        """Whether a use was erased."""
        return use.is_erased or (use.record is not None and use.record in self._gone)

    def erase(self, use: DebugUse) -> None:
        """Remove a record or call; records go when `finish` is called."""
        if use.record is not None:
            self._gone.add(use.record)
        elif use.call is not None and use.call.parent is not None:
            use.call.erase()

    def finish(self) -> None:
        """Remove the records that were erased."""
        if not self._gone:
            return
        for block in self._function.blocks:
            for instruction in block.instructions:
                records = instruction._debug_records
                if records and not self._gone.isdisjoint(records):
                    instruction.debug_records = [one for one in records if one not in self._gone] or None

    def replaced(self, old: Value, new: Value) -> None:
        """Follow a value that was replaced by another."""
        if self._uses is None:
            return
        by_value = self._uses.by_value
        for use in by_value.pop(old, ()):
            by_value.setdefault(new, []).append(use)
            if isinstance(new, PHINode) and use.kind == DBG_VALUE:
                self._with_phis.add((new, use.variable, use.expression))

    def at_store(self, use: DebugUse, store: StoreInst, slot: AllocaInst) -> None:
        """Say before a store which value the variable gets."""
        value = store.value
        if self._version >= STORED_UNDEF_IGNORED_SINCE and isinstance(value, SimpleConstant) and value.kind == UNDEF:
            return
        elements = use.expression.elements
        is_reference = self._version >= STORES_TO_REFERENCES_SINCE and use.starts_with_deref
        if (is_reference and elements == [DEREF]) or (not is_reference and self._covers(value, use, slot)):
            self._insert(value, use, use.expression, store)
        else:
            kind = UNDEF if self._version < POISON_SINCE else POISON
            self._insert(SimpleConstant.get(value.type, kind), use, use.expression, store)

    def at_reference_store(self, use: DebugUse, store: StoreInst) -> None:
        """Say the same of a value that was described through the address."""
        elements = use.expression.elements
        dropped = _ARG_LENGTH if elements[0] == ARG else 1
        self._insert(store.value, use, DIExpression.get(self._context, elements[dropped:]), store)

    @property
    def keeps_references(self) -> bool:
        """Whether values that are described through the address are described by the value that is stored."""
        return self._version >= VALUES_OF_REFERENCES_SINCE

    def at_phi(self, use: DebugUse, phi: PHINode, slot: AllocaInst) -> None:
        """Say that the variable has the value of a phi."""
        key = (phi, use.variable, use.expression)
        if key in self._with_phis or not self._covers(phi, use, slot):
            return
        block = phi.parent
        place = None if block is None else block.first_insertion_point
        if place is None:
            return
        self._with_phis.add(key)
        self._insert(phi, use, use.expression, place, True)

    def at_assign(self, use: DebugUse) -> None:
        """Turn an assignment into a value at the same place, and remove it."""
        record = use.record
        if record is not None:
            made = DebugRecord(DBG_VALUE, record.location, record.variable, record.expression, record.debug_location)
            for block in self._function.blocks:
                for instruction in block.instructions:
                    records = instruction._debug_records
                    if records and record in records:
                        at = records.index(record)
                        instruction.debug_records = [*records[:at], made, *records[at:]]
        elif use.call is not None and use.location is not None:
            self._call(use.location, use, use.expression, use.debug_location, use.call)

    def _insert(self, value: Value, use: DebugUse, expression: DIExpression, place: Instruction, is_first: bool = False) -> None:
        location = use.debug_location
        if location is not None:
            location = self.locations.line_zero(location)
        wrapped = ValueAsMetadata.get(self._context, value)
        if self._version < DEBUG_RECORDS_SINCE:
            self._call(wrapped, use, expression, location, place)
            return
        record = DebugRecord(DBG_VALUE, wrapped, use.variable, expression, location)
        records = place._debug_records or []
        place.debug_records = [record, *records] if is_first else [*records, record]

    def _call(
        self, value: Metadata, use: DebugUse, expression: DIExpression, location: MDNode | None, place: Instruction
    ) -> None:
        function = intrinsic_function(self._module, VALUE_INTRINSIC, [])
        arguments: list[Value] = [
            MetadataAsValue.get(self._context, value),
            MetadataAsValue.get(self._context, use.variable),
            MetadataAsValue.get(self._context, expression),
        ]
        call = CallInst(function.function_type, function, arguments)
        call.debug_location = location
        call.insert_before(place)

    def _covers(self, value: Value, use: DebugUse, slot: AllocaInst) -> bool:
        """Whether a value is at least as large as the variable, or its part, or the slot if these sizes are unknown."""
        size = self._layout.alloc_size(value.type) * 8
        fragment = fragment_of(use.expression, self._version)
        wanted = fragment[1] if fragment is not None else 0
        if not wanted and isinstance(use.variable, SpecializedNode):
            wanted = size_of_variable(use.variable)
        if not wanted:
            count = slot.count
            if not isinstance(count, ConstantInt):
                return False
            wanted = self._layout.alloc_size(slot.allocated_type) * 8 * count.value
        return size >= wanted
