"""The text of single values, types and pieces of metadata, as LLVM's `print` gives it, and their `repr()`.

`str()` of an instruction needs what a whole module needs: the numbers of nameless values before it, of metadata, of groups of
attributes. A module therefore keeps a printer that knows them, and one function's numbers at a time, for as long as the counts
of edits stay the same (`ir.edits`). A `repr()` is one short line, made without looking at the whole module.
"""

from __future__ import annotations

import re
from typing import Final, final

from pyllvm.assembly.printer.instructions import InstructionPrinter
from pyllvm.assembly.printer.module import Printer
from pyllvm.assembly.printer.slots import EVERY_NODE, parent_function
from pyllvm.assembly.printer.text import print_module
from pyllvm.assembly.printer.types import TypePrinter
from pyllvm.ir.constants import Constant
from pyllvm.ir.edits import EDITS
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalValue, GlobalVariable
from pyllvm.ir.instructions import CallInst, OperandBundle
from pyllvm.ir.metadata import Attachment, DebugRecord, DIExpression, MDNode, Metadata, MetadataAsValue, NamedMDNode
from pyllvm.ir.module import AssemblyBlock, Module
from pyllvm.ir.types import Type
from pyllvm.ir.value import Use, Value
from pyllvm.versions import NEWEST

# The keys of numberings: what `Printer` numbers, or a printer of `repr()`, which knows no module.
OWN_METADATA: Final = 0
ALL_METADATA: Final = 1
SHORT: Final = 2


@final
class Numbering:
    """A printer that knows the numbers of one module and of one of its functions."""

    def __init__(self, module: Module, key: int, version: int) -> None:
        context = module.context
        self.version = version
        # Before the numbers are given, so that an edit in the meantime is seen.
        self._others = EDITS.watch()
        self._edits = context.edits
        self._symbol_edits = context.symbol_edits
        self._structs = context.identified_structs
        self._lists = _lengths(module)
        self.printer = Printer(None if key == SHORT else module, version, EVERY_NODE if key == ALL_METADATA else 0)
        self.function: Function | None = None
        self._function_edits = 0
        slots = self.printer.slots
        self._nodes = len(slots.nodes)
        self._groups = len(slots.attribute_groups)
        self._kinds = len(slots.kind_numbers)
        printer = self.printer
        count = len(printer.named_types) + len(printer.numbered_types)
        # Bodies have to do with the numbers of structs, and of all metadata.
        self._is_of_bodies = key == ALL_METADATA or bool(printer.numbered_types) or count != self._structs

    def is_valid(self, module: Module) -> bool:
        """Whether nothing has changed, except perhaps a function's body."""
        context = module.context
        if self._structs != context.identified_structs:
            return False
        if self._symbol_edits != context.symbol_edits or self._others != EDITS.count() or not EDITS.is_watched:
            return False
        if self._is_of_bodies and self._edits != context.edits:
            return False
        return self.version == module.llvm_version and self._lists == _lengths(module)

    def enter(self, function: Function | None) -> None:
        """Number what is in a function, and forget what was in another one."""
        slots = self.printer.slots
        if function is None:
            if self.function is not None:
                self.leave()
            return
        edits = function.type.context.edits
        if self.function is function and self._function_edits == edits:
            return
        if self.function is not None:
            self.leave()
        _ = function.blocks  # which may be read now
        self._function_edits = function.type.context.edits
        slots.incorporate_function(function)
        self.function = function

    def leave(self) -> None:
        """Forget what was numbered for a function."""
        printer = self.printer
        slots = printer.slots
        self.function = None
        slots.purge_function()
        slots.forget_foreign()
        if len(slots.nodes) > self._nodes:
            for node in slots.nodes[self._nodes :]:
                del slots.metadata[node]
            del slots.nodes[self._nodes :]
        if len(slots.attribute_groups) > self._groups:
            for group in list(slots.attribute_groups)[self._groups :]:
                del slots.attribute_groups[group]
        if len(slots.kind_numbers) > self._kinds:
            for kind in list(slots.kind_numbers)[self._kinds :]:
                del slots.kind_numbers[kind]
        # It remembers texts with numbers.
        printer.instructions = InstructionPrinter(printer.operands, printer.program_address_space)


def _lengths(module: Module) -> tuple[int, ...]:
    """The lengths of lists that have no count of edits."""
    lists = (module.metadata_kinds, module.functions, module.global_variables, module.aliases, module.ifuncs)
    return tuple([len(one) for one in lists])


@final
class Numberings:
    """The numberings of a module, by key."""

    def __init__(self) -> None:
        self.of_keys: dict[int, Numbering] = {}


