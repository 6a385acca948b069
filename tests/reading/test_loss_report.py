"""The rows of `--report-losses`."""

from __future__ import annotations

from pyllvm import parse_assembly
from pyllvm.migrations.loss import Losses
from pyllvm.reading.conversion import convert, loss_rows


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
    assert [(row["construct"], row["count"]) for row in loss_rows("a", 22, 14, losses.all)] == [("'f'", 2), ("'g'", 1)]
