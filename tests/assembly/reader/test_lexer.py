"""The lexer: LLVM's lexical rules, token by token."""

from __future__ import annotations

import pytest

from pyllvm.assembly.reader.automaton import load_tables
from pyllvm.assembly.reader.lexer import Lexer, unescape
from rows import each_row


def tokens(text: str | bytes) -> list[tuple[str, bytes | int]]:
    """The kinds of the tokens of a text, with what they say: their text or their number."""
    tables = load_tables()
    data = text.encode() if isinstance(text, str) else text
    lexer = Lexer(data, tables.keywords)
    found: list[tuple[str, bytes | int]] = []
    while True:
        lexer.text = b""
        kind = lexer.next_token()
        name = tables.terminals[kind]
        if name == "$END":
            return found
        found.append((name, lexer.number if name in ("LOCAL_ID", "METADATA_ID", "INTEGER_TYPE") else lexer.text))
        if name == "$ERROR":
            return found


def kinds(text: str | bytes) -> list[str]:
    return [name for name, _ in tokens(text)]


@each_row(
    ("text", "kind", "says"),
    [
        ("%x", "LOCAL_VAR", b"x"),
        ("%-a$b.c_9", "LOCAL_VAR", b"-a$b.c_9"),
        ('%"a b"', "LOCAL_VAR", b"a b"),
        (r'%"\41\\z"', "LOCAL_VAR", b"A\\z"),
        ("%12", "LOCAL_ID", 12),
        ("@f", "GLOBAL_VAR", b"f"),
        ("@0", "GLOBAL_ID", b"0"),
        ('@""', "GLOBAL_VAR", b""),
        ("#7", "ATTRIBUTE_GROUP_ID", b"7"),
        ("^3", "SUMMARY_ID", b"3"),
        ("!9", "METADATA_ID", 9),
        ("! 9", "METADATA_ID", 9),
        ('!"text"', "METADATA_STRING", b"text"),
        ("!dbg !7", "METADATA_VAR", b"dbg"),
        ("!llvm.ident = ", "NAMED_METADATA", b"llvm.ident"),
        ("!DIFile(", "SPECIALIZED_NODE", b"DIFile"),
        (r"!a\20b !", "METADATA_VAR", b"a b"),
        ("$c", "COMDAT_VAR", b"c"),
        ('$"c d"', "COMDAT_VAR", b"c d"),
        ("foo:", "LABEL_STR", b"foo"),
        ("a.b-c$d:", "LABEL_STR", b"a.b-c$d"),
        ('"x y":', "LABEL_STR", b"x y"),
        ("-1:", "LABEL_STR", b"-1"),
        ("1a:", "LABEL_STR", b"1a"),
        (".l:", "LABEL_STR", b".l"),
        ("$l:", "LABEL_STR", b"$l"),
        ("12:", "LABEL_ID", b"12"),
        ("12", "INTEGER", b"12"),
        ("-7", "INTEGER", b"-7"),
        ("u0x1F", "INTEGER", b"u0x1F"),
        ("s0xff", "INTEGER", b"s0xff"),
        ("1.5", "FLOAT", b"1.5"),
        ("-1.0e-3", "FLOAT", b"-1.0e-3"),
        ("+2.", "FLOAT", b"+2."),
        ("0x3FF0000000000000", "FLOAT", b"0x3FF0000000000000"),
        ("0xK3FFF8000000000000000", "FLOAT", b"0xK3FFF8000000000000000"),
        ("0xH3C00", "FLOAT", b"0xH3C00"),
        ("i32", "INTEGER_TYPE", 32),
        ("b8", "INTEGER_TYPE", -8),
        ("%00000000000012", "LOCAL_ID", 12),
        ("%4294967295", "LOCAL_ID", 4294967295),
        ('"str"', "STRING", b"str"),
        (r'"\C3\B6"', "STRING", b"\xc3\xb6"),
        ("...", "ELLIPSIS", b""),
        ("#dbg_value(", "DEBUG_RECORD", b"dbg_value"),
        ("DW_TAG_member", "WORD", b"DW_TAG_member"),
        ("define", "DEFINE", b"define"),
        ("nounwind", "ENUM_ATTRIBUTE", b"nounwind"),
        ("fastcc", "CALLING_CONVENTION", b"fastcc"),
    ],
)
def test_tokens_by_their_shape(text: str, kind: str, says: bytes | int) -> None:
    assert tokens(text)[0] == (kind, says)


def test_comments_and_spaces_separate_tokens() -> None:
    assert kinds("ret ; a comment\n\tvoid\r\n;last") == ["RET", "VOID"]


def test_a_nul_is_space_before_the_end() -> None:
    assert kinds(b"ret\0void") == ["RET", "VOID"]


def test_a_comma_before_an_attachment_is_a_kind_of_its_own() -> None:
    assert kinds("%x, !dbg !7") == ["LOCAL_VAR", "COMMA_ATTACHMENT", "METADATA_VAR", "METADATA_ID"]
    assert kinds("%x, ; note\n !dbg !7")[1] == "COMMA_ATTACHMENT"
    assert kinds("!1, !DIExpression()")[1] == "COMMA"
    assert kinds("!1, !2")[1] == "COMMA"


def test_cc_takes_the_number_behind_it() -> None:
    assert tokens("cc17") == [("CC", b"cc"), ("INTEGER", b"17")]


@each_row("text", ["&", "?", "..", "%", "@", "0x", "u0x", "+5", "-", '"open', '%"open', "^", "$1"])
def test_what_is_no_token_is_an_error(text: str) -> None:
    assert "$ERROR" in kinds(text) or kinds(text)[0] in ("WORD", "INTEGER")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("i99999999999", "bitwidth for integer type out of range"),
        ("i0", "bitwidth for integer type out of range"),
        ('"open', "end of file in string constant"),
        (r'@"a\00b"', "NUL character is not allowed in names"),
    ],
)
def test_errors_that_the_lexer_words(text: str, message: str) -> None:
    lexer = Lexer(text.encode(), load_tables().keywords)
    lexer.next_token()
    assert lexer.message == message


def test_places_of_tokens() -> None:
    lexer = Lexer(b"  ret void", load_tables().keywords)
    lexer.next_token()
    assert (lexer.start, lexer.end) == (2, 5)
    lexer.next_token()
    assert (lexer.start, lexer.end) == (6, 10)


def test_unescape_leaves_what_is_no_escape() -> None:
    assert unescape(rb"\4") == rb"\4"
    assert unescape(rb"\zz\\\41") == rb"\zz\A"
