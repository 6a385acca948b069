"""Casts of non-integral pointers: refused up to LLVM 12."""

from __future__ import annotations

from pyllvm.assembly import parse_assembly
from pyllvm.verifier import verify
from rows import each_row

CASTS = """
define i64 @f(i8 addrspace(4)* %p) {
  %v = ptrtoint i8 addrspace(4)* %p to i64
  ret i64 %v
}
define i8 addrspace(4)* @g(i64 %p) {
  %v = inttoptr i64 %p to i8 addrspace(4)*
  ret i8 addrspace(4)* %v
}
define <2 x i64> @h(<2 x i8 addrspace(4)*> %p) {
  %v = ptrtoint <2 x i8 addrspace(4)*> %p to <2 x i64>
  ret <2 x i64> %v
}
@d = global { i8 addrspace(4)* } { i8 addrspace(4)* inttoptr (i64 5 to i8 addrspace(4)*) }
"""


def messages(layout: str, version: int) -> list[str]:
    """The verifier's messages for the casts with a data layout."""
    text = f'target datalayout = "{layout}"\n{CASTS}'
    return [failure.message for failure in verify(parse_assembly(text.encode(), llvm_version=version))]


def test_refused() -> None:
    pointer, integer = (f"{word} not supported for non-integral pointers" for word in ("inttoptr", "ptrtoint"))
    for version in (8, 12):
        assert messages("ni:4", version) == [integer, pointer, integer, pointer]


def test_allowed() -> None:
    assert messages("ni:4", 13) == []
    assert messages("ni:3", 8) == []
    assert messages("", 8) == []


CAST = "ptrtoint (i8 addrspace(4)* @g to i64)"
BODY = f"define i64 @f() {{\n  %a = add i64 {CAST}, 1\n  %b = mul i64 %a, {CAST}\n  ret i64 %b\n}}\n"


@each_row(
    "text",
    [
        BODY,
        f"@h = global i64 {CAST}\n",
        f"declare void @f() prefix i64 {CAST}\n",
        f"@h = global {{ i64, i64 }} {{ i64 1, i64 {CAST} }}\n",
        f"{BODY}@h = global i64 {CAST}\n",
    ],
)
def test_a_constant_is_reported_once(text: str) -> None:
    text = f'target datalayout = "ni:4"\n@g = external addrspace(4) global i8\n{text}'
    found = [failure.message for failure in verify(parse_assembly(text.encode(), llvm_version=8))]
    assert found == ["ptrtoint not supported for non-integral pointers"]
