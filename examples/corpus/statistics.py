"""The statistics of one file, and the sum of many: plain data, which can be sent between processes and machines."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable

import pyllvm
from pyllvm.analysis import instruction_counts
from pyllvm.ir import AttributeList, AttributeSet, CallBase


@dataclasses.dataclass
class Statistics:
    """Counts over files: `versions` of LLVM, `opcodes` and `attributes` by their words, and the `errors` of broken files."""

    files: int = 0
    size: int = 0
    modules: int = 0
    functions: int = 0
    versions: Counter[int] = dataclasses.field(default_factory=Counter)
    opcodes: Counter[str] = dataclasses.field(default_factory=Counter)
    attributes: Counter[str] = dataclasses.field(default_factory=Counter)
    errors: list[tuple[str, str]] = dataclasses.field(default_factory=list)

    def add(self, other: Statistics) -> None:
        """Add the counts of other files to these."""
        self.files += other.files
        self.size += other.size
        self.modules += other.modules
        self.functions += other.functions
        self.versions.update(other.versions)
        self.opcodes.update(other.opcodes)
        self.attributes.update(other.attributes)
        self.errors += other.errors


def statistics_of(name: str, data: bytes) -> Statistics:
    """The counts of one file of bitcode or text. A file that pyllvm cannot read has no counts, and one error."""
    found = Statistics(files=1, size=len(data))
    try:
        if data.startswith((b"BC\xc0\xde", b"\xde\xc0\x17\x0b")):
            module = pyllvm.parse_bitcode(data, name)
        else:
            module = pyllvm.parse_assembly(data, name)
        _count(module, found)
    except pyllvm.PyllvmError as error:
        return Statistics(files=1, size=len(data), errors=[(name, error.diagnostic.message)])
    return found


def _count(module: pyllvm.Module, found: Statistics) -> None:
    found.modules = 1
    found.versions[module.llvm_version] += 1
    found.opcodes.update(instruction_counts(module))
    for function in module.functions:
        found.functions += 1
        _count_attributes(function.attributes, module.llvm_version, found)
        for instruction in function.instructions:
            if isinstance(instruction, CallBase):
                _count_attributes(instruction.attributes, module.llvm_version, found)


def total_of(parts: Iterable[Statistics]) -> Statistics:
    """The sum of the counts."""
    total = Statistics()
    for part in parts:
        total.add(part)
    return total


def _count_attributes(attributes: AttributeList | None, version: int, found: Statistics) -> None:
    if attributes is None:
        return
    for one in (attributes.function, attributes.returned, *attributes.parameters.values()):
        found.attributes.update(_words(one, version))


def _words(attributes: AttributeSet, version: int) -> list[str]:
    """The names of a set's attributes; those that front ends define have quotes, as in text."""
    return [f'"{one.name}"' if one.is_string else one.name for one in attributes.ordered(version)]
