"""The findings of lint, and the state that its rules share."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.metadata import DIExpression, SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.target_triple import TargetTriple


@final
class Finding:
    """Code that LLVM accepts but that is probably a mistake: the rule's name, a message, and the objects it is about.

    The objects are values, metadata or functions, as in the verifier's `Failure`.
    """

    __slots__ = ("is_debug_info", "message", "objects", "rule")

    def __init__(self, rule: str, message: str, objects: list[object]) -> None:
        self.rule = rule
        self.message = message
        self.objects = objects
        self.is_debug_info = False

    def __repr__(self) -> str:
        return f"Finding({self.rule!r}, {self.message!r})"


@final
class Linter:
    """The state of a lint run over one module."""

    def __init__(self, module: Module) -> None:
        self.module: Final = module
        self.version: Final = module.llvm_version
        self.triple: Final = TargetTriple(module.target_triple, module.llvm_version)
        self.data_layout: Final = DataLayout(module.data_layout, module.llvm_version)
        self.findings: list[Finding] = []
        # The debug-info nodes; None until they are collected.
        self.specialized_nodes: list[SpecializedNode] | None = None
        # The expressions that these nodes lead to.
        self.expressions: list[DIExpression] = []
        # Pairs of a rule and a node that the rule has checked.
        self._seen: set[tuple[str, object]] = set()

    def report(self, rule: str, message: str, *objects: object) -> bool:
        """Record a finding. Returns False, so that a check can return the result."""
        self.findings.append(Finding(rule, message, list(objects)))
        return False

    def is_new(self, rule: str, thing: object) -> bool:
        """Whether the rule has not checked this object before; marks it as checked."""
        key = (rule, thing)
        if key in self._seen:
            return False
        self._seen.add(key)
        return True
