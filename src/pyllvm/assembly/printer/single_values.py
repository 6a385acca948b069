"""The text of single values, types and pieces of metadata, as LLVM's `print` gives it."""

from __future__ import annotations

from pyllvm.assembly.printer.module import Printer
from pyllvm.assembly.printer.numberings import ALL_METADATA, OWN_METADATA, Numbering, forget_numbering, numbering_of
from pyllvm.assembly.printer.slots import parent_function
from pyllvm.assembly.printer.text import print_module
from pyllvm.assembly.printer.types import TypePrinter
from pyllvm.ir.constants import Constant
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalAlias, GlobalIFunc, GlobalValue, GlobalVariable
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import DebugRecord, DIExpression, MDNode, Metadata, MetadataAsValue, NamedMDNode
from pyllvm.ir.module import Module
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.versions import NEWEST


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
        printer.print_block(value, function is not None and bool(function.blocks) and function.blocks[0] is value)
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
    printer = Printer(module, NEWEST if module is None else module.llvm_version, module is not None)
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
    if not isinstance(callee, Function) or not callee.name.startswith("llvm."):
        return False
    return any(isinstance(one, MetadataAsValue) and isinstance(one.metadata, MDNode) for one in call.operands)
