"""Assembles a text whose module is valid, and needs no more of memory for the uses of local values than their order requires.

A text that cannot be assembled so, or that needs a report, gives the result None: it is then read again with all uses.
On sqlite -O2, whose uses would take a quarter of the memory, that saves a tenth of the time.
"""

from __future__ import annotations

from pyllvm.assembly import TextReading, parse_text
from pyllvm.bitcode import bitcode_pieces
from pyllvm.ir.module import Module
from pyllvm.ir.separation import NotSeparable, give_up
from pyllvm.notation import Any, Final, final
from pyllvm.reading.newer_text import newer_version
from pyllvm.reading.settle import settle_debug_info


@final
class Assembled:
    """A module as it was read from its text, without the bodies if it was written, and the pieces of its bitcode."""

    __slots__ = ("module", "pieces")

    def __init__(self, module: Module, pieces: list[bytes]) -> None:
        self.module: Final = module
        self.pieces: Final = pieces


def assembled(
    padded: bytes,
    reading: TextReading,
    version: int | None,
    text_version: int | None,
    writing: dict[str, Any] | None,
    *,
    is_verified: bool,
    checks_scope_domination: bool,
) -> Assembled | None:
    """The bitcode of a text for LLVM `version`, if it is valid in the language of LLVM `text_version`, or of the same.

    `padded` is the text, and the lexer's `PADDING`. `writing` is for `bitcode_pieces`; without it nothing is
    written. None if another way to read the text, or a fault that the verifier reports, has to be considered.
    Raises PyllvmError for malformed text, and where LLVM cannot write the module.
    """
    if text_version is None:
        text_version = version
        if newer_version(padded, version) is not None:
            return None
    elif version is not None and version != text_version:
        return None

    def check(module: Module) -> None:
        settled = settle_debug_info(module, give_up, checks_scope_domination=checks_scope_domination)
        if settled.warning is not None:
            raise NotSeparable
        if not settled.is_verified:
            from pyllvm.verifier import verify

            if verify(module, checks_scope_domination=checks_scope_domination):
                raise NotSeparable

    try:
        module = parse_text(padded, reading, text_version, check=check if is_verified else None, is_padded=True)
        return Assembled(module, [] if writing is None else bitcode_pieces(module, **writing, consumes_module=True))
    except NotSeparable:
        return None
