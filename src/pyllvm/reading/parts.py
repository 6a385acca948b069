"""A module of bitcode whose functions are read, and settled or verified, in parts: each by a process of its own.

What one part cannot decide alone is a reason to begin again, as is everything to report: then the whole module is read.
"""

from __future__ import annotations

from itertools import pairwise

from pyllvm.bitcode.reader.module import ModuleReader
from pyllvm.bitcode.reader.read import read_in_parts
from pyllvm.ir.debug_info.debug_info import CURRENT_VERSION, debug_info_version
from pyllvm.ir.function import Function
from pyllvm.ir.metadata import Metadata, SpecializedNode
from pyllvm.ir.module import Module, values_with_rules_for_users
from pyllvm.ir.use_policy import DECLARED, UPGRADES
from pyllvm.migrations.bodies import Bodies
from pyllvm.notation import TYPE_CHECKING, Collection, Final, Iterable, NoReturn, Sequence, final
from pyllvm.reading.settle import drops_declarations
from pyllvm.separation import CHANGED_OUTSIDE, DROPS, OTHER_BODY, UNUSUAL_HEAD, begin_again, refuse_report
from pyllvm.tables.reading_versions import UNSAFE_ATOMICS_SINCE
from pyllvm.versions import OLDEST, llvm_version_of_producer

if TYPE_CHECKING:
    from pyllvm.bitcode.reader.found import BitcodeFile
    from pyllvm.bitcode.reader.state import Reading
# The size of the first part for each 100 of the others: the first process also prints or verifies what is in no function,
# and puts the results together.
_FIRST_SIZE: Final = 90
_ASSIGNMENT: Final = "DIAssignID"
_COMPILE_UNIT: Final = "DICompileUnit"
# The verifier compares their calls in different functions.
_ESCAPES: Final = ("llvm.localescape", "llvm.localrecover")


@final
class ModuleInParts:
    """A module without bodies, and its functions in `parts`: successive functions, of about the same size in the file."""

    def __init__(self, file: BitcodeFile, reading: Reading, count: int, newer: int | None = None) -> None:
        """Read the module of a file; the caller brings it to a `newer` version, if there is one.

        Begins again if that cannot be done in parts, or if there is something to report. Raises PyllvmError.
        """
        quiet = reading.reporting_to(refuse_report, lasting_uses=DECLARED if newer is None else UPGRADES)
        quiet.is_upgraded = newer is not None
        reader = read_in_parts(file, quiet)
        self._is_one_part: Final = reader is not None and _is_one_part(reader, newer)
        if reader is None or reader.is_damaged or (count > 1 and (self._is_one_part or _needs_one_process(reader))):
            begin_again(UNUSUAL_HEAD)
        self.reader: Final[ModuleReader] = reader
        self.module: Final[Module] = reader.module
        # Only the text asks for uses, of blocks, and the verifier's rules, for few values.
        for value in values_with_rules_for_users(self.module):
            value.track_uses()
        self.module.context.uses.end_head()
        self.parts: Final[list[list[Function]]] = (
            [list(self.module.functions)] if count == 1 else _divided(self.module.functions, reader.positions, count)
        )
        # Initializers have addresses of their blocks: every process reads them.
        self.read_by_all: Final = set(reader.state.table.functions_to_read_first)
        # Those that have not been read.
        self._read_first: list[Function] = list(self.read_by_all)
        self._before = _contents(self.module)

    def read(self, part: int) -> None:
        """Read the bodies of one part, and check that they have changed nothing else."""
        self._read_only(part)
        self.check_contents()

    def _read_only(self, part: int) -> None:
        """Read the bodies of one part. Begins again if others were read, too, because blocks have their addresses."""
        own = {*self._read_first, *self.parts[part]}
        before = self.reader.bodies_read + _unread(own)
        self.read_bodies(part)
        if self.reader.bodies_read + _unread(own) != before:
            begin_again(OTHER_BODY)
        if self._read_first:
            self._read_first = [function for function in self._read_first if not function.is_materialized]

    def read_bodies(self, part: int) -> None:
        """Read the bodies of one part, and bodies of later parts whose blocks have addresses there."""
        functions = self.parts[part]
        sizes = _sizes(self.module)
        for function in functions:
            function.materialize()
        if self.reader.is_damaged or _sizes(self.module) != sizes:
            self.check_contents()

    def upgradable_bodies(self, part: int) -> Bodies:
        """Read the bodies of one part for an upgrade. Begins again if others were read, too."""
        metadata: list[Metadata | None] = []
        self.reader.state.metadata.of_bodies = metadata
        self._read_only(part)
        return Bodies(self.parts[part], metadata)

    @property
    def is_divided(self) -> bool:
        """Whether there are several parts."""
        return len(self.parts) > 1

    def keep_only(self, kept: Iterable[Function]) -> None:
        """Leave functions out of the parts that an upgrade has removed, or moved."""
        those = set(kept)
        kept_parts = [[function for function in functions if function in those] for functions in self.parts]
        self.parts[:] = [functions for functions in kept_parts if functions] or [[]]

    def divide(self, size: int) -> None:
        """Make parts of about `size` bytes in the file, at least one function each; 0 for one part, even of no functions."""
        size = 0 if self._is_one_part else size
        self.parts[:] = _divided_by_size(self.module.functions, self.reader.positions, size * 8)

    def note_contents(self) -> None:
        """Note the contents that `check_contents` expects: the caller has changed them."""
        self._before = _contents(self.module)

    def check_contents(self) -> None:
        """Begin again if bodies have changed what is in no function, or if the file is damaged."""
        if self.reader.is_damaged or (self.is_divided and _contents(self.module) != self._before):
            begin_again(CHANGED_OUTSIDE)

    @property
    def verifies_debug_info(self) -> bool:
        """Whether the debug information, if any, stays if it is valid: it is of LLVM's own version, and so is its producer."""
        producer = llvm_version_of_producer(self.module.producer)
        return debug_info_version(self.module) == CURRENT_VERSION and producer is not None and producer >= OLDEST


