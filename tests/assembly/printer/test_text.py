"""Text that grows with the functions that are read; `cli/test_parts` compares whole commands."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly, print_module
from pyllvm.assembly.printer.text import GROWING, IN_PARTS, ModuleText
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import Constant, ConstantInt, aggregate

TEXT = b"""
%0 = type { i8 }
%1 = type { i16 }
%last = type { i32 }

@g = global %0 zeroinitializer, !kind !0
@h = global i32 0 #0

define void @first() #1 {
  %1 = alloca %1, !kind !1
  call void @second() #2
  ret void
}

declare void @declared() #3

define void @second() {
  %1 = alloca %last, !kind !2
  ret void
}

attributes #0 = { "of" "variable" }
attributes #1 = { nounwind }
attributes #2 = { cold }
attributes #3 = { noinline }

!named = !{!3}
!0 = !{!"global"}
!1 = !{!"first"}
!2 = !{!"second", !1}
!3 = !{!"named"}
"""


def test_numbers_go_on_from_part_to_part() -> None:
    module = parse_assembly(TEXT, "m", 22)
    whole = print_module(module)
    for size in (1, 2, 3):
        text = ModuleText(module, GROWING if size == 2 else IN_PARTS)
        for begin in range(0, 3, size):
            text.print_functions(module.functions[begin : begin + size])
        assert b"".join(text.finish()) == whole


def test_a_module_without_functions() -> None:
    module = parse_assembly(b"%0 = type { i8 }\n@g = global %0 zeroinitializer\n", "m", 22)
    text = ModuleText(module, IN_PARTS)
    text.print_functions([])
    assert b"".join(text.finish()) == print_module(module)


def test_locations_and_records_have_the_fields_that_are_not_the_defaults() -> None:
    nodes = [
        "!llvm.dbg.cu = !{!0}",
        "!llvm.module.flags = !{!2}",
        "!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, "
        "emissionKind: FullDebug)",
        '!1 = !DIFile(filename: "a.c", directory: "/")',
        '!2 = !{i32 2, !"Debug Info Version", i32 3}',
        '!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)',
        "!4 = !DISubroutineType(types: !5)",
        "!5 = !{null}",
        '!6 = !DILocalVariable(name: "a", scope: !3, file: !1)',
        "!7 = !DILocation(line: 7, scope: !3, inlinedAt: !8)",
        "!8 = distinct !DILocation(line: 0, column: 9, scope: !3)",
        '!9 = !DILabel(scope: !3, name: "l", file: !1, line: 3)',
        "!10 = !DILocation(line: 0, scope: !3, isImplicitCode: true)",
        "!11 = distinct !DIAssignID()",
        "!12 = !DILocation(line: 5, column: 2, scope: !3, inlinedAt: !8, isImplicitCode: true)",
    ]
    lines = [
        "define void @f(ptr %p, i32 %a) !dbg !3 {",
        "    #dbg_value(i32 %a, !6, !DIExpression(), !7)",
        "    #dbg_label(!9, !10)",
        "    #dbg_assign(i32 %a, !6, !DIExpression(), !11, ptr %p, !DIExpression(DW_OP_deref), !12)",
        "  ret void, !dbg !7",
        "}",
    ]
    text = "\n".join(["; ModuleID = 'm'", 'source_filename = "m"', "", *lines, "", *nodes[:2], "", *nodes[2:], ""])
    assert print_module(parse_assembly(text.encode(), "m", 22)).decode() == text


def test_nodes_lose_their_numbers_with_the_last_part_or_an_error() -> None:
    module = parse_assembly(TEXT, "m", 22)
    nodes = [attachment.node for variable in module.global_variables for attachment in variable.attachments]
    nodes += module.named_metadata[0].operands
    text = ModuleText(module, IN_PARTS)
    text.print_functions(module.functions)
    assert all(node.order for node in nodes)
    text.finish()
    assert not any(node.order for node in nodes)
    variable = module.global_variables[0]
    context = module.context
    element: Constant = ConstantInt.get(context.integer(8), 1)
    for _ in range(40):
        element = aggregate(context.literal_struct([element.type, element.type]), [element, element])
    variable.set_single_operand(element)
    with pytest.raises(PyllvmError, match="nest too deeply"):
        print_module(module)
    assert not any(node.order for node in nodes)
