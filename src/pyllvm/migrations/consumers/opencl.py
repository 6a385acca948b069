"""SPIR 1.2 and 2.0: what the pointers of OpenCL's functions and kernels point to.

C's types are in the mangled names of overloaded functions, such as `_Z10atomic_addPU3AS1Vii`, and in the metadata of kernels:
`!kernel_arg_type` is `!{!"float*", !"image2d_t"}`. Images, samplers and events are pointers to opaque structs such as
`%opencl.image2d_ro_t`.
"""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.ir.metadata import MDString
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context, PointerType, StructType, Type
from pyllvm.ir.value import Value
from pyllvm.notation import Final, final
from pyllvm.tables import opencl_names as names

_INDIRECT: Final = ("sret", "inalloca")


def pointees(module: Module) -> dict[Value, Type]:
    """The types to which parameters, and results of functions, point, where their names or metadata say it."""
    found: dict[Value, Type] = {}
    context = module.context
    for function in module.functions:
        if function.name.startswith(names.MANGLED_PREFIX):
            _add(found, function, _MangledParameters(context, function.name).read())
        _add(found, function, _of_kernel(context, function))
        for beginning, access in names.PIPE_FUNCTIONS.items():
            if function.name.startswith(beginning) and function.arguments and isinstance(function.arguments[0].type, PointerType):
                found[function.arguments[0]] = _opaque_struct(context, f"opencl.pipe_{access}_t")
        result = next((one for beginning, one in names.RESULTS.items() if function.name.startswith(beginning)), "")
        if result and isinstance(function.function_type.return_type, PointerType):
            found[function] = _opaque_struct(context, result)
    return found


def _add(found: dict[Value, Type], function: Function, pointees: list[Type | None] | None) -> None:
    """Keep what parameters point to, if there is one for each, where they are pointers."""
    if pointees is None:
        return
    arguments = function.arguments
    if arguments and function.attributes is not None and any(one in function.attributes.parameter(0) for one in _INDIRECT):
        arguments = arguments[1:]
    if len(pointees) != len(arguments):
        return
    for index in range(len(arguments)):
        pointee = pointees[index]
        if pointee is not None and isinstance(arguments[index].type, PointerType):
            found[arguments[index]] = pointee


def _opaque_struct(context: Context, name: str) -> Type:
    known = context.struct_of_name(name)
    return context.named_struct(name) if known is None else known


# --- the metadata of kernels


def _of_kernel(context: Context, function: Function) -> list[Type | None] | None:
    words = _words(function, "kernel_arg_type")
    if not words:
        return None
    base_words = _words(function, "kernel_arg_base_type")
    accesses = _words(function, "kernel_arg_access_qual")
    qualifiers = _words(function, "kernel_arg_type_qual")
    found: list[Type | None] = []
    for index, word in enumerate(words):
        access = names.ACCESSES.get(accesses[index], "ro") if index < len(accesses) else "ro"
        pointee: Type | None = None
        if index < len(qualifiers) and names.PIPE in qualifiers[index].split():
            pointee = _opaque_struct(context, f"opencl.pipe_{access}_t")
        else:
            # The type that the source names, or what that is a name for.
            pointee = _pointee_of_word(context, word, access)
            if pointee is None and index < len(base_words):
                pointee = _pointee_of_word(context, base_words[index], access)
        found.append(pointee)
    return found


def _words(function: Function, kind: str) -> list[str]:
    nodes = function.metadata(kind)
    if not nodes:
        return []
    return [operand.text if isinstance(operand, MDString) else "" for operand in nodes[0].operands]


def _pointee_of_word(context: Context, text: str, access: str) -> Type | None:
    """The pointee of a type of OpenCL C: `float4*`, `struct S*`, `image2d_t`."""
    if not text.endswith("*"):
        if text.startswith("image") and text.endswith("_t"):
            return _opaque_struct(context, f"opencl.{text.removesuffix('_t')}_{access}_t")
        return _opaque_struct(context, f"opencl.{text}") if text in names.OPAQUE_WORDS else None
    text = text.removesuffix("*").strip()
    if text.endswith("*"):
        return None
    if text.startswith(names.ATOMIC):
        text = text.removeprefix(names.ATOMIC).removesuffix(")")
    text = text.replace("unsigned ", "u")
    count = text.lstrip("abcdefghijklmnopqrstuvwxyz")
    element = names.SCALAR_WORDS.get(text.removesuffix(count))
    if element is not None and (not count or count.isdecimal()):
        scalar = _scalar(context, element)
        return context.vector(scalar, int(count)) if count else scalar
    if text in names.OPAQUE_WORDS:
        return context.target(names.OPAQUE_WORDS[text])
    for word in ("struct.", "union.", ""):
        struct = context.struct_of_name(word + text.removeprefix("struct ").removeprefix("union "))
        if struct is not None:
            return struct
    return None


