"""Intrinsics: their names, with types where these are known, and their declarations."""

from __future__ import annotations

from pyllvm.lsp.completion import completions
from pyllvm.lsp.proposals import Proposal
from pyllvm.lsp.session import Session


def offered(line: str, version: int = 19, before: str = "") -> list[Proposal]:
    text = f"{before}define void @f(i32 %a, ptr %p) {{\n  {line}\n}}\n"
    offset = text.index("|")
    return completions(Session("x", text.replace("|", "", 1), version), offset).proposals


def test_the_result_tells_the_types() -> None:
    (first,) = offered("%q = call i32 @llvm.ctpo|")
    assert first.text == "@llvm.ctpop.i32"
    assert first.detail == "int T0 (T0)"
    assert [edit.text for edit in first.edits] == ["declare i32 @llvm.ctpop.i32(i32)\n"]


def test_the_arguments_tell_the_types() -> None:
    found = offered("call void @llvm.memset|(ptr %p, i8 0, i64 4, i1 false)")
    assert found[0].text == "@llvm.memset.p0.i64"
    assert [edit.text for edit in found[0].edits] == ["declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"]
    assert offered("call void @llvm.memset|")[0].text == "@llvm.memset"


def test_typed_pointers_are_in_the_name_and_in_the_declaration() -> None:
    text = "define void @f(i8* %p) {\n  call void @llvm.memset|(i8* %p, i8 0, i64 4, i1 false)\n}\n"
    first = completions(Session("x", text.replace("|", ""), 13), text.index("|")).proposals[0]
    assert first.text == "@llvm.memset.p0i8.i64"
    assert [edit.text for edit in first.edits] == ["declare void @llvm.memset.p0i8.i64(i8*, i8, i64, i1)\n"]


def test_named_structs() -> None:
    found = offered("%q = call %T @llvm.ssa.cop|(%T zeroinitializer)", before="%T = type { i32 }\n")
    assert found[0].text == "@llvm.ssa.copy.s_Ts"
    assert [edit.text for edit in found[0].edits] == ["declare %T @llvm.ssa.copy.s_Ts(%T)\n"]


def test_what_is_declared_is_not_declared_again() -> None:
    before = "declare i32 @llvm.ctpop.i32(i32)\n"
    found = offered("%q = call i32 @llvm.ctpop|", before=before)
    assert [(one.text, one.edits) for one in found] == [("@llvm.ctpop.i32", ())]


def test_those_with_another_result_come_last() -> None:
    found = [one.text for one in offered("call void @llvm.tr|")]
    assert found[0] == "@llvm.trap"
    assert "@llvm.trunc" in found
    assert "@llvm.ssa.copy" in [one.text for one in offered("call void @llvm.ssa|")], "no argument is void"


def test_each_version_has_its_own() -> None:
    assert [one.text for one in offered("%q = call i32 @llvm.ucmp|", 19)] == ["@llvm.ucmp"]
    assert offered("%q = call i32 @llvm.ucmp|", 18) == []


def test_intrinsics_of_targets() -> None:
    assert "@llvm.x86." in [one.text for one in offered("call void @llvm.x|")]
    assert "@llvm.x86.sse2.pause" in [one.text for one in offered("call void @llvm.x86.sse2.pa|")]


def test_a_declaration_needs_no_other() -> None:
    text = "declare i32 @llvm.smi|\n"
    (found,) = completions(Session("x", text.replace("|", ""), 19), text.index("|")).proposals
    assert (found.text, found.edits) == ("@llvm.smin.i32", ())
