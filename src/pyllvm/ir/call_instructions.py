"""Calls: call, invoke and callbr, with their bundles of operands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, final

from mypy_extensions import mypyc_attr

from pyllvm.ir import effects
from pyllvm.ir.above import short_text_of
from pyllvm.ir.attributes import Attribute, AttributeList, attributes_named, changed_attributes
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instruction import collect_use
from pyllvm.ir.operand_checks import block_at, check_operand, own_blocks, put_block
from pyllvm.ir.types import FunctionType
from pyllvm.ir.value import Value
from pyllvm.ir.words import convention_number, convention_word
from pyllvm.tables.keywords import NO_TAIL_KIND


@mypyc_attr(serializable=True)
@final
class OperandBundle:
    """`"tag"(values...)` of a call: the values are the call's operands from `begin` up to `end`."""

    __slots__ = ("begin", "end", "tag")

    def __init__(self, tag: str, begin: int, end: int) -> None:
        self.tag = tag
        self.begin = begin
        self.end = end

    def __repr__(self) -> str:
        return short_text_of(self)


@mypyc_attr(allow_interpreted_subclasses=True)
class CallBase(Instruction):
    """The base of call, invoke and callbr.

    The operands are the arguments, the bundles' values, the blocks where execution may continue, and last the callee. A part that
    is set must have the type that it had: otherwise TypeError is raised, or ValueError for another number of arguments.
    """

    def __init__(
        self,
        function_type: FunctionType,
        callee: Value,
        arguments: list[Value],
        bundles: list[tuple[str, list[Value]]] | None,
        blocks: list[Value] | None,
        name: str,
    ) -> None:
        operands = list(arguments)
        made: list[OperandBundle] | None = None
        if bundles:
            made = []
            for tag, values in bundles:
                made.append(OperandBundle(tag, len(operands), len(operands) + len(values)))
                operands.extend(values)
        if blocks is not None:
            operands.extend(blocks)
        operands.append(callee)
        super().__init__(function_type.return_type, operands, name)
        if made is not None:
            # LLVM sets the bundles' values last, so that they are the newest uses.
            for index in range(len(arguments), made[-1].end):
                operands[index].remove_use(self, index)
                operands[index].add_use(self, index)
        self.function_type = function_type
        self.argument_count = len(arguments)
        self.bundles = made
        self.calling_convention_number = 0
        self._attributes: AttributeList | None = None

    def collect_local_uses(self, found: dict[Value, list[Any]], are_all: bool) -> None:
        bundles = self.bundles
        if bundles is None:
            super().collect_local_uses(found, are_all)
            return
        after = bundles[-1].end
        for index in (*range(self.argument_count), *range(after, len(self.operands)), *range(self.argument_count, after)):
            operand = self.operands[index]
            if operand._uses is None:
                collect_use(found, operand, self, index, are_all)

    @property
    def attributes(self) -> AttributeList | None:
        """The attributes of the call, its result and its arguments; None if there are none."""
        return self._attributes

    @attributes.setter
    def attributes(self, attributes: AttributeList | None) -> None:
        self._attributes = attributes
        self.type.context.edits += 1

    def add_attribute(self, attribute: Attribute | str, *, parameter: int | None = None, returned: bool = False) -> None:
        """Add an attribute to the call, to a parameter (counted from 0) or, with `returned`, to the return value.

        One of the same name is replaced. A text is what LLVM's text has, also several: "nounwind", "align 16", '"key"="value"',
        "memory(read) willreturn". Raises ValueError if the attribute or parameter does not exist; `verify` reports attributes at
        wrong places.
        """
        if parameter is not None and not 0 <= parameter < self.argument_count:
            raise ValueError(f"there is no parameter {parameter}")
        place = "parameter" if parameter is not None else "returned" if returned else "function"
        for made in attributes_named(attribute, self.type.context, place):
            self.attributes = changed_attributes(self.attributes, made, "", parameter, returned)

    def remove_attribute(self, name: str, *, parameter: int | None = None, returned: bool = False) -> None:
        """Remove the attribute of that word or key, if it is there."""
        self.attributes = changed_attributes(self.attributes, None, name, parameter, returned)

    @property
    def calling_convention(self) -> str:
        """The word of the calling convention: "ccc", "fastcc" ..., or "cc" and its number if it has no word.

        Setting it raises ValueError for a word that is none.
        """
        return convention_word(self.calling_convention_number)

    @calling_convention.setter
    def calling_convention(self, word: str) -> None:
        self.calling_convention_number = convention_number(word)

    @property
    def called_function(self) -> Function | None:
        """The called function, or None for an indirect call. The call may use a function type other than the function's own."""
        callee = self.operands[-1]
        return callee if isinstance(callee, Function) and callee.function_type is self.function_type else None

    @property
    def callee(self) -> Value:
        """The called value: a function, a pointer, or inline assembly."""
        return self.operands[-1]

    @callee.setter
    def callee(self, value: Value) -> None:
        if isinstance(value, Function) and value.function_type is not self.function_type:
            raise TypeError(f"the {self.opcode_name} is of type {self.function_type}, but @{value.name} is {value.function_type}")
        self.set_operand(len(self.operands) - 1, value)

    @property
    def arguments(self) -> list[Value]:
        """The arguments, without the bundles' values. Setting them replaces all of them; their number and types stay."""
        return self.operands[: self.argument_count]

    @arguments.setter
    def arguments(self, arguments: list[Value]) -> None:
        count = self.argument_count
        if len(arguments) != count:
            raise ValueError(f"the {self.opcode_name} has {count} arguments, not {len(arguments)}")
        for index in range(count):
            check_operand(arguments[index], self.operands[index].type, f"argument {index}")
        for index in range(count):
            self.put_operand(index, arguments[index])

    @property
    def may_read_memory(self) -> bool:
        return effects.memory_of_call(self) & effects.READ_EVERYWHERE != 0

    @property
    def may_write_memory(self) -> bool:
        return effects.memory_of_call(self) & effects.WRITE_EVERYWHERE != 0

    @property
    def will_return(self) -> bool:
        return effects.call_will_return(self)

    @property
    def is_commutative(self) -> bool:
        return effects.call_is_commutative(self)


