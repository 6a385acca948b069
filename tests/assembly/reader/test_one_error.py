"""One mistake in a text gives one error: tokens of real texts are deleted, doubled or exchanged at random, with a fixed seed."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Final

import pyllvm
from pyllvm import PyllvmError, parse_assembly
from pyllvm.findings.syntax_help import add_help

_TOKEN: Final = re.compile(rb'"[^"\n]*"|[%@$!#^]?[\w.$-]+:?|[^\s\w]')
_MISTAKES: Final = 250
# Some mistakes are two for any reader: `define` becomes another word, and the body has no header.
_MOST_WITH_MORE: Final = 4


def test_one_mistake_gives_one_error(data: Path) -> None:
    text = str(pyllvm.read(data / "sample.bc")).encode()
    comment_free = re.sub(rb"(?m);.*$", b"", text)
    tokens = list(_TOKEN.finditer(comment_free))
    choice = random.Random(1).choice
    counts: list[int] = []
    while len(counts) < _MISTAKES:
        token = choice(tokens)
        changed = choice((b"", token.group() + b" " + token.group(), choice(tokens).group()))
        try:
            parse_assembly(comment_free[: token.start()] + changed + comment_free[token.end() :], llvm_version=19)
        except PyllvmError as error:
            add_help(error)
            counts.append(len(error.diagnostics))
    assert sum(count > 1 for count in counts) <= _MOST_WITH_MORE
