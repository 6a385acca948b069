"""The requirements of an older IR's consumers besides its LLVM version: `--target-profile`.

Sources: the NVVM IR specification, and what libNVVM refuses; for AIR, Metal libraries of macOS 14; for AIE, the rules by which
mlir-aie rewrites IR for the `chess` compiler; for the others, the modules `migrations.consumers`.
"""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.notation import Final, final
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

    `version` is the LLVM whose IR it reads, and `newest` the newest that any of its readers takes. `architectures` are the first
    numbers of processors for which it reads another version, the newest last. `layouts` are the data layouts that it takes, each
    with how the triple begins and the newest LLVM that it is for, the newest first. `undefined_space` is the address space
    whose variables have no initial value. `producer` is the text of the identification block, where that matters.
    `pointee_types` is what `--pointee-types` is by default. `triples` are the beginnings of triples that it does not know, each
    with the one in its place.
    """

    __slots__ = (
        "architectures",
        "atomics",
        "layouts",
        "metadata",
        "name",
        "newest",
        "pointee_types",
        "producer",
        "triples",
        "undefined_space",
        "version",
    )

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
        pointee_types: str = "",
        triples: tuple[tuple[str, str], ...] = (),
        architectures: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.name = name
        self.version = version
        self.newest = newest
        self.metadata = metadata
        self.layouts = layouts
        self.atomics = atomics
        self.undefined_space = undefined_space
        self.producer = producer
        self.pointee_types = pointee_types
        self.triples = triples
        self.architectures = architectures

    def version_for(self, architecture: int) -> int:
        """The LLVM whose IR it reads for a processor with this number, such as 100 of compute_100."""
        found = self.version
        for first, version in self.architectures:
            if architecture >= first:
                found = version
        return found


QIR: Final = "qir"
SPIR: Final = "spir"
KLEE: Final = "klee"
AMD: Final = "amd"

_TYPED_NEWEST: Final = OPAQUE_POINTERS.since - 1
_SPIR_LAYOUT: Final = "i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
_OPENCL_VERSION: Final = (1, 2)
_KLEE_USUAL: Final = 13
_KLEE_NEWEST: Final = 19
_AMD_NEWEST: Final = 23
_AMD_SPACES: Final = "p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32"
_AMD_SIZES: Final = "i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1"
_NVVM_OLDEST: Final = 7
_NVVM_NEWEST: Final = 22
_NVVM_NUMBERS: Final = "i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64"
_NVVM_VECTORS: Final = "v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
_AIR_METADATA_VERSION: Final = (2, 6, 0)

TARGET_PROFILES: Final[tuple[TargetProfile, ...]] = (
    # libNVVM: LLVM 7 for compute_75 to compute_90; from compute_100 on LLVM 20, 21 in release 13.2, and 22 since 13.4. Each takes
    # LLVM 20's IR with the newer layout, which has the pointers of distributed shared memory.
    TargetProfile(
        "nvvm",
        _NVVM_OLDEST,
        _NVVM_NEWEST,
        # Version 2.0 of NVVM IR, and 3.2 of its debug information.
        metadata=(ProfileMetadata("nvvmir.version", (2, 0), (3, 2)),),
        layouts=(
            ("nvptx64", _NVVM_NEWEST, f"e-p:64:64:64-p6:32:32:32-{_NVVM_NUMBERS}-f128:128:128-{_NVVM_VECTORS}"),
            ("nvptx64", _NVVM_OLDEST, f"e-p:64:64:64-{_NVVM_NUMBERS}-{_NVVM_VECTORS}"),
        ),
        architectures=((100, 20),),
        atomics=(
            ProfileAtomic("fadd", "float", 9, "llvm.nvvm.atomic.load.add.f32"),
            ProfileAtomic("fadd", "double", 9, "llvm.nvvm.atomic.load.add.f64"),
            ProfileAtomic("uinc_wrap", "i32", 16, "llvm.nvvm.atomic.load.inc.32"),
            ProfileAtomic("udec_wrap", "i32", 16, "llvm.nvvm.atomic.load.dec.32"),
        ),
        undefined_space=3,
        # OpenCL's triple: libNVVM takes only CUDA's.
        triples=(("nvptx64-nvidia-nvcl", "nvptx64-nvidia-cuda"), ("nvptx-nvidia-nvcl", "nvptx-nvidia-cuda")),
    ),
    # Apple's intermediate representation, of Metal: typed pointers, and no producer.
    TargetProfile(
        "air",
        _TYPED_NEWEST,
        _TYPED_NEWEST,
        metadata=(ProfileMetadata("air.version", _AIR_METADATA_VERSION),),
        layouts=(
            (
                "air64",
                _TYPED_NEWEST,
                "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-"
                "v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32",
            ),
        ),
        producer="",
    ),
    # AMD's AI engines: the six words for accesses to memory, `nocapture`, and opaque pointers.
    TargetProfile("aie", MEMORY_ATTRIBUTE.since - 1, MEMORY_ATTRIBUTE.since - 1),
    # Version 1 of QIR, whose qubits and results are typed pointers to opaque structs.
    TargetProfile(QIR, _TYPED_NEWEST, _TYPED_NEWEST),
    # SPIR 1.2 and 2.0, as LLVM 14's clang writes OpenCL C: typed pointers, and opaque structs for images and the like.
    TargetProfile(
        SPIR,
        _TYPED_NEWEST,
        _TYPED_NEWEST,
        layouts=(
            ("spir-", _TYPED_NEWEST, f"e-p:32:32-{_SPIR_LAYOUT}"),
            ("spir64-", _TYPED_NEWEST, f"e-{_SPIR_LAYOUT}"),
        ),
        metadata=(
            ProfileMetadata("opencl.ocl.version", _OPENCL_VERSION),
            ProfileMetadata("opencl.spir.version", _OPENCL_VERSION),
        ),
        pointee_types="exported",
        triples=(("spirv64-", "spir64-"), ("spirv32-", "spir-")),
    ),
    # KLEE 3.1 is built with LLVM 13, as a rule, KLEE 3.2 with LLVM 16, and what is to be 3.3 with LLVM 19 at the newest.
    TargetProfile(KLEE, _KLEE_USUAL, _KLEE_NEWEST),
    # AMD's code generators: the data layouts of each LLVM.
    TargetProfile(
        AMD,
        _TYPED_NEWEST,
        _AMD_NEWEST,
        layouts=(
            (
                "amdgcn-",
                _AMD_NEWEST,
                f"e-m:e-{_AMD_SPACES}-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-{_AMD_SIZES}-ni:7:8:9",
            ),
            ("amdgcn-", 21, f"e-{_AMD_SPACES}-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-{_AMD_SIZES}-ni:7:8:9"),
            ("amdgcn-", 20, f"e-{_AMD_SPACES}-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-{_AMD_SIZES}-ni:7:8:9"),
            ("amdgcn-", 17, f"e-{_AMD_SPACES}-p7:160:256:256:32-p8:128:128-{_AMD_SIZES}-ni:7:8"),
            ("amdgcn-", 16, f"e-{_AMD_SPACES}-{_AMD_SIZES}-ni:7"),
        ),
    ),
)

TARGET_PROFILES_BY_NAME: Final[dict[str, TargetProfile]] = {profile.name: profile for profile in TARGET_PROFILES}


def profile_named(name: str, version: int) -> TargetProfile | None:
    """The profile with this name for LLVM `version`; None for no name. PyllvmError if it is unknown, or its consumer is older."""
    if not name:
        return None
    profile = TARGET_PROFILES_BY_NAME.get(name)
    if profile is None:
        raise PyllvmError(f"'{name}' is not a target profile; the profiles are {', '.join(TARGET_PROFILES_BY_NAME)}")
    if version > profile.newest:
        raise PyllvmError(f"the target profile '{name}' is for LLVM {profile.newest} and older, not for LLVM {version}")
    return profile
