"""The README's Python examples do what they say."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)


def example_with(text: str) -> str:
    """The only example that contains a text."""
    (example,) = [example for example in EXAMPLES if text in example]
    return str(example)


def test_reading_prints_the_functions(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    exec(example_with("module.target_triple"), {})
    assert "ret" in capsys.readouterr().out


def test_a_module_made_by_hand_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(example_with("add_function"), {})
    text = capsys.readouterr().out
    assert "define i32 @answer(i32 %x) {\nentry:\n  %total = add nsw i32 %x, 42\n  ret i32 %total\n}\n" in text
    import pyllvm

    written = pyllvm.read("answer.bc")
    assert written.llvm_version == 19
    assert str(written.get("answer")) in text


def test_a_changed_module_stays_valid(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    variables: dict[str, object] = {}
    exec(example_with("replace_all_uses_with"), variables)
    assert capsys.readouterr().out == "[]\n"
    text = str(variables["module"])
    assert text.count(" freeze ") == text.count(" load ") == 1


def test_modules_are_joined(capsys: pytest.CaptureFixture[str]) -> None:
    exec(example_with("pyllvm.link("), {})
    assert capsys.readouterr().out == "define i32 @f() {\n  ret i32 42\n}\n\n"


def test_what_is_wrong_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    exec(example_with("one.where"), {})
    assert capsys.readouterr().out == (
        "Span(cycle.ll:2:16) Scope(function @f, block %0, instruction 1) Instruction does not dominate all uses!\n"
    )
