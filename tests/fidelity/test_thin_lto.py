"""Functions imported under a summary index, and what is promoted for it: the real llvm-link's text."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.oracle

CALLER = """
source_filename = "caller.c"

declare i32 @entry(i32)
declare void @shared()
declare void @signed(i32 noundef)

define i32 @main() {
  call void @signed(i32 1)
  %r = call i32 @entry(i32 1)
  call void @shared()
  ret i32 %r
}

@kept = internal global i32 5

define i32 @reads() {
  %v = load i32, PTR(i32) @kept
  ret i32 %v
}
"""

CALLEE = """
source_filename = "callee.c"

$group = comdat any
$local = comdat any

@count = internal global i32 7
@table = private constant [2 x i32] [i32 1, i32 2]
@group = linkonce_odr global i32 3, comdat
@common = common global i32 0
@weak = weak global i32 1
@alias = alias i32 (i32), PTR(i32 (i32)) @entry

define i32 @entry(i32 %n) !dbg !4 {
  %v = load i32, PTR(i32) @count, !dbg !8
  store i32 %n, PTR(i32) @common
  %w = call i32 @helper(i32 %v), !dbg !8
  call void @signed(i32 undef), !dbg !8
  ret i32 %w, !dbg !8
}

define internal i32 @helper(i32 %n) {
  ret i32 %n
}

define linkonce_odr void @shared() comdat($group) {
  %v = load i32, PTR(i32) @group
  ret void
}

define void @signed(i32 %unused) cold noinline {
  ret void
}

define internal void @local() comdat {
  ret void
}

define weak i32 @replaceable() {
  ret i32 0
}

define weak_odr i32 @same() {
  %v = load i32, PTR(i32) @weak
  call void @local()
  ret i32 %v
}

!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}
!llvm.ident = !{!9}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, emissionKind: FullDebug, enums: !10, retainedTypes: !12)
!3 = !DIFile(filename: "callee.c", directory: "/source")
!4 = distinct !DISubprogram(name: "entry", file: !3, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !2)
!5 = !DISubroutineType(types: !6)
!6 = !{!7, !7}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 2, scope: !4)
!9 = !{!"somebody's compiler"}
!10 = !{!11}
!11 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "unwanted", file: !3, baseType: !7, size: 32, elements: !13)
!12 = !{!7}
!13 = !{}
"""


def text_for(version: int, text: str) -> str:
    """The text with the pointers of a version."""
    while "PTR(" in text:
        start = text.index("PTR(")
        depth, end = 1, start + 4
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = text[:start] + ("ptr" if version >= 15 else text[start + 4 : end - 1] + "*") + text[end:]
    return text


REQUESTS = {
    "nothing": ["caller.bc"],
    "callee itself": ["callee.bc"],
    "both": ["caller.bc", "callee.bc"],
    "external": ["caller.bc", "-import=entry:callee.bc"],
    "local": ["caller.bc", "-import=entry:callee.bc", "-import=helper:callee.bc"],
    "in a comdat": ["caller.bc", "-import=shared:callee.bc"],
    "weak_odr": ["caller.bc", "-import=same:callee.bc"],
    "weak": ["caller.bc", "-import=replaceable:callee.bc", "-import=entry:callee.bc"],
    "unknown": ["caller.bc", "-import=nobody:callee.bc", "-v"],
    "without a file": ["caller.bc", "-import=entry"],
}


def write_summaries(version: int, llvm_tool: Callable[[int, str], str], caller: str, callee: str) -> None:
    """Write caller.bc and callee.bc with their summaries, and the index of both, into the current folder."""
    for stem, text in (("caller", caller), ("callee", callee)):
        Path(f"{stem}.ll").write_text(text)
        subprocess.run([llvm_tool(version, "opt"), "-module-summary", f"{stem}.ll", "-o", f"{stem}.bc"], check=True)
    subprocess.run([llvm_tool(version, "llvm-lto"), "-thinlto", "-o", "index", "caller.bc", "callee.bc"], check=True)


@pytest.mark.parametrize("name", REQUESTS)
@pytest.mark.parametrize("version", [14, 19, 22])
def test_import(
    version: int,
    name: str,
    pyllvm: Callable[..., Any],
    llvm_tool: Callable[[int, str], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    write_summaries(version, llvm_tool, text_for(version, CALLER), text_for(version, CALLEE))
    arguments = ["-S", "-summary-index=index.thinlto.bc", *REQUESTS[name]]
    tool = llvm_tool(version, "llvm-link")
    real = subprocess.run([tool, *arguments], capture_output=True, check=False)
    outcome = pyllvm("link", "--llvm-version", str(version), *arguments)
    assert outcome.output.decode() == real.stdout.decode()
    assert outcome.errors == real.stderr.decode().replace(tool, "pyllvm-link")
    assert outcome.status == real.returncode


@pytest.mark.parametrize("name", ["entry", "nobody"])
@pytest.mark.parametrize("version", [14, 19, 22])
def test_metadata_kinds_of_a_file_to_import_from(
    version: int,
    name: str,
    pyllvm: Callable[..., Any],
    llvm_tool: Callable[[int, str], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are in the result even where nothing is imported: LLVM's context knows them."""
    monkeypatch.chdir(tmp_path)
    caller = "declare void @entry()\ndefine void @f() {\n  call void @entry()\n  ret void\n}\n"
    write_summaries(version, llvm_tool, caller, "define void @entry() {\n  ret void, !own !0\n}\n!0 = !{}\n")
    arguments = ["-summary-index=index.thinlto.bc", f"-import={name}:callee.bc", "caller.bc", "-o"]
    subprocess.run([llvm_tool(version, "llvm-link"), *arguments, "real.bc"], check=True, capture_output=True)
    assert pyllvm("link", "--llvm-version", str(version), *arguments, "ours.bc").status == 0
    dumps = [pyllvm("bcanalyzer", "-dump", file).output.decode() for file in ("real.bc", "ours.bc")]
    kinds = [[line for line in dump.splitlines() if "<KIND " in line] for dump in dumps]
    assert kinds[0] == kinds[1]
