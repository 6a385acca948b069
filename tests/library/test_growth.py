"""Everything that a module may have many times: what the library does with it takes time in proportion to the size.

`tests/assembly/reader/test_growth.py` has the lists of the text's grammar, and `tests/sizes` measures the commands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import pytest

import pyllvm
from growth import assert_linear
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.ir import LoadInst, PHINode, SwitchInst

_UNIT: Final = """
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DILocation(line: 1, scope: !2)
!8 = !DILocalVariable(name: "v", scope: !2, file: !1, line: 1, type: !6)
"""
_DESCRIBED: Final = "define void @f(ptr %p, i32 %x) !dbg !2 {\n"
_FUNCTION: Final = "define void @f(ptr %p, i32 %x, i1 %c) {\n"
_END: Final = "\n  ret void\n}\n"


def each(count: int, text: str, separator: str = "\n") -> str:
    """The text `count` times, each with its number for `#`, the next one for `@@`, and a number from `count` on for `~`."""
    return separator.join(
        [text.replace("#", str(at)).replace("@@", str(at + 1)).replace("~", str(at + count)) for at in range(count)]
    )


class Shape(NamedTuple):
    """A text with one thing many times, in LLVM `version`, and the work that is done with it."""

    make: Callable[[int], str]
    work: Callable[[pyllvm.Module], object]
    version: int = 22
    small: int = 60


def verify(module: pyllvm.Module) -> object:
    return pyllvm.verify(module)


def down_to(version: int) -> Callable[[pyllvm.Module], object]:
    return lambda module: module.downgraded(version)


def upgrade(module: pyllvm.Module) -> object:
    return pyllvm.parse_bitcode(write_bitcode(module), llvm_version=23)


def misplace_clauses(module: pyllvm.Module) -> object:
    """The clauses become arguments: no landing pad may have them."""
    function = module.functions[1]
    for block in function.blocks:
        for instruction in block.instructions:
            if instruction.opcode_name == "landingpad":
                instruction.set_operand(0, function.arguments[0])
    faults = pyllvm.verify(module)
    assert len(faults) > 10
    return faults


def copy(module: pyllvm.Module) -> object:
    return module.copy()


def print_each(module: pyllvm.Module) -> object:
    return [str(instruction) for function in module for instruction in function.instructions]


def set_parts(module: pyllvm.Module) -> None:
    """Every part that can be set, of many instructions that use the same values."""
    function = module.function("f")
    for instruction in function.instructions:
        if isinstance(instruction, LoadInst):
            instruction.pointer = instruction.pointer
        elif isinstance(instruction, SwitchInst):
            instruction.cases = list(reversed(instruction.cases))
        elif isinstance(instruction, PHINode):
            instruction.incoming = list(reversed(instruction.incoming))
        _ = instruction.may_read_memory, instruction.has_side_effects


def erase_from_the_end(module: pyllvm.Module) -> None:
    for alias in reversed(list(module.aliases)):
        alias.erase_from_parent()


def nested_scopes(count: int, text: str) -> str:
    """Lexical blocks in one another: `text` is an instruction or record with a location `!~` and a variable `!^` in each."""
    lines = "\n".join([text.replace("~", str(at + count)).replace("^", str(at + 2 * count)) for at in range(count)])
    return (
        _DESCRIBED + lines + _END + _UNIT
        + f"!{3 * count} = distinct !DILexicalBlock(scope: !2, file: !1)\n"
        + "\n".join([
            f"!{at + count} = !DILocation(line: 1, scope: !{at + 3 * count})\n"
            f'!{at + 2 * count} = !DILocalVariable(name: "v", scope: !{at + 3 * count}, file: !1, line: {at}, type: !6)\n'
            f"!{at + 1 + 3 * count} = distinct !DILexicalBlock(scope: !{at + 3 * count}, file: !1, line: {at})"
            for at in range(count)
        ])
    )  # fmt: skip


def nested_convergence(count: int) -> str:
    """Loops in one another, each with a token that depends on the token of the loop around it."""
    return (
        "declare token @llvm.experimental.convergence.entry()\ndeclare token @llvm.experimental.convergence.loop()\n"
        "define void @f(i1 %c) convergent {\n  %t0 = call token @llvm.experimental.convergence.entry()\n  br label %b0\n"
        + each(
            count,
            "b#:\n  %t@@ = call token @llvm.experimental.convergence.loop() [ \"convergencectrl\"(token %t#) ]\n"
            "  br label %b@@",
        )
        + f"\nb{count}:\n  br label %e{count - 1}\n"
        + "\n".join([
            f"e{at}:\n  br i1 %c, label %b{at}, label %{f'e{at - 1}' if at else 'end'}" for at in reversed(range(count))
        ])
        + "\nend:" + _END
    )  # fmt: skip


_ALIASES: Final = "@a0 = global [9 x i8] zeroinitializer\n"

MENDED: Final[dict[str, Shape]] = {
    "aliases in a chain": Shape(
        lambda n: _ALIASES + each(n, "@a@@ = weak alias i8, getelementptr (i8, ptr @a#, i64 1)"), verify, small=200
    ),
    "dead aliases in a chain": Shape(
        lambda n: _ALIASES + each(n, "@a@@ = internal alias i8, ptr @a#"), pyllvm.delete_dead_globals, small=200
    ),
    "internal aliases in a chain": Shape(
        lambda n: _ALIASES + each(n, "@a@@ = alias i8, ptr @a#"), lambda module: pyllvm.internalize(module), small=200
    ),
    "erased aliases": Shape(lambda n: _ALIASES + each(n, "@a@@ = alias i8, ptr @a#"), erase_from_the_end, small=400),
    "locations in nested scopes": Shape(
        lambda n: nested_scopes(n, "  store i8 0, ptr %p, !dbg !~"), verify, small=400
    ),
    "variables in nested scopes": Shape(
        lambda n: nested_scopes(n, "    #dbg_declare(ptr %p, !^, !DIExpression(), !~)"), verify, small=200
    ),
    "inlined locations": Shape(
        lambda n: _DESCRIBED + each(n, "  store i8 0, ptr %p, !dbg !~") + _END + _UNIT
        + "\n".join([
            f"!{at + n} = distinct !DILocation(line: {at % 60000}, scope: !2{f', inlinedAt: !{at + n - 1}' if at else ''})"
            for at in range(n)
        ]),
        verify, small=250,
    ),
    "nested loops with tokens": Shape(nested_convergence, verify, small=50),
    "accesses of nested structs": Shape(
        lambda n: _FUNCTION + each(n, "  %l# = load i32, ptr %p, !tbaa !~") + _END
        + f'!{2 * n} = !{{!"root"}}\n!{2 * n + 1} = !{{!"int", !{2 * n}, i64 0}}\n'
        + "\n".join([f'!{at + 2 * n + 2} = !{{!"s{at}", !{at + 2 * n + 1}, i64 0, !{2 * n + 1}, i64 8}}' for at in range(n)])
        + "\n" + "\n".join([f"!{at + n} = !{{!{at + 2 * n + 2}, !{2 * n + 1}, i64 0}}" for at in range(n)]),
        verify,
    ),
    "accesses of one struct": Shape(
        lambda n: f"%s = type {{ {each(n, 'i32, i64', ', ')} }}\n{each(n, '@g# = global %s zeroinitializer')}\n"
        + _FUNCTION + each(n, "  %a# = alloca %s\n  %l# = load %s, ptr %p") + _END,
        lambda module: (verify(module), down_to(14)(module)),
    ),
    "structs in one another": Shape(
        lambda n: "%s0 = type { i32 }\n" + each(n, "%s@@ = type { %s# }\n@g# = global %s@@ zeroinitializer"), verify
    ),
    "dead functions in metadata": Shape(
        lambda n: each(n, "declare void @g#()") + "\n" + _FUNCTION + "  call void %p(), !callees !0" + _END
        + f"!0 = !{{{each(n, 'ptr @g#', ', ')}}}",
        pyllvm.delete_dead_globals, small=200,
    ),
    "fields of tagged accesses": Shape(
        lambda n: _FUNCTION + each(n, "  %l# = load i32, ptr %p, !tbaa !~") + _END
        + '!0 = !{!"root"}\n!1 = !{!"int", !0, i64 0}\n!2 = !{!"s", '
        + ", ".join([f"!1, i64 {4 * at}" for at in range(n)]) + "}\n"
        + "\n".join([f"!{at + n} = !{{!2, !1, i64 {4 * at}}}" for at in range(n)]),
        verify, small=300,
    ),
    "scalar types of tags in a chain": Shape(
        lambda n: _FUNCTION + each(n, "  %l# = load i32, ptr %p, !tbaa !~") + _END
        + f'!{2 * n} = !{{!"root"}}\n!{2 * n + 1} = !{{!"t", !{2 * n}, i64 0}}\n'
        + "\n".join([f'!{at + 2 * n + 2} = !{{!"t{at}", !{at + 2 * n + 1}, i64 0}}' for at in range(n)]) + "\n"
        + "\n".join([f"!{at + n} = !{{!{at + 2 * n + 2}, !{at + 2 * n + 2}, i64 0}}" for at in range(n)]),
        verify,
    ),
    "accesses with one list of scopes": Shape(
        lambda n: _FUNCTION + each(n, "  %l# = load i32, ptr %p, !alias.scope !0, !range !1") + _END
        + f"!0 = !{{{each(n, '!~', ', ')}}}\n" + each(n, "!~ = distinct !{!~, !2}") + "\n!2 = distinct !{!2}\n"
        + "!1 = !{" + ", ".join([f"i32 {4 * at}, i32 {4 * at + 2}" for at in range(n)]) + "}",
        verify,
    ),
    "calls with one profile": Shape(
        lambda n: _FUNCTION + each(n, "  call void %p(), !prof !0") + _END
        + f'!0 = !{{!"VP", i32 0, i64 100, {each(n, "i64 #, i64 #", ", ")}}}',
        verify, small=150,
    ),
    "parameters with types": Shape(
        lambda n: f"define void @f({each(n, 'ptr byval(i32) %a#', ', ')}) {{{_END}", down_to(8), small=400
    ),
    "annotations of parameters": Shape(
        lambda n: 'target triple = "nvptx64"\ndefine void @f(' + each(n, "ptr %a#", ", ") + f") {{{_END}"
        + "!nvvm.annotations = !{!0}\n!0 = !{ptr @f, "
        + ", ".join([f'!"align", i32 {65536 * at + 65544}' for at in range(n)]) + "}",
        upgrade, version=19, small=150,
    ),
    "copied instructions": Shape(lambda n: _FUNCTION + each(n, "  %l# = load i32, ptr %p, !x !{i32 #}") + _END, copy, small=300),
    "copied constants": Shape(
        lambda n: each(n, "@g# = global [2 x ptr] [ptr @g#, ptr @h]") + "\n@h = global i32 0", copy, small=300
    ),
    "texts of instructions with metadata": Shape(
        lambda n: _FUNCTION + each(n, "  %l# = load i32, ptr %p, !x !{!~}") + "\n" + each(n, "  store i32 #, ptr %p")
        + _END + each(n, '!~ = !{!"#"}'),
        print_each, small=150,
    ),
    "parts of instructions": Shape(
        lambda n: _FUNCTION + each(n, "  %l# = load i32, ptr %p") + "\n  switch i32 %x, label %e [\n"
        + each(n, "    i32 #, label %e") + "\n  ]\ne:\n  %q = phi i32 " + each(n + 1, "[ %x, %0 ]", ", ") + _END,
        set_parts, small=150,
    ),
    "faults of structure": Shape(
        lambda n: "declare i32 @p(...)\ndefine void @f(ptr %p) personality ptr @p {\n  br label %b0\n"
        + each(n, "b#:\n  invoke void %p() to label %b@@ unwind label %u#") + "\n"
        + each(n, "u#:\n  %l# = landingpad i32 catch ptr null\n  ret void") + f"\nb{n}:" + _END,
        misplace_clauses,
    ),
}  # fmt: skip


def assert_shape_is_linear(shape: Shape) -> None:
    def prepare(size: int) -> Callable[[], object]:
        bitcode = write_bitcode(pyllvm.parse_assembly(shape.make(size), llvm_version=shape.version))
        module = read_bitcode(bitcode)
        return lambda: shape.work(module)

    assert_linear(prepare, shape.small)


@pytest.mark.parametrize("name", MENDED)
def test_what_was_quadratic_is_linear(name: str) -> None:
    assert_shape_is_linear(MENDED[name])
