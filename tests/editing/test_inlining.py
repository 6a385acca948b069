"""A call becomes the blocks of its function: returns lead behind it, and what the function needs comes along."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, verify
from pyllvm.editing.inlining import inline_call
from pyllvm.ir import CallInst, Module

TEXT = """\
declare i32 @p(...)
declare i32 @q(...)
declare void @work()
define i32 @callee(i32 %x) personality ptr @p {
  %slot = alloca i32
  store i32 %x, ptr %slot
  %c = icmp eq i32 %x, 0
  br i1 %c, label %zero, label %other
zero:
  ret i32 1
other:
  tail call void @work()
  ret i32 %x
}
define i32 @caller(i32 %y) PERSONALITY {
  br label %body
body:
  %r = call i32 @callee(i32 %y)
  %s = add i32 %r, 1
  ret i32 %s
}
"""


def inlined(personality: str) -> Module:
    module = parse_assembly(TEXT.replace("PERSONALITY", personality), llvm_version=19)
    (call,) = [one for one in module["caller"].instructions if isinstance(one, CallInst)]
    inline_call(call)
    return module


@pytest.mark.parametrize("personality", ["", "personality ptr @p"])
def test_a_function_with_two_returns(personality: str) -> None:
    module = inlined(personality)
    assert verify(module) == []
    caller = module["caller"]
    assert caller.personality is module["p"]
    opcodes = [one.opcode_name for one in caller.instructions]
    assert [opcodes.count(name) for name in ("ret", "alloca", "phi", "call")] == [1, 1, 1, 1]
    assert caller.blocks[0].instructions[0].opcode_name == "alloca"
    assert "  tail call void @work()" not in str(caller)
    assert "icmp eq i32 %y, 0" in str(caller)
    assert str(parse_assembly(str(module), llvm_version=19)).split("\n", 1)[1] == str(module).split("\n", 1)[1]


def test_another_personality() -> None:
    with pytest.raises(PyllvmError, match="@callee and @caller have different personality functions"):
        inlined("personality ptr @q")


DEBUG = """\
define void @callee() !dbg !1 {
  call void @f(), !dbg !4
  call void @f(), !dbg !5
  ret void, !dbg !4
}
define void @caller() !dbg !2 {
  call void @callee(), !dbg !6
  ret void
}
declare void @f()
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DISubprogram(name: "callee")
!2 = distinct !DISubprogram(name: "caller")
!3 = distinct !DISubprogram(name: "inner")
!4 = !DILocation(line: 1, scope: !1)
!5 = !DILocation(line: 2, scope: !3, inlinedAt: !4)
!6 = !DILocation(line: 9, scope: !2)
"""


def test_locations_are_inlined_where_the_call_was() -> None:
    module = parse_assembly(DEBUG, llvm_version=19)
    (call, _) = module["caller"].instructions
    assert isinstance(call, CallInst)
    inline_call(call)
    lines: list[list[object]] = []
    for one in [one for one in module["caller"].instructions if isinstance(one, CallInst)]:
        location = one.debug_location
        lines.append([])
        while location is not None:
            lines[-1].append(location["line"])
            location = location["inlinedAt"]
    assert lines == [[1, 9], [2, 1, 9]]
