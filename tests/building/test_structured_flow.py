"""Control flow in `with` blocks, run by LLVM's interpreter where it is installed."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

import pyllvm
from pyllvm import IRBuilder, Module, verify
from pyllvm.ir import Function, PHINode, Value
from rows import each_row


def started(type: str = "i32 (i32)", version: int = 22) -> tuple[Module, Function, IRBuilder]:
    module = Module("m", llvm_version=version)
    function = module.add_function("f", type, ["n"] if "(i32)" in type else [])
    return module, function, IRBuilder.at_end(function.add_block("entry"))


def body(function: Function) -> str:
    return "\n".join(str(function).splitlines()[1:-1])


def test_if_then() -> None:
    _, function, builder = started()
    n = function.arguments[0]
    place = builder.alloca_at_entry("i32", name="place")
    builder.store(n, place)
    with builder.if_then(builder.icmp("slt", n, 0, name="negative"), likely=False) as end:
        builder.store(builder.sub(0, n, name="minus"), place)
    assert builder.block is end
    builder.ret(builder.load("i32", place, name="result"))
    assert (
        body(function)
        == """\
entry:
  %place = alloca i32, align 4
  store i32 %n, ptr %place, align 4
  %negative = icmp slt i32 %n, 0
  br i1 %negative, label %if.then, label %if.end, !prof !0

if.then:                                          ; preds = %entry
  %minus = sub i32 0, %n
  store i32 %minus, ptr %place, align 4
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  %result = load i32, ptr %place, align 4
  ret i32 %result"""
    )


def test_arms_that_end_themselves() -> None:
    module, function, builder = started()
    n = function.arguments[0]
    with builder.if_then(builder.icmp("eq", n, 0)):
        builder.ret(7)
    with builder.if_else(builder.icmp("slt", n, 5)) as (then, otherwise):
        with then:
            doubled = builder.mul(n, 2, name="doubled")
        with otherwise, builder.if_then(builder.icmp("eq", n, 9)):
            builder.ret(1)
    assert then.last_block is not None
    assert otherwise.last_block is not None
    builder.ret(builder.phi("i32", [(doubled, then.last_block), (n, otherwise.last_block)], name="joined"))
    assert verify(module) == []
    assert [block.name.rstrip("0123456789") for block in function.blocks] == [
        "entry", "if.then", "if.end", "if.then", "if.else", "if.then", "if.end", "if.end",
    ]  # fmt: skip
    phi = next(one for one in function.instructions if isinstance(one, PHINode))
    assert phi.incoming == [(doubled, function.blocks[3]), (n, function.blocks[6])]


def test_an_arm_without_code_goes_on() -> None:
    module, function, builder = started()
    with builder.if_else(builder.icmp("slt", function.arguments[0], 5)) as (then, _):
        with then:
            builder.ret(3)
        assert then.last_block is None
    builder.ret(4)
    assert verify(module) == []


def test_a_construct_in_the_middle_of_a_block() -> None:
    module, function, builder = started()
    n = function.arguments[0]
    place = builder.alloca("i32")
    builder.store(n, place)
    result = builder.load("i32", place, name="result")
    end = builder.ret(result)
    middle = IRBuilder.before(result)
    with middle.if_then(middle.icmp("slt", n, 0)):
        middle.store(module.constant("i32", 0), place)
    middle.store(middle.load("i32", place, name="again"), place)
    assert verify(module) == []
    assert [block.name for block in function.blocks] == ["entry", "if.then", "if.end"]
    assert [one.opcode_name for one in function.blocks[2].instructions] == ["load", "store", "load", "ret"]
    assert end.parent is function.blocks[2]


@each_row(
    "construct",
    [
        lambda builder, x: builder.if_else(builder.icmp("slt", x, 0)),
        lambda builder, x: builder.while_loop(lambda loop: loop.icmp("slt", x, 0)),
        lambda builder, x: builder.for_range(x),
        lambda builder, x: builder.switch_cases(x),
    ],
)
def test_code_goes_on_in_the_middle_behind_each_construct(
    construct: Callable[[IRBuilder, Value], AbstractContextManager[object]],
) -> None:
    module, function, builder = started()
    builder.ret(builder.add(function.arguments[0], 1, name="last"))
    middle = IRBuilder.at_start(function.blocks[0])
    with construct(middle, function.arguments[0]):
        pass
    middle.add(function.arguments[0], 2, name="behind")
    assert verify(module) == []
    assert [one.name for one in function.blocks[-1].instructions] == ["behind", "last", ""]


def test_a_range_is_as_in_python() -> None:
    module, function, builder = started()
    with builder.for_range(function.arguments[0]) as loop:
        assert str(loop.index).startswith("  %i = phi i32 [ 0, %entry ]")
    builder.ret(0)
    assert (
        body(function)
        == """\
