"""The README's Python examples do what they say."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)


def test_reading_prints_the_functions(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    exec(EXAMPLES[0], {})
    assert "ret" in capsys.readouterr().out


def test_a_module_made_by_hand_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(EXAMPLES[1], {})
    text = capsys.readouterr().out
    assert "define i32 @answer(i32 %0) {\nentry:\n  %total = add i32 %0, 42\n  ret i32 %total\n}\n" in text
    import pyllvm

    written = pyllvm.read("answer.bc")
    assert written.llvm_version == 19
    assert str(written.get("answer")) in text


def test_modules_are_joined(capsys: pytest.CaptureFixture[str]) -> None:
    exec(EXAMPLES[2], {})
    assert capsys.readouterr().out == "define i32 @f() {\n  ret i32 42\n}\n\n"


def test_what_is_wrong_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = [example for example in EXAMPLES if "pyllvm.verify(" in example]
    exec(example, {})
    assert capsys.readouterr().out == (
        "Span(cycle.ll:2:16) Scope(function @f, block %0, instruction 1) Instruction does not dominate all uses!\n"
    )
