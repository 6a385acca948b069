"""Random edits by the library's functions and passes, each of which leaves a valid module valid."""

from __future__ import annotations

from collections.abc import Callable

import pyllvm
from pyllvm.ir import CallInst, GlobalVariable, Module
from pyllvm.ir.types import VOID

from .random_edits import Editor

PASSES = (
    "mem2reg",
    "dce",
    "reg2mem",
    "lowerswitch",
    "break-crit-edges",
    "mergereturn",
    "instnamer",
    "globaldce",
    "strip-dead-debug-info",
)


class LibraryEditor(Editor):
    """An editor that uses the functions of the library as well."""

    def edit(self) -> None:
        """Make one edit: half of them are the library's."""
        if self.random.random() < 0.5:
            super().edit()
            return
        for _ in range(20):
            if self.use(self.random.choice(LIBRARY_KINDS)):
                return

    def use(self, kind: Callable[[LibraryEditor], bool]) -> bool:
        """Make an edit of a kind; return whether it found a place, and was not refused."""
        try:
            if kind(self):
                self.log.append(kind.__name__)
                return True
        except (pyllvm.PyllvmError, ValueError) as error:
            self.log.append(f"{kind.__name__} refused: {error}")
        return False

    def inline(self) -> bool:
        calls = [one for function in self.module.functions for one in function.instructions if isinstance(one, CallInst)]
        calls = [one for one in calls if one.called_function is not None and not one.called_function.is_declaration]
        if not calls or sum(len(function.blocks) for function in self.module.functions) > 400:
            return False
        pyllvm.inline_call(self.random.choice(calls))
        return True

    def split_an_edge(self) -> bool:
        block = self.block()
        if block is None or not block.successors:
            return False
        pyllvm.split_edge(block, self.random.choice(block.successors))
        return True

    def remove_unreachable(self) -> bool:
        function = self.function()
        return function is not None and pyllvm.remove_unreachable_blocks(function) > 0

    def erase_unused(self) -> bool:
        instruction = self.plain()
        return instruction is not None and not instruction.has_uses and pyllvm.erase_dead(instruction) > 0

    def run_a_pass(self) -> bool:
        name = self.random.choice(PASSES)
        self.log.append(name)
        return any(one.changed for one in pyllvm.run_passes(self.module, name))

    def add_an_argument(self) -> bool:
        function = self.function()
        if function is None:
            return False
        function.add_argument(self.module.context.integer(16), self.module.constant("i16", 5), self.name(), 0)
        return True

    def remove_an_argument(self) -> bool:
        function = self.function()
        if function is None:
            return False
        unused = [one.number for one in function.arguments if not one.has_uses]
        if not unused:
            return False
        function.remove_argument(self.random.choice(unused))
        return True

    def change_a_type(self) -> bool:
        unused = [one for one in self.module.global_variables if not one.has_uses and not one.name.startswith("llvm.")]
        if not unused:
            return False
        variable: GlobalVariable = self.random.choice(unused)
        variable.set_value_type(self.module.type("i24"), self.module.constant("i24", 9))
        return True

    def make_internal(self) -> bool:
        names = [one.name for one in self.module.functions if not one.is_declaration and one.name]
        pyllvm.internalize(self.module, self.random.sample(names, (len(names) + 1) // 2))
        return True

    def delete_dead(self) -> bool:
        return len(self.module.functions) > 3 and pyllvm.delete_dead_globals(self.module) > 0

    def link_with_another(self) -> bool:
        other = Module("other", llvm_version=self.module.llvm_version)
        other.add_global("linked", "i8", 3, linkage="weak")
        self.module = pyllvm.link([self.module, other])
        return True

    def extract_some(self) -> bool:
        names = [one.name for one in self.module.functions if not one.is_declaration and one.name]
        if len(names) < 3:
            return False
        self.module = pyllvm.extract(self.module, self.random.sample(names, len(names) - 1))
        return True

    def replace_everywhere(self) -> bool:
        function = self.function()
        if function is None:
            return False
        values = [one for one in function.instructions if one.has_uses and one.type.kind != VOID]
        same = [one for one in values if any(argument.type is one.type for argument in function.arguments)]
        if not same:
            return False
        value = self.random.choice(same)
        value.replace_all_uses_with(next(argument for argument in function.arguments if argument.type is value.type))
        return True


LIBRARY_KINDS: list[Callable[[LibraryEditor], bool]] = [
    LibraryEditor.inline, LibraryEditor.split_an_edge, LibraryEditor.remove_unreachable, LibraryEditor.erase_unused,
    LibraryEditor.run_a_pass, LibraryEditor.run_a_pass, LibraryEditor.add_an_argument, LibraryEditor.remove_an_argument,
    LibraryEditor.change_a_type, LibraryEditor.make_internal, LibraryEditor.delete_dead, LibraryEditor.link_with_another,
    LibraryEditor.extract_some, LibraryEditor.replace_everywhere,
]  # fmt: skip
