"""Removes debug information of variables and compile units that are gone, as LLVM's pass `strip-dead-debug-info` does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.metadata import DebugRecord, DIExpression, MDNode, MDTuple, Metadata, MetadataAsValue, SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.schema.expression import CONSTS, CONSTU, FRAGMENT, STACK_VALUE
from pyllvm.tables.intrinsic_names import UNITS

"""The named metadata that lists the compile units."""
_UNIT: Final = "DICompileUnit"
_SUBPROGRAM: Final = "DISubprogram"
_GLOBAL: Final = "DIGlobalVariableExpression"
_NO_DEBUG: Final = 0
# The fields by which LLVM's DebugInfoFinder goes from one node to the next; a tuple's are its members.
_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    _UNIT: ("globals", "enums", "retainedTypes", "imports"),
    _GLOBAL: ("var",),
    "DIGlobalVariable": ("scope", "type"),
    "DIImportedEntity": ("entity",),
    _SUBPROGRAM: ("scope", "unit", "type", "templateParams"),
    "DITemplateTypeParameter": ("type",),
    "DITemplateValueParameter": ("type",),
    "DILexicalBlock": ("scope",),
    "DILexicalBlockFile": ("scope",),
    "DINamespace": ("scope",),
    "DISubroutineType": ("types",),
    "DICompositeType": ("scope", "baseType", "elements"),
    "DIDerivedType": ("scope", "baseType"),
    "DIBasicType": (),
    "DIStringType": (),
    "DILocation": ("scope", "inlinedAt"),
    "DILocalVariable": ("scope", "type"),
    "DILabel": ("scope",),
}


def strip_dead_debug_info(module: Module) -> None:
    """Let compile units list only variables that the module still has, and `!llvm.dbg.cu` only units of which something is left.

    Variables whose debug information is a constant stay.
    """
    named = module.named_metadata_of(UNITS)
    finder = _Finder()
    for unit in [] if named is None else named.operands:
        if isinstance(unit, SpecializedNode) and unit["emissionKind"] != _NO_DEBUG:
            finder.visit(unit)
    living = _Finder()
    for function in module.functions:
        living.visit_function(function)
        finder.visit_function(function)
    variables: set[object] = set()
    for variable in module.global_variables:
        variables.update(variable.metadata("dbg"))
    live_units = living.units
    has_dead_units = False
    met: set[object] = set()
    for unit in list(finder.units):
        listed = unit["globals"]
        kept: list[object] = []
        has_changed = False
        for one in listed.operands if isinstance(listed, MDTuple) else ():
            if one in met:
                continue
            met.add(one)
            if one in variables or _is_constant(one):
                kept.append(one)
            else:
                has_changed = True
        if kept:
            live_units[unit] = None
        elif unit not in live_units:
            has_dead_units = True
        if has_changed:
            unit.operands[unit.spec.index_of("globals")] = MDTuple.get(module.context, kept)
    if has_dead_units:
        module.add_named_metadata(UNITS).operands = [unit for unit in finder.units if unit in live_units]


def units_of(values: Iterable[GlobalValue]) -> list[SpecializedNode]:
    """The compile units that the debug information of these symbols leads to."""
    finder = _Finder()
    for value in values:
        if isinstance(value, Function):
            finder.visit_function(value)
        else:
            for node in value.metadata("dbg"):
                finder.visit(node)
    return list(finder.units)


def _is_constant(variable: object) -> bool:
    """Whether the expression of a variable's debug information is a constant (DIExpression::isConstant)."""
    expression = variable["expr"] if isinstance(variable, SpecializedNode) else None
    if not isinstance(expression, DIExpression):
        return False
    elements = expression.elements
    if len(elements) not in (3, 6) or elements[0] not in (CONSTU, CONSTS) or elements[2] != STACK_VALUE:
        return False
    return len(elements) == 3 or elements[3] == FRAGMENT


@final
class _Finder:
    """The compile units that nodes lead to, in the order in which they are met."""

    def __init__(self) -> None:
        self.units: dict[SpecializedNode, None] = {}
        self._met: set[Metadata] = set()

    def visit_function(self, function: Function) -> None:
        """Visit the nodes of a function: its subprogram, locations and variables."""
        for attachment in function.attachments:
            if attachment.kind == "dbg":
                self.visit(attachment.node)
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction.debug_location is not None:
                    self.visit(instruction.debug_location)
                for operand in instruction.operands:
                    if isinstance(operand, MetadataAsValue):
                        self.visit(operand.metadata)
                if instruction.debug_records is not None:
                    self._visit_records(instruction.debug_records)
            if block.trailing_debug_records is not None:
                self._visit_records(block.trailing_debug_records)

    def _visit_records(self, records: list[DebugRecord]) -> None:
        for record in records:
            self.visit(record.variable)
            if record.debug_location is not None:
                self.visit(record.debug_location)

    def visit(self, first: Metadata) -> None:
        """Visit a node and those below it."""
        if first in self._met:
            return
        self._met.add(first)
        waiting: list[Metadata] = [first]
        while waiting:
            node = waiting.pop()
            below: list[object] = []
            if isinstance(node, MDTuple):
                below = node.operands
            elif isinstance(node, SpecializedNode):
                if node.spec.name == _UNIT:
                    self.units[node] = None
                below = [node[field] for field in _FIELDS.get(node.spec.name, ())]
            for one in reversed(below):
                if isinstance(one, MDNode) and one not in self._met:
                    self._met.add(one)
                    waiting.append(one)
