"""Compares a module with its target: the data layout, and global values that the object file cannot have as they are written.

Code generators require that the layout matches the triple; LLVM's verifier does not check. Source: "Data Layout" in the language
document: the string must match what the code generator expects. Comdats, sections, resolvers and aliases depend on the format.
Code generators also have to know the size of each value, and of opaque types they cannot.
"""

from __future__ import annotations

from typing import Final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue
from pyllvm.ir.instructions import CallBase, VAArgInst
from pyllvm.ir.types import POINTER, StructType, Type
from pyllvm.tables.calling_conventions import ANY_REGISTER
from pyllvm.tables.keywords import FORMAT_NAMES, selection_kinds
from pyllvm.verifier.lint.findings import Linter
from pyllvm.verifier.lint.values import underlying_object

# Environments and systems in which pointers are narrower than the architecture's registers.
_NARROW_ENVIRONMENTS: Final = ("gnux32", "muslx32", "gnu_ilp32", "gnuabin32", "muslabin32")
_NARROW_SYSTEMS: Final = ("nacl", "lv2")
# The letters of `m:` by object format; formats that are not listed accept any.
_MANGLINGS: Final[dict[str, str]] = {"elf": "em", "macho": "o", "coff": "wx", "xcoff": "a", "goff": "l"}


# The largest integers, in bits, and alignments in a data layout; up to LLVM 19, LLVM reads larger numbers without an error.
_INTEGER_BITS: Final = 1 << 23
_ALIGNMENT: Final = 1 << 16


def _impossible_numbers(layout: str) -> list[str]:
    """Messages about sizes and alignments in a data layout that nothing can have."""
    found: list[str] = []
    for specification in layout.split("-"):
        kind, fields = specification[:1], specification[1:].split(":")
        numbers = [int(field) if field.isascii() and field.isdigit() else None for field in fields]
        first = numbers[0]
        if kind == "i" and first is not None and not 0 < first < _INTEGER_BITS:
            found.append(f"the data layout has integers of {first} bits in '{specification}'; LLVM has 1 to {_INTEGER_BITS - 1}")
        elif kind == "S" and first is not None and first >= _ALIGNMENT:
            found.append(f"the stack alignment in '{specification}' must be less than {_ALIGNMENT} bits")
        elif kind == "p" and len(numbers) > 4 and (numbers[4] or 0) > (numbers[1] or 0):
            found.append(f"the data layout has indices wider than pointers in '{specification}'")
    return found


def check_target(linter: Linter) -> None:
    """Check the module's data layout."""
    triple = linter.triple
    layout = linter.data_layout
    for message in _impossible_numbers(layout.text):
        linter.report("target-alignment", message, linter.module)
    if not layout.text or not triple.pointer_bits:
        return
    try:
        is_big_endian = layout.is_big_endian
    except PyllvmError:
        return
    if is_big_endian == triple.is_little_endian:
        order = "little" if triple.is_little_endian else "big"
        linter.report("target-endianness", f"the data layout is not {order}-endian, but {triple.architecture} is", linter.module)
    is_narrow = triple.environment in _NARROW_ENVIRONMENTS or triple.system in _NARROW_SYSTEMS
    bits = layout.pointer_bits()
    if bits != (32 if is_narrow else triple.pointer_bits):
        message = f"the data layout's pointers have {bits} bits, but the pointers of {triple.architecture} do not"
        linter.report("target-pointer", message, linter.module)
    allowed = _MANGLINGS.get(triple.object_format)
    if layout.mangling and allowed is not None and layout.mangling not in allowed:
        message = f"the data layout's name mangling '{layout.mangling}' is not one for {triple.object_format}"
        linter.report("target-mangling", message, linter.module)


def check_global_values(linter: Linter) -> None:
    """Report what is wrong with the module's comdats and global values."""
    module = linter.module
    _check_comdats(linter)
    for variable in module.global_variables:
        if variable.linkage == "common" and variable.section:
            linter.report("common-section", "a common variable cannot have a section", variable)
    for function in module.functions:
        if function.calling_convention_number == ANY_REGISTER:
            linter.report("call-anyregcc", "anyregcc belongs on calls of patchpoints, not on functions", function)
    for alias in module.aliases:
        _check_alias(linter, alias)
    for ifunc in module.ifuncs:
        _check_ifunc(linter, ifunc)
    for value in module.global_values:
        if value.dll_storage_class != "default" and value.has_local_linkage:
            linter.report("dll-local", f"'{value.dll_storage_class}' has no effect on a symbol that is local", value)


