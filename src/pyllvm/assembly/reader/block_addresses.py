"""Parses `blockaddress(@function, %label)`; the function may come earlier or later, or be the function that is being read."""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.reader.global_values import GlobalName, replace_placeholder
from pyllvm.assembly.reader.state import State, text_of_bytes, type_string
from pyllvm.assembly.reader.text_error import TextError
from pyllvm.assembly.reader.types import but_expected
from pyllvm.assembly.reader.values import GLOBAL_NAME, GLOBAL_NUMBER, LOCAL_NAME, LOCAL_NUMBER, ValueBuilder, ValueId
from pyllvm.ir.constants import BlockAddress, Constant, find_constant, keep_constant
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import ADDRESSED_BLOCKS_SINCE
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE
from pyllvm.tables.text_versions import LONG_LABELS_REFUSED_SINCE, LONGEST_LOCAL_NAME

# A label's kind, number, and name: their order is the order in which LLVM resolves the addresses.
_Label = tuple[int, int, bytes]
_NO_BLOCK: Final = "referenced value is not a basic block"


@final
class PendingBlockAddress:
    """A `blockaddress` of a function that is not defined yet."""

    __slots__ = ("function_start", "label", "placeholder")

    def __init__(self, placeholder: GlobalVariable, label: ValueId, function_start: int) -> None:
        self.placeholder = placeholder
        self.label = label
        self.function_start = function_start


