"""`lowerswitch` gives the text of opt, and leaves no switch."""

from __future__ import annotations

import itertools
import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.random_switches import random_switch

import pyllvm
from pyllvm import run_passes
from rows import each_row

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


@each_row("expression", RANGES.values())
def test_a_known_range_leaves_no_way_to_the_default(expression: str) -> None:
    module = pyllvm.parse_assembly(switch_over(expression), llvm_version=19)
    run_passes(module, "lowerswitch")
    assert "label %d" not in str(module)


# Operations on %a, which is from 0 to 7, %b, from 0 to 3, %s, from -8 to 7, %r, from -4 to 3, and %y, of which nothing is known.
BINARY = [
    "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor",
    "add nuw", "sub nuw", "add nsw", "sub nsw",
]  # fmt: skip
OF_TWO = ["smin", "smax", "umin", "umax", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat"]
WITH_FLAG = ["abs", "ctlz", "cttz"]
OVERFLOWING = ["sadd", "uadd", "ssub", "usub", "smul", "umul"]
each = itertools.product
OPERATIONS = [f"{name} i8 %{left}, {right}" for name, left, right in each(BINARY, "asy", ("%b", "%r", "%y", "3", "1"))]
CALLED = [
    *(f"i8 @llvm.{name}.i8(i8 %{left}, i8 %{right})" for name, left, right in each(OF_TWO, "asy", "bry")),
    *(f"i8 @llvm.{name}.i8(i8 %{one}, i1 {flag})" for name, one, flag in each(WITH_FLAG, "asy", ("true", "false"))),
    *(f"i8 @llvm.{name}.i8(i8 %{one})" for name, one in each(("ctpop", "bitreverse"), "asy")),
    *(
        f"{{ i8, i1 }} @llvm.{name}.with.overflow.i8(i8 %{pair[0]}, i8 %{pair[1]})"
        for name, pair in each(OVERFLOWING, ("ab", "sr", "ay"))
    ),
    *(f"i8 @llvm.{name}.i8(i8 %{pair[0]}, i8 %{pair[1]}, i8 3)" for name, pair in each(("fshl", "fshr"), ("ab", "sa"))),
]  # fmt: skip


def switches_over_operations() -> str:
    """A function for each operation, with a switch whose cases most of the results are not."""
    texts: list[str] = []
    for number, operation in enumerate([*OPERATIONS, *(f"call {called}" for called in CALLED)]):
        is_pair = "overflow" in operation
        result = f"%p = {operation}\n  %v = extractvalue {{ i8, i1 }} %p, 0" if is_pair else f"%v = {operation}"
        texts.append(f"""define i8 @f{number}(i8 %x, i8 %y) {{
  %a = and i8 %x, 7
  %b = and i8 %y, 3
  %s = ashr i8 %x, 4
  %r = ashr i8 %y, 5
  {result}
  switch i8 %v, label %d [
    i8 -120, label %c0
    i8 0, label %c1
    i8 1, label %c0
    i8 9, label %c1
    i8 120, label %c0
  ]
c0:
  ret i8 0
c1:
  ret i8 1
d:
  ret i8 2
}}
""")
    return "".join(texts)


@pytest.mark.oracle
@pytest.mark.parametrize("version", [14, 19, 22])
def test_opt_lowers_switches_over_operations_alike(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    callees = {re.sub(r"(i\d) (?:%\w|\w+)", r"\1", called) for called in CALLED}
    text = switches_over_operations() + "".join(f"declare {callee}\n" for callee in sorted(callees))
    for number, expression in enumerate(RANGES.values() if version >= 15 else ()):  # they have opaque pointers
        _, define, body = switch_over(expression).partition("define")
        text += define + body.partition("!0 =")[0].replace("@f(", f"@r{number}(")
    text += "declare i32 @g()\n!0 = !{i32 0, i32 4}\n!1 = !{i32 0, i32 2, i32 3, i32 4}\n"
    name = "lowerswitch" if version < 17 else "lower-switch"
    words = [llvm_tool(version, "opt"), "-S", f"-passes={name}", "-o", "-"]
    done = subprocess.run(words, input=text, capture_output=True, text=True)
    assert not done.stderr
    expected = done.stdout
    module = pyllvm.parse_assembly(text, llvm_version=version)
    run_passes(module, name)
    functions = str(module).split("\ndefine ")[1:]
    assert functions == expected.replace("<stdin>", "<string>").split("\ndefine ")[1:]


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


def test_a_part_of_what_was_inserted_is_not_followed() -> None:
    """Here the pair that is inserted last has the number, and not the one before."""
    text = """define i8 @f(i8 %x, { i8, i8 } %pair) {
  %one = insertvalue { i8, { i8, i8 } } undef, i8 1, 1, 0
  %two = insertvalue { i8, { i8, i8 } } %one, { i8, i8 } %pair, 1
  %v = extractvalue { i8, { i8, i8 } } %two, 1, 0
  switch i8 %v, label %d [ i8 1, label %a ]
a:
  ret i8 0
d:
  ret i8 1
}
"""
    module = pyllvm.parse_assembly(text)
    run_passes(module, "lowerswitch")
    assert "label %d" in str(module)


def test_a_comparison_uses_the_value_before_those_for_its_halves() -> None:
    """Another pass may go through the uses, the newest first: reg2mem names loads so."""
    module = pyllvm.parse_assembly(
        """
define i32 @f(i32 %n) {
  %v = add i32 %n, 1
  switch i32 %v, label %d [
    i32 1, label %a
    i32 5, label %d
    i32 9, label %a
  ]
a:
  ret i32 1
d:
  ret i32 0
}
""",
        llvm_version=22,
    )
    run_passes(module, ["lower-switch"])
    value = module.function("f").blocks[0].instructions[0]
    assert [str(user).split()[0] for user in value.users] == ["%SwitchLeaf2", "%SwitchLeaf", "%Pivot"]


@pytest.mark.parametrize(("version", "first"), [(14, "%t"), (19, "%r")])
def test_a_phi_without_room_uses_its_values_anew(version: int, first: str) -> None:
    """LLVM moves the values of a phi to more memory; up to LLVM 14 the phi gets no value here."""
    module = pyllvm.parse_assembly(
        """
define i32 @f(i32 %x, i32 %y, i1 %b) {
  br i1 %b, label %s, label %o
s:
  switch i32 %x, label %d [
    i32 -1, label %p
    i32 -2, label %q
  ]
p:
  br label %d
q:
  ret i32 %x
o:
  br label %d
d:
  %r = phi i32 [ %y, %o ], [ 1, %p ], [ %x, %s ]
  %t = add i32 %y, %r
  ret i32 %t
}
""",
        llvm_version=version,
    )
    run_passes(module, ["lower-switch"])
    assert str(module.function("f").arguments[1].users[0]).split()[0] == first
