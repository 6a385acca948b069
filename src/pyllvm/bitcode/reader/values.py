"""The values of a module by number, and constants that are created on first use.

The numbers count the module's globals and constants, then the values of the function that is being read. A constant whose
operands are given by number, and may come later, waits as a `PendingConstant`. LLVM's reader creates it at the same time, so that
the order of uses is the same.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir import constants, types
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.types import ArrayType, PointerType, StructType, Type, VectorType
from pyllvm.ir.valid_operands import bad_select, element_pointed_to, element_pointer_type, is_valid_shuffle
from pyllvm.ir.value import ForwardReference, Value
from pyllvm.tables.behavior_versions import PLAIN_VECTORS_SINCE
from pyllvm.tables.features import DEACTIVATION_SYMBOLS
from pyllvm.tables.opcodes import AND, CAST_NAMES, OPERATIONS_ON_NUMBERS, last_as_constant

# The kinds of pending constant.
AGGREGATE: Final = 0
EXPRESSION: Final = 1
BLOCK_ADDRESS: Final = 2
DSO_LOCAL: Final = 3
NO_CFI_VALUE: Final = 4
POINTER_AUTHENTICATION: Final = 5

# The expressions that LLVM folds by what a symbol is: its alignment or linkage may have changed after they were made.
_FOLDED_BY_SYMBOLS: Final = frozenset((AND.name, "icmp"))
# Those that depend on the kind of pointers.
_FOLDED_BY_POINTERS: Final = frozenset(("getelementptr", "bitcast", "addrspacecast", "select"))


@final
class PendingConstant(Value):
    """A constant that was read but not created yet: its operands are numbers."""

    def __init__(self, type: Type, what: int, numbers: list[int]) -> None:
        super().__init__(type)
        self.what = what
        self.numbers = numbers
        self.opcode = ""
        self.flags = 0
        self.source_element_type: Type | None = None
        self.in_range: int | tuple[int, int, int] | None = None
        self.predicate_number = 0
        self.block = 0
        self.is_being_made = False


@final
class ValueTable:
    """The values by number, the forward references to unread values, and the blocks whose addresses are used."""

    def __init__(self, limit: int) -> None:
        self.values: list[Value] = []
        # The LLVM version whose rules fold constant expressions, and whether they are folded: LLVM folded those that it wrote.
        self.folding_version = 0
        self.is_folding = False
        # Whether other expressions are folded as well, as LLVM does: not if pointers with types become opaque ones.
        self.folds_all = False
        # Whether there is an expression that the version does not have. Initializers cannot have it; bodies get instructions.
        self.has_unsupported = False
        # Whether the module is read in the form that it has for that version, so that addresses are folded anew.
        self.is_upgrading = False
        # Whether the address of a block is in the address space of its function.
        self.has_addressed_blocks = True
        self.forward: dict[int, ForwardReference] = {}
        # The file's size in bytes limits forward references, as in LLVM.
        self.limit = limit
        # Blocks that are used before their function's body is read, by function and number.
        self.block_references: dict[Function, dict[int, BasicBlock]] = {}
        self.functions_to_read: list[Function] = []
        # The functions whose blocks the module's own constants refer to: LLVM reads their bodies before all others.
        self.functions_to_read_first: list[Function] = []
        # Functions whose constants contain addresses of blocks read before: they are read after the functions of those blocks.
        self.users_to_read: list[Function] = []
        # The functions whose bodies are in the file and whose reading has not begun.
        self.unread_functions: set[Function] = set()

    def value(self, number: int) -> Value:
        """The value of a number; it must have been read."""
        found = self.values[number]
        if isinstance(found, PendingConstant):
            return self.make(number)
        return found

    def forward_reference(self, number: int, type: Type) -> Value:
        """A placeholder for a value that is defined later."""
        found = self.forward.get(number)
        if found is not None:
            if found.type is not type:
                raise PyllvmError("Invalid record: forward reference of two types")
            return found
        kind = type.kind
        if number >= self.limit or kind == types.VOID or kind == types.FUNCTION or kind == types.LABEL or kind == types.METADATA:
            raise PyllvmError("Invalid record")
        found = ForwardReference(type)
        found.track_uses()
        self.forward[number] = found
        return found

    def make(self, start: int) -> Value:
        """Create the constant of that number, and all constants on which it depends."""
        values = self.values
        work = [start]
        while work:
            number = work[-1]
            value = values[number]
            if not isinstance(value, PendingConstant):
                work.pop()
                continue
            complete = True
            numbers = value.numbers
            index = len(numbers) - 1
            while index >= 0:
                operand_number = numbers[index]
                index -= 1
                if operand_number >= len(values):
                    raise PyllvmError("Invalid value ID")
                operand = values[operand_number]
                if isinstance(operand, PendingConstant):
                    if operand.is_being_made or operand is value:
                        raise PyllvmError("Invalid constant: it contains itself")
                    work.append(operand_number)
                    complete = False
            if not complete:
                value.is_being_made = True
                continue
            values[number] = self._made(value, [values[operand_number] for operand_number in numbers])
            work.pop()
        return values[start]

    def _made(self, pending: PendingConstant, operands: list[Value]) -> Value:
        for operand in operands:
            if not isinstance(operand, (constants.Constant, constants.InlineAsm)):
                raise PyllvmError("Expected a constant")
        what = pending.what
        type = pending.type
        if what == AGGREGATE:
            type = type_of_elements(type)
            _check_elements(type, operands)
            return constants.aggregate(type, operands)
        if what == EXPRESSION:
            return self._expression(pending, operands)
        first = operands[0]
        if what == BLOCK_ADDRESS:
            if not isinstance(first, Function):
                raise PyllvmError("blockaddress operand must be a function")
            return self._block_address(_type_of_address(first, self.has_addressed_blocks), first, pending.block)
        if what == POINTER_AUTHENTICATION:
            if not isinstance(operands[1], constants.ConstantInt):
                raise PyllvmError("ptrauth key operand must be ConstantInt")
            if not isinstance(operands[2], constants.ConstantInt):
                raise PyllvmError("ptrauth disc operand must be ConstantInt")
            if len(operands) == constants.DEACTIVATION_SYMBOL and self.folding_version >= DEACTIVATION_SYMBOLS.since:
                operands.append(constants.null_value(operands[-1].type))
            key = ("ptrauth", tuple(operands))
            known = constants.find_constant(type, key)
            if known is None:
                made = constants.ConstantPtrAuth(type, operands)
                constants.keep_constant(type, key, made)
                return made
            assert isinstance(known, constants.ConstantPtrAuth)
            return known
        if not isinstance(first, GlobalValue):
            raise PyllvmError(
                "dso_local operand must be GlobalValue" if what == DSO_LOCAL else "no_cfi operand must be GlobalValue"
            )
        return constants.GlobalReference.get(
            first.type, constants.DSO_LOCAL_EQUIVALENT if what == DSO_LOCAL else constants.NO_CFI, first
        )

    def _expression(self, pending: PendingConstant, operands: list[Value]) -> Value:
        """The constant of an expression: folded, as LLVM's reader makes it, unless the version has no such expressions."""
        opcode = pending.opcode
        version = self.folding_version
        type = _checked_type(pending, operands)
        if opcode == "bitcast" and _changes_address_space(operands[0].type, type):
            # AutoUpgrade's UpgradeBitCastExpr. The data layout is not asked: LLVM takes the widest pointers that there are.
            address = constants.ConstantExpr.get(type.context.integer(64), "ptrtoint", operands)
            return constants.ConstantExpr.get(type, "inttoptr", [address])
        if last_as_constant(opcode) < version or _is_of_scalable(pending, version):
            self.has_unsupported = True
        elif self.is_folding or opcode in _FOLDED_BY_SYMBOLS or _may_fold(opcode, type, operands, self.folds_all):
            folded = _folded(pending, operands, version)
            # The expressions that use it have another operand than LLVM had when it folded them.
            self.is_folding = self.is_folding or not isinstance(folded, constants.ConstantExpr) or folded.opcode != opcode
            return folded
        elif self.is_upgrading and opcode in _FOLDED_BY_POINTERS:
            return _folded(pending, operands, version)
        return constants.ConstantExpr.get(
            type, opcode, operands, pending.flags, pending.source_element_type, pending.in_range, pending.predicate_number
        )

    def _block_address(self, type: Type, function: Function, number: int) -> Value:
        if number == 0:
            raise PyllvmError("Invalid ID: address of an entry block")
        block: BasicBlock | None = None
        if function not in self.unread_functions:
            blocks = function.blocks
            if not blocks:
                raise PyllvmError("Never resolved function from blockaddress")
            if number >= len(blocks):
                raise PyllvmError("Invalid ID: no such block")
            block = blocks[number]
        else:
            if number >= self.limit:
                raise PyllvmError("Invalid ID: no such block")
            references = self.block_references.get(function)
            if references is None:
                references = {}
                self.block_references[function] = references
                self.functions_to_read.append(function)
            block = references.get(number)
            if block is None:
                block = BasicBlock(type.context.label)
                block.track_uses()
                references[number] = block
        key = ("blockaddress", function, block)
        found = constants.find_constant(type, key)
        if found is None:
            made = constants.BlockAddress(type, function, block)
            constants.keep_constant(type, key, made)
            return made
        assert isinstance(found, constants.BlockAddress)
        return found


