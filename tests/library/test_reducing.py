"""`pyllvm.reduce`: each result is valid, still interesting, and as small as expected."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyllvm
from pyllvm.ir import ArrayType, Function, GetElementPtrInst, Type

TEXTS = [path for path in sorted((Path(__file__).parents[1] / "data" / "language").glob("*.ll")) if ".invalid" not in path.name]


def has(opcode: str, module: pyllvm.Module) -> bool:
    return any(one.opcode_name == opcode for function in module.functions for one in function.instructions)


def opcodes(module: pyllvm.Module) -> list[str]:
    return sorted({one.opcode_name for function in module.functions for one in function.instructions})


def count(module: pyllvm.Module) -> int:
    return sum(1 for function in module.functions for _ in function.instructions)


TEXT = """
target triple = "x86_64-unknown-linux-gnu"
%pair = type { i32, ptr }
@table = internal constant [2 x ptr] [ptr @f, ptr @g], section "t", align 8
declare i32 @__gxx_personality_v0(...)
declare void @may_throw()
define internal i32 @f(i32 %x, ptr %p) #0 !md !0 {
entry:
  %a = add nsw i32 %x, 7
  %c = icmp eq i32 %a, 9
  br i1 %c, label %yes, label %no
yes:
  %m = mul i32 %a, %x
  store volatile i32 %m, ptr %p, align 4
  br label %end
no:
  br label %end
