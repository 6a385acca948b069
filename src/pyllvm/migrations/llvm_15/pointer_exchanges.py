"""LLVM 15: `atomicrmw xchg` of pointers."""

from __future__ import annotations

from pyllvm.migrations.shared.atomic_exchanges import downgrade_bodies as downgrade_bodies
