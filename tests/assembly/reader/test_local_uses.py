"""Assembling without the uses of local values, unless someone asks for them: the bitcode is the same."""

from __future__ import annotations

import pytest

from pyllvm.assembly import TextReading, parse_assembly, parse_text
from pyllvm.assembly.reader.lexer import PADDING
from pyllvm.bitcode import write_bitcode
from pyllvm.bitcode.writer.module import forget_uniqueness
from pyllvm.diagnostics import PyllvmError, Span
from pyllvm.verifier import verify
from rows import each_row
from wishing import wishing

# Forward references in an order that bitcode does not have, and users that use a value twice.
_USES = b"""@g = global i32 1
@h = global i32 2
define i32 @f(i32 %a, i1 %c) {
entry:
  br label %def
late:
  %u1 = add i32 %v, %v
  %u2 = mul i32 %v, %u1
  br i1 %c, label %end, label %end
def:
  %v = mul i32 %a, %a
  %w = add i32 %v, %v
  switch i32 %w, label %late [ i32 1, label %late
                               i32 2, label %end ]
end:
  %p = phi i32 [ %u2, %late ], [ %u2, %late ], [ %w, %def ]
  ret i32 %p
}
define i32 @k(i32 %0) {
  %2 = add i32 %0, 1
  br label %3
3:
  %4 = phi i32 [ %2, %1 ], [ %6, %3 ]
  %5 = phi i32 [ 3, %1 ], [ %6, %3 ]
  %6 = call i32 @f(i32 %4, i1 true) [ "tag"(i32 %4, i32 %5) ]
  %7 = icmp eq i32 %6, %5
  br i1 %7, label %3, label %8
8:
  ret i32 %6
}
@z = global i32 3
"""
_ADDRESSES = b"""define void @f(i1 %c) {
entry:
  br i1 %c, label %one, label %two
one:
  br label %two
two:
  %p = select i1 %c, i8* blockaddress(@f, %one), i8* blockaddress(@f, %two)
  indirectbr i8* %p, [label %one, label %two]
}
define i8* @k() {
  ret i8* blockaddress(@f, %two)
}
"""


def _leaving_uses(name: str = "<stdin>") -> TextReading:
    reading = TextReading(name)
    reading.records_local_uses = False
    return reading


def _assembled(text: bytes, version: int, *, orders: bool = True) -> bytes:
    """The bitcode as ``as`` writes it."""
    module = parse_text(text + PADDING, _leaving_uses("t.ll"), version, is_padded=True)
    assert not verify(module)  # the rules of LLVM 23 give kinds of metadata their numbers
    forget_uniqueness(module)
    return write_bitcode(module, wishing(preserves_bitcode_order=orders))


@each_row("version", [7, 12, 13, 14, 15, 19, 22, 23])
@each_row("orders", [True, False])
@each_row("text", [_USES, _ADDRESSES])
def test_the_bitcode_is_the_same(text: bytes, version: int, orders: bool) -> None:
    if version > 14:
        text = text.replace(b"i8*", b"ptr")
    whole = write_bitcode(parse_assembly(text, "t.ll", version), wishing(preserves_bitcode_order=orders))
    assert _assembled(text, version, orders=orders) == whole


def test_the_order_of_some_uses_is_recorded() -> None:
    """That the text above has USELIST records at all, which depend on the order."""
    module = parse_assembly(_USES, llvm_version=19)
    assert write_bitcode(module) != write_bitcode(module, wishing(preserves_bitcode_order=False))


_DEBUG = b"""declare void @llvm.dbg.value(metadata, metadata, metadata)
define i32 @f(i32 %a) !dbg !3 {
  %x = add i32 %a, %a
  call void @llvm.dbg.value(metadata i32 %a, metadata !5, metadata !DIExpression()), !dbg !6
  call void @llvm.dbg.value(metadata !DIArgList(i32 %a, i32 %x), metadata !5, metadata !DIExpression()), !dbg !6
  %y = mul i32 %x, %a
  ret i32 %y
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = distinct !DISubprogram(name: "f", file: !2, type: !4, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocalVariable(name: "a", scope: !3, file: !2, type: !7)
!6 = !DILocation(line: 1, scope: !3)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
"""


