"""The version of bitcode where its producer does not decide: typed pointers are LLVM 16's at most, opaque ones no old LLVM's."""

from __future__ import annotations

import pytest
from module_bits import ModuleBits

from pyllvm import PyllvmError, parse_assembly, parse_bitcode, to_assembly
from pyllvm.bitcode import BitcodeFile, write_bitcode
from pyllvm.bitcode.reader.found import is_mixed
from pyllvm.tables import records
from pyllvm.versions import NEWEST
from rows import each_row

TYPED = (
    (records.TYPE_CODE_NUMENTRY, [2]),
    (records.TYPE_CODE_INTEGER, [8]),
    (records.TYPE_CODE_POINTER, [0, 0]),
)
OPAQUE = ((records.TYPE_CODE_NUMENTRY, [1]), (records.TYPE_CODE_OPAQUE_POINTER, [0]))
NEITHER = ((records.TYPE_CODE_NUMENTRY, [1]), (records.TYPE_CODE_INTEGER, [8]))

Types = tuple[tuple[int, list[int]], ...]


@each_row(
    ("producer", "types", "strings", "version"),
    [
        ("LLVM12.0.1", TYPED, b"", 12),
        ("LLVM15.0.7", TYPED, b"", 15),
        ("LLVM16.0.6", TYPED, b"", 16),
        ("LLVM17.0.6", TYPED, b"", 16),
        ("LLVM17.0.6", NEITHER, b"", 17),
        ("LLVM17.0.6", OPAQUE, b"", 17),
        # told to use them
        ("LLVM14.0.6", OPAQUE, b"", 14),
        ("LLVM9.0.1", OPAQUE, b"", 15),
        ("APPLE_1_1316.0.21.2_0", TYPED, b"", 13),
        ("APPLE_1_1403.0.22.14.1_0", TYPED, b"", 15),
        ("APPLE_1_1500.3.9.4_0", OPAQUE, b"", 16),
        ("", TYPED, b"", 14),
        ("", OPAQUE, b"", NEWEST),
        ("", NEITHER, b"", NEWEST),
        # before there were string tables
        ("", TYPED, None, 7),
        ("somebody 2021.1", TYPED, b"", 14),
        ("somebody 2021.1", OPAQUE, b"", NEWEST),
    ],
)
def test_versions(producer: str, types: Types, strings: bytes | None, version: int) -> None:
    bits = ModuleBits(producer)
    bits.records(records.TYPE_BLOCK_ID_NEW, *types)
    data = bits.end(strings)
    assert BitcodeFile(data).version() == version
    assert parse_bitcode(data).llvm_version == version


@pytest.mark.parametrize("producer", ["LLVM16.0.6", "APPLE_1_1403.0.22.14.1_0", "somebody"])
def test_typed_pointers_are_upgraded_whoever_wrote_them(producer: str) -> None:
    text = "define i32 @f(i32* %p) {\n  %q = load i32, i32* %p\n  ret i32 %q\n}\n"
    data = write_bitcode(parse_assembly(text, llvm_version=14), producer=producer)
    printed = to_assembly(parse_bitcode(data, llvm_version=19))
    assert "define i32 @f(ptr %p) {\n  %q = load i32, ptr %p, align 4\n" in printed


@pytest.mark.parametrize(
    ("producer", "types", "mixed"),
    [
        ("LLVM14.0.6", TYPED, False),
        ("LLVM17.0.6", TYPED, True),  # read as LLVM 16's
        ("LLVM15.0.7", TYPED, False),
        ("LLVM15.0.0git", TYPED, True),
        ("APPLE_1_1403.0.22.14.1_0", TYPED, True),
        ("", TYPED, True),
        ("", OPAQUE, False),
    ],
)
def test_which_files_may_have_forms_of_several_versions(producer: str, types: Types, mixed: bool) -> None:
    bits = ModuleBits(producer)
    bits.records(records.TYPE_BLOCK_ID_NEW, *types)
    file = BitcodeFile(bits.end(b""))
    assert is_mixed(file.modules[0], file.version()) is mixed


@pytest.mark.parametrize(("types", "chosen", "version"), [(TYPED, 12, 12), (TYPED, 19, 16), (OPAQUE, 9, 15), (OPAQUE, 19, 19)])
def test_a_chosen_version_replaces_the_producers(types: Types, chosen: int, version: int) -> None:
    bits = ModuleBits("LLVM17.0.6")
    bits.records(records.TYPE_BLOCK_ID_NEW, *types)
    assert parse_bitcode(bits.end(b""), input_llvm_version=chosen).llvm_version == version


def test_bitcode_of_llvm_2_is_named() -> None:
    bits = ModuleBits()
    # Attribute groups have had this number since LLVM 3.3; their block has no such record.
    bits.records(records.PARAMATTR_GROUP_BLOCK_ID, *NEITHER)
    with pytest.raises(PyllvmError, match=r"LLVM 2\.x bitcode is not supported; LLVM 3\.0 and newer can be read"):
        parse_bitcode(bits.end())


def test_warnings_of_the_reader_reach_the_library() -> None:
    messages: list[str] = []
    parse_bitcode(ModuleBits("LLVM99.1.0").end(), warn=lambda warning: messages.append(warning.message))
    assert len(messages) == 1
    assert messages[0].startswith("bitcode of LLVM 99 is read as LLVM ")


@pytest.mark.parametrize(("producer", "is_upgraded"), [("LLVM8.0.1", False), ("LLVM15.0.0git", True)])
def test_older_forms_beside_typed_pointers_of_a_newer_llvm(producer: str, is_upgraded: bool) -> None:
    data = write_bitcode(parse_assembly("declare void @f(i32* byval)\n", llvm_version=8), producer=producer)
    assert ("byval(i32)" in to_assembly(parse_bitcode(data))) == is_upgraded


# As LLVM 19 prints what LLVM 15 was to write while it was made. `sdiv` went in LLVM 15, and `lshr` in LLVM 18.
EXPANDED = """\
  %constexpr = sdiv i32 ptrtoint (ptr @a to i32), 3
  %constexpr1 = lshr i32 ptrtoint (ptr @a to i32), 31
  %constexpr2 = or i32 %constexpr, %constexpr1
  ret i32 %constexpr2
"""


def test_a_newer_version_expands_all_expressions_of_unreleased_bitcode_at_once() -> None:
    address = "i32 ptrtoint (i32* @a to i32)"
    value = f"i32 or (i32 sdiv ({address}, i32 3), i32 lshr ({address}, i32 31))"
    text = f"@a = external global i32\ndefine i32 @f() {{\n  ret {value}\n}}\n"
    data = write_bitcode(parse_assembly(text, llvm_version=14), producer="LLVM15.0.0git")
    assert EXPANDED in to_assembly(parse_bitcode(data, llvm_version=19))
