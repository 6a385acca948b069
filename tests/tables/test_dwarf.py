"""DWARF's names and numbers, against LLVM's own headers where they are installed."""

import re
from pathlib import Path

import pytest

from pyllvm.schema.names import NameTable
from pyllvm.tables import dwarf
from pyllvm.tables.dwarf_operations import OPERATIONS
from pyllvm.versions import SUPPORTED
from rows import each_row

TABLES = [
    (dwarf.TAGS, "DW_TAG"),
    (dwarf.ENCODINGS, "DW_ATE"),
    (dwarf.LANGUAGES, "DW_LANG"),
    (dwarf.CONVENTIONS, "DW_CC"),
    (dwarf.VIRTUALITIES, "DW_VIRTUALITY"),
    (OPERATIONS, "DW_OP"),
]


def header(version: int, path: str) -> str:
    file = Path(f"/usr/lib/llvm-{version}/include/llvm") / path
    if not file.exists():
        pytest.skip(f"LLVM {version}'s headers are not installed")
    return "\n".join(line for line in file.read_text().splitlines() if not line.lstrip().startswith("//"))


def in_version(table: NameTable, version: int) -> dict[str, int]:
    return {name.text: name.number for name in table.names() if name.since <= version <= name.until}


@pytest.mark.oracle
@each_row("version", [13, 14, 15, 16, 19, 22])
@each_row(("table", "macro"), TABLES)
def test_names_are_the_headers(version: int, table: NameTable, macro: str) -> None:
    rows = re.findall(rf"^HANDLE_{macro}\((\w+),\s*(\w+)", header(version, "BinaryFormat/Dwarf.def"), re.MULTILINE)
    expected = {f"{macro}_{name}": int(number, 0) for number, name in rows}
    assert expected
    found = in_version(table, version)
    if macro == "DW_OP":
        found = {name: number for name, number in found.items() if number < 0x1000}
    assert found == expected


@pytest.mark.oracle
@pytest.mark.parametrize("version", [13, 14, 15, 16, 19, 22])
def test_flags_are_the_headers(version: int) -> None:
    text = header(version, "IR/DebugInfoFlags.def")
    for macro, prefix, flags in (("DI", "DIFlag", dwarf.DI_FLAGS), ("DISP", "DISPFlag", dwarf.SUBPROGRAM_FLAGS)):
        rows = re.findall(rf"^HANDLE_{macro}_FLAG\((.*), (\w+)\)", text, re.MULTILINE)
        expected = {prefix + name: eval(value.replace("u", "")) for value, name in rows if name != "Largest"}
        assert in_version(flags.table, version) == expected


@pytest.mark.parametrize("table", [*[table for table, _ in TABLES], dwarf.LANGUAGE_NAMES, dwarf.MACINFO])
def test_a_name_and_a_number_are_one_thing_in_each_version(table: NameTable) -> None:
    for version in SUPPORTED:
        found = in_version(table, version)
        assert len(set(found.values())) == len(found)
        for name, number in found.items():
            assert table.text(number, version) == name
            assert table.number(name, version) == number


def test_names_of_versions() -> None:
    assert dwarf.CONVENTIONS.text(0xC7, 20) == "DW_CC_LLVM_OpenCLKernel"
    assert dwarf.CONVENTIONS.text(0xC7, 21) == "DW_CC_LLVM_DeviceKernel"
    assert dwarf.CONVENTIONS.number("DW_CC_LLVM_DeviceKernel", 20) == -1
    assert dwarf.TAGS.shown(0x4300, 15) == "17152"
    assert dwarf.TAGS.shown(0x4300, 16) == "DW_TAG_LLVM_ptrauth_type"


@each_row(
    ("word", "version", "shown"),
    [
        (0, 19, "0"),
        (3, 19, "DIFlagPublic"),
        (0x24, 19, "DIFlagIndirectVirtualBase"),
        (0x20, 19, "DIFlagVirtual"),
        (0x30000 | 0x101, 19, "DIFlagPrivate | DIFlagVirtualInheritance | DIFlagPrototyped"),
        (0x10, 9, "DIFlagBlockByrefStruct"),
        (0x10, 10, "DIFlagReservedBit4"),
        (0x200000, 8, "DIFlagMainSubprogram"),
        (0x200000, 19, "2097152"),
        (0x200004, 19, "DIFlagFwdDecl | 2097152"),
        # above the largest flag: kept alone, lost beside others
        (0x40000000, 19, "1073741824"),
        (0x40000004, 19, "DIFlagFwdDecl"),
        (0x40000004, 22, "DIFlagFwdDecl | DIFlagNameIsSimplified"),
    ],
)
def test_flags_split(word: int, version: int, shown: str) -> None:
    assert dwarf.DI_FLAGS.shown(word, version) == shown


def test_subprogram_flags_split() -> None:
    assert dwarf.SUBPROGRAM_FLAGS.shown(2 | 4096, 22) == "DISPFlagPureVirtual"
    assert dwarf.SUBPROGRAM_FLAGS.shown(4096, 22) == "4096"
    assert dwarf.SUBPROGRAM_FLAGS.shown(8 | 16, 8) == "DISPFlagDefinition | DISPFlagOptimized"


@pytest.mark.parametrize(
    ("constant", "table", "prefix"),
    [
        ("TAG_", dwarf.TAGS, "DW_TAG_"),
        ("ENCODING_", dwarf.ENCODINGS, "DW_ATE_"),
        ("LANGUAGE_", dwarf.LANGUAGES, "DW_LANG_"),
        ("MACINFO_", dwarf.MACINFO, "DW_MACINFO_"),
        ("CHECKSUM_", dwarf.CHECKSUM_KINDS, "CSK_"),
        ("FLAG_", dwarf.DI_FLAGS.table, "DIFlag"),
        ("SUBPROGRAM_", dwarf.SUBPROGRAM_FLAGS.table, "DISPFlag"),
    ],
)
def test_a_constant_has_the_name_of_its_row(constant: str, table: NameTable, prefix: str) -> None:
    def letters(text: str) -> str:
        return text.replace("_", "").lower()

    constants = {name: value for name, value in vars(dwarf).items() if name.startswith(constant) and isinstance(value, int)}
    assert constants
    for name, number in constants.items():
        names = [letters(row.text) for row in table.names() if row.number == number]
        assert letters(prefix + name.removeprefix(constant)) in names, name
