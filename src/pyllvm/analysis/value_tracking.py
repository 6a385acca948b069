"""The facts about values that LLVM's ValueTracking finds: bits of integers that are the same however their operands vary,
pointers that are certainly not null, and the objects that pointers lead to.

    %a = or i8 %x, 6
    %b = shl i8 %a, 4

Bits 1 and 2 of `%a` are ones. The four lowest bits of `%b` are zeros, and bits 5 and 6 are ones.

Sources: ValueTracking.cpp (`computeKnownBits`, `isKnownNonZero`, `getUnderlyingObject`, `getUnderlyingObjectAggressive`),
BasicAliasAnalysis.cpp (`getModRefInfoMask`), AliasAnalysis.cpp (`isIdentifiedObject`).
"""

from __future__ import annotations

from typing import TypeAlias

from pyllvm.analysis.computed_ranges import trailing_zeros
from pyllvm.analysis.dominance import BlockTree
from pyllvm.analysis.edge_ranges import width_of
from pyllvm.analysis.pointer_casts import returned_argument
from pyllvm.ir.constants import Constant, ConstantExpr, ConstantInt, is_null
from pyllvm.ir.function import Argument, Function, Instruction
from pyllvm.ir.global_values import GlobalAlias, GlobalValue, GlobalVariable
from pyllvm.ir.instructions import (
    AllocaInst,
    BinaryOperator,
    BranchInst,
    CallBase,
    CastInst,
    CmpInst,
    GetElementPtrInst,
    LoadInst,
    PHINode,
    SelectInst,
)
from pyllvm.ir.types import POINTER, PointerType
from pyllvm.ir.value import Value
from pyllvm.notation import Final
from pyllvm.tables import opcodes
from pyllvm.tables.behavior_versions import COUNTED_SINCE, SIGNED_QUOTIENTS_KNOWN_SINCE
from pyllvm.tables.intrinsic_names import ASSUME, PREFIX
from pyllvm.tables.linkages import INTERPOSABLE
from pyllvm.tables.opcodes import Opcode

#: The bits that are known to be zeros, and those that are known to be ones.
Bits: TypeAlias = tuple[int, int]

_DEPTH: Final = 6
# The number of bits in each unit of a number that an intrinsic reverses.
_UNITS: Final = {"bswap": 8, "bitreverse": 1}
_WORDS: Final = ("nonnull", "dereferenceable")
_BY_VALUE: Final = ("byval", "inalloca", "sret", "byref")
# How many instructions may be between a place and an assumption behind it.
_BETWEEN: Final = 15
# So many steps are made from one pointer to the next, and so many phis and selects are followed.
_STEPS: Final = 6
_JOINS: Final = 8
_READ: Final = 1
_BOTH: Final = 3
_CASTS: Final = ("bitcast", "addrspacecast")
# The intrinsics that return their first argument, with other knowledge about it.
_SAME_POINTER: Final = (
    "llvm.launder.invariant.group", "llvm.strip.invariant.group", "llvm.aarch64.irg", "llvm.aarch64.tagp", "llvm.ptrmask",
    "llvm.threadlocal.address", "llvm.amdgcn.make.buffer.rsrc",
)  # fmt: skip


