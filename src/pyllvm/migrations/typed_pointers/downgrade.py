"""Gives the pointers of a module types, as LLVM 14 and older have them.

Memory, signatures, phis and the like hold `i8*`, whatever a pointer points to. A value with a type of its own (a global
variable or function, an alloca, a getelementptr) is a pointer to that type. An instruction that accesses memory wants a pointer
to the type that it accesses. Where the two differ, a bitcast is between them: one for each value and type, right behind the
definition of the value, so that it dominates all its uses.
"""

from __future__ import annotations

from typing import Any, Final, final

from pyllvm.editing.replacement import destroy_constant
from pyllvm.ir import instructions
from pyllvm.ir.attributes import AttributeList, AttributeSet
from pyllvm.ir.constants import (
    BlockAddress,
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantFP,
    ConstantInt,
    ConstantPtrAuth,
    GlobalReference,
    InlineAsm,
    SimpleConstant,
    aggregate,
)
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.folding.constant_parts import indexed_types
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalAlias, GlobalIFunc, GlobalValue, GlobalVariable
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import NOT_POINTED_TO, ArrayType, FunctionType, PointerType, StructType, Type, VectorType
from pyllvm.ir.valid_operands import indexed_type
from pyllvm.ir.value import User, Value
from pyllvm.migrations.attribute_lists import AttributeSetsMap
from pyllvm.migrations.loss import VIEWS, Losses
from pyllvm.migrations.rewritten_constants import operands_first
from pyllvm.migrations.typed_pointers.accesses import accessed_types, name_fields, separate_accesses, wrapped_parameter
from pyllvm.migrations.typed_pointers.pointee_inference import POINTEE_ATTRIBUTES, PointeeChoices, Pointees, inferred_pointees
from pyllvm.migrations.typed_pointers.pointer_types import TYPED, PointerTypes, constants_in_metadata, identified_structs, retyped
from pyllvm.migrations.typed_pointers.tagged_structs import byte_offset, offset_path, path_indices
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE
from pyllvm.tables.intrinsic_names import STRUCTORS
from pyllvm.tables.opcodes import BITCAST

# The intrinsics' types are taken from here; what older LLVMs have in their place, later changes put there.
_LAST_TYPED: Final = OPAQUE_POINTERS_SINCE - 1
# Intrinsics that access what the type before the pointer is.
_POINTS_TO_FIRST: Final = ("llvm.masked.load.", "llvm.masked.store.", "llvm.vp.load.", "llvm.vp.store.")
# The attributes whose type is what the parameter points to.
_SWIFT_ERROR: Final = "swifterror"
# The first element of the first element, and so on: no deeper.
_DEEPEST: Final = 4
# Casts that take a pointer to anything.
_TAKES_ANY_POINTER: Final = frozenset(("ptrtoint", "addrspacecast", "bitcast"))


def type_pointers(module: Module, version: int, losses: Losses) -> bool:
    """Give every pointer of a module a type; `version` is the LLVM that folds constants.

    Returns whether bodies have the same instructions as before, of other types, and bitcasts between these.

    LLVM 22:
        %r = load i32, ptr %p, align 4
        %q = getelementptr inbounds { i32, i64 }, ptr %p, i64 0, i32 1
        store i64 1, ptr %q, align 8
    LLVM 14:
        %1 = bitcast i8* %p to i32*
        %2 = bitcast i8* %p to { i32, i64 }*
        %r = load i32, i32* %1, align 4
        %q = getelementptr inbounds { i32, i64 }, { i32, i64 }* %2, i64 0, i32 1
        store i64 1, i64* %q, align 8
    """
    has_dropped = False
    for function in module.functions:
        has_dropped = _drop_casts(function) or has_dropped
    tagged = None if losses.pointee_types == VIEWS else name_fields(module, losses.pointee_types, losses.pointees)
    inferred = inferred_pointees(module, losses.pointee_types, losses.pointees, tagged)
    _Typing(module, version, losses, inferred).run([] if tagged is None else list(tagged.by_type))
    return not has_dropped and losses.pointee_types == VIEWS


