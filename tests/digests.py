"""Prints a digest of what each command does with texts of the tests: every interpreter and every hash seed must print the same.

python digests.py STEP      with every STEP-th text
"""

from __future__ import annotations

import gc
import hashlib
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(TESTS))

import forks  # noqa: E402

LINES: Final = (
    ["as", "-o", "a.bc", "a.ll"],
    ["as", "--input-llvm-version=19", "--llvm-version=14", "-o", "old.bc", "a.ll"],
    ["verify", "a.ll"],
    ["verify", "--lint", "--diagnostics-format=json", "a.ll"],
    ["dis", "-o", "-", "a.bc"],
    ["dis", "-o", "-", "old.bc"],
    ["bcanalyzer", "--dump", "a.bc"],
    ["bcanalyzer", "--decode", "--json", "a.bc"],
    ["link", "-S", "-o", "-", "a.bc", "sample.bc"],
    ["link", "-o", "linked.bc", "--map=map", "a.bc", "sample.bc"],
)
WRITTEN: Final = ("a.bc", "old.bc", "linked.bc", "map")


def texts(step: int) -> list[Path]:
    """Every `step`-th text of LLVM's language in the folders of the tests."""
    return sorted(TESTS.rglob("*.ll"))[::step]


def digest(path: Path) -> str:
    """The digest of all that the commands do with a text: statuses, outputs, messages and files."""
    found = hashlib.sha256()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(path, folder / "a.ll")
        shutil.copy(TESTS / "data" / "sample.bc", folder)
        for line in LINES:
            found.update(repr(forks.run(line, folder)).encode("utf-8", "surrogateescape"))
        for file in WRITTEN:
            if (folder / file).exists():
                found.update((folder / file).read_bytes())
    return found.hexdigest()


def main() -> None:
    """Print the digests."""
    # Imported before the forks, which then need not do so.
    from pyllvm.cli.command import COMMANDS, command_named, load_text_and_bitcode

    for name in COMMANDS:
        command_named(name)
    load_text_and_bitcode()
    gc.freeze()
    for path in texts(int(sys.argv[1])):
        print(digest(path), path.relative_to(TESTS), flush=True)


if __name__ == "__main__":
    main()
