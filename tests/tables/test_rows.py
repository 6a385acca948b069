"""The rows of all tables have their fields, and the answers that tables give agree with each other."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

from pyllvm import tables
from pyllvm.tables.atomics import is_stronger
from pyllvm.tables.inline_asm_registers import clobber_names, operand_registers
from pyllvm.tables.intrinsics import intrinsic_names, intrinsic_targets, is_intrinsic
from pyllvm.tables.runtime_libcalls import preserved_symbols
from rows import each_row

MODULES = [f"pyllvm.tables.{found.name}" for found in pkgutil.iter_modules(tables.__path__)]


def rows(thing: object) -> Iterator[object]:
    """The objects in a table that are instances of a class of `tables` or `schema`."""
    if isinstance(thing, dict):
        for one in thing.values():
            yield from rows(one)
    elif isinstance(thing, (list, tuple, set, frozenset)):
        for one in thing:
            yield from rows(one)
    elif type(thing).__module__.startswith(("pyllvm.tables.", "pyllvm.schema.")):
        yield thing


@each_row("name", MODULES)
def test_each_row_has_its_fields(name: str) -> None:
    for table in vars(importlib.import_module(name)).values():
        for row in rows(table):
            for field in getattr(type(row), "__slots__", ()):
                assert hasattr(row, field), (row, field)


@pytest.mark.parametrize("version", [8, 14, 22])
def test_the_names_of_intrinsics_are_known(version: int) -> None:
    targets = intrinsic_targets("llvm.")
    for beginning in ("llvm.", *targets):
        names = intrinsic_names(beginning, version)
        assert all(name.startswith(beginning) and is_intrinsic(name, version) for name in names)
        assert set(intrinsic_names(f"{beginning}m", version)) == {name for name in names if name.startswith(f"{beginning}m")}
    assert intrinsic_targets("llvm.x") == [one for one in targets if one.startswith("llvm.x")] != []
    assert intrinsic_names("memcpy", version) == []


def test_a_stronger_ordering_is_stronger_than_what_the_weaker_one_is_stronger_than() -> None:
    stronger = {(one, other) for one in range(7) for other in range(7) if is_stronger(one, other)}
    assert all((one, last) in stronger for one, middle in stronger for first, last in stronger if first == middle)
    assert not any((other, one) in stronger for one, other in stronger)


def test_operands_can_be_clobbered() -> None:
    for family, register in (("x86", "eax"), ("aarch64", "x0"), ("arm", "r0")):
        assert register in operand_registers(family, family)
        assert operand_registers(family, family) <= clobber_names(family)
    assert clobber_names("unheard") == operand_registers("unheard", "") == frozenset()


def test_symbols_that_the_code_generator_calls_are_preserved_until_llvm_22() -> None:
    assert {"memcpy", "memset"} <= preserved_symbols(14, "x86_64") & preserved_symbols(8, "x86_64")
    assert preserved_symbols(23, "x86_64") == frozenset()
    for versions in ((7, 8), (9, 11), (12, 13), (15, 18), (19, 21)):
        assert preserved_symbols(versions[0], "x86_64") == preserved_symbols(versions[1], "x86_64")
    for version in (8, 11, 13, 14, 18, 21):
        assert preserved_symbols(version, "x86_64") != preserved_symbols(version + 1, "x86_64")
    assert [preserved_symbols(version, "mips") == preserved_symbols(version, "x86_64") for version in (18, 19)] == [True, False]
