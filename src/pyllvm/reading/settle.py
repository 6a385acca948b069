"""Drops what LLVM drops from a module after reading it: broken metadata, and debug information of another version.

Every command that reads modules calls these functions and only words the result. Bodies that are read later are settled
when they are read, as in LLVM. The verifier is imported only if it is needed; for most small modules it is not.
"""

from __future__ import annotations

from pyllvm.diagnostics import Diagnostic
from pyllvm.ir.debug_info.debug_info import (
    CURRENT_VERSION,
    LoopStripper,
    debug_info_version,
    strip_debug_info,
    strip_function_debug_info,
    strip_functions_debug_info,
    strip_other_debug_info,
)
from pyllvm.ir.debug_info.debug_intrinsics import remove_unused_declarations
from pyllvm.ir.function import Function
from pyllvm.ir.module import Module
from pyllvm.notation import TYPE_CHECKING, Callable, Final, Sequence, final
from pyllvm.tables.features import DEBUG_RECORDS_SINCE
from pyllvm.tables.intrinsic_names import DEBUG_INTRINSICS
from pyllvm.versions import OLDEST, llvm_version_of_producer

if TYPE_CHECKING:
    from pyllvm.verifier import Failure
    from pyllvm.verifier.state import State

    Report = Callable[[Sequence[Failure]], None]
    """Receives the verifier's failures before the broken metadata is dropped."""


@final
class Settled:
    """The result of settling a module's debug information."""

    __slots__ = ("failures", "is_verified", "warning")

    def __init__(self, failures: Sequence[Failure], is_verified: bool, warning: Diagnostic | None) -> None:
        self.failures = failures
        """The verifier's failures, from before anything was dropped."""
        self.is_verified = is_verified
        """Whether the verifier has seen the module as it is now.

        LLVM verifies on reading only if the debug information is of its own version, and not again after it drops that.
        """
        self.warning = warning
        """The reason why debug information was dropped; None if it was kept."""

    @property
    def is_broken(self) -> bool:
        """Whether more than debug information is broken. LLVM's tools end here, and the module is not changed."""
        return any(not failure.is_debug_info for failure in self.failures)


def settle_bitcode(module: Module, report: Report | None = None, *, leaves_bodies: bool = False) -> Settled:
    """Settle a module of bitcode: its `!tbaa`, then its debug information.

    With `leaves_bodies`, bodies are not verified: LLVM would not have read them yet.

    Modules of an LLVM older than the oldest known one, or of a producer with version numbers of its own, are not verified:
    LLVM upgrades their debug information first, which is not done here.
    """
    settle_access_tags(module)
    producer = llvm_version_of_producer(module.producer)
    if producer is None or producer < OLDEST:
        return Settled((), False, drop_other_debug_info(module))
    return settle_debug_info(module, report, leaves_bodies=leaves_bodies)


def settle_debug_info(
    module: Module,
    report: Report | None = None,
    *,
    checks_scope_domination: bool = False,
    unifies_types: bool = False,
    keeps_module: bool = False,
    leaves_bodies: bool = False,
    only: Sequence[Function] | None = None,
) -> Settled:
    """Drop debug information that is of another version, or if only it is broken (UpgradeDebugInfo).

    The module is verified only if its debug information is of LLVM's own version; `report` receives the failures. With
    `keeps_module`, nothing is dropped. `checks_scope_domination`, `unifies_types`, `leaves_bodies` and `only` are
    passed to the verifier.
    """
    if debug_info_version(module) != CURRENT_VERSION:
        return Settled((), False, None if keeps_module else drop_other_debug_info(module))
    from pyllvm.verifier.module import NO_BODIES, READ_BODIES, verify

    # Bodies that are not read yet are not verified, as in LLVM.
    failures = verify(
        module,
        NO_BODIES if leaves_bodies else READ_BODIES,
        checks_scope_domination=checks_scope_domination,
        unifies_types=unifies_types,
        only=only,
    )
    settled = Settled(failures, True, None)
    if not failures:
        return settled
    if report is not None:
        report(failures)
    if not settled.is_broken and not keeps_module:
        _strip_debug_info(module)
        settled.is_verified = False
        settled.warning = Diagnostic("warning", f"ignoring invalid debug info in {module.identifier}")
    return settled


