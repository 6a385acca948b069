"""Where the symbols and the module flags of a linked module come from, for the notes of errors."""

from __future__ import annotations

from typing import final


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
