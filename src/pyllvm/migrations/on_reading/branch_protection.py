"""LLVM 22: functions say how ARM protects their branches, and no longer flags of the module (copyModuleAttrToFunctions)."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import MDString, MDTuple, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.tables.module_flags import MINIMUM, MODULE_FLAGS
from pyllvm.tables.reading_versions import BRANCH_PROTECTION_IN_FUNCTIONS_SINCE

_SIGNING: Final = "sign-return-address"
_SIGNING_KEY: Final = "sign-return-address-key"
_SIGNS_ALL: Final = "sign-return-address-all"
_USES_KEY_B: Final = "sign-return-address-with-bkey"
# Flags and attributes of the same name that are on or off.
_SWITCHES: Final = ("branch-target-enforcement", "branch-protection-pauth-lr", "guarded-control-stack")
_KNOWN: Final = (_SIGNING, _SIGNS_ALL, _USES_KEY_B, *_SWITCHES)
_ON: Final = 1
# The value of a flag after the functions have got the attribute.
_COPIED: Final = 2


def upgrade_branch_protection(module: Module, version: int) -> None:
    """Give the functions of an ARM or AArch64 module the attributes that its flags request."""
    if version < BRANCH_PROTECTION_IN_FUNCTIONS_SINCE:
        return
    if TargetTriple(module.target_triple, version).family not in ("arm", "aarch64"):
        return
    values = _flag_values(module)
    if _COPIED in values.values():
        return
    is_signed = values.get(_SIGNING) == _ON
    known: dict[AttributeList | None, AttributeList | None] = {}
    for function in module.functions:
        if not function.is_declaration:
            before = function.attributes
            if before not in known:
                known[before] = _upgraded(before, values)
            function.attributes = known[before]
    for name, value in values.items():
        if value == _ON and (is_signed or name in _SWITCHES):
            _set_flag(module, name)


def _upgraded(before: AttributeList | None, values: dict[str, int]) -> AttributeList | None:
    attributes = before or AttributeList()
    own = attributes.function
    if values.get(_SIGNING) == _ON:
        own = _with(own, _SIGNING, "all" if values.get(_SIGNS_ALL) == _ON else "non-leaf")
        own = _with(own, _SIGNING_KEY, "b_key" if values.get(_USES_KEY_B) == _ON else "a_key")
    elif _value(own, _SIGNING) == "none":
        own = own.removing(_SIGNING, _SIGNING_KEY)
    for name in _SWITCHES:
        own = _switched(own, name, values.get(name) == _ON)
    return before if own is attributes.function else AttributeList(own, attributes.returned, attributes.parameters)


def _flag_values(module: Module) -> dict[str, int]:
    """The numbers of the flags that matter here; of several with one name the last counts."""
    found: dict[str, int] = {}
    flags = module.named_metadata_of(MODULE_FLAGS)
    for flag in [] if flags is None else flags.operands:
        if len(flag.operands) != 3:
            continue
        name, value = flag.operands[1], flag.operands[2]
        if isinstance(name, MDString) and name.text in _KNOWN and isinstance(value, ValueAsMetadata):
            if isinstance(value.value, ConstantInt):
                found[name.text] = value.value.unsigned
    return found


def _set_flag(module: Module, name: str) -> None:
    flags = module.named_metadata_of(MODULE_FLAGS)
    for number, flag in enumerate([] if flags is None else flags.operands):
        if flags is not None and len(flag.operands) == 3 and getattr(flag.operands[1], "text", None) == name:
            context = module.context
            parts: list[object] = [
                ValueAsMetadata.get(context, ConstantInt.get(context.integer(32), MINIMUM)),
                flag.operands[1],
                ValueAsMetadata.get(context, ConstantInt.get(context.integer(32), _COPIED)),
            ]
            flags.operands[number] = MDTuple.get(context, parts)
            return


def _value(attributes: AttributeSet, name: str) -> str | None:
    found = attributes.find(name)
    return None if found is None else found.value


def _with(attributes: AttributeSet, name: str, value: str) -> AttributeSet:
    """The attributes with that one, unless one of the name is there."""
    return attributes if name in attributes else attributes.adding(Attribute.of_string(name, value))


def _switched(attributes: AttributeSet, name: str, is_on: bool) -> AttributeSet:
    value = _value(attributes, name)
    if value == "true":
        return attributes.removing(name).adding(Attribute.of_string(name))
    if value == "false" and not is_on:
        return attributes.removing(name)
    return _with(attributes, name, "") if is_on else attributes
