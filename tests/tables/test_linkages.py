"""The traits of linkages, against what LLVM's GlobalValue.h asks of them."""

from __future__ import annotations

import pytest

from pyllvm.tables import linkages


@pytest.mark.parametrize(
    ("number", "word"),
    [(0, "external"), (1, "weak"), (4, "linkonce"), (6, "external"), (10, "weak_odr"), (13, "private"), (16, "weak")],
)
def test_old_and_new_numbers_are_read(number: int, word: str) -> None:
    assert linkages.LINKAGE_OF_NUMBER[number] == word


def test_the_newest_number_is_written() -> None:
    assert [linkages.NUMBER_OF_LINKAGE[word] for word in ("weak", "weak_odr", "linkonce", "linkonce_odr")] == [16, 17, 18, 19]


def test_what_is_interposable_is_replaceable_and_not_exact() -> None:
    """isInterposableLinkage implies isWeakForLinker; mayBeDerefined is the rest of what is not exact."""
    assert linkages.INTERPOSABLE < linkages.REPLACEABLE
    assert not linkages.EXACT & linkages.REPLACEABLE
    inexact = {row.word for row in linkages.LINKAGES} - linkages.EXACT - linkages.INTERPOSABLE
    assert inexact == {"weak_odr", "linkonce_odr", "available_externally"}


def test_local_and_weak_linkages_may_be_an_aliass_and_appending_may_not() -> None:
    assert linkages.LOCAL | linkages.WEAK | linkages.LINK_ONCE < linkages.ALIASES
    assert "appending" not in linkages.ALIASES


def test_summaries_hold_the_numbers_of_llvms_enumeration() -> None:
    assert linkages.SUMMARY_LINKAGES.index("available_externally") == 1
    assert linkages.SUMMARY_LINKAGES.index("common") == 10


def test_traits() -> None:
    """isValidDeclarationLinkage, isLocalLinkage, isLinkOnceLinkage, isWeakLinkage and isWeakForLinker."""
    assert {"external", "extern_weak"} == linkages.DECLARATIONS
    assert {"internal", "private"} == linkages.LOCAL
    assert {"linkonce", "linkonce_odr"} == linkages.LINK_ONCE
    assert {"weak", "weak_odr"} == linkages.WEAK
    assert linkages.WEAK | linkages.LINK_ONCE | {"common", "extern_weak"} == linkages.REPLACEABLE
    assert {"weak", "linkonce", "common", "extern_weak"} == linkages.INTERPOSABLE
