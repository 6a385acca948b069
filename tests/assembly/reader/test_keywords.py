"""The table of words: a word is found by its characters exactly as by its text."""

from __future__ import annotations

import pytest

from pyllvm.assembly.reader.automaton import SHORT_WORD, Keywords, load_tables
from pyllvm.assembly.reader.lexer import Lexer
from pyllvm.assembly.reader.token_kinds import WORD


def test_every_word_has_its_kind_whatever_its_slot() -> None:
    keywords = load_tables().keywords
    for word, kind in keywords.kinds.items():
        lexer = Lexer(word + b" ", keywords)
        if word[:1].isalpha():
            assert (lexer.next_token(), lexer.text, lexer.end) == (kind, word, len(word))


@pytest.mark.parametrize(
    "word", [b"ptrx", b"pt", b"xptr", b"loa", b"x" * (SHORT_WORD + 1), b"hetelementptr", b"xgetelementptr", b"mentptr"]
)
def test_a_word_that_is_no_keyword_is_none(word: bytes) -> None:
    lexer = Lexer(word + b" ", load_tables().keywords)
    assert (lexer.next_token(), lexer.text) == (WORD, word)


def test_words_that_share_a_slot_are_all_found() -> None:
    words = [bytes([a, b, c]) for a in b"abcde" for b in b"pqrstuvwxyz" for c in b"abcdefghijk"]
    many = Keywords({a + b + c: 50 + i for a in words for i, b in enumerate((b"a", b"b")) for c in (b"m", b"n")})
    assert sum(known is not None for known in many.slots) < len(many.kinds)
    for word, kind in many.kinds.items():
        assert Lexer(word + b"\n", many).next_token() == kind
