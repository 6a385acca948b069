"""Drops the attributes of functions and calls that a call in a body makes untrue."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import AttributeList, AttributeSet
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.value import Value

# The promises that a function cannot make if it calls an unknown function: the memory that it accesses, and that it does not
# free, wait for other threads, loop forever, or call itself again.
_OF_FUNCTION: Final = (
    "memory", "readnone", "readonly", "writeonly", "argmemonly", "inaccessiblememonly", "inaccessiblemem_or_argmemonly",
    "nosync", "nofree", "willreturn", "norecurse", "speculatable", "nocallback",
)  # fmt: skip
# The same for the memory that a parameter points to.
_OF_PARAMETER: Final = (
    "readnone", "readonly", "writeonly", "nofree", "nocapture", "captures", "initializes", "noalias", "dead_on_return",
)  # fmt: skip


def drop_memory_attributes(function: Function) -> None:
    """Drop them from a function, its calls, and all functions that call it, directly or through others."""
    met: dict[Function, None] = {function: None}
    waiting = [function]
    while waiting:
        current = waiting.pop()
        current.attributes = _without(current.attributes)
        for call in _calls(current):
            call.attributes = _without(call.attributes)
            caller = call.function
            if caller is not None and caller not in met:
                met[caller] = None
                waiting.append(caller)


def _calls(function: Function) -> list[CallBase]:
    """The calls of a function, also of one whose address goes through constants."""
    found: list[CallBase] = []
    pending: list[Value] = [function]
    met: set[Value] = {function}
    while pending:
        value = pending.pop()
        for user in value.users:
            if isinstance(user, CallBase) and user.operands[-1] is value:
                found.append(user)
            elif not isinstance(user, (Instruction, Function)) and user not in met:
                met.add(user)
                pending.append(user)
    return found


def _without(attributes: AttributeList | None) -> AttributeList | None:
    if attributes is None:
        return None
    own = _removed(attributes.function, _OF_FUNCTION)
    parameters = {number: _removed(one, _OF_PARAMETER) for number, one in attributes.parameters.items()}
    if own is attributes.function and all(parameters[number] is one for number, one in attributes.parameters.items()):
        return attributes
    return AttributeList(own, attributes.returned, {number: one for number, one in parameters.items() if one})


def _removed(attributes: AttributeSet, names: tuple[str, ...]) -> AttributeSet:
    if any(attribute.name in names for attribute in attributes.attributes):
        return attributes.removing(*names)
    return attributes
