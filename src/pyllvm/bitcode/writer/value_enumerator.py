"""Numbers everything to which bitcode refers by number: types, values, metadata, attribute groups, comdats, blocks.

The numbers are the same as in LLVM's own writer, and depend on the order of the traversal. Values and metadata of one function
are numbered after the module's while that function is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from pyllvm.bitcode.writer.context_names import ContextNames
from pyllvm.bitcode.writer.numbers import type_id, value_id
from pyllvm.bitcode.writer.types import TypeEnumerator
from pyllvm.bitcode.writer.use_list_order import PredictedOrder, predict_use_list_orders
from pyllvm.ir.attributes import AttributeList, AttributeSet
from pyllvm.ir.constants import Constant, ConstantExpr, InlineAsm
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.global_values import Comdat, GlobalObject, GlobalValue
from pyllvm.ir.instructions import AllocaInst, AtomicCmpXchgInst, CallBase, GetElementPtrInst, OrderedInst, ShuffleVectorInst
from pyllvm.ir.metadata import (
    DBG_ASSIGN,
    DBG_LABEL,
    Attachment,
    DebugRecord,
    DIArgList,
    MDNode,
    MDString,
    Metadata,
    MetadataAsValue,
    SpecializedNode,
    ValueAsMetadata,
)
from pyllvm.ir.module import Module
from pyllvm.ir.optional_operands import optional_operands
from pyllvm.ir.types import VOID, Type
from pyllvm.ir.value import Value
from pyllvm.ir.vector_constants import splat_number
from pyllvm.tables.features import DEBUG_RECORDS_SINCE, IFUNC_METADATA_SINCE, SPLATS_SINCE
from pyllvm.tables.intrinsic_names import DEBUG_INTRINSICS
from pyllvm.wishes import Wishes

# The sort key of metadata, as one number: the function, the kind of metadata, then the order of the traversal.
_FUNCTION_SHIFT: Final = 34
_SORT_SHIFT: Final = 32
_STRING: Final = 0
_CONSTANT: Final = 1
_DISTINCT: Final = 2
_UNIQUED: Final = 3


# While metadata is enumerated, the upper half of its `order` is its user: the only function in which it has been met, counted
# from 2, or the module, also for several functions. The lower half is its number, or 0 until it has one.
_USER_SHIFT: Final = 32
_NUMBER_MASK: Final = (1 << _USER_SHIFT) - 1
_MODULE: Final = 1
_FIRST_FUNCTION: Final = 2


@final
class _FunctionMetadata:
    """The metadata that only one function uses, strings first."""

    __slots__ = ("metadata", "string_count")

    def __init__(self) -> None:
        self.metadata: list[Metadata] = []
        self.string_count = 0


def written_functions(module: Module, version: int) -> list[Function]:
    """The functions that bitcode of this version contains.

    Since LLVM 19, debug records replace calls of debug intrinsics: if no debug intrinsic is used, their declarations are
    left out.
    """
    if version < DEBUG_RECORDS_SINCE:
        return module.functions
    found = [module.symbols[name] for name in DEBUG_INTRINSICS if name in module.symbols]
    if not found or any(declaration.has_uses for declaration in found):
        return module.functions
    return [function for function in module.functions if function.name not in DEBUG_INTRINSICS]


@final
class ValueEnumerator:
    """The numbers of everything in one module, as LLVM `version` assigns them, until `forget` is called.

    `numbers.py` reads the numbers of types, values, metadata, and the blocks of the incorporated function, from 0.
    `attribute_lists`, `attribute_groups` and `comdats` count from 1, because 0 means none in their records.
    """

    def __init__(self, module: Module, version: int, wishes: Wishes, names: ContextNames) -> None:
        self.module = module
        self.functions = written_functions(module, version)
        self.version = version
        self.preserves_order: Final = wishes.preserves_bitcode_order
        self.names = names
        self._has_splats = version >= SPLATS_SINCE
        self._types = TypeEnumerator(version)
        self.types: list[Type] = self._types.types
        self.values: list[Value] = []
        self.metadata: list[Metadata] = []
        self.string_count = 0
        self.attribute_lists: dict[AttributeList, int] = {}
        self.attribute_groups: dict[tuple[int, AttributeSet], int] = {}
        self.comdats: dict[Comdat, int] = {}
        self.blocks: list[BasicBlock] = []
        self.first_function_constant = 0
        self.first_instruction = 0
        self._use_counts: list[int] = []
        self._function_metadata: dict[int, _FunctionMetadata] = {}
        self._module_value_count = 0
        self._module_metadata_count = 0
        self._module_string_count = 0
        self._block_numbers: dict[BasicBlock, int] = {}
        self.use_list_orders: list[PredictedOrder] = []
        if self.preserves_order:
            self.use_list_orders = predict_use_list_orders(module, self.functions, version)
        try:
            self._enumerate_module()
        except BaseException:
            self.forget()
            raise
        self._types.forget_constants()

    def forget(self) -> None:
        """Take the numbers from all types, values and metadata."""
        self._types.forget()
        for value in self.values:
            value.order = 0
        for block in self.blocks:
            block.order = 0
        _forget_numbers(self.metadata)
        for own in self._function_metadata.values():
            _forget_numbers(own.metadata)

    # The module

    def _enumerate_module(self) -> None:
        module = self.module
        for value in [*module.global_variables, *self.functions, *module.aliases, *module.ifuncs]:
            self._enumerate_value(value)
            self._types.add(value.value_type)
            if isinstance(value, Function):
                self._enumerate_attributes(value._attributes)
        first_constant = len(self.values)
        for variable in module.global_variables:
            for operand in variable.operands:
                self._enumerate_value(operand)
            if variable._attributes:
                self._enumerate_attributes(AttributeList(variable._attributes))
        for indirect in [*module.aliases, *module.ifuncs]:
            self._enumerate_value(indirect.operands[0])
        for function in self.functions:
            for operand in optional_operands(function):
                self._enumerate_value(operand)
        self._types.add(module.context.metadata_type)
        for named in module.named_metadata:
            for node in named.operands:
                self._enumerate_metadata(_MODULE, node)
        for variable in module.global_variables:
            for attachment in self.sorted_attachments(variable._attachments):
                self._enumerate_metadata(_MODULE, attachment._node)
        for function in self.functions:
            self._enumerate_function(function)
        if self.version >= IFUNC_METADATA_SINCE:
            for ifunc in module.ifuncs:
                for attachment in self.sorted_attachments(ifunc.attachments):
                    self._enumerate_metadata(_MODULE, attachment._node)
        self._optimize_constants(first_constant, len(self.values))
        self._organize_metadata()

    def _enumerate_function(self, function: Function) -> None:
        """Enumerate the types, attributes and metadata of a function's body."""
        for parameter in function.function_type.parameters:
            self._types.add(parameter)
        blocks = function.blocks
        number = value_id(function) + _FIRST_FUNCTION
        for attachment in self.sorted_attachments(function._attachments):
            self._enumerate_metadata(number if blocks else _MODULE, attachment._node)
        last_location: MDNode | None = None
        # Most operands have the type of the operand before.
        last_type: Type = function.value_type
        for block in blocks:
            for instruction in block.instructions:
                if instruction._debug_records is not None:
                    for record in instruction._debug_records:
                        self._enumerate_debug_record(number, record)
                for operand in instruction.operands:
                    if isinstance(operand, MetadataAsValue):
                        self._enumerate_non_local(number, operand.metadata)
                    else:
                        type = operand.type
                        if type is not last_type:
                            last_type = type
                            if type.order == 0:
                                self._types.add(type)
                        if isinstance(operand, Constant) and operand.operands:
                            self._types.add_operands(operand)
                if isinstance(instruction, CallBase):
                    self._types.add(instruction.type)
                    self._enumerate_attributes(instruction._attributes)
                    self._types.add(instruction.function_type)
                    if instruction.bundles is not None:
                        self.names.add_bundles(instruction.bundles)
                else:
                    if isinstance(instruction, GetElementPtrInst):
                        self._types.add(instruction.source_element_type)
                    elif isinstance(instruction, (OrderedInst, AtomicCmpXchgInst)):
                        self.names.add_scope(instruction.sync_scope)
                    elif isinstance(instruction, AllocaInst):
                        self._types.add(instruction.allocated_type)
                    elif isinstance(instruction, ShuffleVectorInst):
                        self._types.add(instruction.mask.type)
                    if instruction.type.order == 0:
                        self._types.add(instruction.type)
                if instruction._attachments is not None:
                    for attachment in self.sorted_attachments(instruction._attachments):
                        self._enumerate_metadata(number, attachment._node)
                location = instruction._debug_location
                if location is not None and location is not last_location:
                    last_location = location
                    if isinstance(location, SpecializedNode) and location._is_packed:
                        scope = location._scope
                        # Most scopes have been met in this function before.
                        if scope is not None and scope.order >> _USER_SHIFT != number:
                            self._enumerate_metadata(number, scope)
                        self._enumerate_metadata(number, location._inlined_at)
                        continue
                    for part in location.references(self.version):
                        if isinstance(part, Metadata):
                            self._enumerate_metadata(number, part)

    def _enumerate_debug_record(self, function: int, record: DebugRecord) -> None:
        if record.kind == DBG_LABEL:
            self._enumerate_metadata(function, record._variable)
            self._enumerate_metadata(function, record._debug_location)
            return
        self._enumerate_non_local(function, record._location)
        self._enumerate_metadata(function, record.expression)
        self._enumerate_metadata(function, record._variable)
        self._enumerate_metadata(function, record._debug_location)
        if record.kind == DBG_ASSIGN:
            self._enumerate_non_local(function, record._address)
            self._enumerate_metadata(function, record._assign_id)
            self._enumerate_metadata(function, record.address_expression)

    def _enumerate_non_local(self, function: int, metadata: Metadata | None) -> None:
        """Local values are numbered when the function is written; constants in an argument list are numbered now."""
        if isinstance(metadata, DIArgList):
            for argument in metadata.arguments:
                if is_constant_metadata(argument):
                    self._enumerate_metadata(function, argument)
        elif not isinstance(metadata, ValueAsMetadata) or is_constant_metadata(metadata):
            self._enumerate_metadata(function, metadata)

    def sorted_attachments(self, attachments: list[Attachment]) -> list[Attachment]:
        """The attachments sorted by the numbers of their kinds; attachments of one kind keep their order."""
        if not attachments:
            return attachments
        return self.names.sorted_attachments(attachments)

    # Attributes

    def _enumerate_attributes(self, attributes: AttributeList | None) -> None:
        if attributes is None or attributes in self.attribute_lists or not attributes:
            return
        self.attribute_lists[attributes] = len(self.attribute_lists) + 1
        for index, one in attributes.indexed():
            group = (index, one)
            if group in self.attribute_groups:
                continue
            self.attribute_groups[group] = len(self.attribute_groups) + 1
            for attribute in one.attributes:
                if attribute.type is not None:
                    self._types.add(attribute.type)

    def attribute_list_id(self, attributes: AttributeList | None) -> int:
        """The number of an attribute list; 0 for an empty one."""
        if attributes is None:
            return 0
        return self.attribute_lists.get(attributes, 0)

    # Values

    def _enumerate_value(self, value: Value) -> None:
        """Number a value after the constants of which it consists; if it already has a number, count the use."""
        found = value.order
        if found != 0:
            self._use_counts[found - 1] += 1
            return
        if isinstance(value, GlobalObject):
            comdat = value.comdat
            if comdat is not None and comdat not in self.comdats:
                self.comdats[comdat] = len(self.comdats) + 1
        if value.type.order == 0:
            self._types.add(value.type)
        if isinstance(value, Constant) and value.operands and not isinstance(value, GlobalValue):
            if not (self._has_splats and splat_number(value) is not None):
                self._enumerate_constant(value)
                return
        self._number(value)

    def _number(self, value: Value) -> None:
        self.values.append(value)
        value.order = len(self.values)
        self._use_counts.append(1)

    def _enumerate_constant(self, constant: Constant) -> None:
        stack: list[Constant] = [constant]
        positions: list[int] = [0]
        while stack:
            current = stack[-1]
            operands = current.operands
            position = positions[-1]
            if position < len(operands):
                positions[-1] = position + 1
                operand = operands[position]
                if isinstance(operand, BasicBlock):
                    continue
                if (
                    operand.order == 0
                    and isinstance(operand, Constant)
                    and operand.operands
                    and not isinstance(operand, GlobalValue)
                    and not (self._has_splats and splat_number(operand) is not None)
                ):
                    self._types.add(operand.type)
                    stack.append(operand)
                    positions.append(0)
                else:
                    self._enumerate_value(operand)
                continue
            stack.pop()
            positions.pop()
            if isinstance(current, ConstantExpr) and current.source_element_type is not None:
                self._types.add(current.source_element_type)
            if current.order == 0:
                self._number(current)

    def _optimize_constants(self, start: int, end: int) -> None:
        """Sort: integers first, then by type, then the most used first. No sorting if use-list orders are to be predicted."""
        if end - start < 2 or self.preserves_order:
            return
        counts = self._use_counts
        keyed: list[tuple[int, int, int]] = []
        for index in range(start, end):
            type = self.values[index].type
            plane = type_id(type)
            if not type.is_integer_or_vector:
                plane += len(self.types)
            keyed.append((plane, -counts[index], index))
        keyed.sort()
        values = self.values
        ordered = [values[index] for _, _, index in keyed]
        ordered_counts = [counts[index] for _, _, index in keyed]
        position = start
        for value in ordered:
            values[position] = value
            counts[position] = ordered_counts[position - start]
            position += 1
            value.order = position

    # Metadata

    def _enumerate_metadata(self, function: int, metadata: Metadata | None) -> None:
        """Number metadata and what it refers to, in post-order; a distinct node waits for the uniqued nodes that use it."""
        if metadata is None:
            return
        root = self._meet_metadata(function, metadata)
        if root is None:
            return
        delayed: list[MDNode] = []
        stack: list[MDNode] = [root]
        try:
            self._enumerate_operands(function, stack, delayed)
        except BaseException:
            # These have been met, but are not in `metadata`, from which `forget` takes the numbers.
            _forget_numbers(stack)
            _forget_numbers(delayed)
            raise

    def _enumerate_operands(self, function: int, stack: list[MDNode], delayed: list[MDNode]) -> None:
        """Number the node in `stack` after what it refers to. `delayed` gets the distinct nodes that wait."""
        version = self.version
        operands: list[list[object]] = [stack[0].references(version)]
        positions: list[int] = [0]
        while stack:
            node = stack[-1]
            current = operands[-1]
            position = positions[-1]
            found: MDNode | None = None
            while position < len(current):
                operand = current[position]
                position += 1
                if isinstance(operand, Metadata):
                    found = self._meet_metadata(function, operand)
                    if found is not None:
                        break
            if found is not None:
                positions[-1] = position
                if found.is_distinct and not node.is_distinct:
                    delayed.append(found)
                else:
                    stack.append(found)
                    operands.append(found.references(version))
                    positions.append(0)
                continue
            stack.pop()
            operands.pop()
            positions.pop()
            self._number_metadata(node)
            if delayed and (not stack or stack[-1].is_distinct):
                for waiting in delayed:
                    stack.append(waiting)
                    operands.append(waiting.references(version))
                    positions.append(0)
                delayed.clear()

    def _number_metadata(self, metadata: Metadata) -> None:
        self.metadata.append(metadata)
        metadata.order |= len(self.metadata)

    def _meet_metadata(self, function: int, metadata: Metadata) -> MDNode | None:
        """Record that a function uses metadata; return a node whose operands are still to be visited, or None."""
        order = metadata.order
        if order != 0:
            user = order >> _USER_SHIFT
            if user != _MODULE and user != function:
                self._share_metadata(metadata)
            return None
        metadata.order = function << _USER_SHIFT
        if isinstance(metadata, MDNode):
            return metadata
        self._number_metadata(metadata)
        if isinstance(metadata, ValueAsMetadata):
            self._enumerate_value(metadata.value)
        return None

    def _share_metadata(self, metadata: Metadata) -> None:
        """Move metadata, and all to which it refers, from one function to the module."""
        if not _give_to_module(metadata) or not isinstance(metadata, MDNode):
            return
        waiting: list[MDNode] = [metadata]
        while waiting:
            for operand in waiting.pop().references(self.version):
                if not isinstance(operand, Metadata):
                    continue
                if operand.order >> _USER_SHIFT <= _MODULE:
                    continue
                if _give_to_module(operand) and isinstance(operand, MDNode):
                    waiting.append(operand)

    def _organize_metadata(self) -> None:
        """Sort the metadata: the module's first, then each function's; in each strings, constants, distinct and other nodes."""
        keys: list[int] = []
        met = self.metadata
        for metadata in met:
            if isinstance(metadata, MDString):
                sort = _STRING
            elif isinstance(metadata, MDNode):
                sort = _DISTINCT if metadata.is_distinct else _UNIQUED
            else:
                sort = _CONSTANT
            order = metadata.order
            keys.append(order >> _USER_SHIFT << _FUNCTION_SHIFT | sort << _SORT_SHIFT | order & _NUMBER_MASK)
        keys.sort()
        ordered: list[Metadata] = []
        mask = (1 << _SORT_SHIFT) - 1
        own: _FunctionMetadata | None = None
        own_function = 0
        module_count = 0
        for key in keys:
            metadata = met[(key & mask) - 1]
            function = key >> _FUNCTION_SHIFT
            if function == _MODULE:
                ordered.append(metadata)
                module_count += 1
                metadata.order = module_count
                if isinstance(metadata, MDString):
                    self.string_count += 1
                continue
            if own is None or own_function != function:
                own = _FunctionMetadata()
                own_function = function
                self._function_metadata[function] = own
            own.metadata.append(metadata)
            metadata.order = module_count + len(own.metadata)
            if isinstance(metadata, MDString):
                own.string_count += 1
        self.metadata = ordered

    # One function

    def incorporate_function(self, function: Function) -> None:
        """Number the arguments, constants, instructions, blocks and metadata of the function that is written next."""
        self._module_value_count = len(self.values)
        self._module_metadata_count = len(self.metadata)
        self._module_string_count = self.string_count
        self.string_count = 0
        own = self._function_metadata.get(value_id(function) + _FIRST_FUNCTION)
        if own is not None:
            self.string_count = own.string_count
            self.metadata.extend(own.metadata)
        for argument in function.arguments:
            self._enumerate_value(argument)
        self.first_function_constant = len(self.values)
        number = 0
        for block in function.blocks:
            for instruction in block.instructions:
                for operand in instruction.operands:
                    if isinstance(operand, Constant):
                        if not isinstance(operand, GlobalValue):
                            self._enumerate_value(operand)
                    elif isinstance(operand, InlineAsm):
                        self._enumerate_value(operand)
                if isinstance(instruction, ShuffleVectorInst):
                    self._enumerate_value(instruction.mask)
            self.blocks.append(block)
            number += 1
            block.order = number
        self._optimize_constants(self.first_function_constant, len(self.values))
        self.first_instruction = len(self.values)
        local: list[ValueAsMetadata] = []
        lists: list[DIArgList] = []
        values = self.values
        counts = self._use_counts
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallBase):
                    for operand in instruction.operands:
                        if isinstance(operand, MetadataAsValue):
                            _collect_local(operand.metadata, local, lists)
                if instruction._debug_records is not None:
                    for record in instruction._debug_records:
                        if record.kind != DBG_LABEL:
                            _collect_local(record._location, local, lists)
                            if record.kind == DBG_ASSIGN:
                                _collect_local(record._address, local, lists)
                if instruction.type.kind != VOID:
                    values.append(instruction)
                    instruction.order = len(values)
                    counts.append(1)
        for one in local:
            if one.order == 0:
                self._number_metadata(one)
                self._enumerate_value(one.value)
        for arguments in lists:
            if arguments.order == 0:
                self._number_metadata(arguments)

    def own_metadata(self) -> list[Metadata]:
        """The metadata of the incorporated function alone, its strings first."""
        return self.metadata[self._module_metadata_count :]

    def purge_function(self) -> None:
        """Remove the numbers that `incorporate_function` assigned."""
        for value in self.values[self._module_value_count :]:
            value.order = 0
        _forget_numbers(self.metadata[self._module_metadata_count :])
        for block in self.blocks:
            block.order = 0
        del self.values[self._module_value_count :]
        del self._use_counts[self._module_value_count :]
        del self.metadata[self._module_metadata_count :]
        self.blocks = []
        self.string_count = self._module_string_count

    def block_number(self, block: BasicBlock) -> int:
        """The number of a block in its function, which need not be the function being written."""
        if block not in self._block_numbers:
            function = block.parent
            assert function is not None
            for number, one in enumerate(function.blocks):
                self._block_numbers[one] = number
        return self._block_numbers[block]


def _forget_numbers(metadata: Sequence[Metadata]) -> None:
    for one in metadata:
        one.order = 0


def _give_to_module(metadata: Metadata) -> bool:
    """Let the module be the user; returns whether the metadata has a number."""
    number = metadata.order & _NUMBER_MASK
    metadata.order = _MODULE << _USER_SHIFT | number
    return number != 0


def is_constant_metadata(metadata: ValueAsMetadata) -> bool:
    """Whether the value is a constant, so that it can be used outside functions."""
    return isinstance(metadata.value, Constant)


def _collect_local(metadata: Metadata | None, local: list[ValueAsMetadata], lists: list[DIArgList]) -> None:
    if isinstance(metadata, ValueAsMetadata):
        if not is_constant_metadata(metadata):
            local.append(metadata)
    elif isinstance(metadata, DIArgList):
        lists.append(metadata)
        for argument in metadata.arguments:
            if not is_constant_metadata(argument):
                local.append(argument)
