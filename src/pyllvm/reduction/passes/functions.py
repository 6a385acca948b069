"""Functions: bodies that go, and functions that go with their calls.

    define void @f() { ... }

becomes `declare void @f()`, or goes with its calls.
"""

from __future__ import annotations

from pyllvm.editing.dead_globals import drop_body, erase_globals
from pyllvm.editing.properties import set_linkage
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, CallInst, InvokeInst
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.reduction.edits import branch_to, default_value, end, erase, erase_unreachable_blocks
from pyllvm.reduction.scope import Pass, Scope
from pyllvm.tables.intrinsics import PREFIX


def _with_bodies(module: Module, scope: Scope) -> list[Function]:
    return [function for function in scope.bodies(module) if not scope.keeps(function)]


def drop_bodies(module: Module, functions: list[Function]) -> None:
    """Make declarations of functions."""
    for function in functions:
        set_linkage(function, "external")
        drop_body(function)
        function.comdat = None
        function.attachments = [one for one in function.attachments if one.kind != "dbg"]


def _functions(module: Module, scope: Scope) -> list[Function]:
    return [function for function in module.functions if not scope.keeps(function)]


def _erase(module: Module, functions: list[Function]) -> None:
    """Erase functions with their direct calls; other uses get a null pointer."""
    drop_bodies(module, [function for function in functions if function.blocks])
    changed: dict[Function, None] = {}
    for function in functions:
        for user in function.users:
            if isinstance(user, CallBase) and user.parent is not None and user.operands[-1] is function:
                caller = user.function
                if caller is not None:
                    changed[caller] = None
                _erase_call(user)
    gone: list[Function] = []
    for function in functions:
        if function.has_uses:
            if function.name.startswith(PREFIX):
                continue
            replacement: Value | None = default_value(function.type)
            if replacement is None:
                continue
            function.replace_all_uses_with(replacement)
        gone.append(function)
    for function in changed:
        if function not in gone:
            erase_unreachable_blocks(function)
    erase_globals(module, gone)


def _erase_call(call: CallBase) -> None:
    block = call.parent
    if block is None:
        return
    if isinstance(call, CallInst):
        erase(call)
    elif isinstance(call, InvokeInst):
        branch_to(block, call.normal_block)
    else:
        end(block)


def _unused(module: Module, scope: Scope) -> list[Function]:
    return [one for one in module.functions if one.is_declaration and not one.has_uses and not scope.keeps(one)]


BODIES = Pass("function-bodies", "make declarations of functions", _with_bodies, drop_bodies)
FUNCTIONS = Pass("functions", "remove functions and their calls", _functions, _erase)
UNUSED = Pass("unused-declarations", "remove declarations that nothing uses", _unused, _erase)
