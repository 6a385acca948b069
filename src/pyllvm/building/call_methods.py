"""Calls: call, invoke, callbr, intrinsics, inline assembly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, SupportsFloat, SupportsIndex, TypeAlias, Unpack

from mypy_extensions import mypyc_attr, trait

from pyllvm.building.aggregate_methods import AggregateMethods
from pyllvm.building.insertion import Inserter, Operand, TypeOrText
from pyllvm.building.memory_methods import MemoryMethods
from pyllvm.building.options import Bundles, CallOptions, check_call
from pyllvm.building.python_values import described
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import InlineAsm
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import AllocaInst, CallBase, CallBrInst, CallInst, InvokeInst
from pyllvm.ir.intrinsics.declarations import intrinsic_function, types_of_arguments
from pyllvm.ir.metadata import Metadata, MetadataAsValue
from pyllvm.ir.target.asm_constraints import constraint_problem
from pyllvm.ir.types import METADATA, POINTER, FunctionType, PointerType, Type
from pyllvm.ir.valid_operands import is_passed
from pyllvm.ir.value import Value
from pyllvm.ir.words import check_word, convention_number
from pyllvm.tables.features import ASM_UNWIND, CALLBR, METADATA_BUNDLES
from pyllvm.tables.intrinsic_names import ASSUME, PREFIX
from pyllvm.tables.keywords import ASM_ALIGN_STACK, ASM_CAN_THROW, ASM_INTEL_DIALECT, ASM_SIDE_EFFECTS, TAIL_CALL_KINDS

# An argument: a value, a Python number, None for a null pointer, or metadata.
Argument: TypeAlias = "Value | Metadata | int | float | SupportsIndex | SupportsFloat | None"
_I64: Final = 64


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class CallMethods(Inserter):
    """The methods for calls."""

    def call(
        self,
        function: Value,
        arguments: Sequence[Argument] = (),
        *,
        tail: str = "",
        fast_math: str | None = None,
        name: str = "",
        **options: Unpack[CallOptions],
    ) -> CallInst:
        """`call`: call a function, a pointer to one, or inline assembly.

        An argument may be a Python number, None for a null pointer, or metadata where the parameter takes it. `tail` is "tail",
        "musttail" or "notail"; `fast_math` is for floating-point results. The options are the ones of `CallOptions`.
        """
        type = self._called_type(function, options, "call")
        values = self._arguments(type, arguments, "call")
        kind = check_word(tail, TAIL_CALL_KINDS, "kind of tail call") if tail else ""
        flags = self._result_flags(type.return_type, fast_math, 0, "call")
        made = CallInst(type, function, values, self._bundles(options.get("bundles"), "call"))
        made.tail_kind = kind
        made.flags = flags
        self._finish_call(made, function, options)
        self._insert(made, name, options.get("metadata"))
        return made

    def invoke(
        self,
        function: Value,
        arguments: Sequence[Argument],
        normal: BasicBlock,
        unwind: BasicBlock,
        *,
        name: str = "",
        **options: Unpack[CallOptions],
    ) -> InvokeInst:
        """`invoke`: a call that goes on in `normal` if it returns, and in `unwind` if it throws. Options are as for `call`."""
        type = self._called_type(function, options, "invoke")
        values = self._arguments(type, arguments, "invoke")
        made = InvokeInst(
            type,
            function,
            values,
            self._block_operand(normal, "invoke", "the normal block"),
            self._block_operand(unwind, "invoke", "the unwind block"),
            self._bundles(options.get("bundles"), "invoke"),
        )
        self._finish_call(made, function, options)
        self._insert(made, name, options.get("metadata"))
        return made

    def callbr(
        self,
        function: Value,
        arguments: Sequence[Argument],
        default: BasicBlock,
        indirect: Sequence[BasicBlock] = (),
        *,
        name: str = "",
        **options: Unpack[CallOptions],
    ) -> CallBrInst:
        """`callbr` (since LLVM 9): a call of inline assembly that may jump to blocks. The options are as for `call`."""
        self._needs(CALLBR.name, CALLBR.since)
        type = self._called_type(function, options, "callbr")
        values = self._arguments(type, arguments, "callbr")
        made = CallBrInst(
            type,
            function,
            values,
            self._block_operand(default, "callbr", "the default block"),
            [self._block_operand(block, "callbr", "an indirect block") for block in indirect],
            self._bundles(options.get("bundles"), "callbr"),
        )
        self._finish_call(made, function, options)
        self._insert(made, name, options.get("metadata"))
        return made

    def intrinsic(
        self,
        intrinsic: str,
        types: Sequence[TypeOrText] = (),
        arguments: Sequence[Argument] = (),
        *,
        tail: str = "",
        fast_math: str | None = None,
        name: str = "",
        **options: Unpack[CallOptions],
    ) -> CallInst:
        """Call an intrinsic by its name without types, such as "llvm.umax", and declare it if the module does not.

        `types` are those for which an overloaded intrinsic is used, in the order in which they end its name; without them, they
        are the types of the arguments, where these decide. Raises ValueError if the module's LLVM has no such intrinsic, and
        TypeError if it does not take these types.
        """
        given = [self._type(type) for type in types]
        if not given and arguments:
            known: list[Type | None] = [one.type if isinstance(one, Value) else None for one in arguments]
            given = types_of_arguments(self._module, intrinsic, known)
        function = intrinsic_function(self._module, intrinsic, given)
        return self.call(function, arguments, tail=tail, fast_math=fast_math, name=name, **options)

    def inline_asm(
        self,
        function_type: TypeOrText,
        assembly: str,
        constraints: str = "",
        *,
        side_effects: bool = False,
        align_stack: bool = False,
        intel_dialect: bool = False,
        can_throw: bool = False,
    ) -> InlineAsm:
        """Inline assembly of that function type, to be called. `can_throw` exists since LLVM 13.

        Raises ValueError if the constraints are wrong, or do not fit the type.
        """
        type = self._type(function_type)
        if not isinstance(assembly, str) or not isinstance(constraints, str):
            raise TypeError(f"inline assembly: the text and the constraints are strings, not {assembly!r} and {constraints!r}")
        if not isinstance(type, FunctionType):
            raise TypeError(f"inline assembly: the type must be a function type, not {type}")
        if can_throw:
            self._needs(ASM_UNWIND.name, ASM_UNWIND.since)
        problem = constraint_problem(type, constraints, self._version)
        if problem:
            raise ValueError(f"inline assembly: {problem}: {constraints!r} for {type}")
        pointer = self._module.pointer_type(type)
        flags = ASM_SIDE_EFFECTS if side_effects else 0
        if align_stack:
            flags |= ASM_ALIGN_STACK
        if intel_dialect:
            flags |= ASM_INTEL_DIALECT
        if can_throw:
            flags |= ASM_CAN_THROW
        return InlineAsm.get(pointer, type, assembly, constraints, flags)

    def _called_type(self, function: Value, options: CallOptions, operation: str) -> FunctionType:
        """The function type of a call, after a check of the names of its options and of the callee."""
        check_call(operation, options)
        given = options.get("function_type")
        if isinstance(function, Function):
            if function.parent is not self._module:
                raise ValueError(f"{operation}: @{function.name} is not in this module")
            if given is None:
                return function.function_type
        elif isinstance(function, InlineAsm):
            type = function.function_type
            assert isinstance(type, FunctionType)
            if type.context is not self._context:
                self._foreign(function, operation)
            return type
        pointer = function.type if isinstance(function, Value) else None
        if not isinstance(pointer, PointerType):
            raise TypeError(f"{operation}: the callee must be a function or a pointer to one, not {described(function)}")
        if pointer.context is not self._context:
            self._foreign(function, operation)
        known: Type | None = pointer.pointee
        wanted = known if given is None else self._type(given)
        if wanted is None:
            raise TypeError(f"{operation}: {described(function)} is called as which type? Give function_type=")
        if not isinstance(wanted, FunctionType):
            raise TypeError(f"{operation}: the callee must be of a function type, not {wanted}")
        if known is not None and known is not wanted:
            raise TypeError(f"{operation}: the callee must be of type {wanted}*, not {described(function)}")
        return wanted

    def _arguments(self, type: FunctionType, arguments: Sequence[Argument], operation: str) -> list[Value]:
        """The arguments of a call as operands."""
        parameters = type.parameters
        count = len(parameters)
        if len(arguments) < count or (len(arguments) > count and not type.is_variadic):
            least = "at least " if type.is_variadic else ""
            raise TypeError(f"{operation}: {type} takes {least}{count} arguments, not {len(arguments)}")
        values: list[Value] = []
        number = 0
        for argument in arguments:
            if number < count:
                parameter = parameters[number]
                if isinstance(argument, Value):
                    if argument.type is not parameter:
                        raise TypeError(f"{operation}: argument {number} must be of type {parameter}, not {described(argument)}")
                    if parameter.kind == POINTER:
                        self._check_address_of(argument, operation)
                    values.append(argument)
                elif isinstance(argument, Metadata):
                    if parameter.kind != METADATA:
                        raise TypeError(f"{operation}: argument {number} must be of type {parameter}, not metadata")
                    values.append(MetadataAsValue.get(self._context, argument))
                else:
                    values.append(self._value(argument, parameter, operation, f"argument {number}"))
            else:
                values.append(self._variable_argument(argument, number, operation))
            number += 1
        return values

    def _variable_argument(self, argument: Argument, number: int, operation: str) -> Value:
        if not isinstance(argument, Value):
            hint = "as module.constant(type, value) gives it"
            raise TypeError(f"{operation}: argument {number} must have a type, {hint}, not {argument!r}")
        if not is_passed(argument.type, self._version):
            raise TypeError(f"{operation}: argument {number} must be of a first-class type, not {described(argument)}")
        self._own(argument, operation)
        return argument

    def _bundles(self, bundles: Bundles | None, operation: str) -> list[tuple[str, list[Value]]] | None:
        if bundles is None:
            return None
        made: list[tuple[str, list[Value]]] = []
        for tag, values in bundles.items():
            operands: list[Value] = []
            for value in values:
                if isinstance(value, Metadata):
                    self._needs(METADATA_BUNDLES.name, METADATA_BUNDLES.since)
                    value = MetadataAsValue.get(self._context, value)
                if not isinstance(value, Value) or not is_passed(value.type, self._version):
                    raise TypeError(f"{operation}: an operand of the bundle {tag!r} must be a value, not {described(value)}")
                if value.type.kind == METADATA:
                    self._needs(METADATA_BUNDLES.name, METADATA_BUNDLES.since)
                self._own(value, operation)
                operands.append(value)
            made.append((tag, operands))
        return made

    def _finish_call(self, made: CallBase, function: Value, options: CallOptions) -> None:
        convention = options.get("calling_convention")
        if convention is not None:
            made.calling_convention_number = convention_number(convention)
        elif isinstance(function, Function):
            made.calling_convention_number = function.calling_convention_number
        made.attributes = options.get("attributes")


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class IntrinsicMethods(MemoryMethods, AggregateMethods, CallMethods):
    """The methods for intrinsics, and `alloca_at_entry`."""

    def alloca_at_entry(
        self, type: TypeOrText, count: Operand = None, *, align: int = 0, address_space: int | None = None, name: str = ""
    ) -> AllocaInst:
        """`alloca` in the function's entry block, behind the allocas at its beginning: it runs once in each call of the function.

        The builder stays where it is. Arguments are as for `alloca`; `count` must be a constant or an argument of the function.
        """
        if isinstance(count, Instruction):
            raise ValueError(f"alloca_at_entry: the count must be known on entry, not {described(count)}")
        entry = self._function.entry_block
        last = self._entry_alloca
        if last is not None and last.parent is entry:
            anchor = last.next
        else:
            anchor = entry.first
            while isinstance(anchor, AllocaInst):
                anchor = anchor.next
        position = self.goto_end(entry)
        with position:
            if anchor is not None:
                self._enter(entry, anchor)
            self._location = None
            made = self.alloca(type, count, align=align, address_space=address_space, name=name)
        self._entry_alloca = made
        return made

    # --- arithmetic that tells whether it overflowed

    def add_with_overflow(self, left: Value, right: Operand, *, signed: bool = True, name: str = "") -> tuple[Value, Value]:
        """`llvm.sadd.with.overflow`, or `llvm.uadd.with.overflow`: the sum, and an i1 that is true if it overflowed."""
        return self._with_overflow("add", left, right, signed, name)

    def sub_with_overflow(self, left: Value, right: Operand, *, signed: bool = True, name: str = "") -> tuple[Value, Value]:
        """`llvm.ssub.with.overflow`, or `llvm.usub.with.overflow`: the difference, and an i1 that is true if it overflowed."""
        return self._with_overflow("sub", left, right, signed, name)

    def mul_with_overflow(self, left: Value, right: Operand, *, signed: bool = True, name: str = "") -> tuple[Value, Value]:
        """`llvm.smul.with.overflow`, or `llvm.umul.with.overflow`: the product, and an i1 that is true if it overflowed."""
        return self._with_overflow("mul", left, right, signed, name)

    def _with_overflow(self, word: str, left: Value, right: Operand, signed: bool, name: str) -> tuple[Value, Value]:
        both = self._binary_intrinsic(f"llvm.{'s' if signed else 'u'}{word}.with.overflow", left, right, "")
        return self.extract_value(both, 0, name=name), self.extract_value(both, 1, name=f"{name}.overflow" if name else "")

    def add_saturating(self, left: Value, right: Operand, *, signed: bool = True, name: str = "") -> CallInst:
        """`llvm.sadd.sat`, or `llvm.uadd.sat`: the sum, or the nearest number of the type."""
        return self._binary_intrinsic(f"llvm.{'s' if signed else 'u'}add.sat", left, right, name)

    def sub_saturating(self, left: Value, right: Operand, *, signed: bool = True, name: str = "") -> CallInst:
        """`llvm.ssub.sat`, or `llvm.usub.sat`: the difference, or the nearest number of the type."""
        return self._binary_intrinsic(f"llvm.{'s' if signed else 'u'}sub.sat", left, right, name)

    def minimum(self, left: Value, right: Operand, *, signed: bool = True, name: str = "") -> CallInst:
        """`llvm.smin`, or `llvm.umin` (since LLVM 12): the smaller of two integers."""
        return self._binary_intrinsic(f"llvm.{'s' if signed else 'u'}min", left, right, name)

    def maximum(self, left: Value, right: Operand, *, signed: bool = True, name: str = "") -> CallInst:
        """`llvm.smax`, or `llvm.umax` (since LLVM 12): the larger of two integers."""
        return self._binary_intrinsic(f"llvm.{'s' if signed else 'u'}max", left, right, name)

    def _binary_intrinsic(self, intrinsic: str, left: Value, right: Operand, name: str) -> CallInst:
        self._check_value(left, intrinsic)
        return self.intrinsic(intrinsic, [left.type], [left, right], name=name)

    # --- memory

    def memcpy(
        self,
        destination: Value,
        source: Value,
        size: Operand,
        *,
        destination_align: int = 0,
        source_align: int = 0,
        volatile: bool = False,
    ) -> CallInst:
        """`llvm.memcpy`: copy `size` bytes to memory that does not overlap; a Python int is an i64."""
        return self._copy("llvm.memcpy", destination, source, size, destination_align, source_align, volatile)

    def memmove(
        self,
        destination: Value,
        source: Value,
        size: Operand,
        *,
        destination_align: int = 0,
        source_align: int = 0,
        volatile: bool = False,
    ) -> CallInst:
        """`llvm.memmove`: copy `size` bytes to memory that may overlap; a Python int is an i64."""
        return self._copy("llvm.memmove", destination, source, size, destination_align, source_align, volatile)

    def memset(self, destination: Value, byte: Operand, size: Operand, *, align: int = 0, volatile: bool = False) -> CallInst:
        """`llvm.memset`: set `size` bytes to one value, an i8; a Python int as size is an i64."""
        self._pointer(destination, None, "memset")
        length = self._size(size, "memset")
        call = self.intrinsic("llvm.memset", [destination.type, length.type], [destination, byte, length, int(volatile)])
        self._align_arguments(call, [align])
        return call

    def _copy(
        self, intrinsic: str, destination: Value, source: Value, size: Operand, to: int, source_align: int, volatile: bool
    ) -> CallInst:
        word = intrinsic.removeprefix(PREFIX)
        self._pointer(destination, None, word)
        self._pointer(source, None, word)
        length = self._size(size, word)
        types = [destination.type, source.type, length.type]
        call = self.intrinsic(intrinsic, types, [destination, source, length, int(volatile)])
        self._align_arguments(call, [to, source_align])
        return call

    def _size(self, size: Operand, operation: str) -> Value:
        return size if isinstance(size, Value) else self._value(size, self._context.integer(_I64), operation, "the size")

    def _align_arguments(self, call: CallInst, aligns: list[int]) -> None:
        sets: dict[int, AttributeSet] = {}
        for number, align in enumerate(aligns):
            if align:
                self._check_alignment(align, "the call")
                sets[number] = AttributeSet([Attribute.of_integer("align", align)])
        if sets:
            call.attributes = AttributeList(parameters=sets)

    # --- hints, and the end of the program

    def assume(self, condition: Operand) -> CallInst:
        """`llvm.assume`: the condition, an i1, is true here."""
        return self.intrinsic(ASSUME, [], [self._value(condition, self._i1, "assume", "the condition")])

    def expect(self, value: Value, expected: Operand, *, name: str = "") -> CallInst:
        """`llvm.expect`: the value, which is probably `expected`."""
        return self._binary_intrinsic("llvm.expect", value, expected, name)

    def trap(self) -> CallInst:
        """`llvm.trap`: the program ends here. A terminator must follow, such as `unreachable`."""
        return self.intrinsic("llvm.trap")
