"""Reads the type table (TYPE_BLOCK_ID_NEW)."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitstream.cursor import text_of_operands
from pyllvm.ir.types import (
    BYTE,
    FLOATING_POINT,
    FUNCTION,
    INTEGER,
    LABEL,
    METADATA,
    POINTER,
    TARGET,
    TOKEN,
    VOID,
    X86_AMX,
    StructType,
    Type,
    VectorType,
)
from pyllvm.tables import records
from pyllvm.tables.behavior_versions import NARROWER_INTEGERS_SINCE, PASSED_TYPES_SINCE, WIDEST_INTEGER, WIDEST_OLDER_INTEGER
from pyllvm.tables.features import SCALABLE_ARRAYS
from pyllvm.tables.target_versions import wrong_target_parameters

_MAXIMAL_UNSIGNED: Final = (1 << 32) - 1


@final
class TypeTableReader:
    """Reads one type table; only identified structs may be used before they are defined."""

    def __init__(self, state: ReaderState) -> None:
        self._unknown: Final = state.unknown
        self.module = state.module
        self.cursor = state.cursor
        self._makes_opaque = state.makes_opaque
        self.saw_typed_pointer = False
        self.saw_opaque_pointer = False
        self._types: list[Type | None] = []
        # Of pointers that are made opaque, and of functions, by the numbers of their types: what the records refer to.
        self.pointees: dict[int, int] = {}
        self.parameters: dict[int, list[int]] = {}

    def read(self) -> list[Type]:
        """Read the block to its end; the cursor has just entered it."""
        cursor = self.cursor
        count = 0
        name = ""
        while cursor.next_record():
            code = cursor.code
            operands = cursor.operands
            if code == records.TYPE_CODE_NUMENTRY:
                if not operands:
                    raise cursor.error("Invalid numentry record", code)
                # Each type needs a record of its own, of about a byte or more.
                if operands[0] > cursor.size // 4:
                    raise cursor.error("Invalid numentry record", code)
                self._resize(operands[0])
                continue
            if code == records.TYPE_CODE_STRUCT_NAME:
                name = text_of_operands(operands)
                continue
            if count >= len(self._types):
                raise cursor.error("Invalid TYPE table", code)
            made: Type
            if code in (records.TYPE_CODE_STRUCT_NAMED, records.TYPE_CODE_OPAQUE, records.TYPE_CODE_TARGET_TYPE):
                before = self._types[count] if code != records.TYPE_CODE_TARGET_TYPE else None
                if before is not None:
                    self._types[count] = None
                made = self._named(code, operands, name, before)
                name = ""
            else:
                made = self._type_of_record(code, operands)
                if self._makes_opaque:
                    if code == records.TYPE_CODE_POINTER:
                        self.pointees[count] = operands[0]
                    elif code == records.TYPE_CODE_FUNCTION:
                        self.parameters[count] = operands[2:]
            # A type refers to another one, or to itself, before it is defined.
            if self._types[count] is not None:
                raise cursor.error("Invalid TYPE table: Only named structs can be forward referenced", code)
            self._types[count] = made
            count += 1
        if count != len(self._types):
            raise cursor.error("Malformed block")
        return [type for type in self._types if type is not None]

    def _resize(self, count: int) -> None:
        """Make room for `count` types. A second NUMENTRY record keeps the types that were read or referred to."""
        types = self._types
        del types[count:]
        types += [None] * (count - len(types))

    def _type(self, number: int) -> Type:
        """The type of a number; a type that is not defined yet must be an identified struct."""
        types = self._types
        if number >= len(types):
            raise self.cursor.error("Invalid type", self.cursor.code)
        found = types[number]
        if found is None:
            struct = self.module.context.named_struct("")
            self.module.struct_types.append(struct)
            types[number] = struct
            return struct
        return found

    def _element(self, number: int, message: str = "Invalid type") -> Type:
        """A type that is valid as the element of an aggregate."""
        found = self._type(number)
        if found.kind in (VOID, LABEL, METADATA, FUNCTION, TOKEN, X86_AMX):
            raise self.cursor.error(message, self.cursor.code)
        return found

    def _named(self, code: int, operands: list[int], name: str, before: Type | None) -> Type:
        cursor = self.cursor
        if code == records.TYPE_CODE_TARGET_TYPE:
            if not operands:
                raise cursor.error("Invalid target extension type record", code)
            count = operands[0]
            if count >= len(operands):
                raise cursor.error("Too many type parameters", code)
            parameters = [self._type(operand) for operand in operands[1 : count + 1]]
            integers = operands[count + 1 :]
            if integers and max(integers) > _MAXIMAL_UNSIGNED:
                raise cursor.error("Integer parameter too large", code)
            message = wrong_target_parameters(name, len(parameters), len(integers), self.module.llvm_version)
            if message:
                raise cursor.error(message, code)
            return self.module.context.target(name, parameters, integers)
        if isinstance(before, StructType):
            struct = before
            self.module.context.name_struct(struct, name)
        else:
            struct = self.module.context.named_struct(name)
            self.module.struct_types.append(struct)
        if code == records.TYPE_CODE_OPAQUE:
            if len(operands) != 1:
                raise cursor.error("Invalid opaque type record", code)
            return struct
        if not operands:
            raise cursor.error("Invalid named struct record", code)
        elements = [self._element(operand, "Invalid named struct record") for operand in operands[1:]]
        struct.elements = elements
        struct.is_packed = operands[0] != 0
        return struct

    def _type_of_record(self, code: int, operands: list[int]) -> Type:
        cursor = self.cursor
        context = self.module.context
        if code == records.TYPE_CODE_BYTE:
            if not operands:
                raise cursor.error("Invalid record", code)
            if operands[0] < 1 or operands[0] > WIDEST_INTEGER:
                raise cursor.error("Bitwidth for byte type out of range", code)
            return context.byte(operands[0])
        if code == records.TYPE_CODE_INTEGER:
            if not operands:
                raise cursor.error("Invalid integer record", code)
            widest = WIDEST_INTEGER if self.module.llvm_version >= NARROWER_INTEGERS_SINCE else WIDEST_OLDER_INTEGER
            if operands[0] < 1 or operands[0] > widest:
                raise cursor.error("Bitwidth for integer type out of range", code)
            return context.integer(operands[0])
        if code == records.TYPE_CODE_POINTER:
            if not operands:
                raise cursor.error("Invalid pointer record", code)
            pointee = self._type(operands[0])
            if pointee.kind in (VOID, LABEL, METADATA, TOKEN, X86_AMX):
                raise cursor.error("Invalid type", code)
            address_space = operands[1] & _MAXIMAL_UNSIGNED if len(operands) > 1 else 0
            if self._makes_opaque:
                self.saw_opaque_pointer = True
                return context.pointer(address_space)
            self.saw_typed_pointer = True
            return context.pointer_to(pointee, address_space)
        if code == records.TYPE_CODE_OPAQUE_POINTER:
            if len(operands) != 1:
                raise cursor.error("Invalid opaque pointer record", code)
            self.saw_opaque_pointer = True
            return context.pointer(operands[0] & _MAXIMAL_UNSIGNED)
        if code == records.TYPE_CODE_FUNCTION or code == records.TYPE_CODE_FUNCTION_OLD:
            first = 1 if code == records.TYPE_CODE_FUNCTION else 2
            if len(operands) <= first:
                raise cursor.error("Invalid function record", code)
            return_type = self._type(operands[first])
            if return_type.kind in (FUNCTION, LABEL, METADATA):
                raise cursor.error("Invalid type", code)
            parameters = [self._type(operand) for operand in operands[first + 1 :]]
            for parameter in parameters:
                kind = parameter.kind
                if kind == VOID or kind == FUNCTION or _is_no_longer_passed(parameter, self.module.llvm_version):
                    raise cursor.error("Invalid function argument type", code)
            return context.function(return_type, parameters, operands[0] != 0)
        if code == records.TYPE_CODE_STRUCT_ANON:
            if not operands:
                raise cursor.error("Invalid anon struct record", code)
            return context.literal_struct([self._element(operand) for operand in operands[1:]], operands[0] != 0)
        if code == records.TYPE_CODE_ARRAY:
            if len(operands) < 2:
                raise cursor.error("Invalid array type record", code)
            element = self._element(operands[1])
            if isinstance(element, VectorType) and element.is_scalable and self.module.llvm_version < SCALABLE_ARRAYS.since:
                raise cursor.error("Invalid type", code)
            return context.array(element, operands[0])
        if code == records.TYPE_CODE_VECTOR:
            if len(operands) < 2:
                raise cursor.error("Invalid vector type record", code)
            if operands[0] == 0 or operands[0] > _MAXIMAL_UNSIGNED:
                raise cursor.error("Invalid vector length", code)
            element = self._element(operands[1])
            if element.kind not in (INTEGER, FLOATING_POINT, POINTER, TARGET, BYTE):
                raise cursor.error("Invalid type", code)
            return context.vector(element, operands[0], len(operands) > 2 and operands[2] != 0)
        word = records.PRIMITIVE_TYPES.get(code)
        if word is not None:
            return context.primitive(word)
        word = records.FLOATING_POINT_TYPES.get(code)
        if word is not None:
            return context.floating_point(word)
        if self._unknown.is_tolerated:
            return self._unknown.values.type(context, cursor)
        raise self._unknown.error(cursor, "", "Invalid value")


def _is_no_longer_passed(parameter: Type, version: int) -> bool:
    """Whether it is a label or an opaque struct, which functions took in older versions."""
    if version < PASSED_TYPES_SINCE:
        return False
    return parameter.kind == LABEL or (isinstance(parameter, StructType) and parameter.elements is None)
