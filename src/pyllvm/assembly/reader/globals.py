"""What stands at the module's level: global variables, aliases, function headers, comdats; and the ends of forward references."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from pyllvm.assembly.reader.attributes import AttributeBuilder, AttributeItem, GroupUser, alignment_taken
from pyllvm.assembly.reader.instructions import (
    ALIGN,
    CODE_MODEL,
    COMDAT,
    GC,
    PARTITION,
    PERSONALITY,
    PREFIX,
    PROLOGUE,
    SANITIZER,
    SECTION,
    SPACE,
    UNNAMED,
    InstructionBuilder,
    Property,
)
from pyllvm.assembly.reader.metadata import AttachmentText, MetadataTextBuilder
from pyllvm.assembly.reader.near_miss import near_miss
from pyllvm.assembly.reader.placeholders import replace_placeholder
from pyllvm.assembly.reader.state import GlobalForward, State, text_of_bytes, type_string
from pyllvm.assembly.reader.text_error import TextError
from pyllvm.assembly.reader.types import Parameter, TypeBuilder, pointer_element
from pyllvm.assembly.reader.values import LocalState, PendingBlockAddress, ValueBuilder, is_constant
from pyllvm.ir.attributes import EMPTY_SET, AttributeList, AttributeSet
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.intrinsics.names import mangled_intrinsic_name
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.types import FUNCTION, LABEL, METADATA, TOKEN, VOID, FunctionType, PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.intrinsics import upgrade_undeclared
from pyllvm.tables.attributes import PARAMETER, RETURN
from pyllvm.tables.calling_conventions import NUMBER_OF_WORD, WORD_SINCE, WORD_UNTIL
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.keywords import COMDAT_SELECTION_NUMBERS, SANITIZER_FLAGS

NUMBERS_SKIPPED_SINCE: Final = 18
"""Since then the numbers of nameless values may leave some out."""
_LOCAL_LINKAGES: Final = (b"private", b"internal")
_SANITIZER_BITS: Final = dict(SANITIZER_FLAGS)
_ALIAS_LINKAGES: Final = (b"", b"external", b"linkonce", b"linkonce_odr", b"weak", b"weak_odr", b"private", b"internal")
_DECLARATION_LINKAGES: Final = (b"", b"external", b"extern_weak")
# Since when calls of what is not declared are upgraded.
_UPGRADED_UNDECLARED_SINCE: Final = 22


@final
class GlobalName:
    """The name of a global value that is being defined, or its number (`name` is None)."""

    __slots__ = ("name", "number", "start")

    def __init__(self, name: bytes | None, number: int, start: int) -> None:
        self.name = name
        self.number = number
        self.start = start


@final
class GlobalHead:
    """The words before a global variable or alias."""

    __slots__ = ("after_dll", "dll", "linkage", "name", "preemption", "thread_local", "unnamed", "visibility")

    def __init__(
        self,
        name: GlobalName,
        linkage: bytes,
        preemption: bytes,
        visibility: bytes,
        dll: bytes,
        thread_local: str,
        unnamed: bytes,
        after_dll: int,
    ) -> None:
        self.after_dll = after_dll
        self.name = name
        self.linkage = linkage
        self.preemption = preemption
        self.visibility = visibility
        self.dll = dll
        self.thread_local = thread_local
        self.unnamed = unnamed


@final
class FunctionHeader:
    """What a function's header says; `function` is made of it."""

    __slots__ = ("function", "name", "parameters", "start")

    def __init__(self, function: Function, name: GlobalName, parameters: list[Parameter], start: int) -> None:
        self.function = function
        self.name = name
        self.parameters = parameters
        self.start = start


