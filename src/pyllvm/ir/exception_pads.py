"""The instructions that begin the blocks of an exception's handlers: landingpad, catchpad, cleanuppad."""

from __future__ import annotations

from typing import ClassVar, Final, final

from mypy_extensions import mypyc_attr

from pyllvm.ir.function import Instruction
from pyllvm.ir.operand_checks import own_values
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value


@final
class LandingPadInst(Instruction):
    """`landingpad T cleanup catch ... filter ...`: a clause of array type is a filter, any other a catch."""

    _opcode_name: ClassVar[str] = "landingpad"
    __match_args__: Final = ("clauses",)

    def __init__(self, type: Type, is_cleanup: bool, clauses: list[Value], name: str = "") -> None:
        super().__init__(type, clauses, name)
        self.is_cleanup = is_cleanup

    @property
    def clauses(self) -> list[Value]:
        """The constants of `catch`, and the arrays of constants of `filter`. Setting them replaces all of them."""
        return list(self.operands)

    @clauses.setter
    def clauses(self, clauses: list[Value]) -> None:
        self.put_operands(0, own_values(clauses, self))


@mypyc_attr(allow_interpreted_subclasses=True)
class FuncletPadInst(Instruction):
    """The base of catchpad and cleanuppad: the operands are the arguments, then the parent pad."""

    def __init__(self, token: Type, parent_pad: Value, arguments: list[Value], name: str = "") -> None:
        super().__init__(token, [*arguments, parent_pad], name)

    @property
    def parent_pad(self) -> Value:
        """The pad that contains this one: a token, `none` for a pad in no other."""
        return self.operands[-1]

    @parent_pad.setter
    def parent_pad(self, value: Value) -> None:
        self.set_operand(len(self.operands) - 1, value)

    @property
    def arguments(self) -> list[Value]:
        """The operands in brackets. Setting them replaces all of them."""
        return self.operands[:-1]

    @arguments.setter
    def arguments(self, arguments: list[Value]) -> None:
        self.put_operands(0, [*own_values(arguments, self), self.operands[-1]])


@final
class CatchPadInst(FuncletPadInst):
    """`catchpad within %switch [args...]`."""

    __match_args__: Final = ("parent_pad", "arguments")

    _opcode_name: ClassVar[str] = "catchpad"

    @property
    def may_read_memory(self) -> bool:
        return True

    @property
    def may_write_memory(self) -> bool:
        return True


@final
class CleanupPadInst(FuncletPadInst):
    """`cleanuppad within %parent [args...]`."""

    __match_args__: Final = ("parent_pad", "arguments")

    _opcode_name: ClassVar[str] = "cleanuppad"
