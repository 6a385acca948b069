"""Compares two modules of one version."""

from __future__ import annotations

from pyllvm.comparison.canonical import Canon, Side
from pyllvm.comparison.changes import ADDED, CHANGED, REMOVED, RENAMED, Change, Comparison, Detail, Row, Section
from pyllvm.comparison.functions import FunctionComparison, function_text
from pyllvm.comparison.headers import SymbolMatching, attachment_details, details, global_aspects, kind_of, node_text
from pyllvm.comparison.matched_metadata import MetadataMatching, Roots
from pyllvm.comparison.sequences import align, gaps
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.metadata import MDNode, MDString, NamedMDNode
from pyllvm.ir.module import Module
from pyllvm.ir.types import StructType
from pyllvm.notation import Final, final
from pyllvm.progress import COMPARED, function_done
from pyllvm.schema.text import escape, metadata_name_text, name_text
from pyllvm.tables.keywords import comdat_selection_text
from pyllvm.tables.module_flags import MODULE_FLAGS

# Flags of debug information, which go with it.
_DEBUG_FLAGS: Final = frozenset(("Debug Info Version", "Dwarf Version", "CodeView", "CodeViewGHash", "DWARF64"))


def compare_stripped(before: Module, after: Module, *, names: bool, ignore_debug: bool) -> Comparison:
    """The changes between modules of one version; with `ignore_debug`, of modules whose debug information was removed.

    See `pyllvm.compare`.
    """
    return _ModuleComparison((Side(before), Side(after)), names, ignore_debug).run()


