"""The requirements of an older IR's consumers besides its LLVM version: `--target-profile`.

Sources: the NVVM IR specification, and what libNVVM refuses; for AIR, Metal libraries of macOS 14; for AIE, the rules by which
mlir-aie rewrites IR for the `chess` compiler.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.tables.features import MEMORY_ATTRIBUTE, OPAQUE_POINTERS


@final
class ProfileMetadata:
    """A named node of one tuple of i32 that a module needs; `with_debug_info` are the numbers that follow where it has any."""

    __slots__ = ("name", "numbers", "with_debug_info")

    def __init__(self, name: str, numbers: tuple[int, ...], with_debug_info: tuple[int, ...] = ()) -> None:
        self.name = name
        self.numbers = numbers
        self.with_debug_info = with_debug_info


@final
class ProfileAtomic:
    """An operation of atomicrmw for which the consumer has an intrinsic: `name`, followed by the types of its pointer."""

    __slots__ = ("name", "since", "type", "word")

    def __init__(self, word: str, type: str, since: int, name: str) -> None:
        self.word = word
        self.type = type
        self.since = since
        """The first LLVM whose atomicrmw has the operation: the intrinsic is for those before."""
        self.name = name


@final
class TargetProfile:
    """A consumer.

    `version` is the LLVM whose IR it reads, and `newest` the newest that any of its readers takes. `layouts` are the data layouts
    that it documents, each with how the triple begins and the newest LLVM that it is for. `undefined_space` is the address space
    whose variables have no initial value. `producer` is the text of the identification block, where that matters.
    """

    __slots__ = ("atomics", "layouts", "metadata", "name", "newest", "producer", "undefined_space", "version")

    def __init__(
        self,
        name: str,
        version: int,
        newest: int,
        *,
        metadata: tuple[ProfileMetadata, ...] = (),
        layouts: tuple[tuple[str, int, str], ...] = (),
        atomics: tuple[ProfileAtomic, ...] = (),
        undefined_space: int = 0,
        producer: str | None = None,
    ) -> None:
        self.name = name
        self.version = version
        self.newest = newest
        self.metadata = metadata
        self.layouts = layouts
        self.atomics = atomics
        self.undefined_space = undefined_space
        self.producer = producer


_NVVM_OLDEST: Final = 7
_NVVM_NEWEST: Final = 20
_AIR_METADATA_VERSION: Final = (2, 6, 0)

TARGET_PROFILES: Final[tuple[TargetProfile, ...]] = (
    # libNVVM: LLVM 7 for compute_75 to compute_90, LLVM 20 from compute_100 on.
    TargetProfile(
        "nvvm",
        _NVVM_OLDEST,
        _NVVM_NEWEST,
        # Version 2.0 of NVVM IR, and 3.2 of its debug information.
        metadata=(ProfileMetadata("nvvmir.version", (2, 0), (3, 2)),),
        layouts=(
            (
                "nvptx64",
                _NVVM_OLDEST,
                "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-"
                "v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64",
            ),
        ),
        atomics=(
            ProfileAtomic("fadd", "float", 9, "llvm.nvvm.atomic.load.add.f32"),
            ProfileAtomic("fadd", "double", 9, "llvm.nvvm.atomic.load.add.f64"),
            ProfileAtomic("uinc_wrap", "i32", 16, "llvm.nvvm.atomic.load.inc.32"),
            ProfileAtomic("udec_wrap", "i32", 16, "llvm.nvvm.atomic.load.dec.32"),
        ),
        undefined_space=3,
    ),
    # Apple's intermediate representation, of Metal: typed pointers, and no producer.
    TargetProfile(
        "air",
        OPAQUE_POINTERS.since - 1,
        OPAQUE_POINTERS.since - 1,
        metadata=(ProfileMetadata("air.version", _AIR_METADATA_VERSION),),
        layouts=(
            (
                "air64",
                OPAQUE_POINTERS.since - 1,
                "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-"
                "v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32",
            ),
        ),
        producer="",
    ),
    # AMD's AI engines: the six words for accesses to memory, `nocapture`, and opaque pointers.
    TargetProfile("aie", MEMORY_ATTRIBUTE.since - 1, MEMORY_ATTRIBUTE.since - 1),
)

TARGET_PROFILES_BY_NAME: Final[dict[str, TargetProfile]] = {profile.name: profile for profile in TARGET_PROFILES}
