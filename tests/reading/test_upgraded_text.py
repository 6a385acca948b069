"""Printing a module for a newer LLVM, in parts or whole, without most uses. `test_sizes_of_parts` has what needs uses."""

from __future__ import annotations

import pytest

from in_parts import in_parts
from pyllvm.assembly import parse_assembly, print_module
from pyllvm.bitcode import BitcodeFile, Reading, read_modules, write_bitcode
from pyllvm.ir.use_policy import UPGRADES
from pyllvm.reading.conversion import convert
from pyllvm.reading.in_turn import text_in_turn
from pyllvm.reading.settle import settle_bitcode
from pyllvm.separation import NotSeparable
from pyllvm.wishes import Wishes

# Typed pointers, a debug intrinsic whose operand becomes equal to another one, and blocks with several uses.
_TYPED = b"""%s = type { i32, %s* }
@g = global %s zeroinitializer
define i32 @f(%s* %p, i1 %c) !dbg !4 {
entry:
  %i = getelementptr %s, %s* %p, i64 0, i32 0
  call void @llvm.dbg.value(metadata i32* null, metadata !7, metadata !DIExpression()), !dbg !8
  call void @llvm.dbg.value(metadata i8* null, metadata !7, metadata !DIExpression()), !dbg !8
  br i1 %c, label %b, label %e
b:
  %x = load i32, i32* %i
  br label %e
e:
  %r = phi i32 [ %x, %b ], [ 0, %entry ]
  ret i32 %r
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, scope: !1, unit: !0, type: !5, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "p", scope: !4, file: !1)
!8 = !DILocation(line: 1, scope: !4)
"""
# Calls without a result are replaced by calls of another intrinsic since LLVM 22.
_LIFETIMES = b"""define void @f() {
  %x = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %x)
  call void @llvm.lifetime.end.p0(i64 4, ptr %x)
  ret void
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
"""
# The address in a table of virtual functions, which has a mark up to LLVM 18 that newer readers drop.
_TABLES = b"""@_ZTV1A = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @f] }
define ptr @f(ptr %p, i1 %c) {
  store ptr getelementptr inbounds ({ [3 x ptr] }, ptr @_ZTV1A, i64 0, inrange i32 0, i64 2), ptr %p
  %q = select i1 %c, ptr getelementptr inbounds ({ [3 x ptr] }, ptr @_ZTV1A, i64 0, inrange i32 0, i64 2), ptr null
  ret ptr %q
}
"""
# What changed from LLVM 15 to 23 in declarations, calls, masks and constants.
_OLD_FORMS = b"""@a = global ptr @b
@b = global i32 0
define void @first(ptr %p) {
  %x = load i32, ptr %p, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @b, i64 4, i1 false)
  %s = icmp eq ptr %p, @b
  ret void
}
define <2 x i32> @second(<2 x i32> %v, ptr nocapture byval(i32) %p) argmemonly readonly {
  %w = shufflevector <2 x i32> %v, <2 x i32> undef, <2 x i32> <i32 undef, i32 0>
  %c = select i1 ptrtoint (ptr @a to i1), ptr %p, ptr getelementptr (i8, ptr @a, i64 1)
  call void @sink(ptr %c) readnone
  ret <2 x i32> %w
}
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg)
declare void @sink(ptr) inaccessiblememonly
"""
# Casts of typed pointers, of which those of constants vanish, an intrinsic that gets another name, and a type in assembly.
_CASTS = b"""%s = type { i32, %s*, void (i8*)* }
@g = global %s zeroinitializer
@p = global [2 x i8*] [i8* bitcast (%s* @g to i8*), i8* null]
@e = alias i32, getelementptr inbounds (%s, %s* @g, i32 0, i32 0)
define i8* @f(%s* byval(%s) %x, i1 %c) {
  %y = bitcast %s* %x to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %y, i8* bitcast (%s* @g to i8*), i64 16, i1 false)
  call void asm "", "=*m"(i32* elementtype(i32) bitcast (%s* @g to i32*))
  %z = getelementptr i8, i8* %y, i64 1
  %s = select i1 %c, i8* %z, i8* bitcast (i32* getelementptr inbounds (%s, %s* @g, i64 0, i32 0) to i8*)
  call void bitcast (void (i32*)* @g1 to void (i8*)*)(i8* %s)
  ret i8* %s
}
declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1)
define void @g1(i32* %q) {
  %r = load i32, i32* %q
  store i32 %r, i32* addrspacecast (i32 addrspace(1)* @o to i32*)
  ret void
}
@o = external addrspace(1) global i32
"""


def _bitcode(text: bytes, version: int) -> bytes:
    return write_bitcode(parse_assembly(text, "", version))


def _text_of_whole(text: bytes, version: int, newer: int) -> bytes:
    """The text of a module that was read and upgraded as a whole."""
    module = read_modules(BitcodeFile(_bitcode(text, version)), Reading("m", Wishes(newer, version)))[0]
    convert(module, newer)
    settle_bitcode(module)
    return print_module(module)


def _text_in_parts(text: bytes, version: int, newer: int) -> bytes:
    """The text of a module whose functions are a part each."""
    data = _bitcode(text, version)
    return b"".join(text_in_turn(BitcodeFile(data), *in_parts("m", wishes=Wishes(newer, version)), newer))


@pytest.mark.parametrize(
    ("text", "version", "newer"), [(_TYPED, 14, 15), (_TYPED, 14, 19), (_TYPED, 14, 23), (_LIFETIMES, 19, 22), (_TABLES, 16, 19)]
)
def test_the_text_is_the_same(text: bytes, version: int, newer: int) -> None:
    reading = Reading("m", Wishes(newer, version), lasting_uses=UPGRADES)
    module = read_modules(BitcodeFile(_bitcode(text, version)), reading)[0]
    convert(module, newer)
    settle_bitcode(module)
    assert print_module(module) == _text_of_whole(text, version, newer)


