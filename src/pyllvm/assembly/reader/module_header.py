"""Parses the module's header: source file name, target, libraries to link; and module-level inline assembly."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.attributes import AttributeBuilder
from pyllvm.assembly.reader.lexer import Lexer
from pyllvm.assembly.reader.metadata_forward import ForwardMetadata
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.assembly.reader.token_kinds import EQUAL, STRING
from pyllvm.assembly.reader.types import TypeBuilder
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.tables import features
from pyllvm.tables.keywords import MODULE_ASM_PROPERTIES
from pyllvm.tables.text_versions import HEADER_FIRST_SINCE, LAST_LAYOUT_COUNTS_SINCE


@final
class ModuleHeaderBuilder:
    """Sets the module's target, source file name etc."""

    def __init__(
        self, state: State, stack: Stack, types: TypeBuilder, attributes: AttributeBuilder, metadata: ForwardMetadata
    ) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.types: Final = types
        self.attributes: Final = attributes
        self.metadata: Final = metadata
        self.has_given_layout = False

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        starts = stack.starts
        state = self.state
        if action == a.SOURCE_FILENAME:
            self._check_first(starts[base])
            state.module.source_filename = text_of_bytes(stack.bytes_at(base + c.SOURCE_FILENAME_STRING))
        elif action == a.TARGET_TRIPLE:
            self._check_first(starts[base])
            state.module.target_triple = text_of_bytes(stack.bytes_at(base + c.TARGET_TRIPLE_STRING))
        elif action == a.TARGET_DATALAYOUT:
            self._check_first(starts[base])
            if not self.has_given_layout:
                try:
                    self._use_layout(text_of_bytes(stack.bytes_at(base + c.TARGET_DATALAYOUT_STRING)))
                except PyllvmError as error:
                    if state.version >= LAST_LAYOUT_COUNTS_SINCE and self._has_later_layout():
                        return None
                    state.error(starts[base + c.TARGET_DATALAYOUT_STRING], error.diagnostic.message)
        elif action == a.DEPLIBS:
            state.ends(starts[base], "'deplibs'", 12, "expected top-level entity")
            for library in stack.list_at(base + c.DEPLIBS_STRINGS) or []:
                assert isinstance(library, bytes)
                state.module.dependent_libraries.append(text_of_bytes(library))
        elif action == a.MODULE_ASM:
            self._add_assembly(stack.list_at(base + c.MODULE_ASM_LINES), (), starts[base])
        elif action == a.MODULE_ASM_PROPERTY:
            return self._assembly_property(
                stack.bytes_at(base + c.MODULE_ASM_PROPERTY_KEY), stack.bytes_at(base + c.MODULE_ASM_PROPERTY_VALUE), starts[base]
            )
        else:
            assert action == a.MODULE_ASM_PROPERTIES
            state.needs(
                starts[base + c.MODULE_ASM_PROPERTIES_OPENING], features.ASM_PROPERTIES.name, features.ASM_PROPERTIES.since
            )
            given = stack.list_at(base + c.MODULE_ASM_PROPERTIES_PROPERTIES)
            self._add_assembly(stack.list_at(base + c.MODULE_ASM_PROPERTIES_LINES), _ordered(given), starts[base])
        return None

    def _has_later_layout(self) -> bool:
        """Whether another data layout is behind this one in the header, or an error: LLVM examines only the last layout."""
        known = self.state.lexer
        lexer = Lexer(known.data, known.keywords, known.start, is_padded=True)
        words = known.keywords.kinds
        while True:
            first = lexer.next_token()
            if first != words[b"target"] and first != words[b"source_filename"]:
                return False
            is_layout = first == words[b"target"] and lexer.next_token() == words[b"datalayout"]
            if lexer.next_token() != EQUAL or lexer.next_token() != STRING or is_layout:
                return True

    def set_data_layout(self, text: str) -> None:
        """Use that data layout, whatever the text contains."""
        self._use_layout(text)
        self.has_given_layout = True

    def _use_layout(self, text: str) -> None:
        layout = DataLayout(text, self.state.version)
        layout.check()
        self.state.module.data_layout = text
        self.state.use_layout(layout)

    def _assembly_property(self, label: bytes, value: bytes, start: int) -> tuple[str, str]:
        name = text_of_bytes(label)
        if name not in MODULE_ASM_PROPERTIES:
            self.state.error(start, "unknown property name")
        return name, text_of_bytes(value)

    def _add_assembly(self, lines: list[object] | None, properties: tuple[tuple[str, str], ...], start: int) -> None:
        assert lines is not None
        state = self.state
        if len(lines) > 1:
            state.needs(start, "'module asm' with several lines", features.ASM_PROPERTIES.since)
        for given in lines:
            assert isinstance(given, bytes)
            line = text_of_bytes(given)
            # Before there were blocks, a line could end itself.
            if state.version >= features.ASM_PROPERTIES_SINCE or (line and not line.endswith("\n")):
                line += "\n"
            state.module.append_assembly(line, properties)

    def _check_first(self, start: int) -> None:
        """Refuse a source file name or target after anything else."""
        state = self.state
        if state.version >= HEADER_FIRST_SINCE and (
            state.globals
            or state.numbered_globals
            or state.module.comdats
            or state.module.assembly_blocks
            or state.module.named_metadata
            or self.types.named
            or self.types.numbered
            or self.metadata.has_nodes
            or self.attributes.groups
        ):
            state.error(start, "expected top-level entity")


def _ordered(properties: list[object] | None) -> tuple[tuple[str, str], ...]:
    """The properties in LLVM's order; of two with one name the last counts, and one without a value is none."""
    values: dict[str, str] = {}
    for given in properties or []:
        assert isinstance(given, tuple)
        values[given[0]] = given[1]
    return tuple([(name, values[name]) for name in MODULE_ASM_PROPERTIES if values.get(name)])
