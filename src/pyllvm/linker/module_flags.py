"""Merges the module flags of two modules: how each two behaviors combine, and the order of the result.

The rules are from IRMover's linkModuleFlagsMetadata. A flag is `!{i32 behavior, !"name", value}`. The modules share a
context, so equal values are one object. The destination's flags come from several files: `origins` records the file of each,
for the notes of a conflict.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NoReturn, final

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.above import text_of
from pyllvm.ir.constants import Constant, ConstantInt
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.metadata import MDNode, MDString, MDTuple, NamedMDNode, SpecializedNode, ValueAsMetadata, constant_int
from pyllvm.ir.module import Module
from pyllvm.ir.types import IntegerType
from pyllvm.linker.decisions import Origins
from pyllvm.migrations.on_reading.module_flags import upgrade_module_flags
from pyllvm.tables import module_flags
from pyllvm.tables.linking_versions import (
    DISTINCT_LISTS_SINCE,
    MODULES_IN_ERROR_SINCE,
    UPGRADED_WHEN_LINKED_SINCE,
    VALUES_IN_ERROR_SINCE,
    WARNING_MEETS_MAXIMUM_SINCE,
)

BEHAVIOR_NAMES: Final = {
    module_flags.ERROR: "Error",
    module_flags.WARNING: "Warning",
    module_flags.REQUIRE: "Require",
    module_flags.OVERRIDE: "Override",
    module_flags.APPEND: "Append",
    module_flags.APPEND_UNIQUE: "AppendUnique",
    module_flags.MAXIMUM: "Max",
    module_flags.MINIMUM: "Min",
}
# How many of the places in which two nodes differ notes show.
_DIFFERENCES_SHOWN: Final = 4


def merge_module_flags(
    destination: Module,
    source: Module,
    origins: dict[str, str],
    source_origins: Origins,
    report: Callable[[Diagnostic], None] | None,
) -> None:
    """Merge the flags of `source` into the flags of `destination`. Raises PyllvmError if they contradict each other.

    `origins` maps the name of each flag in the destination to the module that its value came from. The caller keeps it from one
    source to the next. `source_origins` has the same for the source. `report` receives warnings.
    """
    source_flags = source.named_metadata_of(module_flags.MODULE_FLAGS)
    if source_flags is None:
        return
    if destination.llvm_version >= UPGRADED_WHEN_LINKED_SINCE:
        upgrade_module_flags(source, destination.llvm_version)
    merged = destination.add_named_metadata(module_flags.MODULE_FLAGS)
    if merged.operands:
        merger = _Merger(destination, source, merged, origins, source_origins, report)
        merger.merge(source_flags.operands)
    else:
        merged.operands.extend(source_flags.operands)
        for flag in source_flags.operands:
            name = _name_of(flag)
            if name is not None and _behavior_of(flag) != module_flags.REQUIRE:
                origins[name.text] = source_origins.of_flag(name.text)
    _forget_symbols(merged.operands)


@final
class _Merger:
    """One merge of two lists of flags, neither of which is empty."""

    def __init__(
        self,
        destination: Module,
        source: Module,
        merged: NamedMDNode,
        origins: dict[str, str],
        source_origins: Origins,
        report: Callable[[Diagnostic], None] | None,
    ) -> None:
        self._destination = destination
        self._source = source
        self._context = destination.context
        self._version = destination.llvm_version
        self._merged = merged
        self._origins = origins
        self._source_origins = source_origins
        self._report = report
        self._places: dict[str, int] = {}
        self._requirements: list[MDNode] = []
        # The flags that take the least value; such a flag becomes zero if one of the modules does not have it.
        self._minimums: list[int] = []
        self._in_both: set[str] = set()

    def merge(self, flags: list[MDNode]) -> None:
        for index, flag in enumerate(self._merged.operands):
            self._enter(flag, index)
        for flag in flags:
            self._merge_flag(flag)
        self._zero_minimums()
        for requirement in self._requirements:
            self._check_requirement(requirement)

    def _enter(self, flag: MDNode, index: int) -> None:
        """Note a flag of the merged list."""
        name = _name_of(flag)
        if name is None:
            return
        behavior = _behavior_of(flag)
        if behavior == module_flags.REQUIRE:
            requirement = flag.operands[2]
            if isinstance(requirement, MDNode) and requirement not in self._requirements:
                self._requirements.append(requirement)
            return
        if behavior == module_flags.MINIMUM and self._version >= module_flags.MINIMUM_SINCE:
            self._minimums.append(index)
        self._places[name.text] = index

    def _add(self, flag: MDNode) -> None:
        self._enter(flag, len(self._merged.operands))
        self._merged.operands.append(flag)

    def _merge_flag(self, flag: MDNode) -> None:
        name = _name_of(flag)
        if name is None:
            self._merged.operands.append(flag)
            return
        behavior = _behavior_of(flag)
        if behavior == module_flags.REQUIRE:
            self._in_both.add(name.text)
            if flag.operands[2] not in self._requirements:
                self._add(flag)
            return
        index = self._places.get(name.text)
        if index is None:
            self._add(flag)
            self._in_both.discard(name.text)
            self._origins[name.text] = self._source_origins.of_flag(name.text)
            return
        self._in_both.add(name.text)
        present = self._merged.operands[index]
        present_behavior = _behavior_of(present)
        differ = flag.operands[2] is not present.operands[2]
        if present_behavior == module_flags.OVERRIDE:
            if behavior == module_flags.OVERRIDE and differ:
                self._refuse(name.text, "IDs have conflicting override values", present, flag)
            return
        if behavior == module_flags.OVERRIDE:
            self._take(name.text, index, flag)
            return
        if behavior != present_behavior and not self._go_together(behavior, present_behavior):
            self._refuse(name.text, "IDs have conflicting behaviors", present, flag)
        if module_flags.WARNING in (behavior, present_behavior) and differ:
            self._warn(name.text, present, flag)
        if self._version >= module_flags.MINIMUM_SINCE and module_flags.MINIMUM in (behavior, present_behavior):
            self._choose(name, index, flag, module_flags.MINIMUM)
        elif module_flags.MAXIMUM in (behavior, present_behavior):
            self._choose(name, index, flag, module_flags.MAXIMUM)
        elif behavior == module_flags.ERROR and differ:
            self._refuse(name.text, self._conflicting_values(), present, flag)
        elif behavior in (module_flags.APPEND, module_flags.APPEND_UNIQUE):
            self._append(name.text, index, flag, behavior)

    def _go_together(self, one: int, other: int) -> bool:
        """Whether two different behaviors of one flag may meet: a warning with a behavior that chooses by size."""
        if self._version < WARNING_MEETS_MAXIMUM_SINCE:
            return False
        choosing = (
            (module_flags.MAXIMUM, module_flags.MINIMUM)
            if self._version >= module_flags.MINIMUM_SINCE
            else (module_flags.MAXIMUM,)
        )
        return (one == module_flags.WARNING and other in choosing) or (other == module_flags.WARNING and one in choosing)

    def _take(self, name: str, index: int, flag: MDNode) -> None:
        """Put in a flag that has its value from the source."""
        self._merged.operands[index] = flag
        self._origins[name] = self._source_origins.of_flag(name)

    def _choose(self, name: MDString, index: int, flag: MDNode, behavior: int) -> None:
        """Keep the larger or the smaller of the two values, under the behavior that asks for it."""
        present = self._merged.operands[index]
        old = self._integer(name.text, present)
        new = self._integer(name.text, flag)
        is_new = new.unsigned > old.unsigned if behavior == module_flags.MAXIMUM else new.unsigned < old.unsigned
        asking = flag if _behavior_of(present) != behavior else present
        chosen = flag if is_new else present
        merged = MDTuple.get(self._context, [asking.operands[0], name, chosen.operands[2]])
        if is_new:
            self._take(name.text, index, merged)
        else:
            self._merged.operands[index] = merged

    def _append(self, name: str, index: int, flag: MDNode, behavior: int) -> None:
        present = self._merged.operands[index]
        old = self._list(name, present)
        new = self._list(name, flag)
        added = list(new.operands)
        together = [*old.operands, *new.operands]
        if behavior == module_flags.APPEND_UNIQUE:
            together = list(dict.fromkeys(together))
            # LLVM counts like this: an element that the old list has twice hides one of the new.
            added = together[len(old.operands) :]
        if self._version < DISTINCT_LISTS_SINCE:
            grown = MDTuple.get(self._context, together)
            self._merged.operands[index] = MDTuple.get(self._context, [*present.operands[:2], grown])
            return
        if not old.is_distinct:
            old = MDTuple(list(old.operands), True)
            self._merged.operands[index] = MDTuple([*present.operands[:2], old], True)
        old.operands.extend(added)

    def _zero_minimums(self) -> None:
        for index in self._minimums:
            flag = self._merged.operands[index]
            name = _name_of(flag)
            if name is None or name.text in self._in_both:
                continue
            type = self._integer(name.text, flag).type
            assert isinstance(type, IntegerType)
            zero = ValueAsMetadata.get(self._context, ConstantInt.get(type, 0))
            self._merged.operands[index] = MDTuple.get(self._context, [flag.operands[0], name, zero])

    def _check_requirement(self, requirement: MDNode) -> None:
        """Check that the merged flags have the value that a Require flag asks for."""
        if len(requirement.operands) != 2:
            return
        name = requirement.operands[0]
        if not isinstance(name, MDString):
            return
        wanted = requirement.operands[1]
        index = self._places.get(name.text)
        flag = None if index is None else self._merged.operands[index]
        if flag is not None and flag.operands[2] is wanted:
            return
        message = f"linking module flags '{name.text}': does not have the required value"
        notes = [Diagnostic("note", f"while linking '{self._source.identifier}'; the required value is {_text(wanted)}")]
        if flag is None:
            notes.append(Diagnostic("note", "no module has this flag"))
        else:
            notes.append(self._note(flag, self._origins.get(name.text, self._destination.identifier)))
        raise PyllvmError(Diagnostic("error", message, notes=notes))

    def _integer(self, name: str, flag: MDNode) -> ConstantInt:
        integer = constant_int(flag.operands[2])
        if integer is None:
            # LLVM's linker, which trusts its input, crashes here.
            raise PyllvmError(f"linking module flags '{name}': the value {_text(flag.operands[2])} is not an integer")
        return integer

    def _list(self, name: str, flag: MDNode) -> MDNode:
        elements = flag.operands[2]
        if not isinstance(elements, MDTuple):
            raise PyllvmError(f"linking module flags '{name}': the value {_text(elements)} is not a list")
        return elements

    def _conflicting_values(self) -> str:
        shows_values = self._version >= VALUES_IN_ERROR_SINCE
        return "IDs have conflicting values: " if shows_values else "IDs have conflicting values"

    def _refuse(self, name: str, what: str, present: MDNode, flag: MDNode) -> NoReturn:
        source, destination = self._source.identifier, self._destination.identifier
        if what.endswith(": "):
            what += f"'{_text(flag.operands[2])}' from {source}, and '{_text(present.operands[2])}' from {destination}"
        else:
            what += f" in '{source}' and '{destination}'" if self._version >= MODULES_IN_ERROR_SINCE else ""
        notes = self._notes(name, present, flag)
        raise PyllvmError(Diagnostic("error", f"linking module flags '{name}': {what}", notes=notes))

    def _warn(self, name: str, present: MDNode, flag: MDNode) -> None:
        if self._report is None:
            return
        values = (
            f"('{_text(flag.operands[2])}' from {self._source.identifier}"
            f" with '{_text(present.operands[2])}' from {self._destination.identifier})"
        )
        message = f"linking module flags '{name}': IDs have conflicting values {values}"
        self._report(Diagnostic("warning", message, notes=self._notes(name, present, flag)))

    def _notes(self, name: str, present: MDNode, flag: MDNode) -> list[Diagnostic]:
        origin = self._origins.get(name, self._destination.identifier)
        ours = self._source_origins.of_flag(name)
        notes = [self._note(present, origin), self._note(flag, ours)]
        for theirs, other in _differences(present.operands[2], flag.operands[2]):
            notes.append(Diagnostic("note", f"{_text(theirs)} in '{origin}' is {_text(other)} in '{ours}'"))
        return notes

    def _note(self, flag: MDNode, origin: str) -> Diagnostic:
        name = _name_of(flag)
        shown = "" if name is None else name.text
        behavior = BEHAVIOR_NAMES.get(_behavior_of(flag), "unknown")
        return Diagnostic("note", f"'{origin}' has '{shown}' as {_text(flag.operands[2])} with behavior {behavior}")


def _name_of(flag: MDNode) -> MDString | None:
    """Return a flag's name; None for a malformed flag, which the verifier reports later."""
    if len(flag.operands) != 3 or constant_int(flag.operands[0]) is None:
        return None
    name = flag.operands[1]
    return name if isinstance(name, MDString) else None


