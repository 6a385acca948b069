"""LLVM 16: `memory(...)`, target types, assignments of debug information; no typed pointers any more."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.attributes import Attribute, AttributeSet, memory_attribute
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, CallInst
from pyllvm.ir.module import Module
from pyllvm.migrations.attribute_lists import begin_map, map_attribute_sets
from pyllvm.migrations.bodies import BodyUpgrade
from pyllvm.migrations.changes import PARTS, READER, Change
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.loss import DEBUG_INFO, Losses
from pyllvm.migrations.on_reading.intrinsic_calls import declared_intrinsic, remove_function, replace_call
from pyllvm.migrations.on_reading.older_attributes import removed_memory_word
from pyllvm.migrations.typed_pointers.opaque_pointers import change_types, make_opaque
from pyllvm.migrations.typed_pointers.pointer_types import WITHOUT_TARGETS, PointerTypes
from pyllvm.notation import Final
from pyllvm.tables import features
from pyllvm.tables.attributes import MEMORY_LOCATIONS, MEMORY_OTHER_BIT, MEMORY_SINCE, MEMORY_WORDS
from pyllvm.tables.intrinsic_names import ASSIGN_INTRINSIC, VALUE_INTRINSIC

# --- `target("spirv.Image", ...)` and its like. Before, clang had pointers to opaque structs for OpenCL's types.


def downgrade_target_types(module: Module, version: int, losses: Losses) -> None:
    """Make pointers of OpenCL's types for LLVM 15, whose pointers are opaque. For older ones, `typed_pointers` makes them.

    LLVM 16: declare void @f(target("spirv.Event"))
    LLVM 15: declare void @f(ptr)
    """
    if module.context.target_types and features.OPAQUE_POINTERS.is_in(version):
        change_types(module, version, PointerTypes(module.context, WITHOUT_TARGETS))


# --- A call gives the address of a thread-local variable; before, the variable itself was the address.

_PREFIX: Final = "llvm.threadlocal.address."


def downgrade_thread_local_address(module: Module, version: int, losses: Losses) -> None:
    """Use the variable where its address is.

    LLVM 16:
        @v = thread_local global i32 0
        define i32 @f() {
          %p = call ptr @llvm.threadlocal.address.p0(ptr @v)
          %r = load i32, ptr %p, align 4
          ret i32 %r
        }
        declare ptr @llvm.threadlocal.address.p0(ptr)
    LLVM 15:
        define i32 @f() {
          %r = load i32, ptr @v, align 4
          ret i32 %r
        }
    """
    for function in list(module.functions):
        if not function.name.startswith(_PREFIX) or not function.is_declaration:
            continue
        for user in function.users:
            if isinstance(user, CallBase) and user.callee is function and user.argument_count == 1:
                user.move_uses_to(user.operands[0])
                user.erase_from_parent()
        if not function.has_uses:
            remove_function(module, function)


# --- Assignments of debug information; before, `llvm.dbg.value` told the value alone, and no store was named by it.

_ASSIGN_ID: Final = "DIAssignID"
_VALUE_OPERANDS: Final = 3


def downgrade_assignments(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Tell the value of each assignment, and drop what links it to stores.

    LLVM 16:
        store i32 0, ptr %p, align 4, !DIAssignID !0
        !0 = distinct !DIAssignID()
    LLVM 15: store i32 0, ptr %p, align 4
    """
    # Found before the calls are replaced, which have no such metadata.
    attached = bodies.found().attached
    assign = module.get(ASSIGN_INTRINSIC)
    if isinstance(assign, Function):
        context = module.context
        type = context.function(context.void, [context.metadata_type] * _VALUE_OPERANDS)
        calls = [user for user in assign.users if isinstance(user, CallBase) and user.callee is assign]
        calls.reverse()
        is_listed = any(call.attributes is not None or call.attachments is not None for call in calls)
        for call in calls:
            made = replace_call(
                call, declared_intrinsic(module, VALUE_INTRINSIC, type, version), call.arguments[:_VALUE_OPERANDS]
            )
            if isinstance(call, CallInst):
                made.tail_kind = call.tail_kind
            losses.drop(
                f"the address of '{ASSIGN_INTRINSIC}'", features.DEBUG_ASSIGNMENTS.since, call.function, made, grade=DEBUG_INFO
            )
        remove_function(module, assign)
        if not is_listed:
            # Operands of metadata are all that these calls have, before and now.
            bodies.keep()
    for instruction in attached:
        if instruction.metadata(_ASSIGN_ID) is not None:
            instruction.set_metadata(_ASSIGN_ID, None)
            losses.drop(f"'!{_ASSIGN_ID}'", features.DEBUG_ASSIGNMENTS.since, instruction.function, instruction, grade=DEBUG_INFO)
    attached[:] = [instruction for instruction in attached if instruction.attachments is not None]


