"""The instructions: one class for each shape. `operands` are in LLVM's order, because use lists depend on it.

Predicates, orderings, operations and conventions are LLVM's words; their numbers are in attributes that end in `_number`: the
numbers of bitcode (`tables.atomics`, `tables.calling_conventions`) and of `tables.predicates`. The constructors take the
numbers, and `IRBuilder` the words. Alignments are in bytes (0: none given). Synchronization scopes are names
("" is the system scope).
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from mypy_extensions import mypyc_attr

from pyllvm.ir.call_instructions import CallBase as CallBase
from pyllvm.ir.call_instructions import CallBrInst as CallBrInst
from pyllvm.ir.call_instructions import CallInst as CallInst
from pyllvm.ir.call_instructions import InvokeInst as InvokeInst
from pyllvm.ir.call_instructions import OperandBundle as OperandBundle
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.operand_checks import check_index, check_operand, checked_block
from pyllvm.ir.terminators import BranchInst as BranchInst
from pyllvm.ir.terminators import CatchPadInst as CatchPadInst
from pyllvm.ir.terminators import CatchReturnInst as CatchReturnInst
from pyllvm.ir.terminators import CatchSwitchInst as CatchSwitchInst
from pyllvm.ir.terminators import CleanupPadInst as CleanupPadInst
from pyllvm.ir.terminators import CleanupReturnInst as CleanupReturnInst
from pyllvm.ir.terminators import FuncletPadInst as FuncletPadInst
from pyllvm.ir.terminators import IndirectBrInst as IndirectBrInst
from pyllvm.ir.terminators import LandingPadInst as LandingPadInst
from pyllvm.ir.terminators import ResumeInst as ResumeInst
from pyllvm.ir.terminators import ReturnInst as ReturnInst
from pyllvm.ir.terminators import SwitchInst as SwitchInst
from pyllvm.ir.terminators import Terminator as Terminator
from pyllvm.ir.terminators import UnreachableInst as UnreachableInst
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.ir.words import access_ordering_number, atomic_operation, fcmp_number, icmp_number, ordering_number
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS, ORDERINGS, UNORDERED
from pyllvm.tables.opcodes import COMMUTATIVE, FCMP, ICMP, Opcode
from pyllvm.tables.predicates import FIRST_ICMP, PREDICATE_OF_NUMBER, inverse_of, swapped_of


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

    __match_args__: Final = ("opcode_name", "left", "right")

    def __init__(self, opcode: Opcode, left: Value, right: Value, flags: int = 0, name: str = "") -> None:
        super().__init__(opcode, left.type, [left, right], flags, name)

    @property
    def left(self) -> Value:
        """The first operand."""
        return self.operands[0]

    @left.setter
    def left(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def right(self) -> Value:
        """The second operand."""
        return self.operands[1]

    @right.setter
    def right(self, value: Value) -> None:
        self.set_operand(1, value)

    @property
    def is_commutative(self) -> bool:
        return self.opcode.name in COMMUTATIVE


@final
class UnaryOperator(OperationInst):
    """`fneg`."""

    __match_args__: Final = ("opcode_name", "operand")

    def __init__(self, opcode: Opcode, operand: Value, flags: int = 0, name: str = "") -> None:
        super().__init__(opcode, operand.type, [operand], flags, name)

    @property
    def operand(self) -> Value:
        """The operand."""
        return self.operands[0]

    @operand.setter
    def operand(self, value: Value) -> None:
        self.set_operand(0, value)


@final
class CastInst(OperationInst):
    """`trunc`, `bitcast`, `ptrtoint` ...: one operand converted to `type`."""

    __match_args__: Final = ("opcode_name", "operand", "type")

    def __init__(self, opcode: Opcode, operand: Value, type: Type, flags: int = 0, name: str = "") -> None:
        super().__init__(opcode, type, [operand], flags, name)

    @property
    def operand(self) -> Value:
        """The value that is converted."""
        return self.operands[0]

    @operand.setter
    def operand(self, value: Value) -> None:
        self.set_operand(0, value)


@final
class CmpInst(Instruction):
    """`icmp` and `fcmp`: `type` is i1, or a vector of i1."""

    __match_args__: Final = ("predicate", "left", "right")

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
        return FCMP if self.predicate_number < FIRST_ICMP else ICMP

    @property
    def left(self) -> Value:
        """The first operand."""
        return self.operands[0]

    @left.setter
    def left(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def right(self) -> Value:
        """The second operand."""
        return self.operands[1]

    @right.setter
    def right(self, value: Value) -> None:
        self.set_operand(1, value)

    @property
    def inverse_predicate(self) -> str:
        """The predicate that holds where this one does not: "sge" for "slt", "une" for "oeq"."""
        return PREDICATE_OF_NUMBER.get(inverse_of(self.predicate_number), "")

    @property
    def swapped_predicate(self) -> str:
        """The predicate for exchanged operands: "sgt" for "slt", "eq" for "eq"."""
        return PREDICATE_OF_NUMBER.get(swapped_of(self.predicate_number), "")


@final
class AllocaInst(Instruction):
    """`alloca T, iN count, align A`: `type` is the pointer type."""

    _opcode_name: ClassVar[str] = "alloca"
    __match_args__: Final = ("allocated_type", "count")

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

    @count.setter
    def count(self, value: Value) -> None:
        self.set_operand(0, value)


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
    __match_args__: Final = ("pointer",)

    def __init__(self, type: Type, pointer: Value, alignment: int = 0, is_volatile: bool = False, name: str = "") -> None:
        super().__init__(type, [pointer], 0, "", name)
        self.alignment = alignment
        self.is_volatile = is_volatile

    @property
    def pointer(self) -> Value:
        """The address that is read."""
        return self.operands[0]

    @pointer.setter
    def pointer(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def may_read_memory(self) -> bool:
        return True

    @property
    def may_write_memory(self) -> bool:
        return self.is_volatile or self.ordering_number > UNORDERED


@final
class StoreInst(OrderedInst):
    """`store T %value, ptr %p`, atomic where `ordering` is not 0; `type` is void."""

    _opcode_name: ClassVar[str] = "store"
    __match_args__: Final = ("value", "pointer")

    def __init__(self, void: Type, value: Value, pointer: Value, alignment: int = 0, is_volatile: bool = False) -> None:
        super().__init__(void, [value, pointer], 0)
        self.alignment = alignment
        self.is_volatile = is_volatile

    @property
    def value(self) -> Value:
        """The value that is stored."""
        return self.operands[0]

    @value.setter
    def value(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def pointer(self) -> Value:
        """The address that is written."""
        return self.operands[1]

    @pointer.setter
    def pointer(self, value: Value) -> None:
        self.set_operand(1, value)

    @property
    def may_read_memory(self) -> bool:
        return self.is_volatile or self.ordering_number > UNORDERED

    @property
    def may_write_memory(self) -> bool:
        return True

    @property
    def will_return(self) -> bool:
        return not self.is_volatile


@final
class GetElementPtrInst(Instruction):
    """`getelementptr T, ptr %p, indices...`: the first operand is the pointer."""

    _opcode_name: ClassVar[str] = "getelementptr"
    __match_args__: Final = ("pointer", "indices")

    def __init__(self, type: Type, source_element_type: Type, operands: list[Value], flags: int = 0, name: str = "") -> None:
        super().__init__(type, operands, name)
        self.source_element_type = source_element_type
        self.flags = flags

    @property
    def pointer(self) -> Value:
        """The base address."""
        return self.operands[0]

    @pointer.setter
    def pointer(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def indices(self) -> list[Value]:
        """The operands after the base address. Setting them replaces all of them; each is an integer, or a vector of integers."""
        return self.operands[1:]

    @indices.setter
    def indices(self, indices: list[Value]) -> None:
        for index in indices:
            check_index(index, self)
        self.put_operands(1, list(indices))


@final
class FenceInst(OrderedInst):
    """`fence ordering`."""

    _opcode_name: ClassVar[str] = "fence"
    __match_args__: Final = ("ordering",)

    def __init__(self, void: Type, ordering: int, sync_scope: str = "") -> None:
        super().__init__(void, [], ordering, sync_scope)

    @property
    def may_read_memory(self) -> bool:
        return True

    @property
    def may_write_memory(self) -> bool:
        return True


@final
class AtomicCmpXchgInst(Instruction):
    """`cmpxchg ptr %p, T %expected, T %new success failure`: `type` is { T, i1 }."""

    _opcode_name: ClassVar[str] = "cmpxchg"
    __match_args__: Final = ("pointer", "expected", "new")

    def __init__(
        self, type: Type, pointer: Value, expected: Value, new: Value, success: int, failure: int, alignment: int = 0
    ) -> None:
        super().__init__(type, [pointer, expected, new])
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

    @property
    def pointer(self) -> Value:
        """The address that is read and written."""
        return self.operands[0]

    @pointer.setter
    def pointer(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def expected(self) -> Value:
        """The value that the memory must have."""
        return self.operands[1]

    @expected.setter
    def expected(self, value: Value) -> None:
        self.set_operand(1, value)

    @property
    def new(self) -> Value:
        """The value that is then stored."""
        return self.operands[2]

    @new.setter
    def new(self, value: Value) -> None:
        self.set_operand(2, value)

    @property
    def may_read_memory(self) -> bool:
        return True

    @property
    def may_write_memory(self) -> bool:
        return True


@final
class AtomicRMWInst(OrderedInst):
    """`atomicrmw operation ptr %p, T %value ordering`; `operation` is the number in the record (without ELEMENTWISE)."""

    _opcode_name: ClassVar[str] = "atomicrmw"
    __match_args__: Final = ("operation", "pointer", "value")

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

    @property
    def pointer(self) -> Value:
        """The address that is read and written."""
        return self.operands[0]

    @pointer.setter
    def pointer(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def value(self) -> Value:
        """The second operand of the operation; the first is in memory."""
        return self.operands[1]

    @value.setter
    def value(self, value: Value) -> None:
        self.set_operand(1, value)

    @property
    def may_read_memory(self) -> bool:
        return True

    @property
    def may_write_memory(self) -> bool:
        return True


@final
class SelectInst(Instruction):
    """`select i1 %c, T %a, T %b`."""

    _opcode_name: ClassVar[str] = "select"
    __match_args__: Final = ("condition", "true_value", "false_value")

    def __init__(self, condition: Value, true_value: Value, false_value: Value, flags: int = 0, name: str = "") -> None:
        super().__init__(true_value.type, [condition, true_value, false_value], name)
        self.flags = flags

    @property
    def condition(self) -> Value:
        """The i1, or vector of i1, that chooses."""
        return self.operands[0]

    @condition.setter
    def condition(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def true_value(self) -> Value:
        """The result where the condition is true."""
        return self.operands[1]

    @true_value.setter
    def true_value(self, value: Value) -> None:
        self.set_operand(1, value)

    @property
    def false_value(self) -> Value:
        """The result where the condition is false."""
        return self.operands[2]

    @false_value.setter
    def false_value(self, value: Value) -> None:
        self.set_operand(2, value)


@final
class FreezeInst(Instruction):
    """`freeze T %v`."""

    _opcode_name: ClassVar[str] = "freeze"
    __match_args__: Final = ("operand",)

    def __init__(self, operand: Value, name: str = "") -> None:
        super().__init__(operand.type, [operand], name)

    @property
    def operand(self) -> Value:
        """The value that is frozen."""
        return self.operands[0]

    @operand.setter
    def operand(self, value: Value) -> None:
        self.set_operand(0, value)


@final
class BitExtractInst(Instruction):
    """`bitextract T, bN %v, i32 %offset`: the bits of a byte value from an offset on, as another type."""

    __match_args__: Final = ("source", "offset", "type")

    def __init__(self, source: Value, offset: Value, type: Type, name: str = "") -> None:
        super().__init__(type, [source, offset], name)

    @property
    def opcode_name(self) -> str:
        return "bitextract"

    @property
    def source(self) -> Value:
        """The byte value."""
        return self.operands[0]

    @source.setter
    def source(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def offset(self) -> Value:
        """The number of the first bit."""
        return self.operands[1]

    @offset.setter
    def offset(self, value: Value) -> None:
        self.set_operand(1, value)


@final
class BitInsertInst(Instruction):
    """`bitinsert bN %base, T %v, i32 %offset`: a byte value with the bits of another value in it, from an offset on."""

    __match_args__: Final = ("base", "inserted", "offset")

    def __init__(self, base: Value, inserted: Value, offset: Value, name: str = "") -> None:
        super().__init__(base.type, [base, inserted, offset], name)

    @property
    def opcode_name(self) -> str:
        return "bitinsert"

    @property
    def base(self) -> Value:
        """The byte value."""
        return self.operands[0]

    @base.setter
    def base(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def inserted(self) -> Value:
        """The value that is put into it."""
        return self.operands[1]

    @inserted.setter
    def inserted(self, value: Value) -> None:
        self.set_operand(1, value)

    @property
    def offset(self) -> Value:
        """The number of the first bit."""
        return self.operands[2]

    @offset.setter
    def offset(self, value: Value) -> None:
        self.set_operand(2, value)


@final
class VAArgInst(Instruction):
    """`va_arg ptr %list, T`."""

    _opcode_name: ClassVar[str] = "va_arg"
    __match_args__: Final = ("argument_list", "type")

    def __init__(self, argument_list: Value, type: Type, name: str = "") -> None:
        super().__init__(type, [argument_list], name)

    @property
    def argument_list(self) -> Value:
        """The address of the `va_list`."""
        return self.operands[0]

    @argument_list.setter
    def argument_list(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def may_read_memory(self) -> bool:
        return True

    @property
    def may_write_memory(self) -> bool:
        return True


@final
class ExtractElementInst(Instruction):
    """`extractelement <n x T> %v, iN %i`."""

    _opcode_name: ClassVar[str] = "extractelement"
    __match_args__: Final = ("vector", "index")

    def __init__(self, type: Type, vector: Value, index: Value, name: str = "") -> None:
        super().__init__(type, [vector, index], name)

    @property
    def vector(self) -> Value:
        """The vector."""
        return self.operands[0]

    @vector.setter
    def vector(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def index(self) -> Value:
        """The number of the element."""
        return self.operands[1]

    @index.setter
    def index(self, value: Value) -> None:
        self.set_operand(1, value)


@final
class InsertElementInst(Instruction):
    """`insertelement <n x T> %v, T %e, iN %i`."""

    _opcode_name: ClassVar[str] = "insertelement"
    __match_args__: Final = ("vector", "element", "index")

    def __init__(self, vector: Value, element: Value, index: Value, name: str = "") -> None:
        super().__init__(vector.type, [vector, element, index], name)

    @property
    def vector(self) -> Value:
        """The vector."""
        return self.operands[0]

    @vector.setter
    def vector(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def element(self) -> Value:
        """The new element."""
        return self.operands[1]

    @element.setter
    def element(self, value: Value) -> None:
        self.set_operand(1, value)

    @property
    def index(self) -> Value:
        """The number of the element."""
        return self.operands[2]

    @index.setter
    def index(self, value: Value) -> None:
        self.set_operand(2, value)


@final
class ShuffleVectorInst(Instruction):
    """`shufflevector <n x T> %a, <n x T> %b, <m x i32> mask`: the mask is a constant but not an operand, as in LLVM since 11."""

    _opcode_name: ClassVar[str] = "shufflevector"
    __match_args__: Final = ("left", "right", "mask")

    def __init__(self, type: Type, left: Value, right: Value, mask: Value, name: str = "") -> None:
        super().__init__(type, [left, right], name)
        self.mask = mask

    @property
    def left(self) -> Value:
        """The first vector."""
        return self.operands[0]

    @left.setter
    def left(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def right(self) -> Value:
        """The second vector."""
        return self.operands[1]

    @right.setter
    def right(self, value: Value) -> None:
        self.set_operand(1, value)


@final
class ExtractValueInst(Instruction):
    """`extractvalue T %aggregate, 0, 1 ...`."""

    _opcode_name: ClassVar[str] = "extractvalue"
    __match_args__: Final = ("aggregate", "indices")

    def __init__(self, type: Type, aggregate: Value, indices: list[int], name: str = "") -> None:
        super().__init__(type, [aggregate], name)
        self.indices = indices

    @property
    def aggregate(self) -> Value:
        """The struct or array."""
        return self.operands[0]

    @aggregate.setter
    def aggregate(self, value: Value) -> None:
        self.set_operand(0, value)


@final
class InsertValueInst(Instruction):
    """`insertvalue T %aggregate, U %element, 0, 1 ...`."""

    _opcode_name: ClassVar[str] = "insertvalue"
    __match_args__: Final = ("aggregate", "element", "indices")

    def __init__(self, aggregate: Value, element: Value, indices: list[int], name: str = "") -> None:
        super().__init__(aggregate.type, [aggregate, element], name)
        self.indices = indices

    @property
    def aggregate(self) -> Value:
        """The struct or array."""
        return self.operands[0]

    @aggregate.setter
    def aggregate(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def element(self) -> Value:
        """The new element."""
        return self.operands[1]

    @element.setter
    def element(self, value: Value) -> None:
        self.set_operand(1, value)


@final
class PHINode(Instruction):
    """`phi T [ %a, %block ], ...`: the operands are the values; as in LLVM, the blocks are not operands."""

    _opcode_name: ClassVar[str] = "phi"
    __match_args__: Final = ("incoming",)

    def __init__(self, type: Type, flags: int = 0, name: str = "") -> None:
        super().__init__(type, [], name)
        self.blocks: list[BasicBlock] = []
        self.flags = flags

    def add_incoming(self, value: Value, block: BasicBlock) -> None:
        """Add a value and the block from which it comes. Raises TypeError for a Python number."""
        if not isinstance(value, Value):
            raise TypeError(f"an incoming value of a phi is a value, not {value!r}")
        self.append_operand(value)
        self.blocks.append(block)

    def remove_incoming(self, which: int | BasicBlock) -> None:
        """Remove one value and its block: the first one from this block, or the pair with this number, counted from 0.

        Raises ValueError if nothing comes from the block, and IndexError if no pair has the number.
        """
        last = len(self.operands) - 1
        if isinstance(which, BasicBlock):
            if which not in self.blocks:
                raise ValueError("the phi has no value from this block")
            index = self.blocks.index(which)
        else:
            index = which
        if not 0 <= index <= last:
            raise IndexError(f"there is no incoming value {index}: they have the numbers from 0 to {last}")
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

    @property
    def incoming(self) -> list[tuple[Value, BasicBlock]]:
        """Each value with the block from which it comes. Setting them replaces all of them."""
        return list(zip(self.operands, self.blocks, strict=True))

    @incoming.setter
    def incoming(self, incoming: list[tuple[Value, BasicBlock]]) -> None:
        values: list[Value] = []
        blocks: list[BasicBlock] = []
        for value, block in incoming:
            check_operand(value, self.type, "an incoming value")
            values.append(value)
            blocks.append(checked_block(block, self))
        self.put_operands(0, values)
        self.blocks = blocks
