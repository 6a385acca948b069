"""Names of intrinsics that code knows, and how the names of targets' intrinsics begin. `intrinsics.txt` has all names."""

from __future__ import annotations

from typing import Final

AARCH64_PREFIX: Final = "llvm.aarch64."
AMDGPU_PREFIX: Final = "llvm.amdgcn."
ARM_PREFIX: Final = "llvm.arm."
NVVM_PREFIX: Final = "llvm.nvvm."
RISCV_PREFIX: Final = "llvm.riscv."
X86_PREFIX: Final = "llvm.x86."
