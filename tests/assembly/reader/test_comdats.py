"""Comdats in text."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly


def test_a_comdat_may_have_an_empty_name() -> None:
    module = parse_assembly('$"" = comdat largest\n@g = global i32 1, comdat($"")\n')
    comdat = module.global_variables[0].comdat
    assert comdat is not None
    assert comdat is module.comdats[""]


def test_a_global_without_name_needs_the_name_of_its_comdat() -> None:
    with pytest.raises(PyllvmError, match="comdat cannot be unnamed"):
        parse_assembly("@0 = global i32 1, comdat\n")
