"""Copies of modules."""

from __future__ import annotations

from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context


def copy_module(module: Module, context: Context) -> Module:
    """A copy of the module whose types, constants and metadata belong to `context`, by way of the bitcode, which holds all."""
    copy = read_bitcode(write_bitcode(module), name=module.identifier, lazy=True, context=context)
    copy.producer = module.producer
    copy.dependent_libraries = list(module.dependent_libraries)
    return copy