def known_bits(value: Value, depth: int = 0) -> Bits:
    """The known bits of an integer."""
    width = width_of(value)
    every = (1 << width) - 1
    if isinstance(value, ConstantInt):
        return every & ~value.unsigned, value.unsigned
    if depth >= _DEPTH or not isinstance(value, Instruction):
        return 0, 0
    operands = value.operands
    if isinstance(value, SelectInst):
        chosen = known_bits(value.true_value, depth + 1), known_bits(value.false_value, depth + 1)
        return chosen[0][0] & chosen[1][0], chosen[0][1] & chosen[1][1]
    if isinstance(value, CastInst) and value.opcode in (opcodes.ZEXT, opcodes.SEXT, opcodes.TRUNC):
        return _cast(value.opcode, known_bits(operands[0], depth + 1), width_of(operands[0]), width)
    if isinstance(value, CallBase):
        return _moved_bits(value, width, depth)
    if not isinstance(value, BinaryOperator):
        return 0, 0
    opcode = value.opcode
    if opcode is opcodes.SDIV and value.type.context.llvm_version < SIGNED_QUOTIENTS_KNOWN_SINCE:
        return 0, 0
    if opcode.name in opcodes.SHIFTS:
        amount = operands[1]
        if not isinstance(amount, ConstantInt) or amount.unsigned >= width:
            return 0, 0
        return _shifted(opcode, known_bits(operands[0], depth + 1), amount.unsigned, width)
    zeros, ones = known_bits(operands[0], depth + 1)
    other_zeros, other_ones = known_bits(operands[1], depth + 1)
    if opcode is opcodes.AND:
        return zeros | other_zeros, ones & other_ones
    if opcode is opcodes.OR:
        return zeros & other_zeros, ones | other_ones
    if opcode is opcodes.XOR:
        return zeros & other_zeros | ones & other_ones, zeros & other_ones | ones & other_zeros
    if opcode.name in opcodes.DIVISIONS:
        if opcode is not opcodes.SDIV or zeros & other_zeros & every - every // 2:
            return _divided(opcode, (zeros, ones), (other_zeros, other_ones), every)
        return _signed_quotient((zeros, ones), (other_zeros, other_ones), width)
    if opcode is opcodes.MUL:
        return _product((zeros, ones), (other_zeros, other_ones), width)
    if opcode is opcodes.SUB:  # the sum with the complement, and 1
        return _sum((zeros, ones), (other_ones, other_zeros), 1, every)
    return _sum((zeros, ones), (other_zeros, other_ones), 0, every)


def _cast(opcode: Opcode, bits: Bits, inner: int, width: int) -> Bits:
    """The bits of an extension or a truncation of a number with `inner` bits."""
    zeros, ones = bits
    every = (1 << width) - 1
    added = every & ~((1 << inner) - 1)
    if opcode is opcodes.ZEXT:
        return zeros | added, ones
    if opcode is opcodes.SEXT:
        sign = 1 << (inner - 1)
        return zeros | (added if zeros & sign else 0), ones | (added if ones & sign else 0)
    return zeros & every, ones & every


