"""The instructions: one class for each shape. `operands` are in LLVM's order, because use lists depend on it.

Predicates, orderings, operations and conventions are LLVM's words; their numbers are in attributes that end in `_number`: the
numbers of bitcode (`tables.atomics`, `tables.calling_conventions`) and of `tables.predicates`. The constructors take the
numbers, and `IRBuilder` the words. Alignments are in bytes (0: none given). Synchronization scopes are names
("" is the system scope).
"""

from __future__ import annotations

from typing import ClassVar, final

from mypy_extensions import mypyc_attr

from pyllvm.ir.attributes import Attribute, AttributeList, attribute_named, changed_attributes
from pyllvm.ir.conveniences import short_text_of
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instruction import collect_use
from pyllvm.ir.types import FunctionType, Type
from pyllvm.ir.value import Use, Value
from pyllvm.ir.words import (
    access_ordering_number,
    atomic_operation,
    convention_number,
    convention_word,
    fcmp_number,
    icmp_number,
    ordering_number,
)
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS, ORDERINGS
from pyllvm.tables.keywords import NO_TAIL_KIND
from pyllvm.tables.opcodes import Opcode
from pyllvm.tables.predicates import FIRST_ICMP, PREDICATE_OF_NUMBER


@mypyc_attr(allow_interpreted_subclasses=True)
class OperationInst(Instruction):
    """The base of the instructions that have an `Opcode`: binary and unary operations, and casts."""

    def __init__(self, opcode: Opcode, type: Type, operands: list[Value], flags: int, name: str) -> None:
        super().__init__(type, operands, name)
        self.opcode = opcode
        self.flags = flags

    @property
    def opcode_name(self) -> str:
        return self.opcode.name


@final
class BinaryOperator(OperationInst):
    """`add`, `fmul`, `xor` ...: two operands of one type."""

    def __init__(self, opcode: Opcode, left: Value, right: Value, flags: int = 0, name: str = "") -> None:
        super().__init__(opcode, left.type, [left, right], flags, name)


@final
class UnaryOperator(OperationInst):
    """`fneg`."""

    def __init__(self, opcode: Opcode, operand: Value, flags: int = 0, name: str = "") -> None:
        super().__init__(opcode, operand.type, [operand], flags, name)


@final
class CastInst(OperationInst):
    """`trunc`, `bitcast`, `ptrtoint` ...: one operand converted to `type`."""

    def __init__(self, opcode: Opcode, operand: Value, type: Type, flags: int = 0, name: str = "") -> None:
        super().__init__(opcode, type, [operand], flags, name)


@final
class CmpInst(Instruction):
    """`icmp` and `fcmp`: `type` is i1, or a vector of i1."""

    def __init__(self, predicate: int, left: Value, right: Value, type: Type, flags: int = 0, name: str = "") -> None:
        super().__init__(type, [left, right], name)
        self.predicate_number = predicate
        self.flags = flags

    @property
    def predicate(self) -> str:
        """The word of the predicate, such as "slt" or "oeq". Setting it raises ValueError for a word that is none."""
        return PREDICATE_OF_NUMBER.get(self.predicate_number, "")

    @predicate.setter
    def predicate(self, word: str) -> None:
        self.predicate_number = fcmp_number(word) if self.predicate_number < FIRST_ICMP else icmp_number(word)

    @property
    def is_floating_point(self) -> bool:
        """Whether it is `fcmp`."""
        return self.predicate_number < FIRST_ICMP

    @property
    def opcode_name(self) -> str:
        return "fcmp" if self.predicate_number < FIRST_ICMP else "icmp"


@final
class AllocaInst(Instruction):
    """`alloca T, iN count, align A`: `type` is the pointer type."""

    _opcode_name: ClassVar[str] = "alloca"

    def __init__(self, type: Type, allocated_type: Type, count: Value, alignment: int = 0, name: str = "") -> None:
        super().__init__(type, [count], name)
        self.allocated_type = allocated_type
        self.alignment = alignment
        self.is_inalloca = False
        self.is_swifterror = False

    @property
    def count(self) -> Value:
        """The number of objects."""
        return self.operands[0]


