"""How a caller wants modules to be read, and the state that the readers of one module's blocks share.

The state is the module, its types, values and tables, and warnings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final

from pyllvm.bitcode.reader.metadata import MetadataEnvironment, MetadataReader
from pyllvm.bitcode.reader.unknown import Unknown
from pyllvm.bitcode.reader.values import ValueTable
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError
from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context, FunctionType, PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.older_attributes import fitting, may_not_fit
from pyllvm.tables.behavior_versions import ADDRESSED_BLOCKS_SINCE
from pyllvm.tables.metadata_kinds import SYNC_SCOPES
from pyllvm.tables.reading_versions import FITTING_SINCE, FORWARD_TYPES_CHECKED_SINCE
from pyllvm.wishes import Wishes

if TYPE_CHECKING:
    from pyllvm.migrations.loss import Loss


# LLVM reads address spaces as unsigned numbers of 32 bits.
_UNSIGNED: Final = (1 << 32) - 1


@final
class Reading:
    """How the modules of one input are read: the `wishes` of the user, and what the reader's caller needs."""

    def __init__(
        self,
        name: str = "<stdin>",
        wishes: Wishes | None = None,
        warn: Callable[[Diagnostic], None] | None = None,
        *,
        context: Context | None = None,
        lasting_uses: int | None = None,
        places: dict[Instruction, BitcodeLocation] | None = None,
    ) -> None:
        self.name: Final = name
        """The identifier of the modules."""
        self.wishes: Final = Wishes() if wishes is None else wishes
        self.warn: Final = warn
        self.context: Final = context
        """The owner of the types and metadata of modules that will be linked; None: each module has one of its own."""
        self.lasting_uses: Final = lasting_uses
        """None if all values know their uses. Otherwise local values do when someone asks, in any order, and others as this says.

        It is a constant of `ir.use_policy`, for a module with a context of its own.
        """
        self.places: Final = places
        """Receives the position of each instruction."""
        self.is_lazy = False
        """Whether bodies are read on first access."""
        self.is_upgraded = False
        """Whether the caller, who reads bodies apart from each other, brings the module to the wished version."""
        self.mend: Callable[[Module], None] | None = None
        """Called with a whole module of an LLVM newer than all that is known: it drops what breaks rules in a newer form."""
        self.note_left_out: Callable[[Module, list[Loss]], None] | None = None
        """Receives what was left out of a module because it is unknown."""
        self.refused: list[tuple[GlobalValue, PyllvmError]] | None = None
        """Receives symbols that cannot be used, for `check_refused` when the caller knows which it needs. None: all, at once."""

    def reporting_to(
        self,
        warn: Callable[[Diagnostic], None] | None,
        places: dict[Instruction, BitcodeLocation] | None = None,
        *,
        lasting_uses: int | None = None,
    ) -> Reading:
        """The same, with other receivers of warnings and positions, and with these uses."""
        other = Reading(self.name, self.wishes, warn, context=self.context, lasting_uses=lasting_uses, places=places)
        other.is_lazy = self.is_lazy
        other.mend = self.mend
        other.refused = self.refused
        other.note_left_out = None if warn is None else self.note_left_out
        return other


@final
class TypesAndValues(MetadataEnvironment):
    """The types and values to which metadata refers.

    It does not know the metadata's reader: two objects that know each other would stay in memory, because commands run without
    the garbage collector.
    """

    def __init__(self, types: list[Type], table: ValueTable) -> None:
        self._types = types
        self._table = table

    def type(self, number: int) -> Type:
        if number >= len(self._types):
            raise PyllvmError("Invalid record")
        return self._types[number]

    def value_for_metadata(self, type_number: int, value_number: int) -> Value:
        table = self._table
        if value_number < len(table.values):
            return table.value(value_number)
        return table.forward_reference(value_number, self.type(type_number))

    def global_value(self, value_number: int) -> Value | None:
        table = self._table
        return table.value(value_number) if value_number < len(table.values) else None

    def has_unread_body(self, function: Function) -> bool:
        return function in self._table.unread_functions


