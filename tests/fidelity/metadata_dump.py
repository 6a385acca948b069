"""Metadata records out of what `llvm-bcanalyzer -dump` prints, made nodes by the descriptions, and shown again."""

import re
from collections.abc import Sequence

from pyllvm.schema import (
    MetadataNumbers,
    MetadataSource,
    MetadataText,
    NodeSpec,
    decode_expression,
    encode_expression,
    expression_integer,
    show_node,
)
from pyllvm.tables.dwarf_operations import EXPRESSION
from pyllvm.tables.metadata_nodes import NODES_BY_CODE

EXPRESSION_CODE = 29
CODES = {
    "GENERIC_DEBUG": 12, "SUBRANGE": 13, "ENUMERATOR": 14, "BASIC_TYPE": 15, "FILE": 16, "DERIVED_TYPE": 17,
    "COMPOSITE_TYPE": 18, "SUBROUTINE_TYPE": 19, "COMPILE_UNIT": 20, "SUBPROGRAM": 21, "LEXICAL_BLOCK": 22,
    "LEXICAL_BLOCK_FILE": 23, "NAMESPACE": 24, "TEMPLATE_TYPE": 25, "TEMPLATE_VALUE": 26, "GLOBAL_VAR": 27,
    "LOCAL_VAR": 28, "EXPRESSION": 29, "OBJC_PROPERTY": 30, "IMPORTED_ENTITY": 31, "MODULE": 32, "MACRO": 33,
    "MACRO_FILE": 34, "GLOBAL_VAR_EXPR": 37, "LABEL": 40, "STRING_TYPE": 41, "COMMON_BLOCK": 44,
    "GENERIC_SUBRANGE": 45, "ARG_LIST": 46, "ASSIGN_ID": 47, "LOCATION": 7, "NODE": 3, "DISTINCT_NODE": 5, "VALUE": 2,
}  # fmt: skip
NODE_CODES = {3, 5}


