"""Downgrades ask one index for instructions, and it is never out of date."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm import migrations, parse_assembly, verify
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.sequence import MIGRATIONS, bring
from pyllvm.migrations.shared.instruction_index import Found, InstructionIndex

MODULE = """
define i32 @f(ptr %p, <2 x i32> %v, float %x) {
  %a = alloca { i32, i32 }
  %l = load atomic <2 x i32>, ptr %p seq_cst, align 8
  %n = ptrtoaddr ptr %p to i64
  %s = shufflevector <2 x i32> %v, <2 x i32> %l, <2 x i32> <i32 0, i32 poison>
  %e = atomicrmw fmax ptr %p, float %x seq_cst
  %c = call range(i32 0, 9) i32 @g(ptr getelementptr (i8, ptr @v, i64 1)) #0, !prof !0
  call void @llvm.lifetime.start.p0(ptr %a)
  store atomic <2 x i32> %s, ptr %p release, align 8
  ret i32 %c
}
@v = global [4 x i8] zeroinitializer
declare i32 @g(ptr)
declare void @llvm.lifetime.start.p0(ptr captures(none))
attributes #0 = { memory(read) }
!0 = !{!"branch_weights", !"expected", i32 3}
"""


def contents(found: Found) -> dict[str, list[object]]:
    names = [name for name in dir(found) if not name.startswith("_") and isinstance(getattr(found, name), list)]
    return {name: getattr(found, name) for name in names}


def test_each_kind_is_found() -> None:
    found = contents(InstructionIndex(parse_assembly(MODULE, llvm_version=22)).found())
    empty = [name for name, instructions in found.items() if not instructions]
    assert empty == ["bit_fields", "labeled_calls", "recorded"]
    assert len(found["calls"]) == len(found["with_constants"]) == 1
    assert len(found["atomic_accesses"]) == 2


def test_it_is_filled_again_only_when_instructions_change() -> None:
    module = parse_assembly(MODULE, llvm_version=22)
    index = InstructionIndex(module)
    before = index.found()
    before.calls[0].remove_attribute("memory")
    assert index.found() is before
    before.shuffles[0].clone().insert_before(before.shuffles[0])
    assert index.found() is not before
    assert len(index.found().shuffles) == 2


@pytest.mark.parametrize("version", [19, 14, 7])
def test_no_downgrade_meets_an_index_that_is_out_of_date(version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The index has the instructions that newer downgrades have made."""
    asked: list[str] = []

    def checking(name: str, downgrade: Callable[[Module, InstructionIndex, int, Losses], None]) -> object:
        def checked(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
            assert contents(bodies.found()) == contents(Found(module)), name
            asked.append(name)
            downgrade(module, bodies, version, losses)

        return checked

    for migration in MIGRATIONS:
        if migration.downgrade_bodies is not None:
            monkeypatch.setattr(migration, "downgrade_bodies", checking(migration.change.name, migration.downgrade_bodies))
    module = parse_assembly(MODULE, llvm_version=22)
    bring(module, version)
    assert "captures" in asked
    assert verify(module) == []


def test_migrations_change_lists_of_instructions_by_methods_alone() -> None:
    """Only the methods of blocks count the edits on which the index relies."""
    edit = r"(\[[^\]]*\] = |\.(insert|append|remove|extend|pop|clear)\(| \+= )"
    direct = re.compile(rf"\b(block|parent|end)\.instructions{edit}|del \w+\.instructions\[")
    found: list[str] = []
    for path in sorted(Path(migrations.__file__).parent.rglob("*.py")):
        found += [f"{path.name}: {line.strip()}" for line in path.read_text(encoding="utf-8").split("\n") if direct.search(line)]
    assert found == []
