"""LLVM 13: the address of a block is in the address space of its function. Before, all of them were in the first one."""

from __future__ import annotations

from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.constants import BlockAddress, find_constant, keep_constant
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.module import Module
from pyllvm.ir.types import PointerType
from pyllvm.migrations.loss import Losses


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Cast the addresses of blocks of functions in other address spaces."""
    folder = ConstantFolder(version)
    context = module.context
    for function in module.functions:
        if not isinstance(function.type, PointerType) or not function.type.address_space:
            continue
        for user in dict.fromkeys(function.users):
            if not isinstance(user, BlockAddress) or not isinstance(user.type, PointerType) or not user.type.address_space:
                continue
            type = context.pointer_to(context.integer(8))
            key = ("blockaddress", user.function, user.block)
            found = find_constant(type, key)
            plain = found if isinstance(found, BlockAddress) else None
            if plain is None:
                plain = BlockAddress(type, user.function, user.block)
                keep_constant(type, key, plain)
            replace_everywhere(user, folder.cast("addrspacecast", plain, user.type))
