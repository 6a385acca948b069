"""How one input is worked on: as a `Plan` decides before its first record is read, and as a `Way` notes it.

A way has the parts, the reasons why the work began again, and the warnings of what led to its end.
"""

from __future__ import annotations

from pyllvm.bitcode.reader.found import is_in_own_forms
from pyllvm.bitcode.reader.read import read_modules
from pyllvm.bitcode.reader.state import Reading
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.use_policy import UPGRADES
from pyllvm.notation import TYPE_CHECKING, Callable, Final, final
from pyllvm.reading.wished_changes import report_left_out
from pyllvm.separation import BREAKS_RULES, NotSeparable

if TYPE_CHECKING:
    from typing import TypeVar

    from pyllvm.bitcode.reader.found import BitcodeFile
    from pyllvm.ir.module import Module
    from pyllvm.ir.types import Context
    from pyllvm.migrations.loss import Loss
    from pyllvm.reading.failures import Failing
    from pyllvm.reading.inputs import Source
    from pyllvm.wishes import Wishes

    Result = TypeVar("Result")

# These end the work on parts: a module that is malformed or nested too deeply is worked on once more to report it.
ENDS: Final = (NotSeparable, PyllvmError, RecursionError)
# It raises the exception for those who may not report anything: its caller is the site.
_RAISING: Final = "separation.py"
_PACKAGE: Final = "pyllvm/"


@final
class Way:
    """The way of one input, from its beginning to `taken`."""

    def __init__(self, wishes: Wishes, name: str) -> None:
        self._wishes: Final = wishes
        self._name: Final = name
        self._notes: list[str] = []
        self.warnings: list[Diagnostic] = []
        """The warnings to report if the way that is being taken leads to its end."""
        self.breaks_rules = False
        """Whether the last way that ended early did so because the verifier has something to report."""
        self.failing: Failing | None = None
        """The functions that break rules, if these are all that it has to report."""

    def note(self, way: str) -> None:
        """Note a way that was taken."""
        if self._wishes.tell_way is not None:
            self._notes.append(way)

    def note_parts(self, count: int, how: str) -> None:
        """Note that one process works on so many parts, or several processes do."""
        if self._wishes.tell_way is not None:
            self._notes.append(f"{count} part{'' if count == 1 else 's'} {how}")

    def tried(self, work: Callable[[], Result]) -> Result | None:
        """The result of work on parts; None if the module must be worked on as one part, which is noted."""
        self.failing = None
        try:
            return work()
        except ENDS as error:
            self.begin_again(error)
            return None

    def begin_again(self, error: BaseException) -> None:
        """Note that a way has ended with an error, so that another one is taken."""
        self.warnings.clear()
        self.breaks_rules = isinstance(error, NotSeparable) and error.reason is BREAKS_RULES
        if self._wishes.tell_way is not None:
            self._notes.append(f"begun again because of {_site(error)}")

    def taken(self) -> list[Diagnostic]:
        """Tell the way that was taken, if somebody wants to know, and return its warnings."""
        if self._wishes.tell_way is not None and self._notes:
            self._wishes.tell_way(self._name, ", ".join(self._notes))
            self._notes.clear()
        warnings, self.warnings = self.warnings, []
        return warnings


def _site(error: BaseException) -> str:
    """Where an error was raised, and the message that it has, or the error that it replaces."""
    places: list[str] = []
    traceback = error.__traceback__
    while traceback is not None:
        path = traceback.tb_frame.f_code.co_filename
        file = path.replace("\\", "/").rpartition(_PACKAGE)[2]
        if file != _RAISING:
            places.append(f"{file}:{traceback.tb_lineno}")
        traceback = traceback.tb_next
    named = (error, error.__context__)
    message = next((str(one) for one in named if isinstance(one, (PyllvmError, NotSeparable)) and str(one)), "")
    place = places[-1] if places else type(error).__name__
    return f"{place} ({message})" if message else place


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
            and (self.newer is None or not _need_all_bodies(own, self.newer))
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
        report_left_out(module, wishes, losses)

    reading = Reading(source.identifier, wishes, warn, context=context)
    reading.mend = _drop_unknown_forms
    reading.note_left_out = note_left_out
    return reading


def read_upgraded(file: BitcodeFile, reading: Reading, way: Way, version: int | None, wanted: int) -> list[Module]:
    """The `wanted` modules of a bitcode file, brought to LLVM `version` as that LLVM does when it reads them.

    Bodies that are read when they are needed may raise NeedsWhole. Modules that must be upgraded as one part, and all without a
    `version`, are as they were read.
    """
    if version is not None and not reading.wishes.expands_constants:
        # Imported only here: few modules are upgraded.
        from pyllvm.reading.upgrade_when_read import upgraded_when_read

        way.note("upgraded in LLVM's order")
        upgraded = way.tried(lambda: upgraded_when_read(file, reading, version))
        if upgraded is not None:
            return [upgraded]
    way.note("whole" if reading.lasting_uses is None else "whole without uses")
    return read_modules(file, reading, wanted)


def without_uses(reading: Reading) -> Reading:
    """The same, for a module that is read as a whole and then upgraded: nothing else asks for uses."""
    return reading.reporting_to(reading.warn, lasting_uses=UPGRADES)


def _drop_unknown_forms(module: Module) -> None:
    """Drop what the newest known LLVM refuses of a newer one's module."""
    from pyllvm.reading.unknown_forms import drop_unknown_forms  # few files are of an LLVM that is not known

    drop_unknown_forms(module)
