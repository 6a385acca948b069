"""The things that a user wants to keep, and the shape of a pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.module import Module

_Owner = TypeVar("_Owner")
_Detail = TypeVar("_Detail")


class Scope(NamedTuple):
    """The things that passes must not change."""

    kept: frozenset[str] = frozenset()
    """The names of functions that stay, with bodies and signatures."""
    keeps_names: bool = False
    """Whether values and symbols keep their names."""

    def keeps(self, value: GlobalValue) -> bool:
        """Whether a symbol is one of those that stay."""
        return value.name in self.kept

    def bodies(self, module: Module) -> list[Function]:
        """The functions with bodies."""
        return [function for function in module.functions if function.blocks]

    def instructions(self, module: Module) -> list[Instruction]:
        """The instructions of these functions."""
        return [instruction for function in self.bodies(module) for instruction in function.instructions]


class Pass(NamedTuple):
    """A kind of change. `targets` lists what can be changed, in an order that is the same in each copy of a module."""

    name: str
    description: str
    targets: Callable[[Module, Scope], list[Any]]
    change: Callable[[Module, list[Any]], None]
    """Changes these targets of the module, in place. A target that an earlier one made impossible is left out."""


def by_owner(targets: list[tuple[_Owner, _Detail]]) -> dict[_Owner, set[_Detail]]:
    """The details of each owner, such as the numbers of a node's operands: all of them are taken from it at once."""
    found: dict[_Owner, set[_Detail]] = {}
    for owner, detail in targets:
        found.setdefault(owner, set()).add(detail)
    return found
