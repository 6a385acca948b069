"""What lint finds, and what its rules share."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.metadata import DIExpression, SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.target_triple import TargetTriple


@final
class Finding:
    """Something that LLVM accepts, and that is likely not meant: the rule's name, a message, and what it is about.

    The objects are values, metadata or functions, as those of the verifier's `Failure`.
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
    """Lint at work on one module."""

    def __init__(self, module: Module) -> None:
        self.module: Final = module
        self.version: Final = module.llvm_version
        self.triple: Final = TargetTriple(module.target_triple, module.llvm_version)
        self.data_layout: Final = DataLayout(module.data_layout, module.llvm_version)
        self.findings: list[Finding] = []
        # the nodes of debug information, once they were looked for
        self.specialized_nodes: list[SpecializedNode] | None = None
        # the expressions that were met with them
        self.expressions: list[DIExpression] = []
        # nodes that were looked at, with the rule that did
        self._seen: set[tuple[str, object]] = set()

    def report(self, rule: str, message: str, *objects: object) -> bool:
        """Note a finding; the answer is False, for whoever asked whether all was well."""
        self.findings.append(Finding(rule, message, list(objects)))
        return False

    def is_new(self, rule: str, thing: object) -> bool:
        """Whether that rule has not asked this of that thing before."""
        key = (rule, thing)
        if key in self._seen:
            return False
        self._seen.add(key)
        return True
