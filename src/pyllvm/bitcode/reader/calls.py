"""Reads CALL, INVOKE and CALLBR records, and the OPERAND_BUNDLE records before them."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.operands import OperandReader
from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import MUST_TAIL, NO_TAIL, TAIL, CallBrInst, CallInst, InvokeInst
from pyllvm.ir.types import FunctionType, PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.element_types import add_element_types
from pyllvm.tables.features import ELEMENT_TYPES_SINCE
from pyllvm.tables.opcodes import FAST

# Bits of a call's second operand; between the first two stands the calling convention.
_TAIL: Final = 1
_CONVENTION_BITS: Final = 0x7FF
_MUST_TAIL: Final = 1 << 14
_EXPLICIT_TYPE: Final = 1 << 15
_NO_TAIL: Final = 1 << 16
_FAST_MATH: Final = 1 << 17
_INVOKE_CONVENTION_BITS: Final = 1023
_INVOKE_EXPLICIT_TYPE: Final = 1 << 13


@final
class CallReader:
    """Reads calls of one module."""

    def __init__(self, state: ReaderState, cursor: BitstreamCursor, operands: OperandReader) -> None:
        self.state = state
        self.cursor = cursor
        self.operands = operands
        self.has_bundles = False
        self.adds_element_types = False
        self._bundles: list[tuple[str, list[Value]]] = []

    def start_function(self) -> None:
        """Forget what a function before left."""
        state = self.state
        self.adds_element_types = state.module.llvm_version >= ELEMENT_TYPES_SINCE and not state.has_opaque_pointers
        self._bundles = []
        self.has_bundles = False

    def _invalid(self, message: str = "Invalid record") -> PyllvmError:
        return self.cursor.error(message, self.cursor.code)

    def bundle(self, ops: list[int]) -> None:
        """OPERAND_BUNDLE: [tag, (op, opty?)...]: one bundle of the call that comes next"""
        tags = self.state.bundle_tags
        if not ops or ops[0] >= len(tags):
            raise self._invalid()
        reader = self.operands
        reader.at = 1
        values: list[Value] = []
        while reader.at < len(ops):
            values.append(reader.bundle_operand(ops))
        self._bundles.append((tags[ops[0]], values))
        self.has_bundles = True

    def _take_bundles(self) -> list[tuple[str, list[Value]]] | None:
        if not self.has_bundles:
            return None
        bundles = self._bundles
        self._bundles = []
        self.has_bundles = False
        return bundles

    def _function_type(self, callee: Value, explicit: Type | None) -> FunctionType:
        type = callee.type
        if not isinstance(type, PointerType):
            raise self._invalid("Callee is not a pointer type")
        if explicit is None:
            explicit = type.pointee
            if not isinstance(explicit, FunctionType):
                raise self._invalid("Callee is not of pointer to function type")
        elif not isinstance(explicit, FunctionType):
            raise self._invalid("Explicit call type is not a function type")
        elif type.pointee is not None and type.pointee is not explicit:
            raise self._invalid("Explicit call type does not match pointee type of callee operand")
        return explicit

    def _arguments(self, ops: list[int], function_type: FunctionType) -> list[Value]:
        """The arguments at the reader's place: those for parameters, then for `...` with types where they come later."""
        reader = self.operands
        at = reader.at
        parameters = function_type.parameters
        end = at + len(parameters)
        if len(ops) < end:
            raise self._invalid("Insufficient operands to call")
        arguments: list[Value] = []
        for parameter in parameters:
            arguments.append(reader.argument(ops[at], parameter))
            at += 1
        if len(ops) != end:
            if not function_type.is_variadic:
                raise self._invalid()
            reader.at = end
            while reader.at < len(ops):
                arguments.append(reader.next(ops))
        return arguments

    def call(self, ops: list[int]) -> Instruction:
        """CALL: [attributes, convention and flags, fast-math flags?, type?, callee, calleety?, argument...]"""
        if len(ops) < 3:
            raise self._invalid()
        bits = ops[1]
        at = 2
        flags = 0
        if bits & _FAST_MATH:
            flags = FAST if ops[2] & 1 else ops[2] & FAST
            if flags == 0:
                raise self._invalid("Fast math flags indicator set for call with no FMF")
            at = 3
        explicit: Type | None = None
        if bits & _EXPLICIT_TYPE:
            explicit = self.state.type(ops[at])
            at += 1
        callee = self.operands.first(ops, at)
        function_type = self._function_type(callee, explicit)
        arguments = self._arguments(ops, function_type)
        made = CallInst(function_type, callee, arguments, self._take_bundles() if self.has_bundles else None)
        made.calling_convention = (bits & _CONVENTION_BITS) >> 1
        made.attributes = self.state.attribute_list(ops[0])
        if self.adds_element_types:
            add_element_types(made)
        if bits & _NO_TAIL:
            made.tail_kind = NO_TAIL
        elif bits & _MUST_TAIL:
            made.tail_kind = MUST_TAIL
        elif bits & _TAIL:
            made.tail_kind = TAIL
        made.flags = flags
        return made

    def invoke(self, ops: list[int]) -> Instruction:
        """INVOKE: [attributes, convention and flags, normal block, unwind block, type?, callee, calleety?, argument...]"""
        if len(ops) < 4:
            raise self._invalid()
        bits = ops[1]
        blocks = self.operands.blocks
        normal = blocks[ops[2]]
        unwind = blocks[ops[3]]
        at = 4
        explicit: Type | None = None
        if bits & _INVOKE_EXPLICIT_TYPE:
            explicit = self.state.type(ops[at])
            at += 1
        callee = self.operands.first(ops, at)
        function_type = self._function_type(callee, explicit)
        arguments = self._arguments(ops, function_type)
        made = InvokeInst(function_type, callee, arguments, normal, unwind, self._take_bundles())
        made.calling_convention = bits & _INVOKE_CONVENTION_BITS
        made.attributes = self.state.attribute_list(ops[0])
        if self.adds_element_types:
            add_element_types(made)
        return made

    def callbr(self, ops: list[int]) -> Instruction:
        """CALLBR: [attributes, convention and flags, default block, count, block..., type?, callee, calleety?, argument...]"""
        bits = ops[1]
        blocks = self.operands.blocks
        default = blocks[ops[2]]
        end = 4 + ops[3]
        if end > len(ops):
            raise self._invalid()
        indirect: list[Value] = []
        for number in ops[4:end]:
            indirect.append(blocks[number])
        at = end
        explicit: Type | None = None
        if bits & _EXPLICIT_TYPE:
            explicit = self.state.type(ops[at])
            at += 1
        callee = self.operands.first(ops, at)
        function_type = self._function_type(callee, explicit)
        arguments = self._arguments(ops, function_type)
        made = CallBrInst(function_type, callee, arguments, default, indirect, self._take_bundles())
        made.calling_convention = (bits & _CONVENTION_BITS) >> 1
        made.attributes = self.state.attribute_list(ops[0])
        if self.adds_element_types:
            add_element_types(made)
        return made