def type_of_elements(type: Type) -> Type:
    """The type of a constant with elements: for LLVM's reader, a scalable vector with elements is not scalable."""
    if isinstance(type, VectorType) and type.is_scalable:
        return type.context.vector(type.element, type.count)
    return type


def _check_elements(type: Type, elements: list[Value]) -> None:
    """Check that an aggregate has as many elements as its type, and of the same types."""
    if isinstance(type, StructType):
        members = type.elements
        if members is None or len(members) != len(elements):
            raise PyllvmError("Invalid number of elements in struct initializer")
        index = 0
        for member in members:
            if elements[index].type is not member:
                raise PyllvmError("Incorrect type in struct initializer")
            index += 1
        return
    if isinstance(type, (ArrayType, VectorType)):
        kind = "array" if isinstance(type, ArrayType) else "vector"
        if type.count != len(elements):
            raise PyllvmError(f"Invalid number of elements in {kind} initializer")
        element_type = type.element
        for element in elements:
            if element.type is not element_type:
                raise PyllvmError(f"Incorrect type in {kind} initializer")
        return
    raise PyllvmError("Invalid aggregate record: no aggregate type")


def _type_of_address(function: Function, has_address_space: bool) -> Type:
    """The type of the address of one of the function's blocks; what the record states does not matter."""
    context = function.type.context
    pointer = function.type
    assert isinstance(pointer, PointerType)
    space = pointer.address_space if has_address_space else 0
    if pointer.pointee is None:
        return context.pointer(space)
    return context.pointer_to(context.integer(8), space)


