"""`str()` of single values after edits of every kind, and its time: numbers are kept, but only until something changes."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm.ir import Attachment, Function, Instruction, MDNode, MetadataAsValue, Module
from rows import each_row

DATA = Path(__file__).parents[2] / "data"
# Of a struct without a name, in `repr()`.
ADDRESS: Final = re.compile(r"type 0x[0-9a-f]+")
TEXT = """\
%0 = type { i32 }
@0 = global i32 0, !tag !20
@named = global %0 zeroinitializer

declare void @g(ptr)
declare void @llvm.stackprotector(ptr, ptr)
declare i64 @llvm.read_register.i64(metadata)

define i32 @f(i32 %0, i32 %x) !dbg !10 {
  %2 = add i32 %0, %x
  call void @g(ptr @0) #1
  %3 = load i32, ptr @0, !tbaa !22, !dbg !15
  br label %4

4:
  %5 = phi i32 [ %2, %1 ], [ %7, %4 ]
    #dbg_value(i32 %5, !12, !DIExpression(), !15)
  %6 = getelementptr %0, ptr @named, i32 0, i32 0
  %7 = sub i32 %5, %3, !dbg !16
  call void @g(ptr %6) #2
  %8 = icmp eq i32 %7, 0
  %r = call i64 @llvm.read_register.i64(metadata !24)
  br i1 %8, label %9, label %4, !llvm.loop !23

9:
  %10 = load i32, ptr @0, !tbaa !25
  ret i32 %10
}

define void @h() {
  %1 = load i32, ptr @0, !tbaa !22
  %2 = add i32 %1, 1, !range !27
  ret void
}

