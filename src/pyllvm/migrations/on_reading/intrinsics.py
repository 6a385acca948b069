"""Intrinsics that got other names or operands: LLVM rewrites their declarations and calls whenever it reads a module.

A row has the name, the first LLVM that makes the change, and the rule for the calls (AutoUpgrade's upgradeIntrinsicFunction1 and
UpgradeIntrinsicCall). The intrinsics of targets have modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias, final

from pyllvm.diagnostics.diagnostic import PyllvmError
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import ConstantInt, null_value
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.intrinsics.overloaded_names import mangled_intrinsic_name, overloaded_name, remangle
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.module import Module
from pyllvm.migrations.on_reading.call_builder import CallBuilder, argument_and_false, rebuilt
from pyllvm.migrations.on_reading.intrinsic_calls import (
    CallUpgrade,
    Upgrading,
    declared_intrinsic,
    remove_function,
    rename_callee,
    replace_call,
    set_callee,
    upgrade_calls,
    upgrade_calls_at_once,
)
from pyllvm.migrations.on_reading.intrinsic_rules import PREFIX as VECTOR_PREDICATION
from pyllvm.migrations.on_reading.intrinsic_rules import (
    VECTOR_PREDICATION_UPGRADED_SINCE,
    bits_of_mask,
    coroutine_end,
    debug_address,
    debug_value_with_offset,
    from_half,
    lifetime_without_size,
    literal_struct_return,
    masked_without_alignment,
    multiplied_brain_floats,
    outer_products_of_bytes,
    stack_protector_check,
    struct_rebuilt,
    to_half,
    without_mask,
)
from pyllvm.migrations.on_reading.nvvm import nvvm_upgrade
from pyllvm.migrations.on_reading.target_intrinsics.amdgpu import amdgpu_plain_upgrade, amdgpu_upgrade
from pyllvm.migrations.on_reading.target_intrinsics.nvvm_instructions import nvvm_instruction_upgrade, nvvm_operand_upgrade
from pyllvm.migrations.on_reading.target_intrinsics.riscv import riscv_upgrade
from pyllvm.tables import intrinsic_names as names
from pyllvm.tables.intrinsics import intrinsic_signature_row, is_intrinsic
from pyllvm.tables.reading_versions import ATTRIBUTES_KEPT_SINCE, LIFETIME_WITHOUT_SIZE_SINCE, RUN_TIME_SIZE_SINCE
from pyllvm.tables.renamed_intrinsics import MERGED, RENAMED, RenamedIntrinsic
from pyllvm.versions import FOREVER

# The exceptions that rules raise for a declaration that no LLVM made: it has fewer operands than the intrinsic, or others.
_UNFIT: Final = (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError, ZeroDivisionError)
_REDUCTION: Final = "llvm.experimental.vector.reduce."
_TYPE_OF_REDUCTION: Final = 5
_OLD_MEMORY_OPERANDS: Final = 5
_ALIGNMENT_OPERAND: Final = 3

Rule: TypeAlias = "Callable[[Upgrading, Function], CallUpgrade | None]"


@final
class IntrinsicChange:
    """A change that LLVM `since` to `until` makes, by `rule`, to the intrinsics whose names begin with `prefix`."""

    __slots__ = ("prefix", "rule", "since", "until")

    def __init__(self, prefix: str, since: int, rule: Rule, until: int = FOREVER) -> None:
        self.until = until
        self.prefix = prefix
        self.since = since
        self.rule = rule


@final
class _Renamed:
    """Renames the callee as a row of `tables.renamed_intrinsics` says, and leaves the calls unchanged otherwise.

    LLVM 14: %r = call <2 x i32> @llvm.experimental.vector.extract.v2i32.v4i32(<4 x i32> %a, i64 0)
    LLVM 15: %r = call <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> %a, i64 0)
    """

    def __init__(self, row: RenamedIntrinsic, types: str) -> None:
        self._row: Final = row
        self._types: Final = types

    def rule(self, state: Upgrading, old: Function) -> CallUpgrade | None:
        row = self._row
        if row.is_whole and old.name != row.before:
            return None
        known = intrinsic_signature_row(old.name, state.version)
        if known is not None and not (row.known and row.before.startswith(known[0] + ".")) and _has_all_words(state, old):
            # another intrinsic with the same prefix
            return None
        if old.name.startswith(_REDUCTION) and not _is_of_plain_type(old.name):
            return None
        type = old.function_type
        types = [type.return_type if place == "r" else type.parameters[int(place)] for place in self._types]
        name = row.after + (old.name.removeprefix(row.before) if row.after.endswith(".") else "")
        made = state.intrinsic(name, types) or state.declared(name, type)
        return struct_rebuilt(state, old, made) or rename_callee(state, made)


def _has_all_words(state: Upgrading, old: Function) -> bool:
    """Whether the types that the name needs follow it: LLVM looks for the full stop before them."""
    known = signature(old.name, state.version)
    return known is None or known.overload_count == 0 or len(old.name) > len(known.name)


def _is_of_plain_type(name: str) -> bool:
    """Whether a letter and a digit follow a reduction's name, as in `.v4i32`; LLVM upgrades no others, such as `.nxv4i32`.

    Behind a sum's name the letter is `f`, or `i`, which no such intrinsic has.
    """
    words = name.split(".")
    is_sum = words[_TYPE_OF_REDUCTION - 1] == "v2"
    at = _TYPE_OF_REDUCTION + is_sum
    return len(words) > at and words[at][1:2].isdigit() and (words[at][0] in "fi" if is_sum else words[at][0].isalpha())


def _with_operand(state: Upgrading, made: Function | None, count: int, expected: int) -> CallUpgrade | None:
    """Put zeros of the types of the parameters behind the first `count` operands of calls that have the expected number."""
    if made is None:
        return None
    parameters = made.function_type.parameters

    def upgrade(call: CallBase) -> None:
        if call.argument_count == expected:
            replace_call(call, made, [*call.arguments[:count], *[null_value(type) for type in parameters[count:]]])
        else:
            set_callee(state, call, made)

    return upgrade


def _count_zeros(state: Upgrading, old: Function) -> CallUpgrade | None:
    """`ctlz` and `cttz` get an operand that makes zero poison; the upgrade sets it to false.

    LLVM 7:
        %r = call i32 @llvm.ctlz.i32(i32 %a)
        declare i32 @llvm.ctlz.i32(i32)
    LLVM 14: %r = call i32 @llvm.ctlz.i32(i32 %a, i1 false)
    """
    parameters = old.function_type.parameters
    if len(parameters) != 1:
        return None
    return _with_operand(state, state.intrinsic(_base(old), parameters), 1, 1)


def _base(old: Function) -> str:
    """The first two words of a name, without types."""
    return ".".join(old.name.split(".")[:2])


def _annotation(state: Upgrading, old: Function) -> CallUpgrade | None:
    """`ptr.annotation` and `var.annotation` have a fifth operand, for arguments of the annotation.

    LLVM 12: %r = call i8* @llvm.ptr.annotation.p0i8(i8* %p, i8* %q, i8* %s, i32 1)
    LLVM 13: %r = call i8* @llvm.ptr.annotation.p0i8(i8* %p, i8* %q, i8* %s, i32 1, i8* null)
    """
    parameters = old.function_type.parameters
    if len(parameters) != 4 or (old.name.startswith(_VARIABLE_ANNOTATION) and old.name != _VARIABLE_ANNOTATION):
        return None
    base = ".".join(old.name.split(".")[:3])
    return _with_operand(state, state.intrinsic(base, parameters[:2]), 4, 4)


def _annotation_anew_where_renamed(state: Upgrading, old: Function) -> CallUpgrade | None:
    """The same for `ptr.annotation`, which loses the arguments of the annotation."""
    return _with_operand(state, _of_right_name(state, old), 4, len(old.function_type.parameters))


def _object_size(state: Upgrading, old: Function) -> CallUpgrade | None:
    """`objectsize` gets operands for null pointers of unknown size, and for a result computed at run time.

    LLVM 8: %r = call i64 @llvm.objectsize.i64.p0i8(i8* %p, i1 false, i1 true)
    LLVM 9: %r = call i64 @llvm.objectsize.i64.p0i8(i8* %p, i1 false, i1 true, i1 false)
    """
    type = old.function_type
    count = len(type.parameters)
    wanted = 4 if state.version >= RUN_TIME_SIZE_SINCE else 3
    if count < 2:
        return None
    types = [type.return_type, type.parameters[0]]
    if count >= wanted and old.name == overloaded_name(_base(old), types):
        return None
    made = state.intrinsic(_base(old), types)
    if made is None:
        return None
    parameters = made.function_type.parameters

    def upgrade(call: CallBase) -> None:
        arguments = call.arguments[:wanted]
        replace_call(call, made, [*arguments, *[null_value(type) for type in parameters[len(arguments) :]]])

    return upgrade


def _memory(state: Upgrading, old: Function) -> CallUpgrade | None:
    """`memcpy` and similar intrinsics have their alignments as attributes of the pointers.

    LLVM 7: call void @llvm.memset.p0i8.i64(i8* %p, i8 0, i64 %n, i32 8, i1 false)
    LLVM 14: call void @llvm.memset.p0i8.i64(i8* align 8 %p, i8 0, i64 %n, i1 false)
    """
    parameters = old.function_type.parameters
    if len(parameters) != _OLD_MEMORY_OPERANDS:
        return None
    kept = [0, 1, 2, 4]
    is_set = ".memset" in old.name
    made = state.intrinsic(_base(old), [parameters[0], parameters[2]] if is_set else parameters[:3])
    if made is None:
        return None
    pointers = (0,) if is_set else (0, 1)

    def upgrade(call: CallBase) -> None:
        arguments = call.arguments
        if len(arguments) != _OLD_MEMORY_OPERANDS:
            set_callee(state, call, made)
            return
        attributes = call.attributes or AttributeList()
        alignment = arguments[_ALIGNMENT_OPERAND]
        made_call = replace_call(call, made, [arguments[number] for number in kept])
        if state.version < ATTRIBUTES_KEPT_SINCE:
            attributes = AttributeList()
        parameters: dict[int, AttributeSet] = {}
        for number, before in enumerate(kept):
            own = attributes.parameter(before)
            if number in pointers and isinstance(alignment, ConstantInt):
                own = own.removing("align")
                if alignment.unsigned:
                    own = own.adding(Attribute.of_integer("align", _power_of_two(alignment.unsigned)))
            parameters[number] = own
        made_call.attributes = AttributeList(attributes.function, attributes.returned, parameters)

    return upgrade


def _power_of_two(number: int) -> int:
    """The largest power of two up to a positive number: LLVM keeps the logarithm of an alignment."""
    return 1 << (number.bit_length() - 1)


def _splice(state: Upgrading, old: Function) -> CallUpgrade | None:
    """`vector.splice` became two intrinsics, one for each sign of its offset.

    LLVM 21: %r = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> %a, <4 x i32> %b, i32 -2)
    LLVM 22: %1 = call <4 x i32> @llvm.vector.splice.right.v4i32(<4 x i32> %a, <4 x i32> %b, i32 2)
    """
    if is_intrinsic(old.name, state.version):
        return None

    def upgrade(call: CallBase) -> None:
        offset = call.operands[2]
        if not isinstance(offset, ConstantInt):
            raise PyllvmError("Invalid llvm.vector.splice offset argument")
        side = "left" if offset.value >= 0 else "right"
        made = state.intrinsic(f"llvm.vector.splice.{side}", [call.type])
        assert made is not None
        distance = ConstantInt.wrapped(state.module.context.integer(32), abs(offset.value))
        builder = CallBuilder(state, call)
        builder.finish(builder.call_function(made, [*builder.arguments[:2], distance]))

    return upgrade


def _anew_where_renamed(state: Upgrading, old: Function) -> CallUpgrade | None:
    """If the name does not end in the types, replace the calls; they lose their attributes and metadata.

    LLVM 14: %r = call i32 @llvm.ctpop(i32 %a)
    LLVM 15: %r = call i32 @llvm.ctpop.i32(i32 %a)
    """
    return rebuilt(state, _of_right_name(state, old), keeps_metadata=old.name.startswith(_MASKED))


def _loads_without_pointer(state: Upgrading, old: Function) -> CallUpgrade | None:
    """The same for ARM's loads of vectors if the name ends in the vector's type, and not in the pointer's."""
    return None if old.name.count(".") > _DOTS_IN_NAME_OF_LOAD else _anew_where_renamed(state, old)


