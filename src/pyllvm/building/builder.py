"""The builder itself: its constructors, and all methods of the chapters."""

from __future__ import annotations

from typing import final

from pyllvm.building.debug_info import DebugInfoMethods
from pyllvm.building.exception_methods import ExceptionMethods
from pyllvm.building.insertion import following, place_of
from pyllvm.building.intrinsic_calls import IntrinsicMethods
from pyllvm.building.structured_flow import StructuredFlowMethods
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.instructions import PHINode


@final
class IRBuilder(
    IntrinsicMethods,
    DebugInfoMethods,
    ExceptionMethods,
    StructuredFlowMethods,
):
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

    @staticmethod
    def at_end(block: BasicBlock, *, fold: bool = False) -> IRBuilder:
        """A builder that inserts at the end of a block. With `fold`, operations on constants return constants."""
        return IRBuilder(block, fold=fold)

    @staticmethod
    def at_start(block: BasicBlock, *, fold: bool = False) -> IRBuilder:
        """A builder that inserts at the start of a block, after its phis."""
        builder = IRBuilder(block, fold=fold)
        for instruction in block.instructions:
            if not isinstance(instruction, PHINode):
                builder._anchor = instruction
                break
        return builder

    @staticmethod
    def before(instruction: Instruction, *, fold: bool = False) -> IRBuilder:
        """A builder that inserts before an instruction, and gives its debug location to what it inserts."""
        builder = IRBuilder(place_of(instruction), fold=fold)
        builder._anchor = instruction
        builder._location = instruction.debug_location
        return builder

    @staticmethod
    def after(instruction: Instruction, *, fold: bool = False) -> IRBuilder:
        """A builder that inserts behind an instruction, and gives its debug location to what it inserts."""
        builder = IRBuilder(place_of(instruction), fold=fold)
        builder._anchor = following(instruction)
        builder._location = instruction.debug_location
        return builder
