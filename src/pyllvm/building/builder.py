"""The builder itself: its constructors, all methods of the chapters, and debug information at its position."""

from __future__ import annotations

from typing import Self

from mypy_extensions import mypyc_attr, trait

from pyllvm.building.call_methods import CallMethods, IntrinsicMethods
from pyllvm.building.control_flow_methods import ExceptionMethods
from pyllvm.building.insertion import following, place_of
from pyllvm.building.python_values import debug_location, described
from pyllvm.building.structured_flow import StructuredFlowMethods
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.instructions import PHINode
from pyllvm.ir.metadata import DBG_DECLARE, DBG_VALUE, DebugRecord, DIExpression, MDNode, SpecializedNode, ValueAsMetadata
from pyllvm.ir.types import POINTER
from pyllvm.ir.value import Value
from pyllvm.tables.features import DEBUG_RECORDS_SINCE
from pyllvm.tables.intrinsic_names import DEBUG_PREFIX

_VARIABLE = "DILocalVariable"


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class DebugInfoMethods(CallMethods):
    """The methods for debug information."""

    def set_line(self, line: int, column: int, scope: MDNode, inlined_at: MDNode | None = None) -> None:
        """Set `debug_location` to a line and column, counted from 1, in a scope such as a DISubprogram.

        `inlined_at` is the location of the call if the code is inlined. Raises ValueError for a number that is too large.
        """
        self._location = debug_location(self._context, self._version, line, column, scope, inlined_at)

    def debug_declare(self, address: Value, variable: SpecializedNode, expression: DIExpression | None = None) -> None:
        """Record that a variable of the source, a DILocalVariable, is in memory at `address` from here on.

        This is a debug record since LLVM 19, and a call of llvm.dbg.declare before. `debug_location` must be set, or else
        ValueError is raised; TypeError if the address is not a pointer, or the variable is not a DILocalVariable.
        """
        if not isinstance(address, Value) or address.type.kind != POINTER:
            raise TypeError(f"debug_declare: the address must be a pointer, not {described(address)}")
        self._record(DBG_DECLARE, address, variable, expression)

    def debug_value(self, value: Value, variable: SpecializedNode, expression: DIExpression | None = None) -> None:
        """Record that a variable of the source, a DILocalVariable, has that value from here on.

        This is a debug record since LLVM 19, and a call of llvm.dbg.value before. `debug_location` must be set, or else
        ValueError is raised; TypeError if the variable is not a DILocalVariable.
        """
        self._record(DBG_VALUE, value, variable, expression)

    def _record(self, kind: str, value: Value, variable: SpecializedNode, expression: DIExpression | None) -> None:
        if not isinstance(variable, SpecializedNode) or variable.spec.name != _VARIABLE:
            raise TypeError(f"debug_{kind}: the variable must be a !DILocalVariable, not {variable}")
        location = self._location
        if location is None:
            raise ValueError(f"debug_{kind}: the builder has no debug location: see set_line")
        self._check_value(value, f"debug_{kind}")
        wrapped = ValueAsMetadata.get(self._context, value)
        operations = DIExpression.get(self._context, []) if expression is None else expression
        if self._version < DEBUG_RECORDS_SINCE:
            self.intrinsic(f"{DEBUG_PREFIX}{kind}", [], [wrapped, variable, operations])
            return
        record = DebugRecord(kind, wrapped, variable, operations, location)
        anchor = self._anchor
        if anchor is not None:
            anchor.debug_records = [*(anchor.debug_records or []), record]
        else:
            block = self._block
            block.trailing_debug_records = [*(block.trailing_debug_records or []), record]


@mypyc_attr(allow_interpreted_subclasses=True)
class IRBuilder(IntrinsicMethods, DebugInfoMethods, ExceptionMethods, StructuredFlowMethods):
    """Inserts instructions into a block, at its end or before an instruction.

    Make one by `IRBuilder.at_end(block)`, `at_start(block)`, `before(instruction)` or `after(instruction)`. The block must be in
    a function of a module. There is a method for every instruction; its operands are checked when it is called. `goto_end` and
    its like move the builder, and in a `with` statement they bring it back at the end:

        builder = IRBuilder.at_end(entry)
        total = builder.add(x, 1, nsw=True, name="total")
        with builder.goto_end(other):
            builder.ret(total)

    `if_then`, `if_else`, `while_loop`, `for_range` and `switch_cases` make the blocks of a construct in a `with` statement.

    An operand may be a Python number where the type is known from another operand; it must fit the type. A type may be given
    as text: "i32", "{ i32, [4 x ptr] }". Names are made unique as LLVM makes them: x, x1, x2. With `fold`, operations on
    constants return constants as LLVM's own builder does.

    All methods raise TypeError for an operand of the wrong type, and ValueError for a word, number or position that is wrong.
    An instruction that raises is not inserted.
    """

    def __init__(self, block: BasicBlock, *, fold: bool = False) -> None:
        """Make a builder that inserts at the end of `block`."""
        self._begin(block, fold)

    @classmethod
    def at_end(cls, block: BasicBlock, *, fold: bool = False) -> Self:
        """A builder that inserts at the end of a block. With `fold`, operations on constants return constants."""
        return cls(block, fold=fold)

    @classmethod
    def at_start(cls, block: BasicBlock, *, fold: bool = False) -> Self:
        """A builder that inserts at the start of a block, after its phis."""
        builder = cls(block, fold=fold)
        for instruction in block.instructions:
            if not isinstance(instruction, PHINode):
                builder._anchor = instruction
                break
        return builder

    @classmethod
    def before(cls, instruction: Instruction, *, fold: bool = False) -> Self:
        """A builder that inserts before an instruction, and gives its debug location to what it inserts."""
        builder = cls(place_of(instruction), fold=fold)
        builder._anchor = instruction
        builder._location = instruction.debug_location
        return builder

    @classmethod
    def after(cls, instruction: Instruction, *, fold: bool = False) -> Self:
        """A builder that inserts behind an instruction, and gives its debug location to what it inserts."""
        builder = cls(place_of(instruction), fold=fold)
        builder._anchor = following(instruction)
        builder._location = instruction.debug_location
        return builder
