"""`globaldce`, `mem2reg` and the verifier at the end of ``pyllvm opt``, beside the real opt."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from pyllvm.cli import tool
from pyllvm.cli.command import command_named

pytestmark = pytest.mark.oracle

CONSTRUCTORS: Final = """\
@x = global i32 0
@llvm.global_ctors = appending global [4 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @a, ptr null },
  { i32, ptr, ptr } { i32 100, ptr @b, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @c, ptr @x },
  { i32, ptr, ptr } { i32 65535, ptr @d, ptr null }], section "s"
define internal void @a() {
  ret void
}
define internal void @b() {
  store i32 1, ptr @x
  ret void
}
define void @c() {
  ret void
}
declare void @d()
"""
TABLES: Final = """\
declare { ptr, i1 } @llvm.type.checked.load(ptr, i32, metadata)
@a = internal constant { [2 x ptr] } { [2 x ptr] [ptr @f, ptr @g] }, !type !0, !vcall_visibility !1
@b = internal constant [1 x ptr] [ptr @h], !type !2, !vcall_visibility !1
@c = internal constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @i to i64), i64 ptrtoint (ptr @c to i64)) to i32),
  i32 trunc (i64 sub (i64 ptrtoint (ptr @j to i64), i64 ptrtoint (ptr @c to i64)) to i32)], !type !3, !vcall_visibility !1
@d = internal constant [1 x ptr] [ptr @k], !type !2
define void @main(ptr %p) {
  store ptr @a, ptr %p
  store ptr @b, ptr %p
  store ptr @c, ptr %p
  store ptr @d, ptr %p
  %r = call { ptr, i1 } @llvm.type.checked.load(ptr %p, i32 0, metadata !"A")
  %s = call { ptr, i1 } @llvm.type.checked.load(ptr %p, i32 4, metadata !"C")
  ret void
}
!llvm.module.flags = !{!4}
!0 = !{i64 0, !"A"}
!1 = !{i64 2}
!2 = !{i64 0, !"B"}
!3 = !{i64 0, !"C"}
!4 = !{i32 1, !"Virtual Function Elim", i32 1}
""" + "".join(f"define internal void @{name}(ptr %t) {{\n  ret void\n}}\n" for name in "fghijk")
BLOCKS: Final = """\
define i32 @f(i32 %v) {
entry:
  %x = alloca i32
  store i32 1, ptr %x
  switch i32 %v, label %e [
    i32 0, label %a
    i32 2, label %l
  ]
l:
  %w = load i32, ptr %x
  br label %a
a:
  %y = load i32, ptr %x
  %z = add i32 %y, 1
  store i32 %z, ptr %x
  %k = icmp slt i32 %z, 10
  br i1 %k, label %l, label %e
lost:
  br label %e
e:
  %r = load i32, ptr %x
  ret i32 %r
}
"""
DECLARED: Final = """\
define void @f(i32 %v, i8 %w) !dbg !4 {
  %x = alloca i32
  %y = alloca i8
  call void @llvm.dbg.declare(metadata ptr %x, metadata !6, metadata !DIExpression(DW_OP_deref, DW_OP_plus_uconst, 3)), !dbg !7
  call void @llvm.dbg.declare(metadata ptr %y, metadata !6, metadata !DIExpression(DW_OP_deref)), !dbg !7
  store i32 %v, ptr %x
  store i8 %w, ptr %y
  ret void
}
declare void @llvm.dbg.declare(metadata, metadata, metadata)
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "f", file: !2, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !DILocalVariable(name: "x", scope: !4, file: !2, type: !5)
!7 = !DILocation(line: 1, scope: !4)
"""
RETURNS: Final = """\
declare i32 @g(i32, i1)
define i32 @f(i32 %x, i1 %c) {
  br i1 %c, label %a, label %b
a:
  %r = musttail call i32 @g(i32 %x, i1 %c)
  ret i32 %r
b:
  ret i32 0
}
"""
TYPES: Final = """\
%s = type { i32 }
define %s @f(%s %v) {
  %c = call %s @llvm.ssa.copy.s_ss(%s %v)
  ret %s %c
}
declare %s @llvm.ssa.copy.s_ss(%s)
"""
LOOP: Final = """\
define i32 @f(i32 %n) {
  br label %b
b:
  %p = phi i32 [ 0, %0 ], [ %q, %b ]
  %q = add i32 %p, 1
  %c = icmp ult i32 %q, %n
  br i1 %c, label %b, label %d
d:
  %r = phi i32 [ %q, %b ]
  %s = add i32 %r, %p
  ret i32 %s
}
"""
ASSIGNED: Final = (
    """\
