"""The types of pointers in a module that goes from typed pointers to opaque ones, or back."""

from __future__ import annotations

from typing import final

from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.ir.constants import NULL, ZERO_INITIALIZER, Constant, SimpleConstant
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.metadata import ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.type_finder import structs_in
from pyllvm.ir.types import VOID, X86_MMX, ArrayType, Context, FunctionType, PointerType, StructType, TargetType, Type, VectorType
from pyllvm.notation import Final

# --- The pointers to opaque structs by which clang wrote OpenCL's types before LLVM 16 had `target("spirv.Image", ...)`.

_GLOBAL: Final = 1
_CONSTANT: Final = 2
_PRIVATE: Final = 0
_IMAGE: Final = "spirv.Image"
# The numbers of an image after its sampled type: the dimension, then three flags, and the access at the end.
_DIMENSION: Final = 0
_IS_DEPTH: Final = 1
_IS_ARRAY: Final = 2
_IS_MULTISAMPLED: Final = 3
_ACCESS: Final = 6
_IMAGE_NUMBERS: Final = 7
_ACCESS_WORDS: Final = ("ro", "wo", "rw")
_DIMENSIONS: Final[dict[int, str]] = {0: "1d", 1: "2d", 2: "3d", 5: "1d_buffer"}
_MOTION_ESTIMATION: Final = (
    "MceResult",
    "McePayload",
    "ImePayload",
    "ImeResult",
    "ImeResultSingleReferenceStreamout",
    "ImeResultDualReferenceStreamout",
    "ImeSingleReferenceStreamin",
    "ImeDualReferenceStreamin",
    "RefPayload",
    "RefResult",
    "SicPayload",
    "SicResult",
)


def _snake_case(word: str) -> str:
    return "".join([f"_{letter.lower()}" if letter.isupper() else letter for letter in word])


# The other types: the struct's name after `opencl.`, and the address space of pointers to it.
_OTHERS: Final[dict[str, tuple[str, int]]] = {
    "spirv.DeviceEvent": ("clk_event_t", _PRIVATE),
    "spirv.Event": ("event_t", _PRIVATE),
    "spirv.Queue": ("queue_t", _PRIVATE),
    "spirv.ReserveId": ("reserve_id_t", _PRIVATE),
    "spirv.Sampler": ("sampler_t", _CONSTANT),
    **{f"spirv.Avc{word}INTEL": (f"intel_sub_group_avc{_snake_case(word)}_t", _PRIVATE) for word in _MOTION_ESTIMATION},
}


def _older_name(type: TargetType) -> tuple[str, int] | None:
    name, numbers = type.name, type.integers
    if name == "spirv.Pipe" and len(numbers) == 1 and numbers[0] < 2:
        return f"opencl.pipe_{_ACCESS_WORDS[numbers[0]]}_t", _GLOBAL
    if name == _IMAGE and len(type.types) == 1 and len(numbers) == _IMAGE_NUMBERS:
        image = _image_name(numbers) if type.types[0].kind == VOID else ""
        if image:
            return image, _GLOBAL
    other = _OTHERS.get(name)
    return None if other is None or type.types or numbers else (f"opencl.{other[0]}", other[1])


def _image_name(numbers: list[int]) -> str:
    """The name of an OpenCL image's struct; empty if OpenCL has no such image."""
    dimension = _DIMENSIONS.get(numbers[_DIMENSION], "")
    access = numbers[_ACCESS]
    if not dimension or access >= len(_ACCESS_WORDS) or numbers[4] or numbers[5]:
        return ""
    words = [f"opencl.image{dimension}"]
    if numbers[_IS_ARRAY]:
        words.append("array")
    if numbers[_IS_MULTISAMPLED]:
        words.append("msaa")
    if numbers[_IS_DEPTH]:
        words.append("depth")
    return "_".join([*words, _ACCESS_WORDS[access], "t"])


# --- The types of a module while its pointers change: between `ptr` and pointers that say what they point to.


OPAQUE: Final = 0
WITHOUT_MMX: Final = 1
WITHOUT_TARGETS: Final = 2
TYPED: Final = 3


