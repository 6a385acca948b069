"""What LLVM does with a module that it has read: every command and the library agree on it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import pyllvm as library
from archives import gnu_archive

Run = Callable[..., Any]
FindTool = Callable[[int, str], str]

# The second of three functions has an access tag whose offset is no number.
TAGS: Final = """define void @first(ptr %p) {
  store i32 0, ptr %p, align 4, !tbaa !0
  ret void
}

define void @second(ptr %p) {
  store i32 0, ptr %p, align 4, !tbaa !0
  store i32 1, ptr %p, align 4, !tbaa !1
  ret void
}

define void @third(ptr %p) {
  store i32 0, ptr %p, align 4, !tbaa !0
  ret void
}

!0 = !{!2, !2, i64 0}
!1 = !{!2, !2, !"no number"}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
"""
USER: Final = "declare void @third(ptr)\n\ndefine void @user(ptr %p) {\n  call void @third(ptr %p)\n  ret void\n}\n"


@pytest.fixture
def tags(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with `tags.bc` and `tags.ll`, whose second function has a broken access tag, and a user of the third."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("tags", TAGS), ("user", USER)):
        Path(f"{name}.ll").write_text(text)
        Path(f"{name}.bc").write_bytes(library.to_bitcode(library.parse_assembly(text, name, llvm_version=19)))
    Path("tags.a").write_bytes(gnu_archive({"tags.bc": Path("tags.bc").read_bytes()}))
    return tmp_path


def tagged(text: str | bytes) -> list[str]:
    """The functions of a text that have tags."""
    if isinstance(text, bytes):
        text = text.decode()
    bodies = text.split("define void @")[1:]
    return [body.partition("(")[0] for body in bodies if "!tbaa" in body.partition("}")[0]]


def test_all_readers_agree_on_a_broken_access_tag(tags: Path, pyllvm: Run) -> None:
    verified = pyllvm("verify", "tags.bc")
    assert verified.status == 0
    assert verified.errors.endswith("\nwarning: ignoring all !tbaa in tags.bc\n")
    shown = pyllvm("dis", "-o", "-", "tags.bc")
    assert (shown.status, shown.errors, tagged(shown.output)) == (0, "", [])
    linked = pyllvm("link", "-S", "-disable-lazy-loading", "tags.bc")
    assert (linked.status, linked.errors, tagged(linked.output)) == (0, "", [])
    module = library.read("tags.bc")
    assert tagged(library.to_assembly(module)) == []
    assert library.verify(module) == []
    assert tagged(library.to_assembly(library.link(["tags.bc"]))) == []
    assert tagged(library.to_assembly(library.parse_bitcode(Path("tags.bc").read_bytes()))) == []


def test_text_keeps_its_tags_and_is_broken(tags: Path, pyllvm: Run) -> None:
    assert tagged(library.to_assembly(library.read("tags.ll"))) == ["first", "second", "third"]
    linked = pyllvm("link", "-S", "tags.ll")
    assert (linked.status, linked.output) == (1, b"")
    assert linked.errors.startswith("Offset must be constant integer\n")


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        # A body moves as soon as it is read: what was moved before the broken tag was found keeps its tags.
        (["tags.bc"], ["first"]),
        (["tags.a"], ["first"]),
        (["-disable-lazy-loading", "tags.bc"], []),
        # The broken function is not read at all.
        (["-only-needed", "user.bc", "tags.bc"], ["third"]),
        (["-disable-lazy-loading", "-only-needed", "user.bc", "tags.bc"], []),
    ],
    ids=" ".join,
)
def test_link_looks_at_the_tags_of_each_body_as_it_is_read(
    tags: Path, pyllvm: Run, llvm_tool: FindTool, words: list[str], kept: list[str]
) -> None:
    linked = pyllvm("link", "-S", *words)
    assert (linked.status, linked.errors, tagged(linked.output)) == (0, "", kept)
    real = subprocess.run([llvm_tool(19, "llvm-link"), "-S", *words], capture_output=True, text=True, check=False)
    assert (real.returncode, real.stderr, tagged(real.stdout)) == (0, "", kept)


def test_a_body_that_is_read_later_has_its_tags_looked_at_then(tags: Path) -> None:
    module = library.read("tags.bc", lazy=True)
    first, second, third = module.functions
    assert first.blocks[0].instructions[0].metadata("tbaa") is not None
    assert [instruction.metadata("tbaa") for instruction in second.instructions] == [None] * 3
    assert first.blocks[0].instructions[0].metadata("tbaa") is None
    assert third.blocks[0].instructions[0].metadata("tbaa") is None
