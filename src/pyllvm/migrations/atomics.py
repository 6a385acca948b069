"""Atomic operations that older LLVMs do not have."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.constants import ConstantInt, null_value
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import (
    AtomicCmpXchgInst,
    AtomicRMWInst,
    BinaryOperator,
    BranchInst,
    CallBase,
    CallInst,
    CastInst,
    CmpInst,
    ExtractValueInst,
    LoadInst,
    PHINode,
    SelectInst,
)
from pyllvm.ir.intrinsics.overloaded_names import mangled_intrinsic_name
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import Context, FloatingPointType, IntegerType, PointerType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.migrations.equivalents.instruction_list import InstructionList, integer
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import declared_intrinsic, replace_with_instructions
from pyllvm.tables.atomics import ANYTHING, ATOMIC_RMW_OPERATIONS, FLOATING_POINT, MONOTONIC, STRONGEST_FAILURE
from pyllvm.tables.features import ATOMIC_VECTOR_OPERATIONS, ATOMIC_XCHG_OF_FLOATS, ATOMIC_XCHG_OF_POINTERS
from pyllvm.tables.opcodes import ADD, AND, BITCAST, FADD, FSUB, INTTOPTR, OPCODES_BY_NAME, OR, PTRTOINT, SUB, TRUNC, XOR, ZEXT
from pyllvm.tables.predicates import ICMP_NUMBERS
from pyllvm.versions import NEWEST

# --- `atomicrmw xchg` of numbers (LLVM 9) and of pointers (LLVM 15). Before, an integer of the same size was exchanged.


def exchange_integers(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Exchange integers, and cast them.

    LLVM 9: %r = atomicrmw xchg float* %p, float %a seq_cst
    LLVM 8:
        %1 = bitcast float* %p to i32*
        %2 = bitcast float %a to i32
        %3 = atomicrmw xchg i32* %1, i32 %2 seq_cst
        %r = bitcast i32 %3 to float

    LLVM 15: %r = atomicrmw xchg i8** %p, i8* %a seq_cst, align 8
    LLVM 14:
        %1 = bitcast i8** %p to i64*
        %2 = ptrtoint i8* %a to i64
        %3 = atomicrmw xchg i64* %1, i64 %2 seq_cst, align 8
        %r = inttoptr i64 %3 to i8*
    """
    layout = DataLayout(module.data_layout, module.llvm_version)
    for exchange in bodies.found().exchanges:
        if ATOMIC_RMW_OPERATIONS[exchange.operation_number].operand == ANYTHING:
            _replace(module.context, layout, exchange, version)


def _replace(context: Context, layout: DataLayout, exchange: AtomicRMWInst, version: int) -> None:
    type = exchange.type
    is_pointer = isinstance(type, PointerType) and not ATOMIC_XCHG_OF_POINTERS.is_in(version)
    if not is_pointer and (not isinstance(type, FloatingPointType) or ATOMIC_XCHG_OF_FLOATS.is_in(version)):
        return
    integer = context.integer(layout.size_in_bits(type))
    made: list[Instruction] = []
    pointer: Value = exchange.operands[0]
    own = pointer.type
    if isinstance(own, PointerType) and own.pointee is not None:
        cast = CastInst(BITCAST, pointer, context.pointer_to(integer, own.address_space))
        made.append(cast)
        pointer = cast
    value = CastInst(PTRTOINT if is_pointer else BITCAST, exchange.operands[1], integer)
    changed = AtomicRMWInst(exchange.operation_number, pointer, value, exchange.ordering_number, exchange.alignment)
    changed.is_volatile = exchange.is_volatile
    changed.sync_scope = exchange.sync_scope
    changed.attachments = exchange.attachments
    made += [value, changed, CastInst(INTTOPTR if is_pointer else BITCAST, changed, type, name=exchange.name)]
    replace_with_instructions(exchange, made)


# --- LLVM 16: x86's `llvm.x86.atomic.add.cc` and its like return a condition that the locked instruction's flags hold.
#
# Without them it is an `atomicrmw`, and comparisons that compute the condition. Source: Intel's manual on the flags of ADD, SUB,
# AND, OR and XOR, and on the conditions of SETcc.