@mypyc_attr(allow_interpreted_subclasses=True)
class OrderedInst(Instruction):
    """The base of the instructions that have one ordering: load, store, fence and atomicrmw."""

    def __init__(self, type: Type, operands: list[Value], ordering: int, sync_scope: str = "", name: str = "") -> None:
        super().__init__(type, operands, name)
        self.ordering_number = ordering
        self.sync_scope = sync_scope

    @property
    def ordering(self) -> str:
        """The word of the ordering, such as "seq_cst"; "" for a load or store that is not atomic.

        Setting it raises ValueError for a word that is none.
        """
        return ORDERINGS[self.ordering_number]

    @ordering.setter
    def ordering(self, word: str) -> None:
        is_access = isinstance(self, (LoadInst, StoreInst))
        self.ordering_number = access_ordering_number(word) if is_access else ordering_number(word)


@final
class LoadInst(OrderedInst):
    """`load T, ptr %p`, atomic where `ordering` is not 0."""

    _opcode_name: ClassVar[str] = "load"

    def __init__(self, type: Type, pointer: Value, alignment: int = 0, is_volatile: bool = False, name: str = "") -> None:
        super().__init__(type, [pointer], 0, "", name)
        self.alignment = alignment
        self.is_volatile = is_volatile

    @property
    def pointer(self) -> Value:
        """The address that is read."""
        return self.operands[0]


@final
class StoreInst(OrderedInst):
    """`store T %value, ptr %p`, atomic where `ordering` is not 0; `type` is void."""

    _opcode_name: ClassVar[str] = "store"

    def __init__(self, void: Type, value: Value, pointer: Value, alignment: int = 0, is_volatile: bool = False) -> None:
        super().__init__(void, [value, pointer], 0)
        self.alignment = alignment
        self.is_volatile = is_volatile

    @property
    def value(self) -> Value:
        """The value that is stored."""
        return self.operands[0]

    @property
    def pointer(self) -> Value:
        """The address that is written."""
        return self.operands[1]


@final
class GetElementPtrInst(Instruction):
    """`getelementptr T, ptr %p, indices...`: the first operand is the pointer."""

    _opcode_name: ClassVar[str] = "getelementptr"

    def __init__(self, type: Type, source_element_type: Type, operands: list[Value], flags: int = 0, name: str = "") -> None:
        super().__init__(type, operands, name)
        self.source_element_type = source_element_type
        self.flags = flags

    @property
    def pointer(self) -> Value:
        """The base address."""
        return self.operands[0]


@final
class FenceInst(OrderedInst):
    """`fence ordering`."""

    _opcode_name: ClassVar[str] = "fence"

    def __init__(self, void: Type, ordering: int, sync_scope: str = "") -> None:
        super().__init__(void, [], ordering, sync_scope)


@final
class AtomicCmpXchgInst(Instruction):
    """`cmpxchg ptr %p, T %expected, T %new success failure`: `type` is { T, i1 }."""

    _opcode_name: ClassVar[str] = "cmpxchg"

    def __init__(
        self,
        type: Type,
        pointer: Value,
        expected: Value,
        new: Value,
        success: int,
        failure: int,
        alignment: int = 0,
        name: str = "",
    ) -> None:
        super().__init__(type, [pointer, expected, new], name)
        self.success_ordering_number = success
        self.failure_ordering_number = failure
        self.alignment = alignment
        self.is_volatile = False
        self.is_weak = False
        self.sync_scope = ""

    @property
    def success_ordering(self) -> str:
        """The word of the ordering of a success, such as "acq_rel". Setting it raises ValueError for a word that is none."""
        return ORDERINGS[self.success_ordering_number]

    @success_ordering.setter
    def success_ordering(self, word: str) -> None:
        self.success_ordering_number = ordering_number(word)

    @property
    def failure_ordering(self) -> str:
        """The word of the ordering of a failure, such as "monotonic". Setting it raises ValueError for a word that is none."""
        return ORDERINGS[self.failure_ordering_number]

    @failure_ordering.setter
    def failure_ordering(self, word: str) -> None:
        self.failure_ordering_number = ordering_number(word)


