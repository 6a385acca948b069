"""Bounds of integers after branches: `lowerswitch` of opt 14, 16 and 22 leaves the same comparisons."""

from __future__ import annotations

import itertools
import operator
import random
import subprocess
from collections.abc import Callable

import pytest

import pyllvm
from pyllvm.analysis.integer_ranges import signed_range
from pyllvm.ir import SwitchInst
from rows import each_row

_LEAST, _GREATEST = -(1 << 31), (1 << 31) - 1


def bounds_of(head: str, version: int = 22) -> tuple[int, int]:
    """The bounds of %v at the switch of the block %sw; `head` comes before that block."""
    module = pyllvm.parse_assembly(
        f"declare i32 @llvm.ctpop.i32(i32)\ndefine void @f(i32 %x, i1 %b) {{\nentry:\n{head}\n"
        "  switch i32 %v, label %out [ i32 1, label %out ]\nout:\n  ret void\n}\n",
        llvm_version=version,
    )
    switch = next(one for one in module.function("f").instructions if isinstance(one, SwitchInst) and one.condition.name == "v")
    return signed_range(switch.condition, switch)


def after(condition: str, block: str = "sw:\n  %v = add i32 %x, 0", version: int = 22) -> tuple[int, int]:
    return bounds_of(f"{condition}\n  br i1 %c, label %sw, label %out\n{block}", version)


@pytest.mark.parametrize(
    ("condition", "bounds"),
    [
        ("%c = icmp sge i32 %x, 10", (10, _GREATEST)),
        ("%c = icmp sle i32 10, %x", (10, _GREATEST)),
        ("%c = icmp ult i32 %x, 10", (0, 9)),
        ("%o = add i32 %x, -5\n  %c = icmp ult i32 %o, 10", (5, 14)),
        ("%d = icmp sge i32 %x, 1\n  %e = icmp sle i32 %x, 6\n  %c = and i1 %d, %e", (1, 6)),
        ("%d = icmp sge i32 %x, 1\n  %e = icmp sle i32 %x, 6\n  %c = select i1 %d, i1 %e, i1 false", (1, 6)),
        ("%d = icmp eq i32 %x, 1\n  %e = icmp eq i32 %x, 6\n  %c = or i1 %d, %e", (1, 6)),
        ("%d = icmp slt i32 %x, 1\n  %c = xor i1 %d, true", (1, _GREATEST)),
        ("%c = icmp eq i32 %x, 7", (7, 7)),
        ("%d = icmp ult i32 %x, 0\n  %e = icmp eq i32 %x, 6\n  %c = or i1 %d, %e", (6, 6)),
        ("%d = icmp eq i32 %x, 1\n  %e = icmp ult i32 %x, 0\n  %c = or i1 %d, %e", (1, 1)),
    ],
)
def test_a_condition_bounds_what_it_compares(condition: str, bounds: tuple[int, int]) -> None:
    block = "sw:\n  %v = select i1 %b, i32 %x, i32 %x"
    assert after(condition, block) == bounds


def test_a_negated_condition_says_nothing_until_llvm_15() -> None:
    condition = "%d = icmp slt i32 %x, 1\n  %c = xor i1 %d, true"
    block = "sw:\n  %v = select i1 %b, i32 %x, i32 %x"
    assert after(condition, block, 15) == (_LEAST, _GREATEST)
    assert after(condition, block, 16) == (1, _GREATEST)


def test_cases_of_a_switch_bound_its_value() -> None:
    cases = "[ i32 3, label %sw\n i32 8, label %sw ]"
    head = f"  switch i32 %x, label %out {cases}\nsw:\n  %v = select i1 %b, i32 %x, i32 %x"
    assert bounds_of(head) == (3, 8)
    cases = f"[ i32 {_LEAST}, label %sw\n i32 {_GREATEST}, label %out ]"
    assert bounds_of(f"  switch i32 %x, label %sw {cases}\nsw:\n  %v = select i1 %b, i32 %x, i32 %x") == (_LEAST, _GREATEST - 1)


def test_values_made_of_bounded_ones_are_bounded() -> None:
    assert after("%c = icmp ult i32 %x, 7", "sw:\n  %v = mul i32 %x, 3") == (0, 18)
    phi = "  br i1 %b, label %sw, label %two\ntwo:\n  br label %sw\nsw:\n  %p = phi i32 [ 1, %entry ], [ 5, %two ]\n"
    assert bounds_of(phi + "  %v = add i32 %p, %p") == (2, 10)
    assert bounds_of("  %m = and i32 %x, 7\n  %v = call i32 @llvm.ctpop.i32(i32 %m)") == (0, 3)


@pytest.mark.parametrize(
    ("head", "bounds"),
    [
        # %v is made before the branch.
        ("%v = freeze i32 %x\n  %c = icmp ult i32 %v, 7", (0, 6)),
        ("%v = add i32 %x, 3\n  %c = icmp eq i32 %x, 7", (10, 10)),
        ("%v = add i32 %x, 3\n  %c = icmp ult i32 %x, 7", (_LEAST, _GREATEST)),
    ],
)
def test_a_value_that_is_made_before_the_branch_is_bounded_by_it(head: str, bounds: tuple[int, int]) -> None:
    assert after(head, "sw:") == bounds


