"""Assembling without the uses of local values: the bitcode is the same, and what needs these uses is left to the other way."""

from __future__ import annotations

import pytest

from pyllvm.assembly import TextReading, parse_assembly, parse_text
from pyllvm.assembly.reader.lexer import PADDING
from pyllvm.bitcode import write_bitcode
from pyllvm.diagnostics import PyllvmError, Span
from pyllvm.ir.separation import NotSeparable
from pyllvm.reading.text_to_bitcode import Assembled, assembled

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


def _assembled(text: bytes, version: int | None, text_version: int | None = None, *, orders: bool = True) -> Assembled | None:
    return assembled(
        text + PADDING,
        TextReading("t.ll", records_local_uses=False),
        version,
        text_version,
        {"preserve_use_list_order": orders},
        is_verified=True,
        checks_scope_domination=False,
    )


@pytest.mark.parametrize("version", [7, 12, 13, 14, 15, 19, 22, 23])
@pytest.mark.parametrize("orders", [True, False])
@pytest.mark.parametrize("text", [_USES, _ADDRESSES])
def test_the_bitcode_is_the_same(text: bytes, version: int, orders: bool) -> None:
    if version > 14:
        text = text.replace(b"i8*", b"ptr")
    done = _assembled(text, version, orders=orders)
    assert done is not None
    assert b"".join(done.pieces) == write_bitcode(parse_assembly(text, "t.ll", version), preserve_use_list_order=orders)


def test_the_order_of_some_uses_is_recorded() -> None:
    """That the text above has USELIST records at all, which depend on the order."""
    module = parse_assembly(_USES, llvm_version=19)
    assert write_bitcode(module) != write_bitcode(module, preserve_use_list_order=False)


@pytest.mark.parametrize(
    "text",
    [
        b"define i32 @f() {\n  %x = add i32 %y, 1\n  %y = add i32 1, 1\n  ret i32 %x\n}\n",
        b"define i32 @f(i32 %a) {\n  %x = add i32 %a, %a\n  ret i32 %x\n  uselistorder i32 %a, { 1, 0 }\n}\n",
        b"declare void @llvm.dbg.value(metadata, metadata, metadata)\ndefine void @f(i32 %a) {\n"
        b"  call void @llvm.dbg.value(metadata i32 %a, metadata !0, metadata !DIExpression())\n  ret void\n}\n!0 = !{}\n",
        b"declare void @v(...)\ndefine void @f(ptr %p) {\n  call void %p() [ \"tag\"(ptr %p) ]\n  ret void\n}\n",
        b'!llvm.ident = !{!0}\n!0 = !{!"clang version 22.1.0"}\n',
    ],
)
def test_what_needs_more_is_left_to_the_other_way(text: bytes) -> None:
    assert _assembled(text, 19) is None


def test_an_upgrade_that_changes_the_order_of_uses_is_left_to_the_other_way() -> None:
    """Since LLVM 22, a call with fewer operands takes the place of this one: it is a newer user of `%x`."""
    text = (
        b"define void @f() {\n  %x = alloca i32\n  call void @llvm.lifetime.start.p0(i64 4, ptr %x)\n"
        b"  store i32 1, ptr %x\n  ret void\n}\ndeclare void @llvm.lifetime.start.p0(i64, ptr)\n"
    )
    assert _assembled(text, 21) is not None
    assert _assembled(text, 22) is None


def test_an_error_of_the_text_is_that_of_the_other_way() -> None:
    text = b"define i32 @f() {\n  ret i64 0\n}\n"
    with pytest.raises(PyllvmError) as first:
        _assembled(text, 19)
    with pytest.raises(PyllvmError) as other:
        parse_assembly(text, "t.ll", 19)
    assert str(first.value) == str(other.value)


def test_text_of_one_version_is_left_to_the_other_way_for_another_one() -> None:
    text = b"define void @f() {\n  ret void\n}\n"
    assert _assembled(text, 19, 18) is None
    assert _assembled(text, 19, 19) is not None
    assert _assembled(text, None, 19) is not None


def test_only_the_uses_of_local_values_are_not_recorded() -> None:
    text = b"@g = global i32 0\ndefine i32 @f(i32 %a) {\n  %x = load i32, ptr @g\n  %y = add i32 %x, %x\n  ret i32 %y\n}\n"
    module = parse_text(text, TextReading(records_local_uses=False), 19)
    assert len(module["g"].users) == 1
    with pytest.raises(NotSeparable):
        print(next(module["f"].instructions).users)
    assert [user.opcode_name for user in next(parse_assembly(text, llvm_version=19)["f"].instructions).users] == ["add", "add"]


def test_padding_is_no_part_of_the_text() -> None:
    text = b"@g = global i32"
    with pytest.raises(PyllvmError) as padded:
        parse_text(text + PADDING, TextReading("t.ll"), is_padded=True)
    with pytest.raises(PyllvmError) as plain:
        parse_assembly(text, "t.ll")
    assert str(padded.value) == str(plain.value)
    places = [error.value.diagnostic.where for error in (padded, plain)]
    assert [place.start for place in places if isinstance(place, Span)] == [len(text)] * 2
