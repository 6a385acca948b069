"""The README is short, and its Python example does what it says."""

import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests" / "data").mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "data" / "sample.bc", tmp_path / "tests" / "data")
    (example,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    exec(example, {})
    printed = capsys.readouterr().out
    assert " ret " in printed
    assert printed.endswith("\n[]\n")
    assert "define " in (tmp_path / "old.ll").read_text()


def test_it_is_short_and_links_to_what_there_is() -> None:
    assert len(TEXT.split()) <= 1000
    for target in re.findall(r"\]\(([^)#]+)", TEXT):
        assert (ROOT / target).exists(), target
