"""The description of one kind of metadata node, and the functions that decode, encode, parse and show a node by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, final

from pyllvm.schema.kinds import ALWAYS_METADATA, Extent, Flags, Kind
from pyllvm.schema.layout import Layout, layout_of
from pyllvm.schema.raw import AT_BAR, AT_CLOSING, AT_LABEL, AT_NODE, FieldError, RawValue
from pyllvm.schema.sides import LONGER, MetadataBuilder, MetadataNumbers, MetadataSource, MetadataText, RecordError
from pyllvm.versions import FOREVER

#: As the last version of something: no version has it.
NEVER: Final = -1


@final
class Condition:
    """A test of the integer operand of `field`: it has a bit of `mask`; or it equals `value`, if that is not negative.

    `index` is the operand's position, which is set when the fields of the node are known.
    """

    def __init__(self, field: str, mask: int, value: int) -> None:
        self.field: str = field
        self.mask: int = mask
        self.value: int = value
        self.index: int = 0

    def holds(self, operands: list[object]) -> bool:
        """Whether the test holds for these operands."""
        value = operands[self.index]
        if not isinstance(value, int):
            return False
        return value & self.mask != 0 if self.value < 0 else value == self.value


def conditions_of(words: str) -> list[Condition]:
    """The tests in `words`: `name` (not zero), `name&mask` (a bit of it) or `name=number`, separated by blanks."""
    found: list[Condition] = []
    for word in words.split():
        if "=" in word:
            pieces = word.split("=")
            found.append(Condition(pieces[0], 0, int(pieces[1], 0)))
        else:
            pieces = word.split("&")
            found.append(Condition(pieces[0], int(pieces[1], 0) if len(pieces) > 1 else -1, -1))
    return found


def any_holds(tests: list[Condition], operands: list[object]) -> bool:
    """Whether one of the tests holds."""
    found = False
    for test in tests:
        found = found or test.holds(operands)
    return found


@final
class Field:
    """One row of a node: an operand and its label in text. The rows are in the order of text.

    A row with `of` adds no operand. It is another label for the operand of the row with that name, or for some of its
    bits: the bits in `mask`, which begin at bit `shift` (mask 0: for the whole operand).

    `default` is the value of the operand if text omits it. The parser knows the label in versions `since` to `until`;
    versions `printed_since` to `printed_until` among them print it. `always`: printed whatever the value is.
    `required`: the parser requires the label, or requires it up to version `required_until`. Not `written`: no text has
    it. `beside` and `unless`: printed only if one of these tests holds, or none does (see `conditions_of`).
    """

    def __init__(
        self,
        name: str,
        kind: Kind,
        default: object = None,
        *,
        of: str = "",
        shift: int = 0,
        mask: int = 0,
        since: int = 0,
        until: int = FOREVER,
        always: bool = False,
        required: bool = False,
        required_until: int = NEVER,
        written: bool = True,
        printed_since: int = 0,
        printed_until: int = FOREVER,
        beside: str = "",
        unless: str = "",
    ) -> None:
        self.name: str = name
        #: The text before the value.
        self.prefix: str = name + ": "
        self.kind: Kind = kind
        self.default: object = default
        self.of: str = of
        self.shift: int = shift
        self.mask: int = mask
        self.since: int = since
        self.until: int = until
        self.always: bool = always
        self.required_until: int = FOREVER if required else required_until
        self.written: bool = written
        self.printed_since: int = max(since, printed_since)
        self.printed_until: int = min(until, printed_until)
        self.beside: list[Condition] = conditions_of(beside)
        self.unless: list[Condition] = conditions_of(unless)
        #: The position of the operand, which is set when the fields of the node are known.
        self.index: int = 0

    def bind(self, index: int, indexes: dict[str, int]) -> None:
        """Set the position of the operand, and of those that the tests name."""
        self.index = index
        for test in self.beside:
            test.index = indexes[test.field]
        for test in self.unless:
            test.index = indexes[test.field]


@final
class NodeSpec:
    """A kind of specialized node.

    `fields` are the rows of its operands, in their order; `labels` are the labels in its text. `layouts` are the shapes of its
    record, with code `code`. `references` are the positions in `fields` of the operands that are metadata, in LLVM's
    order, and `references_since` the first version in which each is metadata. `since`: the first LLVM that has the node.
    `distinct_index` and `distinct_bit`: an integer operand and a bit of it that makes the node distinct (index -1: none).
    A node with `rest` may have more operands than fields: references, which text writes in braces. `extents` are the positions
    of the operands that are sizes and offsets.
    `finish` is called with the parsed operands, the labels that the text has, and the version. It checks and adjusts
    operands that depend on one another, as LLVM's parser does.
    """

    def __init__(
        self,
        name: str,
        code: int,
        since: int,
        fields: list[Field],
        labels: list[Field],
        layouts: list[Layout],
        references: list[int],
        references_since: list[int],
        always_distinct: bool,
        distinct_index: int,
        distinct_bit: int,
        rest: bool,
        finish: Finish | None,
    ) -> None:
        self.name: str = name
        self.code: int = code
        self.since: int = since
        self.fields: list[Field] = fields
        self.labels: list[Field] = labels
        self.layouts: list[Layout] = layouts
        self.always_distinct: bool = always_distinct
        self.distinct_index: int = distinct_index
        self.distinct_bit: int = distinct_bit
        self.rest: bool = rest
        # Whether the node is a list of metadata, whose text has no labels.
        self.is_list: bool = rest and not labels[-1].name
        self.finish: Finish | None = finish
        self.defaults: list[object] = [field.default for field in fields]
        # The labels that some version requires, and the labels of some bits of an operand: few nodes have any.
        self.required: list[Field] = [label for label in labels if label.required_until != NEVER]
        self.of_bits: list[Field] = [label for label in labels if label.mask]
        self.extents: list[int] = [index for index, field in enumerate(fields) if isinstance(field.kind, Extent)]
        self._references: list[int] = references
        self._references_since: list[int] = references_since
        # The results for the last requested version: few runs use more than one.
        self._reference_fields: list[int] = references
        # Where operands may be numbers in place of metadata: bounds, sizes.
        self._number_places: list[int] = []
        self._reference_fields_version: int = NEVER
        self._omitted: list[object] = []
        self._omitted_version: int = NEVER
        self._indexes: dict[str, int] = {}
        self._labels: dict[str, list[Field]] = {}
        for position in range(len(fields)):
            self._indexes[fields[position].name] = position
        for label in labels:
            self._labels.setdefault(label.name, []).append(label)

    def index_of(self, field: str) -> int:
        """The position of a field among the operands; KeyError if the node has no such field."""
        return self._indexes[field]

    def has_field(self, field: str) -> bool:
        """Whether the node has a field with this name."""
        return field in self._indexes

    def lacks(self, index: int, version: int) -> bool:
        """Whether the operand at this position has labels in text, but `version` has none for the whole operand."""
        has_labels = False
        for label in self.labels:
            if label.index == index:
                has_labels = True
                if not label.mask and label.since <= version <= label.until:
                    return False
        return has_labels

    def omitted(self, version: int) -> list[object]:
        """The operands of a node whose text omits every field."""
        if version != self._omitted_version:
            self._omitted = [field.kind.omitted(field.default, version) for field in self.fields]
            self._omitted_version = version
        return self._omitted.copy()

    def label(self, name: str, version: int) -> Field | None:
        """The row of the label with this name, if `version` has it."""
        found = self._labels.get(name)
        if found is not None:
            for label in found:
                if label.since <= version <= label.until:
                    return label
        return None

    def reference_fields(self, version: int) -> list[int]:
        """The positions in `fields` of the operands that are metadata in `version`, in LLVM's order."""
        if version != self._reference_fields_version:
            found: list[int] = []
            for position in range(len(self._references)):
                if self._references_since[position] <= version:
                    found.append(self._references[position])
            self._reference_fields = found
            kinds = [self.fields[index].kind for index in found]
            self._number_places = [place for place, kind in enumerate(kinds) if not isinstance(kind, ALWAYS_METADATA)]
            self._reference_fields_version = version
        return self._reference_fields

    def references(self, operands: list[object], version: int) -> list[object | None]:
        """The metadata among `operands`, in LLVM's operand order; null operands are None."""
        found = [operands[index] for index in self.reference_fields(version)]
        for position in self._number_places:
            if isinstance(found[position], int):
                found[position] = None
        if self.rest:
            found.extend(operands[len(self.fields) :])
        return found


