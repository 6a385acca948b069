"""The modules in an input, as objects: `modules_of` is the way to them."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.garbage import COLLECTION_PAUSE
from pyllvm.notation import TYPE_CHECKING
from pyllvm.reading.inputs import is_too_short
from pyllvm.reading.settle import drop_other_debug_info, settle_access_tags

if TYPE_CHECKING:
    from pyllvm.ir.module import Module
    from pyllvm.reading.source import Source
    from pyllvm.wishes import Wishes


def modules_of(source: Source, wishes: Wishes) -> list[Module]:
    """The modules in text or bitcode, settled as LLVM's tools do that do not verify them, and not brought to the wished version.

    Raises PyllvmError, with what can be said about the cause, if the input is malformed. A file that is too short has none.
    """
    return [_of_text(source, wishes)] if source.is_text else _of_bitcode(source, wishes)


def _of_text(source: Source, wishes: Wishes) -> Module:
    from pyllvm.reading.newer_text import module_of_text  # most modules are bitcode

    source.note_byte_order_mark(wishes)
    return module_of_text(lambda version, _: _parsed(source, wishes, version), source.data, source.name, wishes)


def _parsed(source: Source, wishes: Wishes, version: int | None) -> Module:
    from pyllvm.assembly import parse_assembly  # most modules are bitcode

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
    from pyllvm.bitcode.reader.read import ANY, read_modules
    from pyllvm.reading.ways import Plan, reading_of, without_uses

    file = source.file
    reading = reading_of(source, wishes)
    reading.mend = None  # what is in a newer form is shown as it is
    needs_all = wishes.asks_for_uses or file.may_have_unknown or Plan(file, wishes).is_older
    modules = read_modules(file, reading if needs_all else without_uses(reading), ANY)
    for module in modules:
        settle_access_tags(module)
        _drop_other_debug_info(module, source, wishes)
    return modules


def _drop_other_debug_info(module: Module, source: Source, wishes: Wishes) -> None:
    warning = drop_other_debug_info(module)
    if warning is not None and wishes.warn is not None:
        wishes.warn(warning, source.name)
