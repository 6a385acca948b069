"""Shared parts of the upgrades of intrinsics: they replace declarations and calls.

The calls have just been read: no linker has recorded their uses again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, final

from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.editing.value_names import ValueNames
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.instructions import CallBase, CallInst
from pyllvm.ir.intrinsics.intrinsic_attributes import set_intrinsic_attributes
from pyllvm.ir.intrinsics.overloaded_names import mangled_intrinsic_name, overloaded_name
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.metadata import DebugRecord
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import VOID, FunctionType, PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.tables.metadata_kinds import fixed_kinds
from pyllvm.tables.reading_versions import ALIGNMENTS_SINCE, CALLS_KEEP_TYPES_SINCE, UPGRADES_IN_ORDER_SINCE

# The suffix for the name of a declaration that a new one replaces.
_OLD: Final = ".old"
# The intrinsics whose rules need all arguments.
_NEED_ARGUMENTS: Final = ("llvm.x86.", "llvm.nvvm.", "llvm.arm.", "llvm.aarch64.", "llvm.riscv.", "llvm.amdgcn.", "llvm.vp.")
# The intrinsics among them whose rule looks at the arguments itself, or only sets another callee.
_ANY_COUNT: Final = (
    "llvm.amdgcn.ds.f",
    "llvm.amdgcn.atomic.",
    "llvm.amdgcn.global.atomic.",
    "llvm.amdgcn.flat.atomic.",
    "llvm.amdgcn.ldexp.",
)
# Upgrades one call.
CallUpgrade: TypeAlias = "Callable[[CallBase], None]"


@final
class Upgrading:
    """The intrinsics of one module on their way to LLVM `version`; functions read from text note how their names change."""

    def __init__(self, module: Module, version: int, is_text: bool = False) -> None:
        self.module: Final = module
        self.is_text: Final = is_text
        self.version: Final = version
        self.folder: Final = ConstantFolder(version)
        self._layout: DataLayout | None = None
        self._names: Final[dict[Function, ValueNames]] = {}

    def names_at(self, call: CallBase) -> ValueNames:
        """The names in the function that contains a call."""
        function = call.function
        assert function is not None
        found = self._names.get(function)
        if found is None:
            found = ValueNames(function)
            if self.is_text:
                found.note_changes(function)
            self._names[function] = found
        return found

    def note_names(self, call: CallBase) -> None:
        """Note the names of the function before a call is replaced, if their changes matter."""
        if self.is_text and call.name:
            self.names_at(call)

    def implicit_alignment(self, type: Type) -> int:
        """The alignment of a load or store of this type without `align`; 0 before LLVM 11, which has none."""
        if self.version < ALIGNMENTS_SINCE:
            return 0
        if self._layout is None:
            self._layout = DataLayout(self.module.data_layout, self.version)
        return self._layout.abi_alignment(type)

    def name_kind(self, kind: str) -> None:
        """Number a kind of metadata, behind those that the module has."""
        kinds = self.module.metadata_kinds
        if kind not in kinds and kind not in fixed_kinds(self.version):
            kinds.append(kind)

    def release(self, call: CallBase) -> None:
        """Free the name of a call."""
        function = call.function
        names = None if function is None else self._names.get(function)
        if names is not None:
            names.release(call.name)
        call.set_unique_name("")

    def replace(self, call: CallBase, made: list[Instruction]) -> None:
        """Replace a call by instructions, and free its name."""
        self.note_names(call)
        replace_with_instructions(call, made)
        self.release(call)

    def intrinsic(self, name: str, types: list[Type]) -> Function | None:
        """The intrinsic with that name (without its types) and those types; None if this LLVM has none.

        Types that it does not take are left out, as LLVM does.
        Source: Intrinsic::getDeclaration.
        """
        known = signature(name, self.version)
        if known is not None:
            types = types[: known.overload_count]
        type = self.signature_type(name, types)
        if known is None or type is None:
            return None
        full = overloaded_name(known.name, types) or mangled_intrinsic_name(name, type, self.version, self.module) or name
        return declared_intrinsic(self.module, full, type, self.version)

    def signature_type(self, name: str, types: list[Type]) -> FunctionType | None:
        """The type that the intrinsic with that name has with those types; None if this LLVM has none.

        The verifier reports types that the intrinsic does not take.
        """
        known = signature(name, self.version)
        if known is None:
            return None
        return known.function_type(self.module.context, types, has_typed_pointers(self.module), is_checked=False)

    def declared_for(self, name: str, type: FunctionType) -> Function:
        """The intrinsic with that base name, of its own type with the overloaded types that this type begins with."""
        known = signature(name, self.version)
        match = None if known is None else known.match(type)
        made = None if match is None or not match.mismatch else self.intrinsic(name, match.types)
        return self.declared(name, type) if made is None else made

    def declared(self, name: str, type: FunctionType) -> Function:
        """The intrinsic with that base name and type, which is declared if necessary."""
        name = mangled_intrinsic_name(name, type, self.version, self.module) or name
        return declared_intrinsic(self.module, name, type, self.version)


def declared_intrinsic(module: Module, name: str, function_type: FunctionType, version: int) -> Function:
    """The intrinsic with this name and type, declared at the end of the module if necessary.

    A value that has the name but another type is renamed, as in LLVM (AutoUpgrade's `rename`).
    """
    found = module.get(name)
    if isinstance(found, Function) and found.function_type is function_type:
        return found
    if found is not None:
        found.put_name(module.unique_name(name + _OLD))
    context = module.context
    pointer = context.pointer_to(function_type) if has_typed_pointers(module) else context.pointer()
    made = Function(pointer, function_type, name)
    module.add(made)
    set_intrinsic_attributes(made, version)
    return made


def declared_in_place(module: Module, old: Function, name: str, function_type: FunctionType, version: int) -> Function:
    """The intrinsic with this name and type, declared in the place of `old`, which may have the name and loses it."""
    place = module.functions.index(old)
    old.name = ""
    made = declared_intrinsic(module, name, function_type, version)
    module.functions.remove(made)
    module.functions.insert(place, made)
    return made


def has_typed_pointers(module: Module) -> bool:
    """Whether the module's pointers have element types."""
    first = module.functions[0].type if module.functions else module.context.pointer()
    return isinstance(first, PointerType) and first.pointee is not None


def upgrade_calls_at_once(module: Module, old: Function, upgrade: CallUpgrade) -> None:
    """Upgrade every call of a function, newest use first, and remove the function."""
    remove_function(module, old)
    for user in old.users:
        if isinstance(user, CallBase) and _is_upgraded(module, user, old):
            upgrade(user)


def upgrade_calls(module: Module, upgrades: list[tuple[Function, CallUpgrade]], version: int) -> None:
    """Upgrade every call of the functions, and remove the functions.

    The calls in the first body come first, as if bodies were read one by one. In a body they are upgraded in their order since
    LLVM 22; before, in the order of the functions, which LLVM itself does not settle, newest use first.
    """
    for old, _ in upgrades:
        remove_function(module, old)
    upgrade_calls_in(module, upgrades, module.functions, version)


def upgrade_calls_in(
    module: Module, upgrades: list[tuple[Function, CallUpgrade]], functions: Sequence[Function], version: int
) -> None:
    """Upgrade every call in bodies of `functions`, which are all that have been read, of functions that were removed."""
    waiting: dict[Function, list[tuple[CallBase, CallUpgrade]]] = {}
    for old, upgrade in upgrades:
        for user in old.users:
            if isinstance(user, CallBase) and _is_upgraded(module, user, old):
                assert user.function is not None
                waiting.setdefault(user.function, []).append((user, upgrade))
    for body in list(functions):
        calls = waiting.get(body)
        if calls is not None:
            if body.has_deferred_uses:
                body.record_local_uses_of(_local_values(calls))
            for call, upgrade in _in_order(body, calls) if version >= UPGRADES_IN_ORDER_SINCE else calls:
                upgrade(call)


def _is_upgraded(module: Module, user: CallBase, old: Function) -> bool:
    """Whether this is a call of a function that was removed. A call with another number of arguments stays as it was."""
    if user.callee is not old or user.function is None:
        return False
    if user.argument_count != len(old.function_type.parameters) and not _takes_any_count(old):
        _call_as_before(module, user, old)
        return False
    return True


def _takes_any_count(old: Function) -> bool:
    """Whether calls with another number of arguments than the declaration's are upgraded as well."""
    return old.function_type.is_variadic or old.name.startswith(_ANY_COUNT) or not old.name.startswith(_NEED_ARGUMENTS)


def _local_values(calls: list[tuple[CallBase, CallUpgrade]]) -> set[Value]:
    """The values of a body whose uses change when these calls of it are replaced."""
    values: set[Value] = set()
    for call, _ in calls:
        if call.type.kind != VOID:
            values.add(call)
        for operand in call.operands:
            if isinstance(operand, (Argument, Instruction)):
                values.add(operand)
                # A new call may have that as an operand instead.
                pointer = strip_pointer_casts(operand)
                if isinstance(pointer, (Argument, Instruction)):
                    values.add(pointer)
    return values


def _in_order(body: Function, calls: list[tuple[CallBase, CallUpgrade]]) -> list[tuple[CallBase, CallUpgrade]]:
    """The calls in the order of the body's instructions."""
    upgrades: dict[Instruction, tuple[CallBase, CallUpgrade]] = {one[0]: one for one in calls}
    ordered: list[tuple[CallBase, CallUpgrade]] = []
    for block in body.blocks:
        for instruction in block.instructions:
            found = upgrades.get(instruction)
            if found is not None:
                ordered.append(found)
    return ordered


def _call_as_before(module: Module, call: CallBase, old: Function) -> None:
    """Keep a call with a wrong number of arguments: it calls the value that has the name now, and the verifier reports it."""
    new = module.get(old.name.removesuffix(_OLD))
    if new is None:
        module.add(old)
    else:
        call.put_operand(len(call.operands) - 1, new)


def rename_callee(state: Upgrading, made: Function | None) -> CallUpgrade | None:
    """Replace only the callee of calls; None if the new function is missing.

    If it has another type, the verifier reports the calls, as in LLVM.
    """
    if made is None:
        return None

    return lambda call: set_callee(state, call, made)


def set_callee(state: Upgrading, call: CallBase, made: Function) -> None:
    """Replace only the callee of a call, as LLVM does with a call that has another number of arguments.

    Up to LLVM 14 the call is of the callee's type then, though its result is not.
    """
    call.put_operand(len(call.operands) - 1, made)
    if state.version < CALLS_KEEP_TYPES_SINCE:
        call.function_type = made.function_type


def replace_call(call: CallBase, callee: Function, arguments: list[Value]) -> CallInst:
    """Call another function instead. Attributes that describe the old callee are not kept."""
    made = CallInst(callee.function_type, callee, arguments)
    made.put_name(call.name)
    made.debug_location = call.debug_location
    made.debug_records = call.debug_records
    block = call.parent
    assert block is not None
    block.splice(block.index_of(call), 1, [made])
    call.move_uses_to(made)
    call.drop_operands(are_single=True)
    return made


def replace_with_instructions(call: Instruction, made: list[Instruction]) -> None:
    """Replace a call, or another instruction, by instructions. The last one has its value and gets its name."""
    block = call.parent
    assert block is not None
    at = block.index_of(call)
    block.splice(at, 1, made)
    made[0].debug_records = call.debug_records
    for instruction in made:
        instruction.debug_location = call.debug_location
    call.move_uses_to(made[-1])
    call.drop_operands(are_single=True)


def remove_call(call: CallBase) -> None:
    """Remove a call without uses. Debug records before it move to the next instruction."""
    block = call.parent
    assert block is not None
    at = block.index_of(call)
    block.splice(at, 1, [])
    keep_records(block, at, call.debug_records)
    call.drop_operands(are_single=True)


def keep_records(block: BasicBlock, at: int, records: list[DebugRecord] | None) -> None:
    """Keep debug records before what is now in the place of an instruction, or at the end of the block."""
    if records and at < len(block.instructions):
        following = block.instructions[at]
        following.debug_records = [*records, *(following.debug_records or [])]
    elif records:
        block.trailing_debug_records = [*records, *(block.trailing_debug_records or [])]


def remove_function(module: Module, function: Function) -> None:
    """Remove a function without uses, with its body."""
    module.take_out(function)
    for block in function.blocks:
        for instruction in block.instructions:
            instruction.drop_operands()
