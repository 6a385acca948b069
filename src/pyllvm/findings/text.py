"""Text looked at with its places: it is read once more, since the first reading does not write them down."""

from __future__ import annotations

from typing import Any

from pyllvm.assembly import parse_assembly
from pyllvm.assembly.places import Places
from pyllvm.diagnostics import Source
from pyllvm.findings.check import Check
from pyllvm.ir.module import Module


def check_text(data: bytes, name: str, check: Check, **options: Any) -> Module:
    """Read a text and look at the module in it; what is found is told with its place. `options` are the parser's."""
    module = parse_assembly(data, name, check=lambda module: check.run(module, tells=False), **options)
    if check.has_findings:
        check_again(data, name, check, **options)
    return module


def check_again(data: bytes, name: str, check: Check, **options: Any) -> None:
    """Tell of what is wrong with a text that was found to be wrong."""
    places = Places(Source(name, data))
    options["warn"] = None
    parse_assembly(data, name, places=places, check=lambda module: check.run(module, places), **options)
