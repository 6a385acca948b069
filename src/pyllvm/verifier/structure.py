"""Checks the guarantees of LLVM's own constructors that programs can break when they build or edit modules: owners, names, uses,
types.

Readers never produce such modules, so the commands do not check for this. The library's `verify` does, before LLVM's rules, which
presume it. The messages are not LLVM's, except where LLVM has one for the same fault.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, cast, final

from pyllvm.ir import metadata
from pyllvm.ir.constants import BlockAddress, Constant, InlineAsm
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction, forget_orders
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.instructions import CallBase, FuncletPadInst, PHINode
from pyllvm.ir.module import Module
from pyllvm.ir.types import FUNCTION, VOID, PointerType
from pyllvm.ir.value import User, Value
from pyllvm.verifier.result_types import has_plain_result, result_fault
from pyllvm.verifier.state import Failure

_MOST_CONVENTION: Final = 1023


def structure_failures(module: Module) -> list[Failure]:
    """The faults in how the module is put together; an empty list if LLVM's rules can be checked."""
    check = _Structure(module)
    check.run()
    return check.failures


@final
class _Structure:
    """One run over a module.

    Each instruction gets its place among all instructions of the module as `position`, and each value the number of operands
    that it is as `order`. So whether an instruction is in a function, and whether a value has as many uses, needs no sets.
    """

    def __init__(self, module: Module) -> None:
        self.module = module
        self.context = module.context
        self.version = module.llvm_version
        self.failures: list[Failure] = []
        self.subject: object = None
        self.function: Function | None = None
        self._constants: set[Value] = set()
        self._metadata: set[object] = set()
        # The instructions of the functions so far, each at its `position`, and where the current function begins.
        self._listed: list[object] = []
        self._first = 0
        # The constants that are operands of instructions: functions share them.
        self._used_constants: list[Value] = []
        self._blocks: set[Value] = set()

    def fail(self, message: str, *objects: object) -> None:
        """Record a fault."""
        self.failures.append(Failure(message, list(objects), self.subject))

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
        try:
            for function in module.functions:
                self._check_body(function)
            self.subject = None
            if not self.failures:
                self._first = 0
                for constant in self._used_constants:
                    if not self._check_uses(constant):
                        break
        finally:
            for constant in self._used_constants:
                constant.order = 0

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
        self._first = len(self._listed)
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
            if argument._name:
                self._check_name(argument, names)
            number += 1
        if not self._check_places(function, names):
            return
        try:
            for block in function.blocks:
                for instruction in block.instructions:
                    self.subject = instruction
                    self._check_instruction(instruction)
            self.subject = function
            self._check_local_uses(function)
        finally:
            forget_orders(function)

    def _check_places(self, function: Function, names: dict[str, Value]) -> bool:
        """Check that each block and each instruction is in the function once, and give the instructions their places."""
        listed = self._listed
        first = self._first
        place = first
        for block in function.blocks:
            if block in self._blocks:
                self.fail("A block is in the function twice", block, function)
                return False
            self._blocks.add(block)
            if block.parent is not function:
                self.fail("A block of the function has another owner, or none", block, function)
                return False
            if block.type is not self.context.label:
                self.fail("A block is of another context", block, function)
            if block._name:
                self._check_name(block, names)
            for instruction in block.instructions:
                if first <= instruction.position < place and listed[instruction.position] is instruction:
                    self.fail("An instruction is in the function twice", instruction)
                    return False
                if instruction.parent is not block:
                    self.fail("Instruction has bogus parent pointer!", instruction)
                    return False
                if instruction._name:
                    self._check_name(instruction, names)
                instruction.position = place
                listed.append(instruction)
                place += 1
        return True

    def _is_here(self, instruction: Instruction) -> bool:
        """Whether an instruction is in a block of the function, or, after the functions, in the module."""
        place = instruction.position
        return self._first <= place < len(self._listed) and self._listed[place] is instruction

    def _check_name(self, value: Value, names: dict[str, Value]) -> None:
        name = value._name
        if value.type.kind == VOID:
            self.fail("Instruction has a name, but provides a void value!", value)
        elif name in names:
            self.fail("Two values of the function have one name", names[name], value)
        names[name] = value

    def _check_instruction(self, instruction: Instruction) -> None:
        before = len(self.failures)
        context = self.context
        if instruction.type.context is not context:
            self.fail("An instruction has a type of another context", instruction)
            return
        index = 0
        for operand in instruction.operands:
            if isinstance(operand, Instruction):
                if self._is_here(operand) and operand.type.kind != VOID:
                    operand.order += 1
                else:
                    self._check_instruction_operand(instruction, operand)
            elif isinstance(operand, Constant):
                if operand.order == 0:
                    self._used_constants.append(operand)
                operand.order += 1
                type = operand.type
                if type.context is not context:
                    self.fail("An operand is of another context", instruction, operand)
                elif operand.order == 1 and operand not in self._constants:
                    self._check_constant(operand, instruction)
                if type.kind == FUNCTION:
                    self.fail("An operand has a function type", instruction, operand)
            else:
                self._check_operand(instruction, operand, index)
            index += 1
        if isinstance(instruction, PHINode):
            self._check_phi(instruction)
        elif isinstance(instruction, CallBase):
            self._check_call(instruction)
        location = instruction._debug_location
        if location is not None and location not in self._metadata:
            self._check_metadata([location])
        if instruction._attachments is not None:
            self._check_attachments(instruction._attachments)
        if instruction._debug_records is not None:
            for record in instruction._debug_records:
                self._check_metadata(
                    [record.location, record.variable, record.expression, record.debug_location, record.assign_id, record.address]
                )
        if len(self.failures) == before and not has_plain_result(instruction):
            fault = result_fault(instruction, self.version)
            if fault:
                self.fail(fault, instruction)

    def _check_phi(self, phi: PHINode) -> None:
        if len(phi.blocks) != len(phi.operands):
            self.fail("A phi has more or fewer blocks than values", phi)
        for block in phi.blocks:
            if block not in self._blocks:
                self.fail("A phi names a block that is not in the function", phi, block)

    def _check_call(self, call: CallBase) -> None:
        if not 0 <= call.argument_count < len(call.operands):
            self.fail("A call has fewer operands than arguments", call)
        if not 0 <= call.calling_convention_number <= _MOST_CONVENTION:
            self.fail(f"A calling convention has a number up to {_MOST_CONVENTION}", call)
        for bundle in call.bundles or ():
            if not call.argument_count <= bundle.begin <= bundle.end < len(call.operands):
                self.fail("An operand bundle has other operands than its call", call)

    def _check_instruction_operand(self, instruction: Instruction, operand: Instruction) -> None:
        """Name the fault of an operand that is an instruction."""
        if operand.type.context is not self.context:
            self.fail("An operand is of another context", instruction, operand)
        elif not self._is_here(operand):
            where = "in no function" if operand.function is None else f"in @{operand.function.name}"
            self.fail(f"An operand is an instruction that is not in the function, but {where}", instruction, operand)
        else:
            operand.order += 1
            self.fail("An operand is an instruction without a value", instruction, operand)

    def _check_operand(self, instruction: Instruction, operand: object, index: int) -> None:
        """Check an operand that is neither an instruction nor a constant."""
        if not isinstance(operand, Value):
            self.fail("An operand is not a value", instruction)
            return
        type = operand.type
        if type.context is not self.context:
            self.fail("An operand is of another context", instruction, operand)
        elif isinstance(operand, Argument):
            if operand.parent is not self.function or not self._has_argument(operand):
                self.fail("Referring to an argument in another function!", instruction, operand)
            else:
                operand.order += 1
        elif isinstance(operand, BasicBlock):
            if operand not in self._blocks:
                self.fail("Referring to a basic block in another function!", instruction, operand)
            else:
                operand.order += 1
        elif isinstance(operand, metadata.MetadataAsValue):
            self._check_metadata([operand.metadata])
            if not isinstance(instruction, (CallBase, FuncletPadInst)):
                self.fail("Invalid use of metadata!", instruction, operand)
        elif not isinstance(operand, InlineAsm):
            self.fail("An operand is a placeholder", instruction)
        elif not isinstance(instruction, CallBase) or index != len(instruction.operands) - 1:
            self.fail("Cannot take the address of an inline asm!", instruction)
        if type.kind == FUNCTION:
            self.fail("An operand has a function type", instruction, operand)

    def _has_argument(self, argument: Argument) -> bool:
        """Whether the function still has an argument that calls it its parent."""
        arguments: list[Argument] = [] if self.function is None else self.function.arguments
        return argument.number < len(arguments) and arguments[argument.number] is argument

    def _check_local_uses(self, function: Function) -> None:
        """Check the uses of the values of a function, up to the first fault."""
        for argument in function.arguments:
            if not self._check_uses(argument):
                return
        for block in function.blocks:
            if not self._check_uses(block):
                return
        for block in function.blocks:
            for instruction in block.instructions:
                if (instruction._uses is not None or instruction.order) and not self._check_uses(instruction):
                    return

    def _check_uses(self, value: Value) -> bool:
        """Check that a value has a use for each operand of these instructions that it is, and no other use by them.

        Functions share inline assembly and metadata, and nothing depends on their uses, so these are not checked.
        """
        listed = self._listed
        first = self._first
        end = len(listed)
        count = 0
        pairs = value.known_pairs if value.order or value._uses is not None else None
        if pairs is not None:
            for place in range(0, len(pairs), 2):
                user = pairs[place]
                if isinstance(user, Instruction) and first <= user.position < end and listed[user.position] is user:
                    operands = cast("list[object]", user.operands)
                    index: int = pairs[place + 1]
                    if index >= len(operands) or operands[index] is not value:
                        self.fail("A use does not belong to an operand: set_operand changes both", user, value)
                        return False
                    count += 1
        if count != value.order:
            self.fail("An operand is not among the uses of its value: set_operand changes both", value)
            return False
        return True

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

    def _check_attachments(self, attachments: list[metadata.Attachment]) -> None:
        for attachment in attachments:
            node: object = attachment._node
            if not isinstance(node, metadata.MDNode):
                self.fail(f"The attachment !{attachment._kind} is not a metadata node", self.subject)
            else:
                self._check_metadata([node])

    def _check_metadata(self, roots: Iterable[object]) -> None:
        """Check metadata and what it leads to."""
        waiting: list[object] = [root for root in roots if root is not None]
        while waiting:
            one = waiting.pop()
            if isinstance(one, metadata.ValueAsMetadata):
                self._check_wrapped(one.value)
                continue
            if isinstance(one, metadata.DIArgList):
                waiting.extend(one.arguments)
                continue
            if one in self._metadata or not isinstance(one, metadata.Metadata):
                continue
            self._metadata.add(one)
            if isinstance(one, metadata.SpecializedNode) and one._is_packed:
                waiting.append(one._scope)
                if one._inlined_at is not None:
                    waiting.append(one._inlined_at)
            elif isinstance(one, metadata.MDNode):
                for operand in one.operands:
                    if isinstance(operand, (metadata.Metadata, Value)) and not isinstance(operand, metadata.MDString):
                        waiting.append(operand)
                    if isinstance(operand, Value):
                        self.fail("A metadata node has a value as its operand: wrap it by ValueAsMetadata.get", self.subject, one)

    def _check_wrapped(self, value: Value) -> None:
        """Check a value that metadata refers to; a local value must be in the function."""
        if isinstance(value, Constant):
            self._check_constant(value, value)
        elif isinstance(value, Instruction):
            if value.function is not None and not self._is_here(value):
                self.fail("function-local metadata used in wrong function", self.subject, value)
            elif value.function is None:
                self.fail("Metadata refers to an instruction that is in no function", self.subject)
        elif isinstance(value, Argument) and value.parent is not self.function:
            self.fail("function-local metadata used in wrong function", self.subject, value)
