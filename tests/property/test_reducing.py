"""Reductions of random modules: each candidate is valid, the result is still interesting, and the best module never grows."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pyllvm
from pyllvm.ir import Module
from pyllvm.testing.strategies import modules

_TRIES = 150


def _opcodes(module: Module) -> set[str]:
    return {one.opcode_name for function in module.functions for one in function.instructions}


def _count(module: Module) -> int:
    return sum(1 for function in module.functions for _ in function.instructions)


def _check(module: Module, opcode: str) -> Module:
    """Reduce a module to an instruction, and return what is left."""
    counts: list[int] = []

    def is_interesting(candidate: Module) -> bool:
        assert [one for one in pyllvm.verify(candidate) if one.severity == "error"] == []
        if opcode not in _opcodes(candidate):
            return False
        counts.append(_count(candidate))
        return True

    made = pyllvm.reduce(module, is_interesting, max_tries=_TRIES).module
    assert opcode in _opcodes(made)
    assert _count(made) == counts[-1] == min(counts)
    assert counts == sorted(counts, reverse=True)
    return made


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data(), st.sampled_from([9, 14, 19, 22]))
def test_random_modules(data: st.DataObject, version: int) -> None:
    module = data.draw(modules(version))
    opcodes = sorted(_opcodes(module))
    if opcodes and not pyllvm.verify(module):
        _check(module, data.draw(st.sampled_from(opcodes)))


@pytest.mark.oracle
@pytest.mark.parametrize("seed", range(6))
def test_modules_of_llvm_stress(seed: int, tmp_path: Path, llvm_tool: Callable[[int, str], str]) -> None:
    path = tmp_path / "random.ll"
    subprocess.run([llvm_tool(19, "llvm-stress"), f"-seed={seed}", "-size=90", "-o", path], check=True)
    module = pyllvm.read(path, input_llvm_version=19)
    for opcode in random.Random(seed).sample(sorted(_opcodes(module)), 2):
        made = _check(module, opcode)
        (tmp_path / "small.ll").write_text(str(made))
        subprocess.run([llvm_tool(19, "llvm-as"), tmp_path / "small.ll", "-o", tmp_path / "small.bc"], check=True)
