"""The types that instructions must have, and the numbers and shapes that only their constructors guarantee in LLVM.

Bitcode does not record the type of most results, because the operands decide it: an instruction of another type would be read
back as something else.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import Constant
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicCmpXchgInst,
    AtomicRMWInst,
    BinaryOperator,
    BitExtractInst,
    BitInsertInst,
    BranchInst,
    CallBase,
    CallInst,
    CastInst,
    CatchReturnInst,
    CatchSwitchInst,
    CleanupReturnInst,
    CmpInst,
    ExtractElementInst,
    FenceInst,
    FreezeInst,
    FuncletPadInst,
    GetElementPtrInst,
    IndirectBrInst,
    InsertElementInst,
    InsertValueInst,
    LandingPadInst,
    LoadInst,
    PHINode,
    ResumeInst,
    ReturnInst,
    SelectInst,
    ShuffleVectorInst,
    StoreInst,
    SwitchInst,
    UnaryOperator,
    UnreachableInst,
    VAArgInst,
)
from pyllvm.ir.types import INTEGER, POINTER, VOID, PointerType, StructType, Type, VectorType
from pyllvm.ir.valid_operands import element_pointed_to, element_pointer_type
from pyllvm.ir.value import Value
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS, ORDERINGS
from pyllvm.tables.keywords import TAIL_CALL_KINDS
from pyllvm.tables.opcodes import FLAGS_OF_OPERATION
from pyllvm.tables.predicates import PREDICATE_OF_NUMBER

_COUNT: Final = "The instruction has more or fewer operands than its kind has"
_BLOCK: Final = "An operand that must be a block is another value"
_TYPE: Final = "The type of the instruction is not its result's type"
_POINTER: Final = "The pointer operand does not point to the type that is accessed"


def has_plain_result(instruction: Instruction) -> bool:
    """Whether `result_fault` finds nothing in an instruction of a frequent kind; False if that is not clear at once."""
    if instruction.flags:
        return False
    operands = instruction.operands
    type = instruction.type
    if isinstance(instruction, LoadInst):
        if len(operands) != 1 or instruction.ordering_number != 0:
            return False
        return _is_opaque_pointer(operands[0].type) and _is_alignment(instruction.alignment)
    if isinstance(instruction, StoreInst):
        if len(operands) != 2 or instruction.ordering_number != 0:
            return False
        return _is_opaque_pointer(operands[1].type) and _is_alignment(instruction.alignment)
    if isinstance(instruction, BinaryOperator):
        return len(operands) == 2 and operands[0].type is type
    if isinstance(instruction, GetElementPtrInst):
        # One index steps over whole objects.
        if len(operands) != 2 or operands[0].type is not type or operands[1].type.kind != INTEGER:
            return False
        return _is_opaque_pointer(type)
    if isinstance(instruction, CallInst):
        return instruction.tail_kind in TAIL_CALL_KINDS and instruction.function_type.return_type is type
    if isinstance(instruction, BranchInst):
        if type.kind != VOID:
            return False
        if len(operands) == 3:
            return isinstance(operands[1], BasicBlock) and isinstance(operands[2], BasicBlock)
        return len(operands) == 1 and isinstance(operands[0], BasicBlock)
    if isinstance(instruction, PHINode):
        return len(operands) > 0 and operands[0].type is type
    return isinstance(instruction, CastInst) and len(operands) == 1


def _is_opaque_pointer(type: Type) -> bool:
    return isinstance(type, PointerType) and type.pointee is None


def _is_alignment(alignment: int) -> bool:
    return alignment >= 0 and not alignment & (alignment - 1)


def result_fault(instruction: Instruction, version: int) -> str:
    """The fault of an instruction by itself; empty if it has none."""
    operands = instruction.operands
    count = _operand_count(instruction)
    if count >= 0 and len(operands) != count:
        return _COUNT
    fault = _blocks_fault(instruction) or _numbers_fault(instruction)
    if fault:
        return fault
    if isinstance(instruction, (LoadInst, StoreInst, AtomicCmpXchgInst, AtomicRMWInst)):
        return _access_fault(instruction)
    expected = _expected_type(instruction, version)
    return "" if expected is None or expected is instruction.type else _TYPE


def _operand_count(instruction: Instruction) -> int:
    """The number of operands, or -1 if it varies."""
    if isinstance(instruction, (BinaryOperator, CmpInst, StoreInst, AtomicRMWInst, ExtractElementInst, ShuffleVectorInst)):
        return 2
    if isinstance(instruction, (InsertValueInst, CatchReturnInst, BitExtractInst)):
        return 2
    if isinstance(instruction, (SelectInst, InsertElementInst, AtomicCmpXchgInst, BitInsertInst)):
        return 3
    if isinstance(instruction, (UnaryOperator, AllocaInst, LoadInst, FreezeInst, VAArgInst, ResumeInst)):
        return 1
    if isinstance(instruction, (FenceInst, UnreachableInst)):
        return 0
    if isinstance(instruction, BranchInst):
        return 3 if len(instruction.operands) == 3 else 1
    if isinstance(instruction, ReturnInst):
        return 1 if instruction.operands else 0
    if isinstance(instruction, CleanupReturnInst):
        return 2 if len(instruction.operands) == 2 else 1
    return -1


def _are_blocks(values: list[Value]) -> bool:
    return all(isinstance(value, BasicBlock) for value in values)


def _blocks_fault(instruction: Instruction) -> str:
    """The fault of a terminator's blocks."""
    operands = instruction.operands
    if isinstance(instruction, BranchInst):
        return "" if _are_blocks(operands[1:] if len(operands) == 3 else operands) else _BLOCK
    if isinstance(instruction, SwitchInst):
        if len(operands) < 2 or len(operands) % 2:
            return _COUNT
        if operands[0].type.kind != INTEGER:
            return "The value of a switch is not an integer"
        return "" if _are_blocks(operands[1::2]) else _BLOCK
    if isinstance(instruction, IndirectBrInst):
        if not operands:
            return _COUNT
        return "" if operands[0].type.kind == POINTER and _are_blocks(operands[1:]) else _BLOCK
    if isinstance(instruction, (CatchReturnInst, CleanupReturnInst)):
        return "" if operands[0].type is instruction.type.context.token and _are_blocks(operands[1:]) else _BLOCK
    if isinstance(instruction, CatchSwitchInst):
        return "" if operands and _are_blocks(operands[1:]) else _BLOCK
    if isinstance(instruction, (FuncletPadInst, GetElementPtrInst)):
        return "" if operands else _COUNT
    if isinstance(instruction, LandingPadInst):
        for operand in operands:
            if not isinstance(operand, Constant):
                return "A clause of a landingpad is not a constant"
    return ""


