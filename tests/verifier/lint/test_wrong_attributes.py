"""Attributes that a function's body, or a call's callee, does not keep to."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.verifier.lint import lint
from rows import each_row


def rules(text: str, version: int = 19) -> list[str]:
    """The rules of all that is reported of a module."""
    return [finding.rule for finding in lint(parse_assembly(text.encode(), llvm_version=version))]


def function(attributes: str, *lines: str, version: int = 19) -> list[str]:
    """The same for a function with these attributes and instructions."""
    pointer = "ptr" if version >= 15 else "i32*"
    body = "\n  ".join([line.replace("ptr", pointer) for line in lines])
    head = f"define i32 @f({pointer} %p, {pointer} byval(i32) %q) {attributes}"
    return rules(f"@v = global i32 0\n@c = constant i32 0\n{head} {{\n  {body}\n}}\n", version)


LOAD, STORE, RETURN = "%l = load i32, ptr @v", "store i32 1, ptr @v", "ret i32 0"


@each_row(
    ("attributes", "line", "version"),
    [
        ("memory(none)", LOAD, 19),
        ("memory(none)", "store i32 1, ptr %p", 22),
        ("memory(read)", STORE, 19),
        ("memory(write)", LOAD, 22),
        ("memory(argmem: readwrite)", LOAD, 22),
        ("memory(argmem: read)", "store i32 1, ptr %p", 19),
        ("readnone", LOAD, 14),
        ("readonly", STORE, 14),
        ("writeonly", LOAD, 14),
        ("argmemonly", STORE, 14),
        ("argmemonly readonly", "store i32 1, ptr %p", 14),
        ("memory(none)", "store i32 1, ptr %q", 19),
        ("readonly", "store i32 1, ptr %q", 14),
    ],
)
def test_memory_that_the_attributes_rule_out(attributes: str, line: str, version: int) -> None:
    assert function(attributes, line, RETURN, version=version) == ["promise-memory"]


@pytest.mark.parametrize(
    ("attributes", "line", "version"),
    [
        ("memory(read)", LOAD, 19),
        ("memory(none)", "%l = load i32, ptr @c", 22),
        ("memory(argmem: readwrite)", "store i32 1, ptr %p", 19),
        ("readonly", LOAD, 14),
        ("writeonly", STORE, 14),
        ("argmemonly", "store i32 1, ptr %p", 14),
        ("inaccessiblemem_or_argmemonly", "store i32 1, ptr %p", 14),
        ("nounwind", STORE, 14),
    ],
)
def test_memory_that_the_attributes_leave(attributes: str, line: str, version: int) -> None:
    assert function(attributes, line, RETURN, version=version) == []


@pytest.mark.parametrize("attribute", ["readnone", "readonly", "writeonly"])
def test_memory_behind_a_parameter(attribute: str) -> None:
    for line, forbids in (("%l = load i32, ptr %p", "readonly"), ("store i32 1, ptr %p", "writeonly")):
        text = f"define i32 @f(ptr {attribute} %p) {{\n  {line}\n  {RETURN}\n}}"
        assert rules(text) == ([] if attribute == forbids else ["promise-memory"]), line


def test_a_function_may_use_its_own_frame() -> None:
    assert function("memory(none)", "%a = alloca i32", "store i32 1, ptr %a", "%l = load i32, ptr %a", RETURN) == []


def test_recursion() -> None:
    text = "define void @f() norecurse {\n  call void @g()\n  ret void\n}\ndeclare void @g()\n"
    assert rules(text) == []
    assert rules(text.replace("call void @g()", "call void @f()")) == ["promise-norecurse"]


def test_arguments_of_naked_functions() -> None:
    text = "define void @f(i32 %x) naked {\n  %y = add i32 %x, 1\n  call void @g()\n  unreachable\n}\ndeclare void @g()\n"
    assert rules(text) == ["promise-naked"]
    assert rules(text.replace("i32 %x, 1", "i32 2, 1")) == []


@pytest.mark.parametrize(
    ("value", "expected"),
    [("%p", []), ("%q", ["promise-returned"]), ("null", ["promise-returned"]), ("%l", []), ("undef", [])],
)
def test_returned_arguments(value: str, expected: list[str]) -> None:
    assert rules(f"define ptr @f(ptr returned %p, ptr %q) {{\n  %l = load ptr, ptr %q\n  ret ptr {value}\n}}") == expected


def test_builtin_calls() -> None:
    text = "declare ptr @new(i64) nobuiltin\ndefine void @f() {\n  %p = call ptr @new(i64 1) builtin\n  ret void\n}\n"
    assert rules(text) == []
    assert rules(text.replace(" nobuiltin", "")) == ["call-builtin"]


def test_the_memory_of_an_inalloca_is_one_call_s() -> None:
    call = "  call void @g(ptr inalloca(i32) %a)\n"
    text = f"declare void @g(ptr inalloca(i32))\ndefine void @f() {{\n  %a = alloca inalloca i32\n{call}  ret void\n}}\n"
    assert rules(text) == []
    assert rules(text.replace(call, call * 2)) == ["inalloca-once"]


@each_row(
    ("attribute", "version", "expected"),
    [
        ('"no-jump-tables"="perhaps"', 8, ["string-attribute"]),
        ('"no-jump-tables"="true"', 8, []),
        ('"null-pointer-is-valid"="yes"', 8, ["string-attribute"]),
        ('"null-pointer-is-valid"="true"', 8, []),
        ('"patchable-function"="epilogue"', 19, ["string-attribute"]),
        ('"patchable-function"="prologue-short-redirect"', 19, []),
        ('"stack-probe-size"="many"', 19, ["string-attribute"]),
        ('"stack-probe-size"="4096"', 19, []),
        ('"probe-stack"', 19, ["string-attribute"]),
        ('"probe-stack"="__chkstk"', 19, []),
    ],
)
def test_values_of_strings(attribute: str, version: int, expected: list[str]) -> None:
    assert rules(f"declare void @f() {attribute}", version) == expected


CALLS = """\
declare void @log()
declare void @pure() memory(none)
declare void @own() memory(inaccessiblemem: readwrite)
define i32 @f(ptr %p) {attributes} {{
  call void @{callee}() {own}
  %v = load i32, ptr %p
  ret i32 %v
}}
"""


@pytest.mark.parametrize(
    ("attributes", "callee", "own", "is_found"),
    [
        ("memory(argmem: read)", "log", "", True),
        ("memory(read)", "log", "", True),
        ("memory(argmem: read, inaccessiblemem: readwrite)", "log", "", True),
        ("memory(argmem: read)", "log", "memory(none)", False),
        ("memory(argmem: read)", "pure", "", False),
        ("memory(argmem: read, inaccessiblemem: readwrite)", "own", "", False),
        ("nosync", "log", "", False),
        ("", "log", "", False),
    ],
)
def test_calls_of_functions_that_may_do_more(attributes: str, callee: str, own: str, is_found: bool) -> None:
    found = rules(CALLS.format(attributes=attributes, callee=callee, own=own), 22)
    assert found == (["promise-memory"] if is_found else [])


def test_calls_of_functions_that_may_do_more_in_old_words() -> None:
    text = "declare void @log()\ndefine void @f() {} {{\n  call void @log()\n  ret void\n}}\n"
    assert rules(text.format("readnone"), 14) == ["promise-memory"]
    assert rules(text.format("readonly"), 14) == ["promise-memory"]
    assert rules(text.format("nounwind"), 14) == []
