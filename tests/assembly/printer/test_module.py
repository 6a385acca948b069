"""The printer on modules made by hand; the expected text is what llvm-dis of that version writes."""

from __future__ import annotations

import pytest

from pyllvm.assembly.printer.floating_point import floating_point_text
from pyllvm.assembly.printer.single_values import text_of
from pyllvm.assembly.printer.text import module_pieces, print_module
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import (
    ConstantAggregate,
    ConstantData,
    ConstantExpr,
    ConstantFP,
    ConstantInt,
    SimpleConstant,
)
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.global_values import Comdat, GlobalVariable
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicRMWInst,
    BinaryOperator,
    BranchInst,
    CallInst,
    CmpInst,
    LoadInst,
    PHINode,
    ReturnInst,
    ShuffleVectorInst,
    StoreInst,
)
from pyllvm.ir.metadata import Attachment, MDString, MDTuple, NamedMDNode, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context, Type
from pyllvm.ir.value import Value
from pyllvm.schema.text import metadata_name_text, name_text
from pyllvm.tables.opcodes import ADD, FADD
from rows import each_row
from wishing import wishing


@each_row(
    ("name", "text"),
    [
        ("main", "main"),
        (".str.1", ".str.1"),
        ("a-b", "a-b"),
        ("-x", "-x"),
        ("1x", '"1x"'),
        ("a b", '"a b"'),
        ("$x", '"$x"'),
        ("größe", '"gr\\C3\\B6\\C3\\9Fe"'),
        ("\x01f", '"\\01f"'),
        ('q"\\', '"q\\22\\\\"'),
    ],
)
def test_names_are_quoted_as_llvm_does(name: str, text: str) -> None:
    assert name_text(name) == text


def test_a_backslash_was_escaped_as_a_number_up_to_9() -> None:
    assert name_text("a\\b", 9) == '"a\\5Cb"'
    assert name_text("a\\b", 10) == '"a\\\\b"'


def test_metadata_names_escape_byte_by_byte() -> None:
    assert metadata_name_text("llvm.dbg.cu") == "llvm.dbg.cu"
    assert metadata_name_text("1 a") == "\\31\\20a"


@each_row(
    ("type_name", "bits", "text"),
    [
        ("double", 0x3FF0000000000000, "1.000000e+00"),
        ("double", 0x8000000000000000, "-0.000000e+00"),
        ("double", 0x400921FB54442D18, "0x400921FB54442D18"),
        ("double", 0x3FB999999999999A, "1.000000e-01"),
        ("double", 0x7FF0000000000000, "0x7FF0000000000000"),
        ("double", 1, "4.940660e-324"),
        ("double", 0x3FF3C0CA2A5B1D5D, "0x3FF3C0CA2A5B1D5D"),
        ("double", 0x54B249AD2594C37D, "1.000000e+100"),
        ("float", 0x3F800000, "1.000000e+00"),
        ("float", 0x3DCCCCCD, "0x3FB99999A0000000"),
        ("float", 0x7FC00000, "0x7FF8000000000000"),
        ("float", 0x00000001, "0x36A0000000000000"),
        ("half", 0x3C00, "0xH3C00"),
        ("bfloat", 0x3F80, "0xR3F80"),
        ("x86_fp80", 0x3FFF8000000000000000, "0xK3FFF8000000000000000"),
        ("fp128", 0x3FFF << 112, "0xL00000000000000003FFF000000000000"),
        ("ppc_fp128", 0x3FF0000000000000, "0xM3FF00000000000000000000000000000"),
    ],
)
def test_floating_point_is_decimal_only_where_exact(type_name: str, bits: int, text: str) -> None:
    assert floating_point_text(type_name, bits) == text


