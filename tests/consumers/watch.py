"""Tries what the target profiles write on the newest releases of its readers, and says what they think of it.

    python -m tests.consumers.watch                     the consumers that are installed here
    python -m tests.consumers.watch --install FOLDER    those on PyPI as well, the newest: no network is no failure
    python -m tests.consumers.watch --into FILE         keep the results, with those of consumers that are not here

`docs/consumers.json` has the last results, and `python docs/site/consumers.py` puts them into the page. The exit status is 0 in
any case: a consumer's new release is no fault of a change here.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from tests.consumers.consumers import CONSUMERS

RESULTS: Final = Path(__file__).parents[2] / "docs" / "consumers.json"
PACKAGES: Final = ("pyqir", "qirrunner", "wllvm", "nvidia-nvvm")


def install(folder: Path, seconds: float) -> None:
    """Install the newest releases from PyPI, as far as that can be done."""
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--target", str(folder)]
    environment = {name: value for name, value in os.environ.items() if name != "PIP_CONSTRAINT"}
    until = time.monotonic() + seconds
    try:
        # One by one: a package may have no wheel for this Python.
        for package in PACKAGES:
            subprocess.run([*pip, package], timeout=max(until - time.monotonic(), 0), check=False, env=environment)
    except subprocess.TimeoutExpired:
        print("SKIPPED: pip takes too long")
    os.environ["PYLLVM_CONSUMERS"] = str(folder)


def results(seconds: float) -> list[dict[str, Any]]:
    """A row for each consumer that is installed, until the time is up."""
    rows: list[dict[str, Any]] = []
    until = time.monotonic() + seconds
    for consumer in CONSUMERS:
        release = consumer.release()
        if not release:
            print(f"SKIPPED: {consumer.name} is not installed")
            continue
        if time.monotonic() > until:
            print(f"SKIPPED: {consumer.name}: no time left")
            continue
        with tempfile.TemporaryDirectory() as folder:
            trials = list(consumer.trials(Path(folder)))
        refused = [f"{name}: {message}" for name, message in trials if message]
        rows.append(
            {
                "profile": consumer.profile,
                "consumer": consumer.name,
                "release": release,
                "date": datetime.date.today().isoformat(),
                "files": len(trials),
                "refused": refused,
            }
        )
        print(f"{consumer.profile}: {consumer.name} {release}: {len(trials) - len(refused)} of {len(trials)}")
        for line in refused:
            print(f"RED: {consumer.name} {release}: {line}")
    return rows


def merged(older: list[dict[str, Any]], newer: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All rows: a newer one in the place of the one for the same release of the same consumer."""
    rows = {(row["profile"], row["consumer"], row["release"]): row for row in [*older, *newer]}
    return sorted(rows.values(), key=lambda row: (row["profile"], row["consumer"], row["date"], row["release"]))


def main() -> None:
    """Run the watch."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--install", type=Path, metavar="FOLDER")
    parser.add_argument("--into", type=Path, metavar="FILE")
    parser.add_argument("--seconds", type=float, default=600)
    arguments = parser.parse_args()
    started = time.monotonic()
    if arguments.install:
        install(arguments.install, arguments.seconds / 2)
    rows = results(arguments.seconds - (time.monotonic() - started))
    if arguments.into:
        known = json.loads(RESULTS.read_text(encoding="utf-8"))
        arguments.into.parent.mkdir(parents=True, exist_ok=True)
        text = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in merged(known, rows))
        arguments.into.write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
