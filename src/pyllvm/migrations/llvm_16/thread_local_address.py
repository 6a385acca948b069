"""LLVM 16: a call gives the address of a thread-local variable; before, the variable itself was the address."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import remove_function

_PREFIX: Final = "llvm.threadlocal.address."


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Use the variable where its address is."""
    for function in list(module.functions):
        if not function.name.startswith(_PREFIX) or not function.is_declaration:
            continue
        for user in function.users:
            if isinstance(user, CallBase) and user.callee is function and user.argument_count == 1:
                user.move_uses_to(user.operands[0])
                user.erase_from_parent()
        if not function.has_uses:
            remove_function(module, function)