def _drop_casts(function: Function) -> bool:
    """Remove casts of pointers to their own type: a cast between typed pointers became one when the module was upgraded.

    Returns whether there were any.
    """
    has_dropped = False
    for block in function.blocks:
        casts = [
            one
            for one in block.instructions
            if isinstance(one, instructions.CastInst) and one.opcode is BITCAST and _is_to_itself(one)
        ]
        for cast in casts:
            cast.move_uses_to(cast.operands[0])
            cast.drop_operands()
        if casts:
            gone = set(casts)
            block.instructions = [one for one in block.instructions if one not in gone]
            has_dropped = True
    return has_dropped


def _is_to_itself(cast: instructions.CastInst) -> bool:
    return cast.type is cast.operands[0].type and cast.type.is_pointer_or_vector


@final
class _Typing:
    """The change at work in one module."""

    def __init__(self, module: Module, version: int, losses: Losses, inferred: Pointees | None) -> None:
        self.module: Final = module
        self.losses: Final = losses
        self.context: Final = module.context
        self.types: Final = PointerTypes(module.context, TYPED)
        self.lists: Final = AttributeSetsMap(self.types.attributes, self.types.attributes)
        # None where all addresses are pointers to i8.
        self.choices: Final = None if inferred is None else PointeeChoices(inferred, self.types)
        self.folder: Final = ConstantFolder(min(version, _LAST_TYPED))
        self.layout: Final = DataLayout(module.data_layout, module.llvm_version)
        self.constants: Final[dict[Value, Value]] = {}
        # the casts of typed constants; many uses ask for the same one
        self.casts: Final[dict[tuple[Value, Type], Value]] = {}
        # constants in whose place others are
        self.left: Final[dict[Value, None]] = {}
        # the types that functions had
        self.opaque_types: Final[dict[Function, FunctionType]] = {}

    def run(self, made: list[StructType]) -> None:
        """Change the module; `made` has structs to which there are only pointers by now."""
        module = self.module
        separate_accesses(module, self.losses)
        for struct in dict.fromkeys([*identified_structs(module), *made]):
            if self.choices is None:
                self.types.complete(struct)
            else:
                self.choices.complete(struct)
        for value in module.global_values:
            self._change_global(value)
        self._change_metadata()
        for value in module.global_values:
            self._change_global_operands(value)
        for function in module.functions:
            _Body(self, function).run()
            if function.attributes is not None:
                function.attributes = self.lists.mapped(function.attributes)
        self._drop_left_uses()

    # --- global values

    def _change_global(self, value: GlobalValue) -> None:
        context = self.context
        if isinstance(value, Function):
            self.opaque_types[value] = value.function_type
            typed = self._type_of_function(value)
            value.function_type = typed
            value.value_type = typed
            for argument in value.arguments:
                argument.type = typed.parameters[argument.number]
        elif isinstance(value, GlobalVariable) and value.name in STRUCTORS:
            value.value_type = self._type_of_structors(value.value_type)
        else:
            value.value_type = self.in_memory(value, value.value_type) or self.types.of(value.value_type)
        value.type = context.pointer_to(value.value_type, value.address_space)
        if isinstance(value, GlobalVariable) and value.attributes is not None:
            value.attributes = self.types.attributes(value.attributes)

    def _type_of_function(self, function: Function) -> FunctionType:
        opaque = function.function_type
        if function.is_intrinsic:
            known = signature(function.name, _LAST_TYPED)
            if known is not None:
                points_to_first = function.name.startswith(_POINTS_TO_FIRST)
                typed = known.with_typed_pointers(opaque, self.types.of, points_to_first)
                if typed is not None:
                    return self._with_accessed(typed, accessed_types(function))
        chosen = None if self.choices is None else self.choices.function_type(function)
        return self.function_type(opaque, function.attributes, chosen)

    def _with_accessed(self, typed: FunctionType, accessed: dict[int, Type]) -> FunctionType:
        """The type of an intrinsic with what its calls access behind its pointers."""
        if not accessed:
            return typed
        parameters = typed.parameters[:]
        for number, type in accessed.items():
            parameters[number] = self.pointers_to(self.types.of(type), parameters[number])
        return self.context.function(typed.return_type, parameters, typed.is_variadic)

    def function_type(self, opaque: FunctionType, attributes: AttributeList | None, typed: FunctionType | None) -> FunctionType:
        """A function's type: what attributes name is what parameters point to, others are as in `typed`, or `i8*`."""
        parameters = self.types.all_of(opaque.parameters) if typed is None else typed.parameters[:]
        if attributes is not None:
            for number in range(len(parameters)):
                pointee = self._pointee(attributes.parameter(number), opaque.parameters[number])
                if pointee is not None:
                    parameters[number] = pointee
        result = self.types.of(opaque.return_type) if typed is None else typed.return_type
        return self.context.function(result, parameters, opaque.is_variadic)

    def _pointee(self, attributes: AttributeSet, type: Type) -> Type | None:
        """The type that attributes give a parameter; None where they do not."""
        if not isinstance(type, PointerType):
            return None
        for attribute in attributes.attributes:
            # A module that nobody has verified may name a token.
            is_named = attribute.name in POINTEE_ATTRIBUTES
            if is_named and attribute.type is not None and attribute.type.kind not in NOT_POINTED_TO:
                return self.context.pointer_to(self.types.of(attribute.type), type.address_space)
            if attribute.name == _SWIFT_ERROR:
                return self.context.pointer_to(self.types.of(self.context.pointer()), type.address_space)
        return None

    def wanted_argument(self, call: instructions.CallBase, number: int) -> Type | None:
        """The type that an argument beyond the parameters must have; None for any type."""
        if call.attributes is None:
            return None
        wrapped = wrapped_parameter(call, number)
        if wrapped is not None:
            return self.types.of(wrapped)
        return self._pointee(call.attributes.parameter(number), call.operands[number].type)

    def _type_of_structors(self, type: Type) -> Type:
        """Functions that run before and after the program have their own type there, which the verifier asks for."""
        context = self.context
        if not isinstance(type, ArrayType) or not isinstance(type.element, StructType):
            return self.types.of(type)
        fields = self.types.all_of(type.element.contained_types)
        if len(fields) > 1 and isinstance(fields[1], PointerType):
            fields[1] = context.pointer_to(context.function(context.void, []), fields[1].address_space)
        return context.array(context.literal_struct(fields, type.element.is_packed), type.count)

    def _change_global_operands(self, value: GlobalValue) -> None:
        context = self.context
        if isinstance(value, Function):
            for index in range(len(value.operands)):
                operand = value.operands[index]
                self.set_constant(value, index, self.types.of(operand.type))
            return
        wanted: Type = value.value_type
        if isinstance(value, GlobalAlias):
            wanted = value.type
        elif isinstance(value, GlobalIFunc):
            wanted = context.pointer_to(context.function(value.type, []), value.address_space)
        for index in range(len(value.operands)):
            self.set_constant(value, index, wanted)

    def _change_metadata(self) -> None:
        """Values that metadata names."""
        for metadata, value in constants_in_metadata(self.context):
            changed = self.constant(value)
            if changed is not value:
                metadata.wrap_instead(self.context, changed)

    # --- what instructions are by themselves

    def in_memory(self, pointer: Value, type: Type) -> Type | None:
        """The type of the pointers in the memory to which a pointer points, where it was inferred."""
        return None if self.choices is None else self.choices.in_memory(pointer, type)

    def change_type(self, instruction: Instruction) -> None:
        types = self.types
        if isinstance(instruction, instructions.AllocaInst):
            allocated = instruction.allocated_type
            instruction.allocated_type = self.in_memory(instruction, allocated) or types.of(allocated)
            space = instruction.type
            assert isinstance(space, PointerType)
            instruction.type = self.context.pointer_to(instruction.allocated_type, space.address_space)
        elif isinstance(instruction, instructions.GetElementPtrInst):
            source = self._source(instruction.operands[0], instruction.source_element_type)
            instruction.source_element_type = source
            instruction.type = self.pointers_to(indexed_types(source, instruction.operands[1:])[-1], instruction.type)
        elif isinstance(instruction, instructions.CallBase):
            self._change_function_type(instruction)
            instruction.type = instruction.function_type.return_type
        elif isinstance(instruction, instructions.ExtractValueInst):
            part = indexed_type(types.of(instruction.operands[0].type), instruction.indices)
            instruction.type = types.of(instruction.type) if part is None else part
        else:
            chosen = None if self.choices is None else self.choices.of_value(instruction, instruction.type)
            instruction.type = types.of(instruction.type) if chosen is None else chosen

    def _source(self, base: Value, source: Type) -> Type:
        """The type that a getelementptr goes into."""
        return self.in_memory(base, source) or self.types.of(source)

    def _change_function_type(self, call: instructions.CallBase) -> None:
        opaque = call.function_type
        callee = call.operands[-1]
        if isinstance(callee, Function) and self.opaque_types[callee] is opaque:
            call.function_type = self.function_type(opaque, call.attributes, callee.function_type)
        else:
            chosen = None if self.choices is None else self.choices.called_type(callee, opaque)
            call.function_type = self.function_type(opaque, call.attributes, chosen)

    # --- constants

    def set_constant(self, user: Constant | Instruction, index: int, wanted: Type | None) -> None:
        """Put the typed form of a constant operand in its place, as a constant of the type that is wanted there."""
        operand = user.operands[index]
        changed = self.constant(operand)
        if wanted is not None:
            changed = self.as_type(changed, wanted)
        if changed is not operand:
            user.operands[index] = changed
            changed.add_use(user, index)
            self.left[operand] = None

    def _drop_left_uses(self) -> None:
        """Take the uses away that constants had, all at once: each alone would have to be searched for."""
        self.context.edits += 1
        for constant in self.left:
            pairs = constant.recorded_pairs
            if pairs is not None:
                constant.known_pairs = _pairs_in_place(pairs, constant)

    def as_type(self, constant: Value, wanted: Type) -> Value:
        """A typed constant as one of another type of pointers."""
        if constant.type is wanted:
            return constant
        if isinstance(constant, SimpleConstant):
            return SimpleConstant.get(wanted, constant.kind)
        if isinstance(constant, ConstantAggregate) and isinstance(wanted, (ArrayType, StructType)):
            return self._as_aggregate(constant, wanted)
        if self.choices is not None and isinstance(constant, ConstantExpr):
            address = self._field_address(constant, wanted)
            if address is not None:
                return address
        key = (constant, wanted)
        cast = self.casts.get(key)
        if cast is None:
            cast = self.folder.cast("bitcast", constant, wanted)
            self.casts[key] = cast
        return cast

    def _field_address(self, constant: ConstantExpr, wanted: Type) -> Value | None:
        """The address of a field or an element of a variable, which was computed in bytes; None if it is not what is wanted."""
        offset = byte_offset(constant)
        pointer: Value = constant.operands[0]
        if offset is None or not isinstance(wanted, PointerType) or wanted.pointee is None:
            return None
        while isinstance(pointer, ConstantExpr) and pointer.opcode == "bitcast":
            pointer = pointer.operands[0]
        if not isinstance(pointer, GlobalVariable) or pointer.address_space != wanted.address_space:
            return None
        path = offset_path(self.layout, pointer.value_type, offset, wanted.pointee, True)
        if path is None:
            return None
        indices = path_indices(pointer.value_type, path, constant.operands[1].type)
        made = self.folder.getelementptr(pointer.value_type, [pointer, *indices], constant.flags, None)
        return made if made.type is wanted else None

    def _as_aggregate(self, constant: ConstantAggregate, wanted: ArrayType | StructType) -> Value:
        elements: list[Value] = []
        for index, element in enumerate(constant.operands):
            type = wanted.element if isinstance(wanted, ArrayType) else wanted.contained_types[index]
            elements.append(self.as_type(element, type))
        return aggregate(wanted, elements)

    def constant(self, value: Value) -> Value:
        """The constant with its own types of pointers; its operands are converted first."""
        if isinstance(value, GlobalValue):
            return value
        known = self.constants
        found = known.get(value)
        if found is not None:
            return found
        for constant in operands_first(value, known):
            known[constant] = self._made(constant)
        # The new constant is typed already.
        made = known[value]
        known[made] = made
        return made

    def _operand(self, operand: Value) -> Value:
        return operand if isinstance(operand, GlobalValue) else self.constants[operand]

    def _in_memory(self, operand: Value) -> Value:
        """An operand as it is in memory."""
        return self.as_type(self._operand(operand), self.types.of(operand.type))

    def _elements(self, constant: ConstantAggregate, type: Type) -> list[Value]:
        """The elements of an aggregate as they are in an aggregate of another type."""
        wanted = [type.element] * len(constant.operands) if isinstance(type, (ArrayType, VectorType)) else type.contained_types
        return [self.as_type(self._operand(operand), wanted[index]) for index, operand in enumerate(constant.operands)]

    def _made(self, value: Value) -> Value:
        if isinstance(value, BlockAddress):
            value.type = self.types.of(value.type)
            return value
        if isinstance(value, GlobalReference):
            return GlobalReference.get(value.operands[0].type, value.kind, value.operands[0])
        if isinstance(value, InlineAsm):
            return value
        type = self.types.of(value.type)
        if isinstance(value, SimpleConstant):
            return retyped(value, type)
        if isinstance(value, ConstantAggregate):
            elements = self._elements(value, type)
            if type is value.type and elements == value.operands:
                return value
            destroy_constant(value)
            return aggregate(type, elements)
        if isinstance(value, ConstantPtrAuth):
            operands = [self._in_memory(operand) for operand in value.operands]
            destroy_constant(value)
            return ConstantPtrAuth(type, operands)
        if isinstance(value, ConstantExpr):
            return self._expression(value, type)
        return value

    def _expression(self, old: ConstantExpr, type: Type) -> Value:
        folder = self.folder
        opcode = old.opcode
        if opcode == "getelementptr":
            assert old.source_element_type is not None
            source = self._source(old.operands[0], old.source_element_type)
            base = self._operand(old.operands[0])
            indices = [self._operand(operand) for operand in old.operands[1:]]
            pointer = self.as_type(base, self.pointers_to(source, base.type))
            flags, in_range = old.flags, old.in_range
            destroy_constant(old)
            return folder.getelementptr(source, [pointer, *indices], flags, in_range)
        if opcode in _TAKES_ANY_POINTER:
            operand = self._operand(old.operands[0])
            if operand is old.operands[0] and type is old.type:
                return old
            destroy_constant(old)
            return folder.cast(opcode, operand, type)
        operands = [self._in_memory(operand) for operand in old.operands]
        if type is old.type and operands == old.operands:
            return old
        destroy_constant(old)
        if opcode == "inttoptr":
            return folder.cast(opcode, operands[0], type)
        if opcode == "select":
            return folder.select(operands[0], operands[1], operands[2])
        return ConstantExpr.get(type, opcode, operands, old.flags, None, None, old.predicate_number, old.indices)

    def pointers_to(self, pointee: Type, type: Type) -> Type:
        """A pointer to `pointee`, or a vector of such, in the shape and the address space of another type of pointers."""
        scalar = type.scalar_type
        assert isinstance(scalar, PointerType)
        pointer = self.context.pointer_to(pointee, scalar.address_space)
        if isinstance(type, VectorType):
            return self.context.vector(pointer, type.count, type.is_scalable)
        return pointer


