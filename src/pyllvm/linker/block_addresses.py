"""Replaces the addresses of deleted blocks. LLVM puts the address 1 in their place.

    blockaddress(@f, %gone)

becomes `inttoptr (i32 1 to ptr)`.
"""

from __future__ import annotations

from pyllvm.editing.blocks import forget_address
from pyllvm.ir.constants import BlockAddress
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.module import Module


def forget_blocks(function: Function) -> None:
    """Replace the addresses of all blocks of a function that is about to lose its body (BasicBlock's destructor)."""
    if not function.is_materialized:
        return
    for block in function.blocks:
        if block.has_uses:
            forget_address(block)


def forget_lost_blocks(result: Module, addresses: list[BlockAddress]) -> None:
    """Replace the given addresses whose blocks were not moved into `result`."""
    for address in addresses:
        if len(address.operands) < 2:
            continue
        block = address.block
        if isinstance(block, BasicBlock):
            owner = block.parent
            if owner is None or owner.parent is not result:
                forget_address(block)
