"""Puts other nodes of debug information in the place of those that an older LLVM does not have, and other words.

Debug information never keeps a module from getting older: what has no older form is described less exactly, and reported.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import DIExpression, MDNode, MDString, MDTuple, SpecializedNode, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.migrations.debug_info.equal_nodes import merge_equal_nodes, replace_nodes
from pyllvm.migrations.loss import DEBUG_INFO, Losses
from pyllvm.tables import dwarf
from pyllvm.tables.debug_info_versions import BOUNDLESS_SUBRANGES_SINCE, EMBEDDED_SOURCES_UNTIL, FILES_OF_CLASSES_UNTIL
from pyllvm.tables.dwarf_operations import EXPRESSION
from pyllvm.tables.features import METADATA_BOUNDS, WIDE_ENUMERATORS
from pyllvm.tables.intrinsic_names import UNITS
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES
from pyllvm.versions import NEXT, OLDEST, SUPPORTED

# The node that describes a newer one best, and the fields that both have.
_SUBSTITUTES: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "DISubrangeType": ("DIDerivedType", ("name", "file", "line", "scope", "baseType")),
    "DIFixedPointType": ("DIBasicType", ("tag", "name", "size", "align", "encoding", "flags")),
    "DIStringType": ("DIBasicType", ("name", "size", "align", "encoding")),
    "DIGenericSubrange": ("DISubrange", ()),
}
_LOCATION: Final = "DILocation"
_COMMON_BLOCK: Final = "DICommonBlock"
_VARIABLE_EXPRESSION: Final = "DIGlobalVariableExpression"
# The fields whose words are LLVM's own.
_WORDS: Final = {"cc": dwarf.CONVENTIONS, "emissionKind": dwarf.EMISSION_KINDS, "nameTableKind": dwarf.NAME_TABLE_KINDS}
_UNKNOWN_COUNT: Final = -1
_CLASSES: Final = (dwarf.TAG_CLASS_TYPE, dwarf.TAG_UNION_TYPE)
_WITH_FILES: Final = ("DICompileUnit", "DISubprogram")
_WIDEST_ENUMERATOR: Final = 64


def substitute_nodes(module: Module, version: int, losses: Losses) -> list[MDNode]:
    """Substitute what LLVM `version` does not have. Returns the module's nodes.

    LLVM 21:
        !named = !{!0}
        !0 = !DISubrangeType(name: "r", size: 32, lowerBound: i64 1)
    LLVM 20:
        !named = !{!0}
        !0 = !DIDerivedType(tag: DW_TAG_typedef, name: "r", baseType: null)
    """
    return _Substitution(module, version, losses).run()


@final
class _Substitution:
    def __init__(self, module: Module, version: int, losses: Losses) -> None:
        self.module: Final = module
        self.context: Final[Context] = module.context
        self.version: Final = version
        self.losses: Final = losses
        self.is_changed = False
        # Nodes, and their substitutes; None for enumerators that are left out.
        self.replaced: Final[dict[object, MDNode | None]] = {}
        # Descriptions of global variables that no longer tell where these are.
        self.displaced: Final[set[object]] = set()

    def run(self) -> list[MDNode]:
        nodes = self.module.metadata_nodes()
        for node in nodes:
            # Of locations, which are most nodes, some have fields that are newer, but every LLVM has locations.
            if isinstance(node, SpecializedNode) and node.spec.name != _LOCATION:
                self._visit(node)
        if self.version <= EMBEDDED_SOURCES_UNTIL:
            self._drop_sources(nodes)
        if not self.is_changed and not self.replaced:
            return nodes
        if self.displaced:
            for variable in self.module.global_variables:
                variable.attachments = [one for one in variable.attachments if one.node not in self.displaced]
        made = [node for node in self.replaced.values() if node is not None and node not in self.replaced]
        kept = [node for node in [*nodes, *made] if node not in self.replaced]
        kept = list(dict.fromkeys(kept))
        known = self.context.metadata
        for key, held in list(known.items()):
            if held in self.replaced:
                del known[key]
        for node in kept:
            self._change_operands(node)
        standing = {old: new for old, new in self.replaced.items() if isinstance(old, MDNode) and new is not None}
        replace_nodes(self.module, standing)
        merge_equal_nodes(self.module, kept)
        return self.module.metadata_nodes()

    def _change_operands(self, node: MDNode) -> None:
        kept: list[object] = []
        for operand in node.operands:
            seen = operand
            while isinstance(seen, MDNode) and seen in self.replaced:
                seen = self.replaced[seen]
            # An enumerator that is left out leaves no gap.
            if seen is not None or operand is None or not isinstance(node, MDTuple):
                kept.append(seen)
        node.operands[:] = kept

    def _drop(self, construct: str, since: int) -> None:
        self.losses.drop(construct, since, grade=DEBUG_INFO)
        self.is_changed = True

    # --- one node

    def _drop_expressions(self, node: SpecializedNode) -> None:
        """An expression that this LLVM cannot evaluate tells nothing; a global variable is then described without its place."""
        for index, operand in enumerate(node.operands):
            if not isinstance(operand, DIExpression) or EXPRESSION.is_valid(operand.elements, self.version):
                continue
            since = next((newer for newer in SUPPORTED if EXPRESSION.is_valid(operand.elements, newer)), 0)
            if since > self.version:
                if node.spec.name == _VARIABLE_EXPRESSION:
                    node.operands[index] = DIExpression.get(self.context, [])
                    self.displaced.add(node)
                else:
                    node.operands[index] = None
                self._drop(f"an expression of !{node.spec.name}", since)

    def _visit(self, node: SpecializedNode) -> None:
        name = node.spec.name
        version = self.version
        if version < node.spec.since:
            self._substitute(node)
            return
        self._drop_expressions(node)
        if name == "DISubrange":
            if not METADATA_BOUNDS.is_in(version):
                self._change_bounds(node)
            elif version < BOUNDLESS_SUBRANGES_SINCE and node["count"] is None and node["upperBound"] is None:
                self._set_unknown_count(node)
                self.is_changed = True
        if name == "DIDerivedType":
            self._change_tag(node, dwarf.DERIVED_TAGS, dwarf.TAG_TYPEDEF)
        elif name == "DICompositeType":
            self._change_tag(node, dwarf.COMPOSITE_TAGS, dwarf.TAG_STRUCTURE_TYPE)
            if version <= FILES_OF_CLASSES_UNTIL and node["tag"] in _CLASSES:
                self._give_file(node)
        elif name == "DISubroutineType":
            self._change_word(node, "cc", "")
        elif name == "DIEnumerator" and not WIDE_ENUMERATORS.is_in(version):
            width = node["width"]
            if isinstance(width, int) and width > _WIDEST_ENUMERATOR:
                self.losses.drop(WIDE_ENUMERATORS.name, WIDE_ENUMERATORS.since, grade=DEBUG_INFO)
                self.replaced[node] = None
        elif name == "DICompileUnit":
            self._change_word(node, "emissionKind", "LineTablesOnly")
            self._change_word(node, "nameTableKind", "Default")

    def _substitute(self, node: SpecializedNode) -> None:
        spec = node.spec
        if spec.name == _COMMON_BLOCK:
            scope = _outside_common_blocks(node)
            if node["scope"] is not None:
                self.losses.drop(f"'!{spec.name}'", spec.since, grade=DEBUG_INFO)
                self.replaced[node] = scope
            return
        found = _SUBSTITUTES.get(spec.name)
        if found is None:
            return
        other = SPECIALIZED_NODES[found[0]]
        operands = other.omitted(self.version)
        for field in found[1]:
            operands[other.index_of(field)] = node[field]
        if other.name == "DIDerivedType":
            operands[other.index_of("tag")] = dwarf.TAG_TYPEDEF
        elif other.name == "DISubrange":
            count = ConstantInt.get(self.context.integer(64), _UNKNOWN_COUNT)
            operands[other.index_of("count")] = ValueAsMetadata.get(self.context, count)
        self.losses.drop(f"'!{spec.name}'", spec.since, grade=DEBUG_INFO)
        if node.is_distinct:
            self.replaced[node] = SpecializedNode(other, operands, True)
        else:
            self.replaced[node] = SpecializedNode.get(self.context, other, operands)

    def _change_tag(self, node: SpecializedNode, tags: dict[int, int], nearest: int) -> None:
        tag = node["tag"]
        since = tags.get(tag, OLDEST) if isinstance(tag, int) else OLDEST
        if self.version < since:
            node.operands[node.spec.index_of("tag")] = nearest
            extra = node.spec.index_of("extraData") if node.spec.name == "DIDerivedType" else -1
            if extra >= 0:
                node.operands[extra] = None
            self._drop(f"a tag of !{node.spec.name}", since)

    def _give_file(self, node: SpecializedNode) -> None:
        """A class or union had to have a file; a compiler's own type has the unit's."""
        file = node["file"]
        if isinstance(file, SpecializedNode) and isinstance(file["filename"], MDString) and file["filename"].text:
            return
        units = self.module.named_metadata_of(UNITS)
        for unit in () if units is None else units.operands:
            if isinstance(unit, SpecializedNode) and isinstance(unit["file"], SpecializedNode):
                node.operands[node.spec.index_of("file")] = unit["file"]
                self.is_changed = True
                return

    def _drop_sources(self, nodes: list[MDNode]) -> None:
        """Either all files of a unit had their source embedded, or none."""
        has_source: dict[object, bool] = {}
        is_mixed = False
        for node in nodes:
            if isinstance(node, SpecializedNode) and node.spec.name in _WITH_FILES:
                unit = node if node.spec.name == "DICompileUnit" else node["unit"]
                file = node["file"]
                if unit is not None and isinstance(file, SpecializedNode):
                    known = file["source"] is not None
                    is_mixed = is_mixed or has_source.setdefault(unit, known) != known
        if not is_mixed:
            return
        for node in nodes:
            if isinstance(node, SpecializedNode) and node.spec.name == "DIFile" and node["source"] is not None:
                node.operands[node.spec.index_of("source")] = None
                self._drop("'source:' of some of a unit's files", EMBEDDED_SOURCES_UNTIL + 1)

    def _change_bounds(self, node: SpecializedNode) -> None:
        """A subrange had a count, and a lower bound that was a number."""
        spec = node.spec
        lower = _number(node["lowerBound"])
        upper = _number(node["upperBound"])
        count = node["count"]
        if isinstance(count, DIExpression):
            self._drop("a bound of !DISubrange that is not constant", METADATA_BOUNDS.since)
            self._set_unknown_count(node)
        elif count is None and node["upperBound"] is None:
            self._set_unknown_count(node)
            self.is_changed = True
        count = node["count"]
        if node["lowerBound"] is not None and not isinstance(node["lowerBound"], int):
            node.operands[spec.index_of("lowerBound")] = lower or 0
            self.is_changed = True
            if lower is None:
                self._drop("a bound of !DISubrange that is not constant", METADATA_BOUNDS.since)
        if node["upperBound"] is None:
            return
        node.operands[spec.index_of("upperBound")] = spec.fields[spec.index_of("upperBound")].default
        self.is_changed = True
        if count is None and upper is not None:
            number = ConstantInt.wrapped(self.context.integer(64), upper - (lower or 0) + 1)
            node.operands[spec.index_of("count")] = ValueAsMetadata.get(self.context, number)
        elif count is None:
            self._drop("a bound of !DISubrange that is not constant", METADATA_BOUNDS.since)
            self._set_unknown_count(node)

    def _set_unknown_count(self, node: SpecializedNode) -> None:
        number = ConstantInt.get(self.context.integer(64), _UNKNOWN_COUNT)
        node.operands[node.spec.index_of("count")] = ValueAsMetadata.get(self.context, number)

    def _change_word(self, node: SpecializedNode, field: str, nearest: str) -> None:
        """Words of LLVM's own, which have no number that an older LLVM knows."""
        table = _WORDS[field]
        value = node[field]
        if not isinstance(value, int) or table.text(value, self.version) or not table.text(value, NEXT):
            return
        since = next(name.since for name in table.names() if name.number == value)
        if field != "nameTableKind" or any(one.name == field and one.since <= self.version for one in node.spec.labels):
            node.operands[node.spec.index_of(field)] = table.number(nearest, self.version) if nearest else 0
            self._drop(f"'{table.text(value, NEXT)}' of !{node.spec.name}", since)


def _number(bound: object) -> int | None:
    if isinstance(bound, int):
        return bound
    if isinstance(bound, ValueAsMetadata) and isinstance(bound.value, ConstantInt):
        return bound.value.value
    return None


def _outside_common_blocks(node: SpecializedNode) -> MDNode | None:
    """The scope of a common block that is not one itself; None where broken blocks are in themselves."""
    met: set[object] = set()
    scope: object = node
    while isinstance(scope, SpecializedNode) and scope.spec.name == _COMMON_BLOCK:
        if scope in met:
            return None
        met.add(scope)
        scope = scope["scope"]
    return scope if isinstance(scope, MDNode) else None
