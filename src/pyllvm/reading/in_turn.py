"""Prints or verifies a module of bitcode in one process, and keeps the bodies of few functions in memory at a time, as LLVM does.

What a part cannot decide alone is a reason to begin again, and so is everything that has to be reported: the module is then read
as a whole.
"""

from __future__ import annotations

from pyllvm.ir.released_bodies import ReleasedBodies
from pyllvm.notation import TYPE_CHECKING, Final, Sequence, final
from pyllvm.reading.failures import Failing
from pyllvm.reading.parts import ModuleInParts, refuse_dropping
from pyllvm.reading.settle import AccessTags, DroppedDebugInfo
from pyllvm.separation import BREAKS_RULES, OTHER_BODY, UPGRADE, begin_again

if TYPE_CHECKING:
    from pyllvm.bitcode.reader.found import BitcodeFile
    from pyllvm.bitcode.reader.state import Reading
    from pyllvm.ir.function import Function
    from pyllvm.migrations.in_turn import UpgradeInTurn
    from pyllvm.reading.ways import Way
    from pyllvm.verifier.module import Verification

# The bytes of input for each part: what is made of them, a hundred times as much, fits into the cache of a core, and what each
# part begins with does not count.
PART: Final = 4_096
# Another process for each such piece of the input: a second one saves more time than it costs. Not Final: compiled modules would
# keep the number, and tests make it smaller.
PIECE = 1_000_000
_IN_TURN: Final = "in turn"
_UPGRADED: Final = "upgraded in turn"


def text_in_turn(file: BitcodeFile, reading: Reading, way: Way, newer: int | None = None) -> list[bytes]:
    """The text of the module in a file, in pieces, if it is valid.

    With `newer`, a module of an older version is upgraded to that one.
    """
    from pyllvm.assembly.printer.text import GROWING, IN_PARTS, WHOLE, ModuleText

    turns = _Turns(file, reading, way, False, newer)
    parts = turns.parts
    text: ModuleText | None = None
    for part in range(len(parts.parts)):
        turns.read(part)
        if text is None:
            # Only now: the upgrade of the only part is finished.
            text = ModuleText(parts.module, WHOLE if not parts.is_divided else IN_PARTS if newer is None else GROWING)
        text.print_functions(parts.parts[part])
        turns.release(part)
    added = turns.finish()
    assert text is not None
    text.print_functions(added)
    return text.finish()


def verify_in_turn(file: BitcodeFile, reading: Reading, way: Way, newer: int | None = None, *, is_verified: bool = True) -> None:
    """Verify the module in a file, or check only what is checked to print it; `newer` is as for `text_in_turn`."""
    turns = _Turns(file, reading, way, is_verified, newer)
    for part in range(len(turns.parts.parts)):
        turns.read(part)
        turns.release(part)
    turns.finish()


@final
class _Turns:
    """The work on one module. It is verified if that is asked for, or if LLVM does so when it reads the module."""

    def __init__(self, file: BitcodeFile, reading: Reading, way: Way, is_verified: bool, newer: int | None = None) -> None:
        self.parts: Final = ModuleInParts(file, reading, 1, newer)
        # Bodies that initializers need are not upgraded before the rest: then all are one part.
        size = PART if reading.wishes.part_bytes is None else reading.wishes.part_bytes
        self.parts.divide(0 if newer is not None and self.parts.read_by_all else size)
        self._upgrade: UpgradeInTurn | None = None
        # The functions that upgrades of bodies have declared.
        self._added: list[Function] = []
        if newer is not None:
            from pyllvm.migrations.in_turn import UpgradeInTurn

            self._upgrade = UpgradeInTurn(
                self.parts.module, newer, self.parts.reader.state.metadata.nodes, prints_parts=self.parts.is_divided
            )
            _check_upgrade(self._upgrade.needs_all)
            self.parts.keep_only(self._upgrade.kept)
        way.note_parts(len(self.parts.parts), _IN_TURN if newer is None else _UPGRADED)
        self._way = way
        self._dropped = DroppedDebugInfo(self.parts.module, is_divided=self.parts.is_divided)
        self.parts.note_contents()
        # The checks of access tags, and the verification, go on from part to part.
        self._tags: Final = AccessTags(self.parts.module, refuse_dropping if self.parts.is_divided else None)
        self._verification: Verification | None = None
        if is_verified or self.parts.verifies_debug_info:
            from pyllvm.verifier.module import Verification

            self._verification = Verification(
                self.parts.module, checks_scope_domination=reading.wishes.checks_scope_domination, is_in_parts=True
            )
        self._released = ReleasedBodies(self.parts.module.context, _refuse)

    def read(self, part: int) -> None:
        """Read the bodies of a part, and check them."""
        parts = self.parts
        if self._upgrade is None:
            parts.read_bodies(part)
        else:
            self._upgrade.before_reading()
            self._upgrade.upgrade(parts.upgradable_bodies(part))
            _check_upgrade(self._upgrade.needs_all)
            if not parts.is_divided:
                self._finish_upgrade()
        self._dropped.part(parts.parts[part])
        if not parts.is_divided:
            # Declarations may have been dropped.
            parts.keep_only(parts.module.functions)
        if self._verification is None:
            self._tags.settle(parts.parts[part])
        else:
            self._verify(parts.parts[part])

    def _verify(self, functions: Sequence[Function]) -> None:
        if self._verification is not None:
            known = len(self._verification.failures)
            self._verification.part(functions)
            if len(self._verification.failures) != known or self._verification.state.has_broken_access_tags:
                self._check_failures(functions)

    def release(self, part: int) -> None:
        """Free the bodies of a part, except bodies whose blocks are used by initializers."""
        kept = self.parts.read_by_all
        self._released.release([function for function in self.parts.parts[part] if function not in kept])

    def finish(self) -> list[Function]:
        """Check what is in no function, after all parts. Returns the functions that upgrades of bodies have declared."""
        if self._upgrade is not None:
            if self.parts.is_divided:
                self._finish_upgrade()
            self._verify(self._added)
        if self._verification is not None:
            self._verification.finish()
            if self._verification.failures:
                self._check_failures(None)
        if self._upgrade is None:
            self.parts.check_contents()
        warning = self._dropped.finish()
        if warning is not None:
            self._way.warnings.append(warning)
        return self._added

    def _check_failures(self, functions: Sequence[Function] | None) -> None:
        """Begin again because of failures: after all parts (None), or at once if these functions have a broken access tag.

        All tags are dropped then, and the rest is verified without.
        """
        from pyllvm.verifier.tbaa import has_broken_access_tags

        verification = self._verification
        assert verification is not None
        if functions is not None:
            if not has_broken_access_tags(self.parts.module, functions):
                return
        elif not verification.fails_users and self._upgrade is None:
            types = self.parts.reader.state.types
            self._way.failing = Failing(self.parts.module, verification.failing, verification.failures, types)
        begin_again(BREAKS_RULES)

    def _finish_upgrade(self) -> None:
        """Finish the upgrade: of one part before the rest of the work, which then sees all that bodies have declared."""
        if self._upgrade is not None:
            self._added = self._upgrade.finish()
            _check_upgrade(self._upgrade.needs_all)


def _check_upgrade(needs_all: str) -> None:
    """Begin again if an upgrade needs all bodies at once, for this reason: it is made in the module as one part."""
    if needs_all:
        begin_again(UPGRADE, needs_all)


def _refuse() -> None:
    """Refuse to read a body again that was released."""
    begin_again(OTHER_BODY)
