"""LLVM 24: options that turn a transformation of a loop on or off are names without a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.metadata import MDNode, MDString, MDTuple, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.migrations.bodies import Bodies, BodyUpgrade
from pyllvm.migrations.loss import Losses
from pyllvm.tables.loop_options import PLAIN_SWITCHES

_LOOP: Final = "llvm.loop"
_ENABLE: Final = ".enable"
_DISABLE: Final = ".disable"


def begin_upgrade(module: Module, version: int) -> BodyUpgrade:
    """Return what does so in the loops of bodies."""

    def upgrade(bodies: Bodies) -> None:
        _map_options(bodies.functions, lambda option: _plain(module, option))

    return upgrade


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Put the values back."""
    _map_options(module.functions, lambda option: _with_value(module, option))


def upgrade_loop(module: Module, loop: MDNode) -> None:
    """Take the values of the options of one loop, as LLVM does when it reads bitcode."""
    _map_operands(loop, lambda option: _plain(module, option))


def loop_with_plain_options(module: Module, loop: MDNode) -> MDNode:
    """A loop without the values of its options. If it is not distinct, this is another node."""
    if loop.is_distinct:
        return loop
    return MDTuple.get(
        module.context,
        [_plain(module, option) if isinstance(option, MDTuple) and option.operands else option for option in loop.operands],
    )


def _map_options(functions: Iterable[Function], change: Callable[[MDTuple], MDTuple]) -> None:
    seen: set[MDNode] = set()
    for function in functions:
        for block in function.blocks:
            for instruction in block.instructions:
                for attachment in instruction._attachments or ():
                    if attachment._kind == _LOOP and attachment._node not in seen:
                        seen.add(attachment._node)
                        _map_operands(attachment._node, change)


def _map_operands(loop: MDNode, change: Callable[[MDTuple], MDTuple]) -> None:
    if not loop.is_distinct or not isinstance(loop, MDTuple):
        return
    for position, option in enumerate(loop.operands):
        if isinstance(option, MDTuple) and option.operands:
            changed = change(option)
            if changed is not option:
                loop.operands[position] = changed


def _plain(module: Module, option: MDTuple) -> MDTuple:
    operands = option.operands
    if len(operands) != 2:
        return option
    name, value = operands
    if not isinstance(name, MDString) or name.text not in PLAIN_SWITCHES or not name.text.endswith(_ENABLE):
        return option
    if not isinstance(value, ValueAsMetadata) or not isinstance(value.value, ConstantInt):
        return option
    word = name.text if value.value.unsigned else name.text.removesuffix(_ENABLE) + _DISABLE
    return MDTuple.get(module.context, [MDString.get(module.context, word)])


def _with_value(module: Module, option: MDTuple) -> MDTuple:
    name = option.operands[0]
    if len(option.operands) != 1 or not isinstance(name, MDString) or name.text not in PLAIN_SWITCHES:
        return option
    context = module.context
    is_on = name.text.endswith(_ENABLE)
    word = name.text if is_on else name.text.removesuffix(_DISABLE) + _ENABLE
    value = ValueAsMetadata.get(context, ConstantInt.get(context.integer(1), int(is_on)))
    return MDTuple.get(context, [MDString.get(context, word), value])
