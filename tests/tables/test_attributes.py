"""The table of attributes is consistent, and says what LLVM's headers say."""

from __future__ import annotations

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


def test_numbers_are_those_of_the_enumeration_without_a_gap() -> None:
    assert [kind.number for kind in ATTRIBUTE_KINDS] == list(range(1, 106))


def test_words_and_enumerators_are_unique() -> None:
    assert len(KIND_OF_WORD) == len(KIND_OF_NUMBER) == len(ATTRIBUTE_KINDS)
    assert len({kind.enumerator for kind in ATTRIBUTE_KINDS}) == len(ATTRIBUTE_KINDS)


def test_how_many_attributes_some_versions_have() -> None:
    counts = {version: sum(kind.is_in(version) for kind in ATTRIBUTE_KINDS) for version in (13, 14, 15, 16, 19, 22)}
    # EndAttrKinds - 1 in Attributes.inc of each
    assert counts == {13: 77, 14: 78, 15: 84, 16: 83, 19: 92, 22: 101}


def test_places_depend_on_the_version() -> None:
    assert KIND_OF_WORD["readnone"].places(15) == FUNCTION | PARAMETER
    assert KIND_OF_WORD["readnone"].places(16) == PARAMETER
    assert KIND_OF_WORD["nofree"].places(9) == FUNCTION
    assert KIND_OF_WORD["nofree"].places(10) == FUNCTION | PARAMETER
    assert KIND_OF_WORD["alignstack"].places(20) == FUNCTION | PARAMETER
    assert KIND_OF_WORD["alignstack"].places(21) == FUNCTION | PARAMETER | RETURN


def test_ranks_put_every_attribute_in_one_place() -> None:
    for version in range(7, 23):
        assert sorted(ranks(version)[1:]) == list(range(len(ATTRIBUTE_KINDS)))


def test_old_bits_name_known_attributes_once() -> None:
    assert all(word in KIND_OF_WORD for word, _ in OLD_BITS)
    assert len({bit for _, bit in OLD_BITS}) == len(OLD_BITS)