end:
  %r = phi i32 [ %m, %yes ], [ 1, %no ]
  ret i32 %r
}
define void @g() personality ptr @__gxx_personality_v0 {
  %1 = call i32 @f(i32 3, ptr null)
  invoke void @may_throw() to label %good unwind label %bad
good:
  ret void
bad:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %pad
}
attributes #0 = { nounwind "key"="value" }
!named = !{!0}
!0 = !{!"text"}
"""


def parsed() -> pyllvm.Module:
    return pyllvm.parse_assembly(TEXT, llvm_version=19)


def body(module: pyllvm.Module) -> str:
    lines = pyllvm.to_assembly(module).splitlines()
    return "\n".join([line for line in lines if line and not line.startswith(";")])


@pytest.mark.parametrize(
    ("opcode", "expected"),
    [
        ("mul", "define void @f() {\n  %1 = mul i32 0, 0\n  ret void\n}"),
        ("store", "define void @f() {\n  store i8 0, ptr null, align 1\n  ret void\n}"),
        ("landingpad", None),
        ("phi", None),
    ],
)
def test_an_instruction(opcode: str, expected: str | None) -> None:
    made = pyllvm.reduce(parsed(), lambda module: has(opcode, module))
    assert made.is_complete
    assert has(opcode, made.module)
    assert pyllvm.verify(made.module) == []
    assert count(made.module) <= 7
    if expected is not None:
        assert body(made.module).replace("@f0", "@f") == expected


def test_the_module_does_not_change() -> None:
    module = parsed()
    before = pyllvm.to_assembly(module)

    def test(candidate: pyllvm.Module) -> bool:
        found = has("mul", candidate)
        for function in candidate.functions:
            function.attributes = None  # the test may change its copy
        return found

    pyllvm.reduce(module, test)
    assert pyllvm.to_assembly(module) == before


def test_nothing_is_tried_twice_and_sizes_fall() -> None:
    seen: list[str] = []
    sizes: list[int] = []

    def test(candidate: pyllvm.Module) -> bool:
        text = pyllvm.to_assembly(candidate)
        assert text not in seen
        seen.append(text)
        if has("icmp", candidate):
            sizes.append(sum(1 for function in candidate.functions for _ in function.instructions))
        return has("icmp", candidate)

    made = pyllvm.reduce(parsed(), test)
    assert len(seen) == made.tries == sum(row.tries for row in made.passes)
    assert sizes == sorted(sizes, reverse=True)


def test_kept_functions_and_names() -> None:
    made = pyllvm.reduce(parsed(), lambda module: True, keep=["f"])
    kept = made.module.function("f")
    assert [str(argument.type) for argument in kept.arguments] == ["i32", "ptr"]
    assert kept.blocks
    named = pyllvm.reduce(parsed(), lambda module: has("mul", module), keep_names=True).module
    assert [one.name for function in named for one in function.instructions] == ["m", ""]
    assert named.functions[0].name == "f"


def test_limits_and_chosen_passes() -> None:
    made = pyllvm.reduce(parsed(), lambda module: has("mul", module), max_tries=3)
    assert (made.tries, made.is_complete) == (3, False)
    only = pyllvm.reduce(parsed(), lambda module: has("mul", module), passes=["attributes"]).module
    assert count(only) == count(parsed())
    assert "#0" not in pyllvm.to_assembly(only)


def test_errors() -> None:
    with pytest.raises(pyllvm.PyllvmError, match="not true for the module itself"):
        pyllvm.reduce(parsed(), lambda module: False)
    with pytest.raises(pyllvm.PyllvmError, match="the pass 'no' is not known"):
        pyllvm.reduce(parsed(), lambda module: True, passes=["no"])
    with pytest.raises(pyllvm.PyllvmError, match="no symbol named 'no'"):
        pyllvm.reduce(parsed(), lambda module: True, keep=["no"])
    with pytest.raises(ZeroDivisionError):
        pyllvm.reduce(parsed(), lambda module: bool(1 // 0))


def test_invalid_modules() -> None:
    """A broken rule of the verifier can be reduced as well."""
    text = TEXT.replace("define void @g()", "define void @g() alwaysinline optnone")
    module = pyllvm.parse_assembly(text, llvm_version=19)

    def test(candidate: pyllvm.Module) -> bool:
        return any("optnone" in one.message for one in pyllvm.verify(candidate))

    assert test(module)
    made = pyllvm.reduce(module, test, allow_invalid=True).module
    assert [isinstance(one, Function) for one in made.global_values] == [True]


@pytest.mark.parametrize("path", TEXTS[::12], ids=lambda path: path.stem)
def test_results_are_valid_and_interesting(path: Path) -> None:
    module = pyllvm.read(path)
    if pyllvm.verify(module) or not opcodes(module):
        pytest.skip("nothing to reduce")
    for opcode in opcodes(module)[::4]:
        made = pyllvm.reduce(module, lambda candidate, opcode=opcode: has(opcode, candidate), max_tries=150)  # type: ignore[misc]
        assert has(opcode, made.module)
        assert [one for one in pyllvm.verify(made.module) if one.severity == "error"] == []
        assert count(made.module) <= count(module)


def test_calls_are_inlined() -> None:
    text = "define i32 @inner(i32 %x) {\n  %m = mul i32 %x, 5\n  ret i32 %m\n}\n"
    text += "define i32 @outer(i32 %y) {\n  %c = call i32 @inner(i32 %y)\n  %a = add i32 %c, 1\n  ret i32 %a\n}\n"
    module = pyllvm.parse_assembly(text, llvm_version=19)

    def flows(candidate: pyllvm.Module) -> bool:
        """Whether a number is multiplied, perhaps in another function, and then added."""
        copies = [candidate.function("outer")] if "outer" in candidate else []
        opcodes = [one.opcode_name for function in copies for one in function.instructions]
        return "add" in opcodes and ("mul" in opcodes or ("call" in opcodes and has("mul", candidate)))

    made = pyllvm.reduce(module, flows, keep_names=True).module
    assert [[one.opcode_name for one in function.instructions] for function in made] == [["mul", "add", "ret"]]


def test_a_miscompile() -> None:
    """A pass that folds `sub x, x` to one, and a check of what it did: the smallest module that shows it."""
    text = "define i32 @f(i32 %x, i32 %y) {\n  %a = add i32 %x, %y\n  %s = sub i32 %a, %a\n"
    text += "  %r = mul i32 %s, %y\n  ret i32 %r\n}\n"

    def optimized(module: pyllvm.Module) -> int:
        count = 0
        for function in module.functions:
            for one in list(function.instructions):
                if one.opcode_name == "sub" and one.operands[0] is one.operands[1]:
                    one.replace_all_uses_with(module.value("i32 1"))
                    one.erase()
                    count += 1
        return count

    made = pyllvm.reduce(pyllvm.parse_assembly(text, llvm_version=19), lambda module: optimized(module) == 1).module
    assert body(made) == "define void @f() {\n  %1 = sub i32 0, 0\n  ret void\n}"


def test_memory_becomes_bytes() -> None:
    text = """
