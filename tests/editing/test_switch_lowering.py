"""`lowerswitch` gives the text of opt, and leaves no switch."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.random_switches import random_switch

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


# Each expression is %x of the function below; the switch is over all that it can be, if the range is known.
RANGES = {
    "trunc": "%v = lshr i64 %y, 62\n  %x = trunc i64 %v to i32",
    "sext": "%v = and i8 %z, 3\n  %x = sext i8 %v to i32",
    "add": "%v = and i32 %w, 1\n  %v2 = and i32 %w, 2\n  %x = add i32 %v, %v2",
    "sub": "%v = and i32 %w, 3\n  %x = sub i32 3, %v",
    "mul": "%v = and i32 %w, 1\n  %x = mul i32 %v, 3",
    "or": "%v = and i32 %w, 2\n  %x = or i32 %v, 1",
    "xor": "%v = and i32 %w, 3\n  %x = xor i32 %v, 2",
    "shl": "%v = and i32 %w, 1\n  %x = shl i32 %v, 1",
    "load": "%x = load i32, ptr %p, !range !0",
    "call": "%x = call i32 @g(), !range !1",
}


def switch_over(expression: str) -> str:
    return f"""declare i32 @g()
define i32 @f(i32 %w, i64 %y, i8 %z, ptr %p) {{
entry:
  {expression}
  switch i32 %x, label %d [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %a
    i32 3, label %b
  ]
a:
  ret i32 0
b:
  ret i32 1
d:
  ret i32 9
}}
!0 = !{{i32 0, i32 4}}
!1 = !{{i32 0, i32 2, i32 3, i32 4}}
"""


@pytest.mark.parametrize("expression", RANGES.values(), ids=RANGES)
def test_a_known_range_leaves_no_way_to_the_default(expression: str) -> None:
    module = pyllvm.parse_assembly(switch_over(expression), llvm_version=19)
    run_passes(module, "lowerswitch")
    assert "label %d" not in str(module)


@pytest.mark.oracle
@pytest.mark.parametrize("expression", RANGES.values(), ids=RANGES)
def test_opt_lowers_a_switch_over_a_range_alike(expression: str, llvm_tool: Callable[[int, str], str]) -> None:
    text = switch_over(expression)
    words = [llvm_tool(19, "opt"), "-S", "-passes=lower-switch", "-o", "-"]
    expected = subprocess.run(words, input=text, capture_output=True, check=True, text=True).stdout
    module = pyllvm.parse_assembly(text, llvm_version=19)
    run_passes(module, "lowerswitch")
    assert str(module).splitlines()[2:] == expected.splitlines()[2:]


@pytest.mark.oracle
@pytest.mark.parametrize("version", [14, 19, 22])
def test_random_switches_are_lowered_as_opt_lowers_them(
    version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path
) -> None:
    """A few may differ: those whose condition before the switch excludes all that is known of the number."""
    choose = random.Random(51)
    path = tmp_path / "m.ll"
    path.write_text("".join(random_switch(choose, f"f{number}") for number in range(150)))
    name = "lowerswitch" if version < 17 else "lower-switch"
    words = [llvm_tool(version, "opt"), "-S", f"-passes={name}", str(path), "-o", "-"]
    expected = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split("\ndefine ")[1:]
    module = pyllvm.parse_assembly(path.read_text(), llvm_version=version)
    run_passes(module, name, verify_each=True)
    made = str(module).split("\ndefine ")[1:]
    assert len(made) == len(expected) == 150
    assert sum(ours.rstrip() != real.rstrip() for ours, real in zip(made, expected, strict=True)) <= 3
