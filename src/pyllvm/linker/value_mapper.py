"""Maps each value of the source to a value of the result, and updates what uses it.

Bodies, initializers and aliasees are not mapped when they are first met: they are put on a stack, and the last one is mapped
first, as in LLVM's ValueMapper. That determines the order in which everything else is met. Constants whose operands or type are
different in the result are built again.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import (
    POISON,
    UNDEF,
    BlockAddress,
    Constant,
    ConstantAggregate,
    ConstantByte,
    ConstantData,
    ConstantExpr,
    ConstantFP,
    ConstantInt,
    ConstantPtrAuth,
    GlobalReference,
    InlineAsm,
    SimpleConstant,
    aggregate,
    null_value,
)
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.folding.expressions import folded_expression, shape_of
from pyllvm.ir.function import MISSING_OPERANDS, Argument, BasicBlock, Function, Instruction, missing_operand
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.instructions import AllocaInst, CallBase, GetElementPtrInst
from pyllvm.ir.metadata import Attachment, DebugRecord, DIArgList, Metadata, MetadataAsValue, ValueAsMetadata
from pyllvm.ir.types import Context, FunctionType, Type
from pyllvm.ir.value import Value
from pyllvm.linker.metadata_mapper import Mapping, MetadataMapper
from pyllvm.linker.type_map import TypeMap
from pyllvm.tables.behavior_versions import BLOCK_ADDRESSES_OF_BLOCKS_SINCE
from pyllvm.tables.linking_versions import POISON_KEPT_SINCE
from pyllvm.tables.metadata_kinds import fixed_kinds

_INITIALIZER: Final = 0
APPENDING: Final = 1
_INDIRECT: Final = 2
_BODY: Final = 3
OLD_STRUCTORS: Final = 4


@mypyc_attr(allow_interpreted_subclasses=True)
class Materializer:
    """Makes a global value of the result for one of the source when something first mentions it."""

    def materialize(self, value: Value) -> Value | None:
        """Return the value of the result for a global value, or None."""
        raise NotImplementedError


@final
class _Work:
    """One item of postponed work: an initializer, an appending variable's elements, an aliasee or resolver, or a body."""

    __slots__ = ("elements", "kind", "prefix", "target", "value")

    def __init__(self, kind: int, target: GlobalValue, value: Value | None) -> None:
        self.kind = kind
        self.target = target
        self.value = value
        self.elements: list[Value] = []
        self.prefix: list[Value] = []


