"""Checks the guarantees of LLVM's own constructors that programs can break when they build or edit modules: owners, names, uses,
types.

Readers never produce such modules, so the commands do not check for this. The library's `verify` does, before LLVM's rules, which
presume it. The messages are not LLVM's, except where LLVM has one for the same fault.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from pyllvm.ir.constants import BlockAddress, Constant, InlineAsm
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.instructions import CallBase, FuncletPadInst, PHINode
from pyllvm.ir.metadata import Attachment, DIArgList, MDNode, MDString, Metadata, MetadataAsValue, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import FUNCTION, VOID, PointerType
from pyllvm.ir.value import User, Value
from pyllvm.verifier.result_types import result_fault
from pyllvm.verifier.state import Failure

_MOST_CONVENTION: Final = 1023


def structure_failures(module: Module) -> list[Failure]:
    """The faults in how the module is put together; an empty list if LLVM's rules can be checked."""
    check = _Structure(module)
    check.run()
    return check.failures


@final
class _Structure:
    """One run over a module."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.context = module.context
        self.failures: list[Failure] = []
        self.subject: object = None
        self.function: Function | None = None
        self._constants: set[Value] = set()
        self._metadata: set[object] = set()
        # How often the operands of the instructions of the current function are each of its values.
        self._operand_counts: dict[Value, int] = {}
        # How often the operands of all instructions are each constant: functions share them.
        self._constant_counts: dict[Value, int] = {}
        self._instructions: set[Value] = set()
        self._all_instructions: set[Value] = set()
        self._blocks: set[Value] = set()

    def fail(self, message: str, *objects: object) -> None:
        """Record a fault."""
        self.failures.append(Failure(message, list(objects), False, self.subject))

    def run(self) -> None:
        """Check the whole module."""
        module = self.module
        values: list[GlobalValue] = module.global_values
        if not self._check_symbols(values):
            return
        for value in values:
            self.subject = value
            self._check_global(value)
        for name, comdat in module.comdats.items():
            if comdat.name != name:
                self.fail(f"The comdat {name!r} of the module is named {comdat.name!r}")
        for named in module.named_metadata:
            self.subject = None
            self._check_metadata(named.operands)
        for function in module.functions:
            self._check_body(function)
        self.subject = None
        if not self.failures:
            self._check_uses(self._constant_counts, self._all_instructions)

    def _check_symbols(self, values: list[GlobalValue]) -> bool:
        """Check that every global value is in the module once, under its name."""
        module = self.module
        met: set[GlobalValue] = set()
        names: dict[str, GlobalValue] = {}
        for value in values:
            self.subject = value
            if value in met:
                self.fail("A global value is in the module twice", value)
            elif value.parent is not module:
                self.fail("A global value of the module has another owner, or none", value)
            elif value.name and value.name in names:
                self.fail("Two global values have one name", value)
            elif value.name and module.symbols.get(value.name) is not value:
                self.fail("A global value is not in the symbol table under its name", value)
            met.add(value)
            names[value.name] = value
        self.subject = None
        for name, value in module.symbols.items():
            if value not in met:
                self.fail(f"The symbol table has a global value that is not in the module, @{name}")
        return not self.failures

    def _check_global(self, value: GlobalValue) -> None:
        type = value.type
        if not isinstance(type, PointerType):
            self.fail("A global value has a type that is not a pointer", value)
            return
        if type.context is not self.context:
            self.fail("A global value has a type of another context", value)
            return
        if type.pointee is not None and type.pointee is not value.value_type:
            self.fail("A global value is a pointer to another type than its own", value)
        for operand in value.operands:
            self._check_constant(operand, value)
        self._check_attachments(value._attachments)
        if isinstance(value, GlobalObject):
            self._check_object(value)
        elif len(value.operands) != 1:
            what = "aliasee" if isinstance(value, GlobalAlias) else "resolver"
            self.fail(f"{'An alias' if isinstance(value, GlobalAlias) else 'An ifunc'} has no {what}", value)
        if isinstance(value, (GlobalAlias, GlobalIFunc)):
            for operand in value.operands:
                if not isinstance(operand.type, PointerType):
                    self.fail("An alias or ifunc is of a value that is not a pointer", value, operand)

    def _check_object(self, value: GlobalObject) -> None:
        comdat: Comdat | None = value.comdat
        if comdat is not None and self.module.comdats.get(comdat.name) is not comdat:
            self.fail(f"The comdat {comdat.name!r} of a global value is not in the module", value)
        if value.alignment < 0 or value.alignment & (value.alignment - 1):
            self.fail(f"The alignment {value.alignment} is not a power of two", value)
        if isinstance(value, GlobalVariable):
            initializer = value.initializer
            if initializer is not None and initializer.type is not value.value_type:
                self.fail("Global variable initializer type does not match global variable type!", value)
        if isinstance(value, Function):
            if value.value_type is not value.function_type:
                self.fail("A function has two function types", value)
            if not 0 <= value.calling_convention_number <= _MOST_CONVENTION:
                self.fail(f"A calling convention has a number up to {_MOST_CONVENTION}", value)

    # --- bodies

    def _check_body(self, function: Function) -> None:
        self.function = function
        self.subject = function
        self._operand_counts = {}
        self._instructions = set()
        self._blocks = set()
        names: dict[str, Value] = {}
        number = 0
        parameters = function.function_type.parameters
        if len(function.arguments) != len(parameters):
            self.fail("A function has more or fewer arguments than its type", function)
            return
        for argument in function.arguments:
            if argument.parent is not function or argument.number != number or argument.type is not parameters[number]:
                self.fail("An argument does not belong to its function", argument, function)
            self._check_name(argument, names)
            number += 1
        for block in function.blocks:
            if block in self._blocks:
                self.fail("A block is in the function twice", block, function)
                return
            self._blocks.add(block)
            if block.parent is not function:
                self.fail("A block of the function has another owner, or none", block, function)
                return
            if block.type is not self.context.label:
                self.fail("A block is of another context", block, function)
            self._check_name(block, names)
            for instruction in block.instructions:
                if instruction in self._instructions:
                    self.fail("An instruction is in the function twice", instruction)
                    return
                self._instructions.add(instruction)
                if instruction.parent is not block:
                    self.fail("Instruction has bogus parent pointer!", instruction)
                    return
                self._check_name(instruction, names)
        for block in function.blocks:
            for instruction in block.instructions:
                self.subject = instruction
                self._check_instruction(instruction)
        self.subject = function
        self._check_uses(self._operand_counts, self._instructions)
        self._all_instructions |= self._instructions

    def _check_name(self, value: Value, names: dict[str, Value]) -> None:
        name = value.name
        if not name:
            return
        if value.type.kind == VOID:
            self.fail("Instruction has a name, but provides a void value!", value)
        elif name in names:
            self.fail("Two values of the function have one name", names[name], value)
        names[name] = value

    def _check_instruction(self, instruction: Instruction) -> None:
        before = len(self.failures)
        if instruction.type.context is not self.context:
            self.fail("An instruction has a type of another context", instruction)
            return
        index = 0
        for operand in instruction.operands:
            counts = self._constant_counts if isinstance(operand, Constant) else self._operand_counts
            counts[operand] = counts.get(operand, 0) + 1
            self._check_operand(instruction, operand, index)
            index += 1
        if isinstance(instruction, PHINode):
            if len(instruction.blocks) != len(instruction.operands):
                self.fail("A phi has more or fewer blocks than values", instruction)
            for block in instruction.blocks:
                if block not in self._blocks:
                    self.fail("A phi names a block that is not in the function", instruction, block)
        if isinstance(instruction, CallBase):
            self._check_call(instruction)
        location = instruction._debug_location
        if location is not None:
            self._check_metadata([location])
        if instruction._attachments is not None:
            self._check_attachments(instruction._attachments)
        for record in instruction._debug_records or ():
            self._check_metadata(
                [record.location, record.variable, record.expression, record.debug_location, record.assign_id, record.address]
            )
        if len(self.failures) == before:
            fault = result_fault(instruction, self.module.llvm_version)
            if fault:
                self.fail(fault, instruction)

    def _check_call(self, call: CallBase) -> None:
        if not 0 <= call.argument_count < len(call.operands):
            self.fail("A call has fewer operands than arguments", call)
        if not 0 <= call.calling_convention_number <= _MOST_CONVENTION:
            self.fail(f"A calling convention has a number up to {_MOST_CONVENTION}", call)
        for bundle in call.bundles or ():
            if not call.argument_count <= bundle.begin <= bundle.end < len(call.operands):
                self.fail("An operand bundle has other operands than its call", call)

    def _check_operand(self, instruction: Instruction, operand: object, index: int) -> None:
        if not isinstance(operand, Value):
            self.fail("An operand is not a value", instruction)
            return
        type = operand.type
        if type.context is not self.context:
            self.fail("An operand is of another context", instruction, operand)
        elif isinstance(operand, Instruction):
            if operand not in self._instructions:
                where = "in no function" if operand.function is None else f"in @{operand.function.name}"
                self.fail(f"An operand is an instruction that is not in the function, but {where}", instruction, operand)
            elif type.kind == VOID:
                self.fail("An operand is an instruction without a value", instruction, operand)
        elif isinstance(operand, Argument):
            if operand.parent is not self.function:
                self.fail("Referring to an argument in another function!", instruction, operand)
        elif isinstance(operand, BasicBlock):
            if operand not in self._blocks:
                self.fail("Referring to a basic block in another function!", instruction, operand)
        elif isinstance(operand, MetadataAsValue):
            self._check_metadata([operand.metadata])
            if not isinstance(instruction, (CallBase, FuncletPadInst)):
                self.fail("Invalid use of metadata!", instruction, operand)
        elif isinstance(operand, Constant):
            self._check_constant(operand, instruction)
        elif not isinstance(operand, InlineAsm):
            self.fail("An operand is a placeholder", instruction)
        elif not isinstance(instruction, CallBase) or index != len(instruction.operands) - 1:
            self.fail("Cannot take the address of an inline asm!", instruction)
        if type.kind == FUNCTION:
            self.fail("An operand has a function type", instruction, operand)

    def _check_uses(self, counts: dict[Value, int], instructions: set[Value]) -> None:
        """Check that each operand is among the uses of its value, for values that only these instructions use."""
        for value, count in counts.items():
            if isinstance(value, (InlineAsm, MetadataAsValue)):
                continue  # functions share them, and nothing depends on their uses
            listed = 0
            for use in value.known_uses or ():
                user = use.user
                if user in instructions:
                    if use.index >= len(user.operands) or user.operands[use.index] is not value:
                        self.fail("A use does not belong to an operand: set_operand changes both", user, value)
                        return
                    listed += 1
            if listed != count:
                self.fail("An operand is not among the uses of its value: set_operand changes both", value)
                return

    # --- constants and metadata

    def _check_constant(self, constant: Value, user: Value) -> None:
        """Check a constant and what it consists of."""
        waiting: list[Value] = [constant]
        while waiting:
            one = waiting.pop()
            if one in self._constants:
                continue
            self._constants.add(one)
            if isinstance(one, GlobalValue):
                if one.parent is not self.module:
                    what = "no module" if one.parent is None else "another module"
                    self.fail(f"Global is referenced, but it is in {what}!", user, f"@{one.name}")
            elif isinstance(one, BlockAddress):
                function, block = one.function, one.block
                waiting.append(function)
                if not isinstance(function, Function) or not isinstance(block, BasicBlock) or block.parent is not function:
                    self.fail("The address is of a block that is not in its function", user)
            elif isinstance(one, User) and isinstance(one, Constant):
                if one.type.context is not self.context:
                    self.fail("A constant is of another context", user, one)
                    return
                waiting.extend(one.operands)
            else:
                self.fail("A constant consists of a value that is none", user, one)

    def _check_attachments(self, attachments: Iterable[Attachment]) -> None:
        for attachment in attachments:
            node: object = attachment._node
            if not isinstance(node, MDNode):
                self.fail(f"The attachment !{attachment._kind} is not a metadata node", self.subject)
            else:
                self._check_metadata([node])

    def _check_metadata(self, roots: Iterable[object]) -> None:
        """Check metadata and what it leads to."""
        waiting: list[object] = [root for root in roots if root is not None]
        while waiting:
            one = waiting.pop()
            if isinstance(one, ValueAsMetadata):
                self._check_wrapped(one.value)
                continue
            if isinstance(one, DIArgList):
                waiting.extend(one.arguments)
                continue
            if one in self._metadata or not isinstance(one, Metadata):
                continue
            self._metadata.add(one)
            if isinstance(one, MDNode):
                for operand in one.operands:
                    if isinstance(operand, (Metadata, Value)) and not isinstance(operand, MDString):
                        waiting.append(operand)
                    if isinstance(operand, Value):
                        self.fail("A metadata node has a value as its operand: wrap it by ValueAsMetadata.get", self.subject, one)

    def _check_wrapped(self, value: Value) -> None:
        """Check a value that metadata refers to; a local value must be in the function."""
        if isinstance(value, Constant):
            self._check_constant(value, value)
        elif isinstance(value, Instruction):
            if value.function is not None and value not in self._instructions:
                self.fail("function-local metadata used in wrong function", self.subject, value)
            elif value.function is None:
                self.fail("Metadata refers to an instruction that is in no function", self.subject)
        elif isinstance(value, Argument) and value.parent is not self.function:
            self.fail("function-local metadata used in wrong function", self.subject, value)


