"""Which values are certainly not poison: because of what makes them, or because the program would have no meaning."""

from __future__ import annotations

import pytest

from pyllvm.analysis.dominance import BlockTree
from pyllvm.analysis.poison import PoisonAnalysis, is_never_undef
from pyllvm.assembly import parse_assembly
from pyllvm.ir.function import Function
from rows import each_row

TEXT = """
declare void @stops()
declare void @returns() nounwind willreturn
declare void @takes(i32 noundef) nounwind willreturn
declare noundef i32 @gives()
declare i32 @gives_any()
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.smax.i32(i32, i32)
define FUNCTION {
entry:
  BODY
  ret void
}
"""
PLAIN = "void @f(i32 %a, i32 %b, i1 %c, ptr %p, <4 x i32> %v)"
DEFINED = "void @f(i32 noundef %a, i32 noundef %b, i1 noundef %c, ptr dereferenceable(4) %p, <4 x i32> noundef %v)"
# What the operation is, and whether its result is known not to be poison where its operands are.
OPERATIONS = [
    ("add i32 %a, %b", True),
    ("add nsw i32 %a, %b", False),
    ("add i32 %a, poison", False),
    ("add i32 %a, undef", True),
    ("udiv i32 %a, %b", True),
    ("udiv exact i32 %a, %b", False),
    ("shl i32 %a, 31", True),
    ("shl i32 %a, 32", False),
    ("lshr i32 %a, %b", False),
    ("or disjoint i32 %a, %b", False),
    ("zext i32 %a to i64", True),
    ("zext nneg i32 %a to i64", False),
    ("trunc i32 %a to i8", True),
    ("trunc nuw i32 %a to i8", False),
    ("icmp eq i32 %a, %b", True),
    ("select i1 %c, i32 %a, i32 %b", True),
    ("getelementptr i8, ptr %p, i32 %a", True),
    ("getelementptr inbounds i8, ptr %p, i32 %a", False),
    ("extractelement <4 x i32> %v, i32 3", True),
    ("extractelement <4 x i32> %v, i32 4", False),
    ("extractelement <4 x i32> %v, i32 %a", False),
    ("insertelement <4 x i32> %v, i32 %a, i32 3", True),
    ("insertelement <4 x i32> %v, i32 %a, i32 4", False),
    ("insertvalue [2 x i32] [i32 1, i32 poison], i32 %a, 0", False),
    ("insertvalue [2 x i32] [i32 1, i32 2], i32 %a, 0", False),
    ("call i32 @llvm.ctpop.i32(i32 %a)", True),
    ("load i32, ptr %p", False),
    ("fptosi float 1.0 to i32", False),
]
# What is so whatever the operands are.
ALWAYS = [
    ("freeze i32 %a", True),
    ("alloca i32", True),
    ("call i32 @gives()", True),
    ("call i32 @gives_any()", False),
    ("call noundef i32 @gives_any()", True),
    ("load i32, ptr %p, !noundef !{}", True),
    ("load i32, ptr %p, !range !{i32 0, i32 5}", False),
    ("load ptr, ptr %p, !dereferenceable !{i64 4}", True),
]
# What stands behind the value that is asked about, %a, and whether it has no meaning if that is poison.
BEHIND = [
    ("store i32 1, ptr %p", False),
    ("%q = getelementptr i8, ptr %p, i32 %a\n  store i32 1, ptr %q", True),
    ("%q = getelementptr i8, ptr %p, i32 %a\n  %x = load i32, ptr %q", True),
    ("%q = getelementptr i8, ptr %p, i32 %a\n  store ptr %q, ptr %p", False),
    ("%q = getelementptr i8, ptr %p, i32 %a\n  %x = atomicrmw add ptr %q, i32 1 seq_cst", True),
    ("%q = getelementptr i8, ptr %p, i32 %a\n  call void %q()", True),
    ("%x = udiv i32 %b, %a", True),
    ("%x = udiv i32 %a, %b", False),
    ("%x = add i32 %a, 1\n  %y = srem i32 1, %x", True),
    ("%x = freeze i32 %a\n  %y = srem i32 1, %x", False),
    ("%x = select i1 %c, i32 %a, i32 1\n  %y = srem i32 1, %x", False),
    ("%x = trunc i32 %a to i1\n  %y = select i1 %x, i32 1, i32 2\n  %z = srem i32 1, %y", True),
    ("%x = call i32 @llvm.smax.i32(i32 %a, i32 1)\n  %y = srem i32 1, %x", True),
    ("call void @takes(i32 %a)", True),
    ("call void @takes(i32 %b)", False),
    ("%x = call i32 @gives_any(i32 noundef %a)", True),
    ("call void @returns()\n  call void @takes(i32 %a)", True),
    ("call void @stops()\n  call void @takes(i32 %a)", False),
    ("br label %on\non:\n  call void @takes(i32 %a)", True),
    ("br label %on\non:\n  %x = phi i32 [ %a, %entry ]\n  call void @takes(i32 %x)", True),
    ("br i1 %c, label %on, label %off\noff:\n  ret void\non:\n  call void @takes(i32 %a)", False),
    ("br i1 %c, label %on, label %on\non:\n  call void @takes(i32 %a)", False),
    ("switch i32 %a, label %on [ i32 1, label %off ]\noff:\n  ret void\non:", True),
    ("switch i32 %b, label %on [ i32 1, label %off ]\noff:\n  ret void\non:", False),
    ("%x = trunc i32 %a to i1\n  br i1 %x, label %on, label %off\noff:\n  ret void\non:", True),
    ("br label %on\non:\n  br label %on\nend:", False),
    ("%x = add i32 %b, 1\n  " * 31 + "call void @takes(i32 %a)", True),
    ("%x = add i32 %b, 1\n  " * 32 + "call void @takes(i32 %a)", False),
]


