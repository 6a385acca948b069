"""LLVM 12: `dso_local_equivalent`."""

from __future__ import annotations

from pyllvm.migrations.shared.global_references import downgrade as downgrade