def _changes_address_space(source: Type, target: Type) -> bool:
    """Whether a cast changes the address space: LLVM 3.3 and older wrote bitcasts that do."""
    one, other = source.scalar_type, target.scalar_type
    return isinstance(one, PointerType) and isinstance(other, PointerType) and one.address_space != other.address_space


def _checked_type(pending: PendingConstant, operands: list[Value]) -> Type:
    """The type of an expression; PyllvmError if its operands have types that the operation does not take.

    The type of a getelementptr follows from its operands; the record's own type is not used.
    """
    type = pending.type
    opcode = pending.opcode
    first = operands[0].type
    if opcode == "getelementptr":
        source = pending.source_element_type
        if source is None or first.scalar_type.kind != types.POINTER:
            raise PyllvmError("GEP base operand must be pointer or vector of pointer")
        indices = operands[1:]
        for index in indices:
            if not index.type.is_integer_or_vector:
                raise PyllvmError("GEP indexes must be integers")
        reached = element_pointed_to(source, indices)
        if reached is None:
            raise PyllvmError("Invalid gep with operands that do not fit its type")
        return element_pointer_type(source, first, indices, reached)
    if opcode in CAST_NAMES:
        return type  # LLVM's reader checks no casts
    if opcode == "extractelement":
        if not isinstance(first, VectorType) or operands[1].type.kind != types.INTEGER:
            raise PyllvmError("Invalid extractelement constexpr record")
        return first.element
    if opcode == "insertelement":
        if first is not type or operands[1].type is not type.scalar_type or operands[2].type.kind != types.INTEGER:
            raise PyllvmError("Invalid insertelement constexpr record")
        return type
    if len(operands) == 2 and operands[1].type is not first:
        raise PyllvmError("Type mismatch in constant table!")
    if opcode in OPERATIONS_ON_NUMBERS:
        # The record's type only decides whether the operation is one of integers.
        if first.scalar_type.kind != type.scalar_type.kind:
            raise PyllvmError("Invalid binary op constexpr record" if len(operands) == 2 else "Invalid unary op constexpr record")
        return first
    if opcode == "select" and bad_select(operands[0], operands[1], operands[2]):
        raise PyllvmError("Invalid select constexpr record")
    if opcode == "shufflevector" and not is_valid_shuffle(operands[0], operands[1], operands[2]):
        raise PyllvmError("Invalid shufflevector constexpr record")
    return type