@final
class GlobalBuilder:
    """Defines global values and begins and ends functions."""

    def __init__(
        self,
        state: State,
        types: TypeBuilder,
        values: ValueBuilder,
        attributes: AttributeBuilder,
        instructions: InstructionBuilder,
        metadata: MetadataTextBuilder,
    ) -> None:
        self.state: Final = state
        self.types: Final = types
        self.values: Final = values
        self.attributes: Final = attributes
        self.instructions: Final = instructions
        self.metadata: Final = metadata
        self.undefined_comdats: dict[str, int] = {}

    # --- names

    def _checked_number(self, name: GlobalName, what: str) -> None:
        """Whether a number that is written may come next; unwritten ones are given."""
        state = self.state
        if name.name is not None:
            return
        if name.number < 0:
            name.number = state.next_global
            return
        if state.version >= 19:
            if name.number < state.next_global:
                what = "function" if what == "function" else "global"
                state.error(name.start, f"{what} expected to be numbered '@{state.next_global}' or greater")
        elif name.number != state.next_global:
            what = "function" if what == "function" else "variable"
            state.error(name.start, f"{what} expected to be numbered '%{state.next_global}'")

    def _taken_forward(self, name: GlobalName, redefinition: str) -> GlobalForward | None:
        """The forward reference to a global that is being defined, if there is one; refuses names that are taken."""
        state = self.state
        if name.name is not None:
            forward = state.forward_globals.pop(name.name, None)
            if forward is None and name.name in state.globals:
                state.error(name.start, redefinition)
            return forward
        return state.forward_numbered_globals.pop(name.number, None)

    def _add(self, name: GlobalName, value: GlobalValue) -> None:
        state = self.state
        if name.name is not None:
            state.globals[name.name] = value
        else:
            state.numbered_globals[name.number] = value
            state.next_global = name.number + 1
        state.module.add(value)
        if state.places is not None:
            state.places.record(value, name.start, state.ahead)

    def _pointer(self, type: Type, space: int) -> Type:
        state = self.state
        if state.has_opaque_pointers or state.version >= 16 or (state.version == 15 and not state.has_typed_pointers):
            return state.context.pointer(space)
        return state.context.pointer_to(type, space)

    def _set_words(self, value: GlobalValue, linkage: bytes, preemption: bytes, visibility: bytes, dll: bytes) -> None:
        if linkage:
            value.linkage = linkage.decode()
        if visibility:
            value.visibility = visibility.decode()
        if dll:
            value.dll_storage_class = dll.decode()
        value.is_dso_local = preemption == b"dso_local" or value.has_implicit_dso_local

    def _check_words(self, linkage: bytes, preemption: bytes, visibility: bytes, dll: bytes, start: int, after_dll: int) -> None:
        if preemption == b"dso_local" and dll == b"dllimport":
            self.state.error(after_dll, "dso_location and DLL-StorageClass mismatch")
        if linkage in _LOCAL_LINKAGES:
            if visibility and visibility != b"default":
                self.state.error(start, "symbol with local linkage must have default visibility")
            if dll and self.state.version >= 16:
                self.state.error(start, "symbol with local linkage cannot have a DLL storage class")

    # --- variables

    def variable(
        self,
        head: GlobalHead,
        space: int,
        is_external: bool,
        kind: bytes,
        type: Type,
        value: object,
        type_start: int,
        value_start: int,
    ) -> GlobalVariable:
        state = self.state
        name = head.name
        self._check_words(head.linkage, head.preemption, head.visibility, head.dll, name.start, head.after_dll)
        self._checked_number(name, "variable")
        initializer: Value | None = None
        if value is not None:
            if type.kind == FUNCTION:
                state.error(type_start, "invalid type for global variable")
            initializer = self.values.convert(value, type, value_start)
            if not is_constant(initializer):
                state.error(value_start, "global values must be constants")
        kind_of_type = type.kind
        if kind_of_type in (FUNCTION, VOID, LABEL, METADATA, TOKEN):
            state.error(type_start, "invalid type for global variable")
        forward = self._taken_forward(name, f"redefinition of global '@{text_of_bytes(name.name or b'')}'")
        made = GlobalVariable(self._pointer(type, space), type, text_of_bytes(name.name or b""), kind == b"constant")
        self._add(name, made)
        if initializer is not None:
            made.set_single_operand(initializer)
        self._set_words(made, head.linkage, head.preemption, head.visibility, head.dll)
        made.is_externally_initialized = is_external
        made.thread_local_mode = head.thread_local
        made.unnamed_address = head.unnamed.decode()
        if forward is not None:
            if forward.placeholder.type is not made.type:
                state.error(type_start, "forward reference and definition of global have different types")
            replace_placeholder(forward.placeholder, made, state)
        return made

    def set_variable_properties(self, variable: GlobalVariable, properties: object, attributes: object) -> None:
        state = self.state
        if properties is not None:
            assert isinstance(properties, list)
            for one in properties:
                if isinstance(one, AttachmentText):
                    self.metadata.attach_global(variable, one)
                    continue
                assert isinstance(one, Property)
                kind = one.kind
                if kind == SECTION:
                    variable.section = text_of_bytes(one.text)
                elif kind == ALIGN:
                    variable.alignment = one.number
                elif kind == COMDAT:
                    variable.comdat = self.comdat(one, variable)
                elif kind == PARTITION:
                    state.needs(one.start, "'partition'", 9)
                    variable.partition = text_of_bytes(one.text)
                elif kind == CODE_MODEL:
                    state.needs(one.start, "'code_model'", 18)
                    if one.text not in (b"tiny", b"small", b"kernel", b"medium", b"large"):
                        state.error(one.start, "expected global code model string")
                    variable.code_model = text_of_bytes(one.text)
                else:
                    assert kind == SANITIZER
                    state.needs(one.start, f"'{one.text.decode()}'", 15)
                    variable.sanitizer_flags |= _SANITIZER_BITS[one.text.decode()]
        if attributes is not None:
            assert isinstance(attributes, list)
            groups: list[int] = []
            own = self.attributes.function_attributes(attributes, groups)
            variable.attributes = self.attributes.set_of(own) if own else None
            if groups:
                self.instructions.group_users.append(GroupUser(variable, tuple(groups)))

    # --- comdats

    def comdat(self, one: Property, value: GlobalObject) -> Comdat:
        """The comdat that a property names, or that of the global's own name."""
        state = self.state
        name = text_of_bytes(one.text) if one.number else value.name
        if not name:
            state.error(one.after, "comdat cannot be unnamed")
        found = state.module.comdats.get(name)
        if found is None:
            found = Comdat(name)
            state.module.comdats[name] = found
            self.undefined_comdats[name] = one.start + 1 if one.number else one.start
        return found

    def define_comdat(self, name: bytes, kind: bytes, start: int, kind_start: int) -> None:
        state = self.state
        text = text_of_bytes(name)
        word = kind.decode("utf-8", "replace")
        if word not in COMDAT_SELECTION_NUMBERS:
            state.error(kind_start, "unknown selection kind")
        if word == "noduplicates":
            if state.version >= 13:
                state.error(kind_start, "unknown selection kind")
            word = "nodeduplicate"
        elif word == "nodeduplicate":
            state.needs(kind_start, "'nodeduplicate'", 13)
        found = state.module.comdats.get(text)
        if found is not None and text not in self.undefined_comdats:
            state.error(start, f"redefinition of comdat '${text}'")
        self.undefined_comdats.pop(text, None)
        if found is None:
            found = Comdat(text)
            state.module.comdats[text] = found
        found.selection_kind = word
        if state.places is not None:
            state.places.record(found, start, state.ahead)

    # --- aliases and ifuncs

    def alias(
        self, head: GlobalHead, kind: bytes, type: Type, target: object, properties: object, type_start: int, target_start: int
    ) -> None:
        state = self.state
        name = head.name
        is_alias = kind == b"alias"
        self._checked_number(name, "alias" if is_alias else "ifunc")
        if (
            is_alias
            and head.linkage not in _ALIAS_LINKAGES
            and not (head.linkage == b"available_externally" and state.version >= 16)
        ):
            state.error(name.start, "invalid linkage type for alias")
        self._check_words(head.linkage, head.preemption, head.visibility, head.dll, name.start, head.after_dll)
        if not isinstance(target, Value) or not is_constant(target):
            state.error(target_start, "invalid aliasee")
        target_type = target.type
        if not isinstance(target_type, PointerType):
            state.error(target_start, "An alias or ifunc must have pointer type")
        if target_type.pointee is not None and is_alias and target_type.pointee is not type:
            state.error(
                type_start,
                "explicit pointee type doesn't match operand's pointee type"
                if state.version < 14
                else f"explicit pointee type doesn't match operand's pointee type ({type_string(type)} vs "
                f"{type_string(target_type.pointee)})",
            )
        forward = self._taken_forward(name, f"redefinition of global '@{text_of_bytes(name.name or b'')}'")
        pointer = self._pointer(type, target_type.address_space)
        made: GlobalValue
        text = text_of_bytes(name.name or b"")
        made = GlobalAlias(pointer, type, text) if is_alias else GlobalIFunc(pointer, type, text)
        made.set_single_operand(target)
        self._set_words(made, head.linkage, head.preemption, head.visibility, head.dll)
        made.thread_local_mode = head.thread_local
        made.unnamed_address = head.unnamed.decode()
        if properties is not None:
            assert isinstance(properties, list)
            for one in properties:
                if isinstance(one, AttachmentText) and not is_alias:
                    state.needs(one.start, "metadata of an ifunc", 22)
                    self.metadata.attach_global(made, one)
                elif isinstance(one, Property) and one.kind == PARTITION:
                    state.needs(one.start, "'partition'", 9)
                    made.partition = text_of_bytes(one.text)
                elif isinstance(one, Property):
                    state.error(one.start, "unknown alias or ifunc property!")
                else:
                    assert isinstance(one, AttachmentText)
                    state.error(one.start, "unknown alias or ifunc property!")
        self._add(name, made)
        if forward is not None:
            if forward.placeholder.type is not made.type:
                state.error(type_start, "forward reference and definition of alias have different types")
            replace_placeholder(forward.placeholder, made, state)

    # --- functions

    def calling_convention(self, word: bytes, argument: bytes | None, start: int) -> int:
        """The number of a calling convention's word."""
        state = self.state
        text = word.decode() if argument is None else f"{word.decode()}({argument.decode()})"
        if text not in NUMBER_OF_WORD:
            state.error(start, "unknown calling convention")
        state.needs(start, f"'{text}'", WORD_SINCE[text])
        state.ends(start, f"'{text}'", WORD_UNTIL[text], "expected type")
        return NUMBER_OF_WORD[text]

    def header(
        self,
        linkage: bytes,
        preemption: bytes,
        visibility: bytes,
        dll: bytes,
        convention: int,
        returned: list[object] | None,
        result: Type,
        name: GlobalName,
        parameters: object,
        properties: object,
        start: int,
        after_dll: int,
        result_start: int,
        is_definition: bool,
    ) -> FunctionHeader:
        state = self.state
        if linkage in (b"appending", b"common"):
            state.error(start, "invalid function linkage type")
        if is_definition:
            if linkage == b"extern_weak":
                state.error(start, "invalid linkage for function definition")
        elif linkage not in _DECLARATION_LINKAGES:
            state.error(start, "invalid linkage for function declaration")
        self._check_words(linkage, preemption, visibility, dll, start, after_dll)
        kind = result.kind
        if kind == FUNCTION or kind == LABEL or kind == METADATA:
            state.error(result_start, "invalid function return type")
        self._checked_number(name, "function")
        types: list[Type] = []
        given: list[Parameter] = []
        sets: list[AttributeSet] = []
        is_variadic = False
        if parameters is not None:
            assert isinstance(parameters, list)
            for parameter in parameters:
                if isinstance(parameter, Parameter):
                    self.types.check_parameter(parameter)
                    given.append(parameter)
                    types.append(parameter.type)
                    items = parameter.attributes
                    if items is None:
                        sets.append(EMPTY_SET)
                    else:
                        assert isinstance(items, list)
                        sets.append(self.attributes.placed_set(items, PARAMETER))
                else:
                    is_variadic = True
        function_type = state.context.function(result, types, is_variadic)
        space = self.instructions.layout.program_address_space if state.version >= 8 else 0
        unnamed = b""
        own: list[object] = []
        others: list[Property] = []
        rank = 0
        if properties is not None:
            assert isinstance(properties, list)
            for one in properties:
                if isinstance(one, Property):
                    if one.kind == UNNAMED:
                        unnamed = one.text
                    elif one.kind == SPACE:
                        state.needs(one.start, "a function's 'addrspace'", 8)
                        space = one.number
                    else:
                        others.append(one)
                    place = _PROPERTY_RANKS[one.kind]
                    if place <= rank:
                        state.error(one.start, "expected '{' in function body" if is_definition else "expected top-level entity")
                    rank = place
                else:
                    assert isinstance(one, AttributeItem)
                    # Attributes come before the section; an alignment may stand among them or behind the comdat.
                    attribute = one.attribute
                    is_align = attribute is not None and attribute.kind is not None and attribute.kind.word == "align"
                    if rank > (_PROPERTY_RANKS[COMDAT] if is_align else _PROPERTY_RANKS[SPACE]):
                        state.error(one.start, "expected '{' in function body" if is_definition else "expected top-level entity")
                    if is_align and rank > _PROPERTY_RANKS[SPACE]:
                        rank = _PROPERTY_RANKS[GC] - 1
                    rank = max(rank, _PROPERTY_RANKS[SPACE])
                    own.append(one)
        groups: list[int] = []
        attributes = self.attributes.function_attributes(own or None, groups)
        for attribute in attributes:
            if attribute.kind is not None and attribute.kind.word == "builtin":
                state.error(start, "'builtin' attribute not valid on function")
        alignment, attributes = alignment_taken(attributes)
        returned_set = self.attributes.placed_set(returned, RETURN)
        if sets and kind != VOID and "sret" in sets[0]:
            state.error(result_start, "functions with 'sret' argument must return void")
        text = text_of_bytes(name.name or b"")
        is_function = isinstance(state.globals.get(name.name), Function) if name.name is not None else False
        forward = self._taken_forward(
            name, f"invalid redefinition of function '{text}'" if is_function else f"redefinition of function '@{text}'"
        )
        pointer = self._pointer(function_type, space)
        if forward is not None and forward.placeholder.type is not pointer:
            self._wrong_forward(forward, pointer, name)
        made = Function(pointer, function_type, text)
        self._add(name, made)
        if state.places is not None:
            state.places.record(made, start, state.ahead, name.start)
            for number in range(len(given)):
                state.places.record(made.arguments[number], given[number].start, 0)
        self._set_words(made, linkage, preemption, visibility, dll)
        made.calling_convention = convention
        made.attributes = self.attributes.list_of(
            self.attributes.set_of(attributes) if attributes else EMPTY_SET, returned_set, tuple(sets)
        )
        made.unnamed_address = unnamed.decode()
        made.alignment = alignment
        self._set_properties(made, others)
        if groups:
            self.instructions.group_users.append(GroupUser(made, tuple(groups)))
        self._name_arguments(made, given)
        if forward is not None:
            replace_placeholder(forward.placeholder, made, state)
        if not is_definition:
            pending = (
                self.values.pending_addresses.get(name.name)
                if name.name is not None
                else self.values.pending_numbered_addresses.get(name.number)
            )
            if pending:
                state.error(pending[0].start, "cannot take blockaddress inside a declaration")
        return FunctionHeader(made, name, given, start)

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
        for one in properties:
            kind = one.kind
            if kind == SECTION:
                function.section = text_of_bytes(one.text)
            elif kind == PARTITION:
                self.state.needs(one.start, "'partition'", 9)
                function.partition = text_of_bytes(one.text)
            elif kind == COMDAT:
                function.comdat = self.comdat(one, function)
            elif kind == GC:
                function.gc = text_of_bytes(one.text)
            elif kind in (PREFIX, PROLOGUE, PERSONALITY):
                value = one.value
                assert isinstance(value, Value)
                if not is_constant(value):
                    self.state.error(one.start, "global values must be constants")
                if kind == PREFIX:
                    prefix = value
                elif kind == PROLOGUE:
                    prologue = value
                else:
                    personality = value
        if prefix is not None or prologue is not None or personality is not None:
            function.set_optional_operands(personality, prefix, prologue)

    def _name_arguments(self, function: Function, parameters: list[Parameter]) -> None:
        seen: set[bytes] = set()
        arguments = function.arguments
        next_number = 0
        written = 0
        for number in range(len(parameters)):
            parameter = parameters[number]
            name = parameter.name
            if isinstance(name, bytes):
                if name in seen:
                    self.state.error(parameter.start, f"redefinition of argument '%{text_of_bytes(name)}'")
                seen.add(name)
                arguments[number].name = text_of_bytes(name)
            else:
                if isinstance(name, int):
                    if self.state.version >= NUMBERS_SKIPPED_SINCE:
                        if name < next_number:
                            self.state.error(parameter.start, f"argument expected to be numbered '%{next_number}' or greater")
                    elif name != written:
                        # Only numbers that are written counted then.
                        self.state.error(parameter.start, f"argument expected to be numbered '%{written}'")
                    written += 1
                    next_number = name
                next_number += 1

    def start_function(self, header: FunctionHeader) -> LocalState:
        """Begin a body: the arguments get their names and numbers."""
        local = LocalState(header.function)
        arguments = header.function.arguments
        for number in range(len(header.parameters)):
            name = header.parameters[number].name
            if isinstance(name, bytes):
                local.named[name] = arguments[number]
            else:
                if isinstance(name, int) and self.state.version >= NUMBERS_SKIPPED_SINCE:
                    local.next_number = name
                local.add_unnamed(arguments[number])
        self.values.local = local
        self._resolve_addresses(header, local)
        return local

    def _resolve_addresses(self, header: FunctionHeader, local: LocalState) -> None:
        values = self.values
        pending = (
            values.pending_addresses.pop(header.name.name, None)
            if header.name.name is not None
            else values.pending_numbered_addresses.pop(header.name.number, None)
        )
        if pending is None:
            return
        # In LLVM's order, which is not that of the text; the blocks' lists of uses show it.
        for one in sorted(pending, key=_label_order):
            block = values.convert(one.label, values.label_type, one.label.start)
            address = values.block_address_constant(header.function, block)
            replace_placeholder(one.placeholder, address, self.state)

    def end_function(self, end: int) -> None:
        """End a body: every name that was used must have been defined."""
        state = self.state
        values = self.values
        local = values.local
        assert local is not None
        values.local = None
        if local.has_errors:
            return
        if local.block is not None:
            state.error(end, "expected instruction opcode")
        if not local.function.blocks:
            state.error(end, "function body requires at least one basic block")
        undefined: list[TextError] = []
        for name in sorted(local.forward_named):
            text = f"use of undefined value '%{text_of_bytes(name)}'"
            undefined.append(TextError(local.forward_named[name].start, text, _meant("%", name, local.named)))
        for number in sorted(local.forward_numbered):
            undefined.append(TextError(local.forward_numbered[number].start, f"use of undefined value '%{number}'"))
        _raise_all(undefined)
        blocks: dict[bytes, Value] = {}
        for key, value in local.named.items():
            if isinstance(value, BasicBlock):
                blocks[key] = value
        values.finished_blocks[local.function] = blocks

    # --- the end of the module

    def finish(self) -> None:
        """What can be known only at the end: groups of attributes, and that nothing is left undefined."""
        state = self.state
        attributes = self.attributes
        joined: dict[object, AttributeList | None] = {}
        for user in self.instructions.group_users:
            target = user.target
            if isinstance(target, GlobalVariable):
                own = list(target.attributes.attributes) if target.attributes is not None else []
                target.attributes = attributes.set_of(attributes.grouped(own, user.groups))
                continue
            if isinstance(target, Function):
                attribute_list = target.attributes
            else:
                assert isinstance(target, CallBase)
                attribute_list = target.attributes
            key = (attribute_list, user.groups, isinstance(target, Function))
            if key in joined and not isinstance(target, Function):
                assert isinstance(target, CallBase)
                target.attributes = joined[key]
                continue
            own = list(attribute_list.function.attributes) if attribute_list is not None else []
            together = attributes.grouped(own, user.groups)
            if isinstance(target, Function):
                alignment, together = alignment_taken(together)
                if alignment:
                    target.alignment = alignment
            function_set = attributes.set_of(together) if together else EMPTY_SET
            made: AttributeList | None
            if attribute_list is None:
                made = attributes.list_of(function_set, EMPTY_SET, ())
            else:
                made = attribute_list.with_function(function_set)
            joined[key] = made
            if isinstance(target, Function):
                target.attributes = made
            else:
                assert isinstance(target, CallBase)
                target.attributes = made
        values = self.values
        for pending in values.pending_addresses.values():
            state.error(pending[0].start, "expected function name in blockaddress")
        for pending in values.pending_numbered_addresses.values():
            state.error(pending[0].start, "expected function name in blockaddress")
        self.types.finish()
        for name in sorted(self.undefined_comdats):
            state.error(self.undefined_comdats[name], f"use of undefined comdat '${name}'")
        self._declare_intrinsics()
        if state.allows_incomplete:
            self._declare_incomplete()
        undefined: list[TextError] = []
        for key_name in sorted(state.forward_globals):
            text = f"use of undefined value '@{text_of_bytes(key_name)}'"
            meant = _meant("@", key_name, state.globals)
            undefined.append(TextError(state.forward_globals[key_name].start, text, meant))
        for number in sorted(state.forward_numbered_globals):
            text = f"use of undefined value '@{number}'"
            undefined.append(TextError(state.forward_numbered_globals[number].start, text))
        _raise_all(undefined)

    def _declare_intrinsics(self) -> None:
        """Since LLVM 18, intrinsics that are only called need no declaration, nor the types at the end of their names.

        LLVM 18 takes any name with their prefix, but only for one function.
        """
        state = self.state
        if state.version < 18:
            return
        for key in sorted(state.forward_globals):
            name = text_of_bytes(key)
            if not name.startswith("llvm."):
                continue
            forward = state.forward_globals[key]
            if state.version == 18:
                common = _common_function_type(forward.placeholder)
                if common is not None:
                    replace_placeholder(forward.placeholder, self._intrinsic(name, forward.placeholder.type, common), state)
                    del state.forward_globals[key]
                continue
            is_known = is_intrinsic(name, state.version)
            if not is_known and state.version < _UPGRADED_UNDECLARED_SINCE:
                if state.version >= 21:
                    state.error(forward.start, f"unknown intrinsic '{name}'")
                continue
            # One name may stand for several functions: each call has its own, found from the newest call on.
            uses = forward.placeholder.uses or []
            while uses:
                use = uses[-1]
                user = use.user
                if not isinstance(user, CallBase) or use.index != len(user.operands) - 1:
                    state.error(forward.start, "intrinsic can only be used as callee")
                expected = signature(name, state.version)
                if not is_known or (expected is not None and expected.match(user.function_type).mismatch):
                    if state.version >= _UPGRADED_UNDECLARED_SINCE and upgrade_undeclared(
                        state.module, name, user, state.version
                    ):
                        continue
                    state.error(forward.start, "invalid intrinsic signature" if is_known else f"unknown intrinsic '{name}'")
                declaration = self._intrinsic(name, forward.placeholder.type, user.function_type)
                uses.pop()
                user.operands[use.index] = declaration
                if declaration.uses is None:
                    declaration.uses = []
                declaration.uses.append(use)
            del state.forward_globals[key]

    def _declare_incomplete(self) -> None:
        """Declare what nobody declares, by its uses."""
        state = self.state
        for key in sorted(state.forward_globals):
            name = text_of_bytes(key)
            if name.startswith("llvm."):
                continue
            placeholder = state.forward_globals.pop(key).placeholder
            common = _common_function_type(placeholder)
            made: GlobalValue
            if common is not None:
                made = Function(placeholder.type, common, name)
            else:
                made = GlobalVariable(placeholder.type, state.context.integer(8), name, False)
            state.module.add(made)
            state.globals[key] = made
            replace_placeholder(placeholder, made, state)

    def _intrinsic(self, name: str, type: Type, function_type: FunctionType) -> Value:
        """The declaration of the intrinsic of that name with that type, which is made where there is none."""
        module = self.state.module
        wanted = mangled_intrinsic_name(name, function_type, self.state.version) or name
        there = module.get(wanted)
        if there is not None:
            return there
        made = Function(type, function_type, wanted)
        module.add(made)
        self.state.globals[wanted.encode("utf-8", "surrogateescape")] = made
        return made


def _common_function_type(value: Value) -> FunctionType | None:
    """The type of the function that `value` is called as, if it is only called, and always as that."""
    common: FunctionType | None = None
    for use in value.uses or []:
        user = use.user
        if not isinstance(user, CallBase) or use.index != len(user.operands) - 1:
            return None
        if common is not None and user.function_type is not common:
            return None
        common = user.function_type
    return common


def _label_order(pending: PendingBlockAddress) -> tuple[int, int, bytes]:
    label = pending.label
    return (label.kind, label.number, label.name)


def _meant(sigil: str, name: bytes, names: Iterable[bytes]) -> str | None:
    """What an undefined name may have been meant for, as text spells it."""
    nearest = near_miss(name, names)
    return None if nearest is None else sigil + text_of_bytes(nearest)


def _raise_all(errors: list[TextError]) -> None:
    """Raise the first error, with the others in it."""
    if errors:
        errors[0].others = errors[1:]
        raise errors[0]


_PROPERTY_RANKS: Final = {
    UNNAMED: 1,
    SPACE: 2,
    SECTION: 3,
    PARTITION: 4,
    COMDAT: 5,
    GC: 7,
    PREFIX: 8,
    PROLOGUE: 9,
    PERSONALITY: 10,
}
