"""Copies of modules."""

from __future__ import annotations

from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context


def copy_module(module: Module, context: Context, *, lazy: bool = False) -> Module:
    """A copy of the module whose types, constants and metadata belong to `context`.

    It goes by way of bitcode, which holds all that a module does; so the copy is as LLVM of that version reads it: an older data
    layout is brought up to date, and declarations of debug intrinsics that nobody calls are gone. With `lazy`
    bodies are read when they are first asked for.
    """
    copy = read_bitcode(write_bitcode(module), name=module.identifier, lazy=lazy, context=context)
    copy.producer = module.producer
    copy.dependent_libraries = list(module.dependent_libraries)
    return copy
