"""Prints or verifies a module of bitcode in one process, and keeps the bodies of few functions in memory at a time, as LLVM does.

What a part cannot decide alone, and all that is to be reported, raises NotSeparable: the module is then read as a whole.
"""

from __future__ import annotations

from pyllvm.ir.released_bodies import ReleasedBodies
from pyllvm.ir.separation import NotSeparable
from pyllvm.notation import TYPE_CHECKING, Any, Final, final
from pyllvm.reading.parts import ModuleInParts

if TYPE_CHECKING:
    from pyllvm.verifier.module import VerificationInTurn
    from pyllvm.verifier.state import State

# The bytes of input for each part: what is made of them fits into the cache of a core.
_PART: Final = 8_192


def text_in_turn(data: bytes, **reading: Any) -> list[bytes]:
    """The text of the module in a file, in pieces, if it is valid; `reading` is for `ModuleInParts`."""
    from pyllvm.assembly.printer.in_turn import TextInTurn

    turns = _Turns(data, reading, is_verified=False)
    text = TextInTurn(turns.parts.module)
    for part, functions in enumerate(turns.parts.parts):
        turns.read(part)
        text.print_functions(functions)
        turns.release(part)
    turns.finish()
    return text.finish()


def verify_in_turn(data: bytes, **reading: Any) -> None:
    """Verify the module in a file; `reading` is for `ModuleInParts`."""
    turns = _Turns(data, reading, is_verified=True)
    for part in range(len(turns.parts.parts)):
        turns.read(part)
        turns.release(part)
    turns.finish()


@final
class _Turns:
    """The work on one module. It is verified if that is asked for, or if LLVM does so when it reads the module."""

    def __init__(self, data: bytes, reading: dict[str, Any], is_verified: bool) -> None:
        self.parts: Final = ModuleInParts(data, max(len(data) // _PART, 1), **reading)
        self._checks_debug_info = not self.parts.is_debug_info_verified(is_verified)
        # The checks of access tags, and the verification, go on from part to part.
        self._tags: State | None = None
        self._verification: VerificationInTurn | None = None
        if is_verified or not self._checks_debug_info:
            from pyllvm.verifier.module import VerificationInTurn

            self._verification = VerificationInTurn(self.parts.module)
        self._released = ReleasedBodies(self.parts.module.context)

    def read(self, part: int) -> None:
        """Read the bodies of a part, and check them."""
        parts = self.parts
        parts.read_bodies(part)
        if self._checks_debug_info:
            parts.check_debug_info(part)
        if self._verification is None:
            self._tags = parts.check_access_tags(part, self._tags)
        elif not self._verification.verify_part(parts.parts[part]):
            raise NotSeparable

    def release(self, part: int) -> None:
        """Free the bodies of a part, but for those whose blocks initializers refer to."""
        kept = self.parts.read_by_all
        self._released.release([function for function in self.parts.parts[part] if function not in kept])

    def finish(self) -> None:
        """Check what is in no function, after all parts."""
        if self._verification is not None and not self._verification.verify_rest():
            raise NotSeparable
        self.parts.check_contents()
