"""Compiles modules into one shared library. Run by `hatch_build.compile_modules`, in a process and a folder of its own.

    python setup.py OPT_LEVEL JOBS MODULE.py...

The folder has a copy of the package; the library is written into its folder `lib`. mypyc writes the C code into the folder `c`,
where it is edited: docstrings, the loader, weak references, code that runs once, and faults of mypyc.
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from compiling.edits import GeneratedCode
from mypyc.build import mypycify
from setuptools import setup
from setuptools.command.build_ext import build_ext

from compiling import docstrings, faults, run_once, start, weak_references

OPT_LEVEL, JOBS, MODULES = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
GROUP: Final = "pyllvm"
CODE: Final = Path("c")
OWN_CODE: Final = Path(__file__).parent
# A file of its own for each module would read mypyc's header of 2.3 MB each time.
PARTS: Final = 12
# The rooms that see each instruction or record. For the others, GCC's level for debuggers takes two thirds of the time.
HOT_ROOMS: Final = ("analyzer", "assembly", "bitcode", "bitstream", "ir", "schema", "verifier")
HOT, OTHER = "hot", "other"


def write_parts(sources: Sequence[str]) -> list[str]:
    """Write C files that include the files of several modules each, and the library's own; return the files to compile."""
    for path in OWN_CODE.glob("*.[ch]"):
        shutil.copy(path, CODE)
    header = (CODE / f"__native_{GROUP}.h").read_text(encoding="utf-8")
    (CODE / "free_names.h").write_text(faults.free_names(header), encoding="utf-8")
    native = sorted(source for source in map(Path, sources) if source.name.startswith("__native_"))
    starts = tuple(f"__native_{GROUP}___{room}" for room in HOT_ROOMS)
    parts = []
    for kind in (HOT, OTHER):
        paths = [path for path in native if path.name.startswith(starts) == (kind == HOT)]
        for number in range(PARTS):
            names = ("part.h", *(path.name for path in paths[number::PARTS]))
            parts.append(CODE / f"{kind}_{number}.c")
            parts[-1].write_text("".join(f'#include "{name}"\n' for name in names), encoding="utf-8")
    others = [source for source in sources if Path(source) not in native]
    return [*others, *map(str, (CODE / "library.c", CODE / "literals.c", *parts))]


class ParallelBuild(build_ext):  # type: ignore[misc]
    """Compiles the files of an extension at the same time."""

    def build_extension(self, extension: Any) -> None:
        """Compile the files, then let setuptools link them. It compiles the first alone, to find the compiler."""

        def compiled(source: str) -> list[str]:
            is_other = Path(source).name.startswith(OTHER) and os.name != "nt" and OPT_LEVEL == "1"
            objects: list[str] = self.compiler.compile(
                [source],
                output_dir=self.build_temp,
                include_dirs=extension.include_dirs,
                extra_postargs=[*extension.extra_compile_args, *(["-Og"] if is_other else [])],
            )
            return objects

        first, *others = extension.sources
        with ThreadPoolExecutor(JOBS) as pool:
            extension.extra_objects = [*compiled(first), *(name for names in pool.map(compiled, others) for name in names)]
        extension.sources = []
        super().build_extension(extension)


def main() -> None:
    """Write the C code and compile it."""
    gc.set_threshold(0)  # of mypy's trees, which are needed until the end
    options = ["--config-file=", "--follow-imports=silent"]
    # The first of the extensions is the library; the others are one for each module, in place of which the loader is.
    library = mypycify(
        [*options, *MODULES], opt_level=OPT_LEVEL, debug_level="0", multi_file=True, target_dir=str(CODE), group_name=GROUP
    )[0]
    code = GeneratedCode(CODE, sorted(Path(source).relative_to(CODE).as_posix() for source in library.sources))
    faults.mend(code)
    run_once.shorten(code)  # before the literals that it leaves are counted
    start.shorten_start(code)
    weak_references.add_weak_references(code)
    docstrings.document(code, MODULES)
    code.write()
    library.sources = write_parts(library.sources)
    if os.name != "nt":
        # Most Pythons are built with -Wall, and GCC takes longer with it. Only the library itself uses its symbols.
        library.extra_compile_args += ["-Wno-all", "-w", "-fvisibility=hidden"]
    if sys.platform == "linux":
        # The names of functions are a tenth of the library, and so are the tables for exceptions of C++.
        library.extra_compile_args += ["-fno-asynchronous-unwind-tables"]
        library.extra_link_args += ["-Wl,--strip-all"]
    setup(
        name=GROUP,
        packages=[],
        ext_modules=[library],
        cmdclass={"build_ext": ParallelBuild},
        script_args=["-q", "build_ext", "--build-lib", "lib", "--build-temp", "temp"],
    )
    Path("lib", "pyllvm").mkdir(exist_ok=True)
    names = sorted(file.removesuffix(".py").replace("/", ".") for file in MODULES)
    Path("lib", "pyllvm", "compiled_modules.txt").write_text("".join(f"{name}\n" for name in names), encoding="utf-8")


if __name__ == "__main__":
    main()
