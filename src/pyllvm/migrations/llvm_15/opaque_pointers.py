"""LLVM 15: pointers without the type of what they point to, which older versions cannot do without."""

from __future__ import annotations

from pyllvm.migrations.shared.opaque_pointers import downgrade_bodies as downgrade_bodies
