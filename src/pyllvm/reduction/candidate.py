"""Candidates: copies of a module with changes, verified, and as the bytes that a test gets."""

from __future__ import annotations

import hashlib
from typing import Any, Final, NamedTuple

from pyllvm.assembly import print_module
from pyllvm.bitcode import write_bitcode
from pyllvm.garbage import COLLECTION_PAUSE
from pyllvm.ir.instructions import PHINode
from pyllvm.ir.module import Module
from pyllvm.reduction.scope import Pass, Scope
from pyllvm.reduction.summaries import follow_edits, keep_summary
from pyllvm.tables.text_versions import EMPTY_PHIS_SINCE
from pyllvm.verifier import verify
from pyllvm.verifier.structure import structure_failures
from pyllvm.wishes import Wishes

TEXT: Final = "ll"
BITCODE: Final = "bc"


class Candidate(NamedTuple):
    """A module that may be the next best one."""

    module: Module
    data: bytes
    key: str
    """The hash of the data."""


def candidate_of(module: Module, form: str, has_use_lists: bool) -> Candidate:
    """The candidate that a module is; `has_use_lists`: the test gets the orders of uses as well."""
    with COLLECTION_PAUSE:
        if form == TEXT:
            data = print_module(module, preserve_use_list_order=has_use_lists)
        else:
            wishes = Wishes()
            wishes.preserves_bitcode_order = has_use_lists
            data = write_bitcode(module, wishes)
    return Candidate(module, data, hashlib.sha256(data).hexdigest())


def changed(
    base: Module, one: Pass, scope: Scope, numbers: list[int], form: str, *, allows_invalid: bool, has_use_lists: bool
) -> Candidate | None:
    """A copy of a module with changes to the targets of a pass that have these numbers; None if it is not valid then.

    A change that cannot be made to this module, whatever the reason, is refused as well.
    """
    copy = base.copy()
    with COLLECTION_PAUSE:
        try:
            entries = keep_summary(copy)
            targets: list[Any] = one.targets(copy, scope)
            one.change(copy, [targets[number] for number in numbers])
            follow_edits(copy, entries)
            if structure_failures(copy) or (not allows_invalid and verify(copy)):
                return None
            if form == TEXT and copy.llvm_version < EMPTY_PHIS_SINCE and _has_empty_phi(copy):
                return None
            return candidate_of(copy, form, has_use_lists)
        except Exception:
            # Two changes of a chunk can contradict each other. Each of them is tried alone as well.
            return None


def _has_empty_phi(module: Module) -> bool:
    """Whether a block that nothing reaches has a phi without values: it is valid, but cannot be written as text."""
    for function in module.functions:
        for block in function.blocks:
            first = block.instructions[0]
            if isinstance(first, PHINode) and not first.operands:
                return True
    return False
