"""Symbols: bodies and initial values that go, symbols that go, and bodies that take the place of their only calls.

    define void @f() { ... }
    @table = global [2 x ptr] [ptr @f, ptr @g]

become `declare void @f()` and `@table = external global [2 x ptr]`, or go; a function goes with its calls.
"""

from __future__ import annotations

from pyllvm.editing.cloning import clone_instruction
from pyllvm.editing.dead_globals import drop_body, erase_globals
from pyllvm.editing.inlining import inline_call
from pyllvm.editing.properties import set_linkage
from pyllvm.ir.constants import ConstantAggregate, aggregate
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalAlias, GlobalIFunc, GlobalValue, GlobalVariable
from pyllvm.ir.instructions import AllocaInst, CallBase, CallInst, InvokeInst, ReturnInst
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.reduction.edits import branch_to, default_value, end, erase, erase_unreachable_blocks, is_default
from pyllvm.reduction.scope import Pass, Scope, by_owner
from pyllvm.tables.linkages import LOCAL


def _with_bodies(module: Module, scope: Scope) -> list[Function]:
    return [function for function in scope.bodies(module) if not scope.keeps(function)]


def drop_bodies(module: Module, functions: list[Function]) -> None:
    """Make declarations of functions."""
    for function in functions:
        set_linkage(function, "external")
        drop_body(function)
        function.comdat = None
        function.attachments = [one for one in function.attachments if one.kind != "dbg"]


def _functions(module: Module, scope: Scope) -> list[Function]:
    return [function for function in module.functions if not scope.keeps(function)]


def _erase(module: Module, functions: list[Function]) -> None:
    """Erase functions with their direct calls; other uses get a null pointer."""
    drop_bodies(module, [function for function in functions if function.blocks])
    changed: dict[Function, None] = {}
    for function in functions:
        for user in function.users:
            if isinstance(user, CallBase) and user.parent is not None and user.operands[-1] is function:
                caller = user.function
                if caller is not None:
                    changed[caller] = None
                _erase_call(user)
    gone: list[Function] = []
    for function in functions:
        if function.has_uses:
            if function.is_intrinsic:
                continue
            replacement: Value | None = default_value(function.type)
            if replacement is None:
                continue
            function.replace_all_uses_with(replacement)
        gone.append(function)
    for function in changed:
        if function not in gone:
            erase_unreachable_blocks(function)
    erase_globals(module, gone)


def _erase_call(call: CallBase) -> None:
    block = call.parent
    if block is None:
        return
    if isinstance(call, CallInst):
        erase(call)
    elif isinstance(call, InvokeInst):
        branch_to(block, call.normal_block)
    else:
        end(block)


def _unused(module: Module, scope: Scope) -> list[Function]:
    return [one for one in module.functions if one.is_declaration and not one.has_uses and not scope.keeps(one)]


BODIES = Pass("function-bodies", "make declarations of functions", _with_bodies, drop_bodies)
FUNCTIONS = Pass("functions", "remove functions and their calls", _functions, _erase)
UNUSED = Pass("unused-declarations", "remove declarations that nothing uses", _unused, _erase)


def _calls(module: Module, scope: Scope) -> list[CallInst]:
    found: list[CallInst] = []
    for function in scope.bodies(module):
        for instruction in function.instructions:
            if isinstance(instruction, CallInst) and _can_be_inlined(instruction, function, scope):
                found.append(instruction)
    return found


def _larger_calls(module: Module, scope: Scope) -> list[CallInst]:
    """The only calls of functions whose bodies have variables or several blocks."""
    found: list[CallInst] = []
    for function in scope.bodies(module):
        for instruction in function.instructions:
            if not isinstance(instruction, CallInst):
                continue
            callee = instruction.called_function
            if callee is not None and callee is not function and callee.blocks and len(callee.known_uses) == 1:
                if not scope.keeps(callee) and not _can_be_inlined(instruction, function, scope):
                    found.append(instruction)
    return found


def _inline_bodies(module: Module, calls: list[CallInst]) -> None:
    for call in calls:
        callee = call.called_function
        if callee is not None and call.parent is not None:
            inline_call(call)
            callee.erase_from_parent()


def _can_be_inlined(call: CallInst, caller: Function, scope: Scope) -> bool:
    callee = call.called_function
    if callee is None or callee is caller or len(callee.blocks) != 1 or len(callee.known_uses) != 1 or scope.keeps(callee):
        return False
    if call.function_type is not callee.function_type or callee.function_type.is_variadic or call.bundles:
        return False
    body = callee.blocks[0].instructions
    return isinstance(body[-1], ReturnInst) and not any(isinstance(one, AllocaInst) for one in body)


