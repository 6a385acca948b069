"""IR as coloured HTML, which notebooks show."""

from __future__ import annotations

import html
import re
from typing import Final

from pyllvm.assembly.printer.single_values import text_of
from pyllvm.ir.module import Module

# Longer texts are cut: a notebook keeps all that it shows. Of larger modules, only the contents are listed.
MOST_LINES: Final = 1000
MOST_INSTRUCTIONS: Final = 20_000

_FRAME: Final = "background:#fafafa;color:#24292e;padding:0.5em;line-height:1.3;overflow-x:auto;white-space:pre"
_STYLES: Final = {
    "comment": "color:#6a737d;font-style:italic",
    "string": "color:#0a6e31",
    "label": "color:#1f5fbf;font-weight:bold",
    "local": "color:#1f5fbf",
    "global": "color:#8a4b00",
    "metadata": "color:#6a737d",
    "type": "color:#0b7a75",
    "number": "color:#b5460f",
    "word": "color:#a626a4",
}
_NAME: Final = r'(?:"[^"\n]*"|[-$.\w]+)'
_TOKENS: Final = re.compile(
    rf"""(?P<comment>;[^\n]*)
    |(?P<label>^{_NAME}:)
    |(?P<string>c?"[^"\n]*")
    |(?P<local>%{_NAME})
    |(?P<global>[@$]{_NAME})
    |(?P<metadata>!{_NAME}?|\#\d+)
    |(?P<type>\b(?:i\d+|b\d+|ptr|void|label|token|metadata|half|bfloat|float|double|fp128|x86_fp80|ppc_fp128|x86_amx)\b)
    |(?P<number>-?\b\d[\w.+-]*)
    |(?P<word>[A-Za-z_][\w.]*)""",
    re.MULTILINE | re.VERBOSE,
)


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
        rest = f'\n<span style="{_STYLES["comment"]}">... {more} more lines</span>'
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
    text = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    parts: list[str] = []
    end = 0
    for token in _TOKENS.finditer(text):
        parts.append(html.escape(text[end : token.start()]))
        style = _STYLES[str(token.lastgroup)]
        parts.append(f'<span style="{style}">{html.escape(token.group())}</span>')
        end = token.end()
    parts.append(html.escape(text[end:]))
    return "".join(parts)
