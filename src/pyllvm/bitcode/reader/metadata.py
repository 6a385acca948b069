"""Reads METADATA blocks and METADATA_KIND blocks into `ir.metadata`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from pyllvm.bitcode.reader.numbered_metadata import NumberedMetadata
from pyllvm.bitcode.reader.unknown import Unknown
from pyllvm.bitstream.cursor import BitstreamCursor, text_of_operands
from pyllvm.bitstream.stream_numbers import END_BLOCK, ENTER_SUBBLOCK, RECORD
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir import metadata
from pyllvm.ir.constants import ConstantExpr
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.loss import BEHAVIOR, DEBUG_INFO, HINT
from pyllvm.ir.module import Module
from pyllvm.ir.types import METADATA, VOID, Type
from pyllvm.ir.value import ForwardReference, Value
from pyllvm.schema.sides import LONGER, RecordError
from pyllvm.tables import records
from pyllvm.tables.debug_info_versions import LAYERS_SINCE
from pyllvm.tables.metadata_kinds import fixed_kinds
from pyllvm.tables.module_flags import MODULE_FLAGS

if TYPE_CHECKING:
    from pyllvm.bitcode.reader.specialized_nodes import SpecializedNodes
    from pyllvm.ir.function import Function

_UNKNOWN_OF_LOCATION: Final = "unknown field of !DILocation"
# The lines of locations have 32 bits.
_LINE_MASK: Final = 0xFFFFFFFF


@mypyc_attr(allow_interpreted_subclasses=True)
class MetadataEnvironment:
    """The services that the metadata reader needs from the module reader."""

    def type(self, number: int) -> Type:
        """The type of that number; raises PyllvmError if there is none."""
        raise NotImplementedError

    def value_for_metadata(self, type_number: int, value_number: int) -> Value:
        """The value of that number; a forward reference if it was not read yet."""
        raise NotImplementedError

    def global_value(self, value_number: int) -> Value | None:
        """The module-level value of that number; None if there is none."""
        raise NotImplementedError

    def has_unread_body(self, function: Function) -> bool:
        """Whether a function's body is in the file and its reading has not begun."""
        raise NotImplementedError


