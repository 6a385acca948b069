"""The parser's tables as the driver wants them: flat lists of integers; where they are kept, and when they are built.

An installed pyllvm has them in a file beside the grammar. A source checkout builds them on first use (that alone imports Lark)
and keeps them in the user's cache directory, under a key made of everything that they are built from.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
import tempfile
from pathlib import Path
from typing import Final, final

from pyllvm.assembly import actions
from pyllvm.assembly.words import TERMINAL_WORDS

GRAMMAR_FILE: Final = Path(__file__).with_name("llvm.lark")
TABLES_FILE: Final = Path(__file__).with_name("llvm.tables")

_SOURCES: Final = ("llvm.lark", "syntax_messages.py", "token_kinds.py", "tables_build.py")

Encoded = tuple[
    str, dict[bytes, int], list[str], int, int, bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes, list[str], bytes
]
"""What the file holds, marshalled: see Tables for the parts, in order; the lists of small integers are 16-bit little-endian."""


@final
class Tables:
    """LALR(1) tables.

    The action for a state and a terminal is `action[action_row[state] + terminal]`: positive is shift to that state minus one,
    negative reduce by that rule (counted from 1), zero is `default[state]`: a rule to reduce by, counted from 1, or zero for
    an error, or -1 for the end. After a reduction the state is `goto[goto_row[state] + nonterminal]`.
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
        self.terminal_count: int = encoded[3]
        self.nonterminal_count: int = encoded[4]
        self.action: list[int] = _unpacked(encoded[5])
        self.action_row: list[int] = [row * self.terminal_count for row in _unpacked(encoded[6])]
        self.default: list[int] = _unpacked(encoded[7])
        self.goto: list[int] = _unpacked(encoded[8])
        self.goto_row: list[int] = [row * self.nonterminal_count for row in _unpacked(encoded[9])]
        self.rule_length: list[int] = _unpacked(encoded[10])
        self.rule_nonterminal: list[int] = _unpacked(encoded[11])
        self.rule_action: list[int] = _unpacked(encoded[12])
        self.messages: list[str] = encoded[13]
        self.message: list[int] = _unpacked(encoded[14])
        """What a syntax error in a state is called: an index into `messages`."""


def packed(values: list[int]) -> bytes:
    """Integers as 16-bit little-endian ones."""
    return b"".join([value.to_bytes(2, "little", signed=True) for value in values])


def _unpacked(data: bytes) -> list[int]:
    view = memoryview(data).cast("h")
    values: list[int] = view.tolist()
    if sys.byteorder != "little":
        values = [int.from_bytes(data[i : i + 2], "little", signed=True) for i in range(0, len(data), 2)]
    return values


def action_numbers() -> dict[str, int]:
    """The numbers of the builder's actions by their names in the grammar."""
    return {name.lower(): value for name, value in vars(actions).items() if name.isupper() and isinstance(value, int)}


def tables_key() -> str:
    """Changes when the tables would."""
    digest = hashlib.sha256()
    for name in _SOURCES:
        path = Path(__file__).with_name(name)
        if path.exists():
            digest.update(path.read_bytes())
    digest.update(repr(sorted(action_numbers().items())).encode())
    digest.update(repr(sorted(TERMINAL_WORDS.items())).encode())
    return digest.hexdigest()


def _cache_file(key: str) -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "pyllvm" / f"tables-{key[:32]}"


def _load(path: Path, key: str) -> Encoded | None:
    try:
        with path.open("rb") as file:
            encoded: Encoded = marshal.load(file)
    except (OSError, ValueError, EOFError, TypeError):
        return None
    if not isinstance(encoded, tuple) or len(encoded) != 15 or encoded[0] != key:
        return None
    return encoded


def store(path: Path, encoded: Encoded) -> None:
    """Write the tables to a file, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            marshal.dump(encoded, file)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


_loaded: list[Tables] = []


def load_tables() -> Tables:
    """The tables of the grammar: from the package, the cache, or built now."""
    if _loaded:
        return _loaded[0]
    key = tables_key()
    encoded = _load(TABLES_FILE, key)
    if encoded is None:
        cache = _cache_file(key)
        encoded = _load(cache, key)
        if encoded is None:
            encoded = _built(key)
            try:
                store(cache, encoded)
            except OSError:
                pass  # A cache that cannot be written only costs time.
    tables = Tables(encoded)
    _loaded.append(tables)
    return tables


def _built(key: str) -> Encoded:
    # The import of Lark is what a normal run is spared, so it stands behind a name.
    from pyllvm.assembly.tables_build import build_tables  # noqa: PLC0415

    return build_tables(key)