def drop_other_debug_info(module: Module) -> Diagnostic | None:
    """Drop debug information of a version other than LLVM's own, and return the warning; None if there was none."""
    version = debug_info_version(module)
    if version == CURRENT_VERSION or not _strip_debug_info(module):
        return None
    return other_version_warning(module, version)


def _strip_debug_info(module: Module) -> bool:
    """Strip debug information; returns whether there was any outside of bodies that are read later."""

    def settle_body(function: Function) -> None:
        strip_function_debug_info(module, function)

    is_changed = strip_debug_info(module, reads_bodies=False)
    is_whole = True
    for function in module.functions:
        if not function.is_materialized:
            is_whole = False
            function._settle_when_read(settle_body)
    if is_whole and module.llvm_version >= DEBUG_RECORDS_SINCE:
        # Calls that could not become records are gone only now.
        remove_unused_declarations(module)
    return is_changed


def settle_access_tags(module: Module, report: Report | None = None) -> bool:
    """Drop all `!tbaa` of a module of bitcode if one of its access tags is broken (BitcodeReader::materialize).

    At the first body that has a broken tag, all tags of the module are dropped, and later bodies lose theirs when they are read.
    Returns whether tags have been dropped so far; `report` first receives the failures.
    """
    tags = AccessTags(module, report)
    tags.settle([function for function in module.functions if function.is_materialized])
    for function in module.functions:
        if not function.is_materialized:
            function._settle_when_read(tags.settle_body)
    return tags.are_dropped


@final
class AccessTags:
    """The `!tbaa` of one module, whose bodies may be read one by one."""

    def __init__(self, module: Module, report: Report | None) -> None:
        self._module = module
        self._report = report
        # The results of earlier bodies, whose tags later ones have as well; made for the first tags.
        self._state: State | None = None
        self.are_dropped = False

    def settle_body(self, function: Function) -> None:
        self.settle([function])

    def settle(self, functions: Sequence[Function]) -> None:
        """Check the tags of functions whose bodies were just read."""
        if not any(function.has_attached("tbaa") for function in functions):
            return
        from pyllvm.verifier.tbaa import has_broken_access_tags, strip_access_tags

        if self.are_dropped:
            strip_access_tags(functions)
            return
        if self._state is None:
            from pyllvm.verifier.state import State

            self._state = State(self._module)
        if has_broken_access_tags(self._module, functions, self._state):
            self.are_dropped = True
            if self._report is not None:
                self._report(self._state.failures)
            strip_access_tags([function for function in self._module.functions if function.is_materialized])


@final
class DroppedDebugInfo:
    """Does in parts what `settle.drop_other_debug_info` does to a whole module."""

    def __init__(self, module: Module, *, is_divided: bool = True) -> None:
        """Drop what is in no function. A module that `drops_declarations` may not be divided."""
        self._module: Final = module
        self._version: Final = debug_info_version(module)
        self._applies: Final = self._version != CURRENT_VERSION
        self._loops: Final = LoopStripper(module.context, module.llvm_version)
        self.is_changed = False
        """Whether there was any."""
        self._drops_declarations: Final = not is_divided and drops_declarations(module)
        if self._applies:
            self.is_changed = strip_other_debug_info(module)

    def part(self, functions: Sequence[Function]) -> None:
        """Drop what is in functions whose bodies have been read."""
        if self._applies and strip_functions_debug_info(self._module, functions, self._loops):
            self.is_changed = True
        if self._drops_declarations:
            remove_unused_declarations(self._module)

    def finish(self) -> Diagnostic | None:
        """The warning that something was dropped, after all parts."""
        return other_version_warning(self._module, self._version) if self.is_changed else None


def drops_declarations(module: Module, newer: int | None = None) -> bool:
    """Whether debug intrinsics are dropped, after debug information, unless a call stays; LLVM may be `newer` than the module."""
    version = module.llvm_version if newer is None else newer
    return (
        version >= DEBUG_RECORDS_SINCE
        and any(module.get(name) is not None for name in DEBUG_INTRINSICS)
        and debug_info_version(module) != CURRENT_VERSION
    )


def other_version_warning(module: Module, version: int) -> Diagnostic:
    """The warning that debug information of this version was dropped."""
    return Diagnostic("warning", f"ignoring debug info with an invalid version ({version}) in {module.identifier}")
