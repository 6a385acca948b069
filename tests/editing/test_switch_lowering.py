"""`lowerswitch` gives the text of opt, and leaves no switch."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from pyllvm import run_passes

TEXT = """\
define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %d [ i32 1, label %a
                            i32 2, label %a
                            i32 3, label %b
                            i32 10, label %c
                            i32 11, label %c
                            i32 -4, label %d ]
a:
  br label %join
b:
  br label %join
c:
  br label %join
d:
  br label %join
join:
  %r = phi i32 [ 1, %a ], [ 2, %b ], [ 3, %c ], [ 4, %d ]
  ret i32 %r
}
define i8 @phis(i8 %x) {
entry:
  switch i8 %x, label %d [ i8 0, label %d
                           i8 7, label %e
                           i8 8, label %e
                           i8 9, label %e
                           i8 12, label %e ]
d:
  %p = phi i8 [ %x, %entry ], [ %x, %entry ]
  br label %e
e:
  %q = phi i8 [ 0, %entry ], [ 0, %entry ], [ 0, %entry ], [ 0, %entry ], [ %p, %d ]
  ret i8 %q
}
define i32 @never(i32 %x) {
entry:
  switch i32 %x, label %d [ i32 0, label %a
                            i32 1, label %b
                            i32 2, label %a
                            i32 5, label %b ]
a:
  ret i32 1
b:
  %q = phi i32 [ 3, %entry ], [ 3, %entry ]
  ret i32 %q
d:
  unreachable
}
define i32 @small(i8 %y) {
entry:
  %x = zext i8 %y to i32
  switch i32 %x, label %d [ i32 0, label %a
                            i32 255, label %d ]
a:
  ret i32 1
d:
  ret i32 2
}
define i32 @lost(i32 %x) {
entry:
  br label %k
dead:
  switch i32 %x, label %k [ i32 1, label %k ]
k:
  %p = phi i32 [ %x, %entry ], [ 2, %dead ], [ 2, %dead ]
  ret i32 %p
}
define void @only(i32 %x) {
entry:
  switch i32 %x, label %d [ i32 3, label %d ]
d:
  ret void
}
"""


@pytest.mark.oracle
@pytest.mark.parametrize("version", [14, 19, 22])
def test_the_text_is_that_of_opt(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    path = tmp_path / "m.bc"
    pyllvm.write(pyllvm.parse_assembly(TEXT, "m", llvm_version=19), path, llvm_version=version)
    name = "lowerswitch" if version < 17 else "lower-switch"
    opt = llvm_tool(version, "opt")
    expected = subprocess.run([opt, "-S", f"-passes={name}", str(path), "-o", "-"], capture_output=True, text=True, check=True)
    changed = pyllvm.read(path)
    run_passes(changed, name, verify_each=True)
    assert str(changed) == expected.stdout


def test_no_switch_is_left() -> None:
    made = pyllvm.parse_assembly(TEXT)
    assert [run.changed for run in run_passes(made, "lowerswitch,lower-switch", verify_each=True)] == [True, False]
    assert not any(one.opcode_name == "switch" for function in made.functions for one in function.instructions)
