"""Builds the wheel: compiles the hot modules with mypyc if there is a C compiler, and builds the grammar's tables.

PYLLVM_MYPYC=0 never compiles, 1 compiles or fails; unset compiles if possible and reports the result. PYLLVM_OPT_LEVEL is the
C compiler's level, 1 by default. Nothing is written into src/: a compiled module there would hide every later edit of its
source. Two builds of the same sources make the same bytes.

    python hatch_build.py --into DIR      a compiled copy of the package in DIR, for PYTHONPATH=DIR
"""

from __future__ import annotations

import argparse
import compileall
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT: Final = Path(__file__).resolve().parent
SWITCH: Final = "PYLLVM_MYPYC"
OPT_VARIABLE: Final = "PYLLVM_OPT_LEVEL"

# The rooms that are compiled, with all below them. The others run a few times in a process, or are imported by tools that cannot
# use compiled modules.
COMPILED_ROOMS: Final = (
    "limits", "separation", "versions", "schema", "terminal", "tables", "bitstream", "ir", "analysis", "editing", "building",
    "migrations", "wishes", "assembly", "bitcode", "verifier", "linker", "analyzer", "reading", "methods",
)  # fmt: skip
# The rooms among these that are not compiled: they run only where a user asks for them, or for one target.
PLAIN_ROOMS: Final = (
    "analyzer/decoder", "editing/code_extraction", "migrations/consumers",
    "migrations/on_reading/target_intrinsics", "verifier/lint",
)  # fmt: skip
# The modules that mypyc cannot compile as they are used, with the reason.
PLAIN_MODULES: Final = {
    "analysis/graphs.py": "dataclasses with cached properties, which pickle",
    "analyzer/render.py": "it draws with rich, which the build would need",
    "assembly/reader/automaton_build.py": "the build runs it",
    "assembly/reader/automaton_cache.py": "the build runs it",
    "editing/pickling.py": "a subclass of pickle.Pickler",
    "ir/symbol_table_list.py": "a subclass of list",
    "ir/use_list.py": "a subclass of list",
    "reading/in_processes.py": "tests set its bounds",
    "reading/in_turn.py": "tests set its bounds",
    "tables/metadata_nodes.py": "one large table, for which mypyc needs seconds and Python a millisecond",
}

# At level 2 the C compiler takes 40 % longer, and the commands run 2 to 4 % fewer instructions: that is for wheels of a release.
OPT_LEVEL: Final = "1"
# The processor time of a build, in seconds; all but the part of mypyc uses every core.
_MYPYC_SECONDS: Final = 40
_COMPILER_SECONDS: Final = 160
COMPILER_REQUIREMENTS: Final = ["mypy[mypyc]==2.4.1", "setuptools>=69"]
GRAMMAR_REQUIREMENTS: Final = [
    "lark>=1.2,<2",
    "mypy_extensions>=1.0,<2",
    "librt>=0.16,<1; platform_python_implementation == 'CPython'",
]
TABLES_FOLDER: Final = "pyllvm/assembly/reader"
TABLES_FILE: Final = "llvm.tables"

_BUILD_TABLES: Final = """
import sys
sys.path.insert(0, sys.argv[2])
from pyllvm.assembly.reader.automaton_cache import store, tables_key
from pyllvm.assembly.reader.automaton_build import build_tables
store(sys.argv[1], build_tables(tables_key()))
"""


def hot_modules(source: Path) -> list[str]:
    """The modules to compile, as paths under `source`, sorted."""
    found: list[str] = []
    for path in (source / "pyllvm").rglob("*.py"):
        relative = path.relative_to(source / "pyllvm").as_posix()
        is_in_room = relative.partition("/")[0].removesuffix(".py") in COMPILED_ROOMS and path.stem != "__main__"
        is_plain = relative in PLAIN_MODULES or relative.startswith(tuple(f"{room}/" for room in PLAIN_ROOMS))
        if is_in_room and not is_plain:
            found.append(f"pyllvm/{relative}")
    return sorted(found)


def compiler_is_there() -> bool:
    """Whether modules can be compiled: for CPython, if the C compiler and the headers of the interpreter can be found."""
    if sys.implementation.name != "cpython":
        return False
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    header = Path(sysconfig.get_path("include"), "Python.h")
    return bool(command) and shutil.which(command[0]) is not None and header.is_file()


