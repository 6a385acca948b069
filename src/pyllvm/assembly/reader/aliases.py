"""Parses aliases and ifuncs."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.attachments import AttachmentBuilder, AttachmentText
from pyllvm.assembly.reader.global_values import GlobalHead, GlobalValueBuilder
from pyllvm.assembly.reader.placeholders import replace_placeholder
from pyllvm.assembly.reader.properties import PARTITION, Property
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.assembly.reader.types import wrong_pointee
from pyllvm.assembly.reader.values import is_constant
from pyllvm.ir.global_values import GlobalAlias, GlobalIFunc, GlobalValue
from pyllvm.ir.types import FUNCTION, PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.tables.features import AVAILABLE_EXTERNALLY_ALIASES, IFUNC_METADATA, PARTITIONS
from pyllvm.tables.linkages import ALIASES

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
