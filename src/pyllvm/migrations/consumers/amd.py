"""AMD's older code generators, of ROCm and its device libraries: the name and the greatest value of the code object version."""

from __future__ import annotations

from pyllvm.ir.module import Module
from pyllvm.migrations.consumers.flags import MISSING, number_of_flag, remove_flag, set_flag
from pyllvm.migrations.loss import Losses
from pyllvm.notation import Final
from pyllvm.tables.module_flags import ERROR

_NEWER: Final = "amdhsa_code_object_version"
_OLDER: Final = "amdgpu_code_object_version"
# The first LLVM that takes the flag, the first that has its newer name, and by value the first LLVM that takes it.
_FLAG_SINCE: Final = 16
_NEWER_NAME_SINCE: Final = 19
_VALUES: Final[dict[int, int]] = {600: 18, 500: 15, 400: 12}


def prepare(module: Module, version: int, losses: Losses) -> None:
    """Give the flag the name and the value that LLVM `version` takes; before it had the flag, an option says the value."""
    value = number_of_flag(module, _NEWER)
    if value == MISSING:
        value = number_of_flag(module, _OLDER)
    if value == MISSING or version >= _NEWER_NAME_SINCE:
        return
    remove_flag(module, _NEWER)
    taken = next((one for one, since in _VALUES.items() if one <= value and since <= version), value)
    if taken != value:
        losses.drop(f"code object version {value // 100}", _VALUES.get(value, _NEWER_NAME_SINCE))
    if version >= _FLAG_SINCE:
        set_flag(module, ERROR, _OLDER, 32, taken)
    else:
        remove_flag(module, _OLDER)
