"""LLVM 15: the assembly of a `callbr` names its labels by constraints `!i`, and not by block addresses among its arguments."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import BlockAddress, InlineAsm
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBrInst
from pyllvm.ir.module import Module
from pyllvm.ir.target.asm_constraints import takes_argument
from pyllvm.ir.types import FunctionType, PointerType
from pyllvm.migrations.bodies import Bodies, BodyUpgrade


def begin_upgrade(module: Module, version: int) -> BodyUpgrade:
    """Return what drops the block addresses in bodies, as newer readers do. The uses of blocks are always recorded.

    It raises PyllvmError with LLVM's message where they are not the labels.
    """

    def change_bodies(bodies: Bodies) -> None:
        for function in bodies.functions:
            for call, assembly in _calls_without_labels(function):
                _upgrade(function, call, assembly)

    return change_bodies


def _calls_without_labels(function: Function) -> list[tuple[CallBrInst, InlineAsm]]:
    found: list[tuple[CallBrInst, InlineAsm]] = []
    for block in function.blocks:
        last = block.terminator
        if isinstance(last, CallBrInst) and isinstance(last.callee, InlineAsm):
            if not any(part.startswith("!") for part in last.callee.constraints.split(",")):
                found.append((last, last.callee))
    return found


def _upgrade(function: Function, old: CallBrInst, assembly: InlineAsm) -> None:
    arguments = old.arguments
    labels = old.indirect_blocks
    first = len(arguments) - len(labels)
    for number, label in enumerate(labels):
        address = arguments[first + number] if first >= 0 else None
        if not isinstance(address, BlockAddress) or address.function is not function or address.block is not label:
            raise PyllvmError("callbr argument does not match indirect dest")
    type = old.function_type
    old.function_type = type.context.function(type.return_type, [one.type for one in arguments[:first]], type.is_variadic)
    _drop_arguments(old, first)
    old.put_operand(len(old.operands) - 1, _with_labels(assembly, old.function_type, first))


def _drop_arguments(call: CallBrInst, first: int) -> None:
    """Drop the arguments from number `first` on. The blocks that the call names keep their order of uses."""
    count = call.argument_count - first
    operands = call.operands
    for number in range(first, call.argument_count):
        operands[number].remove_use(call, number)
    for number in range(call.argument_count, len(operands)):
        pairs = operands[number].recorded_pairs or []
        for place in range(0, len(pairs), 2):
            if pairs[place] is call and pairs[place + 1] == number:
                pairs[place + 1] = number - count
                break
    del operands[first : call.argument_count]
    call.argument_count = first
    for bundle in call.bundles or ():
        bundle.begin -= count
        bundle.end -= count


def _with_labels(assembly: InlineAsm, type: FunctionType, first: int) -> InlineAsm:
    """The assembly with `!` before the constraint of each argument from number `first` on."""
    constraints: list[str] = []
    number = 0
    for constraint in assembly.constraints.split(","):
        is_argument = takes_argument(constraint)
        constraints.append(f"!{constraint}" if is_argument and number >= first else constraint)
        number += is_argument
    context = assembly.type.context
    is_typed = isinstance(assembly.type, PointerType) and assembly.type.pointee is not None
    pointer = context.pointer_to(type) if is_typed else context.pointer()
    return assembly.changed(pointer, type, ",".join(constraints))