def test_types() -> None:
    context = Context()
    i32 = context.integer(32)
    named = context.named_struct("a b", [i32, context.pointer()])
    function = context.function(context.void, [i32, context.pointer(1)], True)
    assert text_of(function) == "void (i32, ptr addrspace(1), ...)"
    typed = context.pointer_to(context.pointer_to(function), 3)
    assert text_of(typed) == "void (i32, ptr addrspace(1), ...)* addrspace(3)*"
    assert text_of(named) == '%"a b" = type { i32, ptr }'
    assert text_of(context.array(context.vector(i32, 4, True), 2)) == "[2 x <vscale x 4 x i32>]"
    assert text_of(context.literal_struct([i32], True)) == "<{ i32 }>"
    assert text_of(context.literal_struct([])) == "{}"
    assert text_of(context.target("spirv.Image", [i32], [1, 2])) == 'target("spirv.Image", i32, 1, 2)'


def test_types_that_nest_deeply_do_not_exhaust_the_stack() -> None:
    """The text is composed at once: the texts of all 20,000 types in it would have 2,000,000,000 characters."""
    context = Context()
    i32 = context.integer(32)
    type: Type = context.integer(8)
    expected = "i8"
    for level in range(5_000):
        type = context.literal_struct([i32, context.array(context.pointer_to(context.function(type, [i32, i32]), 0), level)])
        expected = f"{{ i32, [{level} x {expected} (i32, i32)*] }}"
    assert text_of(type) == expected


def test_constants_that_nest_deeply_do_not_exhaust_the_stack() -> None:
    context = Context()
    pointer = context.pointer()
    value = ConstantExpr.get(pointer, "inttoptr", [ConstantInt.get(context.integer(64), 1)])
    for _ in range(2000):
        value = ConstantExpr.get(
            pointer, "getelementptr", [value, ConstantInt.get(context.integer(8), 1)], source_element_type=context.integer(8)
        )
    text = text_of(value)
    assert text.count("(") == 2001
    assert text.endswith("i8 1), i8 1)")


def test_constants_inside_one_another_are_printed_in_full() -> None:
    """Long parts have numbers until the outermost constant is printed, also where several constants have them."""
    context = Context()
    i8 = context.integer(8)
    struct = context.literal_struct([context.pointer()])
    value: Value = ConstantInt.get(i8, 1)
    expected = "1"
    for level in range(3_000):
        value = ConstantAggregate(struct, [ConstantInt.get(i8, level % 100), value])
        expected = f"{{ i8 {level % 100}, {'{ ptr }' if level else 'i8'} {expected} }}"
    twice = ConstantAggregate(struct, [value, ConstantInt.get(i8, 1), value])
    assert text_of(twice) == f"{{ ptr }} {{ {{ ptr }} {expected}, i8 1, {{ ptr }} {expected} }}"
    assert text_of(twice) == text_of(twice)


def test_constants_that_share_parts_do_not_grow_without_end() -> None:
    context = Context()
    value: Value = ConstantInt.get(context.integer(8), 1)
    for _ in range(64):
        value = ConstantAggregate(context.literal_struct([context.integer(8)]), [value, value])
    with pytest.raises(PyllvmError, match="too deeply"):
        text_of(value)


def test_constants() -> None:
    context = Context()
    i8, i1, i32 = context.integer(8), context.integer(1), context.integer(32)
    assert text_of(ConstantInt.get(i1, 1)) == "i1 true"
    assert text_of(ConstantInt.get(i8, 255)) == "i8 -1"
    assert text_of(ConstantData.get(context.array(i8, 4), b"a\n\xc3\x00")) == '[4 x i8] c"a\\0A\\C3\\00"'
    assert text_of(ConstantData.get(context.array(i32, 2), b"\1\0\0\0\xff\xff\xff\xff")) == "[2 x i32] [i32 1, i32 -1]"
    assert text_of(SimpleConstant.get(i32, "poison")) == "i32 poison"
    pair = ConstantAggregate(context.literal_struct([i1, i8]), [ConstantInt.get(i1, 0), ConstantInt.get(i8, 3)])
    assert text_of(pair) == "{ i1, i8 } { i1 false, i8 3 }"


