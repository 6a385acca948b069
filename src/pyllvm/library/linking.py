"""The library's function to link: modules in, one module out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.module import Module
from pyllvm.library.copying import copy_module
from pyllvm.library.files import parse_assembly, parse_bitcode
from pyllvm.linker import Linker
from pyllvm.migrations.loss import loss_warnings
from pyllvm.reading.conversion import convert
from pyllvm.reading.inputs import is_bitcode
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
    """Join modules, and files of text or bitcode, into a new module, as llvm-link does; the inputs stay as they are.

    All are brought to LLVM `llvm_version` first; without it, to the newest of theirs. With `only_needed` nothing is taken of
    the second and the following that nobody uses; with `internalize` what they define becomes internal. Types of debug
    information that have the same identifier become one if `unify_debug_types`. Warnings go to `warn`.
    A file loses what LLVM drops on reading: debug information of another version, or that alone is broken, and broken `!tbaa`.
    Raises PyllvmError if two modules contradict each other, which names both, or if a file is malformed or broken.
    """
    modules = [one if isinstance(one, Module) else _read(os.fspath(one), llvm_version, warn) for one in inputs]
    version = llvm_version
    if version is None:
        version = max((module.llvm_version for module in modules), default=OLDEST)
    linker = Linker(version, report=warn, unify_debug_types=unify_debug_types)
    for index, module in enumerate(modules):
        # The linker uses up what it is given, and all of that is in one context.
        copy = copy_module(module, linker.context, lazy=True)
        for warning in loss_warnings(convert(copy, version), version):
            if warn is not None:
                warn(warning)
        linker.link_in(copy, only_needed=only_needed and index > 0, internalize=internalize and index > 0)
    return linker.finish()


def _read(name: str, llvm_version: int | None, warn: Callable[[Diagnostic], None] | None) -> Module:
    """The module of a file as llvm-link has it when it has read it."""
    with open(name, "rb") as file:
        data = file.read()
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
