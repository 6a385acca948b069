"""Code as users write it: mypy --strict and pyright accept it, and it runs. It has no asserts for types and no casts."""

from __future__ import annotations

import io
import mmap
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pyllvm
from pyllvm import IRBuilder, Module, PyllvmError, analysis
from pyllvm.ir import (
    AllocaInst,
    Argument,
    BasicBlock,
    BinaryOperator,
    BranchInst,
    CallBase,
    CallInst,
    CastInst,
    CmpInst,
    ConstantFP,
    ConstantInt,
    Function,
    GetElementPtrInst,
    GlobalVariable,
    Instruction,
    InvokeInst,
    LoadInst,
    PHINode,
    ReturnInst,
    SelectInst,
    SourceLocation,
    StoreInst,
    Subprogram,
    SwitchInst,
    Use,
    Value,
)

# --- building


def factorial(version: int) -> Module:
    module = Module("factorial", llvm_version=version)
    function = module.add_function("factorial", "i64 (i64)", ["n"])
    (n,) = function.arguments
    builder = IRBuilder.at_end(function.add_block("entry"))
    result = builder.alloca_at_entry("i64", name="result")
    builder.store(module.constant("i64", 1), result)
    with builder.for_range(1, builder.add(n, 1), name="k") as loop:
        product, overflow = builder.mul_with_overflow(builder.load("i64", result), loop.index)
        with builder.if_then(overflow, likely=False):
            builder.ret(-1)
        builder.store(product, result)
    builder.ret(builder.load("i64", result))
    return module


def sign(module: Module) -> Function:
    function = module.add_function("sign", "i32 (i32)", ["x"])
    x: Argument = function.arguments[0]
    builder = IRBuilder(function.add_block("entry"))
    with builder.if_else(builder.icmp("slt", x, 0)) as (negative, other):
        with negative:
            low: Value = builder.sub(0, builder.zext(builder.icmp("slt", x, 0), "i32"))
        with other:
            high: Value = builder.zext(builder.icmp("ne", x, 0), "i32")
    phi: PHINode = builder.phi("i32")
    if negative.last_block is not None and other.last_block is not None:
        phi.incoming = [(low, negative.last_block), (high, other.last_block)]
    builder.ret(phi)
    return function


def dispatch(module: Module) -> Function:
    function = module.add_function("dispatch", "void (i32, ptr)", ["code", "out"])
    code, out = function.arguments
    builder = IRBuilder.at_end(function.add_block())
    with builder.switch_cases(code) as cases:
        for number in range(3):
            with cases.case(number):
                builder.store(builder.add(code, number), out)
        with cases.default():
            builder.memset(out, 0, 4, align=4)
    with builder.while_loop(lambda b: b.icmp("sgt", b.load("i32", out), 100)) as loop:
        loop.continue_()
    builder.ret_void()
    return function


# --- looking


def described(instruction: Instruction) -> str:
    match instruction:
        case BinaryOperator(operation, Value(name=left), ConstantInt(value=number)):
            return f"{operation} of {left} and {number}"
        case CmpInst(predicate, _, _):
            return f"{predicate}, or else {instruction.inverse_predicate}"
        case LoadInst(pointer) if pointer.name:
            return f"reads {pointer.name}"
        case StoreInst(value, pointer):
            return f"writes {value} to {pointer.name}"
        case CallInst(Function(name=callee), arguments):
            return f"calls {callee} with {len(arguments)}"
        case BranchInst(None, target, None):
            return f"goes to {target.name}"
        case BranchInst(Value() as condition, first, BasicBlock() as second):
            return f"{condition}: {first.name} or {second.name}"
        case GetElementPtrInst(pointer, indices):
            return f"{pointer.name}[{len(indices)}]"
        case _:
            return instruction.opcode_name


def lines_of(function: Function) -> Iterator[tuple[str, int]]:
    for instruction in function.instructions:
        location = instruction.debug_location
        if location is not None:
            line = location["line"]
            if isinstance(line, int):
                yield str(instruction).strip(), line


def stack_sizes(function: Function) -> dict[str, int]:
    module_of = function.parent
    if not isinstance(module_of, Module):
        return {}
    layout = pyllvm.ir.DataLayout(module_of.data_layout, module_of.llvm_version)
    return {one.name: layout.alloc_size(one.allocated_type) for one in function.instructions if isinstance(one, AllocaInst)}


def pure_calls(module: Module) -> list[CallBase]:
    return [
        one
        for function in module.functions
        for one in function.instructions
        if isinstance(one, CallBase) and not one.may_write_memory and not one.has_side_effects
    ]


def histogram(module: Module) -> Counter[str]:
    return Counter(one.opcode_name for function in module for block in function for one in block)


def phi_sources(block: BasicBlock) -> dict[str, list[str]]:
    return {phi.name: [source.name for _, source in phi.incoming] for phi in block.phis}


def switch_table(switch: SwitchInst) -> dict[int, str]:
    table = {value.signed: target.name for value, target in switch.cases}
    table[-1] = switch.default_block.name
    return table


