"""The words of assembly and their kinds; and text in colour, which is the same text, with few codes."""

from __future__ import annotations

import re
from pathlib import Path

from pyllvm.assembly.printer import scanner
from pyllvm.assembly.printer.scanner import colored_lines
from rows import each_row

NAMES = {value: name for name, value in vars(scanner).items() if name.isupper() and not name.startswith("_")}


def words(text: bytes) -> list[tuple[str, bytes]]:
    """The words of a text with the names of their kinds."""
    found = scanner.Scanner(text)
    words: list[tuple[str, bytes]] = []
    while found.next():
        words.append((NAMES[found.kind], text[found.begin : found.end]))
    return words


@each_row(
    ("line", "expected"),
    [
        (b"  %4 = load i32, ptr %2, align 4", "LOCAL FIRST_WORD TYPE TYPE LOCAL WORD NUMBER"),
        (b"  ret void, !dbg !30", "FIRST_WORD TYPE METADATA METADATA"),
        (b"  tail call fastcc void @f(float -1.5e+00) #3", "FIRST_WORD WORD WORD TYPE GLOBAL TYPE NUMBER METADATA"),
        (b"._crit_edge:      ; preds = %3", "LABEL COMMENT"),
        (b'"a b":', "LABEL"),
        (b"12:", "LABEL"),
        (b"  br label %12", "FIRST_WORD TYPE LOCAL"),
        (b'@"a b" = constant [2 x i8] c"x\\00"', "GLOBAL FIRST_WORD NUMBER WORD TYPE WORD STRING"),
        (b'!0 = !{!"x y", i32 1}', "METADATA METADATA STRING TYPE NUMBER"),
        (b"!1 = !DILocation(line: 3, scope: !2)", "METADATA METADATA WORD NUMBER WORD METADATA"),
        (b"$c = comdat any", "GLOBAL FIRST_WORD WORD"),
        (b'^0 = module: (path: "x")', "METADATA WORD WORD STRING"),
        (b"declare i32 @g(ptr, ...)", "FIRST_WORD TYPE GLOBAL TYPE WORD"),
        (b'ill-formed "string', "FIRST_WORD STRING"),
        (b"% @ ! i", "LOCAL GLOBAL METADATA WORD"),
    ],
)
def test_kinds(line: bytes, expected: str) -> None:
    assert " ".join(kind for kind, _ in words(line)) == expected


def test_a_word_ends_with_its_line() -> None:
    text = b'x = "open\n  add i32 ; comment\n%"q\ny'
    assert [word for _, word in words(text)] == [b"x", b'"open', b"add", b"i32", b"; comment", b'%"q', b"y"]


TEXT = b"define i32 @f(i32 %x) {\n  ret i32 %x ; c\n}\n"


def test_the_text_is_the_same(data: Path) -> None:
    for text in (TEXT, b"", b"\n", (data / "sample.ll").read_bytes(), bytes(range(32, 256)) * 2):
        for theme in ("dark", "light"):
            assert re.sub(rb"\x1b\[[\d;]+m", b"", colored_lines(text, theme)) == text


def test_words_have_codes_and_spaces_do_not() -> None:
    assert colored_lines(b"  ret i32 %x ; c\n", "dark") == (
        b"  \x1b[1mret\x1b[0m \x1b[32mi32\x1b[0m \x1b[36m%x\x1b[0m \x1b[2m; c\x1b[0m\n"
    )
    assert colored_lines(b"  ret i32 %x ; c\n", "light") == (
        b"  \x1b[1mret\x1b[0m \x1b[36mi32\x1b[0m \x1b[34m%x\x1b[0m \x1b[90m; c\x1b[0m\n"
    )


def test_only_the_first_sixteen_colours() -> None:
    for theme in ("dark", "light"):
        codes = set(re.findall(rb"\x1b\[([\d;]+)m", colored_lines(TEXT + b'@x = c"y"\n!0 = !{}\nl:\n', theme)))
        assert codes <= {b"%d" % code for code in (0, 1, 2, *range(31, 37), 90)}
        # Yellow on white and blue on black cannot be read.
        assert b"33" not in codes
        assert theme == "light" or b"34" not in codes
