"""Parses function headers; function_body.py parses what is between the braces."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.attachments import AttachmentBuilder
from pyllvm.assembly.reader.attributes import AttributeBuilder, AttributeItem, GroupUser, alignment_taken
from pyllvm.assembly.reader.block_addresses import BlockAddressBuilder
from pyllvm.assembly.reader.flags import convention_at, convention_of_number, convention_of_word
from pyllvm.assembly.reader.global_values import GlobalName, GlobalValueBuilder, replace_placeholder
from pyllvm.assembly.reader.places import Places
from pyllvm.assembly.reader.properties import (
    COMDAT,
    GC,
    PARTITION,
    PERSONALITY,
    PREFERRED_ALIGNMENT,
    PREFIX,
    PROLOGUE,
    SECTION,
    SPACE,
    UNNAMED,
    Property,
)
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import GlobalForward, State, text_of_bytes, type_string
from pyllvm.assembly.reader.types import Parameter, TypeBuilder, pointer_element
from pyllvm.assembly.reader.values import is_constant
from pyllvm.ir.attributes import EMPTY_SET, Attribute, AttributeSet
from pyllvm.ir.function import Function, missing_operand
from pyllvm.ir.types import FUNCTION, LABEL, METADATA, VOID, Type
from pyllvm.ir.value import Value
from pyllvm.tables.attributes import PARAMETER, RETURN
from pyllvm.tables.features import FUNCTION_ADDRESS_SPACES, FUNCTION_ADDRESS_SPACES_SINCE, PARTITIONS, PREFERRED_ALIGNMENTS
from pyllvm.tables.linkages import DECLARATIONS
from pyllvm.tables.misplaced_attributes import NOT_ON_PARAMETER, NOT_ON_RETURN_VALUE
from pyllvm.tables.text_versions import LONGEST_LOCAL_NAME, NUMBERS_SKIPPED_SINCE

# The empty linkage means `external`.
_DECLARATION_LINKAGES: Final = frozenset(word.encode() for word in DECLARATIONS) | {b""}
_PROPERTY_RANKS: Final = {
    UNNAMED: 1,
    SPACE: 2,
    SECTION: 3,
    PARTITION: 4,
    COMDAT: 5,
    PREFERRED_ALIGNMENT: 7,
    GC: 8,
    PREFIX: 9,
    PROLOGUE: 10,
    PERSONALITY: 11,
}


@final
class FunctionHeader:
    """A function's header as written, and the function created from it."""

    __slots__ = ("function", "name", "parameters", "start")

    def __init__(self, function: Function, name: GlobalName, parameters: list[Parameter], start: int) -> None:
        self.function = function
        self.name = name
        self.parameters = parameters
        self.start = start


@final
class _Parameters:
    """The parameters of a function as written, with their types and attributes."""

    __slots__ = ("attributes", "given", "is_variadic", "types")

    def __init__(self) -> None:
        self.given: list[Parameter] = []
        self.types: list[Type] = []
        self.attributes: list[AttributeSet] = []
        self.is_variadic = False


@final
class _Properties:
    """The properties after a function's parameters."""

    __slots__ = ("attributes", "others", "space", "unnamed")

    def __init__(self, space: int) -> None:
        self.space = space
        self.unnamed = b""
        self.attributes: list[object] = []
        self.others: list[Property] = []


