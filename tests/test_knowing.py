"""Bitcode of newer LLVMs in a pyllvm that knows only LLVM 22: nothing is lost without a word, and LLVM 22 accepts the text."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm import parse_assembly
from pyllvm.bitcode.writer.module import write_bitcode
from pyllvm.cli.tool import is_compiled
from pyllvm.versions import NEXT

LAST = 22
GOOD = "define i32 @good(i32 %a) {\n  ret i32 %a\n}\n"
DEBUG = """!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !{})
"""

# The name, the text, and what is left out.
LEFT_OUT = [
    ("nothing", GOOD, ""),
    (
        "attributes",
        "declare void @g(ptr)\ndefine void @f(ptr nofreeobj %p) noipa {\n  call void @g(ptr nofreeobj %p) flatten\n"
        "  ret void\n}\n",
        "unknown attribute 109 in 1 place, unknown attribute 110 in 2 places, unknown attribute 108 in 1 place",
    ),
    (
        "layers",
        "define void @f() !dbg !5 {\n  ret void, !dbg !8\n}\n" + DEBUG + "!8 = !DILocation(line: 2, scope: !5, irlayers: !9)\n"
        '!9 = !DILayerLocList(!10)\n!10 = !DILayerLoc(line: 7, column: 1, file: !1, kind: "mlir")\n',
        "unknown metadata record 51 in 1 place, unknown metadata record 52 in 1 place, unknown field of !DILocation in 1 place",
    ),
    ("assembly", 'module asm(target_features: "a") "nop"\n' + GOOD, "unknown module record 19 in 1 place"),
    ("alignment", "define void @f() prefalign(16) {\n  ret void\n}\n", "unknown field of a function in 1 place"),
    (
        "scopes",
        "define i32 @f(ptr %p) {\n  %r = load i32, ptr %p, !alias.scope !1\n  ret i32 %r\n}\n"
        "!0 = distinct !{!0, i1 false}\n!1 = !{!2}\n!2 = distinct !{!2, !0}\n",
        "!alias.scope in an unknown form in 1 place",
    ),
    (
        "statics",
        "@s = internal global i32 0, !dbg !10\ndefine void @f() !dbg !5 {\n  store i32 1, ptr @s\n  ret void\n}\n"
        + DEBUG.replace("unit: !0)", "unit: !0, retainedNodes: !12)")
        + "!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())\n!12 = !{!10}\n"
        '!11 = distinct !DIGlobalVariable(name: "s", scope: !5, file: !1, line: 2, type: !13, isLocal: true)\n'
        '!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)\n',
        "element of !DISubprogram in an unknown form in 1 place",
    ),
    ("kinds", "define void @f(ptr %p) {\n  store i32 1, ptr %p, !mem.cache_hint !0\n  ret void\n}\n!0 = !{}\n", ""),
]
# The name, the text, and the error.
REFUSED = [
    ("bytes", "define b8 @f(b8 %x) {\n  ret b8 %x\n}\n" + GOOD, "unknown type record 27 in '@f'"),
    ("constants", '@g = global [2 x b8] c"ab"\n' + GOOD, "unknown type record 27 in '@g'"),
    (
        "bodies",
        "define void @f(ptr %p) {\n  %x = load b8, ptr %p\n  store b8 %x, ptr %p\n  ret void\n}\n" + GOOD,
        "unknown type record 27 in '@f'",
    ),
    (
        "bits",
        "define i8 @f(ptr %p) {\n  %x = load b32, ptr %p\n  %r = bitextract i8, b32 %x, i32 8\n  ret i8 %r\n}\n" + GOOD,
        "unknown instruction record 68 in '@f'",
    ),
    (
        "atomics",
        "define float @f(ptr %p, float %x) {\n  %r = atomicrmw fmaximumnum ptr %p, float %x seq_cst\n  ret float %r\n}\n" + GOOD,
        "unknown form of record 59 in '@f': Invalid record",
    ),
]

pytestmark = pytest.mark.skipif(is_compiled(), reason="tables of compiled modules cannot be changed")


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command of the pyllvm that knows LLVM 22."""
    program = [sys.executable, str(Path(__file__).with_name("knowing.py")), str(LAST)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYLLVM_")}
    return subprocess.run([*program, *map(str, words)], capture_output=True, encoding="utf-8", env=environment, check=False)


def newer(text: str, folder: Path) -> Path:
    """A file of the newest LLVM with this text."""
    path = folder / "new.bc"
    path.write_bytes(write_bitcode(parse_assembly(text, llvm_version=NEXT), producer=f"LLVM{NEXT}.0.0git"))
    return path


def accepted(llvm_as: str, text: Path) -> str:
    """The errors of the real LLVM 22 about a text."""
    ended = subprocess.run([llvm_as, text, "-o", os.devnull], capture_output=True, encoding="utf-8", check=False)
    return ended.stderr


@pytest.mark.oracle
@pytest.mark.parametrize(("name", "text", "words"), LEFT_OUT)
def test_what_is_left_out(name: str, text: str, words: str, tmp_path: Path, llvm_tool: Callable[[int, str], str]) -> None:
    output = tmp_path / "old.ll"
    ended = run("dis", newer(text, tmp_path), "-o", output)
    assert ended.returncode == 0, ended.stderr
    expected = f"warning: left out what pyllvm does not know: {words}" if words else ""
    assert ended.stderr.count("left out") == bool(words)
    assert expected in ended.stderr
    assert accepted(llvm_tool(LAST, "llvm-as"), output) == ""
    if words:
        assert run("dis", "--losses=error", newer(text, tmp_path), "-o", output).returncode == 1


@pytest.mark.parametrize("words", [["link", "-S"], ["extract", "-S", "--func=f"], ["strip", "-S"]])
def test_commands_that_read_bodies_on_demand(words: list[str], tmp_path: Path) -> None:
    text = next(text for name, text, _ in LEFT_OUT if name == "scopes")
    ended = run(*words, newer(text, tmp_path), "-o", "-")
    assert ended.returncode == 0
    assert "!alias.scope in an unknown form in 1 place" in ended.stderr
    assert "!alias.scope" not in ended.stdout


# The commands that read bitcode, with how each one ends if an instruction is unknown.
COMMANDS = [
    (["dis", "FILE", "-o", "-"], 1),
    (["link", "-S", "FILE", "-o", "-"], 1),
    (["verify", "FILE"], 2),
    (["strip", "-S", "FILE", "-o", "-"], 1),
    (["extract", "-S", "--func=f", "FILE", "-o", "-"], 1),
    (["diff", "FILE", "FILE"], 2),
    (["graph", "FILE", "-o", "-"], 1),
    (["nm", "FILE"], 0),
    (["stat", "FILE"], 0),
    (["bcanalyzer", "FILE"], 0),
]
# The commands that show what is in the file, whatever it means.
SHOWS = ("nm", "stat", "bcanalyzer")


@pytest.mark.parametrize(("words", "status"), COMMANDS)
def test_every_command(words: list[str], status: int, tmp_path: Path) -> None:
    texts = {name: text for name, text, _ in [*LEFT_OUT, *REFUSED]}
    file = newer(texts["layers"], tmp_path)
    ended = run(*[file if word == "FILE" else word for word in words])
    assert ended.returncode == 0, ended.stderr
    assert ("unknown metadata record 51 in 1 place" in ended.stderr) == (words[0] not in SHOWS)
    file = newer(texts["bits"], tmp_path)
    ended = run(*[file if word == "FILE" else word for word in words])
    assert ended.returncode == status, ended.stderr
    assert ("error: unknown instruction record 68 in '@f'" in ended.stderr) == (words[0] not in SHOWS)
    assert "Traceback" not in ended.stderr


@pytest.mark.oracle
@pytest.mark.parametrize(("name", "text", "message"), REFUSED)
def test_what_changes_the_meaning(
    name: str, text: str, message: str, tmp_path: Path, llvm_tool: Callable[[int, str], str]
) -> None:
    output = tmp_path / "old.ll"
    file = newer(text, tmp_path)
    ended = run("dis", file, "-o", output)
    assert ended.returncode == 1
    assert f"error: {message}\n" in ended.stderr
    assert "note: at bit " in ended.stderr
    assert "extract" in ended.stderr
    for words in (["nm"], ["stat", "--instructions"], ["bcanalyzer"], ["extract", "--func=good", "-o", tmp_path / "good.bc"]):
        assert run(*words, file).returncode == 0, words
    ended = run("dis", "--allow-unknown", file, "-o", output)
    assert ended.returncode == 0, ended.stderr
    assert accepted(llvm_tool(LAST, "llvm-as"), output) == ""
    assert "define i32 @good" in output.read_text()


def test_link_names_the_file_of_what_is_left_out(tmp_path: Path) -> None:
    """Several inputs may be newer than pyllvm."""
    ended = run("link", "-S", newer("declare void @f(ptr nofreeobj)\n", tmp_path), "-o", tmp_path / "whole.ll")
    assert ended.returncode == 0
    assert [line.count(".bc: warning: ") for line in ended.stderr.splitlines()] == [1, 1]
