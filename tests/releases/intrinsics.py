"""Writes an LLVM's rows of ``tables/intrinsics.txt``: ``python -m tests.releases.intrinsics --llvm N [--library PATH]``.

The library (libLLVM.so, or one in a wheel; by default that of /usr/lib/llvm-N) lists its intrinsics. Their types are in its
tables; their attributes are those that it gives to a declaration of each. What other LLVMs have stays. A file that has the rows
already is written without a difference. It needs Linux.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Final

from tests.fidelity.intrinsic_texts import Maker
from tests.releases.answers import forked
from tests.releases.intrinsic_types import ENTRIES, as_now, descriptors, signature_text
from tests.releases.library import LibraryJudge
from tests.releases.symbols import Symbols
from tests.releases.written import items

import pyllvm.tables
from pyllvm.bitcode.attributes import _integer_from_record
from pyllvm.ir.intrinsics.overloaded_names import overloaded_name
from pyllvm.ir.intrinsics.signatures import IntrinsicSignature
from pyllvm.ir.types import FunctionType
from pyllvm.tables import records
from pyllvm.tables.attributes import ATTRIBUTE_KINDS, KIND_OF_WORD
from pyllvm.tables.intrinsic_versions import OPAQUE_SINCE
from pyllvm.versions import NEXT, OLDEST

FILE: Final = Path(pyllvm.tables.__file__).with_name("intrinsics.txt")
_ABSENT: Final = "-"
_FUNCTION: Final = 0xFFFFFFFF
_WORDS: Final = {kind.number: kind.word for kind in ATTRIBUTE_KINDS}
_INTEGER, _RANGE = 1, 7
# How many declarations are read at once.
_TOGETHER: Final = 512
_MOST_TRIALS: Final = 4000
Rows = dict[str, tuple[str, str]]


def measured(judge: LibraryJudge, path: Path, version: int) -> Rows:
    """The attributes and the type of each intrinsic, by its name. It has no row if no type at hand fits it."""
    names = [name for name in judge.intrinsics() if name != "llvm.INVALID"]
    types = forked(lambda: _types(path, names, version), dict[str, str]())
    maker = Maker(version)
    declared: dict[str, str] = {}
    texts: list[bytes] = []
    for name in names:
        made = _fitting(maker, IntrinsicSignature(name, types[name], version))
        if made is not None:
            declared[made[0]] = name
            texts.append(maker.declaration(*made).encode())
    found: Rows = {}
    for whole, attributes in _attributes(judge, texts):
        if whole in declared:
            found[declared[whole]] = attributes, types[declared[whole]]
    return found


def _fitting(maker: Maker, known: IntrinsicSignature) -> tuple[str, FunctionType] | None:
    """A name and a type that fits it; vectors of floating-point numbers first, as LLVM upgrades some that have others."""
    context = maker.context
    half, wide = context.floating_point("half"), context.integer(64)
    others = [context.vector(half, 8), context.vector(half, 4, True), context.vector(wide, 2, True), wide, context.integer(8)]
    types = [*sorted(maker.types, key=lambda one: not str(one).startswith("<4 x float")), *others]
    for chosen in islice(product(types, repeat=known.overload_count), _MOST_TRIALS):
        made = known.function_type(context, list(chosen), maker.is_typed)
        name = overloaded_name(known.name, list(chosen))
        if made is not None and name is not None:
            return name, made
    return None


def _types(path: Path, names: list[str], version: int) -> dict[str, str]:
    symbols = Symbols(path, [ENTRIES])
    return {name: signature_text(descriptors(symbols, number, version), version) for number, name in enumerate(names, 1)}


def _attributes(judge: LibraryJudge, texts: list[bytes]) -> Iterator[tuple[str, str]]:
    """The functions of a module that the library has read, with their attributes."""
    for start in range(0, len(texts), _TOGETHER):
        yield from _attributes_of(judge, texts[start : start + _TOGETHER])


def _attributes_of(judge: LibraryJudge, texts: list[bytes]) -> Iterator[tuple[str, str]]:
    answer = judge.ask(b"".join(texts), verifies=False)
    half = len(texts) // 2
    if answer.is_accepted:
        yield from _in_bitcode(answer.bitcode)
    elif half:
        yield from _attributes_of(judge, texts[:half])
        yield from _attributes_of(judge, texts[half:])


def _in_bitcode(bitcode: bytes) -> Iterator[tuple[str, str]]:
    groups: dict[int, tuple[int, str]] = {}
    lists: list[str] = [""]
    functions: list[tuple[int, int, int]] = []
    strings = b""
    for item in items(bitcode):
        numbers = [one for one in item.operands if isinstance(one, int)]
        if item.code is None:
            continue
        if item.block == records.PARAMATTR_GROUP_BLOCK_ID:
            groups[numbers[0]] = numbers[1], _words_of(numbers[2:])
        elif item.block == records.PARAMATTR_BLOCK_ID:
            lists.append(_list_of([groups[number] for number in numbers]))
        elif item.block == records.MODULE_BLOCK_ID and item.code == records.MODULE_CODE_FUNCTION:
            functions.append((numbers[0], numbers[1], numbers[6]))
        elif item.block == records.STRTAB_BLOCK_ID:
            strings = b"".join(one for one in item.operands if isinstance(one, bytes))
    for start, size, attributes in functions:
        yield strings[start : start + size].decode(), lists[attributes]


def _words_of(record: list[int]) -> str:
    """The attributes of a group, as the file has them."""
    words: list[str] = []
    at = 0
    while at < len(record):
        form, number = record[at : at + 2]
        at += 2
        word = _WORDS[number]
        if form == _INTEGER:
            value = _integer_from_record(KIND_OF_WORD[word], record[at])
            word += f"={value}" if value else ""
            at += 1
        elif form == _RANGE:
            low, high = [(one >> 1) * (-1 if one & 1 else 1) for one in record[at + 1 : at + 3]]
            high += 1 << record[at] if high <= low else 0
            word += f"={low}:{high}"
            at += 3
        words.append(word)
    return " ".join(sorted(words))


def _list_of(groups: list[tuple[int, str]]) -> str:
    """The sets of a list of attributes: the function's, the result's, the parameters'."""
    places = {_FUNCTION: "function", 0: "return"}
    ordered = sorted(groups, key=lambda group: -1 if group[0] == _FUNCTION else group[0])
    return "; ".join(f"{places.get(place, place - 1)} {words}" for place, words in ordered)


