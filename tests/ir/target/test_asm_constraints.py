"""Constraint strings of inline assembly: their parts."""

from __future__ import annotations

from pyllvm.ir.target.asm_constraints import (
    CLOBBER,
    INPUT,
    LABEL,
    OUTPUT,
    AsmConstraint,
    constraint_problem,
    parse_constraints,
    takes_argument,
)
from pyllvm.ir.types import Context
from rows import each_row


def parsed(text: str, version: int = 22) -> list[AsmConstraint]:
    found = parse_constraints(text, version)
    assert found is not None
    return found


def test_kinds_and_codes() -> None:
    constraints = parsed("=&r,=*m,%0,^wci,@3Upl{eax},!i,~{memory}")
    assert [constraint.kind for constraint in constraints] == [OUTPUT, OUTPUT, INPUT, INPUT, INPUT, LABEL, CLOBBER]
    assert [constraint.codes[0] for constraint in constraints] == [
        ["r"], ["m"], ["0"], ["wc", "i"], ["Upl", "{eax}"], ["i"], ["{memory}"],
    ]  # fmt: skip
    assert [constraint.is_indirect for constraint in constraints][:2] == [False, True]
    assert constraints[0].matching_inputs == [2]


def test_alternatives() -> None:
    output, tied = parsed("=r|m,0|i")
    assert output.codes == [["r"], ["m"]]
    assert tied.codes == [["0"], ["i"]]
    assert output.matching_inputs == [1, -1]


def test_a_label_is_a_letter_before_llvm_15() -> None:
    assert parsed("!i", 14)[0].kind == INPUT


def test_numbers_of_several_digits() -> None:
    outputs = ["=r"] * 11
    constraints = parsed(",".join([*outputs, "10"]))
    assert constraints[-1].codes == [["10"]]
    assert [one.matching_inputs for one in constraints] == [*[[-1]] * 10, [11], [-1]]
    assert parsed("=r,4294967296")[0].matching_inputs == [1]  # the number loses its upper bits


@each_row(("constraint", "takes"), [("r", True), ("=r", False), ("=*m", True), ("*m", True), ("~{memory}", False), ("!i", True)])
def test_constraints_that_take_an_argument(constraint: str, takes: bool) -> None:
    assert takes_argument(constraint) == takes


@each_row(
    "text",
    [
        "r,",
        ",r",
        "=",
        "~r",
        "{a",
        "=&&r",
        "&r",
        "~r{a}",
        "~&{a}",
        "~",
        "^",
        "^w",
        "=r|m,0|0,0|0",
        "=r|m,=r,1|1",
        "~{a},0",
        "#r",
        "0",
        "r,0",
        "=r,0,0",
        "=r,=0",
    ],
)
def test_malformed(text: str) -> None:
    assert parse_constraints(text, 22) is None


def test_against_the_type() -> None:
    context = Context()
    word = context.integer(32)
    assert constraint_problem(context.function(word, [word]), "=r,r", 22) == ""
    assert constraint_problem(context.function(word, [word]), "=r,=*m", 22) == ""
    assert constraint_problem(context.function(word, [word, word]), "=r,=*m,r", 22) == ""
    assert constraint_problem(context.function(word, [word]), "r", 22) == "inline asm without outputs must return void"
    assert (
        constraint_problem(context.function(word, []), "=r,r", 22)
        == "number of input constraints does not match number of parameters"
    )
    pair, elements = (
        context.literal_struct([word, word]),
        "number of output constraints does not match number of return struct elements",
    )
    for result, text, problem in (
        (word, "=r", ""),
        (pair, "=r", "inline asm with one output cannot return struct"),
        (pair, "=r,=r", ""),
        (pair, "=r,=r,=r", elements),
        (word, "=r,=r", elements),
        (context.void, "~{memory}", ""),
        (context.void, "~{memory},r", "input constraint occurs after clobber constraint"),
        (word, "r,=r", "output constraint occurs after input, clobber or label constraint"),
        (word, "!i,=r", "output constraint occurs after input, clobber or label constraint"),
        (word, "~{a},=r", "output constraint occurs after input, clobber or label constraint"),
        (context.void, "~{a},!i", "label constraint occurs after clobber constraint"),
        (context.void, "!i,~{a}", ""),
        (context.void, "=r,", "failed to parse constraints"),
        (context.named_struct("opaque"), "=r,=r", elements),
    ):
        assert constraint_problem(context.function(result, []), text, 22) == problem
    assert constraint_problem(context.function(word, [], True), "=r", 22) == "inline asm cannot be variadic"
