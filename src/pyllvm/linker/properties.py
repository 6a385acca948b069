"""What comes with a global value's properties: copying them, and what setting one does to the others."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantExpr
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.value import Value
from pyllvm.tables.linkages import LINK_ONCE, REPLACEABLE, WEAK

_ADDRESSES: Final = ("bitcast", "addrspacecast", "getelementptr", "inttoptr", "ptrtoint")


def is_link_once(value: GlobalValue) -> bool:
    """linkonce or linkonce_odr."""
    return value.linkage in LINK_ONCE


def is_weak(value: GlobalValue) -> bool:
    """weak or weak_odr."""
    return value.linkage in WEAK


def is_weak_for_linker(value: GlobalValue) -> bool:
    """Whether another definition may take its place (isWeakForLinker)."""
    return value.linkage in REPLACEABLE


def kind_of(value: GlobalValue) -> str:
    """The word for what it is."""
    if isinstance(value, Function):
        return "function"
    if isinstance(value, GlobalVariable):
        return "variable"
    return "alias" if isinstance(value, GlobalAlias) else "ifunc"


def set_linkage(value: GlobalValue, linkage: str) -> None:
    """Set the linkage; a local symbol is of default visibility and storage (GlobalValue::setLinkage)."""
    value.linkage = linkage
    if value.has_local_linkage:
        value.visibility = "default"
        value.dll_storage_class = "default"
    if value.has_implicit_dso_local:
        value.is_dso_local = True


def set_visibility(value: GlobalValue, visibility: str) -> None:
    """Set the visibility, from which dso_local may follow."""
    value.visibility = visibility
    if value.has_implicit_dso_local:
        value.is_dso_local = True


def copy_properties(target: GlobalValue, source: GlobalValue) -> None:
    """Give `target` what `source` is described by, but for linkage, name, comdat and metadata (copyAttributesFrom)."""
    set_visibility(target, source.visibility)
    target.unnamed_address = source.unnamed_address
    target.thread_local_mode = source.thread_local_mode
    target.dll_storage_class = source.dll_storage_class
    target.is_dso_local = source.is_dso_local
    target.partition = source.partition
    if isinstance(target, GlobalObject) and isinstance(source, GlobalObject):
        target.alignment = source.alignment
        target.section = source.section
    if isinstance(target, GlobalVariable) and isinstance(source, GlobalVariable):
        target.is_externally_initialized = source.is_externally_initialized
        target.attributes = source.attributes
        target.sanitizer_flags = source.sanitizer_flags
        target.code_model = source.code_model
    if isinstance(target, Function) and isinstance(source, Function):
        target.calling_convention = source.calling_convention
        target.attributes = source.attributes
        target.gc = source.gc


def least_visibility(one: str, other: str) -> str:
    """The narrower of two visibilities: hidden, else protected, else default."""
    if "hidden" in (one, other):
        return "hidden"
    return "protected" if "protected" in (one, other) else "default"


def least_unnamed_address(one: str, other: str) -> str:
    """What two symbols together promise of their address being insignificant (getMinUnnamedAddr)."""
    if not one or not other:
        return ""
    return "local_unnamed_addr" if "local_unnamed_addr" in (one, other) else "unnamed_addr"


def aliased_object(value: Value) -> GlobalObject | None:
    """The function or variable that an alias, ifunc or address expression leads to in the end, if it is one."""
    for _ in range(1000):
        if isinstance(value, GlobalObject):
            return value
        if isinstance(value, GlobalAlias):
            if not value.operands:
                return None
            value = value.operands[0]
        elif isinstance(value, ConstantExpr) and value.opcode in _ADDRESSES:
            value = value.operands[0]
        else:
            return None
    return None


def comdat_of(value: GlobalValue) -> Comdat | None:
    """The comdat that a symbol is in; an alias is in that of what it leads to."""
    if isinstance(value, GlobalObject):
        return value.comdat
    if isinstance(value, (GlobalAlias, GlobalIFunc)):
        found = aliased_object(value)
        return None if found is None else found.comdat
    return None
