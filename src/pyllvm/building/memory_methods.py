"""Memory: alloca, load, store, getelementptr, fence, cmpxchg, atomicrmw, va_arg."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Unpack

from mypy_extensions import mypyc_attr, trait

from pyllvm.building.insertion import Inserter, Operand, TypeOrText
from pyllvm.building.options import AccessOptions, access
from pyllvm.building.python_values import described
from pyllvm.ir.constants import Constant, ConstantData, ConstantInt
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicCmpXchgInst,
    AtomicRMWInst,
    FenceInst,
    GetElementPtrInst,
    LoadInst,
    StoreInst,
    VAArgInst,
)
from pyllvm.ir.metadata import MDNode
from pyllvm.ir.target.sized_types import is_sized
from pyllvm.ir.types import INTEGER, LABEL, METADATA, PointerType, StructType, Type, VectorType
from pyllvm.ir.valid_operands import (
    atomic_access_types,
    atomicrmw_types,
    element_pointed_to,
    element_pointer_type,
    is_atomic_access,
    is_atomicrmw,
    is_first_class,
)
from pyllvm.ir.value import Value
from pyllvm.ir.words import atomic_operation, ordering_number
from pyllvm.tables.atomics import (
    ACQUIRE,
    ACQUIRE_RELEASE,
    ANY_FAILURE_ORDERINGS_SINCE,
    MONOTONIC,
    ORDERINGS,
    RELEASE,
    SEQUENTIALLY_CONSISTENT,
    STRONGEST_FAILURE,
    UNORDERED,
    is_stronger,
)
from pyllvm.tables.behavior_versions import STEPS_INTO_STRUCTS_NUW_SINCE
from pyllvm.tables.features import ATOMIC_ALIGNMENT, ELEMENTWISE
from pyllvm.tables.flags import GEP_FLAGS, INBOUNDS, NO_UNSIGNED_SIGNED_WRAP
from pyllvm.tables.text_versions import ALIGNMENTS_FILLED_IN_SINCE

_NUW: Final = GEP_FLAGS.bit("nuw")
_MOST_ADDRESSES: Final = 1 << 32
_I32_LIMIT: Final = 1 << 31


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class MemoryMethods(Inserter):
    """The methods for instructions that use memory."""

    def alloca(
        self,
        type: TypeOrText,
        count: Operand = None,
        *,
        align: int = 0,
        address_space: int | None = None,
        inalloca: bool = False,
        swifterror: bool = False,
        name: str = "",
    ) -> AllocaInst:
        """`alloca`: memory on the stack for a value of this type, or for `count` of them; the result is a pointer to it.

        `align` is in bytes, a power of two; without it, it is the preferred one of the module's data layout (none up to
        LLVM 10). `address_space` is the data layout's unless it is given.
        """
        allocated = self._type(type)
        self._check_sized(allocated, "alloca")
        number = self._count(count)
        layout = self._data_layout()
        space = layout.alloca_address_space if address_space is None else address_space
        if align == 0 and self._version >= ALIGNMENTS_FILLED_IN_SINCE:
            align = layout.preferred_alignment(allocated)
        else:
            self._check_alignment(align, "alloca")
        made = AllocaInst(self._module.pointer_type(allocated, space), allocated, number, align)
        made.is_inalloca = inalloca
        made.is_swifterror = swifterror
        self._insert(made, name)
        return made

    def _count(self, count: Operand) -> Value:
        if count is None:
            return ConstantInt.get(self._i32, 1)
        if isinstance(count, Value):
            if count.type.kind != INTEGER:
                raise TypeError(f"alloca: the count must be an integer, not {described(count)}")
            self._own(count, "alloca")
            return count
        return self._value(count, self._i32, "alloca", "the count")

    def global_string(self, text: str | bytes, name: str = ".str") -> GlobalVariable:
        """A new private constant of the module with this text, in UTF-8, and a null byte; the name is made unique.

        Its value is the address of the text (up to LLVM 14 the address of the array, for `gep`).
        """
        data = text.encode("utf-8") if isinstance(text, str) else bytes(text)
        type = self._context.array(self._context.integer(8), len(data) + 1)
        variable = GlobalVariable(self._module.pointer_type(type), type, name, is_constant=True)
        variable.linkage = "private"
        variable.unnamed_address = "unnamed_addr"
        variable.alignment = 1
        variable.is_dso_local = variable.has_implicit_dso_local
        variable.set_single_operand(ConstantData.get(type, data + b"\0"))
        self._module.add(variable)
        return variable

    def load(
        self,
        type: TypeOrText,
        pointer: Value,
        *,
        ordering: str = "",
        metadata: Mapping[str, MDNode] | None = None,
        name: str = "",
        **options: Unpack[AccessOptions],
    ) -> LoadInst:
        """`load`: the value of this type in memory.

        Without `align`, the alignment is the ABI's, as the module's data layout has it (none up to LLVM 10). With `ordering`
        (unordered, monotonic, acquire or seq_cst) the load is atomic. `metadata` has nodes by the names of their kinds. The
        others are the ones of `AccessOptions`.
        """
        align, volatile, sync_scope = access("load", options)
        loaded = self._type(type)
        self._pointer(pointer, loaded, "load")
        alignment = self._access_alignment(loaded, align, "load")
        made = LoadInst(loaded, pointer, alignment, volatile)
        if ordering or sync_scope:
            made.ordering_number = self._access_ordering(loaded, ordering, align, (RELEASE, ACQUIRE_RELEASE), "load", made)
            made.sync_scope = sync_scope
        self._insert(made, name, metadata)
        return made

    def store(
        self,
        value: Operand,
        pointer: Value,
        *,
        ordering: str = "",
        metadata: Mapping[str, MDNode] | None = None,
        **options: Unpack[AccessOptions],
    ) -> StoreInst:
        """`store`: write a value to memory.

        A Python number can be the value if the pointer says what is there: an alloca, a global variable or a typed pointer. With
        `ordering` (unordered, monotonic, release or seq_cst) the store is atomic. The others are as for `load`.
        """
        align, volatile, sync_scope = access("store", options)
        if not isinstance(value, Value):
            pointee = _type_there(pointer)
            if pointee is None:
                raise TypeError(f"store: the value must have a type, as module.constant(type, value) gives it, not {value!r}")
            value = self._value(value, pointee, "store", "the value")
        stored = value.type
        self._pointer(pointer, stored, "store")
        self._own(value, "store")
        alignment = self._access_alignment(stored, align, "store")
        made = StoreInst(self._void, value, pointer, alignment, volatile)
        if ordering or sync_scope:
            made.ordering_number = self._access_ordering(stored, ordering, align, (ACQUIRE, ACQUIRE_RELEASE), "store", made)
            made.sync_scope = sync_scope
        self._insert(made, "", metadata)
        return made

    def _access_alignment(self, type: Type, align: int, operation: str) -> int:
        """The alignment of a load or store of this type."""
        if align:
            self._check_alignment(align, operation)
            if type not in self._alignments:
                self._check_accessed(type, operation)
            return align
        alignment = self._alignments.get(type)
        if alignment is None:
            self._check_accessed(type, operation)
            alignment = self._abi_alignment(type)
        return alignment if self._version >= ALIGNMENTS_FILLED_IN_SINCE else 0

    def _check_accessed(self, type: Type, operation: str) -> None:
        if not is_first_class(type, self._version):
            raise TypeError(f"{operation}: the type must be a first-class type, not {type}")
        self._check_sized(type, operation)

    def _check_sized(self, type: Type, operation: str) -> None:
        if type.context is not self._context:
            raise ValueError(f"{operation}: the type {type} belongs to another module")
        if not is_sized(type, self._version):
            raise TypeError(f"{operation}: the type must have a size, and {type} has none")

    def _check_alignment(self, align: int, operation: str) -> None:
        if not isinstance(align, int) or isinstance(align, bool):
            raise TypeError(f"{operation}: align is a number of bytes, not {align!r}")
        if align < 0 or align & (align - 1) or align > _MOST_ADDRESSES:
            raise ValueError(f"{operation}: align is a power of two up to 2**32, not {align}")

    def _access_ordering(
        self, type: Type, ordering: str, align: int, refused: tuple[int, int], operation: str, made: LoadInst | StoreInst
    ) -> int:
        """The number of the ordering of an atomic load or store; an error leaves `made` without operands."""
        try:
            if not ordering:
                raise ValueError(f"{operation}: a sync_scope requires an ordering")
            number = ordering_number(ordering)
            if number in refused:
                words = [word for word in ORDERINGS[1:] if ordering_number(word) not in refused]
                raise ValueError(f"{operation}: the ordering can be {', '.join(words)}, not {ordering}")
            if not is_atomic_access(type, self._version):
                raise TypeError(f"{operation}: an atomic {operation} is of {atomic_access_types(self._version)}, not {type}")
            self._check_atomic_size(type, operation)
            if not align and self._version < ALIGNMENTS_FILLED_IN_SINCE:
                raise ValueError(f"{operation}: an atomic {operation} requires align up to LLVM 10")
        except (TypeError, ValueError):
            made.drop_operands()
            raise
        return number

    def _check_atomic_size(self, type: Type, operation: str) -> None:
        bits = self._data_layout().size_in_bits(type)
        if bits < 8 or bits & (bits - 1):
            raise TypeError(f"{operation}: an atomic access is of 8 bits, 16, 32 or another power of two; {type} has {bits}")

    def gep(
        self,
        type: TypeOrText,
        pointer: Value,
        indices: Sequence[Operand],
        *,
        inbounds: bool = False,
        nusw: bool = False,
        nuw: bool = False,
        name: str = "",
    ) -> Value:
        """`getelementptr`: the address of a part of a value of this type, at `pointer` or a vector of pointers.

        The first index steps over whole values, each other into an array, vector or struct. An index is an integer or a vector
        of integers, and for a struct a constant. A Python int becomes an i32, or an i64 if it is larger. The flags other
        than `inbounds` exist since LLVM 19.
        """
        source = self._type(type)
        if not isinstance(pointer, Value) or not isinstance(pointer.type.scalar_type, PointerType):
            raise TypeError(f"getelementptr: the pointer must be a pointer or a vector of pointers, not {described(pointer)}")
        self._own(pointer, "getelementptr")
        scalar = pointer.type.scalar_type
        assert isinstance(scalar, PointerType)
        if scalar.pointee is not None and scalar.pointee is not source:
            raise TypeError(f"getelementptr: the pointer must be of type {source}*, not {described(pointer)}")
        self._check_sized(source, "getelementptr")
        steps: list[Value] = []
        for index in indices:
            steps.append(self._index(index))
        reached = element_pointed_to(source, steps)
        if reached is None or (isinstance(source, StructType) and self._data_layout().is_scalable(source)):
            shown = ", ".join([described(step) for step in steps])
            raise TypeError(f"getelementptr: the indices ({shown}) do not fit the type {source}")
        flags = INBOUNDS if inbounds else 0
        if nusw:
            flags |= NO_UNSIGNED_SIGNED_WRAP
        if nuw:
            flags |= _NUW
        if flags:
            self._check_flags(GEP_FLAGS, flags, "getelementptr")
        operands = [pointer, *steps]
        self._check_shapes(operands)
        if self._folder is not None and all(isinstance(operand, Constant) for operand in operands):
            return self._folder.getelementptr(source, operands, flags)
        made = GetElementPtrInst(element_pointer_type(source, pointer.type, steps, reached), source, operands, flags)
        self._insert(made, name)
        return made

    def _index(self, index: Operand) -> Value:
        if isinstance(index, Value):
            if not index.type.is_integer_or_vector:
                raise TypeError(f"getelementptr: an index must be an integer or a vector of integers, not {described(index)}")
            self._own(index, "getelementptr")
            return index
        if not isinstance(index, int):
            raise TypeError(f"getelementptr: an index must be an integer or a vector of integers, not {index!r}")
        return ConstantInt.get(self._i32 if -_I32_LIMIT <= index < _I32_LIMIT else self._context.integer(64), index)

    def _check_shapes(self, operands: list[Value]) -> None:
        """Refuse vectors of different lengths."""
        shape: Value | None = None
        for operand in operands:
            length = _length(operand.type)
            if length is not None:
                if shape is not None and _length(shape.type) != length:
                    raise TypeError(
                        f"getelementptr: vectors must have one length, unlike {described(shape)} and {described(operand)}"
                    )
                shape = operand

    def struct_gep(self, type: TypeOrText, pointer: Value, index: int, *, inbounds: bool = True, name: str = "") -> Value:
        """`getelementptr` to one element of a struct, by its number. Since LLVM 20, `inbounds` brings `nuw` with it."""
        is_positive = inbounds and self._version >= STEPS_INTO_STRUCTS_NUW_SINCE
        return self.gep(type, pointer, [0, index], inbounds=inbounds, nuw=is_positive, name=name)

    def fence(self, ordering: str, *, sync_scope: str = "") -> FenceInst:
        """`fence`: order memory accesses of threads; `ordering` is acquire, release, acq_rel or seq_cst."""
        number = ordering_number(ordering)
        if number < ACQUIRE:
            raise ValueError(f"fence: the ordering can be acquire, release, acq_rel, seq_cst, not {ordering}")
        made = FenceInst(self._void, number, sync_scope)
        self._insert(made, "")
        return made

    def cmpxchg(
        self,
        pointer: Value,
        expected: Operand,
        new: Operand,
        ordering: str,
        failure_ordering: str | None = None,
        *,
        weak: bool = False,
        name: str = "",
        **options: Unpack[AccessOptions],
    ) -> AtomicCmpXchgInst:
        """`cmpxchg`: write `new` if memory holds `expected`; the result is a struct of the old value, and an i1 for success.

        One of the values may be a Python number. `ordering` is monotonic, acquire, release, acq_rel or seq_cst; the failure
        ordering is monotonic, acquire or seq_cst, and by default the strongest that fits. Without `align` (since LLVM 13), the
        alignment is the size of the value. The others are the ones of `AccessOptions`.
        """
        align, volatile, sync_scope = access("cmpxchg", options)
        success = ordering_number(ordering)
        failure = STRONGEST_FAILURE[success] if failure_ordering is None else ordering_number(failure_ordering)
        self._check_exchange_orderings(success, failure)
        if not isinstance(expected, Value):
            if not isinstance(new, Value):
                self._refuse_numbers("cmpxchg", expected, new)
            expected = self._value(expected, new.type, "cmpxchg", "the expected value")
        new = self._value(new, expected.type, "cmpxchg", "the new value")
        type = expected.type
        self._pointer(pointer, type, "cmpxchg")
        if type.kind != INTEGER and not isinstance(type, PointerType):
            raise TypeError(f"cmpxchg: the values must be integers or pointers, not {described(expected)}")
        self._check_atomic_size(type, "cmpxchg")
        result = self._context.literal_struct([type, self._i1])
        made = AtomicCmpXchgInst(result, pointer, expected, new, success, failure, self._atomic_alignment(type, align, "cmpxchg"))
        made.is_weak = weak
        made.is_volatile = volatile
        made.sync_scope = sync_scope
        self._insert(made, name)
        return made

    def _check_exchange_orderings(self, success: int, failure: int) -> None:
        if success == UNORDERED:
            raise ValueError("cmpxchg: the ordering can be monotonic, acquire, release, acq_rel, seq_cst, not unordered")
        if failure != MONOTONIC and failure != ACQUIRE and failure != SEQUENTIALLY_CONSISTENT:
            raise ValueError(f"cmpxchg: the ordering of a failure can be monotonic, acquire, seq_cst, not {ORDERINGS[failure]}")
        if self._version < ANY_FAILURE_ORDERINGS_SINCE and is_stronger(failure, success):
            raise ValueError(
                f"cmpxchg: up to LLVM {ANY_FAILURE_ORDERINGS_SINCE - 1} the ordering of a failure ({ORDERINGS[failure]}) is not "
                f"stronger than the ordering of a success ({ORDERINGS[success]})"
            )

    def atomicrmw(
        self,
        operation: str,
        pointer: Value,
        value: Operand,
        ordering: str,
        *,
        elementwise: bool = False,
        name: str = "",
        **options: Unpack[AccessOptions],
    ) -> AtomicRMWInst:
        """`atomicrmw`: replace a value in memory by the result of an operation, and return the old value.

        `operation` is a word such as xchg, add, umax or fadd; `ordering` is monotonic, acquire, release, acq_rel or seq_cst.
        Without `align` (since LLVM 13), the alignment is the size of the value. `elementwise` (since LLVM 23): the elements of
        a vector are accessed one by one. The others are the ones of `AccessOptions`.
        """
        align, volatile, sync_scope = access("atomicrmw", options)
        row = atomic_operation(operation)
        self._needs(f"atomicrmw {operation}", row.since)
        number = ordering_number(ordering)
        if number == UNORDERED or (elementwise and number == SEQUENTIALLY_CONSISTENT):
            words = "monotonic, acquire, release, acq_rel" + ("" if elementwise else ", seq_cst")
            raise ValueError(f"atomicrmw: the ordering can be {words}, not {ordering}")
        if not isinstance(value, Value):
            pointee = _type_there(pointer)
            if pointee is None:
                raise TypeError(f"atomicrmw: the value must have a type, as module.constant(type, value) gives it, not {value!r}")
            value = self._value(value, pointee, "atomicrmw", "the value")
        type = value.type
        self._pointer(pointer, type, "atomicrmw")
        if elementwise:
            self._needs(ELEMENTWISE.name, ELEMENTWISE.since)
        if not is_atomicrmw(row.operand, type, elementwise, self._version):
            expected = atomicrmw_types(row.operand, elementwise, self._version)
            raise TypeError(f"atomicrmw {operation}: the value must be {expected}, not {described(value)}")
        self._check_atomic_size(type, "atomicrmw")
        made = AtomicRMWInst(row.number, pointer, value, number, self._atomic_alignment(type, align, "atomicrmw"))
        made.is_volatile = volatile
        made.is_elementwise = elementwise
        made.sync_scope = sync_scope
        self._insert(made, name)
        return made

    def _atomic_alignment(self, type: Type, align: int, operation: str) -> int:
        """The alignment of a cmpxchg or atomicrmw; without one it is the size of the value."""
        if align:
            self._check_alignment(align, operation)
            self._needs(f"'align' of {operation}", ATOMIC_ALIGNMENT.since)
            return align
        return self._data_layout().store_size(type) if self._version >= ATOMIC_ALIGNMENT.since else 0

    def va_arg(self, argument_list: Value, type: TypeOrText, *, name: str = "") -> VAArgInst:
        """`va_arg`: the next argument of this type from a list of variable arguments, given by a pointer to the list."""
        result = self._type(type)
        self._pointer(argument_list, None, "va_arg")
        if not is_first_class(result, self._version) or result.kind in (LABEL, METADATA):
            raise TypeError(f"va_arg: the type must be a value's, not {result}")
        made = VAArgInst(argument_list, result)
        self._insert(made, name)
        return made


def _length(type: Type) -> tuple[int, bool] | None:
    return (type.count, type.is_scalable) if isinstance(type, VectorType) else None


def _type_there(pointer: Value) -> Type | None:
    """The type of what a pointer points to, if it says that."""
    if isinstance(pointer, AllocaInst):
        return pointer.allocated_type
    if isinstance(pointer, GlobalVariable):
        return pointer.value_type
    return pointer.type.pointee if isinstance(pointer, Value) and isinstance(pointer.type, PointerType) else None
