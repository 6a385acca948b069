"""The numbers that text gives: in which order, and to what."""

from __future__ import annotations

from pyllvm.assembly.printer.single_values import metadata_text, text_of
from pyllvm.assembly.printer.slots import EVERY_NODE, SlotTracker
from pyllvm.assembly.printer.text import print_module
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import BlockAddress, ConstantInt
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import BinaryOperator, CallInst, GetElementPtrInst, ReturnInst
from pyllvm.ir.metadata import Attachment, MDNode, MDString, MDTuple, MetadataAsValue, NamedMDNode
from pyllvm.ir.module import Module
from pyllvm.ir.type_finder import structs_in
from pyllvm.ir.types import Context
from pyllvm.tables.opcodes import ADD


def a_function(module: Module, name: str, *parameters: str) -> Function:
    """A function of i32 parameters with one block."""
    context = module.context
    i32 = context.integer(32)
    function = Function(context.pointer(), context.function(i32, [i32] * len(parameters)), name)
    for argument, parameter in zip(function.arguments, parameters, strict=True):
        argument.name = parameter
    function.append_block(BasicBlock(context.label))
    module.add(function)
    return function


def node(context: Context, *operands: object) -> MDNode:
    return MDTuple.get(context, list(operands))


def text(context: Context, letters: str) -> MDNode:
    return node(context, MDString.get(context, letters))


def test_metadata_is_numbered_from_variables_to_names_to_functions() -> None:
    module = Module(llvm_version=19)
    context = module.context
    of_function, of_name, of_variable = text(context, "f"), text(context, "n"), text(context, "v")
    function = a_function(module, "f")
    function.attachments.append(Attachment("prof", of_function))
    module.named_metadata.append(NamedMDNode("n", [of_name]))
    variable = GlobalVariable(context.pointer(), context.integer(8), "v")
    variable.attachments.append(Attachment("type", of_variable))
    module.add(variable)
    slots = SlotTracker(module, 19)
    assert slots.nodes == [of_variable, of_name]
    slots.incorporate_function(function)
    assert slots.nodes == [of_variable, of_name, of_function]
    assert SlotTracker(module, 19, EVERY_NODE).nodes == slots.nodes


def test_a_node_is_numbered_before_those_it_refers_to_and_each_once() -> None:
    module = Module(llvm_version=19)
    context = module.context
    leaf, other = text(context, "leaf"), text(context, "other")
    middle = node(context, leaf, None, other)
    root = node(context, middle, leaf)
    module.named_metadata.append(NamedMDNode("n", [root, other]))
    assert SlotTracker(module, 19).nodes == [root, middle, leaf, other]


def test_long_chains_of_metadata_do_not_exhaust_the_stack() -> None:
    module = Module(llvm_version=19)
    last = node(module.context)
    for _ in range(20000):
        last = node(module.context, last)
    module.named_metadata.append(NamedMDNode("n", [last]))
    assert print_module(module).endswith(b"\n!19999 = !{!20000}\n!20000 = !{}\n")


def test_cycles_of_distinct_nodes_are_numbered() -> None:
    module = Module(llvm_version=19)
    loop = MDTuple([], True)
    loop.operands.append(loop)
    module.named_metadata.append(NamedMDNode("n", [loop]))
    assert print_module(module).endswith(b"!0 = distinct !{!0}\n")


def test_attachments_stand_in_the_order_of_their_kinds() -> None:
    module = Module(llvm_version=19)
    context = module.context
    function = a_function(module, "f")
    one = ConstantInt.get(context.integer(32), 1)
    instruction = BinaryOperator(ADD, one, one)
    function.blocks[0].append(instruction)
    module.metadata_kinds.extend(["zebra", "apple"])
    instruction.attachments = [
        Attachment("apple", text(context, "a")),
        Attachment("zebra", text(context, "z")),
        Attachment("range", text(context, "r")),
    ]
    assert "!range !0, !zebra !1, !apple !2" in print_module(module).decode()


