"""Run LLVM's own tests and compare the result with the numbers reached before.

conformance.py RUN.PY N FLOOR.json             fail if a suite passes fewer tests than the floor requires
conformance.py RUN.PY N FLOOR.json --update    write the numbers reached now
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path


def main() -> int:
    runner, version, floor_file = sys.argv[1:4]
    floor = json.loads(Path(floor_file).read_text())
    wanted: dict[str, int] = floor[f"llvm-{version}"]
    command = [sys.executable, runner, "--llvm", version, "--python", sys.executable, "--timeout", "60", *wanted]
    output = subprocess.run(command, capture_output=True, text=True)
    print(output.stdout + output.stderr, end="")
    reached = {suite: int(count) for suite, count in re.findall(r"^(\w+) +(\d+)/\d+ +pass", output.stdout, re.M)}
    if not reached:
        print("conformance: no result")
        return 1
    if "--update" in sys.argv:
        floor[f"llvm-{version}"] = reached
        Path(floor_file).write_text(json.dumps(floor, indent=2) + "\n")
        return 0
    worse = {suite: count for suite, count in wanted.items() if reached.get(suite, 0) < count}
    for suite, count in worse.items():
        print(f"conformance: {suite} of LLVM {version} passes {reached.get(suite, 0)}, fewer than {count}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
