"""The part of `representable` for metadata: nodes, their fields, and the names in the fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.ir.metadata import DIArgList, DIExpression, MDString, MDTuple, SpecializedNode, ValueAsMetadata
from pyllvm.ir.value import Value
from pyllvm.schema.kinds import Bound, Extent, Flags, MaybeNamed, Named
from pyllvm.schema.node import Field, NodeSpec
from pyllvm.tables import features
from pyllvm.tables.bitcode_versions import IMPLICIT_CODE_SINCE
from pyllvm.tables.dwarf_operations import EXPRESSION
from pyllvm.tables.features import Feature
from pyllvm.versions import FOREVER, NEXT, SUPPORTED

_WIDEST_ENUMERATOR: Final = 64
_DW_TAG_VARIABLE: Final = 0x34
_DWARF: Final = "DW_"


@final
class MetadataLosses:
    """Checks each node once. `lose(construct, since, until)` receives what the version lacks; `add` receives constants."""

    def __init__(self, version: int, lose: Callable[[str, int, int], None], add: Callable[[Value], None]) -> None:
        self.version: Final = version
        self._lose: Final = lose
        self._add_constant: Final = add
        self._seen: Final[set[object]] = set()
        # The positions of the operands to check, by the name of the node.
        self._places: Final[dict[str, list[int]]] = {}

    def add(self, metadata: object) -> None:
        """Check metadata and everything that it refers to."""
        seen = self._seen
        if metadata in seen:
            return
        waiting: list[object] = [metadata]
        while waiting:
            one = waiting.pop()
            if one in seen:
                continue
            seen.add(one)
            if isinstance(one, SpecializedNode) and one._is_packed and self.version >= IMPLICIT_CODE_SINCE:
                if one._inlined_at is not None:
                    waiting.append(one._inlined_at)
                if one._scope not in seen:
                    waiting.append(one._scope)
            elif isinstance(one, (SpecializedNode, MDTuple)):
                if isinstance(one, SpecializedNode):
                    self._add_node(one)
                # Strings and numbers are in all versions.
                for operand in reversed(one.operands):
                    if isinstance(operand, (SpecializedNode, MDTuple, ValueAsMetadata, DIExpression, DIArgList)):
                        waiting.append(operand)
            elif isinstance(one, ValueAsMetadata):
                self._add_constant(one.value)
            elif isinstance(one, DIArgList):
                self._require(features.ARGUMENT_LISTS)
                waiting.extend(one.arguments)
            elif isinstance(one, DIExpression):
                self._add_expression(one)

    def _require(self, feature: Feature) -> None:
        if not feature.is_in(self.version):
            self._lose(feature.name, feature.since, feature.until)

    def _add_expression(self, expression: DIExpression) -> None:
        elements = expression.elements
        if EXPRESSION.is_valid(elements, self.version):
            return
        releases = [version for version in SUPPORTED if EXPRESSION.is_valid(elements, version)]
        if releases:
            text = EXPRESSION.show(elements, releases[-1])
            self._lose(f"'{text}'", releases[0], FOREVER if releases[-1] == NEXT else releases[-1])

    def _add_node(self, node: SpecializedNode) -> None:
        spec = node.spec
        if self.version < spec.since:
            self._lose(f"'!{spec.name}'", spec.since, FOREVER)
            return
        name = spec.name
        places = self._places.get(name)
        if places is None:
            places = self._places_to_check(spec)
            self._places[name] = places
        operands = node.operands
        for index in places:
            value = operands[index]
            if value is None or value is False:
                continue
            self._add_field(spec, index, spec.fields[index], value)
        if name == "DIGlobalVariable" and not _text(node["name"]):
            self._require(features.UNNAMED_DEBUG_VARIABLES)
        elif name == "DIEnumerator":
            width = node["width"]
            if isinstance(width, int) and width > _WIDEST_ENUMERATOR:
                self._require(features.WIDE_ENUMERATORS)
        elif name == "DIDerivedType" and node["tag"] == _DW_TAG_VARIABLE:
            self._require(features.STATIC_MEMBER_VARIABLES)

    def _places_to_check(self, spec: NodeSpec) -> list[int]:
        return [
            index
            for index, field in enumerate(spec.fields)
            if isinstance(field.kind, (Bound, Extent, Flags, MaybeNamed, Named)) or spec.lacks(index, self.version)
        ]

    def _add_field(self, spec: NodeSpec, index: int, field: Field, value: object) -> None:
        version = self.version
        if isinstance(value, int) and value == field.default:
            return
        if isinstance(field.kind, Extent):
            if not isinstance(value, int):
                self._require(features.METADATA_SIZES)
        elif isinstance(field.kind, Bound):
            if version <= field.kind.integer_until and not isinstance(value, int):
                self._require(features.METADATA_BOUNDS)
        labels = [label for label in spec.labels if label.index == index]
        if not labels:
            return
        # A version has the field itself, or some of its bits as separate fields.
        bits = 0
        for label in labels:
            if label.since <= version <= label.until:
                if not label.mask:
                    self._add_name(spec, field, value)
                    return
                bits |= label.mask << label.shift
        if isinstance(value, int) and not value & ~bits:
            return
        if isinstance(value, MDString) and not value.text:
            return
        since = min(label.since for label in labels if not label.mask)
        until = max(label.until for label in labels if not label.mask)
        self._lose(f"'{field.name}:' of !{spec.name}", since, until)

    def _add_name(self, spec: NodeSpec, field: Field, value: object) -> None:
        """Check that a number, or each bit of flags, has a name in this version if any version names it.

        A DWARF number without a name is written as a number.
        """
        kind = field.kind
        if isinstance(kind, MaybeNamed):
            kind = kind.named
        if not isinstance(value, int):
            return
        if isinstance(kind, Named):
            if kind.table.prefix.startswith(_DWARF):
                return
            if not kind.table.text(value, self.version):
                for name in kind.table.names():
                    if name.number == value:
                        self._lose(f"'{name.text}' of !{spec.name}", name.since, name.until)
                        return
        elif isinstance(kind, Flags):
            known = 0
            for name in kind.table.table.names():
                if name.since <= self.version <= name.until:
                    known |= name.number
            for name in kind.table.table.names():
                if value & name.number and not known & value & name.number:
                    self._lose(f"'{name.text}' of !{spec.name}", name.since, name.until)


def _text(value: object) -> str:
    return value.text if isinstance(value, MDString) else ""
