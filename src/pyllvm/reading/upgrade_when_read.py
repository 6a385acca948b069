"""A module for a newer LLVM than its own whose bodies are upgraded when they are read, as LLVM does: a link reads what it needs.

An upgrade that needs all bodies raises NeedsWhole, and so does everything that has to be reported, except errors in bodies: the
module is then read as one part, and upgraded after that.
"""

from __future__ import annotations

from functools import partial

from pyllvm.bitcode.reader.read import read_in_parts
from pyllvm.diagnostics import PyllvmError
from pyllvm.migrations.bodies import Bodies
from pyllvm.migrations.in_turn import UpgradeInTurn
from pyllvm.migrations.sequence import need_all_bodies
from pyllvm.notation import TYPE_CHECKING, Final, final
from pyllvm.separation import TO_REPORT, UNUSUAL_HEAD, UPGRADE, NeedsWhole, NotSeparable, refuse_report

if TYPE_CHECKING:
    from pyllvm.bitcode.reader.found import BitcodeFile
    from pyllvm.bitcode.reader.module import ModuleReader
    from pyllvm.bitcode.reader.state import Reading
    from pyllvm.ir.function import Function
    from pyllvm.ir.metadata import Metadata
    from pyllvm.ir.module import Module


def upgraded_when_read(file: BitcodeFile, reading: Reading, version: int) -> Module:
    """The only module of a bitcode file, brought to LLVM `version`.

    The context of the `reading` may have other modules, and its version is the same. If it is lazy, bodies are read when they
    are needed, which raises NeedsWhole as well. If not, all bodies are read in LLVM's order: values have the orders of uses that
    LLVM `version` gives them.
    """
    details = ""
    try:
        if not need_all_bodies(file.version(version, reading.wishes.input_version), version):
            quiet = reading.reporting_to(refuse_report)
            quiet.refused = None
            quiet.is_upgraded = True
            reader = read_in_parts(file, quiet)
            if reader is None:
                raise NeedsWhole(reading.name, UNUSUAL_HEAD)
            upgrade = _UpgradeWhenRead(reader, version, is_lazy=reading.is_lazy)
            if not upgrade.needs_all:
                reader.order_optional_operands()
                if not reading.is_lazy:
                    upgrade.finish()
                elif reading.wishes.keeps_order:
                    reader.read_addressed_bodies()
            details = upgrade.needs_all
            if not details:
                return reader.module
    except NotSeparable as error:
        raise NeedsWhole(reading.name, error.reason) from error
    except PyllvmError as fault:
        raise NeedsWhole(reading.name, TO_REPORT) from fault
    raise NeedsWhole(reading.name, UPGRADE, details)


@final
class _UpgradeWhenRead:
    """The upgrade of one module, which goes on with each body that is read."""

    def __init__(self, reader: ModuleReader, version: int, *, is_lazy: bool) -> None:
        self._reader: Final = reader
        reader.module.is_read_lazily = is_lazy
        self._upgrade: Final = UpgradeInTurn(reader.module, version, reader.state.metadata.nodes)
        self._metadata: Final[list[Metadata | None]] = []
        reader.state.metadata.of_bodies = self._metadata
        for function, position in reader.positions.items():
            function._set_materializer(partial(self._read, function, position))

    @property
    def needs_all(self) -> str:
        """Why all bodies are needed at once; empty if they are not."""
        return self._upgrade.needs_all

    def finish(self) -> None:
        """Read all bodies, and finish the upgrade."""
        self._reader.read_bodies()
        self._upgrade.finish()

    def _read(self, function: Function, position: int) -> None:
        """Read a body, and upgrade it. Others whose blocks it needs are read, and upgraded, before it is."""
        module = self._reader.module
        known = len(module.functions)
        try:
            self._upgrade.before_reading()
            self._reader.read_body(function, position)
            self._upgrade.upgrade(Bodies([function], self._metadata))
            if self._upgrade.needs_all:
                raise NeedsWhole(module.identifier, UPGRADE, self._upgrade.needs_all)
            self._metadata.clear()
            if len(module.functions) != known:
                self._upgrade.finish_declarations(known)
        except NeedsWhole:
            raise
        except NotSeparable as error:
            raise NeedsWhole(module.identifier, error.reason) from error
