"""The options of `llvm.loop` nodes, and the operands that follow each.

From the language document's sections on `llvm.loop.*`, and from what LLVM's passes look for (`makeFollowupLoopID`,
`hasUnrollTransformation`, `LoopVectorizeHints` and their like).

Source: docs/TransformMetadata; LangRef ('llvm.loop').
"""

from __future__ import annotations

from typing import Final, final

# The operands after the option's name.
NOTHING: Final = "nothing"
BIT: Final = "a bit"
COUNT: Final = "an integer"
POSITIVE: Final = "a positive integer"
ACCESS_GROUPS: Final = "access groups"
ATTRIBUTES: Final = "attributes"


@final
class LoopOption:
    """An option by its name, with the operands that must follow; `is_prefix` if more of the name follows."""

    __slots__ = ("is_prefix", "name", "operands")

    def __init__(self, name: str, operands: str, is_prefix: bool = False) -> None:
        self.name = name
        self.operands = operands
        self.is_prefix = is_prefix


LOOP_OPTIONS: Final = (
    LoopOption("llvm.loop.disable_nonforced", NOTHING),
    LoopOption("llvm.loop.interleave.count", COUNT),
    LoopOption("llvm.loop.vectorize.enable", BIT),
    LoopOption("llvm.loop.vectorize.width", COUNT),
    LoopOption("llvm.loop.vectorize.predicate.enable", BIT),
    LoopOption("llvm.loop.vectorize.scalable.enable", BIT),
    LoopOption("llvm.loop.vectorize.body", COUNT),
    LoopOption("llvm.loop.vectorize.epilogue", COUNT),
    LoopOption("llvm.loop.vectorize.followup_", ATTRIBUTES, is_prefix=True),
    LoopOption("llvm.loop.isvectorized", COUNT),
    LoopOption("llvm.loop.unroll.count", POSITIVE),
    LoopOption("llvm.loop.unroll.disable", NOTHING),
    LoopOption("llvm.loop.unroll.enable", NOTHING),
    LoopOption("llvm.loop.unroll.full", NOTHING),
    LoopOption("llvm.loop.unroll.runtime.disable", NOTHING),
    LoopOption("llvm.loop.unroll.followup", ATTRIBUTES, is_prefix=True),
    LoopOption("llvm.loop.unroll_and_jam.count", POSITIVE),
    LoopOption("llvm.loop.unroll_and_jam.disable", NOTHING),
    LoopOption("llvm.loop.unroll_and_jam.enable", NOTHING),
    LoopOption("llvm.loop.unroll_and_jam.followup_", ATTRIBUTES, is_prefix=True),
    LoopOption("llvm.loop.licm_versioning.disable", NOTHING),
    LoopOption("llvm.licm.disable", NOTHING),
    LoopOption("llvm.loop.distribute.enable", BIT),
    LoopOption("llvm.loop.distribute.followup_", ATTRIBUTES, is_prefix=True),
    LoopOption("llvm.loop.parallel_accesses", ACCESS_GROUPS),
    LoopOption("llvm.loop.mustprogress", NOTHING),
    LoopOption("llvm.loop.pipeline.disable", BIT),
    LoopOption("llvm.loop.pipeline.initiationinterval", COUNT),
    LoopOption("llvm.loop.peeled.count", COUNT),
    LoopOption("llvm.loop.estimated_trip_count", COUNT),
    LoopOption("llvm.loop.align", COUNT),
    LoopOption("llvm.loop.unswitch.partial.disable", NOTHING),
    LoopOption("llvm.loop.unswitch.injection.disable", NOTHING),
)

# Pairs of contradictory options.
CONTRADICTIONS: Final = (
    ("llvm.loop.unroll.disable", ("llvm.loop.unroll.enable", "llvm.loop.unroll.full", "llvm.loop.unroll.count")),
    ("llvm.loop.unroll_and_jam.disable", ("llvm.loop.unroll_and_jam.enable", "llvm.loop.unroll_and_jam.count")),
)

# The prefixes of options for LLVM's own passes. Other producers define the other names.
OPTION_PREFIXES: Final = (
    "llvm.loop.interleave.",
    "llvm.loop.vectorize.",
    "llvm.loop.unroll.",
    "llvm.loop.unroll_and_jam.",
    "llvm.loop.distribute.",
    "llvm.loop.licm_versioning.",
    "llvm.loop.parallel_accesses",
    "llvm.loop.disable_nonforced",
    "llvm.loop.mustprogress",
    "llvm.licm.",
)


def loop_option(name: str) -> LoopOption | None:
    """The option with this name, or None."""
    for option in LOOP_OPTIONS:
        if option.name == name or (option.is_prefix and name.startswith(option.name)):
            return option
    return None


# The options that are on or off by their names alone, and have no value, from this version on.
PLAIN_SWITCHES_SINCE: Final = 24
PLAIN_SWITCHES: Final = frozenset(
    f"llvm.loop.{transformation}.{state}"
    for transformation in ("distribute", "vectorize", "vectorize.predicate", "vectorize.scalable")
    for state in ("enable", "disable")
)
# First versions in which the verifier checks the values of these options.
TRIP_COUNT_CHECKED_SINCE: Final = 22
LOOP_ALIGNMENT_CHECKED_SINCE: Final = 24
