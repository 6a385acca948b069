"""Lists the constructs in a module that a version of LLVM does not have, in one walk, by the versions in `tables`.

The module is not changed. Attributes of intrinsic declarations are ignored, because every LLVM sets its own.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.analysis.cfg import ControlFlowGraph
from pyllvm.analysis.dominators import DominatorTree
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir import instructions
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import (
    DEACTIVATION_SYMBOL,
    POISON,
    BlockAddress,
    Constant,
    ConstantExpr,
    ConstantInt,
    ConstantPtrAuth,
    GlobalReference,
    InlineAsm,
    SimpleConstant,
)
from pyllvm.ir.constants import NO_CFI as NO_CFI_WORD
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalObject, GlobalValue
from pyllvm.ir.intrinsics.signatures import IntrinsicSignature, signature
from pyllvm.ir.metadata import DBG_DECLARE_VALUE, Attachment, DebugRecord, MDString, Metadata, MetadataAsValue, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.data_layout_text import parse as parse_data_layout
from pyllvm.ir.types import (
    BYTE,
    ArrayType,
    FloatingPointType,
    FunctionType,
    PointerType,
    StructType,
    TargetType,
    Type,
    VectorType,
)
from pyllvm.ir.types import X86_AMX as X86_AMX_KIND
from pyllvm.ir.types import X86_MMX as X86_MMX_KIND
from pyllvm.ir.value import Value
from pyllvm.migrations.equivalents.older_intrinsics import older_name
from pyllvm.migrations.hints import misplaced
from pyllvm.migrations.loss import NO_RELEASE, Loss
from pyllvm.migrations.representable_metadata import MetadataLosses
from pyllvm.tables import calling_conventions, features
from pyllvm.tables.atomics import ANYTHING, ATOMIC_RMW_OPERATIONS
from pyllvm.tables.attributes import (
    FUNCTION,
    MEMORY_EFFECTS,
    MEMORY_LOCATIONS,
    MEMORY_OTHER_BIT,
    NEWER_STRING_VALUES,
    NO_SIZE,
    NONE,
    OPTIONAL_SIZE,
    PARAMETER,
    RETURN,
    TYPE,
    UNWIND_TABLE_KIND,
    UNWIND_TABLE_SYNC,
)
from pyllvm.tables.features import Feature
from pyllvm.tables.flags import NO_FLAGS
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.metadata_kinds import bundle_tag_since
from pyllvm.tables.module_flags import MINIMUM, MODULE_FLAGS
from pyllvm.tables.opcodes import FLAGS_OF_OPERATION, OPCODES_BY_NAME, last_as_constant
from pyllvm.tables.renamed_intrinsics import SPLICE, SPLICE_SIGNS
from pyllvm.versions import FOREVER, NEXT, OLDEST, SUPPORTED, summary_version

_OLD_MAXIMUM_ALIGNMENT: Final = 1 << 29


def representable(module: Module, version: int) -> list[Loss]:
    """The constructs in the module that LLVM `version` does not have, in the module's order; empty if it has them all."""
    module.materialize()
    return _Walk(module, version).run()