def _numbers_fault(instruction: Instruction) -> str:
    """The fault of the numbers in an instruction."""
    if instruction.flags:
        word = instruction.opcode_name if not isinstance(instruction, CallBase) else "call"
        takes = FLAGS_OF_OPERATION.get(word)
        if takes is None or instruction.flags & ~takes.mask & ~1:
            return f"The instruction has flags that {word} does not have"
    if isinstance(instruction, CmpInst):
        return "" if instruction.predicate_number in PREDICATE_OF_NUMBER else "The predicate is none"
    if isinstance(instruction, AtomicCmpXchgInst):
        numbers = (instruction.success_ordering_number, instruction.failure_ordering_number)
        return _ordering_fault(numbers[0], 1) or _ordering_fault(numbers[1], 1) or _alignment_fault(instruction.alignment)
    if isinstance(instruction, AtomicRMWInst):
        if not 0 <= instruction.operation_number < len(ATOMIC_RMW_OPERATIONS):
            return "The operation of atomicrmw is none"
        return _ordering_fault(instruction.ordering_number, 1) or _alignment_fault(instruction.alignment)
    if isinstance(instruction, (LoadInst, StoreInst)):
        return _ordering_fault(instruction.ordering_number, 0) or _alignment_fault(instruction.alignment)
    if isinstance(instruction, FenceInst):
        return _ordering_fault(instruction.ordering_number, 1)
    if isinstance(instruction, AllocaInst):
        return _alignment_fault(instruction.alignment)
    if isinstance(instruction, CallInst) and instruction.tail_kind not in TAIL_CALL_KINDS:
        return f"{instruction.tail_kind!r} is not a kind of tail call"
    return ""