def refuse_dropping(failures: object) -> NoReturn:
    """Receive the failures of broken access tags in a part: all tags of the module are to be dropped."""
    begin_again(DROPS)


def _is_one_part(reader: ModuleReader, newer: int | None) -> bool:
    """Whether a module may not be divided."""
    version = reader.module.llvm_version if newer is None else newer
    # Functions lose an attribute when their bodies are read, but all attributes are numbered before.
    loses_attributes = reader.state.has_unsafe_atomics and version >= UNSAFE_ATOMICS_SINCE
    # Instructions of two functions may be linked by an assignment that does not belong to one of them.
    return loses_attributes or bool(_nodes(reader, _ASSIGNMENT)) or drops_declarations(reader.module, newer)


def _needs_one_process(reader: ModuleReader) -> bool:
    """Whether the verifier has rules for several functions of the module."""
    from pyllvm.verifier.debug_types import is_fortran

    # The rules for Fortran depend on the last compile unit that was visited.
    return any(map(is_fortran, _nodes(reader, _COMPILE_UNIT))) or any(reader.module.get(name) is not None for name in _ESCAPES)


def _nodes(reader: ModuleReader, kind: str) -> list[SpecializedNode]:
    """The nodes of a kind that do not belong to one function."""
    return [node for node in reader.state.metadata.nodes if isinstance(node, SpecializedNode) and node.spec.name == kind]


def _unread(functions: Iterable[Function]) -> int:
    """How many of the bodies have not been read."""
    return sum([not function.is_materialized for function in functions])


def _sizes(module: Module) -> list[int]:
    """The number of globals of each kind in the module."""
    return list(map(len, _globals(module)))


def _contents(module: Module) -> list[list[object]]:
    """The module's globals of each kind, as they are now."""
    return list(map(list, _globals(module)))


def _globals(module: Module) -> tuple[Collection[object], ...]:
    """The module's globals of each kind."""
    return (module.functions, module.global_variables, module.aliases, module.ifuncs, module.named_metadata, module.comdats)


def _divided_by_size(functions: Sequence[Function], positions: dict[Function, int], size: int) -> list[list[Function]]:
    """The functions in parts, each of which ends with the body that makes it as large as `size`, in bits; 0 for one part."""
    if not size:
        return [list(functions)]
    ends = dict(pairwise(sorted(positions.values())))
    parts: list[list[Function]] = []
    current: list[Function] = []
    done = 0
    for function in functions:
        current.append(function)
        start = positions.get(function)
        if start is not None:
            # The last body in the file, which has no end here, ends a part.
            done += ends.get(start, start + size) - start
            if done >= size:
                parts.append(current)
                current = []
                done = 0
    if done or not parts:
        parts.append(current)
    else:
        # Declarations alone are not a part.
        parts[-1] += current
    return parts


def _divided(functions: Sequence[Function], positions: dict[Function, int], count: int) -> list[list[Function]]:
    """The functions in `count` parts whose bodies have about the same size, except the first part."""
    starts = sorted(positions.values())
    ends = dict(pairwise(starts))
    total = starts[-1] - starts[0] if starts else 0
    shares = _FIRST_SIZE + 100 * (count - 1)
    parts: list[list[Function]] = [[] for _ in range(count)]
    done = 0
    number = 0
    for function in functions:
        while number < count - 1 and done * shares > total * (_FIRST_SIZE + 100 * number) and total:
            number += 1
        parts[number].append(function)
        start = positions.get(function)
        if start is not None:
            done += ends.get(start, start) - start
    return parts
