"""The types of instructions and types in text."""

from __future__ import annotations

from pyllvm.findings.written_types import Scene, first_type, last_type, normal, type_of_instruction
from rows import each_row

STRUCT = b"{ i32, [2 x i16] }"
OPAQUE = Scene(False, lambda name: STRUCT)
TYPED = Scene(True, lambda name: STRUCT)


@each_row(
    ("text", "type"),
    [
        (b"add nuw nsw <2 x i32> %a, %b", b"<2 x i32>"),
        (b"fadd nsz<4 x double> %a, %b", b"<4 x double>"),
        (b"icmp eq <vscale x 2 x i64> %a, %b", b"<vscale x 2 x i1>"),
        (b"select i1 %c, {i32,i1} %a, {i32,i1} %b", b"{ i32, i1 }"),
        (b"load atomic volatile i64, ptr %p seq_cst, align 8", b"i64"),
        (b"alloca i8, align 1, addrspace(5)", b"ptr addrspace(5)"),
        (b"tail call fastcc range(i32 0, 5) i32 (ptr, ...) @f(ptr %p)", b"i32"),
        (b"call void (i32)* @f()", b"void (i32)*"),
        (b"invoke %T @f() to label %a unwind label %b", b"%T"),
        (b"extractvalue %T %a, 1, 0 ; <i16>", b"i16"),
        (b"extractelement <2 x ptr> %v, i32 0", b"ptr"),
        (b"shufflevector <2 x i8> %a, <2 x i8> %b, <4 x i32> zeroinitializer", b"<4 x i8>"),
        (b"cmpxchg weak ptr %p, i32 0, i32 1 monotonic monotonic", b"{ i32, i1 }"),
        (b"atomicrmw add ptr %p, i16 1 seq_cst", b"i16"),
        (b"getelementptr i8, ptr addrspace(1) %p, i64 1", b"ptr addrspace(1)"),
        (b"getelementptr i8, ptr %p, <2 x i64> %v", b"<2 x ptr>"),
        (b"ptrtoint ptr %p to i64", b"i64"),
        (b"catchpad within %a []", b"token"),
        (b"shufflevector <2 x i8> %a, <2 x i8> %b,", b""),
        (b"something i32 %a", b""),
    ],
)
def test_the_type_of_an_instruction(text: bytes, type: bytes) -> None:
    assert type_of_instruction(text, OPAQUE) == type


def test_the_type_of_an_address_with_typed_pointers() -> None:
    assert type_of_instruction(b"alloca %T, align 8", TYPED) == b"%T*"
    assert type_of_instruction(b"getelementptr inbounds %T, %T* %p, i32 0, i32 1, i64 0", TYPED) == b"i16*"
    assert type_of_instruction(b"getelementptr i8, i8 addrspace(1)* %p, i64 1", TYPED) == b"i8 addrspace(1)*"


def test_blanks_are_as_llvm_prints_them() -> None:
    for text, shown in (
        (b"<{i8}>", b"<{ i8 }>"),
        (b"void(...)*", b"void (...)*"),
        (b"i8 addrspace(0) *", b"i8*"),
        (b'target("a",void,1)', b'target("a", void, 1)'),
        (b'{%"a b"*,[ 2 x i8]}', b'{ %"a b"*, [2 x i8] }'),
    ):
        assert normal(text) == shown


def test_a_name_behind_a_type_is_a_value() -> None:
    assert last_type(b"%T %a") == (b"%T", 2)
    assert last_type(b"metadata %T* %a") == (b"%T*", 12)
    assert first_type(b"volatile <2 x i32> <i32 1, i32 2>")[0] == b"<2 x i32>"
