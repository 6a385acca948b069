"""Debug information goes from all constructs as with the real LLVM's opt, at once or function by function, and from loops."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from pyllvm import parse_assembly, strip_debug_info
from pyllvm.ir.debug_info.debug_info import strip_blocks_debug_info, strip_function_debug_info, strip_other_debug_info


@pytest.mark.oracle
@pytest.mark.parametrize("version", [14, 22])
def test_debug_information_goes_as_in_opt(version: int, data: Path, llvm_tool: Callable[[int, str], str]) -> None:
    text = (data / f"constructs.{version}.ll").read_text()
    command = [llvm_tool(version, "opt"), "-S", "-strip-debug", "-passes=verify"]
    expected = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    whole, in_turn = (parse_assembly(text, "<stdin>", llvm_version=version) for _ in range(2))
    strip_debug_info(whole)
    for function in in_turn.functions:
        strip_function_debug_info(in_turn, function)
    strip_other_debug_info(in_turn)
    assert str(whole) == str(in_turn) == expected


def test_what_is_in_no_function_goes_once() -> None:
    flags = '!llvm.module.flags = !{!9}\n!9 = !{i32 2, !"Debug Info Version", i32 3}\n'
    text = """@g = global i32 0, !dbg !1, !kept !0
!llvm.dbg.cu = !{}
!kept = !{!0}
!0 = !{}
!1 = !DIGlobalVariableExpression(var: !2, expr: !DIExpression())
!2 = distinct !DIGlobalVariable(name: "g")
"""
    module = parse_assembly(text + flags, llvm_version=19)
    assert [strip_other_debug_info(module) for _ in range(2)] == [True, False]
    assert [named.name for named in module.named_metadata] == ["kept", "llvm.module.flags"]
    variable = module.global_variables[0]
    assert [one.kind for one in variable.attachments] == ["kept"]
    variable.set_metadata("kept", None)
    assert variable.metadata("kept") == []
    node = module.named_metadata[0].operands[0]
    variable.set_metadata("kept", node)
    variable.set_metadata("kept", node)
    assert variable.metadata("kept") == [node]
    only_named = parse_assembly("!llvm.dbg.cu = !{}\n" + flags, llvm_version=19)
    assert [strip_other_debug_info(only_named) for _ in range(2)] == [True, False]


@pytest.mark.parametrize("version", [14, 22])
def test_blocks_lose_their_own(version: int, data: Path) -> None:
    module = parse_assembly((data / f"constructs.{version}.ll").read_text(), llvm_version=version)
    function = module.function("debug")
    assert function.subprogram is not None
    strip_blocks_debug_info(module, function.blocks)
    assert all(one.debug_location is None and not one.debug_records for one in function.instructions)
    assert [one.opcode_name for one in function.instructions] == ["add", "ret"]
    assert function.subprogram is not None


# Each: the operands of a loop node behind itself. `L` is a location, `M` a node without one.
# LLVM 19 crashes at a circle of nodes.
LOOPS = (
    "L", "L, L", "M", "L, M", "M, L", "null, L", "!{L}, M", "!{L}", "!{L, M}", "!{!{L}, null}, M", "!{M, M}", "distinct !{L, M}",
    "SELF", "SELF, L", "SHARED, SHARED", "SHARED, L, M", "!{!{M}, L}, !{!{M}}",
)  # fmt: skip


def module_text() -> str:
    """A function with all the loops."""
    nodes: list[str] = []

    def node(text: str) -> str:
        nodes.append(text)
        return f"!{19 + len(nodes)}"

    def named(text: str) -> str:
        text = text.replace("SELF", "!15").replace("SHARED", "!18").replace("L", "!10").replace("M", "!11")
        while "!{" in text:  # the innermost first
            start = text.rindex("!{")
            end = text.index("}", start) + 1
            start = text.rindex("distinct ", 0, start) if text[:start].endswith("distinct ") else start
            text = text[:start] + node(text[start:end]) + text[end:]
        return text

    loops = []
    for loop in LOOPS:
        operands = named(loop)
        loops.append(node(f"distinct !{{!{20 + len(nodes)}, {operands}}}"))
    lines = [f"b{number}:\n  br label %b{number + 1}, !dbg !10, !llvm.loop {loop}" for number, loop in enumerate(loops)]
    return "\n".join([
        "define void @f() !dbg !4 {", "  br label %b0, !dbg !10", *lines, f"b{len(loops)}:", "  ret void, !dbg !10", "}",
        "!llvm.dbg.cu = !{!0}", "!llvm.module.flags = !{!2}",
        "!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)",
        '!1 = !DIFile(filename: "a.c", directory: "/")', '!2 = !{i32 2, !"Debug Info Version", i32 3}',
        "!3 = !DISubroutineType(types: !{null})",
        '!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0)',
        "!10 = !DILocation(line: 1, scope: !4)", '!11 = !{!"llvm.loop.unroll.disable"}', "!15 = distinct !{!15, !10, !11}",
        "!18 = !{!11, !10}",
        *(f"!{20 + number} = {one}" for number, one in enumerate(nodes)), "",
    ])  # fmt: skip


@pytest.mark.oracle
@pytest.mark.parametrize("version", [14, 16, 19, 22])
def test_locations_go_as_in_opt(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    text = module_text()
    command = [llvm_tool(version, "opt"), "-S", "-strip-debug", "-passes=verify"]
    real = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    module = pyllvm.parse_assembly(text, "<stdin>", llvm_version=version)
    assert pyllvm.strip_debug_info(module)
    assert str(module) == real
