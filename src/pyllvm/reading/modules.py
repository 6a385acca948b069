"""The modules in an input, as objects: `modules_of` is the way to them, and `named_modules` gives each the name of its place."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.garbage import COLLECTION_PAUSE
from pyllvm.notation import TYPE_CHECKING, final
from pyllvm.reading.inputs import Input, Source, is_too_short
from pyllvm.reading.settle import drop_other_debug_info, settle_access_tags

if TYPE_CHECKING:
    from pyllvm.ir.module import Module
    from pyllvm.wishes import Wishes


def modules_of(source: Source, wishes: Wishes) -> list[Module]:
    """The modules in text or bitcode, settled as LLVM's tools do that do not verify them, and not brought to the wished version.

    Raises PyllvmError, with what can be said about the cause, if the input is malformed. A file that is too short has none.
    """
    return [_of_text(source, wishes)] if source.is_text else _of_bitcode(source, wishes)


@final
class NamedModule:
    """A module and where it was read."""

    __slots__ = ("member", "module", "path", "source")

    def __init__(self, path: str, member: str, module: Module, source: Source) -> None:
        self.path = path
        """The name of the input."""
        self.member = member
        """Its place in a container, such as "(x.o)"; "" for a file that is none."""
        self.module = module
        self.source = source
        """The text or bitcode that it was read from."""

    @property
    def name(self) -> str:
        """The name of its place."""
        return self.path + self.member

    @property
    def is_source_implied(self) -> bool:
        """Whether the source file takes the input's name, because the input is a text that does not name a source file."""
        return self.source.is_text and b"source_filename" not in self.source.data


def named_modules(opened: Input, wishes: Wishes, known: dict[tuple[str, bytes], list[Module]] | None = None) -> list[NamedModule]:
    """Every module in an input. Modules of another version are not brought to the wished one yet.

    What is in `known`, by its place in a container and its bytes, is not read again; what is read here is added.
    PyllvmError if an input cannot be read or has no module.
    """
    inside = opened.inside()
    parts = [(one.name if len(inside) > 1 else "", one.read()) for one in inside] or [("", opened.data)]
    found: list[NamedModule] = []
    for member, content in parts:
        source = Source(content, opened.shown if not member else opened.path + member)
        modules = None if known is None else known.get((member, content))
        if modules is None:
            modules = modules_of(source, wishes)
            if known is not None:
                known[member, content] = modules
        for index, module in enumerate(modules):
            place = f"{member}({index})" if len(modules) > 1 else member
            found.append(NamedModule(opened.shown, place, module, source))
    if not found:
        raise PyllvmError("there is no module in this file")
    return found


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
            return parse_assembly(source.data, source.identifier, version, max_errors=wishes.max_errors, check=check)
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
