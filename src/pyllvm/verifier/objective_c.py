"""The intrinsics of Objective-C's runtime that become function calls: `IntrinsicInst::mayLowerToFunctionCall`."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Function

_OBJECTIVE_C: Final = "llvm.objc."
# The intrinsics of Objective-C's runtime that the code generator turns into function calls.
_CALLS: Final = frozenset(
    (
        "autorelease", "autoreleasePoolPop", "autoreleasePoolPush", "autoreleaseReturnValue", "claimAutoreleasedReturnValue",
        "copyWeak", "destroyWeak", "initWeak", "loadWeak", "loadWeakRetained", "moveWeak", "release", "retain",
        "retainAutorelease", "retainAutoreleaseReturnValue", "retainAutoreleasedReturnValue", "retainBlock", "storeStrong",
        "storeWeak", "unsafeClaimAutoreleasedReturnValue", "retainedObject", "unretainedObject", "unretainedPointer",
        "retain.autorelease", "sync.enter", "sync.exit",
    )
)  # fmt: skip


def may_lower_to_function_call(intrinsic: Function) -> bool:
    """Whether the code generator can turn a call of the intrinsic into a function call."""
    name = intrinsic.name
    return name.startswith(_OBJECTIVE_C) and name[len(_OBJECTIVE_C) :] in _CALLS
