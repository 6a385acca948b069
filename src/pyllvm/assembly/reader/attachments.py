"""Parses metadata attachments: `!dbg !7` on an instruction or a global value."""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.reader.metadata_forward import ForwardMetadata, MetadataReference, PendingNode
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.ir.debug_info.debug_info import is_location
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.metadata import Attachment, DIArgList, MDNode, MDString, SpecializedNode
from pyllvm.migrations.on_reading.older_metadata import upgraded_tbaa_tag
from pyllvm.tables.debug_info_versions import ASSIGNMENTS_SINCE, ONLY_LOCATIONS_SINCE
from pyllvm.tables.metadata_kinds import fixed_kinds
from pyllvm.tables.metadata_versions import SCALAR_TAGS_REFUSED_SINCE

_ASSIGNMENT: Final = "DIAssignID"


@final
class AttachmentText:
    """`!kind !7` as written on an instruction or global."""

    __slots__ = ("kind", "node", "start")

    def __init__(self, kind: bytes, node: MDNode, start: int) -> None:
        self.kind = kind
        self.node = node
        self.start = start


@final
class _Kind:
    """A kind of metadata, and its attachments that instructions may share."""

    __slots__ = ("name", "shared")

    def __init__(self, name: str) -> None:
        self.name: Final = name
        # The list of an instruction with this attachment alone.
        self.shared: Final[dict[MDNode, list[Attachment]]] = {}


