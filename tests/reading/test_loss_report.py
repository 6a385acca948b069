"""The rows of `--report-losses`."""

from __future__ import annotations

from pyllvm import parse_assembly
from pyllvm.migrations.loss import DEBUG_INFO, DROPPED, HINT, IMPOSSIBLE, NO_RELEASE, Loss, Losses
from pyllvm.reading.conversion import convert, loss_rows
from pyllvm.reading.wished_changes import report_left_out
from pyllvm.wishes import Wishes


def test_losses_outside_of_functions_have_their_global_value_or_nothing() -> None:
    losses = Losses(keeps_places=True)
    text = 'target datalayout = "e-Fn32"\n@x = global i32 0, no_sanitize_address\n'
    convert(parse_assembly(text, llvm_version=22), 8, losses=losses)
    rows = loss_rows("a.ll", 22, 8, losses.all)
    assert [(row["construct"], row["place"], row["function"]) for row in rows] == [
        ("'Fn32' of the data layout", "", ""),
        ("sanitizer flags of a global variable", "@x", ""),
    ]


def test_equal_losses_of_one_function_are_one_row() -> None:
    losses = Losses()
    for name in ("f", "g", "f"):
        losses.drop(f"'{name}'", 19)
    rows = loss_rows("a", 22, 14, losses.all)
    assert [(row["construct"], row["count"], row["since"]) for row in rows] == [("'f'", 2, 19), ("'g'", 1, 19)]


def test_what_was_left_out_when_a_module_was_read_is_reported() -> None:
    module = parse_assembly("", "m", llvm_version=22)
    lost = [Loss("unknown record", *NO_RELEASE, None, None, DROPPED, DEBUG_INFO)]
    wishes = Wishes()
    report_left_out(module, wishes, lost)
    assert wishes.loss_rows is None
    wishes.loss_rows = []
    report_left_out(module, wishes, lost)
    (row,) = wishes.loss_rows
    assert (row["construct"], row["since"], row["module"], row["from"], row["to"]) == ("unknown record", None, "m", 22, 22)


def test_a_row_has_a_grade_where_something_was_dropped_and_the_releases_that_are_known() -> None:
    impossible = [Loss("'a'", 19), Loss("'b'", 0, 16), Loss("'c'", *NO_RELEASE)]
    dropped = [Loss("'a'", 9, 14, kind=DROPPED), Loss("'c'", *NO_RELEASE, kind=DROPPED, grade=DEBUG_INFO)]
    rows = loss_rows("a", 22, 14, impossible + dropped + dropped)
    assert [(row["kind"], row["grade"], row["construct"], row["since"], row["until"], row["count"]) for row in rows] == [
        (IMPOSSIBLE, None, "'a'", 19, None, 1),
        (IMPOSSIBLE, None, "'b'", None, 16, 1),
        (IMPOSSIBLE, None, "'c'", None, None, 1),
        (DROPPED, HINT, "'a'", 9, 14, 2),
        (DROPPED, DEBUG_INFO, "'c'", None, None, 2),
    ]
