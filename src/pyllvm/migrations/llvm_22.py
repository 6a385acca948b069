"""LLVM 22: lifetimes without sizes, alignments of masked accesses as attributes, `ptrtoaddr`, deactivation symbols."""

from __future__ import annotations

import re

from pyllvm.editing.replacement import constant_key, forget_constant, replace_everywhere
from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.constants import (
    DEACTIVATION_SYMBOL,
    ConstantAggregate,
    ConstantExpr,
    ConstantInt,
    ConstantPtrAuth,
    SimpleConstant,
    keep_constant,
    null_value,
)
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase, CallInst, CastInst, CmpInst, LoadInst, StoreInst
from pyllvm.ir.intrinsics.overloaded_names import mangled_intrinsic_name
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.metadata import DBG_DECLARE_VALUE, DBG_VALUE, DebugRecord, SpecializedNode, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import Context, PointerType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.migrations.changes import READER, Change
from pyllvm.migrations.debug_info.fields import set_field
from pyllvm.migrations.equivalents.older_intrinsics import older_name
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import (
    declared_in_place,
    declared_intrinsic,
    remove_function,
    replace_call,
    replace_with_instructions,
)
from pyllvm.migrations.on_reading.target_intrinsics.nvvm_instructions import COPIES, SHARED, TENSOR_COPIES
from pyllvm.migrations.rewritten_constants import expressions_of
from pyllvm.notation import Final, Sequence
from pyllvm.tables.dwarf import LANGUAGE_NAMES, LANGUAGES
from pyllvm.tables.features import (
    ATOMIC_VECTORS,
    DEACTIVATION_SYMBOLS,
    DECLARED_VALUES,
    SOURCE_LANGUAGE_NAMES,
    VECTOR_SPLICE_SIDES,
)
from pyllvm.tables.opcodes import BITCAST, INTTOPTR, PTRTOADDR, PTRTOINT, ZEXT
from pyllvm.tables.predicates import ICMP_NUMBERS
from pyllvm.tables.reading_versions import (
    CLUSTER_POINTERS_SINCE,
    LIFETIME_WITHOUT_SIZE_SINCE,
    MASKED_ALIGNMENT_IS_ATTRIBUTE_SINCE,
)
from pyllvm.tables.renamed_intrinsics import SPLICE, SPLICE_SIGNS
from pyllvm.tables.target_versions import POINTER_FLAGS_SINCE

# --- `llvm.lifetime.start` and `end` have no size. Older LLVMs crash without it.
#
# The way up is in `on_reading.lifetime`: LLVM goes it whenever it reads a module.

_NAMES: Final = ("llvm.lifetime.start.", "llvm.lifetime.end.")
_ANY_SIZE: Final = -1


