"""Whether a value is certainly not poison (isGuaranteedNotToBePoison in LLVM's ValueTracking)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from pyllvm.ir import constants
from pyllvm.ir.attributes import AttributeSet
from pyllvm.ir.call_instructions import CallBase
from pyllvm.ir.folding.constant_parts import has_no_poison, is_kind, scalable_element
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.instructions import BranchInst, PHINode, ReturnInst, StoreInst, SwitchInst
from pyllvm.ir.value import User, Value
from pyllvm.tables.behavior_versions import POISON_CHOSEN_SINCE, SCALABLE_ELEMENT_EXAMINED_SINCE, SPACE_CASTS_POISON_SINCE
from pyllvm.tables.intrinsic_names import DEBUG_PREFIX
from pyllvm.tables.opcodes import CAST_NAMES, COMPARISONS, DIVISIONS, MAKES_POISON, OPERATIONS_ON_NUMBERS, SHIFTS

if TYPE_CHECKING:
    from pyllvm.analysis.dominance import BlockTree

# How deep the operands of an operation are followed, and how many instructions behind a value are examined.
_DEPTH: Final = 6
_BEHIND: Final = 32

# The operations whose result is poison only if an operand is, unless a flag says more.
_HARMLESS: Final = (OPERATIONS_ON_NUMBERS | CAST_NAMES) - MAKES_POISON | frozenset(
    (*COMPARISONS, "phi", "select", "freeze", "extractvalue", "insertvalue", "getelementptr")
)
_ELEMENTS: Final = {"extractelement": 1, "insertelement": 2}
# The operations that give poison if one operand is poison.
_PASSING: Final = OPERATIONS_ON_NUMBERS | CAST_NAMES | frozenset((*COMPARISONS, "getelementptr"))
_PASSING_INTRINSICS: Final = (
    "llvm.sadd.with.overflow", "llvm.ssub.with.overflow", "llvm.smul.with.overflow",
    "llvm.uadd.with.overflow", "llvm.usub.with.overflow", "llvm.umul.with.overflow",
    "llvm.ctpop", "llvm.ctlz", "llvm.cttz", "llvm.abs", "llvm.smax", "llvm.smin", "llvm.umax", "llvm.umin",
    "llvm.bitreverse", "llvm.bswap", "llvm.sadd.sat", "llvm.ssub.sat", "llvm.sshl.sat", "llvm.uadd.sat", "llvm.usub.sat",
    "llvm.ushl.sat",
)  # fmt: skip
# Attributes and metadata that say that a value is not poison.
_DEFINED: Final = ("noundef", "dereferenceable", "dereferenceable_or_null")


@final
class PoisonAnalysis:
    """Answers for the values of one function, whose blocks must not change in the meantime."""

    def __init__(self, function: Function, tree: BlockTree) -> None:
        self._function = function
        self._tree = tree

    def is_never_poison(self, value: Value, place: BasicBlock | None = None, depth: int = 0) -> bool:
        """Whether a value is not poison, at the end of what dominates the block `place`, if that is given."""
        if depth >= _DEPTH:
            return False
        if isinstance(value, constants.ConstantExpr):
            element = scalable_element(value)
            if element is not None and value.type.context.llvm_version >= SCALABLE_ELEMENT_EXAMINED_SINCE:
                return has_no_poison(element)
            return not may_create_poison(value) and self._are_never_poison(value.operands, place, depth)
        if isinstance(value, constants.Constant):
            return has_no_poison(value) or isinstance(value, constants.ConstantByte) or is_kind(value, constants.UNDEF)
        if isinstance(value, Argument):
            if _says_defined(_of_parameter(value)):
                return True
        elif isinstance(value, Instruction):
            if value.opcode_name in ("alloca", "freeze"):
                return True
            if isinstance(value, CallBase) and _call_is_defined(value):
                return True
            if self._is_from_defined(value, place, depth):
                return True
            if value.opcode_name == "load" and any(value.metadata(kind) is not None for kind in _DEFINED):
                return True
        else:
            return False
        if self._is_undefined_if_poison(value):
            return True
        return place is not None and self._is_decided_before(value, place)

    def _is_from_defined(self, value: Instruction, place: BasicBlock | None, depth: int) -> bool:
        if may_create_poison(value):
            return False
        if isinstance(value, PHINode):
            for one, block in value.incoming:
                if one is not value and not self.is_never_poison(one, block, depth + 1):
                    return False
            return True
        return self._are_never_poison(value.operands, place, depth)

    def _are_never_poison(self, values: list[Value], place: BasicBlock | None, depth: int) -> bool:
        return all(self.is_never_poison(one, place, depth + 1) for one in values)

    def _is_decided_before(self, value: Value, place: BasicBlock) -> bool:
        """Whether a block that dominates `place` branches on the value, or on what is poison if it is."""
        block = self._tree.dominator(place)
        while block is not None:
            end = block.terminator
            condition: Value | None = None
            if isinstance(end, BranchInst):
                condition = end.condition if end.is_conditional else None
            elif isinstance(end, SwitchInst):
                condition = end.condition
            if condition is not None:
                if condition is value:
                    return True
                if isinstance(condition, User) and value in condition.operands and passes_poison(condition, value):
                    return True
            block = self._tree.dominator(block)
        return False

    def _is_undefined_if_poison(self, value: Value) -> bool:
        """Whether the program has no meaning if the value is poison: it is soon used where it must not be."""
        if isinstance(value, Instruction):
            block = value.parent
            at: Instruction | None = value.next if not isinstance(value, PHINode) else value
        else:
            block = self._function.blocks[0]
            at = block.first
        poison: set[Value] = {value}
        seen: set[BasicBlock] = set()
        left = _BEHIND
        while block is not None and block not in seen:
            seen.add(block)
            while at is not None:
                if is_debug_call(at):
                    at = at.next
                    continue
                left -= 1
                if left < 0:
                    return False
                if at is not value:
                    if _is_undefined_with(at, poison, self._function):
                        return True
                    if not _goes_on(at):
                        return False
                    if any(one in poison and passes_poison(at, one) for one in at.operands):
                        poison.add(at)
                at = at.next
            targets = block.successors
            following = targets[0] if targets and all(one is targets[0] for one in targets) else None
            block = following if following is not None and len(targets) == 1 else None
            at = None if block is None else block.first_non_phi
            if block is not None:
                for phi in block.phis:
                    if any(one in poison for one in phi.operands) and all(one in poison for one in phi.operands):
                        poison.add(phi)
        return False


def is_never_undef(value: Value, depth: int = 0) -> bool:
    """Whether a value is certainly not undefined (isGuaranteedNotToBeUndef; before LLVM 18 it must not be poison either)."""
    if depth >= _DEPTH:
        return False
    if isinstance(value, constants.Constant):
        return not (isinstance(value, constants.ConstantExpr) or constants.is_undefined(value))
    if isinstance(value, Argument):
        return _says_defined(_of_parameter(value))
    if not isinstance(value, Instruction):
        return False
    name = value.opcode_name
    if name in ("alloca", "freeze") or (isinstance(value, CallBase) and _call_is_defined(value)):
        return True
    if name == "load":
        return any(value.metadata(kind) is not None for kind in _DEFINED)
    if value.type.context.llvm_version < POISON_CHOSEN_SINCE:
        if may_create_poison(value):
            return False
    elif name not in _HARMLESS and name not in MAKES_POISON:
        return False
    operands = [one for one in value.operands if one is not value and not isinstance(one, BasicBlock)]
    return all(is_never_undef(one, depth + 1) for one in operands)


def may_create_poison(value: Instruction | constants.ConstantExpr) -> bool:
    """Whether an operation may give poison although no operand is poison."""
    name = value.opcode_name if isinstance(value, Instruction) else value.opcode
    if name in SHIFTS:
        amount = value.operands[1]
        width = getattr(amount.type, "width", 0)
        if not isinstance(amount, constants.ConstantInt) or amount.value >= width:
            return True
    elif name in _ELEMENTS:
        index = value.operands[_ELEMENTS[name]]
        count = getattr(value.operands[0].type, "count", 0)
        if not isinstance(index, constants.ConstantInt) or index.value >= count:
            return True
    elif name == "call":
        return not _calls(value, _PASSING_INTRINSICS)
    elif name == "addrspacecast":
        return value.type.context.llvm_version >= SPACE_CASTS_POISON_SINCE
    elif name not in _HARMLESS:
        return True
    if isinstance(value, Instruction):
        return bool(_POISON_FLAGS.intersection(value.flag_words))
    return value.flags != 0


_POISON_FLAGS: Final = frozenset(
    ("nuw", "nsw", "exact", "inbounds", "nusw", "nnan", "ninf", "fast", "disjoint", "nneg", "samesign", "inrange")
)


def passes_poison(user: User, value: Value) -> bool:
    """Whether the user is poison if this operand is poison."""
    if not isinstance(user, Instruction):
        return False
    name = user.opcode_name
    if name in _PASSING:
        return True
    if name == "select":
        return user.operands[0] is value
    return name == "call" and _calls(user, _PASSING_INTRINSICS)


def is_debug_call(instruction: Instruction) -> bool:
    """Whether an instruction calls one of LLVM's debug intrinsics."""
    return _calls(instruction, (DEBUG_PREFIX,))


