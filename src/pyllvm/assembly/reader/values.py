"""Parses values: resolves a name, number or constant where a type is expected; also forward references.

Until its type is known, a value that a rule of the grammar has read is one of: a Value of the IR (a name already defined, or a
constant with a type of its own); bytes, the text of an integer literal; a ValueId for everything else.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader import numbers
from pyllvm.assembly.reader.constant_operands import check_constant, check_constants
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import GlobalForward, State, global_placeholder, text_of_bytes, type_string
from pyllvm.assembly.reader.text_error import TextError, place_of_item
from pyllvm.assembly.reader.types import but_expected
from pyllvm.ir import constants, types
from pyllvm.ir.constants import (
    Constant,
    ConstantByte,
    ConstantData,
    ConstantFP,
    ConstantInt,
    GlobalReference,
    InlineAsm,
    SimpleConstant,
    aggregate,
    null_value,
)
from pyllvm.ir.folding.float_literals import normalized
from pyllvm.ir.folding.soft_float import convert, decode, encode
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.target.asm_constraints import constraint_problem
from pyllvm.ir.types import (
    ArrayType,
    ByteType,
    FloatingPointType,
    FunctionType,
    IntegerType,
    PointerType,
    StructType,
    TargetType,
    Type,
    VectorType,
)
from pyllvm.ir.valid_operands import is_first_class
from pyllvm.ir.value import ForwardReference, Value
from pyllvm.limits import FOLDED_ELEMENTS
from pyllvm.schema.integers import number_of_digits
from pyllvm.tables import features, text_versions
from pyllvm.tables.keywords import ASM_CAN_THROW, INLINE_ASM_FLAGS

NO_FUNCTION_TO_EQUAL: Final = "expected a function, alias to function, or ifunc in dso_local_equivalent"

LOCAL_NAME: Final = 1
LOCAL_NUMBER: Final = 2
GLOBAL_NAME: Final = 3
GLOBAL_NUMBER: Final = 4
FLOAT_LITERAL: Final = 5
NULL_WORD: Final = 6
NONE_WORD: Final = 7
UNDEF_WORD: Final = 8
POISON_WORD: Final = 9
ZERO_WORD: Final = 10
STRUCTURE: Final = 11
PACKED_STRUCTURE: Final = 12
EMPTY_ARRAY: Final = 13
DSO_LOCAL_EQUIVALENT_ID: Final = 15
NO_CFI_ID: Final = 16
SPLAT: Final = 17
_TOO_LONG: Final = (
    "name is too long which can result in name collisions, consider making the name shorter or increasing "
    "-non-global-value-max-name-size"
)
# How many numbers may be left out before a local value until it is too far to be in a list with the others.
_LARGE_GAP: Final = 1000
_ASM_MARKERS: Final[dict[bytes, int]] = {word.encode(): bit for word, bit in INLINE_ASM_FLAGS}


@final
class ValueId:
    """A value as written; its type is not known yet."""

    __slots__ = ("elements", "kind", "name", "number", "start")

    def __init__(self, kind: int, start: int, name: bytes = b"", number: int = 0, elements: list[Value] | None = None) -> None:
        self.kind = kind
        self.start = start
        self.name = name
        self.number = number
        self.elements = elements


@final
class AsmId:
    """Inline assembly as written."""

    __slots__ = ("constraints", "flags", "start", "text")

    def __init__(self, start: int, text: bytes, constraints: bytes, flags: int) -> None:
        self.start = start
        self.text = text
        self.constraints = constraints
        self.flags = flags


@final
class LocalForward:
    """A local value that is used and not defined yet."""

    __slots__ = ("start", "value")

    def __init__(self, value: Value, start: int) -> None:
        self.value = value
        self.start = start


@final
class LocalState:
    """The names and numbers of the function whose body is being read."""

    def __init__(self, function: Function) -> None:
        self.function: Final = function
        self.named: dict[bytes, Value] = {}
        # The values with numbers, by number. Only numbers that follow large gaps are not in the list.
        self._numbered: list[Value | None] = []
        self._numbered_far: dict[int, Value] = {}
        self.next_number = 0
        self.forward_named: dict[bytes, LocalForward] = {}
        self.forward_numbered: dict[int, LocalForward] = {}
        self.has_use_lists = False
        # Whether a bundle of a call has its callee, so that uses are not in the order of the operands.
        self.has_late_callees = False
        self.has_errors = False
        """Part of the body was skipped after an error, so names may be undefined."""
        self.has_misread_instructions = False
        """The end of a line was skipped behind an instruction that had its proper end, so that one may not be what was meant."""
        self.block: BasicBlock | None = None
        """The block to which instructions are added; None at the start and after a terminator."""
        self.blocks: Final[list[BasicBlock]] = []
        """The blocks in the order in which they are first named."""

    def add_unnamed(self, value: Value) -> None:
        """Give a value the next number."""
        self.set_numbered(self.next_number, value)
        self.next_number += 1

    def set_numbered(self, number: i64, value: Value) -> None:
        """Give a value a number."""
        numbered = self._numbered
        size: i64 = len(numbered)
        if number == size:
            numbered.append(value)
        elif number < size:
            numbered[number] = value
        elif number < size + _LARGE_GAP:
            numbered.extend([None] * (number - size))
            numbered.append(value)
        else:
            self._numbered_far[number] = value

    def numbered_value(self, number: i64) -> Value | None:
        """The value of a number, or None."""
        if number < len(self._numbered):
            found = self._numbered[number]
            if found is not None:
                return found
        return self._numbered_far.get(number) if self._numbered_far else None


@final
class ValueBuilder:
    """Converts values as written to values of the IR."""

    def __init__(self, state: State, stack: Stack) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.label_type: Final[Type] = state.context.label
        self.address_placeholders: Final[set[Value]] = set()
        """Placeholders for block addresses in functions that are not defined yet; the context decides their type."""
        self.local: LocalState | None = None
        self._true: Final[Value] = ConstantInt.get(state.context.integer(1), 1)
        self._false: Final[Value] = ConstantInt.get(state.context.integer(1), 0)

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        values = stack.values
        starts = stack.starts
        if action == a.TYPED_VALUE:
            found = values[base + c.TYPED_VALUE_VALUE]
            type = values[base + c.TYPED_VALUE_TYPE]
            if isinstance(found, Value) and found.type is type:
                return found
            assert isinstance(type, Type)
            return self.convert(found, type, starts[base + c.TYPED_VALUE_VALUE])
        if action == a.LOCAL_VALUE:
            return self._local_value(stack.bytes_at(base + c.LOCAL_VALUE_LOCAL_VAR), starts[base])
        if action == a.NUMBERED_VALUE:
            return self._numbered_value(stack.places[base + c.NUMBERED_VALUE_LOCAL_ID].number, starts[base])
        if action == a.GLOBAL_VALUE:
            return self._global_value(stack.bytes_at(base + c.GLOBAL_VALUE_GLOBAL_VAR), starts[base])
        if action == a.NULL_CONSTANT:
            return ValueId(NULL_WORD, starts[base])
        if action == a.TRUE_CONSTANT:
            return self._true
        if action == a.FALSE_CONSTANT:
            return self._false
        if action == a.UNDEF_CONSTANT:
            return ValueId(UNDEF_WORD, starts[base])
        if action == a.POISON_CONSTANT:
            return ValueId(POISON_WORD, starts[base])
        if action == a.ZERO_CONSTANT:
            return ValueId(ZERO_WORD, starts[base])
        if action == a.FLOAT_CONSTANT:
            return ValueId(FLOAT_LITERAL, starts[base], stack.bytes_at(base + c.FLOAT_CONSTANT_FLOAT))
        if action == a.STRING_CONSTANT:
            return self._string_constant(stack.bytes_at(base + c.STRING_CONSTANT_STRING))
        if action == a.NUMBERED_GLOBAL_VALUE:
            return self._numbered_global(stack.bytes_at(base + c.NUMBERED_GLOBAL_VALUE_GLOBAL_ID), starts[base])
        if action == a.NONE_CONSTANT:
            return ValueId(NONE_WORD, starts[base])
        if action == a.STRUCTURE_CONSTANT:
            return ValueId(STRUCTURE, starts[base], elements=self._constants_at(base + c.STRUCTURE_CONSTANT_TYPED_VALUE_LIST))
        if action == a.PACKED_STRUCTURE_CONSTANT:
            return ValueId(
                PACKED_STRUCTURE, starts[base], elements=self._constants_at(base + c.PACKED_STRUCTURE_CONSTANT_TYPED_VALUE_LIST)
            )
        if action == a.EMPTY_STRUCTURE_CONSTANT:
            return ValueId(STRUCTURE, starts[base], elements=[])
        if action == a.EMPTY_PACKED_STRUCTURE_CONSTANT:
            return ValueId(PACKED_STRUCTURE, starts[base], elements=[])
        if action == a.ARRAY_CONSTANT:
            elements = self._constants_at(base + c.ARRAY_CONSTANT_TYPED_VALUES)
            if not elements:
                return ValueId(EMPTY_ARRAY, starts[base])
            return self._array_constant(elements, starts[base], starts[base + c.ARRAY_CONSTANT_TYPED_VALUES])
        if action == a.VECTOR_CONSTANT:
            return self._vector_constant(
                self._constants_at(base + c.VECTOR_CONSTANT_TYPED_VALUES),
                starts[base],
                starts[base + c.VECTOR_CONSTANT_TYPED_VALUES],
            )
        if action == a.SPLAT_CONSTANT:
            self.state.needs(starts[base], "'splat'", 18)
            return ValueId(
                SPLAT,
                starts[base],
                elements=[
                    check_constant(
                        self.state,
                        stack.value_at(base + c.SPLAT_CONSTANT_TYPED_VALUE),
                        starts[base + c.SPLAT_CONSTANT_TYPED_VALUE],
                    )
                ],
            )
        if action == a.DSO_LOCAL_EQUIVALENT_CONSTANT or action == a.NO_CFI_CONSTANT:
            return self._global_word(
                stack.bytes_at(base + c.GLOBAL_WORD_WORD),
                values[base + c.GLOBAL_WORD_VALUE],
                starts[base],
                starts[base + c.GLOBAL_WORD_VALUE],
            )
        assert action == a.INLINE_ASM
        return self._asm(base)

    def _constants_at(self, at: i64) -> list[Value]:
        """The elements of an aggregate, whose list is at a position of the stack."""
        elements = self.stack.values_at(at)
        check_constants(self.state, elements, self.stack.starts[at])
        return elements

    def _asm(self, base: i64) -> AsmId:
        """`asm` with its markers, which have a fixed order."""
        stack = self.stack
        flags = 0
        end = stack.starts[base] + len(b"asm")
        for marker in stack.list_at(base + c.INLINE_ASM_ASM_MARKERS) or []:
            assert isinstance(marker, bytes)
            start = self.state.data.find(marker, end)
            flag = _ASM_MARKERS[marker]
            if flag <= flags:
                self.state.error(start, "expected string constant")
            flags |= flag
            end = start + len(marker)
        return AsmId(
            stack.starts[base], stack.bytes_at(base + c.INLINE_ASM_CODE), stack.bytes_at(base + c.INLINE_ASM_CONSTRAINTS), flags
        )

    # --- names

    def _local_value(self, name: bytes, start: int) -> object:
        local = self.local
        if local is not None:
            found = local.named.get(name)
            if found is not None:
                return found
        return ValueId(LOCAL_NAME, start, name)

    def _numbered_value(self, number: i64, start: int) -> object:
        local = self.local
        if local is not None:
            found = local.numbered_value(number)
            if found is not None:
                return found
        return ValueId(LOCAL_NUMBER, start, b"", number)

    def _global_value(self, name: bytes, start: int) -> object:
        found = self.state.globals.get(name)
        if found is not None:
            return found
        return ValueId(GLOBAL_NAME, start, name)

    def _numbered_global(self, text: bytes, start: int) -> object:
        number = number_of_digits(text)
        found = self.state.numbered_globals.get(number)
        if found is not None:
            return found
        return ValueId(GLOBAL_NUMBER, start, text, number)

    # --- a value and the type that is expected

    def convert(self, value: object, type: Type, start: int) -> Value:
        """Convert `value` to a value of type `type`."""
        if isinstance(value, Value):
            if value.type is type:
                return value
            if isinstance(type, ArrayType) and type.element.kind == types.BYTE:
                converted = self._string_of_bytes(value, type, start)
                if converted is not None:
                    return converted
            if value in self.address_placeholders and not value.has_uses:
                # The address of a block in a function that is not known yet is where its first user wants it.
                if not isinstance(type, PointerType):
                    self.state.error(start, f"type of blockaddress must be a pointer and not '{type_string(type)}'")
                if type.pointee is None:
                    value.type = type
                else:
                    value.type = type.context.pointer_to(type.context.integer(8), type.address_space)
                if value.type is type:
                    return value
            self._mismatch(value, type, start)
        if isinstance(value, bytes):
            if isinstance(type, IntegerType):
                found = type.values.get(value)
                if found is not None:
                    assert isinstance(found, Value)
                    return found
                made = ConstantInt.wrapped(type, numbers.integer_value(value))
                # Also stored under its text, which cannot collide with the keys that are numbers.
                type.values[value] = made
                return made
            if isinstance(type, ByteType):
                return ConstantByte.wrapped(type, numbers.integer_value(value))
            if type.kind == types.FUNCTION:
                self.state.error(start, "functions are not values, refer to them as pointers")
            what = "integer/byte" if self.state.version >= features.BYTE_TYPES_SINCE else "integer"
            self.state.error(start, f"{what} constant must have {what} type")
        if isinstance(value, ValueId):
            return self._convert_id(value, type)
        assert isinstance(value, AsmId)
        if type.kind == types.FUNCTION:
            self.state.error(value.start, "functions are not values, refer to them as pointers")
        return self.state.error(value.start, "invalid type for inline asm constraint string")

    def _string_of_bytes(self, value: Value, type: ArrayType, start: int) -> Value | None:
        """`c"..."` as an array of b8; None for other constants."""
        known = value.type
        if not isinstance(known, ArrayType) or known.count != type.count or type.element is not self.state.context.byte(8):
            return None
        if not self.state.data.startswith(b'c"', start):
            return None
        if isinstance(value, ConstantData):
            return ConstantData.get(type, value.data)
        return null_value(type)

    def new_block(self, name: str = "") -> BasicBlock:
        """Create a block."""
        block = BasicBlock(self.label_type, name)
        if self.state.records_uses_of_blocks:
            block.track_uses()
        if self.local is not None:
            self.local.blocks.append(block)
        return block

    def block(self, value: Value, start: int) -> Value:
        """Check that a value is a basic block."""
        if value.type is not self.label_type:
            self.state.error(start, "expected a basic block")
        return value

    def blocks(self, values: list[Value], start: int) -> None:
        """Check that the values of a list, which begins at `start`, are basic blocks."""
        for number, value in enumerate(values):
            if value.type is not self.label_type:
                self.state.error(place_of_item(self.state.data, start, number), "expected a basic block")

    def _mismatch(self, value: Value, type: Type, start: int) -> None:
        state = self.state
        if isinstance(value, GlobalReference) and value.kind == constants.NO_CFI:
            # For LLVM, this is the name behind the word.
            value = value.operands[0]
            start = state.data.find(b"@", start)
        if type.kind == types.FUNCTION:
            state.error(start, "functions are not values, refer to them as pointers")
        if isinstance(value, (Instruction, Argument, BasicBlock, ForwardReference)):
            name = self.spelled(start)
            message = f"'{name}' defined with type '{type_string(value.type)}'{but_expected(type, state.version)}"
            if type.kind == types.LABEL:
                message = f"'{name}' is not a basic block"
            raise TextError(start, message, is_consequence=self._is_suspect(value))
        if isinstance(value, GlobalValue) and value not in self.address_placeholders:
            name = self.spelled(start)
            if type.kind != types.POINTER:
                state.error(start, "global variable reference must have pointer type")
            message = f"'{name}' defined with type '{type_string(value.type)}'{but_expected(type, state.version)}"
            raise TextError(start, message, is_consequence=self._is_suspect(value))
        state.error(
            start, f"constant expression type mismatch: got type '{type_string(value.type)}' but expected '{type_string(type)}'"
        )

    def _is_suspect(self, value: Value) -> bool:
        """Whether the type of a value may be wrong: its definition was skipped after an error, or an error named it."""
        local = self.local
        suspects = self.state.suspects
        if value in suspects or (local is not None and local.has_errors and isinstance(value, ForwardReference)):
            return True
        suspects.add(value)
        return False

    def spelled(self, start: int) -> str:
        """The name at a byte offset of the text, as spelled in messages."""
        data = self.state.data
        if data[start + 1 : start + 2] == b'"':
            end = data.find(b'"', start + 2)
            return chr(data[start]) + text_of_bytes(data[start + 2 : end])
        end = start + 1
        while end < len(data) and (chr(data[end]).isalnum() or data[end] in b"-$._"):
            end += 1
        return text_of_bytes(data[start:end])

    def _convert_id(self, value: ValueId, type: Type) -> Value:
        kind = value.kind
        state = self.state
        start = value.start
        if type.kind == types.FUNCTION and not (kind == FLOAT_LITERAL and state.version >= text_versions.UNIFORM_FLOATS_SINCE):
            if kind == DSO_LOCAL_EQUIVALENT_ID:
                start = state.data.rfind(b"dso_local_equivalent", 0, start)
            state.error(start, "functions are not values, refer to them as pointers")
        if kind == LOCAL_NAME or kind == LOCAL_NUMBER:
            return self._local_forward(value, type)
        if kind == GLOBAL_NAME or kind == GLOBAL_NUMBER:
            return self._global_forward(value, type)
        if kind == FLOAT_LITERAL:
            return self._float(value, type)
        if kind == NULL_WORD:
            if type.kind != types.POINTER:
                state.error(start, "null must be a pointer type")
            return SimpleConstant.get(type, constants.NULL)
        if kind == UNDEF_WORD:
            if not is_first_class(type, state.version) or type.kind == types.LABEL:
                state.error(start, "invalid type for undef constant")
            return SimpleConstant.get(type, constants.UNDEF)
        if kind == POISON_WORD:
            state.needs(start, "'poison'", features.POISON.since)
            if not is_first_class(type, state.version) or type.kind == types.LABEL:
                state.error(start, "invalid type for poison constant")
            return SimpleConstant.get(type, constants.POISON)
        if kind == ZERO_WORD:
            if not is_first_class(type, state.version) or type.kind == types.LABEL or not _has_zero(type):
                state.error(start, "invalid type for null constant")
            return null_value(type)
        if kind == NONE_WORD:
            if type.kind != types.TOKEN:
                state.error(start, "invalid type for none constant")
            return SimpleConstant.get(type, constants.NONE)
        if kind == STRUCTURE or kind == PACKED_STRUCTURE:
            return self._structure(value, type)
        if kind == EMPTY_ARRAY:
            if not isinstance(type, ArrayType) or type.count != 0:
                state.error(start, "invalid empty array initializer")
            return SimpleConstant.get(
                type, constants.UNDEF if state.version < text_versions.EMPTY_ARRAYS_POISON_SINCE else constants.POISON
            )
        if kind == SPLAT:
            return self._splat(value, type)
        assert kind == DSO_LOCAL_EQUIVALENT_ID or kind == NO_CFI_ID
        if kind == NO_CFI_ID:
            target = self._global_forward(ValueId(value.number, start, value.name, _number_of(value)), type)
            return GlobalReference.get(type, constants.NO_CFI, target)
        return self._equivalent(value, type)

    def _equivalent(self, value: ValueId, type: Type) -> Value:
        """A placeholder for `dso_local_equivalent` of a function that is not defined yet. LLVM makes the constant at the end."""
        state = self.state
        if not state.has_typed_pointers and type is not type.context.pointer(0):
            # As in LLVM, a name that is not defined yet is taken for a pointer in the default address space.
            word_start = state.data.rfind(b"dso_local_equivalent", 0, value.start)
            state.error(word_start, f"constant expression type mismatch: got type 'ptr' but expected '{type_string(type)}'")
        if not isinstance(type, PointerType):
            state.error(value.start, "global variable reference must have pointer type")
        name = b"" if value.number == GLOBAL_NUMBER else value.name
        made = GlobalForward(global_placeholder(type), value.start)
        return state.equivalents.setdefault((name, _number_of(value)), made).placeholder

    def _local_forward(self, value: ValueId, type: Type) -> Value:
        local = self.local
        state = self.state
        start = value.start
        if local is None:
            state.error(start, "invalid use of function-local name")
        name = value.name
        if len(name) > text_versions.LONGEST_LOCAL_NAME and type is self.label_type:
            if state.version >= text_versions.LONG_LABELS_REFUSED_SINCE:
                state.error(start, _TOO_LONG)
            name = name[: text_versions.LONGEST_LOCAL_NAME]
        if value.kind == LOCAL_NAME:
            # It may have been defined after it was read (an argument of a block address, for example).
            found = local.named.get(name)
            known = local.forward_named.get(name)
        else:
            found = local.numbered_value(value.number)
            known = local.forward_numbered.get(value.number)
            if local.block is None and value.number == local.next_number and type is not self.label_type:
                line = state.data[state.data.rfind(b"\n", 0, start) + 1 : start].lstrip()
                if not line.startswith(b"uselistorder"):
                    # The number belongs to the block that this first instruction begins.
                    text = f"'%{value.number}' defined with type 'label'{but_expected(type, state.version)}"
                    state.error(start, text)
        if found is None and known is not None:
            found = known.value
        if found is not None:
            if found.type is not type:
                self._mismatch(found, type, start)
            return found
        if not type.is_first_class:
            state.error(start, "invalid use of a non-first-class type")
        made: Value
        if type is self.label_type:
            block = self.new_block(text_of_bytes(name) if value.kind == LOCAL_NAME else "")
            block.parent = local.function
            made = block
        else:
            made = ForwardReference(type)
            made.track_uses()
        if value.kind == LOCAL_NAME:
            local.forward_named[name] = LocalForward(made, start)
        else:
            local.forward_numbered[value.number] = LocalForward(made, start)
        return made

    def _global_forward(self, value: ValueId, type: Type) -> Value:
        state = self.state
        start = value.start
        if not isinstance(type, PointerType):
            state.error(start, "global variable reference must have pointer type")
        known: GlobalForward | None
        found: Value | None
        if value.kind == GLOBAL_NAME:
            found = state.globals.get(value.name)
            known = state.forward_globals.get(value.name)
        else:
            found = state.numbered_globals.get(value.number)
            known = state.forward_numbered_globals.get(value.number)
        if found is None and known is not None:
            found = known.placeholder
        if found is not None:
            if found.type is not type:
                self._mismatch(found, type, start)
            return found
        made = GlobalForward(global_placeholder(type), start)
        if value.kind == GLOBAL_NAME:
            state.forward_globals[value.name] = made
        else:
            state.forward_numbered_globals[value.number] = made
        return made.placeholder

    def _float(self, value: ValueId, type: Type) -> Value:
        state = self.state
        text = value.name
        if (
            len(text) > 7 and (text[2] == 72 or text[2] == 82) and state.version >= text_versions.HALF_LITERALS_CHECKED_SINCE
        ):  # 0xH, 0xR
            if numbers.hexadecimal_value(text_of_bytes(text[3:])) > 0xFFFF:
                half = "half" if text[2] == 72 else "bfloat"
                state.error(value.start, f"hexadecimal constant too large for {half} (16-bit)")
        if state.version >= text_versions.UNIFORM_FLOATS_SINCE:
            bits, message = numbers.uniform_literal(text, type.name if isinstance(type, FloatingPointType) else "")
            if message:
                state.error(value.start, message)
            if bits >= 0 and isinstance(type, FloatingPointType):
                return ConstantFP.get(type, normalized(type.name, bits))
        elif numbers.is_uniform_literal(text):
            state.needs(value.start, f"'{text_of_bytes(text)}'", text_versions.UNIFORM_FLOATS_SINCE)
        name, bits = numbers.float_literal(text)
        if not isinstance(type, FloatingPointType):
            state.error(value.start, "floating point constant invalid for type")
        if name == type.name:
            return ConstantFP.get(type, normalized(name, bits))
        if name == "double" and type.bits <= 32:
            narrow = numbers.narrowed(bits, type.name)
            if narrow < 0:
                state.error(value.start, "floating point constant invalid for type")
            return ConstantFP.get(type, narrow)
        if _can_hold(type.name, name, bits):
            state.error(value.start, f"floating point constant does not have type '{type.name}'")
        return state.error(value.start, "floating point constant invalid for type")

    def _structure(self, value: ValueId, type: Type) -> Value:
        state = self.state
        elements = value.elements
        assert elements is not None
        if not isinstance(type, StructType):
            state.error(value.start, "constant expression type mismatch")
        expected = type.elements
        if expected is None or len(expected) != len(elements):
            state.error(value.start, "initializer with struct type has wrong # elements")
        if type.is_packed != (value.kind == PACKED_STRUCTURE):
            state.error(value.start, "packed'ness of initializer and type don't match")
        for number in range(len(elements)):
            if elements[number].type is not expected[number]:
                state.error(value.start, f"element {number} of struct initializer doesn't match struct element type")
        return aggregate(type, elements)

    def _splat(self, value: ValueId, type: Type) -> Value:
        state = self.state
        elements = value.elements
        assert elements is not None
        element = elements[0]
        if not isinstance(type, VectorType):
            state.error(value.start, "vector constant must have vector type")
        if element.type is not type.element:
            state.error(
                value.start,
                f"constant expression type mismatch: got type '{type_string(element.type)}'"
                f" but expected '{type_string(type.element)}'",
            )
        if not type.is_scalable and type.count > FOLDED_ELEMENTS:
            state.error(value.start, f"splat of more than {FOLDED_ELEMENTS} elements")
        assert isinstance(element, Constant)

        from pyllvm.ir.folding.constant_parts import splat  # few texts have such vectors

        return splat(type, element)

    # --- constants that have a type of their own

    def _array_constant(self, elements: list[Value], start: int, elements_start: int) -> object:
        state = self.state
        first = elements[0].type
        if not first.is_first_class or first.kind in types.NOT_ARRAY_ELEMENTS:
            state.error(elements_start, f"invalid array element type: {type_string(first)}")
        for number in range(len(elements)):
            if elements[number].type is not first:
                state.error(elements_start, f"array element #{number} is not of type '{type_string(first)}")
        return aggregate(state.context.array(first, len(elements)), elements)

    def _vector_constant(self, elements: list[Value], start: int, elements_start: int) -> object:
        state = self.state
        if not elements:
            state.error(start, "constant vector must not be empty")
        first = elements[0].type
        if first.kind not in (1, 7, 9, 15):
            what = "integer, byte, pointer" if state.version >= features.BYTE_TYPES_SINCE else "integer, pointer"
            state.error(elements_start, f"vector elements must have {what} or floating point type")
        for number in range(len(elements)):
            if elements[number].type is not first:
                state.error(elements_start, f"vector element #{number} is not of type '{type_string(first)}")
        return aggregate(state.context.vector(first, len(elements)), elements)

    def _string_constant(self, text: bytes) -> Value:
        context = self.state.context
        type = context.array(context.integer(8), len(text))
        if not text:
            return SimpleConstant.get(type, constants.ZERO_INITIALIZER)
        return ConstantData.get(type, text)

    def inline_asm(self, asm: AsmId, function_type: FunctionType, type: Type) -> InlineAsm:
        state = self.state
        if asm.flags & ASM_CAN_THROW:
            state.needs(asm.start, "the asm marker 'unwind'", features.ASM_UNWIND.since)
        problem = constraint_problem(function_type, text_of_bytes(asm.constraints), state.version)
        if problem:
            if b"!" in asm.constraints:
                state.needs(asm.start, features.ASM_LABELS.name, features.ASM_LABELS.since)
            state.error(
                asm.start,
                problem
                if state.version >= text_versions.CONSTRAINTS_WORDED_SINCE
                else "invalid type for inline asm constraint string",
            )
        return InlineAsm.get(type, function_type, text_of_bytes(asm.text), text_of_bytes(asm.constraints), asm.flags)

    def _global_word(self, word: bytes, value: object, start: int, value_start: int) -> ValueId | Value:
        """`dso_local_equivalent @f`, `no_cfi @f`."""
        state = self.state
        is_no_cfi = word == b"no_cfi"
        if is_no_cfi:
            state.needs(start, "'no_cfi'", features.NO_CFI.since)
        else:
            state.needs(start, "'dso_local_equivalent'", features.DSO_LOCAL_EQUIVALENT.since)
        if isinstance(value, GlobalValue):
            if not is_no_cfi and value.value_type.kind != types.FUNCTION:
                state.error(value_start, NO_FUNCTION_TO_EQUAL)
            return GlobalReference.get(value.type, constants.NO_CFI if is_no_cfi else constants.DSO_LOCAL_EQUIVALENT, value)
        if isinstance(value, ValueId) and (value.kind == GLOBAL_NAME or value.kind == GLOBAL_NUMBER):
            return ValueId(NO_CFI_ID if is_no_cfi else DSO_LOCAL_EQUIVALENT_ID, value_start, value.name, value.kind)
        what = "no_cfi" if is_no_cfi else "dso_local_equivalent"
        return state.error(value_start, f"expected global value name in {what}")


def _has_zero(type: Type) -> bool:
    """Whether a target type has a zero value; for other types always true."""
    if not isinstance(type, TargetType):
        return True
    if type.name.startswith("spirv."):
        return type.name != "spirv.Image"
    return type.name == "aarch64.svcount"


def _number_of(value: ValueId) -> int:
    return int(value.name) if value.number == GLOBAL_NUMBER else 0


_NARROW_FORMATS: Final = ("half", "bfloat", "float", "double")


def _can_hold(type_name: str, literal: str, bits: int) -> bool:
    """Whether a floating-point type can hold the number of a literal of another one (ConstantFP::isValueValidForType)."""
    if type_name not in _NARROW_FORMATS or (type_name == "double" and literal in _NARROW_FORMATS):
        return literal == type_name or literal in _NARROW_FORMATS
    if literal == "x86_fp80" and bits >> 64 & 0x7FFF and not bits >> 63 & 1:
        return False  # an exponent without the leading bit: no number
    if literal == "ppc_fp128":  # a sum of two doubles
        high, low = bits >> 64, bits & ((1 << 64) - 1)
        if high and low:
            return False
        literal, bits = "double", high or low
    number = decode(literal, bits)
    held = decode(type_name, encode(type_name, convert(number, literal, type_name)))
    return convert(held, type_name, literal) == number


def is_constant(value: Value) -> bool:
    """Whether it may be used in a global's initializer."""
    return isinstance(value, Constant)
