"""The words of assembly and their kinds."""

from __future__ import annotations

import pytest

from pyllvm.assembly.printer import scanner

NAMES = {value: name for name, value in vars(scanner).items() if name.isupper() and not name.startswith("_")}


def words(text: bytes) -> list[tuple[str, bytes]]:
    """The words of a text with the names of their kinds."""
    found = scanner.Scanner(text)
    words: list[tuple[str, bytes]] = []
    while found.next():
        words.append((NAMES[found.kind], text[found.begin : found.end]))
    return words


@pytest.mark.parametrize(
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
