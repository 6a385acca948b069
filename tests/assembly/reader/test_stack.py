"""The parser's stack: what its accessors make of symbols that are there, and of those that were left out."""

from __future__ import annotations

import pytest

from pyllvm.assembly.reader.stack import Stack


def test_what_was_left_out_is_empty() -> None:
    stack = Stack()
    assert stack.word_at(3) == b""
    assert stack.number_at(3) == 0
    assert stack.list_at(3) is None
    assert stack.values_at(3) == []


def test_what_is_there_is_handed_on() -> None:
    stack = Stack()
    for at, value in enumerate((b"word", 7, [b"a", b"b"])):
        stack.places[at].value = value
    assert stack.bytes_at(0) == stack.word_at(0) == b"word"
    assert stack.number_at(1) == 7
    assert stack.list_at(2) == stack.texts_at(2) == [b"a", b"b"]


def test_a_token_must_be_there() -> None:
    with pytest.raises(AssertionError):
        Stack().bytes_at(0)


def test_it_grows_to_twice_its_size_and_keeps_what_it_holds() -> None:
    stack = Stack()
    size = len(stack.places)
    stack.places[size - 1].value = b"last"
    stack.places[size - 1].start = 5
    stack.grow()
    assert len(stack.places) == 2 * size
    assert stack.bytes_at(size - 1) == b"last"
    assert stack.starts[size - 1] == 5
