"""How a caller wants a text to be read."""

from __future__ import annotations

from typing import Final, final

from pyllvm.wishes import Wishes


@final
class TextReading:
    """How a text is read, in whatever version. The command decides it once; the text may be read several times."""

    def __init__(
        self,
        name: str = "<stdin>",
        wishes: Wishes | None = None,
        *,
        max_errors: int | None = None,
        data_layout: str | None = None,
    ) -> None:
        self.name: Final = name
        """The identifier of the module."""
        self.wishes: Final = Wishes() if wishes is None else wishes
        self.max_errors: Final = self.wishes.max_errors if max_errors is None else max_errors
        """How many errors are found before the reading ends. LLVM reports the first."""
        self.data_layout: Final = self.wishes.data_layout if data_layout is None else data_layout
        """Replaces the text's own data layout."""
        self.records_local_uses = True
        """Whether all uses of local values are recorded; otherwise only uses on whose order the bitcode's USELIST records depend.

        Others are recorded when someone asks for them. The module must have a context of its own then, and is to be written, not
        edited: instructions with the same attachment share its list.
        """

    @property
    def leaves_local_uses(self) -> bool:
        """Whether uses are not recorded: of an incomplete text they are, because calls may be erased."""
        return not self.records_local_uses and not self.wishes.allows_incomplete
