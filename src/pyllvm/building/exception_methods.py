"""Exception handling: landingpad, resume, catchpad, cleanuppad, catchswitch, catchret, cleanupret."""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import trait

from pyllvm.building.insertion import Inserter, TypeOrText
from pyllvm.building.python_constants import described
from pyllvm.ir.constants import NONE, Constant, SimpleConstant
from pyllvm.ir.function import BasicBlock
from pyllvm.ir.instructions import (
    CatchPadInst,
    CatchReturnInst,
    CatchSwitchInst,
    CleanupPadInst,
    CleanupReturnInst,
    FuncletPadInst,
    LandingPadInst,
    ResumeInst,
)
from pyllvm.ir.types import ARRAY, LABEL, METADATA, POINTER
from pyllvm.ir.valid_operands import is_first_class
from pyllvm.ir.value import Value


@trait
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