@final
class _Walk:
    """One walk over a module."""

    def __init__(self, module: Module, version: int) -> None:
        self.module: Final = module
        self.version: Final = version
        self.losses: Final[list[Loss]] = []
        # The current location of the walk, which losses record.
        self.subject: GlobalValue | None = None
        self.instruction: Instruction | None = None
        self.types: Final[set[Type]] = set()
        # Those that were accessed, and hold no scalable vectors.
        self.fixed_structs: Final[set[Type]] = set()
        self.constants: Final[set[Value]] = set()
        self.lists: Final[set[AttributeList]] = set()
        self.metadata: Final = MetadataLosses(version, self.lose_named, self.add_constant)
        layout = module.data_layout
        self.program_space: Final = _program_address_space(layout, module.llvm_version)

    def run(self) -> list[Loss]:
        module = self.module
        self._add_layout()
        for variable in module.global_variables:
            self._add_global(variable)
            if variable.sanitizer_flags:
                self.require(features.SANITIZER_FLAGS)
            if variable.code_model:
                self.require(features.CODE_MODELS)
            if variable.attributes is not None:
                self._add_set(variable.attributes, FUNCTION)
        for function in module.functions:
            self._add_function(function)
        for alias in module.aliases:
            self._add_global(alias)
            if alias.linkage == "available_externally":
                self.require(features.AVAILABLE_EXTERNALLY_ALIASES)
        for ifunc in module.ifuncs:
            self._add_global(ifunc)
            if ifunc.attachments:
                self.require(features.IFUNC_METADATA)
        self.subject = None
        if any(block.properties for block in module.assembly_blocks):
            self.require(features.ASM_PROPERTIES)
        for named in module.named_metadata:
            for node in named.operands:
                self.metadata.add(node)
            if named.name == MODULE_FLAGS:
                for flag in named.operands:
                    self._add_module_flag(flag.operands)
        if module.summary is not None and summary_version(self.version) != summary_version(module.llvm_version):
            since = min(v for v in SUPPORTED if summary_version(v) == summary_version(module.llvm_version))
            self.lose_named(f"a module summary of version {summary_version(module.llvm_version)}", since)
        return self.losses

    # --- losses

    def lose_named(self, construct: str, since: int, until: int = FOREVER) -> None:
        """Record that LLVM lacks this construct at the current location."""
        self.losses.append(Loss(construct, since, until, self.subject, self.instruction))

    def require(self, feature: Feature) -> None:
        """Record the feature if LLVM does not have it."""
        if not feature.is_in(self.version):
            self.lose_named(feature.name, feature.since, feature.until)

    # --- the module

    def _add_layout(self) -> None:
        layout = self.module.data_layout
        for specification in layout.split("-"):
            for prefix, since in features.LAYOUT_SPECIFICATIONS_SINCE:
                if self.version < since and specification.startswith(prefix):
                    self.lose_named(f"'{specification}' in the data layout", since)
        if not layout or _layout_parses(layout, self.version) or not _layout_parses(layout, self.module.llvm_version):
            return
        since = self.module.llvm_version
        while since > OLDEST and _layout_parses(layout, since - 1):
            since -= 1
        self.lose_named(f"the data layout '{layout}'", since)

    def _add_module_flag(self, operands: list[object]) -> None:
        behavior = operands[0] if operands else None
        if isinstance(behavior, ValueAsMetadata) and isinstance(behavior.value, ConstantInt):
            if behavior.value.value == MINIMUM:
                self.require(features.MODULE_FLAG_MINIMUM)

    def _add_global(self, value: GlobalValue) -> None:
        self.subject = value
        self.instruction = None
        self.add_type(value.type)
        self.add_type(value.value_type)
        if isinstance(value, GlobalObject):
            self._add_alignment(value.alignment)
        if value.partition:
            self.require(features.PARTITIONS)
        for operand in value.operands:
            self.add_constant(operand)
        self._add_attachments(value.attachments)

    def _add_function(self, function: Function) -> None:
        self._add_global(function)
        if function.address_space != self.program_space:
            self.require(features.FUNCTION_ADDRESS_SPACES)
        if function.preferred_alignment:
            self.require(features.PREFERRED_ALIGNMENTS)
        self._add_convention(function.calling_convention_number)
        if function.is_intrinsic and function.is_declaration:
            self._add_intrinsic(function)
        elif function.attributes is not None:
            self._add_list(function.attributes)
        if function.is_declaration and function.metadata("dbg"):
            self.require(features.DECLARED_SUBPROGRAMS)
        for block in function.blocks:
            for instruction in block.instructions:
                self.instruction = instruction
                self._add_instruction(instruction)
            if block.trailing_debug_records is not None:
                self.instruction = None
                self._add_records(block.trailing_debug_records)
        self.instruction = None

    def _add_intrinsic(self, function: Function) -> None:
        name = function.name
        known = signature(name, self.module.llvm_version)
        # Most intrinsics are, and a question about every release takes long.
        if _is_same_intrinsic(name, known, self.version) and _has_signature(function, self.version):
            return
        releases = [v for v in SUPPORTED if self._has_intrinsic(function, known, v)]
        is_other = _is_same_intrinsic(name, known, self.version)
        construct = f"the operands of the intrinsic '{name}'" if is_other else f"the intrinsic '{name}'"
        if not releases:
            # A name that no release knows is as good for this one as for the module's own, unless it is an intrinsic here.
            if is_other and self.version != self.module.llvm_version:
                self.lose_named(construct, *NO_RELEASE)
        else:
            self.lose_named(construct, releases[0], FOREVER if releases[-1] == NEXT else releases[-1])

    def _has_intrinsic(self, function: Function, known: IntrinsicSignature | None, version: int) -> bool:
        """Whether LLVM of this version has an intrinsic, by this name or an older one."""
        name = function.name
        if _is_same_intrinsic(name, known, version) and _has_signature(function, version):
            return True
        if name.startswith(tuple(SPLICE_SIGNS)):
            return bool(older_name(SPLICE, function.function_type, features.VECTOR_SPLICE_SIDES.since - 1, version))
        return bool(older_name(name, function.function_type, self.module.llvm_version, version))

    # --- attributes

    def _add_list(self, attributes: AttributeList) -> None:
        if attributes in self.lists:
            return
        self.lists.add(attributes)
        self._add_set(attributes.function, FUNCTION)
        self._add_set(attributes.returned, RETURN)
        for parameter in attributes.parameters.values():
            self._add_set(parameter, PARAMETER)

    def _add_set(self, attributes: AttributeSet, place: int) -> None:
        for attribute in attributes.attributes:
            self._add_attribute(attribute, place)

    def _add_attribute(self, attribute: Attribute, place: int) -> None:
        kind = attribute.kind
        version = self.version
        if kind is None:
            newer = NEWER_STRING_VALUES.get((attribute.key, attribute.value))
            since = 0 if newer is None else newer[0]
            if version < since:
                self.lose_named(f'"{attribute.key}"="{attribute.value}"', since)
            return
        if not kind.is_in(version):
            self.lose_named(f"the attribute '{kind.word}'", kind.since, kind.until)
            return
        if not kind.places(version) & place and kind.places(self.module.llvm_version) & place:
            construct, since, until = misplaced(kind, place)
            self.lose_named(f"the {construct}", since, until)
        if attribute.type is not None:
            self.add_type(attribute.type)
            if kind.payload == TYPE and kind.payload_in(version) == NONE:
                self.lose_named(f"the type of '{kind.word}'", kind.payload_since)
        elif kind.grammar == UNWIND_TABLE_KIND and attribute.integer == UNWIND_TABLE_SYNC:
            self.require(features.UNWIND_TABLE_KINDS)
        elif kind.grammar == MEMORY_EFFECTS:
            self._add_memory(attribute.integer)
        elif kind.grammar == OPTIONAL_SIZE and attribute.integer != NO_SIZE and version < kind.payload_since:
            self.lose_named(f"the size of '{kind.word}'", kind.payload_since)

    def _add_memory(self, value: int) -> None:
        other = value >> MEMORY_OTHER_BIT & 3
        for word, bit, since in MEMORY_LOCATIONS:
            access = value >> bit & 3
            # Before a location is known it has the access of "other memory"; no access to target memory is the default.
            if self.version < since and access != other and not (access == 0 and word.startswith("target_mem")):
                self.lose_named(f"'{word}' of the attribute 'memory'", since)

    def _add_convention(self, number: int) -> None:
        since = calling_conventions.since(number)
        if self.version < since:
            self.lose_named(f"the calling convention '{calling_conventions.text(number, since).strip()}'", since)

    # --- types

    def add_type(self, type: Type) -> None:
        """Check a type and the types that it contains."""
        if type in self.types:
            return
        waiting = [type]
        while waiting:
            one = waiting.pop()
            if one in self.types:
                continue
            self.types.add(one)
            self._add_one_type(one)
            waiting.extend(one.contained_types)

    def _add_one_type(self, type: Type) -> None:
        if isinstance(type, PointerType):
            self.require(features.OPAQUE_POINTERS if type.pointee is None else features.TYPED_POINTERS)
        elif isinstance(type, VectorType):
            if type.is_scalable:
                self.require(features.SCALABLE_VECTORS)
        elif isinstance(type, StructType):
            if _holds_scalable_vectors(type):
                self.require(features.SCALABLE_STRUCTS)
        elif isinstance(type, ArrayType):
            if isinstance(type.element, VectorType) and type.element.is_scalable:
                self.require(features.SCALABLE_ARRAYS)
        elif isinstance(type, FloatingPointType):
            if type.name == "bfloat":
                self.require(features.BFLOAT)
        elif isinstance(type, TargetType):
            self.require(features.TARGET_TYPES)
        elif type.kind == BYTE:
            self.require(features.BYTE_TYPES)
        elif type.kind == X86_AMX_KIND:
            self.require(features.X86_AMX)
        elif type.kind == X86_MMX_KIND:
            self.require(features.X86_MMX)

    # --- constants

    def add_constant(self, value: Value) -> None:
        """Check a constant or inline assembly, and its operands."""
        waiting = [value]
        while waiting:
            one = waiting.pop()
            if one in self.constants:
                continue
            if isinstance(one, GlobalValue):
                self.constants.add(one)
                continue
            if isinstance(one, MetadataAsValue):
                self.metadata.add(one.metadata)
                continue
            if not isinstance(one, (Constant, InlineAsm)):
                continue
            self.constants.add(one)
            self.add_type(one.type)
            if isinstance(one, Constant):
                self._add_one_constant(one)
                if not isinstance(one, BlockAddress) and not self._is_left_whole(one):
                    waiting.extend(one.operands)
            else:
                self.add_type(one.function_type)
                if one.can_throw:
                    self.require(features.ASM_UNWIND)

    def _is_left_whole(self, constant: Constant) -> bool:
        """Whether nothing in a constant has been changed, because the constant itself cannot be kept."""
        return isinstance(constant, ConstantPtrAuth) and not features.POINTER_AUTHENTICATION.is_in(self.version)

    def _add_one_constant(self, constant: Constant) -> None:
        if isinstance(constant, SimpleConstant):
            if constant.kind == POISON:
                self.require(features.POISON)
        elif isinstance(constant, ConstantExpr):
            self._add_expression(constant)
        elif isinstance(constant, GlobalReference):
            self.require(features.NO_CFI if constant.kind == NO_CFI_WORD else features.DSO_LOCAL_EQUIVALENT)
        elif isinstance(constant, ConstantPtrAuth):
            self.require(features.POINTER_AUTHENTICATION)
            if len(constant.operands) > DEACTIVATION_SYMBOL and not _is_null_pointer(constant.operands[DEACTIVATION_SYMBOL]):
                self.require(features.DEACTIVATION_SYMBOLS)

    def _add_expression(self, expression: ConstantExpr) -> None:
        word = expression.opcode
        opcode = OPCODES_BY_NAME.get(word)
        since = 0 if opcode is None else opcode.since
        until = last_as_constant(word)
        if not since <= self.version <= until:
            self.lose_named(f"a constant '{word}'", since, until)
        if word == "getelementptr":
            self._add_flags(word, expression.flags)
            if expression.source_element_type is not None:
                self.add_type(expression.source_element_type)
            if expression.in_range is not None:
                is_index = isinstance(expression.in_range, int)
                self.require(features.INRANGE_INDICES if is_index else features.INRANGE_BOUNDS)

    def _add_flags(self, operation: str, bits: int) -> None:
        takes = FLAGS_OF_OPERATION.get(operation, NO_FLAGS)
        for flag in takes.lacking(bits, self.version):
            self.lose_named(takes.name_of(flag, operation), flag.since)

    # --- instructions

    def _add_instruction(self, instruction: Instruction) -> None:
        if instruction.type not in self.types:
            self.add_type(instruction.type)
        for operand in instruction.operands:
            if operand._is_local():
                continue
            if isinstance(operand, MetadataAsValue):
                self.metadata.add(operand.metadata)
            elif operand not in self.constants:
                self.add_constant(operand)
        if instruction._debug_records is not None:
            self._add_records(instruction._debug_records)
        if instruction._debug_location is not None:
            self.metadata.add(instruction._debug_location)
        if instruction._attachments is not None:
            self._add_attachments(instruction._attachments)
        if isinstance(instruction, instructions.CallBase):
            self._add_call(instruction)
            return
        if isinstance(instruction, (instructions.BinaryOperator, instructions.UnaryOperator, instructions.CastInst)):
            opcode = instruction.opcode
            if self.version < opcode.since:
                self.lose_named(f"'{opcode.name}'", opcode.since)
        elif isinstance(instruction, instructions.GetElementPtrInst):
            self.add_type(instruction.source_element_type)
        elif isinstance(instruction, instructions.AllocaInst):
            self.add_type(instruction.allocated_type)
            self._add_access(instruction.allocated_type)
            self._add_alignment(instruction.alignment)
        elif isinstance(instruction, instructions.FreezeInst):
            self.require(features.FREEZE)
        elif isinstance(instruction, instructions.BitExtractInst):
            self.require(features.BIT_EXTRACTION)
            self.add_type(instruction.type)
        elif isinstance(instruction, instructions.BitInsertInst):
            self.require(features.BIT_INSERTION)
        elif isinstance(instruction, instructions.ShuffleVectorInst):
            # Undefined elements of a mask are written as each version writes them.
            self.add_type(instruction.mask.type)
        else:
            self._add_memory_access(instruction)
        if instruction.flags:
            self._add_flags(instruction.opcode_name, instruction.flags)
            self._add_aggregate_flags(instruction)

    def _add_aggregate_flags(self, instruction: Instruction) -> None:
        if isinstance(instruction.type, (StructType, ArrayType)):
            self.require(features.FAST_MATH_OF_AGGREGATES)

    def _add_access(self, type: Type) -> None:
        if isinstance(type, StructType) and type not in self.fixed_structs:
            if _holds_scalable_vectors(type):
                self.require(features.SCALABLE_STRUCT_ACCESSES)
            else:
                self.fixed_structs.add(type)

    def _add_alignment(self, alignment: int) -> None:
        if alignment > _OLD_MAXIMUM_ALIGNMENT:
            self.require(features.LARGE_ALIGNMENTS)

    def _add_memory_access(self, instruction: Instruction) -> None:
        if isinstance(instruction, (instructions.LoadInst, instructions.StoreInst)):
            accessed = instruction.type if isinstance(instruction, instructions.LoadInst) else instruction.value.type
            self._add_alignment(instruction.alignment)
            self._add_access(accessed)
            if instruction.ordering_number and isinstance(accessed, VectorType):
                self.require(features.ATOMIC_VECTORS)
        elif isinstance(instruction, instructions.AtomicCmpXchgInst):
            self._add_atomic_alignment(instruction.alignment, instruction.operands[1].type)
        elif isinstance(instruction, instructions.AtomicRMWInst):
            self._add_read_modify_write(instruction)

    def _add_read_modify_write(self, instruction: instructions.AtomicRMWInst) -> None:
        operation = ATOMIC_RMW_OPERATIONS[instruction.operation_number]
        type = instruction.operands[1].type
        if self.version < operation.since:
            self.lose_named(f"'atomicrmw {operation.word}'", operation.since)
        elif operation.operand == ANYTHING:
            if isinstance(type, FloatingPointType):
                self.require(features.ATOMIC_XCHG_OF_FLOATS)
            elif isinstance(type, PointerType):
                self.require(features.ATOMIC_XCHG_OF_POINTERS)
            elif isinstance(type, VectorType) and not instruction.is_elementwise:
                self.require(features.ATOMIC_XCHG_OF_VECTORS)
        elif isinstance(type, VectorType):
            is_integer = type.is_integer_or_vector
            self.require(features.ATOMIC_INTEGER_VECTORS if is_integer else features.ATOMIC_VECTOR_OPERATIONS)
        if instruction.is_elementwise:
            self.require(features.ELEMENTWISE)
        self._add_atomic_alignment(instruction.alignment, type)

    def _add_atomic_alignment(self, alignment: int, type: Type) -> None:
        """Check an atomic operation's alignment: before it could be specified, it was the size of the operation.

        A larger alignment is a promise, which nothing needs. With a smaller one, newer LLVMs call a function of a library.
        """
        if alignment and not features.ATOMIC_ALIGNMENT.is_in(self.version):
            layout = DataLayout(self.module.data_layout, self.version)
            if alignment < layout.store_size(type):
                self.require(features.ATOMIC_ALIGNMENT)

    def _add_call(self, call: instructions.CallBase) -> None:
        self.add_type(call.function_type)
        self._add_convention(call.calling_convention_number)
        if call.attributes is not None:
            self._add_list(call.attributes)
        if call.flags:
            self._add_aggregate_flags(call)
        callee = call.callee
        if isinstance(callee.type, PointerType) and callee.type.address_space != self.program_space:
            self.require(features.CALL_ADDRESS_SPACES)
        if call.bundles is not None:
            for bundle in call.bundles:
                since = bundle_tag_since(bundle.tag)
                if self.version < since <= self.module.llvm_version:
                    self.lose_named(f"the operand bundle '{bundle.tag}'", since)
                if any(isinstance(operand, MetadataAsValue) for operand in call.operands[bundle.begin : bundle.end]):
                    self.require(features.METADATA_BUNDLES)
        if isinstance(call, instructions.CallBrInst):
            self.require(features.CALLBR)
            if call.has_uses and not features.CALLBR_RESULTS.is_in(self.version) and not self._is_used_by_default(call):
                self.require(features.CALLBR_RESULTS)
            if isinstance(callee, InlineAsm):
                if "!" in callee.constraints:
                    self.require(features.ASM_LABELS)
                elif call.indirect_count:
                    self.require(features.ASM_LABEL_ADDRESSES)
            else:
                self.require(features.CALLBR_INTRINSICS)

    def _is_used_by_default(self, call: instructions.CallBrInst) -> bool:
        """Whether only the way to the default block leads to the uses of a result."""
        function = call.function
        if function is None:
            return True
        for number, block in enumerate(function.blocks):
            block.number = number
        dominators = DominatorTree(ControlFlowGraph(function.blocks), self.version)
        for user in call.users:
            if isinstance(user, Instruction) and user.parent is not None:
                for index, operand in enumerate(user.operands):
                    if operand is call and not dominators.dominates_use(call, user, index):
                        return False
        return True

    # --- metadata

    def _add_attachments(self, attachments: list[Attachment]) -> None:
        for attachment in attachments:
            node = attachment.node
            self.metadata.add(node)
            if attachment.kind == "prof" and len(node.operands) > 1:
                name, origin = node.operands[0], node.operands[1]
                if isinstance(name, MDString) and name.text == "branch_weights" and isinstance(origin, MDString):
                    self.require(features.EXPECTED_WEIGHTS)

    def _add_records(self, records: list[DebugRecord]) -> None:
        for record in records:
            self.require(features.DEBUG_RECORDS)
            if record.kind == DBG_DECLARE_VALUE:
                self.require(features.DECLARED_VALUES)
            parts: list[Metadata | None] = [record.location, record.variable, record.expression, record.debug_location]
            for part in [*parts, record.assign_id, record.address, record.address_expression]:
                if part is not None:
                    self.metadata.add(part)


def _holds_scalable_vectors(type: StructType) -> bool:
    return any(isinstance(one, VectorType) and one.is_scalable for one in type.contained_types)


def _is_null_pointer(value: Value) -> bool:
    return isinstance(value, SimpleConstant)


def _is_same_intrinsic(name: str, known: IntrinsicSignature | None, version: int) -> bool:
    """Whether LLVM of this version takes the name for the same intrinsic, and not a part of it for types after another's."""
    if not is_intrinsic(name, version):
        return False
    other = signature(name, version)
    return known is None or other is None or not known.name.startswith(other.name + ".")


def _has_signature(function: Function, version: int) -> bool:
    """Whether LLVM of this version has an intrinsic with this name and type; true if its type is not known."""
    known = signature(function.name, version)
    type = function.function_type
    assert isinstance(type, FunctionType)
    return known is None or not known.match(type).mismatch


def _layout_parses(layout: str, version: int) -> bool:
    try:
        parse_data_layout(layout, version)
    except PyllvmError:
        return False
    return True


def _program_address_space(layout: str, version: int) -> int:
    try:
        return DataLayout(layout, version).program_address_space
    except PyllvmError:
        return 0
