"""Every module in an input, with the name of its place: for commands that compare or draw modules."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.notation import TYPE_CHECKING, final
from pyllvm.reading.modules import modules_of
from pyllvm.reading.source import Input, Source

if TYPE_CHECKING:
    from pyllvm.ir.module import Module
    from pyllvm.wishes import Wishes


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