def _scalar(context: Context, word: str) -> Type:
    if word.startswith("i"):
        return context.integer(int(word[1:]))
    return context.floating_point(word)


# --- mangled names


@final
class _Unknown(Exception):
    """A name has a part that functions of OpenCL do not have."""


@final
class _MangledType:
    """A type in a mangled name: what it is (None where LLVM has no one type for it), and what it points to."""

    __slots__ = ("pointee", "type")

    def __init__(self, type: Type | None, pointee: Type | None = None) -> None:
        self.type = type
        self.pointee = pointee


@final
class _MangledParameters:
    """Reads the parameters of a function in the mangling of the Itanium C++ ABI, as far as OpenCL C needs it."""

    def __init__(self, context: Context, name: str) -> None:
        self.context: Final = context
        self.text: Final = name
        self.place = len(names.MANGLED_PREFIX)
        # The types that `S_`, `S0_` and so on repeat.
        self.seen: Final[list[_MangledType]] = []

    def read(self) -> list[Type | None] | None:
        """The pointee of each parameter; None if the name is of another kind."""
        try:
            self._read_name()
            if self.text[self.place :] == "v":
                return []
            found: list[Type | None] = []
            while self.place < len(self.text):
                found.append(self._read_type().pointee)
            return found
        except _Unknown:
            return None

    def _read_name(self) -> str:
        start = self.place
        while self.place < len(self.text) and self.text[self.place].isdecimal():
            self.place += 1
        if start == self.place:
            raise _Unknown
        count = int(self.text[start : self.place])
        name = self.text[self.place : self.place + count]
        self.place += count
        if len(name) < count:
            raise _Unknown
        return name

    def _take(self, text: str) -> bool:
        if not self.text.startswith(text, self.place):
            return False
        self.place += len(text)
        return True

    def _read_type(self) -> _MangledType:
        if self._take("P"):
            return self._read_pointer()
        if self._take("Dv"):
            return self._read_vector()
        if self._take("S"):
            return self._read_again()
        for letters, word in names.SCALAR_LETTERS.items():
            if self._take(letters):
                return _MangledType(_scalar(self.context, word) if word else None)
        return self._keep(self._named(self._read_name()))

    def _keep(self, type: _MangledType) -> _MangledType:
        self.seen.append(type)
        return type

    def _read_pointer(self) -> _MangledType:
        is_qualified = False
        while True:
            if self._take("U"):
                self._read_name()
            elif not (self._take("K") or self._take("V") or self._take("r")):
                break
            is_qualified = True
        inner = self._read_type()
        if is_qualified:
            self._keep(inner)
        return self._keep(_MangledType(None, inner.type))

    def _read_vector(self) -> _MangledType:
        end = self.text.find("_", self.place)
        count = self.text[self.place : end]
        if end < 0 or not count.isdecimal():
            raise _Unknown
        self.place = end + 1
        element = self._read_type().type
        return self._keep(_MangledType(None if element is None else self.context.vector(element, int(count))))

    def _read_again(self) -> _MangledType:
        end = self.text.find("_", self.place)
        if end < 0:
            raise _Unknown
        number = self.text[self.place : end]
        self.place = end + 1
        try:
            index = int(number, 36) + 1 if number else 0
        except ValueError:
            raise _Unknown from None
        if index >= len(self.seen):
            raise _Unknown
        return self.seen[index]

    def _named(self, name: str) -> _MangledType:
        """A struct, or one of OpenCL's own types, which is a pointer by itself."""
        context = self.context
        if name in names.OPAQUE_NAMES:
            word = names.OPAQUE_NAMES[name]
            return _MangledType(context.target(names.OPAQUE_WORDS[word]), _opaque_struct(context, f"opencl.{word}"))
        if name.startswith(names.IMAGE_NAME):
            return _MangledType(None, _opaque_struct(context, f"opencl.{name.removeprefix('ocl_')}_t"))
        struct: StructType | None = context.struct_of_name(f"struct.{name}") or context.struct_of_name(f"union.{name}")
        return _MangledType(struct)
