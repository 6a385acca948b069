"""Reports that a module is broken, as LLVM's tools do and in the errors of the library; and the functions that are to blame."""

from __future__ import annotations

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import DebugRecord, MetadataAsValue, NamedMDNode
from pyllvm.ir.module import Module
from pyllvm.ir.types import StructType, Type
from pyllvm.ir.value import Value
from pyllvm.notation import TYPE_CHECKING, Final, Sequence, final
from pyllvm.terminal.messages import write_error

if TYPE_CHECKING:
    from pyllvm.verifier import Failure

BROKEN: Final = "LLVM ERROR: Broken module found, compilation aborted!\n"
NOT_CORRECT: Final = "assembly parsed, but does not verify as correct!"


class DoesNotFit(Exception):
    """The verifier of the LLVM as which a text is tried rejects the module."""


class Broken(Exception):
    """A module breaks rules of the verifier, which were written to standard error."""

    def __init__(self) -> None:
        super().__init__(BROKEN)


def write_failures(module: Module, failures: Sequence[Failure]) -> None:
    """Write the failures to standard error, as LLVM's verifier prints them."""
    # Imported only here: most modules have no failures.
    from pyllvm.findings.failure_text import failures_text

    write_error(failures_text(module, failures))


def broken(module: object, doing: str, fault: Exception) -> PyllvmError:
    """The error for an exception while a module, or a part of one, was `doing` ("printed", "written").

    It names what is wrong with the module, as `pyllvm.verify` does, or the exception if nothing else is known.
    """
    from pyllvm.verifier.structure import structure_failures

    notes: list[Diagnostic] = []
    if isinstance(module, Module):
        try:
            notes = [Diagnostic("note", failure.message) for failure in structure_failures(module)]
        except Exception:  # the check itself may fail on what is broken
            notes = []
    if notes:
        return PyllvmError(Diagnostic("error", f"the module cannot be {doing}: {notes[0].message}", notes=notes))
    reason = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
    return PyllvmError(Diagnostic("error", f"it cannot be {doing}, because it is broken: {reason}"))


@final
class Failing:
    """The functions by their numbers in the module, with their names, and the messages of the failures in order."""

    def __init__(self, module: Module, functions: Sequence[Function], failures: Sequence[Failure], types: Sequence[Type]) -> None:
        numbers = {function: number for number, function in enumerate(module.functions)}
        self.functions: Final = [(numbers[function], function.name) for function in functions]
        self.messages: Final = [failure.message for failure in failures]
        self.needs_all: Final = not are_shown_by_their_functions(failures, types)
        """Whether all functions have to be read again for the numbers in the text of the failures."""

    def found_in(self, module: Module) -> list[Function] | None:
        """These functions in another reading of the module; None if it does not have them."""
        functions = list(module.functions)
        found = [functions[number] for number, _ in self.functions if number < len(functions)]
        return found if [function.name for function in found] == [name for _, name in self.functions] else None


def are_shown_by_their_functions(failures: Sequence[Failure], types: Sequence[Type]) -> bool:
    """Whether the text of failures has no number that all functions of the module are needed for.

    Metadata, groups of attributes, and structs without names (among these `types`) are numbered from function to function.
    """
    if any(isinstance(type, StructType) and not type.is_literal and not type.name for type in types):
        return False
    return all(
        not failure.is_debug_info and all(map(_has_no_number, (*failure.objects, failure.subject))) for failure in failures
    )


def _has_no_number(thing: object) -> bool:
    if isinstance(thing, Instruction):
        if thing.debug_location is not None or thing.attachments or thing._debug_records:
            return False
        if isinstance(thing, CallBase) and thing.attributes is not None and thing.attributes.function:
            return False
        return not any(isinstance(operand, MetadataAsValue) for operand in thing.operands)
    if isinstance(thing, MetadataAsValue) or isinstance(thing, (DebugRecord, NamedMDNode, Module)):
        return False
    return thing is None or isinstance(thing, (str, Type, Value))