def _ordering_fault(number: int, least: int) -> str:
    return "" if least <= number < len(ORDERINGS) else "The ordering is unknown"


def _alignment_fault(alignment: int) -> str:
    return "" if _is_alignment(alignment) else f"The alignment {alignment} is not a power of two"


def _access_fault(access: LoadInst | StoreInst | AtomicCmpXchgInst | AtomicRMWInst) -> str:
    """The fault of the types of a memory access."""
    operands = access.operands
    pointer = operands[1] if isinstance(access, StoreInst) else operands[0]
    type = access.type
    accessed: Type = type
    if isinstance(access, StoreInst):
        accessed = operands[0].type
    elif isinstance(access, AtomicRMWInst):
        if operands[1].type is not type:
            return _TYPE
    elif isinstance(access, AtomicCmpXchgInst):
        accessed = operands[1].type
        if operands[2].type is not accessed:
            return "The values of a cmpxchg have two types"
        if not isinstance(type, StructType) or type.elements is None or type.elements[0] is not accessed:
            return _TYPE
    pointer_type = pointer.type
    if not isinstance(pointer_type, PointerType):
        return _POINTER
    return "" if pointer_type.pointee is None or pointer_type.pointee is accessed else _POINTER


def _expected_type(instruction: Instruction, version: int) -> Type | None:
    """The type that the operands give to an instruction; None if they do not."""
    operands = instruction.operands
    context = instruction.type.context
    if isinstance(instruction, (BinaryOperator, UnaryOperator, FreezeInst, InsertElementInst, InsertValueInst, BitInsertInst)):
        return operands[0].type
    if isinstance(instruction, CmpInst):
        type = operands[0].type
        bit = context.integer(1)
        return context.vector(bit, type.count, type.is_scalable) if isinstance(type, VectorType) else bit
    if isinstance(instruction, SelectInst):
        return operands[1].type
    if isinstance(instruction, ExtractElementInst):
        vector = operands[0].type
        return vector.element if isinstance(vector, VectorType) else None
    if isinstance(instruction, ShuffleVectorInst):
        left, mask = operands[0].type, instruction.mask.type
        if isinstance(left, VectorType) and isinstance(mask, VectorType):
            return context.vector(left.element, mask.count, mask.is_scalable)
        return None
    if isinstance(instruction, CallBase):
        return instruction.function_type.return_type
    if isinstance(instruction, AllocaInst):
        pointer = instruction.type
        if not isinstance(pointer, PointerType):
            return context.pointer()
        return None if pointer.pointee is None else context.pointer_to(instruction.allocated_type, pointer.address_space)
    if isinstance(instruction, GetElementPtrInst):
        if not isinstance(operands[0].type.scalar_type, PointerType):
            return None
        reached = element_pointed_to(instruction.source_element_type, operands[1:])
        if reached is None:
            return None
        return element_pointer_type(instruction.source_element_type, operands[0].type, operands[1:], reached)
    if isinstance(instruction, (FuncletPadInst, CatchSwitchInst)):
        return context.token
    if isinstance(instruction, PHINode):
        return operands[0].type if operands else None
    if instruction.is_terminator or isinstance(instruction, FenceInst):
        return context.void
    return None
