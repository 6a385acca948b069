"""LLVM 24: the domain of alias scopes has an i1 before its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import MDNode, MDTuple, MetadataAsValue, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.migrations.bodies import Bodies, BodyUpgrade
from pyllvm.migrations.loss import Losses

_KINDS: Final = ("alias.scope", "noalias")
_DECLARATION: Final = "llvm.experimental.noalias.scope.decl"
# The position of the domain in a scope, and of the i1 in a domain.
_DOMAIN: Final = 1
_FLAG: Final = 1


def begin_upgrade(module: Module, version: int) -> BodyUpgrade:
    """Return what puts `i1 false` into the domains that bodies name."""

    def upgrade(bodies: Bodies) -> None:
        _map_domains(bodies.functions, lambda domain: _add_flag(module, domain))

    return upgrade


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Take the i1 out again."""
    _map_domains(module.functions, _remove_flag)


def upgrade_scopes(module: Module, scopes: MDNode) -> None:
    """Put the i1 into the domains of a list of scopes, as LLVM does when it reads bitcode."""
    for domain in _domains(scopes):
        _add_flag(module, domain)


def _map_domains(functions: Iterable[Function], change: Callable[[MDTuple], None]) -> None:
    seen: set[MDNode] = set()
    for function in functions:
        for block in function.blocks:
            for instruction in block.instructions:
                for scopes in _lists_of(instruction):
                    if scopes not in seen:
                        seen.add(scopes)
                        for domain in _domains(scopes):
                            change(domain)


def _lists_of(instruction: Instruction) -> list[MDNode]:
    """The lists of scopes that an instruction names."""
    found = [one._node for one in instruction._attachments or () if one._kind in _KINDS]
    if isinstance(instruction, CallBase) and isinstance(instruction.callee, Function):
        if instruction.callee.name == _DECLARATION:
            for argument in instruction.arguments:
                if isinstance(argument, MetadataAsValue) and isinstance(argument.metadata, MDNode):
                    found.append(argument.metadata)
    return found


def _domains(scopes: MDNode) -> list[MDTuple]:
    found: list[MDTuple] = []
    for scope in scopes.operands:
        if isinstance(scope, MDTuple) and len(scope.operands) > _DOMAIN:
            domain = scope.operands[_DOMAIN]
            if isinstance(domain, MDTuple) and domain.is_distinct and domain.operands:
                found.append(domain)
    return found


def _has_flag(domain: MDTuple) -> bool:
    return len(domain.operands) > _FLAG and isinstance(domain.operands[_FLAG], ValueAsMetadata)


def _add_flag(module: Module, domain: MDTuple) -> None:
    if not _has_flag(domain):
        flag = ValueAsMetadata.get(module.context, ConstantInt.get(module.context.integer(1), 0))
        domain.operands.insert(_FLAG, flag)


def _remove_flag(domain: MDTuple) -> None:
    if _has_flag(domain):
        del domain.operands[_FLAG]