def numbering_of(module: Module, key: int, version: int) -> Numbering:
    """The numbering of that key, which is made if there is none, or none that is valid."""
    kept = module.numberings
    if not isinstance(kept, Numberings):
        kept = Numberings()
        module.numberings = kept
    found = kept.of_keys.get(key)
    if found is None or not found.is_valid(module):
        found = Numbering(module, key, version)
        kept.of_keys[key] = found
    return found


def forget_numbering(module: Module, key: int) -> None:
    """Drop a numbering, for example because printing failed halfway."""
    kept = module.numberings
    if isinstance(kept, Numberings):
        kept.of_keys.pop(key, None)


def text_of(thing: object) -> str:
    """The text that LLVM's `print` returns for a type, value, instruction, block, function, metadata or module."""
    if isinstance(thing, Module):
        return print_module(thing).decode("utf-8", "surrogateescape")
    if isinstance(thing, Type):
        return TypePrinter().text_with_body(thing)
    if isinstance(thing, Value):
        return value_text(thing)
    if isinstance(thing, NamedMDNode):
        printer = Printer(None, NEWEST)
        for node in thing._operands:
            printer.slots.number_node(node)
        printer.print_named_metadata(thing)
        return "".join(printer.out)
    if isinstance(thing, DebugRecord):
        return Printer(None, NEWEST).instructions.debug_record(thing)
    if isinstance(thing, Metadata):
        return metadata_text(thing, None)
    raise TypeError(f"not a piece of IR: {thing!r}")


def value_text(value: Value) -> str:
    """The text of a value: all of an instruction, block or global; a constant or argument as an operand with its type."""
    context = value.type.context
    with context.lock:
        module = module_of(value)
        if isinstance(value, MetadataAsValue):
            return metadata_text(value.metadata, module)
        function = parent_function(value)
        if module is None:
            printer = Printer(None, context.llvm_version)
            if function is not None:
                printer.slots.incorporate_function(function)
            return _printed(printer, value, function)
        needs_all = isinstance(value, Function) or (isinstance(value, CallInst) and _refers_to_metadata(value))
        key = ALL_METADATA if needs_all else OWN_METADATA
        numbering = numbering_of(module, key, module.llvm_version)
        try:
            return _numbered(numbering, value, function)
        except BaseException:
            # It was left halfway.
            forget_numbering(module, key)
            raise


def _numbered(numbering: Numbering, value: Value, function: Function | None) -> str:
    printer = numbering.printer
    if isinstance(value, Function):
        numbering.enter(None)
        printer.print_function(value)
        numbering.leave()
        text = "".join(printer.out)
        printer.out.clear()
        return text
    numbering.enter(function)
    if isinstance(value, Instruction):
        return printer.instructions.text(value)
    text = _printed(printer, value, function)
    printer.out.clear()
    return text


def _printed(printer: Printer, value: Value, function: Function | None) -> str:
    if isinstance(value, Instruction):
        return printer.instructions.text(value)
    if isinstance(value, BasicBlock):
        printer.print_block(value)
    elif isinstance(value, GlobalVariable):
        printer.print_variable(value)
    elif isinstance(value, Function):
        printer.print_function(value)
    elif isinstance(value, GlobalAlias):
        printer.print_alias(value)
    elif isinstance(value, GlobalIFunc):
        printer.print_ifunc(value)
    elif isinstance(value, Constant):
        return f"{printer.types.text(value.type)} {printer.operands.constant(value)}"
    else:
        return printer.operands.typed(value)
    return "".join(printer.out)


def metadata_text(metadata: Metadata, module: Module | None) -> str:
    """`!7 = !{...}` for a node, if there is a module to number it, else its body alone; other metadata as an operand."""
    printer = Printer(module, NEWEST if module is None else module.llvm_version, 0 if module is None else EVERY_NODE)
    if not isinstance(metadata, MDNode) or isinstance(metadata, DIExpression):
        return printer.operands.metadata(metadata)
    body = printer.operands.node_body(metadata)
    reference = printer.slots.metadata.get(metadata)
    return body if reference is None else f"{reference} = {body}"


def module_of(value: Value) -> Module | None:
    """The module to which a value belongs; None if it belongs to none."""
    if isinstance(value, GlobalValue):
        return value.parent if isinstance(value.parent, Module) else None
    if isinstance(value, MetadataAsValue):
        for user in value.users:
            if isinstance(user, Instruction):
                found = module_of(user)
                if found is not None:
                    return found
        return None
    function = parent_function(value)
    return None if function is None else module_of(function)


