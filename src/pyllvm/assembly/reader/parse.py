"""The entry point for reading text: from bytes to a module, with diagnostics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.assembly.reader.automaton import Tables, load_tables
from pyllvm.assembly.reader.builder import Builder
from pyllvm.assembly.reader.driver import Driver
from pyllvm.assembly.reader.identification import has_typed_pointers, version_of_identification
from pyllvm.assembly.reader.lexer import PADDING, Lexer
from pyllvm.assembly.reader.places import Places
from pyllvm.assembly.reader.state import State
from pyllvm.assembly.reader.text_error import UNDEFINED, OtherVersion, TextError, earlier_definition, place_of_global
from pyllvm.diagnostics import Diagnostic, PyllvmError, Source, Span
from pyllvm.diagnostics.source import BYTE_ORDER_MARK
from pyllvm.ir.module import Module
from pyllvm.ir.odr import KnownTypes
from pyllvm.ir.types import Context
from pyllvm.ir.use_policy import ASKED, CONSTANTS, LISTED, UsePolicy
from pyllvm.migrations.on_reading.order import after_text
from pyllvm.tables.behavior_versions import NO_USES_OF_DATA_SINCE
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE
from pyllvm.versions import NEWEST
from pyllvm.wishes import Wishes

# An instruction with a name outside of a function. After another error, that is because its function ended too soon.
_INSTRUCTION_OUTSIDE: Final = "expected 'type' after "
# How many redefinitions get a note with the place of the first definition: each is searched for in the text.
_MOST_EARLIER: Final = 100


@final
class TextReading:
    """How a text is read, in whatever version. The command decides it once; the text may be read several times."""

    def __init__(
        self,
        name: str = "<stdin>",
        wishes: Wishes | None = None,
        *,
        max_errors: int | None = None,
        data_layout: str | None = None,
    ) -> None:
        self.name: Final = name
        """The identifier of the module."""
        self.wishes: Final = Wishes() if wishes is None else wishes
        self.max_errors: Final = self.wishes.max_errors if max_errors is None else max_errors
        """How many errors are found before the reading ends. LLVM reports the first."""
        self.data_layout: Final = self.wishes.data_layout if data_layout is None else data_layout
        """Replaces the text's own data layout."""
        self.records_local_uses = True
        """Whether all uses of local values are recorded; otherwise only uses on whose order the bitcode's USELIST records depend.

        Others are recorded when someone asks for them. The module must have a context of its own then, and is to be written, not
        edited: instructions with the same attachment share its list.
        """

    @property
    def leaves_local_uses(self) -> bool:
        """Whether uses are not recorded: of an incomplete text they are, because calls may be erased."""
        return not self.records_local_uses and not self.wishes.allows_incomplete


def parse_assembly(
    data: bytes,
    name: str = "<stdin>",
    llvm_version: int | None = None,
    max_errors: int = 20,
    opaque_pointers: bool = False,
    context: Context | None = None,
    places: Places | None = None,
    check: Callable[[Module], None] | None = None,
) -> Module:
    """Parse a text of LLVM IR in the language of LLVM `llvm_version` and return the module.

    `name` is as in `TextReading`, `max_errors` and `opaque_pointers` are as in `Wishes`, the others as for `parse_text`.
    """
    wishes = Wishes()
    wishes.max_errors = max_errors
    wishes.opaque_pointers = opaque_pointers
    reading = TextReading(name, wishes)
    return parse_text(data, reading, llvm_version, context=context, places=places, check=check)