class Item:
    """One metadata of the dump: a string, a constant, or a node still as record."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.text: str | None = None
        self.constant: tuple[int, int] | None = None  # bits, value
        self.code = 0
        self.record: list[int] = []
        self.spec: NodeSpec | None = None
        self.distinct = False
        self.operands: list[object] = []
        self.slot = -1


class Dump(MetadataSource, MetadataNumbers, MetadataText):
    """The module-level metadata of a dump, and the four sides that the descriptions ask, for one version."""

    def __init__(self, dump: str, version: int) -> None:
        self.version = version
        self.llvm_version = version
        self.items: list[Item] = []
        self.named: dict[str, list[int]] = {}
        self._constants: list[tuple[int, int]] = []
        self._types: list[int] = []
        self._read(dump)
        for item in self.items:
            spec = NODES_BY_CODE.get(item.code)
            if spec is not None:
                item.spec = spec
                item.distinct, item.operands = spec.decode(item.record, self)

    def _read(self, dump: str) -> None:
        width = 0
        in_strings = 0
        in_metadata = False
        name = ""
        for line in dump.splitlines():
            line = line.strip()
            if in_strings:
                if line == "}":
                    in_strings = 0
                else:
                    item = self._new()
                    item.text = _unescape(line[1:-1])
                continue
            match = re.match(r"<(/?\w+)(.*?)/?>", line)
            if not match:
                continue
            tag, rest = match.groups()
            record = [int(number) & 0xFFFFFFFFFFFFFFFF for number in re.findall(r"op\d+=(-?\d+)", rest)]
            if tag in ("METADATA_BLOCK", "/METADATA_BLOCK"):
                in_metadata = tag == "METADATA_BLOCK"
            if tag == "STRINGS" and in_metadata:
                in_strings = 1
            elif not in_metadata:
                if (
                    tag in ("FLOAT", "VOID", "LABEL", "METADATA", "DOUBLE", "OPAQUE_POINTER", "FUNCTION", "TOKEN")
                    or tag == "POINTER"
                ):
                    self._types.append(0)
                elif tag == "INTEGER" and not width and not self._constants and "TYPE" not in tag:
                    self._types.append(record[0])
                if tag == "SETTYPE":
                    width = self._types[record[0]]
                elif tag == "INTEGER" and width:
                    value = record[0]
                    self._constants.append((width, -(value >> 1) if value & 1 else value >> 1))
                elif tag == "NULL":
                    self._constants.append((width, 0))
            elif tag == "NAME":
                name = "".join(chr(code) for code in record)
            elif tag == "NAMED_NODE":
                self.named[name] = record
            else:
                code = int(tag[11:]) if tag.startswith("UnknownCode") else CODES.get(tag, 0)
                if code == 2:
                    item = self._new()
                    item.constant = self._constants[record[1]]
                elif code:
                    item = self._new()
                    item.code = code
                    item.record = record

    def _new(self) -> Item:
        item = Item(len(self.items))
        self.items.append(item)
        return item

    # the reader's side
    def metadata(self, id_plus_one: int) -> object | None:
        return self.items[id_plus_one - 1] if id_plus_one else None

    def metadata_not_null(self, id: int) -> object:
        return self.items[id]

    def string(self, id_plus_one: int) -> object | None:
        return self.items[id_plus_one - 1] if id_plus_one else None

    # the writer's
    def id_or_null(self, metadata: object | None) -> int:
        return metadata.number + 1 if isinstance(metadata, Item) else 0

    # the printer's
    def reference(self, metadata: object | None) -> str:
        if metadata is None:
            return "null"
        assert isinstance(metadata, Item)
        if metadata.constant is not None:
            return f"i{metadata.constant[0]} {metadata.constant[1]}"
        if metadata.code == EXPRESSION_CODE:
            return EXPRESSION.show(decode_expression(metadata.record)[1], self.version)
        return f"!{metadata.slot}"

    def string_text(self, metadata: object) -> str:
        assert isinstance(metadata, Item)
        return metadata.text or ""

    def integer(self, metadata: object, signed: bool) -> int | None:
        assert isinstance(metadata, Item)
        if metadata.constant is None:
            return None
        bits, value = metadata.constant
        return value if signed else value & ((1 << bits) - 1)

    def expression_integer(self, metadata: object) -> int | None:
        assert isinstance(metadata, Item)
        if metadata.code != EXPRESSION_CODE:
            return None
        return expression_integer(decode_expression(metadata.record)[1])

    def shown(self, item: Item) -> str:
        """The node as `version` prints it after `!N = `."""
        assert item.spec is not None
        distinct = "distinct " if item.distinct else ""
        return distinct + show_node(item.spec, item.operands, self.version, self)

    def encoded(self, item: Item) -> list[int]:
        """The record that `version` writes for the node."""
        if item.code == EXPRESSION_CODE:
            distinct, elements = decode_expression(item.record)
            return encode_expression(elements, distinct)
        assert item.spec is not None
        return item.spec.encode(item.operands, item.distinct, self.version, self)


def _unescape(text: str) -> str:
    """The bytes of a string as the analyzer prints it, as far as the tests need it."""
    found = re.sub(r"\\x([0-9A-F]{2})", lambda match: chr(int(match.group(1), 16)), text)
    return found.encode("latin-1").decode("utf-8", "surrogateescape")


def compare(dump: Dump, text: str, roots: Sequence[str]) -> list[str]:
    """What differs between the nodes of a dump and those of the real printer's text, and between their records.

    The elements of the named nodes `roots` stand in both, so they say which number is which slot.
    """
    lines = dict(re.findall(r"^!(\d+) = (.*)$", text, re.MULTILINE))
    for root in roots:
        match = re.search(rf"^!{re.escape(root)} = !\{{(.*)\}}$", text, re.MULTILINE)
        assert match, root
        parts = re.findall(r"!(?:DIExpression\([^)]*\)|(\d+))", match.group(1))
        for number, part in zip(dump.named[root], parts, strict=True):
            if part:
                dump.items[number].slot = int(part)
    _spread(dump, lines)
    problems: list[str] = []
    for item in dump.items:
        if item.spec is None and item.code != EXPRESSION_CODE:
            continue
        record = dump.encoded(item)
        if record != item.record:
            problems.append(f"{item.record} encodes as {record}")
        if item.spec is not None:
            shown = dump.shown(item)
            if item.slot < 0:
                problems.append(f"no slot: {shown}")
            elif lines[str(item.slot)] != shown:
                problems.append(f"{lines[str(item.slot)]}\n    {shown}")
    return problems


def _spread(dump: Dump, lines: dict[str, str]) -> None:
    """Tuples are nowhere named: give the empty one its slot."""
    for item in dump.items:
        if item.code in NODE_CODES and item.slot < 0 and not item.record:
            for slot, line in lines.items():
                if line == "!{}":
                    item.slot = int(slot)
