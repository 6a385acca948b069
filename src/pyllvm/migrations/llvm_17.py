"""LLVM 17: poison in masks, structs of scalable vectors."""

from __future__ import annotations

from pyllvm.ir.constants import POISON, ConstantInt, SimpleConstant
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import (
    AllocaInst,
    ExtractValueInst,
    GetElementPtrInst,
    InsertValueInst,
    LoadInst,
    ShuffleVectorInst,
    StoreInst,
)
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import IntegerType, StructType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.ir.vector_constants import shuffle_mask
from pyllvm.migrations.bodies import Bodies, BodyUpgrade
from pyllvm.migrations.changes import PARTS, Change
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import replace_with_instructions
from pyllvm.notation import Final, final
from pyllvm.tables.behavior_versions import MASKS_OF_NUMBERS_SINCE, POISON_IN_MASK_SINCE
from pyllvm.tables.features import SCALABLE_STRUCT_ACCESSES

# --- Undefined elements of a shufflevector's mask became `poison`; before, they were `undef`.


def begin_poison_in_masks(module: Module, version: int) -> BodyUpgrade:
    """Return what gives every shufflevector's mask in bodies the form that LLVM `version` has.

    LLVM 16: %r = shufflevector <2 x i32> %a, <2 x i32> %b, <2 x i32> <i32 0, i32 undef>
    LLVM 17: %r = shufflevector <2 x i32> %a, <2 x i32> %b, <2 x i32> <i32 0, i32 poison>
    """

    def upgrade_bodies(bodies: Bodies) -> None:
        for function in bodies.functions:
            for block in function.blocks:
                for instruction in block.instructions:
                    if isinstance(instruction, ShuffleVectorInst):
                        instruction.mask = shuffle_mask(instruction.mask, version)

    return upgrade_bodies


def downgrade_poison_in_masks(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Give every mask the form of LLVM `version`, or of LLVM 11 if masks are still operands in that version.

    LLVM 17: %r = shufflevector <2 x i32> %a, <2 x i32> %b, <2 x i32> <i32 0, i32 poison>
    LLVM 16: %r = shufflevector <2 x i32> %a, <2 x i32> %b, <2 x i32> <i32 0, i32 undef>
    """
    for shuffle in bodies.found().shuffles:
        shuffle.mask = shuffle_mask(shuffle.mask, max(version, MASKS_OF_NUMBERS_SINCE))


# --- Structs of scalable vectors in memory, such as Arm's tuples. Before, each vector had an access of its own.
#
# A struct of vectors of one type has the layout of an array of them, so a variable for it becomes one for as many vectors.


def downgrade_scalable_structs(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Access the vectors one by one. All are of one type, without which such a struct has no size.

    LLVM 17: %r = load { <vscale x 4 x i32>, <vscale x 4 x i32> }, ptr %p, align 16
    LLVM 16:
        %1 = load <vscale x 4 x i32>, ptr %p, align 16
        %2 = insertvalue { <vscale x 4 x i32>, <vscale x 4 x i32> } poison, <vscale x 4 x i32> %1, 0
        %3 = getelementptr <vscale x 4 x i32>, ptr %p, i64 1
        %4 = load <vscale x 4 x i32>, ptr %3, align 16
        %r = insertvalue { <vscale x 4 x i32>, <vscale x 4 x i32> } %2, <vscale x 4 x i32> %4, 1
    """
    accesses = _Accesses(module)
    for access in bodies.found().struct_accesses:
        accesses.change(access)


def vector_of(type: Type) -> VectorType | None:
    """The type of all elements of a struct, if it is one scalable vector."""
    if not isinstance(type, StructType) or not type.elements:
        return None
    first = type.elements[0]
    is_vector = isinstance(first, VectorType) and first.is_scalable and all(one is first for one in type.elements)
    return first if is_vector and isinstance(first, VectorType) else None


@final
class _Accesses:
    def __init__(self, module: Module) -> None:
        self._layout: Final = DataLayout(module.data_layout, module.llvm_version)
        self._index: Final = module.context.integer(64)

    def change(self, instruction: Instruction) -> None:
        """Replace an access to such a struct."""
        if isinstance(instruction, AllocaInst):
            vector = vector_of(instruction.allocated_type)
            count = instruction.operands[0]
            if vector is not None and isinstance(count, ConstantInt) and isinstance(count.type, IntegerType):
                number = len(instruction.allocated_type.contained_types)
                instruction.allocated_type = vector
                instruction.put_operand(0, ConstantInt.wrapped(count.type, count.value * number))
        elif isinstance(instruction, LoadInst):
            vector = vector_of(instruction.type)
            if vector is not None:
                self._load(instruction, vector)
        elif isinstance(instruction, StoreInst):
            vector = vector_of(instruction.value.type)
            if vector is not None:
                self._store(instruction, vector)

    def _load(self, load: LoadInst, vector: VectorType) -> None:
        made: list[Instruction] = []
        whole: Value = SimpleConstant.get(load.type, POISON)
        for number in range(len(load.type.contained_types)):
            pointer = self._element(made, load.pointer, vector, number)
            part = LoadInst(vector, pointer, self._alignment(load, vector), load.is_volatile)
            made.append(part)
            whole = InsertValueInst(whole, part, [number])
            made.append(whole)
        made[-1].put_name(load.name)
        replace_with_instructions(load, made)

    def _store(self, store: StoreInst, vector: VectorType) -> None:
        made: list[Instruction] = []
        for number in range(len(store.value.type.contained_types)):
            part = ExtractValueInst(vector, store.value, [number])
            made.append(part)
            pointer = self._element(made, store.pointer, vector, number)
            made.append(StoreInst(store.type, part, pointer, self._alignment(store, vector), store.is_volatile))
        replace_with_instructions(store, made)

    def _element(self, made: list[Instruction], pointer: Value, vector: VectorType, number: int) -> Value:
        if not number:
            return pointer
        address = GetElementPtrInst(pointer.type, vector, [pointer, ConstantInt.get(self._index, number)])
        made.append(address)
        return address

    def _alignment(self, access: LoadInst | StoreInst, vector: VectorType) -> int:
        return min(access.alignment, self._layout.abi_alignment(vector))


CHANGES: Final = (
    Change(POISON_IN_MASK_SINCE, PARTS, begin=begin_poison_in_masks, downgrade_bodies=downgrade_poison_in_masks),
    Change(SCALABLE_STRUCT_ACCESSES.since, downgrade_bodies=downgrade_scalable_structs),
)
"""In the order of upgrades; downgrades run from the last to the first."""
