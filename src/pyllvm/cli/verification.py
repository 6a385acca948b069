"""How the verifier is run on what was read, and how what it finds is said: as LLVM's readers and tools do."""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.printer import Printer
from pyllvm.assembly.slots import parent_function
from pyllvm.cli.tool import Tool, write_error
from pyllvm.diagnostics import Diagnostic
from pyllvm.diagnostics.diagnostic import Severity
from pyllvm.ir.debug_info import CURRENT_VERSION, debug_info_version, strip_debug_info
from pyllvm.ir.function import Instruction
from pyllvm.ir.metadata import DebugRecord, DIExpression, MDNode, Metadata, MetadataAsValue, NamedMDNode
from pyllvm.ir.module import Module
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.verifier import Failure, verify

NOT_CORRECT: Final = "assembly parsed, but does not verify as correct!"
BROKEN: Final = "LLVM ERROR: Broken module found, compilation aborted!"


@final
class ParserVerification:
    """The verifier as it is run while a text is read; and whether what was read may be used."""

    __slots__ = ("_filename", "_tool", "is_content")

    def __init__(self, tool: Tool, filename: str) -> None:
        self._tool = tool
        self._filename = filename
        self.is_content = True

    def check(self, module: Module) -> None:
        """Verify a module; one with no fault but in its debug information loses that, and is content."""
        self.is_content = verify_assembly(self._tool, module, self._filename)


def verify_assembly(tool: Tool, module: Module, filename: str) -> bool:
    """Whether a module that was parsed may be used; broken debug information alone is taken out of it, with a warning."""
    failures = verify(module)
    if not failures:
        return True
    is_broken = any(not failure.is_debug_info for failure in failures)
    # LLVM looks at debug information of its own version as it reads it, and its tools at the module later.
    is_current = debug_info_version(module) == CURRENT_VERSION
    if tool.form != "text":
        for failure in failures:
            severity: Severity = "warning" if failure.is_debug_info and is_current else "error"
            tool.report(Diagnostic(severity, failure.message, notes=_notes(module, failure)), filename)
    else:
        text = failures_text(module, failures)
        if not is_current:
            text = f"{tool.program}: {NOT_CORRECT}\n{text}"
        elif is_broken:
            text += BROKEN + "\n"
        write_error(text)
    if is_broken or not is_current:
        return False
    if tool.form == "text":
        write_error(f"warning: ignoring invalid debug info in {module.identifier}\n")
    strip_debug_info(module)
    # What is still there is an error.
    remaining = verify(module)
    if remaining:
        write_error(f"{tool.program}: {NOT_CORRECT}\n{failures_text(module, remaining)}")
    return not remaining


def failures_text(module: Module, failures: list[Failure]) -> str:
    """What LLVM's verifier prints: each message, and under it what it is about."""
    writer = _Writer(module)
    lines: list[str] = []
    for failure in failures:
        lines.append(failure.message + "\n")
        for thing in failure.objects:
            lines.append(writer.text(thing))
    return "".join(lines)


def _notes(module: Module, failure: Failure) -> list[Diagnostic]:
    writer = _Writer(module)
    texts = [writer.text(thing).strip() for thing in failure.objects]
    return [Diagnostic("note", text) for text in texts if text]


@final
class _Writer:
    """Writes pieces of one module under the numbers that they have in it."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._printer = Printer(module, module.llvm_version, True)

    def text(self, thing: object) -> str:
        """The text of one thing, with the end of its line (that of a type has none, as in LLVM)."""
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
            named = Printer(self._module, self._module.llvm_version, True)
            named.print_named_metadata(thing)
            return "".join(named.out) + "\n"
        if isinstance(thing, DebugRecord):
            return printer.instructions.debug_record(thing) + "\n"
        if isinstance(thing, Metadata):
            return self._metadata_text(thing) + "\n"
        if isinstance(thing, Value):
            return self._value_text(thing) + "\n"
        return f"{thing}\n"

    def _metadata_text(self, metadata: Metadata) -> str:
        printer = self._printer
        if not isinstance(metadata, MDNode) or isinstance(metadata, DIExpression):
            return printer.operands.metadata(metadata)
        body = printer.operands.node_body(metadata)
        number = printer.slots.metadata.get(metadata)
        return body if number is None else f"!{number} = {body}"

    def _value_text(self, value: Value) -> str:
        printer = self._printer
        if isinstance(value, MetadataAsValue):
            return self._metadata_text(value.metadata)
        function = parent_function(value)
        if function is not None:
            printer.slots.incorporate_function(function)
        if isinstance(value, Instruction):
            return printer.instructions.text(value)
        return printer.operands.typed(value)
