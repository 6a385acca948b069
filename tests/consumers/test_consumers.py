"""The installed consumers read the modules that the target profiles write."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.consumers.consumers import CONSUMERS, Consumer, WholeProgram


@pytest.mark.parametrize("consumer", CONSUMERS, ids=lambda consumer: consumer.name)
def test_a_consumer_reads_its_profile(consumer: Consumer | WholeProgram, tmp_path: Path) -> None:
    if not consumer.release():
        pytest.skip(f"the consumer {consumer.name} is not installed")
    assert [message for _, message in consumer.trials(tmp_path) if message] == []
