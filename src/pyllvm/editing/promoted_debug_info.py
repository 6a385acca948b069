"""The debug information of variables that leave memory: declarations of addresses become values (mem2reg).

An instruction that takes the place of two others gets the location that DILocation::getMergedLocation makes of theirs.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.editing.debug_uses import DebugUse, DebugUses
from pyllvm.ir.constants import POISON, UNDEF, ConstantInt, SimpleConstant
from pyllvm.ir.debug_info.expressions import fragment_of, size_of_variable
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
from pyllvm.tables.debug_info_versions import (
    ATOM_GROUPS_SINCE,
    MERGED_IN_CHAINS_SINCE,
    MERGED_LINES_SINCE,
    POISON_SINCE,
    TAIL_CALLS_SINCE,
)
from pyllvm.tables.dwarf import LEXICAL_BLOCKS, LOCAL_SCOPES
from pyllvm.tables.features import DEBUG_RECORDS_SINCE
from pyllvm.tables.intrinsic_names import VALUE_INTRINSIC
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES

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
        if self._version >= TAIL_CALLS_SINCE:
            call.tail_kind = "tail"
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


_SUBPROGRAM: Final = "DISubprogram"
_LOCATION: Final = "DILocation"
_OUTERMOST: Final = ("DIFile", "DICompileUnit")
_FIELDS: Final = ("line", "column", "scope", "inlinedAt", "atomGroup", "atomRank")


@final
class Locations:
    """Makes locations in a function; those that it has, as they were read, are found again."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._context = function.type.context
        self._version = self._context.llvm_version
        self._known: dict[tuple[object, ...], MDNode] | None = None

    def line_zero(self, location: MDNode) -> MDNode:
        """The location without line and column in the same scope."""
        return self._get(0, 0, location["scope"], location["inlinedAt"])

    def merged(self, one: MDNode | None, other: MDNode | None) -> MDNode | None:
        """The location of an instruction in place of both: in the nearest scope around them, with the line that both have."""
        if one is None or other is None:
            return None
        if one is other:
            return one
        if self._version < MERGED_IN_CHAINS_SINCE:
            return self._merged_in_scopes(one, other)
        return self._merged_in_chains(one, other)

    def _get(self, line: object, column: object, scope: object, call: object, group: object = 0, rank: object = 0) -> MDNode:
        key = (line, column, scope, call, group, rank)
        known = self._known
        if known is None:
            known = self._found()
            self._known = known
        found = known.get(key)
        if found is None:
            spec = SPECIALIZED_NODES[_LOCATION]
            operands = spec.defaults.copy()
            operands[spec.index_of("line")] = line
            operands[spec.index_of("column")] = column
            operands[spec.index_of("scope")] = scope
            operands[spec.index_of("inlinedAt")] = call
            operands[spec.index_of("atomGroup")] = group
            operands[spec.index_of("atomRank")] = rank
            found = SpecializedNode.get(self._context, spec, operands)
            known[key] = found
        return found

    def _found(self) -> dict[tuple[object, ...], MDNode]:
        known: dict[tuple[object, ...], MDNode] = {}
        met: set[MDNode] = set()
        for block in self._function.blocks:
            for instruction in block.instructions:
                self._add(instruction.debug_location, known, met)
                for record in instruction._debug_records or ():
                    self._add(record.debug_location, known, met)
        return known

    def _add(self, location: object, known: dict[tuple[object, ...], MDNode], met: set[MDNode]) -> None:
        while isinstance(location, SpecializedNode) and location not in met and location.spec.name == _LOCATION:
            met.add(location)
            if not location.is_distinct and not location["isImplicitCode"]:
                known.setdefault((*[location[field] for field in _FIELDS],), location)
            location = location["inlinedAt"]

    def _merged_in_scopes(self, one: MDNode, other: MDNode) -> MDNode:
        ways = set(_ways(one))
        scope: object = None
        call: object = None
        for way in _ways(other):
            if way in ways:
                scope, call = way
                break
        if not _is_local(scope):
            scope = one["scope"]
        line, column = _line_and_column(one, other) if self._version >= MERGED_LINES_SINCE else (0, 0)
        return self._get(line, column, scope, call)

    def _merged_in_chains(self, one: MDNode, other: MDNode) -> MDNode:
        ones = _chain(one)
        others = _chain(other)
        places = {(_subprogram(location["scope"]), location["inlinedAt"]): place for place, location in enumerate(ones)}
        result: MDNode | None = None
        for place, location in enumerate(others):
            same = places.get((_subprogram(location["scope"]), location["inlinedAt"]))
            if same is None:
                continue
            call = ones[same]["inlinedAt"]
            result = call if isinstance(call, MDNode) else None
            while same >= 0 and place >= 0:
                merged = self._merged_pair(ones[same], others[place], result)
                if merged is None:
                    break
                result = merged
                same -= 1
                place -= 1
            break
        # In no common function: one of them, without a line.
        return self._get(0, 0, one["scope"], None) if result is None else result

    def _merged_pair(self, one: MDNode, other: MDNode, call: MDNode | None) -> MDNode | None:
        group: object = 0
        rank: object = 0
        if one is other:
            if self._version >= ATOM_GROUPS_SINCE:
                group, rank = one["atomGroup"], one["atomRank"]
            return self._get(one["line"], one["column"], one["scope"], call, group, rank)
        if _subprogram(one["scope"]) is not _subprogram(other["scope"]):
            return None
        scopes: set[object] = set()
        scope = one["scope"]
        while scope is not None:
            scopes.add(scope)
            if not isinstance(scope, SpecializedNode) or scope.spec.name == _SUBPROGRAM:
                break
            scope = _outer(scope)
        scope = other["scope"]
        while scope is not None and scope not in scopes:
            scope = _outer(scope)
        line, column = _line_and_column(one, other)
        if self._version >= ATOM_GROUPS_SINCE and one["line"] == other["line"]:
            group, rank = min([(one["atomGroup"], one["atomRank"]), (other["atomGroup"], other["atomRank"])], key=_atom_order)
        return self._get(line, column, scope, call, group, rank)


