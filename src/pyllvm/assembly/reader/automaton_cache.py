"""The parser's tables of a source checkout: built on first use, and stored in the user's cache directory.

They are stored under a key computed from everything from which they are built. Only building them imports Lark.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import zlib
from typing import Final

from pyllvm.assembly.reader.automaton_format import FOLDER, Encoded, action_numbers, read_tables
from pyllvm.assembly.reader.words import TERMINAL_WORDS

_SOURCES: Final = (
    "llvm.lark", "children.py", "children_build.py", "syntax_messages.py", "token_kinds.py", "automaton_build.py",
    "automaton_format.py",
)  # fmt: skip


def tables_key() -> str:
    """A key that changes whenever the tables would change."""
    pieces: list[bytes] = []
    for name in _SOURCES:
        try:
            with open(os.path.join(FOLDER, name), "rb") as file:
                pieces.append(file.read())
        except OSError:
            continue
    pieces.append(repr(sorted(action_numbers().items())).encode())
    pieces.append(repr(sorted(TERMINAL_WORDS.items())).encode())
    # The key need not resist attacks: two sums and the length distinguish versions of the sources, without an import.
    whole = b"\0".join(pieces)
    return f"{len(whole):x}-{zlib.crc32(whole):08x}-{zlib.adler32(whole):08x}"


def _cache_file(key: str) -> str:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "pyllvm", f"tables-{key}")


def store(path: str, encoded: Encoded) -> None:
    """Write the tables to a file, completely or not at all."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    temporary = f"{path}.{os.getpid()}"
    try:
        with open(temporary, "wb") as file:
            # Newer forms depend on the number of references to an object, and so differ from build to build.
            marshal.dump(encoded, file, 2)
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise


def cached_tables() -> Encoded:
    """The tables from the cache, or new ones."""
    key = tables_key()
    path = _cache_file(key)
    encoded = read_tables(path)
    if encoded is not None and encoded[0] == key:
        return encoded
    # Imported here because a second run does not need Lark.
    from pyllvm.assembly.reader.automaton_build import build_tables

    encoded = build_tables(key)
    # A cache that cannot be written costs time but is not an error.
    with contextlib.suppress(OSError):
        store(path, encoded)
    return encoded
