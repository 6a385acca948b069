"""Assignment tracking: the instructions, and the `#dbg_assign` records or calls, that share a DIAssignID."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import DebugRecord, MetadataAsValue, SpecializedNode
from pyllvm.tables.debug_info_versions import ASSIGN_IDS_CHECKED_AT_RECORDS_SINCE

ONLY_IN_ASSIGNMENTS: Final = "!DIAssignID should only be used by Assign DVRs."


@final
class AssignmentUse:
    """A record or call that refers to an assignment, and the function that it is in."""

    __slots__ = ("function", "user")

    def __init__(self, user: DebugRecord | CallInst, function: Function) -> None:
        self.user = user
        self.function = function


@final
class Assignments:
    """The instructions and records that each DIAssignID links in some functions."""

    def __init__(self, functions: Iterable[Function], version: int) -> None:
        self._at_records = version >= ASSIGN_IDS_CHECKED_AT_RECORDS_SINCE
        self._instructions: dict[SpecializedNode, list[Instruction]] = {}
        self._uses: dict[SpecializedNode, list[AssignmentUse]] = {}
        for function in functions:
            for block in function.blocks:
                for instruction in block.instructions:
                    self._add(instruction, function)

    def _add(self, instruction: Instruction, function: Function) -> None:
        if instruction._attachments is not None:
            identity = instruction.metadata("DIAssignID")
            if is_assign_id(identity):
                assert isinstance(identity, SpecializedNode)
                self._instructions.setdefault(identity, []).append(instruction)
        if instruction._debug_records is not None:
            for record in instruction._debug_records:
                if not self._at_records:
                    self._add_use(record._location, record, function)
                    self._add_use(record._address, record, function)
                self._add_use(record._assign_id, record, function)
        if isinstance(instruction, CallInst):
            for operand in instruction.operands:
                if isinstance(operand, MetadataAsValue):
                    self._add_use(operand.metadata, instruction, function)

    def _add_use(self, identity: object, user: DebugRecord | CallInst, function: Function) -> None:
        if isinstance(identity, SpecializedNode) and is_assign_id(identity):
            self._uses.setdefault(identity, []).append(AssignmentUse(user, function))

    def instructions(self, identity: SpecializedNode) -> list[Instruction]:
        """Return the instructions that make the assignment."""
        return self._instructions.get(identity, [])

    def uses(self, identity: SpecializedNode) -> list[AssignmentUse]:
        """Return the calls and then the records that refer to it, each from the last to the first, as LLVM finds them."""
        found = self._uses.get(identity, [])
        calls = [use for use in found if not isinstance(use.user, DebugRecord)]
        records = [(use.user._creation, at) for at, use in enumerate(found) if isinstance(use.user, DebugRecord)]
        return calls[::-1] + [found[at] for _, at in sorted(records, reverse=True)]


def is_assign_id(node: object) -> bool:
    """Whether the node is a DIAssignID."""
    return isinstance(node, SpecializedNode) and node.spec.name == "DIAssignID"
