"""A construct that a downgrade of a module loses, or that stops it, with its place in the module."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.versions import FOREVER

# The fate of a construct: it blocks the downgrade, or it is dropped without changing what the module does.
IMPOSSIBLE: Final = "impossible"
DROPPED: Final = "dropped"

# The grade of a construct that is dropped: what the module is like without it.
HINT: Final = "hint"
DEBUG_INFO: Final = "debug information"
BEHAVIOR: Final = "may change behavior"

# The first and last version of a construct that no known release has.
NO_RELEASE: Final = (0, -1)


@final
class Loss:
    """A construct that a version of LLVM does not have, and where the module has it.

    `kind` is IMPOSSIBLE or DROPPED.
    `construct` is LLVM's word for it ("'nneg' of zext"), `since` and `until` the first and the last version that have it.
    `subject` is the function or other global value that holds it (None: the module itself, or its metadata), `instruction`
    the instruction, where it is in one. `text` is the instruction's text as it was, and `position` its block and its number
    there; both are empty unless `Losses` was asked for places, but an instruction that is gone has its text. `grade` is HINT,
    DEBUG_INFO or BEHAVIOR.
    """

    __slots__ = ("construct", "grade", "instruction", "kind", "position", "since", "subject", "text", "until")

    def __init__(
        self,
        construct: str,
        since: int,
        until: int = FOREVER,
        subject: GlobalValue | None = None,
        instruction: Instruction | None = None,
        kind: str = IMPOSSIBLE,
        grade: str = HINT,
    ) -> None:
        self.construct = construct
        self.since = since
        self.until = until
        self.subject = subject
        self.instruction = instruction
        self.kind = kind
        self.grade = grade
        self.text = ""
        self.position = ""

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
        name = self.name
        return name if not name or self.instruction is None else f"{name}: {self.text or str(self.instruction).strip()}"

    @property
    def name(self) -> str:
        """The global value that holds it: "@f", or "" for the module itself."""
        subject = self.subject
        if subject is None:
            return ""
        return f"@{subject.name}" if subject.name else "an unnamed " + ("function" if isinstance(subject, Function) else "global")

    def keep_text(self) -> None:
        """Record the text of the instruction before a change takes it away."""
        if self.instruction is not None:
            self.text = str(self.instruction).strip()

    def keep_place(self) -> None:
        """Record the text and the position of the instruction before a later change takes it away."""
        instruction = self.instruction
        if instruction is None or instruction.parent is None:
            return
        self.keep_text()
        block = instruction.parent
        function = block.parent
        name = f"%{block.name}" if block.name or function is None else str(function.blocks.index(block) + 1)
        self.position = f"block {name}, instruction {block.instructions.index(instruction) + 1}"

    def __str__(self) -> str:
        place = self.place
        return f"{place + ': ' if place else ''}{self.construct} ({self.releases})"

    def __repr__(self) -> str:
        return f"<Loss {self.construct}>"