@final
class ReaderState:
    """The state of reading one module."""

    def __init__(self, module: Module, cursor: BitstreamCursor, string_table: bytes, reading: Reading) -> None:
        self.module = module
        self.context = module.context
        self.cursor = cursor
        """The cursor of the module's block; function bodies have cursors of their own."""
        self.string_table = string_table
        self.strict: Final = reading.wishes.strict
        self.warn = reading.warn
        self.module_version = 0
        self.combined_guids: dict[int, int] = {}  # by value number, from the symbol table of an old combined index
        self.types: list[Type] = []
        self.has_opaque_pointers = True
        self.table = ValueTable(cursor.size >> 3)
        self.table.has_addressed_blocks = module.llvm_version >= ADDRESSED_BLOCKS_SINCE
        self.attributes: list[AttributeList] = []
        # For each list: what it is for the types of functions so far; None if it is the same for all types.
        self.fitting: list[dict[FunctionType, AttributeList] | None] = []
        self.typeless_attributes: list[str] = []  # the words that lists have without the type that they need
        self.has_strict_calls = False  # whether a list has `strictfp`, which readers drop from calls
        self.has_unsafe_atomics = False  # whether one has the attribute that became metadata of atomic operations
        self.bundle_tags: list[str] = []
        self.sync_scopes: list[str] = list(SYNC_SCOPES)
        self.alloca_address_space = 0
        # the names of local values that were read, by their bytes: functions have many in common
        self.local_names: dict[bytes, str] = {}
        self.unknown = Unknown(module)
        self.metadata = MetadataReader(module, TypesAndValues(self.types, self.table), self.unknown)
        # the positions of instructions in the file, if they are requested
        self.places: dict[Instruction, BitcodeLocation] | None = None
        # Whether values get the order of their uses from the file; blocks do always, because text shows theirs.
        self.sorts_uses = True
        # Whether functions remember the order of their names in the file.
        self.keeps_order = False
        # Whether the symbol table of a body has named a value outside: what was printed before has another name.
        self.names_global = False
        # The LLVM for which the module is read, if it is a newer one than the module's.
        self.reading_version = 0
        # Whether typed pointers are read as opaque ones, as that LLVM does.
        self.makes_opaque = False
        # The debug intrinsics whose calls are read as records of these kinds, as that LLVM does.
        self.record_kinds: dict[Function, str] = {}
        # If so, the file's types by their numbers: of each pointer its pointee, and of each function its parameters.
        self.pointees: dict[int, int] = {}
        self.parameters: dict[int, list[int]] = {}
        self._warned: set[str] = set()

    def pointees_of(self, number: int) -> list[Type | None]:
        """The types that the parameters of a function type point to in the file, whose pointers are made opaque."""
        numbers = [self.pointees.get(parameter) for parameter in self.parameters.get(number, ())]
        return [None if pointee is None else self.type(pointee) for pointee in numbers]

    def pointee(self, number: int) -> Type | None:
        """The type that a pointer type points to in the file, if pointers are made opaque."""
        pointee = self.pointees.get(number)
        return None if pointee is None else self.type(pointee)

    def type(self, number: int) -> Type:
        """The type of that number; raises PyllvmError if there is none."""
        if number >= len(self.types):
            raise PyllvmError("Invalid record")
        return self.types[number]

    def pointer_to(self, type: Type, address_space: int) -> PointerType:
        """The type of a pointer to a global or alloca of this type: typed or opaque, as in the module's version."""
        address_space &= _UNSIGNED
        if self.has_opaque_pointers:
            return self.context.pointer(address_space)
        try:
            return self.context.pointer_to(type, address_space)
        except TypeError as error:
            raise PyllvmError(f"Invalid type: {error}") from None

    def attribute_list(self, number: int) -> AttributeList | None:
        """The attribute list of number `number`; None for 0."""
        if number == 0 or number > len(self.attributes):
            return None
        return self.attributes[number - 1]

    def add_attribute_list(self, attributes: AttributeList) -> None:
        """Add the attribute list with the next number."""
        self.attributes.append(attributes)
        is_known = len(self.attributes) not in self.unknown.attributes_of_lists
        self.fitting.append({} if not is_known or (self._checks_fitting and may_not_fit(attributes)) else None)

    @property
    def _checks_fitting(self) -> bool:
        """Whether attributes must fit; a module of an older LLVM gets attributes that fit when it is upgraded."""
        return FITTING_SINCE <= self.reading_version == self.module.llvm_version

    def fitting_list(self, number: int, type: FunctionType, arguments: list[Value]) -> AttributeList:
        """The attribute list of number `number` for a function or call: LLVM's reader removes what the types cannot have."""
        attributes = self.attributes[number - 1]
        known = self.fitting[number - 1]
        if known is None:
            return attributes
        found = known.get(type)
        if found is None:
            types = type.parameters
            has_more = len(arguments) > len(types) and any(place >= len(types) for place in attributes.parameters)
            if has_more:
                types = [argument.type for argument in arguments]
            is_known = number not in self.unknown.attributes_of_lists
            made = attributes
            if self._checks_fitting:
                made = fitting(attributes, type.return_type, types, self.reading_version)
            kept = made if made is attributes else self.context.attribute_lists.setdefault(made, made)
            assert isinstance(kept, AttributeList)
            found = kept
            if not has_more and is_known:
                # Each use of a list with unknown attributes is noted.
                known[type] = found
        return found

    def sync_scope(self, number: int) -> str:
        """The synchronization scope of a number; for an unknown number the system scope."""
        return self.sync_scopes[number] if number < len(self.sync_scopes) else ""

    def resolve_forward_references(self, begin: int) -> None:
        """Replace the forward references from number `begin` on by the values that were read."""
        table = self.table
        forward = table.forward
        if not forward:
            return
        end = len(table.values)
        # After an instruction, one number is looked for among very many.
        if end - begin < len(forward):
            numbers = [number for number in range(begin, end) if number in forward]
        else:
            numbers = sorted([number for number in forward if begin <= number < end])
        for number in numbers:
            reference = forward[number]
            del forward[number]
            value = table.value(number)
            if value.type is not reference.type:
                self._check_forward_type(reference.type, value.type)
            # First: the uses would look for metadata as well, in a longer way.
            self.metadata.value_was_defined(reference, value)
            reference.move_uses_to(value)

    def _check_forward_type(self, assumed: Type, type: Type) -> None:
        """Refuse a value that has another type than its uses before it assumed."""
        # LLVM up to 14 does not check it. Its records of allocas do not have the address space that debug information knows.
        is_checked = self.reading_version >= FORWARD_TYPES_CHECKED_SINCE
        if is_checked or not isinstance(assumed, PointerType) or not isinstance(type, PointerType):
            raise PyllvmError("Assigned value does not match type of forward declaration")

    def with_types(self, attributes: AttributeList, types: list[Type]) -> AttributeList | None:
        """The list in which attributes of older files have the types their parameters point to; None if one points to none."""
        # Imported only here: few files need it.
        from pyllvm.migrations.attribute_lists import with_all_types

        return with_all_types(attributes, types, self.typeless_attributes)

    def complain(self, cursor: BitstreamCursor, message: str) -> None:
        """Report something that this reader does not know: a warning, once for each message, or an error if `strict`."""
        if self.strict:
            raise cursor.error(message, cursor.code)
        if self.unknown.is_tolerated:
            self.unknown.leave_out(message)
            return
        if message in self._warned:
            return
        self._warned.add(message)
        if self.warn is not None:
            self.warn(Diagnostic("warning", message, cursor.location(cursor.code)))