@final
class _ModuleComparison:
    """One comparison of two modules."""

    def __init__(self, sides: tuple[Side, Side], names: bool, ignore_debug: bool) -> None:
        self._sides = sides
        self._names = names
        self._ignores_debug = ignore_debug
        self._changes: list[Change] = []
        self._sections: list[Section] = []
        self._canon = Canon(*sides)
        before, after = sides
        for side in sides:
            self._canon.mask_metadata(side.printer.slots.nodes)
        self._symbols = SymbolMatching(self._canon, before, after)
        self._function_pairs = [
            (one, other) for one, other in self._symbols.pairs if isinstance(one, Function) and isinstance(other, Function)
        ]
        self._metadata = MetadataMatching(self._canon, before, after, self._roots(), self._function_pairs)

    def run(self) -> Comparison:
        """Compare everything, and give the result in the order of a module's text."""
        functions = self._functions()
        self._fields()
        self._types()
        self._comdats()
        self._variables()
        for changes, section in functions:
            self._changes += changes
            self._sections.append(section)
        self._named_metadata()
        self._nodes()
        return Comparison(self._changes, self._sections)

    def _roots(self) -> Roots:
        """The nodes that correspond by their places: attachments of one kind, and operands of named metadata."""
        found: Roots = []
        for value, other in self._symbols.pairs:
            for kind in dict.fromkeys([one.kind for one in value.attachments]):
                found += zip(value.metadata(kind), other.metadata(kind), strict=False)
        for name, (one, two) in self._named().items():
            if len(one) == len(two) and name != MODULE_FLAGS:
                found += zip(one, two, strict=True)
        return found

    def _named(self) -> dict[str, tuple[list[MDNode], list[MDNode]]]:
        """The operands of the named metadata of either module, by name."""
        found: dict[str, tuple[list[MDNode], list[MDNode]]] = {}
        for place, side in enumerate(self._sides):
            for named in side.module.named_metadata:
                found.setdefault(named.name, ([], []))[place].extend(self._operands(named))
        return found

    def _operands(self, named: NamedMDNode) -> list[MDNode]:
        if self._ignores_debug and named.name == MODULE_FLAGS:
            return [node for node in named.operands if _flag_name(node) not in _DEBUG_FLAGS]
        return named.operands

    def _add_section(self, title: str, first: int) -> None:
        """A section of the changes from number `first` on, a row for each."""
        rows = [
            Row(change.action, change.before or None, change.after or None, change.details) for change in self._changes[first:]
        ]
        if rows:
            self._sections.append(Section(title, rows))

    # --- the parts, in the order of the text

    def _fields(self) -> None:
        first = len(self._changes)
        fields = [_fields_of(side) for side in self._sides]
        for name in fields[0]:
            before, after = fields[0][name], fields[1][name]
            if before != after:
                action = CHANGED if before and after else REMOVED if before else ADDED
                self._changes.append(Change(action, "module", name, before, after))
        self._add_section("module", first)

    def _types(self) -> None:
        first = len(self._changes)
        canon, (before, after) = self._canon, self._sides
        names = canon.types
        structs = {names.text(struct): struct for struct in before.structs}
        others = {names.text(struct): struct for struct in after.structs}
        for text, struct in structs.items():
            other = others.get(text)
            if other is None:
                self._changes.append(Change(REMOVED, "type", _type_name(before, struct), _type_text(before, struct)))
            elif names.struct_body(struct) != names.struct_body(other):
                name = _type_name(after, other)
                self._changes.append(Change(CHANGED, "type", name, _type_text(before, struct), _type_text(after, other)))
        for text, other in others.items():
            if text not in structs:
                self._changes.append(Change(ADDED, "type", _type_name(after, other), "", _type_text(after, other)))
        if self._names:
            for struct, other in canon.renamed_types:
                name = _type_name(after, other)
                self._changes.append(Change(RENAMED, "type", name, _type_text(before, struct), _type_text(after, other)))
        self._add_section("types", first)

    def _comdats(self) -> None:
        first = len(self._changes)
        used = [_comdats_of(side.module) for side in self._sides]
        renamed = {value.name: other.name for value, other in self._symbols.pairs}
        for name, comdat in used[0].items():
            other = used[1].get(name) or used[1].get(renamed.get(name, name))
            text = _comdat_text(self._sides[0], comdat)
            if other is None:
                self._changes.append(Change(REMOVED, "comdat", f"${name}", text))
            elif comdat.selection_kind != other.selection_kind:
                self._changes.append(Change(CHANGED, "comdat", f"${name}", text, _comdat_text(self._sides[1], other)))
        known = {*used[0], *[renamed.get(name, name) for name in used[0]]}
        for name, comdat in used[1].items():
            if name not in known:
                self._changes.append(Change(ADDED, "comdat", f"${name}", "", _comdat_text(self._sides[1], comdat)))
        self._add_section("comdats", first)

    def _variables(self) -> None:
        """Variables, aliases and ifuncs."""
        first = len(self._changes)
        for value in self._symbols.removed:
            if not isinstance(value, Function):
                text = _line(self._sides[0], value)
                self._changes.append(Change(REMOVED, kind_of(value), self._name(0, value), text))
        for value, other in self._symbols.pairs:
            if not isinstance(value, Function):
                self._compare_variable(value, other)
        for other in self._symbols.added:
            if not isinstance(other, Function):
                text = _line(self._sides[1], other)
                self._changes.append(Change(ADDED, kind_of(other), self._name(1, other), "", text))
        self._add_section("global variables and aliases", first)

    def _compare_variable(self, value: GlobalValue, other: GlobalValue) -> None:
        found = details(global_aspects(self._canon, value), global_aspects(self._canon, other))
        found += attachment_details(self._canon, *self._sides, value.attachments, other.attachments)
        action = CHANGED
        if value.name != other.name:
            if not found and (self._names or value.linkage == "internal"):
                action = RENAMED
            if found or action == RENAMED:
                found += (Detail("name", self._name(0, value), self._name(1, other)),)
        if found:
            lines = _line(self._sides[0], value), _line(self._sides[1], other)
            self._changes.append(Change(action, kind_of(value), self._name(1, other), *lines, details=_short(found)))

    def _name(self, side: int, value: GlobalValue) -> str:
        return self._sides[side].printer.operands.reference(value)

    def _functions(self) -> list[tuple[list[Change], Section]]:
        """The functions that changed, in the order of the second module, with those that were removed before them."""
        found: list[tuple[list[Change], Section]] = []
        for actions, values, side in ((REMOVED, self._symbols.removed, 0), (ADDED, self._symbols.added, 1)):
            for value in values:
                if isinstance(value, Function):
                    found.append(self._whole_function(actions, value, side))
        for pair in self._function_pairs:
            comparison = FunctionComparison(self._canon, self._sides, pair, self._names)
            if comparison.changes:
                found.append((comparison.changes, comparison.section()))
            function_done(COMPARED)
        return found

    def _whole_function(self, action: str, function: Function, side: int) -> tuple[list[Change], Section]:
        text = function_text(self._sides[side], function)
        name = self._name(side, function)
        texts = (text, "") if side == 0 else ("", text)
        lines = text.split("\n")
        rows = [Row(action, line, None) if side == 0 else Row(action, None, line) for line in lines]
        return [Change(action, "function", name, *texts)], Section(f"function {name}", rows)

    def _named_metadata(self) -> None:
        first = len(self._changes)
        for name, (nodes, others) in self._named().items():
            if name == MODULE_FLAGS:
                self._flags(nodes, others)
                continue
            texts = [self._canon.operands.metadata(node) for node in nodes]
            other_texts = [self._canon.operands.metadata(node) for node in others]
            if texts != other_texts:
                action = CHANGED if texts and other_texts else REMOVED if texts else ADDED
                found = tuple(
                    Detail("operand", *[", ".join(pair) for pair in (ones, twos)])
                    for ones, twos in self._operand_texts(nodes, others, texts, other_texts)
                )
                before, after = [_named_text(side, name) for side in self._sides]
                shown = f"!{metadata_name_text(name)}"
                self._changes.append(Change(action, "named metadata", shown, before, after, details=found))
        self._add_section("named metadata", first)

    def _operand_texts(
        self, nodes: list[MDNode], others: list[MDNode], texts: list[str], other_texts: list[str]
    ) -> list[tuple[list[str], list[str]]]:
        """The operands between those that correspond, as either module prints them."""
        before, after = self._sides
        return [
            (
                [node_text(before, node) for node in nodes[low:high]],
                [node_text(after, node) for node in others[other_low:other_high]],
            )
            for low, high, other_low, other_high in gaps(align(texts, other_texts), len(texts), len(other_texts))
        ]

    def _flags(self, nodes: list[MDNode], others: list[MDNode]) -> None:
        """Module flags, which correspond by their names."""
        flags = {_flag_name(node) or str(place): node for place, node in enumerate(nodes)}
        other_flags = {_flag_name(node) or str(place): node for place, node in enumerate(others)}
        for name in dict.fromkeys([*flags, *other_flags]):
            node, other = flags.get(name), other_flags.get(name)
            spell = self._canon.operands.metadata
            if node is not None and other is not None and spell(node) == spell(other):
                continue
            before = "" if node is None else node_text(self._sides[0], node)
            after = "" if other is None else node_text(self._sides[1], other)
            action = CHANGED if before and after else REMOVED if before else ADDED
            self._changes.append(Change(action, "named metadata", f'!{MODULE_FLAGS} "{name}"', before, after))

    def _nodes(self) -> None:
        first = len(self._changes)
        shown = {change.before for change in self._changes if change.kind == "named metadata"}
        for node, other in self._metadata.changed():
            before, after = node_text(self._sides[0], node), node_text(self._sides[1], other)
            if before not in shown:
                name = after.partition(" = ")[0]
                self._changes.append(Change(CHANGED, "metadata", name, before, after, details=self._node_details(node, other)))
        self._add_section("metadata", first)

    def _node_details(self, node: MDNode, other: MDNode) -> tuple[Detail, ...]:
        """The nodes that one refers to and the other does not."""
        spell = self._canon.operands.metadata
        ones = {spell(one): one for one in node.operands if isinstance(one, MDNode)}
        others = {spell(one): one for one in other.operands if isinstance(one, MDNode)}
        found = [Detail("operand", node_text(self._sides[0], one), "") for text, one in ones.items() if text not in others]
        found += [Detail("operand", "", node_text(self._sides[1], one)) for text, one in others.items() if text not in ones]
        return tuple(found)


