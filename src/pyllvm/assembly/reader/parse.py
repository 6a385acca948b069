"""The entry to reading text: a module from bytes, with diagnostics for what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyllvm.assembly.reader.automaton import Tables, load_tables
from pyllvm.assembly.reader.builder import Builder
from pyllvm.assembly.reader.driver import Driver
from pyllvm.assembly.reader.lexer import Lexer
from pyllvm.assembly.reader.places import Places
from pyllvm.assembly.reader.state import State
from pyllvm.assembly.reader.text_error import OtherVersion, TextError
from pyllvm.assembly.reader.text_places import earlier_definition
from pyllvm.diagnostics import Diagnostic, PyllvmError, Source, Span
from pyllvm.ir.debug_info.debug_intrinsics import RECORDS_SINCE, drop_defined_intrinsics, drop_value_offsets, make_debug_records
from pyllvm.ir.intrinsics.attributes import refresh_intrinsics
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.migrations.on_reading.intrinsics import upgrade_intrinsics
from pyllvm.migrations.on_reading.module_flags import upgrade_module_flags
from pyllvm.migrations.on_reading.nvvm_annotations import upgrade_annotations
from pyllvm.migrations.on_reading.sections import upgrade_sections
from pyllvm.versions import NEWEST

RECORDS_BEFORE_CHECK_SINCE: Final = 21
"""Since then UpgradeIntrinsicCall makes the records of llvm.dbg.* calls, before anything looks at the module."""


def parse_assembly(
    data: bytes,
    name: str = "<stdin>",
    llvm_version: int | None = None,
    max_errors: int = 20,
    data_layout: str | None = None,
    opaque_pointers: bool = False,
    allow_incomplete: bool = False,
    context: Context | None = None,
    places: Places | None = None,
    check: Callable[[Module], None] | None = None,
) -> Module:
    """The module that a text of LLVM IR holds, read as `llvm_version`'s language.

    Without a version it is read as that of the newest compiler in its `!llvm.ident`; where it names none, or is not accepted by
    that version, as the newest whose llvm-as accepts it: typed pointers are LLVM 14's at most. The module then has
    `is_version_guessed`. What is wrong with the text comes as a PyllvmError, which holds up to `max_errors` errors, the first
    being the one that LLVM would give.
    A `data_layout` takes the place of the text's own. `opaque_pointers`: every pointer is a `ptr`, which LLVM 13 and 14 only know
    where they are told to. `allow_incomplete`: globals that nobody declares are declared by their uses.
    `places`: where everything stands in the text is written down there.
    Modules that are to be joined are read into one `context`. `check` is given the module where LLVM's parser settles its
    debug information and verifies it (UpgradeDebugInfo), which until LLVM 20 is before calls of llvm.dbg.* become records.
    """
    named = llvm_version
    if llvm_version is None and data.rfind(b"!llvm.ident") >= 0:
        # Imported only here: most texts come with a version that was asked for, or name none.
        from pyllvm.assembly.reader.identification import version_of_identification

        named = version_of_identification(data)
    is_ident_believed = llvm_version is None and named is not None
    fault_as_named: PyllvmError | None = None
    version = NEWEST if named is None else named
    tables = load_tables()
    tried: set[int] = set()
    while True:
        tried.add(version)
        module = Module(name, context, version)
        module.source_filename = name
        lexer = Lexer(data, tables.keywords)
        state = State(lexer.data, lexer, module, version, named is not None or len(tried) > 2)
        state.has_opaque_pointers = opaque_pointers
        state.allows_incomplete = allow_incomplete
        if places is not None:
            places.clear()
            state.places = places
        builder = Builder(state)
        if data_layout is not None:
            builder.set_data_layout(data_layout)
        driver = Driver(tables, lexer, builder)
        try:
            errors = _run(driver, max_errors)
            if errors:
                source = Source(name, data)
                raise _error(errors, source, max_errors, tables)
            builder.finish()
            upgrade_intrinsics(module, version, body_by_body=False)
            refresh_intrinsics(module, has_all_uses=True)
            drop_value_offsets(module)
            # LLVM 19 and 20 leave the calls for later where there is one of a variable, not a label only.
            checks_calls = version < RECORDS_SINCE or (version < RECORDS_BEFORE_CHECK_SINCE and state.has_debug_intrinsics)
            if RECORDS_SINCE <= version < RECORDS_BEFORE_CHECK_SINCE:
                drop_defined_intrinsics(module)
            upgrade_module_flags(module, version)
            upgrade_sections(module)
            upgrade_annotations(module, version)
            if check is not None and checks_calls:
                check(module)
            if version >= RECORDS_SINCE:
                made = make_debug_records(module)
                if places is not None:
                    for call, record in made:
                        places.move(call, record)
            if version >= RECORDS_BEFORE_CHECK_SINCE:
                drop_defined_intrinsics(module)
            if check is not None and not checks_calls:
                check(module)
        except OtherVersion as other:
            _free_names(module)
            if other.version in tried:
                # Two constructs of the text have no version in common.
                named = version
            version = other.version
            continue
        except TextError as error:
            fault = _error([error], Source(name, data), max_errors, tables)
        except PyllvmError as error:
            fault = error
        else:
            module.is_version_guessed = llvm_version is None and not is_ident_believed
            return module
        if not is_ident_believed:
            raise fault if fault_as_named is None else _farther(fault_as_named, fault)
        # The version that the text names does not accept it: what it contains decides.
        _free_names(module)
        fault_as_named = fault
        is_ident_believed = False
        named = None
        version = NEWEST
        tried.clear()


def _free_names(module: Module) -> None:
    """What was read so far goes; its names are free again for the next attempt."""
    for struct in module.struct_types:
        module.context.name_struct(struct, "")


def _farther(first: PyllvmError, second: PyllvmError) -> PyllvmError:
    """Of the faults of two attempts, that of the one which came farther in the text."""
    first_place, second_place = first.diagnostic.where, second.diagnostic.where
    if isinstance(first_place, Span) and isinstance(second_place, Span) and second_place.start > first_place.start:
        return second
    return first


def _run(driver: Driver, max_errors: int) -> list[TextError]:
    """Read the text to its end, and return the errors in it."""
    errors: list[TextError] = []
    while True:
        try:
            driver.run()
            return errors
        except TextError as error:
            errors.append(error)
            if len(errors) >= max_errors:
                return errors
            try:
                if not driver.recover():
                    return errors
            except TextError:
                # What is left is too broken to say more of it.
                return errors


def _error(errors: list[TextError], source: Source, max_errors: int, tables: Tables) -> PyllvmError:
    """The errors as an exception."""
    found: list[Diagnostic] = []
    for error in errors:
        for one in (error, *error.others):
            # The fault is a token: what is shown is all of it.
            lexer = Lexer(source.data, tables.keywords, one.start)
            lexer.next_token()
            end: int = lexer.end
            where = Span(source, one.start, max(end, one.start))
            diagnostic = Diagnostic("error", one.message, where, suggestion=one.suggestion)
            if "redefinition of" in one.message or one.message.startswith("multiple definition"):
                earlier = earlier_definition(source.data, where.start, where.end)
                if earlier is not None:
                    place = Span(source, earlier, earlier + where.end - where.start)
                    diagnostic.notes.append(Diagnostic("note", "it was defined before here", place))
            found.append(diagnostic)
    return PyllvmError(found[0], found[1:max_errors])
