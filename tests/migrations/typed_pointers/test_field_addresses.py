"""Addresses that are computed in bytes become addresses of fields and elements where types are inferred."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly
from pyllvm.ir.instructions import GetElementPtrInst
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.migrations.typed_pointers.tagged_structs import offset_path

LAYOUT = 'target datalayout = "e-p:64:64-i64:64-n8:16:32:64-S128"\n'
TAGS = """\
!0 = !{!"root"}
!1 = !{!"omnipotent char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"any pointer", !1, i64 0}
!4 = !{!"node", !2, i64 0, !3, i64 8, !1, i64 16, !2, i64 40}
!5 = !{!4, !2, i64 0}
!6 = !{!4, !3, i64 8}
!7 = !{!4, !2, i64 40}
!8 = !{!2, !2, i64 0}
"""
# The struct is in no type of the module: only the tags say where its fields are.
TAGGED = """\
define i32 @f(ptr %p, i64 %i) {
  %a = getelementptr inbounds nuw i8, ptr %p, i64 8
  %next = load ptr, ptr %a, !tbaa !6
  %b = getelementptr inbounds nuw i8, ptr %next, i64 40
  %x = load i32, ptr %b, !tbaa !7
  %c = getelementptr inbounds nuw i8, ptr %p, i64 16
  %d = getelementptr inbounds i32, ptr %c, i64 %i
  %y = load i32, ptr %d, !tbaa !8
  %z = load i32, ptr %p, !tbaa !5
  %s = add i32 %x, %y
  %t = add i32 %s, %z
  ret i32 %t
}
"""


def brought(text: str, choice: str = "inferred", version: int = 14, newer: int = 22) -> str:
    module = parse_assembly(LAYOUT + text, llvm_version=newer)
    module.downgraded(version, pointee_types=choice)
    return to_assembly(module)


def test_tags_describe_a_struct() -> None:
    text = brought(TAGGED + TAGS)
    assert "%struct.node = type { i32, %struct.node*, [6 x i32], i32 }" in text
    assert "define i32 @f(%struct.node* %p, i64 %i)" in text
    assert "%b = getelementptr inbounds %struct.node, %struct.node* %next, i64 0, i32 3" in text
    assert "%c = getelementptr inbounds %struct.node, %struct.node* %p, i64 0, i32 2, i64 0" in text
    assert "bitcast" not in text


def test_addresses_stay_in_bytes_without_inference() -> None:
    text = brought(TAGGED + TAGS, "views")
    assert "%struct.node" not in text
    assert text.count("bitcast") == 4


def test_each_address_has_the_offset_that_it_had() -> None:
    module = parse_assembly(LAYOUT + TAGGED + TAGS, llvm_version=22)
    module.downgraded(14, pointee_types="inferred")
    layout = DataLayout(module.data_layout, 14)
    struct = module.context.struct_of_name("struct.node")
    assert struct is not None
    assert layout.struct_layout(struct).offsets == [0, 8, 16, 40]


def test_a_struct_of_the_module_is_taken() -> None:
    struct = "%struct.node = type { i32, ptr, [24 x i8], i32 }\n@n = global %struct.node zeroinitializer\n"
    text = brought(struct + TAGGED + TAGS)
    assert "%struct.node = type { i32, %struct.node*, [24 x i8], i32 }" in text
    assert "define i32 @f(%struct.node* %p, i64 %i)" in text


def test_a_struct_with_other_fields_is_not_taken() -> None:
    struct = "%struct.node = type { i8, ptr }\n@n = global %struct.node zeroinitializer\n"
    text = brought(struct + TAGGED + TAGS)
    assert "%struct.node = type { i8, i8* }" in text
    assert "define i32 @f(i32* %p, i64 %i)" in text


def test_a_struct_without_a_name() -> None:
    text = brought(TAGGED + TAGS.replace('"node"', '""'))
    assert "%struct.anon = type { i32, %struct.anon*, [6 x i32], i32 }" in text
    assert "bitcast" not in text


def test_fields_that_lie_closer_than_their_alignment() -> None:
    text = brought(TAGGED.replace("i64 8\n", "i64 6\n") + TAGS.replace("!3, i64 8", "!3, i64 6"))
    assert "%struct.node = type <{ i32, [2 x i8], %struct.node*, [2 x i8], [6 x i32], i32 }>" in text


def test_the_type_of_a_pointer_is_in_its_tag() -> None:
    tags = TAGS.replace('!4 = !{!"node", !2, i64 0, !3,', '!9 = !{!"p1 _ZTS4node", !3, i64 0}\n!4 = !{!"node", !2, i64 0, !9,')
    text = brought(
        """\
@head = global ptr null
define ptr @f() {
  %p = load ptr, ptr @head, !tbaa !10
  ret ptr %p
}
define i32 @g(ptr %p) {
  %z = load i32, ptr %p, !tbaa !5
  ret i32 %z
}
"""
        + tags
        + "!10 = !{!9, !9, i64 0}\n"
    )
    assert "@head = global %struct.node* null" in text
    assert "define %struct.node* @f()" in text


# Types that the module itself has: of variables, of locals, of other addresses.
KNOWN = """\
%pair = type { i32, [4 x i16], ptr }
@table = constant [4 x [8 x i32]] zeroinitializer
declare void @use(ptr)
define i16 @f() {
  %local = alloca [3 x %pair]
  %a = getelementptr inbounds nuw i8, ptr %local, i64 34
  %x = load i16, ptr %a
  call void @use(ptr %a)
  ret i16 %x
}
define i32 @g(i64 %i) {
  %a = getelementptr inbounds i32, ptr getelementptr inbounds nuw (i8, ptr @table, i64 64), i64 %i
  %x = load i32, ptr %a
  ret i32 %x
}
"""


def test_a_known_type() -> None:
    text = brought(KNOWN)
    assert "%a = getelementptr inbounds [3 x %pair], [3 x %pair]* %local, i64 0, i64 1, i32 1, i64 3" in text
    assert "i32* getelementptr inbounds ([4 x [8 x i32]], [4 x [8 x i32]]* @table, i64 0, i64 2, i64 0), i64 %i" in text
    assert "bitcast" not in text


def test_an_offset_in_the_middle_of_a_field_stays_in_bytes() -> None:
    text = brought(KNOWN.replace("i64 34", "i64 35"))
    assert "getelementptr inbounds i8, i8* " in text


# LLVM 23 writes the size of an element in place of its type.
SIZES = """\
@pairs = global [9 x { i32, i32 }] zeroinitializer
define i32 @f(ptr %p, i64 %i) {
  %row = getelementptr inbounds nuw [16 x i8], ptr %p, i64 %i
  %a = getelementptr inbounds [4 x i8], ptr %row, i64 %i
  %x = load i32, ptr %a
  %b = getelementptr [4 x i8], ptr %p, i64 3
  %y = load i32, ptr %b
  %s = add i32 %x, %y
  ret i32 %s
}
"""


def test_elements_of_a_size() -> None:
    text = brought(SIZES, newer=23)
    assert "%row = getelementptr inbounds [4 x i32], [4 x i32]* " in text
    assert "%a = getelementptr inbounds i32, i32* %row, i64 %i" in text
    assert "[4 x i8]" not in text


@pytest.mark.parametrize(
    ("offset", "wanted", "path"),
    [
        (0, "i32", [0, 0]),
        (6, "i16", [0, 1, 1]),
        (16, "ptr", [0, 2]),
        (24, "i32", [1, 0]),
        (-24, "i32", [-1, 0]),
        (5, "i16", None),
    ],
)
def test_paths(offset: int, wanted: str, path: list[int] | None) -> None:
    module = parse_assembly(LAYOUT + KNOWN, llvm_version=22)
    pair = module.context.struct_of_name("pair")
    assert pair is not None and pair.elements is not None
    types = {"i32": pair.elements[0], "i16": module.context.integer(16), "ptr": pair.elements[2]}
    assert offset_path(DataLayout(module.data_layout, 22), pair, offset, types[wanted], True) == path


def test_addresses_of_vectors_and_unknown_sizes_are_left() -> None:
    text = brought("""\
%hidden = type opaque
@h = external global %hidden
define <2 x ptr> @f(<2 x ptr> %v) {
  %a = getelementptr i8, <2 x ptr> %v, i64 8
  ret <2 x ptr> %a
}
define i32 @g() {
  %a = getelementptr i8, ptr @h, i64 8
  %x = load i32, ptr %a
  ret i32 %x
}
""")
    assert "getelementptr i8, <2 x i8*> %v, i64 8" in text
    assert "getelementptr i8, i8* bitcast (%hidden* @h to i8*), i64 8" in text


def test_what_is_written_is_a_getelementptr_with_the_flags_that_it_had() -> None:
    module = parse_assembly(LAYOUT + KNOWN, llvm_version=22)
    module.downgraded(15, pointee_types="inferred")
    address = next(one for one in module.functions[1].instructions if isinstance(one, GetElementPtrInst))
    assert len(address.operands) == 2
