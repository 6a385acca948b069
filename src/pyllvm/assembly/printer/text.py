"""Puts the text of a module together: all of it at once, or one part after the other, in the module's order.

Some numbers are known only when all parts have been printed: until then, marks in the text take their places. LLVM numbers the
groups of attributes of all functions before the groups of calls, and a part may declare functions. A struct without a name is
numbered where its type is found, which may be in a later part than its first use. Names and strings cannot contain a mark: a NUL
is escaped in them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, final

from pyllvm.assembly.printer.module import Printer
from pyllvm.assembly.printer.slots import LATE_GROUPS, LATE_TYPES, MARKED, SlotTracker, groups_of_globals
from pyllvm.ir.function import Function
from pyllvm.ir.module import Module
from pyllvm.ir.type_finder import TypeFinder
from pyllvm.ir.types import StructType
from pyllvm.tables.text_versions import USES_COUNTED_IF_READ_SINCE
from pyllvm.wishes import Wishes

_EDGE: Final = b"\0"
_MARK: Final = rb"\0([#%]\d+)\0"


def print_module(module: Module, *, preserve_use_list_order: bool = False) -> bytes:
    """The text of a module in UTF-8, as llvm-dis of the module's version prints it.

    `preserve_use_list_order` adds `uselistorder` directives.
    Raises PyllvmError if a constant or type is nested so that its text would be too large. Source: LLVM's `Module::print`.
    """
    wishes = Wishes()
    wishes.preserves_order = preserve_use_list_order
    return b"".join(module_pieces(module, wishes))


def module_pieces(module: Module, wishes: Wishes, unread: Collection[Function] = ()) -> list[bytes]:
    """The same text in pieces that follow each other, to be written without a copy of the whole.

    `unread` are definitions whose bodies were left out.
    """
    with module.context.lock:
        text = ModuleText(module, WHOLE)
        try:
            printer = text.printer
            # LLVM counts uses only where it has read all bodies.
            counts_uses = wishes.reads_bodies or module.llvm_version < USES_COUNTED_IF_READ_SINCE
            printer.shows_annotations = wishes.shows_annotations and counts_uses
            printer.unread = frozenset(unread)
            if wishes.preserves_order:
                from pyllvm.assembly.printer.use_list_prediction import UseListPrediction  # rarely asked for

                printer.use_lists = UseListPrediction(module, module.llvm_version)
            text.print_functions(module.functions)
            return text.finish()
        finally:
            text.forget()


def canonical_pieces(module: Module) -> list[bytes]:
    """The text of a module in canonical form: attributes are in place, and metadata is in the order of the functions."""
    with module.context.lock:
        text = ModuleText(module, WHOLE)
        try:
            slots = text.printer.slots
            slots.is_canonical = True
            slots.number_functions_first(module)
            text.print_functions(module.functions)
            return text.finish()
        finally:
            text.forget()


# How the text of a module comes about.
WHOLE: Final = MARKED
"""In one part: all types are known from the start."""
IN_PARTS: Final = LATE_TYPES | MARKED
GROWING: Final = LATE_TYPES | LATE_GROUPS | MARKED
"""In parts; functions may be added before the last part is printed."""
BY_PROCESSES: Final = LATE_TYPES
"""In parts, of which processes print one each, and pass their numbers on (`parts`)."""


@final
class ModuleText:
    """The text of one module, as it grows: numbers go on from part to part.

    Until `finish` or `forget` is called, the module's nodes are marked with their numbers, and nobody else may number them so.
    """

    def __init__(self, module: Module, numbering: int) -> None:
        self.module: Final = module
        self._may_grow: Final = numbering == GROWING
        self.printer: Final = Printer(module, module.llvm_version, numbering)
        self.types: TypeFinder | None = None
        if numbering != WHOLE:
            self.types = TypeFinder(module, module.llvm_version)
            self.types.find_in_globals(module)
        self._found_in: Sequence[Function] | None = None
        # How many of the types have names or numbers.
        self._named = 0
        self._globals: list[bytes] = []
        self._functions: list[bytes] = []

    def print_functions(self, functions: Sequence[Function]) -> None:
        """Print the functions of the next part, whose bodies have been read."""
        if not self._globals:
            # Only now: constants may have addresses of blocks.
            self._name_types()
            self.printer.print_globals(self.module)
            self._globals = self._taken()
        self.find_types(functions)
        self._functions += self.functions(functions)

    def find_types(self, functions: Sequence[Function]) -> None:
        """Find the types of the functions of a part, once."""
        if self.types is not None and functions is not self._found_in:
            self._found_in = functions
            self.types.find_in_functions(functions)

    def functions(self, functions: Sequence[Function]) -> list[bytes]:
        """The pieces of functions alone, whose types have been found."""
        self._name_types()
        self.printer.print_functions(functions)
        return self._taken()

    def nodes(self) -> list[bytes]:
        """The pieces of the metadata nodes that were numbered here."""
        self.printer.print_nodes()
        return self._taken()

    def finish(self, other_functions: Sequence[Sequence[bytes]] = (), other_nodes: Sequence[Sequence[bytes]] = ()) -> list[bytes]:
        """The whole text in pieces, after all parts, with the functions and nodes of parts that other processes have printed."""
        module = self.module
        printer = self.printer
        late: dict[bytes, bytes] = {}
        if self.types is not None:
            self.types.find_in_named_metadata(module)
            self._name_types()
            late.update(numbers_of_types(printer.numbered_types))
            if self._may_grow:
                late.update(number_groups(printer.slots, module))
        printer.print_head(module)
        pieces = [*self._taken(), *self._globals, *self._functions, *_joined(other_functions)]
        self._globals = self._functions = []
        printer.print_use_lists(None)
        printer.print_groups_and_names(module)
        pieces += self._taken()
        pieces += [*self.nodes(), *_joined(other_nodes)]
        if module.summary is not None:
            from pyllvm.assembly.printer.summary import print_summary  # most modules have none

            printer.out.append(print_summary(module))
            pieces += self._taken()
        if self.types is not None:
            replace_marks(pieces, late)
        self.forget()
        return pieces

    def forget(self) -> None:
        """Take the numbers from the module's nodes. Print nothing afterwards."""
        self.printer.slots.forget_marks()

    def _name_types(self) -> None:
        structs = [] if self.types is None else self.types.structs
        if len(structs) != self._named:
            self._named = len(structs)
            self.printer.name_types(structs)

    def _taken(self) -> list[bytes]:
        self.printer.end_piece()
        taken = self.printer.pieces
        self.printer.pieces = []
        return taken


