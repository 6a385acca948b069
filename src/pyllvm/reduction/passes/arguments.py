"""Parameters of functions and their return values."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.editing.signatures import remove_argument, set_return_type
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import ReturnInst
from pyllvm.ir.module import Module
from pyllvm.ir.types import VOID
from pyllvm.reduction.edits import default_value, forget_result, is_default, replace_terminator
from pyllvm.reduction.scope import Pass, Scope
from pyllvm.tables.intrinsics import PREFIX


def _own(module: Module, scope: Scope) -> list[Function]:
    return [one for one in module.functions if not scope.keeps(one) and not one.name.startswith(PREFIX)]


def _all(module: Module, scope: Scope) -> list[tuple[Function, int]]:
    return [(function, index) for function in _own(module, scope) for index in range(len(function.arguments))]


def _remove(module: Module, chosen: list[tuple[Function, int]]) -> None:
    for function, index in reversed(chosen):
        argument = function.arguments[index]
        value = default_value(argument.type)
        if argument.has_uses:
            if value is None:
                continue
            argument.replace_all_uses_with(value)
        try:
            remove_argument(function, index)
        except PyllvmError:
            continue


def _with_results(module: Module, scope: Scope) -> list[Function]:
    return [one for one in _own(module, scope) if one.function_type.return_type.kind != VOID]


def _return_nothing(module: Module, functions: list[Function]) -> None:
    for function in functions:
        void = module.context.void
        calls = [user for user in function.users if getattr(user, "function_type", None) is function.function_type]
        if not all(forget_result(call) for call in calls):  # type: ignore[arg-type]
            continue
        for block in function.blocks:
            if isinstance(block.terminator, ReturnInst):
                replace_terminator(block, ReturnInst(void))
        try:
            set_return_type(function, void)
        except PyllvmError:
            # It is also used otherwise than by calls: it returns a default value then.
            _return_default(module, [function])


def _returning(module: Module, scope: Scope) -> list[Function]:
    found: list[Function] = []
    for function in scope.bodies(module):
        values = [block.terminator.value for block in function.blocks if isinstance(block.terminator, ReturnInst)]
        if any(value is not None and not is_default(value) for value in values):
            found.append(function)
    return found


def _return_default(module: Module, functions: list[Function]) -> None:
    for function in functions:
        value = default_value(function.function_type.return_type)
        if value is None:
            continue
        for block in function.blocks:
            if isinstance(block.terminator, ReturnInst):
                replace_terminator(block, ReturnInst(module.context.void, value))


PARAMETERS = Pass("parameters", "remove parameters with what calls pass for them", _all, _remove)
RESULTS = Pass("results", "let functions return nothing", _with_results, _return_nothing)
RETURNED = Pass("returned-values", "let functions return zero", _returning, _return_default)
