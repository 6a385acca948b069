"""Text to modules: what is built, what is refused and in which words, which version a text is read as."""

from __future__ import annotations

import pytest

from pyllvm.assembly.reader.parse import TextReading, parse_assembly, parse_text
from pyllvm.diagnostics import Diagnostic, PyllvmError, Span
from pyllvm.ir.constants import ConstantExpr, ConstantFP, ConstantInt
from pyllvm.ir.function import BasicBlock
from pyllvm.ir.instructions import AllocaInst, BinaryOperator, CallInst, LoadInst, PHINode
from pyllvm.ir.metadata import MDTuple, SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context, PointerType, StructType
from pyllvm.limits import OPEN_GRAMMAR_SYMBOLS
from pyllvm.verifier import verify
from pyllvm.versions import NEWEST
from rows import each_row


def parse(text: str, version: int | None = 19) -> Module:
    return parse_assembly(text.encode("utf-8", "surrogateescape"), "test", version)


def body(lines: str, version: int | None = 19) -> Module:
    """A module of one function with that body."""
    return parse("define i32 @f(i32 %a, i32 %b, ptr %p) {\n" + lines + "\n}\n", version)


def errors(text: str, version: int | None = 19, max_errors: int = 20) -> list[tuple[int, int, str]]:
    """Line, column and message of every error in a text."""
    with pytest.raises(PyllvmError) as caught:
        parse_assembly(text.encode(), "test", version, max_errors)
    return [_place(diagnostic) for diagnostic in caught.value.diagnostics]


def _place(diagnostic: Diagnostic) -> tuple[int, int, str]:
    where = diagnostic.where
    assert isinstance(where, Span)
    return where.line, where.column, diagnostic.message


def test_undefined_names_come_in_the_order_of_their_places() -> None:
    body = "  call void @g2()\n  call void @g10(i32 %q2)\n  call void @g2(i32 %q10)\n  ret void\n"
    text = f"define void @f() {{\n{body}}}\n!0 = !{{!5, !4}}\n!1 = !{{!3}}\n"
    assert [one[0] for one in errors(text)] == sorted(one[0] for one in errors(text))
    for lines in (text, text.partition("!0")[0], text[text.index("!0") :]):
        # LLVM reports one: the first by name.
        assert errors(lines, max_errors=1)[0] in errors(lines)
    assert errors("!0 = !{!5, !4}\n!1 = !{!3}\n", max_errors=1) == [(2, 9, "use of undefined metadata '!3'")]
    assert [one[:2] for one in errors("!0 = !{!5, !4}\n!1 = !{!3}\n")] == [(1, 9), (1, 13), (2, 9)]


def test_an_empty_text_is_a_module() -> None:
    module = parse("; nothing\n")
    assert module.functions == []
    assert module.llvm_version == 19


def test_instructions_operands_and_names() -> None:
    module = body("  %1 = add nsw i32 %a, 7\n  %x = mul i32 %1, %b\n  ret i32 %x")
    (function,) = module.functions
    (block,) = function.blocks
    add, mul, ret = block.instructions
    assert isinstance(add, BinaryOperator)
    assert (add.name, add.flags, add.opcode.name) == ("", 2, "add")
    assert add.operands[0] is function.arguments[0]
    assert isinstance(add.operands[1], ConstantInt)
    assert add.operands[1].value == 7
    assert (mul.name, mul.operands) == ("x", [add, function.arguments[1]])
    assert ret.parent is block


def test_forward_references_to_values_and_blocks() -> None:
    module = body(
        "entry:\n  br label %loop\nloop:\n  %i = phi i32 [ 0, %entry ], [ %n, %loop ]\n  %n = add i32 %i, 1\n"
        "  %c = icmp eq i32 %n, 9\n  br i1 %c, label %out, label %loop\nout:\n  ret i32 %n"
    )
    entry, loop, out = module.functions[0].blocks
    phi = loop.instructions[0]
    assert isinstance(phi, PHINode)
    assert phi.operands[1] is loop.instructions[1]
    assert phi.blocks == [entry, loop]
    assert [block.name for block in module.functions[0].blocks] == ["entry", "loop", "out"]
    assert isinstance(out, BasicBlock)


def test_uses_of_a_forward_reference_are_ordered_as_llvm_orders_them() -> None:
    """LLVM moves the uses newest first, so that those from before the definition stand the other way round."""
    module = parse("@a = global ptr @f\n@b = global ptr @f\n@c = global ptr @f\ndeclare void @f()\n@d = global ptr @f\n")
    function = module.functions[0]
    assert [user.name for user in function.users] == ["d", "a", "b", "c"]