def _divided(opcode: Opcode, bits: Bits, divisor: Bits, every: int) -> Bits:
    """The bits of a quotient of positive numbers, or of a remainder, whose sign is the number's unless it is zero."""
    zeros, ones = bits
    most, least_divisor = every & ~zeros, divisor[1]
    if opcode is opcodes.UDIV or opcode is opcodes.SDIV:
        return _above(most // max(least_divisor, 1), every), 0
    if least_divisor.bit_count() != 1 or divisor[0] | least_divisor != every:
        return _above(most if opcode is opcodes.SREM else min(most, every & ~divisor[0]), every), 0
    # By a power of two.
    low = least_divisor - 1
    high, sign = every & ~low, every - every // 2
    if opcode is opcodes.UREM or zeros & sign or not low & most:
        return zeros & low | high, ones & low
    return zeros & low, ones & low | (high if ones & sign and ones & low else 0)


def _signed_quotient(bits: Bits, divisor: Bits, width: int) -> Bits:
    """The highest bits of a quotient, where a number is negative: they are known from the quotient farthest from zero."""
    every = (1 << width) - 1
    least, most = _signed_bounds(bits, width)
    least_divisor, most_divisor = _signed_bounds(divisor, width)
    if most < 0 and most_divisor < 0:
        return _above(min(least // most_divisor, every // 2), every), 0
    if most < 0 <= least_divisor and -most >= most_divisor:
        return 0, _above(-least // max(least_divisor, 1) - 1, every)
    if most_divisor < 0 < least and least >= -least_divisor:
        return 0, _above(most // -most_divisor - 1, every)
    return 0, 0


def _signed_bounds(bits: Bits, width: int) -> tuple[int, int]:
    """The least and the greatest signed number with these bits."""
    zeros, ones = bits
    sign = 1 << (width - 1)
    most = ~zeros & sign - 1
    return (ones & sign - 1) - (0 if zeros & sign else sign), most - (sign if ones & sign else 0)


def _above(most: int, every: int) -> int:
    """The bits above the highest one of a number."""
    return every & ~((1 << most.bit_length()) - 1)


def _shifted(opcode: Opcode, bits: Bits, amount: int, width: int) -> Bits:
    zeros, ones = bits
    every = (1 << width) - 1
    if opcode is opcodes.SHL:
        return (zeros << amount | (1 << amount) - 1) & every, ones << amount & every
    added = every & ~(every >> amount)
    sign = 1 << (width - 1)
    if opcode is opcodes.LSHR or zeros & sign:
        return zeros >> amount | added, ones >> amount
    return zeros >> amount, ones >> amount | (added if ones & sign else 0)


def _moved_bits(call: CallBase, width: int, depth: int) -> Bits:
    """The bits of the result of an intrinsic that counts bits, or gives them other places."""
    word = intrinsic_word(call)
    if word in COUNTED_SINCE:
        return _above(_most_counted(word, call, width, depth), (1 << width) - 1), 0
    if word in _UNITS:
        zeros, ones = known_bits(call.operands[0], depth + 1)
        return _turned(zeros, width, _UNITS[word]), _turned(ones, width, _UNITS[word])
    amount = call.operands[2] if word in ("fshl", "fshr") else None
    if not isinstance(amount, ConstantInt):
        return 0, 0
    left, right = (known_bits(one, depth + 1) for one in call.operands[:2])
    places = amount.unsigned % width if word == "fshl" else width - amount.unsigned % width
    zeros, ones = ((one << width | other) >> width - places & (1 << width) - 1 for one, other in zip(left, right, strict=True))
    return zeros, ones


def _most_counted(word: str, call: CallBase, width: int, depth: int) -> int:
    """How many bits an intrinsic counts at most."""
    zeros, ones = known_bits(call.operands[0], depth + 1)
    if word == "ctpop":
        return width - zeros.bit_count()
    most = width - ones.bit_length() if word == "ctlz" else trailing_zeros(ones, width)
    return min(most, width - 1) if is_poison_of_zero(call) else most


def is_poison_of_zero(call: CallBase) -> bool:
    """Whether the result for 0 is poison: a second operand says so."""
    flag = call.operands[1]
    return isinstance(flag, ConstantInt) and flag.value != 0


def _product(left: Bits, right: Bits, width: int) -> Bits:
    """The bits of a product: as many of the lowest ones as the known bits of both numbers decide, and zeros above."""
    known = [trailing_zeros(~(zeros | ones), width) for zeros, ones in (left, right)]
    empty = [trailing_zeros(~zeros, width) for zeros, _ in (left, right)]
    count = min(min(known[0] - empty[0], known[1] - empty[1]) + empty[0] + empty[1], width)
    low = left[1] * right[1] & (1 << count) - 1
    every = (1 << width) - 1
    greatest = ((every & ~left[0]) * (every & ~right[0])).bit_length()
    above = every & ~((1 << greatest) - 1)
    return (1 << count) - 1 & ~low | above, low


def _turned(bits: int, width: int, unit: int) -> int:
    """The bits with the units of so many bits in the reverse order."""
    found = 0
    for _ in range(0, width, unit):
        found = found << unit | bits & (1 << unit) - 1
        bits >>= unit
    return found


def _sum(left: Bits, right: Bits, carry: int, every: int) -> Bits:
    """The bits of a sum: those where both numbers and the carry are known, by the least and the greatest sum."""
    greatest = (every & ~left[0]) + (every & ~right[0]) + carry
    least = left[1] + right[1] + carry
    carries = ~(greatest ^ left[0] ^ right[0]), least ^ left[1] ^ right[1]
    known = every & (left[0] | left[1]) & (right[0] | right[1]) & (carries[0] | carries[1])
    return known & ~least, known & least


def intrinsic_word(call: Value) -> str:
    """The name of the intrinsic that a call calls, without the prefix and its types; empty if it calls another function."""
    callee = call.callee if isinstance(call, CallBase) else None
    if not isinstance(callee, Function) or not callee.is_intrinsic:
        return ""
    return callee.name.removeprefix(PREFIX).rpartition(".")[0]


def is_known_nonnull(value: Value, place: Instruction, tree: BlockTree, depth: int = 0) -> bool:
    """Whether a pointer cannot be null at a place."""
    space = value.type.address_space if isinstance(value.type, PointerType) else 0
    if depth >= _DEPTH:
        return False
    if isinstance(value, GlobalValue):
        return space == 0 and value.linkage != "extern_weak"
    if isinstance(value, Constant):
        return False
    if isinstance(value, Argument):
        attributes = None if value.parent is None else value.parent.attributes
        if attributes is not None:
            own = attributes.parameter(value.number)
            if "nonnull" in own or (space == 0 and (any(one in own for one in _BY_VALUE) or "dereferenceable" in own)):
                return True
    if isinstance(value, Instruction):
        name = value.opcode_name
        if name == "alloca":
            return space == 0
        if isinstance(value, LoadInst):
            if value.metadata("nonnull") is not None or (space == 0 and value.metadata("dereferenceable") is not None):
                return True
        elif isinstance(value, CallBase):
            callee = value.callee
            sets = [value.attributes, callee.attributes if isinstance(callee, Function) else None]
            if any(word in one.returned for one in sets if one is not None for word in _WORDS):
                return True
        elif _keeps_null(value, space):
            if is_known_nonnull(value.operands[0], place, tree, depth + 1):
                return True
        elif name == "select":
            if all(is_known_nonnull(one, place, tree, depth + 1) for one in value.operands[1:]):
                return True
        elif name == "phi":
            if value.operands and all(one is value or is_known_nonnull(one, place, tree, depth + 1) for one in value.operands):
                return True
    return _is_compared_before(value, place, tree)


def _keeps_null(value: Instruction, space: int) -> bool:
    """Whether the result is null only if the first operand is."""
    name = value.opcode_name
    if name == "getelementptr":
        return space == 0 and "inbounds" in value.flag_words
    return name in ("bitcast", "freeze") and isinstance(value.operands[0].type, PointerType)


def _is_compared_before(value: Value, place: Instruction, tree: BlockTree) -> bool:
    """Whether an assumption or a branch says before the place that the pointer is not null."""
    block = place.parent
    if block is None or not value.are_uses_known:
        return False
    for user in value.users:
        if not isinstance(user, CmpInst) or user.predicate not in ("ne", "eq") or not is_null(user.right):
            continue
        for inner in user.users:
            if not isinstance(inner, Instruction) or inner.parent is None:
                continue
            if isinstance(inner, CallBase):
                if user.predicate == "ne" and _is_assumption(inner) and _holds_at(inner, place, tree):
                    return True
            elif isinstance(inner, BranchInst) and inner.is_conditional:
                target = inner.successors[0 if user.predicate == "ne" else 1]
                if len(target.predecessors) == 1 and tree.dominates(target, block):
                    return True
    return False


def _is_assumption(call: CallBase) -> bool:
    callee = call.callee
    return isinstance(callee, Function) and callee.name == ASSUME


def _holds_at(assumption: CallBase, place: Instruction, tree: BlockTree) -> bool:
    """Whether an assumption is true at a place: it comes before, or execution certainly goes on from there to it."""
    block = place.parent
    if assumption.parent is None or block is None:
        return False
    if assumption.parent is not block:
        return tree.dominates(assumption.parent, block)
    if block.index_of(assumption) < block.index_of(place):
        return True
    at = place.next
    for _ in range(_BETWEEN):
        if at is None or at is assumption:
            break
        if at.may_throw or not at.will_return:
            return False
        at = at.next
    return at is assumption


def underlying_object(pointer: Value, follows_joins: bool) -> Value:
    """Return the object that a pointer leads to, or the value at which that cannot be seen any more.

    With `follows_joins`, phis and selects are followed if all their values lead to one object.
    """
    if not follows_joins:
        return _within_steps(pointer)
    waiting = [pointer]
    met: set[Value] = set()
    found: Value | None = None
    first = _within_steps(pointer)
    while waiting:
        one = _within_steps(waiting.pop())
        if one in met:
            continue
        met.add(one)
        if len(met) == _JOINS:
            return first
        if isinstance(one, SelectInst):
            waiting += [one.true_value, one.false_value]
        elif isinstance(one, PHINode):
            waiting += one.operands
        elif found is not None and found is not one:
            return first
        else:
            found = one
    return first if found is None else found


def is_local_or_constant(pointer: Value) -> int:
    """Return the accesses that matter to others: bits for reading and writing, none if all is on the stack or constant."""
    waiting = [pointer]
    met: set[Value] = set()
    result = 0
    left = _JOINS
    while waiting:
        one = _within_steps(waiting.pop())
        if one not in met:
            met.add(one)
            if isinstance(one, Argument) and _is_invariant(one):
                result |= _READ
            elif isinstance(one, GlobalVariable):
                if not one.is_constant:
                    return _BOTH
            elif isinstance(one, SelectInst):
                waiting += [one.true_value, one.false_value]
            elif isinstance(one, PHINode):
                if len(one.operands) > _JOINS:
                    return _BOTH
                waiting += one.operands
            elif not isinstance(one, AllocaInst):
                return _BOTH
        left -= 1
        if left == 0 and waiting:
            return _BOTH
    return result


def is_identified_object(value: Value) -> bool:
    """Whether no other value is the address of the same object, except those that are computed from it."""
    if isinstance(value, (AllocaInst, GlobalVariable, Function)):
        return True
    if isinstance(value, CallBase):
        callee = value.called_function
        for attributes in (value.attributes, None if callee is None else callee.attributes):
            if attributes is not None and "noalias" in attributes.returned:
                return True
        return False
    if isinstance(value, Argument):
        return _has(value, "noalias") or _has(value, "byval")
    return isinstance(value, GlobalValue) and not isinstance(value, GlobalAlias)


def _within_steps(pointer: Value) -> Value:
    value = pointer
    for _ in range(_STEPS):
        inner = _one_step(value)
        if inner is None:
            break
        value = inner
    return value


def _one_step(value: Value) -> Value | None:
    """Return the pointer of which a pointer is made; None if there is none."""
    if isinstance(value, GetElementPtrInst):
        return value.operands[0]
    if isinstance(value, CastInst):
        inner = value.operands[0]
        return inner if value.opcode.name in _CASTS and inner.type.kind == POINTER else None
    if isinstance(value, ConstantExpr):
        if value.opcode == "getelementptr" or value.opcode in _CASTS:
            inner = value.operands[0]
            return inner if inner.type.kind == POINTER else None
        return None
    if isinstance(value, GlobalAlias):
        return None if value.linkage in INTERPOSABLE else value.aliasee
    if isinstance(value, PHINode):
        return value.operands[0] if len(value.operands) == 1 else None
    if isinstance(value, CallBase):
        returned = returned_argument(value)
        if returned is not None:
            return returned
        callee = value.called_function
        if callee is not None and callee.name.startswith(_SAME_POINTER):
            return value.operands[0]
    return None


def _is_invariant(argument: Argument) -> bool:
    return _has(argument, "noalias") and (_has(argument, "readonly") or _has(argument, "readnone"))


def _has(argument: Argument, word: str) -> bool:
    function = argument.parent
    if not isinstance(function, Function) or function.attributes is None:
        return False
    own = function.attributes.parameters.get(argument.number)
    return own is not None and word in own
