"""New names in a function, and the order of its names in bitcode after upgrades; expected orders are llvm-as's own."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly
from pyllvm.editing.value_names import ValueNames, named_values

TEXT = """declare i32 @llvm.nvvm.abs.i(i32)
define i32 @f(i32 %a, i32 %b) {
entry:
  %r = call i32 @llvm.nvvm.abs.i(i32 %a)
  br label %next
next:
  %s = call i32 @llvm.nvvm.abs.i(i32 %r)
  ret i32 %s
}
"""


def test_a_taken_name_gets_a_number() -> None:
    names = ValueNames(parse_assembly(TEXT, llvm_version=12).functions[0])
    assert [names.unique(name) for name in ("new", "a", "next", "a")] == ["new", "a1", "next2", "a3"]
    names.release("a")
    assert names.unique("a") == "a"


@pytest.mark.parametrize("version", [12, 22])
def test_a_function_from_text_notes_what_upgrades_do_to_its_names(version: int) -> None:
    function = parse_assembly(TEXT, llvm_version=version).functions[0]
    assert function.name == "f"
    changes = function.name_changes
    assert changes is not None
    assert changes[:6] == [(name, True) for name in ("a", "b", "entry", "r", "next", "s")]
    left = [name for name, comes in changes if comes and (name, False) not in changes]
    assert sorted(left) == sorted(value.name for value in named_values(function))
    assert ("r", False) in changes or version < 22


def test_blocks_come_where_a_constant_first_has_their_address() -> None:
    constant = "[ptr null, ptr inttoptr (i64 add (i64 ptrtoint (ptr blockaddress(@f, %d) to i64), i64 1) to ptr)]"
    text = f"""define void @f() {{
entry:
  %p = extractvalue [2 x ptr] {constant}, 1
  br label %b
b:
  %q = phi ptr [ blockaddress(@f, %c), %entry ]
  indirectbr ptr %q, [label %c, label %d]
c:
  ret void
d:
  ret void
}}
"""
    names = [value.name for value in named_values(parse_assembly(text, llvm_version=19).functions[0])]
    assert names == ["entry", "d", "p", "b", "c", "q"]
