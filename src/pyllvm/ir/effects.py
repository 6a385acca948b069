"""The effects that a call may have besides its result, as its attributes and the attributes of the called function allow.

A set of accesses is a number as in the attribute `memory`: two bits for each place, the lower one for reading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from pyllvm.ir.attributes import EMPTY_SET, AttributeSet, memory_attribute, memory_value
from pyllvm.ir.constants import NULL, SimpleConstant
from pyllvm.ir.function import Function
from pyllvm.ir.types import ArrayType
from pyllvm.tables import effects
from pyllvm.tables.attributes import MEMORY_WORDS
from pyllvm.tables.intrinsic_names import ASSUME, PREFIX
from pyllvm.versions import NEXT

if TYPE_CHECKING:
    from pyllvm.ir.call_instructions import CallBase, InvokeInst
    from pyllvm.ir.instructions import LandingPadInst

_READ: Final = 1
_WRITE: Final = 2
READ_EVERYWHERE: Final = memory_value(NEXT, _READ, {})
WRITE_EVERYWHERE: Final = memory_value(NEXT, _WRITE, {})
EVERYTHING: Final = READ_EVERYWHERE | WRITE_EVERYWHERE


def memory_of_call(call: CallBase) -> int:
    """The accesses that a call may make."""
    own = memory_of_attributes(_own(call))
    callee = call.operands[-1]
    if own == 0 or not isinstance(callee, Function):
        return own
    theirs = memory_of_attributes(attributes_of(callee))
    if call.bundles and callee.name != ASSUME:
        tags = [bundle.tag for bundle in call.bundles]
        if not effects.BUNDLES_THAT_READ_NOTHING.issuperset(tags):
            theirs |= READ_EVERYWHERE
        if not effects.BUNDLES_THAT_WRITE_NOTHING.issuperset(tags):
            theirs |= WRITE_EVERYWHERE
    return own & theirs


def memory_of_attributes(attributes: AttributeSet) -> int:
    """The accesses that the attributes of a function or call allow."""
    words: list[str] = []
    for attribute in attributes.attributes:
        name = attribute.name
        if name == "memory":
            return attribute.integer
        if name in MEMORY_WORDS:
            words.append(name)
    return memory_attribute(words, NEXT).integer if words else EVERYTHING


def call_may_throw(call: CallBase) -> bool:
    """Whether neither the call nor the called function is `nounwind`."""
    return not _has(call, "nounwind")


def invoke_may_throw(invoke: InvokeInst) -> bool:
    """Whether the landing pad of an invoke may let an exception go on: it neither cleans up nor catches all of them."""
    if invoke.type.context.llvm_version < effects.INVOKE_THROWS_SINCE:
        return False
    pad = invoke.unwind_block.first_non_phi
    if pad is None or pad.opcode_name != "landingpad" or cast("LandingPadInst", pad).is_cleanup:
        return False
    for clause in pad.operands:
        if isinstance(clause.type, ArrayType):
            if clause.type.count == 0:
                return False
        elif isinstance(clause, SimpleConstant) and clause.kind == NULL:
            return False
    return True


def call_will_return(call: CallBase) -> bool:
    """Whether the call or the called function is `willreturn`."""
    if _has(call, "willreturn"):
        return True
    callee = call.operands[-1]
    if call.type.context.llvm_version > effects.READING_INTRINSICS_RETURN_UNTIL or not isinstance(callee, Function):
        return False
    return callee.is_intrinsic and memory_of_call(call) & WRITE_EVERYWHERE == 0


def call_is_commutative(call: CallBase) -> bool:
    """Whether the first two arguments may be exchanged."""
    callee = call.operands[-1]
    if not isinstance(callee, Function) or not callee.is_intrinsic:
        return False
    name = callee.name[len(PREFIX) :]
    while name:
        since = effects.COMMUTATIVE_INTRINSICS.get(name)
        if since is not None:
            return call.type.context.llvm_version >= since
        name = name.rpartition(".")[0]
    return False


def attributes_of(function: Function) -> AttributeSet:
    """The attributes of a function itself."""
    attributes = function.attributes
    return EMPTY_SET if attributes is None else attributes.function


def _own(call: CallBase) -> AttributeSet:
    attributes = call.attributes
    return EMPTY_SET if attributes is None else attributes.function


def _has(call: CallBase, word: str) -> bool:
    if word in _own(call):
        return True
    callee = call.operands[-1]
    return isinstance(callee, Function) and word in attributes_of(callee)
