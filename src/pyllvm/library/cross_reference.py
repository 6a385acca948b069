"""Which of several modules defines which symbol, and which refer to it: twice, nowhere, or only where nobody needs it."""

from __future__ import annotations

from pyllvm.analysis.object_symbols import ObjectSymbol
from pyllvm.notation import Final, Iterable, final

DUPLICATE: Final = "duplicate"
UNDEFINED: Final = "undefined"
UNUSED: Final = "unused"
RESOLVED: Final = "resolved"
STATES: Final = (DUPLICATE, UNDEFINED, UNUSED, RESOLVED)


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
