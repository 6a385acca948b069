"""`reg2mem` and edges that leave loops: the text of opt."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from pyllvm import run_passes
from pyllvm.editing.small_passes import split_predecessors

TEXT = """\
declare i32 @__gxx_personality_v0(...)
declare i32 @g(i32)
define i32 @loop(i32 %n, i1 %c) personality ptr @__gxx_personality_v0 {
  %v = alloca i32
  store i32 %n, ptr %v
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %j, %latch ]
  %p = phi i64 [ 0, %0 ], [ 1, %latch ]
  %d = icmp slt i32 %i, %n
  br i1 %d, label %body, label %out
body:
  %r = invoke i32 @g(i32 %i) to label %latch unwind label %pad
latch:
  %j = add i32 %i, 1
  br i1 %c, label %head, label %out
out:
  %s = phi i32 [ %i, %head ], [ %j, %latch ]
  ret i32 %s
pad:
  %t = landingpad { ptr, i32 } cleanup
  br label %end
end:
  resume { ptr, i32 } %t
}
define i8 @plain(i1 %c) {
  %a = add i8 1, 2
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %b = phi i8 [ %a, %0 ], [ 3, %x ]
  ret i8 %b
}
"""


@pytest.mark.oracle
@pytest.mark.parametrize("version", [14, 19, 22])
@pytest.mark.parametrize("passes", ["reg2mem", "mem2reg,reg2mem,mem2reg"])
def test_the_text_is_that_of_opt(passes: str, version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    path = tmp_path / "m.bc"
    pyllvm.write(pyllvm.parse_assembly(TEXT, "m", llvm_version=19), path, llvm_version=version)
    opt = llvm_tool(version, "opt")
    expected = subprocess.run([opt, "-S", f"-passes={passes}", str(path), "-o", "-"], capture_output=True, text=True, check=True)
    changed = pyllvm.read(path)
    run_passes(changed, passes, verify_each=True)
    assert str(changed) == expected.stdout


def test_no_value_crosses_blocks() -> None:
    made = pyllvm.parse_assembly(TEXT)
    run_passes(made, "reg2mem", verify_each=True)
    for block in made.function("plain").blocks:
        assert block.phis == []
        for one in block.instructions:
            if one.opcode_name != "alloca":
                assert all(user.parent is block for user in one.users if isinstance(user, pyllvm.ir.Instruction))
    run_passes(made, "mem2reg", verify_each=True)
    assert len(made.function("plain").blocks[-1].phis) == 1


def test_a_block_before_several_edges_has_the_location_of_code() -> None:
    """The location of a debug intrinsic says nothing about the code, as in LLVM's SplitBlockPredecessors."""
    module = pyllvm.parse_assembly(
        "declare void @llvm.dbg.value(metadata, metadata, metadata)\n"
        "define i32 @f(i32 %x, i1 %c) !dbg !1 {\na:\n  br i1 %c, label %b, label %t\nb:\n  br label %t\nt:\n"
        "  call void @llvm.dbg.value(metadata i32 %x, metadata !4, metadata !DIExpression()), !dbg !2\n"
        "  %y = add i32 %x, 1, !dbg !3\n  ret i32 %y\n}\n"
        '!1 = distinct !DISubprogram(name: "f")\n!2 = !DILocation(line: 2, scope: !1)\n!3 = !DILocation(line: 3, scope: !1)\n'
        '!4 = !DILocalVariable(name: "x", scope: !1)\n!llvm.module.flags = !{!5}\n!5 = !{i32 2, !"Debug Info Version", i32 3}\n',
        llvm_version=14,
    )
    first, second, target = module.function("f").blocks
    middle = split_predecessors(target, [first, second], "split")
    location = middle.instructions[0].debug_location
    assert location is not None
    assert location["line"] == 3


def test_phis_of_edges_that_share_a_new_block_have_their_values_there() -> None:
    text = (
        "define i32 @f(i32 %x) {\ne:\n  switch i32 %x, label %t [ i32 1, label %a\n i32 2, label %b\n i32 3, label %c ]\n"
        "a:\n  br label %t\nb:\n  br label %t\nc:\n  br label %t\nt:\n  %p = phi i32 [ 0, %e ], [ 1, %a ], [ 2, %b ], [ 3, %c ]\n"
        "  %q = phi i32 [ 0, %e ], [ 5, %a ], [ 5, %b ], [ 6, %c ]\n  %s = add i32 %p, %q\n  ret i32 %s\n}\n"
    )
    module = pyllvm.parse_assembly(text, llvm_version=19)
    _, first, second, _, target = module.function("f").blocks
    middle = split_predecessors(target, [first, second], ".split")
    (joined,) = middle.phis
    assert {block.name: str(value) for value, block in joined.incoming} == {"a": "i32 1", "b": "i32 2"}
    p, q = target.phis
    assert {block.name: value for value, block in p.incoming}["t.split"] is joined
    assert {block.name: str(value) for value, block in q.incoming} == {"e": "i32 0", "c": "i32 6", "t.split": "i32 5"}
    assert pyllvm.verify(module) == []
