"""One printer for both modules: what corresponds gets the same number or name in its text, so lines compare as strings."""

from __future__ import annotations

from pyllvm.assembly.printer.equal_lines import EqualLines
from pyllvm.assembly.printer.instructions import InstructionPrinter
from pyllvm.assembly.printer.module import Printer
from pyllvm.ir.attributes import AttributeList, AttributeSet
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.metadata import MDNode
from pyllvm.ir.module import Module
from pyllvm.ir.types import StructType
from pyllvm.ir.words import without_number
from pyllvm.notation import Iterable, final


@final
class Side:
    """One of the two modules, with a printer that knows the module's own numbers."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.printer = Printer(module, module.llvm_version)
        self.printer.slots.number_functions(module.functions)

    @property
    def structs(self) -> list[StructType]:
        """The identified structs of the module: those without a name first."""
        return [*self.printer.numbered_types, *self.printer.named_types]


@final
class Canon:
    """The printer for both sides, and the numbers that it uses."""

    def __init__(self, before: Side, after: Side) -> None:
        self.version = before.module.llvm_version
        self.printer = Printer(None, self.version)
        self.slots = self.printer.slots
        self.operands = self.printer.operands
        self.instructions = self.printer.instructions
        self.bodies = EqualLines(self.instructions)
        self.types = self.printer.types
        self._interned: dict[object, int] = {}
        self.attribute_aspects: dict[AttributeList, dict[str, str]] = {}
        """The results of `headers.attribute_aspects`."""
        self.renamed_types = self._match_types(before, after)
        for side in (before, after):
            self._number_attributes(side.printer.slots.attribute_groups)
            for function in side.module.functions:
                index = 0
                # For addresses of blocks outside of their function; `bodies` gives those that correspond the same text.
                for block in function.blocks:
                    self.slots.globals[block] = f"%b{index}"
                    index += 1

    def intern(self, thing: object) -> int:
        """The number of a key: equal keys have the same."""
        return self._interned.setdefault(thing, len(self._interned))

    # --- types and attributes

    def _match_types(self, before: Side, after: Side) -> list[tuple[StructType, StructType]]:
        """Give structs without a name, and those with other names, common numbers; returns the pairs with other names."""
        names = {struct.name for struct in before.printer.named_types}
        other_names = {struct.name for struct in after.printer.named_types}
        left = [struct for struct in before.structs if not struct.name or struct.name not in other_names]
        other_left = [struct for struct in after.structs if not struct.name or struct.name not in names]
        numbers = dict.fromkeys([*left, *other_left], 0)
        masked = Printer(None, self.version).types
        masked.numbers = numbers
        waiting: dict[tuple[str, str], list[StructType]] = {}
        for struct in left:
            waiting.setdefault((without_number(struct.name), masked.struct_body(struct)), []).append(struct)
        for number, struct in enumerate(left):
            self.types.numbers[struct] = number
        renamed: list[tuple[StructType, StructType]] = []
        for number, struct in enumerate(other_left, len(left)):
            same = waiting.get((without_number(struct.name), masked.struct_body(struct)))
            if same:
                partner = same.pop(0)
                self.types.numbers[struct] = self.types.numbers[partner]
                if struct.name:
                    renamed.append((partner, struct))
            else:
                self.types.numbers[struct] = number
        return renamed

    def _number_attributes(self, groups: Iterable[AttributeSet]) -> None:
        for attributes in groups:
            self.slots.attribute_groups[attributes] = self.intern(("attributes", self.attribute_text(attributes)))

    def attribute_text(self, attributes: AttributeSet) -> str:
        """The attributes of a set, as they are written inside `attributes #0 = { ... }`."""
        return attributes.as_string(self.version, True, self.types.text)

    # --- numbers

    def mask_metadata(self, nodes: Iterable[MDNode]) -> None:
        """Print every reference to one of these nodes as `!0`."""
        metadata = self.slots.metadata
        for node in nodes:
            metadata[node] = "!0"

    def forget_attachments(self) -> None:
        """Print attachments anew, because nodes have other numbers now."""
        self.instructions = self.printer.instructions = InstructionPrinter(self.operands, self.printer.program_address_space)
        self.bodies = EqualLines(self.instructions)

    def body_lines(self, function: Function) -> list[str]:
        """The lines of a function's blocks, whatever the names of its values are; "" precedes each block."""
        self.slots.locals = self.slots.positions(function)
        lines = self.instructions.lines(function)
        # Nothing outside of the function is printed with its numbers.
        self.slots.locals = {}
        return lines

    def content(self, value: GlobalValue) -> str:
        """The text of a global value, whose name and numbers do not count."""
        printer = self.printer
        if isinstance(value, Function):
            body = "\n".join(self.body_lines(value))
            return f"{value.linkage} {self.types.text(value.function_type)}\n{body}"
        if isinstance(value, GlobalVariable):
            printer.print_variable(value)
        else:
            printer.out.append(" ".join([self.types.text(value.value_type), *map(self.operands.typed, value.operands)]))
        text = "".join(printer.out)
        printer.out.clear()
        return text
