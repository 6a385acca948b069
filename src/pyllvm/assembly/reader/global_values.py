"""Parses comdats, global variables, aliases and ifuncs, and what all global values have in common.

All have a name or number, the words before them, and uses before their definition: the definition replaces the placeholder of
those uses, also inside constants.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.attachments import AttachmentBuilder, AttachmentText
from pyllvm.assembly.reader.attributes import AttributeBuilder, GroupUser
from pyllvm.assembly.reader.properties import ALIGN, CODE_MODEL, COMDAT, PARTITION, SANITIZER, SECTION, Property
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import GlobalForward, State, text_of_bytes
from pyllvm.assembly.reader.types import wrong_pointee
from pyllvm.assembly.reader.values import ValueBuilder, is_constant
from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.constants import ConstantExpr
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.metadata_replacement import let_stand_for
from pyllvm.ir.types import FUNCTION, LABEL, METADATA, TOKEN, VOID, X86_AMX, PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.schema.integers import number_of_digits
from pyllvm.tables import features
from pyllvm.tables.features import AVAILABLE_EXTERNALLY_ALIASES, IFUNC_METADATA, NODEDUPLICATE_SINCE, PARTITIONS
from pyllvm.tables.keywords import COMDAT_SELECTION_NUMBERS, LOCAL_DLL_STORAGE_UNTIL, SANITIZER_FLAGS
from pyllvm.tables.linkages import ALIASES, LOCAL
from pyllvm.tables.text_versions import GLOBAL_NUMBERS_SKIPPED_SINCE


def replace_placeholder(placeholder: Value, replacement: Value, state: State) -> None:
    """Make every user of a placeholder use `replacement`, newest use first as in LLVM; constants stay unique.

    Facts about the replacement may fold expressions: older LLVM infers `inbounds` there.
    """
    from pyllvm.ir.folding.expressions import ConstantFolder, refolded_expression

    version = state.version

    def fold(expression: ConstantExpr, operands: list[Value]) -> Value:
        return refolded_expression(ConstantFolder(version), expression, operands)

    let_stand_for(placeholder, replacement)
    replace_everywhere(placeholder, replacement, fold, let_stand_for)


@final
class ComdatBuilder:
    """Creates comdats, by their definition or by their first use."""

    def __init__(self, state: State, stack: Stack) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.undefined: dict[str, int] = {}
        """Names that are used and not defined yet, with the position of the use."""

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        assert action == a.COMDAT_DEFINITION
        stack = self.stack
        self._define(
            stack.bytes_at(base + c.COMDAT_DEFINITION_NAME),
            stack.bytes_at(base + c.COMDAT_DEFINITION_SELECTION),
            stack.starts[base],
            stack.starts[base + c.COMDAT_DEFINITION_SELECTION],
        )
        return None

    def of_property(self, property: Property, value: GlobalObject) -> Comdat:
        """The comdat that a property names; if it names none, the one with the global's own name."""
        state = self.state
        name = text_of_bytes(property.text) if property.number else value.name
        if not name and not property.number:
            state.error(property.after, "comdat cannot be unnamed")
        comdat = state.module.comdats.get(name)
        if comdat is None:
            comdat = Comdat(name)
            state.module.comdats[name] = comdat
            self.undefined[name] = property.after if property.number else property.start
        return comdat

    def _define(self, name: bytes, kind: bytes, start: int, kind_start: int) -> None:
        state = self.state
        text = text_of_bytes(name)
        word = kind.decode("utf-8", "replace")
        if word not in COMDAT_SELECTION_NUMBERS:
            state.error(kind_start, "unknown selection kind")
        if word == "noduplicates":
            if state.version >= NODEDUPLICATE_SINCE:
                state.error(kind_start, "unknown selection kind")
            word = "nodeduplicate"
        elif word == "nodeduplicate":
            state.needs(kind_start, "'nodeduplicate'", 13)
        comdat = state.module.comdats.get(text)
        if comdat is not None and text not in self.undefined:
            state.error(start, f"redefinition of comdat '${text}'")
        self.undefined.pop(text, None)
        if comdat is None:
            comdat = Comdat(text)
            state.module.comdats[text] = comdat
        comdat.selection_kind = word
        if state.places is not None:
            state.places.record(comdat, start, state.ahead)

    def finish(self) -> None:
        """Refuse names that were used but never defined."""
        for name in sorted(self.undefined):
            self.state.error(self.undefined[name], f"use of undefined comdat '${name}'")


_LOCAL_LINKAGES: Final = frozenset(word.encode() for word in LOCAL)


@final
class GlobalName:
    """The name of a global value that is being defined, or its number (`name` is None)."""

    __slots__ = ("name", "number", "start")

    def __init__(self, name: bytes | None, number: int, start: int) -> None:
        self.name = name
        self.number = number
        self.start = start


