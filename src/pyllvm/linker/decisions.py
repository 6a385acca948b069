"""The linker's decision about each symbol, with its reason, and where the symbols of a module come from.

`--explain` and `--map` print decisions; notes of errors name the origins.
"""

from __future__ import annotations

from typing import Final, final

# Reasons. Each completes the sentence "the winner was taken because ...".
OVERRIDES: Final = "its module overrides the others"
APPENDS: Final = "appending linkage: the elements of both are joined"
DEFINES: Final = "it is a definition, the other a declaration"
FIRST_DECLARATION: Final = "both are declarations, and it came first"
LATER_DECLARATION: Final = "both are declarations, and the first is weaker"
LARGER_COMMON: Final = "both are common, and it is larger"
FIRST_COMMON: Final = "both are common, and the other is not larger"
STRONGER: Final = "the other's linkage lets it be replaced"
FIRST_WEAK: Final = "both may be replaced, and it came first"
WEAK_OVER_LINK_ONCE: Final = "weak linkage keeps a symbol that linkonce may drop"
FIRST_DEFINITION: Final = "both are definitions, and it came first"
COMDAT_FIRST: Final = "its comdat came first"
NOT_NEEDED: Final = "nothing that was linked uses it"


@final
class Decision:
    """One step of a link: the linker took the symbol `symbol` from module `winner` and not from module `loser`.

    `winner` and `loser` are module identifiers. `loser` is empty if only one module has the symbol, `winner` if the symbol was
    left out. `name` is the winner's name in the result; it differs from `symbol` if the linker renamed it.
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


@final
class Origins:
    """The files of a module's symbols and flags, by their names: for example the members of the archive that it was linked from.

    Symbols and flags that are not listed come from the module itself.
    """

    def __init__(self, module: str, symbols: dict[str, str] | None = None, flags: dict[str, str] | None = None) -> None:
        """`module` is the identifier of the module."""
        self.module = module
        self.symbols: dict[str, str] = {} if symbols is None else symbols
        self.flags: dict[str, str] = {} if flags is None else flags

    def of_symbol(self, name: str) -> str:
        """The file of a symbol."""
        return self.symbols.get(name, self.module)

    def of_flag(self, name: str) -> str:
        """The file of a module flag."""
        return self.flags.get(name, self.module)

    def inside(self, path: str) -> Origins:
        """The same with the files as members of the archive `path`."""
        return Origins(
            self.module,
            {name: f"{path}({member})" for name, member in self.symbols.items()},
            {name: f"{path}({member})" for name, member in self.flags.items()},
        )
