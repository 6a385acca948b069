"""The lines under a failure, as LLVM's verifier prints them: values of functions in turn, nodes, types and declarations."""

from __future__ import annotations

from pyllvm.assembly import parse_assembly
from pyllvm.findings.failure_text import FailureWriter, owning_function
from pyllvm.verifier.state import Declaration

MODULE = parse_assembly(
    b"""
%pair = type { i32, ptr }
@v = global %pair zeroinitializer
define i32 @f(i32 %0) {
  %2 = add i32 %0, 1
  %3 = mul i32 %2, %0
  br label %4
4:
  ret i32 %3
}
define i64 @g(i64 %0, i64 %1, ptr %p) {
  %3 = add i64 %0, %1
    #dbg_value(i64 %3, !1, !DIExpression(), !2)
  store i64 %3, ptr %p, align 8, !note !0
  call void @h(metadata i64 %3)
  ret i64 %3
}
declare void @h(metadata)
!named = !{!0, !1}
!0 = !{!"text", null}
!1 = !{!0}
!2 = distinct !{}
!llvm.module.flags = !{!3}
!3 = !{i32 2, !"Debug Info Version", i32 3}
""",
    "m",
    22,
)
F = MODULE.functions[0].blocks
G = MODULE.functions[1].blocks[0].instructions


def test_values_of_two_functions_in_turn() -> None:
    texts = FailureWriter(MODULE)
    for _ in range(2):
        assert texts.text(F[0].instructions[1]) == "  %3 = mul i32 %2, %0\n"
        assert texts.text(G[0]) == "  %3 = add i64 %0, %1\n"
        assert texts.text(MODULE.functions[0].arguments[0]) == "i32 %0\n"
        assert texts.text(MODULE.functions[1].arguments[1]) == "i64 %1\n"
        assert texts.text(F[1]) == "label %4\n"
        assert texts.reference(F[0].instructions[0]) == "%2"
        assert texts.reference(G[0]) == "%3"
        assert texts.reference(MODULE.functions[1].arguments[2]) == "%p"
    assert texts.reference(G[2].operands[0]) == "i64 %3"


def test_other_things() -> None:
    texts = FailureWriter(MODULE)
    named = MODULE.named_metadata[0]
    for _ in range(2):
        assert texts.text(named) == "!named = !{!0, !1}\n\n"
    assert texts.text(named.operands[0]) == '!0 = !{!"text", null}\n'
    assert texts.reference(named.operands[1]) == "!1"
    assert texts.text(MODULE.global_variables[0].value_type) == " %pair = type { i32, ptr }"
    assert texts.text(MODULE) == "; ModuleID = 'm'\n"
    assert texts.text("words") == "words\n"
    assert texts.text(None) == ""
    assert texts.text(7) == "7\n"
    record = (G[1].debug_records or [])[0]
    assert texts.text(record) == "#dbg_value(i64 %3, !1, !DIExpression(), !3)\n"


def test_the_function_of_a_failure() -> None:
    f, g = MODULE.functions[:2]
    assert owning_function([None, "words", MODULE.global_variables[0], G[0], f]) is g
    assert owning_function([f, G[0]]) is f
    assert owning_function([F[1]]) is f
    assert owning_function([f.arguments[0]]) is f
    assert owning_function(["words"]) is None


def test_a_declaration_is_printed_as_a_whole() -> None:
    texts = FailureWriter(MODULE)
    for _ in range(2):
        assert texts.text(Declaration(MODULE.functions[2])) == "declare void @h(metadata)\n"
