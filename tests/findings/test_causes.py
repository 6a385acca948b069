"""What a finding adds to LLVM's message: causes, related locations, hints."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyllvm
from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import write_bitcode
from pyllvm.diagnostics import Diagnostic, Span
from pyllvm.findings.hints import HINTS, hint_for
from pyllvm.findings.report import EXPLANATIONS
from rows import each_row

Run = Callable[..., Any]

TESTS = Path(__file__).parents[1]
BROKEN = Path(__file__).with_name("broken_modules.txt")
PHI = """define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b

a:
  br label %join

b:
  br label %join

other:
  unreachable

join:
  %v = phi i32 [ 1, %a ], [ 2, %other ]
  ret i32 %v
}
"""
LOOP = """define void @f(i1 %c) {
entry:
  br label %head

head:
  %p = phi i32 [ 0, %entry ], [ %next, %latch ]
  br i1 %c, label %body, label %latch

body:
  %next = add i32 %p, 1
  br label %latch

latch:
  br label %head
}
"""
INVOKE = """declare i32 @g()
declare i32 @personality(...)

define i32 @f() personality ptr @personality {
  %v = invoke i32 @g() to label %next unwind label %pad

next:
  ret i32 %v

pad:
  %l = landingpad i32 cleanup
  ret i32 %v
}
"""
CALL = """declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @f(ptr %p, i1 %v) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1, i1 %v)
  ret void
}
"""


def found(text: str, keep_places: bool = True) -> list[Diagnostic]:
    return pyllvm.verify(pyllvm.parse_assembly(text, "test.ll", llvm_version=19, keep_places=keep_places))


def notes(diagnostic: Diagnostic) -> list[str]:
    """The notes, each with its line where it has one."""
    return [f"{note.where.line}: {note.message}" if isinstance(note.where, Span) else note.message for note in diagnostic.notes]


def test_incoming_blocks() -> None:
    (one,) = found(PHI)
    assert one.message.startswith("PHI")
    assert notes(one)[:2] == ["8: there are too few entries for %b, a predecessor", "11: %other does not branch here"]


def test_a_way_past_the_definition_into_a_phi() -> None:
    (one,) = found(LOOP)
    assert notes(one) == [
        "13: %latch can be reached without it: %entry -> %head -> %latch",
        "10: %next is defined here",
    ]


def test_the_value_of_an_invoke() -> None:
    (one,) = found(INVOKE)
    assert notes(one) == ["an invoke's value is available only in its normal destination", "5: %v is defined here"]


def test_the_callee() -> None:
    (one,) = found(CALL)
    assert isinstance(one.where, Span)
    assert CALL.encode()[one.where.start : one.where.end] == b"%v"
    assert notes(one)[0] == "1: @llvm.memset.p0.i64 is declared as void (ptr, i8, i64, i1)"


def test_what_the_function_returns() -> None:
    module = pyllvm.parse_assembly("define i32 @f(i64 %x) {\n  ret i32 0\n}\n", llvm_version=19)
    function = module["f"]
    function.blocks[0].instructions[0].put_operand(0, function.arguments[0])
    (one,) = pyllvm.verify(module)
    assert notes(one)[0] == "@f returns i32"


def test_the_user_that_leads_to_a_node() -> None:
    node = '!0 = !DIFile(filename: "a", directory: "/", checksumkind: CSK_MD5, checksum: "12")\n'
    (one,) = found(f"define void @f(ptr %p) {{\n  %v = load i8, ptr %p, !note !0\n  ret void\n}}\n{node}")
    assert notes(one) == ["2: %v leads to it"]


def test_without_places_things_are_named() -> None:
    (one,) = found(LOOP, keep_places=False)
    assert one.where is None
    assert one.scope is not None
    assert one.scope.describe() == "function @f, block %head, instruction 1"
    assert notes(one)[-1] == "%next is instruction 1 of block %body"


def test_long_ways_are_shortened() -> None:
    blocks = "".join(f"b{n}:\n  br label %b{n + 1}\n\n" for n in range(20))
    text = (
        "define i32 @f(i1 %c) {\n  br i1 %c, label %b0, label %def\n\n"
        f"def:\n  %v = add i32 1, 2\n  br label %b20\n\n{blocks}b20:\n  ret i32 %v\n}}\n"
    )
    (one,) = found(text)
    assert notes(one)[0] == (
        "the use can be reached without it: %0 -> %b0 -> %b1 -> %b2 -> (14 more) -> %b17 -> %b18 -> %b19 -> %b20"
    )


def golden_lines() -> set[str]:
    """The lines that LLVM's verifier prints for the modules of the rules' tests."""
    return {line for path in TESTS.glob("verifier/*rules/*.txt") for line in path.read_text().splitlines()}


def messages_in_the_source() -> set[str]:
    """The literal text of the verifier's messages, up to the first name in them."""
    source = TESTS.parent / "src" / "pyllvm" / "verifier"
    trees = [ast.parse(path.read_text()) for path in source.rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_hints_and_causes_are_for_messages_of_the_verifier() -> None:
    # Text readers refuse some faults; the verifier finds those only in bitcode and in modules that a program built.
    messages = golden_lines() | messages_in_the_source()
    for beginning in [*HINTS, *EXPLANATIONS]:
        assert any(message.startswith(beginning) for message in messages), beginning


def test_most_hints_are_for_faults_that_text_can_have() -> None:
    lines = golden_lines()
    shown = [beginning for beginning in HINTS if any(line.startswith(beginning) for line in lines)]
    assert len(shown) > len(HINTS) // 2


@each_row("message", HINTS)
def test_a_hint_is_a_phrase_of_its_own(message: str) -> None:
    hint = hint_for(message + " in some function")
    assert hint
    assert hint[0].isascii()
    assert not hint.endswith(".")
    assert hint.lower() not in message.lower()


def test_no_hint() -> None:
    assert hint_for("A message that nobody knows") == ""


def test_verify_leaves_the_module_as_it_is() -> None:
    text = '!llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n!0 = !{i32 2, !"Debug Info Version", i32 3}\n!1 = !{}\n'
    module = pyllvm.parse_assembly(text, llvm_version=19)
    before = pyllvm.to_assembly(module)
    assert [one.severity for one in pyllvm.verify(module)] == ["warning"]
    assert pyllvm.to_assembly(module) == before


def test_what_is_said_about_broken_modules(pyllvm: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each text in the file has its messages there, and its bitcode's as well. After a change, put the new ones there."""
    monkeypatch.chdir(tmp_path)
    names: list[str] = []
    expected = ""
    for number, case in enumerate(BROKEN.read_text(encoding="utf-8").split("=== ")[1:]):
        text, of_text, of_bitcode = re.split(r"--- \w+\n", case.partition("\n")[2])
        Path(f"m{number}.ll").write_text(text)
        Path(f"m{number}.bc").write_bytes(write_bitcode(parse_assembly(text.encode(), "", 22)))
        names += [f"m{number}.ll", f"m{number}.bc"]
        expected += re.sub(r"\bm(?=\.(ll|bc)\b)", f"m{number}", of_text + of_bitcode)
    assert re.sub(r"bit \d+", "bit N", pyllvm("verify", *names).errors).splitlines() == expected.splitlines()
