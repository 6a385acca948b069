"""LLVM 9: `atomicrmw xchg` of floating-point numbers."""

from __future__ import annotations

from pyllvm.migrations.shared.atomic_exchanges import downgrade_bodies as downgrade_bodies
