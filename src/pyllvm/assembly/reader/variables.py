"""Parses global variables."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.attachments import AttachmentBuilder, AttachmentText
from pyllvm.assembly.reader.attributes import AttributeBuilder, GroupUser
from pyllvm.assembly.reader.global_values import GlobalHead, GlobalValueBuilder, replace_placeholder
from pyllvm.assembly.reader.properties import ALIGN, CODE_MODEL, COMDAT, PARTITION, SANITIZER, SECTION, Property
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.assembly.reader.values import ValueBuilder, is_constant
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.types import FUNCTION, LABEL, METADATA, TOKEN, VOID, X86_AMX
from pyllvm.ir.value import Value
from pyllvm.tables import features
from pyllvm.tables.keywords import SANITIZER_FLAGS

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
        is_definition = action == a.DEFINED_VARIABLE
        assert is_definition or action == a.DECLARED_VARIABLE
        return self._variable(base, is_definition)

    def _variable(self, base: i64, is_definition: bool) -> GlobalVariable:
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
