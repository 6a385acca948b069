"""The rules for calls of intrinsics: types and name must fit, and many intrinsics have rules of their own.

Source: `Verifier::visitIntrinsicCall`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import Constant
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.intrinsics.mismatch import mismatch_message
from pyllvm.ir.intrinsics.overloaded_names import mangled_intrinsic_name
from pyllvm.ir.intrinsics.signatures import ARGUMENT_MISMATCH, RETURN_MISMATCH, signature
from pyllvm.ir.metadata import MetadataAsValue
from pyllvm.ir.types import X86_AMX
from pyllvm.tables.intrinsic_names import PREFIX
from pyllvm.tables.intrinsic_versions import CHECKED_ALL_THE_SAME_UNTIL, CHECKED_AT_DECLARATION_SINCE, IMMEDIATE_ARGUMENTS_SINCE
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.verifier.debug_records import VARIABLE_INTRINSICS, verify_label_intrinsic, verify_variable_intrinsic
from pyllvm.verifier.intrinsic_rules import (
    accesses,
    code_generator,
    constrained,
    general,
    numbers,
    targets,
    vector_predication,
    vectors,
)
from pyllvm.verifier.intrinsic_rules.arguments import Rule
from pyllvm.verifier.metadata import visit_metadata_as_value
from pyllvm.verifier.state import Declaration, KnownIntrinsic, State

_RULES: Final[dict[str, Rule]] = {
    **numbers.RULES,
    **code_generator.RULES,
    **general.RULES,
    **accesses.RULES,
    **targets.RULES,
    **vector_predication.RULES,
    **vectors.RULES,
}


def verify_intrinsic_declaration(state: State, intrinsic: Function) -> bool:
    """Check the type and the name of an intrinsic, as LLVM does from 23 on even if nothing calls it (Verifier::visitFunction)."""
    if state.version < CHECKED_AT_DECLARATION_SINCE:
        return True
    known = _known(state, intrinsic)
    state.intrinsics[intrinsic] = known
    return not known.failure or state.fail(known.failure, Declaration(intrinsic))


def verify_intrinsic_call(state: State, intrinsic: Function, call: CallBase) -> None:
    """Check a call of an intrinsic."""
    known = state.intrinsics.get(intrinsic)
    if known is None:
        known = _known(state, intrinsic)
        state.intrinsics[intrinsic] = known
    if not known.is_intrinsic:
        return
    if state.version < CHECKED_AT_DECLARATION_SINCE and (not intrinsic.is_declaration or known.failure):
        state.fail(known.failure if intrinsic.is_declaration else "Intrinsic functions should never be defined!", intrinsic)
        return
    if state.version > CHECKED_ALL_THE_SAME_UNTIL and known.failure:
        return
    for index in range(call.argument_count):
        argument = call.operands[index]
        if isinstance(argument, MetadataAsValue):
            visit_metadata_as_value(state, argument)
        elif argument.type.kind == X86_AMX and isinstance(argument, Constant):
            state.fail("const x86_amx is not allowed in argument!")
            return
    name = known.name
    if call.function_type is not intrinsic.function_type:
        # The rules below apply to the intrinsic's arguments.
        return
    if name.startswith("dbg."):
        if name == "dbg.label":
            verify_label_intrinsic(state, call)
        elif name[4:] in VARIABLE_INTRINSICS:
            verify_variable_intrinsic(state, name[4:], call)
        return
    if state.version < IMMEDIATE_ARGUMENTS_SINCE and not general.verify_immediate_arguments(state, name, call):
        return
    try:
        if name.startswith(constrained.PREFIX):
            constrained.verify_constrained(state, name[len(constrained.PREFIX) :], call)
        elif name in _RULES:
            _RULES[name](state, call)
    except IndexError:
        # The declaration has too few arguments, which was reported. LLVM reads beyond their list.
        if not known.failure:
            raise


def has_rule(name: str) -> bool:
    """Whether the intrinsic with this name, given without types, has its own rules."""
    kind = name.removeprefix(PREFIX)
    return kind in _RULES or kind.startswith(constrained.PREFIX)


def _known(state: State, intrinsic: Function) -> KnownIntrinsic:
    name = intrinsic.name
    if not is_intrinsic(name, state.version):
        return KnownIntrinsic(False)
    expected = signature(name, state.version)
    if expected is None:
        return KnownIntrinsic(True)
    type = intrinsic.function_type
    match = expected.match(type)
    failure = ""
    if match.mismatch and state.version >= CHECKED_AT_DECLARATION_SINCE:
        failure = mismatch_message(expected, type, state.version) or "Intrinsic has invalid signature"
    elif match.mismatch == RETURN_MISMATCH:
        failure = "Intrinsic has incorrect return type!"
    elif match.mismatch == ARGUMENT_MISMATCH:
        failure = "Intrinsic has incorrect argument type!"
    elif match.mismatch:
        # LLVM reports missing arguments with this message as well.
        failure = (
            "Intrinsic was not defined with variable arguments!"
            if type.is_variadic
            else "Callsite was not defined with variable arguments!"
        )
    elif expected.is_overloaded:
        wanted = mangled_intrinsic_name(name, type, state.version, state.module)
        if wanted is not None and wanted != name:
            failure = f"Intrinsic name not mangled correctly for type arguments! Should be: {wanted}"
    return KnownIntrinsic(True, expected.name[len(PREFIX) :], failure)
