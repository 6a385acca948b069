"""Uses through constants, in both directions."""

from __future__ import annotations

from typing import Final

import pyllvm
from pyllvm.analysis import global_users, instruction_uses, is_address_taken, referenced_globals
from pyllvm.ir import GlobalValue

TEXT: Final = """
@array = global [4 x i32] zeroinitializer
@table = global [2 x ptr] [ptr @f, ptr getelementptr (i8, ptr @array, i64 4)]
@name = alias void (), ptr @f
@other = global i32 0

define void @f() {
  store i32 1, ptr @array
  store i32 2, ptr getelementptr (i8, ptr @array, i64 4)
  %x = load ptr, ptr getelementptr (i8, ptr @table, i64 8)
  call void @g(ptr @array, ptr @array)
  ret void
}

define internal void @g(ptr %a, ptr %b) {
  call void @f()
  call void @g(ptr null, ptr blockaddress(@g, %end))
  br label %end
end:
  ret void
}

define internal void @stored() {
  store ptr @stored, ptr @other
  ret void
}

define internal void @mistyped() {
  call void @mistyped(i32 1)
  ret void
}
"""
MODULE: Final = pyllvm.parse_assembly(TEXT)


def symbol(name: str) -> GlobalValue:
    found = MODULE.get(name)
    assert found is not None
    return found


def test_instructions_that_use_a_variable_also_in_expressions() -> None:
    uses = [(str(instruction).strip(), index) for instruction, index in instruction_uses(symbol("array"))]
    assert sorted(uses) == [
        ("call void @g(ptr @array, ptr @array)", 0),
        ("call void @g(ptr @array, ptr @array)", 1),
        ("store i32 1, ptr @array, align 4", 1),
        ("store i32 2, ptr getelementptr (i8, ptr @array, i64 4), align 4", 1),
    ]


def test_globals_that_use_a_global() -> None:
    assert {value.name for value in global_users(symbol("f"))} == {"table", "name"}
    assert [value.name for value in global_users(symbol("array"))] == ["table"]
    assert global_users(symbol("other")) == []


def test_what_a_global_refers_to() -> None:
    assert [value.name for value in referenced_globals(symbol("f"))] == ["array", "table", "g"]
    assert [value.name for value in referenced_globals(symbol("g"))] == ["f", "g"]
    assert [value.name for value in referenced_globals(symbol("table"))] == ["f", "array"]
    assert [value.name for value in referenced_globals(symbol("name"))] == ["f"]
    assert referenced_globals(symbol("array")) == []


def test_whose_address_is_taken() -> None:
    taken = [function.name for function in MODULE.functions if is_address_taken(function)]
    assert taken == ["f", "stored", "mistyped"], "@g is only called, and the address of its block does not count"
