"""Imports run one way: a room of the source imports only from rooms before it. CONTRIBUTING.md lists the rooms as they are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

pytestmark = pytest.mark.once

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src" / "pyllvm"

# Each line may import from the lines before it, and within a room of its own; rooms that share a line do not import each other.
LAYERS: Final = (
    ("notation",),
    ("versions", "limits", "lazy_names", "progress", "separation", "compiled_modules", "garbage", "librt_stand_in"),
    ("diagnostics", "schema"),
    ("terminal",),
    ("processes",),
    ("tables",),
    ("bitstream", "containers"),
    ("ir",),
    ("analysis",),
    ("editing",),
    ("building",),
    ("migrations",),
    ("wishes",),
    ("assembly.reader", "assembly.printer", "bitcode", "verifier", "linker", "analyzer"),
    ("assembly",),
    ("findings",),
    ("reading",),
    ("methods",),
    ("comparison", "drawing", "reduction"),
    ("library",),
    ("lsp", "corpus", "passes", "testing"),
    ("cli",),
    ("manuals",),
)
LAYER_OF: Final = {room: number for number, rooms in enumerate(LAYERS) for room in rooms}

# Inside `ir` the chapters stand on the core, and on each other in this order.
IR_CHAPTERS: Final = {"target": (), "folding": ("target",), "intrinsics": (), "debug_info": ("intrinsics",)}


def modules() -> dict[str, Path]:
    """Every module of the package by its name without `pyllvm.`, but for the package itself and what starts it."""
    found = {}
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if name not in ("", "__main__"):
            found[name] = path
    return found


MODULES: Final = modules()


def imported_modules(path: Path) -> Iterator[tuple[int, str]]:
    """The modules of pyllvm that a file imports anywhere, in functions and under TYPE_CHECKING as well, with the line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("pyllvm."):
            names = [node.value]  # a module named in a string, to be imported late
        else:
            continue
        for full in names:
            name = full.removeprefix("pyllvm.")
            while name and name not in MODULES:
                name = name.rpartition(".")[0]
            if full.startswith("pyllvm.") and name:
                yield node.lineno, name


def room_of(module: str) -> str:
    """The room that a module stands in: the longest name in LAYERS that begins its own."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        room = ".".join(parts[:length])
        if room in LAYER_OF:
            return room
    raise AssertionError(f"{module} stands in no room of LAYERS")


def complaint(importer: str, imported: str) -> str | None:
    """Why `importer` may not import `imported`; None where it may."""
    here, there = room_of(importer), room_of(imported)
    if here == there:
        if here != "ir":
            return None
        chapter, of = importer.split(".")[1:2], imported.split(".")[1:2]
        own = chapter[0] if chapter and chapter[0] in IR_CHAPTERS else ""
        other = of[0] if of and of[0] in IR_CHAPTERS else ""
        if other and other != own and (not own or other not in IR_CHAPTERS[own]):
            return f"the chapter {other} is not below {own or 'the core'}"
        return None
    if LAYER_OF[there] >= LAYER_OF[here]:
        return f"{there} is not below {here}"
    return None


def test_imports_run_one_way() -> None:
    faults = []
    for module, path in sorted(MODULES.items()):
        for line, imported in imported_modules(path):
            if imported in LATE.get(module, ()):
                continue
            reason = complaint(module, imported)
            if reason is not None:
                faults.append(f"{module}:{line} imports {imported}: {reason}")
    assert not faults, "\n".join(faults)


# Imported by name when first called, with the reason.
LATE: Final[dict[str, tuple[str, ...]]] = {
    "analysis": ("library.bitcode_sizes",),  # sizes in bitcode are measured in bitcode
    "findings.mistakes.trial": ("reading.check",),  # a correction is verified as commands verify what they read
    "ir": ("ir.folding.constant_folding", "ir.target.data_layout", "ir.target.target_triple"),  # the package offers its chapters
}


@pytest.mark.parametrize("module", LATE)
def test_exceptions_are_needed(module: str) -> None:
    imported = {name for _, name in imported_modules(MODULES[module])}
    assert not set(LATE[module]) - imported


def top_level_imports(path: Path) -> Iterator[str]:
    """The modules that a file imports when it is imported itself."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("pyllvm"):
            for alias in node.names:
                full = f"{node.module}.{alias.name}".removeprefix("pyllvm.")
                yield full if full in MODULES else node.module.removeprefix("pyllvm.")


def test_no_module_imports_itself_through_others() -> None:
    graph = {name: sorted(set(top_level_imports(path)) & set(MODULES)) for name, path in MODULES.items()}
    finished: set[str] = set()
    for start in graph:
        path: list[str] = [start]
        waiting = [iter(graph[start])]
        while waiting:
            following = next(waiting[-1], None)
            if following is None:
                waiting.pop()
                finished.add(path.pop())
                continue
            assert following not in path, " -> ".join([*path[path.index(following) :], following])
            if following not in finished:
                path.append(following)
                waiting.append(iter(graph[following]))


def test_the_rooms_are_listed() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split("## The rooms", 1)[1].split("\n## ", 1)[0]
    listed = [
        name.strip().strip("`")
        for line in section.splitlines()
        if line.startswith("| `")
        for name in line.split("|")[1].split(",")
    ]
    order = {name: number for number, name in enumerate(listed)}
    rooms = {room.split(".")[0] for layer in LAYERS for room in layer}
    assert set(listed) == rooms
    for number, layer in enumerate(LAYERS):
        for room in layer:
            for below in (one for rooms_below in LAYERS[:number] for one in rooms_below):
                if room.split(".")[0] != below.split(".")[0]:
                    assert order[room.split(".")[0]] < order[below.split(".")[0]], f"{room} stands above {below}"
