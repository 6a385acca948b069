"""Calling conventions: their words by version, and what the verifier and llvm.amdgcn.cs.chain ask of them."""

from __future__ import annotations

import pytest

from pyllvm.tables import calling_conventions as table


def test_what_returns_nothing_takes_no_struct_return_and_no_ellipsis() -> None:
    """The cases of Verifier::visitFunction fall through in this order."""
    assert table.RETURNING_VOID < table.WITHOUT_SRET < table.NOT_VARIADIC


def test_more_shaders_start_chains_since_22() -> None:
    vertex = table.NUMBER_OF_WORD["amdgpu_vs"]
    assert not table.starts_chain(vertex, 21)
    assert table.starts_chain(vertex, 22)
    assert table.starts_chain(table.NUMBER_OF_WORD["amdgpu_cs"], 17)
    assert not table.starts_chain(table.NUMBER_OF_WORD["ccc"], 22)


def test_chains_and_kernels_are_not_called() -> None:
    assert table.NOT_CALLED.keys() > table.CHAINS
    assert table.SPIR_KERNEL in table.NOT_CALLED


@pytest.mark.parametrize(
    ("number", "version", "text"),
    [
        (8, 8, "fastcc"),
        (12, 17, "webkit_jscc"),
        (12, 18, "cc12"),
        (18, 9, "cc18"),
        (18, 10, "tailcc"),
        (84, 14, "avr_intrcc "),
        (11, 22, "cc11"),
        (113, 21, "riscv_vls_cc(64)"),
        (1023, 22, "cc1023"),
    ],
)
def test_each_version_has_its_words(number: int, version: int, text: str) -> None:
    assert table.text(number, version) == text
