"""Messages that changed in a release beside the ones that the other tests compare with."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable

import pytest

import pyllvm

from .verdicts import opt_verdict, our_verdict

pytestmark = pytest.mark.oracle

PARAMETERS = """\
declare void @streaming() "aarch64_pstate_sm_enabled" "aarch64_pstate_sm_compatible"
declare void @preserved() "aarch64_pstate_za_new" "aarch64_pstate_za_preserved"
declare void @shared() "aarch64_pstate_za_new" "aarch64_pstate_za_shared"
declare void @za() "aarch64_new_za" "aarch64_in_za"
declare void @zt0() "aarch64_new_zt0" "aarch64_in_zt0"
define <8192 x i32> @intrinsic(<8192 x i32> %l) {
  %b = call <8192 x i32> @llvm.fshr.v8192i32(<8192 x i32> %l, <8192 x i32> %l, <8192 x i32> %l)
  ret <8192 x i32> %b
}
declare <8192 x i32> @llvm.fshr.v8192i32(<8192 x i32>, <8192 x i32>, <8192 x i32>)
define <8192 x float> @argument(<8192 x float> %v) {
  %b = call <8192 x float> @argument(<8192 x float> %v)
  ret <8192 x float> %b
}
"""
TEXTS = {
    "attributes and alignments of parameters": PARAMETERS,
    "attachments": """\
define void @f(i32 %x) {
  call void @f(i32 %x), !llvm.access.group !0, !memprof !0, !callsite !0
  ret void
}
!0 = !{!1}
!1 = !{}
""",
    "a large address space": "define void @f() {\n  %y = alloca i32, addrspace(16777216)\n  ret void\n}\n",
    "an address space that is a word": "@s = private addrspace(D) constant i8 0\n",
    "an address space that is a value": "define void @f() {\n  %y = alloca i32, addrspace(@x)\n  ret void\n}\n",
}


@pytest.mark.parametrize("version", [13, 14, 15, 16, 19, 22])
@pytest.mark.parametrize("what", TEXTS)
def test_messages(what: str, version: int, llvm_tool: Callable[[int, str], str]) -> None:
    text = TEXTS[what]
    theirs = opt_verdict(llvm_tool(version, "opt"), version, text)
    ours = our_verdict(version, text)
    assert (ours.stage, ours.messages) == (theirs.stage, theirs.messages)


@pytest.mark.parametrize("version", [13, 14, 15])
def test_empty_nonnull(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    text = "define i8* @f(i8** %p) {\n  %v = load i8*, i8** %p, !nonnull !0\n  ret i8* %v\n}\n!0 = !{i32 1}\n"
    assert our_verdict(version, text).is_accepted
    assert opt_verdict(llvm_tool(version, "opt"), version, text).is_accepted


@pytest.mark.parametrize("version", [15, 16])
def test_alignment_of_byval(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    text = "declare void @f(ptr byval(<8 x float>) align 32768)\n"
    theirs = opt_verdict(llvm_tool(version, "opt"), version, text)
    assert theirs.first_message == "Attribute 'align' exceed the max size 2^14"
    assert our_verdict(version, text).messages == theirs.messages


@pytest.mark.parametrize("version", [16, 19, 22])
@pytest.mark.parametrize("word", ["none", "cold", "notcold", "hot", "notcoldandcold", "warm"])
def test_words_of_allocations(word: str, version: int, llvm_tool: Callable[[int, str], str]) -> None:
    text = f"""\
^0 = module: (path: "t.o", hash: (1, 2, 3, 4, 5))
^1 = gv: (guid: 23, summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0,
  live: 0, dsoLocal: 1, canAutoHide: 0), insts: 2, allocs: ((versions: (none), memProf: ((type: {word}, stackIds: (12))))))))
"""
    # opt does not read summaries.
    theirs = subprocess.run([llvm_tool(version, "llvm-as"), "-o", os.devnull], input=text, capture_output=True, text=True)
    ours = our_verdict(version, text)
    assert (ours.stage == "accepted") is (theirs.returncode == 0)
    assert theirs.returncode == 0 or f"error: {ours.text}\n" in theirs.stderr


@pytest.mark.parametrize("version", [13, 14, 19, 22])
def test_intrinsics_for_structs_without_names(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    text = """\
%0 = type { i32 }
%1 = type { i64 }
declare %0 @llvm.ssa.copy.foo(%0)
declare %1 @llvm.ssa.copy.bar(%1)
declare %1 @llvm.ssa.copy.s_s.0(%1)
define void @f(%0 %a, %1 %b) {
  %x = call %0 @llvm.ssa.copy.foo(%0 %a)
  %y = call %1 @llvm.ssa.copy.bar(%1 %b)
  %z = call %1 @llvm.ssa.copy.s_s.0(%1 %b)
  ret void
}
"""
    theirs = subprocess.run(
        [llvm_tool(version, "opt"), "-S", "-passes=verify"], input=text, capture_output=True, text=True
    ).stdout
    ours = str(pyllvm.parse_assembly(text, llvm_version=version))
    assert [line for line in ours.splitlines() if "ssa.copy" in line] == [
        line for line in theirs.splitlines() if "ssa.copy" in line
    ]


@pytest.mark.parametrize("version", [13, 14, 19, 22])
def test_ranges_that_set_nothing(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    text = "define void @c() vscale_range(0,0) vscale_range(2,4) {\n  ret void\n}\ndefine void @d() #0 {\n  ret void\n}\n"
    text += "attributes #0 = { vscale_range(0) nounwind }\n"
    theirs = subprocess.run(
        [llvm_tool(version, "opt"), "-S", "-passes=verify"], input=text, capture_output=True, text=True
    ).stdout
    ours = str(pyllvm.parse_assembly(text, llvm_version=version))
    assert "attributes #1 = { nounwind }" in theirs
    assert ours.partition("define")[2] == theirs.partition("define")[2]
