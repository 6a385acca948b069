"""Makes declarations of definitions that match patterns, and leaves only what some symbols need.

    define void @f() { ... }

becomes `declare void @f()`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from pyllvm.editing.dead_globals import delete_dead_globals
from pyllvm.editing.extraction import declare_in_place_of, make_declaration
from pyllvm.editing.internalize import internalize_symbols
from pyllvm.editing.properties import set_linkage
from pyllvm.ir.function import Function, is_declaration
from pyllvm.ir.global_values import GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue
from pyllvm.ir.module import Module


def matching(values: Iterable[GlobalValue], patterns: Iterable[str]) -> list[GlobalValue]:
    """The values whose names match one of the shell patterns, such as ``lua_*``."""
    wanted = list(patterns)
    return [value for value in values if any(fnmatchcase(value.name, pattern) for pattern in wanted)]


def drop_definitions(module: Module, patterns: Iterable[str]) -> list[str]:
    """Make declarations of the definitions that match one of the patterns, and return their names.

    Symbols that only their module sees stay.
    """
    visible = [value for value in module.global_values if not is_declaration(value) and not value.has_local_linkage]
    dropped = matching(visible, patterns)
    for value in dropped:
        if isinstance(value, Function):
            value.forget_missing_operands()
        if isinstance(value, GlobalObject):
            set_linkage(value, "external")
            make_declaration(value)
        elif isinstance(value, (GlobalAlias, GlobalIFunc)):
            declare_in_place_of(module, value)
    return [value.name for value in dropped]


def keep_only(module: Module, patterns: Iterable[str]) -> list[str]:
    """Make every definition internal that matches none of the patterns, and remove what the others do not need.

    Returns the names that match. What code outside may look up stays, as for LLVM's passes `internalize` and `globaldce`.
    """
    values = [value for value in module.global_values if not is_declaration(value)]
    kept = matching(values, patterns)
    names = {value.name for value in values} - {value.name for value in kept}
    internalize_symbols(module, names)
    delete_dead_globals(module)
    return [value.name for value in kept]