def compile_modules(source: Path, work: Path, modules: Sequence[str], opt_level: str = OPT_LEVEL) -> Path:
    """Compile modules of `source` in the folder `work`; return the folder with what is to be put beside and into the package."""
    shutil.copytree(source / "pyllvm", work / "pyllvm", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    # With a fixed seed, sets of names have the same order in each build, and so the library the same bytes.
    environment = dict(os.environ, MYPYPATH=str(work), PYTHONPATH=path, PYTHONHASHSEED="0")
    command = [sys.executable, str(ROOT / "compiling" / "setup.py"), opt_level, str(os.cpu_count() or 1), *modules]
    result = subprocess.run(command, cwd=work, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        raise RuntimeError(result.stdout.decode("utf-8", "replace")[-20_000:])
    return work / "lib"


def build_grammar_tables(source: Path, target: Path) -> None:
    """Build the parser's tables of ``llvm.lark`` into the file `target`."""
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
    # In PYTHONPATH, pip's build environment would drop the folder where this checkout is installed as editable.
    subprocess.run([sys.executable, "-c", _BUILD_TABLES, str(target), str(source)], env=environment, check=True)
    target.chmod(0o644)


def tell(*lines: str) -> None:
    """Write to the user's terminal, if there is one: pip and uv do not show what a build writes to its output."""
    try:
        with open("CONOUT$" if os.name == "nt" else "/dev/tty", "w", encoding="utf-8") as terminal:
            terminal.write("\n" + "".join(f"  {line}\n" for line in lines))
    except OSError:
        return


def minutes_to_compile() -> int:
    """How long the compilation takes here, roughly."""
    return round((_MYPYC_SECONDS + _COMPILER_SECONDS / (os.cpu_count() or 1)) / 60 + 0.5)


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

    def _compiled(self, source: Path) -> Path | None:
        """The folder of the compiled modules, or None where the wheel contains plain Python."""
        if not self._wanted():
            self._warn(f"{SWITCH} is 0, or there is no C compiler with Python's headers")
            return None
        modules = hot_modules(source)
        tell(
            f"pyllvm: compiling {len(modules)} modules. It takes about {minutes_to_compile()} minutes on this machine.",
            f"  ({SWITCH}=0 installs the plain modules instead. That takes seconds, and they are 7 to 20 times slower.)",
        )
        try:
            return compile_modules(source, self._work / "compiled", modules, os.environ.get(OPT_VARIABLE) or OPT_LEVEL)
        except RuntimeError as error:
            if os.environ.get(SWITCH) == "1":
                raise
            self.app.display_warning(str(error))
            self._warn("the compilation failed: 'pip install -v' shows why")
            return None

    def _warn(self, reason: str) -> None:
        lines = [
            f"pyllvm: it is built without compiled modules; {reason}.",
            "  It works, 7 to 20 times slower. For the fast build, install a C compiler and Python's headers",
            "  (Debian: gcc and python3-dev), or a wheel: 'pip wheel .' on a machine that has them makes one.",
        ]
        self.app.display_warning("\n".join(lines))
        tell(*lines)

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what the wheel contains besides the sources."""
        if version == "editable":
            return
        source = ROOT / "src"
        self._work = Path(tempfile.mkdtemp(prefix="pyllvm-build-"))
        with ThreadPoolExecutor() as pool:
            # mypyc uses one core.
            tables = pool.submit(build_grammar_tables, source, self._work / TABLES_FILE)
            compiled = self._compiled(source)
            tables.result()
        build_data["force_include"][str(self._work / TABLES_FILE)] = f"{TABLES_FOLDER}/{TABLES_FILE}"
        if compiled is None:
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in sorted(compiled.rglob("*")):
            if path.is_file():
                build_data["force_include"][str(path)] = path.relative_to(compiled).as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary files."""
        if version != "editable":
            shutil.rmtree(self._work, ignore_errors=True)


def main() -> None:
    """Make a compiled copy of the package for measuring."""
    parser = argparse.ArgumentParser(description="Make a compiled copy of the package in a folder of its own.")
    parser.add_argument("--into", type=Path, required=True, help="the output folder; set PYTHONPATH to it")
    parser.add_argument("--opt-level", default=OPT_LEVEL, choices=["0", "1", "2", "3"])
    options = parser.parse_args()
    source = Path(__file__).resolve().parent / "src"
    into: Path = options.into.resolve()
    with tempfile.TemporaryDirectory(prefix="pyllvm-build-") as work:
        compiled = compile_modules(source, Path(work, "compiled"), hot_modules(source), options.opt_level)
        shutil.rmtree(into / "pyllvm", ignore_errors=True)
        for old in into.glob("pyllvm__mypyc*"):
            old.unlink()
        shutil.copytree(source / "pyllvm", into / "pyllvm", ignore=shutil.ignore_patterns("__pycache__"))
        build_grammar_tables(source, into / TABLES_FOLDER / TABLES_FILE)
        shutil.copytree(compiled, into, dirs_exist_ok=True)
        # As pip does: a start that compiles Python would measure that.
        compileall.compile_dir(into / "pyllvm", quiet=1)


if __name__ == "__main__":
    main()
