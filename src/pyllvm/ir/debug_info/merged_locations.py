"""The location of an instruction that takes the place of two others (DILocation::getMergedLocation)."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.function import Function
from pyllvm.ir.metadata import MDNode, SpecializedNode
from pyllvm.tables.debug_info_versions import ATOM_GROUPS_SINCE, MERGED_IN_CHAINS_SINCE, MERGED_LINES_SINCE
from pyllvm.tables.dwarf import LEXICAL_BLOCKS, LOCAL_SCOPES
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES

_SUBPROGRAM: Final = "DISubprogram"
_LOCATION: Final = "DILocation"
_OUTERMOST: Final = ("DIFile", "DICompileUnit")
_FIELDS: Final = ("line", "column", "scope", "inlinedAt", "atomGroup", "atomRank")


@final
class Locations:
    """Makes locations in a function; those that it has, as they were read, are found again."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._context = function.type.context
        self._version = self._context.llvm_version
        self._known: dict[tuple[object, ...], MDNode] | None = None

    def line_zero(self, location: MDNode) -> MDNode:
        """The location without line and column in the same scope."""
        return self._get(0, 0, location["scope"], location["inlinedAt"])

    def merged(self, one: MDNode | None, other: MDNode | None) -> MDNode | None:
        """The location of an instruction in place of both: in the nearest scope around them, with the line that both have."""
        if one is None or other is None:
            return None
        if one is other:
            return one
        if self._version < MERGED_IN_CHAINS_SINCE:
            return self._merged_in_scopes(one, other)
        return self._merged_in_chains(one, other)

    def _get(self, line: object, column: object, scope: object, call: object, group: object = 0, rank: object = 0) -> MDNode:
        key = (line, column, scope, call, group, rank)
        known = self._known
        if known is None:
            known = self._found()
            self._known = known
        found = known.get(key)
        if found is None:
            spec = SPECIALIZED_NODES[_LOCATION]
            operands = spec.defaults.copy()
            operands[spec.index_of("line")] = line
            operands[spec.index_of("column")] = column
            operands[spec.index_of("scope")] = scope
            operands[spec.index_of("inlinedAt")] = call
            operands[spec.index_of("atomGroup")] = group
            operands[spec.index_of("atomRank")] = rank
            found = SpecializedNode.get(self._context, spec, operands)
            known[key] = found
        return found

    def _found(self) -> dict[tuple[object, ...], MDNode]:
        known: dict[tuple[object, ...], MDNode] = {}
        met: set[MDNode] = set()
        for block in self._function.blocks:
            for instruction in block.instructions:
                self._add(instruction.debug_location, known, met)
                for record in instruction._debug_records or ():
                    self._add(record.debug_location, known, met)
        return known

    def _add(self, location: object, known: dict[tuple[object, ...], MDNode], met: set[MDNode]) -> None:
        while isinstance(location, SpecializedNode) and location not in met and location.spec.name == _LOCATION:
            met.add(location)
            if not location.is_distinct and not location["isImplicitCode"]:
                known.setdefault((*[location[field] for field in _FIELDS],), location)
            location = location["inlinedAt"]

    def _merged_in_scopes(self, one: MDNode, other: MDNode) -> MDNode:
        ways = set(_ways(one))
        scope: object = None
        call: object = None
        for way in _ways(other):
            if way in ways:
                scope, call = way
                break
        if not _is_local(scope):
            scope = one["scope"]
        line, column = _line_and_column(one, other) if self._version >= MERGED_LINES_SINCE else (0, 0)
        return self._get(line, column, scope, call)

    def _merged_in_chains(self, one: MDNode, other: MDNode) -> MDNode:
        ones = _chain(one)
        others = _chain(other)
        places = {(_subprogram(location["scope"]), location["inlinedAt"]): place for place, location in enumerate(ones)}
        result: MDNode | None = None
        for place, location in enumerate(others):
            same = places.get((_subprogram(location["scope"]), location["inlinedAt"]))
            if same is None:
                continue
            call = ones[same]["inlinedAt"]
            result = call if isinstance(call, MDNode) else None
            while same >= 0 and place >= 0:
                merged = self._merged_pair(ones[same], others[place], result)
                if merged is None:
                    break
                result = merged
                same -= 1
                place -= 1
            break
        # In no common function: one of them, without a line.
        return self._get(0, 0, one["scope"], None) if result is None else result

    def _merged_pair(self, one: MDNode, other: MDNode, call: MDNode | None) -> MDNode | None:
        group: object = 0
        rank: object = 0
        if one is other:
            if self._version >= ATOM_GROUPS_SINCE:
                group, rank = one["atomGroup"], one["atomRank"]
            return self._get(one["line"], one["column"], one["scope"], call, group, rank)
        if _subprogram(one["scope"]) is not _subprogram(other["scope"]):
            return None
        scopes: set[object] = set()
        scope = one["scope"]
        while scope is not None:
            scopes.add(scope)
            if not isinstance(scope, SpecializedNode) or scope.spec.name == _SUBPROGRAM:
                break
            scope = _outer(scope)
        scope = other["scope"]
        while scope is not None and scope not in scopes:
            scope = _outer(scope)
        line, column = _line_and_column(one, other)
        if self._version >= ATOM_GROUPS_SINCE and one["line"] == other["line"]:
            group, rank = min([(one["atomGroup"], one["atomRank"]), (other["atomGroup"], other["atomRank"])], key=_atom_order)
        return self._get(line, column, scope, call, group, rank)


def _atom_order(atom: tuple[object, object]) -> tuple[bool, object, object]:
    """The order in which atoms of source are preferred: ranks from 1 on, and then groups, before what is in none."""
    return (not atom[1], atom[1], atom[0])


def _outer(scope: object) -> object:
    """The scope around a scope; None around files and units."""
    if not isinstance(scope, SpecializedNode) or scope.spec.name in _OUTERMOST:
        return None
    return scope["scope"]


def _is_local(scope: object) -> bool:
    return isinstance(scope, SpecializedNode) and scope.spec.name in LOCAL_SCOPES


def _ways(location: MDNode) -> list[tuple[object, object]]:
    """The scopes around a location from the inside out, each with the location of the call where it is inlined."""
    found: list[tuple[object, object]] = []
    scope = location["scope"]
    call = location["inlinedAt"]
    while scope is not None:
        found.append((scope, call))
        scope = _outer(scope)
        if scope is None and isinstance(call, MDNode):
            scope = call["scope"]
            call = call["inlinedAt"]
    return found


def _line_and_column(one: MDNode, other: MDNode) -> tuple[object, object]:
    if one["line"] != other["line"]:
        return 0, 0
    return one["line"], one["column"] if one["column"] == other["column"] else 0


def _subprogram(scope: object) -> object:
    while isinstance(scope, SpecializedNode) and scope.spec.name in LEXICAL_BLOCKS:
        scope = scope["scope"]
    return scope


def _chain(location: MDNode) -> list[MDNode]:
    """A location and the calls in which it is inlined, from the inside out."""
    found = [location]
    call = location["inlinedAt"]
    while isinstance(call, MDNode):
        found.append(call)
        call = call["inlinedAt"]
    return found
