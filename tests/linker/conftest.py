"""Links texts in memory, as the command does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyllvm.assembly import parse_assembly, print_module
from pyllvm.diagnostics import Diagnostic
from pyllvm.linker import Linker

LinkTexts = Callable[..., str]


@pytest.fixture
def link_texts() -> LinkTexts:
    """A function that links texts in order (`m0`, `m1` ...) and gives the text of the result."""

    def link(*texts: str, version: int = 19, reports: list[Diagnostic] | None = None, **options: bool) -> str:
        linker = Linker(version, report=None if reports is None else reports.append)
        for number, text in enumerate(texts):
            module = parse_assembly(text.encode(), f"m{number}", llvm_version=version, context=linker.context)
            linker.link_in(module, **({} if number == 0 else options))
        printed = print_module(linker.finish()).decode()
        head = "; ModuleID = 'llvm-link'\nsource_filename = \"llvm-link\"\n"
        assert printed.startswith(head)
        return printed.removeprefix(head).strip()

    return link