def downgrade_lifetime_size(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Give the calls the size -1, which fits any alloca.

    LLVM 22:
        %a = alloca i32, align 4
        call void @llvm.lifetime.start.p0(ptr %a)
    LLVM 21:
        %a = alloca i32, align 4
        call void @llvm.lifetime.start.p0(i64 -1, ptr %a)
    """
    bodies.begin_edits()
    replaced: dict[Instruction, CallBase] = {}
    context = module.context
    size = context.integer(64)
    for function in list(module.functions):
        if not function.name.startswith(_NAMES) or len(function.function_type.parameters) != 1:
            continue
        calls = [user for user in function.users if isinstance(user, CallBase) and user.callee is function]
        type = context.function(context.void, [size, *function.function_type.parameters])
        if not calls:
            remove_function(module, function)
            continue
        new = declared_in_place(module, function, function.name, type, version)
        for call in calls:
            replaced[call] = _add_size(call, new, ConstantInt.get(size, _ANY_SIZE))
        remove_function(module, function)
    bodies.replace(replaced)


def _add_size(call: CallBase, new: Function, size: ConstantInt) -> CallInst:
    attributes = call.attributes
    function = call.function
    # Nothing uses such a call, and the uses of its pointer that nobody has asked for yet follow from the operands later.
    uses = call.type.context.uses
    was_reading = uses.set_reading(function is not None and function.has_deferred_uses)
    made = replace_call(call, new, [size, *call.arguments])
    uses.set_reading(was_reading)
    made.attachments = call.attachments
    if attributes is not None:
        parameters = {number + 1: one for number, one in attributes.parameters.items()}
        made.attributes = AttributeList(attributes.function, attributes.returned, parameters)
    if isinstance(call, CallInst):
        made.tail_kind = call.tail_kind
    return made


# --- The alignment of `llvm.masked.load` and its like is an attribute of the pointer; before it was an argument.
#
# The way up is in `on_reading.masked`: LLVM goes it whenever it reads a module.

# By the beginning of the name: which argument the pointer is.
_POINTER_PLACES: Final[dict[str, int]] = {
    "llvm.masked.load.": 0,
    "llvm.masked.store.": 1,
    "llvm.masked.gather.": 0,
    "llvm.masked.scatter.": 1,
}
_BEFORE: Final = MASKED_ALIGNMENT_IS_ATTRIBUTE_SINCE - 1
_NEW_PARAMETERS: Final = 3
_NO_ALIGNMENT: Final = 1


def downgrade_masked_alignment(module: Module, version: int, losses: Losses) -> None:
    """Put the alignment behind the pointer.

    LLVM 22: %r = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 8 %p, <4 x i1> %m, <4 x i32> %a)
    LLVM 21: %r = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 8, <4 x i1> %m, <4 x i32> %a)
    """
    context = module.context
    for function in list(module.functions):
        pointer = _pointer_of(function)
        if pointer < 0:
            continue
        calls = [user for user in function.users if isinstance(user, CallBase) and user.callee is function]
        old = function.function_type
        parameters = [*old.parameters[: pointer + 1], context.integer(32), *old.parameters[pointer + 1 :]]
        type = context.function(old.return_type, parameters)
        name = mangled_intrinsic_name(function.name, type, _BEFORE) or function.name
        new = declared_in_place(module, function, name, type, _BEFORE)
        for call in calls:
            _add_alignment(call, new, pointer)
        remove_function(module, function)


def _pointer_of(function: Function) -> int:
    if len(function.function_type.parameters) == _NEW_PARAMETERS:
        for prefix, pointer in _POINTER_PLACES.items():
            if function.name.startswith(prefix):
                return pointer
    return -1


def _add_alignment(call: CallBase, new: Function, pointer: int) -> None:
    attributes = call.attributes
    alignment = None if attributes is None else attributes.parameter(pointer).find("align")
    number = ConstantInt.get(call.type.context.integer(32), _NO_ALIGNMENT if alignment is None else alignment.integer)
    arguments = call.arguments
    made = replace_call(call, new, [*arguments[: pointer + 1], number, *arguments[pointer + 1 :]])
    made.attachments = call.attachments
    if attributes is not None:
        moved = {}
        for place, one in attributes.parameters.items():
            kept = one.removing("align") if place == pointer else one
            if kept:
                moved[place if place <= pointer else place + 1] = kept
        made.attributes = AttributeList(attributes.function, attributes.returned, moved)
    if isinstance(call, CallInst):
        made.tail_kind = call.tail_kind


# --- NVPTX's reducing barriers are `barrier.cta.red.*`, and bulk copies name the cluster's memory.
#
# The way up is in `on_reading.target_intrinsics.nvvm_instructions`: LLVM goes it whenever it reads a module. An older LLVM that
# meets a new name takes it for a function elsewhere.

_PREFIX: Final = "llvm.nvvm."
# name: the older name, which reduces at barrier 0 alone, over numbers that are 0 or not
_REDUCING: Final[dict[str, str]] = {
    "barrier.cta.red.and.aligned.all": "barrier0.and",
    "barrier.cta.red.or.aligned.all": "barrier0.or",
    "barrier.cta.red.popc.aligned.all": "barrier0.popc",
}


def downgrade_nvvm_intrinsics(module: Module, version: int, losses: Losses) -> None:
    """Call the intrinsics by the names of LLVM `version`; what has none stays.

    LLVM 22: %r = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %a)
    LLVM 20:
        %1 = zext i1 %a to i32
        %r = call i32 @llvm.nvvm.barrier0.popc(i32 %1)
    """
    for function in list(module.functions):
        if not function.is_declaration or not function.name.startswith(_PREFIX):
            continue
        name = function.name.removeprefix(_PREFIX)
        if version < CLUSTER_POINTERS_SINCE and (name in COPIES or name in TENSOR_COPIES):
            _plain_copies(module, function, name, version)
            continue
        if signature(function.name, version) is not None:
            continue
        if name in _REDUCING:
            for call in function.users:
                if isinstance(call, CallBase) and call.callee is function and _is_of_first(call):
                    _reduce(module, call, _PREFIX + _REDUCING[name], version)
            if not function.has_uses:
                remove_function(module, function)


def _plain_copies(module: Module, function: Function, name: str, version: int) -> None:
    """Copies whose pointer into the cluster's memory comes from the block's own, and that name no group, have an older form."""
    context = module.context
    is_tensor = name in TENSOR_COPIES
    for call in [user for user in function.users if isinstance(user, CallInst) and user.callee is function]:
        arguments = call.arguments
        pointer = _cast_pointer(arguments[0])
        if is_tensor:
            group = arguments.pop()
            if not isinstance(group, ConstantInt) or group.value:
                continue
        if pointer is None:
            continue
        arguments[0] = pointer
        type = context.function(context.void, [argument.type for argument in arguments])
        older = declared_intrinsic(module, function.name, type, version)
        made = replace_call(call, older, arguments)
        made.tail_kind = call.tail_kind
    if not function.has_uses:
        remove_function(module, function)


def _cast_pointer(pointer: Value) -> Value | None:
    """The pointer that was cast to a pointer into a cluster's memory, if it points into the block's memory."""
    if isinstance(pointer, CastInst) or (isinstance(pointer, ConstantExpr) and pointer.opcode == "addrspacecast"):
        source = pointer.operands[0]
        if isinstance(source.type, PointerType) and source.type.address_space == SHARED:
            return source
    return None


def _is_of_first(call: CallBase) -> bool:
    number = call.operands[0]
    return isinstance(number, ConstantInt) and number.value == 0


def _reduce(module: Module, call: CallBase, name: str, version: int) -> None:
    """The older reduction takes a number in place of a truth value, and returns one."""
    integer = module.context.integer(32)
    value = CastInst(ZEXT, call.operands[1], integer)
    older = declared_intrinsic(module, name, module.context.function(integer, [integer]), version)
    made = CallInst(older.function_type, older, [value])
    instructions: list[Instruction] = [value, made]
    if call.type is not integer:
        instructions.append(CmpInst(ICMP_NUMBERS["ne"], made, ConstantInt.get(integer, 0), call.type))
    instructions[-1].put_name(call.name)
    replace_with_instructions(call, instructions)


# --- `ptrtoaddr`. Before, `ptrtoint` to the same integer gave the address; it also exposes the pointer's provenance.


def downgrade_pointer_addresses(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Put `ptrtoint` in the place of every `ptrtoaddr`.

    LLVM 22: %r = ptrtoaddr ptr %p to i64
    LLVM 21: %r = ptrtoint ptr %p to i64
    """
    for expression in expressions_of(module, bodies, PTRTOADDR.name):
        replace_everywhere(expression, ConstantExpr.get(expression.type, PTRTOINT.name, expression.operands[:]))
    casts = bodies.found().address_casts
    for cast in casts:
        cast.opcode = PTRTOINT
    casts.clear()


