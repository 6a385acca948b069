"""The options, by keyword, of every call and of every access to memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias, TypedDict

from pyllvm.building.insertion import TypeOrText
from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.metadata import MDNode, Metadata
from pyllvm.ir.value import Value

# Operand bundles: values and metadata by their tags.
Bundles: TypeAlias = "Mapping[str, Sequence[Value | Metadata]]"


class CallOptions(TypedDict, total=False):
    """The options of `call`, `invoke`, `callbr` and `intrinsic`.

    A `ptr` has no type of its own, so `function_type` must be given for it. The convention is the function's unless it is given
    by its word. `bundles` has operand bundles by their tags, `metadata` nodes by the names of their kinds.
    """

    function_type: TypeOrText | None
    calling_convention: str | None
    attributes: AttributeList | None
    bundles: Bundles | None
    metadata: Mapping[str, MDNode] | None


class AccessOptions(TypedDict, total=False):
    """The options of `load`, `store`, `cmpxchg` and `atomicrmw`.

    `align` is in bytes, a power of two. `sync_scope` names the threads that an atomic access synchronizes with, "" for all.
    """

    align: int
    volatile: bool
    sync_scope: str


_CALL_OPTIONS: Final = frozenset(CallOptions.__annotations__)
_ACCESS_OPTIONS: Final = frozenset(AccessOptions.__annotations__)


def check_call(operation: str, options: CallOptions) -> None:
    """Raise TypeError if there is an option that calls do not have."""
    _refuse_unknown(operation, options, _CALL_OPTIONS)


def access(operation: str, options: AccessOptions) -> tuple[int, bool, str]:
    """The alignment (0 if none is given), whether it is volatile, and the scope. TypeError if there is another option."""
    if not options:
        return 0, False, ""
    _refuse_unknown(operation, options, _ACCESS_OPTIONS)
    return options.get("align", 0), options.get("volatile", False), options.get("sync_scope", "")


def _refuse_unknown(operation: str, options: Mapping[str, object], known: frozenset[str]) -> None:
    for name in options:
        if name not in known:
            raise TypeError(f"{operation}() got an unexpected keyword argument '{name}'")