@final
class AtomicRMWInst(OrderedInst):
    """`atomicrmw operation ptr %p, T %value ordering`; `operation` is the number in the record (without ELEMENTWISE)."""

    _opcode_name: ClassVar[str] = "atomicrmw"

    def __init__(self, operation: int, pointer: Value, value: Value, ordering: int, alignment: int = 0, name: str = "") -> None:
        super().__init__(value.type, [pointer, value], ordering, "", name)
        self.operation_number = operation
        self.alignment = alignment
        self.is_volatile = False
        self.is_elementwise = False

    @property
    def operation(self) -> str:
        """The word of the operation, such as "add" or "xchg". Setting it raises ValueError for a word that is none."""
        return ATOMIC_RMW_OPERATIONS[self.operation_number].word

    @operation.setter
    def operation(self, word: str) -> None:
        self.operation_number = atomic_operation(word).number


@final
class SelectInst(Instruction):
    """`select i1 %c, T %a, T %b`."""

    _opcode_name: ClassVar[str] = "select"

    def __init__(self, condition: Value, true_value: Value, false_value: Value, flags: int = 0, name: str = "") -> None:
        super().__init__(true_value.type, [condition, true_value, false_value], name)
        self.flags = flags


@final
class FreezeInst(Instruction):
    """`freeze T %v`."""

    _opcode_name: ClassVar[str] = "freeze"

    def __init__(self, operand: Value, name: str = "") -> None:
        super().__init__(operand.type, [operand], name)


@final
class BitExtractInst(Instruction):
    """`bitextract T, bN %v, i32 %offset`: the bits of a byte value from an offset on, as another type."""

    def __init__(self, source: Value, offset: Value, type: Type, name: str = "") -> None:
        super().__init__(type, [source, offset], name)

    @property
    def opcode_name(self) -> str:
        return "bitextract"


@final
class BitInsertInst(Instruction):
    """`bitinsert bN %base, T %v, i32 %offset`: a byte value with the bits of another value in it, from an offset on."""

    def __init__(self, base: Value, inserted: Value, offset: Value, name: str = "") -> None:
        super().__init__(base.type, [base, inserted, offset], name)

    @property
    def opcode_name(self) -> str:
        return "bitinsert"


@final
class VAArgInst(Instruction):
    """`va_arg ptr %list, T`."""

    _opcode_name: ClassVar[str] = "va_arg"

    def __init__(self, argument_list: Value, type: Type, name: str = "") -> None:
        super().__init__(type, [argument_list], name)


@final
class ExtractElementInst(Instruction):
    """`extractelement <n x T> %v, iN %i`."""

    _opcode_name: ClassVar[str] = "extractelement"

    def __init__(self, type: Type, vector: Value, index: Value, name: str = "") -> None:
        super().__init__(type, [vector, index], name)


@final
class InsertElementInst(Instruction):
    """`insertelement <n x T> %v, T %e, iN %i`."""

    _opcode_name: ClassVar[str] = "insertelement"

    def __init__(self, vector: Value, element: Value, index: Value, name: str = "") -> None:
        super().__init__(vector.type, [vector, element, index], name)


@final
class ShuffleVectorInst(Instruction):
    """`shufflevector <n x T> %a, <n x T> %b, <m x i32> mask`: the mask is a constant but not an operand, as in LLVM since 11."""

    _opcode_name: ClassVar[str] = "shufflevector"

    def __init__(self, type: Type, left: Value, right: Value, mask: Value, name: str = "") -> None:
        super().__init__(type, [left, right], name)
        self.mask = mask


@final
class ExtractValueInst(Instruction):
    """`extractvalue T %aggregate, 0, 1 ...`."""

    _opcode_name: ClassVar[str] = "extractvalue"

    def __init__(self, type: Type, aggregate: Value, indices: list[int], name: str = "") -> None:
        super().__init__(type, [aggregate], name)
        self.indices = indices


@final
class InsertValueInst(Instruction):
    """`insertvalue T %aggregate, U %element, 0, 1 ...`."""

    _opcode_name: ClassVar[str] = "insertvalue"

    def __init__(self, aggregate: Value, element: Value, indices: list[int], name: str = "") -> None:
        super().__init__(aggregate.type, [aggregate, element], name)
        self.indices = indices


