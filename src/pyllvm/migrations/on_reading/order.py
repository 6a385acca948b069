"""The one list of the upgrades that LLVM makes in every module that it reads, its own included, in their order.

Bitcode, text and modules that are brought to another version run the same rows, except that each row says who runs it. A row
`begin`s with what is in no body, goes on with bodies, all or some of them (`part`), and is `finish`ed when all bodies have been.
Whatever few modules need is imported by the row.

LLVM's places: `begin` is BitcodeReader's globalCleanup, `part` its materialize, and `finish` its materializeModule; for text, all
is in LLParser's validateEndOfModule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias, final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.debug_info.debug_intrinsics import (
    drop_defined_intrinsics,
    drop_unused_declarations,
    drop_value_offsets,
    make_debug_records,
    remove_unused_declarations,
)
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.intrinsics.intrinsic_attributes import set_intrinsic_attributes
from pyllvm.ir.intrinsics.overloaded_names import remangle_intrinsics
from pyllvm.ir.metadata import DebugRecord, MDNode
from pyllvm.ir.module import Module
from pyllvm.migrations.on_reading.data_layout import checked_data_layout
from pyllvm.migrations.on_reading.module_flags import add_linker_options, upgrade_branch_protection, upgrade_module_flags
from pyllvm.migrations.on_reading.older_attributes import (
    upgrade_denormal_modes,
    upgrade_functions,
    upgrade_implicit_sections,
    upgrade_own,
    upgrade_sections,
)
from pyllvm.migrations.on_reading.typed_pointers import drop_local_storage, upgrade_tail_casts
from pyllvm.tables.features import DEBUG_RECORDS_SINCE
from pyllvm.tables.intrinsic_names import UNITS
from pyllvm.tables.module_flags import ARC_MARKER, ARC_USE
from pyllvm.tables.reading_versions import RECORDS_BEFORE_CHECK_SINCE
from pyllvm.tables.target_versions import wrong_target_parameters

if TYPE_CHECKING:
    from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade

Change: TypeAlias = "Callable[[Module, int], None]"
Begin: TypeAlias = "Callable[[OnReading], None]"
Part: TypeAlias = "Callable[[OnReading, Sequence[Function]], None]"

_ANNOTATIONS: Final = "nvvm.annotations"
_CFI_FUNCTIONS: Final = "cfi.functions"
# Intrinsics of targets may be replaced although they exist.
_TARGETS: Final = ("llvm.aarch64.", "llvm.amdgcn.", "llvm.arm.", "llvm.nvvm.", "llvm.riscv.", "llvm.x86.")
# The targets whose functions say how their branches are protected.
_BRANCH_PROTECTION: Final = ("aarch64", "arm", "thumb", "xscale")

# Who runs a row. A reader of bitcode is of the module's own version (`CURRENT`), or newer: it leaves the rows that depend on
# the version for the upgrade to its version (`BROUGHT`), after the changes of the language.
CURRENT: Final = 1
NEWER: Final = 2
BROUGHT: Final = 4
TEXT: Final = 8


@final
class OnReading:
    """The upgrades of one module as LLVM `version` makes them."""

    def __init__(self, module: Module, version: int, source: int, *, is_divided: bool = False) -> None:
        """`source` is one of this module's constants. If the module `is_divided`, bodies are given to `part` one after the other,
        and none of them is there at first.
        """
        self.module: Final = module
        self.version: Final = version
        self.source: Final = source
        self.is_divided: Final = is_divided
        # The intrinsics that changed, and what upgrades their calls.
        self.intrinsics: list[tuple[Function, CallUpgrade]] = []
        # The access tags so far.
        self.tags: Final[dict[MDNode, MDNode]] = {}
        self.is_reordered = False
        """Whether `begin`, after the first names were given, has changed the order of the functions."""

    @property
    def needs_all_bodies(self) -> bool:
        """Whether a row of this module needs all bodies at once."""
        return _is_whole(self) and _has_arc(self.module)

    @property
    def has_kept_calls(self) -> bool:
        """Whether the declaration of an intrinsic that changed has come back: a call of it cannot be upgraded."""
        return any(old.parent is self.module or old.has_more_uses(0) for old, _ in self.intrinsics)

    def finish_declarations(self, added: Sequence[Function]) -> None:
        """Finish some declarations that a body has added, before others are added."""
        for function in added:
            set_intrinsic_attributes(function, self.version)
        _attributes(self, added)

    def begin(self) -> None:
        """Make the upgrades outside of bodies."""
        for row in _ROWS:
            if row.sources & self.source:
                if row.change is not None:
                    row.change(self.module, self.version)
                if row.begin is not None:
                    row.begin(self)

    def part(self, functions: Sequence[Function]) -> None:
        """Make the upgrades of these functions, whose bodies are there."""
        for row in _ROWS:
            if row.part is not None and row.sources & self.source:
                row.part(self, functions)

    def finish(self, added: Sequence[Function]) -> None:
        """Make the upgrades that come after all bodies; `added` are the declarations that bodies have added."""
        for row in _ROWS:
            if row.finish is not None and row.sources & self.source:
                row.finish(self, added)

    def changes_after_bodies(self) -> bool:
        """Whether `finish` may change a module whose bodies have not been read. The module is of no use then."""
        if self.module.named_metadata_of(_ANNOTATIONS) is not None or _has_arc(self.module):
            return True
        functions = list(self.module.functions)
        self.finish(())
        # The declaration of an intrinsic that is upgraded has gone, because no call of it has been read.
        return functions != list(self.module.functions)

    def run(self) -> None:
        """Make all upgrades of a module whose bodies are there."""
        self.begin()
        known = list(self.module.functions)
        self.part(known)
        self.finish(self.module.functions[len(known) :])


@final
class _Row:
    """An upgrade, and who runs it. A `change` is one outside of bodies that needs the module and the version alone."""

    __slots__ = ("begin", "change", "finish", "part", "sources")

    def __init__(
        self,
        sources: int,
        change: Change | None = None,
        *,
        begin: Begin | None = None,
        part: Part | None = None,
        finish: Part | None = None,
    ) -> None:
        self.sources: Final = sources
        self.change: Final = change
        self.begin: Final = begin
        self.part: Final = part
        self.finish: Final = finish


def _is_whole(run: OnReading) -> bool:
    """Whether LLVM reads the whole module: it makes some upgrades only then."""
    return not run.module.is_read_lazily


def _data_layout(run: OnReading) -> None:
    run.module.data_layout = checked_data_layout(run.module, run.version)


def _target_types(run: OnReading) -> None:
    """Refuse target types whose parameters this version does not take. Raises PyllvmError."""
    for type in run.module.context.target_types:
        message = wrong_target_parameters(type.name, len(type.types), len(type.integers), run.version)
        if message:
            raise PyllvmError(message)


def _linker_options(run: OnReading) -> None:
    add_linker_options(run.module)


def _intrinsics(run: OnReading) -> None:
    """Remove the declarations of intrinsics that changed, and give the others the names that their types require."""
    from pyllvm.migrations.on_reading.intrinsics import begin_intrinsics

    before = list(run.module.functions)
    run.intrinsics = begin_intrinsics(run.module, run.version)
    removed = {old for old, _ in run.intrinsics}
    # Another declaration may have taken the place of one.
    run.is_reordered = any(function.parent is not run.module and function not in removed for function in before)


def _calls(run: OnReading, functions: Sequence[Function]) -> None:
    if run.intrinsics:
        from pyllvm.migrations.on_reading.intrinsic_calls import upgrade_calls_in

        upgrade_calls_in(run.module, run.intrinsics, functions, run.version)


def _calls_in_text(run: OnReading) -> None:
    """LLParser upgrades the calls of each intrinsic, in whatever body, before it looks at the next declaration."""
    if any(function.is_intrinsic for function in run.module.functions):
        from pyllvm.migrations.on_reading.intrinsics import upgrade_intrinsics_of_text

        upgrade_intrinsics_of_text(run.module, run.version)


def _calls_of_current(run: OnReading, added: Sequence[Function]) -> None:
    """The calls of intrinsics that changed, in all bodies, where such an intrinsic is declared."""
    for function in run.module.functions:
        if function.is_intrinsic and not _is_current(function, run.version):
            from pyllvm.migrations.on_reading.intrinsics import upgrade_intrinsics

            upgrade_intrinsics(run.module, run.version)
            break


def _attachments(run: OnReading, functions: Sequence[Function]) -> None:
    from pyllvm.migrations.on_reading.older_metadata import upgrade_attachments

    upgrade_attachments(run.module, functions, run.tags, run.version)


def _tail_casts(run: OnReading, functions: Sequence[Function]) -> None:
    upgrade_tail_casts(functions, run.version)


def _set_version(run: OnReading) -> None:
    run.module.llvm_version = run.version


def _cfi_functions(run: OnReading) -> None:
    if run.module.named_metadata_of(_CFI_FUNCTIONS) is not None:
        from pyllvm.migrations.on_reading.older_metadata import upgrade_cfi_functions

        upgrade_cfi_functions(run.module, run.version)


def _names(run: OnReading) -> None:
    """Give intrinsics the names and attributes of this version. All uses are known, except to readers of bitcode."""
    before = _order(run)
    remangle_intrinsics(run.module, has_all_uses=run.source != CURRENT)
    for function in run.module.functions:
        set_intrinsic_attributes(function, run.module.llvm_version)
    run.is_reordered = run.is_reordered or _order(run) != before


def _names_of_added(run: OnReading, added: Sequence[Function]) -> None:
    """The same for the declarations that bodies have added: the others have their attributes, without those that do not fit."""
    before = _order(run)
    remangle_intrinsics(run.module, has_all_uses=True)
    for function in added:
        set_intrinsic_attributes(function, run.version)
    run.is_reordered = run.is_reordered or _order(run) != before


def _order(run: OnReading) -> list[Function]:
    """The functions in their order, where that matters."""
    return list(run.module.functions) if run.is_divided else []


def _sections(run: OnReading) -> None:
    upgrade_sections(run.module)


def _local_entities(run: OnReading) -> None:
    if run.module.named_metadata_of(UNITS) is not None:
        from pyllvm.migrations.on_reading.local_entities import move_local_entities

        move_local_entities(run.module, run.version)


def _attributes_without_bodies(run: OnReading) -> None:
    """A link verifies functions whose bodies it has not read."""
    if not _is_whole(run):
        for function in run.module.functions:
            upgrade_own(function, run.version)


def _attributes(run: OnReading, functions: Sequence[Function]) -> None:
    upgrade_functions(run.module, functions, run.version)


def _branch_protection(run: OnReading) -> None:
    if run.module.target_triple.startswith(_BRANCH_PROTECTION):
        upgrade_branch_protection(run.module, run.version)


def _first_annotations(run: OnReading) -> None:
    """Bodies need not be there, so that functions can be printed before the last body is."""
    if run.is_divided:
        _upgrade_annotations(run)


def _annotations(run: OnReading, added: Sequence[Function]) -> None:
    if not run.is_divided:
        _upgrade_annotations(run)


def _upgrade_annotations(run: OnReading) -> None:
    if _is_whole(run) and run.module.named_metadata_of(_ANNOTATIONS) is not None:
        from pyllvm.migrations.on_reading.nvvm import upgrade_annotations

        upgrade_annotations(run.module, run.version)


def _arc(run: OnReading, added: Sequence[Function]) -> None:
    if _is_whole(run) and _has_arc(run.module):
        from pyllvm.migrations.on_reading.objc_arc import upgrade_arc

        upgrade_arc(run.module, run.version)


# The order. Flags and attributes come before bodies here and after them in LLVM: nothing reads them in between.
_ROWS: Final = (
    _Row(CURRENT | BROUGHT, begin=_data_layout),
    _Row(BROUGHT, begin=_target_types),
    _Row(CURRENT | NEWER, begin=_linker_options),
    _Row(BROUGHT, begin=_intrinsics, part=_calls),
    _Row(TEXT, begin=_calls_in_text),
    _Row(CURRENT, finish=_calls_of_current),
    _Row(BROUGHT, part=_attachments),
    _Row(BROUGHT, part=_tail_casts),
    _Row(BROUGHT, drop_local_storage),
    _Row(BROUGHT, begin=_set_version),
    _Row(CURRENT | BROUGHT | TEXT, upgrade_module_flags),
    _Row(CURRENT | BROUGHT | TEXT, begin=_cfi_functions),
    _Row(CURRENT | NEWER | TEXT, begin=_sections),
    _Row(CURRENT | BROUGHT, upgrade_implicit_sections),
    _Row(CURRENT | BROUGHT, upgrade_denormal_modes),
    _Row(CURRENT, begin=_local_entities),
    _Row(CURRENT | BROUGHT | TEXT, begin=_names),
    _Row(BROUGHT, finish=_names_of_added),
    _Row(CURRENT | BROUGHT | TEXT, begin=_branch_protection),
    _Row(BROUGHT, begin=_attributes_without_bodies, part=_attributes, finish=_attributes),
    _Row(CURRENT | BROUGHT | TEXT, begin=_first_annotations, finish=_annotations),
    _Row(CURRENT | BROUGHT, finish=_arc),
)


def finish_lazy_reading(module: Module) -> None:
    """Make the upgrades that come after all bodies, when the last body of a module that was read lazily has been read."""
    if module.is_read_lazily:
        module.is_read_lazily = False
        OnReading(module, module.llvm_version, CURRENT).finish(())


def _has_arc(module: Module) -> bool:
    """Whether the module may use Objective-C's reference counting in an old way."""
    return module.get(ARC_USE) is not None or module.named_metadata_of(ARC_MARKER) is not None


