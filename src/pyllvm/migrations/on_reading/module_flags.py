"""Module flags, and the attributes of functions that follow from them for branch protection."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import MDNode, MDString, MDTuple, NamedMDNode, ValueAsMetadata, constant_int
from pyllvm.ir.module import Module
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.ir.types import Context
from pyllvm.tables.intrinsic_names import LINKER_OPTIONS
from pyllvm.tables.module_flags import ERROR, MAXIMUM, MINIMUM, MODULE_FLAGS, OVERRIDE
from pyllvm.tables.reading_versions import BRANCH_PROTECTION_IN_FUNCTIONS_SINCE, SWIFT_FLAGS_SINCE

# --- Upgrades module flags whose behaviors or names LLVM changed, whenever a module is read.
#
# The rules are from AutoUpgrade's UpgradeModuleFlags, measured on the releases from 8 to 22.

# By the start of the name: the old behaviors of a flag, its new behavior, and the first version that has it.
_BEHAVIORS: Final = (
    ("PIC Level", (ERROR,), MAXIMUM, 7),
    ("PIC Level", (ERROR, MAXIMUM), MINIMUM, 16),
    ("PIE Level", (ERROR,), MAXIMUM, 7),
    ("branch-target-enforcement", (ERROR,), MINIMUM, 15),
    ("sign-return-address", (ERROR,), MINIMUM, 15),
)
_NAMES: Final = {"amdgpu_code_object_version": ("amdhsa_code_object_version", 19)}
_IMAGE_INFO_VERSION: Final = "Objective-C Image Info Version"
_IMAGE_INFO_SECTION: Final = "Objective-C Image Info Section"
_CLASS_PROPERTIES: Final = "Objective-C Class Properties"
_GARBAGE_COLLECTION: Final = "Objective-C Garbage Collection"


def upgrade_module_flags(module: Module, version: int) -> None:
    """Give the module's flags the form that LLVM `version` has after reading.

    LLVM 14:
        !llvm.module.flags = !{!0}
        !0 = !{i32 1, !"PIC Level", i32 2}
    LLVM 15:
        !llvm.module.flags = !{!0}
        !0 = !{i32 7, !"PIC Level", i32 2}
    """
    flags = module.named_metadata_of(MODULE_FLAGS)
    if flags is None:
        return
    names: set[str] = set()
    swift = 0
    for index, flag in enumerate(flags.operands):
        if len(flag.operands) != 3:
            continue
        name = flag.operands[1]
        if not isinstance(name, MDString):
            continue
        names.add(name.text)
        if name.text == _GARBAGE_COLLECTION and version >= SWIFT_FLAGS_SINCE:
            collection = constant_int(flag.operands[2])
            if collection is not None and str(collection.type) != "i8":
                swift = collection.unsigned & 0xFFFFFF00
                flags.operands[index] = flag_of(module.context, ERROR, name.text, 8, collection.unsigned & 0xFF)
        else:
            flags.operands[index] = _upgraded(module.context, flag, name, version)
    if _IMAGE_INFO_VERSION in names and _CLASS_PROPERTIES not in names:
        flags.operands.append(flag_of(module.context, OVERRIDE, _CLASS_PROPERTIES, 32, 0))
    if swift:
        _add_swift_flags(module.context, flags, swift)


def _upgraded(context: Context, flag: MDNode, name: MDString, version: int) -> MDNode:
    operands = list(flag.operands)
    behavior = constant_int(operands[0])
    for known, before, after, since in _BEHAVIORS:
        if name.text.startswith(known) and version >= since and behavior is not None and behavior.unsigned in before:
            behavior = ConstantInt.get(context.integer(32), after)
            operands[0] = ValueAsMetadata.get(context, behavior)
    value = operands[2]
    if name.text == _IMAGE_INFO_SECTION and isinstance(value, MDString) and " " in value.text:
        operands[2] = MDString.get(context, value.text.replace(" ", ""))
    renamed = _NAMES.get(name.text)
    if renamed is not None and version >= renamed[1]:
        operands[1] = MDString.get(context, renamed[0])
    if all(old is new for old, new in zip(flag.operands, operands, strict=True)):
        return flag
    return MDTuple.get(context, operands)


def _add_swift_flags(context: Context, flags: NamedMDNode, bits: int) -> None:
    """Add flags for the versions that Swift's compiler stored in the upper bytes of the garbage collection flag."""
    flags.operands.append(flag_of(context, ERROR, "Swift ABI Version", 32, bits >> 8 & 0xFF))
    flags.operands.append(flag_of(context, ERROR, "Swift Major Version", 8, bits >> 24 & 0xFF))
    flags.operands.append(flag_of(context, ERROR, "Swift Minor Version", 8, bits >> 16 & 0xFF))


def flag_of(context: Context, behavior: int, name: str, width: int, value: int) -> MDNode:
    """A module flag whose value is an integer of `width` bits."""
    return MDTuple.get(
        context,
        [
            ValueAsMetadata.get(context, ConstantInt.get(context.integer(32), behavior)),
            MDString.get(context, name),
            ValueAsMetadata.get(context, ConstantInt.wrapped(context.integer(width), value)),
        ],
    )


def add_linker_options(module: Module) -> None:
    """Name the options of the flag `Linker Options` in `llvm.linker.options` (BitcodeReader::materializeMetadata)."""
    flags = module.named_metadata_of(MODULE_FLAGS)
    if flags is None or module.named_metadata_of(LINKER_OPTIONS) is not None:
        return
    for flag in flags.operands:
        name = flag.operands[1] if len(flag.operands) == 3 else None
        if isinstance(name, MDString) and name.text == "Linker Options" and isinstance(flag.operands[2], MDNode):
            options = [option for option in flag.operands[2].operands if isinstance(option, MDNode)]
            module.named_metadata.append(NamedMDNode(LINKER_OPTIONS, options))
            return


# --- LLVM 22: functions say how ARM protects their branches, and no longer flags of the module (copyModuleAttrToFunctions).

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
    """Give the functions of an ARM or AArch64 module the attributes that its flags request.

    LLVM 21:
        target triple = "aarch64"
        define void @f() {
          ret void
        }
        !llvm.module.flags = !{!0}
        !0 = !{i32 8, !"branch-target-enforcement", i32 1}
    LLVM 22:
        define void @f() "branch-target-enforcement" {
          ret void
        }
        !llvm.module.flags = !{!0}
        !0 = !{i32 8, !"branch-target-enforcement", i32 2}
    """
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
                known[before] = _protected(before, values)
            function.attributes = known[before]
    for name, value in values.items():
        if value == _ON and (is_signed or name in _SWITCHES):
            _set_flag(module, name)


def _protected(before: AttributeList | None, values: dict[str, int]) -> AttributeList | None:
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
