"""Parses types: named ones at their first use, and LLVM's rules for valid element types."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.numbers import unsigned_value
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes, type_string
from pyllvm.assembly.reader.text_error import TextError, place_of_item
from pyllvm.ir.types import (
    ARRAY,
    FUNCTION,
    LABEL,
    METADATA,
    NOT_ARRAY_ELEMENTS,
    NOT_STRUCT_ELEMENTS,
    STRUCT,
    TOKEN,
    VECTOR_ELEMENTS,
    VOID,
    X86_AMX,
    FunctionType,
    PointerType,
    StructType,
    TargetType,
    Type,
    VectorType,
)
from pyllvm.ir.valid_operands import is_passed
from pyllvm.tables import features, text_versions
from pyllvm.tables.features import X86_AMX as X86_AMX_FEATURE
from pyllvm.tables.features import Feature
from pyllvm.tables.target_versions import wrong_target_parameters

_FLOATING_POINT_WORDS: Final = (b"half", b"bfloat", b"float", b"double", b"x86_fp80", b"fp128", b"ppc_fp128")
# `i` and a width up to 999: nearly every integer type.
_WIDTHS: Final = 1000
# The features to which some type words belong.
_FEATURES: Final[dict[bytes, Feature]] = {b"bfloat": features.BFLOAT, b"x86_amx": X86_AMX_FEATURE}


@final
class Parameter:
    """One parameter of a function or function type as written; `name` is bytes, an int, or None."""

    __slots__ = ("attributes", "name", "start", "type")

    def __init__(self, type: Type, attributes: object, name: object, start: int) -> None:
        self.type = type
        self.attributes = attributes
        self.name = name
        self.start = start


@final
class Ellipsis:
    """The `...` after parameters or arguments."""


ELLIPSIS_MARK: Final = Ellipsis()


@final
class TypeBuilder:
    """Creates types, and stores the named and numbered ones."""

    def __init__(self, state: State, stack: Stack) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.context: Final = state.context
        self.words: dict[bytes, Type] = {}
        # Integer types by their widths, so that no word need be looked up.
        self._integers: list[Type | None] = [None] * _WIDTHS
        # `ptr`, once it was allowed.
        self._pointer: Type | None = None
        self.named: dict[bytes, Type] = {}
        self.numbered: dict[int, Type] = {}
        # Names that are used and not defined yet, with the position of their first use.
        self.forward_named: dict[bytes, int] = {}
        self.forward_numbered: dict[int, int] = {}
        # The types that contain no struct that is still without a body.
        self.settled: set[Type] = set()
        # New identified structs with names, each with the position of its first mention.
        self._structs_to_name: list[tuple[int, str, StructType]] = []
        self.void: Final[Type] = state.context.void

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        values = stack.values
        starts = stack.starts
        if action == a.INTEGER_TYPE:
            return self._integer(stack.places[base + c.INTEGER_TYPE_INTEGER_TYPE].number, starts[base])
        if action == a.OPAQUE_POINTER:
            if self._pointer is None:
                self._pointer = self._opaque_pointer(starts[base], 0)
            return self._pointer
        if action == a.NAMED_TYPE:
            return self._named_type(stack.bytes_at(base + c.NAMED_TYPE_LOCAL_VAR), starts[base])
        if action == a.POINTER_TYPE:
            return self._pointer_to(
                stack.type_at(base + c.POINTER_TYPE_POINTABLE_TYPE), 0, starts[base], starts[base + c.POINTER_TYPE_STAR]
            )
        if action == a.PRIMITIVE_TYPE:
            return self._primitive(stack.bytes_at(base + c.PRIMITIVE_TYPE_WORD), starts[base])
        if action == a.VOID_TYPE:
            return self.void
        if action == a.ARRAY_TYPE:
            return self._array(
                stack.bytes_at(base + c.ARRAY_TYPE_INTEGER),
                stack.type_at(base + c.ARRAY_TYPE_TYPE),
                starts[base + c.ARRAY_TYPE_INTEGER],
                starts[base + c.ARRAY_TYPE_TYPE],
            )
        if action == a.OPAQUE_POINTER_IN:
            return self._opaque_pointer(starts[base], stack.number_at(base + c.OPAQUE_POINTER_IN_SOME_ADDRESS_SPACE))
        if action == a.NUMBERED_TYPE:
            return self._numbered_type(stack.places[base + c.NUMBERED_TYPE_LOCAL_ID].number, starts[base])
        if action == a.POINTER_TYPE_IN:
            return self._pointer_to(
                stack.type_at(base + c.POINTER_TYPE_IN_POINTABLE_TYPE),
                stack.number_at(base + c.POINTER_TYPE_IN_SOME_ADDRESS_SPACE),
                starts[base],
                starts[base + c.POINTER_TYPE_IN_SOME_ADDRESS_SPACE],
            )
        if action == a.FUNCTION_TYPE:
            return self._function(
                stack.type_at(base + c.FUNCTION_TYPE_TYPE),
                values[base + c.FUNCTION_TYPE_PARAMETERS],
                starts[base + c.FUNCTION_TYPE_OPENING],
            )
        if action == a.VOID_FUNCTION_TYPE:
            return self._function(self.void, values[base + c.VOID_FUNCTION_TYPE_PARAMETERS], starts[base])
        if action == a.NAMED_PARAMETER:
            return Parameter(
                stack.type_at(base + c.NAMED_PARAMETER_TYPE),
                values[base + c.NAMED_PARAMETER_ATTRIBUTES],
                values[base + c.NAMED_PARAMETER_LOCAL_VAR],
                starts[base],
            )
        if action == a.PARAMETER:
            return Parameter(stack.type_at(base + c.PARAMETER_TYPE), values[base + c.PARAMETER_ATTRIBUTES], None, starts[base])
        if action == a.NUMBERED_PARAMETER:
            return Parameter(
                stack.type_at(base + c.NUMBERED_PARAMETER_TYPE),
                values[base + c.NUMBERED_PARAMETER_ATTRIBUTES],
                int(stack.places[base + c.NUMBERED_PARAMETER_LOCAL_ID].number),
                starts[base],
            )
        if action == a.METADATA_PARAMETER:
            return Parameter(self.context.metadata_type, values[base + c.METADATA_PARAMETER_ATTRIBUTES], None, starts[base])
        if action == a.NAMED_METADATA_PARAMETER:
            return Parameter(
                self.context.metadata_type,
                values[base + c.NAMED_METADATA_PARAMETER_ATTRIBUTES],
                values[base + c.NAMED_METADATA_PARAMETER_LOCAL_VAR],
                starts[base],
            )
        if action == a.NUMBERED_METADATA_PARAMETER:
            return Parameter(
                self.context.metadata_type,
                values[base + c.NUMBERED_METADATA_PARAMETER_ATTRIBUTES],
                int(stack.places[base + c.NUMBERED_METADATA_PARAMETER_LOCAL_ID].number),
                starts[base],
            )
        return self._reduce_rare(action, base)

    def _reduce_rare(self, action: i64, base: i64) -> object:
        """Run the action of a rule for vectors, structures, types of targets, and definitions."""
        stack = self.stack
        values = stack.values
        starts = stack.starts
        if action == a.VECTOR_TYPE:
            return self._vector(
                stack.bytes_at(base + c.VECTOR_TYPE_INTEGER),
                stack.type_at(base + c.VECTOR_TYPE_TYPE),
                starts[base + c.VECTOR_TYPE_INTEGER],
                starts[base + c.VECTOR_TYPE_TYPE],
                False,
            )
        if action == a.SCALABLE_VECTOR_TYPE:
            return self._vector(
                stack.bytes_at(base + c.SCALABLE_VECTOR_TYPE_INTEGER),
                stack.type_at(base + c.SCALABLE_VECTOR_TYPE_TYPE),
                starts[base + c.SCALABLE_VECTOR_TYPE_INTEGER],
                starts[base + c.SCALABLE_VECTOR_TYPE_TYPE],
                True,
            )
        if action == a.ELEMENT_TYPE:
            element = stack.type_at(base + c.ELEMENT_TYPE_TYPE)
            if element.kind in NOT_STRUCT_ELEMENTS:
                self.state.error(starts[base], "invalid element type for struct")
            return element
        if action == a.STRUCTURE_TYPE:
            return self.context.literal_struct(stack.types_at(base + c.STRUCTURE_TYPE_TYPE_LIST), False)
        if action == a.PACKED_STRUCTURE_TYPE:
            return self.context.literal_struct(stack.types_at(base + c.PACKED_STRUCTURE_TYPE_TYPE_LIST), True)
        if action == a.EMPTY_STRUCTURE_TYPE:
            return self.context.literal_struct([], False)
        if action == a.EMPTY_PACKED_STRUCTURE_TYPE:
            return self.context.literal_struct([], True)
        if action == a.TARGET_TYPE:
            return self._target(
                stack.bytes_at(base + c.TARGET_TYPE_STRING),
                values[base + c.TARGET_TYPE_TARGET_TYPE_PARAMETERS],
                starts[base],
                starts[base + c.TARGET_TYPE_STRING],
            )
        if action == a.TYPE_DEFINITION:
            self._define(
                self._name_at(base + c.TYPE_DEFINITION_LOCAL_NAME),
                stack.type_at(base + c.TYPE_DEFINITION_TYPE),
                starts[base],
                starts[base + c.TYPE_DEFINITION_TYPE],
            )
            return None
        if action == a.OPAQUE_TYPE_DEFINITION:
            self._define(self._name_at(base), None, starts[base], starts[base + c.OPAQUE_TYPE_DEFINITION_BODY])
            return None
        assert action == a.APPEND_VOID_TYPE
        listed = values[base + c.APPEND_VOID_TYPE_TARGET_TYPE_PARAMETERS]
        if isinstance(listed, list):
            listed.append(self.void)
            return listed
        return [self.void]

    def _name_at(self, at: int) -> object:
        """The name of the type that is being defined: bytes, or an int if the text has a number."""
        name = self.stack.values[at]
        return int(self.stack.places[at].number) if name is None else name

    def _integer(self, number: i64, start: int) -> Type:
        """`i8`, `b8`; the number of a byte type is negative."""
        if 0 < number < _WIDTHS:
            known = self._integers[number]
            if known is not None:
                return known
        state = self.state
        is_byte = number < 0
        width: int = -number if is_byte else number
        if is_byte:
            state.needs(start, f"'b{width}'", features.BYTE_TYPES.since)
        found: Type = self.context.byte(width) if is_byte else self.context.integer(width)
        if 0 < number < _WIDTHS:
            self._integers[number] = found
        return found

    def _primitive(self, word: bytes, start: int) -> Type:
        found = self.words.get(word)
        if found is None:
            if word in _FEATURES:
                self.state.needs(start, _FEATURES[word].name, _FEATURES[word].since)
            if word == b"x86_mmx":
                self.state.ends(start, "'x86_mmx'", 19, "expected type")
            if word in _FLOATING_POINT_WORDS:
                found = self.context.floating_point(word.decode())
            else:
                found = self.context.primitive(word.decode())
            self.words[word] = found
        return found

    def _opaque_pointer(self, start: int, address_space: int) -> Type:
        state = self.state
        if not state.has_opaque_pointers:
            if state.version < features.OPAQUE_POINTERS.since or state.has_typed_pointers:
                if not state.version_is_fixed:
                    # After `T*`, which LLVM 15 keeps, `ptr` is a type of later ones: they read both as `ptr`.
                    state.needs(
                        start,
                        "'ptr'",
                        features.TYPED_POINTERS_UNTIL if state.has_typed_pointers else features.OPAQUE_POINTERS.since,
                    )
                error = TextError(start, "expected type")
                if state.version >= text_versions.POINTER_WARNING_SINCE:
                    error.warning = "ptr type is only supported in -opaque-pointers mode"
                raise error
            state.has_opaque_pointers = True
        return self.context.pointer(address_space)

    def _pointer_to(self, pointee: Type, address_space: int, start: int, star: int) -> Type:
        """`pointee*`; `star` is the position of the star."""
        state = self.state
        kind = pointee.kind
        if kind == LABEL:
            state.error(star, "basic block pointers are invalid")
        if kind == METADATA or kind == TOKEN or kind == X86_AMX or kind == VOID:
            state.error(star, "pointer to this type is invalid")
        if state.version >= features.OPAQUE_POINTERS_SINCE and not state.version_is_fixed and not state.has_opaque_pointers:
            state.ends(start, "a typed pointer", features.OPAQUE_POINTERS_SINCE - 1)
        if state.version >= features.TYPED_POINTERS_UNTIL or state.has_opaque_pointers:
            return self.context.pointer(address_space)
        state.has_typed_pointers = True
        return self.context.pointer_to(pointee, address_space)

    def _new_struct(self, name: str, start: int) -> StructType:
        made = self.context.named_struct("")
        # The struct's name if no other module in the context has it.
        made.name = name
        if name:
            self._structs_to_name.append((start, name, made))
        self.state.module.struct_types.append(made)
        return made

    def _named_type(self, name: bytes, start: int) -> Type:
        found = self.named.get(name)
        if found is None:
            found = self._new_struct(text_of_bytes(name), start)
            self.named[name] = found
            self.forward_named[name] = start
        return found

    def _numbered_type(self, number: int, start: int) -> Type:
        found = self.numbered.get(number)
        if found is None:
            found = self._new_struct("", start)
            self.numbered[number] = found
            self.forward_numbered[number] = start
        return found

    def _define(self, name: object, body: Type | None, start: int, body_start: int) -> None:
        """`%name = type body`; without a body the struct is opaque."""
        state = self.state
        if isinstance(name, bytes):
            known = self.named.get(name)
            is_forward = name in self.forward_named
        else:
            assert isinstance(name, int)
            known = self.numbered.get(name)
            is_forward = name in self.forward_numbered
        if known is not None and not is_forward:
            state.error(start, "redefinition of type")
        is_body = body is None or (isinstance(body, StructType) and body.is_literal and state.data[body_start] in b"{<")
        if not is_body:
            assert body is not None
            if known is not None:
                state.error(
                    start,
                    "forward references to non-struct type" if known is not body else "non-struct types may not be recursive",
                )
            made: Type = body
        else:
            if known is None:
                known = self._new_struct(text_of_bytes(name) if isinstance(name, bytes) else "", start)
            assert isinstance(known, StructType)
            if isinstance(name, bytes) and is_forward and self.forward_named[name] > start:
                # The body, which is read first here, mentions the struct: LLVM makes the struct before the body.
                self._structs_to_name.append((start, text_of_bytes(name), known))
            if body is not None:
                assert isinstance(body, StructType)
                known.elements = body.elements
                known.is_packed = body.is_packed
                if state.version >= text_versions.RECURSIVE_TYPES_REFUSED_SINCE and contains_itself(known, self.settled):
                    spelled = text_of_bytes(name) if isinstance(name, bytes) else ""
                    state.error(state.ahead, f"identified structure type '{spelled}' is recursive")
            made = known
        if isinstance(name, bytes):
            self.named[name] = made
            self.forward_named.pop(name, None)
        else:
            assert isinstance(name, int)
            self.numbered[name] = made
            self.forward_numbered.pop(name, None)

    def _array(self, count: bytes, element: Type, start: int, element_start: int) -> Type:
        number = self._size(count, start)
        state = self.state
        if element.kind in NOT_ARRAY_ELEMENTS:
            state.error(element_start, "invalid array element type")
        if isinstance(element, VectorType) and element.is_scalable and state.version < features.SCALABLE_ARRAYS.since:
            if not state.version_is_fixed:
                state.needs(start, "an array of scalable vectors", features.SCALABLE_ARRAYS.since)
            state.error(element_start, "invalid array element type")
        return self.context.array(element, number)

    def _is_vector_element(self, element: Type) -> bool:
        """Whether vectors of a target type are valid: only of LLVM's own test type (TargetExtType::CanBeVectorElement)."""
        is_known = isinstance(element, TargetType) and element.name == "llvm.test.vectorelement"
        return is_known and self.state.version >= text_versions.TARGET_ELEMENTS_SINCE

    def _vector(self, count: bytes, element: Type, start: int, element_start: int, is_scalable: bool) -> Type:
        if is_scalable:
            self.state.needs(start, "a scalable vector", features.SCALABLE_VECTORS.since)
        number = self._size(count, start)
        if number == 0:
            self.state.error(start, "zero element vector is illegal")
        if number > 0xFFFFFFFF:
            self.state.error(start, "size too large for vector")
        if element.kind not in VECTOR_ELEMENTS and not self._is_vector_element(element):
            self.state.error(element_start, "invalid vector element type")
        return self.context.vector(element, number, is_scalable)

    def _size(self, text: bytes, start: int) -> int:
        """An element count: an unsigned integer literal of at most 64 bits."""
        number = unsigned_value(text)
        if number < 0 or number >> 64:
            self.state.error(start, "expected number in address space")
        return number

    def _function(self, result: Type, parameters: object, start: int) -> FunctionType:
        """A function type; its parameters must not have names or attributes."""
        state = self.state
        kind = result.kind
        if kind == FUNCTION or kind == LABEL or kind == METADATA:
            state.error(start, "invalid function return type")
        types: list[Type] = []
        is_variadic = False
        if parameters is not None:
            assert isinstance(parameters, list)
            for parameter in parameters:
                if isinstance(parameter, Parameter):
                    if parameter.name is not None and not isinstance(parameter.name, int):
                        state.error(parameter.start, "argument name invalid in function type")
                    if parameter.attributes:
                        state.error(parameter.start, "argument attributes invalid in function type")
                    self.check_parameter(parameter)
                    types.append(parameter.type)
                else:
                    is_variadic = True
        return self.context.function(result, types, is_variadic)

    def check_parameter(self, parameter: Parameter) -> None:
        """Refuse a type that a parameter cannot have."""
        kind = parameter.type.kind
        if kind == VOID:
            self.state.error(parameter.start, "argument can not have void type")
        if not is_passed(parameter.type, self.state.version):
            self.state.error(parameter.start, "invalid type for function argument")

    def _target(self, name: bytes, parameters: object, start: int, name_start: int) -> Type:
        self.state.needs(start, "a target type", features.TARGET_TYPES.since)
        types: list[Type] = []
        integers: list[int] = []
        if parameters is not None:
            assert isinstance(parameters, list)
            for parameter in parameters:
                if isinstance(parameter, Type):
                    if integers:
                        place = place_of_item(self.state.data, name_start, len(types) + len(integers) + 1)
                        self.state.error(place, "expected uint32 param")
                    types.append(parameter)
                else:
                    assert isinstance(parameter, bytes)
                    integers.append(self._unsigned_parameter(parameter, name_start, len(types) + len(integers) + 1))
        text = text_of_bytes(name)
        message = wrong_target_parameters(text, len(types), len(integers), self.state.version)
        if message:
            self.state.error(self.state.ahead, message)
        return self.context.target(text, types, integers)

    def _unsigned_parameter(self, text: bytes, name_start: int, number: int) -> int:
        value = unsigned_value(text)
        if not 0 <= value <= 0xFFFFFFFF:
            message = "expected integer" if value < 0 else "expected 32-bit integer (too large)"
            self.state.error(place_of_item(self.state.data, name_start, number), message)
        return value

    def _name_structs(self) -> None:
        """Name the structs in the context in LLVM's order: a definition before the types in its body."""
        by_place = {start: (name, struct) for start, name, struct in self._structs_to_name}
        named: set[StructType] = set()
        for start in sorted(by_place):
            name, struct = by_place[start]
            if struct not in named:
                named.add(struct)
                self.context.name_struct(struct, "")
                self.context.name_struct(struct, name)

    def finish(self) -> None:
        """Refuse names that were used but never defined."""
        for name in sorted(self.forward_named):
            self.state.error(self.forward_named[name], f"use of undefined type named '{text_of_bytes(name)}'")
        for number in sorted(self.forward_numbered):
            self.state.error(self.forward_numbered[number], f"use of undefined type '%{number}'")
        self._name_structs()


