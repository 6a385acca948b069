"""Prints or verifies one large module of bitcode on all cores: each process reads the bodies of a part of its functions.

One process alone works on small parts in turn, and keeps little of the module in memory.

The result is None if the module must be worked on as a whole. Then nothing has been written or reported.
"""

from __future__ import annotations

from pyllvm.notation import TYPE_CHECKING, Callable, Final, final
from pyllvm.processes.crew import Part, available_cores, can_start, work_in_parts
from pyllvm.reading.in_turn import PIECE, text_in_turn, verify_in_turn
from pyllvm.reading.parts import ModuleInParts, refuse_dropping
from pyllvm.reading.settle import AccessTags, DroppedDebugInfo
from pyllvm.separation import BREAKS_RULES, SHARED, begin_again
from pyllvm.verifier.module import Verification

if TYPE_CHECKING:
    from typing import TypeVar

    from pyllvm.bitcode.reader.found import BitcodeFile
    from pyllvm.bitcode.reader.state import Reading
    from pyllvm.reading.ways import Way
    from pyllvm.wishes import Wishes

    Result = TypeVar("Result")

_NUMBERS: Final = "q"
# More would wait for each other: each part is numbered after the one before.
_MOST_PROCESSES: Final = 8
_IN_PROCESSES: Final = "in a process each"


def text_in_parts(file: BitcodeFile, reading: Reading, way: Way) -> list[bytes] | None:
    """The text of the module in a file, in pieces, if it is valid."""
    count = _processes(len(file.data), reading.wishes)
    if count < 2:
        return way.tried(lambda: text_in_turn(file, reading, way))

    def printed() -> list[bytes]:
        division = _Division(file, reading, count, way)
        return division.result(_Printing(division).work)

    return way.tried(printed)


def is_valid_in_parts(
    file: BitcodeFile, reading: Reading, way: Way, newer: int | None = None, *, is_verified: bool = True
) -> bool | None:
    """Whether there is nothing to report about the module in a file: it is certainly valid, if it `is_verified`.

    With `newer`, a module of an older version is upgraded to that one, in this process. False if the verifier probably has
    something to report; None if that is not known.
    """
    count = _processes(len(file.data), reading.wishes) if newer is None else 1

    def verified() -> bool:
        if count < 2:
            verify_in_turn(file, reading, way, newer, is_verified=is_verified)
            return True
        division = _Division(file, reading, count, way, is_verified)
        return division.result(division.verified)

    is_valid = way.tried(verified)
    return False if is_valid is None and way.breaks_rules else is_valid


def _processes(size: int, wishes: Wishes) -> int:
    """How many processes work on an input: one if the size of a part is requested."""
    return processes(size, wishes.cores) if wishes.part_bytes is None else 1


def processes(size: int, jobs: int) -> int:
    """How many processes work on an input of `size` bytes: one for each available core, but not more than pay.

    There are not more than `jobs`, unless that is 0.
    """
    if size < 2 * PIECE or jobs == 1 or not can_start():
        return 1
    cores = min(available_cores(), _MOST_PROCESSES)
    return max(min(jobs or cores, cores, size // PIECE), 1)


@final
class _Division:
    """A module whose parts are worked on by a process each."""

    def __init__(self, file: BitcodeFile, reading: Reading, count: int, way: Way, is_verified: bool = False) -> None:
        way.note_parts(count, _IN_PROCESSES)
        self._way: Final = way
        self._size: Final = len(file.data)
        self.parts: Final = ModuleInParts(file, reading, count)
        self._dropped: Final = DroppedDebugInfo(self.parts.module)
        self.parts.note_contents()
        self._is_verified: Final = is_verified or self.parts.verifies_debug_info
        self._checks_scope_domination: Final = reading.wishes.checks_scope_domination
        self._is_broken = False

    def result(self, work: Callable[[Part], Result | None]) -> Result:
        """The result of the work on the first part. Begins again if it has none."""
        result = work_in_parts(len(self.parts.parts), self._size, work)
        if result is None:
            begin_again(BREAKS_RULES if self._is_broken else SHARED)
        warning = self._dropped.finish()
        if warning is not None:
            self._way.warnings.append(warning)
        return result

    def verified(self, part: Part) -> bool | None:
        """Verify a part; None if it breaks a rule, or concerns another one."""
        described = self.checked(part)
        return True if described is not None and self.are_apart(part, described) else None

    def checked(self, part: Part) -> list[int] | None:
        """Read the bodies of a part, and check what is checked in turn. None if they break a rule.

        Returns the numbers of the subprograms that describe them.
        """
        parts = self.parts
        parts.read(part.number)
        functions = parts.parts[part.number]
        self._dropped.part(functions)
        if not self._is_verified:
            AccessTags(parts.module, refuse_dropping).settle(functions)
            return []
        verification = Verification(parts.module, checks_scope_domination=self._checks_scope_domination, is_in_parts=True)
        verification.part(functions)
        if part.number == 0:
            verification.finish()
        else:
            verification.finish_apart()
        self._is_broken = bool(verification.failures)
        described = verification.state.described_functions
        nodes = parts.reader.state.metadata.nodes
        return None if self._is_broken else [number for number, node in enumerate(nodes) if node in described]

    def are_apart(self, part: Part, described: list[int]) -> bool:
        """Send what was found in a part to the first process; whether that knows no subprogram that describes two parts."""
        from array import array  # which imports more than a small file needs

        if part.number:
            part.send([array(_NUMBERS, [self._dropped.is_changed, *described]).tobytes()])
            return True
        met = set(described)
        for number in range(1, len(self.parts.parts)):
            found = array(_NUMBERS)
            found.frombytes(b"".join(part.receive(number)))
            if found.pop(0):
                self._dropped.is_changed = True
            if not met.isdisjoint(found):
                return False
            met.update(found)
        return True


@final
class _Printing:
    """The work of each process that prints a module."""

    def __init__(self, division: _Division) -> None:
        from pyllvm.assembly.printer.parts import PartNumbers, SharedTables
        from pyllvm.assembly.printer.text import BY_PROCESSES, ModuleText

        module = division.parts.module
        state = division.parts.reader.state
        groups = [attributes.function for attributes in state.attributes]
        groups += [function.attributes.function for function in module.functions if function.attributes is not None]
        groups += [variable.attributes for variable in module.global_variables if variable.attributes]
        tables = SharedTables(module, state.metadata.nodes, state.types, groups)
        self._division: Final = division
        self._text: Final = ModuleText(module, BY_PROCESSES)
        self._numbers: Final = PartNumbers(self._text, tables)

    def work(self, part: Part) -> list[bytes] | None:
        """Read and print one part. The first one gets the text of the others, and returns the whole text.

        None if a part breaks a rule, or concerns another one.
        """
        division = self._division
        text = self._text
        functions = division.parts.parts[part.number]
        described = division.checked(part)
        if described is None:
            return None
        numbering = self._numbers.number(part.number, functions, part.take() if part.number else b"")
        if numbering is None:
            return None
        part.hand_on(numbering)
        if part.number:
            division.are_apart(part, described)
            part.send(text.functions(functions))
            part.send(text.nodes())
            return []
        text.print_functions(functions)
        self._numbers.know_all(part.take())
        if not division.are_apart(part, described):
            return None
        others = range(1, len(division.parts.parts))
        other_functions = [part.receive(number) for number in others]
        return text.finish(other_functions, [part.receive(number) for number in others])
