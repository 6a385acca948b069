"""A module's version has one owner: who asks for another version gets that LLVM's reading of the module, or one clear error."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.module import Module
from rows import each_row

VERSIONS = (8, 14, 19, 22)
OPAQUE_SINCE = 15

# What LLVM 8 and 14, and what LLVM 19 and 22, print of one module.
TYPED = """\
source_filename = "f.c"

@count = global i32 7, align 4

declare i32 @callee(i32*)

define i32 @f(i8* %p) {
entry:
  %cast = bitcast i8* %p to i32*
  %loaded = load i32, i32* %cast, align 4
  %called = call i32 @callee(i32* @count)
  %sum = add nsw i32 %loaded, %called
  ret i32 %sum
}
"""
OPAQUE = """\
source_filename = "f.c"

@count = global i32 7, align 4

declare i32 @callee(ptr)

define i32 @f(ptr %p) {
entry:
  %cast = bitcast ptr %p to ptr
  %loaded = load i32, ptr %cast, align 4
  %called = call i32 @callee(ptr @count)
  %sum = add nsw i32 %loaded, %called
  ret i32 %sum
}
"""
# What LLVM 14 and 8 have for the newer module: the cast to the type that it has already is gone.
DOWN = (
    TYPED.replace("%cast = bitcast i8* %p", "%0 = bitcast i8* %p")
    .replace("i32* %cast", "i32* %0")
    .replace("@callee(i32*", "@callee(i8*")
    .replace("i8* @count", "i8* bitcast (i32* @count to i8*)")
)
NEWER = """\
define i32 @f(ptr %p) {
  %b = call preserve_nonecc i32 @f(ptr %p)
  ret i32 %b
}
"""
REFUSAL = "this module is of LLVM 19; LLVM 14 cannot hold the calling convention 'preserve_nonecc' (LLVM 19 and newer)"


def text_of(version: int) -> str:
    return OPAQUE if version >= OPAQUE_SINCE else TYPED


def module_of(version: int) -> Module:
    return pyllvm.parse_assembly(text_of(version), "f.ll", llvm_version=version)


def shown(text: str) -> str:
    """A printed module without the line that names its file."""
    return text.split("\n", 1)[1]


@pytest.fixture
def bitcode19(tmp_path: Path) -> Path:
    path = tmp_path / "newer.bc"
    pyllvm.write(pyllvm.parse_assembly(NEWER, llvm_version=19), path)
    return path


@each_row("asked", VERSIONS)
@each_row("version", VERSIONS)
def test_a_module_of_one_version_asked_for_as_another(version: int, asked: int) -> None:
    module = module_of(version)
    expected = DOWN if version >= OPAQUE_SINCE > asked else text_of(asked)
    assert shown(pyllvm.to_assembly(module, llvm_version=asked)) == expected
    read = pyllvm.parse_bitcode(pyllvm.to_bitcode(module, llvm_version=asked))
    assert read.llvm_version == asked
    assert shown(str(read)) == expected
    assert pyllvm.parse_bitcode(pyllvm.to_bitcode(module), llvm_version=asked).llvm_version == asked
    assert module.llvm_version == version
    assert shown(str(module)) == text_of(version)


@pytest.mark.oracle
@pytest.mark.parametrize("version", [14, 19, 22])
def test_the_texts_are_llvms(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    for asked_from in VERSIONS:
        path = tmp_path / "f.bc"
        path.write_bytes(pyllvm.to_bitcode(module_of(asked_from), llvm_version=version))
        done = subprocess.run([llvm_tool(version, "llvm-dis"), "-o", "-", path], capture_output=True, check=True, text=True)
        assert shown(done.stdout) == (DOWN if asked_from >= OPAQUE_SINCE > version else text_of(version))


@pytest.mark.parametrize("words", [["dis", "-o", "-"], ["verify"], ["link", "-S", "-o", "-"]])
def test_commands_refuse_what_the_version_cannot_hold(words: list[str], bitcode19: Path, pyllvm: Callable[..., object]) -> None:
    for selection in ({"PYLLVM_LLVM_VERSION": "14"}, {}):
        chosen = [] if selection else ["--llvm-version", "14"]
        outcome = pyllvm(words[0], *chosen, *words[1:], bitcode19, environment=selection)
        assert (outcome.status, outcome.output) == (1, b"")  # type: ignore[attr-defined]
        assert f"error: {REFUSAL}" in outcome.errors  # type: ignore[attr-defined]


def test_reading_as_an_older_version_is_refused(bitcode19: Path) -> None:
    with pytest.raises(PyllvmError) as raised:
        pyllvm.read(bitcode19, llvm_version=14)
    assert str(raised.value) == REFUSAL


def test_linking_as_an_older_version_is_refused(bitcode19: Path) -> None:
    with pytest.raises(PyllvmError) as raised:
        pyllvm.link([pyllvm.read(bitcode19)], llvm_version=14)
    assert str(raised.value) == REFUSAL


@pytest.mark.parametrize("name", ["f.bc", "f.ll"])
def test_write_returns_the_losses(name: str, tmp_path: Path) -> None:
    module = pyllvm.parse_assembly("define i32 @f(i8 %x) {\n  %y = zext nneg i8 %x to i32\n  ret i32 %y\n}\n", llvm_version=22)
    losses = pyllvm.write(module, tmp_path / name, llvm_version=14)
    assert [loss.construct for loss in losses] == ["'nneg' of zext"]
    assert module.llvm_version == 22
    assert pyllvm.read(tmp_path / name, llvm_version=14).llvm_version == 14


def test_write_leaves_no_file_on_an_error(tmp_path: Path) -> None:
    with pytest.raises(PyllvmError, match="cannot hold the calling convention 'preserve_nonecc'"):
        pyllvm.write(pyllvm.parse_assembly(NEWER, llvm_version=19), tmp_path / "f.bc", llvm_version=14)
    assert list(tmp_path.iterdir()) == []


def test_text_of_a_newer_version_is_of_that_version() -> None:
    assert "i32*" not in pyllvm.to_assembly(module_of(14), llvm_version=19)


@pytest.mark.parametrize(
    ("version", "asked", "text", "warnings"),
    [
        (
            22,
            19,
            "define void @f() sanitize_alloc_token { ret void }\n",
            ["dropped attribute 'sanitize_alloc_token' in 1 place (LLVM 22 has it, LLVM 19 does not)"],
        ),
        (
            19,
            14,
            "@g = global i32 0, no_sanitize_address\n"
            "define i32 @f(i8 %a) {\n  %b = zext nneg i8 %a to i32\n  %c = zext nneg i8 %a to i32\n  ret i32 %b\n}\n",
            [
                "dropped sanitizer flags of a global variable in 1 place (LLVM 15 has it, LLVM 14 does not)",
                "dropped 'nneg' of zext in 2 places (LLVM 18 has it, LLVM 14 does not)",
            ],
        ),
    ],
)
def test_nothing_is_left_out_in_silence(version: int, asked: int, text: str, warnings: list[str]) -> None:
    module = pyllvm.parse_assembly(text, llvm_version=version)
    for write in (pyllvm.to_bitcode, pyllvm.to_assembly):
        reported: list[pyllvm.Diagnostic] = []
        write(module, llvm_version=asked, warn=reported.append)  # type: ignore[operator]
        assert [(one.severity, one.message) for one in reported] == [("warning", warning) for warning in warnings]


def test_commands_report_what_they_drop(tmp_path: Path, pyllvm: Callable[..., object]) -> None:
    path = tmp_path / "newer.bc"
    path.write_bytes(_flagged())
    for words in (["dis", "-o", "-"], ["link", "-S", "-o", "-"], ["verify"]):
        outcome = pyllvm(words[0], "--llvm-version", "14", *words[1:], path)
        assert outcome.status == 0  # type: ignore[attr-defined]
        assert "warning: dropped 'nneg' of zext in 1 place (LLVM 18 has it, LLVM 14 does not)" in outcome.errors  # type: ignore[attr-defined]


def _flagged() -> bytes:
    text = "define i32 @f(i8 %a) {\n  %b = zext nneg i8 %a to i32\n  ret i32 %b\n}\n"
    return pyllvm.to_bitcode(pyllvm.parse_assembly(text, llvm_version=19))


def test_debug_records_are_written_as_calls_to_18() -> None:
    text = (
        "define void @f(i32 %a) !dbg !2 {\n    #dbg_value(i32 %a, !4, !DIExpression(), !5)\n  ret void\n}\n"
        '!llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n!0 = !{i32 2, !"Debug Info Version", i32 3}\n'
        "!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3)\n"
        '!2 = distinct !DISubprogram(name: "f", unit: !1)\n!3 = !DIFile(filename: "f.c", directory: "")\n'
        '!4 = !DILocalVariable(name: "a", scope: !2)\n!5 = !DILocation(line: 1, scope: !2)\n'
    )
    module = pyllvm.parse_assembly(text, llvm_version=19)
    read = pyllvm.parse_bitcode(pyllvm.to_bitcode(module, llvm_version=18))
    assert "call void @llvm.dbg.value(metadata i32 %a, " in str(read)
    assert "#dbg_value" in str(module)


def test_writing_leaves_unused_declarations_where_they_are() -> None:
    text = "declare void @llvm.dbg.value(metadata, metadata, metadata)\n"
    module = pyllvm.parse_assembly(text, llvm_version=18)
    before = str(module)
    assert "llvm.dbg.value" not in str(pyllvm.parse_bitcode(pyllvm.to_bitcode(module, llvm_version=19)))
    assert module.get("llvm.dbg.value") in module.functions
    assert str(module) == before


def test_writing_and_printing_change_no_module(data: Path) -> None:
    seen = 0
    for path in sorted((data / "language").glob("*.ll")):
        try:
            module = pyllvm.read(path)
        except PyllvmError:
            continue
        seen += 1
        version = module.llvm_version
        before = str(module)
        functions = list(module.functions)
        written = pyllvm.to_bitcode(module)
        assert list(module.functions) == functions
        assert module.llvm_version == version
        assert str(module) == before
        assert pyllvm.to_bitcode(module) == written
    assert seen > 80