@final
class ValueMapper(Mapping):
    """Maps the values of one source module."""

    def __init__(
        self,
        types: TypeMap,
        metadata: dict[Metadata, Metadata],
        materializer: Materializer,
        context: Context,
        version: int,
        touched: list[Value],
    ) -> None:
        self.types = types
        self.values: dict[Value, Value] = {}
        # The same for what aliases and ifuncs refer to.
        self.indirect_values: dict[Value, Value] = {}
        # True once all bodies are linked: a global value that the result does not have then maps to None.
        self.maps_missing_to_nothing = False
        self.constants = ConstantBuilder(version)
        # The addresses of the source's blocks.
        self.block_addresses: list[BlockAddress] = []
        self.metadata = MetadataMapper(self, metadata, context, version)
        self._materializer = materializer
        self._context = context
        self._version = version
        self._current = self.values
        self.is_indirect = False
        """Whether an alias or ifunc leads to what is mapped."""
        self._work: list[_Work] = []
        self._function_types: dict[FunctionType, FunctionType] = {}
        # Argument lists are unique: equal arguments give one object.
        self._argument_lists: dict[tuple[ValueAsMetadata, ...], DIArgList] = {}
        self._attributes: dict[AttributeList, AttributeList] = {}
        # Constants that have some uses twice in their use lists.
        self._touched = touched
        self._early_addresses: list[BlockAddress] = []
        self._kind_ranks: dict[str, int] = {}
        for number, kind in enumerate(fixed_kinds(version)):
            self._kind_ranks[kind] = number

    def forget(self) -> None:
        """Forget what knows the mapper. Map nothing afterwards."""
        self._materializer = Materializer()
        self.metadata.forget()

    # --- entry points ----------------------------------------------------------------------------------------------

    def map(self, value: Value) -> Value | None:
        """Map a value, and do all postponed work that results from it."""
        mapped = self.map_value(value)
        self.flush()
        return mapped

    def map_metadata(self, metadata: Metadata) -> Metadata | None:
        """Map metadata, and do all postponed work that results from it."""
        mapped = self.metadata.map(metadata)
        self.flush()
        return mapped

    def schedule_initializer(self, variable: GlobalVariable, initializer: Value) -> None:
        """Postpone setting a variable's initializer to the source's."""
        self._work.append(_Work(_INITIALIZER, variable, initializer))

    def schedule_appending(
        self, variable: GlobalVariable, prefix: list[Value], elements: list[Value], kind: int = APPENDING
    ) -> None:
        """Postpone setting an appending variable's elements: `prefix` from the result, then the source's `elements`.

        `kind` is APPENDING, or OLD_STRUCTORS for elements that get a third field.
        """
        work = _Work(kind, variable, None)
        work.prefix = prefix
        work.elements = elements
        self._work.append(work)

    def schedule_indirect(self, symbol: GlobalValue, target: Value) -> None:
        """Postpone setting an alias's aliasee or an ifunc's resolver."""
        self._work.append(_Work(_INDIRECT, symbol, target))

    def schedule_body(self, function: Function) -> None:
        """Postpone mapping the operands and types of a body that was moved."""
        self._work.append(_Work(_BODY, function, None))

    def flush(self) -> None:
        """Do the postponed work, the last item first, until none is left."""
        pending = self._work
        while pending:
            work = pending.pop()
            target = work.target
            if work.kind == _BODY:
                assert isinstance(target, Function)
                self._map_function(target)
            elif work.kind == _INITIALIZER:
                assert work.value is not None
                target.set_single_operand(self.map_value(work.value))
                self.map_attachments(target)
            elif work.kind == APPENDING or work.kind == OLD_STRUCTORS:
                self._map_appending(work)
            else:
                assert work.value is not None
                self._current = self.indirect_values
                self.is_indirect = True
                target.set_single_operand(self.map_value(work.value))
                self._current = self.values
                self.is_indirect = False
        while self._early_addresses:
            address = self._early_addresses.pop()
            address.put_operand(1, address.block)

    # --- values ----------------------------------------------------------------------------------------------------

    def map_value(self, value: Value) -> Value | None:
        if isinstance(value, (Instruction, Argument, BasicBlock)):
            return None
        known = self._current.get(value)
        if known is not None:
            return known
        if isinstance(value, (ConstantInt, ConstantFP, ConstantData, ConstantByte)):
            return value
        if isinstance(value, GlobalValue):
            return self._map_global(value)
        if isinstance(value, Constant):
            return self._map_constant(value)
        if isinstance(value, InlineAsm):
            return self._map_inline_asm(value)
        if isinstance(value, MetadataAsValue):
            return self._map_metadata_operand(value)
        return None

    def _map_global(self, value: GlobalValue) -> Value | None:
        mapped = self._materializer.materialize(value)
        if mapped is None:
            if self.maps_missing_to_nothing:
                return None
            mapped = value
        self._current[value] = mapped
        return mapped

    def _map_constant(self, first: Constant) -> Value | None:
        """Map a constant after its operands, which are mapped from first to last."""
        current = self._current
        stack: list[Constant] = [first]
        positions: list[int] = [0]
        mapped: list[list[Value]] = [[]]
        while stack:
            constant = stack[-1]
            operands = constant.operands
            position = positions[-1]
            parts = mapped[-1]
            waits = False
            while position < len(operands):
                operand = operands[position]
                part = current.get(operand)
                if part is None:
                    if isinstance(operand, BasicBlock):
                        part = operand
                    elif isinstance(operand, Constant) and operand.operands and not isinstance(operand, GlobalValue):
                        positions[-1] = position
                        stack.append(operand)
                        positions.append(0)
                        mapped.append([])
                        waits = True
                        break
                    else:
                        part = self.map_value(operand)
                        if part is None:
                            return None
                parts.append(part)
                position += 1
            if waits:
                continue
            current[constant] = self._mapped_constant(constant, parts)
            stack.pop()
            positions.pop()
            mapped.pop()
        return current[first]

    def _mapped_constant(self, constant: Constant, operands: list[Value]) -> Value:
        if isinstance(constant, BlockAddress):
            return self._mapped_block_address(constant, operands[0])
        type = self.types.get(constant.type)
        has_changed = type is not constant.type
        if not has_changed:
            for index in range(len(operands)):
                if operands[index] is not constant.operands[index]:
                    has_changed = True
                    break
        if not has_changed:
            return constant
        source: Type | None = None
        if isinstance(constant, ConstantExpr) and constant.source_element_type is not None:
            source = self.types.get(constant.source_element_type)
        return self.constants.rebuild(constant, operands, type, source)

    def _mapped_block_address(self, address: BlockAddress, function: Value) -> BlockAddress:
        """Return the address of a block that moves, or has moved, to the function of the result."""
        if function is address.function:
            return address
        if self._version >= BLOCK_ADDRESSES_OF_BLOCKS_SINCE:
            address.put_operand(0, function)
            self.block_addresses.append(address)
            return address
        moved = BlockAddress(self.types.get(address.type), function, address.block)
        self.block_addresses.append(moved)
        if isinstance(function, Function) and function.is_declaration:
            # LLVM makes it refer to another block until the function has its blocks.
            self._early_addresses.append(moved)
        return moved

    def _map_inline_asm(self, value: InlineAsm) -> Value:
        assert isinstance(value.function_type, FunctionType)
        type = self.types.function_type(value.function_type)
        mapped = value
        if type is not value.function_type:
            mapped = value.changed(self.types.get(value.type), type)
        self._current[value] = mapped
        return mapped

    def _map_metadata_operand(self, value: MetadataAsValue) -> Value | None:
        metadata = value.metadata
        if isinstance(metadata, ValueAsMetadata) and not isinstance(metadata.value, Constant):
            return None
        if isinstance(metadata, DIArgList):
            return MetadataAsValue.get(self._context, self._mapped_arguments(metadata))
        mapped = self.metadata.map(metadata)
        result: Value = value
        if mapped is not metadata and mapped is not None:
            result = MetadataAsValue.get(self._context, mapped)
        self._current[value] = result
        return result

    def _mapped_arguments(self, arguments: DIArgList) -> DIArgList:
        values: list[ValueAsMetadata] = []
        for argument in arguments.arguments:
            mapped = self.map_value(argument.value)
            if mapped is None or mapped is argument.value:
                values.append(argument)
            else:
                values.append(ValueAsMetadata.get(self._context, mapped))
        key = tuple(values)
        known = self._argument_lists.get(key)
        if known is None:
            known = arguments if values == arguments.arguments else DIArgList(values)
            self._argument_lists[key] = known
        return known

    # --- postponed work --------------------------------------------------------------------------------------------

    def _map_appending(self, work: _Work) -> None:
        variable = work.target
        elements = list(work.prefix)
        for element in work.elements:
            mapped: Value | None
            if work.kind == OLD_STRUCTORS:
                mapped = self._new_structor(element)
            else:
                mapped = self.map_value(element)
            if mapped is not None:
                elements.append(mapped)
        variable.set_single_operand(aggregate(variable.value_type, elements))

    def _new_structor(self, element: Value) -> Value:
        """Add the third element to a constructor's entry, which older entries than LLVM 3.5's do not have."""
        assert isinstance(element, Constant)
        context = self._context
        data = context.pointer() if self._version > 14 else context.pointer_to(context.integer(8))
        parts: list[Value] = []
        for part in element.operands:
            mapped = self.map_value(part)
            assert mapped is not None
            parts.append(mapped)
        parts.append(null_value(data))
        return aggregate(context.literal_struct([part.type for part in parts]), parts)

    def map_attachments(self, target: GlobalValue) -> None:
        """Map the metadata attached to a function or variable of the result."""
        if not target.attachments:
            return
        target.attachments = [
            Attachment(attachment._kind, self.metadata.map_node(attachment._node))
            for attachment in self.sorted_attachments(target.attachments)
        ]

    def sorted_attachments(self, attachments: list[Attachment]) -> list[Attachment]:
        """Return attachments in the order of their kinds, as LLVM's copies have them."""
        if len(attachments) < 2:
            return attachments
        ranks = self._kind_ranks
        for attachment in attachments:
            if attachment._kind not in ranks:
                ranks[attachment._kind] = len(ranks)
        return sorted(attachments, key=lambda attachment: ranks[attachment._kind])

    def _map_function(self, function: Function) -> None:
        if function.operands or function.has_operand_places:
            self._map_optional_operands(function)
        self.map_attachments(function)
        types = self.types
        known = types.mapped
        for argument in function.arguments:
            argument.type = types.get(argument.type)
        metadata = self.metadata
        for block in function.blocks:
            for instruction in block.instructions:
                index = 0
                for operand in instruction.operands:
                    if isinstance(operand, ConstantInt):
                        # As `_map_operand`: most constants are these.
                        operand.add_use(instruction, index)
                        self.touch(operand)
                    elif not isinstance(operand, (Instruction, Argument, BasicBlock)):
                        self._map_operand(instruction, index, operand)
                    index += 1
                if instruction._debug_location is not None:
                    instruction._debug_location = metadata.map_location(instruction._debug_location)
                if instruction._attachments is not None:
                    for attachment in instruction._attachments:
                        attachment._node = metadata.map_node(attachment._node)
                if isinstance(instruction, CallBase):
                    self._map_call(instruction)
                else:
                    if isinstance(instruction, AllocaInst):
                        instruction.allocated_type = types.get(instruction.allocated_type)
                    elif isinstance(instruction, GetElementPtrInst):
                        instruction.source_element_type = types.get(instruction.source_element_type)
                    type = instruction.type
                    mapped = known.get(type)
                    if mapped is not type:
                        instruction.type = types.get(type)
                if instruction._debug_records is not None:
                    for record in instruction._debug_records:
                        self._map_record(record)
            if block.trailing_debug_records is not None:
                for record in block.trailing_debug_records:
                    self._map_record(record)

    def _map_optional_operands(self, function: Function) -> None:
        """Map personality, prefix data and prologue data; in LLVM, a missing one uses a null pointer."""
        missing = missing_operand(function.type)
        index = 0
        for slot, operand in enumerate((function.personality, function.prefix_data, function.prologue_data)):
            if operand is None:
                missing.add_use(function, MISSING_OPERANDS + slot)
                self.touch(missing)
            else:
                self._map_operand(function, index, operand)
                index += 1

    def _map_operand(self, user: Constant | Instruction, index: int, operand: Value) -> None:
        mapped = self.map_value(operand)
        if mapped is None:
            return
        # Set it even if it is the same: its use becomes the newest, as in LLVM.
        user.operands[index] = mapped
        mapped.add_use(user, index)
        if mapped is operand:
            self.touch(mapped)

    def touch(self, value: Value) -> None:
        """Remember a value that has some use twice in its use list."""
        if not value.has_repeated_uses:
            value.note_repeated_uses()
            self._touched.append(value)

    def _map_call(self, call: CallBase) -> None:
        before = call.function_type
        type = self._function_types.get(before)
        if type is None:
            types = self.types
            parameters = [types.get(parameter) for parameter in before.parameters]
            type = self._context.function(types.get(call.type), parameters, before.is_variadic)
            self._function_types[before] = type
        call.function_type = type
        call.type = type.return_type
        if call.attributes is not None:
            call.attributes = self.map_attributes(call.attributes)

    def map_attributes(self, attributes: AttributeList) -> AttributeList:
        """Return the attributes with the types of the result."""
        mapped = self._attributes.get(attributes)
        if mapped is None:
            mapped = self._with_mapped_types(attributes)
            self._attributes[attributes] = mapped
        return mapped

    def _with_mapped_types(self, attributes: AttributeList) -> AttributeList:
        sets: list[tuple[int, AttributeSet]] = []
        has_changed = False
        for index, one in attributes.indexed():
            for attribute in one.attributes:
                if attribute.type is None:
                    continue
                type = self.types.get(attribute.type)
                if type is not attribute.type:
                    one = one.removing(attribute.name).adding(Attribute.of_type(attribute.name, type))
                    has_changed = True
                break  # LLVM looks at only one attribute with a type for each index
            sets.append((index, one))
        return AttributeList.of_indexed(sets) if has_changed else attributes

    def _map_record(self, record: DebugRecord) -> None:
        metadata = self.metadata
        mapped = metadata.map(record.variable)
        if mapped is not None:
            record.variable = mapped
        if record.kind == "label":
            return
        if record.debug_location is not None:
            record.debug_location = metadata.map_location(record.debug_location)
        if record.address is not None:
            record.address = self._mapped_location(record.address)
        if record.assign_id is not None:
            record.assign_id = metadata.map(record.assign_id)
        if record.location is not None:
            record.location = self._mapped_location(record.location)

    def _mapped_location(self, location: Metadata) -> Metadata:
        if isinstance(location, ValueAsMetadata):
            mapped = self.map_value(location.value)
            if mapped is None or mapped is location.value:
                return location
            return ValueAsMetadata.get(self._context, mapped)
        if isinstance(location, DIArgList):
            return self._mapped_arguments(location)
        return location


