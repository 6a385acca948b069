"""The names of symbols in an object file: prefixes by data layout, suffixes by Microsoft's calling conventions."""

from __future__ import annotations

from typing import final

from pyllvm.analysis.base_objects import base_object
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.tables.calling_conventions import X86_FASTCALL, X86_STDCALL, X86_VECTORCALL
from pyllvm.tables.object_symbols import DO_NOT_MANGLE, NAME_PREFIXES, WINDOWS_MANGLINGS, private_prefix


@final
class Mangler:
    """Makes the symbol names of one module; nameless globals get numbers in the order of the calls."""

    def __init__(self, data_layout: DataLayout, version: int) -> None:
        self.data_layout = data_layout
        self.mangling: str = data_layout.specifications.mangling
        self.prefix = NAME_PREFIXES[self.mangling][0]
        self.private_prefix = private_prefix(self.mangling, version)
        self._nameless: dict[GlobalValue, int] = {}

    def name(self, value: GlobalValue) -> str:
        """Return the symbol name of a global value (Mangler::getNameWithPrefix)."""
        private_prefix = self.private_prefix if value.linkage == "private" else ""
        name = value.name
        if not name:
            number = self._nameless.setdefault(value, len(self._nameless) + 1)
            return f"{private_prefix}{self.prefix}__unnamed_{number}"
        prefix = self.prefix
        is_microsoft = self.mangling in WINDOWS_MANGLINGS
        plain = name.startswith(DO_NOT_MANGLE) or (is_microsoft and name.startswith("?"))
        function = base_object(value)
        convention = 0
        if isinstance(function, Function) and not plain:
            convention = function.calling_convention_number
            if self.mangling != "x" and convention != X86_VECTORCALL:
                convention = 0
        if convention == X86_FASTCALL:
            prefix = "@"
        elif convention == X86_VECTORCALL:
            prefix = ""
        if name.startswith(DO_NOT_MANGLE):
            symbol = name[1:]
        else:
            if is_microsoft and name.startswith("?"):
                prefix = ""
            symbol = private_prefix + prefix + name
        if isinstance(function, Function) and convention in (X86_STDCALL, X86_FASTCALL, X86_VECTORCALL):
            symbol += self._suffix(function, convention)
        return symbol

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
