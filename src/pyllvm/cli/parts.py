"""Prints or verifies one large module of bitcode on all cores: each process reads the bodies of a part of its functions.

One process alone works on small parts in turn, and keeps little of the module in memory.

The result is None if the module must be worked on as a whole. Then nothing has been written or reported.
"""

from __future__ import annotations

from pyllvm.cli.cores import Part, processes, work_in_parts
from pyllvm.notation import TYPE_CHECKING, Final, Iterable, final
from pyllvm.reading.in_turn import tried_text_in_turn, verify_in_turn
from pyllvm.reading.parts import ModuleInParts
from pyllvm.separation import SHARED, begin_again

if TYPE_CHECKING:
    from pyllvm.assembly.printer.parts import PartPrinter
    from pyllvm.bitcode.reader.found import BitcodeFile
    from pyllvm.bitcode.reader.reading import Reading
    from pyllvm.reading.ways import Ways

_NUMBER_BYTES: Final = 8
_IN_PROCESSES: Final = "in a process each"


def text_in_parts(file: BitcodeFile, reading: Reading, jobs: int, ways: Ways) -> list[bytes] | None:
    """The text of the module in a file, in pieces, if it is valid."""
    count = _processes(len(file.data), jobs, ways)
    if count < 2:
        return tried_text_in_turn(file, reading, ways)
    ways.note_parts(count, _IN_PROCESSES)
    return ways.tried(lambda: _text_of_processes(file, reading, count))


def _text_of_processes(file: BitcodeFile, reading: Reading, count: int) -> list[bytes]:
    module = ModuleInParts(file, reading, count)
    return work_in_parts(count, len(file.data), _Printing(module, count).work)


def is_valid_in_parts(
    file: BitcodeFile, reading: Reading, jobs: int, ways: Ways, *, is_verified: bool = True, checks_scope_domination: bool = False
) -> bool | None:
    """Whether there is nothing to report about the module in a file: it is certainly valid, if it `is_verified`.

    False if the verifier probably has something to report; None if that is not known.
    """
    count = _processes(len(file.data), jobs, ways)

    def verified() -> bool:
        if count < 2:
            verify_in_turn(file, reading, ways, is_verified=is_verified, checks_scope_domination=checks_scope_domination)
            return True
        ways.note_parts(count, _IN_PROCESSES)
        module = ModuleInParts(file, reading, count)
        return work_in_parts(count, len(file.data), _Verifying(module, count, is_verified, checks_scope_domination).work)

    is_valid = ways.tried(verified)
    return False if is_valid is None and ways.breaks_rules else is_valid


def _processes(size: int, jobs: int, ways: Ways) -> int:
    """How many processes work on an input: one if the size of a part is requested."""
    return processes(size, jobs) if ways.part_bytes is None else 1


@final
class _Verifying:
    """The work of each process that verifies a module."""

    def __init__(self, module: ModuleInParts, count: int, is_verified: bool, checks_scope_domination: bool) -> None:
        self._module = module
        self._count = count
        self._is_verified = is_verified
        self._checks_scope_domination = checks_scope_domination

    def work(self, part: Part) -> bool:
        """Verify one part. The first one gets what the others have found."""
        module = self._module
        module.read(part.number)
        if self._is_verified:
            own = module.verify(part.number, self._checks_scope_domination)
        else:
            own = module.settle(part.number)
        if part.number:
            part.send([_packed(own)])
        else:
            _check_disjoint(own, [part.receive(number) for number in range(1, self._count)])
        return True


@final
class _Printing:
    """The work of each process that prints a module."""

    def __init__(self, module: ModuleInParts, count: int) -> None:
        from pyllvm.assembly.printer.parts import PartPrinter, SharedTables

        state = module.reader.state
        groups = [attributes.function for attributes in state.attributes]
        groups += [function.attributes.function for function in module.module.functions if function.attributes is not None]
        groups += [variable.attributes for variable in module.module.global_variables if variable.attributes]
        tables = SharedTables(module.module, state.metadata.nodes, state.types, groups)
        self._module = module
        self._count = count
        self._printer: Final[PartPrinter] = PartPrinter(module.module, tables)

    def work(self, part: Part) -> list[bytes]:
        """Read and print one part. The first one gets the text of the others, and returns the whole text."""
        module = self._module
        module.read(part.number)
        own = module.settle(part.number)
        printer = self._printer
        functions = module.parts[part.number]
        part.hand_on(printer.number(part.number, functions, part.take() if part.number else b""))
        if part.number:
            part.send([_packed(own)])
            part.send(printer.functions_text(functions))
            part.send(printer.nodes_text())
            return []
        texts = [printer.globals_text(), printer.functions_text(functions)]
        nodes = printer.nodes_text()
        texts.insert(0, printer.head_text(part.take()))
        others = range(1, self._count)
        _check_disjoint(own, [part.receive(number) for number in others])
        texts.extend(part.receive(number) for number in others)
        texts.append(printer.groups_text())
        texts.append(nodes)
        texts.extend(part.receive(number) for number in others)
        texts.append(printer.summary_text())
        return [piece for text in texts for piece in text]


def _packed(numbers: Iterable[int]) -> bytes:
    return b"".join([number.to_bytes(_NUMBER_BYTES, "little") for number in numbers])


def _check_disjoint(own: Iterable[int], others: Iterable[list[bytes]]) -> None:
    """Begin again if two parts have found the same node."""
    met = set(own)
    for pieces in others:
        packed = b"".join(pieces)
        theirs = {
            int.from_bytes(packed[at : at + _NUMBER_BYTES], "little") for at in range(0, len(packed), _NUMBER_BYTES)
        }
        if met & theirs:
            begin_again(SHARED)
        met |= theirs
