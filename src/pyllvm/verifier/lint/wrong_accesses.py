"""Memory accesses through null or undefined pointers, writes to constants, accesses out of bounds or misaligned.

Other operations whose result is always undefined are reported, too: division by zero, shifts by too many bits, indices out of
range. The rules and messages are from LLVM's `Lint::visitMemoryReference`, `visitSDiv`, `visitShl` and others, with two
exceptions: volatile accesses are not reported, nor are null pointers in address spaces in which null can be an address.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import (
    BlockAddress,
    Constant,
    ConstantAggregate,
    ConstantData,
    ConstantExpr,
    ConstantInt,
    is_null,
    is_undefined,
)
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicCmpXchgInst,
    AtomicRMWInst,
    BinaryOperator,
    CallBase,
    ExtractElementInst,
    IndirectBrInst,
    InsertElementInst,
    LoadInst,
    StoreInst,
    VAArgInst,
)
from pyllvm.ir.types import INTEGER, POINTER, PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.tables.atomics import ANY_FAILURE_ORDERINGS_SINCE
from pyllvm.tables.intrinsic_names import MEMCPY_PREFIX, MEMMOVE_PREFIX, MEMSET_PREFIX, PREFIX
from pyllvm.tables.linkages import INTERPOSABLE
from pyllvm.tables.opcodes import DIVISIONS, SHIFTS
from pyllvm.verifier.lint.findings import Linter
from pyllvm.verifier.lint.values import (
    base_and_offset,
    fixed_vector_length,
    integer_width,
    strip_pointer_casts,
    underlying_object,
)

# Linkages that allow another definition to replace a global.
_NOT_THE_LAST_WORD: Final = INTERPOSABLE | {"available_externally"}
_MEMORY_COPIES: Final = (MEMCPY_PREFIX, MEMMOVE_PREFIX)
_MEMORY_SETS: Final = (MEMSET_PREFIX,)
# The memory at the stack pointer that stackrestore sets may be read or written at any time.
_LISTS_OF_ARGUMENTS: Final = ("llvm.va_start", "llvm.va_copy", "llvm.va_end", "llvm.stackrestore")
_UNKNOWN_SIZE: Final = -1
# Neither is stronger than the other.
_UNORDERED: Final = ("release", "acquire")
# Address spaces of constants on AMD's GPUs.
_CONSTANT_SPACES: Final = (4, 6)
# The kinds of accesses.
_READS: Final = "reads"
_WRITES: Final = "writes"
_BOTH: Final = "reads and writes"


@final
class Access:
    """A memory access of a kind: the pointer, the size in bytes (-1: unknown), and the stated alignment in bytes (0: none)."""

    __slots__ = ("alignment", "pointer", "reads", "size", "writes")

    def __init__(self, pointer: Value, size: int, alignment: int, kind: str) -> None:
        self.pointer = pointer
        self.size = size
        self.alignment = alignment
        self.reads = kind != _WRITES
        self.writes = kind != _READS


def check_memory(linter: Linter, instruction: Instruction) -> None:
    """Check an instruction that may access memory."""
    for access in _accesses(linter, instruction):
        _check_access(linter, instruction, access)
    if isinstance(instruction, AllocaInst) and instruction.is_swifterror:
        _check_swift_error(linter, instruction)
    elif isinstance(instruction, AtomicCmpXchgInst):
        _check_orderings(linter, instruction)
    if isinstance(instruction, IndirectBrInst):
        target = underlying_object(instruction.operands[0])
        if _check_pointer(linter, instruction, target) and isinstance(target, Constant) and not isinstance(target, BlockAddress):
            linter.report("memory-branch", "Undefined behavior: Branch to non-blockaddress", instruction)
    elif isinstance(instruction, CallBase):
        target = strip_pointer_casts(instruction.callee)
        if target.type.kind != POINTER or not _check_pointer(linter, instruction, target):
            return
        if isinstance(target, BlockAddress):
            linter.report("memory-call", "Undefined behavior: Call to block address", instruction)


def _check_swift_error(linter: Linter, alloca: AllocaInst) -> None:
    """Section "Parameter Attributes": swifterror is for an alloca of the size of a pointer."""
    count = alloca.operands[0]
    try:
        bits = linter.data_layout.pointer_bits()
    except PyllvmError:
        return
    size = _size_of(linter, alloca.allocated_type)
    if size * 8 != bits or not isinstance(count, ConstantInt) or count.value != 1:
        linter.report("swifterror-size", "a swifterror alloca must have the size of a pointer", alloca)


def _check_orderings(linter: Linter, exchange: AtomicCmpXchgInst) -> None:
    """LLVM 12 and older: the verifier accepts an acquire on failure beside a release on success."""
    if linter.version < ANY_FAILURE_ORDERINGS_SINCE and (exchange.success_ordering, exchange.failure_ordering) == _UNORDERED:
        message = "the ordering on failure, acquire, must be no stronger than release, the ordering on success"
        linter.report("cmpxchg-ordering", message, exchange)


def _size_of(linter: Linter, type: Type) -> int:
    try:
        layout = linter.data_layout
        return _UNKNOWN_SIZE if layout.is_scalable(type) else layout.store_size(type)
    except PyllvmError:
        return _UNKNOWN_SIZE


def _alignment_of(linter: Linter, type: Type) -> int:
    try:
        return linter.data_layout.abi_alignment(type)
    except PyllvmError:
        return 0


def _accesses(linter: Linter, instruction: Instruction) -> list[Access]:
    operands = instruction.operands
    if isinstance(instruction, LoadInst):
        if instruction.is_volatile:
            return []
        return [Access(operands[0], _size_of(linter, instruction.type), instruction.alignment, _READS)]
    if isinstance(instruction, StoreInst):
        if instruction.is_volatile:
            return []
        return [Access(operands[1], _size_of(linter, operands[0].type), instruction.alignment, _WRITES)]
    if isinstance(instruction, AtomicRMWInst):
        return [Access(operands[0], _size_of(linter, operands[1].type), instruction.alignment, _BOTH)]
    if isinstance(instruction, AtomicCmpXchgInst):
        return [Access(operands[0], _size_of(linter, operands[1].type), instruction.alignment, _BOTH)]
    if isinstance(instruction, VAArgInst):
        return [Access(operands[0], _UNKNOWN_SIZE, 0, _BOTH)]
    if isinstance(instruction, CallBase):
        return _call_accesses(linter, instruction)
    return []


def _call_accesses(linter: Linter, call: CallBase) -> list[Access]:
    callee = call.called_function
    if callee is None:
        return []
    name = callee.name
    if not name.startswith(PREFIX):
        return _returned_structs(linter, call, callee)
    operands = call.operands
    accesses: list[Access] = []
    if name.startswith((*_MEMORY_COPIES, *_MEMORY_SETS)) and call.argument_count > 2:
        length = operands[2]
        size = length.unsigned if isinstance(length, ConstantInt) else _UNKNOWN_SIZE
        accesses.append(Access(operands[0], size, _parameter_alignment(call, 0), _WRITES))
        if name.startswith(_MEMORY_COPIES):
            accesses.append(Access(operands[1], size, _parameter_alignment(call, 1), _READS))
    elif name.startswith(_LISTS_OF_ARGUMENTS) and call.argument_count > 0:
        is_copied_to = name.startswith("llvm.va_copy")
        accesses.append(Access(operands[0], _UNKNOWN_SIZE, 0, _WRITES if is_copied_to else _BOTH))
        if is_copied_to and call.argument_count > 1:
            accesses.append(Access(operands[1], _UNKNOWN_SIZE, 0, _READS))
    return accesses


def _returned_structs(linter: Linter, call: CallBase, callee: Function) -> list[Access]:
    """Return the access to the memory that receives a returned struct."""
    accesses: list[Access] = []
    attributes = callee.attributes
    if attributes is None:
        return accesses
    for number, own in attributes.parameters.items():
        attribute = own.find("sret")
        type = None if attribute is None else attribute.type
        if type is None or number >= call.argument_count or call.operands[number].type.kind != POINTER:
            continue
        accesses.append(Access(call.operands[number], _size_of(linter, type), _alignment_of(linter, type), _BOTH))
    return accesses


def _parameter_alignment(call: CallBase, number: int) -> int:
    if call.attributes is None:
        return 0
    attribute = call.attributes.parameter(number).find("align")
    value = None if attribute is None else attribute.integer
    return 0 if value is None else value


def _null_is_valid(instruction: Instruction, pointer: Value) -> bool:
    """Whether null can be a valid address there (`NullPointerIsDefined`)."""
    type = pointer.type
    if isinstance(type, PointerType) and type.address_space != 0:
        return True
    function = instruction.function
    return function is not None and function.attributes is not None and "null_pointer_is_valid" in function.attributes.function


def _check_pointer(linter: Linter, instruction: Instruction, target: Value) -> bool:
    if is_null(target) and target.type.kind == POINTER and not _null_is_valid(instruction, target):
        return linter.report("memory-null", "Undefined behavior: Null pointer dereference", instruction)
    if is_undefined(target):
        return linter.report("memory-undef", "Undefined behavior: Undef pointer dereference", instruction)
    if isinstance(target, ConstantExpr) and target.opcode == "inttoptr":
        number = target.operands[0]
        if isinstance(number, ConstantInt) and number.value == -1:
            return linter.report("memory-odd", "Unusual: All-ones pointer dereference", instruction)
        if isinstance(number, ConstantInt) and number.value == 1:
            return linter.report("memory-odd", "Unusual: Address one pointer dereference", instruction)
    return True


def _check_access(linter: Linter, instruction: Instruction, access: Access) -> bool:
    if access.size == 0:
        return True
    target = underlying_object(access.pointer)
    if not _check_pointer(linter, instruction, target):
        return False
    if access.writes:
        if isinstance(target, GlobalVariable) and target.is_constant:
            return linter.report("memory-constant", "Undefined behavior: Write to read-only memory", instruction)
        type = target.type
        if linter.triple.architecture == "amdgcn" and isinstance(type, PointerType) and type.address_space in _CONSTANT_SPACES:
            return linter.report("memory-constant", "Undefined behavior: Write to memory in const addrspace", instruction)
        if isinstance(target, (Function, BlockAddress)):
            return linter.report("memory-text", "Undefined behavior: Write to text section", instruction)
    if access.reads:
        if isinstance(target, Function):
            # The language document reads prefix data so. LLVM's pass does not make this exception.
            if target.prefix_data is not None:
                return True
            return linter.report("memory-text", "Unusual: Load from function body", instruction)
        if isinstance(target, BlockAddress):
            return linter.report("memory-text", "Undefined behavior: Load from block address", instruction)
    return _check_bounds(linter, instruction, access)


def _check_bounds(linter: Linter, instruction: Instruction, access: Access) -> bool:
    try:
        place = base_and_offset(linter.data_layout, access.pointer)
        if place is None:
            return True
        base, offset = place
        size, alignment = _extent(linter, base)
    except PyllvmError:
        return True
    if access.size != _UNKNOWN_SIZE and size != _UNKNOWN_SIZE and not 0 <= offset <= size - access.size:
        return linter.report("memory-bounds", "Undefined behavior: Buffer overflow", instruction)
    known = alignment if offset == 0 else min(alignment, offset & -offset)
    if alignment and access.alignment > known:
        return linter.report("memory-alignment", "Undefined behavior: Memory reference address is misaligned", instruction)
    return True


def _extent(linter: Linter, base: Value) -> tuple[int, int]:
    """Return the size and the alignment of an object whose definition is final; (-1, 0) for others."""
    layout = linter.data_layout
    if isinstance(base, AllocaInst):
        type = base.allocated_type
        count = base.count
        is_single = isinstance(count, ConstantInt) and count.value == 1
        is_known = is_single and not layout.is_scalable(type)
        return layout.alloc_size(type) if is_known else _UNKNOWN_SIZE, base.alignment
    if isinstance(base, GlobalVariable) and not base.is_declaration:
        if base.linkage not in _NOT_THE_LAST_WORD and not base.is_externally_initialized:
            alignment = base.alignment or layout.abi_alignment(base.value_type)
            return layout.alloc_size(base.value_type), alignment
    return _UNKNOWN_SIZE, 0


def check_arithmetic(linter: Linter, instruction: Instruction) -> None:
    """Check an operation on numbers or on a vector's elements."""
    if isinstance(instruction, BinaryOperator):
        _check_binary(linter, instruction)
    elif isinstance(instruction, ExtractElementInst):
        if _is_out_of_range(instruction.operands[0], instruction.operands[1]):
            linter.report("vector-index", "Undefined result: extractelement index out of range", instruction)
    elif isinstance(instruction, InsertElementInst):
        if _is_out_of_range(instruction.operands[0], instruction.operands[2]):
            linter.report("vector-index", "Undefined result: insertelement index out of range", instruction)


