"""Control flow: ret, br, switch, indirectbr, unreachable, phi; and exceptions: landingpad, resume, the pads and their returns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mypy_extensions import mypyc_attr, trait

from pyllvm.building.insertion import Inserter, Operand, TypeOrText
from pyllvm.building.python_values import described
from pyllvm.ir.constants import NONE, Constant, ConstantInt, SimpleConstant
from pyllvm.ir.function import BasicBlock
from pyllvm.ir.instructions import (
    BranchInst,
    CatchPadInst,
    CatchReturnInst,
    CatchSwitchInst,
    CleanupPadInst,
    CleanupReturnInst,
    FuncletPadInst,
    IndirectBrInst,
    LandingPadInst,
    PHINode,
    ResumeInst,
    ReturnInst,
    SwitchInst,
    UnreachableInst,
)
from pyllvm.ir.metadata import MDNode
from pyllvm.ir.types import ARRAY, INTEGER, LABEL, METADATA, POINTER, TOKEN, VOID
from pyllvm.ir.valid_operands import is_first_class
from pyllvm.ir.value import Value
from pyllvm.tables.flags import FAST_MATH_OF_PHI


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
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
        self, condition: Operand, true_block: BasicBlock, false_block: BasicBlock, *, metadata: Mapping[str, MDNode] | None = None
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
        flags = self._result_flags(result, fast_math, FAST_MATH_OF_PHI.settled_since, "phi")
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


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class ExceptionMethods(Inserter):
    """The methods for exception handling."""

    def landingpad(
        self,
        type: TypeOrText,
        *,
        catches: Sequence[Value] = (),
        filters: Sequence[Value] = (),
        cleanup: bool = False,
        name: str = "",
    ) -> LandingPadInst:
        """`landingpad`: what an exception brings to the unwind block of an invoke; first in its block, after the phis.

        `catches` are constant pointers to type information, `filters` constant arrays of them, and `cleanup`: entered by every
        exception. There must be a clause, or `cleanup`. The catches precede the filters.
        """
        result = self._type(type)
        if not is_first_class(result, self._version) or result.kind in (LABEL, METADATA):
            raise TypeError(f"landingpad: the type must be a value's, not {result}")
        if self._function.personality is None:
            raise ValueError(f"landingpad: @{self._function.name} has no personality function: see set_optional_operands")
        for one in catches:
            if not isinstance(one, Constant) or one.type.kind != POINTER:
                raise TypeError(f"landingpad: a catch must be a constant pointer, not {described(one)}")
        for one in filters:
            if not isinstance(one, Constant) or one.type.kind != ARRAY:
                raise TypeError(f"landingpad: a filter must be a constant array, not {described(one)}")
        if not cleanup and not catches and not filters:
            raise ValueError("landingpad: there must be a catch, a filter or cleanup=True")
        made = LandingPadInst(result, cleanup, [*catches, *filters])
        self._insert(made, name)
        return made

    def resume(self, value: Value) -> ResumeInst:
        """`resume`: go on with the exception that a landingpad returned."""
        self._check_value(value, "resume")
        if not is_first_class(value.type, self._version) or value.type.kind in (LABEL, METADATA):
            raise TypeError(f"resume: the value must come from a landingpad, not {described(value)}")
        made = ResumeInst(self._void, value)
        self._insert(made, "")
        return made

    def catch_switch(
        self, parent: Value | None, handlers: Sequence[BasicBlock], unwind: BasicBlock | None = None, *, name: str = ""
    ) -> CatchSwitchInst:
        """`catchswitch`: choose among blocks that begin with a catchpad.

        `parent` is the pad that contains this one, None for none; `unwind` the block for exceptions that no handler takes, None
        for the caller.
        """
        pad = self._parent(parent, "catchswitch")
        blocks: list[Value] = [self._block_operand(block, "catchswitch", "a handler") for block in handlers]
        if not blocks:
            raise ValueError("catchswitch: there are no handlers")
        target = None if unwind is None else self._block_operand(unwind, "catchswitch", "the unwind block")
        made = CatchSwitchInst(self._token, pad, target, blocks)
        self._insert(made, name)
        return made

    def catch_pad(self, switch: CatchSwitchInst, arguments: Sequence[Value] = (), *, name: str = "") -> CatchPadInst:
        """`catchpad`: the start of a handler of a catchswitch; first in its block, after the phis."""
        if not isinstance(switch, CatchSwitchInst):
            raise TypeError(f"catchpad: the pad must be a catchswitch, not {described(switch)}")
        made = CatchPadInst(self._token, switch, self._pad_arguments(arguments, "catchpad"))
        self._insert(made, name)
        return made

    def cleanup_pad(self, parent: Value | None = None, arguments: Sequence[Value] = (), *, name: str = "") -> CleanupPadInst:
        """`cleanuppad`: the start of a cleanup in the pad `parent`, None for none; first in its block, after the phis."""
        pad = self._parent(parent, "cleanuppad")
        made = CleanupPadInst(self._token, pad, self._pad_arguments(arguments, "cleanuppad"))
        self._insert(made, name)
        return made

    def catch_ret(self, pad: CatchPadInst, target: BasicBlock) -> CatchReturnInst:
        """`catchret`: leave a handler and go on in another block."""
        if not isinstance(pad, CatchPadInst):
            raise TypeError(f"catchret: the pad must be a catchpad, not {described(pad)}")
        made = CatchReturnInst(self._void, pad, self._block_operand(target, "catchret", "the target"))
        self._insert(made, "")
        return made

    def cleanup_ret(self, pad: CleanupPadInst, unwind: BasicBlock | None = None) -> CleanupReturnInst:
        """`cleanupret`: leave a cleanup and go on unwinding, in a block or, with None, in the caller."""
        if not isinstance(pad, CleanupPadInst):
            raise TypeError(f"cleanupret: the pad must be a cleanuppad, not {described(pad)}")
        target = None if unwind is None else self._block_operand(unwind, "cleanupret", "the unwind block")
        made = CleanupReturnInst(self._void, pad, target)
        self._insert(made, "")
        return made

    def _parent(self, parent: Value | None, operation: str) -> Value:
        if parent is None:
            return SimpleConstant.get(self._token, NONE)
        is_none = isinstance(parent, SimpleConstant) and parent.type is self._token and parent.kind == NONE
        if not is_none and not isinstance(parent, FuncletPadInst):
            raise TypeError(f"{operation}: the parent must be a catchpad, a cleanuppad or None, not {described(parent)}")
        return parent

    def _pad_arguments(self, arguments: Sequence[Value], operation: str) -> list[Value]:
        values: list[Value] = []
        for argument in arguments:
            if not isinstance(argument, Value) or not is_first_class(argument.type, self._version):
                raise TypeError(f"{operation}: an argument must be a value of a first-class type, not {described(argument)}")
            self._own(argument, operation)
            values.append(argument)
        return values
