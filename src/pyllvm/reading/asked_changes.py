"""Changes that options of LLVM's tools make to a module that was read."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.module import Module
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.tables.features import DEBUG_INTRINSICS_ON_REQUEST_UNTIL, OPAQUE_POINTERS_ON_REQUEST_SINCE, TYPED_POINTERS_UNTIL
from pyllvm.tables.target_triples import UNKNOWN
from pyllvm.versions import NEWEST

# The functions import what few commands need.


def use_debug_intrinsics(module: Module) -> None:
    """Turn the debug records of a module into calls of `llvm.dbg.value` and its like, if its version has both (LLVM 19 to 21)."""
    if module.llvm_version <= DEBUG_INTRINSICS_ON_REQUEST_UNTIL:
        from pyllvm.migrations.llvm_19 import call_debug_intrinsics

        call_debug_intrinsics(module)


def make_pointers_opaque(module: Module) -> None:
    """Make every pointer of a module a `ptr`, as ``-opaque-pointers`` does. PyllvmError if the module's LLVM has no such type."""
    version = module.llvm_version
    if version < OPAQUE_POINTERS_ON_REQUEST_SINCE:
        raise PyllvmError(f"LLVM {version} has no opaque pointers (LLVM {OPAQUE_POINTERS_ON_REQUEST_SINCE} and newer)")
    if version <= TYPED_POINTERS_UNTIL:
        from pyllvm.migrations.typed_pointers.opaque_pointers import make_opaque

        make_opaque(module, version)


def give_layout(module: Module) -> None:
    """Give a module the layout of its target, as opt does, if it has a target and no layout."""
    if not module.data_layout and module.target_triple:
        from pyllvm.ir.target.default_layout import default_layout

        module.data_layout = default_layout(module.target_triple, module.llvm_version)


def refuse_unknown_architecture(module: Module) -> None:
    """Refuse a module whose target's architecture the module's LLVM does not know, as opt does after reading it."""
    name = module.target_triple.partition("-")[0]
    if name not in ("", UNKNOWN) and TargetTriple(module.target_triple, module.llvm_version).architecture == UNKNOWN:
        shown = name.replace("\0", "\\00")
        raise PyllvmError(f"unrecognized architecture '{shown}' provided.")


def layout_of_target(text: bytes, version: int | None) -> str | None:
    """The layout that a text gets; None if it gets none."""
    import re

    triple = re.search(rb'^\s*target\s+triple\s*=\s*"([^"\\]*)"', text, re.MULTILINE)
    if triple is None or re.search(rb"^\s*target\s+datalayout\b", text, re.MULTILINE) is not None:
        return None
    from pyllvm.ir.target.default_layout import default_layout

    return default_layout(triple[1].decode("utf-8", "replace"), NEWEST if version is None else version) or None
