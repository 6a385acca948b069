"""The order in which to rewrite a constant and those that it is made of."""

from __future__ import annotations

from pyllvm.ir.constants import ConstantAggregate, ConstantExpr, ConstantPtrAuth
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.migrations.shared.instruction_index import InstructionIndex


def operands_first(constant: Value, known: dict[Value, Value]) -> list[Value]:
    """The constant and those that it is made of, operands before their users; without globals, and without those in `known`."""
    order: list[Value] = []
    done: set[Value] = set()
    waiting = [constant]
    while waiting:
        last = waiting[-1]
        if last in known or last in done:
            waiting.pop()
            continue
        missing: list[Value] = []
        if isinstance(last, (ConstantAggregate, ConstantExpr, ConstantPtrAuth)):
            for operand in last.operands:
                if not isinstance(operand, GlobalValue) and operand not in known and operand not in done:
                    missing.append(operand)
        if missing:
            waiting.extend(missing)
        else:
            done.add(last)
            order.append(last)
    return order


def expressions_of(module: Module, bodies: InstructionIndex, opcode: str, last: list[Value] | None = None) -> list[ConstantExpr]:
    """The constant expressions of an operation in a module, and in `last`, in its order, operands before their users."""
    found: dict[ConstantExpr, None] = {}
    seen: set[Value] = set()
    waiting: list[Value] = []
    for value in module.global_values:
        waiting.extend(value.operands)
    for instruction in bodies.with_constants():
        for operand in instruction.operands:
            if isinstance(operand, (ConstantExpr, ConstantAggregate)):
                waiting.append(operand)
    if last is not None:
        waiting.extend(last)
    waiting.reverse()
    while waiting:
        one = waiting[-1]
        if not isinstance(one, (ConstantExpr, ConstantAggregate)) or one in seen:
            waiting.pop()
            if isinstance(one, ConstantExpr) and one.opcode == opcode:
                found.setdefault(one)
            continue
        seen.add(one)
        waiting.extend(reversed(one.operands))
    return list(found)
