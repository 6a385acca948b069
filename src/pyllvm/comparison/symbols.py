"""Matches the global values of two modules: by name, and local ones that have other names by their content."""

from __future__ import annotations

from pyllvm.assembly.printer.names import name_text
from pyllvm.comparison.canonical import Canon, Side
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalAlias, GlobalIFunc, GlobalValue, GlobalVariable
from pyllvm.notation import Sequence, final

Pair = tuple[GlobalValue, GlobalValue]


@final
class SymbolMatching:
    """The pairs of global values, and the values that only one module has. `canon` gets a common name for each pair."""

    def __init__(self, canon: Canon, before: Side, after: Side) -> None:
        self._canon = canon
        self.pairs: list[Pair] = []
        self.removed: list[GlobalValue] = []
        self.added: list[GlobalValue] = []
        for side in (before, after):
            for value in side.module.global_values:
                is_named = value.name and not value.has_local_linkage
                canon.slots.globals[value] = f"@{name_text(value.name)}" if is_named else "@?"
        kinds: list[tuple[Sequence[GlobalValue], Sequence[GlobalValue]]] = [
            (before.module.global_variables, after.module.global_variables),
            (before.module.aliases, after.module.aliases),
            (before.module.ifuncs, after.module.ifuncs),
            (before.module.functions, after.module.functions),
        ]
        for values, others in kinds:
            self._match(values, others)
        self._name_pairs()

    def _match(self, values: Sequence[GlobalValue], others: Sequence[GlobalValue]) -> None:
        by_name = {value.name: value for value in others if value.name}
        left: list[GlobalValue] = []
        pairs: dict[GlobalValue, GlobalValue] = {}
        taken: set[GlobalValue] = set()
        for value in values:
            other = by_name.get(value.name)
            if other is not None and not (value.has_local_linkage and other.has_local_linkage):
                pairs[value] = other
                taken.add(other)
            else:
                left.append(value)
        other_left = [other for other in others if other not in taken]
        pairs.update(self._match_local(left, other_left))
        taken.update(pairs.values())
        self.pairs += [(value, pairs[value]) for value in values if value in pairs]
        self.removed += [value for value in values if value not in pairs]
        self.added += [other for other in others if other not in taken]

    def _match_local(self, values: list[GlobalValue], others: list[GlobalValue]) -> dict[GlobalValue, GlobalValue]:
        """Pairs of local values: by name if no name is new, else by content first."""
        values = [value for value in values if value.has_local_linkage or not value.name]
        others = [other for other in others if other.has_local_linkage or not other.name]
        by_name = {other.name: other for other in others if other.name}
        names = {value.name for value in values}
        if len(values) == len(others) and "" not in names and names == set(by_name):
            return {value: by_name[value.name] for value in values}
        content = {value: self._canon.content(value) for value in [*values, *others]}
        pairs: dict[GlobalValue, GlobalValue] = {}
        left = dict.fromkeys(others)
        for value in values:
            other = by_name.get(value.name)
            if other is not None and content[value] == content[other]:
                pairs[value] = other
                del left[other]
        waiting: dict[str, list[GlobalValue]] = {}
        for other in left:
            waiting.setdefault(content[other], []).append(other)
        for value in values:
            same = None if value in pairs else waiting.get(content[value])
            if same:
                pairs[value] = same.pop(0)
                del left[pairs[value]]
        for value in values:
            other = by_name.get(value.name)
            if value not in pairs and other in left:
                pairs[value] = other
                del left[other]
        # Those without a name have only their places.
        unnamed = [other for other in left if not other.name]
        for value in values:
            if unnamed and not value.name and value not in pairs:
                pairs[value] = unnamed.pop(0)
        return pairs

    def _name_pairs(self) -> None:
        references = self._canon.slots.globals
        number = 0
        for value, other in self.pairs:
            if value.name == other.name and value.name:
                text = f"@{name_text(value.name)}"
            else:
                text = f"@={number}"
                number += 1
            references[value] = references[other] = text
        for value in self.removed:
            references[value] = f"@-{value.name or id(value)}" if value.has_local_linkage or not value.name else f"@{value.name}"
        for value in self.added:
            references[value] = f"@+{value.name or id(value)}" if value.has_local_linkage or not value.name else f"@{value.name}"


def kind_of(value: GlobalValue) -> str:
    """The kind of a global value in a `Change`."""
    if isinstance(value, Function):
        return "function"
    if isinstance(value, GlobalAlias):
        return "alias"
    if isinstance(value, GlobalIFunc):
        return "ifunc"
    assert isinstance(value, GlobalVariable)
    return "global variable"
