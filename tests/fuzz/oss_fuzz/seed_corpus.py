"""Writes the first inputs of a target into an archive: ``python -m tests.fuzz.oss_fuzz.seed_corpus TARGET FILE.zip``."""

from __future__ import annotations

import sys
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tests.fuzz import targets


def write(target: str, path: str) -> None:
    """Write the archive. The same sources make the same bytes."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for number in range(targets.FIRST_INPUTS):
            archive.writestr(ZipInfo(f"{target}-{number}"), targets.make(target, number), ZIP_DEFLATED)


if __name__ == "__main__":
    write(sys.argv[1], sys.argv[2])
