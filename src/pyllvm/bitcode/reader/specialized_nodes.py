"""Reads the records of specialized metadata nodes, which debug information has, by the layouts of `tables.metadata_nodes`.

Debug information of LLVM 3.x to 6 is upgraded, as LLVM's MetadataLoader does while it reads it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.bitcode.reader.numbered_metadata import NumberedMetadata
from pyllvm.bitcode.reader.unknown_nodes import without_rest
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Argument, Function
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import (
    COLUMN_SHIFT,
    LAST_COLUMN,
    LINE_SHIFT,
    Attachment,
    DIExpression,
    MDNode,
    MDString,
    MDTuple,
    Metadata,
    MetadataAsValue,
    SpecializedNode,
    ValueAsMetadata,
)
from pyllvm.ir.module import Module
from pyllvm.ir.odr import shared_type, unique_node
from pyllvm.migrations.on_reading.older_metadata import drop_foreign_types
from pyllvm.schema.expression import CONSTU, DEREF, STACK_VALUE
from pyllvm.schema.kinds import Reference
from pyllvm.schema.node import NodeSpec, decode_node
from pyllvm.schema.sides import RecordError
from pyllvm.tables import records
from pyllvm.tables.debug_info_versions import RETAINED_TYPES_SINCE
from pyllvm.tables.dwarf import FLAG_FWD_DECL, TAG_CLASS_TYPE, TAG_ENUMERATION_TYPE, TAG_STRUCTURE_TYPE, TAG_UNION_TYPE
from pyllvm.tables.intrinsic_names import DECLARE_INTRINSIC, UNITS
from pyllvm.tables.metadata_nodes import NODES_BY_CODE, SPECIALIZED_NODES

_DECLARABLE_TAGS: Final = (TAG_CLASS_TYPE, TAG_ENUMERATION_TYPE, TAG_STRUCTURE_TYPE, TAG_UNION_TYPE)
# The bits that a DILocation keeps of its numbers.
_ATOM_GROUP: Final = (1 << 61) - 1
_ATOM_RANK: Final = 7
# The fields of a DIFile that LLVM reads together.
_CHECKSUM_KIND: Final = SPECIALIZED_NODES["DIFile"].index_of("checksumkind")
_CHECKSUM: Final = SPECIALIZED_NODES["DIFile"].index_of("checksum")
# The number of operands of a derived type's record that ends with the annotations.
_WITH_ANNOTATIONS: Final = 14
_EXPRESSION_OF_VARIABLE: Final = SPECIALIZED_NODES["DIGlobalVariableExpression"]
# Positions in records; the first operand is 0.
VALUE_OF_VARIABLE: Final = 9
_FUNCTION_OF_SUBPROGRAM: Final = 15
_SUBPROGRAMS_OF_UNIT: Final = 11
# The least number of operands of a subprogram's record that names its function or unit.
_SUBPROGRAM_WITH_FUNCTION: Final = 19
_DECLARE_OPERANDS: Final = 3


@final
class SpecializedNodes:
    """The specialized nodes of one module. `reader` has the numbers of the metadata.

    The reader keeps this object, and this object does not keep the reader: a circle of references would hold all metadata of the
    module in memory, because commands do not collect garbage.
    """

    def __init__(self, reader: NumberedMetadata) -> None:
        self._module: Final = reader.module
        self._unknown_nodes: Final = reader.unknown_nodes
        self._extents: dict[int, ValueAsMetadata] = {}
        # The distinct subprograms of the block that is being read; only where LLVM looks at their retained nodes.
        self._subprograms: list[SpecializedNode] = []
        self._keeps_subprograms: Final = reader.module.llvm_version >= RETAINED_TYPES_SINCE
        self._old: OldDebugInfo | None = None
        self._location_spec: NodeSpec = SPECIALIZED_NODES["DILocation"]

    def location(
        self, place: int, scope: object, inlined_at: object, atom_group: int, atom_rank: int, layers: object, *, is_distinct: bool
    ) -> SpecializedNode:
        """A new DILocation."""
        spec = self._location_spec
        group = atom_group & _ATOM_GROUP
        rank = atom_rank & _ATOM_RANK
        is_plain = not group and not rank and layers is None
        if is_plain and isinstance(scope, MDNode) and (inlined_at is None or isinstance(inlined_at, MDNode)):
            return SpecializedNode._packed(spec, place, scope, inlined_at, is_distinct)
        operands = spec.defaults.copy()
        operands[spec.index_of("line")] = place >> LINE_SHIFT
        operands[spec.index_of("column")] = place >> COLUMN_SHIFT & LAST_COLUMN
        operands[spec.index_of("scope")] = scope
        operands[spec.index_of("inlinedAt")] = inlined_at
        operands[spec.index_of("isImplicitCode")] = place & 1 != 0
        operands[spec.index_of("atomGroup")] = group
        operands[spec.index_of("atomRank")] = rank
        operands[spec.index_of("irlayers")] = layers
        return SpecializedNode(spec, operands, is_distinct)

    def read(self, reader: NumberedMetadata, code: int, operands: list[int]) -> bool:
        """Read a record; False if no specialized node has this code."""
        spec = NODES_BY_CODE.get(code)
        if spec is None:
            return False
        if code == records.METADATA_DERIVED_TYPE and reader.drops_annotations and len(operands) == _WITH_ANNOTATIONS:
            del operands[-1]
        self._read(reader, spec, operands)
        return True

    def read_longer(self, reader: NumberedMetadata, cursor: BitstreamCursor) -> bool:
        """Read the known part of a node's record that is longer than any known one; False if it is not to be read."""
        spec = NODES_BY_CODE.get(cursor.code)
        if spec is None:
            return False
        known = without_rest(spec, cursor.operands, reader.llvm_version, reader.unknown)
        if known is None:
            return False
        try:
            self._read(reader, spec, known)
        except RecordError as error:
            raise reader.error(cursor, str(error)) from None
        return True

    def end_block(self) -> None:
        """Check the retained nodes of the block's subprograms, when all nodes of the block were read."""
        if self._subprograms:
            drop_foreign_types(self._module.context, self._subprograms)
            self._subprograms = []

    def abandon_block(self) -> None:
        """Forget a block whose reading was given up."""
        self._subprograms = []

    def finish_module(self, reader: NumberedMetadata, has_unread_body: Callable[[Function], bool]) -> None:
        """Upgrade what needs all metadata of the module."""
        if self._old is not None:
            self._old.finish(reader.nodes, has_unread_body)
            self._old = None

    def _read(self, reader: NumberedMetadata, spec: NodeSpec, operands: list[int]) -> None:
        if reader.is_special:
            if reader.is_importing and spec.code == records.METADATA_COMPOSITE_TYPE:
                operands = self._as_declaration(reader, operands)
            unknown = self._unknown_nodes.node_of_form(spec, operands, len(reader.nodes))
            if unknown is not None:
                reader.define(unknown)
                return
        reader.saw_forward = False
        is_distinct, values = decode_node(spec, operands, reader)
        if spec.code == records.METADATA_FILE and (not values[_CHECKSUM_KIND] or values[_CHECKSUM] is None):
            # LLVM reads both or neither.
            values[_CHECKSUM_KIND] = 0
            values[_CHECKSUM] = None
        if reader.makes_extents:
            for index in spec.extents:
                values[index] = self._extent(values[index])
        context = self._module.context
        node = shared_type(context, spec, values)
        if node is not None:
            if reader.saw_forward:
                reader.await_operands(node)
        elif is_distinct or reader.saw_forward:
            node = SpecializedNode(spec, values, is_distinct)
            reader.await_operands(node)
            reader.unify_later(node)
            if is_distinct and self._keeps_subprograms and spec.code == records.METADATA_SUBPROGRAM:
                self._subprograms.append(node)
        else:
            node = unique_node(context, spec, values)
        made: Metadata = node
        if is_old_form(spec.code, operands):
            made = self._upgraded(reader, spec.code, operands, node)
        reader.define(made)

    def _extent(self, value: object) -> object:
        """A size or an offset as metadata."""
        if not isinstance(value, int):
            return value
        made = self._extents.get(value)
        if made is None:
            context = self._module.context
            made = ValueAsMetadata.get(context, ConstantInt.wrapped(context.integer(64), value))
            self._extents[value] = made
        return made

    def _upgraded(self, reader: NumberedMetadata, code: int, operands: list[int], node: SpecializedNode) -> Metadata:
        """The upgraded metadata for a node of a record that LLVM 3.x to 6 wrote."""
        old = self._old
        if old is None:
            old = OldDebugInfo(self._module)
            self._old = old
        value = operands[VALUE_OF_VARIABLE] if code == records.METADATA_GLOBAL_VAR else 0
        referred = reader.metadata(value)
        made = old.upgrade(code, operands, node, referred if isinstance(referred, Metadata) else None)
        if made is not node and isinstance(made, SpecializedNode):
            reader.await_operands(made)
        return made

    def _as_declaration(self, reader: NumberedMetadata, operands: list[int]) -> list[int]:
        """The record of a composite type, changed to its declaration if another module may have the definition."""
        if len(operands) < 16 or not operands[15] or not operands[2] or operands[1] not in _DECLARABLE_TAGS:
            return operands
        name = reader.existing(operands[2] - 1)
        text = name.text if isinstance(name, MDString) else ""
        keeps_parameters = self._module.llvm_version >= 15 and ("<" not in text or text.startswith("_STN|"))
        declared = list(operands)
        for index in (6, 9, 11, 13, *range(16, min(len(declared), 22))):
            declared[index] = 0
        if not keeps_parameters:
            declared[14] = 0
        declared[10] |= FLAG_FWD_DECL
        return declared


