"""Pointers that cannot be null at a place, as isKnownNonZero of LLVM's ValueTracking says."""

from __future__ import annotations

import pytest

from pyllvm.analysis.dominance import BlockTree
from pyllvm.analysis.value_tracking import is_known_nonnull
from pyllvm.assembly import parse_assembly
from pyllvm.ir.function import Function
from rows import each_row

TEXT = """
@g = global i32 0
@weak = extern_weak global i32
@far = addrspace(1) global i32 0
declare void @llvm.assume(i1)
declare void @may.throw()
declare void @harmless() nounwind willreturn
declare nonnull ptr @returns()
declare dereferenceable(4) ptr @points()
declare ptr @gives()
define void @f(ptr %p, ptr nonnull %n, ptr dereferenceable(4) %d, ptr byval(i32) %b, i1 %c, ptr addrspace(1) %q,
               ptr addrspace(1) dereferenceable(4) %r) {
entry:
  LINE
  br label %end
end:
  ret void
}
"""
# The lines before the place, and whether %x is known there.
LINES = [
    ("%x = alloca i8", True),
    ("%x = load ptr, ptr %p", False),
    ("%x = load ptr, ptr %p, !nonnull !{}", True),
    ("%x = load ptr, ptr %p, !dereferenceable !{i64 4}", True),
    ("%x = load ptr addrspace(1), ptr %p, !dereferenceable !{i64 4}", False),
    ("%x = load ptr addrspace(1), ptr %p, !nonnull !{}", True),
    ("%x = call ptr @gives()", False),
    ("%x = call nonnull ptr @gives()", True),
    ("%x = call ptr @returns()", True),
    ("%x = call ptr @points()", True),
    ("%x = getelementptr i8, ptr %n, i32 1", False),
    ("%x = getelementptr inbounds i8, ptr %n, i32 1", True),
    ("%x = getelementptr inbounds i8, ptr %p, i32 1", False),
    ("%x = freeze ptr %n", True),
    ("%x = freeze ptr %p", False),
    ("%x = inttoptr i64 1 to ptr", False),
    ("%x = select i1 %c, ptr %n, ptr @g", True),
    ("%x = select i1 %c, ptr %n, ptr %p", False),
    ("%x = select i1 %c, ptr %d, ptr %b", True),
    ("%x = select i1 %c, ptr @weak, ptr @g", False),
    ("%x = select i1 %c, ptr addrspace(1) @far, ptr addrspace(1) @far", False),
    ("%x = select i1 %c, ptr addrspace(1) %r, ptr addrspace(1) %r", False),
    ("br label %next\nnext:\n  %x = phi ptr [ %n, %entry ], [ %x, %next ]\n  br i1 %c, label %next, label %done\ndone:", True),
    ("br label %next\nnext:\n  %x = phi ptr [ %n, %entry ], [ %p, %next ]\n  br i1 %c, label %next, label %done\ndone:", False),
    ("%x = load ptr, ptr %p\n  %k = icmp ne ptr %x, null\n  call void @llvm.assume(i1 %k)", True),
    ("%x = load ptr, ptr %p\n  %k = icmp eq ptr %x, null\n  call void @llvm.assume(i1 %k)", False),
    ("%x = load ptr, ptr %p\n  %k = icmp ne ptr %x, %p\n  call void @llvm.assume(i1 %k)", False),
    ("%x = load ptr, ptr %p\n  %k = icmp ne ptr %x, null\n  br i1 %k, label %next, label %end\nnext:", True),
    ("%x = load ptr, ptr %p\n  %k = icmp eq ptr %x, null\n  br i1 %k, label %end, label %next\nnext:", True),
    ("%x = load ptr, ptr %p\n  %k = icmp eq ptr %x, null\n  br i1 %k, label %next, label %end\nnext:", False),
    ("%x = load ptr, ptr %p\n  %k = icmp ne ptr %x, null\n  br i1 %k, label %next, label %next\nnext:", False),
]


def parsed(line: str) -> Function:
    return parse_assembly(TEXT.replace("LINE", line).encode(), "m", llvm_version=19).function("f")


@each_row(("line", "expected"), LINES)
def test_what_cannot_be_null(line: str, expected: bool) -> None:
    function = parsed(line)
    value = next(one for one in function.instructions if one.name == "x")
    (place,) = [block.terminator for block in function.blocks if any(one.name == "end" for one in block.successors)][-1:]
    assert place is not None
    assert is_known_nonnull(value, place, BlockTree(function)) is expected


def test_arguments() -> None:
    function = parsed("")
    place = function.blocks[0].terminator
    assert place is not None
    known = [one.name for one in function.arguments if is_known_nonnull(one, place, BlockTree(function))]
    assert known == ["n", "d", "b"]


@pytest.mark.parametrize(("between", "expected"), [("harmless", True), ("may.throw", False)])
def test_an_assumption_behind_the_place(between: str, expected: bool) -> None:
    """It says something about the place only if execution certainly comes to it."""
    line = "%x = load ptr, ptr %p\n  %k = icmp ne ptr %x, null\n  %at = alloca i8\n"
    function = parsed(f"{line}  call void @{between}()\n  call void @llvm.assume(i1 %k)")
    value, _, place, *_ = function.blocks[0].instructions
    assert is_known_nonnull(value, place, BlockTree(function)) is expected
