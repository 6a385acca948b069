"""The parser's tables as the driver needs them: flat vectors of integers. Also where they are stored, and when they are built.

An installed pyllvm has them in a file beside the grammar. A source checkout builds them on first use (only this imports Lark) and
stores them in the user's cache directory, under a key computed from everything from which they are built.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import stat
import sys
import zlib
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from pyllvm.assembly.reader.automaton_format import FOLDER, Encoded, action_numbers
from pyllvm.assembly.reader.words import TERMINAL_WORDS

TABLES_FILE: Final = os.path.join(FOLDER, "llvm.tables")

_SOURCES: Final = ("llvm.lark", "syntax_messages.py", "token_kinds.py", "automaton_build.py", "automaton_format.py")


@final
class Tables:
    """LALR(1) tables.

    The action for a state and a terminal is `action[action_row[state] * terminal_count + terminal]`. A positive number shifts to
    that state minus one. A negative number reduces by that rule, counted from 1. Zero means `default[state]`: a rule to reduce
    by, counted from 1, or zero for an error, or -1 for the end. After a reduction the state is
    `goto[goto_row[state] * nonterminal_count + nonterminal]`.
    """

    __slots__ = (
        "action",
        "action_row",
        "default",
        "goto",
        "goto_row",
        "keywords",
        "message",
        "messages",
        "nonterminal_count",
        "rule_action",
        "rule_length",
        "rule_nonterminal",
        "terminal_count",
        "terminals",
    )

    def __init__(self, encoded: Encoded) -> None:
        self.keywords: dict[bytes, int] = encoded[1]
        self.terminals: list[str] = encoded[2]
        self.terminal_count: i64 = encoded[3]
        self.nonterminal_count: i64 = encoded[4]
        self.action: vec[i16] = _unpacked(encoded[5])
        self.action_row: vec[i16] = _unpacked(encoded[6])
        self.default: vec[i16] = _unpacked(encoded[7])
        self.goto: vec[i16] = _unpacked(encoded[8])
        self.goto_row: vec[i16] = _unpacked(encoded[9])
        self.rule_length: vec[i16] = _unpacked(encoded[10])
        self.rule_nonterminal: vec[i16] = _unpacked(encoded[11])
        self.rule_action: vec[i16] = _unpacked(encoded[12])
        self.messages: list[str] = encoded[13]
        self.message: vec[i16] = _unpacked(encoded[14])
        """The message of a syntax error in a state: an index into `messages`."""

    def action_for(self, state: int, terminal: int) -> int:
        """The entry of the table for a terminal in a state."""
        return self.action[i64(self.action_row[state]) * self.terminal_count + terminal]


def _unpacked(data: bytes) -> vec[i16]:
    view = memoryview(data).cast("h")
    if sys.byteorder == "little":
        return vec[i16](view)
    return vec[i16]([int.from_bytes(data[i : i + 2], "little", signed=True) for i in range(0, len(data), 2)])


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


def _load(path: str, key: str) -> Encoded | None:
    try:
        with open(path, "rb") as file:
            if _may_be_planted(os.fstat(file.fileno())):
                return None
            encoded: Encoded = marshal.load(file)
    except (OSError, ValueError, EOFError, TypeError):
        return None
    if not isinstance(encoded, tuple) or len(encoded) != 15 or encoded[0] != key:
        return None
    return encoded


def _may_be_planted(file: os.stat_result) -> bool:
    """Whether another user than root could have written the file: `marshal` trusts what it reads."""
    if not hasattr(os, "getuid"):
        return False
    return file.st_uid not in (0, os.getuid()) or bool(file.st_mode & stat.S_IWOTH)


def store(path: str, encoded: Encoded) -> None:
    """Write the tables to a file, completely or not at all."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    temporary = f"{path}.{os.getpid()}"
    try:
        with open(temporary, "wb") as file:
            marshal.dump(encoded, file)
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise


_loaded: list[Tables] = []


def load_tables() -> Tables:
    """Load the tables of the grammar from the package or the cache, or build them."""
    if _loaded:
        return _loaded[0]
    key = tables_key()
    encoded = _load(TABLES_FILE, key)
    if encoded is None:
        cache = _cache_file(key)
        encoded = _load(cache, key)
        if encoded is None:
            encoded = _built(key)
            # A cache that cannot be written costs time but is no error.
            with contextlib.suppress(OSError):
                store(cache, encoded)
    tables = Tables(encoded)
    _loaded.append(tables)
    return tables


def _built(key: str) -> Encoded:
    # Imported here because a normal run does not need Lark.
    from pyllvm.assembly.reader.automaton_build import build_tables

    return build_tables(key)
