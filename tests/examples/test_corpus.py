"""Statistics over the project's own test inputs, computed by two processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm.analysis import instruction_counts

pytest.importorskip("dask.distributed", reason="the extra 'examples' is not installed")

ROOT: Final = Path(__file__).resolve().parents[2]
DATA: Final = ROOT / "tests" / "data"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    source = str(Path(pyllvm.__file__).parents[1])
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([source, str(ROOT)])}
    return subprocess.run(
        [sys.executable, "-m", "examples.corpus", *words], env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the modules of `data/writer`, as text and bitcode, one that is cut off, and a file of another kind."""
    folder = tmp_path_factory.mktemp("corpus")
    for file in (DATA / "writer").glob("*.ll"):
        (folder / file.name).write_bytes(file.read_bytes())
    whole = (DATA / "sample.bc").read_bytes()
    (folder / "inner").mkdir()
    (folder / "inner" / "sample.bc").write_bytes(whole)
    (folder / "broken.bc").write_bytes(whole[:-200])
    (folder / "readme.txt").write_text("not a module", encoding="utf-8")
    return folder


@pytest.mark.slow
def test_a_folder_is_counted_and_a_broken_module_is_a_row(corpus: Path) -> None:
    ended = run(str(corpus), "--workers", "2", "--json")
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    files = [file for file in corpus.rglob("*") if file.suffix in (".bc", ".ll")]
    expected: Counter[str] = Counter()
    versions: Counter[str] = Counter()
    for file in files:
        if file.name != "broken.bc":
            module = pyllvm.read(file)
            expected.update(instruction_counts(module))
            versions[str(module.llvm_version)] += 1
    assert found["files"] == len(files)
    assert found["modules"] == len(files) - 1
    assert found["opcodes"] == expected
    assert found["versions"] == versions
    assert found["attributes"]["nounwind"] > 0
    (name, message), = found["errors"]
    assert name.endswith("broken.bc")
    assert message


@pytest.mark.slow
def test_parquet_is_counted(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    whole = (DATA / "sample.bc").read_bytes()
    pandas.DataFrame({"content": [whole, whole, whole[:64]]}).to_parquet(tmp_path / "modules.parquet")
    ended = run(str(tmp_path / "modules.parquet"), "--workers", "2")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith(f"3 files, {2 * len(whole) + 64:,} bytes, 2 modules, ")
    assert "modules.parquet#0:2: " in ended.stdout


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    ended = run(str(tmp_path))
    assert ended.returncode == 1
    assert ended.stderr == f"corpus: {tmp_path}: there is no .bc, .ll or .parquet file in this folder\n"
