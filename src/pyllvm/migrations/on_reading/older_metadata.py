"""Metadata: access tags of TBAA, attachments, nodes that subprograms retain, and `!cfi.functions`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.debug_info.scopes import ScopeEnds
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.guids import guid_of
from pyllvm.ir.instructions import BranchInst, CallInst, IndirectBrInst, SelectInst, SwitchInst
from pyllvm.ir.metadata import Attachment, MDNode, MDString, MDTuple, SpecializedNode, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context, IntegerType
from pyllvm.tables.dwarf import TYPES
from pyllvm.tables.features import EXPECTED_WEIGHTS
from pyllvm.tables.loop_options import PLAIN_SWITCHES
from pyllvm.tables.reading_versions import CFI_GUIDS_SINCE, ONE_BRANCH_UNCHECKED_SINCE, WEIGHTS_CHECKED_SINCE

# --- Upgrades `!tbaa` tags that name a scalar type instead of an access: the tags of LLVM 3.2 and older.

_OLD_FORM: Final = "an access tag must have a node for its base type and one for its access type; this is read as a scalar type"


def upgraded_tbaa_tag(context: Context, tag: MDNode) -> MDNode:
    """The tag in the form (base type, access type, offset, constant?) (AutoUpgrade's UpgradeTBAANode).

    LLVM 14:
        store i32 0, i32* %p, align 4, !tbaa !0
        !0 = !{!"int", !1}
        !1 = !{!"root"}
    LLVM 15:
        store i32 0, i32* %p, align 4, !tbaa !0
        !0 = !{!1, !1, i64 0}
        !1 = !{!"int", !2}
        !2 = !{!"root"}
    """
    operands = tag.operands
    if not operands or (isinstance(operands[0], MDNode) and len(operands) >= 3):
        return tag
    if context.reading_notes is not None:
        context.reading_notes.append(("tbaa-tag", _OLD_FORM, tag))
    offset = ValueAsMetadata.get(context, ConstantInt.get(context.integer(64), 0))
    if len(operands) == 3:
        scalar = MDTuple.get(context, operands[:2])
        return MDTuple.get(context, [scalar, scalar, offset, operands[2]])
    return MDTuple.get(context, [tag, tag, offset])


# --- Upgrades the attachments of instructions: `!tbaa`, `llvm.loop`, branch weights.

_OLD_LOOP_PREFIX: Final = "llvm.vectorizer."
_OLD_UNROLL: Final = "llvm.vectorizer.unroll"


def upgrade_attachments(module: Module, functions: Sequence[Function], tags: dict[MDNode, MDNode], version: int) -> None:
    """Do so in bodies of functions; `tags` has the access tags so far."""
    context = module.context
    for function in functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction._attachments is not None:
                    _upgrade_attachments(context, instruction, instruction._attachments, tags, version)


def _upgrade_attachments(
    context: Context, instruction: Instruction, attachments: list[Attachment], tags: dict[MDNode, MDNode], version: int
) -> None:
    """Bring the attachments of an instruction to that form; `tags` has the access tags so far."""
    for attachment in attachments:
        node = attachment._node
        if attachment._kind == "tbaa":
            if node not in tags:
                tags[node] = upgraded_tbaa_tag(context, node)
            attachment._node = tags[node]
        elif attachment._kind == "prof" and not weights_fit(instruction, node, version):
            instruction.set_metadata("prof", None)


def is_old_loop_tag(text: str) -> bool:
    """Whether it names an option of the vectorizer in the old way."""
    return text.startswith(_OLD_LOOP_PREFIX)


def upgraded_loop(context: Context, loop: MDNode) -> MDNode:
    """The loop with the current names of the vectorizer's options (AutoUpgrade's upgradeInstructionLoopAttachment).

    LLVM upgrades only modules of LLVM 3.8 and older, whose strings have a record each.

    LLVM 14:
        br label %b, !llvm.loop !0
        !0 = distinct !{!0, !1}
        !1 = !{!"llvm.vectorizer.width", i32 4}
    LLVM 15:
        br label %b, !llvm.loop !0
        !0 = distinct !{!0, !1}
        !1 = !{!"llvm.vectorizer.width", i32 4}
    """
    operands = [_upgraded_option(context, operand) for operand in loop.operands]
    if all(old is new for old, new in zip(loop.operands, operands, strict=True)):
        return loop
    return MDTuple.get(context, operands)


def _upgraded_option(context: Context, option: object) -> object:
    if not isinstance(option, MDTuple) or not option.operands:
        return option
    name = option.operands[0]
    if not isinstance(name, MDString) or not is_old_loop_tag(name.text):
        return option
    renamed = "llvm.loop.interleave.count"
    if name.text != _OLD_UNROLL:
        renamed = "llvm.loop.vectorize." + name.text.removeprefix(_OLD_LOOP_PREFIX)
    return MDTuple.get(context, [MDString.get(context, renamed), *option.operands[1:]])


def weights_fit(instruction: Instruction, node: MDNode, version: int) -> bool:
    """Whether the number of branch weights equals the number of successors; the reader of LLVM `version` drops other weights."""
    if not node.operands or version < WEIGHTS_CHECKED_SINCE:
        return True
    name = node.operands[0]
    if not isinstance(name, MDString) or name.text != "branch_weights":
        return True
    weights = len(node.operands) - 1
    if weights > 1 and isinstance(node.operands[1], MDString) and version >= EXPECTED_WEIGHTS.since:
        weights -= 1  # the operand that names the origin of the weights
    expected = 0
    if isinstance(instruction, BranchInst):
        if len(instruction.operands) == 1 and version >= ONE_BRANCH_UNCHECKED_SINCE:
            return True
        expected = (len(instruction.operands) + 1) // 2
    elif isinstance(instruction, SwitchInst):
        expected = len(instruction.operands) // 2
    elif isinstance(instruction, IndirectBrInst):
        expected = len(instruction.operands) - 1
    elif isinstance(instruction, SelectInst):
        expected = 2
    elif isinstance(instruction, CallInst):
        expected = 1
    else:
        return True
    return weights == expected


# --- LLVM 23: a subprogram's retained nodes lose the types that are local to another subprogram, or to none.
#
# Modules that share types by identifier would otherwise list one local type in several subprograms: in the one containing the
# shared type, and in its copies in the modules that were read later. LLVM drops such types from every distinct subprogram that it
# reads, from text and from bitcode. Source: `DISubprogram::cleanupRetainedNodes`.

_RETAINED: Final = "retainedNodes"


def drop_foreign_types(context: Context, subprograms: list[SpecializedNode]) -> None:
    """Remove the types that belong elsewhere from the retained nodes of these subprograms, which are distinct."""
    ends = ScopeEnds()
    for subprogram in subprograms:
        retained = subprogram[_RETAINED]
        if not isinstance(retained, MDTuple):
            continue
        kept = [node for node in retained.operands if not _is_foreign_type(node, subprogram, ends)]
        if len(kept) != len(retained.operands):
            subprogram.operands[subprogram.spec.index_of(_RETAINED)] = MDTuple.get(context, kept)


def _is_foreign_type(node: object, subprogram: SpecializedNode, ends: ScopeEnds) -> bool:
    if not isinstance(node, SpecializedNode) or node.spec.name not in TYPES:
        return False
    return ends.subprogram_of(node["scope"] if node.spec.has_field("scope") else None) is not subprogram


# --- LLVM 23: entries of `!cfi.functions` have a GUID behind the linkage (AutoUpgrade's UpgradeCFIFunctionsMetadata).

FUNCTIONS: Final = "cfi.functions"
# The operands of an entry: name, linkage, and the GUID.
GUID: Final = 2
_NO_MANGLING: Final = "\x01"
_WIDTH: Final = 64


def upgrade_cfi_functions(module: Module, version: int) -> None:
    """Put the GUIDs into entries that have none. LLVM crashes on entries that are too short, or have no name; these stay.

    LLVM 22:
        !cfi.functions = !{!0}
        !0 = !{!"f", i8 0, !1}
        !1 = !{i64 0, !"type"}
    LLVM 23:
        !cfi.functions = !{!0}
        !0 = !{!"f", i8 0, i64 -3706093650706652785, !1}
        !1 = !{i64 0, !"type"}
    """
    entries = module.named_metadata_of(FUNCTIONS)
    if entries is not None and version >= CFI_GUIDS_SINCE:
        entries.operands = [_with_guid(module, entry) for entry in entries.operands]


def _with_guid(module: Module, entry: MDNode) -> MDNode:
    operands = entry.operands
    name = operands[0] if len(operands) >= GUID else None
    if not isinstance(entry, MDTuple) or not isinstance(name, MDString) or has_guid(entry):
        return entry
    number = guid_of(name.text.removeprefix(_NO_MANGLING))
    guid = ValueAsMetadata.get(module.context, ConstantInt.get(module.context.integer(_WIDTH), number))
    return MDTuple.get(module.context, [*operands[:GUID], guid, *operands[GUID:]])


def has_guid(entry: MDNode) -> bool:
    """Whether the operand behind the linkage is a number of 64 bits."""
    operand = entry.operands[GUID] if len(entry.operands) > GUID else None
    value = operand.value if isinstance(operand, ValueAsMetadata) else None
    return isinstance(value, ConstantInt) and isinstance(value.type, IntegerType) and value.type.width == _WIDTH


# --- LLVM 24: options of loops are names without a value, and the domain of alias scopes has an i1 before its name.

ENABLE: Final = ".enable"


DISABLE: Final = ".disable"


def upgrade_loop(module: Module, loop: MDNode) -> None:
    """Take the values of the options of one loop, as LLVM does when it reads bitcode."""
    map_options(loop, lambda option: plain_option(module, option))


def loop_with_plain_options(module: Module, loop: MDNode) -> MDNode:
    """A loop without the values of its options. If it is not distinct, this is another node."""
    if loop.is_distinct:
        return loop
    return MDTuple.get(
        module.context,
        [plain_option(module, option) if isinstance(option, MDTuple) and option.operands else option for option in loop.operands],
    )


def map_options(loop: MDNode, change: Callable[[MDTuple], MDTuple]) -> None:
    if not loop.is_distinct or not isinstance(loop, MDTuple):
        return
    for position, option in enumerate(loop.operands):
        if isinstance(option, MDTuple) and option.operands:
            changed = change(option)
            if changed is not option:
                loop.operands[position] = changed


def plain_option(module: Module, option: MDTuple) -> MDTuple:
    """An option with a value as a name alone.

    LLVM 23:
        br label %b, !llvm.loop !0
        !0 = distinct !{!0, !1}
        !1 = !{!"llvm.loop.distribute.enable", i1 false}
    LLVM 24:
        br label %b, !llvm.loop !0
        !0 = distinct !{!0, !1}
        !1 = !{!"llvm.loop.distribute.disable"}
    """
    operands = option.operands
    if len(operands) != 2:
        return option
    name, value = operands
    if not isinstance(name, MDString) or name.text not in PLAIN_SWITCHES or not name.text.endswith(ENABLE):
        return option
    if not isinstance(value, ValueAsMetadata) or not isinstance(value.value, ConstantInt):
        return option
    word = name.text if value.value.unsigned else name.text.removesuffix(ENABLE) + DISABLE
    return MDTuple.get(module.context, [MDString.get(module.context, word)])


# The position of the domain in a scope, and of the i1 in a domain.
_DOMAIN: Final = 1


FLAG: Final = 1


def upgrade_scopes(module: Module, scopes: MDNode) -> None:
    """Put the i1 into the domains of a list of scopes, as LLVM does when it reads bitcode."""
    for domain in alias_domains(scopes):
        add_flag(module, domain)


def alias_domains(scopes: MDNode) -> list[MDTuple]:
    found: list[MDTuple] = []
    for scope in scopes.operands:
        if isinstance(scope, MDTuple) and len(scope.operands) > _DOMAIN:
            domain = scope.operands[_DOMAIN]
            if isinstance(domain, MDTuple) and domain.is_distinct and domain.operands:
                found.append(domain)
    return found


def has_flag(domain: MDTuple) -> bool:
    return len(domain.operands) > FLAG and isinstance(domain.operands[FLAG], ValueAsMetadata)


def add_flag(module: Module, domain: MDTuple) -> None:
    if not has_flag(domain):
        flag = ValueAsMetadata.get(module.context, ConstantInt.get(module.context.integer(1), 0))
        domain.operands.insert(FLAG, flag)
