"""Passes: functions that change a module as the passes of LLVM's opt with these names do.

Each takes a module and returns whether it changed it. `run_passes` runs several in turn, by their names or as functions. As in
opt, functions that are `optnone` stay as they are. Each raises TypeError for what is not a module.
"""

from __future__ import annotations

import time

from pyllvm.diagnostics import PyllvmError
from pyllvm.editing.constructors import drop_empty_constructors
from pyllvm.editing.demotion import demote_values
from pyllvm.editing.promotion import promote_allocas
from pyllvm.editing.small_passes import break_critical_edges, delete_dead_instructions, merge_returns, name_instructions
from pyllvm.editing.switch_lowering import lower_switches
from pyllvm.ir.function import Function
from pyllvm.ir.misuse import check_module
from pyllvm.ir.module import Module
from pyllvm.library.editing import delete_dead_globals
from pyllvm.library.pipelines import parse_pipeline
from pyllvm.library.stripping import strip
from pyllvm.library.verification import verify
from pyllvm.notation import TYPE_CHECKING, Callable, Final, final

if TYPE_CHECKING:
    from collections.abc import Sequence

_VERIFY: Final = "verify"
# As in LLVM, passes leave functions with this attribute alone.
_SKIPPED: Final = "optnone"


def break_crit_edges(module: Module) -> bool:
    """Put a block on each edge that is critical: its source has several successors, and its target several predecessors."""
    return _over_functions(module, lambda module, function: break_critical_edges(function))


def dce(module: Module) -> bool:
    """Delete instructions that have no effect and whose results are not used."""
    return _over_functions(module, lambda module, function: delete_dead_instructions(function))


def globaldce(module: Module) -> bool:
    """Delete functions, variables, aliases and ifuncs that nothing outside the module can see and nothing inside it uses."""
    check_module(module, "a pass")
    module.materialize()
    changed = drop_empty_constructors(module)
    return delete_dead_globals(module) > 0 or changed


def instnamer(module: Module) -> bool:
    """Name the arguments, blocks and results that have no names."""
    return _over_functions(module, lambda module, function: name_instructions(function))


def lowerswitch(module: Module) -> bool:
    """Replace each switch by comparisons and branches, which search for the case."""
    return _over_functions(module, lower_switches)


def mem2reg(module: Module) -> bool:
    """Replace variables on the stack that are only loaded and stored by values and phis."""
    return _over_functions(module, promote_allocas)


def mergereturn(module: Module) -> bool:
    """Leave each function at most one block that returns, and at most one block that ends in unreachable."""
    return _over_functions(module, lambda module, function: merge_returns(function))


def reg2mem(module: Module) -> bool:
    """Replace phis, and values that other blocks use, by variables on the stack."""
    return _over_functions(module, demote_values)


def _over_functions(module: Module, change: Callable[[Module, Function], bool]) -> bool:
    check_module(module, "a pass")
    changed = False
    for function in module.functions:
        attributes = function.attributes
        if function.blocks and (attributes is None or _SKIPPED not in attributes.function):
            changed = change(module, function) or changed
    return changed


def _nothing(module: Module) -> bool:
    return False


# The passes that work on one function after the other, by LLVM's names.
_OF_FUNCTIONS: Final[dict[str, Callable[[Module], bool]]] = {
    "break-crit-edges": break_crit_edges,
    "dce": dce,
    "instnamer": instnamer,
    "lower-switch": lowerswitch,
    "lowerswitch": lowerswitch,
    "mem2reg": mem2reg,
    "reg2mem": reg2mem,
    "mergereturn": mergereturn,
    "no-op-function": _nothing,
    _VERIFY: _nothing,
}
_OF_MODULES: Final[dict[str, Callable[[Module], bool]]] = {"globaldce": globaldce, "no-op-module": _nothing, _VERIFY: _nothing}
# The steps of `strip` that are passes of opt; these do not say whether they changed something, and so count as changes.
_STEPS: Final = ("strip", "strip-dead-debug-info", "strip-dead-prototypes", "strip-nondebug")
FUNCTION_PASSES: Final = tuple(_OF_FUNCTIONS)
MODULE_PASSES: Final = (*_OF_MODULES, *_STEPS)


@final
class PassRun:
    """One run of a pass, as `run_passes` returns it."""

    __slots__ = ("changed", "name", "seconds")

    def __init__(self, name: str, changed: bool, seconds: float) -> None:
        self.name = name
        """The name of the pass; of a function of the caller, its own."""
        self.changed = changed
        """Whether the pass changed the module."""
        self.seconds = seconds
        """The time that it took."""

    def __repr__(self) -> str:
        return f"<PassRun {self.name}: {'changed' if self.changed else 'unchanged'}, {self.seconds:.3f} s>"


def run_passes(
    module: Module, passes: str | Sequence[str | Callable[[Module], bool]], *, verify_each: bool = False
) -> list[PassRun]:
    """Run `passes` over a module in turn, and return what each of them did.

    They are a text as for opt's -passes, such as "mem2reg,dce" or "globaldce,function(mem2reg,dce)", or a list of names and
    functions: a function gets the module, and returns whether it changed it. As in opt, functions that are `optnone` stay as
    they are. The names are break-crit-edges, dce, globaldce, instnamer, lowerswitch (which is lower-switch in newer releases),
    mem2reg, mergereturn, reg2mem, strip, strip-dead-debug-info, strip-dead-prototypes, strip-nondebug, verify, and
    no-op-function and no-op-module, which do nothing. With `verify_each`, the module is verified after each pass that changed
    it. Raises PyllvmError for a name that is not known, and if the module is not valid then.
    """
    check_module(module, "run_passes")
    wanted: list[str | Callable[[Module], bool]] = []
    for given in [passes] if isinstance(passes, str) else passes:
        if isinstance(given, str):
            wanted.extend(parse_pipeline(given, FUNCTION_PASSES, MODULE_PASSES))
        else:
            wanted.append(given)
    runs: list[PassRun] = []
    for one in wanted:
        name = one if isinstance(one, str) else getattr(one, "__name__", repr(one))
        start = time.perf_counter()
        changed = _run(module, one)
        runs.append(PassRun(name, changed, time.perf_counter() - start))
        if one == _VERIFY or (verify_each and changed):
            _check(module, name)
    return runs


def _run(module: Module, one: str | Callable[[Module], bool]) -> bool:
    if not isinstance(one, str):
        return bool(one(module))
    if one in _STEPS:
        strip(module, [one])
        return True
    return (_OF_FUNCTIONS.get(one) or _OF_MODULES[one])(module)


def _check(module: Module, name: str) -> None:
    faults = [one for one in verify(module) if one.severity == "error"]
    if faults:
        raise (
            PyllvmError(faults[0], faults[1:])
            if name == _VERIFY
            else PyllvmError(f"the module is not valid after {name}: {faults[0].message}")
        )
