"""How a caller wants a text to be read."""

from __future__ import annotations

from typing import Final, final


@final
class TextReading:
    """How a text is read, in whatever version. The command decides it once; the text may be read several times."""

    def __init__(
        self,
        name: str = "<stdin>",
        *,
        max_errors: int = 20,
        data_layout: str | None = None,
        opaque_pointers: bool = False,
        allow_incomplete: bool = False,
        unifies_types: bool = False,
        records_local_uses: bool = True,
    ) -> None:
        self.name: Final = name
        """The identifier of the module."""
        self.max_errors: Final = max_errors
        """How many errors are found before the reading ends. LLVM reports the first."""
        self.data_layout: Final = data_layout
        """Replaces the text's own data layout."""
        self.opaque_pointers: Final = opaque_pointers
        """Whether every pointer is a `ptr`, which LLVM 13 and 14 accept only on request."""
        self.allow_incomplete: Final = allow_incomplete
        """Whether undeclared globals are declared by their uses, and references to unknown metadata are dropped."""
        self.unifies_types: Final = unifies_types
        """Whether types of debug information with the same identifier are one node, as in opt and llvm-link."""
        # With `allow_incomplete`, calls may be erased.
        self.records_local_uses: Final = records_local_uses or allow_incomplete
        """Whether all uses of local values are recorded; otherwise only uses on whose order the bitcode's USELIST records depend.

        Others are recorded when someone asks for them. The module must have a context of its own then, and is to be written, not
        edited: instructions with the same attachment share its list.
        """
