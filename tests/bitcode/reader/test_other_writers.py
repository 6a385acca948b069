"""Bitcode that a writer of its own made, such as Zig's: it holds what LLVM's writer never leaves in a module."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from module_bits import ModuleBits

from pyllvm import Diagnostic, PyllvmError, parse_assembly, parse_bitcode, to_assembly, to_bitcode
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.tables import records as r
from rewriting import Record, rewritten

FOREIGN = "zig 0.12.1"


def test_a_writer_leaves_constants_to_fold() -> None:
    """[source type, flags, type and number of each operand]: a getelementptr of no bytes is its pointer."""
    for producer in (FOREIGN, "LLVM17.0.6"):
        bits = ModuleBits(producer, 2)
        bits.records(
            r.TYPE_BLOCK_ID_NEW,
            (r.TYPE_CODE_NUMENTRY, [3]),
            (r.TYPE_CODE_INTEGER, [8]),
            (r.TYPE_CODE_INTEGER, [64]),
            (r.TYPE_CODE_OPAQUE_POINTER, [0]),
        )
        bits.record(r.MODULE_CODE_GLOBALVAR, [0, 1, 0, 2, 0, 0, 0, 0])
        bits.record(r.MODULE_CODE_GLOBALVAR, [1, 1, 2, 2, 4, 0, 0, 0])
        bits.records(
            r.CONSTANTS_BLOCK_ID,
            (r.CST_CODE_SETTYPE, [1]),
            (r.CST_CODE_NULL, []),
            (r.CST_CODE_SETTYPE, [2]),
            (r.CST_CODE_CE_GEP, [0, 0, 2, 0, 1, 2]),
        )
        assert "@h = global ptr @g\n" in to_assembly(parse_bitcode(bits.end(b"gh")))


def test_a_writer_of_its_own_leaves_forms_to_upgrade() -> None:
    text = (
        "define void @f(i32 %x) !dbg !4 {\n  call void @llvm.dbg.value(metadata i32 %x, metadata !6, metadata !DIExpression()), "
        "!dbg !7\n  ret void\n}\ndeclare void @llvm.dbg.value(metadata, metadata, metadata)\n!llvm.dbg.cu = !{!0}\n"
        "!llvm.module.flags = !{!2}\n!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)\n"
        '!1 = !DIFile(filename: "a", directory: "b")\n!2 = !{i32 2, !"Debug Info Version", i32 3}\n'
        '!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !5, spFlags: DISPFlagDefinition, unit: !0)\n'
        '!5 = !DISubroutineType(types: !8)\n!6 = !DILocalVariable(name: "x", scope: !4, file: !1)\n'
        "!7 = !DILocation(line: 1, scope: !4)\n!8 = !{null}\n"
    )
    module = parse_assembly(text, llvm_version=18)
    data = write_bitcode(module, producer="zig 0.15.1")
    assert parse_bitcode(data).llvm_version == 20
    assert "#dbg_value(i32 %x, " in to_assembly(parse_bitcode(data))


def test_subranges_longer_than_their_version_needs() -> None:
    bits = ModuleBits("zig 0.12.1", 2)
    with bits.block(r.METADATA_BLOCK_ID):
        bits.record(r.METADATA_SUBRANGE, [2, 0, 6, 0, 0])
        bits.record(r.METADATA_NAME, list(b"n"))
        bits.record(r.METADATA_NAMED_NODE, [0])
    assert "!0 = !DISubrange(lowerBound: 3)" in to_assembly(parse_bitcode(bits.end(b"")))


def test_alignments_of_zero_are_no_attributes() -> None:
    """[group, position, form 1 (integer), attribute 1 (align), value]"""
    bits = ModuleBits(FOREIGN, 2)
    bits.records(r.PARAMATTR_GROUP_BLOCK_ID, (r.PARAMATTR_GRP_CODE_ENTRY, [1, 1, 1, 1, 0, 0, 39]))
    bits.records(r.PARAMATTR_BLOCK_ID, (r.PARAMATTR_CODE_ENTRY, [1]))
    bits.records(
        r.TYPE_BLOCK_ID_NEW,
        (r.TYPE_CODE_NUMENTRY, [3]),
        (r.TYPE_CODE_VOID, []),
        (r.TYPE_CODE_OPAQUE_POINTER, [0]),
        (r.TYPE_CODE_FUNCTION, [0, 0, 1]),
    )
    bits.record(r.MODULE_CODE_FUNCTION, [0, 1, 2, 0, 1, 0, 1, 0, 0, 0])
    assert "declare void @f(ptr nonnull)\n" in to_assembly(parse_bitcode(bits.end(b"f")))


@pytest.mark.parametrize(("version", "printed"), [(21, "18446744073709551615"), (22, "-1")])
def test_64_bits_of_a_wider_integer(version: int, printed: str) -> None:
    """Zig writes one word where LLVM writes two."""
    bits = ModuleBits("zig 0.13.0", 2)
    bits.records(r.TYPE_BLOCK_ID_NEW, (r.TYPE_CODE_NUMENTRY, [1]), (r.TYPE_CODE_INTEGER, [65]))
    bits.record(r.MODULE_CODE_GLOBALVAR, [0, 1, 0, 3, 2, 0, 0, 0])
    bits.records(r.CONSTANTS_BLOCK_ID, (r.CST_CODE_SETTYPE, [0]), (r.CST_CODE_INTEGER, [3]))
    module = read_bitcode(bits.end(b"a"), assumed_version=version)
    assert str(module.global_variables[0].initializer) == f"i65 {printed}"


def edited(text: str, block: int, edit: Callable[[int, list[int]], list[Record]]) -> bytes:
    """The bitcode of a text with other records in the blocks of one kind."""
    return rewritten(
        to_bitcode(parse_assembly(text, llvm_version=19)),
        lambda path, code, operands: edit(code, operands) if path[-1] == block else [(code, operands)],
    )


@pytest.mark.parametrize("lost", [3, 4])
def test_a_file_has_a_checksum_and_its_kind_or_neither(lost: int) -> None:
    digits = "0123456789abcdef" * 2
    text = f'!f = !{{!0}}\n!0 = !DIFile(filename: "a", directory: "b", checksumkind: CSK_MD5, checksum: "{digits}")\n'

    def without(code: int, operands: list[int]) -> list[Record]:
        is_file = code == r.METADATA_FILE
        return [(code, [0 if is_file and index == lost else one for index, one in enumerate(operands)])]

    data = edited(text, r.METADATA_BLOCK_ID, without)
    assert str(parse_bitcode(data)).endswith('!DIFile(filename: "a", directory: "b")\n')


def test_a_hash_has_five_numbers() -> None:
    text = '^0 = module: (path: "x", hash: (1, 2, 3, 4, 5))\n^1 = flags: 8\n'
    data = edited(text, r.MODULE_STRTAB_BLOCK_ID, lambda code, one: [(code, one[:4] if code == r.MST_CODE_HASH else one)])
    with pytest.raises(PyllvmError, match="Invalid hash length 4"):
        parse_bitcode(data)


def test_an_unknown_record_among_attribute_groups_is_left_out() -> None:
    data = edited("define void @f() cold { ret void }", r.PARAMATTR_GROUP_BLOCK_ID, lambda code, one: [(code, one), (9, one)])
    said: list[Diagnostic] = []
    assert "cold" in str(parse_bitcode(data, warn=said.append))
    assert [one.message for one in said] == ["unknown attribute group record 9"]