def _behavior_of(flag: MDNode) -> int:
    behavior = constant_int(flag.operands[0])
    return 0 if behavior is None else behavior.unsigned


def _text(metadata: object) -> str:
    """Return a value as messages show it. LLVM prints the addresses of nested nodes, which help no one."""
    if metadata is None:
        return "null"
    if isinstance(metadata, MDTuple):
        shown = ", ".join("!{...}" if isinstance(operand, MDTuple) else _text(operand) for operand in metadata.operands)
        return f"!{{{shown}}}"
    if isinstance(metadata, SpecializedNode):
        return f"!{metadata.spec.name}(...)"
    if isinstance(metadata, ValueAsMetadata) and isinstance(metadata.value, GlobalValue):
        return f"{metadata.value.type} @{metadata.value.name}"
    return text_of(metadata)


def _differences(one: object, other: object) -> list[tuple[object, object]]:
    """The innermost nodes in which two nodes of the same shape differ, in pairs; none if the whole nodes are such a pair."""
    found: list[tuple[object, object]] = []
    pending = [(one, other)]
    seen: set[tuple[object, object]] = set()
    while pending:
        pair = pending.pop()
        if pair in seen:
            continue
        seen.add(pair)
        left, right = pair
        if not isinstance(left, MDTuple) or not isinstance(right, MDTuple) or len(left.operands) != len(right.operands):
            found.append(pair)
            continue
        inner = [(a, b) for a, b in zip(left.operands, right.operands, strict=True) if a is not b]
        if all(isinstance(a, MDTuple) and isinstance(b, MDTuple) for a, b in inner):
            pending += reversed(inner)
        else:
            found.append(pair)
    return found[:_DIFFERENCES_SHOWN] if found != [(one, other)] else []


def _forget_symbols(flags: list[MDNode]) -> None:
    """Remove the symbols that flags mention ("CG Profile"): LLVM does not map them, and they stay in the source module.

    A node that loses such an operand becomes distinct (MDNode::handleChangedOperand).
    """
    seen: set[MDNode] = set()
    pending: list[MDNode] = list(flags)
    while pending:
        node = pending.pop()
        if node in seen:
            continue
        seen.add(node)
        for index, operand in enumerate(node.operands):
            if isinstance(operand, MDTuple):
                pending.append(operand)
            elif isinstance(operand, ValueAsMetadata) and _names_symbol(operand.value):
                node.operands[index] = None
                node.is_distinct = True


def _names_symbol(value: object) -> bool:
    """Whether a value is a symbol or a constant that contains one."""
    pending: list[object] = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, GlobalValue):
            return True
        if isinstance(part, Constant):
            pending.extend(part.operands)
    return False
