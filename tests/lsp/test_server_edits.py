"""After random edits through the protocol, the diagnostics become the same as for a text that was just opened."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from tests.lsp.edits import DATA
from tests.lsp.server_edits import run

LARGE = "".join(
    f"define i32 @f{number}(i32 %a) {{\n  %b = add i32 %a, {number}\n  ret i32 %b\n}}\n\n!{number} = !{{}}\n"
    for number in range(900)
)


@pytest.mark.slow
def test_diagnostics_follow_the_edits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small and a large text, in a server each at the same time: most of the time is spent on waiting."""
    monkeypatch.chdir(tmp_path)

    async def both() -> None:
        await asyncio.gather(*(run([text], 30, 11) for text in ((DATA / "sample.ll").read_text(encoding="utf-8"), LARGE)))

    asyncio.run(both())
