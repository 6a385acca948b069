"""Bitcode that was damaged: a module or a diagnostic comes of it, nothing else, and soon."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from pyllvm.analyzer.statistics import Statistics, walk
from pyllvm.analyzer.stream import open_stream
from pyllvm.assembly import print_module
from pyllvm.bitcode import BitcodeFile, Reading, read_modules
from pyllvm.diagnostics import PyllvmError

SAMPLE = Path(__file__).parents[1] / "data" / "sample.bc"
MUTATIONS = 2000
SECONDS = 10.0


def damaged(data: bytes, chance: random.Random) -> bytes:
    """The bytes with bits flipped, cut short, with a forged word, or with a piece of them somewhere else."""
    changed = bytearray(data)
    kind = chance.randrange(4)
    if kind == 0:
        for _ in range(chance.randrange(1, 8)):
            bit = chance.randrange(len(changed) * 8)
            changed[bit >> 3] ^= 1 << (bit & 7)
    elif kind == 1:
        del changed[chance.randrange(4, len(changed)) :]
    elif kind == 2:
        at = chance.randrange(len(changed) // 4) * 4
        changed[at : at + 4] = chance.choice([b"\xff\xff\xff\xff", bytes(4), b"\xff\xff\xff\x7f", chance.randbytes(4)])
    else:
        source, target, size = chance.randrange(len(changed)), chance.randrange(len(changed)), chance.randrange(1, 40)
        changed[target : target + size] = changed[source : source + size]
    return bytes(changed)


@pytest.mark.parametrize("part", range(4))
def test_damaged_bitcode_is_read_or_refused(part: int) -> None:
    chance = random.Random(part)
    data = SAMPLE.read_bytes()
    outcomes = [0, 0]
    for _ in range(MUTATIONS // 4):
        changed = damaged(data, chance)
        start = time.process_time()
        try:
            for module in read_modules(BitcodeFile(changed), Reading()):
                print_module(module)
            outcomes[0] += 1
        except PyllvmError as error:
            assert error.diagnostic.message
            outcomes[1] += 1
        assert time.process_time() - start < SECONDS
    assert min(outcomes) > 0


@pytest.mark.parametrize("part", range(4))
def test_damaged_bitstream_is_walked_or_refused(part: int) -> None:
    chance = random.Random(part + 100)
    data = SAMPLE.read_bytes()
    outcomes = [0, 0]
    for _ in range(MUTATIONS // 4):
        changed = damaged(data, chance)
        start = time.process_time()
        try:
            walk(open_stream(changed).cursor, Statistics(), None)
            outcomes[0] += 1
        except PyllvmError as error:
            assert error.diagnostic.message
            outcomes[1] += 1
        assert time.process_time() - start < SECONDS
    assert min(outcomes) > 0