def _zeros_anew_where_renamed(state: Upgrading, old: Function) -> CallUpgrade | None:
    """The same for `ctlz` and `cttz`, which lose the operand that makes zero poison."""
    return rebuilt(state, _of_right_name(state, old), argument_and_false)


def _of_right_name(state: Upgrading, old: Function) -> Function | None:
    """The intrinsic under the name that its types require; None if it, or another function, has that name already."""
    base = ".".join(old.name.split(".")[:3])
    places = _PLACES.get(base)
    if places is not None:
        return _of_types_in(state, old, base, places)
    name = mangled_intrinsic_name(old.name, old.function_type, state.version, state.module)
    if name is None or name == old.name:
        return None
    there = state.module.get(name)
    if there is not None and (not isinstance(there, Function) or there.function_type is not old.function_type):
        return None
    return state.declared(old.name, old.function_type)


def _of_types_in(state: Upgrading, old: Function, base: str, places: str) -> Function | None:
    """The same for an intrinsic whose name has the types in these places, whatever the other types are."""
    type = old.function_type
    types = [type.return_type if place == "r" else type.parameters[int(place)] for place in places]
    return None if old.name == overloaded_name(base, types) else state.intrinsic(base, types)


def _lifetime_where_renamed(state: Upgrading, old: Function) -> CallUpgrade | None:
    """The same for lifetimes, whose calls only get another callee."""
    return rename_callee(state, _of_right_name(state, old))


