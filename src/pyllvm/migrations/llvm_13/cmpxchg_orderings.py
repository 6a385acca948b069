"""LLVM 13: a cmpxchg's failure ordering may be stronger than its success ordering. Before, the success ordering covered both."""

from __future__ import annotations

from pyllvm.ir.instructions import AtomicCmpXchgInst
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.tables.atomics import ACQUIRE, ACQUIRE_RELEASE, RELEASE
from pyllvm.tables.cmpxchg_orderings import is_stronger


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Order successes as failures are ordered, too: the result is at least as strong as requested."""
    for function in module.functions:
        for instruction in function.instructions:
            if isinstance(instruction, AtomicCmpXchgInst):
                success, failure = instruction.success_ordering_number, instruction.failure_ordering_number
                if success == RELEASE and failure == ACQUIRE:
                    instruction.success_ordering_number = ACQUIRE_RELEASE
                elif is_stronger(failure, success):
                    instruction.success_ordering_number = failure
