"""Modules survive the way through text and bitcode, and broken text is refused with a diagnostic."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pyllvm
from pyllvm.testing.strategies import modules

DATA = Path(__file__).resolve().parents[1] / "data"
EXAMPLES = int(os.environ.get("PYLLVM_PROPERTY_EXAMPLES", "100"))
RELAXED = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


@RELAXED
@given(st.data())
@pytest.mark.parametrize("version", [16, 19, 22])
def test_text_and_bitcode_hold_the_same_module(version: int, data: st.DataObject) -> None:
    text = pyllvm.to_assembly(data.draw(modules(version)))
    parsed = pyllvm.parse_assembly(text, "random", llvm_version=version)
    # Text does not have the order of uses, in which predecessors are listed.
    assert without_predecessors(pyllvm.to_assembly(parsed)) == without_predecessors(text)
    read = pyllvm.parse_bitcode(pyllvm.to_bitcode(parsed), "random")
    assert read.llvm_version == version
    assert without_predecessors(pyllvm.to_assembly(read)) == without_predecessors(text)


def without_predecessors(text: str) -> str:
    return re.sub(r" +; preds = .*", "", text)


def mutated(text: bytes, chance: random.Random) -> bytes:
    """The text with a few bytes or words removed, doubled, exchanged or replaced."""
    words = text.split(b" ")
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(words))
        kind = chance.randrange(6)
        if kind == 0:
            del words[at]
        elif kind == 1:
            words.insert(at, words[chance.randrange(len(words))])
        elif kind == 2:
            other = chance.randrange(len(words))
            words[at], words[other] = words[other], words[at]
        elif kind == 3:
            words = words[: at + 1]
        elif kind == 4 and words[at]:
            place = chance.randrange(len(words[at]))
            words[at] = words[at][:place] + bytes([chance.randrange(256)]) + words[at][place + 1 :]
        else:
            words[at] = chance.choice([b"i32", b"null", b"(", b"}", b"%0", b"!{}", b"99999999999999999999", b'"', b"metadata"])
        if not words:
            return b""
    return b" ".join(words)


def test_broken_text_is_a_diagnostic_or_a_module() -> None:
    sources = [*sorted((DATA / "language").glob("*.ll")), DATA / "sample.ll"]
    texts = [path.read_bytes() for path in sources]
    chance = random.Random(20261121)
    refused = 0
    for _ in range(EXAMPLES * 3):
        text = mutated(chance.choice(texts), chance)
        version = chance.choice([8, 14, 19, 22])
        try:
            module = pyllvm.parse_assembly(text, "mutated.ll", llvm_version=version)
        except pyllvm.PyllvmError as error:
            refused += 1
            assert error.diagnostic.message
            continue
        try:
            pyllvm.to_bitcode(module)
        except pyllvm.PyllvmError as error:
            assert error.diagnostic.message
    assert refused > EXAMPLES
