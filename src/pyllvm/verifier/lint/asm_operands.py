"""The operands of inline assembly: each constraint with the value and the type that belong to it.

They are checked: numbers that instructions can encode, constants, and types of registers. Source: the section "Supported
Constraint Code List" of the language document. The words are from LLVM's `SelectionDAGBuilder::visitInlineAsm`.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import BlockAddress, ConstantExpr, ConstantFP, ConstantInt, InlineAsm, is_null
from pyllvm.ir.function import Argument, Function, Instruction
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.instructions import AllocaInst, CallBase, LoadInst, PHINode
from pyllvm.ir.target.asm_constraints import CLOBBER, INPUT, LABEL, OUTPUT, AsmConstraint
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.ir.types import POINTER, VOID, FloatingPointType, IntegerType, PointerType, StructType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.tables import inline_asm_immediates
from pyllvm.tables.inline_asm_constraints import (
    ANYTHING,
    IMMEDIATE,
    MEMORY,
    NO_CONTRACTIONS_SINCE,
    REGISTER,
    THUMB1_SUB_ARCHITECTURES,
    codes_of_family,
)
from pyllvm.tables.inline_asm_registers import refused_types
from pyllvm.verifier.attributes import has_function_attribute
from pyllvm.verifier.lint.findings import Linter
from pyllvm.verifier.lint.values import underlying_object

_DIGITS: Final = "0123456789"
# The widths of the vectors that the tables of registers list.
_VECTOR_BITS: Final = (64, 128, 256, 512)
_MAXIMUM_DEPTH: Final = 10

_NUMBER: Final = "a number"
_SYMBOL: Final = "an address"
_FLOATING_POINT: Final = "a floating-point number"
_VARIABLE: Final = "no constant"

# The codes of SSE registers.
_SCALARS_AND_VECTORS: Final = ("x", "Y", "v")
# Operands that the codes of every target refuse.
_REFUSED: Final[dict[str, tuple[str, ...]]] = {"i": (_FLOATING_POINT,), "n": (_SYMBOL, _FLOATING_POINT), "s": (_NUMBER,)}


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


def check_values(asm: AsmCall) -> None:
    """Check the constants and the types of all operands."""
    if not asm.kinds:
        # Of a target that the module does not name, only the codes of every target are known.
        for operand in asm.operands:
            if operand.code in _REFUSED and is_input(operand) and operand.argument is not None:
                _check_immediate(asm, operand, operand.argument)
        return
    for operand in asm.operands:
        kind = asm.kind(operand)
        if kind == IMMEDIATE and is_input(operand) and operand.argument is not None:
            _check_immediate(asm, operand, operand.argument)
        elif kind == REGISTER:
            _check_type(asm, operand)


def _check_immediate(asm: AsmCall, operand: AsmOperand, value: Value) -> None:
    code = operand.code
    found = _described(asm, value)
    has_rules = has_number_rules(asm.family, code, asm.architecture)
    if has_rules and found == _NUMBER:
        _check_number(asm, code, value)
    elif found if has_rules else found == _VARIABLE or found in _REFUSED.get(code, ()):
        refusal = _refusal(asm, code, f"constraint '{code}' expects an integer constant expression")
        _report(asm, code, f"{refusal}: it is {found}")


def _check_number(asm: AsmCall, code: str, value: Value) -> None:
    signed = value.value if isinstance(value, ConstantInt) else 0
    unsigned = value.unsigned if isinstance(value, ConstantInt) else 0
    if not takes_number(asm.family, code, asm.architecture, signed, unsigned):
        wanted = described_numbers(asm.family, code, asm.architecture)
        refusal = _refusal(asm, code, f"value out of range for constraint '{code}'")
        _report(asm, code, f"{refusal}: {signed} is not {wanted}")


def _report(asm: AsmCall, code: str, message: str) -> None:
    asm.linter.report("asm-immediate", message, asm.call)


def _refusal(asm: AsmCall, code: str, words: str) -> str:
    """LLVM's words for an operand that an immediate constraint does not take; `words` if it is a constraint of a range."""
    if code not in inline_asm_immediates.COMMON_RANGE_CODES and code not in inline_asm_immediates.RANGE_CODES.get(asm.family, ""):
        return f"invalid operand for inline asm constraint '{code}'"
    return words


def _described(asm: AsmCall, value: Value) -> str:
    """The kind of an operand, in words; empty if an optimization can turn it into another kind."""
    if isinstance(value, ConstantInt) or (value.type.kind == POINTER and is_null(value)):
        return _NUMBER
    if isinstance(value, ConstantFP):
        return _FLOATING_POINT
    address = value.operands[0] if isinstance(value, ConstantExpr) and value.opcode == "ptrtoint" else value
    if isinstance(address, BlockAddress) or isinstance(underlying_object(address), GlobalValue):
        return _SYMBOL
    function: Function | None = asm.call.function
    # An operand in an inlined function can become a constant.
    if function is not None and has_function_attribute(function.attributes, "alwaysinline"):
        return ""
    return _VARIABLE if _is_variable(value, 0) else ""


def _is_variable(value: Value, depth: int) -> bool:
    """Whether a value is known only when the program runs, whatever LLVM folds."""
    if isinstance(value, (Argument, AllocaInst, PHINode)):
        return True
    if isinstance(value, LoadInst):
        place = underlying_object(value.operands[0])
        return not (isinstance(place, GlobalVariable) and place.is_constant)
    if isinstance(value, CallBase):
        callee = value.called_function
        return callee is None or not callee.is_intrinsic
    if not isinstance(value, Instruction) or depth == _MAXIMUM_DEPTH:
        return False
    return any(_is_variable(operand, depth + 1) for operand in value.operands)


