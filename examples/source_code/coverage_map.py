"""Which lines of a program can run: a map of each file's lines with code, from one function on.

python -m examples.source_code.coverage_map program.bc [main] > lines.json
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import pyllvm
from pyllvm.analysis import call_graph
from pyllvm.ir import BasicBlock, Function, Instruction, Module


def reachable_functions(module: Module, *roots: str) -> set[str]:
    """The functions that may run if those do. A call through a pointer may call whatever others can see."""
    graph = call_graph(module)
    start = [graph.number(root) for root in roots]
    reached = graph.reachable(*start)
    if any(graph.unknown_calls[number] for number in reached):
        reached = graph.reachable(*start, *(number for number, is_exposed in enumerate(graph.is_exposed) if is_exposed))
    return {graph.names[number] for number in reached}


def reachable_blocks(function: Function) -> set[BasicBlock]:
    """The blocks that the first one leads to."""
    found = {function.entry_block}
    waiting = [function.entry_block]
    while waiting:
        for block in waiting.pop().successors:
            if block not in found:
                found.add(block)
                waiting.append(block)
    return found


def lines_of(instruction: Instruction) -> Iterator[tuple[str, int]]:
    """The lines that an instruction comes from: its own, and the calls through which it was inlined."""
    location = instruction.location
    if location is not None:
        for one in location.chain:
            if one.line:
                yield one.path, one.line


def coverage_map(module: Module, *roots: str) -> dict[str, dict[int, bool]]:
    """The lines with code of each file, and whether each can run."""
    functions = reachable_functions(module, *roots)
    found: dict[str, dict[int, bool]] = {}
    for function in module.functions:
        if function.is_declaration:
            continue
        blocks = reachable_blocks(function) if function.name in functions else set()
        for block in function.blocks:
            for instruction in block.instructions:
                for path, line in lines_of(instruction):
                    lines = found.setdefault(path, {})
                    lines[line] = lines.get(line, False) or block in blocks
    return {path: dict(sorted(lines.items())) for path, lines in sorted(found.items())}


def main(path: str, root: str = "main") -> None:
    """Print the map of a file of text or bitcode."""
    json.dump(coverage_map(pyllvm.read(path), root), sys.stdout, indent=1)


if __name__ == "__main__":
    main(*sys.argv[1:])