def parse_text(
    data: bytes,
    reading: TextReading,
    llvm_version: int | None = None,
    *,
    context: Context | None = None,
    places: Places | None = None,
    check: Callable[[Module], None] | None = None,
    is_padded: bool = False,
) -> Module:
    """Parse a text of LLVM IR in the language of LLVM `llvm_version` and return the module.

    Without a version, the text is read as the newest compiler in its `!llvm.ident` writes it. If it names none, or that version
    does not accept it, it is read as the newest version whose llvm-as accepts it: at most LLVM 14 if it has typed pointers. The
    module then has `is_version_guessed`. Errors in the text are raised as a PyllvmError. A byte order mark at the beginning is
    ignored.
    `context`: the owner of the types and metadata of modules that will be linked; None: the module has one of its own.
    `places`: receives the position of everything in the text. `check` is called with the module where LLVM's parser verifies its
    debug information (UpgradeDebugInfo); up to LLVM 20 that is before calls of llvm.dbg.* become records.
    `is_padded`: the lexer's `PADDING`, which does not belong to the text, is at the end of `data`, so that it need not be copied.
    """
    if data.startswith(BYTE_ORDER_MARK):
        # LLVM refuses it. Spaces in its place keep the columns.
        data = b"   " + data[3:]
    name = reading.name
    max_errors = reading.max_errors
    named = llvm_version
    if llvm_version is None and (data.rfind(b"!llvm.ident") >= 0 or data.rfind(b'producer: "zig ') >= 0):
        named = version_of_identification(data)
    is_ident_believed = llvm_version is None and named is not None
    fault_as_named: PyllvmError | None = None
    # The offset up to which an error ends an attempt. A text that names its version is read again if that does not accept it.
    read_before = len(data) if is_ident_believed or max_errors == 1 else -1
    version = NEWEST if named is None else named
    tables = load_tables()
    tried: set[int] = set()
    while True:
        tried.add(version)
        # Nothing but the order of a local value's uses in bitcode needs them, and only seldom.
        lasting = LISTED if version >= NO_USES_OF_DATA_SINCE else CONSTANTS
        uses = UsePolicy(ASKED, lasting) if reading.leaves_local_uses else None
        module = Module(name, context if uses is None else Context(uses), version)
        if context is None:
            module.context.reading_notes = []
        if reading.wishes.unifies_types:
            module.context.types_by_identifier = {}
        if uses is not None:
            uses.end_head()
            uses.set_reading(True)
        known_types = KnownTypes(module.context)
        module.source_filename = name
        lexer = Lexer(data, tables.keywords, is_padded=is_padded)
        state = State(lexer.data, lexer, module, version, named is not None or len(tried) > 2)
        _take_wishes(state, reading)
        state.shares_context = context is not None
        if places is not None:
            places.clear()
            state.places = places
        builder = Builder(state)
        if reading.data_layout is not None:
            builder.header.set_data_layout(reading.data_layout)
        driver = Driver(tables, lexer, builder)
        try:
            errors = _run(driver, max_errors, read_before)
            if errors:
                raise _error(_and_undefined(errors, builder, read_before), Source(name, _text(lexer)), max_errors, tables)
            builder.finish()
            if uses is not None:
                uses.set_reading(False)
            after_text(module, state.has_debug_intrinsics, check, None if places is None else places.move)
        except OtherVersion as other:
            free_names(module)
            known_types.restore()
            if other.version in tried:
                # Two constructs of the text have no common version.
                named = version
            version = other.version
            continue
        except TextError as error:
            fault = _error(_and_undefined([error], builder, read_before), Source(name, _text(lexer)), max_errors, tables)
        except PyllvmError as refusal:  # a separate name: mypyc gives a name one type in a function
            fault = refusal
            _give_place(fault, Source(name, _text(lexer)))
        else:
            module.is_version_guessed = llvm_version is None and not is_ident_believed
            return module
        fault.llvm_version = version
        free_names(module)
        known_types.restore()
        if not is_ident_believed:
            if fault_as_named is None or 0 <= read_before < _place(fault):
                raise fault
            # The version that the text names came as far.
            if max_errors == 1:
                raise fault_as_named
            # This raises all of its errors.
            return parse_text(
                data, reading, fault_as_named.llvm_version, context=context, places=places, check=check, is_padded=is_padded
            )
        # The version that the text names does not accept it: decide by its constructs.
        fault_as_named = fault
        read_before = _place(fault)
        is_ident_believed = False
        named = None
        version = NEWEST
        tried.clear()


def _take_wishes(state: State, reading: TextReading) -> None:
    """Let the state of a new parse know how the text is read."""
    state.has_opaque_pointers = reading.wishes.opaque_pointers
    if state.version == OPAQUE_POINTERS_SINCE and not reading.wishes.opaque_pointers:
        state.has_typed_pointers = has_typed_pointers(state.data, state.module.context)
    state.allows_incomplete = reading.wishes.allows_incomplete
    state.records_uses_of_blocks = reading.leaves_local_uses and state.data.find(b"blockaddress") >= 0
    state.shares_attachments = reading.leaves_local_uses