def is_old_form(code: int, record: list[int]) -> bool:
    """Whether a record may need an upgrade of this module: one of a variable, subprogram, unit or type of an old layout."""
    if code == records.METADATA_GLOBAL_VAR or code == records.METADATA_COMPOSITE_TYPE:
        return record[0] < 2
    if code == records.METADATA_SUBPROGRAM:
        return record[0] < 2 and len(record) >= _SUBPROGRAM_WITH_FUNCTION
    if code == records.METADATA_COMPILE_UNIT:
        return len(record) > _SUBPROGRAMS_OF_UNIT and record[_SUBPROGRAMS_OF_UNIT] != 0
    return False


@final
class OldDebugInfo:
    """The facts from a module's old records, kept until the module's metadata is complete."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._types: dict[str, SpecializedNode] = {}
        self._declared_types: dict[str, SpecializedNode] = {}
        self._functions: list[tuple[MDNode, int]] = []
        self._units: list[tuple[SpecializedNode, int]] = []
        self._has_plain_variables = False

    def upgrade(self, code: int, record: list[int], node: SpecializedNode, value: Metadata | None) -> Metadata:
        """The metadata that replaces a node that was read from an old record.

        `value` is what a variable's record refers to as its storage, value or expression.
        """
        if code == records.METADATA_GLOBAL_VAR:
            self._has_plain_variables = True
            return self._variable(node, value)
        if code == records.METADATA_COMPOSITE_TYPE:
            self._note_type(node)
        elif code == records.METADATA_SUBPROGRAM:
            self._functions.append((node, record[_FUNCTION_OF_SUBPROGRAM]))
        else:
            self._units.append((node, record[_SUBPROGRAMS_OF_UNIT]))
        return node

    def _variable(self, node: SpecializedNode, value: Metadata | None) -> Metadata:
        """The expression of a variable that is a constant or has an expression; else the variable itself."""
        context = self._module.context
        if not isinstance(value, ValueAsMetadata):
            return node if value is None else self._expression_of(node, value)
        constant = value.value
        if isinstance(constant, ConstantInt):
            elements = [CONSTU, constant.unsigned, STACK_VALUE]
            return self._expression_of(node, DIExpression.get(context, elements))
        if isinstance(constant, GlobalVariable):
            constant.attachments.append(Attachment("dbg", self._expression_of(node, DIExpression.get(context, []))))
        return node

    def _expression_of(self, variable: MDNode, expression: object) -> SpecializedNode:
        operands: list[object] = [None, None]
        operands[_EXPRESSION_OF_VARIABLE.index_of("var")] = variable
        operands[_EXPRESSION_OF_VARIABLE.index_of("expr")] = expression
        return SpecializedNode(_EXPRESSION_OF_VARIABLE, operands, True)

    def _note_type(self, node: SpecializedNode) -> None:
        """Record a type under its identifier, by which other nodes refer to it."""
        identifier = node["identifier"]
        flags = node["flags"]
        if isinstance(identifier, MDString):
            is_declaration = isinstance(flags, int) and flags & FLAG_FWD_DECL != 0
            (self._declared_types if is_declaration else self._types).setdefault(identifier.text, node)

    def finish(self, nodes: list[Metadata | None], has_body: Callable[[Function], bool]) -> None:
        """After the module's metadata: set what refers to nodes that came later. `nodes` are all nodes by number."""
        if self._types or self._declared_types:
            self._resolve_names(nodes)
        for subprogram, id_plus_one in self._functions:
            value = nodes[id_plus_one - 1] if 0 < id_plus_one <= len(nodes) else None
            function = value.value if isinstance(value, ValueAsMetadata) else None
            if isinstance(function, Function) and has_body(function):
                function._attachments.insert(0, Attachment("dbg", subprogram))
        for unit, id_plus_one in self._units:
            subprograms = nodes[id_plus_one - 1] if id_plus_one <= len(nodes) else None
            if isinstance(subprograms, MDTuple):
                for member in subprograms.operands:
                    if isinstance(member, SpecializedNode) and member.spec.code == records.METADATA_SUBPROGRAM:
                        member.operands[member.spec.index_of("unit")] = unit
        if self._has_plain_variables:
            self._wrap_variables()

    def _resolve_names(self, nodes: list[Metadata | None]) -> None:
        """Replace references by name to types, in the fields of nodes and in the lists of subroutine types."""
        for node in nodes:
            if not isinstance(node, SpecializedNode):
                continue
            for index, field in enumerate(node.spec.fields):
                value = node.operands[index]
                if not isinstance(field.kind, Reference):
                    continue
                if isinstance(value, MDString):
                    node.operands[index] = self._named(value)
                elif node.spec.code == records.METADATA_SUBROUTINE_TYPE and isinstance(value, MDTuple):
                    if not value.is_distinct and any(isinstance(element, MDString) for element in value.operands):
                        value.operands[:] = [self._named(element) for element in value.operands]

    def _named(self, name: object) -> object:
        if not isinstance(name, MDString):
            return name
        found = self._types.get(name.text)
        if found is None:
            found = self._declared_types.get(name.text)
        return name if found is None else found

    def _wrap_variables(self) -> None:
        """Make expressions of the plain variables that units and symbols refer to."""
        context = self._module.context
        named = self._module.named_metadata_of(UNITS)
        for unit in [] if named is None else named.operands:
            if not isinstance(unit, SpecializedNode) or unit.spec.code != records.METADATA_COMPILE_UNIT:
                continue
            variables = unit["globals"]
            if isinstance(variables, MDTuple):
                for index, one in enumerate(variables.operands):
                    if isinstance(one, MDNode) and _is_variable(one):
                        variables.operands[index] = self._expression_of(one, DIExpression.get(context, []))
        for variable in self._module.global_variables:
            for attachment in variable._attachments:
                if attachment._kind == "dbg" and _is_variable(attachment._node):
                    attachment._node = self._expression_of(attachment._node, DIExpression.get(context, []))


def _is_variable(node: object) -> bool:
    return isinstance(node, SpecializedNode) and node.spec.code == records.METADATA_GLOBAL_VAR


def upgrade_declarations(function: Function) -> None:
    """Drop the DW_OP_deref at the start of the expression of each `dbg.declare` that describes an argument."""
    for block in function.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, CallInst) and isinstance(instruction.callee, Function):
                if instruction.callee.name == DECLARE_INTRINSIC and instruction.argument_count == _DECLARE_OPERANDS:
                    _upgrade_declaration(function, instruction)


def _upgrade_declaration(function: Function, call: CallInst) -> None:
    location, _, expression = call.arguments
    if not isinstance(location, MetadataAsValue) or not isinstance(expression, MetadataAsValue):
        return
    address = location.metadata
    described = expression.metadata
    if not isinstance(address, ValueAsMetadata) or not isinstance(address.value, Argument):
        return
    if isinstance(described, DIExpression) and described.elements[:1] == [DEREF]:
        context = function.type.context
        call.put_operand(2, MetadataAsValue.get(context, DIExpression.get(context, described.elements[1:])))
