"""The descriptions of metadata nodes against the records and the text of the real LLVM.

`tests/data/metadata_nodes.txt` has every node with every field; `tests/data/metadata/N.dump` and `N.text` are what
LLVM N's assembler, analyzer and disassembler make of it, and the oracle tests make them anew.
"""

import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from every_node import every_node
from pyllvm import PyllvmError, parse_assembly
from pyllvm.ir import SpecializedNode
from pyllvm.schema import raw
from pyllvm.schema.expression import decode_expression, encode_expression, expression_integer
from pyllvm.schema.node import NodeSpec, decode_node, encode_node, parse_node, show_node
from pyllvm.schema.raw import FieldError, RawValue
from pyllvm.schema.sides import MetadataBuilder, MetadataNumbers, MetadataSource, MetadataText
from pyllvm.tables.dwarf_operations import EXPRESSION
from pyllvm.tables.metadata_nodes import NODES_BY_CODE, SPECIALIZED_NODES
from pyllvm.tables.records import (
    BLOCKS,
    METADATA_ARG_LIST,
    METADATA_BLOCK_ID,
    METADATA_DISTINCT_NODE,
    METADATA_EXPRESSION,
    METADATA_NODE,
    METADATA_VALUE,
)
from pyllvm.versions import NEWEST, NEXT
from rows import each_row

GOLDEN = sorted(int(path.stem) for path in (Path(__file__).parents[1] / "data" / "metadata").glob("*.text"))
# Debian has LLVM 13 and newer.
ORACLE = range(13, NEWEST + 1)

# The records that are metadata, by their names in a dump.
CODES = {
    BLOCKS[METADATA_BLOCK_ID].records[code].name: code
    for code in (
        *NODES_BY_CODE,
        METADATA_VALUE,
        METADATA_NODE,
        METADATA_DISTINCT_NODE,
        METADATA_EXPRESSION,
        METADATA_ARG_LIST,
    )
}
NODE_CODES = {METADATA_NODE, METADATA_DISTINCT_NODE}
OTHER_TYPES = {"FLOAT", "VOID", "LABEL", "METADATA", "DOUBLE", "OPAQUE_POINTER", "POINTER", "FUNCTION", "TOKEN"}


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


class Numbers(MetadataNumbers):
    """The writer's side. (A compiled class is no second base of another.)"""

    def id_or_null(self, metadata: object | None) -> int:
        return metadata.number + 1 if isinstance(metadata, Item) else 0


class Shown(MetadataText):
    """The printer's side."""

    def __init__(self, version: int) -> None:
        self.version = version

    def metadata(self, metadata: object | None) -> str:
        if metadata is None:
            return "null"
        assert isinstance(metadata, Item)
        if metadata.constant is not None:
            return f"i{metadata.constant[0]} {metadata.constant[1]}"
        if metadata.code == METADATA_EXPRESSION:
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
        if metadata.code != METADATA_EXPRESSION:
            return None
        return expression_integer(decode_expression(metadata.record)[1])


class Dump(MetadataSource):
    """The module-level metadata of a dump, as the reader's side of the descriptions, for one version."""

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
                item.distinct, item.operands = decode_node(spec, item.record, self)

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
                if code == METADATA_VALUE:
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

    def metadata(self, id_plus_one: int) -> object | None:
        return self.items[id_plus_one - 1] if id_plus_one else None

    def metadata_not_null(self, id: int) -> object:
        return self.items[id]

    def string(self, id_plus_one: int) -> object | None:
        return self.items[id_plus_one - 1] if id_plus_one else None

    def shown(self, item: Item) -> str:
        """The node as `version` prints it after `!N = `."""
        assert item.spec is not None
        distinct = "distinct " if item.distinct else ""
        return distinct + show_node(item.spec, item.operands, self.version, Shown(self.version))

    def encoded(self, item: Item) -> list[int]:
        """The record that `version` writes for the node."""
        if item.code == METADATA_EXPRESSION:
            distinct, elements = decode_expression(item.record)
            return encode_expression(elements, distinct)
        assert item.spec is not None
        return encode_node(item.spec, item.operands, item.distinct, self.version, Numbers())


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
        if item.spec is None and item.code != METADATA_EXPRESSION:
            continue
        record = dump.encoded(item)
        if item.spec is not None and item.spec.name == "DIObjCProperty" and dump.version <= 21:
            # LLVM reads the setter as the getter, so what it writes again is the other way round.
            record[4], record[5] = record[5], record[4]
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


