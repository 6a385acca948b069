"""The properties of a global value: copying them, and the effect of setting one on the others."""

from __future__ import annotations

from typing import Final, final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import ConstantExpr
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.value import User, Value
from pyllvm.limits import ALIAS_CHAIN
from pyllvm.tables.linkages import LINK_ONCE, REPLACEABLE, WEAK

_ADDRESSES: Final = ("bitcast", "addrspacecast", "getelementptr", "inttoptr", "ptrtoint")


def is_link_once(value: GlobalValue) -> bool:
    """Whether the linkage is linkonce or linkonce_odr."""
    return value.linkage in LINK_ONCE


def is_weak(value: GlobalValue) -> bool:
    """Whether the linkage is weak or weak_odr."""
    return value.linkage in WEAK


def is_weak_for_linker(value: GlobalValue) -> bool:
    """Whether another definition may replace this one (isWeakForLinker)."""
    return value.linkage in REPLACEABLE


def kind_of(value: GlobalValue) -> str:
    """Return the kind of a symbol: "function", "variable", "alias" or "ifunc"."""
    if isinstance(value, Function):
        return "function"
    if isinstance(value, GlobalVariable):
        return "variable"
    return "alias" if isinstance(value, GlobalAlias) else "ifunc"


def set_linkage(value: GlobalValue, linkage: str) -> None:
    """Set the linkage; a local symbol gets default visibility and storage class (GlobalValue::setLinkage)."""
    value.linkage = linkage
    if value.has_local_linkage:
        value.visibility = "default"
        value.dll_storage_class = "default"
    if value.has_implicit_dso_local:
        value.is_dso_local = True


def set_visibility(value: GlobalValue, visibility: str) -> None:
    """Set the visibility; a visibility that implies dso_local sets that as well."""
    value.visibility = visibility
    if value.has_implicit_dso_local:
        value.is_dso_local = True


def copy_properties(target: GlobalValue, source: GlobalValue) -> None:
    """Copy all properties except linkage, name, comdat and metadata (copyAttributesFrom)."""
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
        target.calling_convention_number = source.calling_convention_number
        target.attributes = source.attributes
        target.gc = source.gc


def least_visibility(one: str, other: str) -> str:
    """Return the more restrictive of two visibilities: hidden, then protected, then default."""
    if "hidden" in (one, other):
        return "hidden"
    return "protected" if "protected" in (one, other) else "default"


def least_unnamed_address(one: str, other: str) -> str:
    """Return the unnamed_addr that holds for both symbols (getMinUnnamedAddr)."""
    if not one or not other:
        return ""
    return "local_unnamed_addr" if "local_unnamed_addr" in (one, other) else "unnamed_addr"


@final
class AliasedObjects:
    """The objects that aliases finally refer to. Each step of a chain is taken once, for all aliases that lead through it."""

    def __init__(self) -> None:
        self._known: dict[Value, GlobalObject | None] = {}

    def find(self, value: Value) -> GlobalObject | None:
        """Return the function or variable that an alias or address expression finally refers to, or None.

        Raises PyllvmError if more than `ALIAS_CHAIN` aliases and addresses are on the way.
        """
        if isinstance(value, GlobalObject):
            return value
        known = self._known
        # Aliases that refer to one another lead nowhere.
        way: dict[Value, None] = {}
        found: GlobalObject | None = None
        while True:
            if isinstance(value, GlobalObject):
                found = value
                break
            if value in known:
                found = known[value]
                break
            is_alias = isinstance(value, GlobalAlias)
            if value in way or not (is_alias or (isinstance(value, ConstantExpr) and value.opcode in _ADDRESSES)):
                break
            assert isinstance(value, User)
            if not value.operands:
                break
            way[value] = None
            if len(way) > ALIAS_CHAIN:
                raise PyllvmError(f"more than {ALIAS_CHAIN} aliases of one another are in a chain")
            value = value.operands[0]
        for one in way:
            known[one] = found
        return found

    def comdat_of(self, value: GlobalValue) -> Comdat | None:
        """Return a symbol's comdat; an alias is in the comdat of its aliased object."""
        if isinstance(value, GlobalObject):
            return value.comdat
        if isinstance(value, (GlobalAlias, GlobalIFunc)):
            target = self.find(value)
            return None if target is None else target.comdat
        return None


def aliased_object(value: Value) -> GlobalObject | None:
    """Return the object that one alias or address expression finally refers to: see `AliasedObjects`, which serves many."""
    return AliasedObjects().find(value)


def comdat_of(value: GlobalValue) -> Comdat | None:
    """Return the comdat of one symbol: see `AliasedObjects`, which serves many."""
    return value.comdat if isinstance(value, GlobalObject) else AliasedObjects().comdat_of(value)
