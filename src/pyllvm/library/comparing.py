"""The library's `compare`: the changes from one module to another."""

from __future__ import annotations

from pyllvm.comparison.changes import Comparison
from pyllvm.comparison.compare import compare_stripped
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.debug_info.debug_info import strip_debug_info
from pyllvm.ir.misuse import check_module
from pyllvm.ir.module import Module


def compare(before: Module, after: Module, *, names: bool = False, ignore_debug: bool = False) -> Comparison:
    """Return what changed from the module `before` to the module `after`.

    Global values correspond by their names, and local ones that have other names by their content; blocks and instructions by
    what they do. Values and metadata compare through what corresponds, so numbers never count. Names of local values, of types
    and of private symbols count only with `names`. The orders of global values and of uses do not count. With
    `ignore_debug`, debug information does not count: it is removed from copies of the modules.

    The time is nearly linear in the size of the modules. Raises PyllvmError if the modules are of different LLVM versions:
    `Module.copy` and `to_bitcode(module, llvm_version=N)` bring them to one.
    """
    check_module(before, "compare")
    check_module(after, "compare")
    if before.llvm_version != after.llvm_version:
        raise PyllvmError(
            f"the modules are of LLVM {before.llvm_version} and {after.llvm_version}: bring them to one version to compare them"
        )
    if ignore_debug:
        before, after = before.copy(), after.copy()
        strip_debug_info(before)
        strip_debug_info(after)
    return compare_stripped(before, after, names=names, ignore_debug=ignore_debug)