def _inline(module: Module, calls: list[CallInst]) -> None:
    for call in calls:
        callee = call.called_function
        if callee is None or call.parent is None:
            continue
        values: dict[Value, Value] = dict(zip(callee.arguments, call.arguments, strict=False))
        for instruction in callee.blocks[0].instructions:
            if isinstance(instruction, ReturnInst):
                if instruction.value is not None and call.has_uses:
                    call.replace_all_uses_with(values.get(instruction.value, instruction.value))
                break
            values[instruction] = _copied(instruction, values, call)
        call.erase()


def _copied(instruction: Instruction, values: dict[Value, Value], call: CallInst) -> Instruction:
    """A copy of an instruction before a call, with the operands that it has there."""
    made = clone_instruction(instruction)
    for index, operand in enumerate(made.operands):
        if operand in values:
            made.set_operand(index, values[operand])
    made.insert_before(call)
    made.debug_location = call.debug_location
    return made


INLINED_CALLS = Pass("inline-calls", "put bodies of one block in place of their only calls", _calls, _inline)
INLINED_BODIES = Pass("inline-bodies", "put bodies of several blocks in place of their only calls", _larger_calls, _inline_bodies)


def _erase_symbols(module: Module, symbols: list[GlobalValue]) -> None:
    gone: list[GlobalValue] = []
    for symbol in symbols:
        symbol.drop_operands()
        if symbol.has_uses:
            replacement = default_value(symbol.type)
            if replacement is None:
                continue
            symbol.replace_all_uses_with(replacement)
        gone.append(symbol)
    erase_globals(module, gone)


def _variables(module: Module, scope: Scope) -> list[GlobalValue]:
    return [one for one in module.global_variables if not scope.keeps(one)]


def _indirect(module: Module, scope: Scope) -> list[GlobalValue]:
    return [one for one in (*module.aliases, *module.ifuncs) if not scope.keeps(one)]


def _forward(module: Module, symbols: list[GlobalValue]) -> None:
    """Let users of aliases use what the aliases are for."""
    for symbol in symbols:
        if isinstance(symbol, (GlobalAlias, GlobalIFunc)) and symbol.operands:
            target = symbol.operands[0]
            if target is not symbol and target.type is symbol.type:
                symbol.replace_all_uses_with(target)
    _erase_symbols(module, symbols)


def _initialized(module: Module, scope: Scope) -> list[GlobalVariable]:
    return [one for one in module.global_variables if one.initializer is not None and not scope.keeps(one)]


def _declare(module: Module, variables: list[GlobalVariable]) -> None:
    for variable in variables:
        variable.initializer = None
        variable.comdat = None
        if variable.linkage in LOCAL or variable.linkage not in ("external", "extern_weak"):
            set_linkage(variable, "external")


def _with_content(module: Module, scope: Scope) -> list[GlobalVariable]:
    return [one for one in _initialized(module, scope) if one.initializer is not None and not is_default(one.initializer)]


def _zero(module: Module, variables: list[GlobalVariable]) -> None:
    for variable in variables:
        value = default_value(variable.value_type)
        if value is not None:
            variable.initializer = value


def _elements(module: Module, scope: Scope) -> list[tuple[GlobalVariable, int]]:
    """The elements of initial values that are not zero."""
    return [
        (variable, index)
        for variable in _with_content(module, scope)
        if isinstance(variable.initializer, ConstantAggregate)
        for index, element in enumerate(variable.initializer.operands)
        if not is_default(element)
    ]


def _zero_elements(module: Module, elements: list[tuple[GlobalVariable, int]]) -> None:
    for variable, indices in by_owner(elements).items():
        value = variable.initializer
        if not isinstance(value, ConstantAggregate):
            continue
        operands = list(value.operands)
        for index in indices:
            zero = default_value(operands[index].type)
            if zero is not None:
                operands[index] = zero
        variable.initializer = aggregate(value.type, operands)


def _optional(module: Module, scope: Scope) -> list[tuple[Function, str]]:
    """The personalities, prefixes and prologues of functions."""
    return [
        (function, name)
        for function in module.functions
        if not scope.keeps(function)
        for name in ("personality", "prefix_data", "prologue_data")
        if getattr(function, name) is not None
    ]


def _forget_optional(module: Module, operands: list[tuple[Function, str]]) -> None:
    for function, name in operands:
        setattr(function, name, None)


INDIRECT = Pass("aliases", "replace aliases and ifuncs by what they are for", _indirect, _forward)
VARIABLES = Pass("globals", "remove variables", _variables, _erase_symbols)
INITIALIZERS = Pass("initializers", "make declarations of variables", _initialized, _declare)
ZEROS = Pass("initial-values", "let variables begin as zero", _with_content, _zero)
ELEMENTS = Pass("initial-elements", "let elements of variables begin as zero", _elements, _zero_elements)
OPTIONAL = Pass("function-operands", "remove personalities, prefix and prologue data", _optional, _forget_optional)
