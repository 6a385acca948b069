"""Drops metadata of a newer LLVM that is known by its name but breaks the rules of the newest known LLVM: it has a newer form."""

from __future__ import annotations

from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.metadata import Attachment, MDNode, MDTuple, SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import DEBUG_INFO, DROPPED, NO_RELEASE, Loss
from pyllvm.notation import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyllvm.verifier import Failure

# How often the module is verified: what is dropped may have hidden other failures.
_ROUNDS: Final = 4
# How far operands are searched for a node that breaks a rule.
_DEPTH: Final = 4


def drop_unknown_forms(module: Module) -> None:
    """Drop what makes the module invalid and can go, and note it in `Module.left_out`.

    These are attachments of instructions, and elements of lists in debug information. Other debug information is left to those
    who settle it, and other failures to the verifier.
    """
    from pyllvm.verifier.module import READ_BODIES, verify  # few files are of an LLVM that is not known

    for _ in range(_ROUNDS):
        mended = [failure for failure in verify(module, READ_BODIES) if _drop(module, failure)]
        if not mended:
            return


def _drop(module: Module, failure: Failure) -> bool:
    """Drop what a failure is about. Returns whether there was anything."""
    if failure.is_debug_info:
        return _drop_elements(module, failure)
    instruction = failure.subject
    if not isinstance(instruction, Instruction) or not instruction._attachments:
        return False
    nodes = {node for node in failure.objects if isinstance(node, MDNode)}
    attachments: list[Attachment] = instruction._attachments
    meant = [one for one in attachments if _reaches(one.node, nodes, _DEPTH)]
    for attachment in meant:
        instruction.set_metadata(attachment.kind, None)
        function = instruction.function
        construct = f"!{attachment.kind} in an unknown form"
        subject = function if isinstance(function, Function) else None
        module.left_out.append(Loss(construct, *NO_RELEASE, subject, instruction, DROPPED))
    return len(meant) > 0


def _drop_elements(module: Module, failure: Failure) -> bool:
    """Drop the elements of a list that a failure is about: LLVM names the node, its list, and the element."""
    owner = next((node for node in failure.objects if isinstance(node, SpecializedNode)), None)
    nodes = {node for node in failure.objects if isinstance(node, MDNode)}
    count = 0
    for node in nodes:
        if isinstance(node, MDTuple) and owner is not None and any(operand is node for operand in owner.operands):
            kept = [operand for operand in node.operands if not (isinstance(operand, MDNode) and operand in nodes)]
            count += len(node.operands) - len(kept)
            node.operands[:] = kept
    if owner is not None and count:
        construct = f"element of !{owner.spec.name} in an unknown form"
        module.left_out += [Loss(construct, *NO_RELEASE, None, None, DROPPED, DEBUG_INFO) for _ in range(count)]
    return count > 0


def _reaches(node: object, nodes: set[MDNode], depth: int) -> bool:
    """Whether a node is one of these nodes, or refers to one of them."""
    if not isinstance(node, MDNode) or depth == 0:
        return False
    return node in nodes or any(_reaches(operand, nodes, depth - 1) for operand in node.operands)
