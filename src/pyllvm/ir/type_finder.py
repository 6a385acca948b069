"""Finds the identified structs of a module in the order of LLVM's TypeFinder, which is their order in text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.constants import Constant, ConstantExpr, ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import AllocaInst, CallBase, GetElementPtrInst
from pyllvm.ir.metadata import DIArgList, MDNode, Metadata, MetadataAsValue, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import INTEGER, VOID, StructType, Type
from pyllvm.ir.value import User, Value
from pyllvm.tables.behavior_versions import TYPES_OF_ATTRIBUTES_SINCE
from pyllvm.tables.features import ARGUMENT_LISTS


def structs_in(module: Module, version: int) -> list[StructType]:
    """All identified structs of a module."""
    finder = TypeFinder(module, version)
    finder.find_in(module)
    return finder.structs


@final
class TypeFinder:
    """Finds structs while its user walks a module: its globals, its functions in their order, and then its named metadata."""

    def __init__(self, module: Module, version: int, *, with_literals: bool = False) -> None:
        self.structs: list[StructType] = []
        self.version = version
        self.nodes: set[Metadata] = set()
        """The nodes of metadata on the way."""
        self._with_literals = with_literals
        self._types: set[Type] = set()
        self._constants: set[Value] = set()
        self._attribute_lists: set[AttributeList] = set()
        self._identified_structs = module.context.identified_structs

    @property
    def _is_done(self) -> bool:
        """Whether all structs of the context have been found: the walk can stop."""
        return not self._with_literals and len(self.structs) >= self._identified_structs

    def find_in(self, module: Module) -> None:
        """Walk a whole module."""
        self.find_in_globals(module)
        self.find_in_functions(module.functions)
        self.find_in_named_metadata(module)

    def know(self, structs: list[StructType]) -> None:
        """Begin with structs that another walk has found."""
        self.structs = structs
        self._types.update(structs)

    def find_in_globals(self, module: Module) -> None:
        """Walk the variables, aliases and ifuncs."""
        if self._is_done:
            return
        for variable in module.global_variables:
            self._add_type(variable.value_type)
            if variable.operands:
                self._add_value(variable.operands[0])
        for alias in module.aliases:
            self._add_type(alias.value_type)
            if alias.operands:
                self._add_value(alias.operands[0])
        for ifunc in module.ifuncs:
            self._add_type(ifunc.value_type)

    def find_in_functions(self, functions: Sequence[Function]) -> None:
        """Walk functions with their bodies."""
        for function in functions:
            if self._is_done:
                return
            self._add_type(function.value_type)
            if function.attributes is not None:
                self._add_attributes(function.attributes)
            for operand in function.operands:
                self._add_value(operand)
            self._find_in_body(function)

    def find_in_named_metadata(self, module: Module) -> None:
        """Walk the named metadata."""
        if self._is_done:
            return
        for named in module.named_metadata:
            for node in named.operands:
                self._add_metadata(node)

    def _find_in_body(self, function: Function) -> None:
        types = self._types
        constants = self._constants
        nodes = self.nodes
        for block in function.blocks:
            if self._is_done:
                return
            for instruction in block.instructions:
                type = instruction.type
                if type.kind != VOID and type.kind != INTEGER and type not in types:
                    self._add_type(type)
                for operand in instruction.operands:
                    if isinstance(operand, ConstantInt):
                        continue
                    if isinstance(operand, Constant):
                        if operand not in constants and not isinstance(operand, GlobalValue):
                            self._add_value(operand)
                    elif isinstance(operand, MetadataAsValue):
                        self._add_value(operand)
                if isinstance(instruction, GetElementPtrInst):
                    if instruction.source_element_type not in types:
                        self._add_type(instruction.source_element_type)
                elif isinstance(instruction, AllocaInst):
                    self._add_type(instruction.allocated_type)
                elif isinstance(instruction, CallBase):
                    if instruction.attributes is not None:
                        self._add_attributes(instruction.attributes)
                if instruction._attachments is not None:
                    for attachment in instruction._attachments:
                        if attachment._node not in nodes:
                            self._add_metadata(attachment._node)
                if instruction._debug_records is not None:
                    for record in instruction._debug_records:
                        if record.location is not None:
                            self._add_metadata_values(record.location)
                        if record.address is not None:
                            self._add_metadata_values(record.address)

    def _add_attributes(self, attributes: AttributeList) -> None:
        if self.version < TYPES_OF_ATTRIBUTES_SINCE or attributes in self._attribute_lists:
            return
        self._attribute_lists.add(attributes)
        for _, one in attributes.indexed():
            for attribute in one.attributes:
                if attribute.type is not None:
                    self._add_type(attribute.type)

    def _add_type(self, type: Type) -> None:
        visited = self._types
        if type in visited:
            return
        visited.add(type)
        pending = [type]
        while pending:
            current = pending.pop()
            if isinstance(current, StructType) and (self._with_literals or not current.is_literal):
                self.structs.append(current)
            contained = current.contained_types
            position = len(contained) - 1
            while position >= 0:
                inner = contained[position]
                if inner not in visited:
                    visited.add(inner)
                    pending.append(inner)
                position -= 1

    def _add_value(self, value: Value) -> None:
        """Visit the types of a constant and of its parts before those that follow it."""
        visited = self._constants
        pending = [value]
        while pending:
            current = pending.pop()
            if isinstance(current, MetadataAsValue):
                self._add_metadata_values(current.metadata)
                continue
            if not isinstance(current, Constant) or isinstance(current, GlobalValue) or current in visited:
                continue
            visited.add(current)
            self._add_type(current.type)
            if isinstance(current, ConstantExpr) and current.source_element_type is not None:
                self._add_type(current.source_element_type)
            operands = current.operands
            position = len(operands) - 1
            while position >= 0:
                pending.append(operands[position])
                position -= 1

    def _add_metadata_values(self, metadata: Metadata) -> None:
        if isinstance(metadata, ValueAsMetadata):
            if isinstance(metadata.value, Constant):
                self._add_value(metadata.value)
        elif isinstance(metadata, MDNode):
            self._add_metadata(metadata)
        elif isinstance(metadata, DIArgList):
            if ARGUMENT_LISTS.is_in(self.version):
                for argument in metadata.arguments:
                    self._add_value(argument.value)

    def _add_metadata(self, node: MDNode) -> None:
        visited = self.nodes
        if node in visited:
            return
        pending: list[object] = [node]
        while pending:
            current = pending.pop()
            if isinstance(current, ValueAsMetadata):
                if isinstance(current.value, User):
                    self._add_value(current.value)
            elif isinstance(current, MDNode):
                if current in visited:
                    continue
                visited.add(current)
                operands = current.references(self.version)
                position = len(operands) - 1
                while position >= 0:
                    operand = operands[position]
                    if isinstance(operand, (MDNode, ValueAsMetadata)):
                        pending.append(operand)
                    position -= 1
