"""Writes METADATA blocks: strings, nodes, their index, named nodes, and the attachments of functions and globals."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.writer.context_names import ContextNames
from pyllvm.bitcode.writer.numbers import metadata_id, type_id, value_id
from pyllvm.bitcode.writer.strings import encoded, signed_characters
from pyllvm.bitcode.writer.value_enumerator import ValueEnumerator
from pyllvm.bitstream.abbreviation import Abbreviation, ArrayOf, Blob, Fixed, Literal, Vbr
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.metadata import (
    COLUMN_SHIFT,
    LAST_COLUMN,
    LINE_SHIFT,
    Attachment,
    DIArgList,
    DIExpression,
    MDNode,
    MDString,
    MDTuple,
    Metadata,
    SpecializedNode,
    ValueAsMetadata,
)
from pyllvm.ir.module import Module
from pyllvm.schema.sides import MetadataNumbers, NoRepresentation
from pyllvm.tables import records
from pyllvm.tables.bitcode_versions import IMPLICIT_CODE_SINCE
from pyllvm.tables.debug_info_versions import ATOM_GROUPS_SINCE, LAYERS_SINCE
from pyllvm.tables.features import IFUNC_METADATA_SINCE

_EXPRESSION_VERSION: Final = 3 << 1

_LOCATION: Final = "DILocation"
# How many operands the location of an instruction has in bitcode if it names layers.
LOCATION_WITH_LAYERS: Final = 8


@final
class _Numbers(MetadataNumbers):
    """Gives node descriptions the numbers of metadata."""

    def id_or_null(self, metadata: object | None) -> int:
        if metadata is None:
            return 0
        assert isinstance(metadata, Metadata)
        return metadata_id(metadata) + 1


@final
class MetadataWriter:
    """Writes the metadata of one module and its functions."""

    def __init__(
        self,
        stream: BitstreamWriter,
        module: Module,
        enumerator: ValueEnumerator,
        names: ContextNames,
        index_threshold: int,
    ) -> None:
        self.stream = stream
        self.module = module
        self.enumerator = enumerator
        self.names = names
        self.version = enumerator.version
        # Metadata of more nodes gets an index.
        self.index_threshold: Final = index_threshold
        self._numbers = _Numbers()
        # the abbreviations of the current block; 0 if not defined yet
        self._location = 0
        self._location_layers = 0
        self._generic = 0

    # The module

    def write_kinds(self) -> None:
        """Write the names of all metadata kinds."""
        stream = self.stream
        stream.enter_block(records.METADATA_KIND_BLOCK_ID, 3)
        for number, kind in enumerate(self.names.metadata_kinds):
            stream.emit_record(records.METADATA_KIND, [number, *signed_characters(encoded(kind), 64)])
        stream.end_block()

    def write_module_metadata(self) -> None:
        """Write the METADATA block of the module, if it has any metadata."""
        module = self.module
        enumerator = self.enumerator
        stream = self.stream
        if not enumerator.metadata and not module.named_metadata:
            return
        stream.enter_block(records.METADATA_BLOCK_ID, 4)
        self._location = self._define_location(False)
        if self.version >= LAYERS_SINCE:
            self._location_layers = self._define_location(True)
        self._generic = self._define_generic()
        offset_abbreviation = stream.define_abbreviation(
            Abbreviation([Literal(records.METADATA_INDEX_OFFSET), Fixed(32), Fixed(32)])
        )
        index_abbreviation = stream.define_abbreviation(Abbreviation([Literal(records.METADATA_INDEX), ArrayOf, Vbr(6)]))
        strings = enumerator.string_count
        nodes = enumerator.metadata[strings:]
        self._write_strings(enumerator.metadata[:strings])
        with_index = len(nodes) > self.index_threshold
        if with_index:
            stream.emit_record(records.METADATA_INDEX_OFFSET, [0, 0], offset_abbreviation)
        start = stream.position
        positions: list[int] = []
        for node in nodes:
            positions.append(stream.position)
            self._write_metadata(node)
        if with_index:
            stream.backpatch_word64(start - 64, stream.position - start)
            previous = start
            deltas: list[int] = []
            for position in positions:
                deltas.append(position - previous)
                previous = position
            stream.emit_record(records.METADATA_INDEX, deltas, index_abbreviation)
        self._write_named_metadata()
        for function in self.enumerator.functions:
            if function._attachments and function.is_declaration:
                self._write_global_attachments(function)
        if self.version >= IFUNC_METADATA_SINCE:
            for ifunc in module.ifuncs:
                if ifunc.attachments:
                    self._write_global_attachments(ifunc)
        for variable in module.global_variables:
            if variable._attachments:
                self._write_global_attachments(variable)
        stream.end_block()

    def _define_location(self, has_layers: bool) -> int:
        layout = [Literal(records.METADATA_LOCATION), Fixed(1), Vbr(6), Vbr(8), Vbr(6), Vbr(6)]
        if self.version >= IMPLICIT_CODE_SINCE:
            layout.append(Fixed(1))
        if self.version >= ATOM_GROUPS_SINCE:
            layout.append(Vbr(6))
            layout.append(Fixed(3))
        if has_layers:
            layout.append(Vbr(6))
        return self.stream.define_abbreviation(Abbreviation(layout))

    def _define_generic(self) -> int:
        return self.stream.define_abbreviation(
            Abbreviation([Literal(records.METADATA_GENERIC_DEBUG), Fixed(1), Vbr(6), Fixed(1), Vbr(6), ArrayOf, Vbr(6)])
        )

    def _write_named_metadata(self) -> None:
        named_metadata = self.module.named_metadata
        if not named_metadata:
            return
        stream = self.stream
        abbreviation = stream.define_abbreviation(Abbreviation([Literal(records.METADATA_NAME), ArrayOf, Fixed(8)]))
        for named in named_metadata:
            stream.emit_record(records.METADATA_NAME, list(encoded(named.name)), abbreviation)
            stream.emit_record(records.METADATA_NAMED_NODE, [metadata_id(node) for node in named.operands])

    def _write_global_attachments(self, value: GlobalValue) -> None:
        record = [value_id(value)]
        self._append_attachments(record, value._attachments)
        self.stream.emit_record(records.METADATA_GLOBAL_DECL_ATTACHMENT, record)

    def _append_attachments(self, record: list[int], attachments: list[Attachment]) -> None:
        for attachment in self.names.sorted_attachments(attachments):
            record.append(self.names.kind_number(attachment._kind))
            record.append(metadata_id(attachment._node))

    # A function

    def write_function_metadata(self) -> None:
        """Write the METADATA block of the incorporated function, if it has metadata of its own."""
        enumerator = self.enumerator
        own = enumerator.own_metadata()
        if not own:
            return
        self.stream.enter_block(records.METADATA_BLOCK_ID, 3)
        self._location = 0
        self._location_layers = 0
        self._generic = 0
        strings = enumerator.string_count
        self._write_strings(own[:strings])
        for node in own[strings:]:
            self._write_metadata(node)
        self.stream.end_block()

    def write_attachments(self, function: Function) -> None:
        """Write the METADATA_ATTACHMENT block of a function: its own attachments, then its instructions'."""
        stream = self.stream
        stream.enter_block(records.METADATA_ATTACHMENT_ID, 3)
        if function._attachments:
            record: list[int] = []
            self._append_attachments(record, function._attachments)
            stream.emit_record(records.METADATA_ATTACHMENT, record)
        number = 0
        for block in function.blocks:
            for instruction in block.instructions:
                attachments = instruction._attachments
                if attachments:
                    record = [number]
                    self._append_attachments(record, attachments)
                    stream.emit_record(records.METADATA_ATTACHMENT, record)
                number += 1
        stream.end_block()

    # Records

    def _write_strings(self, strings: list[Metadata]) -> None:
        """Write all strings in one record: their lengths, then their characters, in one blob."""
        if not strings:
            return
        lengths = BitstreamWriter()
        pieces: list[bytes] = []
        for string in strings:
            assert isinstance(string, MDString)
            data = encoded(string.text)
            lengths.emit_vbr(len(data), 6)
            pieces.append(data)
        head = lengths.getvalue()
        stream = self.stream
        abbreviation = stream.define_abbreviation(Abbreviation([Literal(records.METADATA_STRINGS), Vbr(6), Vbr(6), Blob]))
        stream.emit_record_with_blob(records.METADATA_STRINGS, [len(strings), len(head)], head + b"".join(pieces), abbreviation)

    def _write_metadata(self, metadata: Metadata) -> None:
        stream = self.stream
        if isinstance(metadata, MDTuple):
            record: list[int] = []
            for operand in metadata.operands:
                record.append(metadata_id(operand) + 1 if isinstance(operand, Metadata) else 0)
            stream.emit_record(records.METADATA_DISTINCT_NODE if metadata.is_distinct else records.METADATA_NODE, record)
        elif isinstance(metadata, SpecializedNode):
            self._write_node(metadata)
        elif isinstance(metadata, DIExpression):
            head = _EXPRESSION_VERSION | (1 if metadata.is_distinct else 0)
            stream.emit_record(records.METADATA_EXPRESSION, [head, *metadata.elements])
        elif isinstance(metadata, ValueAsMetadata):
            value = metadata.value
            stream.emit_record(records.METADATA_VALUE, [type_id(value.type), value_id(value)])
        elif isinstance(metadata, DIArgList):
            if any(argument.order == 0 for argument in metadata.arguments):
                # LLVM writes a record here that makes each of its readers crash.
                raise PyllvmError("bitcode has no record for an argument list in a node: only a debug value can have one")
            stream.emit_record(records.METADATA_ARG_LIST, [metadata_id(argument) for argument in metadata.arguments])

    def _write_node(self, node: SpecializedNode) -> None:
        spec = node.spec
        if node._is_packed:
            if not self._location:
                self._location = self._define_location(False)
            # As in DEBUG_LOC, except that the scope is not optional.
            record = [int(node.is_distinct), *self.location_record(node)]
            record[3] -= 1
            self.stream.emit_record(records.METADATA_LOCATION, record, self._location)
            return
        from pyllvm.schema.node import encode_node  # modules without debug information have no such nodes

        try:
            record = encode_node(spec, node.operands, node.is_distinct, self.version, self._numbers)
        except NoRepresentation as problem:
            raise PyllvmError(Diagnostic("error", f"cannot write !{spec.name} for LLVM {self.version}: {problem}")) from None
        abbreviation = 0
        if spec.code == records.METADATA_LOCATION:
            abbreviation = self._location_abbreviation(node)
        elif spec.code == records.METADATA_GENERIC_DEBUG:
            if not self._generic:
                self._generic = self._define_generic()
            abbreviation = self._generic
        self.stream.emit_record(spec.code, record, abbreviation)

    def _location_abbreviation(self, node: SpecializedNode) -> int:
        if self.version >= LAYERS_SINCE and node["irlayers"] is not None:
            if not self._location_layers:
                self._location_layers = self._define_location(True)
            return self._location_layers
        if not self._location:
            self._location = self._define_location(False)
        return self._location

    def location_record(self, location: MDNode) -> list[int]:
        """The operands of a DEBUG_LOC record for a location."""
        if not isinstance(location, SpecializedNode) or location.spec.name != _LOCATION:
            raise PyllvmError(Diagnostic("error", "invalid !dbg metadata attachment"))
        if location._is_packed:
            place = location._place
            record = [
                place >> LINE_SHIFT,
                place >> COLUMN_SHIFT & LAST_COLUMN,
                self._number(location._scope),
                self._number(location._inlined_at),
            ]
            if self.version >= IMPLICIT_CODE_SINCE:
                record.append(place & 1)
            if self.version >= ATOM_GROUPS_SINCE:
                record.append(0)
                record.append(0)
            return record
        operands = location.operands
        spec = location.spec
        record = [
            _integer(operands[spec.index_of("line")]),
            _integer(operands[spec.index_of("column")]),
            self._number(operands[spec.index_of("scope")]),
            self._number(operands[spec.index_of("inlinedAt")]),
        ]
        if self.version >= IMPLICIT_CODE_SINCE:
            record.append(1 if operands[spec.index_of("isImplicitCode")] else 0)
        if self.version >= ATOM_GROUPS_SINCE:
            record.append(_integer(operands[spec.index_of("atomGroup")]))
            record.append(_integer(operands[spec.index_of("atomRank")]))
        if self.version >= LAYERS_SINCE and operands[spec.index_of("irlayers")] is not None:
            record.append(self._number(operands[spec.index_of("irlayers")]))
        return record

    def _number(self, metadata: object) -> int:
        return metadata_id(metadata) + 1 if isinstance(metadata, Metadata) else 0


def _integer(value: object) -> int:
    return value if isinstance(value, int) else 0
