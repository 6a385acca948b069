"""Changes of attributes in a whole module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.ir.attributes import EMPTY_SET, Attribute, AttributeList, AttributeSet
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.ir.types import PointerType, Type
from pyllvm.migrations.bodies import Bodies, BodyUpgrade
from pyllvm.migrations.instruction_index import InstructionIndex

# --- Applies a change of attribute sets to a whole module. The caller defines the change; this module finds the sets.


@final
class AttributeSetsMap:
    """A change of the attribute sets in lists; None leaves the functions' sets, or the sets of results and parameters.

    `of_functions` is asked once for each list, and `of_values` once for each set: few sets make many lists.
    """

    def __init__(
        self,
        of_functions: Callable[[AttributeSet], AttributeSet] | None,
        of_values: Callable[[AttributeSet], AttributeSet] | None,
    ) -> None:
        self._of_functions: Final = of_functions
        self._of_values: Final = of_values
        self._known: Final[dict[AttributeList, AttributeList]] = {}
        self._known_values: Final[dict[AttributeSet, AttributeSet]] = {EMPTY_SET: EMPTY_SET}

    def mapped(self, attributes: AttributeList) -> AttributeList:
        """Return the list with the changed sets."""
        found = self._known.get(attributes)
        if found is None:
            function = attributes.function
            returned = attributes.returned
            parameters = attributes.parameters
            if self._of_functions is not None and function:
                function = self._of_functions(function)
            if self._of_values is not None:
                returned = self._value(returned, self._of_values)
                parameters = {number: self._value(one, self._of_values) for number, one in parameters.items()}
            found = AttributeList(function, returned, parameters)
            self._known[attributes] = found
        return found

    def _value(self, attributes: AttributeSet, change: Callable[[AttributeSet], AttributeSet]) -> AttributeSet:
        found = self._known_values.get(attributes)
        if found is None:
            found = change(attributes)
            self._known_values[attributes] = found
        return found


def with_string(word: str, key: str, text: str) -> Callable[[AttributeSet], AttributeSet]:
    """A change that puts the string attribute in the place of the attribute with this word."""
    string = Attribute.of_string(key, text)
    return lambda attributes: attributes.removing(word).adding(string) if word in attributes else attributes


def map_attribute_sets(
    module: Module,
    bodies: InstructionIndex,
    of_functions: Callable[[AttributeSet], AttributeSet] | None,
    of_values: Callable[[AttributeSet], AttributeSet] | None,
) -> None:
    """Replace the attribute sets of every function and call, and of their results and parameters, by the changed ones."""
    changes = _mapped_functions(module, of_functions, of_values)
    for call in bodies.found().calls:
        if call.attributes is not None:
            call.attributes = changes.mapped(call.attributes)


def _mapped_functions(
    module: Module,
    of_functions: Callable[[AttributeSet], AttributeSet] | None,
    of_values: Callable[[AttributeSet], AttributeSet] | None,
) -> AttributeSetsMap:
    """Replace the attribute sets of every function, and return the change, which calls need as well."""
    changes = AttributeSetsMap(of_functions, of_values)
    for function in module.functions:
        if function.attributes is not None:
            function.attributes = changes.mapped(function.attributes)
    return changes


def begin_map(
    module: Module,
    of_functions: Callable[[AttributeSet], AttributeSet] | None,
    of_values: Callable[[AttributeSet], AttributeSet] | None,
) -> BodyUpgrade:
    """Replace the attribute sets of every function, and return the upgrade that replaces the sets of the calls in bodies."""
    changes = _mapped_functions(module, of_functions, of_values)

    def upgrade_bodies(bodies: Bodies) -> None:
        for function in bodies.functions:
            for block in function.blocks:
                for instruction in block.instructions:
                    if isinstance(instruction, CallBase) and instruction.attributes is not None:
                        instruction.attributes = changes.mapped(instruction.attributes)

    return upgrade_bodies


# --- Parameter attributes that name a type, which the pointer's own type gave before: `byval`, `sret`, `inalloca`.


def name_types(module: Module, word: str) -> None:
    """Give every attribute of that word the type that its parameter points to.

    LLVM 8: %r = call i32 @g(i32* byval %p)
    LLVM 9: %r = call i32 @g(i32* byval(i32) %p)
    """
    _change_types(module, word, _with_types)


def with_all_types(attributes: AttributeList, types: list[Type], words: list[str]) -> AttributeList | None:
    """The list in which every attribute with these words has a type: its parameter's pointee type.

    None if a parameter does not tell the type.
    """
    for word in words:
        attributes = _with_types(attributes, types, word)
        for known in attributes.parameters.values():
            attribute = known.find(word)
            if attribute is not None and attribute.type is None:
                return None
    return attributes


def _with_types(attributes: AttributeList, types: list[Type], word: str) -> AttributeList:
    changed: dict[int, AttributeSet] = {}
    for number, known in attributes.parameters.items():
        attribute = known.find(word)
        if attribute is None or attribute.type is not None or number >= len(types):
            continue
        type = types[number]
        if isinstance(type, PointerType) and type.pointee is not None:
            changed[number] = known.adding(Attribute.of_type(word, type.pointee))
    return attributes.with_parameters(changed)


def leave_types_out(module: Module, word: str) -> None:
    """Remove the type from every attribute of that word whose parameter points to the type."""
    _change_types(module, word, _without_types)


def _change_types(module: Module, word: str, change: Callable[[AttributeList, list[Type], str], AttributeList]) -> None:
    """Change the lists of all functions and calls, each together with the types of its parameters."""
    for function in module.functions:
        if function.attributes is not None:
            function.attributes = change(function.attributes, function.function_type.parameters, word)
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallBase) and instruction.attributes is not None:
                    types = [argument.type for argument in instruction.arguments]
                    instruction.attributes = change(instruction.attributes, types, word)


def _without_types(attributes: AttributeList, types: list[Type], word: str) -> AttributeList:
    changed: dict[int, AttributeSet] = {}
    for number, known in attributes.parameters.items():
        attribute = known.find(word)
        if attribute is None or attribute.type is None or number >= len(types):
            continue
        type = types[number]
        if isinstance(type, PointerType) and type.pointee is attribute.type:
            changed[number] = known.adding(Attribute.of_type(word, None))
    return attributes.with_parameters(changed)