@final
class PHINode(Instruction):
    """`phi T [ %a, %block ], ...`: the operands are the values; as in LLVM, the blocks are not operands."""

    _opcode_name: ClassVar[str] = "phi"

    def __init__(self, type: Type, flags: int = 0, name: str = "") -> None:
        super().__init__(type, [], name)
        self.blocks: list[BasicBlock] = []
        self.flags = flags

    def add_incoming(self, value: Value, block: BasicBlock) -> None:
        """Add a value and the block from which it comes."""
        self.append_operand(value)
        self.blocks.append(block)

    def remove_incoming(self, index: int) -> None:
        """Remove one value and its block."""
        last = len(self.operands) - 1
        while index < last:
            self.put_operand(index, self.operands[index + 1])
            self.blocks[index] = self.blocks[index + 1]
            index += 1
        self.operands[last].remove_use(self, last)
        self.operands.pop()
        self.blocks.pop()

    def incoming_for(self, block: BasicBlock) -> Value | None:
        """The value that comes from a block, or None."""
        for index, incoming in enumerate(self.blocks):
            if incoming is block:
                return self.operands[index]
        return None


@final
class LandingPadInst(Instruction):
    """`landingpad T cleanup catch ... filter ...`: a clause of array type is a filter, any other a catch."""

    _opcode_name: ClassVar[str] = "landingpad"

    def __init__(self, type: Type, is_cleanup: bool, clauses: list[Value], name: str = "") -> None:
        super().__init__(type, clauses, name)
        self.is_cleanup = is_cleanup


@mypyc_attr(allow_interpreted_subclasses=True)
class FuncletPadInst(Instruction):
    """The base of catchpad and cleanuppad: the operands are the arguments, then the parent pad."""

    def __init__(self, token: Type, parent_pad: Value, arguments: list[Value], name: str = "") -> None:
        super().__init__(token, [*arguments, parent_pad], name)

    @property
    def parent_pad(self) -> Value:
        """The pad that contains this one: a token, `none` for a pad in no other."""
        return self.operands[-1]

    @property
    def arguments(self) -> list[Value]:
        """The operands in brackets."""
        return self.operands[:-1]


@final
class CatchPadInst(FuncletPadInst):
    """`catchpad within %switch [args...]`."""

    _opcode_name: ClassVar[str] = "catchpad"


@final
class CleanupPadInst(FuncletPadInst):
    """`cleanuppad within %parent [args...]`."""

    _opcode_name: ClassVar[str] = "cleanuppad"


@mypyc_attr(allow_interpreted_subclasses=True)
class Terminator(Instruction):
    """The base of the instructions that end a block. Invoke and callbr also end blocks, but are derived from CallBase."""

    @property
    def is_terminator(self) -> bool:
        return True


@final
class ReturnInst(Terminator):
    """`ret T %v`, or `ret void`."""

    _opcode_name: ClassVar[str] = "ret"

    def __init__(self, void: Type, value: Value | None = None) -> None:
        super().__init__(void, [] if value is None else [value])


@final
class BranchInst(Terminator):
    """`br label %a`, or `br i1 %c, label %a, label %b`: the operands are [a], or [c, b, a] as in LLVM."""

    _opcode_name: ClassVar[str] = "br"

    def __init__(self, void: Type, true_block: Value, condition: Value | None = None, false_block: Value | None = None) -> None:
        if condition is None or false_block is None:
            super().__init__(void, [true_block])
        else:
            super().__init__(void, [condition, false_block, true_block])

    @property
    def successors(self) -> list[BasicBlock]:
        blocks = [operand for operand in self.operands if isinstance(operand, BasicBlock)]
        blocks.reverse()  # the false destination precedes the true one
        return blocks

    @property
    def is_conditional(self) -> bool:
        """Whether it has a condition and two destinations."""
        return len(self.operands) == 3


@final
class SwitchInst(Terminator):
    """`switch T %v, label %default [ T 0, label %a ... ]`: the operands are v, default, then the value and block of each case."""

    _opcode_name: ClassVar[str] = "switch"

    def __init__(self, void: Type, condition: Value, default: Value) -> None:
        super().__init__(void, [condition, default])

    def add_case(self, value: Value, block: Value) -> None:
        """Add a case."""
        self.append_operand(value)
        self.append_operand(block)


