"""Checks the files of a release: ``python .ci/check_wheels.py FOLDER [--tag v1.0.0]``.

Each wheel is smaller than a limit, and has compiled modules, man pages and completions. It names no path of the machine where it
was built. With a tag, each file is of that version, and there is a wheel for each CPython that pyproject.toml lists.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from zipfile import ZipFile

ROOT: Final = Path(__file__).resolve().parents[1]
MOST_BYTES: Final = 12_000_000
LIBRARY: Final = re.compile(r"pyllvm__mypyc\.[^/]*(?:so|pyd)$")


def pythons() -> list[str]:
    """The tags of the interpreters that wheels are built for, such as ``cp311``."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [pattern.partition("-")[0] for pattern in project["tool"]["cibuildwheel"]["build"]]


def faults_of_wheel(path: Path) -> Iterator[str]:
    """The faults of a wheel."""
    if path.stat().st_size > MOST_BYTES:
        yield f"{path.stat().st_size:,} bytes, more than {MOST_BYTES:,}"
    with ZipFile(path) as wheel:
        names = wheel.namelist()
        libraries = [name for name in names if LIBRARY.search(name)]
        if not libraries:
            yield "no compiled modules"
        for what, pattern in (("man page", "/share/man/man1/pyllvm.1"), ("completion", "/bash-completion/completions/pyllvm")):
            if not any(name.endswith(pattern) for name in names):
                yield f"no {what}"
        if "pyllvm/assembly/reader/llvm.tables" not in names:
            yield "no tables of the parser"
        for name in libraries:
            # The linker may name the folder with Python's own libraries, but nothing may name the folder of the build.
            found = re.search(rb"/[ -~]*pyllvm-build-[ -~]*", wheel.read(name))
            if found:
                yield f"{name} contains the path {found[0].decode()}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Check the files of a release.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tag", help="the tag of the release, such as v1.0.0")
    options = parser.parse_args()
    wheels = sorted(options.folder.glob("*.whl"))
    faults = [f"{wheel.name}: {fault}" for wheel in wheels for fault in faults_of_wheel(wheel)]
    if not wheels:
        faults.append(f"no wheel in {options.folder}")
    if options.tag:
        version = options.tag.removeprefix("v")
        files = [*wheels, *options.folder.glob("*.tar.gz")]
        faults += [f"{file.name} is not of version {version}" for file in files if not file.name.startswith(f"pyllvm-{version}")]
        faults += [f"no wheel for {python}" for python in pythons() if not any(f"-{python}-" in wheel.name for wheel in wheels)]
        if not any(file.suffix == ".gz" for file in files):
            faults.append("no source distribution")
    for fault in faults:
        print(fault)
    print(f"{len(wheels)} wheels, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