define i32 @f(i32 %a, i64 %b, i1 %c) !dbg !4 {
  %x = alloca i32, align 4, !DIAssignID !10
  %y = alloca i64, align 4, !DIAssignID !11
  call void @llvm.dbg.assign(metadata i1 undef, metadata !6, metadata NONE, metadata !10, metadata ptr %x, metadata NONE), !dbg !7
  call void @llvm.dbg.assign(metadata i1 undef, metadata !8, metadata NONE, metadata !11, metadata ptr %y, metadata NONE), !dbg !7
  store i32 %a, ptr %x, align 4, !DIAssignID !12
  call void @llvm.dbg.assign(metadata i32 %a, metadata !6, metadata NONE, metadata !12, metadata ptr %x, metadata NONE), !dbg !7
  store i64 %b, ptr %y
  br i1 %c, label %t, label %e
t:
  store i32 3, ptr %x, align 4
  store i64 7, ptr %y
  br label %e
e:
  %r = load i32, ptr %x, align 4
  %q = load i64, ptr %y
  %w = trunc i64 %q to i32
  %s = add i32 %r, %w
  ret i32 %s
}
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
""".replace("NONE", "!DIExpression()")
    + DECLARED[DECLARED.index("!llvm.module.flags") :]
    + """!8 = !DILocalVariable(name: "y", scope: !4, file: !2, type: !9)
!9 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!10 = distinct !DIAssignID()
!11 = distinct !DIAssignID()
!12 = distinct !DIAssignID()
"""
)
# Two edges lead out of a loop to the same block: one of them cannot be split in the first function.
EXITS: Final = "".join(
    f"""\
define void @f{number}(i1 %c, ptr %p) {{
  br label %head
head:
  br i1 %c, label %inner, label %exit
inner:
  {end}
exit:
  ret void
}}
"""
    for number, end in enumerate(
        (
            "indirectbr ptr %p, [label %head, label %exit]",
            'callbr void asm sideeffect "", "!i"() to label %head [label %exit]',
            'callbr void asm sideeffect "", "!i"() to label %exit [label %head]',
        )
    )
)
# Three edges from one block, in two phis that list them at other places.
EDGES: Final = """\
define i32 @f(i32 %a) {
  br label %one
one:
  switch i32 %a, label %two [
    i32 0, label %out
    i32 1, label %out
    i32 2, label %out
  ]
two:
  br label %out
out:
  %p = phi i32 [ 7, %two ], [ 8, %one ], [ 8, %one ], [ 8, %one ]
  %q = phi i32 [ 5, %one ], [ 5, %one ], [ 5, %one ], [ 6, %two ]
  %r = add i32 %p, %q
  ret i32 %r
}
"""
ASSUMED: Final = """\
define void @f() {
  %s = alloca ptr
  %q = load ptr, ptr %s, !nonnull !0
  ret void
}
define void @g(i1 %c) {
a:
  %s = alloca ptr
  %x = load ptr, ptr %s, !nonnull !0
  br i1 %c, label %b, label %d
b:
  %y = load ptr, ptr %s, !nonnull !0
  store ptr undef, ptr %s
  %z = load ptr, ptr %s, !nonnull !0, !noundef !0
  br label %d
d:
  ret void
}
!0 = !{}
"""
UNDEFINED: Final = """\
define i32 @f(i32 %a) {
  %x = alloca i32
  %y = alloca i32
  %r = load i32, ptr %x, !noundef !0
  store i32 %a, ptr %x
  store i32 undef, ptr %y
  %s = load i32, ptr %y, !noundef !0
  %t = add i32 %r, %s
  ret i32 %t
}
define ptr @g() {
  %x = alloca ptr
  %y = alloca ptr
  %r = load ptr, ptr %x, !nonnull !0
  %s = load ptr, ptr %y, !noundef !0, !nonnull !0
  store ptr %s, ptr %x
  store ptr %r, ptr %y
  ret ptr %r
}
!0 = !{}
"""
NAMES: Final = """\
define internal void @unused(ptr %p) {
  call void @unused(ptr %p) [ "second"(), "align"() ]
  call void @unused(ptr %p) [ "first"(i32 1) ]
  fence syncscope("wave") seq_cst
  store atomic i32 0, ptr %p syncscope("agent") monotonic, align 4
  ret void
}
define void @f() {
  call void @f() [ "first"() ]
  fence syncscope("agent") seq_cst
  ret void
}
"""
# A constant of each kind, or undef: LLVM knows of some constants that they are not poison, and then takes them always.
CONSTANTS: Final = [
    line.split(" | ")
    for line in """\
