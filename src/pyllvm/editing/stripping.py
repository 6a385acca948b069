"""Removes names that no other module can see: of local values, local symbols and structs, as LLVM's pass `strip` does.

    define internal i32 @helper(i32 %count) { ... }

becomes `define internal i32 @0(i32 %0)`.
"""

from __future__ import annotations

from pyllvm.ir.constants import Constant
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.module import Module
from pyllvm.ir.type_finder import structs_in
from pyllvm.ir.value import Value
from pyllvm.tables.intrinsic_names import USED_LISTS


def strip_names(module: Module, kept: tuple[str, ...] = ()) -> None:
    """Remove the names of arguments, blocks, instructions, local symbols and structs from the module, in place.

    Symbols in `llvm.used` and `llvm.compiler.used` keep theirs. Aliases and ifuncs do as well, as in LLVM, and so
    does what begins as one of `kept`.
    """
    module.materialize()
    used = _used(module)
    values: list[GlobalValue] = [*module.global_variables, *module.functions]
    for value in values:
        if value.has_local_linkage and value not in used and not value.name.startswith(kept):
            value.name = ""
    for function in module.functions:
        strip_local_names(function)
    for struct in structs_in(module, module.llvm_version):
        if struct.name and not struct.name.startswith(kept):
            module.context.name_struct(struct, "")


def strip_local_names(function: Function) -> None:
    """Remove the names of a function's arguments, blocks and instructions."""
    for argument in function.arguments:
        _strip(function, argument)
    for block in function.blocks:
        _strip(function, block)
        for instruction in block.instructions:
            _strip(function, instruction)


def _strip(function: Function, value: Value) -> None:
    # The function's count of names goes on, as LLVM's does.
    function.release(value)
    value.set_unique_name("")


def _used(module: Module) -> set[GlobalValue]:
    """The symbols in the lists of used ones, and these lists."""
    found: set[GlobalValue] = set()
    for name in USED_LISTS:
        listed = module.get(name)
        if not isinstance(listed, GlobalVariable):
            continue
        found.add(listed)
        waiting = list(listed.operands)
        while waiting:
            constant = waiting.pop()
            if isinstance(constant, GlobalValue):
                found.add(constant)
            elif isinstance(constant, Constant):
                waiting.extend(constant.operands)
    return found
