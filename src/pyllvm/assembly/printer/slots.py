"""The numbers of nameless things, assigned in the order of LLVM's SlotTracker.

Module-level values, metadata and attribute groups are counted through the whole module; a function's metadata is numbered when
the function is printed. Arguments, blocks and instructions are counted from 0 in each function.
"""

from __future__ import annotations

from _thread import RLock
from collections.abc import Sequence
from typing import Final, final

from pyllvm.ir.attributes import AttributeSet
from pyllvm.ir.function import BasicBlock, Function, Instruction, forget_orders
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import CallBase, CallInst
from pyllvm.ir.metadata import DBG_LABEL, Attachment, DebugRecord, DIExpression, MDNode, MetadataAsValue, SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.ir.types import VOID
from pyllvm.ir.value import Value
from pyllvm.schema.text import name_text
from pyllvm.tables.metadata_kinds import fixed_kinds

# `%0`, `%1` ...: the same strings in all functions.
_LOCAL_NUMBERS: Final[list[str]] = []
_NUMBERS_LOCK: Final = RLock()


def local_number(slot: int) -> str:
    """The reference to a nameless local value."""
    numbers = _LOCAL_NUMBERS
    if slot >= len(numbers):
        with _NUMBERS_LOCK:
            while slot >= len(numbers):
                numbers.append(f"%{len(numbers)}")
    return numbers[slot]


# How the numbers of a text come about: flags. For texts in parts, `text.py` has the sums that are used.
EVERY_NODE: Final = 8
"""Nodes that only bodies use have numbers as well, before a body is printed."""
LATE_TYPES: Final = 1
"""Structs get their names and numbers when the caller has found them; some have marks until then."""
LATE_GROUPS: Final = 2
"""Groups of attributes have marks, because functions will be added (`text.number_groups`)."""
MARKED: Final = 4
"""Nodes and local values have their numbers in `order`, which takes less time and memory than a table. Only one tracker may do so
at a time."""