@final
class MetadataReader(NumberedMetadata):
    """The metadata of one module, by number."""

    def __init__(self, module: Module, environment: MetadataEnvironment, unknown: Unknown) -> None:
        super().__init__(module, unknown)
        self.environment = environment
        self.kinds: dict[int, str] = {}
        # The names of the fixed kinds and of the module's own.
        self._known_kinds: set[str] = set()
        self.module_count = -1
        self.of_bodies: list[metadata.Metadata | None] | None = None
        """Where the metadata of each body is kept after the body was read; None if that is not needed."""
        self.has_old_expressions = False
        """Whether an expression may begin with the DW_OP_deref that a `dbg.declare` of an argument had."""
        self.has_old_loop_tags = False
        # Uniqued locations, by the place, the scope, what they were inlined at, and the atom and layers if there are any.
        self._locations: dict[object, metadata.MDNode] = {}
        # Uniqued locations that were read before their operands: locations that are inlined in a circle.
        self._late_locations: list[tuple[int, metadata.SpecializedNode]] = []
        self._awaiting_values: dict[Value, metadata.ValueAsMetadata] = {}
        self._named: list[tuple[metadata.NamedMDNode, list[int]]] = []
        self._named_of: dict[str, metadata.NamedMDNode] = {}
        self._global_attachments: list[list[int]] = []
        self._specialized: SpecializedNodes | None = None

    # --- locations, and the metadata of functions -------------------------------------------------------------------

    def location(
        self, place: int, scope: int, inlined_at: int, atom_group: int, atom_rank: int, layers: int
    ) -> metadata.MDNode | None:
        """The DILocation of a DEBUG_LOC record: scope, inlined-at and layers are numbers plus one, 0 for none."""
        scope_node = self.existing(scope - 1) if scope else None
        inlined_node = self.existing(inlined_at - 1) if inlined_at else None
        if (scope and not isinstance(scope_node, metadata.MDNode)) or (
            inlined_at and not isinstance(inlined_node, metadata.MDNode)
        ):
            if self.has_gone(scope - 1) or self.has_gone(inlined_at - 1):
                self.unknown.leave_out("location in unknown metadata", grade=DEBUG_INFO)
                return None
            raise RecordError("Invalid debug location: scope or inlinedAt is not a metadata node")
        layers_node = self._layers(layers) if layers else None
        return self._location(place, scope_node, inlined_node, atom_group, atom_rank, layers_node)

    def _layers(self, number_plus_one: int) -> metadata.Metadata | None:
        """The layers of a DEBUG_LOC record, if the reader's LLVM has them."""
        if self.llvm_version >= LAYERS_SINCE:
            return self.existing(number_plus_one - 1)
        if self.unknown.is_tolerated:
            self.unknown.leave_out(_UNKNOWN_OF_LOCATION, grade=DEBUG_INFO)
        return None

    def note_rest(self, rest: list[int]) -> None:
        """Note the operands of a location's record that are behind all that are known."""
        if self.unknown.is_tolerated and any(rest):
            self.unknown.leave_out(_UNKNOWN_OF_LOCATION, grade=DEBUG_INFO)

    def _location(
        self, place: int, scope: object, inlined_at: object, atom_group: int, atom_rank: int, layers: object
    ) -> metadata.MDNode:
        """The uniqued location with these operands."""
        if atom_group or atom_rank or layers is not None:
            key: object = (place, scope, inlined_at, atom_group, atom_rank, layers)
        else:
            key = (place, scope, inlined_at)
        found = self._locations.get(key)
        if found is None:
            specialized = self._specialized_nodes()
            found = specialized.location(place, scope, inlined_at, atom_group, atom_rank, layers, is_distinct=False)
            self._locations[key] = found
        return found

    def enter_function(self) -> None:
        """Start a function: the metadata read from here on belongs to it."""
        if self.module_count < 0:
            self.module_count = len(self.nodes)

    def leave_function(self) -> None:
        """Forget the metadata of the function."""
        self._report_unresolved()
        if self.module_count >= 0:
            if self.of_bodies is not None:
                self.of_bodies += self.nodes[self.module_count :]
            del self.nodes[self.module_count :]
            if self.unknown_nodes.numbers:
                self.unknown_nodes.forget(self.module_count)

    def abandon_function(self) -> None:
        """Forget the metadata of a function whose reading was given up."""
        self._forward = {}
        self._to_unify = []
        if self._specialized is not None:
            self._specialized.abandon_block()
        self.leave_function()

    def finish_module(self) -> None:
        """After the module's own blocks: set what referred to nodes by number, and check that all of these were read."""
        self._report_unresolved()
        for named, operands in self._named:
            for number in operands:
                node = self.node(number)
                if node is None and self.has_gone(number):
                    self.unknown.leave_out(f"operand of !{named.name}", grade=BEHAVIOR if named.name == MODULE_FLAGS else HINT)
                    continue
                if node is None:
                    raise PyllvmError(Diagnostic("error", "Invalid named metadata: expect fwd ref to MDNode"))
                named.operands.append(node)
            if operands and not named.operands:
                self.module.named_metadata.remove(named)
        self._named = []
        for operands in self._global_attachments:
            target = self.environment.global_value(operands[0])
            if isinstance(target, GlobalValue):
                try:
                    self.attach_to_global(target, operands, 1)
                except RecordError as error:
                    raise PyllvmError(Diagnostic("error", str(error))) from None
            elif target is None and not self.unknown.is_tolerated:
                raise PyllvmError(Diagnostic("error", "Invalid record"))
        self._global_attachments = []
        if self._specialized is not None:
            self._specialized.finish_module(self, self.environment.has_unread_body)

    def _report_unresolved(self) -> None:
        if self._forward:
            number = min(self._forward)
            self._forward = {}
            raise PyllvmError(Diagnostic("error", f"Invalid metadata: forward reference to metadata {number} was never resolved"))

    # --- blocks ----------------------------------------------------------------------------------------------------

    def read_block(self, cursor: BitstreamCursor) -> None:
        """Read a METADATA_BLOCK to its end; the cursor has just entered it."""
        name: str | None = None
        begin = len(self.nodes)
        while True:
            what = cursor.advance()
            if what == RECORD:
                try:
                    name = self._read_record(cursor, cursor.code, cursor.operands, name)
                except RecordError as error:
                    message = str(error)
                    if not message.endswith(LONGER) or not self._specialized_nodes().read_longer(self, cursor):
                        raise self.error(cursor, message) from None
            elif what == ENTER_SUBBLOCK:
                cursor.skip_block()
            elif what == END_BLOCK:
                if name is not None:  # LLVM reads the end of the block as a record
                    raise self.error(cursor, "Invalid abbrev number")
                if self.unknown_nodes.has_new or self.unknown_nodes.numbers:
                    self.unknown_nodes.remove(self.nodes, begin)
                if self._to_unify:
                    self.unify()
                if self._late_locations:
                    self._enter_late_locations()
                if self._specialized is not None:
                    self._specialized.end_block()
                return
            else:
                raise self.error(cursor, "Malformed block")

    def read_kinds(self, cursor: BitstreamCursor) -> None:
        """Read a METADATA_KIND_BLOCK to its end; the cursor has just entered it."""
        while True:
            what = cursor.advance()
            if what == RECORD:
                if cursor.code == records.METADATA_KIND:
                    try:
                        self._read_kind(cursor.operands)
                    except RecordError as error:
                        raise self.error(cursor, str(error)) from None
                elif self.unknown.is_tolerated:
                    self.unknown.leave_out(f"unknown metadata kind record {cursor.code}")
            elif what == ENTER_SUBBLOCK:
                cursor.skip_block()
            elif what == END_BLOCK:
                return
            else:
                raise self.error(cursor, "Malformed block")

    def _specialized_nodes(self) -> SpecializedNodes:
        """The reader of specialized nodes: modules without debug information have none."""
        found = self._specialized
        if found is None:
            from pyllvm.bitcode.reader.specialized_nodes import SpecializedNodes

            found = SpecializedNodes(self)
            self._specialized = found
        return found

    # --- records ---------------------------------------------------------------------------------------------------

    def _read_record(self, cursor: BitstreamCursor, code: int, operands: list[int], name: str | None) -> str | None:
        """Read one record; `name` comes from a NAME record just before it. The result is the name if this is a NAME record."""
        if name is not None and code != records.METADATA_NAMED_NODE:
            raise RecordError("METADATA_NAME not followed by METADATA_NAMED_NODE")
        if code == records.METADATA_NODE or code == records.METADATA_DISTINCT_NODE:
            self._read_tuple(operands, code == records.METADATA_DISTINCT_NODE)
        elif code == records.METADATA_LOCATION:
            self._read_location(operands)
        elif code == records.METADATA_VALUE:
            if len(operands) != 2:
                raise RecordError("Invalid record")
            self.define(self._value(operands[0], operands[1]))
        elif code == records.METADATA_EXPRESSION:
            self._read_expression(operands)
        elif code == records.METADATA_STRINGS:
            self._read_strings(cursor, operands)
        elif code == records.METADATA_NAME:
            return text_of_operands(operands)
        elif code == records.METADATA_NAMED_NODE:
            if name is not None:  # LLVM ignores one without a NAME record
                self._read_named(operands, name)
        elif code == records.METADATA_ARG_LIST:
            self._read_argument_list(operands)
        elif code == records.METADATA_GLOBAL_DECL_ATTACHMENT:
            self._read_global_attachment(operands)
        elif code == records.METADATA_KIND:
            self._read_kind(operands)
        elif code == records.METADATA_STRING_OLD:
            self._read_old_string(text_of_operands(operands))
        elif code == records.METADATA_OLD_NODE:
            self._read_old_node(operands)
        elif code == records.METADATA_OLD_FN_NODE:
            self._read_old_function_node(operands)
        elif code == records.METADATA_INDEX_OFFSET:
            pass  # it defines nothing
        elif code == records.METADATA_INDEX:
            if self.unknown_nodes.has_new:
                self.unknown_nodes.check_index(len(operands), self.nodes)
        elif not self._specialized_nodes().read(self, code, operands):
            # To an LLVM that knows all records, unknown ones define nothing.
            unknown = self.unknown_nodes.node(code, len(self.nodes))
            if unknown is not None:
                self.define(unknown)
        return None

    def _read_tuple(self, operands: list[int], is_distinct: bool) -> None:
        self.saw_forward = False
        elements: list[object] = [self.metadata(number) for number in operands]
        if is_distinct or self.saw_forward:
            node = metadata.MDTuple(elements, is_distinct)
            self.await_operands(node)
            self.unify_later(node)
        else:
            node = metadata.MDTuple.get(self.module.context, elements)
        self.define(node)

    def _read_location(self, operands: list[int]) -> None:
        count = len(operands)
        if count < 5:
            raise RecordError("Invalid record")
        self.saw_forward = False
        scope = self.metadata_not_null(operands[3])
        inlined_at = self.metadata(operands[4])
        implicit = operands[5] if count > 5 else 0
        group = operands[6] if count > 7 else 0
        rank = operands[7] if count > 7 else 0
        layers = self._read_layers(operands) if count > 8 else None
        is_distinct = bool(operands[0] & 1)
        place = location_place(operands[1], operands[2], implicit)
        if is_distinct or self.saw_forward:
            specialized = self._specialized_nodes()
            node = specialized.location(place, scope, inlined_at, group, rank, layers, is_distinct=is_distinct)
            if self.saw_forward:
                self.await_operands(node)
                if not (is_distinct or group or rank or layers):
                    self._late_locations.append((place, node))
            self.define(node)
        else:
            self.define(self._location(place, scope, inlined_at, group, rank, layers))

    def _enter_late_locations(self) -> None:
        """Now that all operands are known, let later locations with the same operands be these."""
        for place, node in self._late_locations:
            if not node.is_distinct:
                self._locations.setdefault((place, node["scope"], node["inlinedAt"]), node)
        self._late_locations = []

    def _read_layers(self, operands: list[int]) -> object | None:
        """Read the last operand of a location, if the reader's LLVM has it."""
        has_layers = self.llvm_version >= LAYERS_SINCE
        self.note_rest(operands[9 if has_layers else 8 :])
        return self.metadata(operands[8]) if has_layers else None

    def _read_expression(self, operands: list[int]) -> None:
        from pyllvm.schema.expression import decode_expression, precedes_2

        is_distinct, elements = decode_expression(operands)
        if precedes_2(operands):
            self.has_old_expressions = True
        if is_distinct:
            self.define(metadata.DIExpression(elements, True))
        else:
            self.define(metadata.DIExpression.get(self.module.context, elements))

    def _value(self, type_number: int, value_number: int) -> metadata.ValueAsMetadata:
        type = self.environment.type(type_number)
        if type.kind == METADATA or type.kind == VOID:
            raise RecordError("Invalid record")
        value = self.environment.value_for_metadata(type_number, value_number)
        # LLVM compares the type that the record of an expression states, which may differ from the expression's type.
        if value.type is not type and not isinstance(value, ConstantExpr):
            raise RecordError("Invalid value reference from metadata")
        made = metadata.ValueAsMetadata.get(self.module.context, value)
        if isinstance(value, ForwardReference):
            self._awaiting_values[value] = made
        return made

    def value_was_defined(self, forward: Value, value: Value) -> None:
        """Make metadata that refers to a forward reference refer to the value that replaces it."""
        # `pop` is slow.
        waiting = self._awaiting_values.get(forward)
        if waiting is not None:
            del self._awaiting_values[forward]
            waiting.value = value
            known = self.module.context.metadata
            if forward in known:
                del known[forward]
            known[value] = waiting

    def _read_strings(self, cursor: BitstreamCursor, operands: list[int]) -> None:
        """Read STRINGS, whose blob has the lengths as vbr6 and, from the offset on, the characters."""
        if len(operands) != 2 or cursor.blob is None:
            raise RecordError("Invalid record: metadata strings layout")
        count, offset, blob = operands[0], operands[1], cursor.blob
        if count == 0:
            raise RecordError("Invalid record: metadata strings with no strings")
        if offset > len(blob):
            raise RecordError("Invalid record: metadata strings corrupt offset")
        if count * 6 > offset * 8:
            raise RecordError("Invalid record: metadata strings bad length")
        lengths = BitstreamCursor(blob[:offset])
        context = self.module.context
        begin = offset
        while count > 0:
            if lengths.position + 6 > offset * 8:
                raise RecordError("Invalid record: metadata strings bad length")
            end = begin + lengths.read_vbr(6)
            if end > len(blob):
                raise RecordError("Invalid record: metadata strings truncated chars")
            self.define(metadata.MDString.get(context, blob[begin:end].decode("utf-8", "surrogateescape")))
            begin = end
            count -= 1

    def _read_named(self, operands: list[int], name: str) -> None:
        node = self._named_of.get(name)
        if node is None and len(self._named_of) != len(self.module.named_metadata):
            node = self.module.named_metadata_of(name)
        if node is None:
            node = metadata.NamedMDNode(name, [])
            self._named_of[name] = node
            self.module.named_metadata.append(node)
        self._named.append((node, operands))

    def _read_argument_list(self, operands: list[int]) -> None:
        arguments: list[metadata.ValueAsMetadata] = []
        for number in operands:
            argument = self.existing(number)
            if not isinstance(argument, metadata.ValueAsMetadata):
                raise RecordError("Invalid record: DIArgList should not contain forward refs")
            arguments.append(argument)
        self.define(metadata.DIArgList(arguments))

    def _read_global_attachment(self, operands: list[int]) -> None:
        if len(operands) % 2 == 0:
            raise RecordError("Invalid record")
        self._global_attachments.append(operands)

    def attach_to_global(self, target: GlobalValue, operands: list[int], begin: int) -> None:
        for index in range(begin, len(operands), 2):
            node = self.node(operands[index + 1])
            if node is None and self.has_gone(operands[index + 1]):
                self.unknown.leave_out("attachment of unknown metadata", target)
                continue
            if node is None:
                raise RecordError("Invalid metadata attachment: expect fwd ref to MDNode")
            target._attachments.append(metadata.Attachment(self.kind(operands[index]), node))

    def kind(self, number: int) -> str:
        kind = self.kinds.get(number)
        if kind is None:
            raise RecordError("Invalid ID")
        return kind

    def _read_kind(self, operands: list[int]) -> None:
        if len(operands) < 2:
            raise RecordError("Invalid record")
        number = operands[0]
        name = text_of_operands(operands, 1)
        if number in self.kinds:
            raise RecordError("Conflicting METADATA_KIND records")
        self.kinds[number] = name
        if not self._known_kinds:
            self._known_kinds.update(fixed_kinds(self.module.llvm_version))
            self._known_kinds.update(self.module.metadata_kinds)
        if name not in self._known_kinds:
            self._known_kinds.add(name)
            self.module.metadata_kinds.append(name)

    def _read_old_string(self, text: str) -> None:
        """Up to LLVM 3.8."""
        from pyllvm.migrations.on_reading.older_metadata import is_old_loop_tag

        self.has_old_loop_tags = self.has_old_loop_tags or is_old_loop_tag(text)
        self.define(metadata.MDString.get(self.module.context, text))

    def _read_old_node(self, operands: list[int]) -> None:
        """Up to LLVM 3.5: pairs of type and value; if the type is the metadata type, the value is a metadata number."""
        if len(operands) % 2:
            raise RecordError("Invalid record")
        elements: list[object] = []
        self.saw_forward = False
        for index in range(0, len(operands), 2):
            kind = self.environment.type(operands[index]).kind
            if kind == METADATA:
                elements.append(self.metadata_not_null(operands[index + 1]))
            elif kind == VOID:
                elements.append(None)
            else:
                elements.append(self._value(operands[index], operands[index + 1]))
        if self.saw_forward:
            node = metadata.MDTuple(elements, False)
            self.await_operands(node)
        else:
            node = metadata.MDTuple.get(self.module.context, elements)
        self.define(node)

    def _read_old_function_node(self, operands: list[int]) -> None:
        """Up to LLVM 3.5: one local value; anything else no longer has a meaning and becomes an empty tuple."""
        if len(operands) % 2:
            raise RecordError("Invalid record")
        if len(operands) == 2:
            kind = self.environment.type(operands[0]).kind
            if kind != METADATA and kind != VOID:
                self.define(self._value(operands[0], operands[1]))
                return
        self.define(metadata.MDTuple.get(self.module.context, []))


def location_place(line: int, column: int, is_implicit: int) -> int:
    """The line, column and mark of a location in one number; a column that is too large becomes 0."""
    column &= _LINE_MASK
    if column > metadata.LAST_COLUMN:
        column = 0
    return (line & _LINE_MASK) << metadata.LINE_SHIFT | column << metadata.COLUMN_SHIFT | (1 if is_implicit else 0)