Finish: TypeAlias = "Callable[[NodeSpec, list[object], set[str], int], None]"


def decode_node(spec: NodeSpec, record: list[int], source: MetadataSource) -> tuple[bool, list[object]]:
    """Whether the node of a record is distinct, and its operands; RecordError if no layout accepts the record."""
    for layout in spec.layouts if record else ():
        if layout.takes(record, source.llvm_version):
            operands = spec.defaults.copy()
            layout.read(record, operands, source)
            distinct = record[0] & 1 != 0 or spec.always_distinct
            if spec.distinct_index >= 0:
                flags = operands[spec.distinct_index]
                if isinstance(flags, int) and flags & spec.distinct_bit:
                    distinct = True
            return distinct, operands
    alike = [layout for layout in spec.layouts if record and record[0] & layout.mask == layout.value]
    is_longer = all(len(record) > layout.longest for layout in alike) and len(alike) > 0
    raise RecordError(f"Invalid record: a {spec.name} record of {len(record)} operands{LONGER if is_longer else ''}")


def encode_node(spec: NodeSpec, operands: list[object], distinct: bool, version: int, numbers: MetadataNumbers) -> list[int]:
    """The record of a node as `version` writes it; NoRepresentation if `version` cannot."""
    return layout_of(spec.layouts, version).write(operands, distinct, version, numbers)


