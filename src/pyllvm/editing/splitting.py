"""Divides a module into parts that link to it again: one for each function, and one for the definitions that several share.

A part is a module that borrows the definitions of the whole one. All definitions are first set aside, so that the whole module
has only declarations; the definitions of one part come back while that part exists. So the work is in proportion to the parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, final

from pyllvm.editing.dead_debug_info import strip_dead_debug_info, units_of
from pyllvm.editing.partition import partition
from pyllvm.editing.properties import AliasedObjects, set_linkage, set_visibility
from pyllvm.ir.constants import BlockAddress, Constant
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.metadata import Attachment, DIArgList, MDNode, Metadata, MetadataAsValue, NamedMDNode, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import FunctionType
from pyllvm.ir.value import Value
from pyllvm.tables.intrinsic_names import UNITS
from pyllvm.tables.linkages import LINK_ONCE
from pyllvm.tables.module_flags import APPEND, APPEND_UNIQUE, MODULE_FLAGS

_SHARED: Final = "globals"
_UNNAMED: Final = "__unnamed"
_IN_FILE_NAMES: Final = re.compile(r"[^\w.$-]")
# In characters: file systems allow 255 bytes.
_LONGEST_NAME: Final = 100


@final
class Part:
    """A part of a module that is being split. `module` is valid until the next part is taken, and must not be changed."""

    def __init__(self, file_name: str, module: Module) -> None:
        self.file_name = file_name
        self.module = module


def parts(module: Module, count: int = 0, *, preserves_locals: bool = False) -> Iterator[Part]:
    """The parts of a module: first what functions share, then each function, with the local variables that it alone needs.

    Functions that must be in one module, for example all of one comdat, make one part. A local symbol that several parts need
    becomes an external one with hidden visibility, and gets a name; `linkonce` becomes `weak`, as in `extract_values`. The module
    is changed and of no use until the last part was taken; then it is the whole again, with these changes. File names
    begin with a number, in the order of the functions.

    With a `count`, there are at most so many parts, and each has the definitions that llvm-split gives it. With
    `preserves_locals`, local symbols stay local: all that needs one is in its part.
    """
    module.materialize()
    splitter = _Splitter(module)
    fixed = {value for value in module.global_values if preserves_locals and value.has_local_linkage}
    return splitter.parts(splitter.groups(count, fixed))


@final
class _Splitter:
    def __init__(self, module: Module) -> None:
        self._module = module
        self._references: dict[GlobalValue, dict[GlobalValue, None]] = {}
        self._leaders: dict[GlobalValue, GlobalValue] = {}
        # Where a number of parts is asked for: the first definition of each definition's part.
        self._place: dict[GlobalValue, GlobalValue] = {}
        self._aside: dict[GlobalValue, _Aside] = {}
        self._aliased = AliasedObjects()
        # Globals that metadata names: they are looked for in metadata only if there are any.
        self._in_metadata: set[GlobalValue] = set()
        for metadata in module.context.metadata.values():
            if isinstance(metadata, ValueAsMetadata) and isinstance(metadata.value, GlobalValue):
                self._in_metadata.add(metadata.value)

    def groups(self, count: int, fixed: set[GlobalValue]) -> list[list[GlobalValue]]:
        """The definitions of each part. Symbols that are `fixed` are in a part with all that needs them."""
        for value in self._module.global_values:
            self._references[value] = self._needs(value)
        if count:
            divided = partition(self._module, count, self._references, self._aliased, fixed)
            for group in divided:
                for value in group:
                    self._place[value] = group[0]
            return [group for group in divided if group] or [[]]
        if fixed:
            for value, needed in self._references.items():
                for other in needed:
                    if other in fixed:
                        self._join(value, other)
        return self._groups()

    def parts(self, groups: list[list[GlobalValue]]) -> Iterator[Part]:
        """The parts with these definitions."""
        module = self._module
        self._share_locals()
        aside = self._aside
        for value in module.global_values:
            if _has_definition(value):
                aside[value] = _Aside(module, value)
        unit_operands = [(unit, list(unit.operands)) for unit in units_of(module.global_values)]
        digits = len(str(len(groups)))
        number = 0
        for group in groups:
            functions = [value for value in group if isinstance(value, Function)]
            name = functions[0].name if functions else _SHARED
            for value in group:
                aside[value].bring_back()
            yield Part(_file_name(name, number, digits), self._part(groups, number))
            for unit, operands in unit_operands:
                unit.operands[:] = operands
            for value in group:
                aside[value] = _Aside(module, value)
            number += 1
        for one in aside.values():
            one.bring_back()

    # --- Which definitions belong together

    def _needs(self, value: GlobalValue) -> dict[GlobalValue, None]:
        """The globals that a definition names; itself too, if its body or its initial value does."""
        found: dict[GlobalValue, None] = {}
        waiting: list[Value] = list(value.operands)
        nodes: list[object] = []
        for attachment in value.attachments:
            nodes.append(attachment.node)
        if isinstance(value, Function):
            self._add_needs_of_body(value, waiting, nodes)
        met: set[Value] = set()
        while waiting:
            constant = waiting.pop()
            if isinstance(constant, GlobalValue):
                found[constant] = None
            elif isinstance(constant, Constant) and constant.operands and constant not in met:
                met.add(constant)
                if isinstance(constant, BlockAddress) and constant.operands[0] is not value:
                    function = constant.operands[0]
                    assert isinstance(function, GlobalValue)
                    self._join(value, function)
                waiting.extend([operand for operand in constant.operands if isinstance(operand, Constant)])
        if self._in_metadata:
            in_metadata = _named_in(nodes)
            in_metadata.pop(value, None)
            found.update(in_metadata)
        return found

    def _add_needs_of_body(self, function: Function, waiting: list[Value], nodes: list[object]) -> None:
        """Add the constants and the metadata that the instructions of a function name."""
        for block in function.blocks:
            for instruction in block.instructions:
                for operand in instruction.operands:
                    if isinstance(operand, Constant):
                        waiting.append(operand)
                    elif isinstance(operand, MetadataAsValue):
                        nodes.append(operand.metadata)
                if self._in_metadata:
                    if instruction.debug_location is not None:
                        nodes.append(instruction.debug_location)
                    for attachment in instruction.attachments or ():
                        nodes.append(attachment.node)
                    for record in instruction.debug_records or ():
                        nodes.extend([record.location, record.variable, record.address])
            for record in block.trailing_debug_records or ():
                nodes.extend([record.location, record.variable, record.address])

    def _leader(self, value: GlobalValue) -> GlobalValue:
        while value in self._leaders:
            value = self._leaders[value]
        return value

    def _join(self, one: GlobalValue, other: GlobalValue) -> None:
        one = self._leader(one)
        other = self._leader(other)
        if one is other:
            return
        # A function leads its group.
        if isinstance(other, Function) and not isinstance(one, Function):
            self._leaders[one] = other
        else:
            self._leaders[other] = one

    def _groups(self) -> list[list[GlobalValue]]:
        """The definitions of each part, the shared ones first. Local variables go where the only function is that needs them."""
        module = self._module
        comdats: dict[Comdat, GlobalValue] = {}
        for value in module.global_values:
            comdat = self._aliased.comdat_of(value)
            if comdat is not None:
                self._join(comdats.setdefault(comdat, value), value)
            if isinstance(value, (GlobalAlias, GlobalIFunc)):
                for needed in self._references[value]:
                    self._join(value, needed)
        users: dict[GlobalValue, list[GlobalValue]] = {}
        for value in module.global_values:
            for needed in self._references[value]:
                if needed is not value:
                    users.setdefault(needed, []).append(value)
        for value in users:
            if value.linkage == "available_externally":
                # A linker takes it only from a module that needs it.
                self._join(users[value][0], value)
        is_changed = True
        while is_changed:
            is_changed = False
            for variable in module.global_variables:
                if not variable.has_local_linkage or variable not in users or isinstance(self._leader(variable), Function):
                    continue
                leaders = {self._leader(user) for user in users[variable]} - {self._leader(variable)}
                if len(leaders) == 1 and isinstance(next(iter(leaders)), Function):
                    self._join(next(iter(leaders)), variable)
                    is_changed = True
        shared: list[GlobalValue] = []
        groups: dict[GlobalValue, list[GlobalValue]] = {}
        for value in [*module.functions, *module.global_variables, *module.aliases, *module.ifuncs]:
            if _has_definition(value):
                if self._is_shared(value):
                    shared.append(value)
                else:
                    groups.setdefault(self._leader(value), []).append(value)
        return [shared, *groups.values()]

    def _share_locals(self) -> None:
        """Make visible to other parts what they need."""
        module = self._module
        for value in module.global_values:
            for needed in self._references[value]:
                if needed.has_local_linkage and _has_definition(needed) and not self._are_together(needed, value):
                    if not needed.name:
                        needed.name = module.unique_name(_UNNAMED)
                    set_linkage(needed, "external")
                    set_visibility(needed, "hidden")
        for value in module.global_values:
            if value.linkage in LINK_ONCE:
                set_linkage(value, value.linkage.replace("linkonce", "weak"))

    def _are_together(self, one: GlobalValue, other: GlobalValue) -> bool:
        if self._place:
            return self._place.get(one) is self._place.get(other)
        return self._leader(one) is self._leader(other) or (self._is_shared(one) and self._is_shared(other))

    def _is_shared(self, value: GlobalValue) -> bool:
        leader = self._leader(value)
        return not isinstance(leader, Function) or not _has_definition(leader)

    # --- The module of a part

    def _part(self, groups: list[list[GlobalValue]], number: int) -> Module:
        group = groups[number]
        module = self._module
        made = Module(module.identifier, module.context, module.llvm_version)
        made.is_version_guessed = module.is_version_guessed
        made.producer = module.producer
        made.epoch = module.epoch
        made.source_filename = module.source_filename
        made.data_layout = module.data_layout
        made.target_triple = module.target_triple
        made.metadata_kinds = module.metadata_kinds
        members: dict[GlobalValue, None] = dict.fromkeys(group)
        for value in group:
            for needed in self._references[value]:
                members[self._symbol_of(needed)] = None
        made.named_metadata.extend(self._named_metadata(groups, number))
        if self._in_metadata:
            named = _named_in([node for one in made.named_metadata for node in one.operands])
            members.update(dict.fromkeys([self._symbol_of(needed) for needed in named]))
        # Lists of a module adopt what is added; these only borrow it.
        list.extend(made.functions, [value for value in module.functions if value in members])
        list.extend(made.global_variables, [value for value in module.global_variables if value in members])
        list.extend(made.aliases, [value for value in module.aliases if value in members])
        list.extend(made.ifuncs, [value for value in module.ifuncs if value in members])
        for value in made.global_values:
            if value.name:
                made.symbols[value.name] = value
            comdat = self._aliased.comdat_of(value)
            if comdat is not None:
                made.comdats[comdat.name] = comdat
        if number == 0:
            made.assembly_blocks = module.assembly_blocks
        strip_dead_debug_info(made)
        return made

    def _symbol_of(self, value: GlobalValue) -> GlobalValue:
        """The current representative of a symbol of the whole module."""
        return self._aside[value].symbol if value in self._aside else value

    def _named_metadata(self, groups: list[list[GlobalValue]], number: int) -> list[NamedMDNode]:
        """The named metadata of a part: its compile units, and the module flags that do not add up.

        The first part has the rest. What names globals is in the last one: a linker makes a global null that only metadata has
        named when its definition comes.
        """
        is_first = number == 0
        found: list[NamedMDNode] = []
        for named in self._module.named_metadata:
            operands = named.operands
            if named.name == UNITS:
                units: dict[MDNode, None] = {}
                units.update(dict.fromkeys(units_of(groups[number])))
                operands = [unit for unit in operands if unit in units]
            elif named.name != MODULE_FLAGS and self._in_metadata and _named_in(list(operands)):
                if number < len(groups) - 1:
                    continue
            elif not is_first:
                operands = [node for node in operands if named.name == MODULE_FLAGS and _is_for_all(node)]
            if operands or (is_first and named.name != UNITS):
                found.append(NamedMDNode(named.name, list(operands)))
        return found


@final
class _Aside:
    """A definition that is set aside: its symbol is a declaration until the definition comes back."""

    def __init__(self, module: Module, value: GlobalValue) -> None:
        self._module = module
        self._value = value
        self.symbol: GlobalValue = value
        """The symbol that others use now: the value itself, or what is declared in place of an alias or ifunc."""
        self._linkage = value.linkage
        self._attachments: list[Attachment] = value.attachments
        self._comdat: Comdat | None = None
        # It has the operands and the body: what is put in the place of an alias takes its place there as well.
        self._holder: Function | GlobalVariable
        if isinstance(value, (GlobalAlias, GlobalIFunc)):
            self._replace(module, value)
            return
        value.attachments = []
        if isinstance(value, GlobalObject):
            self._comdat = value.comdat
            value.comdat = None
        if isinstance(value, Function):
            assert isinstance(value.function_type, FunctionType)
            self._holder = Function(value.type, value.function_type)
            _move_definition(value, self._holder)
        elif isinstance(value, GlobalVariable):
            self._holder = GlobalVariable(value.type, value.value_type)
            _move_initializer(value, self._holder)
        # A symbol that is local to a part is not in any other part, and may stay local.
        if not value.has_local_linkage:
            value.linkage = "external"

    def _replace(self, module: Module, value: GlobalAlias | GlobalIFunc) -> None:
        """Declare a function or variable in place of an alias or ifunc, which cannot be declared."""
        name = value.name
        value.remove_from_parent()
        value_type = value.value_type
        if isinstance(value_type, FunctionType):
            self.symbol = Function(value.type, value_type, name)
        else:
            self.symbol = GlobalVariable(value.type, value_type, name)
        module.add(self.symbol)
        value.move_uses_to(self.symbol)

    def bring_back(self) -> None:
        """Give the symbol its definition again."""
        value = self._value
        if self.symbol is not value:
            self.symbol.remove_from_parent()
            self._module.add(value)
            self.symbol.move_uses_to(value)
            self.symbol = value
            return
        value.linkage = self._linkage
        value.attachments = self._attachments
        if isinstance(value, GlobalObject):
            value.comdat = self._comdat
        if isinstance(value, Function) and isinstance(self._holder, Function):
            _move_definition(self._holder, value)
        elif isinstance(value, GlobalVariable) and isinstance(self._holder, GlobalVariable):
            _move_initializer(self._holder, value)


def _move_definition(source: Function, target: Function) -> None:
    """Move the body of a function and what it has besides, such as prefix data, to another function."""
    target._take_body(source)
    operands = source.personality, source.prefix_data, source.prologue_data
    source.set_optional_operands(None, None, None)
    target.set_optional_operands(*operands)


def _move_initializer(source: GlobalVariable, target: GlobalVariable) -> None:
    """Move the initial value of a variable to another variable."""
    operands = list(source.operands)
    source.drop_operands()
    for operand in operands:
        target.append_operand(operand)


def _has_definition(value: GlobalValue) -> bool:
    if isinstance(value, Function):
        return bool(value.blocks)
    return bool(value.operands)


def _is_for_all(flag: MDNode) -> bool:
    """Whether a module flag is the same when many modules that have it are linked."""
    behavior = flag.operands[0] if flag.operands else None
    number = behavior.value if isinstance(behavior, ValueAsMetadata) else None
    return getattr(number, "value", None) not in (APPEND, APPEND_UNIQUE)


def _named_in(nodes: list[object]) -> dict[GlobalValue, None]:
    """The globals that metadata nodes name."""
    found: dict[GlobalValue, None] = {}
    met: set[Metadata] = set()
    while nodes:
        node = nodes.pop()
        if isinstance(node, ValueAsMetadata):
            if isinstance(node.value, GlobalValue):
                found[node.value] = None
        elif isinstance(node, DIArgList):
            nodes.extend(node.arguments)
        elif isinstance(node, MDNode) and node not in met:
            met.add(node)
            nodes.extend([operand for operand in node.operands if isinstance(operand, Metadata)])
    return found


def _file_name(name: str, number: int, digits: int) -> str:
    plain = _IN_FILE_NAMES.sub("_", name)[:_LONGEST_NAME]
    return f"{number:0{digits}}-{plain}"
