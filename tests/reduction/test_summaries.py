"""Entries of a ThinLTO summary that go, and what others keep of them."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm.reduction.summaries import remove_entries

HEAD = (
    "module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, "
)
TEXT = """
^0 = module: (path: "m", hash: (0, 0, 0, 0, 0))
^1 = gv: (guid: 1, summaries: (function: (FLAGS, insts: 1)))
^2 = gv: (guid: 2, summaries: (function: (FLAGS, insts: 1)))
^3 = gv: (guid: 3, summaries: (alias: (FLAGS, aliasee: ^1)))
^4 = gv: (guid: 4, summaries: (function: (FLAGS, insts: 1, calls: ((callee: ^1), (callee: ^2)), params: ((param: 0, \
offset: [0, 1], calls: ((callee: ^1, param: 0, offset: [0, 1]), (callee: ^2, param: 0, offset: [0, 1])))), refs: (^1, ^2), \
callsites: ((callee: ^1, clones: (0), stackIds: ()), (callee: ^2, clones: (0), stackIds: ())))))
^5 = gv: (guid: 5, summaries: (variable: (FLAGS, varFlags: (readonly: 0, writeonly: 0, constant: 0), \
vTableFuncs: ((virtFunc: ^1, offset: 0), (virtFunc: ^2, offset: 8)), refs: (^1, ^2))))
^6 = typeidCompatibleVTable: (name: "both", summary: ((offset: 0, ^1), (offset: 0, ^2)))
^7 = typeidCompatibleVTable: (name: "one", summary: ((offset: 0, ^1)))
""".replace("FLAGS", HEAD + "importType: definition)")


GONE, STAYS, ALIAS, CALLER, TABLE = range(1, 6)


@pytest.mark.parametrize(
    ("gone", "other", "left"), [(GONE, STAYS, {STAYS, CALLER, TABLE}), (STAYS, GONE, {GONE, ALIAS, CALLER, TABLE})]
)
def test_an_entry_goes_with_all_that_names_it(gone: int, other: int, left: set[int]) -> None:
    module = pyllvm.parse_assembly(TEXT, llvm_version=22)
    summary = module.summary
    assert summary is not None
    remove_entries(summary, [summary.values[gone]])
    assert set(summary.values) == left
    printed = pyllvm.to_assembly(module)
    lines = {guid: line for line in printed.splitlines() for guid in left if f"(guid: {guid}," in line}
    number = lines[other].partition(" ")[0]
    assert lines[CALLER].count(f"callee: {number}") == lines[CALLER].count("callee: ") == 3
    assert f"refs: ({number})" in lines[CALLER] and f"refs: ({number})" in lines[TABLE]
    assert f"vTableFuncs: ((virtFunc: {number}, offset: {8 if gone == GONE else 0}))" in lines[TABLE]
    assert f'(name: "both", summary: ((offset: 0, {number})))' in printed
    assert ('name: "one"' in printed) == (gone == STAYS)
