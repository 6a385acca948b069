"""The operands of inline assembly: each constraint with the value and the type that belong to it."""

from __future__ import annotations

from typing import Final, final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import InlineAsm
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.target.asm_constraints import CLOBBER, INPUT, LABEL, OUTPUT, AsmConstraint
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.ir.types import VOID, FloatingPointType, IntegerType, PointerType, StructType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.tables.inline_asm_constraints import (
    ANYTHING,
    IMMEDIATE,
    MEMORY,
    NO_CONTRACTIONS_SINCE,
    REGISTER,
    THUMB1_SUB_ARCHITECTURES,
    codes_of_family,
)
from pyllvm.verifier.lint.findings import Linter

_DIGITS: Final = "0123456789"
# The widths of the vectors that the tables of registers list.
_VECTOR_BITS: Final = (64, 128, 256, 512)


@final
class AsmOperand:
    """One operand: its constraint, the argument that it consumes (None for direct outputs and labels), and its type.

    `number` is the number of the constraint. The type is that in registers: what an indirect operand points to. It is None if
    the call has none, as the result of a call that returns void.
    """

    __slots__ = ("argument", "constraint", "number", "type")

    def __init__(self, constraint: AsmConstraint, number: int, argument: Value | None, type: Type | None) -> None:
        self.constraint = constraint
        self.number = number
        self.argument = argument
        self.type = type

    @property
    def code(self) -> str:
        """The only code of the only alternative; empty if the constraint has more, or is tied to an output."""
        codes = self.constraint.codes
        if len(codes) != 1 or len(codes[0]) != 1:
            return ""
        return "" if codes[0][0][:1] in _DIGITS else codes[0][0]


@final
class AsmCall:
    """A call of inline assembly with the facts that all rules need: `kinds` come from `codes_of_family`."""

    __slots__ = ("architecture", "assembly", "call", "constraints", "family", "kinds", "linter", "operands")

    def __init__(self, linter: Linter, call: CallBase, assembly: InlineAsm, constraints: list[AsmConstraint]) -> None:
        self.linter = linter
        self.call = call
        self.assembly = assembly
        self.constraints = constraints
        self.family: str = _family(linter.triple)
        self.architecture: str = linter.triple.architecture
        self.kinds: dict[str, str] = codes_of_family(self.family, linter.version)
        self.operands: list[AsmOperand] = _operands(call, constraints)

    def kind(self, operand: AsmOperand) -> str:
        """Where the operand is: the kind of its only code, a register if that is one by name; ANYTHING if it is not certain."""
        code = operand.code
        if code.startswith("{"):
            return REGISTER
        found = self.kinds.get(code, ANYTHING)
        return found if found in (REGISTER, MEMORY, IMMEDIATE) else ANYTHING


def _family(triple: TargetTriple) -> str:
    """Return the family of targets whose tables list the target's codes."""
    if triple.family != "arm" or not triple.architecture.startswith("thumb"):
        return triple.family
    return "thumb1" if triple.sub_architecture in THUMB1_SUB_ARCHITECTURES else "thumb"


def _operands(call: CallBase, constraints: list[AsmConstraint]) -> list[AsmOperand]:
    arguments: list[Value] = call.arguments
    results = _results(call.type, constraints)
    made: list[AsmOperand] = []
    position = result = 0
    for number, constraint in enumerate(constraints):
        if constraint.kind == CLOBBER:
            continue
        argument: Value | None = None
        type: Type | None = None
        if constraint.kind == OUTPUT and not constraint.is_indirect:
            type = results[result] if result < len(results) else None
            result += 1
        elif constraint.kind != LABEL and position < len(arguments):
            argument = arguments[position]
            type = _pointed_to(call, position) if constraint.is_indirect else argument.type
            position += 1
        made.append(AsmOperand(constraint, number, argument, type))
    return made


def _results(type: Type, constraints: list[AsmConstraint]) -> list[Type]:
    """The types of the direct outputs: the elements of a struct if there are several."""
    outputs = [one for one in constraints if one.kind == OUTPUT and not one.is_indirect]
    if len(outputs) > 1 and isinstance(type, StructType) and type.elements is not None:
        return type.elements
    return [] if type.kind == VOID else [type]


def _pointed_to(call: CallBase, position: int) -> Type | None:
    type = call.arguments[position].type
    if isinstance(type, PointerType) and type.pointee is not None:
        return type.pointee
    own = None if call.attributes is None else call.attributes.parameters.get(position)
    attribute = None if own is None else own.find("elementtype")
    return None if attribute is None else attribute.type


def type_word(linter: Linter, type: Type) -> str:
    """The type as tables of registers spell it (`RefusedTypes`); empty for a type that they do not list."""
    if isinstance(type, IntegerType):
        return f"i{type.width}"
    if isinstance(type, FloatingPointType):
        return type.name
    if isinstance(type, VectorType):
        return _vector_word(type)
    if not isinstance(type, PointerType):
        return ""
    try:
        return f"i{linter.data_layout.pointer_bits(type.address_space)}"
    except PyllvmError:
        return ""


def _vector_word(type: VectorType) -> str:
    """The word for a fixed vector of a usual size with elements of a usual type."""
    element = type.element
    if type.is_scalable or type.count & (type.count - 1):
        return ""
    if isinstance(element, IntegerType) and element.width == 1:
        return "mask" if type.count > 4 else ""
    width = element.width if isinstance(element, IntegerType) else element.bits if isinstance(element, FloatingPointType) else 0
    if width not in (8, 16, 32, 64) or type.count * width not in _VECTOR_BITS or type.count == 1:
        return ""
    return f"v{type.count * width}"


def is_input(operand: AsmOperand) -> bool:
    """Whether the operand is a direct input."""
    return operand.constraint.kind == INPUT and not operand.constraint.is_indirect


def no_register(asm: AsmCall, operand: AsmOperand, code: str) -> str:
    """LLVM's words for an operand that gets no register."""
    verb = "couldn't" if asm.linter.version < NO_CONTRACTIONS_SINCE else "could not"
    place = "output register" if operand.constraint.kind == OUTPUT else "input reg"
    return f"{verb} allocate {place} for constraint '{code}'"
