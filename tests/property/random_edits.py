"""Random edits of modules by the public methods, each of which leaves a valid module valid."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable

from pyllvm.ir import (
    AllocaInst,
    BasicBlock,
    BinaryOperator,
    CallBase,
    ConstantInt,
    FuncletPadInst,
    Function,
    GlobalVariable,
    Instruction,
    IntegerType,
    LandingPadInst,
    Module,
    PHINode,
    SimpleConstant,
    Type,
    User,
    Value,
)
from pyllvm.ir.constants import UNDEF
from pyllvm.ir.types import FLOATING_POINT, INTEGER, POINTER, VECTOR
from pyllvm.ir.value_symbol_table import ValueSymbolTable
from pyllvm.library.editing import clone_function
from pyllvm.tables.opcodes import OPCODES_BY_NAME

NAMES = ("x", "y", "entry", "a b", "größe", "x1", "")
OPERATIONS = [OPCODES_BY_NAME[word] for word in ("add", "sub", "mul", "and", "or", "xor")]


class Editor:
    """Changes a module at random; `module` is the result, which may be a copy."""

    def __init__(self, module: Module, seed: int) -> None:
        self.module = module
        self.random = random.Random(seed)
        self.log: list[str] = []

    def edit(self) -> None:
        """Make one edit, of a kind that finds a place."""
        for _ in range(20):
            kind = self.random.choices(KINDS, WEIGHTS)[0]
            if kind(self):
                self.log.append(kind.__name__)
                return

    # --- what is edited ------------------------------------------------------------------------------------------------------

    def function(self) -> Function | None:
        functions = [one for one in self.module.functions if not one.is_declaration]
        return self.random.choice(functions) if functions else None

    def block(self) -> BasicBlock | None:
        function = self.function()
        return None if function is None else self.random.choice(function.blocks)

    def instruction(self) -> Instruction | None:
        block = self.block()
        return None if block is None or not block.instructions else self.random.choice(block.instructions)

    def name(self) -> str:
        return self.random.choice(NAMES)

    def plain(self) -> Instruction | None:
        """An instruction that is free to move or to be copied: no terminator, phi, pad, call or variable."""
        found = self.instruction()
        if found is None or found.is_terminator:
            return None
        return None if isinstance(found, PHINode | LandingPadInst | FuncletPadInst | CallBase | AllocaInst) else found

    def replacement(self, value: Value) -> Value | None:
        type = value.type
        if type.kind == INTEGER and isinstance(type, IntegerType) and self.random.random() < 0.5:
            return ConstantInt.wrapped(type, self.random.randrange(3))
        function = value.parent if isinstance(value, BasicBlock) else getattr(value, "function", None)
        if isinstance(function, Function) and self.random.random() < 0.5:
            same = [argument for argument in function.arguments if argument.type is type and argument is not value]
            if same:
                return self.random.choice(same)
        return SimpleConstant.get(type, UNDEF) if is_plain(type) else None

    # --- edits ---------------------------------------------------------------------------------------------------------------

    def insert(self) -> bool:
        place = self.instruction()
        if place is None or isinstance(place, PHINode | LandingPadInst | FuncletPadInst) or place.opcode_name == "catchswitch":
            return False
        if place.previous is not None and is_must_tail(place.previous):
            return False
        function = place.function
        assert function is not None
        numbers: list[Value] = [argument for argument in function.arguments if argument.type.kind == INTEGER]
        before = place.previous
        while before is not None and len(numbers) < 8:
            if before.type.kind == INTEGER and not before.is_terminator:
                numbers.append(before)
            before = before.previous
        if not numbers:
            numbers.append(ConstantInt.get(self.module.context.integer(32), 5))
        left = self.random.choice(numbers)
        right = self.random.choice([one for one in numbers if one.type is left.type])
        made = BinaryOperator(self.random.choice(OPERATIONS), left, right, name=self.name())
        if self.random.random() < 0.5:
            made.insert_before(place)
        elif place.previous is not None and not isinstance(place.previous, PHINode):
            made.insert_after(place.previous)
        else:
            made.insert_before(place)
        made.debug_location = place.debug_location
        return True

    def erase(self) -> bool:
        instruction = self.plain()
        if instruction is None or instruction.has_uses:
            return False
        instruction.erase()
        return True

    def replace(self) -> bool:
        instruction = self.plain()
        if instruction is None or not instruction.has_uses or not is_plain(instruction.type):
            return False
        if any(isinstance(user, CallBase) for user in instruction.users):
            return False  # an intrinsic may want a variable
        replacement = self.replacement(instruction)
        if replacement is None:
            return False
        instruction.replace_all_uses_with(replacement)
        return True

    def rename(self) -> bool:
        function = self.function()
        if function is None:
            return False
        values: list[Value] = [*function.arguments, *function.blocks]
        block = self.random.choice(function.blocks)
        values += [one for one in block.instructions if one.type.is_first_class]
        self.random.choice(values).name = self.name()
        return True

    def rename_symbol(self) -> bool:
        values = [value for value in self.module.global_values if value.name and not value.name.startswith("llvm.")]
        if not values:
            return False
        self.random.choice(values).name = self.random.choice(["f", "g", "main.1", "ä"])
        return True

    def split(self) -> bool:
        instruction = self.instruction()
        if instruction is None or isinstance(instruction, PHINode | LandingPadInst | FuncletPadInst):
            return False
        block = instruction.parent
        if block is None or instruction.opcode_name == "catchswitch":
            return False
        before = instruction.previous
        if before is not None and is_must_tail(before):
            return False
        if any(one.opcode_name in ("alloca", "catchpad", "cleanuppad") for one in block.instructions):
            return False  # a static variable must stay in the first block, and a pad's block is left as it is
        block.split(instruction, self.name())
        return True

    def merge(self) -> bool:
        function = self.function()
        if function is None:
            return False
        for block in self.random.sample(function.blocks, len(function.blocks)):
            try:
                block.merge_into_predecessor()
            except ValueError:
                continue
            return True
        return False

    def move(self) -> bool:
        instruction = self.plain()
        if instruction is None:
            return False
        before = instruction.previous
        if before is None or before in instruction.operands or isinstance(before, PHINode | LandingPadInst | FuncletPadInst):
            return False
        if before.type.kind not in (INTEGER, FLOATING_POINT, POINTER, VECTOR) or before.is_terminator:
            return False
        if self.random.random() < 0.5:
            instruction.move_before(before)
        else:
            before.move_after(instruction)
        return True

    def move_block(self) -> bool:
        function = self.function()
        if function is None or len(function.blocks) < 3:
            return False
        moved, other = self.random.sample(function.blocks[1:], 2)
        moved.move_after(other)
        return True

    def clone(self) -> bool:
        instruction = self.plain()
        if instruction is None:
            return False
        made = instruction.clone()
        made.insert_after(instruction)
        if made.type.is_first_class:
            made.name = instruction.name
        return True

    def remove_and_insert(self) -> bool:
        instruction = self.plain()
        following = None if instruction is None else instruction.next
        if instruction is None or following is None:
            return False
        instruction.remove()
        instruction.insert_before(following)
        return True

    def clone_a_function(self) -> bool:
        function = self.function()
        if function is None or len(self.module.functions) > 40 or any(is_taken(block) for block in function.blocks):
            return False
        clone_function(function)
        return True

    def erase_symbol(self) -> bool:
        unused = [
            value
            for value in self.module.global_values
            if not value.has_uses and not value.name.startswith("llvm.") and isinstance(value, Function | GlobalVariable)
        ]
        if len(self.module.functions) < 3 or not unused:
            return False
        self.random.choice(unused).erase()
        return True

    def copy(self) -> bool:
        self.module = self.module.copy() if self.random.random() < 0.5 else pickle.loads(pickle.dumps(self.module))
        return True


KINDS: list[Callable[[Editor], bool]] = [
    Editor.insert, Editor.erase, Editor.replace, Editor.rename, Editor.rename_symbol, Editor.split, Editor.merge, Editor.move,
    Editor.move_block, Editor.clone, Editor.remove_and_insert, Editor.clone_a_function, Editor.erase_symbol, Editor.copy,
]  # fmt: skip
WEIGHTS = [20, 12, 12, 12, 2, 8, 8, 12, 3, 10, 6, 1, 1, 0.3]


def is_plain(type: Type) -> bool:
    """Whether there is an undef of the type wherever a value of it can stand."""
    return type.kind in (INTEGER, FLOATING_POINT, POINTER, VECTOR)


def is_must_tail(instruction: Instruction) -> bool:
    """Whether a return must follow the instruction."""
    return getattr(instruction, "tail_kind", "") == "musttail"


def is_taken(block: BasicBlock) -> bool:
    """Whether the address of a block is taken."""
    return any(not isinstance(user, Instruction) for user in block.users)


def inconsistencies(module: Module) -> list[str]:
    """What is wrong with the tables of uses and names; empty if they agree with the lists."""
    found: list[str] = []
    expected: dict[Value, set[tuple[User, int]]] = {}
    for function in module.functions:
        for block in function.blocks:
            if block.parent is not function:
                found.append("a block has another parent")
            for instruction in block.instructions:
                if instruction.parent is not block:
                    found.append(f"{instruction} has another parent")
                for index, operand in enumerate(instruction.operands):
                    expected.setdefault(operand, set()).add((instruction, index))
        names = [value.name for value in (*function.arguments, *function.blocks, *function.instructions) if value.name]
        if len(names) != len(set(names)):
            found.append(f"@{function.name} has a name twice: {sorted(names)}")
        if function._symbols is not None:
            fresh = ValueSymbolTable(function)
            if fresh._values != function._symbols._values:
                found.append(f"@{function.name} has names {function._symbols._values.keys() ^ fresh._values.keys()}")
    for value, uses in expected.items():
        there = {(use.user, use.index) for use in value.uses or [] if isinstance(use.user, Instruction)}
        if not uses <= there or any(use[0].parent is not None for use in there - uses if isinstance(use[0], Instruction)):
            found.append(f"{value} has other uses")
    for value in module.global_values:
        if value.name and module.symbols.get(value.name) is not value:
            found.append(f"@{value.name} is not found")
    if len(module.symbols) != len([value for value in module.global_values if value.name]):
        found.append("symbols that are gone are found")
    return found
