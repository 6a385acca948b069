"""The wheel's build: what it compiles, and its switch."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

import pyllvm

ROOT = Path(__file__).parents[1]


@pytest.fixture
def build() -> ModuleType:
    pytest.importorskip("hatchling", reason="hatchling is only needed to build")
    specification = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_a_room_is_compiled_or_it_is_not(build: ModuleType) -> None:
    source = ROOT / "src" / "pyllvm"
    compiled = {name.removeprefix("pyllvm/") for name in build.hot_modules(ROOT / "src")}
    assert "bitstream/__init__.py" in compiled
    rooms = [path.relative_to(source) for path in source.rglob("*") if path.is_dir() and list(path.glob("*.py"))]
    for room in rooms:
        there = {path.relative_to(source).as_posix() for path in (source / room).glob("*.py") if path.name != "__main__.py"}
        assert compiled & there in (set(), there - set(build.PLAIN_MODULES)), room
    for name in (*build.PLAIN_MODULES, *build.PLAIN_ROOMS):
        assert (source / name).exists(), name
        assert name.partition("/")[0] in build.COMPILED_ROOMS, f"{name} needs no exception"
    assert len(build.PLAIN_MODULES) <= 12, "a room is plain, or mypyc can compile it"


def test_the_switch(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    hook = build.MypycBuildHook(str(ROOT), {}, None, None, str(ROOT), "wheel")
    monkeypatch.setenv("PYLLVM_MYPYC", "0")
    assert not any("mypy[" in requirement for requirement in hook.dependencies())
    monkeypatch.setenv("PYLLVM_MYPYC", "1")
    assert any("mypy[" in requirement for requirement in hook.dependencies())
    monkeypatch.delenv("PYLLVM_MYPYC")
    monkeypatch.setenv("CC", "/no/such/compiler")
    assert not any("mypy[" in requirement for requirement in hook.dependencies())
    monkeypatch.setenv("PYLLVM_MYPYC", "perhaps")
    with pytest.raises(ValueError, match="it can be 0, 1 or unset"):
        hook.dependencies()


SPEAK = """
import os, sys
sys.path.insert(0, sys.argv[1])
os.setsid()
os.open(sys.argv[2], os.O_RDWR)  # the terminal of this session from here on
import hatch_build
hatch_build.tell("one", "two")
"""


def test_a_build_speaks_to_the_terminal_though_its_output_is_taken() -> None:
    pytest.importorskip("hatchling", reason="hatchling is only needed to build")
    pty = pytest.importorskip("pty", reason="there are no such terminals here")
    main, terminal = pty.openpty()
    try:
        words = [sys.executable, "-c", SPEAK, str(ROOT), os.ttyname(terminal)]
        spoken = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        assert (spoken.returncode, spoken.stdout, spoken.stderr) == (0, b"", b"")
        assert os.read(main, 1000) == b"\r\n  one\r\n  two\r\n"
    finally:
        os.close(main)
        os.close(terminal)


def test_the_time_of_a_build_depends_on_the_cores(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    minutes = []
    for cores in (1, 2, 16):
        monkeypatch.setattr(build.os, "cpu_count", lambda cores=cores: cores)
        minutes.append(build.minutes_to_compile())
    assert minutes[0] > minutes[1] > minutes[2] >= 1


def requirements() -> list[str]:
    """All requirements of the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = [project["build-system"]["requires"], project["project"]["dependencies"]]
    groups += project["project"]["optional-dependencies"].values()
    return [one for group in groups for one in group if not one.startswith("pyllvm[")]


def test_each_dependency_has_an_upper_bound() -> None:
    assert [one for one in requirements() if "<" not in one.partition(";")[0] and "==" not in one] == []


def test_the_lock_of_ci_has_each_dependency_within_its_bounds() -> None:
    packaging = pytest.importorskip("packaging.requirements", reason="packaging reads requirements")
    lines = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    locked = {name: version.partition(" ")[0] for name, _, version in (line.partition("==") for line in lines)}
    without = ("distributed", "pandas", "pyarrow")  # no step of CI installs them
    for text in requirements():
        one = packaging.Requirement(text)
        name = one.name.lower().replace("_", "-").replace(".", "-")
        if name not in without:
            assert one.specifier.contains(locked[name]), text


def test_the_recipe_for_conda_has_the_same_dependencies(build: ModuleType) -> None:
    recipe = (ROOT / ".ci" / "conda" / "recipe.yaml").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    def listed(after: str) -> set[str]:
        block = recipe.partition(f"  {after}:\n")[2]
        return set(re.findall(r"    - (.*)\n", re.match(r"(?:    - .*\n)+", block)[0]))  # type: ignore[index]

    def spaced(texts: Sequence[str]) -> set[str]:
        # Conda has CPython alone, so that nothing depends on the implementation.
        return {re.sub(r"([\w-]+)(?:\[\w+\])?([<>=][^;]*)(?:;.*)?", r"\1 \2", text) for text in texts}

    assert listed("run") == {"python", *spaced(project["project"]["dependencies"])}
    host = [*project["build-system"]["requires"], *build.COMPILER_REQUIREMENTS, *build.GRAMMAR_REQUIREMENTS]
    assert listed("host") == {"python", "pip", *spaced(host)}
    assert f'version: "{pyllvm.__version__}"' in recipe


def test_nothing_compiled_lies_in_the_sources() -> None:
    assert not list((ROOT / "src").rglob("*.so")), "it would hide the edits of its source"


def test_the_documents_keep_their_form() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "## [Unreleased]" in changelog
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.index("pyllvm dis") < readme.index("-m pytest"), "the README's two commands come first"


