"""A kind of metadata node, described once; and the loops that decode, encode, parse and show any of them."""

from typing import Final, final

from pyllvm.schema.kinds import Kind
from pyllvm.schema.layout import Layout, layout_of
from pyllvm.schema.raw import AFTER, AT_CLOSING, AT_LABEL, AT_NODE, FieldError, RawValue
from pyllvm.schema.sides import MetadataBuilder, MetadataNumbers, MetadataSource, MetadataText, RecordError

SINCE_EVER: Final = 0
TO_THIS_DAY: Final = 9999


@final
class Field:
    """What an operand of a node is: its name, kind, and the value that stands where nothing is said."""

    def __init__(self, name: str, kind: Kind, default: object) -> None:
        self.name: str = name
        self.kind: Kind = kind
        self.default: object = default


@final
class Condition:
    """Whether an integer operand has one of the bits of `mask`; or is `value`, where that is not negative."""

    def __init__(self, index: int, mask: int, value: int) -> None:
        self.index: int = index
        self.mask: int = mask
        self.value: int = value

    def holds(self, operands: list[object]) -> bool:
        """Whether it does in these operands."""
        value = operands[self.index]
        if not isinstance(value, int):
            return False
        return value & self.mask != 0 if self.value < 0 else value == self.value


def any_holds(tests: list[Condition], operands: list[object]) -> bool:
    """Whether one of the tests holds."""
    found = False
    for test in tests:
        found = found or test.holds(operands)
    return found


@final
class Label:
    """How a field stands in text: under `name`, in the versions `since` to `until`, at its place in the order.

    `printed_since` and `printed_until` bound the versions that print it; `always`: printed whatever the value;
    `required_until`: the last version whose parser wants it. `beside`: printed only when one of these tests holds,
    `unless`: when none does. `shift` and `mask`: the label speaks of these bits of an integer operand only (mask 0: of
    the whole).
    """

    def __init__(
        self,
        name: str,
        index: int,
        kind: Kind,
        default: object,
        since: int,
        until: int,
        always: bool,
        required_until: int,
        printed: bool,
        printed_since: int,
        printed_until: int,
        beside: list[Condition],
        unless: list[Condition],
        shift: int,
        mask: int,
    ) -> None:
        self.name: str = name
        self.index: int = index
        self.kind: Kind = kind
        self.default: object = default
        self.since: int = since
        self.until: int = until
        self.always: bool = always
        self.required_until: int = required_until
        self.printed: bool = printed
        self.printed_since: int = printed_since
        self.printed_until: int = printed_until
        self.beside: list[Condition] = beside
        self.unless: list[Condition] = unless
        self.shift: int = shift
        self.mask: int = mask


