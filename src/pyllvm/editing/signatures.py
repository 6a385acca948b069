"""Changes the signatures of functions together with their calls, and the types of variables.

A change that would leave the module invalid is refused before anything is changed. Attributes that a new call makes untrue are
dropped from functions, and from all that call them.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.attributes import EMPTY_SET, AttributeList, AttributeSet
from pyllvm.ir.constants import BlockAddress, Constant
from pyllvm.ir.function import Argument, Function, Instruction
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import CallBase, OperandBundle, ReturnInst
from pyllvm.ir.metadata_replacement import follow_deletion
from pyllvm.ir.public_names import check_name
from pyllvm.ir.types import VOID, FunctionType, PointerType, Type
from pyllvm.ir.user_text import short_text, users_text
from pyllvm.ir.value import Value
from pyllvm.tables.attributes import NO_ELEMENT_COUNT

# The promises that a function cannot make if it calls an unknown function: the memory that it accesses, and that it does not
# free, wait for other threads, loop forever, or call itself again.
_OF_FUNCTION: Final = (
    "memory", "readnone", "readonly", "writeonly", "argmemonly", "inaccessiblememonly", "inaccessiblemem_or_argmemonly",
    "nosync", "nofree", "willreturn", "norecurse", "speculatable", "nocallback",
)  # fmt: skip
# The same for the memory that a parameter points to.
_OF_PARAMETER: Final = (
    "readnone", "readonly", "writeonly", "nofree", "nocapture", "captures", "initializes", "noalias", "dead_on_return",
)  # fmt: skip


def add_argument(function: Function, type: Type, value: Constant, name: str, index: int) -> Argument:
    """Insert a parameter, for which all calls pass `value`; return it."""
    if value.type is not type:
        raise TypeError(f"the calls are to pass {value}, which is not of type {type}")
    parameters = function.function_type.parameters
    check_name(name)
    if not 0 <= index <= len(parameters):
        raise ValueError(f"@{function.name} has {len(parameters)} parameters: none can be inserted at {index}")
    calls = _calls(function)
    old = function.function_type
    new = type.context.function(old.return_type, [*parameters[:index], type, *parameters[index:]], old.is_variadic)
    argument = Argument(type, index)
    argument.parent = function
    if name:
        argument.set_unique_name(function.symbols.enter(argument, name))
    function.arguments.insert(index, argument)
    _number(function)
    _set_type(function, new)
    function.attributes = _with_place(function.attributes, index)
    for call in calls:
        _set_arguments(call, [*call.arguments[:index], value, *call.arguments[index:]], new)
        call.attributes = _with_place(call.attributes, index)
    return argument


def remove_argument(function: Function, index: int) -> None:
    """Remove a parameter that the body does not use, and what all calls pass for it."""
    parameters = function.function_type.parameters
    if not 0 <= index < len(parameters):
        raise ValueError(f"@{function.name} has {len(parameters)} parameters: none has the number {index}")
    argument = function.arguments[index]
    if argument.has_uses:
        raise PyllvmError(f"the argument is still used{users_text(argument)}")
    calls = _calls(function)
    old = function.function_type
    new = old.context.function(old.return_type, [*parameters[:index], *parameters[index + 1 :]], old.is_variadic)
    if argument.name:
        function.release(argument)
    if argument in argument.type.context.metadata:
        follow_deletion(argument)
    argument.parent = None
    del function.arguments[index]
    _number(function)
    _set_type(function, new)
    function.attributes = _without_place(function.attributes, index)
    for call in calls:
        _set_arguments(call, [*call.arguments[:index], *call.arguments[index + 1 :]], new)
        call.attributes = _without_place(call.attributes, index)


def set_return_type(function: Function, type: Type) -> None:
    """Change the return type of a function whose results no call uses; its returns must have values of this type."""
    old = function.function_type
    if type is old.return_type:
        return
    calls = _calls(function)
    for call in calls:
        if call.has_uses:
            raise PyllvmError(f"the result of a call of @{function.name} is still used{users_text(call)}")
    for block in function.blocks:
        end = block.terminator
        if isinstance(end, ReturnInst):
            given = end.operands[0].type if end.operands else None
            if given is not type and not (given is None and type.kind == VOID):
                raise PyllvmError(f"@{function.name} returns a value of another type than {type}: {short_text(end)}")
    new = old.context.function(type, old.parameters, old.is_variadic)
    _set_type(function, new)
    function.attributes = _without_returned(function.attributes)
    for call in calls:
        call.function_type = new
        call.type = type
        call.attributes = _without_returned(call.attributes)
        if type.kind == VOID:
            call.name = ""


def set_value_type(variable: GlobalVariable, type: Type, initializer: Value | None) -> None:
    """Change the type of a variable together with its initializer, None for a declaration."""
    if initializer is not None and initializer.type is not type:
        raise TypeError(f"the initializer {initializer} is not of type {type}")
    if isinstance(variable.type, PointerType) and variable.type.pointee is not None:
        if variable.has_uses:
            raise PyllvmError(f"@{variable.name} has a typed pointer and is still used{users_text(variable)}")
        variable.type = variable.type.context.pointer_to(type, variable.address_space)
    variable.value_type = type
    variable.set_single_operand(initializer)


def _calls(function: Function) -> list[CallBase]:
    """The calls of a function; PyllvmError if it is used otherwise."""
    if function.is_intrinsic:
        raise PyllvmError(f"the signature of @{function.name} is LLVM's")
    found: dict[CallBase, None] = {}
    for use in function.known_uses:
        user = use.user
        if isinstance(user, BlockAddress):
            continue
        is_call = isinstance(user, CallBase) and use.index == len(user.operands) - 1
        if not isinstance(user, CallBase) or not is_call or user.function_type is not function.function_type:
            raise PyllvmError(f"@{function.name} is used otherwise than by calls of its type: by '{short_text(user)}'")
        found[user] = None
    return list(found)


def _number(function: Function) -> None:
    number = 0
    for argument in function.arguments:
        argument.number = number
        number += 1


def _set_type(function: Function, type: FunctionType) -> None:
    function.function_type = type
    function.value_type = type
    if isinstance(function.type, PointerType) and function.type.pointee is not None:
        function.type = type.context.pointer_to(type, function.address_space)


def remove_bundles(call: CallBase, numbers: Container[int]) -> None:
    """Remove the bundles with these numbers from a call, with their operands."""
    bundles = call.bundles or []
    if not bundles:
        return
    operands = call.operands
    first = bundles[0].begin
    kept: list[Value] = []
    left: list[OperandBundle] = []
    for number, bundle in enumerate(bundles):
        if number not in numbers:
            begin = first + len(kept)
            kept += operands[bundle.begin : bundle.end]
            left.append(OperandBundle(bundle.tag, begin, first + len(kept)))
    call.put_operands(first, kept + operands[bundles[-1].end :])
    call.bundles = left or None


def _set_arguments(call: CallBase, arguments: list[Value], type: FunctionType) -> None:
    """Let a call pass other arguments; bundles, blocks and callee stay."""
    rest = call.operands[call.argument_count :]
    shift = len(arguments) - call.argument_count
    call.drop_operands()
    for operand in (*arguments, *rest):
        call.append_operand(operand)
    call.argument_count = len(arguments)
    call.function_type = type
    if call.bundles is not None:
        call.bundles = [OperandBundle(one.tag, one.begin + shift, one.end + shift) for one in call.bundles]


def _with_place(attributes: AttributeList | None, index: int) -> AttributeList | None:
    """The attributes with an empty set inserted for a parameter."""
    if attributes is None:
        return None
    sets = {number + (number >= index): one for number, one in attributes.parameters.items()}
    return AttributeList(_sized(attributes.function, index), attributes.returned, sets)


def _without_place(attributes: AttributeList | None, index: int) -> AttributeList | None:
    """The attributes without one parameter's."""
    if attributes is None:
        return None
    sets: dict[int, AttributeSet] = {}
    for number, one in attributes.parameters.items():
        if number != index:
            sets[number - (number > index)] = one
    return AttributeList(_sized(attributes.function, index), attributes.returned, sets)