# --- Atomic loads and stores of vectors. Before, they accessed an integer of the vector's size.


def downgrade_atomic_vectors(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Access an integer, and cast it.

    LLVM 22: %r = load atomic <2 x i32>, ptr %p acquire, align 8
    LLVM 21:
        %1 = load atomic i64, ptr %p acquire, align 8
        %r = bitcast i64 %1 to <2 x i32>

    LLVM 22: store atomic <2 x ptr> %v, ptr %p release, align 16
    LLVM 21:
        %1 = ptrtoint <2 x ptr> %v to <2 x i64>
        %2 = bitcast <2 x i64> %1 to i128
        store atomic i128 %2, ptr %p release, align 16
    """
    layout = DataLayout(module.data_layout, module.llvm_version)
    for access in bodies.found().atomic_accesses:
        if isinstance(access, LoadInst) and isinstance(access.type, VectorType):
            _replace_load(module.context, layout, access, access.type)
        elif isinstance(access, StoreInst) and isinstance(access.value.type, VectorType):
            _replace_store(module.context, layout, access, access.value.type)


def _replace_load(context: Context, layout: DataLayout, load: LoadInst, type: VectorType) -> None:
    integer = context.integer(layout.size_in_bits(type))
    made = LoadInst(integer, load.pointer, load.alignment, load.is_volatile)
    made.ordering_number = load.ordering_number
    made.sync_scope = load.sync_scope
    made.attachments = load.attachments
    instructions: list[Instruction] = [made]
    if isinstance(type.element, PointerType):
        addresses = CastInst(BITCAST, made, _addresses(context, layout, type))
        instructions += [addresses, CastInst(INTTOPTR, addresses, type, name=load.name)]
    else:
        instructions.append(CastInst(BITCAST, made, type, name=load.name))
    replace_with_instructions(load, instructions)


def _replace_store(context: Context, layout: DataLayout, store: StoreInst, type: VectorType) -> None:
    integer = context.integer(layout.size_in_bits(type))
    instructions: list[Instruction] = []
    value: Value = store.value
    if isinstance(type.element, PointerType):
        addresses = CastInst(PTRTOINT, value, _addresses(context, layout, type))
        instructions.append(addresses)
        value = addresses
    cast = CastInst(BITCAST, value, integer)
    made = StoreInst(store.type, cast, store.pointer, store.alignment, store.is_volatile)
    made.ordering_number = store.ordering_number
    made.sync_scope = store.sync_scope
    made.attachments = store.attachments
    replace_with_instructions(store, [*instructions, cast, made])


def _addresses(context: Context, layout: DataLayout, type: VectorType) -> Type:
    """Integers in the place of a vector's pointers."""
    pointer = type.element
    assert isinstance(pointer, PointerType)
    return context.vector(context.integer(layout.pointer_bits(pointer.address_space)), type.count, type.is_scalable)


# --- `#dbg_declare_value`, the value of a variable in its whole scope. Before, `#dbg_value` gave it from its place on.


def downgrade_declared_values(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Make it the variable's value from there on.

    LLVM 22:
        define void @f() {
          #dbg_declare_value(i32 0, !1, !DIExpression(), !4)
          ret void
        }
        !llvm.module.flags = !{!0}
        !0 = !{i32 2, !"Debug Info Version", i32 3}
        !1 = !DILocalVariable(name: "v", scope: !2)
        !2 = distinct !DISubprogram(name: "f", type: !3)
        !3 = !DISubroutineType(types: !{})
        !4 = !DILocation(line: 1, scope: !2)
    LLVM 21:
        define void @f() {
          #dbg_value(i32 0, !1, !DIExpression(), !5)
          ret void
        }
    """
    for block in bodies.found().recorded:
        for instruction in block.instructions:
            _change(instruction.debug_records)
        _change(block.trailing_debug_records)


def _change(records: list[DebugRecord] | None) -> None:
    for record in records or ():
        if record.kind == DBG_DECLARE_VALUE:
            record.kind = DBG_VALUE


# --- `llvm.vector.splice.left` and `right`. Before, the sign of the offset of `llvm.vector.splice` told them apart.
#
# The way up is in `on_reading.intrinsics`: LLVM goes it whenever it reads a module.

_OPERANDS: Final = 3


def downgrade_vector_splices(module: Module, version: int, losses: Losses) -> None:
    """Call `llvm.vector.splice` with an offset of that sign; others, and calls without such an intrinsic, stay.

    LLVM 22: %r = call <4 x i32> @llvm.vector.splice.right.v4i32(<4 x i32> %a, <4 x i32> %b, i32 2)
    LLVM 21: %r = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> %a, <4 x i32> %b, i32 -2)
    """
    for function in list(module.functions):
        sign = next((sign for prefix, sign in SPLICE_SIGNS.items() if function.name.startswith(prefix)), 0)
        if not sign or not function.is_declaration:
            continue
        for call in reversed(function.users):
            if isinstance(call, CallBase) and call.callee is function and call.argument_count == _OPERANDS:
                _replace(module, function, call, sign, version)
        if not function.has_uses:
            remove_function(module, function)


def _replace(module: Module, function: Function, call: CallBase, sign: int, version: int) -> None:
    offset = call.operands[2]
    if not isinstance(offset, ConstantInt):
        return
    if sign < 0 and offset.value == 0:
        # None of the first vector's last elements: the older intrinsic has no such offset.
        call.move_uses_to(call.operands[1])
        call.erase_from_parent()
        return
    name = older_name(SPLICE, function.function_type, VECTOR_SPLICE_SIDES.since - 1, version)
    if not name:
        return
    older = declared_intrinsic(module, name, function.function_type, version)
    signed = ConstantInt.wrapped(module.context.integer(32), sign * offset.value)
    made = replace_call(call, older, [*call.operands[:2], signed])
    made.attachments = call.attachments
    if isinstance(call, CallInst):
        made.tail_kind = call.tail_kind


# --- A signed pointer has a deactivation symbol, which is null where text names none.


def upgrade_deactivation_symbols(module: Module, version: int) -> None:
    """Add the symbol. It has the type of the address before it (BitcodeReader's CST_CODE_PTRAUTH)."""
    for pointer in _signed_pointers(module, InstructionIndex(module)):
        if len(pointer.operands) == DEACTIVATION_SYMBOL:
            forget_constant(pointer)
            pointer.append_operand(null_value(pointer.operands[-1].type))
            keep_constant(pointer.type, constant_key(pointer), pointer)


def downgrade_deactivation_symbols(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Remove the symbol where it is null. Another one stays.

    LLVM 22:
        @p = global ptr ptrauth (ptr @v, i32 0, i64 1234, ptr null, ptr null)
        @v = external global i32
    LLVM 21: @p = global ptr ptrauth (ptr @v, i32 0, i64 1234)
    """
    for pointer in _signed_pointers(module, bodies):
        if len(pointer.operands) > DEACTIVATION_SYMBOL and isinstance(pointer.operands[DEACTIVATION_SYMBOL], SimpleConstant):
            forget_constant(pointer)
            pointer.operands[DEACTIVATION_SYMBOL].remove_use(pointer, DEACTIVATION_SYMBOL)
            del pointer.operands[DEACTIVATION_SYMBOL]
            keep_constant(pointer.type, constant_key(pointer), pointer)


def _signed_pointers(module: Module, bodies: InstructionIndex) -> list[ConstantPtrAuth]:
    """The signed pointers in a module, and in its metadata."""
    waiting: list[Value] = []
    for value in module.global_values:
        waiting += value.operands
    for instruction in bodies.with_constants():
        waiting += instruction.operands
    waiting += [one.value for one in module.context.metadata.values() if isinstance(one, ValueAsMetadata)]
    found: list[ConstantPtrAuth] = []
    seen: set[Value] = set()
    while waiting:
        one = waiting.pop()
        if isinstance(one, (ConstantAggregate, ConstantExpr, ConstantPtrAuth)) and one not in seen:
            seen.add(one)
            waiting += one.operands
            if isinstance(one, ConstantPtrAuth):
                found.append(one)
    return found


# --- A compile unit may have the name of its language, and its version, as DWARF 6 does. Before, one number had both.

# By the end of the language's name: the versions of DWARF 6 from which on a language of DWARF 5 is meant, the newest first.
_BY_VERSION: Final[dict[str, tuple[tuple[int, str], ...]]] = {
    "Ada": ((2012, "Ada2012"), (2005, "Ada2005"), (95, "Ada95"), (0, "Ada83")),
    "C": ((201710, "C17"), (201112, "C11"), (199901, "C99"), (198912, "C89"), (0, "C")),
    "C_plus_plus": (
        (202002, "C_plus_plus_20"), (201703, "C_plus_plus_17"), (201402, "C_plus_plus_14"), (201103, "C_plus_plus_11"),
        (200310, "C_plus_plus_03"), (0, "C_plus_plus"),
    ),
    "Cobol": ((1985, "Cobol85"), (0, "Cobol74")),
    "Fortran": (
        (2018, "Fortran18"), (2008, "Fortran08"), (2003, "Fortran03"), (1995, "Fortran95"), (1990, "Fortran90"), (0, "Fortran77"),
    ),
    "OpenCL_C": ((0, "OpenCL"),),
    "Pascal": ((0, "Pascal83"),),
}  # fmt: skip


def downgrade_source_languages(module: Module, nodes: Sequence[object], version: int, losses: Losses) -> None:
    """Give the unit the number of that language and version.

    LLVM 22:
        !named = !{!0}
        !0 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_C, sourceLanguageVersion: 201710, file: !1)
        !1 = !DIFile(filename: "a", directory: "")
    LLVM 21:
        !named = !{!0}
        !0 = distinct !DICompileUnit(language: DW_LANG_C17, file: !1)
        !1 = !DIFile(filename: "a", directory: "")
    """
    newest = SOURCE_LANGUAGE_NAMES.since
    for node in nodes:
        if not isinstance(node, SpecializedNode) or node.spec.name != "DICompileUnit":
            continue
        name = node["sourceLanguageName"]
        if not isinstance(name, int) or not name:
            continue
        word = LANGUAGE_NAMES.text(name, newest).removeprefix(LANGUAGE_NAMES.prefix)
        given = node["sourceLanguageVersion"]
        least = given if isinstance(given, int) else 0
        rows = _BY_VERSION.get(word, ((0, word),))
        older = next(row[1] for row in rows if row[0] <= least)
        number = LANGUAGES.number(LANGUAGES.prefix + older, newest)
        if number >= 0:
            set_field(module, node, "language", number)
            set_field(module, node, "sourceLanguageName", 0)
            set_field(module, node, "sourceLanguageVersion", 0)


# --- The data layout names address spaces, and marks the ones whose pointers are not numbers. Before, it listed these.

# p[u][e]NUMBER[(NAME)]:...
_POINTERS: Final = re.compile(r"p([ue]*)(\d*)(\([^)]*\))?(:.*)")
_NON_INTEGRAL: Final = "ni"


def downgrade_unstable_spaces(module: Module, version: int, losses: Losses) -> None:
    """Give pointers their plain specifications, and list the address spaces whose pointers are not integral.

    LLVM 22: target datalayout = "e-pe7:160:256:256:32-pu8:64:64"
    LLVM 21: target datalayout = "e-p7:160:256:256:32-p8:64:64-ni:7:8"
    """
    if not module.data_layout:
        return
    kept: list[str] = []
    spaces: list[str] = []
    listed: list[str] = []
    for specification in module.data_layout.split("-"):
        found = _POINTERS.fullmatch(specification)
        if specification.startswith(_NON_INTEGRAL + ":"):
            listed += specification.split(":")[1:]
        elif found is None:
            kept.append(specification)
        else:
            kept.append(f"p{found[2]}{found[4]}")
            if found[1]:
                spaces.append(found[2])
    spaces = [*listed, *[space for space in spaces if space not in listed]]
    if spaces:
        kept.append(":".join([_NON_INTEGRAL, *spaces]))
    module.data_layout = "-".join(kept)


CHANGES: Final = (
    Change(LIFETIME_WITHOUT_SIZE_SINCE, downgrade_bodies=downgrade_lifetime_size),
    Change(MASKED_ALIGNMENT_IS_ATTRIBUTE_SINCE, downgrade=downgrade_masked_alignment),
    Change(22, downgrade=downgrade_nvvm_intrinsics).in_steps_since(21),
    Change(PTRTOADDR.since, downgrade_bodies=downgrade_pointer_addresses),
    Change(ATOMIC_VECTORS.since, downgrade_bodies=downgrade_atomic_vectors),
    Change(DECLARED_VALUES.since, downgrade_bodies=downgrade_declared_values),
    Change(VECTOR_SPLICE_SIDES.since, downgrade=downgrade_vector_splices),
    Change(
        DEACTIVATION_SYMBOLS.since, READER, upgrade=upgrade_deactivation_symbols, downgrade_bodies=downgrade_deactivation_symbols
    ),
    Change(SOURCE_LANGUAGE_NAMES.since, downgrade_nodes=downgrade_source_languages),
    Change(POINTER_FLAGS_SINCE, downgrade=downgrade_unstable_spaces),
)
"""In the order of upgrades; downgrades run from the last to the first."""
