"""LLVM 15 to 19 removed kinds of constant expressions one after the other; instructions compute their values instead.

The instructions are placed before the user of the expression, or for a phi in a new block on its incoming edge. An initializer
with a removed expression is an error (BitcodeReader::materializeValue).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, final

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.editing.value_names import ValueNames
from pyllvm.ir import instructions
from pyllvm.ir.constants import POISON, UNDEF, ConstantAggregate, ConstantExpr, ConstantInt, SimpleConstant
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.metadata import DebugRecord, Metadata, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.target.sized_types import is_scalable
from pyllvm.ir.types import VectorType
from pyllvm.ir.value import Value
from pyllvm.migrations.bodies import Bodies, BodyUpgrade
from pyllvm.tables.behavior_versions import PLAIN_VECTORS_SINCE
from pyllvm.tables.debug_info_versions import POISON_SINCE
from pyllvm.tables.features import DEBUG_RECORDS_SINCE
from pyllvm.tables.opcodes import CAST_NAMES, OPCODES_BY_NAME, last_as_constant
from pyllvm.tables.reading_versions import BLOCK_OF_PHIS

_EXPRESSION: Final = "constexpr"
_INSERTION: Final = "constexpr.ins"
_UNSUPPORTED: Final = "Value referenced by initializer is an unsupported constant expression of type "


def expand_expressions(module: Module, version: int) -> None:
    """Replace the expressions that LLVM `version` does not have.

    LLVM 14:
        %r = add i64 %a, sdiv (i64 ptrtoint (i8* @v to i64), i64 3)
        @v = external global i8
    LLVM 15:
        %constexpr = sdiv i64 ptrtoint (i8* @v to i64), 3
        %r = add i64 %a, %constexpr

    LLVM 17:
        %r = add i64 %a, and (i64 ptrtoint (ptr @v to i64), i64 3)
        @v = external global i8
    LLVM 18:
        %constexpr = and i64 ptrtoint (ptr @v to i64), 3
        %r = add i64 %a, %constexpr
    """
    _expand(module, Expansion(version))


def expand_all_expressions(module: Module, version: int) -> None:
    """Replace all expressions, with what LLVM `version` has in their place."""
    expansion = Expansion(version)
    expansion.is_for_all = True
    _expand(module, expansion)


def _expand(module: Module, expansion: Expansion) -> None:
    _check_initializers(module, expansion)
    _drop_from_metadata(module, expansion, list(module.context.metadata.values()))
    _expand_bodies(module, expansion, module.functions)


def begin_expansion(module: Module, version: int) -> BodyUpgrade:
    """Do so for initializers, and return what does so in metadata and bodies. Metadata that becomes equal needs all bodies."""
    expansion = Expansion(version)
    _check_initializers(module, expansion)

    def upgrade_bodies(bodies: Bodies) -> None:
        is_known = _drop_from_metadata(module, expansion, bodies.metadata)
        if _drop_from_metadata(module, expansion, _values_of_records(bodies.functions)) or is_known:
            bodies.needs_all = "metadata becomes equal to other metadata"
        _expand_bodies(module, expansion, bodies.functions)

    return upgrade_bodies


def expand_body(module: Module, function: Function, version: int) -> None:
    """Replace the expressions that LLVM `version` does not have in a body of its own that was just read."""
    expansion = Expansion(version)
    _drop_from_metadata(module, expansion, list(module.context.metadata.values()))
    _expand_bodies(module, expansion, [function])


def unsupported_in_initializer(initializer: Value, version: int) -> str | None:
    """LLVM's message about an initializer that contains an expression that LLVM `version` does not have; None if it has none."""
    expression = Expansion(version).first_unsupported(initializer)
    return None if expression is None else _UNSUPPORTED + expression.opcode


def _check_initializers(module: Module, expansion: Expansion) -> None:
    for value in module.global_values:
        for operand in value.operands:
            expression = expansion.first_unsupported(operand)
            if expression is not None:
                note = Diagnostic("note", f"it is in @{value.name}" if value.name else "it is in a variable without a name")
                raise PyllvmError(Diagnostic("error", _UNSUPPORTED + expression.opcode, notes=[note]))


def _expand_bodies(module: Module, expansion: Expansion, functions: Sequence[Function]) -> None:
    records_were_calls = module.llvm_version < DEBUG_RECORDS_SINCE <= expansion.version
    for function in functions:
        if not function.is_declaration:
            _FunctionExpansion(function, expansion, records_were_calls).run()


def _drop_from_metadata(module: Module, expansion: Expansion, nodes: Iterable[object]) -> bool:
    """Let metadata wrap a value that is not known instead. Returns whether that is wrapped by other metadata already."""
    known = module.context.metadata
    kind = POISON if expansion.version >= POISON_SINCE else UNDEF
    is_known = False
    for metadata in nodes:
        if not isinstance(metadata, ValueAsMetadata) or not expansion.is_unsupported(metadata.value):
            continue
        if known.get(metadata.value) is metadata:
            unknown = SimpleConstant.get(metadata.value.type, kind)
            is_known = metadata.wrap_instead(module.context, unknown) is not metadata or is_known
    return is_known