def _sized(attributes: AttributeSet, index: int) -> AttributeSet:
    """The attributes of a function without `allocsize`, if it names parameters that have other numbers now."""
    sizes = attributes.find("allocsize")
    if sizes is None:
        return attributes
    element, count = sizes.integer >> 32, sizes.integer & NO_ELEMENT_COUNT
    is_moved = element >= index or (count != NO_ELEMENT_COUNT and count >= index)
    return attributes.removing("allocsize") if is_moved else attributes


def _without_returned(attributes: AttributeList | None) -> AttributeList | None:
    return None if attributes is None else AttributeList(attributes.function, EMPTY_SET, attributes.parameters)


def drop_memory_attributes(function: Function) -> None:
    """Drop attributes that a new call makes untrue from a function, its calls, and all that call it, also through others."""
    met: dict[Function, None] = {function: None}
    waiting = [function]
    while waiting:
        current = waiting.pop()
        current.attributes = _without(current.attributes)
        for call in _calls_through(current):
            call.attributes = _without(call.attributes)
            caller = call.function
            if caller is not None and caller not in met:
                met[caller] = None
                waiting.append(caller)


def _calls_through(function: Function) -> list[CallBase]:
    """The calls of a function, also of one whose address goes through constants."""
    found: list[CallBase] = []
    pending: list[Value] = [function]
    met: set[Value] = {function}
    while pending:
        value = pending.pop()
        for user in value.users:
            if isinstance(user, CallBase) and user.operands[-1] is value:
                found.append(user)
            elif not isinstance(user, (Instruction, Function)) and user not in met:
                met.add(user)
                pending.append(user)
    return found


def _without(attributes: AttributeList | None) -> AttributeList | None:
    if attributes is None:
        return None
    own = _removed(attributes.function, _OF_FUNCTION)
    parameters = {number: _removed(one, _OF_PARAMETER) for number, one in attributes.parameters.items()}
    if own is attributes.function and all(parameters[number] is one for number, one in attributes.parameters.items()):
        return attributes
    return AttributeList(own, attributes.returned, {number: one for number, one in parameters.items() if one})


def _removed(attributes: AttributeSet, names: tuple[str, ...]) -> AttributeSet:
    if any(attribute.name in names for attribute in attributes.attributes):
        return attributes.removing(*names)
    return attributes
