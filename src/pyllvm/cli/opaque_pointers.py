"""Reads bitcode with typed pointers as `ptr` on request, as ``-opaque-pointers`` of LLVM 14 does."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.module import Module
from pyllvm.migrations.typed_pointers.opaque_pointers import make_opaque
from pyllvm.tables.features import OPAQUE_POINTERS_ON_REQUEST_SINCE, TYPED_POINTERS_UNTIL


def make_pointers_opaque(module: Module) -> None:
    """Make every pointer of a module a `ptr`, in place. PyllvmError if the module's LLVM has no such type."""
    version = module.llvm_version
    if version < OPAQUE_POINTERS_ON_REQUEST_SINCE:
        raise PyllvmError(f"LLVM {version} has no opaque pointers (LLVM {OPAQUE_POINTERS_ON_REQUEST_SINCE} and newer)")
    if version <= TYPED_POINTERS_UNTIL:
        make_opaque(module, version)