def _is_current(function: Function, version: int) -> bool:
    """Whether the intrinsic is certainly one of that LLVM's own."""
    if function.name.startswith(_TARGETS):
        return False
    from pyllvm.ir.intrinsics.signatures import signature

    known = signature(function.name, version)
    return known is not None and not known.match(function.function_type).mismatch


# --- The upgrades that LLVM N makes to a module after reading it from text (LLParser's validateEndOfModule).


def after_text(
    module: Module,
    has_debug_intrinsics: bool,
    check: Callable[[Module], None] | None,
    moved: Callable[[CallInst, DebugRecord], None] | None,
) -> None:
    """Upgrade the module in the order of LLVM's parser.

    `has_debug_intrinsics`: the text calls an `llvm.dbg.*` intrinsic of a variable. `check` settles and verifies the
    module where the parser does. `moved` receives each call that became a debug record.
    """
    version = module.llvm_version
    OnReading(module, version, TEXT).run()
    drop_value_offsets(module)
    # LLVM 19 and 20 convert the calls later if one describes a variable, and not only a label.
    checks_calls = version < DEBUG_RECORDS_SINCE or (version < RECORDS_BEFORE_CHECK_SINCE and has_debug_intrinsics)
    if DEBUG_RECORDS_SINCE <= version < RECORDS_BEFORE_CHECK_SINCE:
        drop_defined_intrinsics(module)
    if check is not None and checks_calls:
        check(module)
    if version >= DEBUG_RECORDS_SINCE:
        made = make_debug_records(module)
        if moved is not None:
            for call, record in made:
                moved(call, record)
    if version >= RECORDS_BEFORE_CHECK_SINCE:
        drop_defined_intrinsics(module)
        remove_unused_declarations(module)
    if check is not None and not checks_calls:
        check(module)
    if DEBUG_RECORDS_SINCE <= version < RECORDS_BEFORE_CHECK_SINCE:
        drop_unused_declarations(module)