class IntrinsicsFile:
    """The parts of ``intrinsics.txt``: lists of attributes, histories of attributes and of types, and names."""

    def __init__(self, text: str) -> None:
        self.head, rest = text.split("@sets\n", 1)
        sets, rest = rest.split("\n@changes\n", 1)
        changes, rest = rest.split("\n@signatures\n", 1)
        signatures, *sections = rest.removesuffix("\n@end\n").split("\n@names ")
        self.sets = sets.split("\n")
        self.changes = changes.split("\n")
        self.signatures = signatures.split("\n")
        self.names: dict[str, dict[str, tuple[int, int]]] = {}
        for section in sections:
            target, *lines = section.split("\n")
            rows = [line.split(" ") for line in lines]
            self.names[target] = {name: (int(attributes), int(types)) for name, attributes, types in rows}
        self.newest = max(int(number) for number in re.findall(r"(\d+):", changes))

    def __str__(self) -> str:
        parts = [f"{self.head}@sets", *self.sets, "@changes", *self.changes, "@signatures", *self.signatures]
        for target, rows in self.names.items():
            lines = [f"{name} {attributes} {types}" for name, (attributes, types) in rows.items()]
            parts += [f"@names {target}", *sorted(lines, key=lambda line: line.partition(" ")[0].encode())]
        return "\n".join([*parts, "@end\n"])

    def update(self, rows: Rows, every: set[str], version: int) -> None:
        """Put in what LLVM `version` has. `every` name is of an intrinsic; one that has no row could not be asked for."""
        known = {full: (target, name) for target, names in self.names.items() for name in names for full in [_full(target, name)]}
        for name in sorted({*known, *rows}):
            target, short = known.get(name) or self._place_of(name)
            attributes, types = self.names[target].get(short, (-1, -1))
            before = self.changes[attributes] if attributes >= 0 else ""
            row = rows.get(name)
            if row is None and name in every and _value_in(before, version) != _ABSENT:
                continue
            attributes = self._number(self.changes, self._with_attributes(before, row, version), attributes)
            history = self.signatures[types] if types >= 0 else ""
            if row is not None:
                types = self._number(self.signatures, self._with_type(history, row[1], version), types)
            self.names[target][short] = attributes, types

    def rename(self, before: str, after: str, version: int) -> None:
        """Give an intrinsic another name from `version` on."""
        target, name = next(
            (target, name) for target, names in self.names.items() for name in names if _full(target, name) == before
        )
        attributes, types = self.names[target][name]
        history = self.changes[attributes]
        self.names[target][name] = self._number(self.changes, f"{history} {version}:{_ABSENT}", -1), types
        target, name = self._place_of(after)
        self.names[target][name] = self._number(self.changes, f"{version}:{_value_in(history, version)}", -1), types

    def _place_of(self, name: str) -> tuple[str, str]:
        """The section and the short name of a new intrinsic: a target has a section."""
        target, _, rest = name.removeprefix("llvm.").partition(".")
        return (target, rest) if rest and target in self.names else ("", name.removeprefix("llvm."))

    @staticmethod
    def _number(rows: list[str], row: str, before: int) -> int:
        if before >= 0 and rows[before] == row:
            return before
        if row not in rows:
            rows.append(row)
        return rows.index(row)

    def _with_attributes(self, history: str, row: tuple[str, str] | None, version: int) -> str:
        value = _ABSENT if row is None else str(self._number(self.sets, row[0], -1))
        if _value_in(history, version) == value:
            return history
        values = {one: _value_in(history, one) for one in range(OLDEST, max(NEXT, version) + 1)}
        for one in values:
            if one == version or (one > version > self.newest):
                values[one] = value
        changes: list[str] = []
        last = _ABSENT
        for one, there in values.items():
            if there != last:
                changes.append(f"{one}:{there}")
            last = there
        return " ".join(changes)

    def _with_type(self, history: str, type: str, version: int) -> str:
        """The history with this type in LLVM `version`, and with the old one after it if other LLVMs are known to have it."""
        if not history:
            return type
        words = history.split(" ")
        at = max(place for place in range(0, len(words), 2) if not place or int(words[place - 1].rstrip("+")) <= version)
        there = words[at]
        if there == type or (version >= OPAQUE_SINCE and as_now(there) == as_now(type)):
            return history
        following = words[at + 1 :] if version < self.newest else []
        if following[:1] != [str(version + 1)] and version < self.newest:
            following = [str(version + 1), there, *following]
        begins = at and words[at - 1].rstrip("+") == str(version)
        return " ".join([*words[: at if begins else at + 1], *([] if begins else [str(version)]), type, *following])


