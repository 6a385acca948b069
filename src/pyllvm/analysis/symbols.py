"""The symbols of a module as a linker sees them: their names in an object file, and the kind of each symbol.

A name has a prefix that depends on the data layout, and a suffix if its function has one of Microsoft's calling conventions.
Source: ModuleSymbolTable.cpp and Irsymtab.cpp of LLVM. The symbol table in bitcode is written from this.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.analysis.object_symbols import ObjectSymbol, SymbolNames, flags_of, may_refer_to_offset_table
from pyllvm.analysis.pointer_casts import strip_pointer_casts, strip_pointer_casts_and_aliases
from pyllvm.ir.constants import ConstantAggregate, ConstantExpr
from pyllvm.ir.function import Function, is_declaration
from pyllvm.ir.global_values import GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.metadata import MDString, MDTuple
from pyllvm.ir.module import Module, module_flag
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.target_triple import COFF, ELF, TargetTriple
from pyllvm.ir.types import FUNCTION
from pyllvm.ir.value import Value
from pyllvm.tables import object_symbols
from pyllvm.tables.behavior_versions import (
    COMPILER_USED_SINCE,
    DEPENDENT_LIBRARIES_SINCE,
    EXCLUDED_SYMBOLS_SINCE,
    NAMELESS_SYMBOLS_USED_UNTIL,
)
from pyllvm.tables.bitcode_versions import BASES_THROUGH_SPACES_SINCE
from pyllvm.tables.calling_conventions import MICROSOFTS, X86_FASTCALL, X86_VECTORCALL
from pyllvm.tables.intrinsic_names import LINKER_OPTIONS, USED_LISTS
from pyllvm.tables.intrinsic_names import USED as LLVM_USED
from pyllvm.tables.keywords import VISIBILITY_NUMBERS
from pyllvm.tables.object_symbols import PRIVATE_SECTION
from pyllvm.tables.runtime_libcalls import preserved_symbols
from pyllvm.versions import OLDEST

_MAXIMUM_DEPTH = 200


def base_object(value: Value, version: int = OLDEST) -> GlobalValue | None:
    """Return the variable, function or ifunc that a global or an address refers to; None if it is none or two.

    LLVM `version` may find it through an addrspacecast.
    """
    return _base_object(value, version, 0)


def _base_object(value: Value, version: int, depth: int) -> GlobalValue | None:
    if depth > _MAXIMUM_DEPTH:
        return None
    if isinstance(value, GlobalAlias):
        return _base_object(value.operands[0], version, depth + 1)
    if isinstance(value, GlobalValue):
        return value
    if not isinstance(value, ConstantExpr):
        return None
    opcode = value.opcode
    is_cast = opcode in ("inttoptr", "ptrtoint", "bitcast", "getelementptr")
    if is_cast or (opcode == "addrspacecast" and version >= BASES_THROUGH_SPACES_SINCE):
        return _base_object(value.operands[0], version, depth + 1)
    if opcode == "add" or opcode == "sub":
        left = _base_object(value.operands[0], version, depth + 1)
        right = _base_object(value.operands[1], version, depth + 1)
        if right is None:
            return left
        return right if left is None and opcode == "add" else None
    return None


def used_globals(module: Module, names: tuple[str, ...]) -> set[GlobalValue]:
    """Return the globals in the arrays of those names (`llvm.used`, `llvm.compiler.used`)."""
    used: set[GlobalValue] = set()
    for name in names:
        array = module.get(name)
        if array is None or not array.operands:
            continue
        elements = array.operands[0]
        if isinstance(elements, ConstantAggregate):
            for element in elements.operands:
                target = strip_pointer_casts(element)
                if isinstance(target, GlobalValue):
                    used.add(target)
    return used


_PREFIX_OF_CONVENTION: Final = {X86_FASTCALL: "@", X86_VECTORCALL: ""}


@final
class Mangler:
    """Makes the symbol names of one module; nameless globals get numbers in the order of the calls."""

    def __init__(self, data_layout: DataLayout, version: int) -> None:
        self.data_layout = data_layout
        self.mangling: str = data_layout.specifications.mangling
        self.names = SymbolNames(self.mangling, version)
        self._nameless: dict[GlobalValue, int] = {}

    def name(self, value: GlobalValue) -> str:
        """Return the symbol name of a global value (Mangler::getNameWithPrefix)."""
        name = value.name
        if not name:
            return self.names.nameless(self._nameless.setdefault(value, len(self._nameless) + 1), value.linkage)
        function = base_object(value)
        if not isinstance(function, Function) or self.names.has_own_prefix(name):
            return self.names.named(name, value.linkage, self.names.prefix)
        convention = function.calling_convention_number
        if self.mangling != "x" and convention != X86_VECTORCALL:
            convention = 0
        prefix = _PREFIX_OF_CONVENTION.get(convention, self.names.prefix)
        symbol = self.names.named(name, value.linkage, prefix)
        return symbol + self._suffix(function, convention) if convention in MICROSOFTS else symbol

    def _suffix(self, function: Function, convention: int) -> str:
        """Return `@` and the size of the arguments in bytes."""
        type = function.function_type
        has_returned_struct = bool(function.attributes) and _returns_through_pointer(function)
        # A variadic function has no suffix, unless its only parameter is "..." or a hidden pointer.
        if type.is_variadic and type.parameters and not (len(type.parameters) == 1 and has_returned_struct):
            return ""
        pointer_bytes = self.data_layout.pointer_bits(0) // 8
        size = 0
        for number, parameter in enumerate(type.parameters):
            attributes = None if function.attributes is None else function.attributes.parameter(number)
            if attributes is not None and "sret" in attributes:
                continue
            held = parameter
            if attributes is not None:
                for word in ("byval", "inalloca", "preallocated"):
                    attribute = attributes.find(word)
                    if attribute is not None and attribute.type is not None:
                        held = attribute.type
            bytes_ = self.data_layout.alloc_size(held)
            size += (bytes_ + pointer_bytes - 1) // pointer_bytes * pointer_bytes
        return ("@@" if convention == X86_VECTORCALL else "@") + str(size)


def _returns_through_pointer(function: Function) -> bool:
    attributes = function.attributes
    return attributes is not None and ("sret" in attributes.parameter(0) or "sret" in attributes.parameter(1))


_MEDIUM_OR_LARGE: Final = (3, 4)
# The targets that have run-time library functions of their own.
_GPUS: Final = ("amdgpu", "nvptx", "spir", "spirv")
_OTHERS: Final = ("arm", "powerpc", "riscv64", "wasm", "s390x", "mips")


@final
class Symbol:
    """One symbol: the global value, its `name` in an object file, its `flags`.

    `base` is the variable or function that the symbol refers to (for an alias of an ifunc, the resolver); None if LLVM
    finds none.
    """

    __slots__ = ("base", "flags", "name", "value")

    def __init__(self, value: GlobalValue, name: str, flags: int, base: GlobalObject | None) -> None:
        self.value = value
        self.name = name
        self.flags = flags
        self.base = base


@final
class ModuleSymbols:
    """Computes the symbols of one module as LLVM `version` does."""

    def __init__(self, module: Module, version: int, data_layout: DataLayout) -> None:
        self.module = module
        self.version = version
        self.triple = TargetTriple(module.target_triple, version)
        self.mangler = Mangler(data_layout, version)
        self._mangled: dict[str, GlobalValue] | None = None
        self._preserved = preserved_symbols(version, libcall_target(self.triple))
        lists = USED_LISTS if version >= COMPILER_USED_SINCE else (LLVM_USED,)
        self._used = used_globals(module, lists)

    def name(self, value: GlobalValue) -> str:
        """Return the name of a global value in an object file."""
        name = self.mangler.name(value)
        return "__imp_" + name if value.dll_storage_class == "dllimport" else name

    def named(self, name: str) -> GlobalValue | None:
        """Return the global value with a name, in the module or else in an object file."""
        if self._mangled is None:
            self._mangled = {self.mangler.name(value): value for value in self.module.global_values if value.name}
        return self.module.symbols.get(name) or self._mangled.get(name)

    def symbol(self, value: GlobalValue) -> Symbol:
        """Return the symbol of a global value. Nameless values get numbers in the order of the calls."""
        name = self.name(value)
        flags = _flags(value, self.version)
        is_preserved = value.name in self._preserved if value.name else self.version <= NAMELESS_SYMBOLS_USED_UNTIL
        if value in self._used or is_preserved:
            flags |= object_symbols.USED
        base: Value | None = base_object(value, self.version)
        if isinstance(base, GlobalIFunc):
            base = strip_pointer_casts_and_aliases(base.operands[0])
        return Symbol(value, name, flags, base if isinstance(base, GlobalObject) else None)

    def object_symbol(self, value: GlobalValue, kind: str, with_special: bool) -> ObjectSymbol | None:
        """Return the symbol as nm shows it; `kind` is one of `ObjectSymbol`. None for a special one, unless it is wanted."""
        flags = _flags(value, self.version) & ~(
            object_symbols.USED | object_symbols.MAY_OMIT | object_symbols.UNNAMED_ADDRESS | object_symbols.THREAD_LOCAL
        )
        if flags & object_symbols.FORMAT_SPECIFIC and not with_special:
            return None
        if isinstance(value, GlobalVariable) and value.is_constant:
            flags |= object_symbols.CONSTANT
        return ObjectSymbol(self.name(value), value.name, kind, flags)

    @property
    def refers_to_offset_table(self) -> bool:
        """Whether code for the target can refer to _GLOBAL_OFFSET_TABLE_, which the module does not mention."""
        return may_refer_to_offset_table(self.triple) and (
            self.triple.architecture == "i386" or module_flag(self.module, "Code Model") in _MEDIUM_OR_LARGE
        )

    @property
    def linker_options(self) -> list[str]:
        """Return the linker options in the metadata of a COFF module, each with a space before it."""
        named = self.module.named_metadata_of(LINKER_OPTIONS)
        if named is None or self.triple.object_format != COFF:
            return []
        return [" " + operand.text for node in named.operands for operand in node.operands if isinstance(operand, MDString)]

    @property
    def dependent_libraries(self) -> list[str]:
        """Return the libraries that an ELF module's metadata names for the linker."""
        named = self.module.named_metadata_of("llvm.dependent-libraries")
        if named is None or self.triple.object_format != ELF or self.version < DEPENDENT_LIBRARIES_SINCE:
            return []
        libraries: list[str] = []
        for node in named.operands:
            first = node.operands[0] if isinstance(node, MDTuple) and node.operands else None
            if isinstance(first, MDString):
                libraries.append(first.text)
        return libraries

    def export_options(self, value: GlobalValue) -> list[str]:
        """Return the linker options for a symbol that a COFF module exports or hides."""
        if self.triple.object_format != COFF or is_declaration(value):
            return []
        triple = self.triple
        options: list[str] = []
        name = self.mangler.name(value)
        gnu_name = name[1:] if self.mangler.names.prefix and name.startswith(self.mangler.names.prefix) else name
        quote = '"' if value.name and not all(_needs_no_quotes(character) for character in value.name) else ""
        if value.dll_storage_class == "dllexport":
            shown = gnu_name if triple.is_cygwin_or_mingw else name
            data = "" if value.value_type.kind == FUNCTION else ",DATA" if triple.is_msvc else ",data"
            option = " /EXPORT:" if triple.is_msvc else " -export:"
            options.append(f"{option}{quote}{shown}{quote}{data}")
        if value.visibility == "hidden" and triple.is_cygwin_or_mingw and self.version >= EXCLUDED_SYMBOLS_SINCE:
            options.append(f" -exclude-symbols:{quote}{gnu_name}{quote}")
        return options