@final
class BlockAddressBuilder:
    """Creates block addresses, and stores the addresses in functions that are not defined yet."""

    def __init__(self, state: State, values: ValueBuilder) -> None:
        self.state: Final = state
        self.values: Final = values
        # The functions whose bodies were read, and for those with later block addresses, their blocks by name.
        self.finished: set[Value] = set()
        # All whose bodies were begun: an unfinished one has errors.
        self._begun: set[Value] = set()
        self._named_blocks: dict[Function, dict[str, BasicBlock]] = {}
        # Addresses in functions that are not defined yet, by label.
        self.pending: dict[bytes, dict[_Label, PendingBlockAddress]] = {}
        self.pending_numbered: dict[int, dict[_Label, PendingBlockAddress]] = {}

    def block_address(self, function: object, label: object, function_start: int, label_start: int) -> object:
        """`blockaddress(@function, %label)`."""
        state = self.state
        target: Value | None = None
        name = b""
        number = -1
        if isinstance(function, ValueId):
            if function.kind == GLOBAL_NAME:
                name = function.name
            elif function.kind == GLOBAL_NUMBER:
                number = function.number
            else:
                state.error(function_start, "expected function name in blockaddress")
        elif isinstance(function, GlobalValue):
            target = function
        else:
            state.error(function_start, "expected function name in blockaddress")
        local = self.values.local
        if isinstance(label, Value):
            if local is None or target is not local.function:
                label = self._label_as_written(label_start)
        elif not isinstance(label, ValueId) or (label.kind != LOCAL_NAME and label.kind != LOCAL_NUMBER):
            state.error(label_start, "expected basic block name in blockaddress")
        if target is None:
            return self._pending_address(name, number, label, function_start)
        if not isinstance(target, Function):
            state.error(function_start, "expected function name in blockaddress")
        block: Value | None
        if local is not None and target is local.function:
            block = self.values.convert(label, self.values.label_type, label_start)
        else:
            if target not in self.finished:
                is_faulty = target in self._begun
                raise TextError(function_start, "cannot take blockaddress inside a declaration", is_consequence=is_faulty)
            assert isinstance(label, ValueId)
            if label.kind == LOCAL_NUMBER:
                state.error(label_start, "cannot take address of numeric label after the function is defined")
            block = self.named_block(target, text_of_bytes(label.name[:LONGEST_LOCAL_NAME]))
            if block is None:
                state.error(label_start, _NO_BLOCK)
        return self._constant(target, block)

    def named_block(self, function: Function, name: str) -> BasicBlock | None:
        """The block with this name of a function; None if the body was not read."""
        if function not in self.finished:
            return None
        named = self._named_blocks.get(function)
        if named is None:
            named = {block.name: block for block in function.blocks if block.name}
            self._named_blocks[function] = named
        return named.get(name)

    def _label_as_written(self, start: int) -> ValueId:
        spelled = self.values.spelled(start)[1:]
        if spelled.isdigit() and self.state.data[start + 1 : start + 2] != b'"':
            return ValueId(LOCAL_NUMBER, start, spelled.encode(), int(spelled))
        return ValueId(LOCAL_NAME, start, spelled.encode("utf-8", "surrogateescape"))

    def _type(self, address_space: int) -> Type:
        """The type of the address of a block in a function of that address space."""
        state = self.state
        context = state.context
        if state.version < ADDRESSED_BLOCKS_SINCE:
            address_space = 0
        if state.has_typed_pointers or (state.version < OPAQUE_POINTERS_SINCE and not state.has_opaque_pointers):
            return context.pointer_to(context.integer(8), address_space)
        return context.pointer(address_space)

    def _constant(self, function: Function, block: Value) -> Constant:
        """The unique address of a block."""
        type = self._type(function.address_space)
        key = ("blockaddress", block)
        address = find_constant(type, key)
        if address is None:
            address = BlockAddress(type, function, block)
            keep_constant(type, key, address)
        assert isinstance(address, Constant)
        return address

    def _pending_address(self, name: bytes, number: int, label: object, function_start: int) -> object:
        context = self.state.context
        assert isinstance(label, ValueId)
        # The function is not known yet: most likely it is where this one is.
        local = self.values.local
        state = self.state
        space = 0 if state.version < ADDRESSED_BLOCKS_SINCE else state.layout.program_address_space
        type = self._type(space if local is None else local.function.address_space)
        if name or number < 0:
            known = self.pending.setdefault(name, {})
        else:
            known = self.pending_numbered.setdefault(number, {})
        key = (label.kind, label.number, label.name)
        address = known.get(key)
        if address is not None:
            return address.placeholder
        # A variable, as in LLVM: how constants are folded until then depends on it.
        placeholder = GlobalVariable(type, context.integer(8))
        placeholder.linkage = "internal"
        known[key] = PendingBlockAddress(placeholder, label, function_start)
        if state.version >= ADDRESSED_BLOCKS_SINCE:
            self.values.address_placeholders.add(placeholder)
        return placeholder

    def refuse_declaration(self, name: GlobalName) -> None:
        """Refuse block addresses of a function that is only declared."""
        pending = self.pending.get(name.name) if name.name is not None else self.pending_numbered.get(name.number)
        if pending:
            self.state.error(next(iter(pending.values())).function_start, "cannot take blockaddress inside a declaration")

    def resolve(self, function: Function, name: GlobalName) -> None:
        """Create the pending addresses of a function's blocks; its body begins."""
        self._begun.add(function)
        values = self.values
        pending = self.pending.pop(name.name, None) if name.name is not None else self.pending_numbered.pop(name.number, None)
        if pending is None:
            return
        # LLVM's order, which differs from the order of the text; the blocks' use lists depend on it.
        early: list[BasicBlock] = []
        function._early_blocks = early
        for _, forward in sorted(pending.items()):
            if len(forward.label.name) > LONGEST_LOCAL_NAME and self.state.version >= LONG_LABELS_REFUSED_SINCE:
                self.state.error(forward.label.start, _NO_BLOCK)
            block = values.convert(forward.label, values.label_type, forward.label.start)
            if isinstance(block, BasicBlock):
                early.append(block)
            address = self._constant(function, block)
            expected = forward.placeholder.type
            if address.type is not expected:
                label = text_of_bytes(forward.label.name)
                message = f"'{label}' defined with type '{type_string(address.type)}'{but_expected(expected, self.state.version)}"
                self.state.error(forward.label.start, message)
            replace_placeholder(forward.placeholder, address, self.state)

    def finish(self) -> None:
        """Refuse the addresses of functions that were never defined."""
        for pending in [*self.pending.values(), *self.pending_numbered.values()]:
            for address in pending.values():
                self.state.error(address.function_start, "expected function name in blockaddress")