@final
class GlobalWords:
    """The words before every global value: linkage, preemption, visibility, DLL storage class."""

    __slots__ = ("after", "dll", "linkage", "preemption", "visibility")

    def __init__(self, stack: Stack, first: int) -> None:
        self.linkage = stack.word_at(first)
        self.preemption = stack.word_at(first + c.GLOBAL_WORDS_PREEMPTION)
        self.visibility = stack.word_at(first + c.GLOBAL_WORDS_VISIBILITY)
        self.dll = stack.word_at(first + c.GLOBAL_WORDS_DLL_STORAGE_CLASS)
        self.after = stack.starts[first + c.GLOBAL_WORDS_END]
        """The position of the token after them."""


@final
class GlobalHead:
    """The part before the type of a global variable or alias."""

    __slots__ = ("name", "thread_local", "unnamed", "words")

    def __init__(self, name: GlobalName, words: GlobalWords, thread_local: str, unnamed: bytes) -> None:
        self.name = name
        self.words = words
        self.thread_local = thread_local
        self.unnamed = unnamed


@final
class GlobalValueBuilder:
    """Gives global values their names, numbers and words, and adds them to the module."""

    def __init__(self, state: State, stack: Stack) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.comdats: Final = ComdatBuilder(state, stack)

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        if action == a.FUNCTION_NAME or action == a.GLOBAL_NAME:
            # @"" has no name and is numbered.
            return GlobalName(stack.bytes_at(base + c.GLOBAL_BY_NAME_NAME) or None, -1, stack.starts[base])
        if action == a.FUNCTION_ID or action == a.GLOBAL_ID:
            return GlobalName(None, number_of_digits(stack.bytes_at(base + c.GLOBAL_BY_NUMBER_NUMBER)), stack.starts[base])
        if action == a.GLOBAL_HEAD:
            return self._head(base)
        if action == a.THREAD_LOCAL:
            return "generaldynamic"
        assert action == a.THREAD_LOCAL_MODEL
        word = stack.bytes_at(base + c.THREAD_LOCAL_MODEL_MODEL)
        if word not in (b"localdynamic", b"initialexec", b"localexec"):
            self.state.error(stack.starts[base + c.THREAD_LOCAL_MODEL_MODEL], "expected localdynamic, initialexec or localexec")
        return word.decode()

    def _head(self, base: i64) -> GlobalHead:
        stack = self.stack
        name = stack.values[base + c.GLOBAL_HEAD_GLOBAL_NAME]
        assert isinstance(name, GlobalName)
        mode = stack.values[base + c.GLOBAL_HEAD_THREAD_LOCAL]
        words = self.words_at(base + c.GLOBAL_HEAD_LINKAGE)
        self.check_words(words, name.start)
        return GlobalHead(name, words, mode if isinstance(mode, str) else "", stack.word_at(base + c.GLOBAL_HEAD_UNNAMED_ADDR))

    def words_at(self, first: int) -> GlobalWords:
        """The words of a global value; the first one is at stack position `first`."""
        words = GlobalWords(self.stack, first)
        if words.preemption == b"dso_local" and words.dll == b"dllimport":
            self.state.error(words.after, "dso_location and DLL-StorageClass mismatch")
        return words

    def check_number(self, name: GlobalName, what: str) -> None:
        """Refuse a written number that is not allowed here; assign the next one if none is written."""
        state = self.state
        if name.name is not None:
            return
        if name.number < 0:
            name.number = state.next_global
            return
        if state.version >= GLOBAL_NUMBERS_SKIPPED_SINCE:
            if name.number < state.next_global:
                what = "function" if what == "function" else "global"
                state.error(name.start, f"{what} expected to be numbered '@{state.next_global}' or greater")
        elif name.number != state.next_global:
            what = "function" if what == "function" else "variable"
            state.error(name.start, f"{what} expected to be numbered '%{state.next_global}'")

    def take_forward(self, name: GlobalName, redefinition: str) -> GlobalForward | None:
        """Remove and return the forward reference to a global that is being defined, or None; refuse a name that is taken."""
        state = self.state
        if name.name is not None:
            forward = state.forward_globals.pop(name.name, None)
            if forward is None and name.name in state.globals:
                state.error(name.start, redefinition)
            return forward
        return state.forward_numbered_globals.pop(name.number, None)

    def add(self, name: GlobalName, value: GlobalValue) -> None:
        """Add a global value to the module, under its name or number."""
        state = self.state
        if name.name is not None:
            state.globals[name.name] = value
        else:
            state.numbered_globals[name.number] = value
            state.next_global = name.number + 1
        state.module.add(value)
        if state.places is not None:
            state.places.record(value, name.start, state.ahead)

    def set_words(self, value: GlobalValue, words: GlobalWords) -> None:
        """Set the linkage, visibility etc. of a global value from its words."""
        if words.linkage:
            value.linkage = words.linkage.decode()
        if words.visibility:
            value.visibility = words.visibility.decode()
        if words.dll:
            value.dll_storage_class = words.dll.decode()
        value.is_dso_local = words.preemption == b"dso_local" or value.has_implicit_dso_local

    def check_words(self, words: GlobalWords, start: int) -> None:
        """Refuse words that contradict each other; `start` is where the global value begins."""
        if words.linkage in _LOCAL_LINKAGES:
            if words.visibility and words.visibility != b"default":
                self.state.error(start, "symbol with local linkage must have default visibility")
            if words.dll and self.state.version > LOCAL_DLL_STORAGE_UNTIL:
                self.state.error(start, "symbol with local linkage cannot have a DLL storage class")


