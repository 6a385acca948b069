"""Bodies that are freed: their objects go although the garbage collector is off, and the module keeps what is its own."""

from __future__ import annotations

import gc

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.ir.constants import Constant
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.metadata import MetadataAsValue, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.released_bodies import ReleasedBodies

TEXT = b"""
@table = global ptr @f

declare void @llvm.metadata(metadata)

define i32 @f(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 7
  call void @llvm.metadata(metadata i32 %next)
  call void @llvm.metadata(metadata i32 7)
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  %r = call i32 @g(i32 7)
  ret i32 %r
}

define i32 @g(i32 %n) {
  %a = add i32 %n, 7
  %r = call i32 @f(i32 %a)
  ret i32 %r
}
"""


class Gone(Exception):
    """A body that was released is asked for."""


def refuse() -> None:
    """Refuse to read a body again."""
    raise Gone


def module() -> Module:
    """The module above; LLVM 18 has calls with metadata."""
    return parse_assembly(TEXT, "", 18)


def function(module: Module, name: str) -> Function:
    """A function of that name."""
    found = module.get(name)
    assert isinstance(found, Function)
    return found


def living_instructions() -> int:
    return sum(isinstance(one, Instruction) for one in gc.get_objects())


def test_instructions_are_freed_without_the_garbage_collector() -> None:
    gc.collect()
    gc.disable()
    try:
        before = living_instructions()
        made = module()
        assert living_instructions() == before + 12
        released = ReleasedBodies(made.context, refuse)
        released.release([function(made, "f")])
        assert living_instructions() == before + 3
        released.release([function(made, "g")])
        assert living_instructions() == before
    finally:
        gc.enable()


def test_values_keep_the_uses_by_what_is_left() -> None:
    made = module()
    f, g = function(made, "f"), function(made, "g")
    seven = g.blocks[0].instructions[0].operands[1]
    assert len(seven.uses or ()) == 3
    released = ReleasedBodies(made.context, refuse)
    released.release([f])
    assert [use.user for use in seven.uses or ()] == [g.blocks[0].instructions[0]]
    assert [type(user).__name__ for user in f.users] == ["CallInst", "GlobalVariable"]
    released.release([g])
    assert seven.uses == []
    assert [type(user).__name__ for user in f.users] == ["GlobalVariable"]
    assert g.uses == []


def test_both_at_once() -> None:
    """Uses by a body that is freed later in the same call go as well."""
    made = module()
    f, g = function(made, "f"), function(made, "g")
    ReleasedBodies(made.context, refuse).release([f, g])
    assert [type(user).__name__ for user in f.users] == ["GlobalVariable"]
    assert g.uses == []


def test_local_values_leave_the_metadata_of_the_context() -> None:
    made = module()
    ReleasedBodies(made.context, refuse).release([function(made, "f")])
    wrapped = [one.value for one in made.context.metadata.values() if isinstance(one, ValueAsMetadata)]
    assert [isinstance(value, Constant) for value in wrapped] == [True]
    operands = [one for one in made.context.metadata.values() if isinstance(one, MetadataAsValue)]
    assert [one.metadata for one in operands] == [made.context.metadata[wrapped[0]]]


def test_the_function_is_still_a_definition() -> None:
    made = module()
    f = function(made, "f")
    ReleasedBodies(made.context, refuse).release(made.functions)
    assert not f.is_declaration
    assert not f.is_materialized
    assert function(made, "llvm.metadata").is_declaration
    with pytest.raises(Gone):
        assert f.blocks


def test_local_values_in_debug_records_leave_the_context() -> None:
    text = b"""define i32 @f(i32 %n, ptr %p) {
    #dbg_value(i32 %n, !0, !DIExpression(), !2)
    #dbg_assign(i32 1, !0, !DIExpression(), !3, ptr %p, !DIExpression(), !2)
  ret i32 %n
}
!0 = !DILocalVariable(name: "v", scope: !1)
!1 = distinct !DISubprogram(name: "f")
!2 = !DILocation(line: 1, scope: !1)
!3 = distinct !DIAssignID()
"""
    made = parse_assembly(text, "", 22)
    before = [one for one in made.context.metadata.values() if isinstance(one, ValueAsMetadata)]
    ReleasedBodies(made.context, refuse).release(made.functions)
    after = [one for one in made.context.metadata.values() if isinstance(one, ValueAsMetadata)]
    assert (len(before), [isinstance(one.value, Constant) for one in after]) == (3, [True])
