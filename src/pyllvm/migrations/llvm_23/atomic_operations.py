"""LLVM 23: operations of `atomicrmw` that a loop replaces in older versions."""

from __future__ import annotations

from pyllvm.migrations.shared.atomic_loops import downgrade_bodies as downgrade_bodies