# --- `readnone`, `argmemonly` and similar attributes of a function became one attribute, `memory(...)`.

MEMORY: Final = "memory"
_NONE: Final = 0
_READ_WRITE: Final = 3
_ACCESS_WORDS: Final[dict[int, str]] = {1: "readonly", 2: "writeonly"}


def begin_memory_attribute(module: Module, version: int) -> BodyUpgrade:
    """Replace the older attributes of functions by `memory(...)`, and return what does so in bodies.

    Those that parameters may have stay. Raises PyllvmError if a parameter or a result has another one. Only bitcode can have
    it there, and LLVM refuses to read it.

    LLVM 15: declare void @f() argmemonly readonly
    LLVM 16: declare void @f() memory(argmem: read)
    """

    def with_memory(attributes: AttributeSet) -> AttributeSet:
        words = [attribute.name for attribute in attributes.attributes if attribute.name in MEMORY_WORDS]
        if not words:
            return attributes
        return attributes.removing(*words).adding(memory_attribute(words, version))

    def checked(attributes: AttributeSet) -> AttributeSet:
        kind = removed_memory_word(attributes, version)
        if kind is not None:
            raise PyllvmError(f"Unknown attribute kind ({kind.number})")
        return attributes

    return begin_map(module, with_memory, checked)


def downgrade_memory_attribute(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Put the words in the place of `memory(...)`, and weaker ones where no words say the same.

    LLVM 16: declare void @f() memory(argmem: read)
    LLVM 15: declare void @f() argmemonly readonly

    LLVM 16: declare void @f() memory(none)
    LLVM 15: declare void @f() readnone
    """

    def with_words(attributes: AttributeSet) -> AttributeSet:
        found = attributes.find(MEMORY)
        if found is None:
            return attributes
        words, is_exact = _words_of(found.integer)
        if not is_exact:
            losses.drop("part of the attribute 'memory'", MEMORY_SINCE)
        return attributes.removing(MEMORY).adding(*[Attribute.of(word) for word in words])

    map_attribute_sets(module, bodies, with_words, None)


def _words_of(value: int) -> tuple[list[str], bool]:
    """The words that say of a value of `memory` what words can say, and whether that is all of it."""
    accesses = {word: value >> bit & 3 for word, bit, _ in MEMORY_LOCATIONS}
    argument = accesses.pop("argmem")
    inaccessible = accesses.pop("inaccessiblemem")
    other = value >> MEMORY_OTHER_BIT & 3
    is_exact = True
    # Newer locations belong to "other memory"; older values do not describe target memory.
    for word, access in accesses.items():
        if access != other and not (access == _NONE and word.startswith("target_mem")):
            is_exact = False
            other |= access
    present = argument | inaccessible | other
    if present == _NONE:
        return ["readnone"], is_exact
    words: list[str] = []
    if other == _NONE:
        if argument != _NONE and inaccessible != _NONE:
            words.append("inaccessiblemem_or_argmemonly")
            is_exact = is_exact and argument == inaccessible
        else:
            words.append("argmemonly" if argument != _NONE else "inaccessiblememonly")
    else:
        is_exact = is_exact and argument == other and inaccessible == other
    if present != _READ_WRITE:
        words.append(_ACCESS_WORDS[present])
    return words, is_exact


CHANGES: Final = (
    Change(features.TYPED_POINTERS_KEPT_UNTIL + 1, READER, upgrade=make_opaque),
    Change(features.TARGET_TYPES.since, downgrade=downgrade_target_types),
    Change(features.THREAD_LOCAL_ADDRESSES.since, downgrade=downgrade_thread_local_address),
    Change(features.DEBUG_ASSIGNMENTS.since, downgrade_bodies=downgrade_assignments),
    Change(features.MEMORY_ATTRIBUTE.since, PARTS, begin=begin_memory_attribute, downgrade_bodies=downgrade_memory_attribute),
)
"""In the order of upgrades; downgrades run from the last to the first."""
