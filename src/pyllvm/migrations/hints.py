"""Drops flags and attributes that only help an optimizer if the requested LLVM does not have them, by their tables.

Dropping a flag that makes poison, or an attribute that promises something, is always right. An attribute that asks for
something stays, and then `representable` finds it.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import InlineAsm
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import CallBase, PHINode, SelectInst
from pyllvm.ir.metadata import Attachment, MDNode, MDTuple
from pyllvm.ir.module import Module
from pyllvm.ir.types import ArrayType, StructType
from pyllvm.migrations.loss import DEBUG_INFO, HINT, Losses
from pyllvm.tables import features
from pyllvm.tables.attributes import (
    ASKING,
    FUNCTION,
    KIND_OF_WORD,
    MEMORY_EFFECTS,
    MEMORY_LOCATIONS,
    MEMORY_OTHER_BIT,
    NEWER_STRING_VALUES,
    NO_SIZE,
    OPTIONAL_SIZE,
    PARAMETER,
    RETURN,
    UNWIND_TABLE_ASYNC,
    UNWIND_TABLE_KIND,
    UNWIND_TABLE_SYNC,
    AttributeKind,
)
from pyllvm.tables.features import ELEMENT_TYPES_SINCE, LAYOUT_HINTS_SINCE, Feature
from pyllvm.tables.flags import NO_FLAGS, FlagSet
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.metadata_kinds import KNOWN_SINCE
from pyllvm.tables.metadata_versions import STRUCTURED_ANNOTATIONS_SINCE
from pyllvm.tables.opcodes import FLAGS_OF_OPERATION
from pyllvm.versions import FOREVER, SUPPORTED, summary_version


def drop_hints(module: Module, version: int, losses: Losses) -> None:
    """Take out of a module what LLVM `version` does not have and does not need.

    LLVM 23: %r = zext nneg i32 %a to i64
    LLVM 14: %r = zext i32 %a to i64

    LLVM 20: %r = trunc nuw i32 %a to i8
    LLVM 18: %r = trunc i32 %a to i8

    LLVM 20: %r = icmp samesign ult i32 %a, %b
    LLVM 18: %r = icmp ult i32 %a, %b
    """
    _Hints(module, version, losses).run()


def drop_flags(module: Module, version: int) -> None:
    """Drop from instructions only the flags that LLVM `version` does not have."""
    hints = _Hints(module, version, Losses())
    for function in module.functions:
        for instruction in function.instructions:
            if instruction.flags:
                hints._drop_flags(function, instruction)


_ACCESSES: Final = 3
_ELEMENT_TYPE: Final = "elementtype"
_ANNOTATION: Final = "annotation"
# A kind of metadata that LLVM and its users had by its word before it got a number.
_LONG_A_WORD: Final = "nosanitize"
# A dropped construct, and the first and the last LLVM that has it.
_Dropped = tuple[str, int, int]


@final
class _Hints:
    """The walk over one module."""

    def __init__(self, module: Module, version: int, losses: Losses) -> None:
        self.module: Final = module
        self.version: Final = version
        self.losses: Final = losses
        newest = module.llvm_version
        self.kinds: Final = {word: since for word, since in KNOWN_SINCE.items() if version < since <= newest}
        self.kinds.pop(_LONG_A_WORD, 0)
        self.lists: Final[dict[AttributeList, tuple[AttributeList, list[_Dropped]]]] = {}
        # By the set and its place: few sets make many lists.
        self.sets: Final[dict[tuple[AttributeSet, int], tuple[AttributeSet, list[_Dropped]]]] = {}
        # By the opcode and its flags: most losses are of few flags, at many instructions.
        self.flag_losses: Final[dict[tuple[str, int], list[tuple[str, int]]]] = {}
        # By the number of the set.
        self.newer_flags: Final[dict[int, int]] = {}

    def run(self) -> None:
        module = self.module
        self._drop_from_layout()
        for variable in module.global_variables:
            if variable.sanitizer_flags and self._lacks(features.SANITIZER_FLAGS, variable):
                variable.sanitizer_flags = 0
            if variable.code_model and self._lacks(features.CODE_MODELS, variable):
                variable.code_model = ""
        for value in module.global_values:
            if value.partition and self._lacks(features.PARTITIONS, value):
                value.partition = ""
        for ifunc in module.ifuncs:
            if ifunc.attachments and self._lacks(features.IFUNC_METADATA, ifunc):
                ifunc.attachments = []
        for value in module.global_values:
            if value.attachments:
                value.attachments = self._kept_attachments(value.attachments, value, None)
        for function in module.functions:
            self._drop_from_function(function)
        if any(block.properties for block in module.assembly_blocks) and not features.ASM_PROPERTIES.is_in(self.version):
            self.losses.drop(features.ASM_PROPERTIES.name, features.ASM_PROPERTIES.since)
            module.inline_assembly = module.inline_assembly
        self._drop_summary()

    def _drop_summary(self) -> None:
        """A linker compiles a module without a summary as a whole. An index without its module has nothing else."""
        module = self.module
        newest = summary_version(module.llvm_version)
        if module.summary is None or newest == summary_version(self.version):
            return
        if module.functions or module.global_variables:
            since = next(version for version in SUPPORTED if summary_version(version) == newest)
            self.losses.drop(f"module summary of version {newest}", since)
            module.summary = None

    def _drop_from_layout(self) -> None:
        """How functions are aligned, and where new globals go, does not change what the module's own data is like."""
        kept: list[str] = []
        for specification in self.module.data_layout.split("-"):
            since = next((since for prefix, since in LAYOUT_HINTS_SINCE if specification.startswith(prefix)), 0)
            if self.version < since:
                self.losses.drop(f"'{specification}' of the data layout", since)
            else:
                kept.append(specification)
        self.module.data_layout = "-".join(kept)

    def _lacks(self, feature: Feature, subject: GlobalValue, instruction: Instruction | None = None, grade: str = HINT) -> bool:
        if feature.is_in(self.version):
            return False
        self.losses.drop(feature.name, feature.since, subject, instruction, feature.until, grade)
        return True

    def _drop_from_function(self, function: Function) -> None:
        if function.preferred_alignment and self._lacks(features.PREFERRED_ALIGNMENTS, function):
            function.preferred_alignment = 0
        if function.is_declaration:
            if function.metadata("dbg") and self._lacks(features.DECLARED_SUBPROGRAMS, function, None, DEBUG_INFO):
                function.attachments = [one for one in function.attachments if one.kind != "dbg"]
        # Every LLVM gives intrinsics attributes of its own.
        if function.attributes is not None and not is_intrinsic(function.name, self.version):
            function.attributes = self._list(function.attributes, function, None)
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction.flags:
                    self._drop_flags(function, instruction)
                if instruction._attachments is not None and self._has_newer(instruction._attachments):
                    instruction.attachments = self._kept_attachments(instruction._attachments, function, instruction) or None
                if isinstance(instruction, CallBase) and instruction.attributes is not None:
                    if self.version < ELEMENT_TYPES_SINCE and isinstance(instruction.callee, InlineAsm):
                        self._drop_element_types(function, instruction)
                    instruction.attributes = self._list(instruction.attributes, function, instruction)

    def _has_newer(self, attachments: list[Attachment]) -> bool:
        """Whether some metadata may be of a kind, or in a form, that this LLVM does not have; mostly, none is."""
        return any(attachment._kind in self.kinds or attachment._kind == _ANNOTATION for attachment in attachments)

    def _kept_attachments(
        self, attachments: list[Attachment], subject: GlobalValue, instruction: Instruction | None
    ) -> list[Attachment]:
        """Metadata of kinds that this LLVM has."""
        if self.version < STRUCTURED_ANNOTATIONS_SINCE:
            attachments = self._plain_annotations(attachments, subject, instruction)
        kinds = self.kinds
        is_newer = False
        for one in attachments:
            if one.kind in kinds:
                is_newer = True
                self.losses.drop(f"'!{one.kind}'", kinds[one.kind], subject, instruction)
        return [one for one in attachments if one.kind not in kinds] if is_newer else attachments

    def _plain_annotations(
        self, attachments: list[Attachment], subject: GlobalValue, instruction: Instruction | None
    ) -> list[Attachment]:
        """Without annotations of several strings each."""
        kept = [one for one in attachments if one.kind != _ANNOTATION or not _has_tuples(one.node)]
        if len(kept) < len(attachments):
            self.losses.drop("tuples of '!annotation'", STRUCTURED_ANNOTATIONS_SINCE, subject, instruction)
        return kept

    # --- flags

    def _newer_flags(self, takes: FlagSet) -> int:
        """The bits of a set that this LLVM does not have."""
        found = self.newer_flags.get(takes.number)
        if found is None:
            found = 0
            for flag in takes.flags:
                if self.version < flag.since:
                    found |= flag.bit
            self.newer_flags[takes.number] = found
        return found

    def _losses_of(self, takes: FlagSet, opcode: str, flags: int) -> list[tuple[str, int]]:
        """The flags of an instruction that this LLVM does not have: their names, and the first LLVM that has each."""
        key = (opcode, flags)
        found = self.flag_losses.get(key)
        if found is None:
            found = [(takes.name_of(flag, opcode), flag.since) for flag in takes.lacking(flags, self.version)]
            self.flag_losses[key] = found
        return found

    def _drop_flags(self, function: Function, instruction: Instruction) -> None:
        takes = FLAGS_OF_OPERATION.get(instruction.opcode_name, NO_FLAGS)
        newer = self._newer_flags(takes)
        if instruction.flags & newer:
            for construct, since in self._losses_of(takes, instruction.opcode_name, instruction.flags):
                self.losses.drop(construct, since, function, instruction)
            instruction.flags &= ~newer
        if instruction.flags and isinstance(instruction, (SelectInst, PHINode, CallBase)):
            if isinstance(instruction.type, (StructType, ArrayType)):
                if self._lacks(features.FAST_MATH_OF_AGGREGATES, function, instruction):
                    instruction.flags = 0

    # --- attributes

    def _drop_element_types(self, function: Function, call: CallBase) -> None:
        """Before inline assembly took them, its pointers had types themselves."""
        attributes = call.attributes
        if attributes is None or not KIND_OF_WORD[_ELEMENT_TYPE].is_in(self.version):
            return
        changed: dict[int, AttributeSet] = {}
        for number, one in attributes.parameters.items():
            if _ELEMENT_TYPE in one:
                changed[number] = one.removing(_ELEMENT_TYPE)
                self.losses.drop(f"attribute '{_ELEMENT_TYPE}' of inline assembly", ELEMENT_TYPES_SINCE, function, call)
        call.attributes = attributes.with_parameters(changed)

    def _list(self, attributes: AttributeList, subject: Function, instruction: Instruction | None) -> AttributeList:
        found = self.lists.get(attributes)
        if found is None:
            dropped: list[_Dropped] = []
            function = self._set(attributes.function, FUNCTION, dropped)
            returned = self._set(attributes.returned, RETURN, dropped)
            parameters = {number: self._set(one, PARAMETER, dropped) for number, one in attributes.parameters.items()}
            made = AttributeList(function, returned, parameters)
            found = (attributes if made == attributes else made, dropped)
            self.lists[attributes] = found
        for construct, since, until in found[1]:
            self.losses.drop(construct, since, subject, instruction, until)
        return found[0]

    def _set(self, attributes: AttributeSet, place: int, dropped: list[_Dropped]) -> AttributeSet:
        key = (attributes, place)
        found = self.sets.get(key)
        if found is None:
            own: list[_Dropped] = []
            found = (self._kept_of_set(attributes, place, own), own)
            self.sets[key] = found
        dropped += found[1]
        return found[0]

    def _kept_of_set(self, attributes: AttributeSet, place: int, dropped: list[_Dropped]) -> AttributeSet:
        kept: list[Attribute] = []
        for attribute in attributes.attributes:
            kind = attribute.kind
            if kind is None:
                kept.append(self._string(attribute, dropped))
            elif kind.word in ASKING:
                kept.append(attribute)
            elif not kind.is_in(self.version):
                dropped.append((f"attribute '{kind.word}'", kind.since, kind.until))
            elif not kind.places(self.version) & place:
                if kind.places(self.module.llvm_version) & place:
                    dropped.append(misplaced(kind, place))
                else:
                    kept.append(attribute)
            elif kind.grammar == UNWIND_TABLE_KIND and attribute.integer == UNWIND_TABLE_SYNC:
                kept.append(self._unwind_table(attribute))
            elif kind.grammar == MEMORY_EFFECTS:
                kept.append(self._memory(attribute, dropped))
            elif kind.grammar == OPTIONAL_SIZE and attribute.integer != NO_SIZE and self.version < kind.payload_since:
                # Without its size it would promise more.
                dropped.append((f"attribute '{kind.word}' with a size", kind.payload_since, FOREVER))
            else:
                kept.append(attribute)
        return AttributeSet(kept)

    def _memory(self, attribute: Attribute, dropped: list[_Dropped]) -> Attribute:
        """A location that is not told apart yet is part of all other memory, which has the accesses of both then."""
        value = attribute.integer
        other = value >> MEMORY_OTHER_BIT & _ACCESSES
        for word, bit, since in MEMORY_LOCATIONS:
            access = value >> bit & _ACCESSES
            # Values that do not tell target memory apart have no access to it here.
            if self.version < since and access != other and not (access == 0 and word.startswith("target_mem")):
                dropped.append((f"'{word}' of the attribute 'memory'", since, FOREVER))
                other |= access
        value |= other << MEMORY_OTHER_BIT
        for word, bit, since in MEMORY_LOCATIONS:
            if self.version < since and (value >> bit & _ACCESSES or not word.startswith("target_mem")):
                value |= other << bit
        return attribute if value == attribute.integer else Attribute.of_integer(attribute.name, value)

    def _string(self, attribute: Attribute, dropped: list[_Dropped]) -> Attribute:
        newer = NEWER_STRING_VALUES.get((attribute.key, attribute.value))
        if newer is None or self.version >= newer[0]:
            return attribute
        dropped.append((f'"{attribute.key}"="{attribute.value}"', newer[0], FOREVER))
        return Attribute.of_string(attribute.key, newer[1])

    def _unwind_table(self, attribute: Attribute) -> Attribute:
        """Before there were kinds of unwind tables there was one, which had all that either has."""
        if features.UNWIND_TABLE_KINDS.is_in(self.version):
            return attribute
        return Attribute.of_integer(attribute.name, UNWIND_TABLE_ASYNC)


def _has_tuples(node: MDNode) -> bool:
    return isinstance(node, MDTuple) and any(isinstance(operand, MDTuple) for operand in node.operands)


_PLACE_NAMES: Final[dict[int, str]] = {FUNCTION: "a function", PARAMETER: "a parameter", RETURN: "a result"}


def misplaced(kind: AttributeKind, place: int) -> _Dropped:
    """An attribute in a place where only some LLVMs have it."""
    releases = [version for version in SUPPORTED if kind.is_in(version) and kind.places(version) & place]
    until = FOREVER if releases[-1] == SUPPORTED[-1] else releases[-1]
    return (f"attribute '{kind.word}' of {_PLACE_NAMES[place]}", releases[0], until)