def float_constants(function: Function) -> list[float]:
    return [one.value for instruction in function.instructions for one in instruction.operands if isinstance(one, ConstantFP)]


def users_of(value: Value) -> list[str]:
    found: list[str] = []
    use: Use
    for use in value.uses:
        if isinstance(use.user, Instruction):
            found.append(f"{use.user.opcode_name} {use.index}")
    return found


def loops_of(function: Function) -> int:
    graph = analysis.control_flow_graph(function)
    tree = analysis.dominator_tree(function)
    loops = analysis.natural_loops(function)
    return len(loops.loops) + len(graph) + (0 if tree.immediate else 1)


# --- changing


def swap_branches(function: Function) -> int:
    changed = 0
    for block in function.blocks:
        branch = block.terminator
        if not isinstance(branch, BranchInst) or branch.false_block is None:
            continue
        compare = branch.condition
        if isinstance(compare, CmpInst) and len(compare.uses) == 1:
            compare.predicate = compare.inverse_predicate
            branch.true_block, branch.false_block = branch.false_block, branch.true_block
            changed += 1
    return changed


def strength(function: Function) -> int:
    changed = 0
    for instruction in list(function.instructions):
        if not isinstance(instruction, BinaryOperator) or instruction.opcode_name != "mul":
            continue
        factor = instruction.right
        if isinstance(factor, ConstantInt) and factor.unsigned.bit_count() == 1:
            builder = IRBuilder.before(instruction)
            shift = builder.shl(instruction.left, factor.unsigned.bit_length() - 1, name="shift")
            instruction.replace_all_uses_with(shift)
            instruction.erase()
            changed += 1
    return changed


def harden(module: Module) -> None:
    for function in module.functions:
        function.add_attribute("nounwind")
        function.add_attribute('"probe-stack"="inline-asm"')
        for number, argument in enumerate(function.arguments):
            if str(argument.type) == "ptr":
                function.add_attribute("align 4", parameter=number)
        for instruction in function.instructions:
            if isinstance(instruction, InvokeInst):
                instruction.normal_destination = instruction.unwind_destination
            elif isinstance(instruction, ReturnInst) and isinstance(instruction.value, CastInst):
                instruction.value = instruction.value
            elif isinstance(instruction, SelectInst):
                instruction.true_value, instruction.false_value = instruction.false_value, instruction.true_value


def set_global(module: Module, name: str, number: int) -> GlobalVariable:
    variable = module.add_global(name, "i32", number, align=4)
    variable.initializer = module.constant("i32", number + 1)
    return variable


# --- debug information


def sources(module: Module) -> Iterator[str]:
    for unit in module.compile_units:
        yield f"{unit.path}, {unit.language}, {[variable.name for variable in unit.global_variables]}"
    for file in module.source_files:
        yield file.path
    for variable in module.global_variables:
        yield from (f"{one.type_name} {one.name}" for one in variable.debug_variables)
    for function in module:
        subprogram: Subprogram | None = function.subprogram
        if subprogram is not None:
            yield f"{subprogram.return_type_name} {subprogram.name}: {subprogram.path}:{subprogram.line}"
        for local in function.variables:
            yield f"{local.argument_number} {local.type_name} {[value.name for place in local.places for value in place.values]}"
        for instruction in function.instructions:
            location: SourceLocation | None = instruction.location
            if location is not None:
                yield ", ".join(f"{one.path}:{one.line}:{one.column}" for one in location.chain)


# --- reading and writing


def round_trip(module: Module, folder: Path) -> list[str]:
    path = folder / "m.bc"
    losses = pyllvm.write(module, path)
    stream = io.BytesIO()
    pyllvm.write(module, stream, form="ll", llvm_version=15)
    stream.seek(0)
    names = [function.name for function in pyllvm.read(stream)]
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        again = pyllvm.parse_bitcode(mapped)
    names += [function.name for function in again]
    with path.open("rb") as binary:
        names.append(pyllvm.read(binary).identifier)
    return [*names, *[loss.construct for loss in losses]]


def message_of(text: str) -> str:
    try:
        pyllvm.parse_assembly(text)
    except PyllvmError as error:
        return error.diagnostic.message
    return ""


def main(folder: Path) -> list[str]:
    module = factorial(22)
    function = module.function("factorial")
    report = [described(instruction) for instruction in function.instructions]
    dispatched = dispatch(module)
    first = dispatched.entry_block.terminator
    if isinstance(first, SwitchInst):
        report.append(str(switch_table(first)))
    report += [str(sign(module).name), str(swap_branches(function)), str(strength(function)), str(stack_sizes(function))]
    report += [str(histogram(module).total()), str(loops_of(function)), str(users_of(function.arguments[0]))]
    report += [str(phi_sources(block)) for block in function.blocks if block.phis]
    report += [name for name, _ in lines_of(function)]
    report += [str(float_constants(function)), str(len(pure_calls(module))), set_global(module, "g", 1).name]
    report += sources(module)
    harden(module)
    report += [diagnostic.message for diagnostic in pyllvm.verify(module, lint=False, rewrite=True)]
    report += [*round_trip(module.copy(), folder), message_of("define i32 @f(")]
    return report
