"""The wheel's build: what it compiles, and its switch."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def build() -> ModuleType:
    pytest.importorskip("hatchling", reason="hatchling is only needed to build")
    specification = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_what_stays_plain_is_there_and_is_not_compiled(build: ModuleType) -> None:
    modules = build.hot_modules(ROOT / "src")
    assert "pyllvm/bitstream/cursor.py" in modules
    for pattern, reason in build.PLAIN_MODULES.items():
        there = [path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src" / "pyllvm").glob(pattern)]
        assert [path for path in there if path.endswith(".py")]
        assert not set(there) & set(modules)
        assert reason
    assert not any(name.endswith("__.py") for name in modules)


def test_the_switch(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    hook = build.MypycBuildHook(str(ROOT), {}, None, None, str(ROOT), "wheel")
    monkeypatch.setenv("PYLLVM_MYPYC", "0")
    assert not any("mypy[" in requirement for requirement in hook.dependencies())
    monkeypatch.setenv("PYLLVM_MYPYC", "1")
    assert any("mypy[" in requirement for requirement in hook.dependencies())
    monkeypatch.delenv("PYLLVM_MYPYC")
    monkeypatch.setenv("CC", "/no/such/compiler")
    assert not any("mypy[" in requirement for requirement in hook.dependencies())
    monkeypatch.setenv("PYLLVM_MYPYC", "perhaps")
    with pytest.raises(ValueError, match="it can be 0, 1 or unset"):
        hook.dependencies()


def test_nothing_compiled_lies_in_the_sources() -> None:
    assert not list((ROOT / "src").rglob("*.so")), "it would hide the edits of its source"


def test_the_documents_keep_their_form() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "## [Unreleased]" in changelog
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.index("pyllvm dis") < readme.index("-m pytest"), "the README's two commands come first"
