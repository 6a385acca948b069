"""What LLVM's reader of bitcode puts right without a word: `verify` sees the module as LLVM sees it. Text is not repaired.

Source: `BitcodeReader::materialize`, `parseFunctionBody` and `parseAttributeGroupBlock`, `UpgradeFunctionAttributes` and
`UpgradeOperandBundles`; the versions are measured. Each row has a test in test_repairs.py.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.tables.behavior_versions import (
    ALIGNMENTS_FOR_VECTORS_SINCE,
    MUST_TAIL_WITHOUT_CAST_SINCE,
    RANGES_OF_WIDTH_SINCE,
)
from pyllvm.tables.features import ATOMIC_ALIGNMENT_SINCE, EXPECTED_WEIGHTS
from pyllvm.tables.reading_versions import (
    ALIGNMENTS_SINCE,
    ATTACHED_CALLS_SINCE,
    FITTING_SINCE,
    ONE_BRANCH_UNCHECKED_SINCE,
    STRICT_CALLS_SINCE,
    WEIGHTS_CHECKED_SINCE,
)
from pyllvm.versions import NEWEST, OLDEST


@final
class Repair:
    """Something wrong, and the versions whose readers put it right."""

    __slots__ = ("since", "until", "wrong")

    def __init__(self, wrong: str, since: int = OLDEST, until: int = NEWEST) -> None:
        self.wrong = wrong
        self.since = since
        self.until = until

    def is_made_by(self, version: int) -> bool:
        """Whether the reader of LLVM `version` makes it."""
        return self.since <= version <= self.until


REPAIRS: Final = (
    Repair("a wrong number of branch weights at br, switch, indirectbr, select or call", WEIGHTS_CHECKED_SINCE),
    Repair("several branch weights at a br without a condition", WEIGHTS_CHECKED_SINCE, ONE_BRANCH_UNCHECKED_SINCE - 1),
    Repair("branch weights with 'expected'", WEIGHTS_CHECKED_SINCE, EXPECTED_WEIGHTS.since - 1),
    Repair("two attachments of one kind at an instruction"),
    Repair("attributes that the type of a value cannot have", FITTING_SINCE),
    Repair("align of a vector of pointers", FITTING_SINCE, ALIGNMENTS_FOR_VECTORS_SINCE - 1),
    Repair("range of another width", RANGES_OF_WIDTH_SINCE),
    Repair("align of 2^32 bytes and more"),
    Repair("strictfp at a call in a function without it", STRICT_CALLS_SINCE),
    Repair("a bundle of an attached call without one", ATTACHED_CALLS_SINCE),
    Repair("a load, store or alloca without an alignment", ALIGNMENTS_SINCE),
    Repair("an atomicrmw or cmpxchg without an alignment", ATOMIC_ALIGNMENT_SINCE),
    Repair("a bitcast between a musttail call and its return", MUST_TAIL_WITHOUT_CAST_SINCE),
)
