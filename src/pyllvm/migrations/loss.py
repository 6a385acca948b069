"""A construct in a module that another LLVM version does not have, with its location."""

from __future__ import annotations

from typing import Final, final

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.module import Module
from pyllvm.versions import FOREVER

SHOWN_PLACES: Final = 10
"""The number of constructs that a refusal names, each with its first location."""


NO_RELEASE: Final = (0, -1)
"""The first and last version of a construct that no known release has."""


# What came of a construct: it stands in the way, or it is left out, and the module does the same without it.
IMPOSSIBLE: Final = "impossible"
DROPPED: Final = "dropped"


@final
class Loss:
    """A construct that a version of LLVM does not have, and where the module has it.

    `kind` is IMPOSSIBLE or DROPPED.
    `construct` is LLVM's word for it ("'nneg' of zext"), `since` and `until` the first and the last version that have it.
    `subject` is the function or other global value that holds it (None: the module itself, or its metadata), `instruction`
    the instruction, where it is in one.
    """

    __slots__ = ("construct", "instruction", "kind", "since", "subject", "until")

    def __init__(
        self,
        construct: str,
        since: int,
        until: int = FOREVER,
        subject: GlobalValue | None = None,
        instruction: Instruction | None = None,
        kind: str = IMPOSSIBLE,
    ) -> None:
        self.construct = construct
        self.since = since
        self.until = until
        self.subject = subject
        self.instruction = instruction
        self.kind = kind

    @property
    def releases(self) -> str:
        """The releases that have it: "LLVM 19 and newer", "LLVM 16 and older", "LLVM 9 to 14"."""
        if self.until < self.since:
            return "no release that is known"
        if self.until == FOREVER:
            return f"LLVM {self.since} and newer"
        if self.since <= 0:
            return f"LLVM {self.until} and older"
        return f"LLVM {self.since} to {self.until}"

    @property
    def place(self) -> str:
        """Its location: "@f: %a = zext nneg i8 %x to i32", "@global", or "" for the module itself."""
        subject = self.subject
        if subject is None:
            return ""
        name = f"@{subject.name}" if subject.name else "an unnamed " + ("function" if isinstance(subject, Function) else "global")
        return name if self.instruction is None else f"{name}: {str(self.instruction).strip()}"

    def __str__(self) -> str:
        place = self.place
        return f"{place + ': ' if place else ''}{self.construct} ({self.releases})"

    def __repr__(self) -> str:
        return f"<Loss {self.construct}>"


@final
class Losses:
    """What a module loses on its way to an older LLVM, in the order in which it is lost."""

    def __init__(self) -> None:
        self.all: Final[list[Loss]] = []

    def drop(
        self,
        construct: str,
        since: int,
        subject: GlobalValue | None = None,
        instruction: Instruction | None = None,
        until: int = FOREVER,
    ) -> None:
        """Note that the module has it no more; the names are those of `Loss`."""
        self.all.append(Loss(construct, since, until, subject, instruction, DROPPED))

    def refuse(
        self, construct: str, since: int, subject: GlobalValue | None = None, instruction: Instruction | None = None
    ) -> None:
        """Note that the module cannot do without it."""
        self.all.append(Loss(construct, since, FOREVER, subject, instruction, IMPOSSIBLE))

    @property
    def impossible(self) -> list[Loss]:
        return [loss for loss in self.all if loss.kind == IMPOSSIBLE]


def loss_warnings(losses: list[Loss], version: int) -> list[Diagnostic]:
    """What a command reports of what was dropped for LLVM `version`: one warning for each construct, with how many there were."""
    first: dict[str, Loss] = {}
    counts: dict[str, int] = {}
    for loss in losses:
        if loss.kind == DROPPED:
            first.setdefault(loss.construct, loss)
            counts[loss.construct] = counts.get(loss.construct, 0) + 1
    warnings: list[Diagnostic] = []
    for construct, loss in first.items():
        has_it = loss.releases.replace("and newer", "has it") if loss.until == FOREVER else f"{loss.releases} have it"
        message = f"dropped {counts[construct]} {construct} ({has_it}, LLVM {version} does not)"
        warnings.append(Diagnostic("warning", message))
    return warnings


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
