"""Dominance, frontiers, liveness and slices in terms of blocks and instructions."""

from __future__ import annotations

import random
import sys

import pytest

from growth import assert_linear
from pyllvm import analysis, parse_assembly
from pyllvm.ir import Function, Instruction, Module, PHINode, Value
from rows import each_row

TEXT = """\
declare i32 @p(...)
declare i32 @g(i32)
define i32 @f(i32 %a, i32 %b, i1 %c) personality ptr @p {
entry:
  %x = add i32 %a, 1
  br i1 %c, label %left, label %right
left:
  %y = mul i32 %x, %b
  br label %join
right:
  %z = invoke i32 @g(i32 %x) to label %join unwind label %pad
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret i32 %a
join:
  %m = phi i32 [ %y, %left ], [ %z, %right ]
  %n = phi i32 [ 0, %left ], [ 1, %right ]
  br label %loop
loop:
  %i = phi i32 [ %m, %join ], [ %next, %loop ]
  %next = add i32 %i, %n
  %done = icmp eq i32 %next, %b
  br i1 %done, label %exit, label %loop
exit:
  ret i32 %next
dead:
  %u = add i32 %a, 2
  br label %exit
}
"""


@pytest.fixture
def function() -> Function:
    return parse_assembly(TEXT, llvm_version=22).function("f")


def value(function: Function, name: str) -> Instruction:
    found = function.symbols.get(name)
    assert isinstance(found, Instruction)
    return found


def names(values: list[Value] | list[Instruction]) -> list[str]:
    return [one.name for one in values]


def test_frontiers(function: Function) -> None:
    """As `opt -passes='print<domfrontier>'` prints them."""
    flow = analysis.control_flow_graph(function)
    frontiers = analysis.dominance_frontier(flow)
    found = {flow.labels[block]: [flow.labels[one] for one in blocks] for block, blocks in enumerate(frontiers)}
    assert found == {
        "%entry": [], "%left": ["%join"], "%right": ["%join"], "%pad": [], "%join": [], "%loop": ["%loop"], "%exit": [],
        "%dead": [],
    }  # fmt: skip
    assert [[flow.labels[one] for one in part] for part in flow.components()][-1] == ["%dead"]


def test_dominance_is_that_of_llvm(function: Function) -> None:
    """The answers are the ones of DominatorTree::dominates."""
    dominance = analysis.Dominance(function)
    x, y, z, m, i, following, u = [value(function, name) for name in ("x", "y", "z", "m", "i", "next", "u")]
    assert dominance.dominates(x, y)
    assert not dominance.dominates(y, x)
    assert not dominance.dominates(x, x)
    assert not dominance.dominates(y, m)
    assert not dominance.dominates(z, m)  # only the edge to the join is behind it
    assert dominance.dominates(following, i) is False
    assert dominance.dominates(i, following)
    assert dominance.dominates(i, u)  # nothing leads there
    assert not dominance.dominates(u, following)
    assert [dominance.dominates_use(z, use) for use in z.uses] == [True]
    assert [dominance.dominates_use(following, use) for use in following.uses if use.user is i] == [True]
    blocks = {block.name: block for block in function.blocks}
    assert dominance.dominates(blocks["join"], blocks["exit"])
    assert dominance.dominates(blocks["join"], following)
    assert dominance.dominates(x, blocks["exit"])
    assert not dominance.is_reachable(blocks["dead"])
    assert analysis.dominates(x, following)
    other = parse_assembly(TEXT, llvm_version=22).function("f")
    with pytest.raises(ValueError, match="the block is not in @f"):
        dominance.dominates(x, value(other, "y"))


def test_liveness(function: Function) -> None:
    live = analysis.liveness(function)
    blocks = {block.name: block for block in function.blocks}
    assert names(live.at_start(blocks["entry"])) == ["a", "b", "c"]
    assert names(live.at_end(blocks["entry"])) == ["a", "b", "x"]
    assert names(live.at_start(blocks["pad"])) == ["a"]
    assert names(live.at_end(blocks["right"])) == ["a", "b", "z"]
    assert names(live.at_start(blocks["join"])) == ["b"]
    assert names(live.at_end(blocks["join"])) == ["b", "m", "n"]
    assert names(live.at_start(blocks["loop"])) == ["b", "n"]
    assert names(live.at_end(blocks["exit"])) == []
    assert sorted(names(live.before(value(function, "done")))) == ["b", "n", "next"]


