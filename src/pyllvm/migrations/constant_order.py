"""The order in which to rewrite a constant and those that it is made of."""

from __future__ import annotations

from pyllvm.ir.constants import ConstantAggregate, ConstantExpr, ConstantPtrAuth
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.value import Value


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
