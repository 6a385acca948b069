"""Near-valid modules: pyllvm says of them what LLVM's ``opt -passes=verify`` says.

By default a hundred for each LLVM; PYLLVM_VERDICTS is how many. What they are made of is in tests/data/verifier, a
file for each chapter of the language, and in the modules that hypothesis makes for the round trips; `text_mutations`
changes them.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import pyllvm
from pyllvm.testing.strategies import modules

from .verdicts import Verdict, compare, mutant, opt_verdict, our_verdict, seeds

pytestmark = [pytest.mark.oracle, pytest.mark.slow]

EXAMPLES = int(os.environ.get("PYLLVM_VERDICTS", "100"))
LEAST_AGREEMENT = 0.99


@pytest.mark.parametrize("version", [14, 19, 22])
def test_the_seeds_are_accepted(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    opt = llvm_tool(version, "opt")
    for text in seeds(version):
        assert opt_verdict(opt, version, text).is_accepted, text
        assert our_verdict(version, text).is_accepted, text


@pytest.mark.parametrize("version", [14, 19, 22])
def test_verdicts_on_changed_modules(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    opt = llvm_tool(version, "opt")
    texts = seeds(version)
    disagreements = []
    refused = 0
    asked = 0
    for number in range(EXAMPLES):
        text = mutant(version, texts, number)
        theirs, ours = opt_verdict(opt, version, text), our_verdict(version, text)
        if theirs.stage == "crashed":
            continue
        asked += 1
        refused += not theirs.is_accepted
        if compare(theirs, ours) == "verdict":
            disagreements.append(_shown(text, theirs, ours))
    assert refused > asked // 4
    assert len(disagreements) <= (1 - LEAST_AGREEMENT) * asked, "\n\n".join(disagreements)


@pytest.mark.parametrize("version", [19, 22])
def test_verdicts_on_random_modules(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    opt = llvm_tool(version, "opt")
    disagreements = []

    @settings(
        max_examples=EXAMPLES // 10,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def ask(data: st.DataObject) -> None:
        module = data.draw(modules(version))  # type: ignore[operator]
        text = mutant(version, [pyllvm.to_assembly(module)], data.draw(st.integers(0, 1 << 32)))
        theirs, ours = opt_verdict(opt, version, text), our_verdict(version, text)
        if theirs.stage != "crashed" and compare(theirs, ours) == "verdict":
            disagreements.append(_shown(text, theirs, ours))

    ask()
    assert len(disagreements) <= (1 - LEAST_AGREEMENT) * EXAMPLES // 10, "\n\n".join(disagreements)


def _shown(text: str, theirs: Verdict, ours: Verdict) -> str:
    return f"LLVM: {theirs.stage} {theirs.first_message}\npyllvm: {ours.stage} {ours.first_message}\n{text}"