@final
class IndirectBrInst(Terminator):
    """`indirectbr ptr %address, [ label %a, ... ]`."""

    _opcode_name: ClassVar[str] = "indirectbr"

    def __init__(self, void: Type, address: Value, destinations: list[Value]) -> None:
        super().__init__(void, [address, *destinations])


@final
class ResumeInst(Terminator):
    """`resume T %v`."""

    _opcode_name: ClassVar[str] = "resume"

    def __init__(self, void: Type, value: Value) -> None:
        super().__init__(void, [value])


@final
class UnreachableInst(Terminator):
    """`unreachable`."""

    _opcode_name: ClassVar[str] = "unreachable"

    def __init__(self, void: Type) -> None:
        super().__init__(void, [])


@final
class CleanupReturnInst(Terminator):
    """`cleanupret from %pad unwind label %b`, or `... unwind to caller` without a second operand."""

    _opcode_name: ClassVar[str] = "cleanupret"

    def __init__(self, void: Type, pad: Value, unwind: Value | None = None) -> None:
        super().__init__(void, [pad] if unwind is None else [pad, unwind])


@final
class CatchReturnInst(Terminator):
    """`catchret from %pad to label %b`."""

    _opcode_name: ClassVar[str] = "catchret"

    def __init__(self, void: Type, pad: Value, block: Value) -> None:
        super().__init__(void, [pad, block])


@final
class CatchSwitchInst(Terminator):
    """`catchswitch within %parent [label %handler, ...] unwind ...`: the operands are parent, unwind block (if any), handlers."""

    _opcode_name: ClassVar[str] = "catchswitch"

    def __init__(self, token: Type, parent_pad: Value, unwind: Value | None, handlers: list[Value], name: str = "") -> None:
        super().__init__(token, [parent_pad, *handlers] if unwind is None else [parent_pad, unwind, *handlers], name)
        self.has_unwind = unwind is not None

    @property
    def unwind(self) -> Value | None:
        """The unwind destination; None for the caller."""
        return self.operands[1] if self.has_unwind else None

    @property
    def handlers(self) -> list[Value]:
        """The blocks of the catchpads, in order."""
        return self.operands[2:] if self.has_unwind else self.operands[1:]


@mypyc_attr(serializable=True)
@final
class OperandBundle:
    """`"tag"(values...)` of a call: the values are the call's operands from `begin` up to `end`."""

    __slots__ = ("begin", "end", "tag")

    def __init__(self, tag: str, begin: int, end: int) -> None:
        self.tag = tag
        self.begin = begin
        self.end = end

    def __repr__(self) -> str:
        return short_text_of(self)


