"""LLVM 15: the labels of `callbr` are constraints of their own, `!i`. Before, assembly took the addresses of the blocks.

The way up is a matter of the source: LLVM 15 and newer refuse the older form.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.constants import BlockAddress, InlineAsm, keep_constant
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.instructions import CallBrInst
from pyllvm.ir.module import Module
from pyllvm.ir.target.asm_constraints import takes_argument
from pyllvm.ir.value import Value
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.shared.instruction_index import InstructionIndex

_LABEL: Final = "!i"
_ADDRESS: Final = "X"


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Give the assembly the addresses of its blocks, each at the place of its constraint."""
    for call in bodies.found().labeled_calls:
        block, function, assembly = call.parent, call.function, call.callee
        if block is not None and function is not None and isinstance(assembly, InlineAsm) and _LABEL in assembly.constraints:
            _replace(module, function, block, call, assembly)


def _replace(module: Module, function: Function, block: BasicBlock, call: CallBrInst, assembly: InlineAsm) -> None:
    constraints = assembly.constraints.split(",")
    labels = call.indirect_blocks
    if constraints.count(_LABEL) != len(labels):
        return
    context = module.context
    arguments: list[Value] = []
    given = call.arguments
    moved: dict[int, int] = {}
    label = taken = 0
    for number, constraint in enumerate(constraints):
        if constraint == _LABEL:
            constraints[number] = _ADDRESS
            arguments.append(_address(module, function, labels[label]))
            label += 1
        elif takes_argument(constraint) and taken < len(given):
            moved[taken] = len(arguments)
            arguments.append(given[taken])
            taken += 1
    if taken != len(given):
        return
    type = context.function(call.type, [argument.type for argument in arguments])
    older = assembly.changed(module.pointer_type(type), type, ",".join(constraints))
    made = CallBrInst(type, older, arguments, call.default_block, labels, name=call.name)
    attributes = call.attributes
    if attributes is not None:
        parameters = {moved[place]: one for place, one in attributes.parameters.items() if place in moved}
        made.attributes = AttributeList(attributes.function, attributes.returned, parameters)
    made.debug_location = call.debug_location
    made.debug_records = call.debug_records
    made.attachments = call.attachments
    made.calling_convention_number = call.calling_convention_number
    block.splice(len(block.instructions) - 1, 1, [made])
    call.move_uses_to(made)
    call.drop_operands()


def _address(module: Module, function: Function, label: Value) -> BlockAddress:
    """The address of a block, which is unique."""
    for user in label.users:
        if isinstance(user, BlockAddress):
            return user
    type = module.pointer_type(module.context.integer(8))
    made = BlockAddress(type, function, label)
    keep_constant(type, ("blockaddress", label), made)
    return made
