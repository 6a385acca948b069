"""`bring` takes a module to another version, either way, or refuses; expected texts of upgrades are llvm-dis's own."""

from __future__ import annotations

import importlib

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.migrations import CHANGES, bring
from pyllvm.migrations.changes import ALL, HEAD, NOTHING, PARTS, READER
from pyllvm.versions import NEWEST, OLDEST, SUPPORTED
from rows import each_row


def test_a_module_of_the_version_is_left_alone() -> None:
    module = parse_assembly("declare void @f(i8*)\n", llvm_version=14)
    before = to_assembly(module)
    assert bring(module, 14) == []
    assert module.llvm_version == 14
    assert to_assembly(module) == before


def test_a_module_that_holds_nothing_newer_goes_down() -> None:
    module = parse_assembly("define void @f(i8* %p) {\n  store i8 0, i8* %p, align 1\n  ret void\n}\n", llvm_version=14)
    before = to_assembly(module)
    assert bring(module, 8) == []
    assert module.llvm_version == 8
    assert "store i8 0, i8* %p, align 1" in to_assembly(module)
    bring(module, 14)
    assert to_assembly(module) == before


def test_the_refusal_names_the_constructs_and_their_places() -> None:
    text = "declare void @f()\ndefine void @g() {\n  call preserve_nonecc void @f()\n  ret void\n}\n"
    module = parse_assembly(text, llvm_version=19)
    with pytest.raises(PyllvmError) as raised:
        bring(module, 15)
    diagnostic = raised.value.diagnostic
    assert diagnostic.message == (
        "this module is of LLVM 19; LLVM 15 cannot hold the calling convention 'preserve_nonecc' (LLVM 19 and newer)"
    )
    assert [note.message for note in diagnostic.notes] == [
        "@g: call preserve_nonecc void @f(): the calling convention 'preserve_nonecc' (LLVM 19 and newer)"
    ]


def test_changes_are_in_the_order_of_the_releases() -> None:
    assert [change.since for change in CHANGES] == sorted(change.since for change in CHANGES)
    assert all(change.began <= change.since for change in CHANGES)


def test_each_change_has_its_functions() -> None:
    for change in CHANGES:
        needs = (NOTHING,) if change.upgrade is None else (ALL,) if change.begin is None else (PARTS, HEAD, READER)
        assert change.needs in needs, change.since
        downgrades = [one for one in (change.downgrade, change.downgrade_bodies, change.downgrade_nodes) if one is not None]
        assert change.upgrade is not None or change.begin is not None or downgrades
        assert len(downgrades) <= 1


# A release that is not final may have changed nothing so far.
RELEASES = sorted({*SUPPORTED[1 : NEWEST + 1 - OLDEST], *(change.since for change in CHANGES)})


@each_row("version", RELEASES)
def test_every_release_has_a_file_with_its_changes(version: int) -> None:
    release = importlib.import_module(f"pyllvm.migrations.llvm_{version:02}")
    assert release.CHANGES
    assert {change.since for change in release.CHANGES} == {version}
    assert set(release.CHANGES) <= set(CHANGES)
    assert release.__doc__.startswith(f"LLVM {version}: ")
