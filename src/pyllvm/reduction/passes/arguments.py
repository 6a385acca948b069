"""Parameters of functions and their return values.

    define i32 @f(i32 %used, i32 %unused) { ... }

becomes `define i32 @f(i32 %used)`, and each call loses the argument.
"""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.editing.signatures import remove_argument, set_return_type
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase, PHINode, ReturnInst
from pyllvm.ir.module import Module
from pyllvm.ir.types import VOID, Type
from pyllvm.reduction.edits import (
    default_value,
    erase,
    erase_unreachable_blocks,
    forget_result,
    is_default,
    is_open,
    replace_terminator,
)
from pyllvm.reduction.scope import Pass, Scope


def _own(module: Module, scope: Scope) -> list[Function]:
    return [one for one in module.functions if not scope.keeps(one) and not one.is_intrinsic]


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
        if not _set_return_type(function, module.context.void):
            # It is also used otherwise than by calls: it returns a default value then.
            _return_default(module, [function])


def _set_return_type(function: Function, type: Type) -> bool:
    """Let a function return default values of another type; False if it is used otherwise than by calls of its type."""
    calls: list[CallBase] = []
    for user in function.users:
        if isinstance(user, CallBase) and user.called_function is function and user.function_type is function.function_type:
            calls.append(user)
    value = default_value(type)
    if len(calls) < len(function.known_uses) or not all(forget_result(call) for call in calls):
        return False
    for block in function.blocks:
        if isinstance(block.terminator, ReturnInst):
            replace_terminator(block, ReturnInst(type.context.void, value))
    set_return_type(function, type)
    return True


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


def _before_more(module: Module, scope: Scope) -> list[Instruction]:
    """The values that a function can return, behind which more follows than the return."""
    return [
        value
        for function in scope.bodies(module)
        if not scope.keeps(function)
        for block in function.blocks
        for value, following in zip(block.instructions, block.instructions[1:], strict=False)
        if not isinstance(following, ReturnInst) and default_value(value.type) is not None
    ]


def _return_values(module: Module, values: list[Instruction]) -> None:
    """Let each function return the first of these values that it has, and end there."""
    changed: set[Function] = set()
    for value in values:
        function = value.function if is_open(value) else None
        if function is None:
            continue
        type = value.type
        if function in changed or (type is not function.function_type.return_type and not _set_return_type(function, type)):
            continue
        changed.add(function)
        _return_at(value)


def _return_at(value: Instruction) -> None:
    """Let a block return a value, and have no more instructions than this needs."""
    block = value.parent
    assert block is not None and block.parent is not None
    for instruction in reversed(block.instructions[:-1]):
        if instruction is value:
            break
        # The other phis of the block come first and may stay.
        if not (isinstance(value, PHINode) and isinstance(instruction, PHINode)):
            erase(instruction)
    replace_terminator(block, ReturnInst(block.type.context.void, value))
    erase_unreachable_blocks(block.parent)


PARAMETERS = Pass("parameters", "remove parameters with what calls pass for them", _all, _remove)
RESULTS = Pass("results", "let functions return nothing", _with_results, _return_nothing)
RETURNED = Pass("returned-values", "let functions return zero", _returning, _return_default)
VALUES = Pass("values-to-return", "let functions return a value from the middle, and end there", _before_more, _return_values)
