"""The table of attributes is consistent, and says what LLVM's headers say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyllvm.tables.attributes import (
    ATTRIBUTE_KINDS,
    FUNCTION,
    KIND_OF_NUMBER,
    KIND_OF_WORD,
    OLD_BITS,
    PARAMETER,
    RETURN,
    ranks,
)
from pyllvm.versions import NEWEST, SUPPORTED
from rows import each_row


def test_numbers_are_those_of_the_enumeration_without_a_gap() -> None:
    assert [kind.number for kind in ATTRIBUTE_KINDS] == list(range(1, len(ATTRIBUTE_KINDS) + 1))


def test_words_and_enumerators_are_unique() -> None:
    assert len(KIND_OF_WORD) == len(KIND_OF_NUMBER) == len(ATTRIBUTE_KINDS)
    assert len({kind.enumerator for kind in ATTRIBUTE_KINDS}) == len(ATTRIBUTE_KINDS)


@pytest.mark.oracle
@each_row("version", range(13, NEWEST + 1))
def test_a_version_has_the_attributes_of_its_header(version: int) -> None:
    path = Path(f"/usr/lib/llvm-{version}/include/llvm/IR/Attributes.inc")
    if not path.exists():
        pytest.skip(f"LLVM {version}'s headers are not installed")
    header = dict(re.findall(r"^ATTRIBUTE_ENUM\((\w+), ?(\w+)\)", path.read_text(), re.MULTILINE))
    assert header == {kind.enumerator: kind.word for kind in ATTRIBUTE_KINDS if kind.is_in(version)}


def test_places_depend_on_the_version() -> None:
    assert KIND_OF_WORD["readnone"].places(15) == FUNCTION | PARAMETER
    assert KIND_OF_WORD["readnone"].places(16) == PARAMETER
    assert KIND_OF_WORD["nofree"].places(9) == FUNCTION
    assert KIND_OF_WORD["nofree"].places(10) == FUNCTION | PARAMETER
    assert KIND_OF_WORD["alignstack"].places(20) == FUNCTION | PARAMETER
    assert KIND_OF_WORD["alignstack"].places(21) == FUNCTION | PARAMETER | RETURN


def test_ranks_put_every_attribute_in_one_place() -> None:
    for version in SUPPORTED:
        assert sorted(ranks(version)[1:]) == list(range(len(ATTRIBUTE_KINDS)))


def test_only_some_attributes_change_their_places() -> None:
    lasting = [kind for kind in ATTRIBUTE_KINDS if not kind.order_varies]
    orders = [sorted(lasting, key=lambda kind: ranks(version)[kind.number]) for version in SUPPORTED]
    assert all(order == orders[0] for order in orders)
    for kind in set(ATTRIBUTE_KINDS) - set(lasting):
        before = {
            frozenset(one.number for one in lasting if ranks(version)[one.number] < ranks(version)[kind.number])
            for version in SUPPORTED
        }
        assert len(before) > 1, kind.word


def test_old_bits_name_known_attributes_once() -> None:
    assert all(word in KIND_OF_WORD for word, _ in OLD_BITS)
    assert len({bit for _, bit in OLD_BITS}) == len(OLD_BITS)