def _check_binary(linter: Linter, instruction: BinaryOperator) -> None:
    word = instruction.opcode_name
    left, right = instruction.operands
    if word in DIVISIONS:
        if is_undefined(right) or is_null(right) or any(number == 0 for number in _numbers(right)):
            linter.report("division", "Undefined behavior: Division by zero", instruction)
    elif word in SHIFTS:
        width = integer_width(instruction.type)
        if any(number >= width for number in _numbers(right)):
            linter.report("shift", "Undefined result: Shift count out of range", instruction)
    elif word in ("xor", "sub") and is_undefined(left) and is_undefined(right):
        linter.report("undefined-operands", f"Undefined result: {word}(undef, undef)", instruction)


def _numbers(value: Value) -> list[int]:
    """Return the integer constants in a value: its own, or its elements if it is a constant vector."""
    if isinstance(value, ConstantInt):
        return [value.unsigned]
    if isinstance(value, ConstantData):
        return value.elements if value.element_type.kind == INTEGER else []
    if isinstance(value, ConstantAggregate):
        return [element.unsigned for element in value.operands if isinstance(element, ConstantInt)]
    return []


def _is_out_of_range(vector: Value, index: Value) -> bool:
    length = fixed_vector_length(vector.type)
    return length >= 0 and isinstance(index, ConstantInt) and index.unsigned >= length
