"""Compiles the run-time library of mypyc 2.4, with the changes that this package needs.

Only the compiled code refers to it, so its files can be compiled while mypyc, which uses one core, writes that code.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from compiling.arguments import without_warnings
from compiling.integers import raise_late
from compiling.memory import call_before_abort, keep_memory
from mypyc.build import include_dir
from mypyc.common import RUNTIME_C_FILES

_CHANGES: Final = {"int_ops.c": raise_late, "init.c": keep_memory, "exc_ops.c": call_before_abort}


def compiler_options(opt_level: str) -> list[str]:
    """The options for all C code. The dynamic loader need not resolve symbols that are used only inside the library."""
    return [] if os.name == "nt" else [f"-O{opt_level}", "-g0", "-w", "-fvisibility=hidden"]


def write_runtime(folder: Path) -> list[Path]:
    """Write the C files into a new folder. RuntimeError if one of those to change has another form than mypyc 2.4's."""
    folder.mkdir()
    written: list[Path] = []
    for name in RUNTIME_C_FILES:
        code = Path(include_dir(), name).read_text(encoding="utf-8")
        change = _CHANGES.get(name)
        written.append(folder / name)
        written[-1].write_text(code if change is None else change(code), encoding="utf-8")
    return written


def compile_runtime(folder: Path, opt_level: str) -> list[str]:
    """Compile the files in a new folder, one after the other, and return the object files."""
    # Python 3.12 has no such module: setuptools provides one once it is imported, and mypyc imports it.
    from distutils import ccompiler, sysconfig

    compiler: Any = ccompiler.new_compiler()
    sysconfig.customize_compiler(compiler)
    if compiler.compiler_type == "unix":
        compiler.compiler_so = without_warnings(compiler.compiler_so)
    objects: list[str] = compiler.compile(
        [str(path.relative_to(Path.cwd())) for path in write_runtime(folder)],
        output_dir="temp",
        include_dirs=[include_dir(), sysconfig.get_python_inc()],
        extra_postargs=compiler_options(opt_level),
    )
    return objects