class Written(MetadataBuilder):
    """What a parser would make; plain tuples stand for metadata."""

    def string(self, text: str) -> object:
        return ("string", text)

    def integer(self, value: int) -> object:
        return ("constant", 64, value & 0xFFFFFFFFFFFFFFFF)

    def expression_integer(self, value: int) -> object:
        return ("expression", (0x11, value & 0xFFFFFFFFFFFFFFFF))


TOKEN = re.compile(
    r"""\s*(?:(?P<label>[A-Za-z_]\w*):|"(?P<string>[^"]*)"|(?P<number>-?\d+)|(?P<reference>!\d+)"""
    r"""|(?P<expression>!DIExpression\([^)]*\))|(?P<constant>i\d+\ -?\d+)|(?P<word>[A-Za-z_]\w*)|(?P<mark>[{}()|,]))"""
)


def expression_of(text: str, version: int) -> object:
    """The elements of an expression as written."""
    elements: list[int] = []
    for word in re.findall(r"[\w-]+", text[text.index("(") :]):
        elements.append(int(word) if word.isdigit() else EXPRESSION.parse_word(word, version, 0))
    return ("expression", tuple(elements))


def written_metadata(match: re.Match[str], version: int) -> object | None:
    """The metadata that one token is."""
    if match["reference"]:
        return ("node", int(match["reference"][1:]))
    if match["expression"]:
        return expression_of(match["expression"], version)
    if match["constant"]:
        bits, number = match["constant"][1:].split()
        return ("constant", int(bits), int(number) & 0xFFFFFFFFFFFFFFFF)
    return None


def scan(body: str, version: int) -> tuple[list[str], list[RawValue], list[int]]:
    """The labels and values between a node's parentheses, and where each label stands."""
    tokens = list(TOKEN.finditer(body))
    names: list[str] = []
    values: list[RawValue] = []
    at = 0
    while at < len(tokens):
        assert tokens[at]["label"], body
        names.append(tokens[at]["label"])
        match = tokens[at + 1]
        at += 2
        if match["string"] is not None:
            text = re.sub(r"\\([0-9A-F]{2})", lambda code: chr(int(code[1], 16)), match["string"])
            values.append(RawValue(raw.STRING, text=text))
        elif match["mark"] == "{":
            elements: list[object | None] = []
            while tokens[at]["mark"] != "}":
                if not tokens[at]["mark"]:
                    elements.append(written_metadata(tokens[at], version))
                at += 1
            at += 1
            values.append(RawValue(raw.LIST, elements=elements))
        elif match["reference"] or match["expression"] or match["constant"]:
            values.append(RawValue(raw.REFERENCE, reference=written_metadata(match, version)))
        elif match["word"] in ("true", "false"):
            values.append(RawValue(raw.BOOLEAN, int(match["word"] == "true")))
        elif match["word"] == "null":
            values.append(RawValue(raw.NULL))
        elif match["word"] or match["number"]:
            words = [match["word"] or match["number"]]
            while at < len(tokens) and tokens[at]["mark"] == "|":
                words.append(tokens[at + 1]["word"] or tokens[at + 1]["number"])
                at += 2
            if match["number"] and len(words) == 1:
                values.append(RawValue(raw.INTEGER, int(words[0]), negative=words[0].startswith("-")))
            else:
                values.append(RawValue(raw.WORDS, words=words))
        else:
            values.append(RawValue(raw.OTHER))
        if at < len(tokens) and tokens[at]["mark"] == ",":
            at += 1
    return names, values, [match.start("label") for match in tokens if match["label"]]


def parse(line: str, version: int) -> list[object]:
    """The operands of `[distinct] !Node(...)`."""
    match = re.fullmatch(r"(distinct )?!(\w+)\((.*)\)", line)
    assert match, line
    names, values, _ = scan(match[3], version)
    return parse_node(SPECIALIZED_NODES[match[2]], names, values, match[1] is not None, version, Written())


def plain(value: object, numbers: dict[int, int]) -> object:
    """A decoded operand in the terms of `Written`."""
    if not isinstance(value, Item):
        return value
    if value.text is not None:
        return ("string", value.text)
    if value.constant is not None:
        return ("constant", value.constant[0], value.constant[1] & 0xFFFFFFFFFFFFFFFF)
    if value.number in numbers:
        return ("node", numbers[value.number])
    if value.code == METADATA_EXPRESSION:
        return ("expression", tuple(decode_expression(value.record)[1]))
    return None


