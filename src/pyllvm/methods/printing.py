"""The methods of IR's classes that print, as text, and as coloured HTML, which notebooks show."""

from __future__ import annotations

import html
from typing import Final

from pyllvm.assembly.printer import scanner as scanning
from pyllvm.assembly.printer.single_values import short_text, text_of
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.above import Printing, register
from pyllvm.ir.module import Module
from pyllvm.reading.failures import broken

# Longer texts are cut: a notebook keeps all that it shows. Of larger modules, only the contents are listed.
MOST_LINES: Final = 1000
MOST_INSTRUCTIONS: Final = 20_000

_FRAME: Final = "background:#fafafa;color:#24292e;padding:0.5em;line-height:1.3;overflow-x:auto;white-space:pre"
_STYLES: Final = {
    scanning.COMMENT: "color:#6a737d;font-style:italic",
    scanning.STRING: "color:#0a6e31",
    scanning.LABEL: "color:#1f5fbf;font-weight:bold",
    scanning.LOCAL: "color:#1f5fbf",
    scanning.GLOBAL: "color:#8a4b00",
    scanning.METADATA: "color:#6a737d",
    scanning.TYPE: "color:#0b7a75",
    scanning.NUMBER: "color:#b5460f",
    scanning.WORD: "color:#a626a4",
    scanning.FIRST_WORD: "color:#a626a4",
}


def html_of(thing: object) -> str:
    """The text of a module, function, block, value, type or piece of metadata as HTML with inline styles, at most 1000 lines.

    Of a large module, or one whose bodies were not read yet, the HTML lists the global values.
    """
    if isinstance(thing, Module) and _is_large(thing):
        text = "\n".join(repr(value) for value in [thing, *thing.global_values])
    else:
        text = text_of(thing)
    lines = text.split("\n", MOST_LINES)
    rest = ""
    if len(lines) > MOST_LINES:
        more = lines.pop().count("\n") + 1
        rest = f'\n<span style="{_STYLES[scanning.COMMENT]}">... {more} more lines</span>'
    return f'<pre style="{_FRAME}">{_colored(chr(10).join(lines))}{rest}</pre>'


def _is_large(module: Module) -> bool:
    """Whether the text of a module has too many instructions, or would need bodies that were not read yet."""
    count = 0
    for function in module.functions:
        if not function.is_materialized:
            return True
        count += sum(len(block.instructions) for block in function.blocks)
    return count > MOST_INSTRUCTIONS


def _colored(text: str) -> str:
    # Bytes that are not UTF-8 are lone surrogates here, which a page cannot hold.
    data = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace").encode()
    parts: list[str] = []
    done = 0
    scanner = scanning.Scanner(data)
    while scanner.next():
        parts.append(html.escape(data[done : scanner.begin].decode()))
        word = html.escape(data[scanner.begin : scanner.end].decode())
        parts.append(f'<span style="{_STYLES[scanner.kind]}">{word}</span>')
        done = scanner.end
    parts.append(html.escape(data[done:].decode()))
    return "".join(parts)


class _Printing(Printing):
    def text_of(self, thing: object) -> str:
        try:
            return text_of(thing)
        except (PyllvmError, MemoryError):
            raise
        except Exception as fault:
            raise broken(thing, "printed", fault) from fault

    def short_text_of(self, thing: object) -> str:
        return short_text(thing)

    def html_of(self, thing: object) -> str:
        return html_of(thing)


def register_printing() -> None:
    """Register what is here."""
    register(Printing, _Printing())