entry:
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %i = phi i32 [ 0, %entry ], [ %i.next, %for.inc ]
  %0 = icmp slt i32 %i, %n
  br i1 %0, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %i.next = add i32 %i, 1
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret i32 0"""
    )
    assert verify(module) == []


def test_wrong_ranges_and_cases() -> None:
    _, function, builder = started()
    n = function.arguments[0]
    with pytest.raises(ValueError, match="the step must not be 0"):
        builder.for_range(0, n, 0)
    with pytest.raises(TypeError, match="give type=, because no operand has a type"):
        builder.for_range(3)
    with pytest.raises(TypeError, match="must be integers, not of type double"):
        builder.for_range(3, type="double")
    with pytest.raises(TypeError, match="the condition must be of type i1, not"):
        builder.if_then(n)
    cases = builder.switch_cases(n)
    with pytest.raises(ValueError, match="are made in its with statement"):
        cases.case(1)
    with cases:
        with cases.case(1):
            pass
        with pytest.raises(ValueError, match="there is already a case for"):
            cases.case(1)
        with pytest.raises(ValueError, match="at least one value"):
            cases.case()
        with cases.default():
            pass
        with pytest.raises(ValueError, match="already has a default"):
            cases.default()
    builder.ret(0)
    with pytest.raises(ValueError, match="already ends with a terminator"), builder.if_then(True):
        pass
    builder.goto_end(function.add_block("x"))
    with builder.while_loop(lambda b: True) as loop, pytest.raises(ValueError, match="does not count"):
        _ = loop.index


@pytest.mark.oracle
def test_programs_compute_what_they_say(llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    """Sums over loops, breaks, switches and nested constructs: the same numbers as in Python."""
    module = Module("m", llvm_version=19)
    function = module.add_function("main", "i32 ()")
    builder = IRBuilder.at_end(function.add_block("entry"))
    total = builder.alloca_at_entry("i32", name="total")
    builder.store(module.constant("i32", 0), total)

    def add(value: pyllvm.ir.Value | int) -> None:
        builder.store(builder.add(builder.load("i32", total), value), total)

    expected = 0
    with builder.for_range(0, 20, 3, type="i32") as loop:
        with builder.if_then(builder.icmp("eq", loop.index, 9)):
            loop.continue_()
        with builder.if_then(builder.icmp("sgt", loop.index, 16)):
            loop.break_()
        with builder.switch_cases(loop.index) as cases:
            with cases.case(0, 3):
                add(100)
            with cases.case(6), builder.for_range(5, 0, -2, type="i32", name="j") as inner:
                add(inner.index)
            with cases.default():
                add(loop.index)
    for number in range(0, 20, 3):
        if number == 9:
            continue
        if number > 16:
            break
        expected += 100 if number in (0, 3) else sum(range(5, 0, -2)) if number == 6 else number
    with builder.while_loop(lambda b: b.icmp("sgt", b.load("i32", total), 50)):
        add(-7)
    while expected > 50:
        expected -= 7
    result, overflow = builder.add_with_overflow(builder.load("i32", total), 3, name="last")
    with builder.if_else(overflow) as (then, otherwise):
        with then:
            builder.trap()
            builder.unreachable()
        with otherwise:
            builder.ret(result)
    builder.unreachable()
    assert verify(module) == []
    path = tmp_path / "m.bc"
    pyllvm.write(module, path)
    found = llvm_tool(19, "lli")
    assert subprocess.run([found, path], check=False).returncode == expected + 3


def test_alloca_at_entry_keeps_the_order_and_the_position() -> None:
    module, function, builder = started()
    first = builder.alloca_at_entry("i32", name="first")
    builder.store(function.arguments[0], first)
    with builder.if_then(True):
        second = builder.alloca_at_entry("i64", name="second")
        builder.store(module.constant("i64", 2), second)
        third = builder.alloca_at_entry("i8", function.arguments[0], align=16, name="third")
    assert [one.name for one in function.entry_block.instructions[:3]] == ["first", "second", "third"]
    assert third.alignment == 16
    again = IRBuilder.at_end(builder.block)
    again.alloca_at_entry("i1", name="fourth")
    assert function.entry_block.instructions[3].name == "fourth"
    with pytest.raises(ValueError, match="the count must be known on entry"):
        builder.alloca_at_entry("i8", builder.load("i32", first))
    builder.ret(0)
    assert verify(module) == []


def test_intrinsics_with_the_types_of_their_arguments() -> None:
    module = Module("m", llvm_version=22)
    function = module.add_function("f", "i32 (i32, ptr, ptr addrspace(1), float)", ["n", "p", "q", "x"])
    n, p, q, x = function.arguments
    builder = IRBuilder.at_end(function.add_block())
    builder.memcpy(p, q, 16, destination_align=8, source_align=4)
    builder.memmove(p, p, n, volatile=True)
    builder.memset(p, 255, builder.zext(n, "i64", name="size"), align=2)
    builder.assume(builder.icmp("eq", n, 1))
    builder.maximum(n, 3, signed=False, name="m")
    builder.minimum(n, 3)
    builder.sub_saturating(n, 3)
    builder.add_saturating(n, 3, signed=False)
    builder.expect(n, 4, name="e")
    builder.mul_with_overflow(n, 5, signed=False, name="product")
    builder.sub_with_overflow(n, 5)
    builder.intrinsic("llvm.fma", [], [x, x, x], name="fma")
    builder.intrinsic("llvm.ctlz", [], [n, False])
    builder.ret(n)
    assert verify(module) == []
    text = str(function)
    for line in (
        "call void @llvm.memcpy.p0.p1.i64(ptr align 8 %p, ptr addrspace(1) align 4 %q, i64 16, i1 false)",
        "call void @llvm.memmove.p0.p0.i32(ptr %p, ptr %p, i32 %n, i1 true)",
        "call void @llvm.memset.p0.i64(ptr align 2 %p, i8 -1, i64 %size, i1 false)",
        "%m = call i32 @llvm.umax.i32(i32 %n, i32 3)",
        "%product = extractvalue { i32, i1 } %",
        "%product.overflow = extractvalue { i32, i1 } %",
        "%fma = call float @llvm.fma.f32(float %x, float %x, float %x)",
        "call i32 @llvm.ctlz.i32(i32 %n, i1 false)",
    ):
        assert line in text
    with pytest.raises(TypeError, match="is for 2 types, not 0, and they do not all follow from the arguments"):
        builder.intrinsic("llvm.fptosi.sat", [], [x])


def test_copies_with_typed_pointers() -> None:
    module = Module("m", llvm_version=13)
    function = module.add_function("f", "void (i8*)", ["p"])
    builder = IRBuilder.at_end(function.add_block())
    builder.memcpy(function.arguments[0], function.arguments[0], 4, destination_align=4)
    builder.ret_void()
    assert "call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 4 %p, i8* %p, i64 4, i1 false)" in str(function)
    assert verify(module) == []


def test_a_builder_shows_where_it_is() -> None:
    _, function, builder = started()
    assert repr(builder) == "<IRBuilder at the end of block %entry of @f>"
    end = builder.ret(0)
    assert repr(IRBuilder.before(end)) == "<IRBuilder before 'ret i32 0 in @f' in block %entry>"
    function.blocks[0].remove()
    assert repr(builder) == "<IRBuilder in block %entry, which is in no function>"
