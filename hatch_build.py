"""Builds the wheel: compiles the hot modules with mypyc if there is a C compiler, and builds the grammar's tables.

PYLLVM_MYPYC=0 never compiles, 1 compiles or fails; unset compiles if possible and reports the result. Nothing is written
into src/: a compiled module there would hide every later edit of its source.

    python hatch_build.py --into DIR      a compiled copy of the package in DIR, for PYTHONPATH=DIR
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH: Final = "PYLLVM_MYPYC"

# The compiled packages, except their __init__.py and the modules below. All other code runs only a few times per process, or is
# imported by tools that cannot use compiled modules.
COMPILED_PACKAGES: Final = (
    "schema", "tables", "ir", "analysis", "editing", "migrations", "bitstream", "bitcode", "assembly", "analyzer", "verifier",
    "linker",
)  # fmt: skip
# Patterns of modules that are not compiled, with the reason.
PLAIN_MODULES: Final[dict[str, str]] = {
    "verifier/lint/*": "runs only where it is asked for; all that is compiled is loaded by every command",
    "analysis/calls.py": "its results are dataclasses, made once for a module",
    "analysis/graphs.py": "its results are dataclasses, made once for a function",
    "tables/lint_rules.py": "read by lint alone",
    "tables/inline_asm_*.py": "read by lint alone",
    "ir/symbol_table_list.py": "a real subclass of list",
    "analyzer/render.py": "draws for terminals with rich, which the build does not need otherwise",
    "assembly/reader/automaton_build.py": "runs Lark, once, when the package is built",
}

COMPILER_REQUIREMENTS: Final = ["mypy[mypyc]==2.4.1", "setuptools>=69"]
GRAMMAR_REQUIREMENTS: Final = ["lark>=1.2,<2", "mypy_extensions>=1.0", "librt>=0.16"]
TABLES_FOLDER: Final = "pyllvm/assembly/reader"
TABLES_FILE: Final = "llvm.tables"

_SETUP: Final = """
import sys
from concurrent.futures import ThreadPoolExecutor
from setuptools import setup
from setuptools._distutils.ccompiler import CCompiler
from mypyc.build import mypycify

def compile_in_parallel(self, sources, output_dir=None, macros=None, include_dirs=None, debug=0,
                        extra_preargs=None, extra_postargs=None, depends=None):
    # setuptools compiles the files of one extension in turn; they do not depend on each other.
    macros, objects, extra_postargs, pp_opts, build = self._setup_compile(
        output_dir, macros, include_dirs, sources, depends, extra_postargs)
    arguments = self._get_cc_args(pp_opts, debug, extra_preargs)
    def compile_one(item):
        name, (source, extension) = item
        self._compile(name, source, extension, arguments, extra_postargs, pp_opts)
    with ThreadPoolExecutor({jobs}) as pool:
        list(pool.map(compile_one, build.items()))
    return objects

CCompiler.compile = compile_in_parallel
extensions = mypycify(
    {flags!r} + {modules!r},
    opt_level={opt_level!r},
    debug_level="0",
    group_name="pyllvm",
    multi_file=True,
    target_dir={target!r},
)
for extension in extensions:
    # Hide symbols used only inside the library, so the dynamic loader does not resolve them at every start.
    extension.extra_compile_args.append("-fvisibility=hidden")
setup(name="pyllvm", packages=[], ext_modules=extensions)
"""

_BUILD_TABLES: Final = """
import sys
from pyllvm.assembly.reader.automaton import store, tables_key
from pyllvm.assembly.reader.automaton_build import build_tables
store(sys.argv[1], build_tables(tables_key()))
"""


def hot_modules(source: Path, packages: Sequence[str] = COMPILED_PACKAGES, skipped: Sequence[str] = ()) -> list[str]:
    """The modules to compile, as paths under `source`, sorted; `skipped` are patterns of paths in the package."""
    found: list[str] = []
    for package in packages:
        for path in (source / "pyllvm" / package).rglob("*.py"):
            relative = path.relative_to(source / "pyllvm").as_posix()
            plain = any(fnmatch(relative, pattern) for pattern in (*PLAIN_MODULES, *skipped))
            if not plain and path.name not in ("__init__.py", "__main__.py"):
                found.append(f"pyllvm/{relative}")
    return sorted(found)


def compiler_is_there() -> bool:
    """Whether the interpreter's C compiler and headers can be found."""
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    header = Path(sysconfig.get_path("include"), "Python.h")
    return bool(command) and shutil.which(command[0]) is not None and header.is_file()


