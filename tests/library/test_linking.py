"""``pyllvm.link``: modules of any LLVM in, one out, and the inputs stay as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyllvm

CALLER = "declare i32 @f()\n\ndefine i32 @main() {\n  %r = call i32 @f()\n  ret i32 %r\n}\n"
CALLEE = "define i32 @f() {\n  ret i32 42\n}\n"


def test_modules() -> None:
    caller = pyllvm.parse_assembly(CALLER, "caller", llvm_version=19)
    callee = pyllvm.parse_assembly(CALLEE, "callee", llvm_version=19)
    before = (str(caller), str(callee))
    whole = pyllvm.link([caller, callee])
    assert [function.name for function in whole.functions] == ["main", "f"]
    assert (whole.llvm_version, whole.identifier) == (19, "llvm-link")
    assert (str(caller), str(callee)) == before
    assert str(pyllvm.link([caller, callee])) == str(whole)


def test_files(tmp_path: Path) -> None:
    (tmp_path / "caller.ll").write_text(CALLER)
    pyllvm.write(pyllvm.parse_assembly(CALLEE, llvm_version=19), tmp_path / "callee.bc")
    whole = pyllvm.link([tmp_path / "caller.ll", str(tmp_path / "callee.bc")], llvm_version=19)
    assert [function.name for function in whole.functions] == ["main", "f"]


def test_newest_version_is_taken() -> None:
    old = pyllvm.parse_assembly("define i32* @old(i32* %p) {\n  ret i32* %p\n}\n", "old", llvm_version=14)
    new = pyllvm.parse_assembly(CALLEE, "new", llvm_version=19)
    assert "define ptr @old(ptr %p)" in str(pyllvm.link([old, new]))
    assert "define i32* @old(i32* %p)" in str(pyllvm.link([old]))


def test_options() -> None:
    caller = pyllvm.parse_assembly(CALLER, "caller", llvm_version=19)
    library = pyllvm.parse_assembly(CALLEE + "define void @unused() {\n  ret void\n}\n", "library", llvm_version=19)
    needed = pyllvm.link([caller, library], only_needed=True, internalize=True)
    found = needed.get("f")
    assert found is not None and found.linkage == "internal"
    assert needed.get("unused") is None


def test_warnings_and_errors() -> None:
    one = pyllvm.parse_assembly('target triple = "x86_64-pc-linux-gnu"\n' + CALLEE, "one", llvm_version=19)
    two = pyllvm.parse_assembly('target triple = "aarch64-pc-linux-gnu"\n', "two", llvm_version=19)
    said: list[pyllvm.Diagnostic] = []
    pyllvm.link([one, two], warn=said.append)
    assert [diagnostic.severity for diagnostic in said] == ["warning"]
    with pytest.raises(pyllvm.PyllvmError, match="Linking globals named 'f': symbol multiply defined!") as caught:
        pyllvm.link([one, one])
    assert len(caught.value.diagnostic.notes) == 2


def test_nothing() -> None:
    assert pyllvm.link([]).functions == []


def test_typed_and_opaque_pointers() -> None:
    """LLVM 15 has both kinds, but one module has only one."""
    typed = pyllvm.parse_assembly("@x = global i32 1\n@y = global i32* @x", llvm_version=14)
    opaque = pyllvm.parse_assembly("@z = global ptr @x\n@x = external global i32", llvm_version=15)
    for inputs in ([typed, opaque], [opaque, typed]):
        linked = str(pyllvm.link(inputs))
        assert "@y = global ptr @x" in linked and "@z = global ptr @x" in linked
    assert "@y = global i32* @x" in str(pyllvm.link([typed], llvm_version=15))


DESCRIBED = """\
@NAME = global i32 0, !dbg !0
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!6}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "v", scope: !2, file: !3, line: 1, type: !4)
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !3, globals: !5)
!3 = !DIFile(filename: "a.c", directory: "")
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !{!0}
!6 = !{i32 2, !"Debug Info Version", i32 3}
"""


def test_equal_metadata_of_several_versions_is_one_node() -> None:
    """llvm-link reads all modules into one context, so each of these nodes is there once."""
    versions = (22, 19, 14)
    modules = [pyllvm.parse_assembly(DESCRIBED.replace("NAME", f"v{one}"), llvm_version=one) for one in versions]
    text = str(pyllvm.link(modules))
    for node in ("!DIFile(", "!DIBasicType("):
        assert text.count(f"= {node}") == 1
    assert text.count("= distinct !DICompileUnit(") == len(versions)


def test_losses_and_dropped_debug_info_are_told(tmp_path: Path) -> None:
    module = pyllvm.parse_assembly("define i32 @f(i8 %x) {\n  %w = zext nneg i8 %x to i32\n  ret i32 %w\n}\n", llvm_version=19)
    (tmp_path / "old.ll").write_text(DESCRIBED.replace("i32 3}", "i32 2}"))
    said: list[pyllvm.Diagnostic] = []
    made = pyllvm.link([module, tmp_path / "old.ll"], llvm_version=14, warn=said.append)
    assert [one.message.partition(" (")[0] for one in said] == [
        "ignoring debug info with an invalid version",
        "dropped 'nneg' of zext in 1 place",
    ]
    assert str(pyllvm.link([module, tmp_path / "old.ll"], llvm_version=14)) == str(made)
    (tmp_path / "broken.ll").write_text(DESCRIBED + "define void @f() {\nentry:\n  br label %entry\n}\n")
    with pytest.raises(pyllvm.PyllvmError, match=r"broken\.ll: the module is broken"):
        pyllvm.link([tmp_path / "broken.ll"])
