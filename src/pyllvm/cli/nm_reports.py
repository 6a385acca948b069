"""The documents of ``pyllvm nm``: symbols as JSON, and the table of which file defines what."""

from __future__ import annotations

from pyllvm.analysis.object_symbols import ObjectSymbol
from pyllvm.library.cross_reference import DUPLICATE, STATES, CrossReference, cross_reference
from pyllvm.library.symbol_listing import ListingOptions, chosen
from pyllvm.library.symbols import SymbolTable
from pyllvm.notation import Callable, Final

_HEADINGS: Final = {
    "duplicate": "defined more than once",
    "undefined": "defined nowhere",
    "unused": "defined, and used by no other file",
    "resolved": "defined, and used by other files",
}


def json_members(rows: list[tuple[str, str, SymbolTable]], options: ListingOptions) -> dict[str, object]:
    """The symbols of each module, of which a row has the name, the archive and the symbols."""
    files: list[dict[str, object]] = []
    for name, archive, table in rows:
        symbols: list[dict[str, object]] = []
        for symbol in chosen(table, options):
            fields: dict[str, object] = {"name": symbol.name}
            if options.demangle is not None:
                fields["demangled"] = options.demangle(symbol.name)
            fields |= {
                "ir_name": symbol.ir_name or None,
                "letter": symbol.letter(table.is_darwin),
                "kind": symbol.kind,
                "defined": symbol.is_defined,
                "global": symbol.is_global,
                "weak": symbol.is_weak,
                "common": symbol.is_common,
                "hidden": symbol.is_hidden,
                "code": symbol.is_executable,
                "constant": symbol.is_constant,
                "special": symbol.is_special,
            }
            symbols.append(fields)
        files.append({"file": archive or name, "member": name if archive else None, "triple": table.triple, "symbols": symbols})
    return {"files": files}


def cross_reference_members(
    modules: list[tuple[str, list[ObjectSymbol]]], demangle: Callable[[str], str] | None
) -> dict[str, object]:
    """Which of the modules define and use each global symbol, for JSON."""
    return {"symbols": [_fields(entry, demangle) for entry in cross_reference(modules)]}


def cross_reference_text(modules: list[tuple[str, list[ObjectSymbol]]], demangle: Callable[[str], str] | None) -> str:
    """Which of the modules define and use each global symbol, as a table."""
    entries = cross_reference(modules)
    lines: list[str] = []
    for state in STATES:
        rows = [entry for entry in entries if entry.state == state]
        if not rows:
            continue
        lines.append(f"{'' if not lines else chr(10)}{_HEADINGS[state]}: {len(rows)}\n")
        shown = [entry.name if demangle is None else demangle(entry.name) for entry in rows]
        width = min(max(len(name) for name in shown), 40)
        for name, entry in zip(shown, rows, strict=True):
            lines.append(f"  {name:<{width}}  {_places(entry)}\n")
    return "".join(lines)


def _places(entry: CrossReference) -> str:
    words: list[str] = []
    if entry.defined:
        words.append(f"defined by {', '.join(entry.defined)}")
    if entry.weakly:
        words.append(f"{'weakly' if entry.defined else 'weakly defined'} by {', '.join(entry.weakly)}")
    if entry.used and entry.state != DUPLICATE:
        manner = "used" if entry.must_exist else "used weakly"
        words.append(f"{manner} by {', '.join(entry.used)}")
    return "; ".join(words)


def _fields(entry: CrossReference, demangle: Callable[[str], str] | None) -> dict[str, object]:
    fields: dict[str, object] = {"name": entry.name}
    if demangle is not None:
        fields["demangled"] = demangle(entry.name)
    fields |= {
        "state": entry.state,
        "defined": entry.defined,
        "weakly": entry.weakly,
        "used": entry.used,
        "must_exist": entry.must_exist,
    }
    return fields
