"""Copies of modules."""

from __future__ import annotations

from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.diagnostics import PyllvmError
from pyllvm.garbage import COLLECTION_PAUSE
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.reading.failures import broken


def bitcode_of(module: Module, producer: str | None = None) -> bytes:
    """The bitcode of a module; PyllvmError if a program broke the module."""
    try:
        with COLLECTION_PAUSE:
            return write_bitcode(module, producer=producer)
    except (PyllvmError, MemoryError):
        raise
    except Exception as fault:
        raise broken(module, "written", fault) from fault


def copy_module(module: Module, context: Context, *, lazy: bool = False) -> Module:
    """A copy of the module whose types, constants and metadata belong to `context`.

    The module is written as bitcode and read again, so the copy is as LLVM of its version reads it: an older data layout and
    old calls are upgraded, and unused declarations of debug intrinsics are removed. With `lazy`, function bodies are read on
    first use.
    """
    with COLLECTION_PAUSE:
        copy = read_bitcode(bitcode_of(module), name=module.identifier, lazy=lazy, context=context)
    copy.producer = module.producer
    copy.dependent_libraries = list(module.dependent_libraries)
    return copy
