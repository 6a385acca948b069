"""LLVM 16: no pointers with types any more."""

from __future__ import annotations

from pyllvm.migrations.shared.opaque_pointers import upgrade as upgrade