def module_with_vector(version: int) -> Module:
    module = Module("m", llvm_version=version)
    context = module.context
    vector = context.vector(context.integer(32), 2)
    variable = GlobalVariable(context.pointer(), vector, "v")
    variable.set_single_operand(ConstantData.get(vector, b"\7\0\0\0" * 2))
    module.add(variable)
    return module


@pytest.mark.parametrize(("version", "text"), [(19, "<i32 7, i32 7>"), (20, "splat (i32 7)"), (22, "splat (i32 7)")])
def test_vectors_of_equal_elements_are_splats_since_20(version: int, text: str) -> None:
    printed = print_module(module_with_vector(version))
    assert printed == f"; ModuleID = 'm'\n\n@v = global <2 x i32> {text}\n".encode()


def test_a_whole_module() -> None:
    module = Module("t.ll", llvm_version=19)
    module.source_filename = "t.c"
    module.data_layout = "e-m:e"
    module.target_triple = "x86_64-pc-linux-gnu"
    module.inline_assembly = 'nop\n.string "x"\n'
    context = module.context
    i32, pointer, void, label = context.integer(32), context.pointer(), context.void, context.label
    pair = context.named_struct("struct.pair", [i32, pointer])
    unnamed = context.named_struct("", [pair])
    variable = GlobalVariable(pointer, unnamed, "g")
    variable.linkage = "internal"
    variable.is_dso_local = True
    variable.unnamed_address = "unnamed_addr"
    variable.set_single_operand(SimpleConstant.get(unnamed, "zeroinitializer"))
    variable.alignment = 8
    variable.comdat = Comdat("c")
    module.add(variable)
    module.add(GlobalVariable(pointer, i32, ""))
    declared = Function(pointer, context.function(void, [pointer, i32], True), "printf")
    declared.attributes = AttributeList(AttributeSet([Attribute.of("nounwind"), Attribute.of_string("k", "v")]))
    module.add(declared)
    function = Function(pointer, context.function(i32, [i32, i32]), "f")
    function.arguments[0].name = "x"
    function.is_dso_local = True
    module.add(function)
    entry, then, end = BasicBlock(label), BasicBlock(label, "then"), BasicBlock(label)
    for block in (entry, then, end):
        function.append_block(block)
    x, y = function.arguments
    total = BinaryOperator(ADD, x, y, 3)
    entry.append(total)
    slot = AllocaInst(pointer, pair, ConstantInt.get(i32, 1), 8, "slot")
    entry.append(slot)
    entry.append(StoreInst(void, total, slot, 4, True))
    test = CmpInst(40, total, ConstantInt.get(i32, 0), context.integer(1))
    entry.append(test)
    entry.append(BranchInst(void, then, test, end))
    loaded = LoadInst(i32, slot, 4)
    then.append(loaded)
    call = CallInst(declared.function_type, declared, [slot, loaded])
    call.tail_kind = "tail"
    call.attributes = AttributeList(AttributeSet([Attribute.of("cold")]), parameters={0: AttributeSet([Attribute.of("nonnull")])})
    node = MDTuple.get(context, [MDString.get(context, "a"), None, ValueAsMetadata.get(context, ConstantInt.get(i32, 1))])
    call.attachments = [Attachment("mine", node), Attachment("tbaa", MDTuple.get(context, [node]))]
    module.metadata_kinds.append("mine")
    then.append(call)
    then.append(BranchInst(void, end))
    merged = PHINode(i32)
    merged.add_incoming(total, entry)
    merged.add_incoming(loaded, then)
    end.append(merged)
    end.append(ReturnInst(void, merged))
    module.named_metadata.append(NamedMDNode("named", [node]))
    assert (
        print_module(module).decode()
        == """\
; ModuleID = 't.ll'
source_filename = "t.c"
target datalayout = "e-m:e"
target triple = "x86_64-pc-linux-gnu"

module asm "nop"
module asm ".string \\22x\\22"

%0 = type { %struct.pair }
%struct.pair = type { i32, ptr }

$c = comdat any

@g = internal unnamed_addr global %0 zeroinitializer, comdat($c), align 8
@0 = external global i32

; Function Attrs: nounwind
declare void @printf(ptr, i32, ...) #0

define dso_local i32 @f(i32 %x, i32 %0) {
  %2 = add nuw nsw i32 %x, %0
  %slot = alloca %struct.pair, align 8
  store volatile i32 %2, ptr %slot, align 4
  %3 = icmp slt i32 %2, 0
  br i1 %3, label %then, label %5

then:                                             ; preds = %1
  %4 = load i32, ptr %slot, align 4
  tail call void (ptr, i32, ...) @printf(ptr nonnull %slot, i32 %4) #1, !tbaa !1, !mine !0
  br label %5

5:                                                ; preds = %then, %1
  %6 = phi i32 [ %2, %1 ], [ %4, %then ]
  ret i32 %6
}

attributes #0 = { nounwind "k"="v" }
attributes #1 = { cold }

!named = !{!0}

!0 = !{!"a", null, i32 1}
!1 = !{!0}
"""
    )