@final
class _Body:
    """One function: what its instructions want of their operands, and the casts for it."""

    def __init__(self, typing: _Typing, function: Function) -> None:
        self.typing: Final = typing
        self.types: Final = typing.types
        self.function: Final = function
        # The casts of each value, in the order in which they were asked for.
        self.behind: Final[dict[Value, list[Instruction]]] = {}
        # The casts that can only be before an instruction, or at the end of a block.
        self.before: Final[dict[Instruction, list[Instruction]]] = {}

    def run(self) -> None:
        function = self.function
        typing = self.typing
        uses = typing.context.uses
        # As in a body that is being read: uses that nobody has asked for yet follow from the operands when somebody does.
        was_reading = uses.set_reading(function.has_deferred_uses)
        for block in function.blocks:
            for instruction in block.instructions:
                typing.change_type(instruction)
        for block in function.blocks:
            for instruction in block.instructions:
                self._change_operands(instruction)
                if isinstance(instruction, instructions.CallBase) and instruction.attributes is not None:
                    instruction.attributes = typing.lists.mapped(instruction.attributes)
        if self.behind or self.before:
            self._place_casts()
        uses.set_reading(was_reading)

    def _change_operands(self, instruction: Instruction) -> None:
        index = 0
        for operand in instruction.operands:
            if isinstance(operand, (ConstantInt, ConstantFP)):
                # Numbers, which are most of the constants, stay what they are.
                pass
            elif isinstance(operand, InlineAsm):
                self._change_assembly(instruction, index, operand)
            elif isinstance(operand, Constant):
                self.typing.set_constant(instruction, index, self._wanted(instruction, index, operand))
            elif operand.type.is_pointer_or_vector:
                wanted = self._wanted(instruction, index, operand)
                if wanted is not None and wanted is not operand.type:
                    instruction.put_operand(index, self._cast(operand, wanted, instruction, index))
            index += 1

    def _change_assembly(self, instruction: Instruction, index: int, assembly: InlineAsm) -> None:
        if not isinstance(instruction, instructions.CallBase):
            return
        type = instruction.function_type
        instruction.put_operand(index, assembly.changed(self.typing.context.pointer_to(type), type))

    # --- what uses want

    def _wanted(self, user: Instruction, index: int, operand: Value) -> Type | None:
        """The type that an operand must have; None for any."""
        typing = self.typing
        if isinstance(user, (instructions.LoadInst, instructions.StoreInst)):
            if isinstance(user, instructions.LoadInst):
                return typing.pointers_to(user.type, operand.type)
            value = typing.in_memory(user.operands[1], user.value.type) or self.types.of(user.value.type)
            return value if index == 0 else typing.pointers_to(value, operand.type)
        if isinstance(user, instructions.GetElementPtrInst):
            return typing.pointers_to(user.source_element_type, operand.type) if index == 0 else None
        if isinstance(user, instructions.CallBase):
            return self._wanted_by_call(user, index)
        if isinstance(user, (instructions.AtomicCmpXchgInst, instructions.AtomicRMWInst)):
            value = self.types.of(user.operands[1].type)
            return value if index else typing.pointers_to(value, operand.type)
        if isinstance(user, instructions.CastInst):
            return None if user.opcode.name in _TAKES_ANY_POINTER else self.types.of(operand.type)
        if isinstance(user, instructions.ReturnInst):
            return self.function.function_type.return_type
        if typing.choices is not None:
            if isinstance(user, instructions.CmpInst):
                return self._wanted_by_comparison(user, index)
            if isinstance(user, (instructions.PHINode, instructions.FreezeInst)) or (
                isinstance(user, instructions.SelectInst) and index
            ):
                return user.type
        if isinstance(user, instructions.InsertValueInst) and index == 1:
            return indexed_type(user.type, user.indices)
        if operand.type.is_pointer_or_vector or operand.type.is_aggregate:
            return self.types.of(operand.type)
        return None

    def _wanted_by_comparison(self, comparison: instructions.CmpInst, index: int) -> Type | None:
        """The type of the other operand; of two constants, and of pointers in vectors, the type in memory."""
        first, second = comparison.operands[0], comparison.operands[1]
        if not first.type.is_pointer_or_vector:
            return None
        if isinstance(first, Constant):
            return self.types.of(first.type) if isinstance(second, Constant) else second.type
        return None if index == 0 else first.type

    def _wanted_by_call(self, call: instructions.CallBase, index: int) -> Type | None:
        type = call.function_type
        if index < call.argument_count:
            if index < len(type.parameters):
                return type.parameters[index]
            return self.typing.wanted_argument(call, index)
        if index == len(call.operands) - 1:
            return self.typing.pointers_to(type, call.operands[index].type)
        return None

    # --- casts

    def _cast(self, value: Value, wanted: Type, user: Instruction, index: int) -> Value:
        """The value as one of the type that a use wants."""
        place = self._place_before_use(value, user, index)
        if place is not None:
            made = self._cast_of(value, wanted)
            self.before.setdefault(place, []).append(made)
            return made
        casts = self.behind.get(value)
        if casts is None:
            casts = []
            self.behind[value] = casts
        for cast in casts:
            if cast.type is wanted:
                return cast
        made = self._cast_of(value, wanted)
        casts.append(made)
        return made

    def _cast_of(self, value: Value, wanted: Type) -> Instruction:
        """A bitcast; where types are inferred, the address of an array's first element, or of a struct's first field."""
        made: Instruction
        depth = 0 if self.typing.choices is None else _depth_of_first(value.type, wanted)
        if depth:
            pointer = value.type
            assert isinstance(pointer, PointerType) and pointer.pointee is not None
            zero = ConstantInt.get(self.typing.context.integer(32), 0)
            made = instructions.GetElementPtrInst(wanted, pointer.pointee, [value, *[zero] * (depth + 1)])
        else:
            made = instructions.CastInst(BITCAST, value, wanted)
        if isinstance(value, Instruction):
            made.debug_location = value.debug_location
        return made

    def _place_before_use(self, value: Value, user: Instruction, index: int) -> Instruction | None:
        """The instruction before which a cast goes if it cannot follow the value's definition, which ends or begins a block."""
        if isinstance(value, (instructions.InvokeInst, instructions.CallBrInst)) or (
            isinstance(value, instructions.PHINode) and _begins_catch_switch(value.parent)
        ):
            return user.blocks[index].terminator if isinstance(user, instructions.PHINode) else user
        return None

    def _place_casts(self) -> None:
        function = self.function
        of_arguments: list[Instruction] = []
        for argument in function.arguments:
            of_arguments.extend(self.behind.get(argument, []))
        for block in function.blocks:
            made: list[Instruction] = []
            # Casts of the instructions that begin a block follow all of those.
            held: list[Instruction] = []
            is_first = True
            for instruction in block.instructions:
                if is_first and not isinstance(
                    instruction,
                    (instructions.PHINode, instructions.LandingPadInst, instructions.FuncletPadInst, instructions.AllocaInst),
                ):
                    is_first = False
                    if block is function.blocks[0]:
                        held = [*of_arguments, *held]
                    _add(made, held, block)
                before = self.before.get(instruction) if self.before else None
                if before is not None:
                    _add(made, before, block)
                made.append(instruction)
                casts = self.behind.get(instruction)
                if casts is None:
                    continue
                if is_first:
                    held.extend(casts)
                else:
                    _add(made, casts, block)
            block.instructions = made


