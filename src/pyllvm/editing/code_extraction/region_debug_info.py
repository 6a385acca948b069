"""The debug information of a function made of blocks of another one: a subprogram of its own, and its variables and locations.

Source: `fixupDebugInfoPostExtraction` of CodeExtractor.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.editing.code_extraction.code_regions import is_intrinsic
from pyllvm.ir.constants import Constant
from pyllvm.ir.debug_info.debug_info import is_location, strip_function_debug_info
from pyllvm.ir.function import Argument, Function, Instruction
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import (
    DBG_ASSIGN,
    DBG_DECLARE,
    DBG_LABEL,
    DBG_VALUE,
    Attachment,
    DebugRecord,
    DIArgList,
    DIExpression,
    MDNode,
    MDString,
    MDTuple,
    Metadata,
    MetadataAsValue,
    SpecializedNode,
    ValueAsMetadata,
    values_of,
)
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.tables.code_extraction import INPUTS_DESCRIBED_SINCE, RETAINED_NODES_IF_NEEDED_SINCE, SCOPES_KEPT_SINCE
from pyllvm.tables.intrinsic_names import ASSIGN_INTRINSIC, DEBUG_NAMES, LABEL_INTRINSIC, LOOP_METADATA
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES

_ASSIGNMENT: Final = "DIAssignID"
_SUBPROGRAM: Final = "DISubprogram"
# DISPFlagLocalToUnit, DISPFlagDefinition and DISPFlagOptimized.
_SUBPROGRAM_FLAGS: Final = 4 | 8 | 16


def subprogram_of(function: Function) -> SpecializedNode | None:
    """The subprogram of a function, or None."""
    for node in function.metadata("dbg"):
        if isinstance(node, SpecializedNode) and node.spec.name == _SUBPROGRAM:
            return node
    return None


def records_of(function: Function) -> list[DebugRecord]:
    """The debug records of a function, in their order."""
    found: list[DebugRecord] = []
    for instruction in function.instructions:
        if instruction.debug_records:
            found += instruction.debug_records
    return found


def describe_extracted(module: Module, old: Function, made: Function, inputs: list[Value], records: list[DebugRecord]) -> None:
    """Give a new function, which got blocks of `old`, debug information of its own.

    The arguments of the new function replace `inputs`, and `records` are the debug records that the old function had.
    """
    subprogram = subprogram_of(old)
    if subprogram is None:
        strip_function_debug_info(module, made)
    else:
        _Describer(module, made, subprogram).run(inputs, records)
    _forget_what_moved(old, made)


def _forget_what_moved(old: Function, made: Function) -> None:
    """Remove what describes values of the new function from the old one."""
    for instruction in list(old.instructions):
        if instruction.debug_records:
            kept = [one for one in instruction.debug_records if not _names_value_of(one.location, made)]
            instruction.debug_records = [one for one in kept if not _names_value_of(one.address, made)] or None
        if isinstance(instruction, CallInst) and is_intrinsic(instruction, DEBUG_NAMES):
            operands = [one.metadata for one in instruction.operands if isinstance(one, MetadataAsValue)]
            if any(_names_value_of(one, made) for one in operands):
                instruction.erase()


def _names_value_of(metadata: Metadata | None, function: Function) -> bool:
    """Whether a location names an instruction of that function."""
    return any(isinstance(value, Instruction) and value.function is function for value in values_of(metadata))


@final
class _Describer:
    """Changes the debug information of one new function."""

    def __init__(self, module: Module, made: Function, old_subprogram: SpecializedNode) -> None:
        self._context = module.context
        self._version = module.llvm_version
        self._made = made
        self._variables: dict[Metadata, Metadata] = {}
        self._scopes: dict[object, MDNode] = {}
        self._assignments: dict[Metadata, Metadata] = {}
        self._has_variables = False
        empty = MDTuple.get(self._context, [])
        name = MDString.get(self._context, made.name)
        self._subprogram = _distinct_node(
            _SUBPROGRAM,
            {
                "name": name,
                "linkageName": name,
                "file": old_subprogram["file"],
                "type": self._node("DISubroutineType", {"types": empty}),
                "spFlags": _SUBPROGRAM_FLAGS,
                "unit": old_subprogram["unit"],
            },
        )
        made.attachments = [*made.attachments, Attachment("dbg", self._subprogram)]

    def run(self, inputs: list[Value], records: list[DebugRecord]) -> None:
        made = self._made
        if self._version >= INPUTS_DESCRIBED_SINCE:
            self._describe_inputs(inputs, records)
        for instruction in list(made.instructions):
            self._update_records(instruction)
            if isinstance(instruction, CallInst) and is_intrinsic(instruction, DEBUG_NAMES):
                self._update_call(instruction)
        if self._has_variables or self._version < RETAINED_NODES_IF_NEEDED_SINCE:
            self._subprogram.operands[self._subprogram.spec.index_of("retainedNodes")] = MDTuple.get(self._context, [])
        for instruction in made.instructions:
            self._update_locations(instruction)

    # --- variables -----------------------------------------------------------------------------------------------------------

    def _describe_inputs(self, inputs: list[Value], records: list[DebugRecord]) -> None:
        """Let the records of inputs describe the arguments that replace them."""
        inside: set[DebugRecord] = set(records_of(self._made))
        entry = self._made.entry_block.terminator
        assert entry is not None
        described: list[DebugRecord] = []
        expression = DIExpression.get(self._context, [])
        for value, argument in zip(inputs, self._made.arguments, strict=False):
            wrapped = ValueAsMetadata.get(self._context, argument)
            for record in _records_about(value, records):
                if record in inside:
                    self._replace_location(record, value, wrapped)
                    continue
                kind = DBG_DECLARE if record.kind == DBG_DECLARE else DBG_VALUE
                described.append(DebugRecord(kind, wrapped, record.variable, expression, record.debug_location))
        if described:
            entry.debug_records = [*(entry.debug_records or []), *described]

    def _replace_location(self, record: DebugRecord, value: Value, wrapped: ValueAsMetadata) -> None:
        if isinstance(record.address, ValueAsMetadata) and record.address.value is value:
            record.address = wrapped
        location = record.location
        if isinstance(location, ValueAsMetadata) and location.value is value:
            record.location = wrapped
        elif isinstance(location, DIArgList):
            record.location = DIArgList([wrapped if one.value is value else one for one in location.arguments])

    def _update_records(self, instruction: Instruction) -> None:
        if not instruction.debug_records:
            return
        kept: list[DebugRecord] = []
        for record in instruction.debug_records:
            if record.kind == DBG_LABEL:
                record.variable = self._label(record.variable, record.debug_location)
            elif self._is_elsewhere(record.location) or (record.kind == DBG_ASSIGN and self._is_no_address(record.address)):
                continue
            else:
                record.variable = self._variable(record.variable, record.debug_location)
            kept.append(record)
        instruction.debug_records = kept or None

    def _update_call(self, call: CallInst) -> None:
        operands = [operand.metadata if isinstance(operand, MetadataAsValue) else None for operand in call.operands]
        if is_intrinsic(call, LABEL_INTRINSIC):
            label = operands[0]
            assert label is not None
            self._set_metadata(call, 0, self._label(label, call.debug_location))
        elif self._is_elsewhere(operands[0]) or (is_intrinsic(call, ASSIGN_INTRINSIC) and self._is_no_address(operands[4])):
            call.erase()
        else:
            variable = operands[1]
            assert variable is not None
            self._set_metadata(call, 1, self._variable(variable, call.debug_location))

    def _set_metadata(self, call: CallInst, index: int, metadata: Metadata) -> None:
        call.put_operand(index, MetadataAsValue.get(self._context, metadata))

    def _is_elsewhere(self, location: Metadata | None) -> bool:
        """Whether a location names a value that is not in the new function."""
        return any(self._is_foreign(value) for value in values_of(location))

    def _is_no_address(self, address: Metadata | None) -> bool:
        return not isinstance(address, ValueAsMetadata) or self._is_foreign(address.value)

    def _is_foreign(self, value: Value) -> bool:
        if isinstance(value, Instruction):
            return value.function is not self._made
        if isinstance(value, Argument):
            return self._version < INPUTS_DESCRIBED_SINCE or value.parent is not self._made
        return not isinstance(value, Constant)

    def _variable(self, variable: Metadata, location: MDNode | None) -> Metadata:
        """The variable of the new function that replaces a variable of the old function."""
        if not isinstance(variable, SpecializedNode) or self._is_inlined(location):
            return variable
        found = self._variables.get(variable)
        if found is None:
            self._has_variables = True
            fields = {name: variable[name] for name in ("name", "file", "line", "type", "align")}
            found = self._node("DILocalVariable", {**fields, "scope": self._scope(variable["scope"])})
            self._variables[variable] = found
        return found

    def _label(self, label: Metadata, location: MDNode | None) -> Metadata:
        if not isinstance(label, SpecializedNode) or self._is_inlined(location):
            return label
        found = self._variables.get(label)
        if found is None:
            found = self._with_scope(label, self._scope(label["scope"]))
            self._variables[label] = found
        return found

    def _is_inlined(self, location: MDNode | None) -> bool:
        return self._version >= SCOPES_KEPT_SINCE and isinstance(location, SpecializedNode) and location["inlinedAt"] is not None

    # --- locations -----------------------------------------------------------------------------------------------------------

    def _update_locations(self, instruction: Instruction) -> None:
        if instruction.debug_location is not None:
            instruction.debug_location = self._location(instruction.debug_location)
        for record in instruction.debug_records or ():
            if record.debug_location is not None:
                record.debug_location = self._location(record.debug_location)
            if record.kind == DBG_ASSIGN and record.assign_id is not None:
                record.assign_id = self._assignment(record.assign_id)
        loop = instruction.metadata(LOOP_METADATA)
        if loop is not None:
            made = MDTuple([None], True)
            made.operands[0] = made
            for operand in loop.operands[1:]:
                made.operands.append(self._location(operand) if isinstance(operand, MDNode) and is_location(operand) else operand)
            self._attach(instruction, LOOP_METADATA, made)
        assignment = instruction.metadata(_ASSIGNMENT)
        if assignment is not None:
            self._attach(instruction, _ASSIGNMENT, self._assignment(assignment))
        elif isinstance(instruction, CallInst) and is_intrinsic(instruction, ASSIGN_INTRINSIC):
            known = instruction.operands[3]
            if isinstance(known, MetadataAsValue):
                self._set_metadata(instruction, 3, self._assignment(known.metadata))

    def _attach(self, instruction: Instruction, kind: str, node: Metadata) -> None:
        """Replace the node of this kind, at its place."""
        assert isinstance(node, MDNode)
        for attachment in instruction.attachments or ():
            if attachment.kind == kind:
                attachment.node = node

    def _assignment(self, known: Metadata) -> Metadata:
        found = self._assignments.get(known)
        if found is None:
            found = _distinct_node(_ASSIGNMENT, {})
            self._assignments[known] = found
        return found

    def _location(self, location: MDNode) -> MDNode:
        """The location in the new function; what was inlined stays inlined."""
        if not isinstance(location, SpecializedNode):
            return location
        if self._version < SCOPES_KEPT_SINCE:
            return self._at(location, self._subprogram, None)
        chain: list[SpecializedNode] = []
        updated: MDNode | None = None
        place: object = location
        while isinstance(place, SpecializedNode):
            updated = self._scopes.get(place)
            if updated is not None:
                break
            chain.append(place)
            place = place["inlinedAt"]
        for one in reversed(chain):
            updated = self._at(one, self._scope(one["scope"]) if updated is None else one["scope"], updated)
            self._scopes[one] = updated
        assert updated is not None
        return updated

    def _at(self, location: SpecializedNode, scope: object, inlined_at: MDNode | None) -> SpecializedNode:
        fields = {"line": location["line"], "column": location["column"], "scope": scope, "inlinedAt": inlined_at}
        return self._node("DILocation", fields)

    def _scope(self, scope: object) -> MDNode:
        """The scope in the new function: a copy of the lexical block under the new subprogram, or the subprogram."""
        if self._version < SCOPES_KEPT_SINCE:
            return self._subprogram
        chain: list[SpecializedNode] = []
        updated: MDNode = self._subprogram
        while isinstance(scope, SpecializedNode) and scope.spec.name != _SUBPROGRAM:
            known = self._scopes.get(scope)
            if known is not None:
                updated = known
                break
            chain.append(scope)
            scope = scope["scope"]
        for one in reversed(chain):
            updated = self._with_scope(one, updated)
            self._scopes[one] = updated
        return updated

    def _with_scope(self, node: SpecializedNode, scope: MDNode) -> SpecializedNode:
        operands = list(node.operands)
        operands[node.spec.index_of("scope")] = scope
        return SpecializedNode.get(self._context, node.spec, operands)

    def _node(self, kind: str, fields: dict[str, object]) -> SpecializedNode:
        return SpecializedNode.get(self._context, SPECIALIZED_NODES[kind], _operands_of(kind, fields))


def _distinct_node(kind: str, fields: dict[str, object]) -> SpecializedNode:
    return SpecializedNode(SPECIALIZED_NODES[kind], _operands_of(kind, fields), True)


def _operands_of(kind: str, fields: dict[str, object]) -> list[object]:
    spec = SPECIALIZED_NODES[kind]
    operands = spec.defaults.copy()
    for name, value in fields.items():
        operands[spec.index_of(name)] = value
    return operands


def _records_about(value: Value, records: list[DebugRecord]) -> list[DebugRecord]:
    """The records that describe a value, newest first: first records of the value alone, then records with several values."""
    alone: list[DebugRecord] = []
    among: list[DebugRecord] = []
    for record in reversed(records):
        location = record.location
        if _is_of(location, value) or _is_of(record.address, value):
            alone.append(record)
        elif isinstance(location, DIArgList) and any(one.value is value for one in location.arguments):
            among.append(record)
    return alone + among


def _is_of(metadata: Metadata | None, value: Value) -> bool:
    return isinstance(metadata, ValueAsMetadata) and metadata.value is value
