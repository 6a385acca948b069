"""Assembly in colour: the same text, with few codes."""

from __future__ import annotations

import re
from pathlib import Path

from pyllvm.assembly.printer.colored import colored_lines

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
