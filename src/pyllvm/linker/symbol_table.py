"""Names the result's global values as LLVM's symbol table does, and updates what refers to those that are replaced or deleted.

    @.str = private constant [2 x i8] c"b\\00"

becomes `@.str.1` where the result has a `@.str`. Metadata and addresses of blocks refer to values: LLVM puts the address 1 in the
place of a deleted block, so that `blockaddress(@f, %gone)` becomes `inttoptr (i32 1 to ptr)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, final

from pyllvm.editing.blocks import forget_address
from pyllvm.ir.constants import BlockAddress
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.metadata import MDNode, Metadata, MetadataAsValue, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.odr import content_key
from pyllvm.ir.types import Context
from pyllvm.ir.value import Value

# How many erased variables are searched for one by one.
_FEW: Final = 4


@final
class SymbolTable:
    """Adds, renames and erases the global values of one module (LLVM's ValueSymbolTable).

    The lists of the module are long, and each linked module erases some values and moves some variables. The lists get these
    changes all at once, with `close_up`: until then they have erased values, and the variables have another order.
    """

    def __init__(self, module: Module) -> None:
        self.module = module
        # The values that were added since the linker last looked.
        self.added: list[GlobalValue] = []
        self._erased = 0
        # The first few variables among those that were erased; the others count in `_erased`.
        self._erased_variables: list[GlobalVariable] = []
        # The variables in their order, if that is not the order of the list.
        self._variables: dict[GlobalVariable, None] | None = None

    def named(self, name: str) -> GlobalValue | None:
        """Return the global value with this name, or None."""
        return self.module.symbols.get(name)

    def add(self, value: GlobalValue, name: str) -> None:
        """Append a new global value to its list, under that name or, if the name is in use, one made from it."""
        value.name = ""
        self.module.add(value)
        if self._variables is not None and isinstance(value, GlobalVariable):
            self._variables[value] = None
        self.added.append(value)
        self.rename(value, name)

    def insert_before(self, value: GlobalVariable, other: GlobalValue | None, name: str) -> None:
        """Insert a new variable before another one, or at the end if `other` is not a variable."""
        self.add(value, name)
        if isinstance(other, GlobalVariable):
            self.close_up()
            variables = self.module.global_variables
            variables.pop()
            variables.insert(variables.index(other), value)

    def move_to_end(self, variables: Iterable[GlobalVariable]) -> None:
        """Move variables of the module behind all others, in the given order."""
        order = self._variables
        if order is None:
            order = dict.fromkeys(self.module.global_variables)
            self._variables = order
        for variable in variables:
            order.pop(variable, None)
            order[variable] = None

    def rename(self, value: GlobalValue, name: str) -> None:
        """Rename a global value; append a number if another value has the name."""
        if value.name != name:
            value.put_name(self.module.unique_name(name))

    def take_name(self, value: GlobalValue, other: GlobalValue) -> None:
        """Move the name of `other` to `value`; `other` has no name afterwards."""
        name = other.name
        self.rename(other, "")
        self.rename(value, name)

    def force_name(self, value: GlobalValue, name: str) -> None:
        """Give `value` that name, and rename another value that has it; a local value keeps its own name."""
        if value.has_local_linkage or value.name == name:
            return
        other = self.named(name)
        if other is None:
            self.rename(value, name)
            return
        self.take_name(value, other)
        self.rename(other, name)

    def erase(self, value: GlobalValue) -> None:
        """Remove a global value from the module; it stays in its list until `close_up`."""
        module = self.module
        if isinstance(value, Function):
            forget_blocks(value)
            value.forget_missing_operands()
        value.drop_operands()
        module.forget(value)
        if isinstance(value, GlobalVariable) and len(self._erased_variables) < _FEW:
            self._erased_variables.append(value)
        else:
            self._erased += 1
        value.name = ""

    def close_up(self) -> None:
        """Remove the erased values from the lists of the module, and put its variables in order."""
        module = self.module
        if self._variables is not None:
            # The list has the same variables as before: nothing is added to the module or removed from it.
            list.__setitem__(module.global_variables, slice(None), list(self._variables))
            self._variables = None
        if self._erased_variables:
            _drop_erased(module, self._erased_variables)
            self._erased_variables = []
        if self._erased:
            self._erased = 0
            _keep_owned(module, module.functions)
            _keep_owned(module, module.global_variables)
            _keep_owned(module, module.aliases)
            _keep_owned(module, module.ifuncs)


def _drop_erased(module: Module, erased: list[GlobalVariable]) -> None:
    """Remove a few variables: a link of many modules erases `llvm.used` with each, and most have no other to erase."""
    variables = module.global_variables
    for variable in erased:
        if variable.parent is not module and variable in variables:
            # The module has forgotten it already.
            list.remove(variables, variable)


def _keep_owned(module: Module, values: list[Any]) -> None:
    symbols: list[GlobalValue] = values
    kept = [value for value in symbols if value.parent is module]
    if len(kept) < len(values):
        # The module has forgotten the others already.
        list.__setitem__(values, slice(None), kept)


def replace_in_metadata(context: Context, nodes: Iterable[Metadata], old: Value, new: Value) -> None:
    """Make metadata refer to `new` instead of `old` (ValueAsMetadata::handleRAUW); only `nodes` may refer to `old`."""
    wrapped = context.metadata.get(old)
    if not isinstance(wrapped, ValueAsMetadata):
        return
    wrappers = wrapped._wrappers()
    other = wrapped.wrap_instead(context, new)
    if other is wrapped:
        return
    for node in nodes:
        if isinstance(node, MDNode) and not node._is_packed:
            for one in wrappers:
                if one in node.operands:
                    _replace_operand(context, node, one, other)
    for one in wrappers:
        operand = context.metadata.pop(("value", one), None)
        if isinstance(operand, MetadataAsValue):
            known = context.metadata.get(("value", other))
            if isinstance(known, MetadataAsValue):
                operand.move_uses_to(known)
            else:
                operand.metadata = other
                context.metadata[("value", other)] = operand


def _replace_operand(context: Context, node: MDNode, old: ValueAsMetadata, new: ValueAsMetadata) -> None:
    """Replace an operand. A node that becomes equal to another turns distinct (MDNode::handleChangedOperand)."""
    is_unique = not node.is_distinct
    if is_unique and context.metadata.get(content_key(node)) is node:
        del context.metadata[content_key(node)]
    node.operands[:] = [new if operand is old else operand for operand in node.operands]
    if not is_unique:
        return
    key = content_key(node)
    if key in context.metadata:
        node.is_distinct = True
    else:
        context.metadata[key] = node


def forget_in_metadata(context: Context, nodes: Iterable[Metadata], value: Value) -> None:
    """Remove a deleted value from metadata: its operand becomes null, and the node becomes distinct."""
    wrapped = context.metadata.pop(value, None)
    if not isinstance(wrapped, ValueAsMetadata):
        return
    wrappers = set(wrapped._wrappers())
    for node in nodes:
        if isinstance(node, MDNode) and not node._is_packed and not wrappers.isdisjoint(node.operands):
            if not node.is_distinct and context.metadata.get(content_key(node)) is node:
                del context.metadata[content_key(node)]
            node.operands[:] = [None if operand in wrappers else operand for operand in node.operands]
            node.is_distinct = True


def forget_blocks(function: Function) -> None:
    """Replace the addresses of all blocks of a function that is about to lose its body (BasicBlock's destructor)."""
    if not function.is_materialized:
        return
    for block in function.blocks:
        if block.has_uses:
            forget_address(block)


def forget_lost_blocks(result: Module, addresses: list[BlockAddress]) -> None:
    """Replace the given addresses whose blocks were not moved into `result`."""
    for address in addresses:
        if len(address.operands) < 2:
            continue
        block = address.block
        if isinstance(block, BasicBlock):
            owner = block.parent
            if owner is None or owner.parent is not result:
                forget_address(block)
