"""Calls that do not name the funclet that they are in, which code generation then takes for unreachable.

Sources: the language document's section "Funclet Operand Bundles", `WinEHPrepare::removeImplausibleInstructions`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.ir.constants import InlineAsm
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, FuncletPadInst
from pyllvm.verifier.exceptions import first_instruction
from pyllvm.verifier.funclets import color_funclets
from pyllvm.verifier.lint.findings import Linter

# The personalities whose handlers are functions of their own in the object file.
_PERSONALITIES: Final = frozenset(
    ("_except_handler3", "_except_handler4", "__C_specific_handler", "__CxxFrameHandler3", "ProcessCLRException")
)


def check_funclets(linter: Linter, function: Function) -> None:
    """Report calls whose bundle does not name their funclet."""
    personality = None if function.personality is None else strip_pointer_casts(function.personality)
    if not isinstance(personality, Function) or personality.name not in _PERSONALITIES:
        return
    for block, colors in color_funclets(function).items():
        if len(colors) != 1:
            continue
        first = first_instruction(colors[0])
        pad = first if isinstance(first, FuncletPadInst) else None
        for instruction in block.instructions:
            if isinstance(instruction, CallBase) and _wants_bundle(instruction):
                _check_call(linter, instruction, pad)


def _check_call(linter: Linter, call: CallBase, pad: FuncletPadInst | None) -> None:
    """Check the bundle of a call in the funclet of `pad`, or outside of all funclets."""
    named = next((call.operands[bundle.begin] for bundle in call.bundles or () if bundle.tag == "funclet"), None)
    if named is pad:
        return
    if named is None:
        message = "a call in a funclet has no funclet bundle: LLVM treats it as unreachable"
        linter.report("funclet-bundle", message, call, pad)
    else:
        message = "a call names a funclet that it is not in: LLVM treats it as unreachable"
        linter.report("funclet-bundle", message, call, named)


def _wants_bundle(call: CallBase) -> bool:
    """Whether a call may become one of a function."""
    if isinstance(call.callee, InlineAsm):
        return False
    callee = call.called_function
    return callee is None or not callee.is_intrinsic