def _add(made: list[Instruction], casts: list[Instruction], block: BasicBlock) -> None:
    for cast in casts:
        cast.parent = block
        made.append(cast)


def _pairs_in_place(pairs: list[Any], value: Value) -> list[Any]:
    """The uses, out of these of a value, by users that still have it as that operand."""
    kept: list[Any] = []
    for place in range(0, len(pairs), 2):
        user: User = pairs[place]
        index: int = pairs[place + 1]
        if index < len(user.operands) and user.operands[index] is value:
            kept.append(user)
            kept.append(index)
    return kept


def _depth_of_first(type: Type, wanted: Type) -> int:
    """How many steps from the pointee of a pointer lead to the pointee of another, by first elements; 0 if none do."""
    if not isinstance(type, PointerType) or not isinstance(wanted, PointerType) or type.address_space != wanted.address_space:
        return 0
    pointee = type.pointee
    for depth in range(1, _DEEPEST + 1):
        if isinstance(pointee, ArrayType):
            pointee = pointee.element
        elif isinstance(pointee, StructType) and pointee.elements:
            pointee = pointee.elements[0]
        else:
            return 0
        if pointee is wanted.pointee:
            return depth
    return 0


def _begins_catch_switch(block: BasicBlock | None) -> bool:
    """Whether a block has no room for anything between its phis and its end."""
    return block is not None and isinstance(block.terminator, instructions.CatchSwitchInst)
