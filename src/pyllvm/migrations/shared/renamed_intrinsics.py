"""Intrinsics that are called by other names now: what they were called, where nothing else of them changed.

The way up is in `on_reading`: LLVM goes it whenever it reads a module.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.function import Function
from pyllvm.ir.intrinsics.names import mangled_intrinsic_name
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import remove_function

# Before LLVM 19 many had no address space in their names: what is plain was always of address space 0.
_PLAIN_SPACE: Final = ".p0"


@final
class RenamedIntrinsic:
    """Names that begin with `name` began with `before` up to LLVM `since` - 1; `loses_space`: without address space."""

    __slots__ = ("before", "loses_space", "name", "since")

    def __init__(self, name: str, before: str, since: int, loses_space: bool = False) -> None:
        self.name = name
        self.before = before
        self.since = since
        self.loses_space = loses_space


def _spaceless(name: str, since: int) -> RenamedIntrinsic:
    return RenamedIntrinsic(name, name, since, loses_space=True)


def _retyped(name: str, since: int) -> RenamedIntrinsic:
    """Other types followed the name."""
    return RenamedIntrinsic(name, name, since)


# Accesses of AArch64's matrix registers, the element's size and the direction left out.
_MATRIX_ACCESSES: Final = tuple(
    f"llvm.aarch64.sme.{access}1{size}.{direction}"
    for access in ("ld", "st")
    for size in "bhwdq"
    for direction in ("horiz", "vert")
)
RENAMED: Final = (
    _spaceless("llvm.returnaddress", 23),
    _spaceless("llvm.clear_cache", 23),
    *[_spaceless(name, 23) for name in _MATRIX_ACCESSES],
    *[_spaceless(f"llvm.aarch64.sme.{name}", 23) for name in ("ldr", "str", "ldr.zt", "str.zt")],
    *[
        RenamedIntrinsic(f"llvm.aarch64.sme.fp8.ftmopa.{tile}", f"llvm.aarch64.sme.ftmopa.{tile}", 23)
        for tile in ("za16", "za32")
    ],
    _spaceless("llvm.thread.pointer", 21),
    RenamedIntrinsic("llvm.stepvector", "llvm.experimental.stepvector", 20),
    _spaceless("llvm.va_start", 19),
    _spaceless("llvm.va_end", 19),
    _spaceless("llvm.va_copy", 19),
    _spaceless("llvm.eh.typeid.for", 19),
    *[_retyped(f"llvm.amdgcn.{name}", 19) for name in ("permlane16", "permlanex16", "permlane64", "readfirstlane", "readlane")],
    _retyped("llvm.amdgcn.writelane", 19),
    RenamedIntrinsic("llvm.vector.reverse", "llvm.experimental.vector.reverse", 19),
    RenamedIntrinsic("llvm.vector.splice", "llvm.experimental.vector.splice", 19),
    RenamedIntrinsic("llvm.vector.interleave2", "llvm.experimental.vector.interleave2", 19),
    RenamedIntrinsic("llvm.vector.deinterleave2", "llvm.experimental.vector.deinterleave2", 19),
    _spaceless("llvm.stacksave", 18),
    _spaceless("llvm.stackrestore", 18),
    RenamedIntrinsic("llvm.get.rounding", "llvm.flt.rounds", 16),
    _retyped("llvm.ptr.annotation", 16),
    _retyped("llvm.var.annotation", 16),
    RenamedIntrinsic("llvm.vector.insert", "llvm.experimental.vector.insert", 15),
    RenamedIntrinsic("llvm.vector.extract", "llvm.experimental.vector.extract", 15),
    _retyped("llvm.powi", 13),
    RenamedIntrinsic("llvm.vector.reduce.fadd", "llvm.experimental.vector.reduce.v2.fadd", 12),
    RenamedIntrinsic("llvm.vector.reduce.fmul", "llvm.experimental.vector.reduce.v2.fmul", 12),
    RenamedIntrinsic("llvm.vector.reduce.", "llvm.experimental.vector.reduce.", 12),
    _retyped("llvm.addressofreturnaddress", 10),
    _retyped("llvm.frameaddress", 10),
    _spaceless("llvm.prefetch", 10),
    _retyped("llvm.sponentry", 10),
)


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Call them as LLVM `version` does; what it has by no name stays as it is."""
    for function in list(module.functions):
        if not function.is_declaration or not function.name.startswith("llvm."):
            continue
        for row in RENAMED:
            if version < row.since and function.name.startswith(row.name):
                name = _name_before(function, row, version)
                there = module.get(name) if name else None
                if name and there is None:
                    function.name = name
                    break
                if isinstance(there, Function) and there.function_type is function.function_type and there is not function:
                    function.move_uses_to(there)
                    remove_function(module, function)
                    break


def _name_before(function: Function, row: RenamedIntrinsic, version: int) -> str:
    name = row.before + function.name.removeprefix(row.name)
    if row.loses_space:
        if not name.startswith(row.before + _PLAIN_SPACE):
            return ""
        name = row.before
    known = signature(name, version) or signature(row.before, version)
    if known is None or known.match(function.function_type).mismatch:
        return ""
    if not known.is_overloaded:
        return known.name
    return mangled_intrinsic_name(name, function.function_type, version) or name
