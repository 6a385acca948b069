"""Every public operation takes time in proportion to what it works on, whatever is many in a module.

`test_growth.py` has rare things, which one operation works on. Here each operation works on the same few shapes.
"""

from __future__ import annotations

import copy
import inspect
import pickle
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from growth import assert_linear
from pyllvm import analysis
from pyllvm.ir import CallInst, Function, Instruction, Module

pytestmark = pytest.mark.once

Work = Callable[[Module], object]


def each(count: int, text: str, separator: str = "\n") -> str:
    """The text `count` times, each with its number for `#`, the one before for `@-`, and the next one for `@+`."""
    return separator.join(
        [text.replace("@-", str(at - 1)).replace("@+", str(at + 1)).replace("#", str(at)) for at in range(count)]
    )


_HEAD: Final = "declare void @use(i32)\ndefine i32 @f(i32 %x, i1 %c, ptr %p) {\nentry:\n"


def long_block(count: int) -> str:
    """One block of many instructions, each of which uses the one before, and memory."""
    return (
        f"{_HEAD}  %v0 = add i32 %x, 1\n  %a = alloca i32\n"
        + each(count, "  %v@+ = add i32 %v#, 1\n  store i32 %v#, ptr %a\n  %l# = load i32, ptr %a\n  call void @use(i32 %l#)")
        + f"\n  ret i32 %v{count}\n}}\n"
    )


def chain_of_blocks(count: int) -> str:
    """Many blocks in turn, each with a variable, an early exit, and a phi."""
    return (
        _HEAD
        + each(count, "  %a# = alloca i32")
        + "\n  br label %b0\n"
        + each(
            count,
            "b#:\n  store i32 %x, ptr %a#\n  br i1 %c, label %t#, label %e#\nt#:\n  store i32 #, ptr %a#\n"
            "  br i1 %c, label %e#, label %x#\ne#:\n  %l# = load i32, ptr %a#\n  call void @use(i32 %l#)\n  br label %b@+\n"
            "x#:\n  ret i32 #",
        )
        + f"\nb{count}:\n  ret i32 %x\n}}\n"
    )


def one_target(count: int) -> str:
    """Many blocks that lead to one block, and a switch with as many cases."""
    return (
        f"{_HEAD}  switch i32 %x, label %end [\n"
        + each(count, "    i32 #, label %b#")
        + "\n  ]\n"
        + each(count, "b#:\n  %v# = add i32 %x, #\n  br i1 %c, label %end, label %b0x#\nb0x#:\n  br label %end")
        + "\nend:\n  %q = phi i32 [ 0, %entry ], "
        + each(count, "[ %v#, %b# ], [ 1, %b0x# ]", ", ")
        + "\n  ret i32 %q\n}\n"
    )


def many_functions(count: int) -> str:
    """Many functions that call each other, and variables with their addresses."""
    return (
        "declare void @use(i32)\n@g = internal global i32 0\ndefine i32 @f(i32 %x) {\n  ret i32 %x\n}\n"
        + each(count, "@g# = internal global ptr @f#\n")
        + each(
            count,
            "define internal i32 @f#(i32 %x) {\n  %l = load i32, ptr @g\n  %r = call i32 @f(i32 %l)\n  call void @use(i32 %r)\n"
            "  %s = call i32 @f@+(i32 %r)\n  ret i32 %s\n}\n",
        )
        + f"define i32 @f{count}(i32 %x) {{\n  ret i32 1\n}}\n"
    )


def nested_loops(count: int) -> str:
    """Loops in one another: depth is what grows."""
    ends = [f"e{at}:\n  br i1 %c, label %b{at}, label %{f'e{at - 1}' if at else 'end'}" for at in reversed(range(count))]
    return (
        f"{_HEAD}  br label %b0\n"
        + each(count, "b#:\n  %v# = add i32 %x, #\n  br label %b@+")
        + f"\nb{count}:\n  br label %e{count - 1}\n"
        + "\n".join(ends)
        + "\nend:\n  ret i32 %x\n}\n"
    )


