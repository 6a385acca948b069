"""LLVM 16: no pointers with types any more."""

from __future__ import annotations

from pyllvm.migrations.bodies import done_by_reader
from pyllvm.migrations.shared.opaque_pointers import upgrade as upgrade
from pyllvm.notation import Final

begin_upgrade: Final = done_by_reader
