"""The modules in an input, as objects: `modules_of` and `module_of_text` are the ways to them."""

from __future__ import annotations

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.diagnostics.source import BYTE_ORDER_MARK
from pyllvm.notation import TYPE_CHECKING, Callable
from pyllvm.reading.inputs import is_too_short

if TYPE_CHECKING:
    from pyllvm.ir.module import Module
    from pyllvm.reading.source import Source
    from pyllvm.wishes import Wishes


def module_of_text(parse: Callable[[int | None, bool], Module], source: Source, wishes: Wishes) -> Module:
    """The module of a text as the wished LLVM reads it, or as a newer LLVM does that the text names or needs.

    `parse(version, is_trial)` reads the text; in a trial it raises DoesNotFit, and reports nothing, if the module is not valid.
    """
    version = wishes.version
    if version is None or wishes.input_version is not None:
        return parse(version if wishes.input_version is None else wishes.input_version, False)
    # Imported only here: most texts are read as the version that they name.
    from pyllvm.reading.newer_text import parse_and_note

    def note(diagnostic: Diagnostic) -> None:
        if wishes.warn is not None:
            wishes.warn(diagnostic, source.name)

    return parse_and_note(parse, source.data, version, note if wishes.may_be_newer else None)


def modules_of(source: Source, wishes: Wishes) -> list[Module]:
    """The modules in text or bitcode, settled as LLVM's tools do that do not verify them, and not brought to the wished version.

    Raises PyllvmError, with what can be said about the cause, if the input is malformed. A file that is too short has none.
    """
    return [_of_text(source, wishes)] if source.is_text else _of_bitcode(source, wishes)


def _of_text(source: Source, wishes: Wishes) -> Module:
    from pyllvm.reading.newer_text import newer_text_note, reading_version

    note_byte_order_mark(source, wishes)
    version = wishes.version
    try:
        return _parsed(source, wishes, version if wishes.input_version is None else wishes.input_version)
    except PyllvmError as error:
        newer = None if version is None or not wishes.may_be_newer else reading_version(source.data, version)
        if version is None or newer is None:
            raise
        if wishes.warn is not None:
            wishes.warn(newer_text_note(error, version, newer), source.name)
        return _parsed(source, wishes, newer)


def _parsed(source: Source, wishes: Wishes, version: int | None) -> Module:
    from pyllvm.assembly import parse_assembly
    from pyllvm.garbage import COLLECTION_PAUSE

    def check(module: Module) -> None:
        _drop_other_debug_info(module, source, wishes)

    try:
        with COLLECTION_PAUSE:
            return parse_assembly(source.data, source.identifier, version, check=check)
    except PyllvmError as error:
        # Imported only here: most texts have no errors.
        from pyllvm.findings.syntax_help import add_help

        add_help(error)
        raise


def _of_bitcode(source: Source, wishes: Wishes) -> list[Module]:
    if is_too_short(source.data):
        return []
    from pyllvm.bitcode.reader.read import read_modules
    from pyllvm.reading.plan import Plan, reading_of, without_uses
    from pyllvm.reading.settle import settle_access_tags

    reading = reading_of(source, wishes)
    reading.mend = None  # what is in a newer form is shown as it is
    plan = Plan(source, wishes)
    needs_all = wishes.asks_for_uses or source.file.may_have_unknown or plan.is_older
    modules = read_modules(source.file, reading if needs_all else without_uses(reading), may_be_none=True)
    for module in modules:
        settle_access_tags(module)
        _drop_other_debug_info(module, source, wishes)
    return modules


def _drop_other_debug_info(module: Module, source: Source, wishes: Wishes) -> None:
    from pyllvm.reading.settle import drop_other_debug_info

    warning = drop_other_debug_info(module)
    if warning is not None and wishes.warn is not None:
        wishes.warn(warning, source.name)


def note_byte_order_mark(source: Source, wishes: Wishes) -> None:
    """Warn about the byte order mark of a text, which other tools do not accept."""
    if source.data.startswith(BYTE_ORDER_MARK) and wishes.warn is not None:
        message = "the text begins with a byte order mark, which LLVM's own tools refuse"
        wishes.warn(Diagnostic("warning", message), source.name)
