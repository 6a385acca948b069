"""Arguments that must be constants in LLVM 7 and 8, which do not have the attribute immarg.

Source: `Verifier::visitIntrinsicCall` of LLVM 7 and 8.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.instructions import CallBase
from pyllvm.verifier.state import State

_ZERO_UNDEFINED: Final = "is_zero_undef argument of bit counting intrinsics must be a constant int"
_VOLATILE: Final = "isvolatile argument of memory intrinsics must be a constant int"
_MEMORY_USE: Final = "size argument of memory use markers must be a constant integer"
_ELEMENT_SIZE: Final = "element size of the element-wise unordered atomic memory intrinsic must be a constant int"
_PREFETCH: Final = "invalid arguments to llvm.prefetch"

# The indices of the arguments, and the message.
_CONSTANTS: Final[dict[str, tuple[tuple[int, ...], str]]] = {
    "ctlz": ((1,), _ZERO_UNDEFINED),
    "cttz": ((1,), _ZERO_UNDEFINED),
    "invariant.end": ((1,), "llvm.invariant.end parameter #2 must be a constant integer"),
    "invariant.start": ((0,), _MEMORY_USE),
    "lifetime.end": ((0,), _MEMORY_USE),
    "lifetime.start": ((0,), _MEMORY_USE),
    "memcpy": ((3,), _VOLATILE),
    "memcpy.element.unordered.atomic": ((3,), _ELEMENT_SIZE),
    "memmove": ((3,), _VOLATILE),
    "memmove.element.unordered.atomic": ((3,), _ELEMENT_SIZE),
    "memset": ((3,), _VOLATILE),
    "memset.element.unordered.atomic": ((3,), _ELEMENT_SIZE),
    "prefetch": ((1, 2), _PREFETCH),
}


def verify(state: State, name: str, call: CallBase) -> bool:
    """Check that the arguments of an intrinsic that must be constants are."""
    rule = _CONSTANTS.get(name)
    if rule is None:
        return True
    numbers, message = rule
    for number in numbers:
        if not isinstance(call.operands[number], ConstantInt):
            return state.fail(message, call)
    return True
