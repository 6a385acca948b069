"""Calling conventions: their words by version, and what the verifier and llvm.amdgcn.cs.chain ask of them."""

from __future__ import annotations

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
    assert table.CHAINS < table.NOT_CALLED
    assert table.SPIR_KERNEL in table.NOT_CALLED
