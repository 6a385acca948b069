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
@pytest.mark.parametrize("text", [(DATA / "sample.ll").read_text(encoding="utf-8"), LARGE], ids=["sample", "large"])
def test_diagnostics_follow_the_edits(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asyncio.run(run([text], 30, 11))