def contains_itself(struct: StructType, settled: set[Type]) -> bool:
    """Whether a struct, whose body is new, contains itself by value.

    `settled` has the types that contain no struct without a body, and so not this one either; this one may become one of them.
    """
    seen: set[Type] = set()
    is_settled = True
    left: list[Type] = list(struct.contained_types)
    while left:
        type = left.pop()
        if type is struct:
            return True
        if type.kind in (STRUCT, ARRAY) and type not in seen and type not in settled:
            seen.add(type)
            left.extend(type.contained_types)
            if isinstance(type, StructType) and type.elements is None:
                is_settled = False
    if is_settled:
        settled.add(struct)
        settled |= seen
    return False


def pointer_element(type: Type) -> Type | None:
    """The pointee of a typed pointer."""
    return type.pointee if isinstance(type, PointerType) else None


def wrong_pointee(type: Type, pointee: Type, version: int) -> str:
    """The message if `type` is written and the operand is a pointer to `pointee`."""
    message = "explicit pointee type doesn't match operand's pointee type"
    return (
        message
        if version < text_versions.POINTEE_TYPES_SHOWN_SINCE
        else f"{message} ({type_string(type)} vs {type_string(pointee)})"
    )


def but_expected(type: Type, version: int) -> str:
    """The end of a message about a value of another type."""
    return f" but expected '{type_string(type)}'" if version >= text_versions.EXPECTED_TYPE_SHOWN_SINCE else ""
