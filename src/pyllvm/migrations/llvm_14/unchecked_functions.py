"""LLVM 14: `no_cfi`."""

from __future__ import annotations

from pyllvm.migrations.shared.global_references import downgrade as downgrade
