"""Prints the parts of a module that a failure mentions, as LLVM's verifier prints them."""

from __future__ import annotations

from typing import Protocol, final

from pyllvm.assembly.printer.module import Printer
from pyllvm.assembly.printer.slots import EVERY_NODE, parent_function
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.metadata import DebugRecord, DIExpression, MDNode, Metadata, MetadataAsValue, NamedMDNode
from pyllvm.ir.module import Module
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.notation import Sequence
from pyllvm.verifier.state import Declaration


class Found(Protocol):
    """A failure of the verifier, or a finding of lint."""

    message: str
    objects: list[object]
    is_debug_info: bool


def failures_text(module: Module, failures: Sequence[Found]) -> str:
    """Return what LLVM's verifier prints: each message, and under it the objects of the failure."""
    writer = FailureWriter(module)
    return "".join(f"{failure.message}\n{writer.lines(failure)}" for failure in failures)


@final
class FailureWriter:
    """Prints parts of one module with the numbers that they have in it."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._printer = Printer(module, module.llvm_version, EVERY_NODE)
        self._whole: Printer | None = None
        self._function: Function | None = None
        # Failures in turn may be about values of two functions, so the names in each are kept.
        self._locals: dict[Function, dict[Value, str]] = {}

    def lines(self, failure: Found) -> str:
        """Return the lines that LLVM prints under the message of a failure."""
        return "".join(map(self.text, failure.objects))

    def text(self, thing: object) -> str:
        """Return the text of one object with its line break (LLVM prints a type without one)."""
        printer = self._printer
        if thing is None:
            return ""
        if isinstance(thing, str):
            return thing + "\n"
        if isinstance(thing, Type):
            return f" {printer.types.text_with_body(thing)}"
        if isinstance(thing, Module):
            return f"; ModuleID = '{thing.identifier}'\n"
        if isinstance(thing, NamedMDNode):
            whole = self._printer_of_wholes()
            whole.print_named_metadata(thing)
            return "".join(whole.out) + "\n"
        if isinstance(thing, DebugRecord):
            return printer.instructions.debug_record(thing) + "\n"
        if isinstance(thing, Metadata):
            return self._metadata_text(thing) + "\n"
        if isinstance(thing, Value):
            return self._value_text(thing) + "\n"
        if isinstance(thing, Declaration):
            whole = self._printer_of_wholes()
            whole.print_function(thing.function)
            return "".join(whole.out)
        return f"{thing}\n"

    def reference(self, thing: object) -> str:
        """Return an operand's text at its use, without the type: `%x`, `@f`, `!7`, `5`; empty if it has no useful text."""
        operands = self._printer.operands
        if isinstance(thing, MetadataAsValue):
            thing = thing.metadata
        if isinstance(thing, Metadata):
            reference = self._printer.slots.metadata.get(thing) if isinstance(thing, MDNode) else None
            return operands.metadata(thing) if reference is None else reference
        if isinstance(thing, Value):
            self._enter(parent_function(thing))
            return operands.reference(thing)
        return ""

    def _printer_of_wholes(self) -> Printer:
        """Return a printer for named metadata and functions, which has printed nothing yet."""
        whole = self._whole
        if whole is None:
            whole = Printer(self._module, self._module.llvm_version, EVERY_NODE)
            self._whole = whole
        whole.out.clear()
        return whole

    def _enter(self, function: Function | None) -> None:
        if function is None or function is self._function:
            return
        slots = self._printer.slots
        known = self._locals.get(function)
        if known is None:
            slots.incorporate_function(function)
            self._locals[function] = slots.locals
        else:
            slots.locals = known
        self._function = function

    def _metadata_text(self, metadata: Metadata) -> str:
        printer = self._printer
        if not isinstance(metadata, MDNode) or isinstance(metadata, DIExpression):
            return printer.operands.metadata(metadata)
        body = printer.operands.node_body(metadata)
        reference = printer.slots.metadata.get(metadata)
        return body if reference is None else f"{reference} = {body}"

    def _value_text(self, value: Value) -> str:
        printer = self._printer
        self._enter(parent_function(value))
        if isinstance(value, Instruction):
            return printer.instructions.text(value)
        return printer.operands.typed(value)


def owning_function(things: Sequence[object]) -> Function | None:
    """Return the function that a failure is in: the function of the first object that is a function or is in one."""
    for thing in things:
        if isinstance(thing, Function):
            return thing
        if isinstance(thing, Value):
            function = parent_function(thing)
            if function is not None:
                return function
    return None