def _values_of_records(functions: Sequence[Function]) -> list[Metadata]:
    """The values of variables in the debug records of bodies."""
    found: list[Metadata] = []
    for function in functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction.debug_records is not None:
                    _add_values(instruction.debug_records, found)
            if block.trailing_debug_records is not None:
                _add_values(block.trailing_debug_records, found)
    return found


def _add_values(records: list[DebugRecord], found: list[Metadata]) -> None:
    for record in records:
        if record.location is not None:
            found.append(record.location)
        if record.address is not None:
            found.append(record.address)


@final
class Expansion:
    """Finds constants that are, or contain, expressions that an LLVM does not have."""

    def __init__(self, version: int) -> None:
        self.version: Final = version
        self.is_for_all = False
        """Whether it finds any expression."""
        self._known: dict[Value, bool] = {}

    def is_unsupported(self, value: Value) -> bool:
        """Whether it is, or contains, a removed expression."""
        if not isinstance(value, (ConstantExpr, ConstantAggregate)):
            return False
        known = self._known
        waiting: list[Value] = [value]
        while waiting:
            last = waiting[-1]
            if last in known:
                waiting.pop()
                continue
            if not isinstance(last, (ConstantExpr, ConstantAggregate)):
                known[last] = False
                continue
            missing = [operand for operand in last.operands if operand not in known]
            if missing:
                waiting.extend(missing)
                continue
            inside = any(known[operand] for operand in last.operands)
            known[last] = inside or (isinstance(last, ConstantExpr) and self._is_gone(last))
        return known[value]

    def first_unsupported(self, value: Value) -> ConstantExpr | None:
        """The innermost removed expression in it; None if there is none."""
        while self.is_unsupported(value):
            assert isinstance(value, (ConstantExpr, ConstantAggregate))
            inner = [operand for operand in value.operands if self.is_unsupported(operand)]
            if not inner:
                assert isinstance(value, ConstantExpr)
                return value
            value = inner[0]
        return None

    def _is_gone(self, expression: ConstantExpr) -> bool:
        if self.is_for_all or last_as_constant(expression.opcode) < self.version:
            return True
        source = expression.source_element_type
        # Expressions over scalable vectors were removed as well.
        return source is not None and self.version >= PLAIN_VECTORS_SINCE and is_scalable(source, self.version)


