"""The upgrades that LLVM N makes to a module after reading it from text (LLParser's validateEndOfModule)."""

from __future__ import annotations

from collections.abc import Callable

from pyllvm.ir.debug_info.debug_intrinsics import (
    drop_defined_intrinsics,
    drop_unused_declarations,
    drop_value_offsets,
    make_debug_records,
)
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import DebugRecord
from pyllvm.ir.module import Module
from pyllvm.migrations.on_reading.order import TEXT, OnReading
from pyllvm.tables.features import DEBUG_RECORDS_SINCE
from pyllvm.tables.reading_versions import RECORDS_BEFORE_CHECK_SINCE


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
    if check is not None and not checks_calls:
        check(module)
    if version >= DEBUG_RECORDS_SINCE:
        drop_unused_declarations(module)