def _needs_no_quotes(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character in "_$.@")


def _flags(value: GlobalValue, version: int) -> int:
    """Return the flags that depend on the global value alone."""
    flags = flags_of(value.linkage, value.name, VISIBILITY_NUMBERS[value.visibility])
    if is_declaration(value):
        flags |= object_symbols.UNDEFINED
    if isinstance(base_object(value, version), (Function, GlobalIFunc)):
        flags |= object_symbols.EXECUTABLE
    if isinstance(value, GlobalAlias):
        flags |= object_symbols.INDIRECT
    if isinstance(value, GlobalVariable) and value.section == PRIVATE_SECTION:
        flags |= object_symbols.FORMAT_SPECIFIC
    if value.thread_local_mode:
        flags |= object_symbols.THREAD_LOCAL
    if value.unnamed_address == "unnamed_addr":
        flags |= object_symbols.UNNAMED_ADDRESS
    if _can_be_omitted(value):
        flags |= object_symbols.MAY_OMIT
    return flags


def _can_be_omitted(value: GlobalValue) -> bool:
    """Whether a linker may omit the symbol from its output (canBeOmittedFromSymbolTable)."""
    if value.linkage != "linkonce_odr":
        return False
    if value.unnamed_address == "unnamed_addr":
        return True
    if isinstance(value, GlobalVariable) and not value.is_constant:
        return False
    return bool(value.unnamed_address)


def libcall_target(triple: TargetTriple) -> str:
    """Return the target's key in `tables.runtime_libcalls`; targets without a key of their own share MIPS's key."""
    if not triple.text:
        return "none"
    family = triple.family
    if family in _GPUS:
        return "gpu"
    if triple.architecture == "x86_64":
        if triple.is_darwin:
            return "darwin-x86_64"
        if triple.is_windows:
            return "windows-x86_64"
        return "gnu-x86_64" if triple.environment.startswith("gnu") else "x86_64"
    if family == "x86":
        return "windows-x86" if triple.is_windows else "x86"
    if family == "aarch64":
        return "darwin-aarch64" if triple.is_darwin else "aarch64"
    for word in _OTHERS:
        if word in (family, triple.architecture):
            return word
    return "mips"