def test_constants_of_a_placeholder_are_unique_afterwards() -> None:
    text = (
        "@a = global ptr getelementptr (i8, ptr @x, i64 4)\n@x = global [9 x i8] zeroinitializer\n"
        "@b = global ptr getelementptr (i8, ptr @x, i64 4)\n"
    )
    module = parse(text)
    a, x, b = module.global_variables
    assert isinstance(a.initializer, ConstantExpr)
    assert a.initializer is b.initializer
    assert a.initializer.operands[0] is x


def test_alignments_are_filled_in_from_llvm_11_on() -> None:
    lines = "  %v = alloca i64\n  %l = load i32, i32* %q\n  ret i32 %l"
    text = 'target datalayout = "i64:64"\ndefine i32 @f(i32* %q) {\n' + lines + "\n}\n"
    for version, expected in ((10, 0), (11, 4)):
        alloca, load, _ = parse(text, version).functions[0].blocks[0].instructions
        assert isinstance(alloca, AllocaInst)
        assert isinstance(load, LoadInst)
        assert load.alignment == expected
        assert alloca.alignment == (8 if expected else 0)


@pytest.mark.parametrize(
    ("type", "literal", "bits"),
    [
        ("double", "1.0", 0x3FF0000000000000),
        ("float", "-0.0", 0x80000000),
        ("float", "0x36A0000000000000", 1),
        ("half", "0xH3C00", 0x3C00),
        ("half", "0.5", 0x3800),
        ("bfloat", "0xR3F80", 0x3F80),
        ("x86_fp80", "0xK3FFF8000000000000000", 0x3FFF8000000000000000),
        ("double", "0x7FF8000000000000", 0x7FF8000000000000),
    ],
)
def test_floating_point_literals(type: str, literal: str, bits: int) -> None:
    (variable,) = parse(f"@x = global {type} {literal}\n").global_variables
    assert isinstance(variable.initializer, ConstantFP)
    assert variable.initializer.bits == bits


def test_metadata_forward_references_cycles_and_uniqueness() -> None:
    module = parse(
        '!n = !{!0, !1}\n!n = !{!2, !3}\n!0 = !{!1}\n!1 = !{!0, !"s"}\n'
        "!2 = !{!4}\n!3 = !{!4}\n!4 = !{i32 7}\n!5 = distinct !{!5}\n"
    )
    first, second, third, fourth = module.named_metadata[0].operands
    assert isinstance(first, MDTuple)
    assert first.operands == [second]
    assert second.operands[0] is first
    assert third is fourth


def test_specialised_nodes_take_their_fields_in_any_order() -> None:
    module = parse('!f = !{!0, !1}\n!0 = !DIFile(directory: "/d", filename: "a")\n!1 = !DIFile(filename: "a", directory: "/d")\n')
    one, other = module.named_metadata[0].operands
    assert isinstance(one, SpecializedNode)
    assert one is other


def test_attribute_groups_are_merged_with_a_function_s_own() -> None:
    module = parse('declare void @f() nounwind #0\nattributes #0 = { cold "k"="v" }\n')
    attributes = module.functions[0].attributes
    assert attributes is not None
    assert [attribute.name for attribute in attributes.function.attributes] == ["cold", "nounwind", "k"]


def test_named_types_may_refer_to_themselves() -> None:
    module = parse("%T = type { ptr, %U }\n%U = type { i32 }\n@x = external global %T\n")
    type = module.global_variables[0].value_type
    assert isinstance(type, StructType)
    assert type.elements is not None
    inner = type.elements[1]
    assert isinstance(inner, StructType)
    assert inner.name == "U"


def test_block_addresses_of_functions_that_come_later() -> None:
    module = parse("@t = global ptr blockaddress(@f, %b)\ndefine void @f() {\n  br label %b\nb:\n  ret void\n}\n")
    address = module.global_variables[0].initializer
    assert address is not None
    function = module.functions[0]
    assert getattr(address, "operands") == [function, function.blocks[1]]  # noqa: B009


def test_use_list_order_directives_are_carried_out() -> None:
    text = "@x = global i32 0\n@a = global ptr @x\n@b = global ptr @x\n"
    before = [user.name for user in parse(text).global_variables[0].users]
    after = [user.name for user in parse(text + "uselistorder ptr @x, { 1, 0 }\n").global_variables[0].users]
    assert after == before[::-1] == ["a", "b"]