@mypyc_attr(allow_interpreted_subclasses=True)
class CallBase(Instruction):
    """The base of call, invoke and callbr.

    The operands are the arguments, the bundles' values, the blocks where execution may continue, and last the callee.
    """

    def __init__(
        self,
        function_type: FunctionType,
        callee: Value,
        arguments: list[Value],
        bundles: list[tuple[str, list[Value]]] | None,
        blocks: list[Value] | None,
        name: str,
    ) -> None:
        operands = list(arguments)
        made: list[OperandBundle] | None = None
        if bundles:
            made = []
            for tag, values in bundles:
                made.append(OperandBundle(tag, len(operands), len(operands) + len(values)))
                operands.extend(values)
        if blocks is not None:
            operands.extend(blocks)
        operands.append(callee)
        super().__init__(function_type.return_type, operands, name)
        if made is not None:
            # LLVM sets the bundles' values last, so that they are the newest uses.
            for index in range(len(arguments), made[-1].end):
                operands[index].remove_use(self, index)
                operands[index].add_use(self, index)
        self.function_type = function_type
        self.argument_count = len(arguments)
        self.bundles = made
        self.calling_convention_number = 0
        self._attributes: AttributeList | None = None

    def collect_local_uses(self, found: dict[Value, list[Use]], are_all: bool) -> None:
        bundles = self.bundles
        if bundles is None:
            super().collect_local_uses(found, are_all)
            return
        after = bundles[-1].end
        for index in (*range(self.argument_count), *range(after, len(self.operands)), *range(self.argument_count, after)):
            operand = self.operands[index]
            if operand._uses is None:
                collect_use(found, operand, self, index, are_all)

    @property
    def attributes(self) -> AttributeList | None:
        """The attributes of the call, its result and its arguments; None if there are none."""
        return self._attributes

    @attributes.setter
    def attributes(self, attributes: AttributeList | None) -> None:
        self._attributes = attributes
        self.type.context.edits += 1

    def add_attribute(self, attribute: Attribute | str, *, parameter: int | None = None, returned: bool = False) -> None:
        """Add an attribute to the call, to a parameter (counted from 0) or, with `returned`, to the return value.

        One of the same name is replaced. A word means an attribute without a value. Raises ValueError if the attribute or
        parameter does not exist; `verify` reports attributes at wrong places.
        """
        made = attribute_named(attribute) if isinstance(attribute, str) else attribute
        if parameter is not None and not 0 <= parameter < self.argument_count:
            raise ValueError(f"there is no parameter {parameter}")
        self.attributes = changed_attributes(self.attributes, made, "", parameter, returned)

    def remove_attribute(self, name: str, *, parameter: int | None = None, returned: bool = False) -> None:
        """Remove the attribute of that word or key, if it is there."""
        self.attributes = changed_attributes(self.attributes, None, name, parameter, returned)

    @property
    def callee(self) -> Value:
        """The called value: a function, a pointer, or inline assembly."""
        return self.operands[-1]

    @property
    def arguments(self) -> list[Value]:
        """The arguments, without the bundles' values."""
        return self.operands[: self.argument_count]

    @property
    def calling_convention(self) -> str:
        """The word of the calling convention: "ccc", "fastcc" ..., or "cc" and its number if it has no word.

        Setting it raises ValueError for a word that is none.
        """
        return convention_word(self.calling_convention_number)

    @calling_convention.setter
    def calling_convention(self, word: str) -> None:
        self.calling_convention_number = convention_number(word)

    @property
    def called_function(self) -> Function | None:
        """The called function, or None for an indirect call. The call may use a function type other than the function's own."""
        callee = self.operands[-1]
        return callee if isinstance(callee, Function) and callee.function_type is self.function_type else None


@final
class CallInst(CallBase):
    """`call`; `tail_kind` is "", "tail", "musttail" or "notail", `flags` the fast-math ones."""

    _opcode_name: ClassVar[str] = "call"

    def __init__(
        self,
        function_type: FunctionType,
        callee: Value,
        arguments: list[Value],
        bundles: list[tuple[str, list[Value]]] | None = None,
        name: str = "",
    ) -> None:
        super().__init__(function_type, callee, arguments, bundles, None, name)
        self.tail_kind = NO_TAIL_KIND


@final
class InvokeInst(CallBase):
    """`invoke ... to label %normal unwind label %unwind`."""

    _opcode_name: ClassVar[str] = "invoke"

    def __init__(
        self,
        function_type: FunctionType,
        callee: Value,
        arguments: list[Value],
        normal: Value,
        unwind: Value,
        bundles: list[tuple[str, list[Value]]] | None = None,
        name: str = "",
    ) -> None:
        super().__init__(function_type, callee, arguments, bundles, [normal, unwind], name)

    @property
    def is_terminator(self) -> bool:
        return True

    @property
    def normal_block(self) -> Value:
        """The block that follows if the call returns."""
        return self.operands[-3]

    @property
    def unwind_block(self) -> Value:
        """The block that follows if the call unwinds."""
        return self.operands[-2]


@final
class CallBrInst(CallBase):
    """`callbr ... to label %default [label %indirect, ...]`."""

    _opcode_name: ClassVar[str] = "callbr"

    def __init__(
        self,
        function_type: FunctionType,
        callee: Value,
        arguments: list[Value],
        default: Value,
        indirect: list[Value],
        bundles: list[tuple[str, list[Value]]] | None = None,
        name: str = "",
    ) -> None:
        super().__init__(function_type, callee, arguments, bundles, [default, *indirect], name)
        self.indirect_count = len(indirect)

    @property
    def is_terminator(self) -> bool:
        return True

    @property
    def default_block(self) -> Value:
        """The block that follows if the assembly does not jump."""
        return self.operands[-2 - self.indirect_count]

    @property
    def indirect_blocks(self) -> list[Value]:
        """The blocks to which the assembly may jump."""
        return self.operands[-1 - self.indirect_count : -1]
