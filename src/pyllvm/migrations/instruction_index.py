"""The instructions for which downgrades look, found in one walk over all bodies: most modules have few of them."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir import instructions
from pyllvm.ir.constants import ConstantAggregate, ConstantExpr, ConstantPtrAuth
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.module import Module
from pyllvm.ir.types import StructType
from pyllvm.tables.opcodes import PTRTOADDR


@final
class Found:
    """The instructions of a module that have something in common, in its order.

    If a downgrade turns an instruction into another one without an edit of a block, it also takes it out of its list.
    """

    def __init__(self, module: Module) -> None:
        self.attached: Final[list[Instruction]] = []
        """Instructions with attached metadata."""
        self.recorded: Final[list[BasicBlock]] = []
        """Blocks with debug records."""
        self.calls: Final[list[instructions.CallBase]] = []
        """Calls with attributes."""
        self.labeled_calls: Final[list[instructions.CallBrInst]] = []
        self.allocas: Final[list[instructions.AllocaInst]] = []
        self.struct_accesses: Final[list[Instruction]] = []
        """Allocas, loads and stores of structs."""
        self.atomic_accesses: Final[list[Instruction]] = []
        """Atomic loads and stores."""
        self.exchanges: Final[list[instructions.AtomicRMWInst]] = []
        self.shuffles: Final[list[instructions.ShuffleVectorInst]] = []
        self.address_casts: Final[list[instructions.CastInst]] = []
        """`ptrtoaddr`."""
        self.bit_fields: Final[list[instructions.BitExtractInst | instructions.BitInsertInst]] = []
        for function in module.functions:
            for block in function.blocks:
                self._add_block(block)

    def _add_block(self, block: BasicBlock) -> None:
        has_records = bool(block.trailing_debug_records)
        for instruction in block.instructions:
            if instruction._attachments is not None:
                self.attached.append(instruction)
            if instruction._debug_records:
                has_records = True
            if isinstance(instruction, instructions.LoadInst):
                self._add_access(instruction, isinstance(instruction.type, StructType), instruction.ordering_number)
            elif isinstance(instruction, instructions.StoreInst):
                is_struct = isinstance(instruction.operands[0].type, StructType)
                self._add_access(instruction, is_struct, instruction.ordering_number)
            elif isinstance(instruction, (instructions.CallInst, instructions.InvokeInst, instructions.CallBrInst)):
                if instruction.attributes is not None:
                    self.calls.append(instruction)
                if isinstance(instruction, instructions.CallBrInst):
                    self.labeled_calls.append(instruction)
            elif isinstance(instruction, instructions.CastInst):
                if instruction.opcode is PTRTOADDR:
                    self.address_casts.append(instruction)
            elif isinstance(instruction, instructions.AllocaInst):
                self.allocas.append(instruction)
                self._add_access(instruction, isinstance(instruction.allocated_type, StructType), 0)
            elif isinstance(instruction, instructions.AtomicRMWInst):
                self.exchanges.append(instruction)
            elif isinstance(instruction, instructions.ShuffleVectorInst):
                self.shuffles.append(instruction)
            elif isinstance(instruction, (instructions.BitExtractInst, instructions.BitInsertInst)):
                self.bit_fields.append(instruction)
        if has_records:
            self.recorded.append(block)

    def _add_access(self, access: Instruction, is_struct: bool, ordering: int) -> None:
        if is_struct:
            self.struct_accesses.append(access)
        if ordering:
            self.atomic_accesses.append(access)


@final
class InstructionIndex:
    """The answers for one module. They are found anew after the instructions of a block have changed (`instruction_edits`).

    So each downgrade also meets the instructions that newer ones have made. A walk over all bodies takes long: a downgrade that
    knows how its edits change the answers calls `begin_edits` before these, and `keep` or `replace` after them.
    """

    def __init__(self, module: Module) -> None:
        self._module: Final = module
        self._found: Found | None = None
        self._with_constants: list[Instruction] | None = None
        self._edits = 0

    def found(self) -> Found:
        """The instructions that are in the bodies now."""
        self.begin_edits()
        if self._found is None:
            self._found = Found(self._module)
        return self._found

    def with_constants(self) -> list[Instruction]:
        """The instructions with operands that are made of other constants. The list is not changed any more."""
        self.begin_edits()
        if self._with_constants is None:
            self._with_constants = _with_constants(self._module)
        return self._with_constants

    def begin_edits(self) -> None:
        """Forget the answers if they are out of date."""
        edits = self._module.context.instruction_edits
        if edits != self._edits:
            self._found = None
            self._with_constants = None
            self._edits = edits

    def keep(self) -> None:
        """Keep the answers: the instructions that were put into blocks since `begin_edits`, or taken out, are in no list."""
        self._edits = self._module.context.instruction_edits

    def keep_with_other_constants(self) -> None:
        """The same, but the operands of other instructions have changed as well."""
        self.keep()
        self._with_constants = None

    def keep_without_records(self, recorded: list[BasicBlock]) -> None:
        """The same, but only the blocks in `recorded` still have debug records."""
        self.keep()
        if self._found is not None:
            self._found.recorded[:] = recorded

    def replace(self, replaced: dict[Instruction, instructions.CallBase]) -> None:
        """Keep the answers: since `begin_edits`, calls took the places of calls that have as much in common with others."""
        self.keep()
        found = self._found
        if found is not None:
            found.attached[:] = [replaced.get(one, one) for one in found.attached]
            found.calls[:] = [replaced.get(one, one) for one in found.calls]
        if self._with_constants is not None:
            self._with_constants = [replaced.get(one, one) for one in self._with_constants]


def _with_constants(module: Module) -> list[Instruction]:
    return [
        instruction
        for function in module.functions
        for block in function.blocks
        for instruction in block.instructions
        if any(isinstance(operand, (ConstantExpr, ConstantAggregate, ConstantPtrAuth)) for operand in instruction.operands)
    ]