@final
class SlotTracker:
    """The numbers of one module, and of the function that was incorporated last.

    `globals` and `locals` map values to the text of a reference (`@main`, `@0`, `%x`, `%1`), named or numbered. `metadata` does
    the same for nodes (`!7`). If it marks them, nodes have their numbers in `order` until `forget_marks` is called, and local
    values until `purge_function` is.
    """

    def __init__(self, module: Module | None, version: int, numbering: int = 0) -> None:
        self.version = version
        self._marks = numbering & MARKED != 0
        # The references to marked nodes, and to the marked values of a function.
        self._references: list[str] = []
        self._local_references: list[str] = []
        self._marked_function: Function | None = None
        self._numbers_groups_late: Final = numbering & LATE_GROUPS != 0
        self.globals: dict[Value, str] = {}
        self.locals: dict[Value, str] = {}
        self.metadata: dict[MDNode, str] = {}
        # Those that were numbered here, in the order of their numbers, of which this is the first.
        self.nodes: list[MDNode] = []
        self.first_number = 0
        self.attribute_groups: dict[AttributeSet, int] = {}
        self.is_canonical = False
        """Whether attributes are in place, and predecessors in their order: `canonical_pieces` needs it."""
        self._number_all_metadata = numbering & EVERY_NODE != 0
        self.kind_numbers: dict[str, int] = {}
        self._foreign: dict[Function, dict[Value, str]] = {}
        if module is not None:
            number = 0
            for kind in fixed_kinds(version):
                self.kind_numbers[kind] = number
                number += 1
            for kind in module.metadata_kinds:
                if kind not in self.kind_numbers:
                    self.kind_numbers[kind] = number
                    number += 1
            try:
                self._process_module(module)
            except BaseException:
                self.forget_marks()
                raise

    def _process_module(self, module: Module) -> None:
        slot = 0
        for variable in module.global_variables:
            slot = self._refer_to(variable, slot)
            self._number_attachments(variable._attachments)
        for alias in module.aliases:
            slot = self._refer_to(alias, slot)
        for ifunc in module.ifuncs:
            slot = self._refer_to(ifunc, slot)
            self._number_attachments(ifunc._attachments)
        for named in module._named_metadata:
            for node in named._operands:
                self.number_node(node)
        for function in module.functions:
            slot = self._refer_to(function, slot)
            if self._number_all_metadata:
                self._number_function_metadata(function)
        if not self._numbers_groups_late:
            for attributes in groups_of_globals(module):
                self.attribute_group(attributes)

    def _refer_to(self, value: GlobalValue, slot: int) -> int:
        """Note how a global value is named, by its name or else by the number `slot`; return the next number."""
        if value.name:
            self.globals[value] = "@" + name_text(value.name, self.version)
            return slot
        self.globals[value] = f"@{slot}"
        return slot + 1

    def incorporate_function(self, function: Function) -> None:
        """Number the arguments, blocks and instructions of a function, and its metadata and attributes."""
        if not self._number_all_metadata:
            self._number_function_metadata(function)
        self.locals = {}
        self._number_groups(function)
        if self._marks:
            self._marked_function = function
            self._local_references = []
            self._number_locals(function, None)
        else:
            self._number_locals(function, self.locals)

    def number_functions(self, functions: Sequence[Function]) -> None:
        """Number the metadata and attributes of all these functions, which are incorporated in this order later."""
        for function in functions:
            self._number_function_metadata(function)
            self._number_groups(function)
        self._number_all_metadata = True

    def number_functions_first(self, module: Module) -> None:
        """Number the nodes of functions first, in their order: each compiler names other nodes in the module itself."""
        for node in self.nodes:
            node.order = 0
        self.metadata = {}
        self.nodes = []
        self._references = []
        for function in module.functions:
            self._number_function_metadata(function)
        for value in module.global_values:
            self._number_attachments(value._attachments)
        for named in module._named_metadata:
            for node in named._operands:
                self.number_node(node)
        self._number_all_metadata = True

    def continue_numbering(self, known: dict[MDNode, str], count: int) -> None:
        """Let the next node get the number `count`; `known` are the nodes, among those before, that may occur again."""
        self.metadata = known
        self.nodes = []
        self.first_number = count

    def purge_function(self) -> None:
        """Forget the numbers in the function."""
        self.locals = {}
        if self._marked_function is not None:
            forget_orders(self._marked_function)
            self._marked_function = None

    def forget_foreign(self) -> None:
        """Forget the numbers in functions whose values others refer to."""
        if self._foreign:
            self._foreign = {}

    def foreign_reference(self, value: Value, function: Function) -> str | None:
        """The reference to a local value of another function, as in a block address; None if it has none."""
        references = self._foreign.get(function)
        if references is None:
            references = {}
            self._number_locals(function, references)
            self._foreign[function] = references
        return references.get(value)

    @staticmethod
    def positions(function: Function) -> dict[Value, str]:
        """References to the arguments, blocks and results of a function by their positions, whatever their names."""
        references: dict[Value, str] = {}
        slot = 0
        for argument in function.arguments:
            references[argument] = local_number(slot)
            slot += 1
        for block in function.blocks:
            references[block] = local_number(slot)
            slot += 1
            for instruction in block.instructions:
                if instruction.type.kind != VOID:
                    references[instruction] = local_number(slot)
                    slot += 1
        return references

    def _number_locals(self, function: Function, references: dict[Value, str] | None) -> None:
        """Refer to what a function has by its names and numbers in these references, or mark it."""
        slot = 0
        for argument in function.arguments:
            slot = self._refer_to_local(argument, slot, references)
        for block in function.blocks:
            slot = self._refer_to_local(block, slot, references)
            for instruction in block.instructions:
                if instruction.type.kind != VOID or instruction.name:
                    slot = self._refer_to_local(instruction, slot, references)

    def _refer_to_local(self, value: Value, slot: int, references: dict[Value, str] | None) -> int:
        """Note how a local value is named, by its name or else by the number `slot`; return the next number."""
        name = value.name
        reference = "%" + name_text(name, self.version) if name else local_number(slot)
        if references is None:
            self._local_references.append(reference)
            value.order = len(self._local_references)
        else:
            references[value] = reference
        return slot if name else slot + 1

    def local_reference(self, value: Value) -> str | None:
        """The reference to a value of the function that was incorporated last; None if it is not there."""
        if self._marked_function is None:
            return self.locals.get(value)
        order = value.order
        return self._local_references[order - 1] if order else None

    def _number_groups(self, function: Function) -> None:
        """Number the sets of function attributes of calls."""
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallBase):
                    attributes = instruction._attributes
                    if attributes is not None and attributes.function:
                        self.attribute_group(attributes.function)

    def group_reference(self, attributes: AttributeSet) -> str:
        """The reference to a set of function attributes, or its mark, or the attributes themselves."""
        if self.is_canonical:
            return attributes.as_string(self.version)
        number = self.attribute_groups.get(attributes)
        if number is None:
            number = self.attribute_group(attributes)
        return f"\0#{number}\0" if self._numbers_groups_late else f"#{number}"

    def attribute_group(self, attributes: AttributeSet) -> int:
        """The number of a set of function attributes; a new set gets the next number."""
        found = self.attribute_groups.get(attributes)
        if found is None:
            found = len(self.attribute_groups)
            self.attribute_groups[attributes] = found
        return found

    def ordered(self, attachments: list[Attachment]) -> list[Attachment]:
        """The attachments sorted by the numbers of their kinds; attachments of one kind keep their order."""
        if len(attachments) < 2:
            return attachments
        keyed: list[tuple[int, int]] = []
        for index, attachment in enumerate(attachments):
            keyed.append((self._kind_number(attachment._kind), index))
        keyed.sort()
        return [attachments[index] for _, index in keyed]

    def _kind_number(self, kind: str) -> int:
        number = self.kind_numbers.get(kind)
        if number is None:
            number = len(self.kind_numbers)
            self.kind_numbers[kind] = number
        return number

    def _number_attachments(self, attachments: list[Attachment]) -> None:
        for attachment in self.ordered(attachments):
            self.number_node(attachment._node)

    def _number_function_metadata(self, function: Function) -> None:
        if function._attachments:
            self._number_attachments(function._attachments)
        before: MDNode | None = None
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction._debug_records is not None:
                    for record in instruction._debug_records:
                        self._number_record(record)
                if isinstance(instruction, CallInst):
                    self._number_intrinsic_operands(instruction)
                location = instruction._debug_location
                # Successive instructions often have the same one.
                if location is not None and location is not before:
                    before = location
                    self.number_node(location)
                if instruction._attachments is not None:
                    self._number_attachments(instruction._attachments)

    def _number_intrinsic_operands(self, call: CallInst) -> None:
        callee = call.operands[-1]
        if not isinstance(callee, Function) or not callee.is_intrinsic:
            return
        if callee.function_type is not call.function_type:
            return
        for operand in call.operands:
            if isinstance(operand, MetadataAsValue) and isinstance(operand.metadata, MDNode):
                self.number_node(operand.metadata)

    def _number_record(self, record: DebugRecord) -> None:
        if record.kind != DBG_LABEL and isinstance(record._location, MDNode):
            self.number_node(record._location)
        if isinstance(record._variable, MDNode):
            self.number_node(record._variable)
        if isinstance(record._assign_id, MDNode):
            self.number_node(record._assign_id)
        if isinstance(record._address, MDNode):
            self.number_node(record._address)
        if record._debug_location is not None:
            self.number_node(record._debug_location)

    def number_node(self, node: MDNode) -> None:
        """Number a node and then the nodes to which it refers; expressions are printed in place and get no number."""
        if self.is_numbered(node) or isinstance(node, DIExpression):
            return
        self._number(node)
        if isinstance(node, SpecializedNode) and node._is_packed:
            scope = node._scope
            inlined_at = node._inlined_at
            if scope is not None and self.is_numbered(scope) and (inlined_at is None or self.is_numbered(inlined_at)):
                return  # as most locations
        # An explicit stack, because chains of metadata may be long.
        pending = self._referenced_nodes(node)
        while pending:
            current = pending.pop()
            if self.is_numbered(current):
                continue
            self._number(current)
            pending.extend(self._referenced_nodes(current))

    def _number(self, node: MDNode) -> None:
        reference = f"!{self.first_number + len(self.nodes)}"
        self.nodes.append(node)
        if self._marks:
            self._references.append(reference)
            node.order = len(self.nodes)
        else:
            self.metadata[node] = reference

    def is_numbered(self, node: MDNode) -> bool:
        """Whether a node has a number."""
        return node.order != 0 if self._marks else node in self.metadata

    def node_reference(self, node: MDNode) -> str | None:
        """The reference to a node; None if it has no number."""
        if not self._marks:
            return self.metadata.get(node)
        order = node.order
        return self._references[order - 1] if order else None

    def forget_marks(self) -> None:
        """Take the numbers from what is marked with them."""
        self.purge_function()
        if self._marks:
            self._marks = False
            for node in self.nodes:
                node.order = 0

    def _referenced_nodes(self, node: MDNode) -> list[MDNode]:
        """The nodes among the operands that have no number yet, last one first."""
        operands = node.references(self.version)
        found: list[MDNode] = []
        position = len(operands) - 1
        while position >= 0:
            operand = operands[position]
            if isinstance(operand, MDNode) and not isinstance(operand, DIExpression) and not self.is_numbered(operand):
                found.append(operand)
            position -= 1
        return found


def parent_function(value: Value) -> Function | None:
    """The function to which a local value belongs; None if it belongs to none."""
    if isinstance(value, BasicBlock):
        return value.parent
    if isinstance(value, Instruction):
        return value.function
    parent = getattr(value, "parent", None)
    return parent if isinstance(parent, Function) else None


def groups_of_globals(module: Module) -> list[AttributeSet]:
    """The sets of attributes of global variables and functions, which are numbered before the sets of calls."""
    groups = [variable._attributes for variable in module.global_variables if variable._attributes]
    for function in module.functions:
        if function._attributes is not None and function._attributes.function:
            groups.append(function._attributes.function)
    return groups
