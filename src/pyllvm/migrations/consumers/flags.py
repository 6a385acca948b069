"""Module flags that a consumer asks for."""

from __future__ import annotations

from pyllvm.ir.metadata import MDNode, MDString, NamedMDNode, constant_int
from pyllvm.ir.module import Module
from pyllvm.migrations.on_reading.module_flags import flag_of
from pyllvm.notation import Final
from pyllvm.tables.module_flags import MODULE_FLAGS

MISSING: Final = -1


def number_of_flag(module: Module, name: str) -> int:
    """The value of a flag that is a number; MISSING where the module has no such flag."""
    flags = module.named_metadata_of(MODULE_FLAGS)
    if flags is not None:
        for flag in flags.operands:
            value = constant_int(flag.operands[2]) if _is_named(flag, name) else None
            if value is not None:
                return value.unsigned
    return MISSING


def set_flag(module: Module, behavior: int, name: str, width: int, number: int) -> None:
    """Give the module a flag, in the place of the one with this name if there is one."""
    made = flag_of(module.context, behavior, name, width, number)
    flags = module.named_metadata_of(MODULE_FLAGS)
    if flags is None:
        module.named_metadata.append(NamedMDNode(MODULE_FLAGS, [made]))
        return
    for index, flag in enumerate(flags.operands):
        if _is_named(flag, name):
            flags.operands[index] = made
            return
    flags.operands.append(made)


def remove_flag(module: Module, name: str) -> None:
    """Remove the flag with this name, if the module has it."""
    flags = module.named_metadata_of(MODULE_FLAGS)
    if flags is not None:
        flags.operands[:] = [flag for flag in flags.operands if not _is_named(flag, name)]
        if not flags.operands:
            module.named_metadata.remove(flags)


def _is_named(flag: MDNode, name: str) -> bool:
    if len(flag.operands) != 3:
        return False
    text = flag.operands[1]
    return isinstance(text, MDString) and text.text == name
