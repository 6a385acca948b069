"""The records of a module."""

from __future__ import annotations

import pytest
from module_bits import ModuleBits

import pyllvm
from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.tables import records


def test_a_malformed_data_layout_is_refused_where_it_is_read() -> None:
    """Text with such a layout does not parse, so bitcode with it could not be printed and read back."""
    writer = BitstreamWriter()
    writer.enter_block(records.MODULE_BLOCK_ID, 3)
    writer.emit_record(records.MODULE_CODE_VERSION, [2])
    writer.emit_record(records.MODULE_CODE_DATALAYOUT, list(b"e-i64:32:31"))
    writer.end_block()
    with pytest.raises(pyllvm.PyllvmError, match="byte width") as caught:
        pyllvm.parse_bitcode(b"BC\xc0\xde" + writer.getvalue(), "m.bc")
    assert caught.value.diagnostic.where is not None


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("number", [45, 49, 50])
def test_a_memory_word_that_is_gone_is_refused_on_a_value(number: int, place: int) -> None:
    """LLVM 16 and newer know the number only as a function's, which becomes `memory(...)`."""
    for version in (15, 16, 22):
        bits = ModuleBits(f"LLVM{version}.0.0", 2)
        bits.records(records.PARAMATTR_GROUP_BLOCK_ID, (records.PARAMATTR_GRP_CODE_ENTRY, [1, place, 0, number]))
        if version == 15:
            bits.read()
            continue
        with pytest.raises(pyllvm.PyllvmError, match=rf"Unknown attribute kind \({number}\)"):
            bits.read()


def test_comdats_have_their_names_in_their_records_in_old_modules() -> None:
    for length, rest in ((2, []), (3, []), (4, []), (3, [0])):
        bits = ModuleBits("LLVM3.9.0", 1)
        bits.record(records.MODULE_CODE_COMDAT, [3, length, *b"abc", *rest])
        if length > 3 + len(rest):
            with pytest.raises(pyllvm.PyllvmError, match=r"^Comdat name size too large"):
                bits.read()
            continue
        (comdat,) = bits.read().comdats.values()
        assert (comdat.name, comdat.selection_kind) == ("abc"[:length], "largest")


def test_a_block_among_constants_is_skipped() -> None:
    bits = ModuleBits("LLVM19.0.0", 1)
    bits.records(records.TYPE_BLOCK_ID_NEW, (records.TYPE_CODE_NUMENTRY, [1]), (records.TYPE_CODE_INTEGER, [32]))
    with bits.block(records.CONSTANTS_BLOCK_ID):
        bits.record(records.CST_CODE_SETTYPE, [0])
        bits.records(60, (1, [2, 3]))
        bits.record(records.CST_CODE_INTEGER, [10])
    assert bits.read().global_values == []


def test_a_source_name_that_is_empty_stays_so() -> None:
    """LLVM uses the name of the file only for a module whose bitcode has no record of it."""
    module = parse_assembly(b'source_filename = ""\n@g = global i32 0\n', llvm_version=19)
    assert read_bitcode(write_bitcode(module), name="file.bc").source_filename == ""
    writer = BitstreamWriter()
    writer.enter_block(records.MODULE_BLOCK_ID, 3)
    writer.end_block()
    assert read_bitcode(b"BC\xc0\xde" + writer.getvalue(), name="file.bc").source_filename == "file.bc"


def test_a_record_of_another_compiler() -> None:
    """One that is longer than any of its LLVM's; a shorter one may be damaged."""
    for count, has_hint in ((10, True), (2, False)):
        bits = ModuleBits("LLVM19.1.7", 2)
        with bits.block(records.METADATA_BLOCK_ID):
            bits.record(records.METADATA_BASIC_TYPE, [0] * count)
        with pytest.raises(pyllvm.PyllvmError, match=f"^Invalid record: a DIBasicType record of {count} operands") as raised:
            bits.read(b"")
        assert ("fork of LLVM" in raised.value.diagnostic.hint) == has_hint


def test_an_unknown_record_among_attributes() -> None:
    """LLVM skips it; only a file that names no producer can be one of LLVM 2.x, whose types had that block."""
    bits = ModuleBits("LLVM19.1.7", 2)
    bits.records(records.PARAMATTR_GROUP_BLOCK_ID, (records.TYPE_CODE_NUMENTRY, [1]))
    assert not bits.read(b"").functions
    bits = ModuleBits("", 2)
    bits.records(records.PARAMATTR_GROUP_BLOCK_ID, (records.TYPE_CODE_NUMENTRY, [1]))
    with pytest.raises(pyllvm.PyllvmError, match=r"LLVM 2\.x"):
        bits.read(b"")