@final
class NodeSpec:
    """A kind of specialized node.

    `fields` says what the operands of a node are, in their order. `labels` is the order and manner of text, `layouts`
    the shapes of its record (code `code`), `references` LLVM's order of the operands that are metadata, as positions in
    `fields` (what numbering walks). `since`: the first LLVM that has the node. A node with `rest` has more operands
    than fields: references, which text writes in braces.
    """

    def __init__(
        self,
        name: str,
        code: int,
        since: int,
        fields: list[Field],
        labels: list[Label],
        layouts: list[Layout],
        references: list[int],
        references_21: list[int],
        always_distinct: bool,
        distinct_index: int,
        distinct_bit: int,
        rest: bool,
    ) -> None:
        self.name: str = name
        self.code: int = code
        self.since: int = since
        self.fields: list[Field] = fields
        self.labels: list[Label] = labels
        self.layouts: list[Layout] = layouts
        self.operand_fields: list[int] = references
        self.operand_fields_21: list[int] = references_21
        self.always_distinct: bool = always_distinct
        self.distinct_index: int = distinct_index
        self.distinct_bit: int = distinct_bit
        self.rest: bool = rest
        self.defaults: list[object] = [field.default for field in fields]
        self._unsaid: list[object] = []
        self._unsaid_version: int = 0
        self._indexes: dict[str, int] = {}
        self._labels: dict[str, list[Label]] = {}
        for position in range(len(fields)):
            self._indexes[fields[position].name] = position
        for label in labels:
            self._labels.setdefault(label.name, []).append(label)

    def index_of(self, field: str) -> int:
        """The position of a field among the operands; KeyError where there is none."""
        return self._indexes[field]

    def unsaid(self, version: int) -> list[object]:
        """The operands of a node of which text says nothing."""
        if version != self._unsaid_version:
            self._unsaid = [field.kind.unsaid(field.default, version) for field in self.fields]
            self._unsaid_version = version
        return self._unsaid.copy()

    def label(self, name: str, version: int) -> Label | None:
        """The label of that name, where `version` has it."""
        found = self._labels.get(name)
        if found is not None:
            for label in found:
                if label.since <= version <= label.until:
                    return label
        return None

    def references(self, operands: list[object], version: int) -> list[object | None]:
        """The metadata among `operands`, in LLVM's operand order; null operands are None."""
        found: list[object | None] = []
        for index in self.operand_fields_21 if version >= 21 else self.operand_fields:
            value = operands[index]
            found.append(None if isinstance(value, int) else value)
        if self.rest:
            found.extend(operands[len(self.fields) :])
        return found

    def decode(self, record: list[int], source: MetadataSource) -> tuple[bool, list[object]]:
        """Whether the node of a record is distinct, and its operands; RecordError where no layout takes the record."""
        return decode_node(self, record, source)

    def encode(self, operands: list[object], distinct: bool, version: int, numbers: MetadataNumbers) -> list[int]:
        """The record of a node as `version` writes it; NoRepresentation where it cannot."""
        return encode_node(self, operands, distinct, version, numbers)

    def show(self, operands: list[object], version: int, text: MetadataText) -> str:
        """The node as `version` prints it, without `distinct`."""
        return show_node(self, operands, version, text)

    def parse(
        self, names: list[str], values: list[RawValue], distinct: bool, version: int, builder: MetadataBuilder
    ) -> list[object]:
        """The operands of a node as written; FieldError where LLVM refuses it."""
        return parse_node(self, names, values, distinct, version, builder)


def decode_node(spec: NodeSpec, record: list[int], source: MetadataSource) -> tuple[bool, list[object]]:
    """Whether the node of a record is distinct, and its operands; RecordError where no layout takes the record."""
    if record:
        for layout in spec.layouts:
            if layout.takes(record, source.llvm_version):
                operands = spec.defaults.copy()
                layout.read(record, operands, source)
                distinct = record[0] & 1 != 0 or spec.always_distinct
                if spec.distinct_index >= 0:
                    flags = operands[spec.distinct_index]
                    if isinstance(flags, int) and flags & spec.distinct_bit:
                        distinct = True
                return distinct, operands
    raise RecordError(f"a {spec.name} record of {len(record)} operands")


def encode_node(spec: NodeSpec, operands: list[object], distinct: bool, version: int, numbers: MetadataNumbers) -> list[int]:
    """The record of a node as `version` writes it; NoRepresentation where it cannot."""
    return layout_of(spec.layouts, version).write(operands, distinct, version, numbers)


def show_node(spec: NodeSpec, operands: list[object], version: int, text: MetadataText) -> str:
    """`!DIFile(filename: "a.c", directory: "/tmp")` as `version` prints it (without `distinct`)."""
    parts: list[str] = []
    for label in spec.labels:
        if not label.printed or not label.printed_since <= version <= label.printed_until:
            continue
        if label.index >= len(spec.fields):
            if len(operands) > label.index:
                parts.append(label.name + ": " + label.kind.show(tuple(operands[label.index :]), version, text))
            continue
        value = operands[label.index]
        if label.mask and isinstance(value, int):
            value = value >> label.shift & label.mask
        if label.beside and not any_holds(label.beside, operands):
            continue
        if label.unless and any_holds(label.unless, operands):
            continue
        if label.always or not label.kind.is_hidden(value, label.default, version, text):
            parts.append(label.name + ": " + label.kind.show(value, version, text))
    return "!" + spec.name + "(" + ", ".join(parts) + ")"


def literal_width(value: int) -> int:
    """How many bits LLVM gives an integer literal: as few as hold it."""
    if value < 0:
        return (~value).bit_length() + 1
    return max(value.bit_length(), 1)


