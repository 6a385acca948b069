"""The numbers that the texts of single values need, kept until the module changes.

`str()` of an instruction needs what a whole module needs: the numbers of nameless values before it, of metadata, of groups of
attributes. A module therefore keeps a printer that knows them, and one function's numbers at a time, for as long as the counts
of edits stay the same (`ir.edits`).
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.printer.instructions import InstructionPrinter
from pyllvm.assembly.printer.module import Printer
from pyllvm.ir.edits import EDITS
from pyllvm.ir.function import Function
from pyllvm.ir.module import Module

# The keys of numberings: what `Printer` numbers, or a printer of `repr()`, which knows no module.
OWN_METADATA: Final = 0
ALL_METADATA: Final = 1
SHORT: Final = 2


@final
class Numbering:
    """A printer that knows the numbers of one module and of one of its functions."""

    def __init__(self, module: Module, key: int, version: int) -> None:
        context = module.context
        self.key = key
        self.version = version
        # Before the numbers are given, so that an edit in the meantime is seen.
        self._others = EDITS.watch()
        self._edits = context.edits
        self._symbol_edits = context.symbol_edits
        self._lists = _lengths(module)
        self.printer = Printer(None if key == SHORT else module, version, key == ALL_METADATA)
        self.function: Function | None = None
        self._function_edits = 0
        slots = self.printer.slots
        self._nodes = len(slots.nodes)
        self._groups = len(slots.attribute_groups)
        self._kinds = len(slots.kind_numbers)
        printer = self.printer
        count = len(printer.named_types) + len(printer.numbered_types)
        # Bodies have to do with the numbers of structs, and of all metadata.
        self._is_of_bodies = key == ALL_METADATA or bool(printer.numbered_types) or count != context.identified_structs

    def is_valid(self, module: Module) -> bool:
        """Whether nothing has changed, except perhaps a function's body."""
        context = module.context
        if self._symbol_edits != context.symbol_edits or self._others != EDITS.count() or not EDITS.is_watched:
            return False
        if self._is_of_bodies and self._edits != context.edits:
            return False
        return self.version == module.llvm_version and self._lists == _lengths(module)

    def enter(self, function: Function | None) -> None:
        """Number what is in a function, and forget what was in another one."""
        slots = self.printer.slots
        if function is None:
            if self.function is not None:
                self.leave()
            return
        edits = function.type.context.edits
        if self.function is function and self._function_edits == edits:
            return
        if self.function is not None:
            self.leave()
        _ = function.blocks  # which may be read now
        self._function_edits = function.type.context.edits
        slots.incorporate_function(function)
        self.function = function

    def leave(self) -> None:
        """Forget what was numbered for a function."""
        printer = self.printer
        slots = printer.slots
        self.function = None
        slots.purge_function()
        slots.forget_foreign()
        if len(slots.nodes) > self._nodes:
            for node in slots.nodes[self._nodes :]:
                del slots.metadata[node]
            del slots.nodes[self._nodes :]
        if len(slots.attribute_groups) > self._groups:
            for group in list(slots.attribute_groups)[self._groups :]:
                del slots.attribute_groups[group]
        if len(slots.kind_numbers) > self._kinds:
            for kind in list(slots.kind_numbers)[self._kinds :]:
                del slots.kind_numbers[kind]
        # It remembers texts with numbers.
        printer.instructions = InstructionPrinter(printer.operands, printer.program_address_space)


def _lengths(module: Module) -> tuple[int, ...]:
    """The lengths of lists that have no count of edits."""
    lists = (module.metadata_kinds, module.functions, module.global_variables, module.aliases, module.ifuncs)
    return tuple([len(one) for one in lists])


@final
class Numberings:
    """The numberings of a module, by key."""

    def __init__(self) -> None:
        self.of_keys: dict[int, Numbering] = {}


def numbering_of(module: Module, key: int, version: int) -> Numbering:
    """The numbering of that key, which is made if there is none, or none that is valid."""
    kept = module.numberings
    if not isinstance(kept, Numberings):
        kept = Numberings()
        module.numberings = kept
    found = kept.of_keys.get(key)
    if found is None or not found.is_valid(module):
        found = Numbering(module, key, version)
        kept.of_keys[key] = found
    return found


def forget_numbering(module: Module, key: int) -> None:
    """Drop a numbering, for example because printing failed halfway."""
    kept = module.numberings
    if isinstance(kept, Numberings):
        kept.of_keys.pop(key, None)
