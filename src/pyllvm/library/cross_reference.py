"""Which of several modules defines which symbol, and which refer to it: twice, nowhere, or only where nobody needs it."""

from __future__ import annotations

from pyllvm.analysis.object_symbols import ObjectSymbol
from pyllvm.notation import Callable, Final, Iterable, final

DUPLICATE: Final = "duplicate"
UNDEFINED: Final = "undefined"
UNUSED: Final = "unused"
RESOLVED: Final = "resolved"
STATES: Final = (DUPLICATE, UNDEFINED, UNUSED, RESOLVED)
_HEADINGS: Final = {
    DUPLICATE: "defined more than once",
    UNDEFINED: "defined nowhere",
    UNUSED: "defined, and used by no other file",
    RESOLVED: "defined, and used by other files",
}


@final
class CrossReference:
    """One global symbol in several modules: who defines it, `weakly` or not, and who refers to it without defining it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.defined: list[str] = []
        """The modules with a definition that no other replaces."""
        self.weakly: list[str] = []
        """The modules with a weak, link-once or common definition."""
        self.used: list[str] = []
        """The modules that refer to it and do not define it."""
        self.must_exist = False
        """Whether a module refers to it other than weakly."""

    def __repr__(self) -> str:
        return f"<CrossReference {self.name}: {self.state}>"

    @property
    def state(self) -> str:
        """DUPLICATE: two modules define it so that a linker refuses them. UNDEFINED: it is used, and nobody defines it.

        UNUSED: no other module refers to it. RESOLVED: one defines what another uses.
        """
        if len(self.defined) > 1:
            return DUPLICATE
        if not self.defined and not self.weakly:
            return UNDEFINED
        return RESOLVED if self.used else UNUSED


def cross_reference(modules: Iterable[tuple[str, Iterable[ObjectSymbol]]]) -> list[CrossReference]:
    """Return each global symbol of the modules, in the order of names.

    Each of `modules` is the name of a module and its symbols, as `pyllvm.symbols` returns them.
    """
    found: dict[str, CrossReference] = {}
    for module, symbols in modules:
        for symbol in symbols:
            if not symbol.is_global and symbol.is_defined:
                continue
            entry = found.get(symbol.name)
            if entry is None:
                entry = CrossReference(symbol.name)
                found[symbol.name] = entry
            _enter(entry, module, symbol)
    for entry in found.values():
        definers = {*entry.defined, *entry.weakly}
        entry.used = [module for module in entry.used if module not in definers]
    return [found[name] for name in sorted(found)]


def _enter(entry: CrossReference, module: str, symbol: ObjectSymbol) -> None:
    if not symbol.is_defined:
        if module not in entry.used:
            entry.used.append(module)
        entry.must_exist |= not symbol.is_weak
        return
    definers = entry.weakly if symbol.is_weak or symbol.is_common else entry.defined
    if module not in definers:
        definers.append(module)


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
