"""Candidates: copies of a module with changes, and as the bytes that a test gets."""

from __future__ import annotations

import hashlib
from typing import Final, NamedTuple

from pyllvm.assembly import print_module
from pyllvm.bitcode import write_bitcode
from pyllvm.garbage import COLLECTION_PAUSE
from pyllvm.ir.module import Module
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