@each_row("version", [15, 19, 22, 23])
@each_row(
    "text",
    [
        b"define i32 @f(i32 %a) {\n  %x = add i32 %a, %a\n  ret i32 %x\n  uselistorder i32 %a, { 1, 0 }\n}\n",
        b"define i32 @f(i32 %a) {\n  %x = add i32 %a, 7\n  %y = sub i32 %x, %a\n  %z = mul i32 %y, 7\n  ret i32 %z\n}\n"
        b"uselistorder i32 7, { 1, 0 }\n",
        b"define void @f(i1 %c) {\n  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n  ret void\n}\n"
        b"uselistorder_bb @f, %b, { 1, 0 }\n",
        b'define void @f(ptr %p, ptr %q) {\n  store ptr %p, ptr %q\n  call void %p(ptr %p) [ "tag"(ptr %p, ptr %q) ]\n'
        b"  store ptr %q, ptr %p\n  ret void\n}\n",
        # Since LLVM 22, a call with fewer operands takes the place of this one: it is a newer user of `%x`.
        b"define void @f() {\n  %x = alloca i32\n  call void @llvm.lifetime.start.p0(i64 4, ptr %x)\n  store i32 1, ptr %x\n"
        b"  call void @llvm.lifetime.end.p0(i64 4, ptr %x)\n  ret void\n}\ndeclare void @llvm.lifetime.start.p0(i64, ptr)\n"
        b"declare void @llvm.lifetime.end.p0(i64, ptr)\n",
        # The result of a call that is upgraded, with users before it and behind it.
        b"define i32 @f(i32 %a) {\n  br label %2\n2:\n  %x = phi i32 [ 0, %0 ], [ %y, %2 ]\n"
        b"  %y = call i32 @llvm.nvvm.rotate.b32(i32 %a, i32 %x)\n  %z = add i32 %y, %y\n  %c = icmp eq i32 %z, %y\n"
        b"  br i1 %c, label %2, label %3\n3:\n  ret i32 %y\n}\ndeclare i32 @llvm.nvvm.rotate.b32(i32, i32)\n",
        _DEBUG,
        # Two operands become one when the nodes that they refer to are known.
        b"declare void @llvm.experimental.noalias.scope.decl(metadata)\ndefine void @f() {\n"
        b"  call void @llvm.experimental.noalias.scope.decl(metadata !0)\n"
        b"  call void @llvm.experimental.noalias.scope.decl(metadata !1)\n  ret void\n}\n"
        b"!0 = !{!2}\n!1 = !{!2}\n!2 = distinct !{!2, !3}\n!3 = distinct !{!3}\n",
    ],
)
def test_questions_about_local_uses_are_answered(text: bytes, version: int) -> None:
    try:
        module = parse_assembly(text, "t.ll", version)
    except PyllvmError:
        pytest.skip("this version does not have the construct")
    assert not verify(module)
    assert _assembled(text, version) == write_bitcode(module)


def test_only_the_uses_of_local_values_wait_for_a_question() -> None:
    text = b"@g = global i32 0\ndefine i32 @f(i32 %a) {\n  %x = load i32, ptr @g\n  %y = add i32 %x, %x\n  ret i32 %y\n}\n"
    module = parse_text(text, _leaving_uses(), 19)
    assert len(module["g"].users) == 1
    value = next(module["f"].instructions)
    assert value.recorded_pairs is None
    assert [user.opcode_name for user in value.users] == ["add", "add"]
    assert value.recorded_pairs is not None


@pytest.mark.parametrize(("version", "has_list"), [(20, True), (21, False)])
def test_plain_constants_have_lists_of_uses_up_to_llvm_20(version: int, has_list: bool) -> None:
    text = b"@g = global i32 0\ndefine i32 @f(i32 %a) {\n  %x = add i32 %a, 7\n  %y = add i32 %x, 7\n  ret i32 %y\n}\n"
    module = parse_text(text, _leaving_uses(), version)
    seven = module.constant("i32", 7)
    assert (seven.recorded_pairs is not None) == has_list
    assert module["g"].recorded_pairs is not None


def test_padding_is_no_part_of_the_text() -> None:
    text = b"@g = global i32"
    with pytest.raises(PyllvmError) as padded:
        parse_text(text + PADDING, TextReading("t.ll"), is_padded=True)
    with pytest.raises(PyllvmError) as plain:
        parse_assembly(text, "t.ll")
    assert str(padded.value) == str(plain.value)
    places = [error.value.diagnostic.where for error in (padded, plain)]
    assert [place.start for place in places if isinstance(place, Span)] == [len(text)] * 2
