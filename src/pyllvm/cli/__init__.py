"""The command line: one module per command, each loaded only when it is called."""

from __future__ import annotations

import os
import sys

from pyllvm.terminal.interrupts import is_lack_of_memory, take_over

#: The commands whose exit status 1 is a verdict on the input, not a failure.
VERDICTS = ("diff", "verify")
_NO_VERDICT = 2
# As in `pyllvm`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import NoReturn


def _report_uncaught(kind: type[BaseException], value: BaseException, trace: TracebackType | None) -> None:
    """Print the traceback of an exception that nothing caught, but not of those that can come while modules are imported."""
    if issubclass(kind, KeyboardInterrupt):
        return
    if is_lack_of_memory(value):
        sys.stderr.write("pyllvm: error: out of memory\n")
        if _gives_verdicts():
            # Otherwise the status would be 1, which is a verdict.
            sys.stderr.flush()
            os._exit(_NO_VERDICT)
    else:
        sys.__excepthook__(kind, value, trace)


def _gives_verdicts() -> bool:
    """Whether the command that starts tells something about its input by exit status 1."""
    program = os.path.basename(sys.argv[0]).removesuffix(".exe") if sys.argv else ""
    name = program.removeprefix("pyllvm-")
    return name in VERDICTS if name != program else sys.argv[1:2] != [] and sys.argv[1] in VERDICTS


sys.excepthook = _report_uncaught


def main() -> NoReturn:
    """``pyllvm COMMAND ...``: the whole process."""
    take_over()

    import gc

    gc.disable()  # the objects created by these imports live until exit

    from pyllvm.cli.program import run_words

    run_words(sys.argv[1:])
