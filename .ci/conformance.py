"""Run LLVM's own tests. Each that fails must be among the exceptions, with a reason.

conformance.py RUN.PY N EXCEPTIONS.json [SUITES]    SUITES: the folder with the tests of LLVM N, if not the runner's own

The exceptions have a reason for each test, and for each kind of test that a line of its text shows.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path


def reason(test: Path, name: str, exceptions: dict[str, dict[str, str]]) -> str | None:
    """Why a test cannot pass; None if nobody knows."""
    if name in exceptions["tests"]:
        return exceptions["tests"][name]
    text = test.read_text(errors="replace") if test.exists() else ""
    return next((why for line, why in exceptions["lines"].items() if line in text), None)


def main() -> int:
    runner, version, exceptions_file, *suites = sys.argv[1:]
    exceptions = json.loads(Path(exceptions_file).read_text())
    folder = Path(suites[0]) if suites else Path(runner).parent / f"llvm-{version}"
    command = [sys.executable, runner, "--llvm", version, "--python", sys.executable, "--timeout", "60", "--list-failures"]
    output = subprocess.run([*command, "--suites-from", str(folder)], capture_output=True, text=True)
    print(re.sub(r"^(FAIL|TIMEOUT|UNRESOLVED).*\n", "", output.stdout, flags=re.M) + output.stderr, end="")
    if not re.search(r"^\w+ +\d+/\d+ +pass", output.stdout, re.M):
        print("conformance: no result")
        return 1
    failed = re.findall(r"^(?:FAIL|TIMEOUT|UNRESOLVED) +(\S+)", output.stdout, re.M)
    unknown = [name for name in failed if reason(folder / name, name, exceptions) is None]
    for name in unknown:
        print(f"conformance: {name} of LLVM {version} fails, and no exception says why")
    print(f"conformance: LLVM {version}: {len(failed) - len(unknown)} tests fail for a reason that is known")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
