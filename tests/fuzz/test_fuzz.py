"""The fuzzer itself: its inputs are the same every time, its judge sees faults, and the first inputs of each target have none."""

from __future__ import annotations

import random

import pytest
from tests.fuzz import judge as judging
from tests.fuzz import seeds
from tests.fuzz.bitstream_tree import decode, encode
from tests.fuzz.grammar_texts import random_module
from tests.fuzz.targets import TARGETS, Target, make

import pyllvm
from pyllvm.diagnostics import PyllvmError

#: Inputs of each target here; `python -m tests.fuzz.run` tries more. These numbers have no findings that are known.
COUNT = 25


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_the_same_number_makes_the_same_input(target: str) -> None:
    assert make(target, 1) == make(target, 1) != make(target, 2)


def test_a_tree_of_records_is_written_as_it_was_read() -> None:
    for data in seeds.bitcode()[:10]:
        blocks = decode(data)
        again = encode(blocks)
        assert decode(again) == blocks
        assert str(pyllvm.parse_bitcode(again)) == str(pyllvm.parse_bitcode(data))


def test_texts_of_the_grammar_reach_the_builder() -> None:
    """Most of them break another rule than the grammar's. If all were refused as syntax, the generator would be wrong."""
    messages = set()
    for number in range(60):
        try:
            pyllvm.parse_assembly(random_module(random.Random(number)).encode())
        except PyllvmError as error:
            messages.add(error.diagnostic.message)
    assert len(messages) > 5


@pytest.mark.parametrize(
    ("problem", "fault"),
    [
        (KeyError("x"), "KeyError"),
        (RecursionError(), "RecursionError"),
        (MemoryError(), "out of memory"),
        (PyllvmError(""), "an error without a message"),
        (PyllvmError("refused"), ""),
    ],
)
def test_the_judge_sees_faults(monkeypatch: pytest.MonkeyPatch, problem: Exception, fault: str) -> None:
    def fail(data: bytes) -> None:
        raise problem

    monkeypatch.setitem(TARGETS, "failing", Target(lambda chance: b"", fail))
    verdict = judging.judge("failing", b"")
    assert fault in verdict.fault
    assert bool(verdict.fault) == bool(fault)


@pytest.mark.slow
@pytest.mark.parametrize("target", sorted(TARGETS))
def test_the_first_inputs_have_no_faults(target: str) -> None:
    faults = [verdict.fault for number in range(COUNT) if (verdict := judging.judge(target, make(target, number))).fault]
    known = ("NUL character is not allowed in names",)  # LLVM prints such names as it does all others, and cannot read them
    assert [fault for fault in faults if not any(one in fault for one in known)] == []
