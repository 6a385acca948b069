"""What LLVM does with a module that it has read: every command and the library agree on it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import pyllvm as library
from archives import gnu_archive
from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import write_bitcode
from pyllvm.reading.check import Check

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


# Debug information of another version than LLVM's.
OTHER: Final = """define void @f() !dbg !3 {
  ret void, !dbg !4
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "x", emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 2}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 1, scope: !3)
!5 = !DISubroutineType(types: null)
"""
# Debug information of LLVM's version, whose subprogram belongs to a file and not to a compile unit.
ILL_FORMED: Final = OTHER.replace('Version", i32 2', 'Version", i32 3').replace("unit: !0", "unit: !1")
# More than its debug information is broken.
BROKEN: Final = ILL_FORMED.replace("  ret void,", "  %x = add i32 %y, 1\n  %y = add i32 %x, 1\n  ret void,")


@pytest.fixture
def debug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with three modules, each as text, as bitcode, and in an archive."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("other", OTHER), ("ill", ILL_FORMED), ("broken", BROKEN)):
        Path(f"{name}.ll").write_text(text)
        bitcode = write_bitcode(parse_assembly(text.encode(), f"{name}.ll", llvm_version=19))
        Path(f"{name}.bc").write_bytes(bitcode)
        Path(f"{name}.a").write_bytes(gnu_archive({f"{name}.bc": bitcode}))
    return tmp_path


def other_version(name: str) -> str:
    """The warning about `OTHER`."""
    return f"warning: ignoring debug info with an invalid version (2) in {name}\n"


def has_debug_info(text: str | bytes) -> bool:
    """Whether a text has debug information."""
    return "!DICompileUnit" in (text.decode() if isinstance(text, bytes) else text)


def test_all_readers_drop_debug_info_of_another_version(debug: Path, pyllvm: Run) -> None:
    for name in ("other.ll", "other.bc"):
        assert pyllvm("verify", name).errors == f"pyllvm-verify: {name}: {other_version(name)}"
        linked = pyllvm("link", "-S", "-v", name)
        assert linked.errors == f"Loading '{name}'\n{other_version(name)}Linking in '{name}'\nWriting bitcode...\n"
        assert not has_debug_info(linked.output)
        warnings: list[library.Diagnostic] = []
        for module in (library.read(name, warn=warnings.append), library.link([name], warn=warnings.append)):
            assert not has_debug_info(library.to_assembly(module))
        assert [f"{warning.severity}: {warning.message}\n" for warning in warnings] == [other_version(name)] * 2
    shown = pyllvm("dis", "-o", "-", "other.bc")
    assert (shown.errors, has_debug_info(shown.output)) == (f"pyllvm-dis: {other_version('other.bc')}", False)
    assert pyllvm("as", "-o", "-", "other.ll", "--llvm-version=19").errors == other_version("other.ll")


def test_a_body_that_is_read_later_loses_its_debug_info_then(debug: Path) -> None:
    module = library.read("other.bc", lazy=True)
    assert not module.functions[0].is_materialized
    assert module.functions[0].blocks[0].instructions[0].debug_location is None


def test_all_readers_drop_debug_info_that_alone_is_broken(debug: Path, pyllvm: Run) -> None:
    finding = "invalid unit type\n"
    for name in ("ill.ll", "ill.bc"):
        warning = f"warning: ignoring invalid debug info in {name}\n"
        verified = pyllvm("verify", name)
        assert (verified.status, finding in verified.errors, verified.errors.endswith(warning)) == (0, True, True)
        linked = pyllvm("link", "-S", "-disable-lazy-loading", name)
        assert (linked.status, has_debug_info(linked.output)) == (0, False)
        assert linked.errors.startswith(finding) and linked.errors.endswith(warning)
        warnings: list[library.Diagnostic] = []
        assert not has_debug_info(library.to_assembly(library.link([name], warn=warnings.append)))
        assert [f"{one.severity}: {one.message}\n" for one in warnings] == [warning]
    shown = pyllvm("dis", "-o", "-", "ill.bc")
    assert (shown.status, has_debug_info(shown.output)) == (0, False)
    assert shown.errors.startswith(finding) and shown.errors.endswith("warning: ignoring invalid debug info in ill.bc\n")
    assembled = pyllvm("as", "-o", "-", "ill.ll", "--llvm-version=19")
    assert assembled.status == 0
    assert assembled.errors.startswith(finding) and assembled.errors.endswith("warning: ignoring invalid debug info in ill.ll\n")


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "broken.bc"),
        ("verify", "broken.ll"),
        ("dis", "-o", "-", "broken.bc"),
        ("as", "-o", "-", "broken.ll"),
        ("link", "broken.ll"),
        ("link", "-disable-lazy-loading", "broken.bc"),
    ],
    ids=" ".join,
)
def test_where_more_is_broken_nothing_is_dropped(debug: Path, pyllvm: Run, words: tuple[str, ...]) -> None:
    outcome = pyllvm(*words)
    assert (outcome.status, outcome.output) == (1, b"")
    assert "Instruction does not dominate all uses!\n" in outcome.errors
    assert "ignoring" not in outcome.errors


def test_the_librarys_link_refuses_a_broken_file(debug: Path) -> None:
    with pytest.raises(library.PyllvmError, match=r"broken\.bc: the module is broken") as caught:
        library.link(["broken.bc"])
    assert "invalid unit type" in [note.message for note in caught.value.diagnostic.notes]


def test_read_leaves_to_verify_what_the_verifier_finds(debug: Path) -> None:
    for name in ("ill.ll", "ill.bc"):
        assert [one.message for one in library.verify(library.read(name))] == ["invalid unit type"]
    found = library.verify(library.read("broken.bc", lazy=True))
    assert [one.message for one in found] == ["invalid unit type", "Instruction does not dominate all uses!"]


def test_what_other_metadata_keeps_of_broken_debug_info_is_an_error(debug: Path, pyllvm: Run) -> None:
    """As for opt: the module is verified again when its debug information is gone."""
    Path("kept.ll").write_text(ILL_FORMED + "!kept = !{!3}\n")
    verified = pyllvm("verify", "kept.ll")
    assert verified.status == 1
    assert verified.errors.count("invalid unit type") == 2
    assert verified.errors.endswith("error: input module is broken!\n")


@pytest.mark.parametrize(
    ("words", "is_kept"),
    [
        (["other.bc"], False),
        (["other.ll"], False),
        # LLVM settles the debug information of a module that it reads lazily only where it is a file of its own.
        (["other.a"], True),
        (["-disable-lazy-loading", "other.a"], False),
    ],
)
def test_link_settles_debug_info_where_llvm_link_does(
    debug: Path, pyllvm: Run, llvm_tool: FindTool, words: list[str], is_kept: bool
) -> None:
    linked = pyllvm("link", "-S", "-v", "--llvm-version=19", *words)
    assert (linked.status, has_debug_info(linked.output)) == (0, is_kept)
    real = subprocess.run([llvm_tool(19, "llvm-link"), "-S", "-v", *words], capture_output=True, check=False)
    assert (real.stdout, real.stderr.decode()) == (linked.output, linked.errors)


def test_as_that_does_not_verify_leaves_debug_info_alone(debug: Path, pyllvm: Run, llvm_tool: FindTool) -> None:
    assembled = pyllvm("as", "-disable-verify", "-o", "-", "other.ll", "--llvm-version=19")
    assert (assembled.status, assembled.errors) == (0, "")
    assert b"DW_LANG" not in assembled.output
    shown = subprocess.run([llvm_tool(19, "llvm-dis"), "-o", "-"], input=assembled.output, capture_output=True, check=False)
    assert other_version("<stdin>") in shown.stderr.decode()


@pytest.mark.parametrize(
    ("kept", "is_broken"), [("", False), ("!kept = !{!6}\n!6 = distinct !DISubprogram(spFlags: DISPFlagDefinition)\n", True)]
)
def test_faults_in_debug_info_of_another_version_count_only_where_it_stays(kept: str, is_broken: bool) -> None:
    module = parse_assembly((OTHER.replace("unit: !0", "unit: !1") + kept).encode(), "", 19)
    check = Check(keeps_module=True)
    check.leaves_out_dropped = True
    check.run(module)
    assert check.is_broken == check.has_findings == is_broken