def _value_in(history: str, version: int) -> str:
    found = _ABSENT
    for change in history.split():
        since, _, what = change.partition(":")
        if int(since) <= version:
            found = what
    return found


def _full(target: str, name: str) -> str:
    return ".".join(part for part in ("llvm", target, name) if part)


def library_of(version: int) -> Path:
    """The library of an LLVM that is installed."""
    folder = Path(f"/usr/lib/llvm-{version}/lib")
    return next(folder / name for name in (f"libLLVM-{version}.so.1", "libLLVM.so.1") if (folder / name).exists()).resolve()


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llvm", type=int, required=True, metavar="N")
    parser.add_argument("--library", type=Path)
    parser.add_argument("--into", type=Path, default=FILE, help="the file to write; by default the one in the source")
    parser.add_argument("--renamed", nargs=2, metavar=("OLD", "NEW"), help="only give an intrinsic another name from LLVM N on")
    options = parser.parse_args(arguments)
    file = IntrinsicsFile(FILE.read_text(encoding="ascii"))
    if options.renamed:
        file.rename(*options.renamed, options.llvm)
        options.into.write_text(str(file), encoding="ascii")
        return 0
    path = (options.library or library_of(options.llvm)).resolve()
    judge = LibraryJudge(path)
    rows = measured(judge, path, options.llvm)
    every = set(judge.intrinsics())
    file.update(rows, every, options.llvm)
    options.into.write_text(str(file), encoding="ascii")
    print(f"{len(rows)} of {len(every)} intrinsics of LLVM {options.llvm} asked for", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
