"""Bodies are equal exactly if their lines are, also after every change of an instruction."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import pyllvm
from pyllvm.cli.tool import is_compiled
from pyllvm.comparison.canonical import Canon, Side
from pyllvm.comparison.headers import SymbolMatching
from pyllvm.comparison.matched_metadata import MetadataMatching
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.metadata import DebugRecord
from pyllvm.ir.module import Module
from pyllvm.ir.types import Type
from pyllvm.tables.opcodes import OPCODES_BY_NAME, Opcode
from pyllvm.versions import NEWEST

_DATA: Final = Path(__file__).parents[2] / "data"
FILES: Final = [_DATA / "sample.ll", *sorted((_DATA / "diff").glob("*.ll"))]

# The frequent instructions in forms that few files have.
FORMS: Final = """
%pair = type { i32, i32 }
@table = global [2 x ptr] zeroinitializer
declare i32 @f(i32, ...)
declare i64 @llvm.read_register.i64(metadata)
declare i32 @llvm.get.rounding(metadata, metadata)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @all(i32 %a, ptr %p, float %x, <2 x i32> %v) {
  %slot = alloca inalloca %pair, i32 2, align 16
  %one = load atomic volatile i32, ptr %p syncscope("agent") acquire, align 4, !range !0, !nontemporal !1
  store atomic i32 %one, ptr %p release, align 4
  store volatile i32 7, ptr %p, align 2
  %place = getelementptr inbounds %pair, ptr %slot, i32 0, i32 1
  %sum = add nuw nsw i32 %one, %a
  %wide = zext nneg i32 %sum to i64
  %narrow = trunc nuw i64 %wide to i32
  %less = icmp samesign ult i32 %sum, %narrow
  %ordered = fcmp nnan olt float %x, 1.0
  %chosen = select nsz i1 %ordered, float %x, float 2.0
  %call = tail call fastcc i32 (i32, ...) @f(i32 signext %a, ptr align 8 %p) nounwind [ "tag"(i32 %sum) ]
  %other = notail call i32 (i32, ...) @f(i32 signext %a, ptr align 8 %p) nounwind
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %slot, i64 8, i1 false)
  %fast = call fast float %p(float %x)
  %stack = call i64 @llvm.read_register.i64(metadata !2)
  %state = call i32 @llvm.get.rounding(metadata !"round.dynamic", metadata !DIArgList(i32 %a, i32 7))
  call void asm sideeffect "nop", "r"(ptr getelementptr inbounds ([2 x ptr], ptr @table, i64 0, i64 1))
  br i1 %less, label %left, label %right
left:
  switch i32 %a, label %right [ i32 0, label %end
    i32 1, label %end ]
right:
  br label %end
