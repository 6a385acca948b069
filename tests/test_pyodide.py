"""The plain wheel in Pyodide, which is CPython for browsers: in node, with npm's `pyodide` in a folder of `NODE_PATH`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import mypy_extensions
import pytest

pytestmark = [pytest.mark.once, pytest.mark.slow]

ROOT = Path(__file__).parents[1]
RUN = """
const { loadPyodide } = require("pyodide");
const { readFileSync } = require("fs");
(async () => {
  const pyodide = await loadPyodide();
  const [wheel, extensions, module] = process.argv.slice(2).map((name) => new Uint8Array(readFileSync(name)));
  pyodide.unpackArchive(wheel, "wheel");
  pyodide.FS.writeFile("mypy_extensions.py", extensions);
  pyodide.FS.writeFile("module.bc", module);
  console.log(pyodide.runPython(`
    import sys
    sys.path.insert(0, ".")
    # The folder of node has no wheel of librt for Pyodide, as the index has.
    sys.implementation.name = "another"
    import pyllvm
    text = pyllvm.to_assembly(pyllvm.read("module.bc"))
    pyllvm.to_assembly(pyllvm.parse_assembly(text, name="text"))
  `));
})();
"""
HERE = """
import sys
import pyllvm
text = pyllvm.to_assembly(pyllvm.read(sys.argv[1]))
print(pyllvm.to_assembly(pyllvm.parse_assembly(text, name="text")))
"""


def test_the_plain_wheel_reads_a_module_in_pyodide(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or subprocess.run([node, "-e", "require.resolve('pyodide')"], capture_output=True).returncode != 0:
        pytest.skip("node and npm's pyodide are not there: npm install pyodide, and NODE_PATH")
    if not (ROOT / "hatch_build.py").is_file():
        pytest.skip("there is no source to build")
    pytest.importorskip("hatchling", reason="hatchling is only needed to build")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, env={**os.environ, "PYLLVM_MYPYC": "0"}, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*-none-any.whl")
    sample = ROOT / "tests" / "data" / "sample.bc"
    script = tmp_path / "run.js"
    script.write_text(RUN, encoding="utf-8")
    command = [node, str(script), str(wheel), mypy_extensions.__file__, str(sample)]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    here = subprocess.run([sys.executable, "-c", HERE, str(sample)], capture_output=True, text=True, encoding="utf-8")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == here.stdout