def _joined(texts: Sequence[Sequence[bytes]]) -> list[bytes]:
    """The pieces of texts from other processes, which may end in the middle of a mark."""
    if not texts:
        return []
    pieces: list[bytes] = []
    for text in texts:
        pieces += [b"".join(text)] if has_marks(text) else text
    return pieces


def number_groups(slots: SlotTracker, module: Module) -> dict[bytes, bytes]:
    """Give the groups of attributes their numbers. Returns the texts that replace their marks."""
    marked = slots.attribute_groups
    slots.attribute_groups = {}
    for attributes in (*groups_of_globals(module), *marked):
        slots.attribute_group(attributes)
    return {b"#%d" % mark: b"#%d" % slots.attribute_groups[attributes] for attributes, mark in marked.items()}


def numbers_of_types(structs: Sequence[StructType]) -> dict[bytes, bytes]:
    """The texts that replace the marks of structs without a name, which are numbered in this order."""
    return {b"%%%d" % id(struct): b"%%%d" % number for number, struct in enumerate(structs)}


def has_marks(pieces: Sequence[bytes]) -> bool:
    """Whether the pieces of a text have a mark, or parts of one."""
    return any(_EDGE in piece for piece in pieces)


def replace_marks(pieces: list[bytes], texts: dict[bytes, bytes]) -> None:
    """Put numbers in place of marks, each of which is in one piece. The pieces before are freed."""
    for index, piece in enumerate(pieces):
        if _EDGE in piece:
            pieces[index] = _replaced(piece, texts)


def _replaced(piece: bytes, texts: dict[bytes, bytes]) -> bytes:
    import re  # modules of one part have no marks

    parts = re.split(_MARK, piece)
    for index in range(1, len(parts), 2):
        mark = parts[index]
        # LLVM gives some structs no number.
        parts[index] = texts.get(mark) or b'%%"type 0x%x"' % int(mark[1:])
    return b"".join(parts)
