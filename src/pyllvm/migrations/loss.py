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


@final
class Loss:
    """A construct that a version of LLVM does not have, and where the module has it.

    `construct` is LLVM's word for it ("'nneg' of zext"), `since` and `until` the first and the last version that have it.
    `subject` is the function or other global value that holds it (None: the module itself, or its metadata), `instruction`
    the instruction, where it is in one.
    """

    __slots__ = ("construct", "instruction", "since", "subject", "until")

    def __init__(
        self,
        construct: str,
        since: int,
        until: int = FOREVER,
        subject: GlobalValue | None = None,
        instruction: Instruction | None = None,
    ) -> None:
        self.construct = construct
        self.since = since
        self.until = until
        self.subject = subject
        self.instruction = instruction

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