def _calls(instruction: User, prefixes: tuple[str, ...]) -> bool:
    """Whether an instruction calls a function whose name begins so."""
    callee = instruction.callee if isinstance(instruction, CallBase) else None
    return isinstance(callee, Function) and callee.name.startswith(prefixes)


def _goes_on(instruction: Instruction) -> bool:
    """Whether execution certainly reaches what follows."""
    if instruction.is_terminator:
        return instruction.opcode_name in ("br", "switch")
    return not instruction.may_throw and instruction.will_return


def _is_undefined_with(instruction: Instruction, poison: set[Value], function: Function) -> bool:
    """Whether an instruction has no meaning because one of these values is poison."""
    name = instruction.opcode_name
    operands = instruction.operands
    if isinstance(instruction, StoreInst):
        return instruction.pointer in poison
    if name in ("load", "cmpxchg", "atomicrmw"):
        return operands[0] in poison
    if name in DIVISIONS:
        return operands[1] in poison
    if isinstance(instruction, BranchInst):
        return instruction.is_conditional and instruction.condition in poison
    if isinstance(instruction, SwitchInst):
        return instruction.condition in poison
    if isinstance(instruction, ReturnInst):
        value = instruction.value
        attributes = function.attributes
        return value is not None and value in poison and attributes is not None and "noundef" in attributes.returned
    if isinstance(instruction, CallBase):
        if instruction.callee in poison:
            return True
        return any(
            argument in poison and _says_defined(_of_argument(instruction, index))
            for index, argument in enumerate(instruction.arguments)
        )
    return False


def _says_defined(sets: list[AttributeSet]) -> bool:
    return any(word in one for one in sets for word in _DEFINED)


def _of_parameter(argument: Argument) -> list[AttributeSet]:
    function = argument.parent
    attributes = None if function is None else function.attributes
    return [] if attributes is None else [attributes.parameter(argument.number)]


def _of_argument(call: CallBase, index: int) -> list[AttributeSet]:
    found: list[AttributeSet] = []
    if call.attributes is not None:
        found.append(call.attributes.parameter(index))
    callee = call.callee
    if isinstance(callee, Function) and callee.attributes is not None:
        found.append(callee.attributes.parameter(index))
    return found


def _call_is_defined(call: CallBase) -> bool:
    found: list[AttributeSet] = []
    if call.attributes is not None:
        found.append(call.attributes.returned)
    callee = call.callee
    if isinstance(callee, Function) and callee.attributes is not None:
        found.append(callee.attributes.returned)
    return _says_defined(found)
