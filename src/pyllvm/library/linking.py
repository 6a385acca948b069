"""The library's `link`: joins modules into one."""

from __future__ import annotations

import os

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.misuse import checked_inputs
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.library.files import parse_assembly, parse_bitcode
from pyllvm.linker import Linker
from pyllvm.migrations.loss import Loss, loss_warnings
from pyllvm.migrations.separate_metadata import SeparateMetadata
from pyllvm.notation import Callable, Iterable
from pyllvm.reading.conversion import convert
from pyllvm.reading.copying import copy_module
from pyllvm.reading.inputs import is_bitcode, plain
from pyllvm.reading.settle import settle_bitcode, settle_debug_info
from pyllvm.versions import OLDEST


def link(
    inputs: Iterable[Module | str | os.PathLike[str]],
    *,
    llvm_version: int | None = None,
    only_needed: bool = False,
    internalize: bool = False,
    unify_debug_types: bool = True,
    warn: Callable[[Diagnostic], None] | None = None,
) -> Module:
    """Join the `inputs`, modules and paths of text or bitcode, into a new module, as llvm-link does. The inputs are not changed.

    All are first brought to LLVM `llvm_version`, or without it to the newest of their versions. With `only_needed`, only needed
    symbols of the second and later inputs are linked; with `internalize`, the symbols that they define become internal. With
    `unify_debug_types`, debug information types with the same identifier become one. Warnings go to `warn`. Files lose what
    LLVM drops on reading: broken `!tbaa`, and debug information of another version or that is broken itself.
    Raises PyllvmError if two modules contradict each other (it names both), or if a file is malformed or broken.
    """
    modules = [
        one if isinstance(one, Module) else _read(os.fspath(one), llvm_version, warn) for one in checked_inputs(inputs, "link")
    ]
    version = llvm_version
    if version is None:
        version = max((module.llvm_version for module in modules), default=OLDEST)
    # LLVM 15 has both kinds of pointers, but one module has only one kind.
    opaque_pointers = any(module.symbols and not module.has_typed_pointers for module in modules)
    linker = Linker(version, report=warn, unify_debug_types=unify_debug_types, opaque_pointers=opaque_pointers)
    losses: list[Loss] = []
    for index, module in enumerate(modules):
        # The linker consumes its source modules, and all of them must be in one context.
        if module.llvm_version > version:
            # A module that is downgraded changes in a context of its own: other modules must not change with it.
            module = copy_module(module, Context())
            losses += convert(module, version)
        with SeparateMetadata(linker.context, module.llvm_version < version) as separate:
            copy = copy_module(module, linker.context, lazy=True)
            convert(copy, version)
            separate.join(copy)
        linker.link_in(copy, only_needed=only_needed and index > 0, internalize=internalize and index > 0)
    if warn is not None:
        for warning in loss_warnings(losses, version):
            warn(warning)
    return linker.finish()


def _read(name: str, llvm_version: int | None, warn: Callable[[Diagnostic], None] | None) -> Module:
    """The module of a file as llvm-link has it after reading."""
    with open(name, "rb") as file:
        data = plain(file.read())
    if is_bitcode(data):
        module = parse_bitcode(data, name, llvm_version=llvm_version, warn=warn)
        settled = settle_bitcode(module)
    else:
        module = parse_assembly(data, name, llvm_version=llvm_version, warn=warn)
        settled = settle_debug_info(module)
    if settled.is_broken:
        notes = [Diagnostic("note", failure.message) for failure in settled.failures]
        raise PyllvmError(Diagnostic("error", f"{name}: the module is broken", notes=notes))
    if settled.warning is not None and warn is not None:
        warn(settled.warning)
    return module