def parse_problems(dump: Dump, module: str, ids: list[int]) -> list[str]:
    """Where the operands of what is written differ from those of the records that LLVM made of it."""
    numbers = dict(zip(dump.named["named"], ids, strict=True))
    lines = dict(re.findall(r"^!(\d+) = (.*)$", module, re.MULTILINE))
    problems: list[str] = []
    for position, number in numbers.items():
        item = dump.items[position]
        line = lines[str(number)]
        if item.spec is None:
            if item.code == METADATA_EXPRESSION and expression_of(line, dump.version) != plain(item, {}):
                problems.append(line)
            continue
        parsed = parse(line, dump.version)
        decoded = [plain(operand, numbers) for operand in item.operands]
        if item.spec.name == "DIObjCProperty" and dump.version <= 21:
            at = item.spec.index_of("setter")
            decoded[at], decoded[at + 1] = decoded[at + 1], decoded[at]
        if parsed != decoded:
            problems.append(f"{line}\n    {parsed}\n    {decoded}")
    return problems


@pytest.mark.parametrize("version", GOLDEN)
def test_shows_and_encodes_as_recorded(data: Path, version: int) -> None:
    dump = Dump((data / "metadata" / f"{version}.dump").read_text(), version)
    text = (data / "metadata" / f"{version}.text").read_text()
    assert sum(item.spec is not None for item in dump.items) > 50
    assert compare(dump, text, ["named"]) == []


@pytest.mark.parametrize("version", GOLDEN)
def test_parses_as_recorded(data: Path, version: int) -> None:
    dump = Dump((data / "metadata" / f"{version}.dump").read_text(), version)
    module, ids = every_node(data, version, checked=version == 8)
    assert parse_problems(dump, module, ids) == []


@pytest.mark.oracle
@pytest.mark.parametrize("version", ORACLE)
def test_agrees_with_llvm(data: Path, llvm_tool: Callable[[int, str], str], tmp_path: Path, version: int) -> None:
    module, ids = every_node(data, version, checked=False)
    (tmp_path / "in.ll").write_text(module)

    def run(tool: str, *words: str) -> str:
        command = [llvm_tool(version, tool), *words]
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True).stdout.decode()

    run("llvm-as", "-disable-verify", "in.ll", "-o", "in.bc")
    dump = Dump(run("llvm-bcanalyzer", "-dump", "in.bc"), version)
    assert compare(dump, run("llvm-dis", "in.bc", "-o", "-"), ["named"]) == []
    assert parse_problems(dump, module, ids) == []


