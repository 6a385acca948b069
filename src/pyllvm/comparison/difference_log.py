"""The text of llvm-diff's report: messages under the functions, blocks and instructions that they are about."""

from __future__ import annotations

from pyllvm.assembly.printer.instructions import InstructionPrinter
from pyllvm.assembly.printer.module import Printer
from pyllvm.assembly.printer.operands import OperandPrinter
from pyllvm.assembly.printer.slots import EVERY_NODE
from pyllvm.ir.attributes import AttributeSet
from pyllvm.ir.constants import Constant
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import CallInst, InvokeInst, StoreInst
from pyllvm.ir.metadata import MDNode, MetadataAsValue
from pyllvm.ir.module import Module
from pyllvm.ir.types import VOID
from pyllvm.ir.value import Value
from pyllvm.notation import Final, final

_STEP: Final = 2
_WITHOUT_PLACE: Final = "<anonymous>"

LEFT: Final = "< "
RIGHT: Final = "> "
BOTH: Final = "  "
"""The beginnings of the lines for instructions that one function has, or both."""


@final
class _Numbering:
    """The printers of one module; metadata is numbered for each function anew, or for all functions at once."""

    def __init__(self, printer: Printer) -> None:
        self._printer = printer
        self._instructions: InstructionPrinter = self._printer.instructions
        slots = self._printer.slots
        self._metadata: dict[MDNode, str] = dict(slots.metadata)
        self._nodes: list[MDNode] = list(slots.nodes)
        self._groups: dict[AttributeSet, int] = dict(slots.attribute_groups)
        self._function: Function | None = None

    def line(self, instruction: Instruction) -> str:
        """The line of an instruction."""
        if instruction.function is not self._function:
            self._enter(instruction.function)
        return self._instructions.text(instruction)

    def constant(self, constant: Value) -> str:
        """A constant with its type."""
        return self._printer.operands.typed(constant)

    def _enter(self, function: Function | None) -> None:
        self._function = function
        printer = self._printer
        slots = printer.slots
        slots.metadata = dict(self._metadata)
        slots.nodes = list(self._nodes)
        slots.attribute_groups = dict(self._groups)
        if function is not None:
            slots.incorporate_function(function)
        # The printers keep texts with the numbers of metadata.
        operands = OperandPrinter(printer.types, slots, printer.version)
        self._instructions = InstructionPrinter(operands, printer.program_address_space)


@final
class ValuePrinter:
    """Prints values of one module alone, as LLVM does for a debugger: each with the numbers of its own function.

    Only a call with a node of metadata among its arguments is printed with the module's own numbers.
    """

    def __init__(self, module: Module) -> None:
        self._module = module
        self._of_functions = _Numbering(Printer(module, module.llvm_version))
        self._of_all: _Numbering | None = None
        self._numbers: dict[Function, dict[Value, int]] = {}

    def text(self, value: Value) -> str:
        """The line of an instruction, or a constant with its type."""
        if not isinstance(value, Instruction):
            return self._of_functions.constant(value)
        if not _has_node(value):
            return self._of_functions.line(value)
        if self._of_all is None:
            self._of_all = _Numbering(Printer(self._module, self._module.llvm_version, EVERY_NODE))
        return self._of_all.line(value)

    def number(self, function: Function, value: Value) -> int:
        """The number of a nameless value in its function."""
        numbers = self._numbers.get(function)
        if numbers is None:
            numbers = _numbers_of(function)
            self._numbers[function] = numbers
        return numbers.get(value, 0)


def _has_node(instruction: Instruction) -> bool:
    """Whether it calls an intrinsic with a node of metadata."""
    if not isinstance(instruction, CallInst):
        return False
    callee = instruction.called_function
    if callee is None or not callee.is_intrinsic:
        return False
    return any(isinstance(one, MetadataAsValue) and isinstance(one.metadata, MDNode) for one in instruction.operands)


def _numbers_of(function: Function) -> dict[Value, int]:
    nameless: list[Value] = [argument for argument in function.arguments if not argument.name]
    for block in function.blocks:
        if not block.name:
            nameless.append(block)
        nameless += [one for one in block.instructions if not one.name and one.type.kind != VOID]
    return {value: number for number, value in enumerate(nameless)}


@final
class _Place:
    """A pair of functions, blocks or instructions that are compared; `is_named` in the report once something differs."""

    def __init__(self, left: Value, right: Value) -> None:
        self.left = left
        self.right = right
        self.is_named = False


@final
class DifferenceLog:
    """The report on two modules, which grows."""

    def __init__(self, left: Module, right: Module) -> None:
        self.has_differences = False
        """Whether a function differs: this decides the exit status. A function that only one module has does not count."""
        self._out: list[str] = []
        self._printers = ValuePrinter(left), ValuePrinter(right)
        self._places: list[_Place] = []

    @property
    def text(self) -> str:
        """The report."""
        return "".join(self._out)

    def enter(self, left: Value, right: Value) -> None:
        """Begin the comparison of two functions, blocks or instructions."""
        self._places.append(_Place(left, right))

    def leave(self) -> None:
        """End the comparison that began last."""
        if self._places.pop().is_named:
            self.has_differences = True

    def say(self, message: str) -> None:
        """Report a difference between what is compared now."""
        self._name_places()
        self._out.append(f"{self._indent()}{message}\n")

    def say_plainly(self, message: str) -> None:
        """Report something that is about no place."""
        self._out.append(f"{message}\n")

    def list_instructions(self, lines: list[tuple[str, Instruction]]) -> None:
        """List instructions with LEFT, RIGHT or BOTH."""
        self._name_places()
        indent = self._indent()
        for sign, instruction in lines:
            self._out.append(f"{indent}{sign}{self._printers[sign == RIGHT].text(instruction)}\n")

    def left(self, value: Value) -> str:
        """How messages name a value of the left module."""
        return self._name(value, 0)

    def right(self, value: Value) -> str:
        """How messages name a value of the right module."""
        return self._name(value, 1)

    def _indent(self) -> str:
        return " " * (_STEP * len(self._places))

    def _name(self, value: Value, side: int) -> str:
        if value.name:
            return f"{'@' if isinstance(value, GlobalValue) else '%'}{value.name}"
        if value.type.kind == VOID:
            if isinstance(value, StoreInst):
                return f"store to {self._name(value.pointer, side)}"
            if isinstance(value, CallInst):
                return f"call to {self._name(value.callee, side)}"
            if isinstance(value, InvokeInst):
                return f"invoke to {self._name(value.callee, side)}"
            return self._printers[side].text(value)
        if isinstance(value, Constant):
            return self._printers[side].text(value)
        for place in reversed(self._places):
            function = place.right if side else place.left
            if isinstance(function, Function):
                return f"%{self._printers[side].number(function, value)}"
        return _WITHOUT_PLACE

    def _name_places(self) -> None:
        for place in self._places:
            if not place.is_named:
                self._name_place(place)
                place.is_named = True

    def _name_place(self, place: _Place) -> None:
        left, right = place.left, place.right
        if isinstance(left, Function):
            if self.has_differences:
                self._out.append("\n")
            names = left.name if left.name == right.name else f"{left.name} / {right.name}"
            self._out.append(f"in function {names}:\n")
        elif isinstance(left, BasicBlock):
            is_same = left.name != "" and left.name == right.name
            names = f"%{left.name}" if is_same else f"{self.left(left)} / {self.right(right)}"
            self._out.append(f"  in block {names}:\n")
        else:
            self._out.append(f"    in instruction {self.left(left)} / {self.right(right)}:\n")
