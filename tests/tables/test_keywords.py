"""Keyword sets, metadata kinds: spellings and numbers, version by version."""

from __future__ import annotations

from pyllvm.tables import keywords, metadata_kinds


def test_comdat_selection_changed_its_word() -> None:
    assert keywords.comdat_selection_text("nodeduplicate", 12) == "noduplicates"
    assert keywords.comdat_selection_text("noduplicates", 13) == "nodeduplicate"
    assert keywords.comdat_selection_text("any", 12) == "any"
    assert keywords.COMDAT_SELECTION_NUMBERS["noduplicates"] == keywords.COMDAT_SELECTION_NUMBERS["nodeduplicate"] == 4


def test_metadata_kinds_grow_by_version() -> None:
    counts = {7: 25, 8: 26, 9: 28, 11: 30, 12: 31, 14: 31, 15: 36, 16: 39, 18: 40, 19: 41, 20: 42, 22: 47}
    assert {version: len(metadata_kinds.fixed_kinds(version)) for version in counts} == counts
    assert metadata_kinds.fixed_kinds(10)[28:] == ["misexpect", "vcall_visibility"]
    assert metadata_kinds.fixed_kinds(12)[28:] == ["vcall_visibility", "noundef", "annotation"]


def test_operand_bundle_tags_grow_by_version() -> None:
    counts = {7: 3, 9: 3, 10: 4, 11: 6, 13: 7, 15: 8, 16: 9, 19: 10, 22: 12}
    assert {version: len(metadata_kinds.operand_bundle_tags(version)) for version in counts} == counts