_DEBUG_TYPES = b"""
define void @f(i32 %x) !dbg !6 {
    #dbg_value(i32 %x, !9, !DIExpression(), !11)
  ret void, !dbg !11
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!5}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: true, emissionKind: FullDebug, retainedTypes: !2)
!1 = !DIFile(filename: "m.c", directory: "/")
!2 = !{!3}
!3 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DISubroutineType(types: !8)
!8 = !{null}
!9 = !DILocalVariable(name: "x", scope: !6, file: !1, line: 1, type: !10)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DILocation(line: 1, scope: !6)
"""


# The attributes of the new declaration are numbered before those of calls, and those of variables before both.
_LATE_LIFETIMES = (
    b"""@v = global i32 0 #0
define void @first() {
  call void @first() #1
  ret void
}
"""
    + _LIFETIMES
    + b"""attributes #0 = { "kind"="variable" }
attributes #1 = { cold }
"""
)


@pytest.mark.parametrize("newer", [20, 22, 23])
@pytest.mark.parametrize("text", [_LIFETIMES, _LATE_LIFETIMES])
def test_bodies_are_upgraded_in_turn(text: bytes, newer: int) -> None:
    assert _text_in_parts(text, 19, newer) == _text_of_whole(text, 19, newer)


# The second body declares a function, whose attributes are numbered before those of the first body's call.
_ROTATED = b"""define void @first() {
  call void @sink() nounwind
  ret void
}
define i32 @second(i32 %v) {
  %r = call i32 @llvm.nvvm.rotate.b32(i32 %v, i32 3)
  call void @sink() cold
  ret i32 %r
}
declare void @sink()
declare i32 @llvm.nvvm.rotate.b32(i32, i32)
"""


def test_groups_of_attributes_are_numbered_when_all_functions_are_known() -> None:
    assert _text_in_parts(_ROTATED, 14, 22) == _text_of_whole(_ROTATED, 14, 22)


@pytest.mark.parametrize(
    ("text", "version", "newer"),
    [
        (_TYPED, 14, 15),
        (_TYPED, 14, 17),
        (_TYPED, 14, 23),
        (_CASTS, 14, 17),
        (_CASTS, 14, 22),
        (_TABLES, 16, 19),
        (_OLD_FORMS, 15, 20),
        (_OLD_FORMS, 16, 23),
    ],
)
def test_bodies_of_older_versions_are_upgraded_in_turn(text: bytes, version: int, newer: int) -> None:
    assert _text_in_parts(text, version, newer) == _text_of_whole(text, version, newer)


def test_sizes_of_types_that_a_body_brings_are_upgraded_in_turn() -> None:
    """LLVM 21 made metadata of the sizes; the body of @f brings the type of its variable, the module that of the global one."""
    assert _text_in_parts(_DEBUG_TYPES, 19, 22) == _text_of_whole(_DEBUG_TYPES, 19, 22)


# Calls of debug intrinsics where their records have to find the next instruction: before a call that is replaced, and at the
# end of a block; with attributes, attachments, several values, a constant in a tuple, and a location that is another's.
_DEBUG_CALLS = b"""
define i32 @f(i32 %x, i1 %c) !dbg !6 {
entry:
  %a = alloca i32
  call void @llvm.dbg.declare(metadata ptr %a, metadata !9, metadata !DIExpression()), !dbg !11
  call void @llvm.lifetime.start.p0(i64 4, ptr %a), !dbg !11
  call void @llvm.dbg.value(metadata i32 %late, metadata !9, metadata !DIExpression()) nounwind, !dbg !11, !prof !13
  call void @llvm.dbg.value(metadata !{i32 7}, metadata !9, metadata !DIExpression()), !dbg !12
  call void @llvm.lifetime.end.p0(i64 4, ptr %a), !dbg !12
  %late = add i32 %x, 1
  call void @llvm.dbg.label(metadata !14), !dbg !12
  br i1 %c, label %then, label %end
then:
  tail call void @llvm.dbg.value(
    metadata !DIArgList(i32 %x, i32 %late), metadata !9, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus)
  ), !dbg !11
  br label %end, !dbg !11
end:
  %r = phi i32 [ 0, %entry ], [ %late, %then ], !dbg !12
  call void @llvm.dbg.value(metadata i32 %r, metadata !9, metadata !DIExpression()), !dbg !12
  ret i32 %r, !dbg !11
}
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!5}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "m.c", directory: "/")
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DISubroutineType(types: !8)
!8 = !{null}
!9 = !DILocalVariable(name: "x", scope: !6, file: !1, line: 1, type: !10)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DILocation(line: 1, scope: !6)
!12 = !DILocation(line: 2, scope: !6)
!13 = !{!"branch_weights", i32 1}
!14 = !DILabel(scope: !6, name: "here", file: !1, line: 2)
"""


@pytest.mark.parametrize("newer", [19, 22, 23])
def test_calls_of_debug_intrinsics_are_read_as_records(newer: int) -> None:
    printed = _text_in_parts(_DEBUG_CALLS, 16, newer)
    assert printed.count(b"#dbg_") == 6
    assert b"@llvm.dbg" not in printed
    assert printed == _text_of_whole(_DEBUG_CALLS, 16, newer)


def test_a_call_of_a_debug_intrinsic_that_may_stay_needs_all_bodies() -> None:
    """A call with operands that are not metadata does not call the intrinsic."""
    text = b"define void @f() {\n  call void @llvm.dbg.value(i32 1)\n  ret void\n}\ndeclare void @llvm.dbg.value(i32)\n"
    with pytest.raises(NotSeparable):
        _text_in_parts(text, 16, 22)