end:
  %phi = phi i32 [ 1, %left ], [ 1, %left ], [ %sum, %right ]
  %real = phi nnan float [ 1.0, %left ], [ 1.0, %left ], [ %x, %right ]
  %frozen = freeze i32 %phi
  ret i32 %frozen
}
!0 = !{i32 0, i32 9}
!1 = !{i32 1}
!2 = !{!"rsp"}
"""


def canon_of(before: Module, after: Module) -> Canon:
    """The common numbers of two modules."""
    sides = Side(before), Side(after)
    canon = Canon(*sides)
    canon.mask_metadata([*sides[0].printer.slots.nodes, *sides[1].printer.slots.nodes])
    pairs = SymbolMatching(canon, *sides).pairs
    functions = [(one, other) for one, other in pairs if isinstance(one, Function) and isinstance(other, Function)]
    MetadataMatching(canon, *sides, [], functions)
    return canon


def defined(module: Module) -> list[Function]:
    return [function for function in module.functions if function.blocks]


def have_equal_lines(canon: Canon, one: Function, other: Function) -> bool:
    return canon.body_lines(one) == canon.body_lines(other)


def assert_agree(canon: Canon, one: Function, other: Function, what: str = "") -> None:
    assert canon.bodies.are_equal(one, other) == have_equal_lines(canon, one, other), what


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_pair_of_functions(path: Path) -> None:
    before, after = (pyllvm.parse_assembly(path.read_text(), llvm_version=NEWEST) for _ in range(2))
    canon = canon_of(before, after)
    for one in defined(before):
        for other in defined(after):
            assert_agree(canon, one, other, f"{one.name} and {other.name}")
            assert one.name != other.name or canon.bodies.are_equal(one, other)


@pytest.mark.skipif(is_compiled(), reason="compiled objects do not list their attributes")
@pytest.mark.parametrize("text", [FORMS, *[path.read_text() for path in FILES]], ids=["forms", *[path.stem for path in FILES]])
def test_every_change_of_an_instruction(text: str) -> None:
    """Whatever attribute of an instruction or debug record gets another value: a new one cannot be forgotten."""
    before, after = (pyllvm.parse_assembly(text, llvm_version=NEWEST) for _ in range(2))
    canon = canon_of(before, after)
    for one, other in zip(defined(before), defined(after), strict=True):
        for instruction in other.instructions:
            for part in (instruction, *(instruction.debug_records or [])):
                for name, value in changes(part, other):
                    kept = getattr(part, name)
                    setattr(part, name, value)
                    try:
                        canon.body_lines(other)
                    except (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError):
                        continue  # nothing like that can be printed
                    finally:
                        setattr(part, name, kept)
                    setattr(part, name, value)
                    assert_agree(canon, one, other, f"{instruction}: {name} = {value!r}")
                    setattr(part, name, kept)
        assert canon.bodies.are_equal(one, other)


def changes(part: Instruction | DebugRecord, function: Function) -> Iterator[tuple[str, Any]]:
    """Other values of each attribute."""
    context = function.type.context
    for name, value in vars(part).items():
        if name in ("parent", "position", "_name", "_uses"):
            continue
        if isinstance(value, bool):
            yield name, not value
        elif isinstance(value, int):
            yield from ((name, other) for other in (0, 1, 2, 4, value + 1) if other != value)
        elif isinstance(value, str):
            yield name, value + "x"
        elif isinstance(value, Type):
            yield from ((name, type) for type in (context.integer(8), context.integer(64)) if type is not value)
        elif isinstance(value, Opcode):
            yield from ((name, OPCODES_BY_NAME[word]) for word in ("mul", "fneg", "sext") if word != value.name)
        elif name == "operands":
            for index, operand in enumerate(value):
                others = [*function.arguments, *function.blocks, *function.instructions]
                yield from ((name, [*value[:index], new, *value[index + 1 :]]) for new in others[:20] if new is not operand)
            yield name, value[:-1]
        elif isinstance(value, list):
            yield name, value[::-1]
            yield name, value[:-1]
            yield name, None
        elif value is not None:
            yield name, None
        elif name == "_debug_location" and function.instructions:
            yield name, next((one.debug_location for one in function.instructions if one.debug_location is not None), None)


CALLS: Final = (
    "call void (...) @v(i32 1)",
    "call void (...) @v(i32 2)",
    "call void (...) @v(i64 1)",
    "call void (...) @v(i32 1) nounwind",
    "call void (...) @v(i32 1) cold",
    "call void (...) @v(i32 signext 1)",
    "call void (...) @v(i32 zeroext 1)",
    "call void (...) @v(i32 1, i32 signext 1)",
    "call void (...) @v(i32 signext 1, i32 1)",
    "call void (...) @v(i32 signext 1) nounwind",
    "%r = call signext i32 (...) @r(i32 1)",
    "%r = call zeroext i32 (...) @r(i32 1)",
    "call void (...) @v(metadata !0)",
    "call void (...) @v(metadata !1)",
    "call void (...) @v(metadata i32 1)",
    "call void (...) @v(metadata i32 2)",
    'call void (...) @v(metadata !"a")',
    'call void (...) @v(metadata !"b")',
)


def test_every_pair_of_calls() -> None:
    bodies = [f"define void @f{number}() {{\n  {call}\n  ret void\n}}\n" for number, call in enumerate(CALLS)]
    text = "".join(["declare void @v(...)\ndeclare i32 @r(...)\n!0 = !{i32 1}\n!1 = !{i32 2}\n", *bodies])
    before, after = (pyllvm.parse_assembly(text, llvm_version=NEWEST) for _ in range(2))
    canon = canon_of(before, after)
    for one, call in zip(defined(before), CALLS, strict=True):
        for other, other_call in zip(defined(after), CALLS, strict=True):
            assert_agree(canon, one, other, f"{call} and {other_call}")
            assert canon.bodies.are_equal(one, other) == (call == other_call) or "metadata" in call


ADDRESSES: Final = """
define i32 @f(i32 %a) {{
  br label %one
one:
  {first}
  br label %two
two:
  {second}
  ret i32 %a
}}
define void @g() {{
  store ptr blockaddress(@f, %two), ptr null, align 8
  ret void
}}
"""


def test_an_address_of_a_block_has_another_text_in_its_own_function() -> None:
    """In @f, its second block has another number than in the other module; for @g, it is the third block of both."""
    use = "store ptr blockaddress(@f, %two), ptr null, align 8"
    before = pyllvm.parse_assembly(ADDRESSES.format(first="%x = add i32 %a, 1", second=use))
    for after in (
        pyllvm.parse_assembly(ADDRESSES.format(first="%x = add i32 %a, 1", second=use)),
        pyllvm.parse_assembly(ADDRESSES.format(first="fence seq_cst", second=use)),
    ):
        canon = canon_of(before, after)
        for functions in ((0, 1), (1, 0)):
            for number in functions:
                assert_agree(canon, before.functions[number], after.functions[number])
        assert canon.bodies.are_equal(before.functions[1], after.functions[1])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("define void @f() {\n  ret void\n}\n", "define void @f(i32 %a) {\n  ret void\n}\n"),
        ("define void @f(i64 %a) {\n  ret void\n}\n", "define void @f(i32 %a) {\n  ret void\n}\n"),
        ("define i64 @f(i64 %a) {\n  ret i64 %a\n}\n", "define i32 @f(i32 %a) {\n  ret i32 %a\n}\n"),
        ("define void @f() {\n  ret void\n}\n", "define void @f() {\n  br label %a\na:\n  ret void\n}\n"),
    ],
)
def test_other_shapes(one: str, other: str) -> None:
    before, after = pyllvm.parse_assembly(one), pyllvm.parse_assembly(other)
    assert_agree(canon_of(before, after), before.functions[0], after.functions[0])
