"""Operators: arithmetic, comparisons, casts, select, freeze, bitextract, bitinsert."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr, trait

from pyllvm.building.insertion import Inserter, Operand, TypeOrText
from pyllvm.building.python_values import described
from pyllvm.ir.constants import Constant, null_value
from pyllvm.ir.folding.constant_parts import all_ones, boolean_type
from pyllvm.ir.instructions import (
    BinaryOperator,
    BitExtractInst,
    BitInsertInst,
    CastInst,
    CmpInst,
    FreezeInst,
    SelectInst,
    UnaryOperator,
)
from pyllvm.ir.types import FLOATING_POINT, INTEGER, LABEL, METADATA, POINTER, VECTOR, Type
from pyllvm.ir.valid_operands import bad_bit_extraction, bad_bit_insertion, bad_select, is_first_class, is_valid_cast
from pyllvm.ir.value import Value
from pyllvm.ir.words import fcmp_number, icmp_number, no_such_word
from pyllvm.tables import opcodes
from pyllvm.tables.features import BIT_EXTRACTION, BIT_INSERTION, FREEZE
from pyllvm.tables.flags import DISJOINT, EXACT, FAST_MATH, FAST_MATH_OF_SELECT, NON_NEGATIVE, NON_NULL_OF_CAST, SAME_SIGN, WRAP
from pyllvm.tables.opcodes import OPCODES_BY_NAME, Opcode

_NUW: Final = WRAP.bit("nuw")
_NSW: Final = WRAP.bit("nsw")
_EXACT: Final = EXACT.bit("exact")
_DISJOINT: Final = DISJOINT.bit("disjoint")
_SAMESIGN: Final = SAME_SIGN.bit("samesign")

_BINARY: Final[dict[str, Opcode]] = {
    row.name: row for rows in (opcodes.INTEGER_BINARY, opcodes.FLOATING_POINT_BINARY) for row in rows
}
_CASTS: Final[dict[str, Opcode]] = {row.name: row for row in opcodes.CASTS}
_NUMBERS: Final = "an integer or a vector of integers"
_FLOATS: Final = "a floating-point number or a vector of them"


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class ArithmeticMethods(Inserter):
    """The methods for operators."""

    def binary(self, operation: str, left: Operand, right: Operand, *, name: str = "") -> Value:
        """The operation of that word, such as "add" or "fmul", without flags except the builder's fast-math ones."""
        opcode = _BINARY.get(operation)
        if opcode is None:
            no_such_word("binary operation", operation, _BINARY)
        return self._binary(opcode, left, right, self._fast_math if opcode.floating else 0, name)

    def add(self, left: Operand, right: Operand, *, nuw: bool = False, nsw: bool = False, name: str = "") -> Value:
        """`add`: the sum of two integers, or of two vectors of integers. One of the operands may be a Python number."""
        return self._binary(opcodes.ADD, left, right, (_NUW if nuw else 0) | (_NSW if nsw else 0), name)

    def sub(self, left: Operand, right: Operand, *, nuw: bool = False, nsw: bool = False, name: str = "") -> Value:
        """`sub`: the difference of two integers, or of two vectors of integers."""
        return self._binary(opcodes.SUB, left, right, (_NUW if nuw else 0) | (_NSW if nsw else 0), name)

    def mul(self, left: Operand, right: Operand, *, nuw: bool = False, nsw: bool = False, name: str = "") -> Value:
        """`mul`: the product of two integers, or of two vectors of integers."""
        return self._binary(opcodes.MUL, left, right, (_NUW if nuw else 0) | (_NSW if nsw else 0), name)

    def shl(self, left: Operand, right: Operand, *, nuw: bool = False, nsw: bool = False, name: str = "") -> Value:
        """`shl`: `left` shifted to the left by `right` bits."""
        return self._binary(opcodes.SHL, left, right, (_NUW if nuw else 0) | (_NSW if nsw else 0), name)

    def udiv(self, left: Operand, right: Operand, *, exact: bool = False, name: str = "") -> Value:
        """`udiv`: the quotient of two unsigned integers."""
        return self._binary(opcodes.UDIV, left, right, _EXACT if exact else 0, name)

    def sdiv(self, left: Operand, right: Operand, *, exact: bool = False, name: str = "") -> Value:
        """`sdiv`: the quotient of two signed integers, rounded towards zero."""
        return self._binary(opcodes.SDIV, left, right, _EXACT if exact else 0, name)

    def lshr(self, left: Operand, right: Operand, *, exact: bool = False, name: str = "") -> Value:
        """`lshr`: `left` shifted to the right by `right` bits, filled up with zeros."""
        return self._binary(opcodes.LSHR, left, right, _EXACT if exact else 0, name)

    def ashr(self, left: Operand, right: Operand, *, exact: bool = False, name: str = "") -> Value:
        """`ashr`: `left` shifted to the right by `right` bits, filled up with the sign."""
        return self._binary(opcodes.ASHR, left, right, _EXACT if exact else 0, name)

    def urem(self, left: Operand, right: Operand, *, name: str = "") -> Value:
        """`urem`: the remainder of a division of unsigned integers."""
        return self._binary(opcodes.UREM, left, right, 0, name)

    def srem(self, left: Operand, right: Operand, *, name: str = "") -> Value:
        """`srem`: the remainder of a division of signed integers."""
        return self._binary(opcodes.SREM, left, right, 0, name)

    def and_(self, left: Operand, right: Operand, *, name: str = "") -> Value:
        """`and`: the bits that both operands have."""
        return self._binary(opcodes.AND, left, right, 0, name)

    def or_(self, left: Operand, right: Operand, *, disjoint: bool = False, name: str = "") -> Value:
        """`or`: the bits that one of the operands has. `disjoint` (since LLVM 18): no bit is in both."""
        return self._binary(opcodes.OR, left, right, _DISJOINT if disjoint else 0, name)

    def xor(self, left: Operand, right: Operand, *, name: str = "") -> Value:
        """`xor`: the bits that exactly one of the operands has."""
        return self._binary(opcodes.XOR, left, right, 0, name)

    def neg(self, operand: Value, *, nsw: bool = False, name: str = "") -> Value:
        """The negated integer: `sub 0, operand`."""
        self._check_value(operand, "neg")
        return self._binary(opcodes.SUB, null_value(operand.type), operand, _NSW if nsw else 0, name)

    def not_(self, operand: Value, *, name: str = "") -> Value:
        """The inverted bits: `xor operand, -1`."""
        self._check_value(operand, "not")
        if not operand.type.is_integer_or_vector:
            raise TypeError(f"not: the operand must be {_NUMBERS}, not {described(operand)}")
        return self._binary(opcodes.XOR, operand, all_ones(operand.type), 0, name)

    def fadd(self, left: Operand, right: Operand, *, fast_math: str | None = None, name: str = "") -> Value:
        """`fadd`: the sum of two floating-point numbers or vectors of them.

        `fast_math` has the flags, such as "nnan ninf" or "fast"; None means the builder's `fast_math`.
        """
        return self._binary(opcodes.FADD, left, right, self._fast_math_of(fast_math), name)

    def fsub(self, left: Operand, right: Operand, *, fast_math: str | None = None, name: str = "") -> Value:
        """`fsub`: the difference of two floating-point numbers or vectors of them. `fast_math` is as for `fadd`."""
        return self._binary(opcodes.FSUB, left, right, self._fast_math_of(fast_math), name)

    def fmul(self, left: Operand, right: Operand, *, fast_math: str | None = None, name: str = "") -> Value:
        """`fmul`: the product of two floating-point numbers or vectors of them. `fast_math` is as for `fadd`."""
        return self._binary(opcodes.FMUL, left, right, self._fast_math_of(fast_math), name)

    def fdiv(self, left: Operand, right: Operand, *, fast_math: str | None = None, name: str = "") -> Value:
        """`fdiv`: the quotient of two floating-point numbers or vectors of them. `fast_math` is as for `fadd`."""
        return self._binary(opcodes.FDIV, left, right, self._fast_math_of(fast_math), name)

    def frem(self, left: Operand, right: Operand, *, fast_math: str | None = None, name: str = "") -> Value:
        """`frem`: the remainder of a division of floating-point numbers. `fast_math` is as for `fadd`."""
        return self._binary(opcodes.FREM, left, right, self._fast_math_of(fast_math), name)

    def fneg(self, operand: Value, *, fast_math: str | None = None, name: str = "") -> Value:
        """`fneg` (since LLVM 8): a floating-point number with the opposite sign. `fast_math` is as for `fadd`."""
        self._check_value(operand, "fneg")
        self._needs("'fneg'", opcodes.FNEG.since)
        if not operand.type.is_floating_point_or_vector:
            raise TypeError(f"fneg: the operand must be {_FLOATS}, not {described(operand)}")
        if self._folder is not None and isinstance(operand, Constant):
            folded = self._folder.negate(operand)
            if self._is_kept(folded):
                return folded
        made = UnaryOperator(opcodes.FNEG, operand, self._fast_math_of(fast_math))
        self._insert(made, name)
        return made

    def _binary(self, opcode: Opcode, left: Operand, right: Operand, flags: int, name: str) -> Value:
        if not isinstance(left, Value):
            if not isinstance(right, Value):
                self._refuse_numbers(opcode.name, left, right)
            left = self._value(left, right.type, opcode.name, "the left operand")
        elif not isinstance(right, Value):
            right = self._value(right, left.type, opcode.name, "the right operand")
        type = left.type
        if right.type is not type:
            raise TypeError(f"{opcode.name}: both operands must be of one type, not {described(left)} and {described(right)}")
        kind = type.kind
        if kind == VECTOR:
            kind = type.scalar_type.kind
        if kind != (FLOATING_POINT if opcode.floating else INTEGER):
            expected = _FLOATS if opcode.floating else _NUMBERS
            raise TypeError(f"{opcode.name}: the operands must be {expected}, not {described(left)}")
        if type.context is not self._context:
            self._foreign(left, opcode.name)
        if flags:
            self._check_flags(opcode.flags, flags, opcode.name)
        if self._folder is not None and isinstance(left, Constant) and isinstance(right, Constant):
            folded = self._folder.binary(opcode.name, left, right, flags)
            if self._is_kept(folded):
                return folded
        made = BinaryOperator(opcode, left, right, flags)
        self._insert(made, name)
        return made

    # --- comparisons

    def icmp(self, predicate: str, left: Operand, right: Operand, *, samesign: bool = False, name: str = "") -> Value:
        """`icmp`: compare two integers, pointers, or vectors of those; the result is an i1 or a vector of i1.

        `predicate` is eq, ne, ugt, uge, ult, ule, sgt, sge, slt or sle. `samesign` (since LLVM 20): both have the same sign.
        """
        return self._compare(icmp_number(predicate), "icmp", left, right, _SAMESIGN if samesign else 0, name)

    def fcmp(self, predicate: str, left: Operand, right: Operand, *, fast_math: str | None = None, name: str = "") -> Value:
        """`fcmp`: compare two floating-point numbers or vectors of them; the result is an i1 or a vector of i1.

        `predicate` is false, oeq, ogt, oge, olt, ole, one, ord, uno, ueq, ugt, uge, ult, ule, une or true. `fast_math` is as
        for `fadd`.
        """
        return self._compare(fcmp_number(predicate), "fcmp", left, right, self._fast_math_of(fast_math), name)

    def _compare(self, predicate: int, operation: str, left: Operand, right: Operand, flags: int, name: str) -> Value:
        if not isinstance(left, Value):
            if not isinstance(right, Value):
                self._refuse_numbers(operation, left, right)
            left = self._value(left, right.type, operation, "the left operand")
        elif not isinstance(right, Value):
            right = self._value(right, left.type, operation, "the right operand")
        type = left.type
        if right.type is not type:
            raise TypeError(f"{operation}: both operands must be of one type, not {described(left)} and {described(right)}")
        kind = type.kind
        if kind == VECTOR:
            kind = type.scalar_type.kind
        if operation == "fcmp":
            if kind != FLOATING_POINT:
                raise TypeError(f"fcmp: the operands must be {_FLOATS}, not {described(left)}")
        elif kind != INTEGER and kind != POINTER:
            raise TypeError(f"icmp: the operands must be integers, pointers, or vectors of those, not {described(left)}")
        self._own(left, operation)
        if kind == POINTER:
            self._own(right, operation)
        if flags:
            self._check_flags(FAST_MATH if operation == "fcmp" else SAME_SIGN, flags, operation)
        if self._folder is not None and isinstance(left, Constant) and isinstance(right, Constant):
            folded = self._folder.compare(predicate, left, right)
            if self._is_kept(folded):
                return folded
        result: Type = self._i1 if type.kind != VECTOR else boolean_type(type)
        made = CmpInst(predicate, left, right, result, flags)
        self._insert(made, name)
        return made

    # --- casts

    def cast(self, operation: str, operand: Value, type: TypeOrText, *, name: str = "") -> Value:
        """The cast of that word, such as "zext" or "bitcast", without flags."""
        opcode = _CASTS.get(operation)
        if opcode is None:
            no_such_word("cast", operation, _CASTS)
        return self._cast(opcode, operand, type, 0, name)

    def trunc(self, operand: Value, type: TypeOrText, *, nuw: bool = False, nsw: bool = False, name: str = "") -> Value:
        """`trunc`: an integer, or a vector of integers, as a narrower type. The flags exist since LLVM 19."""
        return self._cast(opcodes.TRUNC, operand, type, (_NUW if nuw else 0) | (_NSW if nsw else 0), name)

    def zext(self, operand: Value, type: TypeOrText, *, nneg: bool = False, name: str = "") -> Value:
        """`zext`: an unsigned integer as a wider type. `nneg` (since LLVM 18): its sign bit is clear."""
        return self._cast(opcodes.ZEXT, operand, type, NON_NEGATIVE if nneg else 0, name)

    def sext(self, operand: Value, type: TypeOrText, *, name: str = "") -> Value:
        """`sext`: a signed integer as a wider type."""
        return self._cast(opcodes.SEXT, operand, type, 0, name)

    def fptrunc(self, operand: Value, type: TypeOrText, *, fast_math: str | None = None, name: str = "") -> Value:
        """`fptrunc`: a floating-point number as a narrower type. The flags of `fast_math` exist since LLVM 20."""
        return self._cast(opcodes.FPTRUNC, operand, type, self._cast_flags(opcodes.FPTRUNC, fast_math), name)

    def fpext(self, operand: Value, type: TypeOrText, *, fast_math: str | None = None, name: str = "") -> Value:
        """`fpext`: a floating-point number as a wider type. The flags of `fast_math` exist since LLVM 20."""
        return self._cast(opcodes.FPEXT, operand, type, self._cast_flags(opcodes.FPEXT, fast_math), name)

    def fptoui(self, operand: Value, type: TypeOrText, *, name: str = "") -> Value:
        """`fptoui`: a floating-point number as an unsigned integer."""
        return self._cast(opcodes.FPTOUI, operand, type, 0, name)

    def fptosi(self, operand: Value, type: TypeOrText, *, name: str = "") -> Value:
        """`fptosi`: a floating-point number as a signed integer."""
        return self._cast(opcodes.FPTOSI, operand, type, 0, name)

    def uitofp(
        self, operand: Value, type: TypeOrText, *, nneg: bool = False, fast_math: str | None = None, name: str = ""
    ) -> Value:
        """`uitofp`: an unsigned integer as a floating-point number.

        `nneg` (since LLVM 19): its sign bit is clear. The flags of `fast_math` exist since LLVM 23.
        """
        # In the records of uitofp, the fast-math flags are above `nneg`.
        bits = self._cast_flags(opcodes.UITOFP, fast_math) << 1
        return self._cast(opcodes.UITOFP, operand, type, bits | (NON_NEGATIVE if nneg else 0), name)

    def sitofp(self, operand: Value, type: TypeOrText, *, fast_math: str | None = None, name: str = "") -> Value:
        """`sitofp`: a signed integer as a floating-point number. The flags of `fast_math` exist since LLVM 23."""
        return self._cast(opcodes.SITOFP, operand, type, self._cast_flags(opcodes.SITOFP, fast_math), name)

    def ptrtoint(self, operand: Value, type: TypeOrText, *, name: str = "") -> Value:
        """`ptrtoint`: a pointer as an integer."""
        return self._cast(opcodes.PTRTOINT, operand, type, 0, name)

    def ptrtoaddr(self, operand: Value, type: TypeOrText, *, name: str = "") -> Value:
        """`ptrtoaddr` (since LLVM 22): the address of a pointer as an integer."""
        return self._cast(opcodes.PTRTOADDR, operand, type, 0, name)

    def inttoptr(self, operand: Value, type: TypeOrText, *, name: str = "") -> Value:
        """`inttoptr`: an integer as a pointer."""
        return self._cast(opcodes.INTTOPTR, operand, type, 0, name)

    def bitcast(self, operand: Value, type: TypeOrText, *, name: str = "") -> Value:
        """`bitcast`: the same bits as another type of the same size."""
        return self._cast(opcodes.BITCAST, operand, type, 0, name)

    def addrspacecast(self, operand: Value, type: TypeOrText, *, nonnull: bool = False, name: str = "") -> Value:
        """`addrspacecast`: a pointer as a pointer into another address space. `nonnull` (since LLVM 24): it is not null."""
        return self._cast(opcodes.ADDRSPACECAST, operand, type, NON_NULL_OF_CAST.mask if nonnull else 0, name)

    def _cast_flags(self, opcode: Opcode, words: str | None) -> int:
        """The fast-math flags of a cast; the builder's own, if the version has none for casts, are left out."""
        bits = self._fast_math_of(words)
        if words is None and bits and opcode.flags.lacking(opcode.flags.fast_math, self._version):
            return 0
        return bits

    def _cast(self, opcode: Opcode, operand: Value, type: TypeOrText, flags: int, name: str) -> Value:
        target = self._type(type)
        word = opcode.name
        self._check_value(operand, word)
        self._needs(f"'{word}'", opcode.since)
        if target.context is not self._context:
            raise ValueError(f"{word}: the type {target} belongs to another module")
        if not is_valid_cast(word, operand.type, target, self._version):
            raise TypeError(f"{word}: {described(operand)} cannot become {target}: expected {_expected(OPCODES_BY_NAME[word])}")
        if word == opcodes.PTRTOADDR.name:
            self._check_address(operand, target)
        if flags:
            self._check_flags(opcode.flags, flags, word)
        if self._folder is not None and isinstance(operand, Constant):
            folded = self._folder.cast(word, operand, target)
            if self._is_kept(folded):
                return folded
        made = CastInst(opcode, operand, target, flags)
        self._insert(made, name)
        return made

    def _check_address(self, operand: Value, target: Type) -> None:
        space = getattr(operand.type.scalar_type, "address_space", 0)
        bits = self._data_layout().index_bits(space)
        if getattr(target.scalar_type, "width", 0) != bits:
            raise TypeError(f"ptrtoaddr: {described(operand)} becomes an i{bits}, the type of its address, not {target}")

    # --- select, freeze

    def select(
        self, condition: Operand, true_value: Operand, false_value: Operand, *, fast_math: str | None = None, name: str = ""
    ) -> Value:
        """`select`: `true_value` if the condition, an i1, is true, else `false_value`; a vector of i1 chooses each element.

        The flags of `fast_math` exist since LLVM 9, and for floating-point values only.
        """
        if not isinstance(true_value, Value):
            if not isinstance(false_value, Value):
                self._refuse_numbers("select", true_value, false_value)
            true_value = self._value(true_value, false_value.type, "select", "the value for true")
        elif not isinstance(false_value, Value):
            false_value = self._value(false_value, true_value.type, "select", "the value for false")
        if not isinstance(condition, Value):
            condition = self._value(condition, self._i1, "select", "the condition")
        type = true_value.type
        reason = bad_select(condition, true_value, false_value)
        if reason or not is_first_class(type, self._version):
            raise TypeError(
                f"select: {reason or 'values of this type cannot be selected'}; the condition is {described(condition)}, the "
                f"values are {described(true_value)} and {described(false_value)}"
            )
        self._own(true_value, "select")
        self._own(false_value, "select")
        flags = self._result_flags(type, fast_math, FAST_MATH_OF_SELECT.settled_since, "select")
        if (
            self._folder is not None
            and isinstance(condition, Constant)
            and isinstance(true_value, Constant)
            and isinstance(false_value, Constant)
        ):
            folded = self._folder.select(condition, true_value, false_value)
            if self._is_kept(folded):
                return folded
        made = SelectInst(condition, true_value, false_value, flags)
        self._insert(made, name)
        return made

    def freeze(self, operand: Value, *, name: str = "") -> Value:
        """`freeze` (since LLVM 10): the operand, but an arbitrary fixed value in place of undef and poison."""
        self._check_value(operand, "freeze")
        self._needs(FREEZE.name, FREEZE.since)
        if not is_first_class(operand.type, self._version) or operand.type.kind in (LABEL, METADATA):
            raise TypeError(f"freeze: the operand must be of a first-class type, not {described(operand)}")
        made = FreezeInst(operand)
        self._insert(made, name)
        return made

    # --- bits of bytes

    def bitextract(self, type: TypeOrText, source: Value, offset: Value, *, name: str = "") -> Value:
        """`bitextract` (since LLVM 24): a value of a type from a byte, `offset` bits above its lowest."""
        target = self._type(type)
        self._check_value(source, "bitextract")
        self._check_value(offset, "bitextract")
        self._needs(BIT_EXTRACTION.name, BIT_EXTRACTION.since)
        problem = bad_bit_extraction(target, source, offset)
        if problem:
            raise TypeError(problem)
        made = BitExtractInst(source, offset, target)
        self._insert(made, name)
        return made

    def bitinsert(self, base: Value, inserted: Value, offset: Value, *, name: str = "") -> Value:
        """`bitinsert` (since LLVM 24): a byte with a value in place of the bits that are `offset` bits above its lowest."""
        for operand in (base, inserted, offset):
            self._check_value(operand, "bitinsert")
        self._needs(BIT_INSERTION.name, BIT_INSERTION.since)
        problem = bad_bit_insertion(base, inserted, offset)
        if problem:
            raise TypeError(problem)
        made = BitInsertInst(base, inserted, offset)
        self._insert(made, name)
        return made


_NOUNS: Final = {"integer": "an integer", "floating": "a floating-point", "pointer": "a pointer"}
_PLURALS: Final = {"integer": "integers", "floating": "floating-point numbers"}


def _expected(cast: Opcode) -> str:
    """The operands and results of a cast, for messages."""
    if not cast.shape:
        return _OF_POINTERS[cast.name]
    source, *size, target = cast.shape
    if size:
        return f"{_PLURALS[source]} (or vectors of as many), the result {'narrower' if size[0] == '>' else 'wider'}"
    number = f"{_NOUNS[source]} number" if source == "floating" else _NOUNS[source]
    return f"{number} and {_NOUNS[target]} type (or vectors of as many)"


_OF_POINTERS: Final = {
    opcodes.BITCAST.name: "types of the same size, and pointers of the same address space",
    opcodes.ADDRSPACECAST.name: "pointers of different address spaces (or vectors of as many)",
}
