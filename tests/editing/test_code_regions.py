"""Blocks that cannot become a function: the reason, and that llvm-extract makes no function of them either."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from pyllvm import parse_assembly
from pyllvm.editing.code_extraction.code_regions import refusal, region_of
from rows import each_row

TEXT: Final = """\
@address = constant ptr blockaddress(@f, %addressed)
declare i32 @personality(...)
declare void @work()
declare void @llvm.va_start.p0(ptr)
declare i32 @llvm.eh.typeid.for.p0(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

define void @f(i1 %c, ptr %p, ...) personality ptr @personality {
entry:
  br i1 %c, label %place, label %addressed

place:
  %a = alloca i32
  br label %joined

addressed:
  br label %user

user:
  store ptr blockaddress(@f, %addressed), ptr %p
  br label %variable

variable:
  store ptr @address, ptr %p
  br label %joined

joined:
  br label %arguments

arguments:
  call void @llvm.va_start.p0(ptr %p)
  br label %types

types:
  %t = call i32 @llvm.eh.typeid.for.p0(ptr %p)
  br label %save

save:
  %s = call ptr @llvm.stacksave.p0()
  br label %restore

restore:
  call void @llvm.stackrestore.p0(ptr %s)
  br label %invoking

invoking:
  invoke void @work() to label %end unwind label %pad

pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l

end:
  ret void
}
"""
CASES: Final = (
    ("place", "block 'place' contains an alloca"),
    ("addressed", "block 'addressed' has its address taken"),
    ("user", "block 'user' uses the address of a block"),
    ("variable", "block 'variable' uses the address of a block"),
    ("end;joined", "block 'joined' is entered from block 'variable', and only the first block may be entered from outside"),
    ("arguments", "block 'arguments' calls llvm.va_start"),
    ("types", "block 'types' calls llvm.eh.typeid.for"),
    ("save", "block 'save' saves the stack pointer that a block outside restores"),
    ("restore", "block 'restore' restores the stack pointer that a block outside saves"),
    ("pad", "block 'pad' begins with a pad of exception handling"),
    ("joined", ""),
    ("save;restore", ""),
    ("invoking", ""),
)


@each_row(("names", "reason"), CASES)
def test_reasons(names: str, reason: str) -> None:
    blocks = {block.name: block for block in parse_assembly(TEXT, llvm_version=22).function("f").blocks}
    assert refusal(region_of([blocks[name] for name in names.split(";")]), 22) == reason


PADS: Final = """\
declare i32 @__CxxFrameHandler3(...)
declare void @work()
define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @work() to label %end unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind label %cleanup
handler:
  %c = catchpad within %s [ptr null, i32 64, ptr null]
  br label %inside
inside:
  catchret from %c to label %end
cleanup:
  %p = cleanuppad within none []
  br label %leaving
leaving:
  cleanupret from %p unwind label %last
last:
  %q = cleanuppad within none []
  cleanupret from %q unwind to caller
end:
  ret void
}
"""


CASES_OF_PADS: Final = (
    ("entry;switch", "block 'switch' unwinds to a block outside"),
    ("entry;switch;cleanup;leaving;last", "block 'switch' has a handler outside"),
    ("entry;switch;handler;cleanup;leaving;last", "block 'handler' begins a handler that ends outside"),
    ("entry;switch;handler;inside;cleanup;last", "block 'cleanup' begins a handler that ends outside"),
    ("entry;switch;handler;inside;cleanup;leaving", "block 'leaving' unwinds to a block outside"),
    ("entry;switch;handler;inside;cleanup;leaving;last", ""),
)


@pytest.mark.parametrize(("names", "reason"), CASES_OF_PADS)
def test_handlers_are_whole(names: str, reason: str) -> None:
    blocks = {block.name: block for block in parse_assembly(PADS, llvm_version=22).function("f").blocks}
    assert refusal(region_of([blocks[name] for name in names.split(";")]), 22) == reason


def test_the_stack_pointer_does_not_matter_to_older_versions() -> None:
    blocks = {block.name: block for block in parse_assembly(TEXT, llvm_version=19).function("f").blocks}
    assert refusal(region_of([blocks["save"]]), 19) == ""


@pytest.mark.oracle
@pytest.mark.parametrize("version", (19, 22))
@pytest.mark.parametrize(("names", "reason"), CASES + CASES_OF_PADS)
def test_llvm_extracts_the_same(
    names: str, reason: str, version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path
) -> None:
    (tmp_path / "a.ll").write_text(TEXT if (names, reason) in CASES else PADS)
    command = [llvm_tool(version, "llvm-extract"), "-S", "a.ll", "-o", "-", "--keep-const-init", f"--bb=f:{names}"]
    text = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    if version == 22 or "stack" not in reason:
        assert ("define" in text) == (not reason)
    else:
        assert "define" in text
