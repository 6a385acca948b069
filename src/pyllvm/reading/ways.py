"""How one input was worked on: in which parts, why the work began again, and the warnings of the way that led to its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.separation import BREAKS_RULES, NotSeparable

if TYPE_CHECKING:
    from typing import TypeVar

    from pyllvm.reading.failing import Failing
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
