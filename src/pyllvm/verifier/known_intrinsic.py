"""What the verifier remembers of an intrinsic that a module declares."""

from __future__ import annotations

from typing import Final, final


@final
class KnownIntrinsic:
    """A function whose name begins as intrinsics' do.

    `name` is the intrinsic's, without `llvm.` and the types behind it; it is empty if LLVM of that version has none, or if
    what it must be like there is not known. `failure` is LLVM's message if the function's type or name are not the intrinsic's.
    """

    __slots__ = ("failure", "is_intrinsic", "name")

    def __init__(self, is_intrinsic: bool, name: str = "", failure: str = "") -> None:
        self.is_intrinsic: Final = is_intrinsic
        self.name: Final = name
        self.failure: Final = failure
