"""The facts that the verifier caches about an intrinsic that a module declares."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.function import Function


@final
class KnownIntrinsic:
    """A function whose name begins like an intrinsic's.

    `name` is the intrinsic's name without `llvm.` and without the types after it. It is empty if that LLVM version does not
    have the intrinsic, or if its signature in that version is unknown. `failure` is LLVM's message if the function's type or
    name does not fit the intrinsic.
    """

    __slots__ = ("failure", "is_intrinsic", "name")

    def __init__(self, is_intrinsic: bool, name: str = "", failure: str = "") -> None:
        self.is_intrinsic: Final = is_intrinsic
        self.name: Final = name
        self.failure: Final = failure


@final
class Declaration:
    """A function of which a failure shows the whole declaration, not only the name."""

    __slots__ = ("function",)

    def __init__(self, function: Function) -> None:
        self.function: Final = function
