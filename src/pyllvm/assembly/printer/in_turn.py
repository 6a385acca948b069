"""Prints a module of which one part is read, printed and released after the other, in one process and in the module's order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from pyllvm.assembly.printer.module import Printer
from pyllvm.assembly.printer.slots import groups_of_globals
from pyllvm.assembly.printer.summary import print_summary
from pyllvm.ir.attributes import AttributeSet
from pyllvm.ir.function import Function
from pyllvm.ir.module import Module
from pyllvm.ir.type_finder import TypeFinder


@final
class TextInTurn:
    """The text of one module, as it grows: numbers go on from part to part, as in `Printer.print_module`."""

    def __init__(self, module: Module, expected: Sequence[AttributeSet] = ()) -> None:
        """`expected`: the attributes of functions that will be declared, except functions that the module already has."""
        self._module = module
        self._printer = Printer(module, module.llvm_version, is_stepwise=True)
        self._types = TypeFinder(module, module.llvm_version, is_stepwise=True)
        self._types.find_in_globals(module)
        slots = self._printer.slots
        for attributes in expected:
            slots.attribute_group(attributes)
        self._first_groups = len(slots.attribute_groups)
        # How many of the types have names or numbers.
        self._named = 0
        self._globals: list[bytes] = []
        self._functions: list[bytes] = []

    def print_functions(self, functions: Sequence[Function]) -> None:
        """Print the functions of the next part, whose bodies have been read."""
        if not self._globals:
            # Only now: constants may have addresses of blocks.
            self._name_types()
            self._printer.print_globals(self._module)
            self._globals = self._taken()
        self._types.find_in_functions(functions)
        self._name_types()
        self._printer.print_functions(functions)
        self._functions += self._taken()

    def has_groups_of(self, added: Sequence[Function]) -> bool:
        """Whether the groups of attributes of functions that were added last have been numbered among the first."""
        groups = self._printer.slots.attribute_groups
        for function in added:
            if function._attributes is not None and function._attributes.function:
                if groups.get(function._attributes.function, self._first_groups) >= self._first_groups:
                    return False
        return True

    def finish(self) -> list[bytes]:
        """The whole text in pieces, after all parts."""
        module = self._module
        printer = self._printer
        self._types.find_in_named_metadata(module)
        self._name_types()
        printer.print_head(module)
        head = self._taken()
        printer.print_groups_and_names(module)
        printer.print_nodes(True)
        if module.summary is not None:
            printer.out.append(print_summary(module))
        return [*head, *self._globals, *self._functions, *self._taken()]

    @property
    def has_first_groups(self) -> bool:
        """Whether the functions, with those that were expected, have the groups that were numbered first."""
        found = dict.fromkeys(groups_of_globals(self._module))
        return list(found) == list(self._printer.slots.attribute_groups)[: self._first_groups]

    def _name_types(self) -> None:
        structs = self._types.structs
        if len(structs) != self._named:
            self._named = len(structs)
            self._printer.name_types(structs)

    def _taken(self) -> list[bytes]:
        self._printer.end_piece()
        taken = self._printer.pieces
        self._printer.pieces = []
        return taken
