"""The memory that functions may read and write, by their attributes and by their bodies.

Sources: FunctionAttrs.cpp (`checkFunctionMemoryAccess`), ModRef.h, `opt -passes='cgscc(function-attrs)'`. LLVM's inference of
other attributes is not repeated: a function that returns fresh memory, or its argument, counts only if an attribute says so.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.analysis.components import strongly_connected_components
from pyllvm.analysis.users import calls_of
from pyllvm.analysis.value_tracking import is_identified_object, is_local_or_constant, underlying_object
from pyllvm.ir.attributes import memory_string
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.effects import EVERYTHING, READ_EVERYWHERE, attributes_of, memory_of_attributes, memory_of_call
from pyllvm.ir.function import Argument, Function, Instruction
from pyllvm.ir.instructions import AtomicCmpXchgInst, AtomicRMWInst, CallBase, LoadInst, StoreInst, VAArgInst
from pyllvm.ir.misuse import check_module
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.tables.attributes import MEMORY_ACCESSES, MEMORY_LOCATIONS, MEMORY_OTHER_BIT, MEMORY_SINCE
from pyllvm.tables.effects import LEAVING_INTRINSICS, OBJECTS_BEHIND_JOINS_SINCE, VOLATILE_COPIES_SINCE, VOLATILE_INTRINSICS
from pyllvm.tables.intrinsic_names import PREFIX, PSEUDO_PROBE
from pyllvm.tables.linkages import EXACT

_READ: Final = 1
_WRITE: Final = 2
_BOTH: Final = 3
_BIT_OF: Final = {word: bit for word, bit, _ in MEMORY_LOCATIONS}
_ARGUMENTS: Final = _BIT_OF["argmem"]
_INACCESSIBLE: Final = _BIT_OF["inaccessiblemem"]
_ARGUMENT_MASK: Final = _BOTH << _ARGUMENTS
# All that is not behind arguments and accessible: "other" memory, and errno, which is part of it up to LLVM 20.
_OTHER_BITS: Final = (MEMORY_OTHER_BIT, _BIT_OF["errnomem"])
# The functions whose bodies LLVM does not judge.
_NOT_JUDGED: Final = ("optnone", "naked", "presplitcoroutine")


@final
class MemoryEffects:
    """The memory that a function may read and write; its text is the same as in the attribute `memory(...)`.

    The memory behind pointer arguments, the memory that the module cannot access, and other memory are told apart. An access is
    one of the words "none", "read", "write" and "readwrite".
    """

    __slots__ = ("_value", "_version")

    def __init__(self, value: int, version: int) -> None:
        """Make them from the value of the attribute for LLVM `version`. `memory_effects` returns them."""
        other = value >> MEMORY_OTHER_BIT & _BOTH
        for _, bit, since in MEMORY_LOCATIONS:
            if version < since and bit != _ARGUMENTS and bit != _INACCESSIBLE:
                value = value & ~(_BOTH << bit) | other << bit
        self._value = value
        self._version = version

    @property
    def argument_memory(self) -> str:
        """The access to memory that pointer arguments lead to."""
        return MEMORY_ACCESSES[self._value >> _ARGUMENTS & _BOTH]

    @property
    def inaccessible_memory(self) -> str:
        """The access to memory that no code of the module can access, such as the state of an allocator or a file."""
        return MEMORY_ACCESSES[self._value >> _INACCESSIBLE & _BOTH]

    @property
    def other_memory(self) -> str:
        """The access to all other memory, such as global variables."""
        return MEMORY_ACCESSES[self._value >> MEMORY_OTHER_BIT & _BOTH]

    @property
    def may_read(self) -> bool:
        """Whether any memory may be read."""
        return self._any(_READ)

    @property
    def may_write(self) -> bool:
        """Whether any memory may be written."""
        return self._any(_WRITE)

    @property
    def only_argument_memory(self) -> bool:
        """Whether only memory that pointer arguments lead to is accessed, if any is."""
        return self._value & ~_ARGUMENT_MASK == 0

    def _any(self, access: int) -> bool:
        value = self._value
        while value:
            if value & access:
                return True
            value >>= 2
        return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MemoryEffects) and other._value == self._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __str__(self) -> str:
        return memory_string(self._value, max(self._version, MEMORY_SINCE))

    def __repr__(self) -> str:
        return f"<MemoryEffects {self}>"


def memory_effects(function: Function) -> MemoryEffects:
    """Return the memory that a function may read and write, as its attributes say.

    Without such attributes that is all memory. `infer_memory_effects` looks at bodies as well. Raises TypeError for something
    else than a function.
    """
    if not isinstance(function, Function):
        raise TypeError(f"memory_effects takes a function, not {function!r}")
    return MemoryEffects(memory_of_attributes(attributes_of(function)), function.type.context.llvm_version)


def infer_memory_effects(module: Module) -> dict[Function, MemoryEffects]:
    """Return the memory that each function of a module may read and write, as its attributes and its body say.

    Functions are judged after those that they call, and functions that call each other together, as LLVM's pass `function-attrs`
    does. The body of a function that a linker may replace by another one does not count, nor does a body with `optnone`. The
    module is not changed: `function.add_attribute(str(effects))` does that. The time is linear in the size of the module, apart
    from long chains of pointers. Raises PyllvmError if a body was not read yet and is malformed.
    """
    check_module(module, "infer_memory_effects")
    functions = module.functions
    callees, _ = calls_of(module, has_intrinsics=True)
    inference = _Inference(functions, module.llvm_version)
    for component in strongly_connected_components([list(called) for called in callees]):
        inference.judge([functions[number] for number in component])
    return {function: MemoryEffects(inference.found[function], module.llvm_version) for function in functions}


@final
class _Inference:
    """The effects that were found so far."""

    def __init__(self, functions: list[Function], version: int) -> None:
        self._version = version
        self.found: dict[Function, int] = {}
        for function in functions:
            self.found[function] = memory_of_attributes(attributes_of(function))
        # The functions that call each other and are judged now.
        self._together: set[Function] = set()
        # The accesses of one of them, and the accesses behind arguments of their calls among each other.
        self._effects = 0
        self._behind_arguments = 0

    def judge(self, functions: list[Function]) -> None:
        """Find the effects of functions that call each other, or of one."""
        for function in functions:
            if function.is_declaration or _is_not_judged(function):
                return
        self._together = set(functions)
        self._effects = 0
        self._behind_arguments = 0
        total = 0
        for function in functions:
            before = self.found[function]
            if before == 0 or function.linkage not in EXACT:
                total |= before
                continue
            self._effects = 0
            self._body(function)
            total |= self._effects & before
        if total & _ARGUMENT_MASK:
            access = total >> _ARGUMENTS & _BOTH
            total |= self._behind_arguments & _everywhere(access)
        for function in functions:
            self.found[function] &= total

    def _body(self, function: Function) -> None:
        for argument in function.arguments:
            if _has(function, argument.number, "inalloca") or _has(function, argument.number, "preallocated"):
                self._effects |= _ARGUMENT_MASK
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallBase):
                    self._call(instruction)
                else:
                    self._instruction(instruction)
            if self._effects == EVERYTHING:
                return

    def _call(self, call: CallBase) -> None:
        callee = call.called_function
        if callee is not None and callee in self._together and not call.bundles:
            before = self._effects
            self._effects = 0
            self._arguments(call, _BOTH)
            self._behind_arguments |= self._effects
            self._effects = before
            return
        effects = memory_of_call(call)
        known = call.operands[-1]
        if isinstance(known, Function):
            if not call.bundles:
                effects &= self.found.get(known, EVERYTHING)
            effects = self._of_intrinsic(call, known.name, effects)
        if effects == 0:
            return
        self._effects |= effects & ~_ARGUMENT_MASK
        # Memory that was captured counts as other memory, and may be behind an argument of this function.
        self._effects |= (effects >> MEMORY_OTHER_BIT & _BOTH) << _ARGUMENTS
        access = effects >> _ARGUMENTS & _BOTH
        if access:
            self._arguments(call, access)

    def _of_intrinsic(self, call: CallBase, name: str, effects: int) -> int:
        """Return the effects of a call of a function with this name; for most intrinsics, nothing is different."""
        if not name.startswith(PREFIX):
            return effects
        if name == PSEUDO_PROBE:
            return 0
        if name.startswith(LEAVING_INTRINSICS):
            return effects & (READ_EVERYWHERE | _BOTH << _INACCESSIBLE)
        if name.startswith(VOLATILE_INTRINSICS) and self._version >= VOLATILE_COPIES_SINCE:
            is_volatile = call.operands[call.argument_count - 1]
            if isinstance(is_volatile, ConstantInt) and is_volatile.value != 0:
                return effects | _BOTH << _INACCESSIBLE
        return effects

    def _arguments(self, call: CallBase, access: int) -> None:
        for argument in call.arguments:
            if argument.type.is_pointer_or_vector:
                self._access(argument, access)

    def _instruction(self, instruction: Instruction) -> None:
        access = (_READ if instruction.may_read_memory else 0) | (_WRITE if instruction.may_write_memory else 0)
        if not access:
            return
        pointer: Value
        is_volatile = False
        if isinstance(instruction, (LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst)):
            pointer = instruction.pointer
            is_volatile = instruction.is_volatile
        elif isinstance(instruction, VAArgInst):
            pointer = instruction.operands[0]
        else:
            self._effects |= _everywhere(access)
            return
        if is_volatile:
            self._effects |= access << _INACCESSIBLE
        self._access(pointer, access)

    def _access(self, pointer: Value, access: int) -> None:
        """Add an access to the memory that a pointer leads to."""
        access &= is_local_or_constant(pointer)
        if not access:
            return
        base = underlying_object(pointer, follows_joins=self._version >= OBJECTS_BEHIND_JOINS_SINCE)
        if isinstance(base, Argument):
            self._effects |= access << _ARGUMENTS
            return
        if not is_identified_object(base):
            self._effects |= access << _ARGUMENTS
        for bit in _OTHER_BITS:
            self._effects |= access << bit


def _everywhere(access: int) -> int:
    return (EVERYTHING // _BOTH) * access


def _is_not_judged(function: Function) -> bool:
    attributes = attributes_of(function)
    return any(word in attributes for word in _NOT_JUDGED)


def _has(function: Function, argument: int, word: str) -> bool:
    attributes = function.attributes
    if attributes is None:
        return False
    own = attributes.parameters.get(argument)
    return own is not None and word in own