def test_debug_records_stand_before_their_instruction() -> None:
    module = parse(
        "define void @f(i32 %a) !dbg !2 {\n    #dbg_value(i32 %a, !3, !DIExpression(), !4)\n  ret void\n}\n"
        '!llvm.module.flags = !{!0}\n!0 = !{i32 2, !"Debug Info Version", i32 3}\n!1 = !DIFile(filename: "a", directory: "b")\n'
        '!2 = distinct !DISubprogram(name: "f", file: !1, unit: !5)\n!3 = !DILocalVariable(name: "a", scope: !2)\n'
        "!4 = !DILocation(line: 1, scope: !2)\n!5 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)\n"
    )
    (ret,) = module.functions[0].blocks[0].instructions
    assert ret.debug_records is not None
    (record,) = ret.debug_records
    assert isinstance(record.variable, SpecializedNode)
    assert record.variable["name"] is not None
    assert isinstance(record.debug_location, SpecializedNode)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("declare void @f(ptr)", NEWEST),
        ("declare void @f(i8*)", 14),
        ("declare void @f(i8* byval)", 8),
        ("declare void @f(x86_mmx)", 19),
        ("declare void @f(i32)", NEWEST),
    ],
)
def test_a_text_is_read_as_the_newest_version_that_takes_it(text: str, version: int) -> None:
    assert parse(text, None).llvm_version == version


def test_typed_pointers_are_read_as_opaque_ones_where_a_newer_version_is_asked_for() -> None:
    (function,) = parse("declare void @f(i8*)", 19).functions
    (type,) = function.function_type.parameters
    assert isinstance(type, PointerType)
    assert type.is_opaque


@pytest.mark.parametrize(
    ("text", "version", "message"),
    [
        ("declare void @f(ptr captures(none))", 19, "'captures' requires LLVM 20, but this module is being read as LLVM 19"),
        (
            "define float @f(i1 %c, float %x) {\n  %y = select fast i1 %c, float %x, float %x\n  ret float %y\n}",
            8,
            "a fast-math flag of select requires LLVM 9, but this module is being read as LLVM 8",
        ),
        ("declare void @f() memory(none)", 14, "'memory' requires LLVM 16, but this module is being read as LLVM 14"),
        (
            "@x = global <vscale x 2 x i32> zeroinitializer",
            8,
            "a scalable vector requires LLVM 9, but this module is being read as LLVM 8",
        ),
    ],
)
def test_what_a_version_lacks_is_said(text: str, version: int, message: str) -> None:
    assert errors(text, version)[0][2] == message


@each_row(
    ("lines", "line", "column", "message"),
    [
        ("  ret i32 %nowhere", 2, 11, "use of undefined value '%nowhere'"),
        ("  %x = add i64 %a, 1\n  ret i32 0", 2, 16, "'%a' defined with type 'i32' but expected 'i64'"),
        ("  %x = add i32 %a %b\n  ret i32 0", 2, 19, "expected ',' in arithmetic operation"),
        ("  %x = and i32 %a %b\n  ret i32 0", 2, 19, "expected ',' in logical operation"),
        ("  %0 = add i32 1, 2\n  ret i32 0", 2, 3, "instruction expected to be numbered '%1' or greater"),
        ("  %x = load void, ptr %p\n  ret i32 0", 2, 13, "void type only allowed for function results"),
        ("  frob\n  ret i32 0", 2, 3, "expected instruction opcode"),
        ("  br i32 %a, label %x, label %x\nx:\n  ret i32 0", 2, 6, "branch condition must have 'i1' type"),
        ("  ret i64 0", 2, 7, "value doesn't match function result type 'i32'"),
        ("  %x = fadd i32 %a, %b\n  ret i32 0", 2, 13, "invalid operand type for instruction"),
        ("  %x = icmp blt i32 %a, %b\n  ret i32 0", 2, 13, "expected icmp predicate (e.g. 'eq')"),
        ("  store i32 0, i32 1\n  ret i32 0", 2, 16, "store operand must be a pointer"),
        ("  %a = add i32 1, 2\n  ret i32 0", 2, 3, "multiple definition of local value named 'a'"),
        ("  ret i32 1.5", 2, 11, "floating point constant invalid for type"),
    ],
)
def test_errors_in_bodies_have_llvm_s_words_and_places(lines: str, line: int, column: int, message: str) -> None:
    text = "define i32 @f(i32 %a, i32 %b, ptr %p) {\n" + lines + "\n}\n"
    assert errors(text)[0] == (line, column, message)


