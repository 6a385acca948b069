"""Modules that are printed and verified in parts give the same text, messages and status as with ``--jobs=1``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import BitcodeFile, Reading, write_bitcode
from pyllvm.cli.group import invoke_group
from pyllvm.diagnostics import PyllvmError
from pyllvm.reading import in_processes, in_turn
from pyllvm.reading.ways import Way

Run = Callable[..., tuple[int, bytes, bytes]]

# Functions that share types, attributes and metadata, and have some of their own.
WHOLE = """
%pair = type { i32, %inner }
%inner = type { ptr }
%late = type { i64 }
%0 = type { i8, i8 }
%1 = type { i16 }

@text = private constant [2 x i8] c"a\\00"
@unnamed = global %0 zeroinitializer
@0 = global i32 0

define i32 @first(ptr %p) #0 {
  %a = getelementptr %pair, ptr %p, i32 1
  %b = load i32, ptr %a, align 4, !tbaa !10
  ret i32 %b
}

declare void @declared(i32) #1

define void @second(ptr %p) #2 {
  %1 = alloca %1
  %2 = call i32 @first(ptr %p) #3
  call void @declared(i32 %2) #4
  store i32 %2, ptr %p, align 4, !tbaa !10
  br i1 true, label %3, label %4, !prof !20
3:
  br label %4
4:
  %5 = phi i32 [ 1, %0 ], [ 2, %3 ]
  ret void
}

define i64 @third(ptr %p) #0 {
  %a = getelementptr %late, ptr %p, i32 1
  %b = load i64, ptr %a, align 8, !tbaa !12, !range !21
  ret i64 %b
}

define void @fourth(ptr %p) !kind !22 {
  call void @declared(i32 7) #3
  call void @llvm.assume(i1 true) #5
  store i64 0, ptr %p, align 8, !tbaa !12
  store i32 0, ptr %p, align 4, !tbaa !14
  ret void
}

declare void @llvm.assume(i1)

attributes #0 = { nounwind }
attributes #1 = { cold }
attributes #2 = { noinline }
attributes #3 = { nounwind memory(read) }
attributes #4 = { noreturn }
attributes #5 = { willreturn }