STARTED = "from pyllvm.compiled_modules import install\ninstall()\n"
OTHER = """import pyllvm.documented as documented


class Thing:
    def grown(self) -> int:
        return 1
"""
DOCUMENTED = '''"""What the module is\N{EM DASH}in full."""

from typing import final

from mypy_extensions import mypyc_attr

NOTHING = ()

@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Kept:
    def __init__(self, size: int) -> None:
        self.size = size

@mypyc_attr(serializable=True)
@final
class KeptLong(Kept):
    def __init__(self, size: int, name: str) -> None:
        super().__init__(size)
        self.name = name

class Other:
    """It has a default that is no literal."""

    def __init__(self, size: int, parts: tuple[int, ...] = NOTHING) -> None:
        self.parts = parts

class Thing:
    """A "thing".

    It has more to tell.
    """

    def __init__(self, size: int, name: str = "") -> None:
        self.size = size
        """In bits."""
        self._name = name

    @property
    def name(self) -> str:
        """The name."""
        return self._name

    def grown(self, by: int = 1) -> "Thing":
        """Return a larger one: 100%, or \\\\ else."""
        return Thing(self.size + by)

def make(size: int, *, name: str = "x") -> Thing:
    """Make one."""
    return Thing(size, name)

def half(size: int) -> float:
    return size / 2
'''
SHOW = """
import inspect
from pyllvm import documented
Thing = documented.Thing
for found in (documented, Thing, Thing.grown, documented.make, Thing.name, Thing.size):
    print(repr(inspect.getdoc(found)))
print(inspect.signature(Thing), inspect.signature(Thing.grown), inspect.signature(documented.make))
print(inspect.signature(documented.Other), inspect.getdoc(documented.Other))
"""
LOADED = """
import importlib.util, sys
spec = importlib.util.find_spec("pyllvm.other")
print(spec.origin, "pyllvm__mypyc" in sys.modules, importlib.util.find_spec("pyllvm.absent"))
import pyllvm.other
print(pyllvm.other.__spec__.origin, type(pyllvm.other.Thing.grown).__name__, pyllvm.other.__file__.endswith(".py"))
try:
    sys.modules["pyllvm__mypyc"].load_module("pyllvm__mypyc.init_pyllvm___absent")
except ImportError as error:
    print(error)
"""
LOADED_AS = """pyllvm__mypyc False None
pyllvm__mypyc method_descriptor False
the library has no 'pyllvm__mypyc.init_pyllvm___absent'
"""
SHOWN = """'What the module is\N{EM DASH}in full.'
'A "thing".\\n\\nIt has more to tell.\\n\\nSignature: Thing(size: int, name: str=\\'\\')'
\"Return a larger one: 100%, or \\\\ else.\\n\\nSignature: grown(by: int=1) -> 'Thing'\"
"Make one.\\n\\nSignature: make(size: int, *, name: str='x') -> Thing"
'The name.\\n\\nType: str'
'In bits.\\n\\nType: int'
(size, name='') (self, /, by=1) (size, *, name='x')
(size, parts=Ellipsis) It has a default that is no literal.

Signature: Other(size: int, parts: tuple[int, ...]=NOTHING)
"""


CONSTRUCT = """
import pickle
from pyllvm.documented import Kept, KeptLong, Thing
made = KeptLong(3, name="x")
print(made.size, made.name, Kept(4).size, Thing(5).grown().size)
try:
    KeptLong(3)
except TypeError as error:
    print(type(error).__name__)
copy = pickle.loads(pickle.dumps(made))
print(copy.size, copy.name)
"""
CONSTRUCTED = "3 x 4 6\nTypeError\n3 x\n"


@pytest.mark.slow
def test_compiled_objects_have_docstrings_signatures_and_constructors(
    build: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("mypyc", reason="mypyc is only needed to compile")
    if not build.compiler_is_there():
        pytest.skip("no C compiler")
    package = tmp_path / "src" / "pyllvm"
    package.mkdir(parents=True)
    package.joinpath("__init__.py").write_text(STARTED, encoding="utf-8")
    shutil.copy(ROOT / "src" / "pyllvm" / "compiled_modules.py", package)
    (package / "documented.py").write_text(DOCUMENTED, encoding="utf-8")
    (package / "other.py").write_text(OTHER, encoding="utf-8")
    modules = ["pyllvm/documented.py", "pyllvm/other.py"]
    lib = build.compile_modules(tmp_path / "src", tmp_path / "work", modules, "0")
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    again = build.compile_modules(tmp_path / "src", tmp_path / "another" / "place", modules, "0")
    for path in (path for path in lib.rglob("*") if path.is_file()):
        assert path.read_bytes() == (again / path.relative_to(lib)).read_bytes(), "the bytes do not depend on the folder"
    shutil.copytree(package, lib / "pyllvm", dirs_exist_ok=True)
    words = [sys.executable, "-X", "utf8", "-c", SHOW]
    shown = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", cwd=lib)
    assert (shown.stderr, shown.stdout) == ("", SHOWN)
    words[-1] = CONSTRUCT
    constructed = subprocess.run(words, capture_output=True, text=True, cwd=lib)
    assert (constructed.stderr, constructed.stdout) == ("", CONSTRUCTED), "objects of serializable classes are constructed"
    words[-1] = LOADED
    loaded = subprocess.run(words, capture_output=True, text=True, cwd=lib)
    assert (loaded.stderr, loaded.stdout) == ("", LOADED_AS), "a compiled module is found by its name, in the library"
    # Another library, as of an installed package, is not that of these sources.
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for library in lib.glob("pyllvm__mypyc*"):
        library.rename(elsewhere / library.name)
    alone = subprocess.run(words, capture_output=True, text=True, cwd=lib, env={**os.environ, "PYTHONPATH": str(elsewhere)})
    assert "ImportError: pyllvm__mypyc, the library of the compiled modules, is not beside" in alone.stderr