@each_row(
    ("text", "line", "column", "message"),
    [
        ("@x = globl i32 0", 1, 6, "expected 'global' or 'constant'"),
        ("@x = global i32 0\n@x = global i32 1", 2, 1, "redefinition of global '@x'"),
        ("declare void @f()\ndeclare void @f()", 2, 14, "invalid redefinition of function 'f'"),
        ("@x = global ptr @y", 1, 17, "use of undefined value '@y'"),
        ("frob", 1, 1, "expected top-level entity"),
        ("!0 = !{!7}", 1, 9, "use of undefined metadata '!7'"),
        ("@x = global %T zeroinitializer", 1, 13, "use of undefined type named 'T'"),
        ("define void @f() {\n  ret void", 2, 11, "found end of file when expecting more instructions"),
        ("define void @f() {\n}", 2, 1, "function body requires at least one basic block"),
        ("declare i32 @f(i32 %x, i32 %x)", 1, 24, "redefinition of argument '%x'"),
        ("$c = comdat frob\n", 1, 13, "unknown selection kind"),
        ("@x = global i32 0, align 3", 1, 26, "alignment is not a power of two"),
        ("@x = private hidden global i32 0", 1, 1, "symbol with local linkage must have default visibility"),
    ],
)
def test_errors_between_functions_have_llvm_s_words_and_places(text: str, line: int, column: int, message: str) -> None:
    assert errors(text)[0] == (line, column, message)


BROKEN = """define i32 @f(i32 %a) {
  %1 = add i32 %a %a
  %2 = mul i32 %1, 3
  %3 = sub i64 %a, 1
  ret i32 %2
}
@g = globl i32 0
define void @h() {
  store i32 0, ptr null, foo
  ret void
}
declare void @k() frob
"""


def test_every_error_of_a_text_is_found() -> None:
    assert [(line, column) for line, column, _ in errors(BROKEN)] == [(2, 19), (4, 16), (7, 6), (9, 26), (12, 19)]


def test_no_more_errors_than_asked_for() -> None:
    assert len(errors(BROKEN, max_errors=2)) == 2


def test_what_was_left_out_makes_no_errors_of_its_own() -> None:
    text = "define i32 @f() {\n  %x = frob i32 1\n  %y = add i32 %x, 1\n  ret i32 %z\n}\n"
    assert [(line, message) for line, _, message in errors(text)] == [
        (2, "expected instruction opcode"),
        (4, "use of undefined value '%z'"),
    ]


def test_types_nested_without_end_are_refused() -> None:
    depth = 100_000
    found = errors("@x = external global " + "[1 x " * depth + "i8" + "]" * depth)
    assert found[0][2] == f"nested too deeply: more than {OPEN_GRAMMAR_SYMBOLS} symbols of the grammar are open"


def test_a_struct_that_contains_itself_through_structs_that_are_known_already() -> None:
    text = "%c = type { i32 }\n%d = type { %c }\n%a = type { %d, %b }\n%e = type { %a }\n%b = type { %c, [2 x %e] }\n"
    with pytest.raises(PyllvmError, match="identified structure type 'b' is recursive"):
        parse_assembly(text.encode(), llvm_version=22)
    assert len(parse_assembly(text.replace("%e]", "%d]").encode(), llvm_version=22).struct_types) == 5


def test_a_call_to_an_intrinsic_declares_it_since_llvm_18() -> None:
    text = "define float @f(float %x) {\n  %y = call float @llvm.sqrt.f32(float %x)\n  ret float %y\n}\n"
    module = parse(text, 18)
    assert [function.name for function in module.functions] == ["f", "llvm.sqrt.f32"]
    call = module.functions[0].blocks[0].instructions[0]
    assert isinstance(call, CallInst)
    assert call.callee is module.functions[1]
    assert errors(text, 17)[0][2] == "use of undefined value '@llvm.sqrt.f32'"


def test_names_keep_every_byte() -> None:
    module = parse('@"gr\\C3\\B6\\FFe" = global i32 0\n')
    assert module.global_variables[0].name.encode("utf-8", "surrogateescape") == b"gr\xc3\xb6\xffe"


def test_every_undefined_name_is_told_and_a_near_miss_suggested() -> None:
    text = (
        "define i32 @f(i32 %count) {\n  %x = add i32 %coumt, %other\n  ret i32 %x\n}\n@g = global ptr @ff\n@ff2 = global i32 0\n"
    )
    with pytest.raises(PyllvmError) as caught:
        parse(text)
    found = [(one.message, one.suggestion) for one in caught.value.diagnostics]
    assert found == [
        ("use of undefined value '%coumt'", "%count"),
        ("use of undefined value '%other'", None),
        ("use of undefined value '@ff'", None),
    ]