# The empty linkage means `external`.
_ALIAS_LINKAGES: Final = frozenset(word.encode() for word in ALIASES) | {b""}


@final
class AliasBuilder:
    """Defines aliases and ifuncs."""

    def __init__(self, state: State, stack: Stack, globals: GlobalValueBuilder, attachments: AttachmentBuilder) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.globals: Final = globals
        self.attachments: Final = attachments

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        values = stack.values
        if action == a.UNTYPED_ALIASEE:
            return values[base + c.UNTYPED_ALIASEE_CONSTANT_EXPRESSION]
        assert action == a.ALIAS
        head = values[base + c.ALIAS_HEAD]
        assert isinstance(head, GlobalHead)
        self._alias(
            head,
            stack.bytes_at(base + c.ALIAS_KIND),
            stack.type_at(base + c.ALIAS_TYPE),
            values[base + c.ALIAS_ALIASEE],
            values[base + c.ALIAS_PROPERTIES],
            stack.starts[base + c.ALIAS_TYPE],
            stack.starts[base + c.ALIAS_ALIASEE],
        )
        return None

    def _alias(
        self, head: GlobalHead, kind: bytes, type: Type, target: object, properties: object, type_start: int, target_start: int
    ) -> None:
        state = self.state
        name = head.name
        is_alias = kind == b"alias"
        self.globals.check_number(name, "alias" if is_alias else "ifunc")
        if (
            is_alias
            and head.words.linkage not in _ALIAS_LINKAGES
            and not (head.words.linkage == b"available_externally" and AVAILABLE_EXTERNALLY_ALIASES.is_in(state.version))
        ):
            state.error(name.start, "invalid linkage type for alias")
        if not isinstance(target, Value) or not is_constant(target):
            state.error(target_start, "invalid aliasee")
        target_type = target.type
        if not isinstance(target_type, PointerType):
            state.error(target_start, "An alias or ifunc must have pointer type")
        if target_type.pointee is not None and not is_alias and target_type.pointee.kind != FUNCTION:
            state.error(type_start, "explicit pointee type should be a function type")
        if target_type.pointee is not None and is_alias and target_type.pointee is not type:
            state.error(type_start, wrong_pointee(type, target_type.pointee, state.version))
        forward = self.globals.take_forward(name, f"redefinition of global '@{text_of_bytes(name.name or b'')}'")
        pointer = state.pointer_to(type, target_type.address_space)
        alias: GlobalValue
        text = text_of_bytes(name.name or b"")
        alias = GlobalAlias(pointer, type, text) if is_alias else GlobalIFunc(pointer, type, text)
        alias.set_single_operand(target)
        self.globals.set_words(alias, head.words)
        alias.thread_local_mode = head.thread_local
        alias.unnamed_address = head.unnamed.decode()
        self._set_properties(alias, properties)
        self.globals.add(name, alias)
        if forward is not None:
            if forward.placeholder.type is not alias.type:
                state.error(type_start, "forward reference and definition of alias have different types")
            replace_placeholder(forward.placeholder, alias, state)

    def _set_properties(self, alias: GlobalValue, properties: object) -> None:
        state = self.state
        if properties is not None:
            assert isinstance(properties, list)
            for item in properties:
                if isinstance(item, AttachmentText) and isinstance(alias, GlobalIFunc):
                    state.needs(item.start, "metadata of an ifunc", IFUNC_METADATA.since)
                    self.attachments.attach_global(alias, item)
                elif isinstance(item, Property) and item.kind == PARTITION:
                    state.needs(item.start, "'partition'", PARTITIONS.since)
                    alias.partition = text_of_bytes(item.text)
                else:
                    assert isinstance(item, (AttachmentText, Property))
                    if state.version < PARTITIONS.since:
                        state.error(state.data.rfind(b",", 0, item.start), "expected top-level entity")
                    state.error(item.start, "unknown alias or ifunc property!")


