"""A summary that lacks an entry for a defined function: LLVM 23 refuses to write it, as the real llvm-as shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pyllvm
from pyllvm.analyzer.identify import identify
from pyllvm.analyzer.stream import open_stream
from pyllvm.bitcode import write_bitcode
from pyllvm.ir.guids import guid_of
from pyllvm.tables import records
from pyllvm.tables.bitcode_versions import KEPT_NAMES_SINCE
from rewriting import Record, rewritten
from rows import each_row

_FLAGS = "flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0)"
_SUMMARY = (
    '^0 = module: (path: "x", hash: (0, 0, 0, 0, 0))\n'
    f'^1 = gv: (name: "f", summaries: (function: (module: ^0, {_FLAGS}, insts: 1)))\n'
)
_F = "define void @f() {\n  ret void\n}\n"
_MESSAGE = "expected function definition g to have an associated value info"


def write(text: str, version: int) -> bytes:
    return write_bitcode(pyllvm.parse_assembly(text.encode(), llvm_version=version))


@pytest.mark.parametrize("linkage", ["", "internal ", "linkonce_odr ", "available_externally "])
@pytest.mark.parametrize("entry", ["", '^2 = gv: (name: "g")\n'])
def test_a_definition_without_a_summary(linkage: str, entry: str) -> None:
    text = f"{_F}define {linkage}void @g() {{\n  ret void\n}}\n{_SUMMARY}{entry}"
    assert write(text, 22)
    with pytest.raises(pyllvm.PyllvmError, match=_MESSAGE) as refused:
        write(text, 23)
    assert "^N = gv" in refused.value.diagnostic.hint


@pytest.mark.parametrize(
    "other", ["declare void @g()\n", "@g = global i32 0\n", "@g = ifunc void (), ptr @r\ndeclare ptr @r()\n"]
)
def test_what_is_no_definition_of_a_function_needs_no_summary(other: str) -> None:
    assert write(_F + other + _SUMMARY, 23)


@pytest.mark.parametrize(
    "summary", ["", "^0 = flags: 8\n", "^0 = blockcount: 3\n", '^0 = module: (path: "x", hash: (0, 0, 0, 0, 0))\n']
)
def test_an_index_without_values_says_nothing_about_definitions(summary: str) -> None:
    assert write(_F + summary, 23)


@pytest.mark.parametrize("version", [22, 23])
def test_a_name_that_is_kept_on_promotion(version: int) -> None:
    module = pyllvm.parse_assembly(_F + _SUMMARY, llvm_version=version)
    entries = [one.summary.values[guid_of("f")].summaries[0] for one in (module, pyllvm.parse_bitcode(write_bitcode(module)))]
    entries[0].keeps_name_on_promotion = True
    assert not entries[1].keeps_name_on_promotion
    written = pyllvm.parse_bitcode(write_bitcode(module)).summary.values[guid_of("f")].summaries[0]
    assert written.keeps_name_on_promotion == (version >= KEPT_NAMES_SINCE)


@pytest.mark.parametrize(
    ("flag", "kind"),
    [('!"ThinLTO", i32 0', "full"), ('!"ThinLTO", i32 1', "thin"), ('!"Other", i32 0', "thin"), ('!"ThinLTO", !"0"', "thin")],
)
def test_the_module_flag_decides_about_the_kind(flag: str, kind: str) -> None:
    flags = f'!llvm.module.flags = !{{!0, !1}}\n!0 = !{{i32 1, !"wchar_size", i32 4}}\n!1 = !{{i32 1, {flag}}}\n'
    assert identify(open_stream(write(_F + flags + _SUMMARY, 22))).summary == kind


@pytest.mark.parametrize("version", [14, 19, 22, 23])
def test_a_function_without_a_name_has_no_summary(version: int) -> None:
    text = f"{_F}define void @0() {{\n  ret void\n}}\n{_SUMMARY}"
    with pytest.raises(pyllvm.PyllvmError, match="Unexpected anonymous function when writing summary"):
        write(text, version)


def operands_of(data: bytes, wanted: int) -> list[int]:
    """The operands of the records of summaries with a code."""
    found: list[int] = []

    def edit(path: tuple[int, ...], code: int, operands: list[int]) -> list[Record]:
        if path[-1] == records.GLOBALVAL_SUMMARY_BLOCK_ID and code == wanted:
            found.extend(operands)
        return [(code, operands)]

    rewritten(data, edit)
    return found


@pytest.mark.parametrize("text", [_F + _SUMMARY, _SUMMARY.replace('name: "f"', "guid: 7")])
def test_the_number_of_blocks_is_always_written_until_17(text: str) -> None:
    assert [operands_of(write(text, version), records.FS_BLOCK_COUNT) for version in (17, 18)] == [[0], []]
    text += "^2 = blockcount: 3\n"
    assert [operands_of(write(text, version), records.FS_BLOCK_COUNT) for version in (17, 18)] == [[3], [3]]


@pytest.mark.parametrize(("version", "ids"), [(16, [10, 11, 13]), (19, [13, 11, 10]), (21, [13, 11])])
def test_the_order_of_stack_ids_in_a_combined_index(version: int, ids: list[int]) -> None:
    """LLVM 16 and 19 write them so."""
    text = _SUMMARY.replace('name: "f"', "guid: 7").replace(
        "insts: 1",
        "insts: 1, allocs: ((versions: (cold), memProf: ((type: cold, stackIds: (10, 11))))), "
        "callsites: ((callee: ^1, clones: (0), stackIds: (13, 11)))",
    )
    assert operands_of(write(text, version), records.FS_STACK_IDS) == ids


def read_again(text: str, version: int) -> tuple[list[str], list[str]]:
    """The lines of a summary, and its lines after it was written and read. The newest version reads an index without a module."""
    module = pyllvm.parse_assembly(text, llvm_version=version)
    again = pyllvm.parse_bitcode(write_bitcode(module))
    if again.llvm_version == version:
        assert str(pyllvm.parse_bitcode(write_bitcode(again))) == str(again)
    both = [str(one).replace(", noRenameOnPromotion: 0", "").splitlines() for one in (module, again)]
    before, after = [[line for line in lines if line.startswith("^")] for lines in both]
    return before, after


def edited(text: str, edits: list[tuple[str, str]]) -> str:
    for old, new in edits:
        assert re.search(old, text), old
        text = re.sub(old, new, text)
    return text


# What the summary of a module does not say: hashes, entries of type names, and clones, which are in a combined index alone.
OF_MODULES = [
    (r'module: \(path: ".*', 'module: (path: "<bitcode>", hash: (0, 0, 0, 0, 0))'),
    (r"\^8 = typeid.*\n", ""),
    (r"typeTests: \(\^8", "typeTests: (7004155349499253778"),
    (r"vFuncId: \(\^8", "vFuncId: (guid: 7004155349499253778"),
    (r"versions: \(notcold, cold\)", "versions: (none)"),
    (r"clones: \(0, 1\)", "clones: (0)"),
    (r"\^9 =", "^8 ="),
    (r"\^10 =", "^9 ="),
]
# What makes a combined index of it: symbols have no names, and all have summaries.
_ENTRY = rf"summaries: (function: (module: ^0, {_FLAGS[:-1]}, importType: definition), insts: 1))"
OF_INDEXES = [
    (r'gv: \(name: "\w+"(.*) ; guid = (\d+)\n', r"gv: (guid: \2\1\n"),
    (r"\(guid: (77|11825436545918268459)\)", rf"(guid: \1, {_ENTRY})"),
    (r", vcall_visibility: 1|, vTableFuncs: \(.*?\)\)(?=\)\))", ""),
    (r"\^7 = typeidCompatible.*\n", ""),
]


@each_row(("version", "is_combined"), [(version, is_combined) for version in (19, 22, 23) for is_combined in (False, True)])
def test_every_part_of_a_summary_is_read_again(version: int, is_combined: bool) -> None:
    text = (Path(__file__).parents[2] / "ir" / "summary.ll").read_text()
    if not is_combined:
        before, after = read_again(text, version)
        assert after == edited("\n".join(before) + "\n", OF_MODULES).splitlines()
        return
    start = text.index("^0")
    before, after = read_again(edited(text[start:], OF_INDEXES), version)
    lost = [] if version == 19 else [(r"stackIds: \((10, 11|12)\)", "stackIds: ()")]
    assert after == edited("\n".join(before), lost).splitlines()