attributes #1 = { nounwind }
attributes #2 = { cold }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!named = !{!21}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!12 = !DILocalVariable(name: "a", scope: !10, file: !1, line: 1, type: !6)
!15 = !DILocation(line: 2, scope: !10)
!16 = !DILocation(line: 3, scope: !10)
!20 = !{!"twenty"}
!21 = !{!"twenty one"}
!22 = !{!28, !28, i64 0}
!23 = distinct !{!23, !26}
!24 = !{!"rsp"}
!25 = !{!29, !29, i64 0}
!26 = !{!"llvm.loop.mustprogress"}
!27 = !{i32 0, i32 10}
!28 = !{!"int", !30, i64 0}
!29 = !{!"char", !30, i64 0}
!30 = !{!"root"}
"""


def parsed() -> Module:
    return pyllvm.parse_assembly(TEXT, "m", llvm_version=22)


def texts(module: Module) -> list[str]:
    """What every value prints; those of a function that was just printed, and of others, in turn."""
    found: list[str] = []
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions:
                found += [str(instruction), ADDRESS.sub("type", repr(instruction))]
            found.append(str(block))
        found += [str(argument) for argument in function.arguments]
    found += [str(value) for value in module.global_values]
    return found


def instruction(module: Module, number: int, name: str = "f") -> Instruction:
    return list(module.function(name).instructions)[number]


def node(module: Module, text: str = "fresh") -> MDNode:
    return module.metadata_tuple(text)


def renamed(module: Module) -> None:
    instruction(module, 0).name = "sum"


def set_metadata(module: Module) -> None:
    instruction(module, 0).set_metadata("tag", node(module))


def insert(module: Module) -> None:
    builder = pyllvm.IRBuilder.before(instruction(module, 2))
    builder.add(instruction(module, 0), 1)


def erase(module: Module) -> None:
    last = instruction(module, -1)
    last.set_operand(0, module.constant("i32", 0))
    instruction(module, -2).erase()


def first_attachment(module: Module, number: int = 2) -> Attachment:
    attachments = instruction(module, number).attachments
    assert attachments is not None
    return attachments[0]


def assign_attachments(module: Module) -> None:
    instruction(module, 0).attachments = [Attachment("tag", node(module))]


def append_attachment(module: Module) -> None:
    attachments = instruction(module, 2).attachments
    assert attachments is not None
    attachments.insert(0, Attachment("tag", node(module)))


def set_node(module: Module) -> None:
    first_attachment(module).node = node(module)


def debug_location(module: Module) -> None:
    instruction(module, 0).debug_location = instruction(module, 7).debug_location


def drop_records(module: Module) -> None:
    instruction(module, 5).debug_records = None


def change_record(module: Module) -> None:
    records = instruction(module, 5).debug_records
    assert records is not None
    records[0].debug_location = instruction(module, 6).debug_location


def append_record(module: Module) -> None:
    records = instruction(module, 5).debug_records
    assert records is not None
    records.clear()


def append_to_node(module: Module) -> None:
    first_attachment(module).node.operands.append(node(module))


def assign_to_node(module: Module) -> None:
    first_attachment(module).node.operands = [node(module)]


def named_metadata(module: Module) -> None:
    module.add_named_metadata("more", node(module))


def named_metadata_list(module: Module) -> None:
    module.named_metadata.reverse()


def named_operands(module: Module) -> None:
    module.named_metadata[-1].operands.insert(0, node(module))


def global_name(module: Module) -> None:
    module.global_variables[0].name = "first"


def unnamed_global(module: Module) -> None:
    module.global_variables[1].name = ""


def global_attachment(module: Module) -> None:
    module.global_variables[0].attachments.insert(0, Attachment("tag", node(module)))


def new_global(module: Module) -> None:
    module.add_global("", "i32", 0)
    module.global_variables.insert(0, module.global_variables.pop())


def function_attachment(module: Module) -> None:
    module.function("f").set_metadata("tag", node(module))


def function_attribute(module: Module) -> None:
    module.function("g").add_attribute("hot")


def call_attribute(module: Module) -> None:
    call = instruction(module, 1)
    call.add_attribute("hot")  # type: ignore[attr-defined]


def remove_call_attribute(module: Module) -> None:
    call = instruction(module, 1)
    call.remove_attribute("nounwind")  # type: ignore[attr-defined]


def add_block(module: Module) -> None:
    function = module.function("f")
    pyllvm.IRBuilder.at_end(function.add_block(before=function.blocks[1])).unreachable()


def move_block(module: Module) -> None:
    function = module.function("f")
    function.blocks[2].move_before(function.blocks[1])


def split_block(module: Module) -> None:
    instruction(module, 1).parent.split(instruction(module, 1))  # type: ignore[union-attr]


def merge_block(module: Module) -> None:
    function = module.function("h")
    second = function.blocks[0].split(instruction(module, 1, "h"))
    str(second)
    second.merge_into_predecessor()


def add_argument(module: Module) -> None:
    module.function("f").add_argument(module.type("i32"), module.constant("i32", 0), index=0)


def remove_argument(module: Module) -> None:
    module.function("f").arguments[0].replace_all_uses_with(module.constant("i32", 3))
    module.function("f").remove_argument(0)


def replace_uses(module: Module) -> None:
    instruction(module, 0).replace_all_uses_with(module.function("f").arguments[0])


def move(module: Module) -> None:
    instruction(module, 2).move_before(instruction(module, 0))


def metadata_operand(module: Module) -> None:
    instruction(module, 9).set_operand(0, MetadataAsValue.get(module.context, node(module)))


def struct_name(module: Module) -> None:
    module.context.name_struct(module.struct_types[0], "pair")


def remove_function(module: Module) -> None:
    module.function("h").erase()


def delete_body(module: Module) -> None:
    module.function("h").delete_body()


def move_function(module: Module) -> None:
    function = module.functions.pop()
    module.functions.insert(0, function)


def take_name(module: Module) -> None:
    module.function("f").arguments[0].take_name(module.function("f").arguments[1])


def link_body(module: Module) -> None:
    pyllvm.clone_function(module.function("f"))


def strip_debug_info(module: Module) -> None:
    pyllvm.strip_debug_info(module)


def strip_names(module: Module) -> None:
    pyllvm.strip_names(module)


def anonymize(module: Module) -> None:
    pyllvm.anonymize(module)


def upgraded(module: Module) -> None:
    module.llvm_version = 23


EDITS: Final[tuple[Callable[[Module], None], ...]] = (
    renamed, set_metadata, insert, erase, assign_attachments, append_attachment, set_node, debug_location, drop_records,
    change_record, append_record, append_to_node, assign_to_node, named_metadata, named_metadata_list, named_operands,
    global_name, unnamed_global, global_attachment, new_global, function_attachment, function_attribute, call_attribute,
    remove_call_attribute, add_block, move_block, split_block, merge_block, add_argument, remove_argument, replace_uses, move,
    metadata_operand, struct_name, remove_function, delete_body, move_function, take_name, link_body, strip_debug_info,
    strip_names, anonymize, upgraded,
)  # fmt: skip


@each_row("edit", EDITS, ids=lambda edit: edit.__name__)
def test_texts_follow_edits(edit: Callable[[Module], None]) -> None:
    module = parsed()
    before = texts(module)
    assert texts(module) == before
    edit(module)
    assert texts(module) == texts(module.copy())


@each_row("edit", EDITS, ids=lambda edit: edit.__name__)
def test_one_text_follows_edits(edit: Callable[[Module], None]) -> None:
    """Only one instruction is printed before, so that little is known."""
    for number in (-2, 6):
        module = parsed()
        str(instruction(module, number))
        edit(module)
        for function in module.copy().functions:
            expected = [str(one) for one in function.instructions]
            assert [str(one) for one in module.function(function.name).instructions] == expected


@pytest.mark.parametrize("is_old", [False, True])
def test_a_struct_without_a_name_comes_into_a_body(is_old: bool) -> None:
    """Whether it was made before the first text or after it, it has a number."""
    module = filled(True, 1).parent
    assert module is not None
    struct = module.context.named_struct("", []) if is_old else None
    str(instruction(module, 0))
    slot = pyllvm.IRBuilder.before(instruction(module, 0)).alloca(struct or module.context.named_struct("", []))
    assert str(slot) == "  %0 = alloca %0, align 8"


def test_lists_that_are_changed_later() -> None:
    module = parsed()
    texts(module)
    attachments = instruction(module, 2).attachments
    operands = first_attachment(module).node.operands
    records = instruction(module, 5).debug_records
    assert attachments is not None and records is not None
    for change in (lambda: attachments.insert(0, Attachment("tag", node(module))), operands.clear, records.clear):
        texts(module)
        change()
        assert texts(module) == texts(module.copy())


def test_one_of_many_lists_is_changed() -> None:
    """A program may keep as many lists as it wants: none of them is forgotten."""
    module = parsed()
    nodes = [module.metadata(f'!{{!"{number}"}}') for number in range(300)]
    texts(module)
    operands = first_attachment(module).node.operands
    others = [one.operands for one in nodes]
    texts(module)
    operands.clear()
    assert texts(module) == texts(module.copy())
    assert len(others) == 300


def test_the_text_is_that_of_the_function() -> None:
    for path in (DATA / "sample.ll", DATA / "diff" / "debug.ll"):
        module = pyllvm.parse_assembly(path.read_bytes(), "m", llvm_version=19)
        for function in module.functions:
            lines = str(module).splitlines()
            for one in function.instructions:
                assert str(one) in lines or not function.blocks


def filled(named: bool, count: int) -> Function:
    module = pyllvm.Module("m", llvm_version=22)
    function = module.add_function("f", "i64 (i64)", ["x"])
    builder = pyllvm.IRBuilder.at_end(function.add_block("e"))
    value = function.arguments[0]
    tag = module.metadata_tuple("tag")
    for number in range(count):
        value = builder.add(value, 1, name="v" if named else "")
        if number % 4 == 0 and isinstance(value, Instruction):
            value.set_metadata("tag", tag)
    builder.ret(value)
    return function


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("text", [str, repr, lambda one: one._repr_html_()], ids=["str", "repr", "html"])
def test_the_text_of_each_instruction_takes_no_longer_than_a_few_texts_of_the_function(
    named: bool, text: Callable[[object], str]
) -> None:
    times = []
    for count in (500, 8000):
        function = filled(named, count)
        start = time.process_time()
        for one in function.instructions:
            text(one)
        times.append(time.process_time() - start)
    assert times[1] < times[0] * 16 * 4 + 0.1


def test_editing_one_function_does_not_number_the_module_again() -> None:
    module = pyllvm.Module("m", llvm_version=22)
    for number in range(2000):
        module.add_global(f"g{number}", "i32", 0)
    function = module.add_function("f", "void ()")
    builder = pyllvm.IRBuilder.at_end(function.add_block("e"))
    start = time.process_time()
    for _ in range(300):
        str(builder.load("i32", module.global_variables[0]))
    assert time.process_time() - start < 1.5