def _check_comdats(linter: Linter) -> None:
    """Section "Comdats": the formats differ in the selection kinds, and COFF takes the comdat's name for a symbol."""
    object_format = linter.triple.object_format if linter.module.target_triple else ""
    kinds = selection_kinds(object_format, linter.version)
    members: dict[Comdat, list[GlobalObject]] = {}
    objects: list[GlobalObject] = [*linter.module.global_variables, *linter.module.functions]
    for value in objects:
        if value.comdat is not None:
            members.setdefault(value.comdat, []).append(value)
    symbols: dict[str, GlobalValue] = {value.name: value for value in linter.module.global_values}
    for comdat, values in members.items():
        if kinds is not None and not kinds:
            linter.report("comdat-format", f"{FORMAT_NAMES[object_format]} has no comdats", values[0])
        elif kinds is not None and comdat.selection_kind not in kinds:
            message = f"{FORMAT_NAMES[object_format]} has no comdats of the kind '{comdat.selection_kind}'"
            linter.report("comdat-format", message, values[0])
        elif object_format == "coff":
            leader = symbols.get(comdat.name)
            if leader is None:
                message = f"no symbol has the name of the comdat '{comdat.name}', which COFF requires"
                linter.report("comdat-leader", message, values[0])
            elif leader.has_local_linkage:
                linter.report("comdat-leader", f"the symbol with the name of the comdat '{comdat.name}' is local", leader)


def _check_alias(linter: Linter, alias: GlobalAlias) -> None:
    """Section "Aliases": the aliasee is a symbol of the module, or an address within one."""
    if not isinstance(underlying_object(alias.aliasee), GlobalValue):
        linter.report("alias-address", "the aliasee is not the address of anything in the module", alias)


def _check_ifunc(linter: Linter, ifunc: GlobalIFunc) -> None:
    """Section "IFuncs": the resolver is a function; since LLVM 14 the verifier reports what is wrong here."""
    resolver = underlying_object(ifunc.resolver)
    while isinstance(resolver, GlobalAlias):
        resolver = underlying_object(resolver.aliasee)
    if not isinstance(resolver, Function):
        linter.report("ifunc-resolver", "IFunc must have a Function resolver", ifunc)
    elif resolver.is_declaration:
        linter.report("ifunc-resolver", "IFunc resolver must be a definition", ifunc)
    elif resolver.function_type.return_type.kind != POINTER:
        linter.report("ifunc-resolver", "IFunc resolver must return a pointer", ifunc)


def check_opaque_variables(linter: Linter) -> None:
    """Section "Structure Types": only a definition of a variable asks for its size; a declaration may be of an opaque type."""
    for variable in linter.module.global_variables:
        if not variable.is_declaration and _is_opaque(variable.value_type):
            _report_size(linter, "a variable that is defined", variable)


def check_opaque_parameters(linter: Linter, function: Function) -> None:
    """Check the result and the parameters of a function with a body."""
    type = function.function_type
    for what, one in [("a result", type.return_type), *[("a parameter", parameter) for parameter in type.parameters]]:
        if _is_opaque(one):
            _report_size(linter, what, function)


def check_opaque_operands(linter: Linter, instruction: Instruction) -> None:
    """Check the value of an instruction, and the arguments of a call."""
    type = instruction.type
    if _is_opaque(type):
        _report_size(linter, "the argument of va_arg" if isinstance(instruction, VAArgInst) else "a value", instruction)
    elif isinstance(instruction, CallBase):
        for argument in instruction.arguments:
            if _is_opaque(argument.type):
                _report_size(linter, "an argument", instruction)


def _report_size(linter: Linter, what: str, holder: object) -> None:
    linter.report("opaque-size", f"the size of {what} is asked for, but its type is opaque", holder)


def _is_opaque(type: Type) -> bool:
    """Whether a type is an opaque struct, or has one within."""
    if type.is_aggregate:
        return (isinstance(type, StructType) and type.is_opaque) or any(map(_is_opaque, type.contained_types))
    return False