@final
class FunctionBuilder:
    """Creates functions from their headers."""

    def __init__(
        self,
        state: State,
        stack: Stack,
        types: TypeBuilder,
        globals: GlobalValueBuilder,
        attributes: AttributeBuilder,
        attachments: AttachmentBuilder,
        addresses: BlockAddressBuilder,
    ) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.types: Final = types
        self.globals: Final = globals
        self.attributes: Final = attributes
        self.attachments: Final = attachments
        self.addresses: Final = addresses

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        starts = stack.starts
        if action == a.FUNCTION_HEADER:
            return self._header(base)
        if action == a.FUNCTION_DECLARATION:
            header = stack.values[base + c.FUNCTION_DECLARATION_FUNCTION_HEADER]
            assert isinstance(header, FunctionHeader)
            self.attachments.attach_to_function(header.function, stack.list_at(base + c.FUNCTION_DECLARATION_ATTACHMENTS_BARE))
            return None
        if action == a.CALLING_CONVENTION_ARGUMENT:
            return convention_of_word(
                stack.bytes_at(base + c.CALLING_CONVENTION_ARGUMENT_WORD),
                stack.bytes_at(base + c.CALLING_CONVENTION_ARGUMENT_INTEGER),
                starts[base],
                self.state,
            )
        assert action == a.CALLING_CONVENTION_NUMBER
        return convention_of_number(
            stack.bytes_at(base + c.CALLING_CONVENTION_NUMBER_INTEGER),
            starts[base + c.CALLING_CONVENTION_NUMBER_INTEGER],
            self.state,
        )

    def _header(self, base: i64) -> FunctionHeader:
        """Create the function of a header; `base` is the stack position of its first word."""
        state = self.state
        stack = self.stack
        globals = self.globals
        start = stack.starts[base]
        name = stack.values[base + c.FUNCTION_HEADER_NAME]
        assert isinstance(name, GlobalName)
        words = globals.words_at(base)
        convention = convention_at(stack, base + c.FUNCTION_HEADER_CALLING_CONVENTION, state)
        result = stack.type_at(base + c.FUNCTION_HEADER_RESULT_TYPE)
        result_start = stack.starts[base + c.FUNCTION_HEADER_RESULT_TYPE]
        # `define` is directly before the header; `declare` may have attachments in between.
        is_definition = stack.values[base - 1] == b"define"
        self._check_linkage(words.linkage, start, is_definition)
        globals.check_words(words, start)
        kind = result.kind
        if kind == FUNCTION or kind == LABEL or kind == METADATA:
            state.error(result_start, "invalid function return type")
        globals.check_number(name, "function")
        parameters = self._parameters(stack.values[base + c.FUNCTION_HEADER_PARAMETERS])
        sets = parameters.attributes
        function_type = state.context.function(result, parameters.types, parameters.is_variadic)
        properties = self._properties(stack.values[base + c.FUNCTION_HEADER_PROPERTIES], is_definition)
        groups: list[int] = []
        attributes = self.attributes.function_attributes(properties.attributes or None, groups)
        self._refuse_builtin(attributes, properties.attributes)
        alignment, attributes = alignment_taken(attributes)
        returned_set = self.attributes.placed_set(stack.list_at(base + c.FUNCTION_HEADER_RETURNED), RETURN, NOT_ON_RETURN_VALUE)
        if sets and kind != VOID and "sret" in sets[0]:
            state.error(result_start, "functions with 'sret' argument must return void")
        text = text_of_bytes(name.name or b"")
        is_function = isinstance(state.globals.get(name.name), Function) if name.name is not None else False
        forward = globals.take_forward(
            name, f"invalid redefinition of function '{text}'" if is_function else f"redefinition of function '@{text}'"
        )
        pointer = state.pointer_to(function_type, properties.space)
        if forward is not None and forward.placeholder.type is not pointer:
            self._wrong_forward(forward, pointer, name)
        function = Function(pointer, function_type, text)
        globals.add(name, function)
        if state.places is not None:
            self._record_places(state.places, function, parameters.given, start, name.start)
        globals.set_words(function, words)
        function.calling_convention_number = convention
        function._attributes = self.attributes.list_of(
            self.attributes.set_of(attributes) if attributes else EMPTY_SET, returned_set, tuple(sets)
        )
        function.unnamed_address = properties.unnamed.decode()
        function.alignment = alignment
        self._set_properties(function, properties.others)
        if groups:
            self.attributes.group_users.append(GroupUser(function, tuple(groups)))
        self._name_arguments(function, parameters.given)
        if forward is not None:
            replace_placeholder(forward.placeholder, function, state)
        if not is_definition:
            self.addresses.refuse_declaration(name)
        return FunctionHeader(function, name, parameters.given, start)

    def _check_linkage(self, linkage: bytes, start: int, is_definition: bool) -> None:
        if linkage in (b"appending", b"common"):
            self.state.error(start, "invalid function linkage type")
        if is_definition:
            if linkage == b"extern_weak":
                self.state.error(start, "invalid linkage for function definition")
        elif linkage not in _DECLARATION_LINKAGES:
            self.state.error(start, "invalid linkage for function declaration")

    def _parameters(self, written: object) -> _Parameters:
        parameters = _Parameters()
        if written is None:
            return parameters
        assert isinstance(written, list)
        for parameter in written:
            if isinstance(parameter, Parameter):
                self.types.check_parameter(parameter)
                parameters.given.append(parameter)
                parameters.types.append(parameter.type)
                items = parameter.attributes
                if items is None:
                    parameters.attributes.append(EMPTY_SET)
                else:
                    assert isinstance(items, list)
                    parameters.attributes.append(self.attributes.placed_set(items, PARAMETER, NOT_ON_PARAMETER))
            else:
                parameters.is_variadic = True
        return parameters

    def _properties(self, written: object, is_definition: bool) -> _Properties:
        """The attributes and the properties, which have a fixed order."""
        state = self.state
        has_spaces = state.version >= FUNCTION_ADDRESS_SPACES_SINCE
        properties = _Properties(state.layout.program_address_space if has_spaces else 0)
        if written is None:
            return properties
        assert isinstance(written, list)
        misplaced = "expected '{' in function body" if is_definition else "expected top-level entity"
        rank = 0
        for item in written:
            if isinstance(item, Property):
                if item.kind == UNNAMED:
                    properties.unnamed = item.text
                elif item.kind == SPACE:
                    state.needs(item.start, "a function's 'addrspace'", FUNCTION_ADDRESS_SPACES.since)
                    properties.space = item.number
                else:
                    properties.others.append(item)
                item_rank = _PROPERTY_RANKS[item.kind]
                if item_rank <= rank:
                    state.error(item.start, misplaced)
                rank = item_rank
            else:
                assert isinstance(item, AttributeItem)
                # Attributes come before the section; an alignment may be among them or after the comdat.
                attribute = item.attribute
                is_align = attribute is not None and attribute.kind is not None and attribute.kind.word == "align"
                if rank > (_PROPERTY_RANKS[COMDAT] if is_align else _PROPERTY_RANKS[SPACE]):
                    state.error(item.start, misplaced)
                if is_align and rank > _PROPERTY_RANKS[SPACE]:
                    rank = _PROPERTY_RANKS[PREFERRED_ALIGNMENT] - 1
                rank = max(rank, _PROPERTY_RANKS[SPACE])
                properties.attributes.append(item)
        return properties

    def _wrong_forward(self, forward: GlobalForward, pointer: Type, name: GlobalName) -> None:
        expected = type_string(pointer)
        was = type_string(forward.placeholder.type)
        if name.name is not None:
            pointee = pointer_element(forward.placeholder.type)
            if pointee is not None and pointee.kind != FUNCTION:
                self.state.error(forward.start, "invalid forward reference to function as global value!")
            self.state.error(
                forward.start,
                f"invalid forward reference to function '{text_of_bytes(name.name)}' with wrong type: "
                f"expected '{expected}' but was '{was}'",
            )
        self.state.error(
            name.start,
            f"type of definition and forward reference of '@{name.number}' disagree: expected '{expected}' but was '{was}'",
        )

    def _set_properties(self, function: Function, properties: list[Property]) -> None:
        prefix: Value | None = None
        prologue: Value | None = None
        personality: Value | None = None
        for item in properties:
            kind = item.kind
            if kind == SECTION:
                function.section = text_of_bytes(item.text)
            elif kind == PARTITION:
                self.state.needs(item.start, "'partition'", PARTITIONS.since)
                function.partition = text_of_bytes(item.text)
            elif kind == COMDAT:
                function.comdat = self.globals.comdats.of_property(item, function)
            elif kind == PREFERRED_ALIGNMENT:
                self.state.needs(item.start, PREFERRED_ALIGNMENTS.name, PREFERRED_ALIGNMENTS.since)
                function.preferred_alignment = item.number
            elif kind == GC:
                function.gc = text_of_bytes(item.text)
            elif kind in (PREFIX, PROLOGUE, PERSONALITY):
                value = item.value
                assert isinstance(value, Value)
                if not is_constant(value):
                    self.state.error(item.start, "global values must be constants")
                if kind == PREFIX:
                    prefix = value
                elif kind == PROLOGUE:
                    prologue = value
                else:
                    personality = value
        if prefix is not None or prologue is not None or personality is not None:
            pairs = missing_operand(function.type).recorded_pairs
            function._null_uses_before = len(pairs) // 2 if pairs is not None else 0
            function.set_optional_operands(personality, prefix, prologue)
            if self.state.lists_missing_operands:
                function.use_missing_operands()

    def _record_places(self, places: Places, function: Function, given: list[Parameter], start: int, name_start: int) -> None:
        places.record(function, start, self.state.ahead, name_start)
        for number in range(len(given)):
            places.record(function.arguments[number], given[number].start, 0)

    def _refuse_builtin(self, attributes: list[Attribute], items: list[object]) -> None:
        """Refuse an attribute that only calls have; `items` are the attributes with their places."""
        for attribute in attributes:
            if attribute.kind is not None and attribute.kind.word == "builtin":
                for item in items:
                    if isinstance(item, AttributeItem) and item.attribute is attribute:
                        self.state.error(item.start, "'builtin' attribute not valid on function")

    def _name_arguments(self, function: Function, parameters: list[Parameter]) -> None:
        seen: set[bytes] = set()
        arguments = function.arguments
        next_number = 0
        written = 0
        for number in range(len(parameters)):
            parameter = parameters[number]
            name = parameter.name
            if isinstance(name, bytes):
                if name in seen or len(name) > LONGEST_LOCAL_NAME:
                    self.state.error(parameter.start, f"redefinition of argument '%{text_of_bytes(name)}'")
                seen.add(name)
                arguments[number].set_unique_name(text_of_bytes(name))
            else:
                if isinstance(name, int):
                    self._check_number(parameter, name, next_number, written)
                    written += 1
                    next_number = name
                next_number += 1

    def _check_number(self, parameter: Parameter, number: int, next_number: int, written: int) -> None:
        """Refuse the number of an argument that is not `next_number` or greater; `written` arguments before have numbers."""
        if self.state.version >= NUMBERS_SKIPPED_SINCE:
            if number < next_number:
                self.state.error(parameter.start, f"argument expected to be numbered '%{next_number}' or greater")
        elif number != written:
            # In these versions, only written numbers are counted.
            self.state.error(parameter.start, f"argument expected to be numbered '%{written}'")
