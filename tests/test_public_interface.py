"""What ``import pyllvm`` offers."""

from __future__ import annotations

import subprocess
import sys

import pytest

import pyllvm


@pytest.mark.parametrize("name", pyllvm.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(pyllvm, name) is not None
    assert name in dir(pyllvm)


def test_no_other_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = pyllvm.nothing


def test_importing_it_imports_little() -> None:
    script = "import sys, pyllvm; print(sorted(m for m in sys.modules if m.split('.')[0] in ('pyllvm', 'click', 'rich', 'lark')))"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout == "['pyllvm', 'pyllvm.compiled_modules', 'pyllvm.versions']\n"


@pytest.mark.parametrize("package", ["ir", "analysis"])
def test_packages_need_no_import(package: str) -> None:
    script = f"import pyllvm; names = dir(pyllvm.{package}); assert names == sorted(pyllvm.{package}.__all__); print(len(names))"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(result.stdout) > 10
    assert package in dir(pyllvm)