def test_metadata_of_intrinsic_calls_is_numbered_but_not_of_others() -> None:
    module = Module(llvm_version=14)
    context = module.context
    type = context.function(context.void, [context.metadata_type])
    intrinsic = Function(context.pointer(), type, "llvm.x")
    other = Function(context.pointer(), type, "x")
    function = a_function(module, "f")
    operand = MetadataAsValue.get(context, text(context, "m"))
    function.blocks[0].append(CallInst(type, other, [operand]))
    slots = SlotTracker(module, 14)
    slots.incorporate_function(function)
    assert not slots.nodes
    function.blocks[0].append(CallInst(type, intrinsic, [operand]))
    slots.incorporate_function(function)
    assert slots.nodes == [operand.metadata]


def test_attribute_groups_count_variables_then_functions_then_calls() -> None:
    module = Module(llvm_version=19)
    context = module.context
    void = context.function(context.void, [])
    of_call, of_callee, of_function = (AttributeSet([Attribute.of(word)]) for word in ("cold", "nounwind", "hot"))
    function = a_function(module, "f")
    function.attributes = AttributeList(of_function)
    callee = Function(context.pointer(), void, "g")
    callee.attributes = AttributeList(of_callee)
    module.add(callee)
    call = CallInst(void, callee, [])
    call.attributes = AttributeList(of_call)
    again = CallInst(void, callee, [])
    again.attributes = AttributeList(AttributeSet([Attribute.of("hot")]))
    function.blocks[0].append(call)
    function.blocks[0].append(again)
    slots = SlotTracker(module, 19)
    slots.incorporate_function(function)
    assert list(slots.attribute_groups.items()) == [(of_function, 0), (of_callee, 1), (of_call, 2)]


def test_nameless_values_count_per_function_and_void_ones_not_at_all() -> None:
    module = Module(llvm_version=19)
    context = module.context
    function = a_function(module, "f", "", "y")
    x, y = function.arguments
    entry = function.blocks[0]
    total = BinaryOperator(ADD, x, y)
    entry.append(total)
    entry.append(ReturnInst(context.void, total))
    slots = SlotTracker(module, 19)
    slots.incorporate_function(function)
    assert [slots.locals[value] for value in (x, y, entry, total)] == ["%0", "%y", "%1", "%2"]
    assert slots.globals[function] == "@f"
    slots.purge_function()
    assert not slots.locals


def test_a_block_of_another_function_has_its_number_there() -> None:
    module = Module(llvm_version=19)
    context = module.context
    other = a_function(module, "other", "", "")
    function = a_function(module, "f")
    address = BlockAddress(context.pointer(), other, other.blocks[0])
    function.blocks[0].append(ReturnInst(context.void, address))
    assert "ret ptr blockaddress(@other, %2)" in print_module(module).decode()


def test_a_value_without_a_place_is_a_bad_reference() -> None:
    context = Context()
    i32 = context.integer(32)
    stray = BinaryOperator(ADD, ConstantInt.get(i32, 1), ConstantInt.get(i32, 2))
    assert text_of(BinaryOperator(ADD, stray, stray)) == "  <badref> = add i32 <badref>, <badref>"


def test_text_of_parts_has_the_numbers_of_the_whole() -> None:
    module = Module(llvm_version=19)
    context = module.context
    function = a_function(module, "f", "")
    argument = function.arguments[0]
    total = BinaryOperator(ADD, argument, argument)
    function.blocks[0].append(total)
    assert text_of(total) == "  %2 = add i32 %0, %0"
    assert text_of(argument) == "i32 %0"
    attached = text(context, "a")
    total.attachments = [Attachment("prof", attached)]
    assert text_of(total) == "  %2 = add i32 %0, %0, !prof !0"
    assert metadata_text(attached, module) == '!0 = !{!"a"}'
    assert text_of(attached) == '!{!"a"}'


def test_structs_are_found_in_the_order_of_their_use() -> None:
    module = Module(llvm_version=19)
    context = module.context
    i32, pointer = context.integer(32), context.pointer()
    inner, outer, last, unused = (context.named_struct(name, [i32]) for name in ("inner", "outer", "last", "unused"))
    outer.elements = [inner, i32]
    variable = GlobalVariable(pointer, context.array(outer, 2), "v")
    function = a_function(module, "f")
    function.blocks[0].append(GetElementPtrInst(pointer, last, [variable, ConstantInt.get(i32, 0)]))
    module.add(variable)
    assert structs_in(module, 19) == [outer, inner, last]
    assert unused not in structs_in(module, 19)
