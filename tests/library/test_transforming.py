"""Calls are inlined, edges split, blocks and dead code removed: the results are valid and mean the same."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from pyllvm import Module, PyllvmError, SSAUpdater
from pyllvm.ir import CallInst, Function, PHINode

TEXT = """\
define i32 @callee(i32 %x) !dbg !5 {
entry:
  %slot = alloca i32
  #dbg_declare(ptr %slot, !9, !DIExpression(), !11)
  store i32 %x, ptr %slot, !dbg !11
  %c = icmp sgt i32 %x, 3, !dbg !12
  br i1 %c, label %big, label %small, !dbg !12
big:
  %y = load i32, ptr %slot
  ret i32 %y, !dbg !11
small:
  %z = mul i32 %x, 2, !dbg !12
  ret i32 %z, !dbg !11
}
define i32 @caller(i32 %n) !dbg !7 {
entry:
  %a = call i32 @callee(i32 %n), !dbg !13
  %b = call i32 @callee(i32 5), !dbg !14
  %r = add i32 %a, %b
  ret i32 %r
}
define i32 @plain(i32 %n, i1 %c) {
entry:
  %s = call i32 @callee(i32 %n)
  %dead1 = add i32 %n, 1
  %dead2 = mul i32 %dead1, 2
  br i1 %c, label %join, label %other
lost:
  %v = add i32 %n, 4
  br label %join
other:
  br label %join
join:
  %p = phi i32 [ 1, %entry ], [ 2, %other ], [ %v, %lost ]
  ret i32 %p
}
declare void @external(...)
define void @refused() {
  call void (...) @external()
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !DISubroutineType(types: !6)
!5 = distinct !DISubprogram(name: "callee", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!6 = !{!3, !3}
!7 = distinct !DISubprogram(name: "caller", scope: !1, file: !1, line: 8, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocalVariable(name: "v", scope: !5, file: !1, line: 2, type: !3)
!11 = !DILocation(line: 2, column: 7, scope: !5)
!12 = !DILocation(line: 3, column: 9, scope: !5)
!13 = !DILocation(line: 9, column: 3, scope: !7)
!14 = !DILocation(line: 10, column: 3, scope: !7)
"""


def module() -> Module:
    return pyllvm.parse_assembly(TEXT, "m", llvm_version=19)


def calls(function: Function) -> list[CallInst]:
    return [one for one in function.instructions if isinstance(one, CallInst)]


def test_inlined_calls_are_valid_and_say_where_they_are() -> None:
    made = module()
    caller = made.function("caller")
    for call in calls(caller):
        pyllvm.inline_call(call)
    (call,) = calls(made.function("plain"))
    pyllvm.inline_call(call)
    assert pyllvm.verify(made) == []
    assert not calls(caller) and not calls(made.function("plain"))
    assert [one.opcode_name for one in caller.entry_block.instructions][:2] == ["alloca", "alloca"]
    places = {one.debug_location["inlinedAt"]["line"] for one in caller.instructions if one.opcode_name == "icmp"}
    assert places == {9, 10}
    assert all(one.debug_location is None for one in made.function("plain").instructions if one.opcode_name == "icmp")
    assert [function.name for function in made.functions] == ["callee", "caller", "plain", "external", "refused"]
    assert pyllvm.verify(pyllvm.parse_bitcode(pyllvm.to_bitcode(made))) == []


LOOP = """\
define void @callee(i32 %n) !dbg !5 {
  {0}
  br label %loop, !dbg !8
loop:
  br i1 true, label %loop, label %end, !dbg !8, !llvm.loop !9
end:
  ret void, !dbg !8
}
define void @caller(i32 %m) !dbg !6 {
  call void @callee(i32 %m), !dbg !12
  call void @callee(i32 5), !dbg !12
  call void @plain(), !dbg !12
  ret void
}
define void @plain() {
  call void @callee(i32 7)
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !DISubroutineType(types: !{null, !3})
!5 = distinct !DISubprogram(name: "callee", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "caller", scope: !1, file: !1, line: 8, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocalVariable(name: "n", arg: 1, scope: !5, file: !1, line: 1, type: !3)
!8 = !DILocation(line: 2, column: 7, scope: !5)
!9 = distinct !{!9, !8, !8}
!12 = !DILocation(line: 9, column: 3, scope: !6)
"""
RECORD = "#dbg_value(i32 %n, !7, !DIExpression(), !8)"
CALL = "call void @llvm.dbg.value(metadata i32 %n, metadata !7, metadata !DIExpression()), !dbg !8"


@pytest.mark.parametrize(("version", "use"), [(14, CALL), (19, RECORD), (22, RECORD)])
def test_inlined_loops_and_parameters_say_where_they_are(version: int, use: str) -> None:
    text = LOOP.replace("{0}", use)
    if use is CALL:
        text = "declare void @llvm.dbg.value(metadata, metadata, metadata)\n" + text
    made = pyllvm.parse_assembly(text, "m", llvm_version=version)
    caller = made.function("caller")
    for _ in range(2):
        for call in calls(caller):
            if not call.callee.name.startswith("llvm."):
                pyllvm.inline_call(call)
    assert pyllvm.verify(made) == []
    (printed,) = [part for part in str(made).split("define ") if part.startswith("void @caller")]
    values = [line.split("i32 ")[1].split(",")[0] for line in printed.split("\n") if "dbg_value" in line or "dbg.value" in line]
    assert values == ["%m", "5", "7"]  # @plain has no debug information, so its call is at the call of @plain
    loops = [one.metadata("llvm.loop") for one in caller.instructions if one.metadata("llvm.loop") is not None]
    assert [loop.operands[1]["inlinedAt"]["line"] for loop in loops if len(loop.operands) > 1][:2] == [9, 9]


@pytest.mark.oracle
def test_inlined_code_computes_the_same(llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    text = "define i32 @main() {\n  %r = call i32 @caller(i32 7)\n  ret i32 %r\n}\n"
    without = TEXT[: TEXT.index("declare void @external")] + TEXT[TEXT.index("!llvm.dbg.cu") :]
    made = pyllvm.parse_assembly(without.replace("define i32 @plain", text + "define i32 @plain"), "m", llvm_version=19)
    for call in [*calls(made.function("caller")), *calls(made.function("main"))]:
        pyllvm.inline_call(call)
    pyllvm.run_passes(made, "mem2reg,dce", verify_each=True)
    path = tmp_path / "m.bc"
    pyllvm.write(made, path)
    # Of 7 the callee makes 7, and of 5 it makes 5.
    assert subprocess.run([llvm_tool(19, "lli"), str(path)], check=False).returncode == 12


def test_calls_that_cannot_be_inlined_are_named() -> None:
    made = module()
    (call,) = calls(made.function("refused"))
    with pytest.raises(PyllvmError, match="has no body here"):
        pyllvm.inline_call(call)
    with pytest.raises(TypeError, match="inline_call takes a call"):
        pyllvm.inline_call(made)  # type: ignore[arg-type]


def test_unreachable_blocks_and_dead_code_go() -> None:
    made = module()
    function = made.function("plain")
    assert [pyllvm.remove_unreachable_blocks(function) for _ in range(2)] == [1, 0]
    assert len(function.blocks[-1].phis[0].operands) == 2
    dead = function.symbols.get("dead2")
    assert dead is not None
    assert pyllvm.erase_dead(dead) == 2
    values = pyllvm.parse_assembly(LOOP.replace("{0}", f"%d = add i32 %n, 1\n  {RECORD.replace('%n', '%d')}"), llvm_version=22)
    assert pyllvm.erase_dead(next(values.function("callee").instructions)) == 1
    assert "#dbg_value(i32 %n, !7, !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value), !8)" in str(values)
    assert pyllvm.erase_dead(function.arguments[0]) == 0
    assert pyllvm.verify(made) == []


def test_a_variable_gets_phis_where_its_values_meet() -> None:
    made = module()
    function = made.function("callee")
    entry, big, small = function.blocks
    i32 = made.type("i32")
    join = function.add_block("join")
    for block in (big, small):
        end = block.terminator
        assert end is not None
        end.erase()
        pyllvm.IRBuilder(block).branch(join)
    variable = SSAUpdater(i32, "v")
    variable.set(big, made.constant("i32", 1))
    variable.set(small, made.constant("i32", 2))
    value = variable.at_beginning(join)
    assert isinstance(value, PHINode) and variable.phis == [value]
    assert variable.at_end(join) is value
    pyllvm.IRBuilder(join).ret(value)
    assert pyllvm.verify(made) == []
    assert str(variable.at_end(entry)) == "i32 poison"
    same = SSAUpdater(i32)
    same.set(entry, function.arguments[0])
    assert same.at_beginning(join) is function.arguments[0] and same.phis == []
    with pytest.raises(TypeError, match="the variable is of type i32"):
        variable.set(entry, made.constant("i64", 1))
