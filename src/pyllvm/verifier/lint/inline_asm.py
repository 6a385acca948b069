"""Inline assembly: constraints that the target does not have, and combinations of constraints that LLVM's back ends refuse.

Source: the chapter "Inline Assembler Expressions" of the language document. LLVM reports these only in its back ends; where it
does, the words are the same.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import InlineAsm
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.target.asm_constraints import CLOBBER, INPUT, OUTPUT, AsmConstraint, parse_constraints
from pyllvm.ir.types import POINTER
from pyllvm.tables.inline_asm_constraints import (
    ELEMENT_TYPES_SINCE,
    GENERIC_IMMEDIATES,
    MEMORY,
    NO_CONTRACTIONS_SINCE,
    REGISTER,
    UNLIKE_TIES_SINCE,
)
from pyllvm.tables.inline_asm_registers import FLAG_OUTPUT, clobber_names, operand_registers
from pyllvm.verifier.lint.asm_operands import AsmCall, AsmOperand, no_register
from pyllvm.verifier.lint.asm_template import check_template
from pyllvm.verifier.lint.asm_values import check_values
from pyllvm.verifier.lint.findings import Linter

_DIGITS: Final = "0123456789"


def check_inline_asm(linter: Linter, call: CallBase, assembly: InlineAsm) -> None:
    """Check a call of inline assembly."""
    constraints = parse_constraints(assembly.constraints, linter.version)
    if constraints is None:
        return
    asm = AsmCall(linter, call, assembly, constraints)
    _check_codes(asm)
    _check_registers(asm)
    check_values(asm)
    _check_ties(asm)
    _check_indirect(asm)
    _check_clobbers(asm)
    _check_alternatives(asm)
    check_template(asm)


def _codes(constraint: AsmConstraint) -> list[str]:
    """Return the codes of all alternatives, without references to outputs, and without white space, which LLVM never chooses."""
    return [code for codes in constraint.codes for code in codes if code[:1] not in _DIGITS and not code.isspace()]


def _is_physical(code: str) -> bool:
    return code.startswith("{")


def _check_codes(asm: AsmCall) -> None:
    """Section "Supported Constraint Code List"."""
    for operand in asm.operands if asm.kinds else []:
        for code in _codes(operand.constraint):
            if code not in asm.kinds and not _is_physical(code):
                words = "invalid operand for inline asm constraint" if code in GENERIC_IMMEDIATES else "unknown asm constraint"
                message = f"{words} '{code}' (constraint {operand.number}, {asm.family})"
                asm.linter.report("asm-constraint", message, asm.call)


def _check_registers(asm: AsmCall) -> None:
    """Section "Supported Constraint Code List", `{register-name}`: the target has the register."""
    names = operand_registers(asm.family, asm.architecture)
    for operand in asm.operands if names else []:
        for code in _codes(operand.constraint):
            name = code[1:-1].lower()
            if _is_physical(code) and name not in names and not name.startswith(FLAG_OUTPUT):
                message = f"{no_register(asm, operand, code)}: {asm.architecture} has no such register"
                asm.linter.report("asm-register", message, asm.call)


def _places(asm: AsmCall, constraint: AsmConstraint) -> set[str]:
    return {asm.kinds.get(code, REGISTER if _is_physical(code) else "") for code in _codes(constraint)}


def _check_ties(asm: AsmCall) -> None:
    """Section "Input constraints": an input is tied to a register, of the same type."""
    by_number = {operand.number: operand for operand in asm.operands}
    for output in asm.operands:
        if output.constraint.kind != OUTPUT:
            continue
        for tied in output.constraint.matching_inputs:
            if tied < 0:
                continue
            if _places(asm, output.constraint) == {MEMORY}:
                message = f"an input is tied to output {output.number}, which is not a register"
                asm.linter.report("asm-tie", message, asm.call)
            elif tied in by_number and len(output.constraint.matching_inputs) == 1:
                _check_tie(asm, output, by_number[tied])


def _check_tie(asm: AsmCall, output: AsmOperand, tied: AsmOperand) -> None:
    if tied.constraint.is_indirect:
        verb = "don't know how to" if asm.linter.version < NO_CONTRACTIONS_SINCE else "cannot"
        message = f"inline asm not supported yet: {verb} handle tied indirect register inputs"
        asm.linter.report("asm-tie", message, asm.call)
        return
    first, second = output.type, tied.type
    if first is None or second is None or asm.linter.version >= UNLIKE_TIES_SINCE or first.is_aggregate or second.is_aggregate:
        return
    if first.is_floating_point_or_vector != second.is_floating_point_or_vector:
        message = "Unsupported asm: input constraint with a matching output constraint of incompatible type!"
        asm.linter.report("asm-tie", message, asm.call)


def _check_indirect(asm: AsmCall) -> None:
    """Section "Indirect inputs and outputs"."""
    for operand in asm.operands:
        constraint = operand.constraint
        if not constraint.is_indirect:
            continue
        if operand.argument is not None and operand.argument.type.kind != POINTER:
            # The verifier's own rule, in its words, for the versions whose verifier does not have it.
            if asm.linter.version < ELEMENT_TYPES_SINCE:
                asm.linter.report("asm-indirect", "Operand for indirect constraint must have pointer type", asm.call)
        elif constraint.kind == INPUT and _places(asm, constraint) == {REGISTER}:
            verb = "Don't know how to" if asm.linter.version < NO_CONTRACTIONS_SINCE else "cannot"
            message = f"{verb} handle indirect register inputs yet for constraint '{''.join(_codes(constraint))}'"
            asm.linter.report("asm-indirect", message, asm.call)


def _check_clobbers(asm: AsmCall) -> None:
    """Section "Clobber constraints"."""
    outputs: set[str] = set()
    for constraint in asm.constraints:
        if constraint.kind == OUTPUT:
            outputs.update([code for code in _codes(constraint) if _is_physical(code)])
    names = clobber_names(asm.family)
    for constraint in asm.constraints:
        if constraint.kind != CLOBBER:
            continue
        for code in _codes(constraint):
            if not _is_physical(code):
                asm.linter.report("asm-clobber", f"a clobber must name a register, not the constraint code '{code}'", asm.call)
            elif code in outputs:
                asm.linter.report("asm-clobber", f"register {code} is both an output and clobbered", asm.call)
            elif names and code[1:-1].lower() not in names:
                asm.linter.report("asm-register", f"the clobber '{code}' names no register of {asm.family}", asm.call)


def _check_alternatives(asm: AsmCall) -> None:
    """Section "Constraint Codes": every constraint has as many alternatives as the others.

    An input that is tied to an output has the output's alternatives: Clang writes only the number.
    """
    untied = [constraint for constraint in asm.constraints if constraint.kind in (INPUT, OUTPUT) and _codes(constraint)]
    counts = {len(constraint.codes) for constraint in untied}
    if len(counts) > 1:
        asm.linter.report("asm-alternatives", "the constraints have different numbers of alternatives", asm.call)