@pytest.mark.parametrize("operation", ["or", "xor"])
@pytest.mark.parametrize("version", [14, 15, 16, 22])
def test_bits_of_bounded_values_are_bounded_since_llvm_15(
    operation: str, version: int, llvm_tool: Callable[[int, str], str]
) -> None:
    bounds = after("%c = icmp ult i32 %x, 7", f"sw:\n  %v = {operation} i32 %x, 1", version)
    assert bounds == ((_LEAST, _GREATEST) if version < 15 else (int(operation == "or"), 7))
    cases = " ".join([f"i32 {number}, label %{'ab'[number & 1]}" for number in range(-2, 12)])
    text = (
        f"define i32 @f(i32 %x) {{\nentry:\n  %c = icmp ult i32 %x, 7\n  br i1 %c, label %sw, label %out\nsw:\n"
        f"  %v = {operation} i32 %x, 1\n  switch i32 %v, label %out [ {cases} ]\na:\n  ret i32 1\nb:\n  ret i32 2\n"
        "out:\n  ret i32 0\n}\n"
    )
    words = {14: ["-enable-new-pm=0", "-lowerswitch"], 15: ["-enable-new-pm=0", "-lowerswitch"], 16: ["-passes=lowerswitch"]}
    command = [llvm_tool(version, "opt"), "-S", *words.get(version, ["-passes=lower-switch"])]
    real = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    module = pyllvm.parse_assembly(text, llvm_version=version)
    pyllvm.run_passes(module, "lower-switch")
    comparisons = [line for line in str(module).splitlines() if " icmp " in line]
    assert comparisons == [line for line in real.splitlines() if " icmp " in line]


def test_a_phi_that_counts_up_is_never_negative() -> None:
    text = (
        "define void @f() {\nentry:\n  br label %sw\nback:\n  %n = add nsw i32 %v, 1\n  br label %sw\nsw:\n"
        "  %v = phi i32 [ 0, %entry ], [ %n, %back ]\n  switch i32 %v, label %back [ i32 1, label %out ]\nout:\n  ret void\n}\n"
    )
    module = pyllvm.parse_assembly(text)
    switch = next(one for one in module.function("f").instructions if isinstance(one, SwitchInst))
    assert signed_range(switch.condition, switch) == (0, _GREATEST)


def test_undefined_values_of_a_phi_do_not_count() -> None:
    head = "  br i1 %b, label %a, label %sw\na:\n  br label %sw\nsw:\n  %v = phi i32 [ undef, %entry ], [ 4, %a ]"
    assert bounds_of(head) == (4, 4)


def test_where_nothing_comes_there_are_llvm_s_bounds_of_no_number() -> None:
    condition = "%d = icmp slt i32 %x, 1\n  %e = icmp sgt i32 %x, 6\n  %c = and i1 %d, %e"
    head = f"{condition}\n  br i1 %c, label %sw, label %out\nsw:\n"
    module = pyllvm.parse_assembly(
        f"define void @f(i32 %x) {{\nentry:\n  {head}  switch i32 %x, label %out [ i32 1, label %out ]\nout:\n  ret void\n}}\n"
    )
    switch = next(one for one in module.function("f").instructions if isinstance(one, SwitchInst))
    assert signed_range(switch.condition, switch) == (0, -1)


def test_a_phi_has_the_values_of_its_edges() -> None:
    """Each on the way from its block: here 9 and 3, by a case of the switch and by the condition of the branch."""
    head = (
        "  switch i32 %x, label %other [ i32 9, label %sw ]\nother:\n  %c = icmp eq i32 %x, 3\n"
        "  br i1 %c, label %sw, label %out\nsw:\n  %v = phi i32 [ %x, %entry ], [ %x, %other ]"
    )
    assert bounds_of(head) == (3, 9)


def test_operations_with_the_condition_are_folded_on_edges() -> None:
    head = (
        "  %y = mul i32 %x, 4\n  switch i32 %x, label %out [ i32 2, label %sw\n i32 5, label %sw ]\n"
        "sw:\n  %v = phi i32 [ %y, %entry ], [ %y, %entry ]"
    )
    assert bounds_of(head) == (8, 20)
    by_zero = head.replace("mul i32 %x, 4", "udiv i32 64, %x").replace("i32 2, label", "i32 0, label")
    assert bounds_of(by_zero)[1] > 20


@pytest.mark.parametrize(("version", "bounds"), [(14, (_LEAST, _GREATEST)), (19, (_LEAST, _GREATEST)), (22, (0, -1))])
def test_a_block_that_only_follows_itself_has_no_values_since_llvm_22(version: int, bounds: tuple[int, int]) -> None:
    head = "  ret void\nsw:\n  %v = phi i32 [ %x, %sw ], [ %x, %sw ]"
    module = pyllvm.parse_assembly(
        f"define void @f(i32 %x) {{\nentry:\n{head}\n  switch i32 %v, label %sw [ i32 1, label %sw ]\n}}\n", llvm_version=version
    )
    (switch,) = [one for one in module.function("f").instructions if isinstance(one, SwitchInst)]
    assert signed_range(switch.condition, switch) == bounds