def show_node(spec: NodeSpec, operands: list[object], version: int, text: MetadataText) -> str:
    """`!DIFile(filename: "a.c", directory: "/tmp")` as `version` prints it (without `distinct`)."""
    parts: list[str] = []
    if spec.is_list:
        parts.extend([text.metadata(operand) for operand in operands])
        return "!" + spec.name + "(" + ", ".join(parts) + ")"
    for label in spec.labels:
        if not label.printed_since <= version <= label.printed_until:
            continue
        if label.index >= len(spec.fields):
            if len(operands) > label.index:
                parts.append(label.prefix + label.kind.show(tuple(operands[label.index :]), version, text))
            continue
        value = operands[label.index]
        if label.mask and isinstance(value, int):
            value = value >> label.shift & label.mask
        if label.beside and not any_holds(label.beside, operands):
            continue
        if label.unless and any_holds(label.unless, operands):
            continue
        if label.always or not label.kind.is_hidden(value, label.default, version, text):
            parts.append(label.prefix + label.kind.show(value, version, text))
    return f"!{spec.name}({', '.join(parts)})"


def parse_node(
    spec: NodeSpec, names: list[str], values: list[RawValue], distinct: bool, version: int, builder: MetadataBuilder
) -> list[object]:
    """The operands of a node from its labels and values as written; FieldError if LLVM rejects them."""
    if spec.always_distinct and not distinct:
        name = "!" + spec.name if spec.labels else "!" + spec.name + "()"
        raise FieldError(f"missing 'distinct', required for {name}", AT_NODE)
    operands = spec.omitted(version)
    rest: list[object] = []
    seen: set[str] = set()
    pending: list[Field] = []
    bits: list[int] = []
    whole: set[int] = set()
    for position in range(len(names)):
        label = spec.label(names[position], version)
        if label is None:
            if not spec.labels:
                raise FieldError("expected ')' here", AT_LABEL, position)
            raise FieldError(f"invalid field '{names[position]}'", AT_LABEL, position)
        if label.name in seen:
            raise FieldError(f"field '{label.name}' cannot be specified more than once", AT_LABEL, position)
        seen.add(label.name)
        raw = values[position]
        try:
            if len(raw.words) > 1 and not isinstance(label.kind, Flags):
                label.kind.parse(raw.first(), label.name, version, builder)
                raise FieldError("expected ')' here", AT_BAR)
            value = label.kind.parse(raw, label.name, version, builder)
        except FieldError as error:
            raise FieldError(error.message, error.place, position, error.word) from None
        if label.mask:
            pending.append(label)
            bits.append(value if isinstance(value, int) else 0)
        elif label.index >= len(spec.fields):
            if isinstance(value, tuple):
                rest.extend(value)
        else:
            operands[label.index] = value
            whole.add(label.index)
    for label in spec.required:
        if version <= label.required_until and label.name not in seen and label.since <= version <= label.until:
            raise FieldError(f"missing required field '{label.name}'", AT_CLOSING)
    for label in spec.of_bits:
        # An omitted label of some bits sets them to its default, unless the text gives the whole operand.
        if label.index not in whole and label.since <= version <= label.until:
            number = label.default
            for at in range(len(pending)):
                if pending[at] is label:
                    number = bits[at]
            old = operands[label.index]
            if isinstance(old, int) and isinstance(number, int):
                operands[label.index] = old | (number & label.mask) << label.shift
    operands.extend(rest)
    if spec.distinct_index >= 0 and not distinct:
        flags = operands[spec.distinct_index]
        if isinstance(flags, int) and flags & spec.distinct_bit:
            raise FieldError(f"missing 'distinct', required for !{spec.name} {_why_distinct(spec, version)}", AT_NODE)
    if spec.finish is not None:
        spec.finish(spec, operands, seen, version)
    return operands


__all__ = [
    "NEVER",
    "Condition",
    "Field",
    "Finish",
    "NodeSpec",
    "decode_node",
    "encode_node",
    "parse_node",
    "show_node",
]


def _why_distinct(spec: NodeSpec, version: int) -> str:
    """How a message names the bit that makes a node distinct: by its label where the whole operand has none."""
    name = ""
    for label in spec.labels:
        if label.index == spec.distinct_index and label.since <= version <= label.until:
            if not label.mask:
                return "that is a Definition"
            if label.mask << label.shift == spec.distinct_bit:
                name = label.name
    return f"when '{name}'"
