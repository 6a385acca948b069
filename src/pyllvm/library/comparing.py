"""The library's functions that compare modules: the changes from one to another, and a text that is the same for the same."""

from __future__ import annotations

from pyllvm.assembly.printer.text import canonical_pieces
from pyllvm.comparison.changes import Comparison
from pyllvm.comparison.compare import compare_stripped
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.debug_info.debug_info import strip_debug_info
from pyllvm.ir.misuse import check_module
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.reading.canonical import make_canonical
from pyllvm.reading.conversion import convert
from pyllvm.reading.copying import copy_module
from pyllvm.versions import NEWEST


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


def canonical_text(module: Module, *, llvm_version: int = NEWEST) -> str:
    """Return the text of a copy of the module in canonical form: it does not depend on the compiler, or on its release.

    Names of values and numbers of symbols follow the code, attributes are in place, and declarations are sorted. The compiler's
    name, casts of typed pointers and hints that only newer compilers write are gone. The text is in the language of
    `llvm_version` and means the same. Raises PyllvmError if that LLVM cannot hold the module.
    """
    check_module(module, "canonical_text")
    copy = copy_module(module, Context())
    if llvm_version != copy.llvm_version:
        convert(copy, llvm_version)
    make_canonical(copy)
    return b"".join(canonical_pieces(copy)).decode("utf-8", "surrogateescape")
