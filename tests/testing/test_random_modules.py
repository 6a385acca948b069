"""Random modules are valid for their LLVM, the same for the same seed, and have the features that were asked for."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pyllvm
from pyllvm.ir import Module
from pyllvm.testing import FEATURES, random_module
from pyllvm.testing.strategies import modules
from pyllvm.versions import SUPPORTED
from rows import each_row

# LLVM 13 is the first whose `opt` is asked in the same way as today's.
FIRST_TOOL = 13


def opcodes(module: Module) -> set[str]:
    return {instruction.opcode_name for function in module.functions for instruction in function.instructions}


@each_row("version", SUPPORTED)
def test_they_are_valid(version: int) -> None:
    for seed in range(6):
        module = random_module(seed, llvm_version=version)
        assert module.llvm_version == version
        assert pyllvm.verify(module) == [], seed
        assert pyllvm.parse_bitcode(pyllvm.to_bitcode(module), llvm_version=version).llvm_version == version


@pytest.mark.oracle
@pytest.mark.parametrize("version", range(FIRST_TOOL, SUPPORTED[-1] + 1))
def test_llvm_accepts_them(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    command = [llvm_tool(version, "opt"), "-passes=verify", "-disable-output", "-"]
    for seed in range(8):
        module = random_module(seed, llvm_version=version)
        for data in (pyllvm.to_assembly(module).encode("utf-8", "surrogateescape"), pyllvm.to_bitcode(module)):
            result = subprocess.run(command, input=data, capture_output=True, check=False)
            assert (result.returncode, result.stderr) == (0, b""), seed


def test_a_seed_makes_one_module() -> None:
    assert str(random_module(7)) == str(random_module(7))
    assert str(random_module(7)) != str(random_module(8))


def test_features_are_as_wanted() -> None:
    for seed in range(20):
        plain = random_module(seed, ())
        assert opcodes(plain) <= {
            "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor",
            "icmp", "trunc", "zext", "sext", "select", "freeze", "ret",
        }  # fmt: skip
        assert plain.named_metadata == []
    found: set[str] = set()
    for seed in range(40):
        module = random_module(seed)
        found |= opcodes(module)
        assert module.compile_units
    assert found >= {"load", "store", "phi", "switch", "invoke", "landingpad", "atomicrmw", "call", "fadd", "shufflevector"}
    assert {"memory", "control-flow"} <= FEATURES


def test_what_is_not_known() -> None:
    with pytest.raises(ValueError, match="no such feature: magic; there are aggregates, "):
        random_module(0, ["magic"])
    with pytest.raises(ValueError, match="LLVM 3 is not supported"):
        random_module(0, llvm_version=3)


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data(), st.sampled_from(SUPPORTED))
def test_strategies_make_valid_modules(data: st.DataObject, version: int) -> None:
    assert pyllvm.verify(data.draw(modules(version))) == []
