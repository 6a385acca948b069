"""Lines of a tree are as wide as the terminal at most, and are broken between operands where that is possible."""

from __future__ import annotations

import pytest

from pyllvm.analyzer.lines import FIELD, RECORD, STRING, TEXT, Look, Piece, laid_out

LOAD = [Piece(RECORD, "LOAD"), Piece(FIELD, " ptr="), Piece(TEXT, "%12 (ptr)"), Piece(FIELD, " align="), Piece(TEXT, "4")]


def test_without_a_width_a_line_is_never_broken() -> None:
    assert laid_out(LOAD, 2, Look()) == "    LOAD ptr=%12 (ptr) align=4\n"


def test_operands_that_do_not_fit_are_indented_in_the_tree() -> None:
    assert laid_out(LOAD, 1, Look(26, "│ ")) == "│ LOAD ptr=%12 (ptr)\n│     align=4\n"


def test_a_name_stays_with_its_value() -> None:
    assert laid_out(LOAD, 0, Look(14)) == "LOAD\n    ptr=%12\n    (ptr)\n    align=4\n"


def test_a_long_text_is_cut_where_it_has_no_blank() -> None:
    pieces = [Piece(FIELD, "name="), Piece(STRING, '"' + "x" * 30 + '"')]
    assert laid_out(pieces, 0, Look(20)) == 'name="xxxxxxxxxxxxxx\n    xxxxxxxxxxxxxxxx\n    "\n'


@pytest.mark.parametrize("depth", [0, 3, 40])
@pytest.mark.parametrize("width", [6, 20, 33])
def test_no_line_is_wider(width: int, depth: int) -> None:
    lines = laid_out(LOAD * 5, depth, Look(width, "│ ")).splitlines()
    assert max(map(len, lines)) <= width


def test_codes_are_not_counted() -> None:
    look = Look(26, "  ", {RECORD: ("<<<<<<<<<<", ">>>>>>>>>>")})
    assert laid_out(LOAD, 1, look) == "  <<<<<<<<<<LOAD>>>>>>>>>> ptr=%12 (ptr)\n      align=4\n"
