"""The comment that names the LLVM in whose language a text is: `; llvm-version: 14`."""

from __future__ import annotations

import re
from typing import Final

from pyllvm.versions import SUPPORTED

_COMMENT: Final = re.compile(rb"^;[ \t]*llvm-version:[ \t]*([0-9]+)", re.MULTILINE)
_HEAD: Final = 4096
"""The bytes at the beginning in which the comment is looked for."""


def version_in(data: bytes) -> int | None:
    """The version that the comment in the first lines of a text names; None if it has none, or the version is not known."""
    found = _COMMENT.search(data[:_HEAD])
    return int(found.group(1)) if found is not None and int(found.group(1)) in SUPPORTED else None


def with_version(data: bytes, version: int) -> bytes:
    """A text with the comment."""
    found = _COMMENT.search(data[:_HEAD])
    if found is None:
        return b"; llvm-version: %d\n" % version + data
    return data[: found.start(1)] + b"%d" % version + data[found.end(1) :]
