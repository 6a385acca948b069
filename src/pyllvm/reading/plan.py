"""How a module of bitcode is worked on, decided before its first record is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from pyllvm.bitcode.reader.found import is_in_own_forms
from pyllvm.bitcode.reader.reading import Reading
from pyllvm.ir.use_policy import UPGRADES
from pyllvm.reading.conversion import note_losses

if TYPE_CHECKING:
    from pyllvm.bitcode.reader.found import BitcodeFile
    from pyllvm.diagnostics import Diagnostic
    from pyllvm.ir.module import Module
    from pyllvm.ir.types import Context
    from pyllvm.migrations.loss import Loss
    from pyllvm.reading.source import Source
    from pyllvm.wishes import Wishes


@final
class Plan:
    """The plan for one input. The module is read in parts, or else as a whole."""

    def __init__(self, file: BitcodeFile, wishes: Wishes) -> None:
        found = file.only_module
        own = file.version(wishes.version, wishes.input_version)
        is_alone = found is not None and not wishes.is_whole
        self.newer: Final = wishes.version if wishes.version is not None and own < wishes.version else None
        """The version that the module is upgraded to; None if it is not."""
        self.is_older: Final = wishes.version is not None and own > wishes.version
        """Whether an older version is wanted than the module's own: the way there needs the whole module."""
        self.is_in_parts: Final = (
            is_alone
            and not self.is_older
            and found is not None
            and is_in_own_forms(found, own, wishes.input_version)
            and (self.newer is None or (wishes.has_output and not _need_all_bodies(own, self.newer)))
        )
        self.needs_uses: Final = not is_alone or self.newer is None or file.may_have_unknown
        """Whether all values must know their uses if the module is read as a whole; upgrades alone ask few values."""


def _need_all_bodies(older: int, newer: int) -> bool:
    from pyllvm.migrations.sequence import need_all_bodies  # few modules are upgraded

    return need_all_bodies(older, newer)


def reading_of(source: Source, wishes: Wishes, context: Context | None = None) -> Reading:
    """How the modules of an input are read, with the warnings about it for the one who has the wishes."""

    def warn(diagnostic: Diagnostic) -> None:
        if wishes.warn is not None:
            wishes.warn(diagnostic, source.name)

    def note_left_out(module: Module, losses: list[Loss]) -> None:
        if wishes.loss_rows is not None:
            for loss in losses:
                loss.keep_place()
            note_losses(module, wishes, module.llvm_version, module.llvm_version, losses)

    reading = Reading(source.identifier, wishes, warn, context=context)
    reading.mend = _drop_unknown_forms
    reading.note_left_out = note_left_out
    return reading


def without_uses(reading: Reading) -> Reading:
    """The same, for a module that is read as a whole and then upgraded: nothing else asks for uses."""
    return reading.reporting_to(reading.warn, lasting_uses=UPGRADES)


def _drop_unknown_forms(module: Module) -> None:
    """Drop what the newest known LLVM refuses of a newer one's module."""
    from pyllvm.reading.unknown_forms import drop_unknown_forms  # few files are of an LLVM that is not known

    drop_unknown_forms(module)