i32 | 5
float | 1.0
ptr | null
ptr | @g
ptr | @r
ptr | @a
ptr | @i
ptr | dso_local_equivalent @r
[2 x i16] | zeroinitializer
[2 x i16] | [i16 1, i16 undef]
{ i32, ptr } | { i32 1, ptr null }
<2 x i16> | <i16 1, i16 2>
<2 x i16> | <i16 1, i16 undef>
<2 x i16> | <i16 1, i16 poison>
<2 x ptr> | <ptr @g, ptr @a>
<2 x ptr> | <ptr @g, ptr getelementptr (i8, ptr @g, i64 4)>
<vscale x 2 x i32> | zeroinitializer
<vscale x 2 x i32> | splat (i32 1)
target("spirv.Event") | zeroinitializer
i64 | ptrtoint (ptr @g to i64)
i64 | ptrtoint (ptr @a to i64)
i64 | add nsw (i64 ptrtoint (ptr @g to i64), i64 1)
ptr | getelementptr inbounds (i8, ptr @g, i64 4)
ptr | inttoptr (i64 5 to ptr)
ptr | addrspacecast (ptr addrspace(1) null to ptr)""".splitlines()
]
CHOSEN: Final = """\
@g = global i64 0
@a = alias i64, ptr @g
@i = ifunc void (), ptr @r
define ptr @r() {
  ret ptr null
}
""" + "".join(
    [
        f"""\
define {type} @f{number}(i1 %c) {{
  %s = alloca {type}
  store {type} {value}, ptr %s
  br i1 %c, label %x, label %y
x:
  store {type} undef, ptr %s
  br label %y
y:
  %l = load {type}, ptr %s
  ret {type} %l
}}
define {type} @g{number}(i1 %c) {{
  %s = alloca {type}
  br i1 %c, label %x, label %y
x:
  store {type} {value}, ptr %s
  br label %y
y:
  %l = load {type}, ptr %s
  ret {type} %l
}}
"""
        for number, (type, value) in enumerate(CONSTANTS)
    ]
)
PRODUCERS: Final = {16: "LLVM16.0.6", 19: "LLVM19.1.7", 22: "LLVM22.1.8"}


@pytest.mark.parametrize(
    ("passes", "text", "versions"),
    [
        ("globaldce", CONSTRUCTORS, (16, 19, 22)),
        ("globaldce", TABLES, (16, 19, 22)),
        ("mem2reg", BLOCKS, (16, 19, 22)),
        ("mem2reg", DECLARED, (16, 19)),
        ("mergereturn", RETURNS, (16, 19, 22)),
        ("strip", TYPES, (19, 22)),
        ("function(reg2mem),strip-nondebug,function(mem2reg,reg2mem)", LOOP, (16, 19, 22)),
        ("mem2reg", ASSIGNED, (16, 19, 22)),
        ("function(reg2mem)", EXITS, (16, 19, 22)),
        ("mem2reg", UNDEFINED, (16, 19, 22)),
        ("mem2reg", ASSUMED, (16, 19, 22)),
        (
            "mem2reg",
            ASSUMED.replace("ptr %s", "i32** %s").replace("ptr", "i32*"),
            (13, 14, 15),
        ),
        ("break-crit-edges", EDGES, (16, 19, 22)),
        ("mem2reg", CHOSEN, (19, 22)),
    ],
    ids=[
        "constructors",
        "virtual functions",
        "blocks",
        "declared",
        "musttail",
        "names of types",
        "numbers in names",
        "assigned",
        "exits",
        "undefined",
        "assumed",
        "assumed of typed pointers",
        "edges",
        "constants",
    ],
)
def test_the_outcome_is_that_of_opt(
    passes: str, text: str, versions: tuple[int, ...], llvm_tool: Callable[[int, str], str], tmp_path: Path
) -> None:
    path, ours = tmp_path / "a.ll", tmp_path / "ours.ll"
    path.write_text(text)
    for version in versions:
        words = [f"-passes={passes}", "-S", str(path), "-o"]
        theirs = subprocess.run([llvm_tool(version, "opt"), *words, "-"], capture_output=True, text=True)
        status = tool.invoke(command_named("opt"), [f"--llvm-version={version}", *words, str(ours)])
        assert (status == 0) == (theirs.returncode == 0), theirs.stderr
        assert ours.exists() == (status == 0)
        if status == 0:
            assert ours.read_text() == theirs.stdout
            ours.unlink()


def test_the_context_keeps_the_names_of_what_is_removed(llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    path, ours, theirs = tmp_path / "a.ll", tmp_path / "ours.bc", tmp_path / "theirs.bc"
    path.write_text(NAMES)
    for version, producer in PRODUCERS.items():
        words = ["-passes=globaldce", str(path), "-o"]
        subprocess.run([llvm_tool(version, "opt"), *words, str(theirs)], check=True)
        assert tool.invoke(command_named("opt"), [f"--llvm-version={version}", f"--producer={producer}", *words, str(ours)]) == 0
        assert ours.read_bytes() == theirs.read_bytes()


def test_since_llvm_18_new_debug_intrinsics_are_tail_calls(tmp_path: Path) -> None:
    path, ours = tmp_path / "a.ll", tmp_path / "ours.ll"
    path.write_text(ASSIGNED)
    for version, word in ((17, "call"), (18, "tail call")):
        assert (
            tool.invoke(command_named("opt"), [f"--llvm-version={version}", "-passes=mem2reg", "-S", str(path), "-o", str(ours)])
            == 0
        )
        assert f"\n  {word} void @llvm.dbg.value(metadata i64 %b" in ours.read_text()
