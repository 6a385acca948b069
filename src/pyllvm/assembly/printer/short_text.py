"""The `repr()` of parts of IR: one short line, made without looking at the whole module."""

from __future__ import annotations

import re
from typing import Final

from pyllvm.assembly.printer.module import Printer
from pyllvm.assembly.printer.numberings import SHORT, numbering_of
from pyllvm.assembly.printer.single_values import metadata_text, module_of
from pyllvm.assembly.printer.slots import parent_function
from pyllvm.assembly.printer.types import TypePrinter
from pyllvm.ir.constants import Constant
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalValue
from pyllvm.ir.instructions import OperandBundle
from pyllvm.ir.metadata import Attachment, DebugRecord, Metadata, MetadataAsValue, NamedMDNode
from pyllvm.ir.module import AssemblyBlock, Module
from pyllvm.ir.types import Type
from pyllvm.ir.value import Use, Value
from pyllvm.versions import NEWEST

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
    if isinstance(thing, Argument):
        return f"{name} {_printer(thing).operands.typed(thing)}"
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
