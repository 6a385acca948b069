"""`pyllvm.reduce`: each result is valid, still interesting, and as small as expected."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyllvm
from pyllvm.ir import ArrayType, Function, GetElementPtrInst, Instruction, Type
from pyllvm.reduction.edits import end

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


def parsed_text(text: str, version: int = 22) -> pyllvm.Module:
    return pyllvm.parse_assembly(text, llvm_version=version)


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


MIDDLE = """
define void @f(ptr %p, i64 %x, i64 %y) {
  %a = and i64 %x, 255
  %b = urem i64 %a, 7
  %c = add i64 %b, %y
  %t = trunc i64 %c to i16
  store i16 %t, ptr %p, align 2
  ret void
}
define void @g(ptr %p) {
  call void @f(ptr %p, i64 1, i64 2)
  ret void
}
"""


def is_needed(value: object) -> bool:
    """Whether a value is returned or stored, or something that needs it is."""
    assert isinstance(value, Instruction)
    return any(getattr(user, "opcode_name", "") in ("ret", "store") or is_needed(user) for user in value.users)


def test_a_value_from_the_middle_is_returned() -> None:
    def wants(module: pyllvm.Module) -> bool:
        return any(one.opcode_name == "urem" and is_needed(one) for function in module for one in function.instructions)

    made = pyllvm.reduce(pyllvm.parse_assembly(MIDDLE, llvm_version=22), wants, keep_names=True)
    assert made.is_complete
    assert body(made.module) == "define i64 @f() {\n  %b = urem i64 0, 0\n  ret i64 %b\n}"


def test_values_of_functions_whose_addresses_are_taken() -> None:
    text = MIDDLE.replace("(ptr %p) {", "(ptr %p) {\n  store ptr @f, ptr %p, align 8")
    made = pyllvm.reduce(parsed_text(text), lambda module: "urem" in str(module) and "store ptr @f" in str(module))
    assert pyllvm.verify(made.module) == []


DEBUG = """
define void @f(i32 %x) !dbg !5 {
  #dbg_value(i32 %x, !8, !DIExpression(), !10)
  call void @g(), !dbg !11
  ret void, !dbg !10
}
declare void @g()
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "c", isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d", checksumkind: CSK_MD5, checksum: "00112233445566778899aabbccddeeff")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !7)
!7 = !{null, !9}
!8 = !DILocalVariable(name: "x", arg: 1, scope: !12, file: !1, line: 1, type: !9)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DILocation(line: 2, scope: !12)
!11 = !DILocation(line: 3, scope: !13, inlinedAt: !14)
!12 = distinct !DILexicalBlock(scope: !5, file: !1, line: 2, column: 3)
!13 = distinct !DISubprogram(name: "h", scope: !1, file: !1, line: 9, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!14 = distinct !DILocation(line: 4, scope: !12)
"""


def test_the_version_of_debug_information_goes_with_it() -> None:
    tried: list[pyllvm.Module] = []

    def test(module: pyllvm.Module) -> bool:
        tried.append(module)
        return "Dwarf Version" not in str(module) or len(tried) == 1

    made = pyllvm.reduce(parsed_text(DEBUG), test, passes=["named-metadata", "named-metadata-operands", "debug-locations"])
    assert all("Debug Info Version" in str(module) or "!DI" not in str(module) for module in tried)
    assert "Debug Info Version" in str(made.module)


def test_fields_that_debug_information_needs_stay() -> None:
    """A candidate costs a copy and a verification: fewer than a tenth of these are in vain."""
    tried: list[pyllvm.Module] = []

    def test(module: pyllvm.Module) -> bool:
        tried.append(module)
        return len(tried) == 1

    made = pyllvm.reduce(parsed_text(DEBUG), test, passes=["metadata-operands"])
    (row,) = [one for one in made.passes if one.name == "metadata-operands"]
    assert row.tries > 20
    assert row.invalid * 10 < row.tries


@pytest.mark.parametrize(
    ("version", "node"),
    [
        (19, '!DIGlobalVariableExpression(var: !1, expr: !DIExpression())\n!1 = !DIGlobalVariable(name: "v", type: !2)'),
        (19, '!DILabel(scope: !1, name: "l", file: !3, line: 1)\n!1 = distinct !DISubprogram(name: "f")'),
        (14, '!DITemplateTypeParameter(name: "t", type: !2)'),
        (19, '!DIObjCProperty(name: "p", file: !3, type: !2)'),
    ],
    ids=["expression", "label", "parameter", "property"],
)
def test_fields_that_text_needs_stay(version: int, node: str) -> None:
    text = f'!n = !{{!0}}\n!0 = {node}\n!2 = !DIBasicType(name: "int")\n!3 = !DIFile(filename: "a", directory: "b")\n'

    def test(module: pyllvm.Module) -> bool:
        pyllvm.parse_assembly(pyllvm.to_assembly(module), llvm_version=version)
        return True

    pyllvm.reduce(parsed_text(text, version), test, passes=["metadata-operands"])


def test_a_location_loses_its_block_and_its_place_in_inlined_code() -> None:
    made = pyllvm.reduce(parsed_text(DEBUG), lambda module: "!dbg" in str(module), passes=["metadata-operands"])
    text = pyllvm.to_assembly(made.module)
    assert "inlinedAt" not in text
    assert "DILexicalBlock" not in text
    assert pyllvm.verify(made.module) == []


SUMMARY = """
source_filename = "a.c"
@v = global i32 1
@a = alias void (), ptr @f
define void @f() {
  ret void
}
define void @main() {
  call void @f()
  ret void
}
^0 = module: (path: "a", hash: (1, 2, 3, 4, 5))
^1 = gv: (name: "v", summaries: (variable: (FLAGS, varFlags: (readonly: 1, writeonly: 1, constant: 0))))
^2 = gv: (name: "f", summaries: (function: (FLAGS, insts: 4)))
^3 = gv: (name: "main", summaries: (function: (FLAGS, insts: 3, calls: ((callee: ^2)))))
^4 = gv: (name: "a", summaries: (alias: (FLAGS, aliasee: ^2)))
^5 = typeidCompatibleVTable: (name: "t", summary: ((offset: 16, ^1)))
""".replace(
    "FLAGS",
    "module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, "
    "importType: definition)",
)


@pytest.mark.parametrize(
    ("word", "symbols"), [("variable: ", 1), ("callee: ", 2), ("aliasee: ", 2)], ids=["variable", "call", "alias"]
)
def test_entries_of_a_summary_go_with_and_without_their_symbols(word: str, symbols: int) -> None:
    def wants(module: pyllvm.Module) -> bool:
        text = pyllvm.to_assembly(module)
        pyllvm.parse_assembly(text, llvm_version=19)  # a summary that names what is not there cannot be read
        return word in text

    made = pyllvm.reduce(parsed_text(SUMMARY, 19), wants).module
    assert made.summary is not None
    assert made.source_filename  # without it, no module of the index has the entries
    assert len(made.symbols) == len(made.summary.values) == symbols
    assert pyllvm.verify(made) == []


@pytest.mark.parametrize(
    ("type", "ended"),
    [("void", "ret void"), ("i8", "ret i8 0"), ('target("t")', 'ret target("t") poison'), ("token", "unreachable")],
)
def test_a_block_ends_with_a_default_value(type: str, ended: str) -> None:
    module = parsed_text(f"define {type} @f() {{\n  br label %a\na:\n  unreachable\n}}\n")
    block = module["f"].blocks[0]
    assert end(block)
    assert [str(one).strip() for one in block.instructions] == [ended]


def test_phis_keep_what_text_needs() -> None:
    body = "  br label %l\nl:\n  %p = phi i8 [ 0, %e ]\n  ret i8 %p"
    module = parsed_text(f"define i8 @f() {{\ne:\n{body}\n}}", 14)
    made = pyllvm.reduce(module, lambda module: has("phi", module), passes=["detached-blocks"]).module
    assert pyllvm.to_assembly(made) == pyllvm.to_assembly(parsed_text(pyllvm.to_assembly(made), 14))


def test_access_tags_keep_what_reading_needs() -> None:
    text = """define void @f(ptr %p) {
  store i8 0, ptr %p, !tbaa !0
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"char", !2}
!2 = !{!"root"}"""
    made = pyllvm.reduce(parsed_text(text, 19), lambda module: has("store", module), passes=["metadata-operands"]).module
    assert not pyllvm.verify(parsed_text(pyllvm.to_assembly(made), 19))
