"""Metadata: named lists, attachments, debug information as a whole and piece by piece."""

from __future__ import annotations

from typing import Any, Final

from pyllvm.ir.debug_info import debug_info
from pyllvm.ir.debug_info.debug_info import VERSION_FLAG, has_debug_info
from pyllvm.ir.function import Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.metadata import MDNode, MDString, MetadataAsValue, NamedMDNode, SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.reduction.scope import Pass, Scope, by_owner
from pyllvm.schema.kinds import Reference
from pyllvm.tables.module_flags import MODULE_FLAGS

_SCOPE: Final = "scope"
_INLINED_AT: Final = "inlinedAt"
_BLOCKS: Final = ("DILexicalBlock", "DILexicalBlockFile")
# Nodes that are in a function.
_LOCAL: Final = frozenset((*_BLOCKS, "DILocation", "DILocalVariable", "DILabel"))
# Fields without which the verifier finds a node not valid.
_NEEDED: Final = frozenset(
    (
        ("DIFile", "filename"),
        ("DIGlobalVariable", "type"),
        ("DIImportedEntity", "scope"),
        ("DISubprogram", "unit"),
    )
)
# Fields that have a meaning only beside another one.
_COMPANIONS: Final = {"file": ("line", "column"), "checksum": ("checksumkind",)}


def _whole(module: Module, scope: Scope) -> list[Module]:
    return [module] if has_debug_info(module) else []


def _strip(module: Module, chosen: list[Module]) -> None:
    if chosen:
        debug_info.strip_debug_info(module)


def _named(module: Module, scope: Scope) -> list[NamedMDNode]:
    return [one for one in module.named_metadata if one.name != MODULE_FLAGS]


def _drop_named(module: Module, chosen: list[NamedMDNode]) -> None:
    module.named_metadata = [one for one in module.named_metadata if one not in chosen]


def _operands(module: Module, scope: Scope) -> list[tuple[NamedMDNode, int]]:
    # LLVM drops debug information without a version when it reads the module; to drop all of it is another pass.
    needs_version = has_debug_info(module)
    return [
        (one, index)
        for one in module.named_metadata
        for index, node in enumerate(one.operands)
        if not (needs_version and one.name == MODULE_FLAGS and _is_version(node))
    ]


def _is_version(flag: MDNode) -> bool:
    """Whether a module flag is the version of the debug information."""
    return any(isinstance(operand, MDString) and operand.text == VERSION_FLAG for operand in flag.operands)


def _drop_operands(module: Module, chosen: list[tuple[NamedMDNode, int]]) -> None:
    wanted = by_owner(chosen)
    for named, indices in wanted.items():
        named.operands = [node for index, node in enumerate(named.operands) if index not in indices]
    module.named_metadata = [one for one in module.named_metadata if one.operands or one not in wanted]


def _attachments(module: Module, scope: Scope) -> list[tuple[GlobalValue | Instruction, int]]:
    found: list[tuple[GlobalValue | Instruction, int]] = []
    for symbol in module.global_values:
        found += [(symbol, index) for index in range(len(symbol.attachments))]
    for function in module.functions:
        for instruction in function.instructions:
            found += [(instruction, index) for index in range(len(instruction.attachments or ()))]
    return found


def _detach(module: Module, chosen: list[tuple[GlobalValue | Instruction, int]]) -> None:
    for owner, indices in by_owner(chosen).items():
        kept = [one for index, one in enumerate(owner.attachments or ()) if index not in indices]
        if isinstance(owner, Instruction):
            owner.attachments = kept or None
        else:
            owner.attachments = kept


def _locations(module: Module, scope: Scope) -> list[Instruction]:
    return [instruction for instruction in scope.instructions(module) if instruction.debug_location is not None]


def _drop_locations(module: Module, chosen: list[Instruction]) -> None:
    for instruction in chosen:
        instruction.debug_location = None


def _records(module: Module, scope: Scope) -> list[tuple[Instruction, int]]:
    return [
        (instruction, index)
        for instruction in scope.instructions(module)
        for index in range(len(instruction.debug_records or ()))
    ]


