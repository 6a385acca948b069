"""How the names of targets' intrinsics begin."""

from __future__ import annotations

from typing import Final

AARCH64_PREFIX: Final = "llvm.aarch64."
AMDGPU_PREFIX: Final = "llvm.amdgcn."
ARM_PREFIX: Final = "llvm.arm."
NVVM_PREFIX: Final = "llvm.nvvm."
RISCV_PREFIX: Final = "llvm.riscv."
X86_PREFIX: Final = "llvm.x86."
