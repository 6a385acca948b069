"""Infers by votes the pointee types of parameters and of pointers in local variables, for readers that want source signatures.

Each use of a pointer has a vote for the type that it accesses, and each direct call one for the type to which its argument
points by itself. The type with the most votes wins, if no other has as many. `typed_pointers` makes the casts that remain.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.function import Argument, Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicCmpXchgInst,
    AtomicRMWInst,
    CallBase,
    CallInst,
    GetElementPtrInst,
    LoadInst,
    StoreInst,
)
from pyllvm.ir.module import Module
from pyllvm.ir.types import PointerType, Type
from pyllvm.ir.value import Value

# The choices of `--pointee-types`: an address is a pointer to i8; the signatures of local functions are inferred; the
# signatures of all functions.
VIEWS: Final = "views"
INFERRED: Final = "inferred"
EXPORTED: Final = "exported"
POINTEE_TYPES: Final = (VIEWS, INFERRED, EXPORTED)

_LIFETIME: Final = "llvm.lifetime."
_MUST_TAIL: Final = "musttail"
# Parameters whose pointees the language asks for.
_FIXED: Final = frozenset(("byval", "sret", "inalloca", "preallocated", "byref", "elementtype", "swifterror"))


def inferred_pointees(module: Module, choice: str, wanted: dict[Value, Type]) -> dict[Value, Type]:
    """The types to which parameters and the pointers in functions' slots point, as types of opaque pointers; not pointers to i8.

    A slot is an `alloca` of one pointer that is only loaded and stored. All pointers that are stored there, and loaded from
    there, point to the same type. What the consumer of the module has `wanted` is part of the answer.
    """
    found = dict(wanted)
    if choice == VIEWS:
        return found
    for function in module.functions:
        if not function.is_declaration:
            _Inference(function, choice == EXPORTED or function.has_local_linkage, found).run()
    return found


@final
class _Inference:
    """The votes of one function, whose signature may be `free`."""

    def __init__(self, function: Function, is_free: bool, found: dict[Value, Type]) -> None:
        self.function: Final = function
        self.is_free: Final = is_free
        self.found: Final = found
        self.calls: Final = [user for user in function.users if isinstance(user, CallBase) and user.callee is function]
        self.byte: Final[Type] = function.type.context.integer(8)
        # The representative of each value of a group that points to the same type.
        self.leaders: Final[dict[Value, Value]] = {}

    def run(self) -> None:
        """Find the groups, count their votes, and keep the winners."""
        function = self.function
        if self.is_free and not _is_tied(function, self.calls):
            for argument in function.arguments:
                if isinstance(argument.type, PointerType) and not _is_fixed(function, argument):
                    self.leaders[argument] = argument
        for instruction in function.instructions:
            if isinstance(instruction, AllocaInst) and _is_slot(instruction):
                self.leaders[instruction] = instruction
        for member in list(self.leaders):
            if isinstance(member, AllocaInst):
                for user in member.users:
                    if isinstance(user, StoreInst):
                        self._join(member, user.value)
        votes: dict[Value, dict[Type, int]] = {}
        for member in self.leaders:
            self._count(member, votes.setdefault(self._leader(member), {}))
        for member in self.leaders:
            winner = self._winner(votes[self._leader(member)])
            if winner is not None:
                self.found[member] = winner

    def _leader(self, member: Value) -> Value:
        while self.leaders[member] is not member:
            member = self.leaders[member]
        return member

    def _join(self, slot: AllocaInst, stored: Value) -> None:
        """Give a slot's pointer the pointee of the value that is stored there: of a parameter, or of another slot's pointer."""
        origin: Value = stored.operands[0] if isinstance(stored, LoadInst) else stored
        if origin in self.leaders:
            self.leaders[self._leader(slot)] = self._leader(origin)

    def _count(self, member: Value, votes: dict[Type, int]) -> None:
        if isinstance(member, AllocaInst):
            for user in member.users:
                if isinstance(user, LoadInst):
                    self._count_uses(user, votes)
            return
        self._count_uses(member, votes)
        if isinstance(member, Argument):
            for call in self.calls:
                if member.number < call.argument_count:
                    _vote(votes, _pointed_to(call.operands[member.number]) or self.byte)

    def _count_uses(self, pointer: Value, votes: dict[Type, int]) -> None:
        for user in pointer.users:
            is_kept = isinstance(user, StoreInst) and user.value is pointer and user.operands[1] in self.leaders
            if not is_kept:
                _vote(votes, _accessed(user, pointer))

    def _winner(self, votes: dict[Type, int]) -> Type | None:
        """The type with the most votes; None for a tie, for no votes, and for i8."""
        most = max(votes.values(), default=0)
        winners = [type for type, count in votes.items() if count == most]
        return winners[0] if len(winners) == 1 and winners[0] is not self.byte else None


def _vote(votes: dict[Type, int], type: Type) -> None:
    votes[type] = votes.get(type, 0) + 1


def _is_slot(alloca: AllocaInst) -> bool:
    """Whether an alloca holds one pointer, which is only loaded and stored; debug information may describe it."""
    type = alloca.allocated_type
    if not isinstance(type, PointerType) or alloca.is_swifterror or alloca.is_inalloca:
        return False
    for user in alloca.users:
        is_load = isinstance(user, LoadInst) and user.type is type
        is_store = isinstance(user, StoreInst) and user.operands[1] is alloca and user.value.type is type
        is_lifetime = isinstance(user, CallBase) and isinstance(user.callee, Function) and user.callee.name.startswith(_LIFETIME)
        if not is_load and not is_store and not is_lifetime:
            return False
    return True


def _is_tied(function: Function, calls: list[CallBase]) -> bool:
    """Whether a `musttail` makes the signature depend on another function's."""
    return any(isinstance(one, CallInst) and one.tail_kind == _MUST_TAIL for one in [*calls, *function.instructions])


def _is_fixed(function: Function, argument: Argument) -> bool:
    if function.attributes is None:
        return False
    return any(attribute.name in _FIXED for attribute in function.attributes.parameter(argument.number).attributes)


def _accessed(user: Value, pointer: Value) -> Type:
    """The type that a use of a pointer accesses; i8 where it only passes the pointer on."""
    byte: Type = pointer.type.context.integer(8)
    if isinstance(user, LoadInst):
        return user.type
    if isinstance(user, StoreInst):
        return byte if user.value is pointer else user.value.type
    if isinstance(user, GetElementPtrInst):
        return user.source_element_type
    if isinstance(user, (AtomicRMWInst, AtomicCmpXchgInst)):
        return byte if user.operands[1] is pointer else user.operands[1].type
    return byte


def _pointed_to(value: Value) -> Type | None:
    """The type to which a pointer points by itself; None where that is not known."""
    if isinstance(value, AllocaInst):
        return value.allocated_type
    if isinstance(value, GlobalValue):
        return value.value_type
    return None
