"""The comparison of two LLVMs: what it finds between two versions of pyllvm, and between an LLVM that is installed and pyllvm."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.releases import comparison, probes
from tests.releases.answers import CRASHED, Answer, forked
from tests.releases.judges import open_judge
from tests.releases.own import OwnJudge
from tests.releases.run import main, report
from tests.releases.symbols import symbol_table, words_of

linux = pytest.mark.skipif(sys.platform != "linux", reason="libraries are asked on Linux only")
OLD = OwnJudge(23)
NEW = OwnJudge(24)


def test_lists_of_two_versions() -> None:
    found = list(comparison.lists(OLD, NEW))
    assert "- metadata kind 43: nofree" in found
    assert "+ metadata kind 43: nofreeobj" in found
    assert any(line.startswith("+ METADATA_BLOCK: [literal(7), ") for line in found)
    assert list(comparison.lists(NEW, NEW)) == []


def test_words_of_two_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "words", lambda: {"nonnull", "nofreeobj", "fast", "noundef"})
    found = list(comparison.words(OLD, NEW))
    assert "+ %a = addrspacecast nonnull ptr addrspace(3) %q to ptr" in found
    assert "+ declare void @f(ptr nofreeobj)" in found
    assert not [line for line in found if line.startswith("-") or "noundef" in line]


def test_intrinsics_of_two_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["llvm.abs", "llvm.nvvm.f2f16.rn", "llvm.smulh"]
    monkeypatch.setattr(OwnJudge, "intrinsics", lambda self: names if self.version > 23 else names[:2])
    found = list(comparison.intrinsics(OLD, NEW))
    assert "+ llvm.smulh" in found
    assert any(line.startswith(("+ llvm.nvvm.f2f16.rn:", "~ llvm.nvvm.f2f16.rn:")) for line in found)
    assert not any(" llvm.abs:" in line for line in found)


def test_texts_of_two_versions(tmp_path: Path) -> None:
    (tmp_path / "a.ll").write_text("declare void @f(ptr nofreeobj)\n")
    (tmp_path / "b.ll").write_text("@x = global i32 0\n")
    (tmp_path / "c.ll").write_text("declare i64 @llvm.amdgcn.icmp.i64.i32(i32, i32, i32)\n")
    found = list(comparison.texts(OLD, NEW, [tmp_path]))
    assert [line.partition(".ll")[0][-1] for line in found] == ["a", "c"]
    assert found[0].startswith("+ ")
    assert found[1].startswith("~ ")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.ll").write_text("declare void @f(ptr nofreeobj)\n")
    words = ["--subject", "texts", str(tmp_path)]
    assert main(["pyllvm:24", "--against", "pyllvm:23", *words]) == 1
    assert "texts: 1 difference\n  + " in capsys.readouterr().out
    assert main(["pyllvm:24", *words]) == 0
    assert main(["no/such/library.so", *words]) == 2
    assert "no/such/library.so: there is no such file or folder" in capsys.readouterr().err


def test_what_cannot_be_asked_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OwnJudge, "intrinsics", lambda self: [])
    assert list(report(OLD, NEW, ["intrinsics"], []))[-1].startswith("  not asked: ")


@linux
def test_a_crash_is_an_answer() -> None:
    import os

    assert forked(lambda: Answer(True), CRASHED) == Answer(True)
    assert forked(lambda: Answer(os.abort() is None), CRASHED) == CRASHED


@linux
def test_symbols_and_words_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "words").write_bytes(b"\x7fELF\0nofree_obj\0Not\0two words\0x\0")
    assert words_of(tmp_path / "words") == {"nofree_obj"}
    assert symbol_table(Path(sys.executable), set()) == {}


@linux
@pytest.mark.oracle
@pytest.mark.parametrize("version", [19, 22])
def test_an_installed_llvm_is_what_pyllvm_says(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    llvm_tool(version, "llvm-as")
    judge = open_judge(f"/usr/lib/llvm-{version}/bin")
    own = OwnJudge(version)
    assert list(comparison.lists(own, judge)) == []
    text = b"define i32 @f(i32 %a) {\n  %b = add nsw i32 %a, 1\n  ret i32 %b\n}\n"
    assert judge.ask(text)._replace(bitcode=b"") == own.ask(text)._replace(bitcode=b"")
    assert judge.ask(b"define i32 @f() {\n  ret void\n}\n") == own.ask(b"define i32 @f() {\n  ret void\n}\n")
    assert judge.accepts([text, b"x"]) == [True, False]