OPERATIONS: Final = ("add", "and", "or", "sub", "xor")
# The conditions by half of their numbers; an odd number is the opposite of the one before.
_OVERFLOW: Final = 0
_BELOW: Final = 1
_EQUAL: Final = 2
_BELOW_OR_EQUAL: Final = 3
_SIGN: Final = 4
_PARITY: Final = 5
_LESS: Final = 6
_LESS_OR_EQUAL: Final = 7
# After a subtraction these compare its operands.
_COMPARISONS: Final[dict[int, str]] = {_BELOW: "ult", _EQUAL: "eq", _BELOW_OR_EQUAL: "ule", _LESS: "slt", _LESS_OR_EQUAL: "sle"}
_HIGHEST_CONDITION: Final = 15
_LOW_BYTE: Final = 255


def flags_after(made: InstructionList, call: CallBase) -> Value | None:
    """The result of a call, an i8.

    LLVM 16: %r = call i8 @llvm.x86.atomic.add.cc.i32(ptr %p, i32 %a, i32 4)
    LLVM 15:
        %1 = atomicrmw add ptr %p, i32 %a seq_cst, align 4
        %2 = add i32 %1, %a
        %3 = icmp eq i32 %2, 0
        %r = zext i1 %3 to i8
    """
    pointer, value, condition = call.operands[0], call.operands[1], call.operands[2]
    operation = call.callee.name.split(".")[3]
    if not isinstance(condition, ConstantInt) or not isinstance(value.type, IntegerType) or operation not in OPERATIONS:
        return None
    number = condition.unsigned
    if number > _HIGHEST_CONDITION:
        return None
    old = made.exchange(operation, pointer, value)
    flag = _condition(made, number // 2, operation, old, value)
    if number % 2:
        flag = made.binary(XOR, flag, ConstantInt.get(call.type.context.integer(1), 1))
    return made.cast(ZEXT, flag, call.type)


def _condition(made: InstructionList, condition: int, operation: str, old: Value, value: Value) -> Value:
    if operation == "sub" and condition in _COMPARISONS:
        return made.compare(_COMPARISONS[condition], old, value)
    result = made.binary(OPCODES_BY_NAME[operation], old, value)
    zero = integer(value.type, 0)
    if condition == _EQUAL:
        return made.compare("eq", result, zero)
    if condition == _SIGN:
        return made.compare("slt", result, zero)
    if condition == _PARITY:
        low = made.binary(AND, result, integer(value.type, _LOW_BYTE))
        count = made.call("llvm.ctpop.", value.type, [low])
        odd = made.cast(TRUNC, count, value.type.context.integer(1))
        return made.binary(XOR, odd, ConstantInt.get(value.type.context.integer(1), 1))
    if operation in ("add", "sub"):
        return _arithmetic_condition(made, condition, operation, old, value, result)
    # The other operations clear the flags of carry and overflow.
    if condition == _BELOW_OR_EQUAL:
        return made.compare("eq", result, zero)
    if condition == _LESS:
        return made.compare("slt", result, zero)
    if condition == _LESS_OR_EQUAL:
        return made.compare("sle", result, zero)
    return made.compare("ne", zero, zero)


def _arithmetic_condition(
    made: InstructionList, condition: int, operation: str, old: Value, value: Value, result: Value
) -> Value:
    zero = integer(value.type, 0)
    if condition == _BELOW:
        return made.compare("ult", result, old)
    if condition == _BELOW_OR_EQUAL:
        return made.binary(OR, made.compare("ult", result, old), made.compare("eq", result, zero))
    changed = made.binary(XOR, old, result)
    other = made.binary(XOR, value, result if operation == "add" else old)
    overflow = made.compare("slt", made.binary(AND, changed, other), zero)
    if condition == _OVERFLOW:
        return overflow
    less = made.binary(XOR, overflow, made.compare("slt", result, zero))
    return less if condition == _LESS else made.binary(OR, less, made.compare("eq", result, zero))


# --- Operations of `atomicrmw` that came with several releases: before, a loop compared and exchanged until nobody interfered.
#
# LLVM's AtomicExpand makes the same loop: it loads the old value, computes the new one, and exchanges them if memory
# still holds the old one; else it goes on with what memory holds.

_BINARY: Final = {"fadd": FADD, "fsub": FSUB}
_INTRINSICS: Final[dict[str, str]] = {
    "fmax": "llvm.maxnum",
    "fmin": "llvm.minnum",
    "fmaximum": "llvm.maximum",
    "fminimum": "llvm.minimum",
    "fmaximumnum": "llvm.maximumnum",
    "fminimumnum": "llvm.minimumnum",
}
_SELECTED: Final = ("uinc_wrap", "udec_wrap", "usub_cond", "usub_sat")


def loop_over_exchanges(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Put a loop in the place of every operation that LLVM `version` lacks.

    LLVM 16: %r = atomicrmw uinc_wrap ptr %p, i32 %a seq_cst, align 4
    LLVM 15:
        %1 = load atomic i32, ptr %p monotonic, align 4
        br label %2
        2:
        %r = phi i32 [ %1, %0 ], [ %7, %2 ]
        %3 = add i32 %r, 1
        %4 = icmp uge i32 %r, %a
        %5 = select i1 %4, i32 0, i32 %3
        %6 = cmpxchg ptr %p, i32 %r, i32 %5 seq_cst seq_cst, align 4
        %7 = extractvalue { i32, i1 } %6, 0
        %8 = extractvalue { i32, i1 } %6, 1
        br i1 %8, label %9, label %2
    """
    if not bodies.found().exchanges:
        return
    loops = _Loops(module, version)
    for function in list(module.functions):
        for block in function.blocks[:]:
            # The instructions after the operation move to a block of their own, which may have further operations.
            rest: BasicBlock | None = block
            while rest is not None:
                rest = loops.expand_first(function, rest)


@final
class _Loops:
    def __init__(self, module: Module, version: int) -> None:
        self.module: Final = module
        self.context: Final = module.context
        self.version: Final = version
        self.layout: Final = DataLayout(module.data_layout, module.llvm_version)

    def expand_first(self, function: Function, block: BasicBlock) -> BasicBlock | None:
        """Expand the first operation of a block that is missing, and return the block with what follows it."""
        for instruction in block.instructions:
            if isinstance(instruction, AtomicRMWInst) and self._is_missing(instruction):
                return self._expand(function, block, instruction)
        return None

    def _is_missing(self, operation: AtomicRMWInst) -> bool:
        row = ATOMIC_RMW_OPERATIONS[operation.operation_number]
        type = operation.type
        if operation.is_elementwise:
            return False
        if row.operand != FLOATING_POINT:
            return self.version < row.since and row.word in _SELECTED and isinstance(type, IntegerType)
        if row.word in _BINARY or row.word in _INTRINSICS:
            bits = self.layout.size_in_bits(type)
            if bits & (bits - 1) or bits != 8 * self.layout.store_size(type):
                return False
            if isinstance(type, VectorType) and not ATOMIC_VECTOR_OPERATIONS.is_in(self.version):
                return not type.is_scalable
            return self.version < row.since
        return False

    def _expand(self, function: Function, block: BasicBlock, operation: AtomicRMWInst) -> BasicBlock:
        context = self.context
        loop = BasicBlock(context.label)
        end = BasicBlock(context.label)
        at = block.instructions.index(operation)
        _move_to(end, block, at + 1)
        block.splice(at, 1, [])
        number = function.blocks.index(block)
        for made_block in (end, loop):
            made_block.parent = function
            function.blocks.insert(number + 1, made_block)

        integer = self._integer(operation.type)
        before: list[Instruction] = []
        pointer = self._pointer_to(operation.operands[0], integer, before)
        first = LoadInst(integer, pointer, operation.alignment or self.layout.store_size(integer), operation.is_volatile)
        first.ordering_number = MONOTONIC
        first.sync_scope = operation.sync_scope
        before += [first, BranchInst(context.void, loop)]
        before[0].debug_records = operation.debug_records

        held = PHINode(integer)
        made: list[Instruction] = [held]
        old: Value = held
        if integer is not operation.type:
            cast = CastInst(BITCAST, held, operation.type)
            made.append(cast)
            old = cast
        new = self._computed(ATOMIC_RMW_OPERATIONS[operation.operation_number].word, old, operation.operands[1], made)
        if integer is not operation.type:
            cast = CastInst(BITCAST, new, integer)
            made.append(cast)
            new = cast
        exchange = self._exchange(operation, pointer, held, new)
        found = ExtractValueInst(integer, exchange, [0])
        is_done = ExtractValueInst(context.integer(1), exchange, [1])
        made += [exchange, found, is_done, BranchInst(context.void, end, is_done, loop)]
        held.add_incoming(first, block)
        held.add_incoming(found, loop)

        old.set_unique_name(operation.name)
        operation.set_unique_name("")
        for one in before:
            one.debug_location = operation.debug_location
            block.append_read(one)
        for one in made:
            one.debug_location = operation.debug_location
            loop.append_read(one)
        operation.move_uses_to(old)
        operation.drop_operands()
        return end

    def _exchange(self, operation: AtomicRMWInst, pointer: Value, held: Value, new: Value) -> AtomicCmpXchgInst:
        """The cmpxchg that stores the `new` value if the memory still has the `held` value."""
        context = self.context
        exchange = AtomicCmpXchgInst(
            context.literal_struct([held.type, context.integer(1)]),
            pointer,
            held,
            new,
            operation.ordering_number,
            STRONGEST_FAILURE[operation.ordering_number],
            operation.alignment,
        )
        exchange.is_volatile = operation.is_volatile
        exchange.sync_scope = operation.sync_scope
        exchange.attachments = operation.attachments
        return exchange

    def _integer(self, type: Type) -> IntegerType:
        return type if isinstance(type, IntegerType) else self.context.integer(self.layout.size_in_bits(type))

    def _pointer_to(self, pointer: Value, type: IntegerType, made: list[Instruction]) -> Value:
        """The pointer, cast to one to the integer where pointers are typed."""
        own = pointer.type
        if not isinstance(own, PointerType) or own.pointee is None or own.pointee is type:
            return pointer
        cast = CastInst(BITCAST, pointer, self.context.pointer_to(type, own.address_space))
        made.append(cast)
        return cast

    def _computed(self, word: str, old: Value, value: Value, made: list[Instruction]) -> Value:
        """The value that the operation stores; the instructions that compute it are added to `made`."""
        if word in _BINARY:
            made.append(BinaryOperator(_BINARY[word], old, value))
        elif word in _INTRINSICS:
            type = self.context.function(old.type, [old.type, old.type])
            # The version may lack the intrinsic, which is replaced then.
            name = mangled_intrinsic_name(_INTRINSICS[word], type, NEWEST)
            assert name is not None
            made.append(CallInst(type, declared_intrinsic(self.module, name, type, self.version), [old, value]))
        else:
            self._compute_selected(word, old, value, made)
        return made[-1]

    def _compute_selected(self, word: str, old: Value, value: Value, made: list[Instruction]) -> None:
        """The operations on integers: one of two values, by a comparison."""
        zero = null_value(old.type)
        truth = self.context.integer(1)
        assert isinstance(old.type, IntegerType)
        one = ConstantInt.get(old.type, 1)
        if word == "udec_wrap":
            below = BinaryOperator(SUB, old, one)
            is_zero = CmpInst(ICMP_NUMBERS["eq"], old, zero, truth)
            is_above = CmpInst(ICMP_NUMBERS["ugt"], old, value, truth)
            bounded = SelectInst(is_above, value, below)
            made += [below, is_zero, is_above, bounded, SelectInst(is_zero, value, bounded)]
            return
        reaches = CmpInst(ICMP_NUMBERS["uge"], old, value, truth)
        changed = BinaryOperator(ADD, old, one) if word == "uinc_wrap" else BinaryOperator(SUB, old, value)
        made += [changed, reaches]
        if word == "uinc_wrap":
            made.append(SelectInst(reaches, zero, changed))
        elif word == "usub_cond":
            made.append(SelectInst(reaches, changed, old))
        else:
            made.append(SelectInst(reaches, changed, zero))


def _move_to(end: BasicBlock, block: BasicBlock, at: int) -> None:
    """Move the instructions of a block from `at` on to another, which its successors then follow."""
    end.instructions = block.instructions[at:]
    end.trailing_debug_records = block.trailing_debug_records
    block.trailing_debug_records = None
    block.splice(at, len(end.instructions), [])
    for instruction in end.instructions:
        instruction.parent = end
    terminator = end.terminator
    if terminator is None:
        return
    for successor in terminator.operands:
        if not isinstance(successor, BasicBlock):
            continue
        for instruction in successor.instructions:
            if not isinstance(instruction, PHINode):
                break
            instruction.blocks[:] = [end if one is block else one for one in instruction.blocks]
