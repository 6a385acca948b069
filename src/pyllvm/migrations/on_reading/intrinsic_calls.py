"""What migrations of intrinsics share: other declarations, and other calls in the place of calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.editing.value_names import ValueNames
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase, CallInst
from pyllvm.ir.intrinsics.attributes import set_intrinsic_attributes
from pyllvm.ir.intrinsics.names import mangled_intrinsic_name, overloaded_name
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import FunctionType, PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.tables.metadata_kinds import fixed_kinds
from pyllvm.tables.reading_versions import ALIGNMENTS_SINCE

# What is put behind the name of a declaration that makes place for a new one.
_OLD: Final = ".old"
# What makes one call new.
CallUpgrade = Callable[[CallBase], None]


@final
class Upgrading:
    """The intrinsics of one module on their way to LLVM `version`."""

    def __init__(self, module: Module, version: int) -> None:
        self.module: Final = module
        self.version: Final = version
        self.folder: Final = ConstantFolder(version)
        self._layout: DataLayout | None = None
        self._names: Final[dict[Function, ValueNames]] = {}

    def names_at(self, call: CallBase) -> ValueNames:
        """The names of the function in which a call is."""
        function = call.function
        assert function is not None
        found = self._names.get(function)
        if found is None:
            found = ValueNames(function)
            self._names[function] = found
        return found

    def implicit_alignment(self, type: Type) -> int:
        """How a load or store of that type is aligned that does not say it; 0 before LLVM 11, where it says nothing."""
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
        """The name of a call is free."""
        function = call.function
        names = None if function is None else self._names.get(function)
        if names is not None:
            names.release(call.name)
        call.name = ""

    def replace(self, call: CallBase, made: list[Instruction]) -> None:
        """Put instructions in the place of a call; its name is free then."""
        replace_with_instructions(call, made)
        self.release(call)

    def intrinsic(self, name: str, types: list[Type]) -> Function | None:
        """The intrinsic of that name (without its types) with those types; None where this LLVM has none such.

        Source: Intrinsic::getDeclaration.
        """
        known = signature(name, self.version)
        type = self.signature_type(name, types)
        if known is None or type is None:
            return None
        return declared_intrinsic(self.module, overloaded_name(known.name, types) or name, type, self.version)

    def signature_type(self, name: str, types: list[Type]) -> FunctionType | None:
        """The type that the intrinsic of that name has with those types; None where this LLVM has none such."""
        known = signature(name, self.version)
        return None if known is None else known.function_type(self.module.context, types, has_typed_pointers(self.module))

    def declared(self, name: str, type: FunctionType) -> Function:
        """The intrinsic of that type whose name begins so, declared where it was not."""
        name = mangled_intrinsic_name(name, type, self.version) or name
        return declared_intrinsic(self.module, name, type, self.version)


def declared_intrinsic(module: Module, name: str, function_type: FunctionType, version: int) -> Function:
    """The intrinsic of that name and type, declared at the end of the module where it was not there yet.

    What has the name and another type makes place, as in LLVM (AutoUpgrade's `rename`).
    """
    found = module.get(name)
    if isinstance(found, Function) and found.function_type is function_type:
        return found
    if found is not None:
        found.name = module.unique_name(name + _OLD)
    context = module.context
    pointer = context.pointer_to(function_type) if has_typed_pointers(module) else context.pointer()
    made = Function(pointer, function_type, name)
    module.add(made)
    set_intrinsic_attributes(made, version)
    return made


def has_typed_pointers(module: Module) -> bool:
    """Whether the module's pointers say what they point to."""
    first = module.functions[0].type if module.functions else module.context.pointer()
    return isinstance(first, PointerType) and first.pointee is not None


def upgrade_calls(module: Module, upgrades: list[tuple[Function, CallUpgrade]], body_by_body: bool = True) -> None:
    """Hand every call of the functions to what upgrades it, newest use first; the functions themselves go.

    With `body_by_body` those of the first body come first, as where bodies are read one by one.
    """
    waiting: list[tuple[CallUpgrade, dict[Function, list[CallBase]]]] = []
    for old, upgrade in upgrades:
        remove_function(module, old)
        by_body: dict[Function, list[CallBase]] = {}
        for user in old.users:
            if isinstance(user, CallBase) and user.callee is old and user.function is not None:
                if user.argument_count != len(old.function_type.parameters) and not old.function_type.is_variadic:
                    _call_as_before(module, user, old)
                    continue
                by_body.setdefault(user.function, []).append(user)
                if not body_by_body:
                    upgrade(user)
        waiting.append((upgrade, by_body))
    if not body_by_body:
        return
    for body in list(module.functions):
        for upgrade, by_body in waiting:
            for call in by_body.get(body, []):
                upgrade(call)


def _call_as_before(module: Module, call: CallBase, old: Function) -> None:
    """A call of more or fewer arguments than the function has stays: it calls what has the name now, for the verifier to find."""
    new = module.get(old.name.removesuffix(_OLD))
    if new is None:
        module.add(old)
    else:
        call.set_operand(len(call.operands) - 1, new)


def rename_callee(old: Function, made: Function | None) -> CallUpgrade | None:
    """Calls stay as they are, but for what they call; None where that has another type, or there is no such."""
    if made is None or made.function_type is not old.function_type:
        return None

    def upgrade(call: CallBase) -> None:
        call.set_operand(len(call.operands) - 1, made)

    return upgrade


def replace_call(call: CallBase, callee: Function, arguments: list[Value]) -> CallInst:
    """Call another function instead; what the old call was told of its callee does not hold for the new one."""
    made = CallInst(callee.function_type, callee, arguments)
    made.name = call.name
    made.debug_location = call.debug_location
    made.debug_records = call.debug_records
    block = call.parent
    assert block is not None
    block.instructions[block.instructions.index(call)] = made
    made.parent = block
    call.replace_all_uses_with(made)
    call.drop_operands()
    return made


def replace_with_instructions(call: CallBase, made: list[Instruction]) -> None:
    """Put instructions in the place of a call; the last of them has its value. The call's name goes with it."""
    block = call.parent
    assert block is not None
    at = block.instructions.index(call)
    block.instructions[at : at + 1] = made
    made[0].debug_records = call.debug_records
    for instruction in made:
        instruction.parent = block
        instruction.debug_location = call.debug_location
    call.replace_all_uses_with(made[-1])
    call.drop_operands()


def remove_call(call: CallBase) -> None:
    """Take a call out that nobody uses; debug records before it move on to what follows."""
    block = call.parent
    assert block is not None
    at = block.instructions.index(call)
    del block.instructions[at]
    records = call.debug_records
    if records:
        if at < len(block.instructions):
            following = block.instructions[at]
            following.debug_records = [*records, *(following.debug_records or [])]
        else:
            block.trailing_debug_records = [*(block.trailing_debug_records or []), *records]
    call.drop_operands()


def remove_function(module: Module, function: Function) -> None:
    """Take a function out that nobody uses, with its body."""
    module.remove(function)
    for block in function.blocks:
        for instruction in block.instructions:
            instruction.drop_operands()