def _prefetch_of_pointer(state: Upgrading, old: Function) -> CallUpgrade | None:
    """`prefetch` without a type is of the type of its pointer, whatever the other types are."""
    type = old.function_type
    if old.name != "llvm.prefetch" or not type.parameters or mangled_intrinsic_name(old.name, type, state.version) is not None:
        return None
    return rename_callee(state, state.intrinsic(old.name, [type.parameters[0]]))


def _thread_pointer(state: Upgrading, old: Function) -> CallUpgrade | None:
    """`thread.pointer` without a type is of the type of its result, and has no operands."""
    known = signature(old.name, state.version)
    if old.name != "llvm.thread.pointer" or known is None or not known.is_overloaded:
        return None
    return rebuilt(state, state.intrinsic(old.name, [old.function_type.return_type]), lambda builder: [])


def _amdgpu(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How to upgrade calls of an AMD GPU's intrinsic; None where they stay."""
    return amdgpu_upgrade(state, old) or amdgpu_plain_upgrade(state, old)


def _arm(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How to upgrade calls of an ARM or AArch64 intrinsic; None where they stay."""
    # The rules of a large target are imported when a module first declares an intrinsic of it.
    from pyllvm.migrations.on_reading.target_intrinsics.arm import arm_upgrade

    return arm_upgrade(state, old)


def _nvvm(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How to upgrade calls of an NVVM intrinsic; None where they stay."""
    return nvvm_upgrade(state, old) or nvvm_operand_upgrade(state, old) or nvvm_instruction_upgrade(state, old)


def _x86(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How to upgrade calls of an x86 intrinsic; None where they stay."""
    from pyllvm.migrations.on_reading.target_intrinsics.x86 import x86_upgrade

    return x86_upgrade(state, old)


# The intrinsics that must be upgraded before calls become debug records.
OLD_DEBUG_INTRINSICS: Final = (names.ADDRESS_INTRINSIC, names.VALUE_INTRINSIC)
_MASKED: Final = "llvm.masked."
_VARIABLE_ANNOTATION: Final = "llvm.var.annotation"
# The intrinsics whose calls LLVM up to a version replaces if the name does not end in the types.
_ANEW: Final = ("ctpop", "bitreverse", "convert.from.fp16", "thread.pointer")
_DOTS_IN_NAME_OF_LOAD: Final = "llvm.arm.neon.vld1.v2i32".count(".")
_NEON_SHAPES: Final = ("1", "2", "3", "4", "2lane", "3lane", "4lane")
# The places of the types in the names of such intrinsics: `r` is the result, a digit a parameter.
_PLACES: Final = {
    "llvm.invariant.start": "1",
    "llvm.invariant.end": "2",
    "llvm.lifetime.start": "1",
    "llvm.lifetime.end": "1",
    "llvm.masked.load": "r0",
    "llvm.masked.store": "01",
    "llvm.masked.gather": "r0",
    "llvm.masked.scatter": "01",
}
_ANEW_WITH_TYPED_POINTERS: Final = (
    "invariant.start",
    "invariant.end",
    "masked.load.",
    "masked.store.",
    "masked.gather.",
    "masked.scatter.",
)

# The first row that applies to a name counts.
CHANGES: Final = (
    IntrinsicChange("llvm.ctlz.", 7, _count_zeros),
    IntrinsicChange("llvm.cttz.", 7, _count_zeros),
    IntrinsicChange(names.MEMCPY_PREFIX, 7, _memory),
    IntrinsicChange(names.MEMMOVE_PREFIX, 7, _memory),
    IntrinsicChange(names.MEMSET_PREFIX, 7, _memory),
    IntrinsicChange("llvm.objectsize.", 7, _object_size),
    IntrinsicChange("llvm.ptr.annotation.", 13, _annotation),
    IntrinsicChange(_VARIABLE_ANNOTATION, 13, _annotation),
    IntrinsicChange(names.LIFETIME_START, LIFETIME_WITHOUT_SIZE_SINCE, lifetime_without_size),
    IntrinsicChange(names.LIFETIME_END, LIFETIME_WITHOUT_SIZE_SINCE, lifetime_without_size),
    *[IntrinsicChange(f"llvm.masked.{name}", 22, masked_without_alignment) for name in ("load", "store", "gather", "scatter")],
    IntrinsicChange("llvm.experimental.vector.splice", 22, _splice),
    IntrinsicChange("llvm.vector.splice", 22, _splice),
    *[IntrinsicChange(row.before, row.since, _Renamed(row, row.types).rule) for row in RENAMED + MERGED if row.types is not None],
    IntrinsicChange("llvm.convert.from.fp16.", 23, from_half),
    IntrinsicChange("llvm.convert.to.fp16.", 23, to_half),
    IntrinsicChange("llvm.aarch64.neon.vcvthf2fp", 23, from_half),
    IntrinsicChange("llvm.aarch64.neon.vcvtfp2hf", 23, to_half),
    IntrinsicChange("llvm.aarch64.sve.bfmmla", 23, multiplied_brain_floats),
    IntrinsicChange("llvm.aarch64.sme.ftmopa.", 23, outer_products_of_bytes),
    IntrinsicChange("llvm.x86.bmi.pdep.", 23, bits_of_mask),
    IntrinsicChange("llvm.x86.bmi.pext.", 23, bits_of_mask),
    IntrinsicChange(VECTOR_PREDICATION, VECTOR_PREDICATION_UPGRADED_SINCE, without_mask),
    IntrinsicChange(names.ARM_PREFIX, 7, _arm),
    IntrinsicChange(names.AARCH64_PREFIX, 7, _arm),
    IntrinsicChange(names.RISCV_PREFIX, 7, riscv_upgrade),
    IntrinsicChange(names.AMDGPU_PREFIX, 7, _amdgpu),
    IntrinsicChange("llvm.stackprotectorcheck", 7, stack_protector_check),
    IntrinsicChange(names.COROUTINE_END, 7, coroutine_end),
    IntrinsicChange(names.ADDRESS_INTRINSIC, 7, debug_address),
    IntrinsicChange(names.VALUE_INTRINSIC, 7, debug_value_with_offset),
    IntrinsicChange("llvm.ptr.annotation", 13, _annotation_anew_where_renamed, 15),
    IntrinsicChange("llvm.thread.pointer", 7, _thread_pointer),
    IntrinsicChange("llvm.prefetch", 10, _prefetch_of_pointer, 17),
    *[IntrinsicChange(name, 7, _lifetime_where_renamed, 17) for name in (names.LIFETIME_START, names.LIFETIME_END)],
    *[IntrinsicChange(f"llvm.{name}", 7, _anew_where_renamed) for name in _ANEW],
    *[IntrinsicChange(f"llvm.arm.neon.vst{shape}.", 7, _anew_where_renamed) for shape in _NEON_SHAPES],
    *[IntrinsicChange(f"llvm.arm.neon.vld{shape}.", 7, _loads_without_pointer, 17) for shape in _NEON_SHAPES],
    *[IntrinsicChange(f"llvm.{name}", 7, _anew_where_renamed, 17) for name in _ANEW_WITH_TYPED_POINTERS],
    IntrinsicChange("llvm.ctlz", 7, _zeros_anew_where_renamed, 21),
    IntrinsicChange("llvm.cttz", 7, _zeros_anew_where_renamed, 21),
    IntrinsicChange(names.NVVM_PREFIX, 7, _nvvm),
    IntrinsicChange(names.X86_PREFIX, 7, _x86),
    IntrinsicChange(names.PREFIX, 15, literal_struct_return),
)


def _by_word() -> dict[str, list[IntrinsicChange]]:
    """The rows by the word after `llvm.`; rows for all names follow the rows of each word."""
    found: dict[str, list[IntrinsicChange]] = {"": []}
    for change in CHANGES:
        found.setdefault(change.prefix.split(".")[1], []).append(change)
    general = found[""]
    return {word: [*rows, *general] if word else rows for word, rows in found.items()}


_CHANGES_OF_WORD: Final = _by_word()


def upgrade_intrinsics(module: Module, version: int) -> None:
    """Upgrade the intrinsics that LLVM `version` changed, and give the others the names that their types require.

    Readers of bitcode do that body by body when the bodies are read.

    LLVM 15: %r = call i32 @llvm.flt.rounds()
    LLVM 16: %r = call i32 @llvm.get.rounding()
    """
    upgrades = list(_changed_intrinsics(Upgrading(module, version)))
    if upgrades:
        upgrade_calls(module, upgrades, version)


def upgrade_intrinsics_of_text(module: Module, version: int) -> None:
    """The same as readers of text do it: intrinsic by intrinsic in the end."""
    for old, upgrade in _changed_intrinsics(Upgrading(module, version, is_text=True)):
        upgrade_calls_at_once(module, old, upgrade)


def begin_intrinsics(module: Module, version: int) -> list[tuple[Function, CallUpgrade]]:
    """Remove the declarations of intrinsics that changed, and return what upgrades their calls.

    Those that get other names move to the end, or another declaration takes their places.
    """
    upgrades = list(_changed_intrinsics(Upgrading(module, version)))
    for old, _ in upgrades:
        remove_function(module, old)
    return upgrades


def _changed_intrinsics(state: Upgrading) -> Iterator[tuple[Function, CallUpgrade]]:
    """The intrinsics that changed, each with what upgrades its calls. The others get the names that their types require."""
    for function in list(state.module.functions):
        if function.is_intrinsic:
            call_upgrade = _upgrade_of(state, function) or _renamed_in_order(state, function)
            if call_upgrade is None:
                remangle(state.module, function, state.version, has_all_uses=True)
            else:
                yield function, call_upgrade


def _renamed_in_order(state: Upgrading, old: Function) -> CallUpgrade | None:
    """Rename what calls of an intrinsic call, in each body when it is read: files order uses of the old name."""
    if state.is_text or not state.module.context.uses.keeps_order or not all(isinstance(user, CallBase) for user in old.users):
        return None
    name = mangled_intrinsic_name(old.name, old.function_type, state.version, state.module)
    if name is None or name == old.name or state.module.get(name) is not None:
        return None
    return rename_callee(state, declared_intrinsic(state.module, name, old.function_type, state.version))


def upgrade_intrinsic(module: Module, name: str, version: int) -> None:
    """Upgrade the calls of one intrinsic if LLVM `version` changed it."""
    old = module.get(name)
    if isinstance(old, Function):
        upgrade = _upgrade_of(Upgrading(module, version), old)
        if upgrade is not None:
            upgrade_calls(module, [(old, upgrade)], version)


def upgrade_undeclared(module: Module, name: str, call: CallBase, version: int) -> bool:
    """Upgrade a call of an undeclared intrinsic as if it were declared; returns whether that was possible."""
    old = Function(call.callee.type, call.function_type, name)
    state = Upgrading(module, version)
    upgrade = _upgrade_of(state, old)
    if upgrade is None:
        return False
    call.put_operand(len(call.operands) - 1, old)
    upgrade(call)
    return True


def _upgrade_of(state: Upgrading, function: Function) -> CallUpgrade | None:
    """The upgrade of the calls of a function; None if nothing has changed.

    This function and the upgrade raise PyllvmError if the declaration has a type that does not fit; LLVM crashes, or makes
    instructions with operands of wrong types.
    """
    try:
        rule = _rule_of(state, function)
    except _UNFIT as error:
        raise _unfit(function) from error
    if rule is None:
        return None

    def upgrade(call: CallBase) -> None:
        try:
            rule(call)
        except _UNFIT as error:
            raise _unfit(function) from error

    return upgrade


def _unfit(function: Function) -> PyllvmError:
    return PyllvmError(f"the type of '{function.name}' is not the intrinsic's type, so its calls cannot be upgraded")


def _rule_of(state: Upgrading, function: Function) -> CallUpgrade | None:
    changes = _CHANGES_OF_WORD.get(function.name.split(".")[1])
    for change in _CHANGES_OF_WORD[""] if changes is None else changes:
        if change.since <= state.version <= change.until and function.name.startswith(change.prefix):
            found = change.rule(state, function)
            if found is not None:
                return found
    return None
