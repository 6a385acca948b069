"""The module of `data/metadata_nodes.txt`, which has every specialized node with every field of a version."""

from __future__ import annotations

from pathlib import Path


def every_node(data: Path, version: int, checked: bool) -> tuple[str, list[int]]:
    """The module of the data file for a version, and its nodes' numbers; if `checked`, without what the verifier refuses."""
    found: list[str] = []
    numbers: list[int] = []
    units: list[int] = []
    for line in (data / "metadata_nodes.txt").read_text().splitlines():
        if not line or line.startswith(";"):
            continue
        versions, text = line.split(" ", 1)
        first, last = versions.strip("*").split("-")
        if (checked and "*" in versions) or not int(first) <= version <= int(last or 99):
            continue
        found.append(text)
        number = int(text[1:].split(" ")[0])
        if number != 100:
            numbers.append(number)
        if "DICompileUnit(" in text:
            units.append(number)
    head = [
        "!llvm.dbg.cu = !{" + ", ".join(f"!{number}" for number in units) + "}",
        "!named = !{" + ", ".join(f"!{number}" for number in numbers) + "}",
        "!llvm.module.flags = !{!100}",
    ]
    return "\n".join(head + found) + "\n", numbers
