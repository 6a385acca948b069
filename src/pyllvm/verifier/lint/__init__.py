"""Rules beyond LLVM's verifier: `lint(module)` reports code that LLVM accepts but that is probably a mistake."""

from __future__ import annotations

from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.tables.lint_rules import RULES as RULES
from pyllvm.tables.qir_functions import ENTRY_POINT
from pyllvm.verifier.lint.attachments import check_global_attachments, check_instruction_attachments
from pyllvm.verifier.lint.debug_info import check_debug_expressions, check_debug_function, check_debug_nodes, check_debug_version
from pyllvm.verifier.lint.findings import Finding as Finding
from pyllvm.verifier.lint.findings import Linter
from pyllvm.verifier.lint.loops import check_latches
from pyllvm.verifier.lint.mismatched_calls import check_call
from pyllvm.verifier.lint.module_flags import check_module_flags
from pyllvm.verifier.lint.qir import check_qir
from pyllvm.verifier.lint.target import (
    check_global_values,
    check_opaque_operands,
    check_opaque_parameters,
    check_opaque_variables,
    check_target,
)
from pyllvm.verifier.lint.unreached_code import check_control_flow, check_funclets, check_function
from pyllvm.verifier.lint.wrong_accesses import check_arithmetic, check_memory
from pyllvm.verifier.lint.wrong_attributes import (
    check_attribute_values,
    check_call_attributes,
    check_pointer_attributes,
    check_promises,
)


def lint(module: Module) -> list[Finding]:
    """Return what is probably a mistake in a module that the verifier accepts, in the module's order."""
    linter = Linter(module)
    for rule, message, thing in module.context.reading_notes or []:
        # A call that became a debug record has lost its operands.
        is_gone = isinstance(thing, CallBase) and not thing.operands
        if not is_gone and linter.is_new(rule, thing):
            linter.report(rule, message, thing)
    check_target(linter)
    check_module_flags(linter)
    check_debug_version(linter)
    check_debug_nodes(linter)
    check_debug_expressions(linter)
    check_global_values(linter)
    check_opaque_variables(linter)
    for variable in module.global_variables:
        check_global_attachments(linter, variable)
    for function in module.functions:
        if function.blocks and function.attributes is not None and ENTRY_POINT in function.attributes.function:
            check_qir(linter, function)
        check_global_attachments(linter, function)
        check_attribute_values(linter, function)
        check_pointer_attributes(linter, function)
        if function.blocks:
            _lint_body(linter, function)
    return linter.findings


def _lint_body(linter: Linter, function: Function) -> None:
    check_function(linter, function)
    check_debug_function(linter, function)
    check_promises(linter, function)
    check_funclets(linter, function)
    check_latches(linter, function)
    check_opaque_parameters(linter, function)
    for block in function.blocks:
        before: Instruction | None = None
        for instruction in block.instructions:
            check_memory(linter, instruction)
            check_opaque_operands(linter, instruction)
            check_arithmetic(linter, instruction)
            check_control_flow(linter, instruction, before)
            if isinstance(instruction, CallBase):
                check_call(linter, instruction)
                check_call_attributes(linter, instruction)
                check_pointer_attributes(linter, instruction)
            check_instruction_attachments(linter, instruction)
            before = instruction