def test_an_error_covers_its_token() -> None:
    with pytest.raises(PyllvmError) as caught:
        parse("@x = global i32 @missing\n")
    where = caught.value.diagnostic.where
    assert isinstance(where, Span)
    assert (where.start, where.end) == (16, 24)


def test_reading_goes_on_behind_a_function_with_undefined_names() -> None:
    text = "define void @f() {\n  br label %nowhere\n}\ndefine void @g() {\n  ret i32 0\n}\n"
    assert [line for line, _, _ in errors(text)] == [2, 5]


def test_a_data_layout_that_is_given_takes_the_place_of_the_text_s() -> None:
    text = 'target datalayout = "i64:64"\ndefine i64 @f(ptr %p) {\n  %v = load i64, ptr %p\n  ret i64 %v\n}\n'
    module = parse_text(text.encode(), TextReading("test", data_layout="i64:32"), 19)
    load = module.functions[0].blocks[0].instructions[0]
    assert isinstance(load, LoadInst)
    assert (module.data_layout, load.alignment) == ("i64:32", 4)


def test_members_of_a_type_with_an_identifier_are_one_by_their_name() -> None:
    text = (
        '!n = !{!1, !2, !3}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", identifier: "S", elements: !9)\n'
        '!1 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !0, baseType: null, line: 1)\n'
        '!2 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !0, baseType: null, line: 2)\n'
        '!3 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !0, baseType: null, line: 2)\n!9 = !{!1, !3}\n'
    )
    first, second, third = parse(text).named_metadata[0].operands
    assert first is second
    assert first is not third


def test_an_intrinsic_of_a_wrong_type_has_a_place() -> None:
    text = (
        b"@g = global i32 0\n"
        b"declare <2 x ptr> @llvm.x86.avx512.mask.packusdw.256(<2 x i64>, <2 x i64>)\n"
        b"define <2 x ptr> @f(<2 x i64> %x) {\n"
        b"  %r = call <2 x ptr> @llvm.x86.avx512.mask.packusdw.256(<2 x i64> %x, <2 x i64> %x)\n"
        b"  ret <2 x ptr> %r\n"
        b"}\n"
    )
    with pytest.raises(PyllvmError, match="is not the intrinsic's type") as refused:
        parse_assembly(text, llvm_version=19)
    where = refused.value.diagnostic.where
    assert isinstance(where, Span)
    assert (where.line, where.column) == (2, 19)
    assert text[where.start : where.end] == b"@llvm.x86.avx512.mask.packusdw.256"


_DECLARED = b"""!named = !{!0}
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "A", flags: DIFlagFwdDecl, identifier: "A")
"""
_DEFINED = b"""define void @f(ptr %p) {
  ret void
}
!named = !{!0, !1}
!0 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "A", elements: !2, identifier: "A")
!1 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "B", elements: !2, identifier: "B")
!2 = !{!3}
!3 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !0, baseType: !4)
!4 = !DIBasicType(name: "int", size: 32)
"""


def test_a_text_that_is_refused_leaves_no_shared_types_behind() -> None:
    context = Context()
    context.types_by_identifier = {}
    parse_assembly(_DECLARED, "a.ll", 14, context=context)
    (declared,) = context.types_by_identifier.values()
    assert isinstance(declared, SpecializedNode)
    with pytest.raises(PyllvmError, match="expected type"):
        parse_assembly(_DEFINED, "b.ll", 14, context=context)
    assert context.types_by_identifier == {"A": declared}
    assert declared["elements"] is None
    module = parse_assembly(_DEFINED, "b.ll", 19, context=context)
    assert not verify(module)
    assert list(context.types_by_identifier) == ["A", "B"]
    (elements,) = declared["elements"].operands
    assert elements["name"].text == "m"


def test_a_later_definition_of_another_type_is_an_error_unless_others_explain_it() -> None:
    use = "  %y = add i32 1, %x\n  %x = add i64 1, 2\n"
    message = "instruction forward referenced with type 'i32'"
    assert [one[2] for one in errors(f"define void @f() {{\n{use}  ret void\n}}\n")] == [message]
    assert [one[0] for one in errors(f"define void @f() {{\n  %a = frob i32 1\n{use}  ret void\n}}\n")] == [2]


def test_an_alignment_in_a_group_is_the_functions_own() -> None:
    text = (
        b"define void @f() #0 {\n  call void @f() #1\n  ret void\n}\nattributes #0 = { align=16 }\nattributes #1 = { nounwind }\n"
    )
    module = parse_assembly(text, "", 19)
    assert module.functions[0].alignment == 16
    assert "define void @f() align 16 {\n  call void @f() #0\n" in str(module)