def _refers_to_metadata(call: CallInst) -> bool:
    callee = call.operands[-1]
    if not isinstance(callee, Function) or not callee.is_intrinsic:
        return False
    return any(isinstance(one, MetadataAsValue) and isinstance(one.metadata, MDNode) for one in call.operands)


# Longer texts end with "...".
MOST_CHARACTERS: Final = 120
# The ends that only the whole module could number: attachments, attribute groups, nodes in nodes.
_NUMBERED_ENDS: Final = re.compile(r"(?: #\d+|, ![\w.]+ !\d+)+$")
_SPACE: Final = re.compile(r"\s+")


def short_text(thing: object) -> str:
    """The `repr()` of a module, function, block, value, type, use or piece of metadata: `<Function @main, 12 blocks>`, `<i32>`.

    It never raises an exception, because debuggers call it for objects that are half made.
    """
    try:
        if isinstance(thing, Value):
            with thing.type.context.lock:
                text = _text(thing)
        else:
            text = _text(thing)
    except Exception as error:
        text = f"{type(thing).__name__}, {type(error).__name__}: {error}"
    text = _SPACE.sub(" ", text).strip()
    if len(text) > MOST_CHARACTERS:
        text = text[:MOST_CHARACTERS] + "..."
    return f"<{text}>"


def _text(thing: object) -> str:
    name = type(thing).__name__
    if isinstance(thing, Type):
        return TypePrinter().text_with_body(thing)
    if isinstance(thing, Function):
        return f"{name} {_reference(thing)}, {_body_text(thing)}"
    if isinstance(thing, (GlobalAlias, GlobalIFunc)):
        target = f", {_reference(thing.operands[0])}" if thing.operands else ""
        return f"{name} {_reference(thing)}{target}"
    if isinstance(thing, GlobalValue):
        return f"{name} {_reference(thing)}, {TypePrinter().text(thing.value_type)}"
    if isinstance(thing, BasicBlock):
        return f"{name} {_reference(thing)}, {_counted(len(thing.instructions), 'instruction')}"
    if isinstance(thing, Instruction):
        return _NUMBERED_ENDS.sub("", _printer(thing).instructions.text(thing))
    if isinstance(thing, MetadataAsValue):
        return f"metadata {_metadata_text(thing.metadata)}"
    if isinstance(thing, Constant):
        return _printer(thing).operands.typed(thing)
    if isinstance(thing, Value):
        return f"{name} {_printer(thing).operands.typed(thing)}"
    if isinstance(thing, Metadata):
        return _metadata_text(thing)
    return _other_text(thing, name)


def _other_text(thing: object, name: str) -> str:
    if isinstance(thing, Module):
        parts = [f"{name} {thing.identifier!r}", f"LLVM {thing.llvm_version}", _counted(len(thing.functions), "function")]
        return ", ".join([*parts, _counted(len(thing.global_variables), "variable")])
    if isinstance(thing, Use):
        return f"{name}: operand {thing.index} of {_text(thing.user)}"
    if isinstance(thing, NamedMDNode):
        return f"{name} !{thing.name}, {_counted(len(thing.operands), 'operand')}"
    if isinstance(thing, Attachment):
        return f"{name} !{thing.kind} {_metadata_text(thing.node)}"
    if isinstance(thing, DebugRecord):
        return Printer(None, NEWEST).instructions.debug_record(thing).replace("<badref>", "...")
    if isinstance(thing, Comdat):
        return f"{name} ${thing.name}, {thing.selection_kind}"
    if isinstance(thing, OperandBundle):
        return f'{name} "{thing.tag}", {_counted(thing.end - thing.begin, "value")}'
    if isinstance(thing, AssemblyBlock):
        return f"{name} {thing.text!r}"
    return f"{name} object"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _body_text(function: Function) -> str:
    if function.is_declaration:
        return "declaration"
    if not function.is_materialized:
        return "body not read yet"
    return _counted(len(function.blocks), "block")


def _printer(value: Value) -> Printer:
    """A printer that knows the numbers of values in the function of a value."""
    function = parent_function(value)
    module = None if function is None else module_of(function)
    if module is not None:
        numbering = numbering_of(module, SHORT, module.llvm_version)
        numbering.enter(function)
        return numbering.printer
    printer = Printer(None, value.type.context.llvm_version)
    if function is not None:
        printer.slots.incorporate_function(function)
    return printer


def _reference(value: Value) -> str:
    reference = _printer(value).operands.reference(value)
    return "without a name" if reference == "<badref>" else reference


def _metadata_text(metadata: Metadata) -> str:
    return metadata_text(metadata, None).replace("<badref>", "...")