def compile_modules(source: Path, work: Path, modules: Sequence[str], opt_level: str = "1") -> list[Path]:
    """Compile modules of `source` in the folder `work`; return the shared objects, as paths under ``work/lib``."""
    shutil.copytree(source / "pyllvm", work / "pyllvm", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    jobs = os.cpu_count() or 1
    setup = _SETUP.format(
        flags=["--config-file=", "--follow-imports=silent"],
        modules=list(modules),
        opt_level=opt_level,
        target=str(work / "c"),
        jobs=jobs,
    )
    (work / "setup.py").write_text(setup, encoding="utf-8")
    environment = dict(os.environ, MYPYPATH=str(work))
    command = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", "lib", "--build-temp", "temp"]
    result = subprocess.run(command, cwd=work, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        raise RuntimeError(result.stdout.decode("utf-8", "replace")[-20_000:])
    return sorted(path.relative_to(work / "lib") for path in (work / "lib").rglob("*.so"))


def build_grammar_tables(source: Path, target: Path) -> None:
    """Build the parser's tables of ``llvm.lark`` into the file `target`."""
    path = os.pathsep.join(filter(None, [str(source), os.environ.get("PYTHONPATH", "")]))
    environment = dict(os.environ, PYTHONPATH=path, PYTHONDONTWRITEBYTECODE="1")
    subprocess.run([sys.executable, "-c", _BUILD_TABLES, str(target)], env=environment, check=True)
    target.chmod(0o644)


class MypycBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the compiled modules and the grammar's tables into the wheel."""

    PLUGIN_NAME = "custom"

    def _wanted(self) -> bool:
        switch = os.environ.get(SWITCH, "")
        if switch not in ("", "0", "1"):
            raise ValueError(f"{SWITCH} is {switch!r}: it can be 0, 1 or unset")
        return switch == "1" or (switch == "" and compiler_is_there())

    def dependencies(self) -> list[str]:
        """What this build requires besides hatchling."""
        return GRAMMAR_REQUIREMENTS + (COMPILER_REQUIREMENTS if self._wanted() else [])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what the wheel contains besides the sources."""
        if version == "editable":
            return
        source = Path(self.root, "src")
        self._work = Path(tempfile.mkdtemp(prefix="pyllvm-build-"))
        build_grammar_tables(source, self._work / TABLES_FILE)
        build_data["force_include"][str(self._work / TABLES_FILE)] = f"{TABLES_FOLDER}/{TABLES_FILE}"
        if not self._wanted():
            self.app.display_warning(f"pyllvm: built without compiled modules ({SWITCH}=0, or no C compiler); it will run slowly")
            return
        try:
            objects = compile_modules(source, self._work / "compiled", hot_modules(source))
        except RuntimeError as error:
            if os.environ.get(SWITCH) == "1":
                raise
            self.app.display_warning(f"{error}\npyllvm: compilation failed; the wheel contains the plain Python modules")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in objects:
            build_data["force_include"][str(self._work / "compiled" / "lib" / path)] = path.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary files."""
        if version != "editable":
            shutil.rmtree(self._work, ignore_errors=True)


def main() -> None:
    """Make a compiled copy of the package for measuring."""
    parser = argparse.ArgumentParser(description="Make a compiled copy of the package in a folder of its own.")
    parser.add_argument("--into", type=Path, required=True, help="the output folder; set PYTHONPATH to it")
    parser.add_argument("--opt-level", default="1", choices=["0", "1", "2", "3"])
    parser.add_argument("--packages", nargs="+", default=COMPILED_PACKAGES, help="compile only these (default: all)")
    parser.add_argument("--skip", nargs="+", default=[], metavar="PATTERN", help="do not compile these, e.g. bitcode/writer/*")
    options = parser.parse_args()
    source = Path(__file__).resolve().parent / "src"
    into: Path = options.into.resolve()
    with tempfile.TemporaryDirectory(prefix="pyllvm-build-") as work:
        modules = hot_modules(source, options.packages, options.skip)
        objects = compile_modules(source, Path(work, "compiled"), modules, options.opt_level)
        shutil.rmtree(into / "pyllvm", ignore_errors=True)
        for old in into.glob("pyllvm__mypyc*.so"):
            old.unlink()
        shutil.copytree(source / "pyllvm", into / "pyllvm", ignore=shutil.ignore_patterns("__pycache__"))
        build_grammar_tables(source, into / TABLES_FOLDER / TABLES_FILE)
        for path in objects:
            shutil.copy2(Path(work, "compiled", "lib", path), into / path)


if __name__ == "__main__":
    main()
