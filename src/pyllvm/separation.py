"""Why the functions of a module cannot be worked on apart from each other, in several processes or in turn.

A place that meets such a reason calls `begin_again`, and `Ways.tried` receives it: the module is then worked on as one part.
These are all the reasons that there are. `PYLLVM_VERBOSE` shows their words.
"""

from __future__ import annotations

from typing import Final, NoReturn, final


@final
class Reason:
    """A reason to begin again; `words` is a clause."""

    def __init__(self, words: str) -> None:
        self.words: Final = words


# Warnings and errors have an order, and numbers of metadata, which only the whole module shows.
TO_REPORT: Final = Reason("there is something to report")
# The verifier's failures are reported with the places of instructions, which are noted in another reading.
BREAKS_RULES: Final = Reason("the module breaks a rule of the verifier")
# LLVM drops all access tags of a module when it meets a broken one, and all debug information of another version.
DROPS: Final = Reason("access tags or debug information are dropped in all functions")
# Old files and other writers, whose heads lack something; assignments.
UNUSUAL_HEAD: Final = Reason("the module is not written as LLVM's own are, or assignments link its functions")
# Functions that were printed or verified before would have been different.
CHANGED_OUTSIDE: Final = Reason("a body has changed what is outside of functions")
# A block's address was used in a part before its function's, or in an initializer that is upgraded.
OTHER_BODY: Final = Reason("a body is needed before its turn, or after it")
# Some upgrades look at all uses, or move functions.
UPGRADE: Final = Reason("an upgrade needs all bodies at once")
# Processes number types and metadata, and see compile units, for themselves. A struct without a name needs a number at once.
SHARED: Final = Reason("several parts concern the same node, type or group of attributes")
# There is too little memory, there are too many processes, or it was killed.
PROCESS: Final = Reason("a process could not do its part")


class NotSeparable(Exception):
    """Something in a part of the module concerns other parts, or must be reported: the module is to be worked on as a whole."""

    def __init__(self, reason: Reason, details: str = "") -> None:
        super().__init__(f"{reason.words}: {details}" if details else reason.words)
        self.reason: Final = reason


class NeedsWhole(NotSeparable):
    """One of several modules has to be read as one part: `name` is its identifier."""

    def __init__(self, name: str, reason: Reason, details: str = "") -> None:
        super().__init__(reason, details)
        self.name: Final = name


def begin_again(reason: Reason, details: str = "") -> NoReturn:
    """End the work on parts."""
    raise NotSeparable(reason, details)


def refuse_report(report: object) -> NoReturn:
    """Receive a warning or failures where nothing may be reported yet."""
    begin_again(TO_REPORT)