def analysis_of(body: str, function: str) -> tuple[Function, PoisonAnalysis]:
    """The function with a body, and the answers about it."""
    parts = body.split("%x = ")
    body = parts[0] + "".join(f"%x{'' if len(parts) < 5 else number} = {part}" for number, part in enumerate(parts[1:]))
    text = TEXT.replace("FUNCTION", function).replace("BODY", body)
    made = parse_assembly(text.encode(), llvm_version=22)["f"]
    assert isinstance(made, Function)
    return made, PoisonAnalysis(made, BlockTree(made))


@each_row(("operation", "keeps"), OPERATIONS)
def test_operations_keep_what_they_work_on(operation: str, keeps: bool) -> None:
    for function, is_known in ((PLAIN, False), (DEFINED, True)):
        made, analysis = analysis_of(f"%r = {operation}", function)
        expected = keeps and (is_known or "%" not in operation)
        assert analysis.is_never_poison(made.blocks[0].instructions[0]) == expected


@pytest.mark.parametrize(("operation", "expected"), ALWAYS)
def test_what_is_never_poison(operation: str, expected: bool) -> None:
    for function in (PLAIN, DEFINED):
        made, analysis = analysis_of(f"%r = {operation}", function)
        assert analysis.is_never_poison(made.blocks[0].instructions[0]) == expected


@each_row(("behind", "expected"), BEHIND)
def test_what_is_used_where_poison_has_no_meaning(behind: str, expected: bool) -> None:
    made, analysis = analysis_of(behind, PLAIN)
    assert analysis.is_never_poison(made.arguments[0]) == expected


def test_a_branch_above_decides() -> None:
    body = (
        "br i1 %c, label %on, label %off\noff:\n  ret void\non:\n  %x = icmp eq i32 %a, 1\n  br i1 %x, label %in, label %off\nin:"
    )
    made, analysis = analysis_of("call void @stops()\n  " + body, PLAIN)
    first, _, third = made.arguments[:3]
    asked = {
        block.name: (analysis.is_never_poison(first, block), analysis.is_never_poison(third, block)) for block in made.blocks
    }
    assert asked == {"entry": (False, False), "off": (False, True), "on": (False, True), "in": (True, True)}


def test_a_returned_value_must_be_defined() -> None:
    for attribute, expected in (("noundef ", True), ("", False)):
        text = f"define {attribute}i32 @f(i32 %a) {{\n  ret i32 %a\n}}\n"
        made = parse_assembly(text.encode(), llvm_version=22).functions[0]
        assert PoisonAnalysis(made, BlockTree(made)).is_never_poison(made.arguments[0]) == expected


@pytest.mark.parametrize(("version", "expected"), [(20, [False, True]), (21, [True, False])])
def test_a_scalable_element_and_a_cast_between_spaces(version: int, expected: list[bool]) -> None:
    splat, cast = "<vscale x 2 x i32> splat (i32 1)", "ptr addrspacecast (ptr addrspace(1) @a to ptr)"
    text = f"@a = addrspace(1) global i32 0\ndefine void @f() {{\n  call void @f({splat}, {cast})\n  ret void\n}}\n"
    made = parse_assembly(text.encode(), llvm_version=version)["f"]
    assert isinstance(made, Function)
    analysis = PoisonAnalysis(made, BlockTree(made))
    assert [analysis.is_never_poison(one) for one in made.blocks[0].instructions[0].operands[:2]] == expected


@each_row(
    ("line", "version", "expected"),
    [
        ("%r = add i32 %a, 1", 17, True),
        ("%r = add i32 %b, 1", 17, False),
        ("%r = add nsw i32 %a, 1", 17, False),
        ("%r = add nsw i32 %a, 1", 18, True),
        ("%r = add i32 %a, undef", 18, False),
        ("%r = add i32 %a, poison", 18, False),
        ("%r = fneg float %f", 18, True),
        ("%r = trunc i32 %a to i8", 18, True),
        ("%r = icmp eq i32 %a, %b", 18, False),
        ("%r = freeze i32 %b", 18, True),
        ("%r = load i32, ptr %p", 18, False),
        ("%r = load i32, ptr %p, !noundef !{}", 18, True),
        ("%r = extractvalue [2 x i32] [i32 1, i32 2], 1", 18, True),
        ("%r = call i32 @gives()", 18, False),
        ("%r = call noundef i32 @gives()", 18, True),
        ("br label %b0\nb0:\n  %r = phi i32 [ %a, %entry ], [ %r, %b0 ]\n  br label %b0\nend:", 18, True),
        ("br label %b0\nb0:\n  %r = phi i32 [ %b, %entry ], [ %r, %b0 ]\n  br label %b0\nend:", 18, False),
        ("".join([f"%v{n} = add i32 {f'%v{n - 1}' if n else '%a'}, 1\n" for n in range(4)]) + "%r = add i32 %v3, 1", 18, True),
        ("".join([f"%v{n} = add i32 {f'%v{n - 1}' if n else '%a'}, 1\n" for n in range(5)]) + "%r = add i32 %v4, 1", 18, False),
    ],
)
def test_what_is_never_undefined(line: str, version: int, expected: bool) -> None:
    head = "declare i32 @gives()\ndefine void @f(i32 noundef %a, i32 %b, ptr %p, float noundef %f) {\nentry:\n"
    made = parse_assembly(f"{head}{line}\n  ret void\n}}\n".encode(), llvm_version=version)["f"]
    assert isinstance(made, Function)
    (value,) = (one for block in made.blocks for one in block.instructions if one.name == "r")
    assert is_never_undef(value) == expected
