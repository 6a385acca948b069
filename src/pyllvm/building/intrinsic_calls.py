"""Calls of frequent intrinsics, whose types follow from the arguments, and memory on the stack of a whole function."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr, trait

from pyllvm.building.aggregate_methods import AggregateMethods
from pyllvm.building.call_methods import CallMethods
from pyllvm.building.insertion import Operand, TypeOrText
from pyllvm.building.memory_methods import MemoryMethods
from pyllvm.building.python_constants import described
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import AllocaInst, CallInst
from pyllvm.ir.value import Value
from pyllvm.tables.intrinsic_names import ASSUME, PREFIX

_I64: Final = 64


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class IntrinsicMethods(MemoryMethods, AggregateMethods, CallMethods):
    """The methods for intrinsics, and `alloca_at_entry`."""

    def alloca_at_entry(
        self, type: TypeOrText, count: Operand = None, *, align: int = 0, address_space: int | None = None, name: str = ""
    ) -> AllocaInst:
        """`alloca` in the function's entry block, behind the allocas at its beginning: it runs once in each call of the function.

        The builder stays where it is. Arguments are as for `alloca`; `count` must be a constant or an argument of the function.
        """
        if isinstance(count, Instruction):
            raise ValueError(f"alloca_at_entry: the count must be known on entry, not {described(count)}")
        entry = self._function.entry_block
        last = self._entry_alloca
        if last is not None and last.parent is entry:
            anchor = last.next
        else:
            anchor = entry.first
            while isinstance(anchor, AllocaInst):
                anchor = anchor.next
        position = self.goto_end(entry)
        with position:
            if anchor is not None:
                self._enter(entry, anchor)
            self._location = None
            made = self.alloca(type, count, align=align, address_space=address_space, name=name)
        self._entry_alloca = made
        return made

    # --- arithmetic that tells whether it overflowed

    def add_with_overflow(self, left: Value, right: Operand, *, signed: bool = True, name: str = "") -> tuple[Value, Value]:
        """`llvm.sadd.with.overflow`, or `llvm.uadd.with.overflow`: the sum, and an i1 that is true if it overflowed."""
        return self._with_overflow("add", left, right, signed, name)

    def sub_with_overflow(self, left: Value, right: Operand, *, signed: bool = True, name: str = "") -> tuple[Value, Value]:
        """`llvm.ssub.with.overflow`, or `llvm.usub.with.overflow`: the difference, and an i1 that is true if it overflowed."""
        return self._with_overflow("sub", left, right, signed, name)

    def mul_with_overflow(self, left: Value, right: Operand, *, signed: bool = True, name: str = "") -> tuple[Value, Value]:
        """`llvm.smul.with.overflow`, or `llvm.umul.with.overflow`: the product, and an i1 that is true if it overflowed."""
        return self._with_overflow("mul", left, right, signed, name)

    def _with_overflow(self, word: str, left: Value, right: Operand, signed: bool, name: str) -> tuple[Value, Value]:
        both = self._binary_intrinsic(f"llvm.{'s' if signed else 'u'}{word}.with.overflow", left, right, "")
        return self.extract_value(both, 0, name=name), self.extract_value(both, 1, name=f"{name}.overflow" if name else "")

    def add_saturating(self, left: Value, right: Operand, *, signed: bool = True, name: str = "") -> CallInst:
        """`llvm.sadd.sat`, or `llvm.uadd.sat`: the sum, or the nearest number of the type."""
        return self._binary_intrinsic(f"llvm.{'s' if signed else 'u'}add.sat", left, right, name)

    def sub_saturating(self, left: Value, right: Operand, *, signed: bool = True, name: str = "") -> CallInst:
        """`llvm.ssub.sat`, or `llvm.usub.sat`: the difference, or the nearest number of the type."""
        return self._binary_intrinsic(f"llvm.{'s' if signed else 'u'}sub.sat", left, right, name)

    def minimum(self, left: Value, right: Operand, *, signed: bool = True, name: str = "") -> CallInst:
        """`llvm.smin`, or `llvm.umin` (since LLVM 12): the smaller of two integers."""
        return self._binary_intrinsic(f"llvm.{'s' if signed else 'u'}min", left, right, name)

    def maximum(self, left: Value, right: Operand, *, signed: bool = True, name: str = "") -> CallInst:
        """`llvm.smax`, or `llvm.umax` (since LLVM 12): the larger of two integers."""
        return self._binary_intrinsic(f"llvm.{'s' if signed else 'u'}max", left, right, name)

    def _binary_intrinsic(self, intrinsic: str, left: Value, right: Operand, name: str) -> CallInst:
        self._check_value(left, intrinsic)
        return self.intrinsic(intrinsic, [left.type], [left, right], name=name)

    # --- memory

    def memcpy(
        self,
        destination: Value,
        source: Value,
        size: Operand,
        *,
        destination_align: int = 0,
        source_align: int = 0,
        volatile: bool = False,
    ) -> CallInst:
        """`llvm.memcpy`: copy `size` bytes to memory that does not overlap; a Python int is an i64."""
        return self._copy("llvm.memcpy", destination, source, size, destination_align, source_align, volatile)

    def memmove(
        self,
        destination: Value,
        source: Value,
        size: Operand,
        *,
        destination_align: int = 0,
        source_align: int = 0,
        volatile: bool = False,
    ) -> CallInst:
        """`llvm.memmove`: copy `size` bytes to memory that may overlap; a Python int is an i64."""
        return self._copy("llvm.memmove", destination, source, size, destination_align, source_align, volatile)

    def memset(self, destination: Value, byte: Operand, size: Operand, *, align: int = 0, volatile: bool = False) -> CallInst:
        """`llvm.memset`: set `size` bytes to one value, an i8; a Python int as size is an i64."""
        self._pointer(destination, None, "memset")
        length = self._size(size, "memset")
        call = self.intrinsic("llvm.memset", [destination.type, length.type], [destination, byte, length, int(volatile)])
        self._align_arguments(call, [align])
        return call

    def _copy(
        self, intrinsic: str, destination: Value, source: Value, size: Operand, to: int, source_align: int, volatile: bool
    ) -> CallInst:
        word = intrinsic.removeprefix(PREFIX)
        self._pointer(destination, None, word)
        self._pointer(source, None, word)
        length = self._size(size, word)
        types = [destination.type, source.type, length.type]
        call = self.intrinsic(intrinsic, types, [destination, source, length, int(volatile)])
        self._align_arguments(call, [to, source_align])
        return call

    def _size(self, size: Operand, operation: str) -> Value:
        return size if isinstance(size, Value) else self._value(size, self._context.integer(_I64), operation, "the size")

    def _align_arguments(self, call: CallInst, aligns: list[int]) -> None:
        sets: dict[int, AttributeSet] = {}
        for number, align in enumerate(aligns):
            if align:
                self._check_alignment(align, "the call")
                sets[number] = AttributeSet([Attribute.of_integer("align", align)])
        if sets:
            call.attributes = AttributeList(parameters=sets)

    # --- hints, and the end of the program

    def assume(self, condition: Operand) -> CallInst:
        """`llvm.assume`: the condition, an i1, is true here."""
        return self.intrinsic(ASSUME, [], [self._value(condition, self._i1, "assume", "the condition")])

    def expect(self, value: Value, expected: Operand, *, name: str = "") -> CallInst:
        """`llvm.expect`: the value, which is probably `expected`."""
        return self._binary_intrinsic("llvm.expect", value, expected, name)

    def trap(self) -> CallInst:
        """`llvm.trap`: the program ends here. A terminator must follow, such as `unreachable`."""
        return self.intrinsic("llvm.trap")