SHAPES: Final[dict[str, tuple[Callable[[int], str], int]]] = {
    "a long block": (long_block, 30),
    "a chain of blocks": (chain_of_blocks, 15),
    "one target": (one_target, 20),
    "many functions": (many_functions, 20),
    "nested loops": (nested_loops, 20),
}


def _f(module: Module) -> Function:
    return module.function("f")


def _first(module: Module) -> Instruction:
    return next(iter(_f(module).instructions))


def _passes(text: str) -> Work:
    return lambda module: pyllvm.run_passes(module, text)


def _inline(module: Module) -> None:
    """Inline every call of a function with a body that is there now."""
    calls = [
        call
        for function in module.functions
        for call in function.instructions
        if isinstance(call, CallInst) and isinstance(call.callee, Function) and call.callee.name == "f"
    ]
    for call in calls:
        pyllvm.inline_call(call)


def _split_edges(module: Module) -> None:
    for block in list(_f(module).blocks):
        for target in dict.fromkeys(block.successors):
            pyllvm.split_edge(block, target)


def _split_blocks(module: Module) -> None:
    """Split each block in the middle, and merge the halves."""
    for block in list(_f(module).blocks):
        instructions = block.instructions
        if len(instructions) > 2:
            block.split(instructions[len(instructions) // 2])
    for block in list(_f(module).blocks):
        before = block.single_predecessor
        if before is not None and before.single_successor is block:
            block.merge_into_predecessor()


def _split_each_instruction(module: Module) -> None:
    for instruction in [one for one in _f(module).instructions if one.opcode_name == "add"]:
        if instruction.parent is not None and instruction.previous is not None:
            instruction.parent.split(instruction)


def _cut_off(module: Module) -> None:
    """Let the entry lead nowhere, so that all other blocks are dead."""
    function = _f(module)
    entry = function.entry_block
    for block in function.blocks:
        for phi in block.phis:
            if entry in phi.blocks:
                phi.remove_incoming(entry)
    terminator = entry.terminator
    assert terminator is not None
    terminator.erase()
    pyllvm.IRBuilder.at_end(entry).unreachable()
    pyllvm.remove_unreachable_blocks(function)


def _erase_dead(module: Module) -> None:
    for instruction in list(_f(module).instructions):
        if instruction.parent is not None:
            pyllvm.erase_dead(instruction)


def _erase_backwards(module: Module) -> None:
    for block in reversed(list(_f(module).blocks)):
        for instruction in reversed(block.instructions):
            if not instruction.has_uses and not instruction.is_terminator:
                instruction.erase()


def _insert_everywhere(module: Module) -> None:
    for function in module.functions:
        for instruction in list(function.instructions):
            if instruction.opcode_name != "phi":
                pyllvm.IRBuilder.before(instruction).add(module.constant("i32", 1), 2, name="new")


def _rename(module: Module) -> None:
    for function in module.functions:
        for instruction in function.instructions:
            if instruction.name:
                instruction.name = "same"
        for block in function.blocks:
            block.name = "same"


def _replace_values(module: Module) -> None:
    one = module.constant("i32", 1)
    for function in module.functions:
        for instruction in list(function.instructions):
            if str(instruction.type) == "i32":
                instruction.replace_all_uses_with(one)
                instruction.replace_uses_if(one, lambda use: True)


def _walk(module: Module) -> None:
    for function in module.functions:
        for block in function.blocks:
            _ = block.predecessors, block.successors, block.phis, block.first_non_phi, block.single_predecessor
            for instruction in block.instructions:
                _ = instruction.next, instruction.previous, instruction.users, instruction.successors


def _follow_uses(module: Module) -> None:
    for value in module.global_values:
        list(analysis.global_users(value))
        list(analysis.instruction_uses(value))
    for function in module.functions:
        analysis.is_address_taken(function)


def _dominances(module: Module) -> None:
    dominance = analysis.Dominance(_f(module))
    first = _first(module)
    for instruction in _f(module).instructions:
        dominance.dominates(first, instruction)
        dominance.dominates(instruction, first)


def _live(module: Module) -> None:
    live = analysis.liveness(_f(module))
    for block in _f(module).blocks:
        _ = live.at_start(block), live.at_end(block)


def _ssa(module: Module) -> None:
    """Give a variable a value in the entry and one elsewhere, and ask for it in each block."""
    function = _f(module)
    updater = pyllvm.SSAUpdater(module.type("i32"), "v")
    updater.set(function.entry_block, function.arguments[0])
    for block in function.blocks:
        updater.at_end(block)


def _edit_attributes(module: Module) -> None:
    for function in module.functions:
        function.add_attribute("nounwind")
        for instruction in function.instructions:
            if isinstance(instruction, CallInst):
                instruction.add_attribute("nounwind")
    _f(module).drop_memory_attributes()


def _signature(module: Module) -> None:
    module.function("use").add_argument(module.type("i32"), module.constant("i32", 7))
    module.function("use").remove_argument(0)


def _draw(module: Module) -> object:
    return pyllvm.draw(_f(module)), pyllvm.draw(module, kind="callgraph"), pyllvm.draw(_f(module), kind="dom")


def _split_files(module: Module) -> object:
    with tempfile.TemporaryDirectory() as folder:
        return pyllvm.split(module, folder)


def _clone(module: Module) -> None:
    for function in list(module.functions):
        if not function.is_declaration:
            pyllvm.clone_function(function)
            other = Module("other", llvm_version=module.llvm_version)
            pyllvm.clone_function(function, other)


def _lazily(module: Module) -> object:
    read = pyllvm.parse_bitcode(pyllvm.to_bitcode(module), lazy=True)
    return [block for function in read.functions for block in function.blocks]


OPERATIONS: Final[dict[str, Work]] = {
    "to_assembly": pyllvm.to_assembly,
    "canonical_text": pyllvm.canonical_text,
    "to_bitcode": pyllvm.to_bitcode,
    "text and back": lambda module: pyllvm.parse_assembly(pyllvm.to_assembly(module)),
    "bitcode and back": lambda module: pyllvm.parse_bitcode(pyllvm.to_bitcode(module)),
    "lazily": _lazily,
    "verify": pyllvm.verify,
    "verify lint": lambda module: pyllvm.verify(module, lint=True),
    "verify rewrite": lambda module: pyllvm.verify(module, rewrite=True),
    "copy": lambda module: module.copy(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda module: pickle.loads(pickle.dumps(module)),
    "downgraded": lambda module: module.downgraded(9),
    "link": lambda module: pyllvm.link([module, pyllvm.parse_assembly("define void @other() {\n  ret void\n}\n")]),
    "extract": lambda module: pyllvm.extract(module, "f"),
    "split": _split_files,
    "compare": lambda module: pyllvm.compare(module, module.copy()),
    "strip": lambda module: pyllvm.strip(module),
    "strip_names": pyllvm.strip_names,
    "strip_debug_info": pyllvm.strip_debug_info,
    "internalize": lambda module: pyllvm.internalize(module),
    "delete_dead_globals": pyllvm.delete_dead_globals,
    "anonymize": lambda module: pyllvm.anonymize(module),
    "symbols": pyllvm.symbols,
    "bitcode_sizes": lambda module: pyllvm.bitcode_sizes(pyllvm.to_bitcode(module)),
    "cross_reference": lambda module: pyllvm.cross_reference([("a", pyllvm.symbols(module))]),
    "clone_function": _clone,
    "mem2reg": _passes("mem2reg"),
    "reg2mem": _passes("reg2mem"),
    "mem2reg and back": _passes("reg2mem,mem2reg"),
    "lower-switch": _passes("lower-switch"),
    "break-crit-edges": _passes("break-crit-edges"),
    "dce": _passes("dce"),
    "globaldce": _passes("globaldce"),
    "mergereturn": _passes("mergereturn"),
    "instnamer": _passes("instnamer"),
    "strip passes": _passes("strip,strip-dead-prototypes"),
    "inline_call": _inline,
    "split_edge": _split_edges,
    "split blocks": _split_blocks,
    "split at each": _split_each_instruction,
    "remove_unreachable_blocks": _cut_off,
    "erase_dead": _erase_dead,
    "erase backwards": _erase_backwards,
    "insert everywhere": _insert_everywhere,
    "rename": _rename,
    "replace values": _replace_values,
    "walk": _walk,
    "str": lambda module: [str(one) for function in module.functions for one in function.instructions],
    "repr": lambda module: [repr(one) for function in module.functions for one in function.instructions],
    "str of blocks": lambda module: [str(block) for function in module.functions for block in function.blocks],
    "str of functions": lambda module: [str(function) for function in module.functions],
    "attributes": _edit_attributes,
    "signature": _signature,
    "draw": _draw,
    "control_flow_graph": lambda module: analysis.control_flow_graph(_f(module)),
    "dominator_tree": lambda module: analysis.dominator_tree(_f(module)),
    "post_dominator_tree": lambda module: analysis.post_dominator_tree(_f(module)),
    "natural_loops": lambda module: analysis.natural_loops(_f(module)),
    "call_graph": lambda module: list(analysis.call_graph(module).edges()),
    "dominates": lambda module: analysis.dominates(_first(module), _first(module)),
    "Dominance": _dominances,
    "dominance_frontier": lambda module: analysis.dominance_frontier(_f(module)),
    "referenced_globals": lambda module: [analysis.referenced_globals(function) for function in module.functions],
    "liveness": _live,
    "slices": lambda module: (analysis.forward_slice(_first(module)), analysis.backward_slice(_first(module))),
    "uses": _follow_uses,
    "structural_hash": lambda module: [analysis.structural_hash(function) for function in module.functions],
    "structural_hash of the module": analysis.structural_hash,
    "memory_effects": lambda module: [analysis.memory_effects(function) for function in module.functions],
    "infer_memory_effects": lambda module: analysis.infer_memory_effects(module),
    "instruction_counts": analysis.instruction_counts,
    "function_sizes": analysis.function_sizes,
    "SSAUpdater": _ssa,
    "delete_body": lambda module: [function.delete_body() for function in module.functions],
}


# A split edge or block looks for itself in a phi with as many values, as in LLVM; each half of a block is moved; as many
# variables live in as many blocks, whose frontiers have as many blocks; phis in one another are replaced by each other; what is
# copied to another module is written.
_ALSO_MUCH: Final = frozenset((
    ("break-crit-edges", "one target"),
    ("reg2mem", "one target"),
    ("mem2reg and back", "one target"),
    ("split blocks", "one target"),
    ("split at each", "a long block"),
    ("liveness", "a chain of blocks"),
    ("SSAUpdater", "nested loops"),
    ("clone_function", "many functions"),
    ("dominance_frontier", "nested loops"),
))  # fmt: skip


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_is_linear(name: str) -> None:
    for shape, (make, small) in SHAPES.items():
        if (name, shape) in _ALSO_MUCH:
            continue

        def prepare(size: int, make: Callable[[int], str] = make) -> Callable[[], object]:
            module = pyllvm.parse_assembly(make(size))
            return lambda: OPERATIONS[name](module)

        assert_linear(prepare, small)


def test_all_operations_of_the_package_are_here() -> None:
    """A new function of the package needs a row above, or a reason not to have one."""
    tried = _names_in(Path(__file__).read_text("utf-8"))
    others = {"read", "read_all", "write", "reduce", "demangle", "run_passes"}
    functions = {name for name in dir(pyllvm) if name.islower() and inspect.isfunction(getattr(pyllvm, name, None))}
    assert functions - tried - others == set()
    asked = {name for name in dir(analysis) if name.islower() and callable(getattr(analysis, name))}
    assert asked - tried == set()


def _names_in(text: str) -> set[str]:
    return set(re.findall(r"(?:pyllvm|analysis)\.(\w+)", text))
