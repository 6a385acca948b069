"""Calls in funclets that do not name their funclet, which code generation then takes for unreachable.

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
    """Report calls in a funclet without its bundle."""
    personality = None if function.personality is None else strip_pointer_casts(function.personality)
    if not isinstance(personality, Function) or personality.name not in _PERSONALITIES:
        return
    for block, colors in color_funclets(function).items():
        pad = first_instruction(colors[0])
        if len(colors) != 1 or not isinstance(pad, FuncletPadInst):
            continue
        for instruction in block.instructions:
            if isinstance(instruction, CallBase) and _wants_bundle(instruction):
                if not any(bundle.tag == "funclet" for bundle in instruction.bundles or ()):
                    message = "a call in a funclet has no funclet bundle: LLVM treats it as unreachable"
                    linter.report("funclet-bundle", message, instruction, pad)


def _wants_bundle(call: CallBase) -> bool:
    """Whether a call may become one of a function."""
    if isinstance(call.callee, InlineAsm):
        return False
    callee = call.called_function
    return callee is None or not callee.name.startswith("llvm.")
