"""The pointers to opaque structs by which clang wrote OpenCL's types before LLVM 16 had `target("spirv.Image", ...)`."""

from __future__ import annotations

from pyllvm.ir.types import VOID, Context, PointerType, TargetType
from pyllvm.notation import Final

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


def older_type(context: Context, type: TargetType, is_typed: bool) -> PointerType | None:
    """The pointer in place of a target's type in older LLVMs; None if they had none."""
    found = _older_name(type)
    if found is None:
        return None
    name, space = found
    if not is_typed:
        return context.pointer(space)
    struct = context.struct_of_name(name)
    return context.pointer_to(context.named_struct(name) if struct is None else struct, space)


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
