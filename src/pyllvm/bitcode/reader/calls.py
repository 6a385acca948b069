"""Reads CALL, INVOKE and CALLBR records, and the OPERAND_BUNDLE records before them."""

from __future__ import annotations

from typing import final

from pyllvm.bitcode.reader.arithmetic import fast_math_flags
from pyllvm.bitcode.reader.operands import ChapterReader, OperandReader
from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase, CallBrInst, CallInst, InvokeInst
from pyllvm.ir.types import FunctionType, PointerType, Type
from pyllvm.ir.valid_operands import takes_fast_math
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.older_attributes import is_strict_call, without_strict
from pyllvm.migrations.on_reading.typed_pointers import add_element_types, lacks_element_types, may_lack_element_types
from pyllvm.tables import instruction_bits
from pyllvm.tables.features import ACCESS_ELEMENT_TYPES_SINCE
from pyllvm.tables.keywords import MUST_TAIL, NO_TAIL, TAIL
from pyllvm.tables.metadata_kinds import ATTACHED_CALL
from pyllvm.tables.reading_versions import ATTACHED_CALLS_SINCE


@final
class CallReader(ChapterReader):
    """Reads calls and the operand bundles before them."""

    def __init__(self, state: ReaderState, cursor: BitstreamCursor, operands: OperandReader) -> None:
        super().__init__(state, cursor, operands)
        self.has_bundles = False
        self.adds_element_types = False
        self._function: Function | None = None
        self._bundles: list[tuple[str, list[Value]]] = []
        # the number of the last call's function type
        self._function_type_number = 0
        # whether calls lose `strictfp`, and the lists of attributes without it
        self._drops_strict = False
        self._without_strict: dict[AttributeList | None, AttributeList] = {}
        # Whether calls of these may need element types.
        self._typed_callees: dict[Value, bool] = {}

    def start_function(self, function: Function) -> None:
        """Forget the state of the function before."""
        state = self.state
        self._function = function
        known = function._attributes
        self._drops_strict = state.has_strict_calls and (known is None or "strictfp" not in known.function)
        self.adds_element_types = state.module.llvm_version >= ACCESS_ELEMENT_TYPES_SINCE and not state.has_opaque_pointers
        self._bundles = []
        self.has_bundles = False

    def bundle(self, ops: list[int]) -> None:
        """Read OPERAND_BUNDLE: one bundle of the next call."""
        tags = self.state.bundle_tags
        if not ops or ops[0] >= len(tags):
            raise self.invalid()
        reader = self.operands
        reader.at = 1
        values: list[Value] = []
        while reader.at < len(ops):
            values.append(reader.bundle_operand(ops))
        self.has_bundles = True
        if values or tags[ops[0]] != ATTACHED_CALL or self.state.module.llvm_version < ATTACHED_CALLS_SINCE:
            self._bundles.append((tags[ops[0]], values))

    def _take_bundles(self) -> list[tuple[str, list[Value]]] | None:
        if not self.has_bundles:
            return None
        bundles = self._bundles
        self._bundles = []
        self.has_bundles = False
        return bundles or None

    def _function_type(self, callee: Value, explicit: Type | None, what: str) -> FunctionType:
        """The type of a called function; `what` is the word in messages, `call` or `invoke`."""
        type = callee.type
        if not isinstance(type, PointerType):
            raise self.invalid("Callee is not a pointer" if what == "invoke" else "Callee is not a pointer type")
        if explicit is None:
            explicit = type.pointee
            if not isinstance(explicit, FunctionType):
                raise self.invalid("Callee is not of pointer to function type")
        elif not isinstance(explicit, FunctionType):
            raise self.invalid(f"Explicit {what} type is not a function type")
        elif self.differs_from_pointee(type, explicit):
            raise self.invalid(f"Explicit {what} type does not match pointee type of callee operand")
        return explicit

    def _arguments(self, ops: list[int], function_type: FunctionType) -> list[Value]:
        """The arguments from the current position on: first for parameters, then for `...` (with types if defined later)."""
        reader = self.operands
        at = reader.at
        parameters = function_type.parameters
        end = at + len(parameters)
        if len(ops) < end:
            raise self.invalid("Insufficient operands to call")
        arguments: list[Value] = []
        for parameter in parameters:
            arguments.append(reader.argument(ops[at], parameter))
            at += 1
        if len(ops) != end:
            if not function_type.is_variadic:
                raise self.invalid()
            reader.at = end
            while reader.at < len(ops):
                arguments.append(reader.next(ops))
        return arguments

    def _called(self, ops: list[int], at: int, has_type: bool, what: str = "call") -> tuple[FunctionType, Value, list[Value]]:
        """The end of a record, [type?, callee, calleety?, argument...]: the function type, the callee, the arguments."""
        explicit: Type | None = None
        if has_type:
            explicit = self.state.type(ops[at])
            self._function_type_number = ops[at]
            at += 1
        callee = self.operands.first(ops, at)
        function_type = self._function_type(callee, explicit, what)
        return function_type, callee, self._arguments(ops, function_type)

    def _complete(self, made: CallBase, attributes: int, convention: int) -> Instruction:
        """Set a call's attribute list (by number) and calling convention, and element types where they are required."""
        made.calling_convention_number = convention
        state = self.state
        if 0 < attributes <= len(state.fitting):
            fitting = state.fitting[attributes - 1]
            if fitting is None:
                made._attributes = state.attributes[attributes - 1]
            else:
                known = fitting.get(made.function_type)
                if known is None:
                    known = state.fitting_list(attributes, made.function_type, made.arguments)
                    if state.unknown.attributes_of_lists:
                        where = self.cursor.location(self.cursor.code)
                        state.unknown.leave_out_attributes(attributes, self._function, made, where)
                made._attributes = known
        if self._drops_strict and is_strict_call(made):
            made._attributes = self._not_strict(made._attributes)
        if self.state.typeless_attributes and made._attributes is not None:
            made._attributes = self._with_types(made, made._attributes)
        if self.adds_element_types:
            add_element_types(made, self.state.module.llvm_version)
        elif state.makes_opaque and self._is_typed(made.callee) and lacks_element_types(made, state.reading_version):
            add_element_types(made, self.state.reading_version, self.state.pointees_of(self._function_type_number))
        return made

    def _is_typed(self, callee: Value) -> bool:
        """Whether calls of that may need element types. The name of each function is looked at once."""
        known = self._typed_callees.get(callee)
        if known is None:
            known = may_lack_element_types(callee)
            self._typed_callees[callee] = known
        return known

    def _with_types(self, made: CallBase, attributes: AttributeList) -> AttributeList:
        """The list in which attributes of older files have the types that the arguments point to."""
        typed = self.state.with_types(attributes, [argument.type for argument in made.arguments])
        if typed is None:
            raise self.invalid("Missing element type for typed attribute upgrade")
        return typed

    def _not_strict(self, attributes: AttributeList | None) -> AttributeList:
        """The attribute list as strict calls have it in functions that are not strict."""
        if attributes not in self._without_strict:
            self._without_strict[attributes] = without_strict(attributes)
        return self._without_strict[attributes]

    def call(self, ops: list[int]) -> Instruction:
        """Read CALL."""
        if len(ops) < 3:
            raise self.invalid()
        bits = ops[1]
        at = 2
        flags = 0
        if bits & instruction_bits.CALL_FAST_MATH:
            flags = fast_math_flags(ops[2])
            if flags == 0:
                raise self.invalid("Fast math flags indicator set for call with no FMF")
            at = 3
        function_type, callee, arguments = self._called(ops, at, bits & instruction_bits.CALL_EXPLICIT_TYPE != 0)
        if flags and not takes_fast_math(function_type.return_type, self.state.module.llvm_version):
            raise self.invalid("Fast-math-flags specified for call without floating-point scalar or vector return type")
        made = CallInst(function_type, callee, arguments, self._take_bundles() if self.has_bundles else None)
        if bits & instruction_bits.CALL_NO_TAIL:
            made.tail_kind = NO_TAIL
        elif bits & instruction_bits.CALL_MUST_TAIL:
            made.tail_kind = MUST_TAIL
        elif bits & instruction_bits.CALL_TAIL:
            made.tail_kind = TAIL
        made.flags = flags
        return self._complete(
            made, ops[0], (bits & instruction_bits.CALL_CONVENTION_MASK) >> instruction_bits.CALL_CONVENTION_SHIFT
        )

    def invoke(self, ops: list[int]) -> Instruction:
        """Read INVOKE."""
        if len(ops) < 4:
            raise self.invalid()
        bits = ops[1]
        blocks = self.operands.blocks
        normal = blocks[ops[2]]
        unwind = blocks[ops[3]]
        function_type, callee, arguments = self._called(ops, 4, bits & instruction_bits.INVOKE_EXPLICIT_TYPE != 0, "invoke")
        made = InvokeInst(function_type, callee, arguments, normal, unwind, self._take_bundles())
        return self._complete(made, ops[0], bits & instruction_bits.INVOKE_CONVENTION_MASK)

    def callbr(self, ops: list[int]) -> Instruction:
        """Read CALLBR."""
        bits = ops[1]
        blocks = self.operands.blocks
        default = blocks[ops[2]]
        end = 4 + ops[3]
        if end > len(ops):
            raise self.invalid()
        indirect: list[Value] = []
        for number in ops[4:end]:
            indirect.append(blocks[number])
        function_type, callee, arguments = self._called(ops, end, bits & instruction_bits.CALL_EXPLICIT_TYPE != 0)
        made = CallBrInst(function_type, callee, arguments, default, indirect, self._take_bundles())
        return self._complete(
            made, ops[0], (bits & instruction_bits.CALL_CONVENTION_MASK) >> instruction_bits.CALL_CONVENTION_SHIFT
        )