def _and_undefined(errors: list[TextError], builder: Builder, read_before: int) -> list[TextError]:
    """The errors of a text, and those about names that it never defines, unless another attempt has come as far."""
    if errors[0].start <= read_before:
        return errors
    from pyllvm.assembly.reader.undefined import undefined_names, with_undefined  # most texts have no errors

    undefined = undefined_names(
        builder.state, builder.types.forward_named, builder.globals.comdats.undefined, builder.metadata.forward.nodes()
    )
    return with_undefined(errors, undefined, builder.state.data)


def _give_place(error: PyllvmError, source: Source) -> None:
    """Give an error that names a global value, from code that knows no text, the place of that value."""
    quoted = error.diagnostic.message.split("'")
    if error.diagnostic.where is None and len(quoted) > 1:
        place = place_of_global(source.data, quoted[1])
        if place is not None:
            error.diagnostic.where = Span(source, *place)


def _text(lexer: Lexer) -> bytes:
    return lexer.data[: -len(PADDING)]


def free_names(module: Module) -> None:
    """Release the names of a module's types in its context, because another attempt will read the text."""
    for struct in module.struct_types:
        module.context.name_struct(struct, "")


def _place(error: PyllvmError) -> int:
    """Where an error is in the text; -1 if it has no place."""
    where = error.diagnostic.where
    return where.start if isinstance(where, Span) else -1


def _run(driver: Driver, max_errors: int, read_before: int) -> list[TextError]:
    """Read the text to its end, and return the errors in it; only the first one if another attempt has come as far as that."""
    errors: list[TextError] = []
    while True:
        try:
            driver.run()
            return errors
        except TextError as reported:
            error = driver.first_error(reported)
            if not driver.is_consequence(error) and not (errors and error.message.startswith(_INSTRUCTION_OUTSIDE)):
                errors.append(error)
                if len(errors) >= max_errors or errors[0].start <= read_before:
                    return errors
            try:
                if not driver.recover():
                    return errors
            except TextError:
                # The rest is too broken to report more errors.
                return errors
        except PyllvmError as refusal:
            # From code that knows no text, such as constant folding: the parser has just read what it refuses.
            if refusal.diagnostic.where is not None:
                raise
            errors.append(TextError(driver.last_symbol, refusal.diagnostic.message))
            return errors


def _in_order(errors: list[TextError], max_errors: int) -> list[TextError]:
    """The errors with the others attached to them, in the order of their places.

    LLVM's error is the first; but of several undefined names LLVM reports the first by name, which is shown in its place.
    """
    found = [one for error in errors for one in (error, *error.others)]
    if max_errors == 1 or len(found) == 1:
        return found
    kept = 0 if found[0].message.startswith(UNDEFINED) else 1
    return [*found[:kept], *sorted(found[kept:], key=lambda one: one.start)]


def _error(errors: list[TextError], source: Source, max_errors: int, tables: Tables) -> PyllvmError:
    """The errors as an exception."""
    found: list[Diagnostic] = []
    lexer = Lexer(source.data, tables.keywords)
    for one in _in_order(errors, max_errors):
        # The error is at a token: show all of it.
        lexer.end = one.start
        lexer.next_token()
        end: int = lexer.end
        where = Span(source, one.start, max(end, one.start))
        diagnostic = Diagnostic("error", one.message, where, suggestion=one.suggestion)
        is_redefinition = "redefinition of" in one.message or one.message.startswith("multiple definition")
        if is_redefinition and len(found) < _MOST_EARLIER:
            earlier = earlier_definition(source.data, where.start, where.end)
            if earlier is not None:
                place = Span(source, earlier, earlier + where.end - where.start)
                diagnostic.notes.append(Diagnostic("note", "first defined here", place))
        found.append(diagnostic)
    error_found = PyllvmError(found[0], found[1:max_errors])
    if errors[0].warning:
        error_found.warnings.append(Diagnostic("warning", errors[0].warning, found[0].where))
    return error_found
