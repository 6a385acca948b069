"""The programs and libraries that read what the target profiles write: where each is, its release, and how it reads a file.

A Python package is looked for where Python's are and in the folder that `PYLLVM_CONSUMERS` names (`pip install --target`), a
program on the PATH.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Final

from pyllvm import PyllvmError, read, write
from pyllvm.cli.requested_wishes import requested_version

INPUTS: Final = Path(__file__).parent / "inputs"
_SECONDS: Final = 30


@dataclass(frozen=True)
class Consumer:
    """One reader of one profile.

    `release` says the release that is installed, "" if none is. `refusal` is the message with which the reader refuses a file,
    "" if it accepts it. `versions` are what `--llvm-version` is, None without it, and `architecture` what `--target-arch` is.
    """

    name: str
    profile: str
    inputs: tuple[str, ...]
    release: Callable[[], str]
    refusal: Callable[[Path], str]
    versions: tuple[int | None, ...] = (None,)
    architecture: str | None = None

    def trials(self, into: Path) -> Iterable[tuple[str, str]]:
        """The name of each file and its refusal."""
        for name in self.inputs:
            for version in self.versions:
                path = into / f"{self.profile}-{version or 'own'}-{name}.bc"
                label = f"{name}.ll" if version is None else f"{name}.ll as LLVM {version}"
                yield label, self._refusal(INPUTS / f"{name}.ll", path, version)

    def _refusal(self, text: Path, path: Path, version: int | None) -> str:
        asked = None if version is None else str(version)
        try:
            wanted = requested_version(asked, self.profile, self.architecture)
            write(read(text, llvm_version=22), path, llvm_version=wanted, target_profile=self.profile)
        except PyllvmError as error:
            return f"pyllvm: {error}"
        return self.refusal(path)


@dataclass(frozen=True)
class WholeProgram:
    """wllvm, which compiles with a clang, and joins the bitcode of a program's parts with the `llvm-link` of `pyllvm links`."""

    name: str = "wllvm"
    profile: str = "links"

    def release(self) -> str:
        """The release that is installed."""
        return _package("wllvm")()

    def trials(self, into: Path) -> Iterable[tuple[str, str]]:
        """A program and an archive for each clang that is here."""
        links = into / "bin"
        subprocess.run([sys.executable, "-m", "pyllvm", "links", str(links)], capture_output=True, check=True)
        (into / "main.c").write_text("int part(int);\nint main(void) { return part(3); }\n")
        (into / "part.c").write_text("int part(int x) { return x - 3; }\n")
        for clang in ("clang-14", "clang-19", "clang-22"):
            if shutil.which(clang):
                yield f"a program, {clang}", self._joined(into, clang, ["-O1", "main.c", "part.c", "-o", "program"], "program")
                yield f"an archive, {clang}", self._joined(into, clang, ["-O1", "-c", "main.c", "part.c"], "library.a")

    def _joined(self, folder: Path, clang: str, arguments: list[str], made: str) -> str:
        more = {"LLVM_COMPILER": "clang", "LLVM_CC_NAME": clang, "LLVM_LINK_NAME": str(folder / "bin" / "llvm-link")}
        path = os.pathsep.join([_folder(), os.environ.get("PYTHONPATH", "")])
        environment = {**os.environ, **more, "LLVM_AR_NAME": "ar", "PYTHONPATH": path}
        wllvm = [sys.executable, "-c", "from wllvm.wllvm import main; main()", *arguments]
        extract = [sys.executable, "-c", "from wllvm.extraction import extraction; extraction()", "-b", made, "-o", "joined.bc"]
        archive = ["ar", "rc", made, "main.o", "part.o"]
        for command in (wllvm, *([archive] if made.endswith(".a") else []), extract):
            refused = _output_of_failure(command, environment, folder)
            if refused:
                return refused
        joined = folder / "joined.bc"
        if not joined.exists():
            return "error: extract-bc writes nothing"
        names = {function.name for function in read(joined).functions}
        joined.unlink()
        return "" if {"main", "part"} <= names else "error: a part is missing"


# --- Python packages


def _folder() -> str:
    return os.environ.get("PYLLVM_CONSUMERS", "")


def _distribution(package: str) -> Distribution | None:
    path = [_folder(), *sys.path] if _folder() else sys.path
    return next(iter(distributions(name=package, path=path)), None)


def _package(package: str) -> Callable[[], str]:
    def release() -> str:
        found = _distribution(package)
        return "" if found is None else found.version

    return release


def _python(code: str, *more: str) -> Callable[[Path], str]:
    """Run `code` in a process of its own, which ends with the message if the file in `sys.argv[1]` is refused."""

    def refusal(path: Path) -> str:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([_folder(), os.environ.get("PYTHONPATH", "")])}
        return _output_of_failure([sys.executable, "-c", code, str(path), *more], environment)

    return refusal


