"""One mistake in a text gives one error: tokens of real texts are deleted, doubled or exchanged at random, with a fixed seed."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm import PyllvmError, parse_assembly
from pyllvm.assembly import parse_assembly as parse_text
from pyllvm.findings.syntax_help import add_help

_TOKEN: Final = re.compile(rb'"[^"\n]*"|[%@$!#^]?[\w.$-]+:?|[^\s\w]')
# Some mistakes are two for any reader: `define` becomes another word, and the body has no header.
_MOST_WITH_MORE: Final = 0.02


def share_with_more(data: Path, version: int, mistakes: int, seed: int) -> float:
    """The share of mistakes that give more than one error, of so many that give any."""
    module = pyllvm.read(data / "sample.bc", llvm_version=version)
    text = re.sub(rb"(?m);.*$", b"", str(module).encode())
    tokens = list(_TOKEN.finditer(text))
    choice = random.Random(seed).choice
    counts: list[int] = []
    while len(counts) < mistakes:
        token = choice(tokens)
        changed = choice((b"", token.group() + b" " + token.group(), choice(tokens).group()))
        try:
            parse_text(text[: token.start()] + changed + text[token.end() :], "x", version)
        except PyllvmError as error:
            add_help(error)
            counts.append(len(error.diagnostics))
    return sum(count > 1 for count in counts) / mistakes


@pytest.mark.parametrize("version", [14, 19, 22])
def test_one_mistake_gives_one_error(data: Path, version: int) -> None:
    assert share_with_more(data, version, 100, version) <= _MOST_WITH_MORE


def test_a_brace_in_the_middle_of_a_function() -> None:
    """The rest of the body is outside of it. An instruction outside that is the first error is reported."""
    body = "  %b = add i32 %x, 1\n  store i32 %b, ptr %p\n  br label %next\nnext:\n  %c = add i32 %b, 1\n  ret i32 %c\n}\n"
    for text, message in (
        ("define i32 @f(i32 %x, ptr %p) {\n  %a = add i32 %x, 1\n  }\n" + body, "expected instruction opcode"),
        ("declare i32 @f(i32 %x, ptr %p)\n" + body, "expected 'type' after name"),
    ):
        with pytest.raises(PyllvmError) as caught:
            parse_assembly(text, llvm_version=19)
        assert [error.message for error in caught.value.diagnostics] == [message]


def test_the_address_of_a_block_in_a_function_with_an_error() -> None:
    text = "define void @f() {\n  %v = ad i32 1, 2\n  br label %x\nx:\n  ret void\n}\n@a = global ptr blockaddress(@f, %x)\n"
    with pytest.raises(PyllvmError) as caught:
        parse_text(text.encode(), "x", 19)
    assert [error.message for error in caught.value.diagnostics] == ["expected instruction opcode"]