@final
class ConstantBuilder:
    """Rebuilds constants as LLVM `version` does (Constant's and ConstantExpr::getWithOperands)."""

    def __init__(self, version: int) -> None:
        self._version = version
        self._folder = ConstantFolder(version)

    def rebuild(self, constant: Constant, operands: list[Value], type: Type, source_element_type: Type | None) -> Constant:
        """Return a constant like `constant`, but with these operands and of this type."""
        if isinstance(constant, ConstantExpr):
            return self._expression(constant, operands, type, source_element_type)
        if isinstance(constant, ConstantAggregate):
            return aggregate(type, operands)
        if isinstance(constant, SimpleConstant):
            kind = UNDEF if constant.kind == POISON and self._version < POISON_KEPT_SINCE else constant.kind
            return SimpleConstant.get(type, kind)
        if isinstance(constant, GlobalReference):
            return GlobalReference.get(type, constant.kind, operands[0])
        if isinstance(constant, ConstantPtrAuth):
            return ConstantPtrAuth(type, operands)
        if isinstance(constant, BlockAddress):
            return BlockAddress(type, operands[0], operands[1])
        return constant

    def fold(self, expression: ConstantExpr, operands: list[Value]) -> Value:
        """Return the expression with other operands, folded where LLVM folds it."""
        return self._expression(expression, operands, expression.type, expression.source_element_type)

    def _expression(
        self, constant: ConstantExpr, operands: list[Value], type: Type, source_element_type: Type | None
    ) -> Constant:
        shape = shape_of(constant)
        shape.source_element_type = source_element_type
        return folded_expression(self._folder, type, operands, shape)

    def pointer_cast(self, value: Constant, type: Type) -> Constant:
        """Return a global as a pointer of this type, with a cast where one is needed (getPointerBitCastOrAddrSpaceCast)."""
        if value.type is type:
            return value
        source = getattr(value.type, "address_space", 0)
        target = getattr(type, "address_space", 0)
        return self._folder.cast("bitcast" if source == target else "addrspacecast", value, type)
