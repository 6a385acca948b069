"""`pyllvm.verify`: what it reports besides the rules of LLVM's verifier."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyllvm
from pyllvm import PyllvmError, parse_assembly, verify
from pyllvm.ir import Context, Module
from pyllvm.ir.instructions import CastInst
from rows import each_row
from wishing import wishing

NON_NEGATIVE = """
define i32 @f(i8 %x) {
  %wide = zext i8 %x to i32
  ret i32 %wide
}
"""


def test_a_flag_that_the_version_does_not_have_is_an_error() -> None:
    module = pyllvm.parse_assembly(NON_NEGATIVE, "f.ll", llvm_version=14)
    assert pyllvm.verify(module) == []
    extension = next(iter(module.functions[0].instructions))
    assert isinstance(extension, CastInst)
    extension.flags = 1
    (diagnostic,) = pyllvm.verify(module)
    assert diagnostic.severity == "error"
    assert diagnostic.message == "LLVM 14 does not have 'nneg' of zext (LLVM 18 and newer)"
    assert diagnostic.scope is not None
    assert diagnostic.scope.function == "@f"


def test_an_intrinsic_of_a_newer_version_is_no_error_beside_another_one() -> None:
    module = pyllvm.parse_assembly("declare i32 @llvm.ucmp.i32.i32(i32, i32)\n" + NON_NEGATIVE, llvm_version=14)
    next(module.function("f").instructions).flags = 1  # type: ignore[attr-defined]
    (diagnostic,) = pyllvm.verify(module)
    assert diagnostic.message == "LLVM 14 does not have 'nneg' of zext (LLVM 18 and newer)"


def test_an_unknown_intrinsic_is_no_error() -> None:
    module = pyllvm.parse_assembly("declare i32 @llvm.amdgcn.nobody.knows.this(i32)\n", llvm_version=19)
    assert pyllvm.verify(module) == []


RULES = sorted((Path(__file__).parents[1] / "verifier").rglob("*.ll"))


def rule_versions(path: Path) -> list[int]:
    """The versions in the head of a file of the verifier's tests: the first and the last."""
    head = path.read_text().partition("\n")[0]
    versions = [int(word) for word in head.partition("versions:")[2].split() if word.isdigit()]
    return sorted({versions[0], versions[-1]}) if versions else [22]


def findings_of_the_command(text: bytes, version: int) -> list[tuple[str, str]]:
    """What `pyllvm verify` finds in a text."""
    from pyllvm.assembly import TextReading, parse_text
    from pyllvm.findings.report import Reporter
    from pyllvm.reading.check import Check

    check = Check()

    def run(module: Module) -> None:
        check.run(module, lambda module: Reporter(module, None))

    parse_text(text, TextReading("m", wishing(unifies_types=True)), version, check=run)
    return [(one.severity, one.message) for one in check.diagnostics]


def findings_of_the_library(text: bytes, version: int) -> list[tuple[str, str]]:
    return [(one.severity, one.message) for one in verify(parse_assembly(text, "m", llvm_version=version))]


@each_row("path", RULES, ids=lambda path: path.stem)
def test_the_library_finds_what_the_command_finds(path: Path) -> None:
    text = path.read_bytes()
    for version in rule_versions(path):
        try:
            expected = findings_of_the_command(text, version)
        except PyllvmError:
            continue
        if version >= 19 and any("llvm.dbg." in message for _, message in expected):
            continue  # the library has records in place of these calls
        assert findings_of_the_library(text, version) == expected, version


UNIT = """\
!named = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)
!1 = !DIFile(filename: "a.c", directory: "/")
"""
FLAG = """\
!llvm.module.flags = !{!2}
!2 = !{i32 2, !"Debug Info Version", i32 3}
"""
RECORD = """\
define void @f() {
  %s = alloca i32
  call void @llvm.dbg.declare(metadata ptr %s, metadata !"", metadata !DIExpression()), !dbg !DILocation(scope: !1)
  ret void
}
declare void @llvm.dbg.declare(metadata, metadata, metadata)
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"Debug Info Version", i32 3}
!1 = distinct !DISubprogram()
"""


@pytest.mark.parametrize("text", [UNIT, UNIT + FLAG, RECORD], ids=["unit", "unit with version", "record"])
def test_broken_debug_information_is_no_error(text: str) -> None:
    found = findings_of_the_library(text.encode(), 19)
    assert len(found) == len(findings_of_the_command(text.encode(), 19))
    assert all(severity == "warning" for severity, _ in found)


def test_writing_and_reading_again_is_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(module: Module, context: Context) -> Module:
        raise PyllvmError("it cannot be read")

    module = parse_assembly("define void @f() {\n  ret void\n}\n")
    monkeypatch.setattr("pyllvm.library.verification.copy_module", fails)
    assert verify(module) == []
    assert [diagnostic.message for diagnostic in verify(module, rewrite=True)] == ["it cannot be read"]


@pytest.mark.parametrize("version", [2, 3])
def test_debug_information_of_another_version_is_dropped_before_it_is_verified(version: int) -> None:
    """As in LLVM's tools. It may be attached to a symbol alone."""
    text = (
        "define void @f() !dbg !0 {\n  ret void\n}\n!llvm.module.flags = !{!1}\n"
        '!0 = distinct !DISubprogram(name: "f", spFlags: DISPFlagDefinition)\n!1 = !{i32 2, !"Debug Info Version", i32 3}\n'
    )
    module = parse_assembly(text, llvm_version=19)
    if version == 2:
        module.named_metadata = []
    found = [diagnostic.message for diagnostic in verify(module)]
    assert found == ([] if version == 2 else ["subprogram definitions must have a compile unit"])
    assert "!dbg" in str(module)
