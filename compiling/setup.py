"""Compiles modules into one shared library. Run by `hatch_build.compile_modules`, in a process and a folder of its own.

    python setup.py OPT_LEVEL JOBS MODULE.py...

The folder has a copy of the package; the library is written into its folder `lib`.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from compiling.arguments import without_warnings
from compiling.c_code import Parts
from compiling.generation import GROUP, generate
from compiling.runtime import compile_runtime, compiler_options
from compiling.sources import module_name, read_sources
from mypyc.build import include_dir
from mypyc.common import shared_lib_name
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError

OPT_LEVEL, JOBS, MODULES = sys.argv[1], int(sys.argv[2]), sys.argv[3:]


def compile_in_parallel(
    parts: Parts,
    compiler: Any,
    sources: list[str],
    output_dir: str | None = None,
    macros: Any = None,
    include_dirs: Any = None,
    debug: bool = False,
    extra_preargs: list[str] | None = None,
    extra_postargs: list[str] | None = None,
    depends: Any = None,
) -> list[str]:
    """Compile the files of one extension at the same time: setuptools compiles them in turn.

    Each is written only then, so that no core waits for files that are compiled later. The largest are the first, whatever
    order setuptools has brought them into, and mypyc's own small ones the last.
    """
    macros, objects, extra, preprocessor, build = compiler._setup_compile(
        output_dir, macros, include_dirs, sources, depends, extra_postargs
    )
    arguments = compiler._get_cc_args(preprocessor, debug, extra_preargs)

    def compile_one(name: str) -> None:
        source, extension = build[name]
        parts.write(Path(source))
        compiler._compile(name, source, extension, arguments, extra, preprocessor)

    # GCC reads such a file in no time, instead of the header, if it is there. Other compilers read the header.
    with suppress(CompileError):
        compiler._compile(f"{parts.header}.gch", str(parts.header), ".h", arguments, extra, preprocessor)
    sizes = parts.sizes
    with ThreadPoolExecutor(JOBS) as pool:
        list(pool.map(compile_one, sorted(build, key=lambda name: -sizes.get(Path(build[name][0]), 0))))
    found: list[str] = objects
    return found


class ParallelBuild(build_ext):  # type: ignore[misc]
    """Builds extensions, each with all cores."""

    parts: Parts

    def build_extensions(self) -> None:
        """Replace a method of the very compiler that is used: its class has several names, and which one counts varies."""
        if self.compiler.compiler_type == "unix":
            self.compiler.compile = partial(compile_in_parallel, self.parts, self.compiler)
            self.compiler.compiler_so = without_warnings(self.compiler.compiler_so)
        else:
            for path in self.parts.sizes:
                self.parts.write(path)
        super().build_extensions()


def main() -> None:
    """Write the C code and compile it."""
    folder = Path.cwd() / "c"
    # mypy and mypyc use one core.
    with ProcessPoolExecutor(1) as processes, ThreadPoolExecutor(1) as threads:
        sources = processes.submit(read_sources, MODULES)
        runtime = threads.submit(compile_runtime, Path.cwd() / "runtime", OPT_LEVEL)
        needed = generate(MODULES, folder)
        parts = ParallelBuild.parts = Parts(folder, sources.result())
        objects = runtime.result()
    runtime_folder = Path(include_dir())
    others = [runtime_folder / source.path for source in needed]
    includes = [runtime_folder, folder, *(runtime_folder / name for source in needed for name in source.include_dirs)]
    library = Extension(
        shared_lib_name(GROUP),
        sources=[*map(str, parts.sizes), *map(str, others)],
        include_dirs=list(map(str, dict.fromkeys(includes))),
        extra_compile_args=compiler_options(OPT_LEVEL),
        extra_objects=objects,
    )
    setup(
        name="pyllvm",
        packages=[],
        ext_modules=[library],
        cmdclass={"build_ext": ParallelBuild},
        script_args=["-q", "build_ext", "--build-lib", "lib", "--build-temp", "temp"],
    )
    parts.check()
    Path("lib", "pyllvm").mkdir(exist_ok=True)
    names = sorted(map(module_name, MODULES))
    Path("lib", "pyllvm", "compiled_modules.txt").write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
    # To free the memory of mypy's trees, one object after the other, takes seconds.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
