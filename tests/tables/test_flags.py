"""Flags of instructions: words in LLVM's order, and what each version has."""

from __future__ import annotations

import pytest

from pyllvm.tables import flags
from pyllvm.tables.flags import FlagSet
from pyllvm.tables.opcodes import FLAGS_OF_OPERATION


@pytest.mark.parametrize(
    ("bits", "text"),
    [(0, ""), (254, " fast"), (1, " fast"), (2 | 128, " reassoc nnan"), (254 - 32, " reassoc nnan ninf nsz arcp afn")],
)
def test_fast_math_flags(bits: int, text: str) -> None:
    assert flags.FAST_MATH.text(bits) == text


@pytest.mark.parametrize(
    ("bits", "text"), [(1, " inbounds"), (3, " inbounds"), (2, " nusw"), (6, " nusw nuw"), (7, " inbounds nuw")]
)
def test_inbounds_implies_nusw(bits: int, text: str) -> None:
    assert flags.GEP_FLAGS.text(bits) == text


def words(takes: FlagSet, bits: int, version: int) -> list[str]:
    return [flag.word for flag in takes.lacking(bits, version)]


def test_what_a_version_lacks() -> None:
    assert words(flags.GEP_FLAGS, 7, 18) == ["nuw"]
    assert words(flags.GEP_FLAGS, 7, 19) == []
    assert words(flags.NON_NEGATIVE_OF_ZEXT, 1, 17) == ["nneg"]
    assert words(flags.NON_NEGATIVE_OF_ZEXT, 1, 18) == []
    assert words(flags.FLAGS_OF_UITOFP, 1, 18) == ["nneg"]
    assert len(words(flags.FLAGS_OF_UITOFP, flags.FLAGS_OF_UITOFP.mask, 18)) == 2
    assert len(words(flags.FAST_MATH_OF_CASTS, flags.ALL_FAST_MATH, 19)) == 1


def test_the_fast_math_flags_of_uitofp_are_above_nneg() -> None:
    fast = flags.ALL_FAST_MATH << 1
    assert flags.FLAGS_OF_UITOFP.text(fast | flags.NON_NEGATIVE) == " fast nneg"
    assert flags.FLAGS_OF_UITOFP.text(flags.NON_NEGATIVE) == " nneg"
    assert flags.FLAGS_OF_UITOFP.text(256) == " reassoc"


def test_all_fast_math_flags_are_all_bits_but_the_first() -> None:
    assert flags.FAST_MATH.mask == flags.ALL_FAST_MATH


def test_every_set_has_a_number_of_its_own() -> None:
    sets = FLAGS_OF_OPERATION.values()
    assert len({takes.number for takes in sets}) == len(set(sets))


def test_bits_by_words() -> None:
    assert [flags.WRAP.bit(word) for word in ("nuw", "nsw")] == [1, 2]
    with pytest.raises(StopIteration):
        flags.WRAP.bit("exact")