_SANITIZER_BITS: Final = dict(SANITIZER_FLAGS)


@final
class VariableBuilder:
    """Defines and declares global variables."""

    def __init__(
        self,
        state: State,
        stack: Stack,
        globals: GlobalValueBuilder,
        values: ValueBuilder,
        attributes: AttributeBuilder,
        attachments: AttachmentBuilder,
    ) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.globals: Final = globals
        self.values: Final = values
        self.attributes: Final = attributes
        self.attachments: Final = attachments

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        values = stack.values
        if action == a.GLOBAL_VARIABLE:
            variable = values[base + c.GLOBAL_VARIABLE_VARIABLE]
            assert isinstance(variable, GlobalVariable)
            self._set_properties(
                variable, values[base + c.GLOBAL_VARIABLE_PROPERTIES], values[base + c.GLOBAL_VARIABLE_ATTRIBUTES]
            )
            if self.state.places is not None:
                self.state.places.extend(variable, self.state.ahead)
            return None
        return self._variable(action, base)

    def _variable(self, action: i64, base: i64) -> GlobalVariable:
        is_definition = action == a.DEFINED_VARIABLE
        assert is_definition or action == a.DECLARED_VARIABLE
        stack = self.stack
        values = stack.values
        head = values[base + c.ANY_VARIABLE_HEAD]
        assert isinstance(head, GlobalHead)
        type = stack.type_at(base + c.ANY_VARIABLE_TYPE)
        type_start = stack.starts[base + c.ANY_VARIABLE_TYPE]
        space = stack.number_at(base + c.ANY_VARIABLE_ADDRESS_SPACE)
        state = self.state
        name = head.name
        self.globals.check_number(name, "variable")
        initializer: Value | None = None
        if is_definition:
            value_start = stack.starts[base + c.DEFINED_VARIABLE_VALUE]
            initializer = self.values.convert(values[base + c.DEFINED_VARIABLE_VALUE], type, value_start)
            if not is_constant(initializer):
                state.error(value_start, "global values must be constants")
        kind_of_type = type.kind
        if kind_of_type in (FUNCTION, VOID, LABEL, METADATA, TOKEN, X86_AMX):
            state.error(type_start, "invalid type for global variable")
        forward = self.globals.take_forward(name, f"redefinition of global '@{text_of_bytes(name.name or b'')}'")
        is_constant_variable = stack.bytes_at(base + c.ANY_VARIABLE_KIND) == b"constant"
        variable = GlobalVariable(state.pointer_to(type, space), type, text_of_bytes(name.name or b""), is_constant_variable)
        self.globals.add(name, variable)
        if initializer is not None:
            variable.set_single_operand(initializer)
        self.globals.set_words(variable, head.words)
        variable.is_externally_initialized = values[base + c.ANY_VARIABLE_EXTERNALLY_INITIALIZED] is not None
        variable.thread_local_mode = head.thread_local
        variable.unnamed_address = head.unnamed.decode()
        if forward is not None:
            if forward.placeholder.type is not variable.type:
                state.error(type_start, "forward reference and definition of global have different types")
            replace_placeholder(forward.placeholder, variable, state)
        return variable

    def _set_properties(self, variable: GlobalVariable, properties: object, attributes: object) -> None:
        state = self.state
        if properties is not None:
            assert isinstance(properties, list)
            for item in properties:
                if isinstance(item, AttachmentText):
                    self.attachments.attach_global(variable, item)
                    continue
                assert isinstance(item, Property)
                kind = item.kind
                if kind == SECTION:
                    variable.section = text_of_bytes(item.text)
                elif kind == ALIGN:
                    variable.alignment = item.number
                elif kind == COMDAT:
                    variable.comdat = self.globals.comdats.of_property(item, variable)
                elif kind == PARTITION:
                    state.needs(item.start, "'partition'", features.PARTITIONS.since)
                    variable.partition = text_of_bytes(item.text)
                elif kind == CODE_MODEL:
                    state.needs(item.start, "'code_model'", features.CODE_MODELS.since)
                    if item.text not in (b"tiny", b"small", b"kernel", b"medium", b"large"):
                        state.error(item.start, "expected global code model string")
                    variable.code_model = text_of_bytes(item.text)
                else:
                    assert kind == SANITIZER
                    state.needs(item.start, f"'{item.text.decode()}'", features.SANITIZER_FLAGS.since)
                    variable.sanitizer_flags |= _SANITIZER_BITS[item.text.decode()]
        if attributes is not None:
            assert isinstance(attributes, list)
            groups: list[int] = []
            own = self.attributes.function_attributes(attributes, groups)
            variable._attributes = self.attributes.set_of(own) if own else None
            if groups:
                self.attributes.group_users.append(GroupUser(variable, tuple(groups)))
