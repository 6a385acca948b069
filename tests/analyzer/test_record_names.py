"""The table of blocks and records."""

from __future__ import annotations

from pyllvm.analyzer.record_names import Names
from pyllvm.analyzer.stream import LLVM_IR, UNKNOWN
from pyllvm.bitstream.abbreviation import BlockInfo
from pyllvm.tables import records
from pyllvm.tables.records import BLOCKS
from pyllvm.versions import SUPPORTED


def test_every_constant_is_the_code_of_a_row() -> None:
    codes = {name: value for name, value in vars(records).items() if name.isupper() and isinstance(value, int)}
    blocks = {name for name in codes if name.endswith(("_BLOCK_ID", "_ID_NEW", "_ID_OLD")) or name == "METADATA_ATTACHMENT_ID"}
    prefixes = {
        "IDENTIFICATION_CODE_": 13,
        "MODULE_CODE_": 8,
        "PARAMATTR_GRP_CODE_": 10,
        "PARAMATTR_CODE_": 9,
        "TYPE_CODE_": 17,
        "CST_CODE_": 11,
        "FUNC_CODE_": 12,
        "VST_CODE_": 14,
        "METADATA_": 15,
        "USELIST_CODE_": 18,
        "MST_CODE_": 19,
        "FS_": 20,
    }
    old = {"TST_CODE_ENTRY", "TYPE_CODE_STRUCT_OLD"}
    for name, code in codes.items():
        if name.startswith("_") or name in blocks or name in old:
            continue
        for prefix, block_id in prefixes.items():
            if name.startswith(prefix):
                assert BLOCKS[block_id].records[code].name == name.removeprefix(prefix), name
                break


def test_names_are_unique_where_a_version_knows_them() -> None:
    for block in BLOCKS.values():
        for version in SUPPORTED:
            names = [record.dumped_by(version) for record in block.records.values()]
            known = [name for name in names if name and name != "ENTRY"]
            assert len(known) == len(set(known)), (block.name, version)


def test_one_code_or_another_is_the_inline_assembly_of_each_version() -> None:
    for version in SUPPORTED:
        codes = [code for code, record in BLOCKS[11].records.items() if record.dumped_by(version) == "INLINEASM"]
        assert codes == [23 if version <= 12 else 28 if version == 13 else 30]


def test_the_first_eight_blocks_belong_to_the_container() -> None:
    info = BlockInfo()
    info.entry(3).name = "IGNORED"
    names = Names(LLVM_IR, 19)
    assert names.block(0, info) == "BLOCKINFO_BLOCK"
    assert names.record(1, 0, info) == "SETBID"
    assert names.record(9, 0, info) is None
    assert names.block(3, info) is None
    assert names.record(1, 3, info) is None


def test_only_llvm_ir_has_the_names_of_llvm_ir() -> None:
    assert Names(UNKNOWN, 19).block(8, BlockInfo()) is None
    assert Names(LLVM_IR, 19).block(8, BlockInfo()) == "MODULE_BLOCK"