def _check_type(asm: AsmCall, operand: AsmOperand) -> None:
    """Report a type that no register of the constraint's class can hold, and an output for which the call has no value."""
    refusal = no_register(asm, operand, operand.code)
    if operand.type is None:
        if operand.constraint.kind == OUTPUT and not operand.constraint.is_indirect:
            asm.linter.report("asm-type", f"{refusal}: the call returns void", asm.call)
        return
    if asm.family == "x86" and operand.code in _SCALARS_AND_VECTORS and operand.type.kind == POINTER:
        asm.linter.report("asm-type", f"constraint '{operand.code}' is for scalars and vectors, not for pointers", asm.call)
        return
    code = operand.code.lower() if operand.code.startswith("{") else operand.code
    if type_word(asm.linter, operand.type) in refused_types(asm.family, code, asm.linter.version):
        asm.linter.report("asm-type", f"{refusal}: no such register holds {operand.type}", asm.call)


_WORD: Final = 0xFFFFFFFF
_BYTE: Final = 0xFF


def has_number_rules(family: str, code: str, architecture: str) -> bool:
    """Whether the tables list the numbers that a constraint takes."""
    return bool(
        inline_asm_immediates.immediate_ranges(family, code, architecture) or inline_asm_immediates.immediate_forms(family, code)
    )


def takes_number(family: str, code: str, architecture: str, signed: int, unsigned: int) -> bool:
    """Whether a constraint with rules takes a number, given as its signed and its unsigned reading (`ConstantInt`)."""
    for row in inline_asm_immediates.immediate_ranges(family, code, architecture):
        value = signed if row.extension == inline_asm_immediates.SIGNED else unsigned
        if row.lowest <= value <= row.highest and value % row.step == 0:
            return True
    for form in inline_asm_immediates.immediate_forms(family, code):
        if _is_in_form(form.form, form.change, signed if form.extension == inline_asm_immediates.SIGNED else unsigned):
            return True
    return False


def described_numbers(family: str, code: str, architecture: str) -> str:
    """The numbers that a constraint takes, in words: "0 to 31", or "0 to 4095 or a multiple of 4096 from 0 to 16773120"."""
    words: list[str] = []
    for row in inline_asm_immediates.immediate_ranges(family, code, architecture):
        text = f"{row.lowest} to {row.highest}" if row.lowest < row.highest else f"{row.lowest}"
        words.append(text if row.step == 1 else f"a multiple of {row.step} from {text}")
    words += [
        form.form if form.change == inline_asm_immediates.UNCHANGED else f"the {form.change} of {form.form}"
        for form in inline_asm_immediates.immediate_forms(family, code)
    ]
    return " or ".join(words)


def _is_in_form(form: str, change: str, value: int) -> bool:
    if form == inline_asm_immediates.LOGICAL_32:
        return is_logical_immediate(value, 32)
    if form == inline_asm_immediates.LOGICAL_64:
        return is_logical_immediate(value, 64)
    if form == inline_asm_immediates.MOVE_32:
        return _is_move_immediate(value, 32)
    if form == inline_asm_immediates.MOVE_64:
        return _is_move_immediate(value, 64)
    if form == inline_asm_immediates.POWER_OF_2:
        return value > 0 and value & (value - 1) == 0
    if not -0x80000000 <= value <= 0x7FFFFFFF:
        return False
    if change == inline_asm_immediates.INVERTED:
        value = ~value
    elif change == inline_asm_immediates.NEGATED:
        value = -value
    value &= _WORD
    if form == inline_asm_immediates.POWER_OF_2_32:
        return value & (value - 1) == 0
    if form == inline_asm_immediates.ARM_OPERAND:
        return _is_arm_operand(value)
    if form == inline_asm_immediates.THUMB2_OPERAND:
        return _is_thumb2_operand(value)
    assert form == inline_asm_immediates.SHIFTED_BYTE
    return _is_shifted_byte(value)


def is_logical_immediate(value: int, width: int) -> bool:
    """Whether AArch64's logical instructions can encode an unsigned number: a rotated run of ones, repeated.

    `width` is 32 or 64. Neither 0 nor all ones are such numbers.
    """
    if value <= 0 or value >= (1 << width) - 1:
        return False
    size = width
    while size > 2 and _low(value, size // 2) == _low(value >> (size // 2), size // 2):
        size //= 2
    element = _low(value, size)
    for _ in range(size):
        if element & (element + 1) == 0:
            return True
        element = (element >> 1) | (element & 1) << (size - 1)
    return False


def _low(value: int, bits: int) -> int:
    return value & ((1 << bits) - 1)


def _is_move_immediate(value: int, width: int) -> bool:
    """Whether one of AArch64's move instructions can load an unsigned number: 16 bits of it or of its inverse, or a logical."""
    ones = (1 << width) - 1
    if value > ones:
        return False
    for shift in range(0, width, 16):
        others = ones ^ (0xFFFF << shift)
        if value & others == 0 or value & others == others:
            return True
    return is_logical_immediate(value, width)


def _is_arm_operand(value: int) -> bool:
    """Whether a 32-bit number is a byte that is rotated right by an even number of bits."""
    for _ in range(16):
        if value <= _BYTE:
            return True
        value = (value << 2 | value >> 30) & _WORD
    return False


def _is_thumb2_operand(value: int) -> bool:
    """Whether a 32-bit number is a byte that is shifted, or repeated in every, every even, or every odd byte."""
    byte, second = value & _BYTE, value >> 8 & _BYTE
    return value in (byte * 0x00010001, second * 0x01000100, byte * 0x01010101) or _is_shifted_byte(value)


def _is_shifted_byte(value: int) -> bool:
    while value > _BYTE and value & 1 == 0:
        value >>= 1
    return value <= _BYTE