@final
class _FunctionExpansion:
    """Rewrites one function."""

    def __init__(self, function: Function, expansion: Expansion, records_were_calls: bool) -> None:
        self.function: Final = function
        self.records_were_calls: Final = records_were_calls
        self.expansion: Final = expansion
        # LLVM reads the function's own names after its body, so they are not taken yet. A function that was
        # read has them already.
        self.names: Final = ValueNames(function if expansion.is_for_all else None)
        self.edges: dict[tuple[BasicBlock, BasicBlock], BasicBlock] = {}
        # A block for the next edge that needs one.
        self.spare: BasicBlock | None = None

    def run(self) -> None:
        for block in list(self.function.blocks):
            if not self._has_unsupported(block):
                if self.edges and self.spare is None:
                    self._name_spare(block)
                continue
            made: list[Instruction] = []
            for instruction in block.instructions:
                if isinstance(instruction, instructions.PHINode):
                    self._expand_phi(instruction, block)
                else:
                    first = len(made)
                    self._expand_operands(instruction, made)
                    if self.records_were_calls and len(made) > first:
                        # A call came before the instruction, and so comes before the inserted instructions.
                        made[first].debug_records = instruction.debug_records
                        instruction.debug_records = None
                made.append(instruction)
                instruction.parent = block
            for instruction in made:
                instruction.parent = block
            block.instructions = made
        for (before, after), edge in self.edges.items():
            self._insert_edge(before, after, edge)

    def _has_unsupported(self, block: BasicBlock) -> bool:
        """Whether a block uses a removed expression; most do not."""
        expansion = self.expansion
        for instruction in block.instructions:
            for operand in instruction.operands:
                if isinstance(operand, (ConstantExpr, ConstantAggregate)) and expansion.is_unsupported(operand):
                    return True
        return False

    def _expand_operands(self, instruction: Instruction, made: list[Instruction]) -> None:
        numbers = list(range(len(instruction.operands)))
        if isinstance(instruction, instructions.StoreInst):
            numbers.reverse()  # the record names the pointer first
        for number in numbers:
            operand = instruction.operands[number]
            if self.expansion.is_unsupported(operand):
                instruction.put_operand(number, self._materialized(operand, made))

    def _expand_phi(self, phi: instructions.PHINode, block: BasicBlock) -> None:
        done: dict[BasicBlock, Value] = {}
        for number, before in enumerate(phi.blocks):
            found = done.get(before)
            if found is None:
                edge = self._edge(before, block)
                found = self._materialized(phi.operands[number], edge.instructions)
                for instruction in edge.instructions:
                    instruction.parent = edge
                if edge is self.spare and edge.instructions:
                    self.edges[(before, block)] = edge
                    self.spare = None
                done[before] = found
            if found is not phi.operands[number]:
                phi.put_operand(number, found)

    def _edge(self, before: BasicBlock, after: BasicBlock) -> BasicBlock:
        """The block on the edge between two blocks; where there is none, the spare one."""
        edge = self.edges.get((before, after))
        if edge is not None:
            return edge
        if self.spare is None:
            self.spare = BasicBlock(after.type, self.names.unique(BLOCK_OF_PHIS))
        return self.spare

    def _name_spare(self, block: BasicBlock) -> None:
        """Name a spare block where LLVM makes one: at any edge of a phi. The name takes a number from the function's counter."""
        for instruction in block.instructions:
            if not isinstance(instruction, instructions.PHINode):
                return
            for before in instruction.blocks:
                self._edge(before, block)

    def _insert_edge(self, before: BasicBlock, after: BasicBlock, edge: BasicBlock) -> None:
        """Redirect the edge from `before` to `after` through the block `edge`."""
        blocks = self.function.blocks
        edge.append(instructions.BranchInst(self.function.type.context.void, after))
        terminator = before.terminator
        assert terminator is not None
        for number, operand in enumerate(terminator.operands):
            if operand is after:
                terminator.put_operand(number, edge)
        for instruction in after.instructions:
            if not isinstance(instruction, instructions.PHINode):
                break
            instruction.blocks[:] = [edge if block is before else block for block in instruction.blocks]
        edge.parent = self.function
        blocks.insert(blocks.index(after), edge)

    def _materialized(self, constant: Value, made: list[Instruction]) -> Value:
        """The value that instructions at the end of `made` compute instead of the constant."""
        known: dict[Value, Value] = {}
        waiting: list[Value] = [constant]
        while waiting:
            last = waiting[-1]
            if last in known:
                waiting.pop()
                continue
            if not self.expansion.is_unsupported(last):
                known[last] = last
                continue
            assert isinstance(last, (ConstantExpr, ConstantAggregate))
            missing = [operand for operand in reversed(last.operands) if operand not in known]
            if missing:
                waiting.extend(missing)
                continue
            operands = [known[operand] for operand in last.operands]
            if isinstance(last, ConstantAggregate):
                known[last] = self._aggregate(last, operands, made)
            else:
                instruction = _instruction_of(last, operands)
                instruction.name = self.names.unique(_EXPRESSION)
                made.append(instruction)
                known[last] = instruction
        return known[constant]

    def _aggregate(self, constant: ConstantAggregate, operands: list[Value], made: list[Instruction]) -> Value:
        value: Value = SimpleConstant.get(constant.type, POISON)
        index_type = constant.type.context.integer(32)
        for number, operand in enumerate(operands):
            instruction: Instruction
            if isinstance(constant.type, VectorType):
                instruction = instructions.InsertElementInst(value, operand, ConstantInt.get(index_type, number))
            else:
                instruction = instructions.InsertValueInst(value, operand, [number])
            instruction.name = self.names.unique(_INSERTION)
            made.append(instruction)
            value = instruction
        return value


def _instruction_of(expression: ConstantExpr, operands: list[Value]) -> Instruction:
    """The instruction that computes the expression."""
    opcode = expression.opcode
    type = expression.type
    if opcode in CAST_NAMES:
        return instructions.CastInst(OPCODES_BY_NAME[opcode], operands[0], type, expression.flags)
    if opcode == "getelementptr":
        assert expression.source_element_type is not None
        return instructions.GetElementPtrInst(type, expression.source_element_type, operands, expression.flags)
    if opcode in ("icmp", "fcmp"):
        return instructions.CmpInst(expression.predicate_number, operands[0], operands[1], type)
    if opcode == "select":
        return instructions.SelectInst(operands[0], operands[1], operands[2])
    if opcode == "extractelement":
        return instructions.ExtractElementInst(type, operands[0], operands[1])
    if opcode == "insertelement":
        return instructions.InsertElementInst(operands[0], operands[1], operands[2])
    if opcode == "shufflevector":
        return instructions.ShuffleVectorInst(type, operands[0], operands[1], operands[2])
    if opcode == "extractvalue":
        return instructions.ExtractValueInst(type, operands[0], expression.indices or [])
    if opcode == "insertvalue":
        return instructions.InsertValueInst(operands[0], operands[1], expression.indices or [])
    if len(operands) == 1:
        return instructions.UnaryOperator(OPCODES_BY_NAME[opcode], operands[0], expression.flags)
    return instructions.BinaryOperator(OPCODES_BY_NAME[opcode], operands[0], operands[1], expression.flags)
