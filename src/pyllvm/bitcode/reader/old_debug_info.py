"""Upgrades debug information of LLVM 3.x to 6, as LLVM's MetadataLoader does while it reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Argument, Function
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import (
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
from pyllvm.schema.expression import CONSTU, DEREF, STACK_VALUE
from pyllvm.schema.kinds import Reference
from pyllvm.tables import records
from pyllvm.tables.dwarf import FLAG_FWD_DECL
from pyllvm.tables.intrinsic_names import DECLARE_INTRINSIC, UNITS
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES

_EXPRESSION_OF_VARIABLE: Final = SPECIALIZED_NODES["DIGlobalVariableExpression"]
# Positions in records; the first operand is 0.
VALUE_OF_VARIABLE: Final = 9
_FUNCTION_OF_SUBPROGRAM: Final = 15
_SUBPROGRAMS_OF_UNIT: Final = 11
# The least number of operands of a subprogram's record that names its function or unit.
_SUBPROGRAM_WITH_FUNCTION: Final = 19
_DECLARE_OPERANDS: Final = 3


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