@final
class AttachmentBuilder:
    """Attaches metadata to instructions and global values."""

    def __init__(self, state: State, forward: ForwardMetadata) -> None:
        self.state: Final = state
        self.forward: Final = forward
        self.kinds: dict[str, int] = {name: number for number, name in enumerate(fixed_kinds(state.version))}
        self._kinds: dict[bytes, _Kind] = {}
        # Most attachments have the kind of the one before.
        self._last_word = b""
        self._last_kind = _Kind("")
        # Instructions and attachments with placeholders, which are replaced at the end.
        self.located: list[Instruction] = []
        # Where the locations of these are written, and attachments of `!dbg` that are not locations.
        self.located_at: list[int] = []
        self.misplaced: list[int] = []
        self.attached: list[Attachment] = []
        self.assigned: list[tuple[Instruction, MetadataReference]] = []
        # the attachments of `!tbaa`, which may have an older form
        self.access_tags: list[Attachment] = []

    def kind(self, name: bytes) -> str:
        """The kind with this name; a new kind is registered with the module."""
        return self._kind(name).name

    def _kind(self, word: bytes) -> _Kind:
        if word == self._last_word:
            return self._last_kind
        kind = self._kinds.get(word)
        if kind is None:
            kind = _Kind(text_of_bytes(word))
            self._kinds[word] = kind
            if kind.name not in self.kinds:
                self.kinds[kind.name] = len(self.kinds)
                self.state.module.metadata_kinds.append(kind.name)
        self._last_word = word
        self._last_kind = kind
        return kind

    def attach(self, instruction: Instruction, attachments: list[object]) -> None:
        """Attach metadata to an instruction."""
        kept: list[Attachment] | None = None
        # Whether no other instruction may have the list.
        is_own = False
        for text in attachments:
            assert isinstance(text, AttachmentText)
            node = text.node
            known_kind = self._kind(text.kind)
            kind = known_kind.name
            if kind == "dbg":
                instruction._debug_location = node
                if isinstance(node, (MetadataReference, PendingNode)):
                    self.located.append(instruction)
                    self.located_at.append(text.start)
                elif not is_location(node) and self.state.version >= ONLY_LOCATIONS_SINCE:
                    self.misplaced.append(text.start)
                continue
            if kind == _ASSIGNMENT and self.state.version >= ASSIGNMENTS_SINCE:
                # LLParser::parseInstructionMetadata records it if its node is not defined yet, and ignores it otherwise.
                if isinstance(node, MetadataReference):
                    self.assigned.append((instruction, node))
                continue
            only = self._only(known_kind, node)
            if kept is None:
                kept = only
            else:
                if not is_own:
                    kept = kept.copy()
                    is_own = True
                self._insert(kept, only[0])
        instruction._attachments = kept

    def _only(self, kind: _Kind, node: MDNode) -> list[Attachment]:
        """The attachments of an instruction that has only this one."""
        found = kind.shared.get(node)
        if found is None:
            attachment = Attachment(kind.name, node)
            if isinstance(node, (MetadataReference, PendingNode)):
                self.attached.append(attachment)
            if kind.name == "tbaa":
                self.access_tags.append(attachment)
            found = [attachment]
            if self.state.shares_attachments:
                kind.shared[node] = found
        return found

    def _insert(self, kept: list[Attachment], attachment: Attachment) -> None:
        """Insert an attachment in the order of kind numbers, as LLVM does; a repeated kind replaces the first one."""
        position = self._place(kept, self.kinds[attachment._kind])
        if position > 0 and kept[position - 1].kind == attachment._kind:
            kept[position - 1] = attachment
        else:
            kept.insert(position, attachment)

    def _place(self, kept: list[Attachment], number: int) -> int:
        """The place after all attachments whose kinds have a number that is not greater; they are in the order of numbers."""
        kinds = self.kinds
        first = 0
        last = len(kept)
        while first < last:
            middle = (first + last) >> 1
            if kinds[kept[middle].kind] > number:
                last = middle
            else:
                first = middle + 1
        return first

    def attach_global(self, value: GlobalValue, text: AttachmentText) -> None:
        """Attach metadata to a global value, which may have several attachments of a kind."""
        attachment = Attachment(self.kind(text.kind), text.node)
        if isinstance(text.node, (MetadataReference, PendingNode)):
            self.attached.append(attachment)
        value._attachments.insert(self._place(value._attachments, self.kinds[attachment._kind]), attachment)

    def attach_to_function(self, function: Function, attachments: list[object] | None) -> None:
        """Attach the metadata in a function's header."""
        if attachments is not None:
            for text in attachments:
                assert isinstance(text, AttachmentText)
                self.attach_global(function, text)

    def check_node(self, node: object, start: int) -> None:
        """Check that the attached metadata is a node (LLParser::parseMDNode)."""
        if isinstance(node, MDString):
            self.state.error(start + 1, "expected integer")
        if isinstance(node, DIArgList):
            self.state.error(start, "expected metadata type")

    def finish(self) -> None:
        """Replace the placeholders by the module's nodes."""
        for attachment in self.attached:
            attachment._node = self.forward.resolved_node(attachment._node)
        self._assign()
        self._upgrade_access_tags()
        for instruction in self.located:
            location = instruction._debug_location
            assert location is not None
            instruction._debug_location = self.forward.resolved_node(location)
        if self.state.version >= ONLY_LOCATIONS_SINCE:
            self._check_locations()

    def _check_locations(self) -> None:
        """Refuse `!dbg` of an instruction that is not a location, the first in the text."""
        misplaced = self.misplaced
        for instruction, start in zip(self.located, self.located_at, strict=True):
            node = instruction._debug_location
            if node is not None and not is_location(node):
                misplaced.append(start)
        if misplaced:
            self.state.error(min(misplaced), "invalid !dbg metadata")

    def _assign(self) -> None:
        """Attach the DIAssignID nodes that link stores and variables."""
        for instruction, reference in self.assigned:
            node = self.forward.resolved_node(reference)
            if isinstance(node, SpecializedNode) and node.spec.name == _ASSIGNMENT:
                kept = (instruction._attachments or []).copy()
                self._insert(kept, Attachment(_ASSIGNMENT, node))
                instruction._attachments = kept

    def _upgrade_access_tags(self) -> None:
        """Upgrade `!tbaa` to its current form, as LLVM up to 23 does on reading."""
        if self.state.version >= SCALAR_TAGS_REFUSED_SINCE:
            return
        upgraded: dict[MDNode, MDNode] = {}
        for attachment in self.access_tags:
            tag = attachment._node
            found = upgraded.get(tag)
            if found is None:
                found = upgraded_tbaa_tag(self.state.context, tag)
                upgraded[tag] = found
            attachment._node = found
