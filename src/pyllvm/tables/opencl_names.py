"""The names of OpenCL's types: in mangled names of functions, and in the metadata of kernels.

Sources: the SPIR 1.2 and 2.0 specifications, and the names that clang gives OpenCL's types (BuiltinTypes, OpenCLImageTypes).
"""

from __future__ import annotations

from typing import Final

MANGLED_PREFIX: Final = "_Z"
IMAGE_NAME: Final = "ocl_image"

PIPE: Final = "pipe"
ATOMIC: Final = "_Atomic("

# The scalars, as LLVM names them; empty for a type that nothing points to in LLVM.
SCALAR_LETTERS: Final[dict[str, str]] = {
    "Dh": "half",
    "a": "i8",
    "b": "i8",
    "c": "i8",
    "d": "double",
    "f": "float",
    "h": "i8",
    "i": "i32",
    "j": "i32",
    "l": "i64",
    "m": "i64",
    "s": "i16",
    "t": "i16",
    "v": "i8",
    "x": "i64",
    "y": "i64",
    "z": "",
}
SCALAR_WORDS: Final[dict[str, str]] = {
    "bool": "i8",
    "char": "i8",
    "double": "double",
    "float": "float",
    "half": "half",
    "int": "i32",
    "long": "i64",
    "short": "i16",
    "uchar": "i8",
    "uint": "i32",
    "ulong": "i64",
    "ushort": "i16",
    "void": "i8",
}
# The other opaque types: by the name in OpenCL C, the target type of newer LLVMs.
OPAQUE_WORDS: Final[dict[str, str]] = {
    "clk_event_t": "spirv.DeviceEvent",
    "event_t": "spirv.Event",
    "queue_t": "spirv.Queue",
    "reserve_id_t": "spirv.ReserveId",
    "sampler_t": "spirv.Sampler",
}
# By the name in a mangled name.
OPAQUE_NAMES: Final[dict[str, str]] = {
    "ocl_clkevent": "clk_event_t",
    "ocl_event": "event_t",
    "ocl_queue": "queue_t",
    "ocl_reserveid": "reserve_id_t",
    "ocl_sampler": "sampler_t",
}
# `!kernel_arg_access_qual`, and the part of an image's name that says the same.
ACCESSES: Final[dict[str, str]] = {"none": "ro", "read_only": "ro", "read_write": "rw", "write_only": "wo"}
# By the beginning of a function's name: the struct to which its result points.
RESULTS: Final[dict[str, str]] = {
    "__reserve_read_pipe": "opencl.reserve_id_t",
    "__reserve_write_pipe": "opencl.reserve_id_t",
    "__translate_sampler_initializer": "opencl.sampler_t",
    "_Z17create_user_event": "opencl.clk_event_t",
    "_Z21async_work_group_copy": "opencl.event_t",
    "_Z29async_work_group_strided_copy": "opencl.event_t",
}
# The functions that clang calls for pipes, which are not overloaded, and the access to the pipe that they take first.
PIPE_FUNCTIONS: Final[dict[str, str]] = {
    "__commit_read_pipe": "ro",
    "__commit_write_pipe": "wo",
    "__get_pipe_max_packets_ro": "ro",
    "__get_pipe_max_packets_wo": "wo",
    "__get_pipe_num_packets_ro": "ro",
    "__get_pipe_num_packets_wo": "wo",
    "__read_pipe_": "ro",
    "__reserve_read_pipe": "ro",
    "__reserve_write_pipe": "wo",
    "__sub_group_commit_read_pipe": "ro",
    "__sub_group_commit_write_pipe": "wo",
    "__sub_group_reserve_read_pipe": "ro",
    "__sub_group_reserve_write_pipe": "wo",
    "__work_group_commit_read_pipe": "ro",
    "__work_group_commit_write_pipe": "wo",
    "__work_group_reserve_read_pipe": "ro",
    "__work_group_reserve_write_pipe": "wo",
    "__write_pipe_": "wo",
}