def _atom_order(atom: tuple[object, object]) -> tuple[bool, object, object]:
    """The order in which atoms of source are preferred: ranks from 1 on, and then groups, before what is in none."""
    return (not atom[1], atom[1], atom[0])


def _outer(scope: object) -> object:
    """The scope around a scope; None around files and units."""
    if not isinstance(scope, SpecializedNode) or scope.spec.name in _OUTERMOST:
        return None
    return scope["scope"]


def _is_local(scope: object) -> bool:
    return isinstance(scope, SpecializedNode) and scope.spec.name in LOCAL_SCOPES


def _ways(location: MDNode) -> list[tuple[object, object]]:
    """The scopes around a location from the inside out, each with the location of the call where it is inlined."""
    found: list[tuple[object, object]] = []
    scope = location["scope"]
    call = location["inlinedAt"]
    while scope is not None:
        found.append((scope, call))
        scope = _outer(scope)
        if scope is None and isinstance(call, MDNode):
            scope = call["scope"]
            call = call["inlinedAt"]
    return found


def _line_and_column(one: MDNode, other: MDNode) -> tuple[object, object]:
    if one["line"] != other["line"]:
        return 0, 0
    return one["line"], one["column"] if one["column"] == other["column"] else 0


def _subprogram(scope: object) -> object:
    while isinstance(scope, SpecializedNode) and scope.spec.name in LEXICAL_BLOCKS:
        scope = scope["scope"]
    return scope


def _chain(location: MDNode) -> list[MDNode]:
    """A location and the calls in which it is inlined, from the inside out."""
    found = [location]
    call = location["inlinedAt"]
    while isinstance(call, MDNode):
        found.append(call)
        call = call["inlinedAt"]
    return found
