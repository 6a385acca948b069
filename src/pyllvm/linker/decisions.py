"""What the linker decided about each symbol, and why: what `--explain` and `--map` are made of."""

from __future__ import annotations

from typing import Final, final

# Reasons, each as a phrase that completes "<winner> won because ...".
ONLY_ONE: Final = "no other module has it"
OVERRIDES: Final = "it comes from a module that overrides"
APPENDS: Final = "appending linkage: the elements of both are joined"
DEFINES: Final = "it is a definition, the other a declaration"
FIRST_DECLARATION: Final = "both are declarations, and it came first"
LATER_DECLARATION: Final = "both are declarations, and the first is weaker"
LARGER_COMMON: Final = "both are common, and it is larger"
FIRST_COMMON: Final = "both are common, and the other is not larger"
STRONGER: Final = "the other's linkage lets it be replaced"
FIRST_WEAK: Final = "both may be replaced, and it came first"
WEAK_OVER_LINK_ONCE: Final = "weak linkage keeps a symbol that linkonce may drop"
COMDAT_FIRST: Final = "its comdat came first"
COMDAT_CHOSEN: Final = "its comdat was chosen"
COMDAT_BOTH: Final = "its comdat keeps both"
LOCAL: Final = "it is local to its module"
NEEDED: Final = "something that was linked uses it"
NOT_NEEDED: Final = "nothing that was linked uses it"
DECLARED: Final = "something that was linked uses it, and no module defines it"


@final
class Decision:
    """One step of a link: of the symbol `symbol` the one of module `winner` was taken, and not that of `loser`.

    `winner` and `loser` are module identifiers; `loser` is empty where there was no other, `winner` where the symbol was
    left out. `name` is what the winner is called in the result: another name than `symbol` where it was renamed.
    """

    def __init__(self, symbol: str, kind: str, winner: str, loser: str, reason: str, linkage: str = "", name: str = "") -> None:
        self.symbol = symbol
        self.kind = kind  # "function", "variable", "alias" or "ifunc"
        self.winner = winner
        self.loser = loser
        self.reason = reason
        self.linkage = linkage  # the winner's
        self.name = name or symbol

    def __repr__(self) -> str:
        return f"Decision({self.symbol!r}, {self.kind!r}, {self.winner!r}, {self.loser!r}, {self.reason!r})"
