"""The bitcode of a text: an `Assembly` is the one way to it."""

from __future__ import annotations

from pyllvm.assembly import TextReading, parse_text
from pyllvm.assembly.reader.lexer import PADDING
from pyllvm.bitcode.writer.module import bitcode_pieces, forget_uniqueness
from pyllvm.notation import TYPE_CHECKING, Callable, Final, final
from pyllvm.reading.newer_text import module_of_text
from pyllvm.reading.wished_changes import bring, producer_of, use_debug_intrinsics

if TYPE_CHECKING:
    from pyllvm.ir.module import Module
    from pyllvm.reading.inputs import Source
    from pyllvm.wishes import Wishes

    Check = Callable[[Module, int | None, bool], None]
    """Verifies a module that was read as this version; in a trial, it raises DoesNotFit where it would report something."""


@final
class Assembly:
    """A text on its way to bitcode. A module that changes before it is written has all uses; another one is read for its text."""

    def __init__(self, source: Source, wishes: Wishes) -> None:
        self._wishes: Final = wishes
        self._name: Final = source.name
        self._identifier: Final = source.identifier
        # Padded here, so that the lexer need not copy it.
        self._text = source.data + PADDING
        self._is_edited = wishes.is_whole
        self._check: Check | None = None

    def module(self, check: Check | None) -> Module:
        """The module in the text, as the wished LLVM reads it, or a newer one. It is not brought to the wished version yet."""
        wishes = self._wishes
        self._check = check
        module = module_of_text(self._parsed, self._text, self._name, wishes)
        self._is_edited = self._is_edited or (wishes.version is not None and module.llvm_version != wishes.version)
        return module

    def _parsed(self, read_as: int | None, is_trial: bool) -> Module:
        wishes, check = self._wishes, self._check
        is_brought = self._is_edited or (wishes.version is not None and read_as != wishes.version)
        reading = TextReading(self._identifier, wishes)
        reading.records_local_uses = is_brought
        checked = None if check is None else lambda module: check(module, read_as, is_trial)
        return parse_text(self._text, reading, read_as, check=checked, is_padded=True)

    def bring(self, module: Module) -> None:
        """Bring the module to the wished version, and report what it loses."""
        if self._wishes.version is not None:
            bring(module, self._wishes, self._name)

    def bitcode(self, module: Module) -> list[bytes]:
        """The bitcode of the module, in pieces that follow each other. The text is freed before: it may be larger."""
        wishes = self._wishes
        if wishes.calls_debug_intrinsics:
            use_debug_intrinsics(module)
        self._text = PADDING
        if not self._is_edited:
            forget_uniqueness(module)
        return bitcode_pieces(module, wishes, producer=producer_of(wishes) if wishes.producer is None else wishes.producer)