UNIT = "distinct !DICompileUnit"
#: What LLVM's assembler says: the version, the node, the message, and the line from the token at fault on ("": after it).
REFUSED = [
    (22, UNIT + "(file: !1)", "missing one of 'language' or 'sourceLanguageName', required for !DICompileUnit", "!DICom"),
    (19, UNIT + "(file: !1)", "missing required field 'language'", ")"),
    (
        22,
        UNIT + "(language: DW_LANG_C, sourceLanguageVersion: 4, file: !1)",
        "'sourceLanguageVersion' requires an associated 'sourceLanguageName' on !DICompileUnit",
        "!DICom",
    ),
    (
        22,
        UNIT + "(language: DW_LANG_C, sourceLanguageName: DW_LNAME_C, file: !1)",
        "can only specify one of 'language' and 'sourceLanguageName' on !DICompileUnit",
        "!DICom",
    ),
    (19, UNIT + "(language: DW_LANG_C, sourceLanguageName: 4)", "invalid field 'sourceLanguageName'", "sourceL"),
    (22, UNIT + "(sourceLanguageName: DW_LNAME_X)", "invalid DWARF source language name 'DW_LNAME_X'", "DW_LNAME_X"),
    (22, UNIT + "(sourceLanguageName: foo)", "expected DWARF source language name", "foo"),
    (19, "!DICompileUnit(language: DW_LANG_C)", "missing 'distinct', required for !DICompileUnit", "!DICom"),
    (22, "!DIFixedPointType(kind: Foo)", "expected fixed-point kind", "Foo"),
    (22, "!DIFixedPointType(kind: 7)", "value for 'kind' too large, limit is 2", "7"),
    (22, "!DIFixedPointType(numerator: foo)", "expected integer", "foo"),
    (14, "!DICompositeType(tag: DW_TAG_foo)", "invalid DWARF tag 'DW_TAG_foo'", "DW_TAG_foo"),
    (14, "!DICompositeType(tag: foo)", "expected DWARF tag", "foo"),
    (14, "!DICompositeType(tag: DW_TAG_array_type, enumKind: foo)", "invalid field 'enumKind'", "enumKind"),
    (
        22,
        "!DICompositeType(tag: DW_TAG_array_type, enumKind: DW_APPLE_ENUM_KIND_X)",
        "invalid DWARF enum kind code 'DW_APPLE_ENUM_KIND_X'",
        "DW_APPLE",
    ),
    (22, "!DICompositeType(tag: DW_TAG_array_type, enumKind: foo)", "expected DWARF enum kind code", "foo"),
    (14, '!DIFile(filename: "", directory: "", checksumkind: CSK_X, checksum: "")', "invalid checksum kind 'CSK_X'", "CSK_X"),
    (14, '!DIFile(filename: "", directory: "", checksumkind: 7)', "invalid checksum kind 'checksumkind'", "7"),
    (
        14,
        '!DIFile(filename: "", directory: "", checksumkind: CSK_MD5)',
        "'checksumkind' and 'checksum' must be provided together",
        "",
    ),
    (14, '!DIFile(directory: "")', "missing required field 'filename'", ")"),
    (14, "!DIDerivedType(tag: 70000, baseType: null)", "value for 'tag' too large, limit is 65535", "70000"),
    (14, "!DIDerivedType(tag: 7, tag: 8)", "field 'tag' cannot be specified more than once", "tag: 8"),
    (14, "!DIDerivedType(tag: 7)", "missing required field 'baseType'", ")"),
    (14, "!DIDerivedType(flags: DIFlagX)", "invalid debug info flag flag 'DIFlagX'", "DIFlagX"),
    (19, "!DIDerivedType(flags: DIFlagX)", "invalid debug info flag 'DIFlagX'", "DIFlagX"),
    (19, "!DIDerivedType(flags: 99999999999)", "expected 32-bit integer (too large)", "99999999999"),
    (19, "!DIDerivedType(flags: -1)", "expected debug info flag", "-1"),
    (19, "!DIDerivedType(flags: DIFlagPublic | DIFlagZero)", "invalid debug info flag 'DIFlagZero'", "DIFlagZero"),
    (19, "!DIDerivedType(flags: DISPFlagPure)", "expected debug info flag", "DISPFlagPure"),
    (19, "!DIDerivedType(size: foo)", "expected unsigned integer", "foo"),
    (22, "!DIDerivedType(size: foo)", "expected metadata operand", "foo"),
    (22, "!DIDerivedType(size: -1)", "expected unsigned integer", "-1"),
    (
        22,
        "!DIDerivedType(size: 99999999999999999999)",
        "value for 'size' too large, limit is 18446744073709551615",
        "99999999999999999999",
    ),
    (19, "!DIDerivedType(name: foo)", "expected string constant", "foo"),
    (19, "!DIDerivedType(baseType: foo)", "expected metadata operand", "foo"),
    (19, "!DISubprogram(isDefinition: 4)", "expected 'true' or 'false'", "4"),
    (19, '!DISubprogram(name: "x")', "missing 'distinct', required for !DISubprogram that is a Definition", "!DISub"),
    (19, "!DISubprogram(spFlags: DISPFlagX)", "invalid subprogram debug info flag 'DISPFlagX'", "DISPFlagX"),
    (19, "!DISubprogram(thisAdjustment: foo)", "expected signed integer", "foo"),
    (
        19,
        "!DISubprogram(thisAdjustment: -99999999999)",
        "value for 'thisAdjustment' too small, limit is -2147483648",
        "-99999999999",
    ),
    (19, "!DISubprogram(virtuality: DW_VIRTUALITY_x)", "invalid DWARF virtuality code 'DW_VIRTUALITY_x'", "DW_VIRTUALITY_x"),
    (19, '!DIEnumerator(name: "", value: -1, isUnsigned: true)', "unsigned enumerator with negative value", ""),
    (19, '!DIEnumerator(name: "", value: foo)', "expected integer", "foo"),
    (19, '!DIGlobalVariable(name: "")', "'name' cannot be empty", '""'),
    (19, "!DISubrange(count: -2)", "value for 'count' too small, limit is -1", "-2"),
    (19, "!DISubrange(count: null)", "'count' cannot be null", "null"),
    (19, "!DISubrange(lowerBound: foo)", "expected metadata operand", "foo"),
    (19, "!DIAssignID()", "missing 'distinct', required for !DIAssignID()", "!DIAss"),
    (19, "distinct !DIAssignID(a: 1)", "expected ')' here", "a: 1"),
    (19, "!DILocalVariable(scope: null)", "'scope' cannot be null", "null"),
    (19, "!DILocation(column: 70000)", "value for 'column' too large, limit is 65535", "70000"),
    (19, "!DILocation(line: 99999999999)", "value for 'line' too large, limit is 4294967295", "99999999999"),
    (19, "!DILocation(atomRank: 7)", "invalid field 'atomRank'", "atomRank"),
    (22, "!DILocation(atomRank: 7000)", "value for 'atomRank' too large, limit is 255", "7000"),
    (19, "!GenericDINode(operands: 7)", "expected '{' here", "7"),
    (19, "!DIMacro(type: DW_MACINFO_x)", "invalid DWARF macinfo type 'DW_MACINFO_x'", "DW_MACINFO_x"),
    (19, "!DIMacro(type: x)", "expected DWARF macinfo type", "x"),
    (19, UNIT + "(emissionKind: x)", "expected emission kind", "x"),
    (19, UNIT + "(emissionKind: 8)", "value for 'emissionKind' too large, limit is 3", "8"),
    (19, UNIT + "(nameTableKind: x)", "expected nameTable kind", "x"),
    (19, UNIT + "(language: DW_LANG_x)", "invalid DWARF language 'DW_LANG_x'", "DW_LANG_x"),
    (19, UNIT + "(language: x)", "expected DWARF language", "x"),
    (19, "!DISubroutineType(cc: DW_CC_x)", "invalid DWARF calling convention 'DW_CC_x'", "DW_CC_x"),
    (19, "!DISubroutineType(cc: x)", "expected DWARF calling convention", "x"),
    (19, "!DIBasicType(encoding: DW_ATE_x)", "invalid DWARF type attribute encoding 'DW_ATE_x'", "DW_ATE_x"),
    (19, "!DIBasicType(encoding: x)", "expected DWARF type attribute encoding", "x"),
    (22, "!DILabel(coroSuspendIdx: -1)", "expected unsigned integer", "-1"),
    (22, "!DIBasicType(align: 4294967296)", "value for 'align' too large, limit is 4294967295", "4294967296"),
]