def _drop_records(module: Module, chosen: list[tuple[Instruction, int]]) -> None:
    for instruction, indices in by_owner(chosen).items():
        records = instruction.debug_records or []
        instruction.debug_records = [one for index, one in enumerate(records) if index not in indices] or None


def _nodes(module: Module) -> list[MDNode]:
    """The nodes that something in the module needs, in an order that is the same in each copy."""
    waiting: list[object] = []
    for named in module.named_metadata:
        waiting += named.operands
    for symbol in module.global_values:
        waiting += [one.node for one in symbol.attachments]
    for function in module.functions:
        for instruction in function.instructions:
            waiting.append(instruction.debug_location)
            waiting += [one.node for one in instruction.attachments or ()]
            waiting += [one.metadata for one in instruction.operands if isinstance(one, MetadataAsValue)]
            for record in instruction.debug_records or ():
                waiting += [record.location, record.variable, record.debug_location, record.assign_id, record.address]
    waiting.reverse()
    found: dict[MDNode, None] = {}
    while waiting:
        node = waiting.pop()
        if isinstance(node, MDNode) and node not in found:
            found[node] = None
            waiting += reversed(node.operands)
    return list(found)


def _fields(module: Module, scope: Scope) -> list[tuple[MDNode, int]]:
    """The operands of nodes that are other nodes, or strings of debug information, and that the nodes can do without."""
    found: list[tuple[MDNode, int]] = []
    for node in _nodes(module):
        for index, operand in enumerate(node.operands):
            if isinstance(operand, MDNode) or (isinstance(operand, MDString) and isinstance(node, SpecializedNode)):
                if not isinstance(node, SpecializedNode) or _can_go(node, node.spec.fields[index].name, module.llvm_version):
                    found.append((node, index))
    return found


def _can_go(node: SpecializedNode, field: str, version: int) -> bool:
    """Whether a field can be null, also in text, or the scope around a block can take the place of the block."""
    if field == _SCOPE and node.spec.name in _LOCAL:
        return isinstance(node.scope, SpecializedNode) and node.scope.spec.name in _BLOCKS
    if (node.spec.name, field) in _NEEDED:
        return False
    label = node.spec.label(field, version)
    if label is None or version > label.required_until:
        return True
    return label.always and not (isinstance(label.kind, Reference) and not label.kind.nullable)


def _drop_fields(module: Module, chosen: list[tuple[MDNode, int]]) -> None:
    for node, indices in by_owner(chosen).items():
        if isinstance(node, SpecializedNode):
            node.operands = _fields_without(node, [node.spec.fields[index].name for index in indices])
        else:
            node.operands = [operand for index, operand in enumerate(node.operands) if index not in indices]


def _fields_without(node: SpecializedNode, names: list[str]) -> list[Any]:
    """The fields of a node without some of them, and without what must not be there then."""
    spec = node.spec
    if _INLINED_AT in names:
        # The location is the call's then.
        assert node.inlined_at is not None
        return list(node.inlined_at.operands)
    operands: list[Any] = list(node.operands)
    for name in names:
        operands[spec.index_of(name)] = None
        if name == _SCOPE and isinstance(node.scope, SpecializedNode) and spec.name in _LOCAL:
            operands[spec.index_of(name)] = node.scope.scope
        for companion in _COMPANIONS.get(name, ()):
            if spec.has_field(companion):
                operands[spec.index_of(companion)] = spec.defaults[spec.index_of(companion)]
    return operands


DEBUG_INFO = Pass("debug-info", "remove all debug information", _whole, _strip)
NAMED = Pass("named-metadata", "remove named metadata", _named, _drop_named)
OPERANDS = Pass("named-metadata-operands", "remove nodes from named metadata", _operands, _drop_operands)
ATTACHMENTS = Pass("attachments", "remove metadata from symbols and instructions", _attachments, _detach)
LOCATIONS = Pass("debug-locations", "remove the locations of instructions", _locations, _drop_locations)
RECORDS = Pass("debug-records", "remove debug records", _records, _drop_records)
NODES = Pass("metadata-operands", "remove operands of metadata", _fields, _drop_fields)
