"""Modules that a program broke: `verify` says what is wrong, and writing or printing them raises nothing but PyllvmError."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pyllvm
from growth import assert_linear
from pyllvm import Module, PyllvmError
from pyllvm.ir import (
    BasicBlock,
    BinaryOperator,
    BlockAddress,
    CmpInst,
    Comdat,
    ConstantInt,
    Function,
    GlobalAlias,
    GlobalIFunc,
    GlobalVariable,
    InlineAsm,
    Instruction,
    LoadInst,
    MDTuple,
    MetadataAsValue,
    OperandBundle,
    PHINode,
    ReturnInst,
    StoreInst,
    ValueAsMetadata,
)
from pyllvm.tables.opcodes import ADD
from pyllvm.verifier.structure import structure_failures
from rows import each_row

TEXT: Final = """
@v = global i32 1
declare i32 @g(i32)
define i32 @f(i32 %x, ptr %p) {
entry:
  %a = add i32 %x, 1
  %b = add i32 %a, %x
  %c = icmp eq i32 %a, %b
  br i1 %c, label %left, label %right
left:
  %r = call i32 @g(i32 %b)
  store i32 %r, ptr %p, align 4
  br label %right
right:
  %q = phi i32 [ %a, %entry ], [ %r, %left ]
  ret i32 %q
}
define i32 @other(i32 %y) {
  %z = add i32 %y, 1
  ret i32 %z
}
"""


def parts() -> tuple[Module, dict[str, Any]]:
    """A valid module, and the values of @f and @other by their names."""
    module = pyllvm.parse_assembly(TEXT, llvm_version=22)
    found: dict[str, Any] = {}
    for name in ("f", "other"):
        function = module.function(name)
        found[name] = function
        for value in [*function.arguments, *function.blocks, *function.instructions]:
            found[value.name or f"{name}{len(found)}"] = value
    return module, found


def twice_in_a_block(module: Module, found: dict[str, Any]) -> None:
    found["entry"].instructions = [found["a"], *found["entry"].instructions]


def in_two_blocks(module: Module, found: dict[str, Any]) -> None:
    found["left"].instructions = [found["a"], *found["left"].instructions]


def without_a_parent(module: Module, found: dict[str, Any]) -> None:
    made = BinaryOperator(ADD, found["x"], found["x"])
    found["b"].set_operand(0, made)


def of_another_function(module: Module, found: dict[str, Any]) -> None:
    found["b"].set_operand(0, found["z"])


def argument_of_another_function(module: Module, found: dict[str, Any]) -> None:
    found["b"].set_operand(0, found["y"])


def block_of_another_function(module: Module, found: dict[str, Any]) -> None:
    found["entry"].terminator.set_operand(1, found["other"].blocks[0])


def of_another_module(module: Module, found: dict[str, Any]) -> None:
    found["b"].set_operand(0, parts()[1]["x"])


def constant_of_another_module(module: Module, found: dict[str, Any]) -> None:
    other = parts()[0]
    found["b"].set_operand(0, ConstantInt.get(other.context.integer(32), 1))


def function_of_another_module(module: Module, found: dict[str, Any]) -> None:
    callee = Function(module.context.pointer(), module.function("g").function_type, "g")
    found["r"].set_operand(1, callee)


def removed_and_still_used(module: Module, found: dict[str, Any]) -> None:
    del module.functions[0]


def two_of_one_name(module: Module, found: dict[str, Any]) -> None:
    found["b"]._name = "a"


def two_symbols_of_one_name(module: Module, found: dict[str, Any]) -> None:
    found["other"]._name = "f"


def name_of_nothing(module: Module, found: dict[str, Any]) -> None:
    found["left"].instructions[1]._name = "stored"


def an_unlisted_use(module: Module, found: dict[str, Any]) -> None:
    found["b"].operands[0] = found["x"]


def a_constant_that_does_not_know_its_use(module: Module, found: dict[str, Any]) -> None:
    found["a"].operands[1] = module.value("i32 2")


def a_use_that_is_none(module: Module, found: dict[str, Any]) -> None:
    found["x"].add_use(found["c"], 0)


def wrong_result(module: Module, found: dict[str, Any]) -> None:
    comparison: CmpInst = found["c"]
    comparison.type = module.context.integer(32)
    found["entry"].terminator.set_operand(0, module.value("i1 true"))


def wrong_predicate(module: Module, found: dict[str, Any]) -> None:
    found["c"].predicate_number = 99


def wrong_ordering(module: Module, found: dict[str, Any]) -> None:
    store: StoreInst = found["left"].instructions[1]
    store.ordering_number = 9


def wrong_alignment(module: Module, found: dict[str, Any]) -> None:
    found["left"].instructions[1].alignment = 3


def wrong_flags(module: Module, found: dict[str, Any]) -> None:
    found["a"].flags = 64


def wrong_convention(module: Module, found: dict[str, Any]) -> None:
    found["r"].calling_convention_number = 5000


def wrong_tail(module: Module, found: dict[str, Any]) -> None:
    found["r"].tail_kind = "head"


def too_many_operands(module: Module, found: dict[str, Any]) -> None:
    found["a"].append_operand(found["x"])


def branch_to_a_value(module: Module, found: dict[str, Any]) -> None:
    found["left"].terminator.set_operand(0, found["x"])


def phi_without_a_block(module: Module, found: dict[str, Any]) -> None:
    phi: PHINode = found["q"]
    phi.blocks.pop()


def block_twice(module: Module, found: dict[str, Any]) -> None:
    found["f"].blocks.append(found["left"])


def block_of_no_function(module: Module, found: dict[str, Any]) -> None:
    found["left"].parent = None


def void_as_an_operand(module: Module, found: dict[str, Any]) -> None:
    found["b"].set_operand(0, found["left"].instructions[1])


def without_a_terminator(module: Module, found: dict[str, Any]) -> None:
    found["f"].append_block(BasicBlock(module.context.label, "open"))


def wrong_initializer(module: Module, found: dict[str, Any]) -> None:
    module.global_variable("v").set_single_operand(module.value("i64 1"))


def variable_of_a_removed_one(module: Module, found: dict[str, Any]) -> None:
    gone = GlobalVariable(module.context.pointer(), module.context.integer(32), "gone")
    variable = GlobalVariable(module.context.pointer(), module.context.pointer(), "keeps")
    variable.set_single_operand(gone)
    module.add(variable)


def alias_of_nothing(module: Module, found: dict[str, Any]) -> None:
    module.add(GlobalAlias(module.context.pointer(), module.context.integer(32), "alias"))


def metadata_of_a_removed_value(module: Module, found: dict[str, Any]) -> None:
    made = LoadInst(module.context.integer(32), found["p"])
    node = MDTuple.get(module.context, [ValueAsMetadata.get(module.context, made)])
    found["a"].set_metadata("mine", node)


def metadata_with_a_value(module: Module, found: dict[str, Any]) -> None:
    found["a"].set_metadata("mine", MDTuple.get(module.context, [module.value("i32 1")]))


def metadata_that_is_none(module: Module, found: dict[str, Any]) -> None:
    found["a"].set_metadata("mine", "text")


def return_of_two_values(module: Module, found: dict[str, Any]) -> None:
    last: ReturnInst = found["right"].terminator
    last.append_operand(found["x"])


def listed_twice(module: Module, found: dict[str, Any]) -> None:
    module.functions.append(found["other"])


def of_another_owner(module: Module, found: dict[str, Any]) -> None:
    found["other"].parent = None


def not_a_symbol(module: Module, found: dict[str, Any]) -> None:
    del module.symbols["other"]


def symbol_of_nothing(module: Module, found: dict[str, Any]) -> None:
    module.symbols["gone"] = Function(module.context.pointer(), module.function("g").function_type, "gone")


def variable_that_is_no_pointer(module: Module, found: dict[str, Any]) -> None:
    module.global_variable("v").type = module.context.integer(32)


def variable_of_another_context(module: Module, found: dict[str, Any]) -> None:
    module.global_variable("v").type = parts()[0].context.pointer()


def pointer_to_another_type(module: Module, found: dict[str, Any]) -> None:
    module.global_variable("v").type = module.context.pointer_to(module.context.integer(8))


def comdat_of_another_name(module: Module, found: dict[str, Any]) -> None:
    module.comdats["c"] = Comdat("d")


def comdat_of_no_module(module: Module, found: dict[str, Any]) -> None:
    found["other"].comdat = Comdat("c")


def wrong_alignment_of_a_function(module: Module, found: dict[str, Any]) -> None:
    found["other"].alignment = 12


def negative_alignment(module: Module, found: dict[str, Any]) -> None:
    module.global_variable("v").alignment = -2


def two_function_types(module: Module, found: dict[str, Any]) -> None:
    found["other"].value_type = module.context.function(module.context.void, [])


def wrong_convention_of_a_function(module: Module, found: dict[str, Any]) -> None:
    found["other"].calling_convention_number = -1


def ifunc_of_nothing(module: Module, found: dict[str, Any]) -> None:
    module.add(GlobalIFunc(module.context.pointer(), module.function("g").function_type, "ifunc"))


def alias_of_a_number(module: Module, found: dict[str, Any]) -> None:
    alias = GlobalAlias(module.context.pointer(), module.context.integer(32), "alias")
    alias.set_single_operand(module.value("i32 1"))
    module.add(alias)


def too_few_arguments(module: Module, found: dict[str, Any]) -> None:
    found["f"].arguments.pop()


def argument_of_another_number(module: Module, found: dict[str, Any]) -> None:
    found["y"].number = 1


def argument_of_another_type(module: Module, found: dict[str, Any]) -> None:
    found["x"].type = module.context.integer(64)


def argument_that_is_named_as_another(module: Module, found: dict[str, Any]) -> None:
    found["p"]._name = "x"


def block_of_another_context(module: Module, found: dict[str, Any]) -> None:
    found["left"].type = parts()[0].context.label


def block_that_is_named_as_an_argument(module: Module, found: dict[str, Any]) -> None:
    found["left"]._name = "x"


def result_of_another_context(module: Module, found: dict[str, Any]) -> None:
    found["a"].type = parts()[0].context.integer(32)


def phi_with_a_block_of_another_function(module: Module, found: dict[str, Any]) -> None:
    found["q"].blocks[0] = found["other"].blocks[0]


def call_without_a_callee(module: Module, found: dict[str, Any]) -> None:
    found["r"].argument_count = 2


def bundle_of_the_callee(module: Module, found: dict[str, Any]) -> None:
    found["r"].bundles = [OperandBundle("deopt", 1, 2)]


def metadata_as_a_number(module: Module, found: dict[str, Any]) -> None:
    wrapped = ValueAsMetadata.get(module.context, module.value("i32 1"))
    found["b"].set_operand(0, MetadataAsValue.get(module.context, wrapped))


def assembly_as_a_number(module: Module, found: dict[str, Any]) -> None:
    found["b"].set_operand(0, InlineAsm(module.context.pointer(), module.function("g").function_type, "", ""))


def metadata_of_another_function(module: Module, found: dict[str, Any]) -> None:
    found["a"].set_metadata("mine", MDTuple.get(module.context, [ValueAsMetadata.get(module.context, found["z"])]))


def metadata_of_an_argument_of_another_function(module: Module, found: dict[str, Any]) -> None:
    found["a"].set_metadata("mine", MDTuple.get(module.context, [ValueAsMetadata.get(module.context, found["y"])]))


def constant_of_a_value(module: Module, found: dict[str, Any]) -> None:
    pair = module.value("{ ptr } { ptr @v }")
    pair.operands[0] = found["p"]
    found["r"].set_operand(0, pair)


def address_of_a_block_of_another_function(module: Module, found: dict[str, Any]) -> None:
    address = BlockAddress(module.context.pointer(), found["other"], found["left"])
    found["left"].instructions[1].set_operand(1, address)


def part_of_another_module(module: Module, found: dict[str, Any]) -> None:
    pair = module.value("{ i32 } { i32 1 }")
    pair.operands[0] = parts()[0].value("i32 1")
    found["b"].set_operand(0, pair)


BREAKS: Final[dict[Callable[[Module, dict[str, Any]], None], str]] = {
    twice_in_a_block: "An instruction is in the function twice",
    in_two_blocks: "An instruction is in the function twice",
    without_a_parent: "An operand is an instruction that is not in the function, but in no function",
    of_another_function: "An operand is an instruction that is not in the function, but in @other",
    argument_of_another_function: "Referring to an argument in another function!",
    block_of_another_function: "Referring to a basic block in another function!",
    of_another_module: "An operand is of another context",
    constant_of_another_module: "An operand is of another context",
    function_of_another_module: "Global is referenced, but it is in no module!",
    removed_and_still_used: "Global is referenced, but it is in no module!",
    two_of_one_name: "Two values of the function have one name",
    two_symbols_of_one_name: "Two global values have one name",
    name_of_nothing: "Instruction has a name, but provides a void value!",
    an_unlisted_use: "An operand is not among the uses of its value: set_operand changes both",
    a_constant_that_does_not_know_its_use: "An operand is not among the uses of its value: set_operand changes both",
    a_use_that_is_none: "A use does not belong to an operand: set_operand changes both",
    wrong_result: "The type of the instruction is not its result's type",
    wrong_predicate: "The predicate is none",
    wrong_ordering: "The ordering is unknown",
    wrong_alignment: "The alignment 3 is not a power of two",
    wrong_flags: "The instruction has flags that add does not have",
    wrong_convention: "A calling convention has a number up to 1023",
    wrong_tail: "'head' is not a kind of tail call",
    too_many_operands: "The instruction has more or fewer operands than its kind has",
    branch_to_a_value: "An operand that must be a block is another value",
    phi_without_a_block: "A phi has more or fewer blocks than values",
    block_twice: "A block is in the function twice",
    block_of_no_function: "A block of the function has another owner, or none",
    void_as_an_operand: "An operand is an instruction without a value",
    without_a_terminator: "Basic Block in function 'f' does not have terminator!",
    wrong_initializer: "Global variable initializer type does not match global variable type!",
    variable_of_a_removed_one: "Global is referenced, but it is in no module!",
    alias_of_nothing: "An alias has no aliasee",
    metadata_of_a_removed_value: "Metadata refers to an instruction that is in no function",
    metadata_with_a_value: "A metadata node has a value as its operand: wrap it by ValueAsMetadata.get",
    metadata_that_is_none: "The attachment !mine is not a metadata node",
    return_of_two_values: "The instruction has more or fewer operands than its kind has",
    listed_twice: "A global value is in the module twice",
    of_another_owner: "A global value of the module has another owner, or none",
    not_a_symbol: "A global value is not in the symbol table under its name",
    symbol_of_nothing: "The symbol table has a global value that is not in the module, @gone",
    variable_that_is_no_pointer: "A global value has a type that is not a pointer",
    variable_of_another_context: "A global value has a type of another context",
    pointer_to_another_type: "A global value is a pointer to another type than its own",
    comdat_of_another_name: "The comdat 'c' of the module is named 'd'",
    comdat_of_no_module: "The comdat 'c' of a global value is not in the module",
    wrong_alignment_of_a_function: "The alignment 12 is not a power of two",
    negative_alignment: "The alignment -2 is not a power of two",
    two_function_types: "A function has two function types",
    wrong_convention_of_a_function: "A calling convention has a number up to 1023",
    ifunc_of_nothing: "An ifunc has no resolver",
    alias_of_a_number: "An alias or ifunc is of a value that is not a pointer",
    too_few_arguments: "A function has more or fewer arguments than its type",
    argument_of_another_number: "An argument does not belong to its function",
    argument_of_another_type: "An argument does not belong to its function",
    argument_that_is_named_as_another: "Two values of the function have one name",
    block_of_another_context: "A block is of another context",
    block_that_is_named_as_an_argument: "Two values of the function have one name",
    result_of_another_context: "An instruction has a type of another context",
    phi_with_a_block_of_another_function: "A phi names a block that is not in the function",
    call_without_a_callee: "A call has fewer operands than arguments",
    bundle_of_the_callee: "An operand bundle has other operands than its call",
    metadata_as_a_number: "Invalid use of metadata!",
    assembly_as_a_number: "Cannot take the address of an inline asm!",
    metadata_of_another_function: "function-local metadata used in wrong function",
    metadata_of_an_argument_of_another_function: "function-local metadata used in wrong function",
    constant_of_a_value: "A constant consists of a value that is none",
    address_of_a_block_of_another_function: "The address is of a block that is not in its function",
    part_of_another_module: "A constant is of another context",
}


@each_row("break_it", BREAKS, ids=lambda break_it: str(break_it.__name__))
def test_verify_reports_it_and_nothing_raises_another_error(break_it: Callable[[Module, dict[str, Any]], None]) -> None:
    module, found = parts()
    assert pyllvm.verify(module) == []
    try:
        break_it(module, found)
    except TypeError:
        return  # compiled classes refuse a value of another type themselves
    messages = [one.message for one in pyllvm.verify(module)]
    assert BREAKS[break_it] in messages
    for use in (pyllvm.to_bitcode, pyllvm.to_assembly, str):
        try:
            use(module)
        except PyllvmError as error:
            assert str(error)


def test_shared_constants_take_linear_time() -> None:
    def module_with(count: int) -> Callable[[], object]:
        module = Module("m", llvm_version=22)
        for number in range(count):
            function = module.add_function(f"f{number}", "i32 (i32)")
            builder = pyllvm.IRBuilder.at_end(function.add_block())
            value: pyllvm.ir.Value = function.arguments[0]
            for _ in range(4):
                value = builder.add(value, 1)
            builder.ret(value)

        def check() -> None:
            assert structure_failures(module) == []

        return check

    assert_linear(module_with, 60)


def test_a_use_of_a_value_that_is_no_operand_is_reported() -> None:
    module = pyllvm.parse_assembly("define i32 @f(i32 %x, i32 %y) {\n  %a = add i32 %x, 1\n  ret i32 %a\n}\n")
    function = module.function("f")
    first, second = function.arguments
    second.uses = [*second.uses, first.uses[0]]
    assert [one.message for one in pyllvm.verify(module)] == ["A use does not belong to an operand: set_operand changes both"]


def test_the_check_leaves_no_numbers_behind() -> None:
    module, found = parts()
    assert structure_failures(module) == []
    values = [value for function in module.functions for block in function.blocks for value in (block, *block.instructions)]
    operands = [operand for value in values if isinstance(value, Instruction) for operand in value.operands]
    assert {value.order for value in (*values, *operands)} == {0}
    assert found
