"""Copies of modules."""

from __future__ import annotations

from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.diagnostics import PyllvmError
from pyllvm.garbage import COLLECTION_PAUSE
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context, StructType
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
        copy = read_bitcode(_bitcode_beside(module, context), name=module.identifier, lazy=lazy, context=context)
    copy.producer = module.producer
    copy.dependent_libraries = list(module.dependent_libraries)
    return copy


def _bitcode_beside(module: Module, context: Context) -> bytes:
    """The bitcode of a module with other names for structs whose names `context` has.

    LLVM counts the new names in the order in which the structs were named, and bitcode has the order in which they are used.
    """
    structs = {struct: name for name, struct in module.context.struct_names.items()}
    if module.context is context or context.struct_names.keys().isdisjoint(structs.values()):
        return bitcode_of(module)
    taken = {context.named_struct(name): "" for name in structs.values()}
    beside = dict(zip(structs, [struct.name for struct in taken], strict=True))
    _rename(taken)
    try:
        _rename(beside)
        return bitcode_of(module)
    finally:
        _rename(structs)


def _rename(names: dict[StructType, str]) -> None:
    for struct in names:
        struct.context.name_struct(struct, "")
    for struct, name in names.items():
        struct.context.name_struct(struct, name)