def position(line: str, version: int, error: FieldError) -> int:
    """Where in the line the token at fault is."""
    start = line.index("!")
    if error.place == raw.AT_NODE:
        return start
    if error.place == raw.AT_CLOSING:
        return len(line) - 1
    if error.place == raw.AFTER:
        return len(line)
    opening = line.index("(") + 1
    label = opening + scan(line[opening:-1], version)[2][error.index]
    if error.place == raw.AT_LABEL:
        return label
    assert error.place == raw.AT_VALUE
    at = line.index(":", label) + 2
    for _ in range(error.word):
        at = line.index("|", at) + 2
    return at


@each_row(("version", "line", "message", "at"), REFUSED)
def test_refuses_as_llvm_does(version: int, line: str, message: str, at: str) -> None:
    with pytest.raises(FieldError) as caught:
        parse(line, version)
    assert str(caught.value) == message
    assert line[position(line, version, caught.value) :].startswith(at)
    assert (caught.value.place == raw.AFTER) == (not at)


@pytest.mark.oracle
@pytest.mark.parametrize("version", [14, 19, 22])
def test_llvm_refuses_so(llvm_tool: Callable[[int, str], str], tmp_path: Path, version: int) -> None:
    tool = llvm_tool(version, "llvm-as")
    different: list[str] = []
    for case_version, line, message, at in REFUSED:
        if case_version != version:
            continue
        (tmp_path / "in.ll").write_text(f"!0 = {line}\n!1 = !{{}}\n")
        result = subprocess.run([tool, "in.ll", "-o", "out.bc"], cwd=tmp_path, capture_output=True, text=True)
        first = result.stderr.splitlines()[0] if result.stderr else "accepted"
        match = re.fullmatch(r".*in.ll:(\d+):(\d+): error: (.*)", first)
        if match is None or match[3] != message:
            different.append(f"{line}: {first}")
            continue
        where = f"!0 = {line}"[int(match[2]) - 1 :] if match[1] == "1" else ""
        if not where.startswith(at) or (match[1] == "2") != (not at):
            different.append(f"{line}: at {match[1]}:{match[2]}")
    assert different == []


def test_every_code_and_name_is_one_node() -> None:
    specs = list(SPECIALIZED_NODES.values())
    assert len({spec.code for spec in specs}) == len(specs) == len(NODES_BY_CODE)
    for spec in specs:
        names = [field.name for field in spec.fields]
        assert len(set(names)) == len(names), spec.name


