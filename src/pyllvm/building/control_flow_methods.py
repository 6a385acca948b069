"""Terminators and phi: ret, br, switch, indirectbr, unreachable, phi."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mypy_extensions import trait

from pyllvm.building.insertion import Inserter, Operand, TypeOrText
from pyllvm.building.python_constants import described
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import BasicBlock
from pyllvm.ir.instructions import BranchInst, IndirectBrInst, PHINode, ReturnInst, SwitchInst, UnreachableInst
from pyllvm.ir.metadata import MDNode
from pyllvm.ir.types import INTEGER, LABEL, POINTER, TOKEN, VOID
from pyllvm.ir.valid_operands import is_first_class
from pyllvm.ir.value import Value
from pyllvm.tables.flags import FAST_MATH_OF_PHI


@trait
class ControlFlowMethods(Inserter):
    """The methods for terminators and phi nodes."""

    def ret(self, value: Operand) -> ReturnInst:
        """`ret`: return a value, which must have the function's return type."""
        expected = self._function.function_type.return_type
        if expected.kind == VOID:
            raise TypeError(f"ret: @{self._function.name} returns nothing, not {described(value)}: see ret_void")
        made = ReturnInst(self._void, self._value(value, expected, "ret", "the value"))
        self._insert(made, "")
        return made

    def ret_void(self) -> ReturnInst:
        """`ret void`: return from a function that returns nothing."""
        expected = self._function.function_type.return_type
        if expected.kind != VOID:
            raise TypeError(f"ret: @{self._function.name} must return a value of type {expected}, not void")
        made = ReturnInst(self._void)
        self._insert(made, "")
        return made

    def branch(self, target: BasicBlock) -> BranchInst:
        """`br`: go on in another block of the function."""
        made = BranchInst(self._void, self._block_operand(target, "br", "the target"))
        self._insert(made, "")
        return made

    def cond_branch(
        self,
        condition: Operand,
        true_block: BasicBlock,
        false_block: BasicBlock,
        *,
        metadata: Mapping[str, MDNode] | None = None,
    ) -> BranchInst:
        """`br`: go on in `true_block` if the condition, an i1, is true, else in `false_block`.

        `metadata` has nodes by the names of their kinds, such as branch weights under "prof".
        """
        chosen = self._value(condition, self._i1, "br", "the condition")
        made = BranchInst(
            self._void,
            self._block_operand(true_block, "br", "the block for true"),
            chosen,
            self._block_operand(false_block, "br", "the block for false"),
        )
        self._insert(made, "", metadata)
        return made

    def switch(
        self,
        value: Value,
        default: BasicBlock,
        cases: Iterable[tuple[Operand, BasicBlock]] = (),
        *,
        metadata: Mapping[str, MDNode] | None = None,
    ) -> SwitchInst:
        """`switch`: go on in the block of the case that an integer is equal to, or else in `default`.

        `cases` are pairs of a constant, or a Python int, and a block; `add_case` of the builder adds more.
        """
        if not isinstance(value, Value) or value.type.kind != INTEGER:
            raise TypeError(f"switch: the value must be an integer, not {described(value)}")
        self._own(value, "switch")
        pairs: list[tuple[Value, BasicBlock]] = []
        seen: set[Value] = set()
        for number, block in cases:
            case = self._case(value, number)
            if case in seen:
                raise ValueError(f"switch: there are two cases for {described(case)}")
            seen.add(case)
            pairs.append((case, self._block_operand(block, "switch", "the target of a case")))
        made = SwitchInst(self._void, value, self._block_operand(default, "switch", "the default"))
        for case, block in pairs:
            made.add_case(case, block)
        self._insert(made, "", metadata)
        return made

    def add_case(self, switch: SwitchInst, value: Operand, block: BasicBlock) -> None:
        """Add a case to a switch: a constant of the type of its value, or a Python int, and a block."""
        case = self._case(switch.operands[0], value)
        for number in range(2, len(switch.operands), 2):
            if switch.operands[number] is case:
                raise ValueError(f"switch: there is already a case for {described(case)}")
        switch.add_case(case, self._block_operand(block, "switch", "the target of a case"))

    def _case(self, value: Value, number: Operand) -> Value:
        case = self._value(number, value.type, "switch", "a case")
        if not isinstance(case, ConstantInt):
            raise TypeError(f"switch: a case must be a constant integer, not {described(case)}")
        return case

    def indirect_branch(self, address: Value, targets: Sequence[BasicBlock]) -> IndirectBrInst:
        """`indirectbr`: go on at an address, a pointer, which is the address of one of the `targets`."""
        if not isinstance(address, Value) or address.type.kind != POINTER:
            raise TypeError(f"indirectbr: the address must be a pointer, not {described(address)}")
        self._own(address, "indirectbr")
        blocks: list[Value] = [self._block_operand(block, "indirectbr", "a target") for block in targets]
        made = IndirectBrInst(self._void, address, blocks)
        self._insert(made, "")
        return made

    def unreachable(self) -> UnreachableInst:
        """`unreachable`: this place is never reached."""
        made = UnreachableInst(self._void)
        self._insert(made, "")
        return made

    def phi(
        self,
        type: TypeOrText,
        incoming: Iterable[tuple[Operand, BasicBlock]] = (),
        *,
        fast_math: str | None = None,
        name: str = "",
    ) -> PHINode:
        """`phi`: the value that belongs to the block from which this one was entered.

        `incoming` are pairs of a value, or a Python number, and a block; `add_incoming` of the builder adds more. The flags
        of `fast_math` exist since LLVM 10, and for floating-point values only.
        """
        result = self._type(type)
        if not is_first_class(result, self._version) or result.kind == TOKEN or result.kind == LABEL:
            raise TypeError(f"phi: the type must be a first-class type, and not token or label; it is {result}")
        if result.context is not self._context:
            raise ValueError(f"phi: the type {result} belongs to another module")
        flags = self._fast_math_of(fast_math)
        if flags:
            flags = self._result_flags(result, flags, fast_math is None, FAST_MATH_OF_PHI.settled_since, "phi")
        pairs: list[tuple[Value, BasicBlock]] = []
        for value, block in incoming:
            source = self._block_operand(block, "phi", "the block of a value")
            pairs.append((self._value(value, result, "phi", "a value"), source))
        made = PHINode(result, flags)
        for incoming_value, incoming_block in pairs:
            made.add_incoming(incoming_value, incoming_block)
        self._insert(made, name)
        return made

    def add_incoming(self, phi: PHINode, value: Operand, block: BasicBlock) -> None:
        """Add an incoming value, an IR value or a Python number, and its predecessor block to a phi."""
        if not isinstance(phi, PHINode):
            raise TypeError(f"phi: expected a phi, not {phi!r}")
        source = self._block_operand(block, "phi", "the block of a value")
        phi.add_incoming(self._value(value, phi.type, "phi", "a value"), source)
