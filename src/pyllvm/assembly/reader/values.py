"""Values from text: what a name, number or constant stands for where a type is expected; forward references.

A value that a rule of the grammar has read is, until its type is known, one of: a Value of the IR (a name already defined, or a
constant that has its type); bytes, the text of an integer literal; a ValueId for everything else.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.reader.numbers import float_literal, integer_value, narrowed
from pyllvm.assembly.reader.state import GlobalForward, State, global_placeholder, text_of_bytes, type_string
from pyllvm.assembly.reader.types import is_first_class
from pyllvm.ir.constants import (
    DSO_LOCAL_EQUIVALENT,
    NO_CFI,
    NONE,
    NULL,
    POISON,
    UNDEF,
    ZERO_INITIALIZER,
    BlockAddress,
    Constant,
    ConstantData,
    ConstantExpr,
    ConstantFP,
    ConstantInt,
    GlobalReference,
    InlineAsm,
    SimpleConstant,
    aggregate,
    find_constant,
    is_null,
    keep_constant,
    null_value,
)
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.target.asm_constraints import constraint_problem
from pyllvm.ir.types import (
    FLOATING_POINT,
    FUNCTION,
    LABEL,
    POINTER,
    TOKEN,
    VOID,
    ArrayType,
    FloatingPointType,
    FunctionType,
    IntegerType,
    PointerType,
    StructType,
    TargetType,
    Type,
    VectorType,
)
from pyllvm.ir.value import ForwardReference, Value

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
ASM: Final = 14
DSO_LOCAL_EQUIVALENT_ID: Final = 15
NO_CFI_ID: Final = 16
SPLAT: Final = 17
BLOCK_ADDRESS: Final = 18


@final
class ValueId:
    """A value as written, whose type is not known yet."""

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

    __slots__ = ("constraints", "markers", "start", "text")

    def __init__(self, start: int, text: bytes, constraints: bytes, markers: list[bytes]) -> None:
        self.start = start
        self.text = text
        self.constraints = constraints
        self.markers = markers


@final
class LocalForward:
    """A local value that is used and not yet defined."""

    __slots__ = ("start", "value")

    def __init__(self, value: Value, start: int) -> None:
        self.value = value
        self.start = start


@final
class PendingBlockAddress:
    """A `blockaddress` of a function that is not defined yet."""

    __slots__ = ("label", "placeholder", "start")

    def __init__(self, placeholder: GlobalVariable, label: ValueId, start: int) -> None:
        self.placeholder = placeholder
        self.label = label
        self.start = start


@final
class LocalState:
    """The names and numbers of the function whose body is being read."""

    def __init__(self, function: Function) -> None:
        self.function: Final = function
        self.named: dict[bytes, Value] = {}
        self.numbered: dict[int, Value] = {}
        self.next_number = 0
        self.forward_named: dict[bytes, LocalForward] = {}
        self.forward_numbered: dict[int, LocalForward] = {}
        self.has_use_lists = False
        self.has_errors = False
        """Something of the body was left out, so that not every name that is used is defined."""
        self.block: BasicBlock | None = None
        """The block that instructions are added to; None at the start and behind a terminator."""

    def add_unnamed(self, value: Value) -> None:
        self.numbered[self.next_number] = value
        self.next_number += 1


@final
class ValueBuilder:
    """Turns values as written into values of the IR."""

    def __init__(self, state: State) -> None:
        self.state: Final = state
        self.label_type: Final[Type] = state.context.label
        self.local: LocalState | None = None
        # Functions that have a body, with their blocks by name, for the block addresses that come later.
        self.finished_blocks: dict[Value, dict[bytes, Value]] = {}
        self.pending_addresses: dict[bytes, list[PendingBlockAddress]] = {}
        self.pending_numbered_addresses: dict[int, list[PendingBlockAddress]] = {}

    # --- names

    def local_value(self, name: bytes, start: int) -> object:
        local = self.local
        if local is not None:
            found = local.named.get(name)
            if found is not None:
                return found
        return ValueId(LOCAL_NAME, start, name)

    def numbered_value(self, text: bytes, start: int) -> object:
        local = self.local
        number = int(text)
        if local is not None:
            found = local.numbered.get(number)
            if found is not None:
                return found
        return ValueId(LOCAL_NUMBER, start, text, number)

    def global_value(self, name: bytes, start: int) -> object:
        found = self.state.globals.get(name)
        if found is not None:
            return found
        return ValueId(GLOBAL_NAME, start, name)

    def numbered_global(self, text: bytes, start: int) -> object:
        number = int(text)
        found = self.state.numbered_globals.get(number)
        if found is not None:
            return found
        return ValueId(GLOBAL_NUMBER, start, text, number)

    # --- a value and the type that is expected

    def convert(self, value: object, type: Type, start: int) -> Value:
        """The value that `value` is as one of `type`."""
        if isinstance(value, Value):
            if value.type is type:
                return value
            self._mismatch(value, type, start)
        if isinstance(value, bytes):
            if isinstance(type, IntegerType):
                found = type.values.get(value)
                if found is not None:
                    assert isinstance(found, Value)
                    return found
                made = ConstantInt.get(type, integer_value(value))
                # Under its text, too, which is no number and so no other key.
                type.values[value] = made
                return made
            if type.kind == FUNCTION:
                self.state.error(start, "functions are not values, refer to them as pointers")
            self.state.error(start, "integer constant must have integer type")
        if isinstance(value, ValueId):
            return self._convert_id(value, type)
        assert isinstance(value, AsmId)
        return self.state.error(value.start, "invalid type for inline asm constraint string")

    def _mismatch(self, value: Value, type: Type, start: int) -> None:
        state = self.state
        if type.kind == FUNCTION:
            state.error(start, "functions are not values, refer to them as pointers")
        if isinstance(value, (Instruction, Argument, BasicBlock, ForwardReference)):
            name = self._spelled(start)
            if type.kind == LABEL:
                state.error(start, f"'{name}' is not a basic block")
            state.error(start, f"'{name}' defined with type '{type_string(value.type)}' but expected '{type_string(type)}'")
        if isinstance(value, GlobalValue):
            name = self._spelled(start)
            if type.kind != POINTER:
                state.error(start, "global variable reference must have pointer type")
            state.error(start, f"'{name}' defined with type '{type_string(value.type)}' but expected '{type_string(type)}'")
        state.error(
            start,
            f"constant expression type mismatch: got type '{type_string(value.type)}' but expected '{type_string(type)}'",
        )

    def _spelled(self, start: int) -> str:
        """The name at an offset of the text, as messages spell it."""
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
        if type.kind == FUNCTION:
            state.error(start, "functions are not values, refer to them as pointers")
        if kind == LOCAL_NAME or kind == LOCAL_NUMBER:
            return self._local_forward(value, type)
        if kind == GLOBAL_NAME or kind == GLOBAL_NUMBER:
            return self._global_forward(value, type)
        if kind == FLOAT_LITERAL:
            return self._float(value, type)
        if kind == NULL_WORD:
            if type.kind != POINTER:
                state.error(start, "null must be a pointer type")
            return SimpleConstant.get(type, NULL)
        if kind == UNDEF_WORD:
            if not is_first_class(type, state.version) or type.kind == LABEL:
                state.error(start, "invalid type for undef constant")
            return SimpleConstant.get(type, UNDEF)
        if kind == POISON_WORD:
            state.needs(start, "'poison'", 12)
            if not is_first_class(type, state.version) or type.kind == LABEL:
                state.error(start, "invalid type for poison constant")
            return SimpleConstant.get(type, POISON)
        if kind == ZERO_WORD:
            if not is_first_class(type, state.version) or type.kind == LABEL or not _has_zero(type):
                state.error(start, "invalid type for null constant")
            return null_value(type)
        if kind == NONE_WORD:
            if type.kind != TOKEN:
                state.error(start, "invalid type for none constant")
            return SimpleConstant.get(type, NONE)
        if kind == STRUCTURE or kind == PACKED_STRUCTURE:
            return self._structure(value, type)
        if kind == EMPTY_ARRAY:
            if not isinstance(type, ArrayType) or type.count != 0:
                state.error(start, "invalid empty array initializer")
            return SimpleConstant.get(type, UNDEF)
        if kind == SPLAT:
            return self._splat(value, type)
        if kind == BLOCK_ADDRESS:
            return self._block_address_of_type(value, type)
        assert kind == DSO_LOCAL_EQUIVALENT_ID or kind == NO_CFI_ID
        target = self._global_forward(ValueId(value.number, start, value.name, _number_of(value)), type)
        word = NO_CFI if kind == NO_CFI_ID else DSO_LOCAL_EQUIVALENT
        return GlobalReference.get(type, word, target)

    def _local_forward(self, value: ValueId, type: Type) -> Value:
        local = self.local
        state = self.state
        start = value.start
        if local is None:
            state.error(start, "invalid use of function-local name")
        if value.kind == LOCAL_NAME:
            # It may have been defined since it was read (an argument of a block address, say).
            found = local.named.get(value.name)
            known = local.forward_named.get(value.name)
        else:
            found = local.numbered.get(value.number)
            known = local.forward_numbered.get(value.number)
            if local.block is None and value.number == local.next_number and type is not self.label_type:
                # The number is that of the block which this first instruction begins.
                text = f"'%{value.number}' defined with type 'label' but expected '{type_string(type)}'"
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
            block = BasicBlock(type, text_of_bytes(value.name) if value.kind == LOCAL_NAME else "")
            block.parent = local.function
            made = block
        else:
            made = ForwardReference(type)
        if value.kind == LOCAL_NAME:
            local.forward_named[value.name] = LocalForward(made, start)
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
        name, bits = float_literal(value.name)
        if name == "?":
            state.error(value.start, "constant bigger than 64 bits detected")
        if not isinstance(type, FloatingPointType):
            state.error(value.start, "floating point constant invalid for type")
        if name == type.name:
            return ConstantFP.get(type, bits)
        if name == "double" and type.bits <= 32:
            narrow = narrowed(bits, type.name)
            if narrow < 0:
                state.error(value.start, "floating point constant invalid for type")
            return ConstantFP.get(type, narrow)
        if _can_hold(type.name, name):
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
        if type.is_scalable:
            return self._scalable_splat(element, type)
        if type.count > 1 << 20:
            state.error(value.start, "splat of too many elements")
        return aggregate(type, [element] * type.count)

    def _scalable_splat(self, element: Value, type: VectorType) -> Value:
        """All elements of a scalable vector the same: an insertion that is shuffled to every place."""
        if is_null(element):
            return null_value(type)
        if isinstance(element, SimpleConstant):
            return SimpleConstant.get(type, element.kind)
        context = type.context
        poison = SimpleConstant.get(type, POISON)
        inserted = ConstantExpr.get(type, "insertelement", [poison, element, ConstantInt.get(context.integer(64), 0)])
        mask = null_value(context.vector(context.integer(32), type.count, True))
        return ConstantExpr.get(type, "shufflevector", [inserted, poison, mask])

    # --- constants that know their type

    def array_constant(self, elements: list[Value], start: int, elements_start: int) -> object:
        state = self.state
        first = elements[0].type
        if not first.is_first_class:
            state.error(elements_start, f"invalid array element type: {type_string(first)}")
        for number in range(len(elements)):
            if elements[number].type is not first:
                state.error(elements_start, f"array element #{number} is not of type '{type_string(first)}")
        return aggregate(state.context.array(first, len(elements)), elements)

    def vector_constant(self, elements: list[Value], start: int, elements_start: int) -> object:
        state = self.state
        if not elements:
            state.error(start, "constant vector must not be empty")
        first = elements[0].type
        if first.kind not in (1, 7, 9):
            state.error(elements_start, "vector elements must have integer, pointer or floating point type")
        for number in range(len(elements)):
            if elements[number].type is not first:
                state.error(elements_start, f"vector element #{number} is not of type '{type_string(first)}")
        return aggregate(state.context.vector(first, len(elements)), elements)

    def string_constant(self, text: bytes) -> Value:
        context = self.state.context
        type = context.array(context.integer(8), len(text))
        if not text:
            return SimpleConstant.get(type, ZERO_INITIALIZER)
        return ConstantData.get(type, text)

    def inline_asm(self, asm: AsmId, function_type: FunctionType, type: Type) -> InlineAsm:
        markers = asm.markers
        state = self.state
        if b"unwind" in markers:
            state.needs(asm.start, "the asm marker 'unwind'", 13)
        problem = constraint_problem(function_type, text_of_bytes(asm.constraints), state.version)
        if problem:
            state.error(asm.start, problem if state.version >= 15 else "invalid type for inline asm constraint string")
        return InlineAsm.get(
            type,
            function_type,
            text_of_bytes(asm.text),
            text_of_bytes(asm.constraints),
            b"sideeffect" in markers,
            b"alignstack" in markers,
            b"inteldialect" in markers,
            b"unwind" in markers,
        )

    # --- block addresses

    def block_address(self, function: object, label: object, start: int, function_start: int, label_start: int) -> object:
        """`blockaddress(@function, %label)`."""
        state = self.state
        target: Value | None = None
        name = b""
        number = -1
        if isinstance(function, ValueId):
            if function.kind == GLOBAL_NAME:
                name = function.name
            elif function.kind == GLOBAL_NUMBER:
                number = function.number
            else:
                state.error(function_start, "expected function name in blockaddress")
        elif isinstance(function, GlobalValue):
            target = function
        else:
            state.error(function_start, "expected function name in blockaddress")
        local = self.local
        if isinstance(label, Value):
            if local is None or target is not local.function:
                label = self._label_as_written(label_start)
        elif not isinstance(label, ValueId) or (label.kind != LOCAL_NAME and label.kind != LOCAL_NUMBER):
            state.error(label_start, "expected basic block name in blockaddress")
        if target is None:
            return self._pending_block_address(name, number, label, start)
        if not isinstance(target, Function):
            state.error(function_start, "expected function name in blockaddress")
        block: Value | None
        if local is not None and target is local.function:
            block = self.convert(label, self.label_type, label_start)
        else:
            if target not in self.finished_blocks:
                state.error(function_start, "cannot take blockaddress inside a declaration")
            assert isinstance(label, ValueId)
            if label.kind == LOCAL_NUMBER:
                state.error(label_start, "cannot take address of numeric label after the function is defined")
            block = self.finished_blocks[target].get(label.name)
            if not isinstance(block, BasicBlock):
                state.error(label_start, "referenced value is not a basic block")
        return self.block_address_constant(target, block)

    def _label_as_written(self, start: int) -> ValueId:
        spelled = self._spelled(start)[1:]
        if spelled.isdigit() and self.state.data[start + 1 : start + 2] != b'"':
            return ValueId(LOCAL_NUMBER, start, spelled.encode(), int(spelled))
        return ValueId(LOCAL_NAME, start, spelled.encode("utf-8", "surrogateescape"))

    def _has_typed_addresses(self) -> bool:
        state = self.state
        return state.has_typed_pointers or (state.version < 15 and not state.has_opaque_pointers)

    def block_address_constant(self, function: Function, block: Value) -> Constant:
        """The address of a block, one for each."""
        context = self.state.context
        if self._has_typed_addresses():
            type: Type = context.pointer_to(context.integer(8), 0)
        else:
            type = context.pointer(function.address_space)
        key = ("blockaddress", block)
        found = find_constant(type, key)
        if found is None:
            found = BlockAddress(type, function, block)
            keep_constant(type, key, found)
        assert isinstance(found, Constant)
        return found

    def _pending_block_address(self, name: bytes, number: int, label: object, start: int) -> object:
        context = self.state.context
        assert isinstance(label, ValueId)
        if self._has_typed_addresses():
            type: Type = context.pointer_to(context.integer(8), 0)
        else:
            type = context.pointer(0)
        if name or number < 0:
            known = self.pending_addresses.setdefault(name, [])
        else:
            known = self.pending_numbered_addresses.setdefault(number, [])
        for one in known:
            same = one.label
            if same.kind == label.kind and same.name == label.name and same.number == label.number:
                return one.placeholder
        # A variable, as in LLVM: what constants are folded to by then depends on it.
        placeholder = GlobalVariable(type, context.integer(8))
        placeholder.linkage = "internal"
        known.append(PendingBlockAddress(placeholder, label, start))
        return placeholder

    def _block_address_of_type(self, value: ValueId, type: Type) -> Value:
        raise AssertionError

    def global_word(self, word: bytes, value: object, start: int, value_start: int) -> ValueId | Value:
        """`dso_local_equivalent @f`, `no_cfi @f`."""
        state = self.state
        is_no_cfi = word == b"no_cfi"
        if is_no_cfi:
            state.needs(start, "'no_cfi'", 14)
        else:
            state.needs(start, "'dso_local_equivalent'", 12)
        if isinstance(value, GlobalValue):
            return GlobalReference.get(value.type, NO_CFI if is_no_cfi else DSO_LOCAL_EQUIVALENT, value)
        if isinstance(value, ValueId) and (value.kind == GLOBAL_NAME or value.kind == GLOBAL_NUMBER):
            return ValueId(NO_CFI_ID if is_no_cfi else DSO_LOCAL_EQUIVALENT_ID, value_start, value.name, value.kind)
        what = "no_cfi" if is_no_cfi else "dso_local_equivalent"
        return state.error(value_start, f"expected global value name in {what}")


def _has_zero(type: Type) -> bool:
    """Whether a target's type has a zero value; other types are not asked."""
    if not isinstance(type, TargetType):
        return True
    if type.name.startswith("spirv."):
        return type.name != "spirv.Image"
    return type.name == "aarch64.svcount"


def _number_of(value: ValueId) -> int:
    return int(value.name) if value.number == GLOBAL_NUMBER else 0


def _can_hold(type_name: str, literal: str) -> bool:
    order = ("half", "float", "double", "x86_fp80", "fp128", "ppc_fp128")
    if type_name in order and literal in order:
        return order.index(type_name) >= order.index(literal)
    return literal == "bfloat" and type_name != "half"


def is_constant(value: Value) -> bool:
    """Whether it may stand in a global's initializer."""
    return isinstance(value, Constant)


__all__ = ["FLOATING_POINT", "VOID", "AsmId", "LocalState", "ValueBuilder", "ValueId", "is_constant"]
