"""Sums up at the end of a run which tests were skipped, and how to have them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

#: A pattern of reasons, what such tests need, and how to have it.
NEEDS: Final = (
    (r"LLVM \d+'s|clang of LLVM|no clang", "the real LLVM", "install it in /usr/lib/llvm-N (Debian: llvm-14, llvm-19, llvm-22)"),
    (r"PYLLVM_CORPUS|no programs to", "bitcode of real programs", "set PYLLVM_CORPUS to a folder of it"),
    (
        r"pyllvm\[|'\.\[|pygls|pycxxfilt|mypy|extra|packaging reads",
        "other Python packages",
        "pip install '.[dev,docs,corpus]'",
    ),
    (
        r"llvmlite|xdsl|pyarrow|pandas|pyright|could not import",
        "packages that pyllvm works with",
        "pip install llvmlite xdsl pyarrow",
    ),
    (r"the consumer .* is not installed", "readers of the target profiles", "python -m tests.consumers.watch says which"),
    (
        r"is not installed|there is no Chromium|no C compiler|headers of C",
        "other programs",
        "install graphviz, groff, mandoc, node, make",
    ),
    (r"there is no Python|cannot be installed on Python", "other versions of Python", "install Python 3.11 to 3.14"),
)


def summary(reasons: Iterable[str]) -> Iterator[str]:
    """A line for each thing that skipped tests need, with their number, and one for all that do not apply here."""
    counts = Counter(_need(reason) for reason in reasons)
    for _, need, how in NEEDS:
        if counts[need]:
            yield f"{counts[need]} need {need}: {how}"
    if counts[""]:
        yield f"{counts['']} do not apply to this build, this system, or their own case"


def _need(reason: str) -> str:
    return next((need for pattern, need, _ in NEEDS if re.search(pattern, reason)), "")
