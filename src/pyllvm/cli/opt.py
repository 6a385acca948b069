"""``pyllvm opt``: runs passes over a module, as LLVM's opt does, of those that pyllvm has."""

from __future__ import annotations

from pyllvm.cli.changed_module import OneModule, run_on_one_module
from pyllvm.cli.command import LLVMCommand, Manual
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.options import alias, flag, one_input, values
from pyllvm.cli.program import main_of
from pyllvm.cli.run import Run
from pyllvm.cli.tables.changed_module import DisablingOptions, ModuleOptions
from pyllvm.diagnostics import PyllvmError
from pyllvm.library.pipelines import ORDER_OF_OPT, parse_pipeline
from pyllvm.notation import TYPE_CHECKING, Final, final
from pyllvm.passes import FUNCTION_PASSES, MODULE_PASSES, run_passes
from pyllvm.reading.wished_changes import refuse_unknown_architecture
from pyllvm.terminal.messages import write_error

if TYPE_CHECKING:
    from pyllvm.passes import PassRun

_REFUSED: Final = dict.fromkeys(
    ("O0", "O1", "O2", "O3", "Os", "Oz"), "pyllvm has no optimization pipelines: name passes with --passes"
)
_VERIFY: Final = "verify"
_LINE: Final = "===" + "-" * 73 + "==="


def opt(options: OptOptions) -> int:
    """Run the command and return its exit status."""
    passes = _passes(options)
    return run_on_one_module(Run(command, options), options.file, "running passes on", lambda run: _opt(run, passes, options))


def _passes(options: OptOptions) -> list[str]:
    """The passes in their order. UsageError if the text of one pipeline is wrong."""
    found: list[str] = []
    for text in options.passes:
        try:
            found.extend(parse_pipeline(text, FUNCTION_PASSES, MODULE_PASSES, ORDER_OF_OPT))
        except PyllvmError as error:
            raise UsageError(str(error)) from None
    return found


def _opt(run: Run, passes: list[str], options: OptOptions) -> None:
    run.wishes.unifies_types = run.wishes.gives_layout = True
    one = OneModule(run, options.file, "to run passes on it")
    module = one.module
    one.settle(module)
    if not options.disable_verify:
        one.verify(module)
    refuse_unknown_architecture(module)
    runs: list[PassRun] = []
    for name in passes:
        if name == _VERIFY:
            one.verify(module)
        else:
            runs.extend(run_passes(module, [name], verify_each=options.verify_each))
    if not options.disable_verify and any(one.changed for one in runs):
        one.verify_made(module)
    if options.time_passes:
        write_error(_report(runs))
    one.bring_down(module)
    if not options.disable_output:
        one.write(module, options, options.output or "-")
    run.write_losses()


def _report(runs: list[PassRun]) -> str:
    """The times of the passes, the slowest first, in the form of LLVM's report."""
    seconds: dict[str, float] = {}
    for one in runs:
        seconds[one.name] = seconds.get(one.name, 0.0) + one.seconds
    total = sum(seconds.values())
    title = "Pass execution timing report"
    lines = [_LINE, title.center(len(_LINE)).rstrip(), _LINE]
    lines += [f"  Total Execution Time: {total:.4f} seconds ({total:.4f} wall clock)", "", "   ---Wall Time---  --- Name ---"]
    for name in sorted(seconds, key=lambda one: -seconds[one]):
        share = 100 * seconds[name] / total if total else 0.0
        lines.append(f"  {seconds[name]:8.4f} ({share:5.1f}%)  {name}")
    lines += [f"  {total:8.4f} (100.0%)  Total", "", ""]
    return "\n".join(lines)


_MANUAL: Final = Manual(
    description=(
        "Runs passes over a module, and writes what it becomes: its text is the same, byte for byte, as opt of the chosen LLVM "
        "version prints. --passes takes names, separated by commas and nested as in opt: function(mem2reg,dce) or "
        "module(globaldce,function(dce)). The passes are small ones, such as mem2reg, reg2mem, lowerswitch, dce, globaldce, "
        "instnamer, mergereturn, break-crit-edges and strip; for another one, the error lists all. The module is verified "
        "first and at the end. The input is text or bitcode, which may also be inside an object, an archive or another "
        "container, and 'lib.a(x.o)' names a member. Without -o the bitcode goes to standard output."
    ),
    examples=[
        ("pyllvm-opt -passes=mem2reg,dce module.bc -o changed.bc", "promote local variables, and delete dead instructions"),
        ("pyllvm-opt -S -p 'globaldce,function(instnamer)' module.ll", "print the module with names, and without dead globals"),
        ("pyllvm-opt -passes=mem2reg --verify-each --time-passes module.bc -o new.bc", "verify after the pass, and show times"),
    ],
    common=("o", "S", "passes", "verify-each", "time-passes"),
    refused=_REFUSED,
)


@final
class OptOptions(ModuleOptions, DisablingOptions):
    """The options of the command."""

    passes: list[str] = values("passes", "passes", "Passes to run, such as mem2reg,dce or function(mem2reg,dce)")
    p: list[str] = alias("passes", values("p", "passes", "Alias for --passes"))
    verify_each: bool = flag("verify-each", "Verify the module after each pass that changed it")
    time_passes: bool = flag("time-passes", "Print the time of each pass on standard error")
    file: str = one_input("input .ll or .bc file")


command = LLVMCommand("opt", OptOptions, opt, "llvm optimizer: runs passes over a module", manual=_MANUAL)

main = main_of(command)

if __name__ == "__main__":
    main()
