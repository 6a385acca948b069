"""LLVM 21: intrinsics with other names."""

from __future__ import annotations

from pyllvm.migrations.shared.renamed_intrinsics import downgrade as downgrade
