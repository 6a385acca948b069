"""The intrinsics of Objective-C's runtime, which become calls of functions: `IntrinsicInst::mayLowerToFunctionCall`."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Function

_OBJECTIVE_C: Final = "llvm.objc."
# Of the intrinsics of Objective-C's runtime, those that are calls of a function in the end.
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
    """Whether code generation may make a call of the intrinsic a call of a function."""
    name = intrinsic.name
    return name.startswith(_OBJECTIVE_C) and name[len(_OBJECTIVE_C) :] in _CALLS
