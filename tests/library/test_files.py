"""Every function that reads says the same about a module, text or bitcode, in a file or not; and what it drops is gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from newer_bitcode import NEWER
from pyllvm import Diagnostic, Module
from pyllvm.bitcode.writer.module import write_bitcode
from pyllvm.versions import NEXT

# LLVM 14 has no 'nneg', and the debug information has a version that no LLVM has had.
TEXT = """\
define i32 @f(i8 %x, ptr %p) {
  %w = zext nneg i8 %x to i32
  store i32 %w, ptr %p, align 4, !tbaa !3
  ret i32 %w
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)
!1 = !DIFile(filename: "a.c", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 2}
!3 = !{!4, !4, TAG}
!4 = !{!"int", !5, i64 0}
!5 = !{!"root"}
"""
WARNINGS = ["dropped 'nneg' of zext in 1 place", "ignoring debug info with an invalid version"]
Warn = Callable[[Diagnostic], None]


def readers(folder: Path) -> dict[str, Callable[[Warn | None], Module]]:
    """The functions that read, each with a file or its content."""
    good = TEXT.replace("TAG", "i64 0")
    (folder / "a.ll").write_text(good)
    bitcode = to_bitcode_without_drops(good)
    (folder / "a.bc").write_bytes(bitcode)
    return {
        "text": lambda warn: pyllvm.parse_assembly(good, llvm_version=14, input_llvm_version=19, warn=warn),
        "file of text": lambda warn: pyllvm.read(folder / "a.ll", llvm_version=14, input_llvm_version=19, warn=warn),
        "all of text": lambda warn: pyllvm.read_all(folder / "a.ll", llvm_version=14, input_llvm_version=19, warn=warn)[0],
        "bitcode": lambda warn: pyllvm.parse_bitcode(bitcode, llvm_version=14, warn=warn),
        "lazy bitcode": lambda warn: pyllvm.parse_bitcode(bitcode, llvm_version=14, lazy=True, warn=warn),
        "file of bitcode": lambda warn: pyllvm.read(folder / "a.bc", llvm_version=14, warn=warn),
        "all of bitcode": lambda warn: pyllvm.read_all(folder / "a.bc", llvm_version=14, warn=warn)[0],
    }


def to_bitcode_without_drops(text: str) -> bytes:
    """The bitcode of a text whose debug information has another version."""
    from pyllvm.assembly import parse_assembly

    return write_bitcode(parse_assembly(text.encode(), llvm_version=19))


def test_readers_agree_on_warnings_and_on_what_is_left(tmp_path: Path) -> None:
    for name, reader in readers(tmp_path).items():
        said: list[Diagnostic] = []
        module = reader(said.append)
        assert sorted(one.message.partition(" (")[0] for one in said) == WARNINGS, name
        assert all(one.severity == "warning" for one in said)
        text = str(module)
        assert ("nneg" in text, "!llvm.dbg.cu" in text, "!tbaa" in text) == (False, False, True), name
        assert module.llvm_version == 14
        assert str(reader(None)) == text


def test_bitcode_with_a_broken_access_tag_has_none() -> None:
    """LLVM drops all of them when it reads bitcode, and keeps them in text, where the verifier finds them."""
    text = TEXT.replace("TAG", '!"no number"')
    assert "!tbaa" not in str(pyllvm.parse_bitcode(to_bitcode_without_drops(text)))
    assert "!tbaa" in str(pyllvm.parse_assembly(text, llvm_version=19))


def test_a_newer_llvm_is_warned_about() -> None:
    bitcode = write_bitcode(pyllvm.parse_assembly("@x = global i32 0\n", llvm_version=NEXT), producer=NEWER)
    said: list[Diagnostic] = []
    assert pyllvm.parse_bitcode(bitcode, warn=said.append).llvm_version == NEXT
    assert [one.message for one in said] == [f"bitcode of LLVM {NEXT + 1} is read as LLVM {NEXT}, the newest that pyllvm knows"]
    pyllvm.parse_bitcode(bitcode)


def test_a_mistake_in_a_text_has_help() -> None:
    with pytest.raises(pyllvm.PyllvmError) as caught:
        pyllvm.parse_assembly("define i32 @f() {\n  rett i32 0\n}\n")
    assert caught.value.diagnostic.hint == "a function returns with 'ret'"


def test_writers_tell_what_is_dropped(tmp_path: Path) -> None:
    module = pyllvm.parse_assembly(TEXT.partition("!llvm")[0].replace(", !tbaa !3", ""), llvm_version=19)
    before = str(module)
    writers: list[Callable[[Warn | None], object]] = [
        lambda warn: pyllvm.to_assembly(module, llvm_version=14, warn=warn),
        lambda warn: pyllvm.to_bitcode(module, llvm_version=14, warn=warn),
        lambda warn: len(pyllvm.write(module, tmp_path / "x.bc", llvm_version=14, warn=warn)),
    ]
    for writer in writers:
        said: list[Diagnostic] = []
        assert writer(said.append) == writer(None)
        assert [one.message.partition(" (")[0] for one in said] == WARNINGS[:1]
    assert str(module) == before
    for wrong, error in (("x.txt", pyllvm.PyllvmError), (5, TypeError)):
        with pytest.raises(error):
            pyllvm.write(module, wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a module is written in the form 'll' or 'bc', not 'txt'"):
        pyllvm.write(module, tmp_path / "x.bc", form="txt")