@pytest.mark.parametrize(("version", "name"), [(14, "phi.constexpr"), (15, "phi.constexpr1"), (22, "phi.constexpr1")])
def test_a_block_with_the_name_that_the_reader_takes_for_phis(version: int, name: str) -> None:
    text = (
        "define i32 @f(i1 %c) {\na:\n  br i1 %c, label %phi.constexpr, label %b\n\nphi.constexpr:\n  br label %b\n\n"
        "b:\n  %p = phi i32 [ 1, %a ], [ 2, %phi.constexpr ]\n  ret i32 %p\n}\n"
    )
    module = read_bitcode(write_bitcode(pyllvm.parse_assembly(text, llvm_version=version)))
    assert [block.name for block in module.functions[0].blocks] == ["a", name, "b"]
    without = text.replace("phi i32 [ 1, %a ], [ 2, %phi.constexpr ]", "add i32 1, 2")
    module = read_bitcode(write_bitcode(pyllvm.parse_assembly(without, llvm_version=version)))
    assert module.functions[0].blocks[1].name == "phi.constexpr"


def test_a_hash_is_checked_where_a_summary_is_read() -> None:
    """LLVM's reader of modules does not look at the hash, its reader of summaries does."""
    for has_summary in (False, True):
        bits = ModuleBits("LLVM19.1.7", 2)
        if has_summary:
            bits.records(records.GLOBALVAL_SUMMARY_BLOCK_ID, (records.FS_VERSION, [9]), (records.FS_FLAGS, [0]))
        bits.record(records.MODULE_CODE_HASH, [1, 2, 3, 4])
        if has_summary:
            with pytest.raises(pyllvm.PyllvmError, match="Invalid hash length 4"):
                bits.read(b"")
        else:
            assert bits.read(b"").hash is None


@pytest.mark.parametrize("llvm_version", [14, 19, 22])
def test_a_summary_of_a_source_without_name_is_refused(llvm_version: int) -> None:
    """The entries then belong to no module of the index: LLVM's reader crashes."""
    text = (
        "define void @f() {\n  ret void\n}\n"
        '^0 = module: (path: "a.o", hash: (0, 0, 0, 0, 0))\n'
        '^1 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external, notEligibleToImport: 0, live: 0, '
        "dsoLocal: 0, canAutoHide: 0), insts: 1)))\n"
    )
    module = pyllvm.parse_assembly(text, llvm_version=llvm_version)
    module.keep_summary()
    module.source_filename = ""
    with pytest.raises(pyllvm.PyllvmError, match="Invalid record"):
        pyllvm.parse_bitcode(pyllvm.to_bitcode(module))


def test_a_location_that_is_inlined_in_a_circle_is_one_node() -> None:
    """The record of the instruction's location comes after the circle, and names the same fields."""
    text = (
        "define void @f() {\n  ret void, !dbg !0\n}\n!0 = !DILocation(line: 4, scope: !2, inlinedAt: !1)\n"
        '!1 = !DILocation(line: 5, scope: !2, inlinedAt: !0)\n!2 = distinct !DISubprogram(name: "f")\n'
        '!llvm.module.flags = !{!3}\n!3 = !{i32 2, !"Debug Info Version", i32 3}\n'
    )
    module = read_bitcode(write_bitcode(pyllvm.parse_assembly(text, llvm_version=22)))
    assert str(module).count("!DILocation(") == 2


@pytest.mark.parametrize("number", [0, 1])
def test_metadata_of_a_value_that_the_module_lacks_is_refused(number: int) -> None:
    bits = ModuleBits("LLVM19.1.7", 1)
    bits.records(records.TYPE_BLOCK_ID_NEW, (records.TYPE_CODE_NUMENTRY, [1]), (records.TYPE_CODE_INTEGER, [32]))
    bits.record(records.MODULE_CODE_GLOBALVAR, [0, 2, 0, 0, 0, 0])
    node = (records.METADATA_NODE, [])
    bits.records(records.METADATA_KIND_BLOCK_ID, (records.METADATA_KIND, [0, *b"k"]))
    bits.records(records.METADATA_BLOCK_ID, node, (records.METADATA_GLOBAL_DECL_ATTACHMENT, [number, 0, 0]))
    if number == 0:
        assert bits.read().global_variables[0].attachments
    else:
        with pytest.raises(pyllvm.PyllvmError, match="Invalid record"):
            bits.read()
