"""Printing a module for a newer LLVM without the uses of its values: the text is the same, and what needs uses is left alone."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly, print_module
from pyllvm.bitcode import read_modules, write_bitcode
from pyllvm.ir.separation import NotSeparable
from pyllvm.reading.conversion import convert
from pyllvm.reading.in_turn import text_in_turn
from pyllvm.reading.settle import settle_bitcode
from pyllvm.reading.upgraded_text import upgraded_text

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
# A call whose result is used is replaced since LLVM 20.
_USED = b"""define i32 @f(i32 %a) {
  %x = call i32 @llvm.nvvm.rotate.b32(i32 %a, i32 3)
  ret i32 %x
}
declare i32 @llvm.nvvm.rotate.b32(i32, i32)
"""


def _bitcode(text: bytes, version: int) -> bytes:
    return write_bitcode(parse_assembly(text, "", version))


@pytest.mark.parametrize(
    ("text", "version", "newer"), [(_TYPED, 14, 15), (_TYPED, 14, 19), (_TYPED, 14, 23), (_LIFETIMES, 19, 22), (_TABLES, 16, 19)]
)
def test_the_text_is_the_same(text: bytes, version: int, newer: int) -> None:
    data = _bitcode(text, version)
    module = read_modules(data, name="m", assumed_version=newer, input_version=version)[0]
    convert(module, newer)
    settle_bitcode(module)
    pieces = upgraded_text(data, newer, name="m", input_version=version)
    assert pieces is not None
    assert b"".join(pieces) == print_module(module)


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


@pytest.mark.parametrize(("version", "newer"), [(19, 22), (19, 20)])
def test_what_needs_uses_is_left_to_the_other_way(version: int, newer: int) -> None:
    assert upgraded_text(_bitcode(_USED, version), newer, name="m", input_version=version) is None


@pytest.mark.parametrize("newer", [18, 19])
def test_only_upgrades_are_done(newer: int) -> None:
    assert upgraded_text(_bitcode(_LIFETIMES, 19), newer, name="m", input_version=19) is None


def test_a_warning_is_left_to_the_other_way() -> None:
    """Debug information of another version is dropped, which the command reports."""
    data = _bitcode(_TYPED.replace(b'"Debug Info Version", i32 3', b'"Debug Info Version", i32 2'), 14)
    assert upgraded_text(data, 19, name="m", input_version=14) is None


def test_a_malformed_file_is_left_to_the_other_way() -> None:
    assert upgraded_text(_bitcode(_LIFETIMES, 19)[:-400], 22, name="m", input_version=19) is None


@pytest.mark.parametrize("newer", [20, 22, 23])
def test_bodies_are_upgraded_in_turn(newer: int) -> None:
    data = _bitcode(_LIFETIMES, 19)
    module = read_modules(data, name="m", assumed_version=newer, input_version=19)[0]
    convert(module, newer)
    pieces = text_in_turn(data, newer=newer, assumed_version=newer, name="m", input_version=19)
    assert b"".join(pieces) == print_module(module)


def test_sizes_of_types_that_a_body_brings_are_upgraded_in_turn() -> None:
    """LLVM 21 made metadata of the sizes; the body of @f brings the type of its variable, the module that of the global one."""
    data = _bitcode(_DEBUG_TYPES, 19)
    module = read_modules(data, name="m", assumed_version=22, input_version=19)[0]
    convert(module, 22)
    settle_bitcode(module)
    pieces = text_in_turn(data, newer=22, assumed_version=22, name="m", input_version=19)
    assert b"".join(pieces) == print_module(module)


@pytest.mark.parametrize(
    "text",
    [
        # An initializer has the address of a block.
        b"@a = global ptr blockaddress(@f, %b)\ndefine void @f() {\n  br label %b\nb:\n  ret void\n}\n",
        # The type that LLVM 20 took away is in types of functions.
        b"declare x86_mmx @m()\ndefine void @f() {\n  ret void\n}\n",
    ],
)
def test_what_concerns_all_bodies_is_not_upgraded_in_turn(text: bytes) -> None:
    data = _bitcode(text, 19)
    with pytest.raises(NotSeparable):
        text_in_turn(data, newer=22, assumed_version=22, name="m", input_version=19)