def _may_fold(opcode: str, type: Type, operands: list[Value], folds_all: bool) -> bool:
    """Whether LLVM may fold an expression; unless it `folds_all`, one whose form does not depend on the kind of pointers.

    Those that it leaves most often are not asked about: a place in a symbol, and its address.
    """
    first = operands[0]
    if not folds_all and (opcode in _FOLDED_BY_POINTERS or opcode == "inttoptr"):
        return all(_is_number(operand) for operand in operands) or _gives_back(opcode, type, first)
    if not isinstance(first, GlobalValue):
        return True
    if opcode == "getelementptr":
        return all(constants.is_null(index) for index in operands[1:])
    return len(operands) > 1 or first.type is type


def _gives_back(opcode: str, type: Type, address: Value) -> bool:
    """Whether it is an `inttoptr` that gives back the pointer of a `ptrtoint`."""
    return opcode == "inttoptr" and isinstance(address, constants.ConstantExpr) and address.operands[0].type is type


def _is_number(constant: Value) -> bool:
    """Whether a constant has no symbol in it; of operations on others, only casts are looked into."""
    while isinstance(constant, constants.ConstantExpr) and len(constant.operands) == 1:
        constant = constant.operands[0]
    return not isinstance(constant, (GlobalValue, constants.ConstantExpr, constants.BlockAddress, constants.GlobalReference))


def _is_of_scalable(pending: PendingConstant, version: int) -> bool:
    """Whether it is a getelementptr over scalable vectors, which constants no longer are."""
    source = pending.source_element_type
    return isinstance(source, VectorType) and source.is_scalable and version >= PLAIN_VECTORS_SINCE


def _folded(pending: PendingConstant, operands: list[Value], version: int) -> Value:
    """The constant that LLVM's reader makes of an expression which the writer of the file did not fold."""
    # Imported only here: LLVM's own writers leave nothing to fold.
    from pyllvm.ir.folding.expressions import ConstantFolder, ExpressionShape, folded_expression

    shape = ExpressionShape(
        pending.opcode, pending.flags, pending.source_element_type, pending.in_range, pending.predicate_number
    )
    return folded_expression(ConstantFolder(version), pending.type, operands, shape)