def brute_force(function: Function) -> list[set[Value]]:
    """The values that are live at the beginning of each block: the equations, repeated until nothing changes."""
    live: list[set[Value]] = [set() for _ in function.blocks]
    numbers = {block: number for number, block in enumerate(function.blocks)}
    changed = True
    while changed:
        changed = False
        for number, block in enumerate(function.blocks):
            now: set[Value] = set()
            for target in block.successors:
                now |= live[numbers[target]]
                for phi in target.phis:
                    now |= {one for one, source in phi.incoming if source is block}
            for one in reversed(block.instructions):
                now.discard(one)
                if not isinstance(one, PHINode):
                    now |= set(one.operands)
            now = {one for one in now if isinstance(one, Instruction) or one in function.arguments}
            changed = changed or now != live[number]
            live[number] = now
    return live


@each_row("seed", range(20))
def test_liveness_solves_the_equations(seed: int) -> None:
    chance = random.Random(seed)
    count = chance.randrange(2, 12)
    lines = ["define void @f(i32 %a, i1 %c) {", "entry:", "  %v0 = add i32 %a, 1", "  br label %b1"]
    for block in range(1, count):
        lines.append(f"b{block}:")
        other = chance.choice([number for number in range(count) if number != block])
        lines.append(f"  %v{block} = add i32 %v{chance.randrange(0, block)}, %v{other}")
        targets = [f"label %b{chance.randrange(1, count)}" for _ in range(2)]
        lines.append(f"  br i1 %c, {', '.join(targets)}" if chance.random() < 0.8 else "  ret void")
    function = parse_assembly("\n".join(lines) + "\n}\n", llvm_version=22).function("f")
    assert [set(one) for one in analysis.liveness(function).live_in] == brute_force(function)


def test_slices(function: Function) -> None:
    assert names(analysis.backward_slice(value(function, "y"))) == ["x", "b", "a"]
    assert names(analysis.backward_slice(value(function, "next")))[:3] == ["i", "n", "m"]
    assert "next" in names(analysis.backward_slice(value(function, "next")))
    assert names(analysis.forward_slice(value(function, "m")))[:3] == ["i", "next", "done"]
    module = parse_assembly("@g = global [4 x i32] zeroinitializer\ndefine i32 @f() {\n"
                            "  %v = load i32, ptr getelementptr ([4 x i32], ptr @g, i64 0, i64 1)\n  ret i32 %v\n}\n",
                            llvm_version=19)  # fmt: skip
    assert [one.opcode_name for one in analysis.forward_slice(module["g"])] == ["load", "ret"]


def chain(count: int) -> Function:
    lines = [f"b{at}:\n  %v{at + 1} = add i32 %v{at}, %v0\n  br i1 %c, label %b{at + 1}, label %end" for at in range(count)]
    end = f"b{count}:\n  br label %end\nend:\n  ret void\n}}\n"
    text = "\n".join(["define void @f(i32 %v0, i1 %c) {", "  br label %b0", *lines, end])
    return parse_assembly(text, llvm_version=22).function("f")


@pytest.mark.parametrize("name", ["dominance_frontier", "liveness", "Dominance"])
def test_the_time_is_linear(name: str) -> None:
    work = getattr(analysis, name)

    def prepare(size: int) -> object:
        function = chain(size)
        return lambda: work(function)

    assert_linear(prepare, 100)  # type: ignore[arg-type]


def test_calls_of_intrinsics_do_not_count() -> None:
    calls = "  call void @llvm.donothing()\n  call void @g()\n"
    text = f"declare void @llvm.donothing()\ndeclare void @g()\ndefine void @f() {{\n{calls}  ret void\n}}\n"
    module: Module = parse_assembly(text, llvm_version=22)
    assert list(analysis.call_graph(module).edges()) == [("f", "g", 1)]
    assert list(analysis.call_graph(module, intrinsics=True).edges()) == [("f", "llvm.donothing", 1), ("f", "g", 1)]


def test_functions_are_not_hidden_by_modules() -> None:
    """A module with a function's name would take its place in the package once it is imported."""
    for name in analysis.__all__:
        assert callable(getattr(analysis, name))
        assert callable(getattr(analysis, name))
        assert f"pyllvm.analysis.{name}" not in sys.modules
