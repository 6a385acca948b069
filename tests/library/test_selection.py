"""Symbols are chosen by kind and name, by shell pattern and by POSIX's regular expressions."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly
from pyllvm.library.selection import (
    ALIAS,
    ANY,
    EXPRESSION,
    FUNCTION,
    GLOB,
    NAME,
    VARIABLE,
    Request,
    blocks_of,
    function_of_blocks,
    posix_expression,
    requested_symbols,
)

MODULE = parse_assembly(
    """\
@v1 = global i32 0
@v2 = global i32 0
@a1 = alias i32, ptr @v1
define void @f1() {
  ret void
}
define void @f2() {
  ret void
}
""",
    llvm_version=19,
)


@pytest.mark.parametrize(
    ("requests", "found"),
    [
        ([Request(FUNCTION, NAME, "f2"), Request(FUNCTION, NAME, "f1")], "f2 f1"),
        ([Request(FUNCTION, NAME, "f1"), Request(FUNCTION, EXPRESSION, ".")], "f1 f2"),
        ([Request(VARIABLE, EXPRESSION, "1$"), Request(ALIAS, NAME, "a1")], "v1 a1"),
        ([Request(ANY, GLOB, "?1")], "v1 f1 a1"),
        ([Request(ALIAS, EXPRESSION, "^a")], "a1"),
        ([], ""),
    ],
)
def test_found(requests: list[Request], found: str) -> None:
    assert " ".join(value.name for value in requested_symbols(MODULE, requests)) == found


@pytest.mark.parametrize(
    ("request_", "message", "suggestion"),
    [
        (Request(FUNCTION, NAME, "f11"), "program doesn't contain function named 'f11'!", "f1"),
        (Request(FUNCTION, NAME, "v1"), "program doesn't contain function named 'v1'!", None),
        (Request(VARIABLE, NAME, "nothing"), "program doesn't contain global named 'nothing'!", None),
        (Request(ALIAS, NAME, "a11"), "program doesn't contain alias named 'a11'!", "a1"),
        (Request(FUNCTION, EXPRESSION, "v"), "program doesn't contain global named 'v'!", None),
        (Request(ANY, GLOB, "x*"), "program doesn't contain a symbol whose name matches 'x*'!", None),
    ],
)
def test_missing(request_: Request, message: str, suggestion: str | None) -> None:
    with pytest.raises(PyllvmError) as caught:
        requested_symbols(MODULE, [request_])
    assert (caught.value.diagnostic.message, caught.value.diagnostic.suggestion) == (message, suggestion)


@pytest.mark.parametrize(
    ("expression", "matching", "other"),
    [
        ("^[[:alpha:]]+$", "abc", "ab1"),
        ("^[^[:digit:]_]$", "x", "1"),
        (r"^[\d]$", "\\", "1"),
        ("^[]x]$", "]", "["),
        ("^[[x]$", "[", "]"),
        (r"^a\.b$", "a.b", "axb"),
        ("(one|two)x{2}", "twoxx", "onex"),
    ],
)
def test_expressions_are_those_of_posix(expression: str, matching: str, other: str) -> None:
    assert posix_expression(expression).search(matching)
    assert not posix_expression(expression).search(other)


def test_malformed_expression() -> None:
    with pytest.raises(PyllvmError, match=r"'\(' invalid regex: "):
        posix_expression("(")


def test_blocks_by_name_and_by_number() -> None:
    text = "define void @f(i1 %c) {\n  br i1 %c, label %a, label %1\n1:\n  br label %a\na:\n  ret void\n}\n"
    function = function_of_blocks(parse_assembly(text), "f:a")
    blocks = function.blocks
    for names, numbers in (("a", [2]), ("0;1", [0, 1]), ("1;a;", [1, 2])):
        assert blocks_of(function, f"f:{names}") == [blocks[number] for number in numbers]
    with pytest.raises(PyllvmError) as caught:
        blocks_of(function, "f:ab")
    diagnostic = caught.value.diagnostic
    assert (diagnostic.message, diagnostic.suggestion) == ("function f doesn't contain a basic block named 'ab'!", "a")
    with pytest.raises(PyllvmError, match="'f:' names no block"):
        blocks_of(function, "f:")
    with pytest.raises(PyllvmError, match="program doesn't contain a function named 'v1'!"):
        function_of_blocks(MODULE, "v1:a")