def test_annotations_follow_at_column_50() -> None:
    module = module_with_vector(19)
    printed = b"".join(module_pieces(module, wishing(shows_annotations=True))).decode()
    assert printed.endswith("@v = global <2 x i32> <i32 7, i32 7>              ; [#uses=0 type=ptr]\n")


def test_instructions_of_single_versions() -> None:
    context = Context()
    i32, pointer = context.integer(32), context.pointer()
    null = SimpleConstant.get(pointer, "null")
    one = ConstantFP.get(context.floating_point("float"), 0x3F800000)
    assert text_of(BinaryOperator(FADD, one, one, 254)).endswith("fadd fast float 1.000000e+00, 1.000000e+00")
    assert text_of(BinaryOperator(FADD, one, one, 2 | 128)).endswith("fadd reassoc nnan float 1.000000e+00, 1.000000e+00")
    atomic = AtomicRMWInst(0, null, ConstantInt.get(i32, 1), 7 - 1, 4)
    assert text_of(atomic).endswith("atomicrmw xchg ptr null, i32 1 seq_cst, align 4")
    vector = context.vector(i32, 2)
    undef = SimpleConstant.get(vector, "undef")
    mask = ConstantAggregate(vector, [SimpleConstant.get(i32, "undef"), ConstantInt.get(i32, 1)])
    shuffle = ShuffleVectorInst(vector, undef, undef, mask)
    assert text_of(shuffle).endswith("shufflevector <2 x i32> undef, <2 x i32> undef, <2 x i32> <i32 poison, i32 1>")


def test_use_list_directives() -> None:
    module = Module("u", llvm_version=19)
    context = module.context
    i32 = context.integer(32)
    function = Function(context.pointer(), context.function(i32, [i32]), "f")
    module.add(function)
    block = BasicBlock(context.label)
    function.append_block(block)
    x = function.arguments[0]
    first = BinaryOperator(ADD, x, x)
    block.append(first)
    block.append(ReturnInst(context.void, first))
    assert b"uselistorder" not in print_module(module, preserve_use_list_order=True)
    x.uses = x.uses[::-1]
    assert b"\n; uselistorder directives\n  uselistorder i32 %0, { 1, 0 }\n}\n" in print_module(
        module, preserve_use_list_order=True
    )


@pytest.mark.parametrize(
    ("name", "is_known"),
    [
        ("llvm.abs.i32", True),
        ("llvm.assume", True),
        ("llvm.assume.i32", False),
        ("llvm.foo", False),
        ("llvm.x86.sse2.pause", True),
        ("llvm.memcpyx.p0.p0.i64", False),
    ],
)
def test_unknown_intrinsics_are_said_to_be_so_since_22(name: str, is_known: bool) -> None:
    module = Module(llvm_version=22)
    context = module.context
    module.add(Function(context.pointer(), context.function(context.void, []), name))
    comment = b"" if is_known else b"; Unknown intrinsic\n"
    assert print_module(module) == b"\n" + comment + f"declare void @{name}()\n".encode()
    module.llvm_version = 19
    assert b";" not in print_module(module)
