"""IR as HTML: the same text, escaped and coloured."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Final

import pyllvm
from pyllvm.assembly.printer import scanner
from pyllvm.methods import printing

TEXT: Final = """@text = constant [8 x i8] c"<b>&\\22x\\00;"

define i32 @"a<b>"(i32 %x) {
entry:
  %y = add nsw i32 %x, 42
  ret i32 %y
}
"""


class Reader(HTMLParser):
    """Collects the text of a page, and the texts of each style."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.styled: dict[str, list[str]] = {}
        self.tags: set[str] = set()
        self._styles: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self._styles.append(dict(attrs)["style"] or "")

    def handle_endtag(self, tag: str) -> None:
        self._styles.pop()

    def handle_data(self, data: str) -> None:
        self.text += data
        self.styled.setdefault(self._styles[-1], []).append(data)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    return reader


def test_the_text_is_the_same_and_only_it_is_there() -> None:
    module = pyllvm.parse_assembly(TEXT, llvm_version=22)
    for thing in (module, module.functions[0], module.functions[0].blocks[0], module.context.integer(32)):
        page = read(thing._repr_html_())
        assert page.text == str(thing)
        assert page.tags <= {"pre", "span"}


def test_words_have_colours() -> None:
    page = read(pyllvm.parse_assembly(TEXT).functions[0]._repr_html_())
    assert page.styled[printing._STYLES[scanner.LOCAL]] == ["%x", "%y", "%x", "%y"]
    assert page.styled[printing._STYLES[scanner.GLOBAL]] == ['@"a<b>"']
    assert page.styled[printing._STYLES[scanner.NUMBER]] == ["42"]
    assert page.styled[printing._STYLES[scanner.LABEL]] == ["entry"]
    assert page.styled[printing._STYLES[scanner.WORD]] == ["define", "add", "nsw", "ret"]


def test_long_texts_are_cut() -> None:
    lines = "".join(f"  %v{number} = add i32 %x, {number}\n" for number in range(3000))
    module = pyllvm.parse_assembly(f"define i32 @f(i32 %x) {{\n{lines}  ret i32 %x\n}}\n")
    text = read(module.functions[0]._repr_html_()).text
    assert text.count("\n") == printing.MOST_LINES
    hidden = len(str(module.functions[0]).split("\n")) - printing.MOST_LINES
    assert text.endswith(f"%v998 = add i32 %x, 998\n... {hidden} more lines")


def test_a_large_module_is_a_list() -> None:
    module = pyllvm.parse_assembly(TEXT, "m.ll", llvm_version=22)
    instruction = module.functions[0].blocks[0].instructions[0]
    for _ in range(printing.MOST_INSTRUCTIONS):
        instruction.clone().insert_before(instruction)
    text = read(module._repr_html_()).text
    assert text.splitlines()[0] == "<Module 'm.ll', LLVM 22, 1 function, 1 variable>"
    assert text.splitlines()[2] == '<Function @"a<b>", 1 block>'


def test_bodies_are_not_read_for_it() -> None:
    module = pyllvm.parse_bitcode(pyllvm.to_bitcode(pyllvm.parse_assembly(TEXT)), lazy=True)
    assert "body not read yet" in read(module._repr_html_()).text
    assert not module.functions[0].is_materialized


def test_bytes_that_are_no_text() -> None:
    module = pyllvm.parse_assembly(b'@x = global i32 0, section "a\xffb"\n')
    module._repr_html_().encode("utf-8")