@final
class PointerTypes:
    """The new types when all pointers in them become `ptr`, or, if they become `TYPED`, `i8*`, the pointer of typed IR.

    `WITHOUT_MMX`, `x86_mmx` becomes `<1 x i64>`. If pointers get types, or `WITHOUT_TARGETS`, OpenCL's types become the pointers
    that represented them.
    """

    def __init__(self, context: Context, wanted: int = OPAQUE) -> None:
        self._context: Final = context
        self._wanted: Final = wanted
        self._known: dict[Type, Type] = {}
        # The pointers in place of targets' types, which are not among the pointers that change.
        self.in_place: set[Type] = set()

    def of(self, type: Type) -> Type:
        """The type with that pointer for every pointer in it; identified structs stay what they are."""
        known = self._known
        found = known.get(type)
        if found is not None:
            return found
        waiting = [type]
        while waiting:
            last = waiting[-1]
            if last in known:
                waiting.pop()
                continue
            if isinstance(last, PointerType):
                known[last] = self._pointer(last.address_space)
                continue
            if isinstance(last, StructType) and not last.is_literal:
                known[last] = last
                continue
            missing = [part for part in last.contained_types if part not in known]
            if missing:
                waiting.extend(missing)
            else:
                known[last] = self._made(last)
        return known[type]

    def all_of(self, types: list[Type]) -> list[Type]:
        """The same of each."""
        return [self.of(type) for type in types]

    def attributes(self, attributes: AttributeSet) -> AttributeSet:
        """The same attributes of the new types."""
        if not any(attribute.type is not None for attribute in attributes.attributes):
            return attributes
        changed = []
        for attribute in attributes.attributes:
            if attribute.type is None:
                changed.append(attribute)
            else:
                changed.append(Attribute.of_type(attribute.name, self.of(attribute.type)))
        return AttributeSet(changed)

    def complete(self, struct: StructType) -> None:
        """Change the elements of an identified struct, which itself stays."""
        if struct.elements is not None:
            struct.elements = self.all_of(struct.elements)

    def _pointer(self, address_space: int) -> PointerType:
        context = self._context
        return context.pointer_to(context.integer(8), address_space) if self._wanted == TYPED else context.pointer(address_space)

    def _older(self, type: TargetType) -> PointerType | None:
        """The pointer in place of a target's type in older LLVMs; None if they had none."""
        found = _older_name(type)
        if found is None:
            return None
        context = self._context
        name, space = found
        if self._wanted != TYPED:
            return context.pointer(space)
        struct = context.struct_of_name(name)
        return context.pointer_to(context.named_struct(name) if struct is None else struct, space)

    def _made(self, type: Type) -> Type:
        # Each part is known by now.
        context = self._context
        if isinstance(type, FunctionType):
            return context.function(self.of(type.return_type), self.all_of(type.parameters), type.is_variadic)
        if isinstance(type, ArrayType):
            return context.array(self.of(type.element), type.count)
        if isinstance(type, VectorType):
            return context.vector(self.of(type.element), type.count, type.is_scalable)
        if isinstance(type, StructType) and type.elements is not None:
            return context.literal_struct(self.all_of(type.elements), type.is_packed)
        if isinstance(type, TargetType):
            older = self._older(type) if self._wanted in (TYPED, WITHOUT_TARGETS) else None
            if older is not None:
                self._known[older] = older
                self.in_place.add(older)
                return older
            return context.target(type.name, self.all_of(type.types), type.integers)
        if type.kind == X86_MMX and self._wanted == WITHOUT_MMX:
            return context.vector(context.integer(64), 1)
        return type


def retyped(constant: SimpleConstant, type: Type) -> SimpleConstant:
    """The same constant of another type: what was the zero of a target's type is a null pointer."""
    kind = constant.kind
    if kind == ZERO_INITIALIZER and isinstance(type, PointerType):
        kind = NULL
    return SimpleConstant.get(type, kind)


def constants_in_metadata(context: Context) -> list[tuple[ValueAsMetadata, Constant]]:
    """The constants that metadata names, global values aside, each with the metadata."""
    return [
        (metadata, metadata.value)
        for key, metadata in context.metadata.items()
        if isinstance(metadata, ValueAsMetadata)
        and key is metadata.value
        and isinstance(metadata.value, Constant)
        and not isinstance(metadata.value, GlobalValue)
    ]


def identified_structs(module: Module) -> list[StructType]:
    """The identified structs that the module was read with or that a program added, and those that these are made of."""
    found = dict.fromkeys(module.struct_types)
    if len(found) < module.context.identified_structs:
        found.update(dict.fromkeys(structs_in(module, module.llvm_version)))
    waiting: list[Type] = list(found)
    seen: set[Type] = set(waiting)
    while waiting:
        type = waiting.pop()
        if isinstance(type, StructType) and not type.is_literal:
            found.setdefault(type)
        for part in type.contained_types:
            if part not in seen:
                seen.add(part)
                waiting.append(part)
    return list(found)
