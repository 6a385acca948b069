"""The selection kinds of comdats that object formats support (the language document's section "Comdats").

Source: LangRef (Comdats); Verifier.cpp (visitComdat).
"""

from __future__ import annotations

from pyllvm.notation import Final
from pyllvm.tables.features import NODEDUPLICATE_SINCE

FORMAT_NAMES: Final[dict[str, str]] = {"elf": "ELF", "wasm": "WebAssembly", "macho": "Mach-O"}


def selection_kinds(object_format: str, version: int) -> tuple[str, ...] | None:
    """The selection kinds that a format has in LLVM `version`; None if it has all of them."""
    if object_format == "elf":
        return ("any", "nodeduplicate") if version >= NODEDUPLICATE_SINCE else ("any",)
    if object_format == "wasm":
        return ("any",)
    return () if object_format == "macho" else None
