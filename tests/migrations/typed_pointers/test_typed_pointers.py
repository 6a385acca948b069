"""What the pointers of a module become in LLVM 14 and older: each rule alone. LLVM 14 reads, verifies and prints these texts."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm import parse_assembly, parse_bitcode, to_assembly, to_bitcode
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir import Module
from pyllvm.migrations import bring
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE
from pyllvm.verifier import verify
from rows import each_row

# Aggregates around a pointer to @g, which become others.
AGGREGATES = (
    "[1 x ptr] [ptr @g]",
    "{ i32, ptr } { i32 1, ptr @g }",
    "[1 x { ptr }] [{ ptr } { ptr @g }]",
    "<2 x ptr> <ptr @g, ptr null>",
)


@pytest.mark.parametrize("constant", AGGREGATES)
def test_constants_that_became_others_use_nothing(constant: str) -> None:
    module = parse_assembly(f"@g = global i8 0\n@a = global {constant}\n", llvm_version=22)
    bring(module, 14)
    assert len(module.global_variables[0].uses) == 1


# What is brought down, and lines that must come out, in this order.
# fmt: off
RULES: dict[str, tuple[str, list[str]]] = {
    "signatures and memory hold i8*": (
        "@g = global ptr null\ndefine ptr @f(ptr %p, <2 x ptr> %v) {\n  ret ptr %p\n}\n",
        ["@g = global i8* null", "define i8* @f(i8* %p, <2 x i8*> %v) {", "ret i8* %p"],
    ),
    "an access wants a pointer to what it accesses: one cast for two uses": (
        "define i32 @f(ptr %p) {\n  %a = load i32, ptr %p\n  store i32 %a, ptr %p\n  ret i32 %a\n}\n",
        ["%1 = bitcast i8* %p to i32*", "%a = load i32, i32* %1, align 4", "store i32 %a, i32* %1, align 4"],
    ),
    "an alloca and a getelementptr know their types": (
        "%s = type { i32, ptr }\ndefine ptr @f() {\n  %a = alloca %s\n  %b = getelementptr inbounds %s, ptr %a, i32 0, i32 1\n"
        "  %c = load ptr, ptr %b\n  ret ptr %c\n}\n",
        ["%s = type { i32, i8* }", "%a = alloca %s, align 8", "%b = getelementptr inbounds %s, %s* %a, i32 0, i32 1",
         "%c = load i8*, i8** %b, align 8", "ret i8* %c"],
    ),
    "casts of arguments follow the allocas, those of allocas all of them": (
        "define void @f(ptr %p) {\n  %a = alloca i32\n  %b = alloca i64\n  store ptr %a, ptr %p\n  ret void\n}\n",
        ["%a = alloca i32", "%b = alloca i64", "%1 = bitcast i8* %p to i8**", "%2 = bitcast i32* %a to i8*",
         "store i8* %2, i8** %1"],
    ),
    "casts of phis follow all phis": (
        "define i32 @f(ptr %p, i1 %c) {\n  br i1 %c, label %t, label %e\nt:\n  br label %e\ne:\n"
        "  %q = phi ptr [ %p, %0 ], [ null, %t ]\n  %n = phi i32 [ 0, %0 ], [ 1, %t ]\n"
        "  %a = load i32, ptr %q\n  ret i32 %a\n}\n",
        ["%q = phi i8* [ %p, %0 ], [ null, %t ]", "%n = phi i32", "= bitcast i8* %q to i32*", "%a = load i32, i32*"],
    ),
    "a direct call needs no cast of the function, a call by another type one": (
        "declare void @g(ptr)\ndefine void @f(ptr %p) {\n  call void @g(ptr %p)\n  call void @g(i32 1)\n  call void %p(ptr %p)\n"
        "  ret void\n}\n",
        ["= bitcast i8* %p to void (i8*)*", "call void @g(i8* %p)", "call void bitcast (void (i8*)* @g to void (i32)*)(i32 1)",
         "(i8* %p)"],
    ),
    "byval, sret and their like say what a parameter points to": (
        "declare void @g(ptr sret(i32), ptr byval({ ptr, i64 }))\n"
        "define void @f(ptr %p) {\n  call void @g(ptr sret(i32) %p, ptr byval({ ptr, i64 }) %p)\n  ret void\n}\n",
        ["declare void @g(i32* sret(i32), { i8*, i64 }* byval({ i8*, i64 }))",
         "call void @g(i32* sret(i32) %1, { i8*, i64 }* byval"],
    ),
    "constants are cast where they are used": (
        '@s = private constant [3 x i8] c"ab\\00"\n@p = global ptr @s\n@a = alias i8, ptr @s\n'
        "define ptr @f() {\n  ret ptr getelementptr (i8, ptr @s, i64 1)\n}\n",
        ["@p = global i8* getelementptr inbounds ([3 x i8], [3 x i8]* @s, i32 0, i32 0)",
         "@a = alias i8, getelementptr inbounds ([3 x i8], [3 x i8]* @s, i32 0, i32 0)"],
    ),
    "structors are functions of their own type": (
        "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @f, ptr null }]\n"
        "define void @f() {\n  ret void\n}\n",
        ["[1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 1, void ()* @f, i8* null }]"],
    ),
    "intrinsics have the names and types of LLVM 14": (
        "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
        "declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)\n"
        "define <2 x i32> @f(ptr %p, <2 x i1> %m) {\n  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)\n"
        "  %a = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 4, <2 x i1> %m, <2 x i32> poison)\n  ret <2 x i32> %a\n}\n",
        ["call void @llvm.memset.p0i8.i64(i8* %p, i8 0, i64 8, i1 false)",
         "call <2 x i32> @llvm.masked.load.v2i32.p0v2i32(<2 x i32>* %1, i32 4"],
    ),
    "the result of an invoke is cast before its use": (
        "declare ptr @g()\ndeclare i32 @pers(...)\ndefine i32 @f() personality ptr @pers {\n"
        "  %p = invoke ptr @g() to label %a unwind label %b\na:\n  %v = load i32, ptr %p\n  ret i32 %v\n"
        "b:\n  %l = landingpad { ptr, i32 } cleanup\n  resume { ptr, i32 } %l\n}\n",
        ["personality i8* bitcast (i32 (...)* @pers to i8*)", "a:", "%1 = bitcast i8* %p to i32*", "%v = load i32, i32* %1",
         "%l = landingpad { i8*, i32 }"],
    ),
    "resolvers, prefixes and metadata": (
        "@g = global i64 0\n@i = ifunc void (), ptr @f\ndefine ptr @f() prefix ptr @g {\n"
        "  ret ptr null\n}\n!a = !{!0}\n!0 = !{ptr @g, ptr @f, ptr null}\n",
        ["@i = ifunc void (), bitcast (i8* ()* @f to void ()* ()*)", "define i8* @f() prefix i8* bitcast (i64* @g to i8*) {",
         "!0 = !{i64* @g, i8* ()* @f, i8* null}"],
    ),
    "inline assembly is of its function type": (
        'define void @f(ptr %p) {\n  call void asm "", "=*m"(ptr elementtype(i32) %p)\n  ret void\n}\n',
        ['call void asm "", "=*m"(i32* elementtype(i32) %1)'],
    ),
}
# fmt: on


@each_row("rule", RULES)
def test_each_rule_alone(rule: str) -> None:
    text, lines = RULES[rule]
    module = parse_assembly(text, llvm_version=19)
    assert bring(module, 14) == []
    printed = to_assembly(module)
    assert verify(module) == []
    at = 0
    for line in lines:
        assert line in printed[at:], (line, printed)
        at = printed.index(line, at)


@pytest.mark.oracle
@pytest.mark.parametrize("rule", RULES)
def test_llvm_14_takes_and_prints_it(rule: str, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    module = parse_assembly(RULES[rule][0], llvm_version=19)
    bring(module, 14)
    path = tmp_path / "down.bc"
    path.write_bytes(to_bitcode(module))
    command = [llvm_tool(14, "opt"), "-S", "-passes=verify", "-o", "-", path]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    assert done.stdout.split("\n", 1)[1] == to_assembly(module).split("\n", 1)[1]


def test_the_way_down_and_up_leaves_only_casts() -> None:
    text, _ = RULES["an alloca and a getelementptr know their types"]
    module = parse_assembly(text, llvm_version=19)
    before = to_assembly(module)
    bring(module, 14)
    bring(module, 19)
    assert to_assembly(module) == before


def test_going_down_and_up_again_adds_no_casts() -> None:
    text = "define i32 @f(ptr %p, <2 x ptr> %v) {\n  %x = load i32, ptr %p\n  %e = extractelement <2 x ptr> %v, i32 0\n"
    module = parse_assembly(text + "  store ptr %e, ptr %p\n  ret i32 %x\n}\n", llvm_version=22)
    counts = []
    for version in (14, 22, 14, 22, 11):
        module = parse_bitcode(to_bitcode(module, llvm_version=version))
        counts.append(to_assembly(module).count("bitcast"))
    assert counts == [2, 2, 2, 2, 2]


def test_there_are_no_pointers_to_tokens() -> None:
    """A downgrade meets modules that nobody has verified."""
    module = parse_assembly("define void @f(ptr inalloca(token) %p) {\n  ret void\n}\n", llvm_version=19)
    bring(module, 14)
    assert "@f(i8* inalloca(token) %p)" in to_assembly(module)


def test_an_intrinsic_that_is_variadic_by_mistake() -> None:
    text = "declare void @llvm.donothing(...)\ndefine void @f() {\n  call void (...) @llvm.donothing(i64 0)\n  ret void\n}\n"
    with pytest.raises(PyllvmError, match="cannot hold the operands"):
        bring(parse_assembly(text, llvm_version=19), 14)


def test_typed_pointers_in_structs_that_a_program_added() -> None:
    """A struct in a struct that no text or bitcode named kept its opaque pointers on the way down."""
    module = Module("m", llvm_version=OPAQUE_POINTERS_SINCE)
    inner = module.add_struct("inner", ["ptr"])
    module.add_global("g", module.context.literal_struct([inner]))
    module.downgraded(OPAQUE_POINTERS_SINCE - 1)
    assert "%inner = type { i8* }" in str(module)
