"""Removes the global values that nothing needs, as LLVM's pass `globaldce` does, and declarations without uses.

    @unused = internal global i32 0
    declare void @nobody_calls_it()

go.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, final

from pyllvm.editing.blocks import forget_address
from pyllvm.editing.constructors import drop_empty_constructors
from pyllvm.editing.properties import AliasedObjects
from pyllvm.editing.replacement import destroy_constant
from pyllvm.ir.constants import BlockAddress, Constant
from pyllvm.ir.function import Function, is_declaration
from pyllvm.ir.global_values import Comdat, GlobalIFunc, GlobalValue
from pyllvm.ir.metadata_replacement import ForgottenConstants, forget_in_metadata, merge_wrappers
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import BLOCK_ADDRESSES_OF_BLOCKS_SINCE, OPERAND_PLACES_KEPT_SINCE
from pyllvm.tables.linkages import LINK_ONCE, LOCAL

if TYPE_CHECKING:
    from pyllvm.editing.virtual_functions import VirtualCalls

_DISCARDABLE: Final = LINK_ONCE | LOCAL | {"available_externally"}


def delete_dead_globals(module: Module) -> int:
    """Remove all global values that no symbol visible outside needs; return how many."""
    module.materialize()
    drop_empty_constructors(module)
    # Constants that only metadata uses are removed, whether their symbols stay or not.
    forgotten = ForgottenConstants(module)
    for value in [*module.functions, *module.global_variables, *module.aliases, *module.ifuncs]:
        remove_dead_constant_users(value, forgotten)
    from pyllvm.editing.virtual_functions import VirtualCalls  # strip has no use for it

    calls = VirtualCalls(module)
    return _delete_all_but(module, _Liveness(module, _visible(module), calls).live, calls)


def delete_all_but_needed(module: Module, values: Iterable[GlobalValue]) -> int:
    """Remove all global values but these and what they need; return how many. Only bodies that stay are read."""
    return _delete_all_but(module, _Liveness(module, values, None).live, None)


def _visible(module: Module) -> list[GlobalValue]:
    """The definitions that other modules may need."""
    return [value for value in module.global_values if not is_declaration(value) and value.linkage not in _DISCARDABLE]


def _delete_all_but(module: Module, live: set[GlobalValue], calls: VirtualCalls | None) -> int:
    dead = [value for value in module.global_values if value not in live]
    for value in dead:
        drop_body(value)
    if calls is not None:
        calls.take_from_tables(set(dead))
    erase_globals(module, dead)
    merge_wrappers(module.context, module.functions)
    return len(dead)


def delete_dead_declarations(module: Module) -> int:
    """Remove the declarations of functions and variables that nothing uses; return how many (`strip-dead-prototypes`)."""
    functions = [function for function in module.functions if function.is_declaration and not function.has_uses]
    erase_globals(module, functions)
    variables = [variable for variable in module.global_variables if variable.is_declaration and not variable.has_uses]
    erase_globals(module, variables)
    return len(functions) + len(variables)


def drop_body(value: GlobalValue) -> None:
    """Make a function or variable a declaration, and let an alias or ifunc refer to nothing."""
    if not isinstance(value, Function):
        value.drop_operands()
        return
    if value.is_materialized:
        for block in value.blocks:
            if block.has_uses:
                forget_address(block)
    had_places = bool(value.operands) or value.has_operand_places
    value._set_materializer(None)
    value.delete_body()
    if had_places and value.parent is not None and value.parent.language >= OPERAND_PLACES_KEPT_SINCE:
        value.has_operand_places = True


def erase_globals(module: Module, values: Iterable[GlobalValue]) -> None:
    """Remove global values that only dead constants use. Metadata that refers to them then refers to nothing."""
    gone = set(values)
    if not gone:
        return
    forgotten = ForgottenConstants(module)
    for value in gone:
        remove_dead_constant_users(value, forgotten)
    for value in gone:
        forgotten.forget(value)
        value.drop_operands()
        module.forget(value)
    module.functions[:] = [value for value in module.functions if value not in gone]
    module.global_variables[:] = [value for value in module.global_variables if value not in gone]
    module.aliases[:] = [value for value in module.aliases if value not in gone]
    module.ifuncs[:] = [value for value in module.ifuncs if value not in gone]


def remove_dead_constant_users(value: GlobalValue, forgotten: ForgottenConstants | None = None) -> None:
    """Destroy the constants made of a symbol that nothing uses; metadata that refers to one then refers to nothing.

    With `forgotten`, that metadata is found in an index. See Constant::removeDeadConstantUsers.
    """
    work: list[Value] = [value]
    met: set[Value] = {value}
    order: list[Constant] = []
    while work:
        for user in work.pop().users:
            if user not in met and isinstance(user, Constant) and not isinstance(user, GlobalValue):
                met.add(user)
                order.append(user)
                work.append(user)
    # Constants come after their operands, so walk backwards to visit users first. A constant with several users may need a
    # second pass.
    while order:
        kept: list[Constant] = []
        for constant in reversed(order):
            if constant.has_uses:
                kept.append(constant)
                continue
            if constant in constant.type.context.metadata:
                if forgotten is None:
                    forget_in_metadata(constant, value.parent)
                else:
                    forgotten.forget(constant)
            destroy_constant(constant)
        if len(kept) == len(order):
            return
        kept.reverse()
        order = kept


@final
class _Liveness:
    """Finds the global values that are needed: these, and what they need in turn."""

    def __init__(self, module: Module, roots: Iterable[GlobalValue], calls: VirtualCalls | None) -> None:
        self._calls = calls
        # As LLVM's pass knows it: since then, the address of a block does not keep its function.
        self._ignores_blocks = calls is not None and module.language >= BLOCK_ADDRESSES_OF_BLOCKS_SINCE
        self.live: set[GlobalValue] = set()
        self._work: list[GlobalValue] = []
        self._met: set[Value] = set()
        self._aliased = AliasedObjects()
        self._members: dict[Comdat, list[GlobalValue]] = {}
        for value in module.global_values:
            comdat = None if isinstance(value, GlobalIFunc) else self._aliased.comdat_of(value)
            if comdat is not None:
                self._members.setdefault(comdat, []).append(value)
        for value in roots:
            self._mark(value)
        while self._work:
            self._follow(self._work.pop())

    def _mark(self, value: GlobalValue) -> None:
        if value in self.live:
            return
        self.live.add(value)
        self._work.append(value)
        comdat = self._aliased.comdat_of(value)
        if comdat is not None:
            for member in self._members.get(comdat, ()):
                if member not in self.live:
                    self.live.add(member)
                    self._work.append(member)

    def _follow(self, value: GlobalValue) -> None:
        calls = self._calls
        if calls is not None and value in calls.complete:
            for symbol in _symbols_in(value):
                if not isinstance(symbol, Function):
                    self._mark(symbol)
            return
        if calls is not None:
            for called in calls.reached.get(value, ()):
                self._mark(called)
        self._need(value.operands)
        if isinstance(value, Function):
            for block in value.blocks:
                for instruction in block.instructions:
                    self._need(instruction.operands)

    def _need(self, operands: list[Value]) -> None:
        for operand in operands:
            if isinstance(operand, GlobalValue):
                self._mark(operand)
            elif isinstance(operand, Constant) and operand.operands and operand not in self._met:
                self._need_constant(operand)

    def _need_constant(self, constant: Constant) -> None:
        work: list[Constant] = [constant]
        self._met.add(constant)
        while work:
            user = work.pop()
            if self._ignores_blocks and isinstance(user, BlockAddress):
                continue
            for operand in user.operands:
                if isinstance(operand, GlobalValue):
                    self._mark(operand)
                elif isinstance(operand, Constant) and operand.operands and operand not in self._met:
                    self._met.add(operand)
                    work.append(operand)


def _symbols_in(value: GlobalValue) -> list[GlobalValue]:
    """The symbols in the initial value of a variable."""
    found: list[GlobalValue] = []
    work: list[Value] = list(value.operands)
    met: set[Value] = set(work)
    while work:
        one = work.pop()
        if isinstance(one, GlobalValue):
            found.append(one)
        elif isinstance(one, Constant):
            work.extend(operand for operand in one.operands if operand not in met)
            met.update(one.operands)
    return found
