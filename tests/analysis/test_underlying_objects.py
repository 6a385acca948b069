"""The objects that pointers lead to, as getUnderlyingObject and its relatives of LLVM find them."""

from __future__ import annotations

from pyllvm.analysis.value_tracking import is_identified_object, is_local_or_constant, underlying_object
from pyllvm.assembly import parse_assembly
from pyllvm.ir.function import Function
from pyllvm.ir.value import Value
from rows import each_row

_READ, _BOTH = 1, 3
TEXT = """
@v = global i32 0
@k = constant i32 0
@other = constant i32 1
@alias = alias i32, ptr @k
@replaceable = weak alias i32, ptr @k
declare ptr @gives()
declare noalias ptr @new()
declare ptr @same(ptr returned)
declare ptr @llvm.launder.invariant.group.p0(ptr)
define void @f(ptr %p, ptr noalias readonly %r, ptr noalias readnone %n, ptr noalias %w, ptr readonly %o, ptr byval(i32) %b,
               i1 %c) {
entry:
  %a = alloca i32
  LINE
  ret void
}
"""
# The definition of %x, the name of its object if joins are not followed and if they are, and the accesses that others see.
LINES = [
    ("%x = getelementptr i8, ptr %a, i32 1", "a", "a", 0),
    ("%x = bitcast ptr %k to ptr".replace("%k", "@k"), "k", "k", 0),
    ("%x = getelementptr i8, ptr @v, i32 1", "v", "v", _BOTH),
    ("%x = getelementptr i8, ptr @alias, i32 1", "k", "k", 0),
    ("%x = getelementptr i8, ptr @replaceable, i32 1", "replaceable", "replaceable", _BOTH),
    ("%x = getelementptr i8, ptr %p, i32 1", "p", "p", _BOTH),
    ("%x = getelementptr i8, ptr %r, i32 1", "r", "r", _READ),
    ("%x = getelementptr i8, ptr %n, i32 1", "n", "n", _READ),
    ("%x = getelementptr i8, ptr %w, i32 1", "w", "w", _BOTH),
    ("%x = getelementptr i8, ptr %o, i32 1", "o", "o", _BOTH),
    ("%x = load ptr, ptr %p", "x", "x", _BOTH),
    ("%x = inttoptr i64 1 to ptr", "x", "x", _BOTH),
    ("%x = call ptr @gives()", "x", "x", _BOTH),
    ("%x = call ptr @same(ptr %a)", "a", "a", 0),
    ("%x = call ptr @llvm.launder.invariant.group.p0(ptr %a)", "a", "a", 0),
    ("%y = getelementptr i8, ptr %a, i32 1\n  %x = select i1 %c, ptr %a, ptr %y", "x", "a", 0),
    ("%x = select i1 %c, ptr %a, ptr @k", "x", "x", 0),
    ("%x = select i1 %c, ptr %a, ptr @v", "x", "x", _BOTH),
    ("%x = select i1 %c, ptr %a, ptr %r", "x", "x", _READ),
    ("%x = select i1 %c, ptr @v, ptr %a", "x", "x", _BOTH),
    ("%y = select i1 %c, ptr %a, ptr %a\n  %x = select i1 %c, ptr %y, ptr %y", "x", "a", 0),
    ("br label %n1\nn1:\n  %x = phi ptr [ %a, %entry ]", "a", "a", 0),
    ("br label %n1\nn1:\n  %x = phi ptr [ %a, %entry ], [ %y, %n1 ]\n  %y = getelementptr i8, ptr %x, i32 1\n"
     "  br i1 %c, label %n1, label %n2\nn2:", "x", "a", 0),
    ("br label %n1\nn1:\n  %x = phi ptr [ %a, %entry ], [ @other, %n1 ]\n  br i1 %c, label %n1, label %n2\nn2:", "x", "x", 0),
    ("br label %n1\nn1:\n  %x = phi ptr [ %a, %entry ], [ %p, %n1 ]\n  br i1 %c, label %n1, label %n2\nn2:", "x", "x", _BOTH),
    # Six steps are made from a pointer.
    ("%y0 = getelementptr i8, ptr %a, i32 1\n" + "".join(f"%y{n} = getelementptr i8, ptr %y{n - 1}, i32 1\n" for n in range(1, 6))
     + "%x = getelementptr i8, ptr %y5, i32 1", "y0", "y0", _BOTH),
    ("%y1 = getelementptr i8, ptr %a, i32 1\n" + "".join(f"%y{n} = getelementptr i8, ptr %y{n - 1}, i32 1\n" for n in range(2, 6))
     + "%x = getelementptr i8, ptr %y5, i32 1", "a", "a", 0),
]  # fmt: skip


def parsed(line: str) -> dict[str, Value]:
    """The values of the function and of the module, by their names."""
    module = parse_assembly(TEXT.replace("LINE", line).encode(), "m", llvm_version=19)
    function = module.function("f")
    assert isinstance(function, Function)
    return {one.name: one for one in (*module.global_values, *function.arguments, *function.instructions)}


@each_row(("line", "near", "far", "accesses"), LINES)
def test_the_object_of_a_pointer(line: str, near: str, far: str, accesses: int) -> None:
    values = parsed(line)
    assert underlying_object(values["x"], False) is values[near]
    assert underlying_object(values["x"], True) is values[far]
    assert is_local_or_constant(values["x"]) == accesses


def test_eight_joins_are_followed() -> None:
    for count, expected in ((6, "a"), (7, "x")):
        lines = ["%y0 = select i1 %c, ptr %a, ptr %a"]
        lines += [f"%y{n} = select i1 %c, ptr %y{n - 1}, ptr %a" for n in range(1, count - 1)]
        values = parsed("\n".join([*lines, f"%x = select i1 %c, ptr %y{count - 2}, ptr %a"]))
        assert underlying_object(values["x"], True) is values[expected]


def test_objects_with_addresses_of_their_own() -> None:
    values = parsed("%x = call ptr @new()\n  %y = call ptr @gives()\n  %z = call noalias ptr @gives()")
    known = {name for name, value in values.items() if is_identified_object(value)}
    assert known == {
        "a",
        "v",
        "k",
        "other",
        "f",
        "gives",
        "new",
        "same",
        "llvm.launder.invariant.group.p0",
        "r",
        "n",
        "w",
        "b",
        "x",
        "z",
    }
