"""Which operands LLVM accepts; the answers are llvm-as's."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from pyllvm import PyllvmError, parse_assembly
from pyllvm.ir.module import Module
from pyllvm.ir.types import Type
from pyllvm.ir.valid_operands import (
    atomic_access_types,
    atomicrmw_types,
    bad_select,
    is_atomic_access,
    is_atomicrmw,
    is_first_class,
    is_passed,
    is_valid_cast,
    takes_fast_math,
)
from pyllvm.tables.atomics import ANYTHING, FLOATING_POINT, INTEGERS
from pyllvm.tables.behavior_versions import PASSED_TYPES_SINCE
from pyllvm.tables.features import (
    ATOMIC_INTEGER_VECTORS_SINCE,
    ATOMIC_VECTOR_OPERATIONS,
    ATOMIC_XCHG_OF_VECTORS_SINCE,
    FAST_MATH_OF_AGGREGATES,
)
from rows import each_row

NOT_BITS = "select condition must be i1 or <n x i1>"
NOT_BIT_VECTORS = "vector select condition element type must be i1"
NOT_VECTORS = "selected values for vector select must be vectors"
LENGTHS = "vector select requires selected vectors to have the same vector length as select condition"
# For each condition: the messages for i32, <2 x i32> and <vscale x 2 x i32>.
SELECTS = {
    "i1": ("", "", ""),
    "i8": (NOT_BITS, NOT_BITS, NOT_BITS),
    "<2 x i1>": (NOT_VECTORS, "", LENGTHS),
    "<2 x i8>": (NOT_BIT_VECTORS, NOT_BIT_VECTORS, NOT_BIT_VECTORS),
    "<vscale x 2 x i1>": (NOT_VECTORS, LENGTHS, ""),
    "<4 x i1>": (NOT_VECTORS, LENGTHS, LENGTHS),
}


@pytest.mark.parametrize("condition", SELECTS)
def test_select(condition: str) -> None:
    found = []
    for type in ("i32", "<2 x i32>", "<vscale x 2 x i32>"):
        module = parse_assembly(f"declare void @f({condition}, {type}, {type})\n")
        found.append(bad_select(*module.functions[0].arguments))
    assert tuple(found) == SELECTS[condition]


def test_atomic_accesses_and_their_message() -> None:
    module = Module(llvm_version=23)
    texts = {"i32": "integer", "ptr": "pointer", "float": "floating point", "b32": "byte", "<2 x i32>": "vector"}
    for version in (21, 22, 23):
        words = atomic_access_types(version)
        for text, word in texts.items():
            if text != "b32" or version >= 23:
                assert is_atomic_access(module.type(text), version) == (word in words), (text, version)
        assert not is_atomic_access(module.type("[2 x i32]"), version)
    assert words == "integer, byte, pointer, floating point, or vector type"


@each_row(
    ("text", "version", "takes"),
    [
        ("float", 19, True),
        ("i32", 22, False),
        ("<2 x float>", 19, True),
        ("[2 x [3 x float]]", 19, True),
        ("[2 x i32]", 22, False),
        ("{ float, float }", FAST_MATH_OF_AGGREGATES.since - 1, False),
        ("{ float, float }", FAST_MATH_OF_AGGREGATES.since, True),
        ("{ float, double }", FAST_MATH_OF_AGGREGATES.since, False),
        ("{ i32, i32 }", FAST_MATH_OF_AGGREGATES.since, False),
        ("{}", FAST_MATH_OF_AGGREGATES.since, False),
    ],
)
def test_types_with_fast_math(text: str, version: int, takes: bool) -> None:
    assert takes_fast_math(Module(llvm_version=version).type(text), version) == takes


@each_row(
    ("text", "since", "passed", "first_class"),
    [
        ("i32", 7, True, True),
        ("label", PASSED_TYPES_SINCE - 1, True, True),
        ("label", PASSED_TYPES_SINCE, False, True),
        ("%opaque", PASSED_TYPES_SINCE - 1, True, True),
        ("%opaque", PASSED_TYPES_SINCE, False, False),
        ("void", PASSED_TYPES_SINCE, False, False),
    ],
)
def test_types_of_values(text: str, since: int, passed: bool, first_class: bool) -> None:
    module = Module(llvm_version=since)
    type = module.context.named_struct("opaque") if text == "%opaque" else module.type(text)
    assert (is_passed(type, since), is_first_class(type, since)) == (passed, first_class)


def test_a_target_type_is_cast_to_itself_alone() -> None:
    context = Module().context
    one, other = context.target("spirv.Image"), context.target("spirv.Sampler")
    assert is_valid_cast("bitcast", one, one, 22)
    assert not any(
        is_valid_cast("bitcast", *pair, 22) for pair in ((one, other), (one, context.integer(32)), (context.pointer(), one))
    )


def accepted(takes: int, version: int, is_elementwise: bool = False) -> set[str]:
    """The types that an atomicrmw accepts, of one of each kind."""
    module = Module(llvm_version=version)
    texts = ("i32", "float", "ptr", "<2 x i32>", "<2 x float>", "<2 x ptr>", "<vscale x 2 x i32>")
    types: dict[str, Type] = {text: module.type(text) for text in texts}
    return {text for text, type in types.items() if is_atomicrmw(takes, type, is_elementwise, version)}


def test_atomicrmw() -> None:
    plain, vectors = {"i32", "float", "ptr"}, {"<2 x i32>", "<2 x float>", "<2 x ptr>"}
    assert accepted(ANYTHING, ATOMIC_XCHG_OF_VECTORS_SINCE - 1) == plain
    assert accepted(ANYTHING, ATOMIC_XCHG_OF_VECTORS_SINCE) == plain | vectors
    assert accepted(INTEGERS, ATOMIC_INTEGER_VECTORS_SINCE - 1) == {"i32"}
    assert accepted(INTEGERS, ATOMIC_INTEGER_VECTORS_SINCE) == {"i32", "<2 x i32>"}
    assert accepted(FLOATING_POINT, ATOMIC_VECTOR_OPERATIONS.since - 1) == {"float"}
    assert accepted(FLOATING_POINT, ATOMIC_VECTOR_OPERATIONS.since) == {"float", "<2 x float>"}
    assert accepted(ANYTHING, ATOMIC_INTEGER_VECTORS_SINCE, is_elementwise=True) == vectors


@each_row("takes", [ANYTHING, INTEGERS, FLOATING_POINT])
@each_row(
    "version",
    [
        since - before
        for since in (ATOMIC_VECTOR_OPERATIONS.since, ATOMIC_INTEGER_VECTORS_SINCE, ATOMIC_XCHG_OF_VECTORS_SINCE)
        for before in (1, 0)
    ],
)
def test_a_message_names_what_is_accepted(takes: int, version: int) -> None:
    words = atomicrmw_types(takes, False, version)
    types = accepted(takes, version)
    assert ("vector" in words) == any(type.startswith("<") for type in types)
    assert ("integer" in words, "floating-point number" in words, "pointer" in words) == tuple(
        type in types for type in ("i32", "float", "ptr")
    )


TYPES = (
    *("i1", "i32", "i64", "float", "double", "ptr", "ptr addrspace(1)", "<2 x i32>", "<2 x float>", "<1 x i64>", "<4 x i1>"),
    *("<2 x ptr>", "<vscale x 2 x i32>", "<vscale x 2 x float>", "{ i32, i64 }", "[2 x i32]", "x86_fp80", "label", "token"),
)
CASTS = ("trunc", "zext", "sext", "fptrunc", "fpext", "fptoui", "sitofp", "ptrtoint", "inttoptr", "bitcast", "addrspacecast")
SOURCES = ("{ i32, [2 x i64] }", "<{ i8, { i8, i32 } }>", "[4 x { i32, i8 }]", "<4 x i16>", "<vscale x 2 x i32>", "i32", "ptr")
INDICES = (
    *("i32 0", "i64 1", "i32 2", "i32 -1", "i32 %x", "float 0.0", "<2 x i32> zeroinitializer", "<2 x i32> <i32 1, i32 1>"),
    *("<2 x i32> <i32 0, i32 1>", "<2 x i32> poison", "<4 x i64> zeroinitializer", "<2 x i32> %v"),
)
MASKS = (
    "<2 x i32> <i32 0, i32 3>",
    "<2 x i32> <i32 0, i32 4>",
    "<4 x i32> zeroinitializer",
    "<2 x i32> undef",
    "<2 x i64> zeroinitializer",
)


def instructions() -> Iterator[tuple[str, str, str]]:
    """Types of `%a` and `%b`, and an instruction with them; LLVM refuses most."""
    for one, other in product(TYPES, TYPES):
        yield from ((one, one, f"{cast} {one} %a to {other}") for cast in CASTS)
        yield one, other, f"extractelement {one} %a, {other} %b"
        yield one, other, f"insertelement <2 x i32> poison, {one} %a, {other} %b"
        yield one, other, f"select i1 true, {one} %a, {other} %b"
        yield from ((one, other, f"shufflevector {one} %a, {other} %b, {mask}") for mask in MASKS)
    for one in TYPES:
        words = ("add", "fadd fast", "shl", "icmp eq", "fcmp fast oeq", "atomicrmw xchg ptr %p,", "atomicrmw fadd ptr %p,")
        yield from ((one, one, f"{word} {one} %a{' seq_cst' if 'rmw' in word else ', %b'}") for word in words)
        yield one, one, f"select fast i1 true, {one} %a, {one} %b"
        yield one, one, f"insertvalue {{ i32, [2 x i64] }} poison, {one} %a, 1"
    for source, first, last in product(SOURCES, INDICES, INDICES):
        yield "i1", "i1", f"getelementptr {source}, ptr %p, {first}, {last}"
        yield "i1", "i1", f"getelementptr {source}, <2 x ptr> %q, i32 0, {last}"


@pytest.mark.oracle
@pytest.mark.parametrize("version", [19, 22])
def test_instructions_are_valid_where_llvm_takes_them(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    def is_taken(text: str) -> bool:
        words = [llvm_tool(version, "llvm-as"), "-disable-verify", "-o", os.devnull]
        return subprocess.run(words, input=text, capture_output=True, text=True).returncode == 0

    valid: list[str] = []
    for number, (one, other, instruction) in enumerate(random.Random(version).sample([*instructions()], 250)):
        head = f"define void @f{number}({one} %a, {other} %b, i32 %x, <2 x i32> %v, ptr %p, <2 x ptr> %q)"
        text = f"{head} {{\n  %r = {instruction}\n  ret void\n}}\n"
        try:
            parse_assembly(text, llvm_version=version)
            valid.append(text)
        except PyllvmError:
            assert not is_taken(text), text
    assert is_taken("".join(valid))
    assert len(valid) > 20