def _output_of_failure(command: list[str], environment: dict[str, str] | None = None, folder: Path | None = None) -> str:
    """The last line that a program prints when it fails; "" if it succeeds."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, env=environment, cwd=folder, check=False)
    except subprocess.TimeoutExpired:
        return f"takes more than {_SECONDS} seconds"
    if done.returncode == 0:
        return ""
    lines = (done.stderr + done.stdout).decode("utf-8", "replace").strip().splitlines()
    said = [line for line in lines if "rror" in line or "LLVM" in line] or lines
    return said[-1].strip() if said else f"ends with status {done.returncode}"


_PYQIR: Final = """
import pyqir, sys
module = pyqir.Module.from_bitcode(pyqir.Context(), open(sys.argv[1], "rb").read(), "module")
sys.exit(module.verify() or (None if any(map(pyqir.is_entry_point, module.functions)) else "error: no entry point"))
"""
_QIR_RUNNER: Final = """
import qirrunner, sys
qirrunner.run(sys.argv[1], shots=1)
"""
_LIBNVVM: Final = """
import ctypes, re, sys
from importlib.metadata import distribution
library = next(path for path in distribution("nvidia-nvvm").files if re.search(r"libnvvm\\.so|nvvm64.*\\.dll$", path.name))
nvvm, program, size = ctypes.CDLL(str(library.locate())), ctypes.c_void_p(), ctypes.c_size_t()
options = (ctypes.c_char_p * 1)(b"-arch=" + sys.argv[2].encode())
data = open(sys.argv[1], "rb").read()
nvvm.nvvmCreateProgram(ctypes.byref(program))
failed = (nvvm.nvvmAddModuleToProgram(program, data, ctypes.c_size_t(len(data)), b"module")
    or nvvm.nvvmVerifyProgram(program, 1, options) or nvvm.nvvmCompileProgram(program, 1, options))
name = "ProgramLog" if failed else "CompiledResult"
getattr(nvvm, f"nvvmGet{name}Size")(program, ctypes.byref(size))
text = ctypes.create_string_buffer(size.value + 1)
getattr(nvvm, f"nvvmGet{name}")(program, text)
text = text.value.decode("utf-8", "replace")
if failed:
    sys.exit(text.strip() or f"error {failed}")
# What the reader does not know it takes for functions that are elsewhere.
sys.exit(0 if ".entry" in text and not re.search(r"\\.extern\\s+\\.func.*llvm", text) else "error: the PTX has no kernel")
"""


# --- programs


def _program(*names: str) -> str:
    """The first of these programs that is installed: on the PATH, or with LLVM."""
    for name in names:
        tool, _, version = name.rpartition("-")
        found = shutil.which(name) or shutil.which(f"/usr/lib/llvm-{version}/bin/{tool}")
        if found is not None:
            return found
    return ""


def _version_of(*names: str) -> Callable[[], str]:
    def release() -> str:
        program = _program(*names)
        if not program:
            return ""
        done = subprocess.run([program, "--version"], capture_output=True, timeout=_SECONDS, check=False)
        found = re.search(rb"(?:version|KLEE) (\S+)", done.stdout + done.stderr)
        return "unknown" if found is None else found[1].decode()

    return release


def _reads(names: tuple[str, ...], *options: str) -> Callable[[Path], str]:
    def refusal(path: Path) -> str:
        with tempfile.TemporaryDirectory() as folder:
            filled = [option.replace("OUT", str(Path(folder) / "out")) for option in options]
            return _output_of_failure([_program(*names), *filled, str(path)])

    return refusal


def _translates(name: str) -> Callable[[Path], str]:
    """llvm-spirv, and spirv-val about its result."""

    def refusal(path: Path) -> str:
        made = path.with_suffix(".spv")
        refused = _output_of_failure([_program(name), "-o", str(made), str(path)])
        validator = shutil.which("spirv-val")
        return refused if refused or validator is None else _output_of_failure([validator, str(made)])

    return refusal


_CODE: Final = ("-filetype=obj", "-mcpu=gfx906", "-o", "OUT")

CONSUMERS: Final = (
    Consumer("pyqir", "qir", ("base", "adaptive"), _package("pyqir"), _python(_PYQIR), (None, 13)),
    Consumer("qirrunner", "qir", ("base", "adaptive"), _package("qirrunner"), _python(_QIR_RUNNER)),
    *[
        Consumer(
            f"libNVVM, {architecture}",
            "nvvm",
            ("cuda",),
            _package("nvidia-nvvm"),
            _python(_LIBNVVM, architecture),
            (None,) if int(architecture[8:]) < 100 else (None, 21, 22),
            architecture,
        )
        for architecture in ("compute_75", "compute_90", "compute_100", "compute_120")
    ],
    *[Consumer(name, "spir", ("opencl",), _version_of(name), _translates(name)) for name in ("llvm-spirv-14", "llvm-spirv-15")],
    *[
        Consumer(
            f"llc-{version}", "amd", ("rocm",), _version_of(f"llc-{version}"), _reads((f"llc-{version}",), *_CODE), (version,)
        )
        for version in (13, 14, 15, 16, 19, 22)
    ],
    Consumer(
        "klee",
        "klee",
        ("symbolic",),
        _version_of("klee"),
        _reads(("klee",), "--exit-on-error", "--output-dir=OUT"),
        (None, 16),
    ),
    WholeProgram(),
)
