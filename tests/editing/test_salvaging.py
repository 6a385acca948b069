"""Debug values of instructions that go follow from their operands, as LLVM's dce says it; the rest is poison or undef."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm import run_passes

FUNCTION: Final = """
define void @f{0}(i32 %a, i32 %b, i64 %c, ptr %p, float %x, <2 x i32> %v, i128 %w, i1 %o) !dbg !1{0} {{
{1}  ret void
}}
"""
NODES: Final = """
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !{})
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
"""
OF_FUNCTION: Final = """\
!1{0} = distinct !DISubprogram(name: "f", file: !2, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!2{0} = !DILocalVariable(name: "x", scope: !1{0}, file: !2, type: !4)
!3{0} = !DILocation(line: 1, scope: !1{0})
!4{0} = distinct !DIAssignID()
"""
INTEGERS: Final = ("add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "and", "or", "xor", "shl", "lshr", "ashr")
PREDICATES: Final = ("eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle")
INSTRUCTIONS: Final[tuple[tuple[str, str], ...]] = (
    *[("i32", f"{word} i32 %a, {right}") for word in INTEGERS for right in ("%b", "5", "-1")],
    *[("i1", f"icmp {word} i32 %a, {right}") for word in PREDICATES for right in ("%b", "-3")],
    ("i32", "add i32 %a, 0"), ("i32", "sub i32 7, %a"), ("i128", "add i128 %w, 1"), ("i1", "xor i1 %o, true"),
    ("i32", "sub i32 %a, -2147483648"), ("<2 x i32>", "mul <2 x i32> %v, %v"), ("float", "fadd float %x, %x"),
    ("i1", "fcmp olt float %x, %x"), ("i64", "zext i32 %a to i64"), ("i64", "sext i32 %a to i64"), ("i8", "trunc i32 %a to i8"),
    ("i64", "ptrtoint ptr %p to i64"), ("i32", "ptrtoint ptr %p to i32"), ("ptr", "inttoptr i32 %a to ptr"),
    ("ptr", "inttoptr i64 %c to ptr"), ("float", "bitcast i32 %a to float"), ("<2 x i64>", "zext <2 x i32> %v to <2 x i64>"),
    ("ptr addrspace(1)", "addrspacecast ptr %p to ptr addrspace(1)"), ("i32", "fptosi float %x to i32"),
    ("ptr", "getelementptr i8, ptr %p, i64 4"), ("ptr", "getelementptr i8, ptr %p, i64 -4"),
    ("ptr", "getelementptr {i8, i32}, ptr %p, i64 %c, i32 1"), ("ptr", "getelementptr [4 x i16], ptr %p, i32 %a, i64 %c"),
    ("ptr", "getelementptr [4 x i16], ptr %p, i64 %c, i64 %c"), ("ptr", "getelementptr <vscale x 2 x i32>, ptr %p, i64 1"),
    ("ptr", "getelementptr {}, ptr %p, i64 %c"), ("i32", "freeze i32 %a"), ("i32", "select i1 %o, i32 %a, i32 %b"),
    ("i32", "load i32, ptr %p"), ("i32", "extractelement <2 x i32> %v, i32 0"), ("float", "fneg float %x"),
)  # fmt: skip
EXPRESSIONS: Final = (
    "",
    "DW_OP_plus_uconst, 2",
    "DW_OP_deref, DW_OP_stack_value",
    "DW_OP_constu, 3, DW_OP_mul, DW_OP_LLVM_fragment, 0, 8",
)
LIST: Final = "DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus"


def uses_of(type: str, version: int, in_calls: bool) -> list[str]:
    """What debug information says of the value `%i`, in all forms."""
    wanted = [("value", f"{type} %i", words) for words in EXPRESSIONS]
    for values in (f"{type} %i, i32 %b", f"i32 %b, {type} %i", f"{type} %i, {type} %i"):
        wanted.append(("value", f"!DIArgList({values})", LIST))
    if type == "ptr":
        wanted.append(("declare", "ptr %i", "DW_OP_plus_uconst, 1"))
    lines: list[str] = []
    for kind, value, words in wanted:
        parts = [value, "!2{0}", f"!DIExpression({words})"]
        lines.append(f"#dbg_{kind}({', '.join(parts)}, !3{{0}})" if not in_calls else call(kind, parts))
    if version >= 16:
        address = f"{type} %i" if type == "ptr" else "ptr %p"
        parts = [f"{type} %i", "!2{0}", "!DIExpression()", "!4{0}", address, "!DIExpression(DW_OP_plus_uconst, 3)"]
        lines.append(call("assign", parts) if in_calls else f"#dbg_assign({', '.join(parts)}, !3{{0}})")
    return lines


def call(kind: str, parts: list[str]) -> str:
    """A call of a debug intrinsic."""
    return f"call void @llvm.dbg.{kind}({', '.join(f'metadata {part}' for part in parts)}), !dbg !3{{0}}"


def module_of(version: int, in_calls: bool) -> str:
    """A function for each instruction that nothing uses."""
    names = ["value", "declare", "assign"] if in_calls else []
    text = "".join(f"declare void @llvm.dbg.{kind}(metadata, metadata, metadata)\n" for kind in names[:2])
    if in_calls and version >= 16:
        text += f"declare void @llvm.dbg.assign({', '.join(['metadata'] * 6)})\n"
    nodes = NODES
    for number, (type, instruction) in enumerate(INSTRUCTIONS, 100):
        body = f"  %i = {instruction}\n" + "".join(f"  {line}\n" for line in uses_of(type, version, in_calls))
        text += FUNCTION.format(number, body.replace("{0}", str(number)))
        nodes += OF_FUNCTION.format(number)
    return text + (nodes if version >= 16 else "\n".join(line for line in nodes.split("\n") if "DIAssignID" not in line))


@pytest.mark.oracle
@pytest.mark.parametrize(("version", "in_calls"), [(15, True), (16, True), (19, True), (19, False), (22, False)])
def test_dce_gives_the_text_of_opt(version: int, in_calls: bool, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    text = module_of(version, in_calls)
    path = tmp_path / "a.ll"
    path.write_text(text)
    options = ["-opaque-pointers"] if version == 15 else []
    words = [llvm_tool(version, "opt"), *options, "-passes=dce", "-S", str(path), "-o", "-"]
    theirs = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    made = pyllvm.parse_assembly(text, "a.ll", llvm_version=version)
    run_passes(made, "dce")
    ours = str(made)
    assert ours[ours.index("define") :] == theirs[theirs.index("define") :]


@pytest.mark.parametrize(
    ("version", "instruction", "use", "expected"),
    [
        (22, "add i32 %a, 5", "i32 %i", "#dbg_value(i32 %a, !N, !DIExpression(DW_OP_plus_uconst, 5, DW_OP_stack_value), !N)"),
        (22, "load i32, ptr %p", "i32 %i", "#dbg_value(i32 poison, !N, !DIExpression(), !N)"),
        (19, "load i32, ptr %p", "i32 %i", "#dbg_value(i32 poison, !N, !DIExpression(), !N)"),
        (14, "freeze i32 %a", "i32 %i", "(metadata i32 undef, metadata !N, metadata !DIExpression()), !dbg !N"),
        (14, "icmp eq i32 %a, 5", "i1 %i", "(metadata i1 undef, metadata !N, metadata !DIExpression()), !dbg !N"),
        (
            22, "sub i32 %a, %b", "i32 %i",
            "#dbg_value(!DIArgList(i32 %a, i32 %b), !N, "
            "!DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_minus, DW_OP_stack_value), !N)",
        ),
    ],
)  # fmt: skip
def test_erase_dead_salvages(version: int, instruction: str, use: str, expected: str) -> None:
    typed = version == 14
    words = [use, "!2100", "!DIExpression()"]
    line = call("value", words) if typed else f"#dbg_value({', '.join(words)}, !3100)"
    text = FUNCTION.format(100, f"  %i = {instruction}\n  {line.replace('{0}', '100')}\n")
    if typed:
        text = text.replace("ptr", "i8*") + "\ndeclare void @llvm.dbg.value(metadata, metadata, metadata)\n"
    nodes = (NODES + OF_FUNCTION.format(100)).replace("!4100 = distinct !DIAssignID()\n", "")
    made = pyllvm.parse_assembly(text + nodes, "a.ll", llvm_version=version)
    function = made.function("f100")
    dead = function.symbols.get("i")
    assert dead is not None and pyllvm.erase_dead(dead) == 1
    assert pyllvm.verify(made) == []
    assert expected in re.sub(r"!\d+", "!N", str(made))


def test_what_cannot_be_described_in_a_list_is_lost_for_all_of_it() -> None:
    body = "  %i = load i32, ptr %p\n  #dbg_value(!DIArgList(i32 %i, i32 %a), !2100, !DIExpression(" + LIST + "), !3100)\n"
    text = FUNCTION.format(100, body) + NODES + OF_FUNCTION.format(100)
    made = pyllvm.parse_assembly(text, "a.ll", llvm_version=19)
    run_passes(made, "dce,verify")
    assert "!DIArgList(i32 poison, i32 poison)" in str(made)