def _fields_of(side: Side) -> dict[str, str]:
    """The fields of a module, as text has them."""
    module = side.module
    return {
        "source_filename": f'source_filename = "{module.source_filename}"' if module.source_filename else "",
        "target datalayout": f'target datalayout = "{module.data_layout}"' if module.data_layout else "",
        "target triple": f'target triple = "{module.target_triple}"' if module.target_triple else "",
        "module asm": "\n".join(_assembly_lines(module)),
        "deplibs": ", ".join(module.dependent_libraries),
    }


def _assembly_lines(module: Module) -> list[str]:
    found: list[str] = []
    for block in module.assembly_blocks:
        words = "".join(f'{name}: "{escape(value, module.llvm_version)}" ' for name, value in block.properties)
        found += [f'module asm {words}"{escape(line, module.llvm_version)}"' for line in block.text.splitlines()]
    return found


def _comdat_text(side: Side, comdat: Comdat) -> str:
    version = side.module.llvm_version
    return f"${name_text(comdat.name, version)} = comdat {comdat_selection_text(comdat.selection_kind, version)}"


def _type_name(side: Side, struct: StructType) -> str:
    return side.printer.types.text(struct)


def _type_text(side: Side, struct: StructType) -> str:
    return side.printer.types.text_with_body(struct)


def _comdats_of(module: Module) -> dict[str, Comdat]:
    objects: list[GlobalObject] = [*module.functions, *module.global_variables]
    return {value.comdat.name: value.comdat for value in objects if value.comdat is not None}


def _line(side: Side, value: GlobalValue) -> str:
    printer = side.printer
    if isinstance(value, GlobalVariable):
        printer.print_variable(value)
    elif isinstance(value, GlobalAlias):
        printer.print_alias(value)
    elif isinstance(value, GlobalIFunc):
        printer.print_ifunc(value)
    text, printer.out = "".join(printer.out), []
    return text.rstrip("\n")


def _short(found: tuple[Detail, ...]) -> tuple[Detail, ...]:
    """Details without the initializers, which the lines have, if other details go with them."""
    return tuple(one for one in found if one.what != "initializer")


def _flag_name(node: MDNode) -> str:
    name = node.operands[1] if len(node.operands) > 1 else None
    return name.text if isinstance(name, MDString) else ""


def _named_text(side: Side, name: str) -> str:
    printer = side.printer
    for named in side.module.named_metadata:
        if named.name == name:
            printer.print_named_metadata(named)
    text, printer.out = "".join(printer.out), []
    return text.rstrip("\n")
