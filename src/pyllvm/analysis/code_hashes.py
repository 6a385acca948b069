"""A hash of the shape of functions and modules, which is the same for copies with other names.

The hash is of words for the instructions and their operands, in their order. Local values are numbers in the order of their
definitions. Types are by their structure: a pointer is only its address space. Each machine and each Python version has the same
words.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final, final

from pyllvm.ir import constants, instructions, types
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.module import Module
from pyllvm.ir.value import User, Value
from pyllvm.tables.intrinsic_names import DEBUG_PREFIX

_BYTES: Final = 16


def structural_hash(code: Module | Function) -> str:
    """Return a hash of a function, or of all that a module defines, as 32 hexadecimal digits.

    It covers the instructions with their types, flags and operands, and the initial values of variables. It leaves out names,
    metadata, debug information, attributes, alignment, linkage and the order of functions and variables. Only the names of
    functions and variables that are declared count: a call of `malloc` is not a call of `free`. So the same source compiled twice
    has the same hash, also with and without debug information. Modules with typed and with opaque pointers differ.

    The time is linear in the size of the code. Raises PyllvmError if a body was not read yet and is malformed.
    """
    if isinstance(code, Function):
        return _digest(_Shape().of_function(code))
    shape = _Shape()
    parts: list[str] = []
    for function in code.functions:
        if not function.is_declaration:
            parts.append(_digest(shape.of_function(function)))
    for variable in code.global_variables:
        if variable.initializer is not None:
            parts.append(_digest(shape.of_variable(variable)))
    for other in [*code.aliases, *code.ifuncs]:
        parts.append(_digest([*shape.of_constant(other.operands[0]), shape.of_type(other.value_type)]))
    parts.sort()
    return _digest(parts)


def _digest(words: list[str]) -> str:
    return blake2b("\n".join(words).encode("utf-8", "surrogateescape"), digest_size=_BYTES).hexdigest()


@final
class _Shape:
    """The words of functions and variables of one module."""

    def __init__(self) -> None:
        self._types: dict[types.Type, str] = {}
        # The numbers of the local values of a function, and of the constants that it had so far.
        self._numbers: dict[Value, int] = {}

    def of_function(self, function: Function) -> list[str]:
        numbers: dict[Value, int] = {}
        self._numbers = numbers
        words = [self.of_type(function.value_type)]
        for argument in function.arguments:
            numbers[argument] = len(numbers)
        blocks = function.blocks
        for block in blocks:
            numbers[block] = len(numbers)
            for instruction in block.instructions:
                if instruction.type.kind != types.VOID:
                    numbers[instruction] = len(numbers)
        for block in blocks:
            words.append("block")
            for instruction in block.instructions:
                self._instruction(instruction, words)
        return words

    def of_variable(self, variable: GlobalVariable) -> list[str]:
        self._numbers = {}
        words = ["constant" if variable.is_constant else "variable", self.of_type(variable.value_type)]
        if variable.initializer is not None:
            self._operand(variable.initializer, words)
        return words

    def of_constant(self, constant: Value) -> list[str]:
        self._numbers = {}
        words: list[str] = ["alias"]
        self._operand(constant, words)
        return words

    def of_type(self, type: types.Type) -> str:
        found = self._types.get(type)
        if found is None:
            found = self._type(type)
            self._types[type] = found
        return found

    def _type(self, type: types.Type) -> str:
        if isinstance(type, types.IntegerType):
            return f"i{type.width}"
        if isinstance(type, types.PointerType):
            return f"p{type.address_space}"
        if isinstance(type, (types.FloatingPointType, types.PrimitiveType)):
            return type.name
        inner = ",".join([self.of_type(one) for one in type.contained_types])
        if isinstance(type, types.ArrayType):
            return f"{type.count}a[{inner}]"
        if isinstance(type, types.VectorType):
            return f"{type.count}{'s' if type.is_scalable else 'v'}[{inner}]"
        if isinstance(type, types.FunctionType):
            return f"f({inner}{'...' if type.is_variadic else ''})"
        if isinstance(type, types.StructType):
            return f"<{inner}>" if type.is_packed else f"{{{inner}}}"
        if isinstance(type, types.TargetType):
            return f"target {type.name}({inner};{type.integers})"
        return str(type)

    def _instruction(self, instruction: Instruction, words: list[str]) -> None:
        operands = instruction.operands
        if isinstance(instruction, instructions.CallBase):
            callee = operands[-1]
            if isinstance(callee, Function) and callee.name.startswith(DEBUG_PREFIX):
                return
            words.append(self.of_type(instruction.function_type))
            words.extend([f"bundle {bundle.tag}" for bundle in instruction.bundles or ()])
        elif isinstance(instruction, instructions.CmpInst):
            words.append(instruction.predicate)
        elif isinstance(instruction, instructions.GetElementPtrInst):
            words.append(self.of_type(instruction.source_element_type))
        elif isinstance(instruction, instructions.AllocaInst):
            words.append(self.of_type(instruction.allocated_type))
        elif isinstance(instruction, (instructions.ExtractValueInst, instructions.InsertValueInst)):
            words.append(str(instruction.indices))
        elif isinstance(instruction, instructions.ShuffleVectorInst):
            self._operand(instruction.mask, words)
        words.append(f"{instruction.opcode_name} {instruction.flags} {self.of_type(instruction.type)}")
        numbers = self._numbers
        for operand in operands:
            number = numbers.get(operand)
            if number is None:
                self._operand(operand, words)
            else:
                words.append(str(number))
        if isinstance(instruction, instructions.PHINode):
            words.extend([str(numbers.get(block, -1)) for block in instruction.blocks])

    def _operand(self, value: Value, words: list[str]) -> None:
        """Add the words of a constant and of the constants in it; each is a number when it comes again."""
        numbers = self._numbers
        pending = [value]
        while pending:
            one = pending.pop()
            number = numbers.get(one)
            if number is not None:
                words.append(str(number))
                continue
            if isinstance(one, GlobalValue):
                is_declared = isinstance(one, (Function, GlobalVariable)) and one.is_declaration
                words.append(f"@{one.name}" if is_declared else f"@ {self.of_type(one.value_type)}")
                continue
            if isinstance(one, BasicBlock):
                words.append("block")
                continue
            numbers[one] = len(numbers)
            words.append(f"{self.of_type(one.type)} {self._own(one)}")
            if isinstance(one, User):
                pending.extend(reversed(one.operands))

    def _own(self, value: Value) -> str:
        """The word for a constant, besides its type and its operands."""
        if isinstance(value, (constants.ConstantInt, constants.ConstantByte)):
            return str(value.value)
        if isinstance(value, constants.SimpleConstant):
            return value.kind
        if isinstance(value, constants.ConstantFP):
            return hex(value.bits)
        if isinstance(value, constants.ConstantData):
            return value.data.hex()
        if isinstance(value, constants.ConstantExpr):
            source = value.source_element_type
            inside = "" if source is None else self.of_type(source)
            return f"{value.opcode} {value.flags} {value.predicate_number} {inside} {value.indices or ''}"
        if isinstance(value, constants.InlineAsm):
            return f"asm {value.flags} {value.assembly} {value.constraints}"
        if isinstance(value, constants.GlobalReference):
            return value.kind
        return (
            "blockaddress"
            if isinstance(value, constants.BlockAddress)
            else "metadata"
            if value.type.kind == types.METADATA
            else ""
        )
