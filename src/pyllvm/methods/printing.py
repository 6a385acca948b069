"""The methods of IR's classes that print."""

from __future__ import annotations

from pyllvm.assembly.printer.html import html_of
from pyllvm.assembly.printer.single_values import short_text, text_of
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.above import Printing, register
from pyllvm.methods.faults import broken


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
