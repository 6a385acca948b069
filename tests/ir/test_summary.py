"""Every part of a module summary is kept: the text of `summary.ll` is printed again, and a copy prints the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm import parse_assembly
from pyllvm.ir.summary import (
    DEVIRTUALIZATION_KINDS,
    TYPE_TEST_KINDS,
    DevirtualizationResolution,
    FunctionSummary,
    GlobalVarSummary,
    ModuleSummaryIndex,
    TypeIdSummary,
    VirtualFunction,
    allocation_types,
)

TEXT = Path(__file__).with_name("summary.ll").read_text()


def test_a_new_entry_has_no_flags() -> None:
    flags = (
        "not_eligible_to_import",
        "is_live",
        "is_dso_local",
        "can_auto_hide",
        "is_declaration_import",
        "keeps_name_on_promotion",
    )
    for entry in (FunctionSummary("m", "external"), GlobalVarSummary("m", "external")):
        assert (entry.visibility, entry.original_name, entry.references) == ("default", 0, [])
        assert not any(getattr(entry, flag) for flag in flags)


def test_all_parts_are_printed_again() -> None:
    module = parse_assembly(TEXT, "summary", llvm_version=19)
    assert str(module).partition("\n")[2] == TEXT
    assert str(module.copy()) == str(module)


def test_an_entry_is_made_once_and_learns_its_name() -> None:
    index = ModuleSummaryIndex()
    assert (index.flags, index.block_count) == (0, 0)
    unnamed = index.value_of_guid(7)
    assert (unnamed.guid, unnamed.name, unnamed.has_value, unnamed.summaries) == (7, "", False, [])
    assert index.value_of_guid(7) is unnamed
    assert index.value(7) is unnamed
    assert not unnamed.has_value
    assert index.value(7, "f") is unnamed
    assert (unnamed.name, unnamed.has_value) == ("f", True)
    assert index.value(7, "g").name == "f"
    assert index.value(8).has_value
    assert list(index.values) == [7, 8]
    first, second = index.type_id("a"), index.type_id("b")
    assert index.type_id("a") is first
    assert index.type_ids == [first, second]


def test_what_a_new_entry_says() -> None:
    entry = TypeIdSummary("a")
    numbers = (entry.size_minus_1_bit_width, entry.align_log2, entry.size_minus_1, entry.bit_mask, entry.inline_bits)
    assert (TYPE_TEST_KINDS[entry.kind], numbers, entry.resolutions) == ("unknown", (0, 0, 0, 0, 0), {})
    resolution = DevirtualizationResolution(1, "f")
    assert (DEVIRTUALIZATION_KINDS[resolution.kind], resolution.single_implementation) == ("singleImpl", "f")
    assert VirtualFunction(1, 2).arguments == []
    variable = GlobalVarSummary("m", "external")
    flags = (variable.may_be_read_only, variable.may_be_write_only, variable.is_constant, variable.is_live)
    assert (flags, variable.vcall_visibility, variable.vtable_functions) == ((False,) * 4, 0, [])


@pytest.mark.parametrize(
    "name",
    [
        "type_tests",
        "type_test_assume_vcalls",
        "type_checked_load_vcalls",
        "type_test_assume_const_vcalls",
        "type_checked_load_const_vcalls",
    ],
)
def test_what_refers_to_type_identifiers(name: str) -> None:
    function = FunctionSummary("m", "external")
    assert not function.has_type_id_info
    getattr(function, name).append(1 if name == "type_tests" else VirtualFunction(1, 2))
    assert function.has_type_id_info


def test_words_of_allocations() -> None:
    assert (allocation_types(16)[3], allocation_types(22)[4]) == ("notcoldandcold", "hot")
