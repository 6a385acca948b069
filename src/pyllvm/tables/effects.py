"""The effects of operations: facts that no attribute and no flag says.

Sources: Instruction.cpp (mayThrow, willReturn, isCommutative), IntrinsicInst.h, `opt -passes=function-attrs`.
"""

from __future__ import annotations

from typing import Final

# The intrinsics whose first two operands may be exchanged, without their prefix and types; the release is where LLVM says so.
COMMUTATIVE_INTRINSICS: Final[dict[str, int]] = {
    **dict.fromkeys(
        (
            "maxnum", "minnum", "maximum", "minimum", "smax", "smin", "umax", "umin", "sadd.sat", "uadd.sat",
            "sadd.with.overflow", "uadd.with.overflow", "smul.with.overflow", "umul.with.overflow",
            "smul.fix", "umul.fix", "smul.fix.sat", "umul.fix.sat", "fma", "fmuladd",
        ),
        0,
    ),
    "maximumnum": 21, "minimumnum": 21,
}  # fmt: skip
# Since this release an invoke may throw: what its landing pad does not catch goes on.
INVOKE_THROWS_SINCE: Final = 17
# Up to this release an intrinsic that only reads memory returns, whatever its attributes say.
READING_INTRINSICS_RETURN_UNTIL: Final = 14
# The bundles that read nothing, and those that write nothing.
BUNDLES_THAT_READ_NOTHING: Final = frozenset(("ptrauth", "kcfi"))
BUNDLES_THAT_WRITE_NOTHING: Final = frozenset(("deopt", "funclet", "ptrauth", "kcfi"))
# The intrinsics that call what they are given.
CALLING_INTRINSICS: Final = (
    "llvm.experimental.gc.statepoint", "llvm.experimental.patchpoint.void", "llvm.experimental.patchpoint.i64",
)  # fmt: skip
# Since these releases, inference follows phis and selects to one object, and a volatile memcpy or memset may access a device.
OBJECTS_BEHIND_JOINS_SINCE: Final = 20
VOLATILE_COPIES_SINCE: Final = 21
# The intrinsics that leave a function: they read all memory, and change only what the module cannot access.
LEAVING_INTRINSICS: Final = ("llvm.experimental.guard", "llvm.experimental.deoptimize")
VOLATILE_INTRINSICS: Final = ("llvm.memcpy", "llvm.memmove", "llvm.memset")
