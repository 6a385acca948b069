"""Predicates of comparisons: their numbers, and how they go together."""

from __future__ import annotations

from pyllvm.tables import predicates
from rows import each_row


def test_numbers_are_those_of_llvm() -> None:
    assert predicates.ICMP_NUMBERS["sle"] == 41
    assert predicates.FCMP_NUMBERS["true"] == predicates.FCMP_TRUE == 15
    assert predicates.PREDICATE_OF_NUMBER[34] == "ugt"


@each_row("row", predicates.ICMP_PREDICATES, ids=lambda row: row.word)
def test_inverses_and_swapped_ones_are_mutual(row: predicates.IntegerPredicate) -> None:
    inverse = predicates.ICMP_INVERSES[row.number]
    assert predicates.ICMP_INVERSES[inverse] == row.number
    assert (inverse in predicates.ICMP_HOLDING_FOR_EQUAL) != row.holds_for_equal
    swapped = predicates.ICMP_SWAPPED[row.number]
    assert predicates.ICMP_SWAPPED[swapped] == row.number
    assert (swapped in predicates.ICMP_HOLDING_FOR_EQUAL) == row.holds_for_equal


def test_the_bits_of_an_fcmp_are_those_of_its_word() -> None:
    greater_or_unordered = predicates.FCMP_GREATER | predicates.FCMP_UNORDERED
    assert predicates.FCMP_PREDICATES[greater_or_unordered] == "ugt"
    assert predicates.FCMP_PREDICATES[predicates.FCMP_LESS | predicates.FCMP_EQUAL] == "ole"


@each_row("number", [*range(16), *predicates.PREDICATE_OF_NUMBER])
def test_what_holds_for_exchanged_operands_and_otherwise(number: int) -> None:
    word = predicates.FCMP_PREDICATES[number] if number < 16 else predicates.PREDICATE_OF_NUMBER[number]
    swapped = word.translate(str.maketrans("gl", "lg")) if word not in ("false",) else word
    words = predicates.FCMP_PREDICATES if number < 16 else predicates.PREDICATE_OF_NUMBER
    assert words[predicates.swapped_of(number)] == swapped
    inverse = predicates.inverse_of(number)
    assert predicates.inverse_of(inverse) == number != inverse