_PREDICATES = {
    "eq": operator.eq, "ne": operator.ne, "slt": operator.lt, "sle": operator.le, "sgt": operator.gt, "sge": operator.ge,
}  # fmt: skip
_UNSIGNED = {"ult": operator.lt, "ule": operator.le, "ugt": operator.gt, "uge": operator.ge}
# Operations on numbers of four bits; None where the result is poison.
_OPERATIONS: dict[str, Callable[[int, int], int | None]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "and": operator.and_, "or": operator.or_, "xor": operator.xor,
    "udiv": lambda a, b: a // b if b else None, "urem": lambda a, b: a % b if b else None,
    "shl": lambda a, b: a << b if b < 4 else None, "lshr": lambda a, b: a >> b if b < 4 else None,
    "ashr": lambda a, b: _signed(a) >> b if b < 4 else None,
}  # fmt: skip


def _signed(number: int) -> int:
    return (number + 8) % 16 - 8


def _holds(predicate: str, left: int, right: int) -> bool:
    if predicate in _UNSIGNED:
        return _UNSIGNED[predicate](left, right)
    return _PREDICATES[predicate](_signed(left), _signed(right))


def _range_at_switch(text: str) -> tuple[int, int]:
    function = pyllvm.parse_assembly(text, llvm_version=22).function("f")
    switch = next(one for one in function.instructions if isinstance(one, SwitchInst) and one.condition.name == "v")
    return signed_range(switch.condition, switch)


@each_row("predicate", [*_PREDICATES, *_UNSIGNED])
def test_a_comparison_leaves_the_numbers_that_it_holds_for(predicate: str) -> None:
    """And nothing else between the least and the greatest of them, on the edge where it holds and on the other."""
    for constant, ends, offset in itertools.product(range(16), ("%sw, label %out", "%out, label %sw"), (0, 3)):
        text = (
            f"define void @f(i4 %x, i1 %b) {{\n  %o = add i4 %x, {offset}\n  %c = icmp {predicate} i4 %o, {constant}\n"
            f"  br i1 %c, label {ends}\nsw:\n  %v = add i4 %x, 0\n"
            "  switch i4 %v, label %out [ i4 1, label %out ]\nout:\n  ret void\n}\n"
        )
        is_first = ends.startswith("%sw")
        left = [_signed(x) for x in range(16) if _holds(predicate, (x + offset) % 16, constant) == is_first]
        if left:
            assert _range_at_switch(text) == (min(left), max(left)), text


@each_row("seed", range(150))
def test_no_number_is_outside_the_bounds(seed: int) -> None:
    """Every number that a random computation behind random conditions has is inside."""
    chosen = random.Random(seed)
    conditions: list[tuple[str, int]] = [(chosen.choice([*_PREDICATES, *_UNSIGNED]), chosen.randrange(16)) for _ in range(2)]
    joined = chosen.choice(["and", "or", "select-and", "select-or"])
    join = {
        "select-and": "select i1 %c0, i1 %c1, i1 false", "select-or": "select i1 %c0, i1 true, i1 %c1",
    }.get(joined, f"{joined} i1 %c0, %c1")  # fmt: skip
    is_negated = chosen.random() < 0.3
    steps = [(chosen.choice(list(_OPERATIONS)), chosen.randrange(16), chosen.random() < 0.2) for _ in range(chosen.randint(1, 3))]
    lines = [f"  %c{at} = icmp {predicate} i4 %x, {constant}" for at, (predicate, constant) in enumerate(conditions)]
    lines += [
        f"  %j = {join}",
        f"  %c = xor i1 %j, {'true' if is_negated else 'false'}",
        "  br i1 %c, label %sw, label %out",
        "sw:",
    ]
    last = "%x"
    for at, (operation, constant, is_swapped) in enumerate(steps):
        operands = f"{constant}, {last}" if is_swapped else f"{last}, {constant}"
        last = "%v" if at == len(steps) - 1 else f"%s{at}"
        lines.append(f"  {last} = {operation} i4 {operands}")
    text = "\n".join(
        ["define void @f(i4 %x) {", *lines, "  switch i4 %v, label %out [ i4 1, label %out ]", "out:", "  ret void", "}", ""]
    )
    low, high = _range_at_switch(text)
    for x in range(16):
        parts = [_holds(predicate, x, constant) for predicate, constant in conditions]
        if (all(parts) if joined.endswith("and") else any(parts)) == is_negated:
            continue
        value: int | None = x
        for operation, constant, is_swapped in steps:
            if value is not None:
                value = _OPERATIONS[operation](*((constant, value) if is_swapped else (value, constant)))
                value = None if value is None else value % 16
        assert value is None or low <= _signed(value) <= high, (x, text)
