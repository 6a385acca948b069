"""Prints what tells two LLVMs apart: ``python -m tests.releases.run NEW [--against OLD] [--subject NAME] [FOLDER...]``.

NEW and OLD are each a shared library (libLLVM.so, llvmlite's, one in a wheel), a folder of LLVM's tools, or ``pyllvm:N``. OLD is
pyllvm's newest version if it is not given: then the report is what pyllvm has to learn. FOLDERs have texts that both read
(`tests/data/language` by default). + is what only NEW has or accepts, - what only OLD does, ~ what differs. Exit status 1 if
there are differences, 2 if NEW or OLD cannot be opened. It needs Linux: a library is asked in processes of its own.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.releases import comparison
from tests.releases.judges import Judge, open_judge

from pyllvm.versions import NEXT

_TEXTS = Path(__file__).parents[1] / "data" / "language"
_SUBJECTS: dict[str, Callable[[Judge, Judge], Iterator[str]]] = {
    "lists": comparison.lists,
    "words": comparison.words,
    "intrinsics": comparison.intrinsics,
}
_SHOWN = 200


def report(old: Judge, new: Judge, subjects: list[str], folders: list[Path], most: int = _SHOWN) -> Iterator[str]:
    """The lines of the report; after `most` lines of a subject, only their number."""
    yield f"{old.name} => {new.name}"
    for subject in subjects:
        found = list(comparison.texts(old, new, folders) if subject == "texts" else _SUBJECTS[subject](old, new))
        yield f"{subject}: {len(found) or 'no'} difference{'' if len(found) == 1 else 's'}"
        yield from [f"  {line}" for line in found[:most]]
        if len(found) > most:
            yield f"  ... and {len(found) - most} more"
        if subject == "intrinsics" and not (old.intrinsics() and new.intrinsics()):
            yield "  not asked: the names of all intrinsics, which only a library or pyllvm can list"


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("new", metavar="NEW")
    parser.add_argument("--against", metavar="OLD", default=f"pyllvm:{NEXT}")
    parser.add_argument("--subject", action="append", choices=[*_SUBJECTS, "texts"], help="compare only this; may be repeated")
    parser.add_argument("--most", type=int, default=_SHOWN, help="how many lines of a subject to print")
    parser.add_argument("folders", metavar="FOLDER", nargs="*", type=Path)
    options = parser.parse_intermixed_args(arguments)
    try:
        old, new = open_judge(options.against), open_judge(options.new)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    is_same = True
    subjects = options.subject or [*_SUBJECTS, "texts"]
    for line in report(old, new, subjects, options.folders or [_TEXTS], options.most):
        is_same = is_same and not line.startswith(("  +", "  -", "  ~"))
        print(line, flush=True)
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
