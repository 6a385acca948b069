"""A construct in a module that another LLVM version does not have, with its location."""

from __future__ import annotations

from typing import Final, final

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.function import Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.loss import BEHAVIOR as BEHAVIOR
from pyllvm.ir.loss import DEBUG_INFO as DEBUG_INFO
from pyllvm.ir.loss import DROPPED as DROPPED
from pyllvm.ir.loss import HINT as HINT
from pyllvm.ir.loss import IMPOSSIBLE as IMPOSSIBLE
from pyllvm.ir.loss import NO_RELEASE as NO_RELEASE
from pyllvm.ir.loss import Loss as Loss
from pyllvm.ir.module import Module
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.versions import FOREVER

SHOWN_PLACES: Final = 10
"""The number of constructs that a refusal names, each with its first location."""


_MAY_CHANGE: Final = "; this may change what the program does"
# Of fewer kinds of constructs, a list is as short as a summary.
_FEWEST_SUMMARIZED: Final = 3
_HARMLESS: Final = "the program does the same without them"

# The choices of `--pointee-types`: an address is a pointer to i8, or types are inferred, for which there are two names.
VIEWS: Final = "views"
INFERRED: Final = "inferred"
EXPORTED: Final = "exported"
POINTEE_TYPES: Final = (VIEWS, INFERRED, EXPORTED)


@final
class Losses:
    """The losses of a module on its way to an older LLVM, in the order in which they occur.

    With `keeps_places`, the first loss of each construct in each function keeps the text of its instruction. `pointee_types` is
    how a user wants pointers to get types, one of `POINTEE_TYPES`.
    """

    def __init__(self, *, keeps_places: bool = False, pointee_types: str = VIEWS) -> None:
        if pointee_types not in POINTEE_TYPES:
            raise PyllvmError(f"'{pointee_types}' is not one of {', '.join(POINTEE_TYPES)}")
        self.all: Final[list[Loss]] = []
        self.pointee_types = pointee_types
        self.pointees: Final[dict[Value, Type]] = {}
        """The pointees that the consumer of the module asks for: of arguments, and under a function itself, of its result."""
        self._keeps_places: Final = keeps_places
        self._placed: Final[set[tuple[str, GlobalValue | None]]] = set()

    def add(self, loss: Loss) -> None:
        """Note a loss."""
        self.all.append(loss)
        if self._keeps_places and (loss.construct, loss.subject) not in self._placed:
            self._placed.add((loss.construct, loss.subject))
            loss.keep_place()

    def drop(
        self,
        construct: str,
        since: int,
        subject: GlobalValue | None = None,
        instruction: Instruction | None = None,
        until: int = FOREVER,
        grade: str = HINT,
    ) -> Loss:
        """Note that the module no longer has the construct; the parameters are named as in `Loss`."""
        loss = Loss(construct, since, until, subject, instruction, DROPPED, grade)
        self.add(loss)
        return loss

    def refuse(
        self, construct: str, since: int, subject: GlobalValue | None = None, instruction: Instruction | None = None
    ) -> None:
        """Note that the module cannot do without it."""
        self.add(Loss(construct, since, FOREVER, subject, instruction, IMPOSSIBLE))

    @property
    def impossible(self) -> list[Loss]:
        return [loss for loss in self.all if loss.kind == IMPOSSIBLE]


def loss_warnings(losses: list[Loss], version: int) -> list[Diagnostic]:
    """One warning for each construct that was dropped for LLVM `version`, with how many there were."""
    return [Diagnostic("warning", f"dropped {counted}") for counted in _counted(losses, version)]


def loss_summary(losses: list[Loss], version: int) -> list[Diagnostic]:
    """The same for a person who reads it on a terminal: what may change behavior in full, and one line about all the rest."""
    grades = {loss.construct: loss.grade for loss in losses if loss.kind == DROPPED}
    grave = [loss for loss in losses if loss.grade == BEHAVIOR]
    rest = [loss for loss in losses if loss.grade != BEHAVIOR]
    hints = list(grades.values()).count(HINT)
    fields = list(grades.values()).count(DEBUG_INFO)
    warnings = loss_warnings(grave, version)
    for warning in warnings:
        warning.message += _MAY_CHANGE
    if hints + fields < _FEWEST_SUMMARIZED:
        return [*warnings, *loss_warnings(rest, version)]
    kinds = [_kinds(hints, "hints")] if hints else []
    if fields:
        kinds.append(f"{fields} of debug information" if hints else _kinds(fields, "debug information"))
    summary = Diagnostic("note", f"dropped {' and '.join(kinds)} that LLVM {version} does not have; {_HARMLESS}")
    summary.hint = "--losses=list names them, and --report-losses=FILE their places"
    return [*warnings, summary]


def _kinds(count: int, of: str) -> str:
    return f"{count} {'kind' if count == 1 else 'kinds'} of {of}"


def loss_errors(losses: list[Loss], version: int) -> list[Diagnostic]:
    """The same as errors, for a user who accepts no loss."""
    return [Diagnostic("error", f"cannot keep {counted}") for counted in _counted(losses, version)]


def _counted(losses: list[Loss], version: int) -> list[str]:
    first: dict[str, Loss] = {}
    counts: dict[str, int] = {}
    for loss in losses:
        if loss.kind == DROPPED:
            first.setdefault(loss.construct, loss)
            counts[loss.construct] = counts.get(loss.construct, 0) + 1
    lines: list[str] = []
    for construct, loss in first.items():
        has_it = loss.releases.replace("and newer", "has it") if loss.until == FOREVER else f"{loss.releases} have it"
        lines.append(f"{construct} in {_in_places(counts[construct])} ({has_it}, LLVM {version} does not)")
    return lines


def left_out_warning(losses: list[Loss]) -> Diagnostic:
    """The warning that a reader has left out what pyllvm does not know: each kind of thing, and how often."""
    grave = any(loss.grade == BEHAVIOR for loss in losses)
    end = _MAY_CHANGE if grave else ""
    return Diagnostic("warning", f"left out what pyllvm does not know: {_places(losses)}{end}")


def left_out_error(losses: list[Loss]) -> PyllvmError:
    """The same as an error, for a user who accepts no loss."""
    diagnostic = Diagnostic("error", f"there is something in this bitcode that pyllvm does not know: {_places(losses)}")
    diagnostic.hint = '--losses=warn (in Python losses="warn") leaves it out'
    return PyllvmError(diagnostic)


def _places(losses: list[Loss]) -> str:
    counts: dict[str, int] = {}
    for loss in losses:
        counts[loss.construct] = counts.get(loss.construct, 0) + 1
    return ", ".join([f"{construct} in {_in_places(count)}" for construct, count in counts.items()])


def _in_places(count: int) -> str:
    return "1 place" if count == 1 else f"{count} places"


def refusal(module: Module, version: int, losses: list[Loss]) -> PyllvmError:
    """The error for a module that LLVM `version` cannot hold: it names the first constructs, each once, with their locations."""
    first: dict[str, Loss] = {}
    for loss in losses:
        first.setdefault(loss.construct, loss)
    named = list(first.values())[:SHOWN_PLACES]
    constructs = ", ".join([f"{loss.construct} ({loss.releases})" for loss in named[:3]])
    rest = len(first) - 3
    if rest > 0:
        constructs += f", and {rest} more"
    notes: list[Diagnostic] = []
    for loss in named:
        notes.append(Diagnostic("note", str(loss)))
    message = f"this module is of LLVM {module.llvm_version}; LLVM {version} cannot hold {constructs}"
    return PyllvmError(Diagnostic("error", message, notes=notes))