@final
class CallInst(CallBase):
    """`call`; `tail_kind` is "", "tail", "musttail" or "notail", `flags` the fast-math ones."""

    _opcode_name: ClassVar[str] = "call"
    __match_args__: Final = ("callee", "arguments")

    def __init__(
        self,
        function_type: FunctionType,
        callee: Value,
        arguments: list[Value],
        bundles: list[tuple[str, list[Value]]] | None = None,
        name: str = "",
    ) -> None:
        super().__init__(function_type, callee, arguments, bundles, None, name)
        self.tail_kind = NO_TAIL_KIND

    @property
    def may_throw(self) -> bool:
        return effects.call_may_throw(self)


@final
class InvokeInst(CallBase):
    """`invoke ... to label %normal unwind label %unwind`."""

    _opcode_name: ClassVar[str] = "invoke"
    __match_args__: Final = ("callee", "arguments", "normal_block", "unwind_block")

    def __init__(
        self,
        function_type: FunctionType,
        callee: Value,
        arguments: list[Value],
        normal: Value,
        unwind: Value,
        bundles: list[tuple[str, list[Value]]] | None = None,
        name: str = "",
    ) -> None:
        super().__init__(function_type, callee, arguments, bundles, [normal, unwind], name)

    @property
    def is_terminator(self) -> bool:
        return True

    @property
    def normal_block(self) -> BasicBlock:
        """The block that follows if the call returns."""
        return block_at(self, len(self.operands) - 3)

    @normal_block.setter
    def normal_block(self, block: BasicBlock) -> None:
        put_block(self, len(self.operands) - 3, block)

    @property
    def unwind_block(self) -> BasicBlock:
        """The block that follows if the call unwinds."""
        return block_at(self, len(self.operands) - 2)

    @unwind_block.setter
    def unwind_block(self, block: BasicBlock) -> None:
        put_block(self, len(self.operands) - 2, block)

    @property
    def normal_destination(self) -> BasicBlock:
        """The same as `normal_block`, as LLVM calls it."""
        return self.normal_block

    @normal_destination.setter
    def normal_destination(self, block: BasicBlock) -> None:
        self.normal_block = block

    @property
    def unwind_destination(self) -> BasicBlock:
        """The same as `unwind_block`, as LLVM calls it."""
        return self.unwind_block

    @unwind_destination.setter
    def unwind_destination(self, block: BasicBlock) -> None:
        self.unwind_block = block

    @property
    def may_throw(self) -> bool:
        return effects.invoke_may_throw(self)


@final
class CallBrInst(CallBase):
    """`callbr ... to label %default [label %indirect, ...]`. Setting another number of indirect blocks raises ValueError."""

    _opcode_name: ClassVar[str] = "callbr"
    __match_args__: Final = ("callee", "arguments", "default_block", "indirect_blocks")

    def __init__(
        self,
        function_type: FunctionType,
        callee: Value,
        arguments: list[Value],
        default: Value,
        indirect: Sequence[Value],
        bundles: list[tuple[str, list[Value]]] | None = None,
        name: str = "",
    ) -> None:
        super().__init__(function_type, callee, arguments, bundles, [default, *indirect], name)
        self.indirect_count = len(indirect)

    @property
    def is_terminator(self) -> bool:
        return True

    @property
    def default_block(self) -> BasicBlock:
        """The block that follows if the assembly does not jump."""
        return block_at(self, len(self.operands) - 2 - self.indirect_count)

    @default_block.setter
    def default_block(self, block: BasicBlock) -> None:
        put_block(self, len(self.operands) - 2 - self.indirect_count, block)

    @property
    def indirect_blocks(self) -> list[BasicBlock]:
        """The blocks to which the assembly may jump. Setting them replaces all of them; their number stays."""
        first = len(self.operands) - 1 - self.indirect_count
        return [block_at(self, first + index) for index in range(self.indirect_count)]

    @indirect_blocks.setter
    def indirect_blocks(self, blocks: list[BasicBlock]) -> None:
        if len(blocks) != self.indirect_count:
            raise ValueError(f"the callbr has {self.indirect_count} indirect blocks, not {len(blocks)}")
        first = len(self.operands) - 1 - self.indirect_count
        made = own_blocks(blocks, self)
        for index in range(len(made)):
            self.put_operand(first + index, made[index])