def parse_node(
    spec: NodeSpec, names: list[str], values: list[RawValue], distinct: bool, version: int, builder: MetadataBuilder
) -> list[object]:
    """The operands of a node whose labels and values are given as written; FieldError where LLVM refuses them."""
    if spec.always_distinct and not distinct:
        name = "!DIAssignID()" if spec.name == "DIAssignID" else "!" + spec.name
        raise FieldError(f"missing 'distinct', required for {name}", AT_NODE)
    operands = spec.unsaid(version)
    rest: list[object] = []
    seen: set[str] = set()
    pending: list[Label] = []
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
        try:
            value = label.kind.parse(values[position], label.name, version, builder)
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
    for label in spec.labels:
        if version <= label.required_until and label.name not in seen and label.since <= version <= label.until:
            raise FieldError(f"missing required field '{label.name}'", AT_CLOSING)
    for label in spec.labels:
        # Labels of single bits that are not said have their defaults, unless the whole is said.
        if label.mask and label.index not in whole and label.since <= version <= label.until:
            number = label.default
            for at in range(len(pending)):
                if pending[at] is label:
                    number = bits[at]
            old = operands[label.index]
            if isinstance(old, int) and isinstance(number, int):
                operands[label.index] = old | (number & label.mask) << label.shift
    operands.extend(rest)
    return finish(spec, operands, seen, distinct, version)


def complain_of_language(seen: set[str]) -> None:
    """A compile unit has a language of DWARF 5 or, since LLVM 22, a name and perhaps a version of DWARF 6."""
    named = "sourceLanguageName" in seen
    if "language" not in seen and not named:
        raise FieldError("missing one of 'language' or 'sourceLanguageName', required for !DICompileUnit", AT_NODE)
    if "language" in seen and named:
        raise FieldError("can only specify one of 'language' and 'sourceLanguageName' on !DICompileUnit", AT_NODE)
    if "sourceLanguageVersion" in seen and not named:
        raise FieldError("'sourceLanguageVersion' requires an associated 'sourceLanguageName' on !DICompileUnit", AT_NODE)


def finish(spec: NodeSpec, operands: list[object], seen: set[str], distinct: bool, version: int) -> list[object]:
    """What a node's fields must be together, where LLVM's parser looks at more than one."""
    name = spec.name
    if name == "DICompileUnit" and version >= 22:
        complain_of_language(seen)
    if spec.distinct_index >= 0 and not distinct:
        flags = operands[spec.distinct_index]
        if isinstance(flags, int) and flags & spec.distinct_bit:
            raise FieldError(f"missing 'distinct', required for !{name} that is a Definition", AT_NODE)
    if name == "DIFile":
        if ("checksumkind" in seen) != ("checksum" in seen):
            raise FieldError("'checksumkind' and 'checksum' must be provided together", AFTER)
    elif name == "DIEnumerator":
        value = operands[spec.index_of("value")]
        unsigned = operands[spec.index_of("isUnsigned")]
        if isinstance(value, int):
            if unsigned and value < 0:
                raise FieldError("unsigned enumerator with negative value", AFTER)
            width = literal_width(value)
            if not unsigned and value > 0:
                width += 1
            operands[spec.index_of("width")] = width if version >= 11 else 64
    elif name == "DIFixedPointType":
        for field in ("numerator", "denominator"):
            number = operands[spec.index_of(field)]
            if isinstance(number, int) and field in seen:
                width = literal_width(number)
                operands[spec.index_of(field + "Width")] = width
                operands[spec.index_of(field)] = number & ((1 << width) - 1)
    elif name == "DIObjCProperty" and version <= 21:
        # To LLVM 21 the parser takes one for the other, and the reader turns them again.
        setter = spec.index_of("setter")
        getter = spec.index_of("getter")
        operands[setter], operands[getter] = operands[getter], operands[setter]
    elif name == "DIDerivedType" and not operands[spec.index_of("ptrAuthKey")]:
        # Without a key there is no pointer authentication at all.
        for position in range(len(spec.fields)):
            if spec.fields[position].name.startswith("ptrAuth"):
                operands[position] = spec.fields[position].default
    return operands


__all__ = [
    "SINCE_EVER",
    "TO_THIS_DAY",
    "Condition",
    "Field",
    "Label",
    "NodeSpec",
    "decode_node",
    "encode_node",
    "parse_node",
    "show_node",
]
