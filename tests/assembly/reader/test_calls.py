"""Calls: arguments against parameters, words of tail calls, bundles; call, invoke and callbr alike."""

from __future__ import annotations

import pytest

from bodies import first_error, read_instruction
from rows import each_row


@pytest.mark.parametrize(
    "text",
    [
        "%r = call i32 @g(i32 %a)",
        "%r = tail call fastcc float @h(float noundef %x) #0",
        "%r = call nnan float @h(float %x)",
        "%r = call i32 (i32, ...) @g(i32 %a, float %x)",
        '%r = call i32 asm sideeffect "nop", "=r"()',
        'call void @k() [ "tag"(i32 %a, ptr %p), "other"() ]',
    ],
)
def test_an_instruction_is_printed_as_it_was_written(text: str) -> None:
    assert read_instruction(text) == text


@each_row(
    ("text", "line", "column", "message"),
    [
        ("%r = call i32 (i32) @g(i32 %a, i32 %b)", 1, 32, "too many arguments specified"),
        ("%r = call i32 (i32, i32) @g(i32 %a)", 1, 11, "not enough parameters specified for call"),
        ("%r = call i32 (i32) @g(float %x)", 1, 24, "argument is not of expected type 'i32'"),
        ("%r = call label @g()", 1, 11, "Invalid result type for LLVM function"),
        (
            "%r = call nnan i32 @g()",
            1,
            11,
            "fast-math-flags specified for call without floating-point scalar or vector return type",
        ),
        ("%r = musttail call i32 @g()", 1, 27, "expected '...' at end of argument list for musttail call in varargs function"),
        ("%r = call i32 %a()", 1, 15, "'%a' defined with type 'i32' but expected 'ptr'"),
        ("%r = call i32 @g(i32 noreturn %a)", 1, 22, "this attribute does not apply to parameters"),
        ('%r = call i32 asm "nop", "bad"()', 1, 15, "inline asm without outputs must return void"),
        ("%r = invoke i32 @g(i32 %a) to label %l unwind i32 7", 1, 47, "expected a basic block"),
        ("%r = invoke i32 (i32) @g() to label %l unwind label %l", 1, 13, "not enough parameters specified for call"),
        ('callbr void asm "", ""() to i32 7 [label %l]', 1, 29, "expected a basic block"),
        ('callbr void asm "", ""() to label %l [label %l, i32 7]', 1, 49, "expected a basic block"),
        ("call i32 @g(i32 %a, ...)", 1, 21, "unexpected ellipsis in argument list for non-musttail call"),
        ("callbr void () @g(i32 1) to label %l [label %l]", 1, 19, "too many arguments specified"),
        (
            "call void @llvm.dbg.value(metadata i32 %a, metadata !1)\n#dbg_value(i32 %a, !1, !DIExpression(), !2)",
            2,
            1,
            "debug record should not appear in a module containing debug info intrinsics",
        ),
    ],
)
def test_errors_are_those_of_llvm_19(text: str, line: int, column: int, message: str) -> None:
    assert first_error(text) == (line, column, message)
