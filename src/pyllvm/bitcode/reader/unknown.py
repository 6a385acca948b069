"""The things in bitcode that pyllvm does not know: what becomes of them, and how that is reported.

A file whose writer may know more than pyllvm, a newer LLVM or another compiler, is read as far as its meaning is certain. What
means nothing to a program that does not know it is left out and noted in `Module.left_out`. The rest is an error. In a file of an
LLVM that pyllvm knows there is nothing unknown: what seems so is damage, and LLVM's own message says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final

from pyllvm.bitcode.attributes import UnknownAttribute
from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError
from pyllvm.ir.module import Module
from pyllvm.versions import NEXT, llvm_version_of_producer

if TYPE_CHECKING:
    from pyllvm.ir.function import Instruction
    from pyllvm.ir.global_values import GlobalValue
    from pyllvm.migrations.loss import Loss

# Values of `--losses`.
_ERROR: Final = "error"
_IGNORE: Final = "ignore"

STRICT_ATTRIBUTE_HINT: Final = (
    "the file is damaged, or a fork of LLVM wrote it: --allow-unknown-attributes (in Python allow_unknown_attributes=True) "
    "leaves the attribute out"
)
_REFUSED_ATTRIBUTE_HINT: Final = (
    "--allow-unknown-attributes (in Python allow_unknown_attributes=True) leaves it out; nm, stat and bcanalyzer read the file, "
    "and extract takes other functions out of it"
)


def may_know_more(producer: str) -> bool:
    """Whether a writer may know more than pyllvm: an LLVM newer than all that is known, or a compiler that does not name LLVM."""
    version = llvm_version_of_producer(producer)
    return bool(producer) if version is None else version > NEXT


def check_refused(module: Module, refused: list[tuple[GlobalValue, PyllvmError]]) -> None:
    """Raise the error about the first symbol that cannot be used, if the module still has it."""
    for symbol, error in refused:
        if symbol.parent is module:
            raise error


@final
class Unknown:
    """The unknown things in one module: the rules about them, and those that were left out so far."""

    def __init__(self, module: Module) -> None:
        self._module: Final = module
        self.is_tolerated = False
        """Whether unknown things are left out; otherwise they are errors, as in LLVM."""
        self.tolerates_attributes = False
        """The same of attributes, which a user can also ask for alone."""
        self.allows_attributes = False
        """Whether attributes are left out that may say how a value is passed."""
        self.has_newer_attributes = False
        """Whether attributes may be in the file that are newer than its LLVM, as in Apple's: its branches are near releases."""
        self.losses = ""
        """The value of `--losses`: with "error" and "ignore", there is no warning."""
        self.warn: Callable[[Diagnostic], None] | None = None
        self.note: Callable[[Module, list[Loss]], None] | None = None
        """Receives what was left out."""
        self.is_in_parts = False
        """Whether `warn` ends the reading, which then begins again in another way."""
        self.reports_bodies = False
        """Whether bodies are read one by one, and what is left out of each is reported at once."""
        self.attributes_of_lists: Final[dict[int, list[UnknownAttribute]]] = {}
        """By the numbers of attribute lists, from 1 on."""
        self.refused: list[tuple[GlobalValue, PyllvmError]] = []
        """Symbols that cannot be used, with the reason; an error unless the symbol goes."""
        self._reported = 0
        self._named: set[str] = set()

    def leave_out(self, construct: str, subject: GlobalValue | None = None, instruction: Instruction | None = None) -> None:
        """Note that something was left out: `construct` is its name, such as "unknown attribute 110"."""
        # Imported only here: few files have anything unknown.
        from pyllvm.migrations.loss import DROPPED, NO_RELEASE, Loss

        self._module.left_out.append(Loss(construct, *NO_RELEASE, subject, instruction, DROPPED))

    def leave_out_attributes(
        self, number: int, subject: GlobalValue | None, instruction: Instruction | None, where: BitcodeLocation
    ) -> None:
        """Note the unknown attributes of the list with this number, which a function, variable or call has.

        A symbol is refused if one of them may say how a value is passed. PyllvmError if that is a call.
        """
        for attribute in self.attributes_of_lists.get(number, ()):
            if attribute.is_part_of_the_call and not self.allows_attributes:
                name = "" if subject is None else f"'@{subject.name}'"
                if instruction is not None:
                    name = f"a call in {name}"
                message = f"{attribute} on {attribute.where()} of {name} names a type, and may say how the value is passed"
                diagnostic = Diagnostic("error", message, where)
                diagnostic.hint = _REFUSED_ATTRIBUTE_HINT
                if subject is None or instruction is not None:
                    raise PyllvmError(diagnostic)
                self.refused.append((subject, PyllvmError(diagnostic)))
                return
            self.leave_out(str(attribute), subject, instruction)

    def check(self) -> None:
        """Raise the error about the first symbol that cannot be used."""
        check_refused(self._module, self.refused)

    def report(self) -> None:
        """Warn about what was left out since the last call, once for each kind of thing; PyllvmError if nothing may be lost."""
        left_out = self._module.left_out
        if len(left_out) == self._reported:
            return
        from pyllvm.migrations.loss import left_out_error, left_out_warning

        rest = left_out[self._reported :]
        news = [loss for loss in rest if loss.construct not in self._named]
        self._reported = len(left_out)
        if self.note is not None and not self.is_in_parts:
            self.note(self._module, rest)
        self._named.update([loss.construct for loss in news])
        if not news:
            return
        if self.is_in_parts:
            if self.warn is not None:
                self.warn(left_out_warning(news))
        elif self.losses == _ERROR:
            raise left_out_error(news)
        elif self.losses != _IGNORE and self.warn is not None:
            self.warn(left_out_warning(news))
