"""Follows uses: the users of a value, the values that a global uses, the slices of a function, the calls of a module.

Constants between instructions and globals are looked through.
"""

from __future__ import annotations

from pyllvm.ir.constants import BlockAddress, Constant
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.ir.value import User, Value
from pyllvm.tables.effects import CALLING_INTRINSICS


def instruction_uses(value: Value) -> list[tuple[Instruction, int]]:
    """Return each use of `value` by an instruction: the instruction and the index of the operand.

    Constants that contain the value, such as the expressions and aggregates with the address of a variable, are looked through;
    an operand is there once. The order is LLVM's, the newest use first. Uses by the initializers of variables, by aliases and
    by metadata are not there: `global_users` has the first two. Function bodies that were not read yet have no uses; see
    `Module.materialize`.
    """
    found: list[tuple[Instruction, int]] = []
    met: set[Value] = {value}
    pending = [value]
    while pending:
        for use in reversed(pending.pop().known_uses):
            user = use.user
            if isinstance(user, Instruction):
                found.append((user, use.index))
            elif isinstance(user, Constant) and not isinstance(user, GlobalValue) and user not in met:
                met.add(user)
                pending.append(user)
    return found


def global_users(value: Value) -> list[GlobalValue]:
    """Return the global values that use `value` outside of instructions: initializers, aliases, resolvers, personalities.

    Constants are looked through, as in `instruction_uses`. Each global is there once; the newest use is first.
    """
    found: dict[GlobalValue, None] = {}
    met: set[Value] = {value}
    pending = [value]
    while pending:
        for user in pending.pop().users:
            if isinstance(user, GlobalValue):
                found[user] = None
            elif isinstance(user, Constant) and user not in met:
                met.add(user)
                pending.append(user)
    return list(found)


def referenced_globals(value: GlobalValue) -> list[GlobalValue]:
    """Return the global values to which `value` refers, in the order of the text.

    They are in its body, its initializer or its other operands. Constants are looked through; each global is there once, and a
    function that calls itself is among its own. Metadata and comdats do not count. A body that was not read yet is read. Raises
    PyllvmError if it is malformed.
    """
    found: dict[GlobalValue, None] = {}
    met: set[Value] = set()
    _add_globals(value, found, met)
    if isinstance(value, Function):
        for block in value.blocks:
            for instruction in block.instructions:
                _add_globals(instruction, found, met)
    return list(found)


def _add_globals(user: User, found: dict[GlobalValue, None], met: set[Value]) -> None:
    pending: list[Value] = user.operands[::-1]
    while pending:
        operand = pending.pop()
        if isinstance(operand, GlobalValue):
            found[operand] = None
        elif isinstance(operand, Constant) and operand.operands and operand not in met:
            met.add(operand)
            pending.extend([one for one in reversed(operand.operands) if not isinstance(one, BasicBlock)])


def is_address_taken(function: Function) -> bool:
    """Return whether a function is used other than by direct calls, so that code elsewhere may call it.

    A call with another function type than the function's counts as such a use, and so does a use by a variable; the address of
    one of its blocks does not. Source: LLVM's `Function::hasAddressTaken`.
    """
    for use in function.known_uses:
        user = use.user
        if isinstance(user, BlockAddress):
            continue
        if not isinstance(user, CallBase) or use.index != len(user.operands) - 1:
            return True
        if user.function_type is not function.function_type:
            return True
    return False


def backward_slice(value: Value) -> list[Value]:
    """Return the instructions and arguments that a value is computed from, directly or through others, the nearest first.

    The value itself is not among them, unless it depends on itself by a phi. Only operands count: not memory, and not the
    branches that decide what is executed. The time is linear in the size of the result.
    """
    found: dict[Value, None] = {}
    waiting: list[Value] = [value]
    for one in waiting:
        if isinstance(one, User):
            for operand in one.operands:
                if isinstance(operand, (Instruction, Argument)) and operand not in found:
                    found[operand] = None
                    waiting.append(operand)
    return list(found)


def forward_slice(value: Value) -> list[Instruction]:
    """Return the instructions that are computed from a value, directly or through others, the nearest first.

    The value itself is not among them, unless it depends on itself by a phi. Uses through constant expressions count. Only
    operands count: not memory, and not the branches that decide what is executed. The time is linear in the uses that are met.
    """
    found: dict[Value, None] = {}
    waiting: list[Value] = [value]
    for one in waiting:
        for user in reversed(one.users):
            if user not in found:
                found[user] = None
                waiting.append(user)
    return [one for one in found if isinstance(one, Instruction)]


def calls_of(module: Module, has_intrinsics: bool) -> tuple[list[dict[int, int]], list[int]]:
    """Return for each function of the module how often it calls each function, by number, and its number of other calls.

    Without `has_intrinsics`, calls of intrinsics do not count, except for those that call what they are given.
    """
    number_of: dict[Function, int] = {}
    for function in module.functions:
        number_of[function] = len(number_of)
    callees: list[dict[int, int]] = []
    unknown: list[int] = []
    for function in module.functions:
        direct: dict[int, int] = {}
        others = 0
        for instruction in function.instructions:
            if not isinstance(instruction, CallBase):
                continue
            called = instruction.called_function
            callee = -1 if called is None else number_of.get(called, -1)
            if not has_intrinsics and called is not None and called.is_intrinsic:
                if not called.name.startswith(CALLING_INTRINSICS):
                    continue
                callee = -1
            if callee < 0:
                others += 1
            else:
                direct[callee] = direct.get(callee, 0) + 1
        callees.append(direct)
        unknown.append(others)
    return callees, unknown
