"""`bring` takes a module to another version, either way, or refuses; expected texts of upgrades are llvm-dis's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.migrations import MIGRATIONS, bring, changes
from pyllvm.migrations.changes import ALL, CHANGES, HEAD, NOTHING, PARTS, READER


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
    assert len({change.name for change in CHANGES}) == len(CHANGES)
    assert all(change.began <= change.since for change in CHANGES)


def test_each_change_has_its_functions() -> None:
    """The table tells what the upgrade of each change needs, without importing it."""
    assert [migration.change for migration in MIGRATIONS] == list(CHANGES)
    for migration in MIGRATIONS:
        needs = (NOTHING,) if migration.upgrade is None else (ALL,) if migration.begin is None else (PARTS, HEAD, READER)
        assert migration.change.needs in needs, migration.change.name
        ways = (migration.downgrade, migration.downgrade_bodies, migration.downgrade_nodes)
        downgrades = [one for one in ways if one is not None]
        assert migration.upgrade is not None or downgrades
        assert len(downgrades) <= 1


def test_every_change_has_a_module_in_the_folder_of_its_release() -> None:
    """And every module in these folders is of a change: what LLVM N changed is found by looking there."""
    folder = Path(changes.__file__).parent
    there = {(path.parent.name, path.stem) for path in folder.glob("llvm_*/*.py") if path.stem != "__init__"}
    assert there == {(f"llvm_{change.since:02}", change.name) for change in CHANGES}
    for release, name in sorted(there):
        first = (folder / release / f"{name}.py").read_text(encoding="utf-8").split("\n")[0]
        assert first.startswith('"""LLVM ')