%pair = type { i32, [4 x i64] }
@kept = global %pair zeroinitializer
@other = external global [100 x i32]
define void @f(ptr %p, i64 %i) {
  %v = alloca %pair, align 8
  %q = getelementptr inbounds %pair, ptr %p, i64 0, i32 1, i64 %i
  %l = load [4 x i64], ptr %q, align 8
  store %pair zeroinitializer, ptr %v, align 8
  store atomic i32 1, ptr @other seq_cst, align 4
  ret void
}
"""
    module = pyllvm.parse_assembly(text, llvm_version=19)
    wanted = {"alloca", "getelementptr", "load", "store"}

    def is_wanted(candidate: pyllvm.Module) -> bool:
        return wanted <= set(opcodes(candidate)) and len(candidate.global_variables) == 2 and "atomic" in str(candidate)

    made = str(pyllvm.reduce(module, is_wanted, keep_names=True).module)
    assert "%pair" not in made
    assert "@kept = external global i8\n@other = external global i8\n" in made
    assert "  %v = alloca i8, align 1\n  %q = getelementptr i8, ptr null, i64 0\n  %l = load i8, ptr null, align 1\n" in made
    assert "  store atomic i32 0, ptr null seq_cst, align 4\n" in made


def test_fields_that_nothing_needs_are_removed() -> None:
    text = """
%inner = type { i8, [3 x i64], float }
%outer = type { i32, ptr, [2 x %inner], double }
@kept = global %outer zeroinitializer
define ptr @f(ptr %p, i64 %i) {
  %v = alloca %outer, align 8
  %q = getelementptr inbounds %outer, ptr %v, i64 0, i32 2, i64 %i, i32 2
  ret ptr %q
}
"""
    module = pyllvm.parse_assembly(text, llvm_version=19)

    def is_wanted(candidate: pyllvm.Module) -> bool:
        """Whether the place of a float in an array of structs is computed."""
        _, place = candidate.functions[0].blocks[0].instructions[:2]
        assert isinstance(place, GetElementPtrInst)
        found: Type = place.source_element_type
        for index in place.indices[1:]:
            found = found.element if isinstance(found, ArrayType) else found.elements[index.value]
        return str(found) == "float" and len(place.indices) == 4

    made = pyllvm.reduce(module, is_wanted, keep_names=True, passes=["struct-fields"]).module
    assert "@kept = global { [2 x { float }] } zeroinitializer\n" in str(made)
    assert "  %v = alloca { [2 x { float }] }, align 8\n" in str(made)
    assert "  %q = getelementptr inbounds { [2 x { float }] }, ptr %v, i64 0, i32 0, i64 %i, i32 0\n" in str(made)


def test_the_place_of_a_field_that_is_gone_is_its_struct() -> None:
    text = "define ptr @f(ptr %p) {\n  %q = getelementptr { i8, { i16, i32 } }, ptr %p, i64 1, i32 1, i32 1\n  ret ptr %q\n}\n"
    module = pyllvm.parse_assembly(text, llvm_version=19)
    made = pyllvm.reduce(module, lambda candidate: has("getelementptr", candidate), passes=["struct-fields"]).module
    assert "  %q = getelementptr {}, ptr %p, i64 1\n" in str(made)


def test_typed_pointers_keep_the_types_of_memory() -> None:
    text = "define void @f() {\n  %a = alloca i32, align 4\n  ret void\n}\n"
    made = pyllvm.reduce(pyllvm.parse_assembly(text, llvm_version=13), lambda module: has("alloca", module)).module
    assert "alloca i32, align 4" in str(made)


def test_larger_bodies_are_inlined() -> None:
    text = """
define i32 @inner(i32 %x) {
  %v = alloca i32, align 4
  %c = icmp eq i32 %x, 0
  br i1 %c, label %a, label %b
a:
  store i32 %x, ptr %v, align 4
  br label %b
b:
  ret i32 %x
}
define void @outer(i32 %y) {
  %c = call i32 @inner(i32 %y)
  ret void
}
"""
    module = pyllvm.parse_assembly(text, llvm_version=19)

    def is_one_way(candidate: pyllvm.Module) -> bool:
        """Whether a function that others can call leads to the store."""
        outer = str(candidate.function("outer")) if "outer" in candidate else ""
        reached = "@inner" in outer or "store" in outer
        return reached and has("alloca", candidate) and has("store", candidate)

    made = pyllvm.reduce(module, is_one_way, keep_names=True).module
    assert [function.name for function in made] == ["outer"]


def test_single_blocks_that_nothing_reaches_are_removed() -> None:
    text = "define void @f(i1 %c) personality ptr null {\n  ret void\na:\n  br i1 %c, label %b, label %c1\nb:\n  ret void\n"
    text += "c1:\n  resume { ptr, i32 } zeroinitializer\n}\n"
    made = pyllvm.reduce(pyllvm.parse_assembly(text, llvm_version=19), lambda module: has("resume", module)).module
    assert [len(function.blocks) for function in made] == [2]
    assert pyllvm.verify(made) == []