!llvm.ident = !{!0}
!0 = !{!"made by hand"}
!10 = !{!11, !11, i64 0}
!11 = !{!"int", !16, i64 0}
!12 = !{!13, !13, i64 0}
!13 = !{!"long", !16, i64 0}
!14 = !{!15, !11, i64 0}
!15 = !{!"pair", !11, i64 0, !13, i64 8}
!16 = !{!"char", !17, i64 0}
!17 = !{!"root"}
!20 = !{!"branch_weights", i32 1, i32 2}
!21 = !{i64 0, i64 9}
!22 = distinct !{!22, !"only here"}
"""

DEBUG = """
define void @f(i32 %x) !dbg !5 {
    #dbg_value(i32 %x, !8, !DIExpression(), !9)
  call void @g(i32 %x), !dbg !9
  ret void, !dbg !10
}
define void @g(i32 %x) !dbg !11 {
    #dbg_value(i32 %x, !12, !DIExpression(DW_OP_deref), !13)
  ret void, !dbg !13
}
define void @h(i32 %x) !dbg !14 {
  ret void, !dbg !16
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DILocalVariable(name: "x", arg: 1, scope: !5, file: !1, line: 1)
!9 = !DILocation(line: 2, scope: !5)
!10 = !DILocation(line: 3, column: 4, scope: !5)
!11 = distinct !DISubprogram(name: "g", file: !1, line: 5, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!12 = !DILocalVariable(name: "x", arg: 1, scope: !11, file: !1, line: 5)
!13 = !DILocation(line: 2, scope: !11)
!14 = distinct !DISubprogram(name: "h", file: !1, line: 9, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!15 = distinct !DILocation(line: 7, scope: !14)
!16 = !DILocation(line: 2, scope: !5, inlinedAt: !15)
"""

# The table of an interpreter.
DISPATCHED = """
@table = private constant [2 x ptr] [ptr blockaddress(@f, %2), ptr blockaddress(@h, %b)]
declare void @k()
define void @g() {
  call void @k()
  ret void
}
define void @f(ptr %0) {
  br label %2
2:
  indirectbr ptr %0, [label %2]
}
define void @h() {
  br label %b
b:
  ret void
}
"""


@pytest.fixture
def pyllvm(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run a command in this process; returns its status, output and messages."""

    def run(*words: str | Path) -> tuple[int, bytes, bytes]:
        status = invoke_group([str(word) for word in words])
        return (status, *capfdbinary.readouterr())

    return run


@pytest.fixture
def outcomes(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Lets small files be worked on in parts, on three cores; returns whether that was possible, for each of the files."""
    found: list[bool] = []

    def noted(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(file: BitcodeFile, reading: Reading, way: Way, *newer: int | None, **checks: bool) -> Any:
            result = function(file, reading, way, *newer, **checks)
            if in_processes.processes(len(file.data), reading.wishes.cores) > 1:
                found.append(bool(result))
            return result

        return call

    monkeypatch.setattr(in_turn, "PART", 1)
    monkeypatch.setattr(in_turn, "PIECE", 1)
    monkeypatch.setattr(in_processes, "PIECE", 1)
    monkeypatch.setattr(in_processes, "available_cores", lambda: 3)
    monkeypatch.setattr(in_processes, "text_in_parts", noted(in_processes.text_in_parts))
    monkeypatch.setattr(in_processes, "is_valid_in_parts", noted(in_processes.is_valid_in_parts))
    return found


def file_of(folder: Path, text: str | bytes, version: int = 22) -> Path:
    """Bitcode of a text that need not be valid."""
    path = folder / "m.bc"
    path.write_bytes(write_bitcode(parse_assembly(text.encode() if isinstance(text, str) else text, "", version)))
    return path


def check_same(run: Run, path: Path, outcomes: list[bool], *options: str) -> bool:
    """Compare both commands with one, two and three processes; returns whether two and three could work in parts.

    One process works on the whole module, and then on many small parts in turn.
    """
    for command in (["dis", "-o", "-"], ["verify"]):
        with pytest.MonkeyPatch.context() as whole:
            whole.setattr(in_turn, "PART", 0)
            one = run(*command, "--jobs=1", *options, path)
        for jobs in (1, 2, 3):
            assert run(*command, f"--jobs={jobs}", *options, path) == one
    assert run("dis", "-o", "-", *options, path) == run("dis", "-o", "-", "-j1", *options, path)
    done = all(outcomes)
    outcomes.clear()
    return done


@pytest.mark.parametrize("text", [WHOLE, DEBUG, DISPATCHED], ids=["whole", "debug", "dispatched"])
def test_same_text(text: str, tmp_path: Path, pyllvm: Run, outcomes: list[bool]) -> None:
    """Numbers of types, attributes and metadata go on from part to part."""
    assert check_same(pyllvm, file_of(tmp_path, text), outcomes)


def test_debug_information_of_another_version_is_dropped_in_parts(tmp_path: Path, pyllvm: Run, outcomes: list[bool]) -> None:
    assert check_same(pyllvm, file_of(tmp_path, SEVERAL_PARTS["other version of debug information"]), outcomes)


def test_struct_that_is_numbered_late(tmp_path: Path, pyllvm: Run, outcomes: list[bool]) -> None:
    """Its type is found in a later part than its first use."""
    text = """
%0 = type { i32 }
@g = global i8* bitcast (void (%0*)* @h to i8*)
define void @f(i32 %x) {
  ret void
}
define void @h(%0* %p) {
  ret void
}
"""
    assert check_same(pyllvm, file_of(tmp_path, text, 14), outcomes, "--llvm-version=14")


def test_sample_and_corpus(data: Path, tmp_path: Path, pyllvm: Run, outcomes: list[bool]) -> None:
    """Real modules: that of the tests, and what clang makes of one function at several levels."""
    assert check_same(pyllvm, data / "sample.bc", outcomes)


def test_output_to_a_file_is_the_same(tmp_path: Path, pyllvm: Run, outcomes: list[bool]) -> None:
    path = file_of(tmp_path, WHOLE)
    written = []
    for jobs in (1, 3):
        assert pyllvm("dis", f"-j{jobs}", path) == (0, b"", b"")
        written.append(path.with_suffix(".ll").read_bytes())
    assert written[0] == written[1]
    assert outcomes == [True]


def _block_address() -> str:
    return (
        "define void @f() {\n  br label %b\nb:\n  ret void\n}\n"
        "define ptr @g() {\n  ret ptr blockaddress(@f, %b)\n}\ndefine void @h() {\n  ret void\n}\n"
    )


# Modules of which something concerns several parts, or is to be reported.
SEVERAL_PARTS = {
    "block address": _block_address(),
    "entry block's address": DISPATCHED.replace("(@h, %b)", "(@h, %0)"),
    "subprogram of two functions": DEBUG.replace("@g(i32 %x) !dbg !11", "@g(i32 %x) !dbg !5"),
    "unit that is not listed": DEBUG.replace("!llvm.dbg.cu = !{!0}", "!llvm.dbg.cu = !{}"),
    "other version of debug information": DEBUG.replace('"Debug Info Version", i32 3', '"Debug Info Version", i32 2'),
    "broken access tag": WHOLE.replace("!14 = !{!15, !11, i64 0}", "!14 = !{!15, !11, i64 4}"),
    "escaped and recovered": """
declare void @llvm.localescape(...)
declare ptr @llvm.localrecover(ptr, ptr, i32)
define void @f() {
  %a = alloca i32
  call void (...) @llvm.localescape(ptr %a)
  ret void
}
define void @g(ptr %p) {
  %a = call ptr @llvm.localrecover(ptr @f, ptr %p, i32 1)
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
""",
    "Fortran": DEBUG.replace("DW_LANG_C99", "DW_LANG_Fortran90"),
    "use of a reserved variable": """
@llvm.used = appending global [1 x ptr] [ptr @f], section "llvm.metadata"
define void @f() {
  ret void
}
define void @g() {
  ret void
}
define void @h(ptr %p) {
  store ptr @llvm.used, ptr %p
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
""",
    "intrinsic whose address is taken": """
declare void @llvm.assume(i1)
define void @f() {
  call void @llvm.assume(i1 true)
  ret void
}
define void @g(ptr %p) {
  store ptr @llvm.assume, ptr %p
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
""",
}


@pytest.mark.parametrize("name", SEVERAL_PARTS)
def test_what_concerns_several_parts(name: str, tmp_path: Path, pyllvm: Run, outcomes: list[bool]) -> None:
    check_same(pyllvm, file_of(tmp_path, SEVERAL_PARTS[name]), outcomes)


def test_equal_locations_in_functions_of_two_parts_have_one_number(tmp_path: Path, pyllvm: Run, outcomes: list[bool]) -> None:
    """A function without a subprogram may have any location; equal ones are one node, which no part could know."""
    function = "define void @{}(ptr %p) {{\n  store i32 1, ptr %p, !dbg !9\n  ret void\n}}\n"
    text = DEBUG.partition("define")[0] + function.format("k") + function.format("l") + DEBUG.partition("!llvm.dbg.cu")[2]
    text = text.replace(" = !{!0}", "!llvm.dbg.cu = !{!0}", 1)
    check_same(pyllvm, file_of(tmp_path, text), outcomes)


def rules() -> Sequence[Path]:
    """Every twelfth module of those that break rules of the verifier."""
    return sorted((Path(__file__).parents[1] / "verifier" / "rules").glob("*.ll"))[::12]


@pytest.mark.parametrize("path", rules(), ids=lambda path: path.stem)
def test_broken_modules(path: Path, tmp_path: Path, pyllvm: Run, outcomes: list[bool]) -> None:
    """The messages are those of one process, in their order."""
    text = path.read_bytes()
    version = int(text.split(b"\n")[0].split()[-1])
    try:
        bitcode = file_of(tmp_path, text, version)
    except PyllvmError:
        pytest.skip("the parser or the writer refuses it")
    check_same(pyllvm, bitcode, outcomes, f"--llvm-version={version}")


def test_damaged_files(tmp_path: Path, pyllvm: Run, outcomes: list[bool]) -> None:
    """Words changed here and there: in most files some part has an error, in others all of them."""
    path = file_of(tmp_path, WHOLE)
    sound = path.read_bytes()
    for place in range(24, len(sound), len(sound) // 12):
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 0x15]) + sound[place + 1 :])
        check_same(pyllvm, path, outcomes)
    path.write_bytes(sound[: len(sound) // 8 * 4])
    check_same(pyllvm, path, outcomes)


def test_options_that_need_the_whole_module(tmp_path: Path, pyllvm: Run, outcomes: list[bool]) -> None:
    """With them nothing is worked on in parts."""
    path = file_of(tmp_path, DEBUG)
    for option in ("--show-annotations", "--preserve-ll-uselistorder", "--materialize-metadata", "--write-debug-records=false"):
        assert pyllvm("dis", "-o", "-", option, path) == pyllvm("dis", "-o", "-", "-j1", option, path)
    assert pyllvm("verify", "--lint", path) == pyllvm("verify", "-j1", "--lint", path)
    assert outcomes == []


def test_other_version(tmp_path: Path, pyllvm: Run, outcomes: list[bool]) -> None:
    path = file_of(tmp_path, WHOLE, 19)
    for version in (18, 19, 22):
        check_same(pyllvm, path, outcomes, f"--llvm-version={version}")


def test_variable_decides(tmp_path: Path, pyllvm: Run, outcomes: list[bool], monkeypatch: pytest.MonkeyPatch) -> None:
    path = file_of(tmp_path, WHOLE)
    monkeypatch.delenv("PYLLVM_PART_BYTES", raising=False)  # with it, one process does all the work
    for text, expected in (("1", []), ("2", [True]), ("0", [True]), ("", [True])):
        monkeypatch.setenv("PYLLVM_JOBS", text)
        outcome = pyllvm("dis", "--verbose", "-o", "-", path)
        assert outcome[0] == 0
        assert ("parts in a process each" in str(outcome)) == bool(expected)
        assert outcomes == expected, text
        outcomes.clear()


def test_several_inputs_at_a_time_are_not_divided(tmp_path: Path, pyllvm: Run, outcomes: list[bool]) -> None:
    path = file_of(tmp_path, WHOLE)
    other = tmp_path / "n.bc"
    other.write_bytes(path.read_bytes())
    assert pyllvm("verify", "-j2", path, other)[0] == 0
    assert outcomes == []
    assert pyllvm("verify", path, other)[0] == 0
    assert outcomes == [True, True]
