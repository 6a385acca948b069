"""Broken text gives a diagnostic or a module, never another exception."""

from __future__ import annotations

import random
import re
from pathlib import Path

from pyllvm.assembly.reader.parse import parse_assembly
from pyllvm.diagnostics import PyllvmError, Span
from rows import each_row

LANGUAGE = Path(__file__).parents[2] / "data" / "language"
VERSIONS = (8, 14, 19, 22, None)


def broken(tokens: list[bytes], others: list[bytes], chance: random.Random) -> bytes:
    """The text of the tokens after a few changes: tokens taken out, put in, swapped, or with another byte."""
    changed = list(tokens)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(changed))
        kind = chance.random()
        if kind < 0.3:
            changed[at] = b""
        elif kind < 0.6:
            changed[at] = chance.choice(others)
        elif kind < 0.8:
            other = chance.randrange(len(changed))
            changed[at], changed[other] = changed[other], changed[at]
        elif changed[at]:
            letters = bytearray(changed[at])
            letters[chance.randrange(len(letters))] = chance.randrange(256)
            changed[at] = bytes(letters)
    return b"".join(changed)


@each_row("seed", range(20))
def test_a_hundred_broken_texts(seed: int) -> None:
    chance = random.Random(seed)
    texts = [re.split(rb"(\s+)", path.read_bytes()) for path in sorted(LANGUAGE.glob("*.ll"))]
    words = [token for tokens in texts for token in tokens if token.strip()]
    refused = 0
    for _ in range(100):
        data = broken(chance.choice(texts), words, chance)
        try:
            parse_assembly(data, "broken", chance.choice(VERSIONS))
        except PyllvmError as error:
            refused += 1
            for diagnostic in error.diagnostics:
                assert diagnostic.message
                where = diagnostic.where
                assert isinstance(where, Span)
                assert 0 <= where.start <= where.end <= len(data)
    assert refused