def test_numbering_walks_every_field_that_is_metadata() -> None:
    """One that it did not walk would be written as the number of nothing."""
    for spec in SPECIALIZED_NODES.values():
        walked = {spec.fields[index].name for index in spec.reference_fields(NEXT)}
        for field in spec.fields:
            kind = type(field.kind).__name__
            if kind in ("Reference", "PlainReference", "String", "PlainString", "Bound", "GenericBound", "Extent"):
                assert field.name in walked, f"{spec.name}: {field.name}"


UNIT = 'distinct !DICompileUnit(file: !DIFile(filename: "a", directory: "b")'
LANGUAGE, NAME, NUMBER = ", language: DW_LANG_C99", ", sourceLanguageName: DW_LNAME_C", ", sourceLanguageVersion: 3"
SUM = "00112233445566778899aabbccddeeff"
TOGETHER = "'checksumkind' and 'checksum' must be provided together"
FIXED = '!DIFixedPointType(name: "a", size: 8, encoding: DW_ATE_signed_fixed, kind: '
# What the fields of a node need of each other: the first version, and what it says.
DEPENDENT = [
    (21, UNIT + ")", ""),
    (22, UNIT + ")", "missing one of 'language' or 'sourceLanguageName', required for !DICompileUnit"),
    (22, f"{UNIT}{LANGUAGE})", ""),
    (22, f"{UNIT}{NAME})", ""),
    (22, f"{UNIT}{NAME}{NUMBER})", ""),
    (22, f"{UNIT}{LANGUAGE}{NAME})", "can only specify one of 'language' and 'sourceLanguageName' on !DICompileUnit"),
    (22, f"{UNIT}{LANGUAGE}{NUMBER})",
        "'sourceLanguageVersion' requires an associated 'sourceLanguageName' on !DICompileUnit"),
    (10, "!DISubrange()", "missing required field 'count'"),
    (10, "!DISubrange(count: 3)", ""),
    (11, "!DISubrange()", ""),
    (19, '!DIFile(filename: "a", directory: "b", checksumkind: CSK_MD5)', TOGETHER),
    (19, f'!DIFile(filename: "a", directory: "b", checksum: "{SUM}")', TOGETHER),
    (19, f'!DIFile(filename: "a", directory: "b", checksumkind: CSK_MD5, checksum: "{SUM}")', ""),
    (19, '!DIEnumerator(name: "a", value: -3)', ""),
    (19, '!DIEnumerator(name: "a", value: 0, isUnsigned: true)', ""),
    (19, '!DIEnumerator(name: "a", value: -3, isUnsigned: true)', "unsigned enumerator with negative value"),
]  # fmt: skip


@each_row(("version", "node", "message"), DEPENDENT)
def test_fields_that_need_each_other(version: int, node: str, message: str) -> None:
    text = f"!n = !{{!0}}\n!0 = {node}\n"
    if not message:
        parse_assembly(text, llvm_version=version)
        return
    with pytest.raises(PyllvmError) as caught:
        parse_assembly(text, llvm_version=version)
    assert str(caught.value) == message


@each_row(
    ("version", "value", "width"),
    [(10, "3", 64), (11, "3", 3), (11, "0", 1), (11, "-3", 3), (11, "3, isUnsigned: true", 2), (11, "128", 9)],
)
def test_enumerators_are_as_wide_as_their_literals(version: int, value: str, width: int) -> None:
    module = parse_assembly(f'!n = !{{!0}}\n!0 = !DIEnumerator(name: "a", value: {value})\n', llvm_version=version)
    node = module.named_metadata[0].operands[0]
    assert isinstance(node, SpecializedNode)
    assert node["width"] == width


def test_fixed_points_are_the_bits_of_their_literals() -> None:
    for fields, shown in (("numerator: -3, denominator: 4", "numerator: 5, denominator: 4"), ("numerator: 3", "numerator: 3")):
        text = f"!n = !{{!0}}\n!0 = {FIXED}Rational, {fields})\n"
        assert f"kind: Rational, {shown}" in str(parse_assembly(text, llvm_version=21))


def test_setter_and_getter_are_swapped_up_to_21() -> None:
    text = '!n = !{!0}\n!0 = !DIObjCProperty(name: "a", setter: "s", getter: "g")\n'
    assert 'setter: "g", getter: "s"' in str(parse_assembly(text, llvm_version=21))
    assert 'setter: "s", getter: "g"' in str(parse_assembly(text, llvm_version=22))
