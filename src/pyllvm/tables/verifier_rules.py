"""Rules of the verifier that only some releases have: the message, and the first version that checks the rule.

The chapter of the verifier says when a rule is broken: ``if ... and state.breaks(ROW, value): return False``. Rules that all
releases have are in the chapters alone.

Source: Verifier.cpp.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.versions import FOREVER


@final
class Rule:
    """LLVM `since` to `until` print `message` where the rule is broken."""

    __slots__ = ("message", "since", "until")

    def __init__(self, message: str, since: int = 0, until: int = FOREVER) -> None:
        self.message: Final = message
        self.since: Final = since
        self.until: Final = until

    def is_in(self, version: int) -> bool:
        """Whether LLVM `version` has the rule."""
        return self.since <= version <= self.until


NO_BYREF_STRUCTS: Final = Rule("DIBlockByRefStruct on DICompositeType is no longer supported", since=10)
HUGE_PARAMETER_ALIGNMENT: Final = Rule("huge alignment values are unsupported", since=13)
PASSED_TARGET_TYPE: Final = Rule("'byval' argument has illegal target extension type", since=20)
WRITABLE_WITHOUT_WRITES: Final = Rule("Attribute writable and memory without argmem: write are incompatible!", since=18)
MINIMUM_OF_VSCALE: Final = Rule("'vscale_range' minimum must be greater than 0", since=14)
MINIMUM_POWER_OF_VSCALE: Final = Rule("'vscale_range' minimum must be power-of-two value", since=17)
MAXIMUM_POWER_OF_VSCALE: Final = Rule("'vscale_range' maximum must be power-of-two value", since=17)
LOCATION_IN_NODE: Final = Rule("DILocation not allowed within this metadata node", since=12)
INTERPOSITION_IS_NUMBER: Final = Rule("SemanticInterposition metadata requires constant integer argument", since=11)
ALLOCATED_TARGET_TYPE: Final = Rule("Alloca has illegal target extension type", since=20)
EMPTY_ACCESS_TAG: Final = Rule("TBAA metadata cannot have 0 operands", since=17)
VA_START_WITHOUT_ARGUMENTS: Final = Rule("va_start called in a non-varargs function", since=19)
AGGREGATE_OF_PATCH_POINT: Final = Rule("patchpoint: invalid return type used with anyregcc", since=19)
SPACE_OF_THREAD_POINTER: Final = Rule("llvm.thread.pointer intrinsic return type must be for the globals address space", since=21)
LISTED_LOCAL_ENUM: Final = Rule("function-local enum in a DICompileUnit's enum list", since=23)
CAUGHT_IN: Final = Rule("Argument operand must be alloca or constant.", since=23)
SCALABLE_MATRIX: Final = Rule("Matrix operations require fixed-length vectors!", since=24)
PHYSICAL_ALLOCA: Final = Rule("Non-logical alloca disallowed for this module.", since=23)
PHYSICAL_ADDRESS: Final = Rule("Non-logical getelementptr disallowed for this module.", since=23)
SPACE_OF_STACK_ENTRY: Final = Rule("llvm.sponentry must return a pointer to the stack", since=23)
UNKNOWN_CLASSES: Final = Rule("unsupported bits for llvm.is.fpclass test mask", since=16)
ELEMENT_TYPE_ON_FIRST: Final = Rule("Intrinsic requires elementtype attribute on first argument.", since=15)
ELEMENT_TYPE_ON_SECOND: Final = Rule("Intrinsic requires elementtype attribute on second argument.", since=15)
CHAIN_GOES_ON: Final = Rule("llvm.amdgcn.cs.chain must be followed by unreachable", since=21)
SIZE_OF_FENCE: Final = Rule(" The only supported value for size operand is 128", until=21)
SCALAR_INPUTS: Final = Rule("only inreg arguments to the parent function are valid as inputs to this intrinsic", since=21)
ELEMENT_TYPE_OF_BASE: Final = Rule("Intrinsic requires elementtype attribute on first argument.", since=13)
LIFETIME_OF_OTHERS: Final = Rule("llvm.lifetime.start/end can only be used on alloca or poison", since=22)
HIDDEN_EXPORT: Final = Rule("dllexport GlobalValue must have default or protected visibility", since=16)
HIDDEN_IMPORT: Final = Rule("dllimport GlobalValue must have default visibility", since=16)
