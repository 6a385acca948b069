"""A module for a newer LLVM than its own whose bodies are upgraded when they are read, as LLVM does: a link reads what it needs.

What needs all bodies, and all that is to be reported, raises NotSeparable: the module is then read and upgraded as a whole.
"""

from __future__ import annotations

from pyllvm.bitcode.reader.read import read_in_parts
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.separation import NotSeparable, give_up
from pyllvm.migrations.bodies import Bodies
from pyllvm.migrations.in_turn import UpgradeInTurn
from pyllvm.notation import TYPE_CHECKING, Final, final

if TYPE_CHECKING:
    from pyllvm.bitcode.reader.module import ModuleReader
    from pyllvm.ir.function import Function
    from pyllvm.ir.metadata import Metadata
    from pyllvm.ir.module import Module
    from pyllvm.ir.types import Context


def upgraded_when_read(data: bytes, version: int, *, name: str, context: Context, input_version: int | None = None) -> Module:
    """The only module of a bitcode file, brought to LLVM `version`, with bodies that are read when they are needed.

    `context` must have no metadata of other modules. Reading a body raises NotSeparable as well.
    """
    try:
        reader = read_in_parts(
            data,
            name=name,
            warn=give_up,
            assumed_version=version,
            input_version=input_version,
            is_upgraded=True,
            context=context,
            sorts_uses=True,
        )
        if reader is None or reader.state.table.functions_to_read_first:
            # The addresses of blocks are part of initializers, which are upgraded before any body is.
            raise NotSeparable
        _UpgradeWhenRead(reader, version)
    except PyllvmError:
        # Whoever reads the module as a whole reports it.
        raise NotSeparable from None
    return reader.module


@final
class _UpgradeWhenRead:
    """The upgrade of one module, which goes on with each body that is read."""

    def __init__(self, reader: ModuleReader, version: int) -> None:
        self._reader: Final = reader
        self._upgrade: Final = UpgradeInTurn(reader.module, version)
        self._metadata: Final[list[Metadata | None]] = []
        reader.state.metadata.of_bodies = self._metadata
        for function, position in reader.positions.items():
            function.set_materializer(_UpgradedBody(self, function, position).read)
        reader.module.is_read_lazily = True

    def read(self, function: Function, position: int) -> None:
        """Read a body, and upgrade it. Others that it needs are read, and upgraded, before it is."""
        module = self._reader.module
        known = len(module.functions)
        self._upgrade.before_reading()
        self._reader.read_body(function, position)
        self._upgrade.upgrade(Bodies([function], self._metadata))
        self._metadata.clear()
        if len(module.functions) != known:
            self._upgrade.finish_declarations(known)


@final
class _UpgradedBody:
    """The position of a function's body; `Function.set_materializer` receives its `read`."""

    def __init__(self, upgrade: _UpgradeWhenRead, function: Function, position: int) -> None:
        self._upgrade: Final = upgrade
        self._function: Final = function
        self._position: Final = position

    def read(self) -> None:
        """Read the body, and upgrade it."""
        self._upgrade.read(self._function, self._position)
