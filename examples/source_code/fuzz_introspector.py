"""The frontend of fuzz-introspector: a program as JSON, with its functions, lines, calls, branches, types and complexity.

python -m examples.source_code.fuzz_introspector program.bc > functions.json
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TypedDict

import pyllvm
from pyllvm.ir import BasicBlock, BranchInst, CallBase, Function, Instruction, Module, SwitchInst


class CallSite(TypedDict):
    """A call: its place, and the function that it calls; "" if nobody knows which."""

    Src: str
    Dst: str


class Branch(TypedDict):
    """A place where the way divides, and where each way leads: a line, or "" if that is not known."""

    Branch: str
    Sides: list[str]


class Element(TypedDict):
    """A function, with fuzz-introspector's names."""

    functionName: str
    sourceName: str
    functionSourceFile: str
    functionLinenumber: int
    functionLinenumberEnd: int
    linkageType: str
    returnType: str
    argCount: int
    argTypes: list[str]
    argNames: list[str]
    BBCount: int
    ICount: int
    EdgeCount: int
    CyclomaticComplexity: int
    functionsReached: list[str]
    functionUses: int
    Callsites: list[CallSite]
    BranchProfiles: list[Branch]


def place_of(instruction: Instruction) -> str:
    """Where an instruction is in the source of the program, not of what was inlined."""
    location = instruction.location
    return "" if location is None else str(location.chain[-1])


def first_place(block: BasicBlock) -> str:
    """The first place that is known in a block."""
    return next((place for place in map(place_of, block.instructions) if place), "")


def calls_in(function: Function) -> Iterator[CallSite]:
    """The calls of a function, without LLVM's intrinsics."""
    for instruction in function.instructions:
        if isinstance(instruction, CallBase):
            callee = instruction.called_function
            name = "" if callee is None else callee.name
            if not name.startswith("llvm."):
                yield {"Src": place_of(instruction), "Dst": name}


def branches_in(function: Function) -> Iterator[Branch]:
    """The conditional branches and switches of a function."""
    for block in function.blocks:
        last = block.instructions[-1]
        if isinstance(last, SwitchInst) or (isinstance(last, BranchInst) and last.condition is not None):
            yield {"Branch": place_of(last), "Sides": [first_place(side) for side in last.successors]}


def last_line(function: Function, first: int) -> int:
    """The last line that code of a function has."""
    own = function.subprogram
    lines = [first]
    for instruction in function.instructions:
        location = instruction.location
        if location is not None:
            around = location.chain[-1]
            if around.subprogram == own:
                lines.append(around.line)
    return max(lines)


def element(function: Function) -> Element:
    """The description of one function."""
    subprogram = function.subprogram
    arguments = sorted(
        (one for one in function.variables if one.argument_number and one.inlined_at is None),
        key=lambda one: one.argument_number,
    )
    calls = list(calls_in(function))
    edges = sum(len(block.successors) for block in function.blocks)
    line = 0 if subprogram is None else subprogram.line
    types = [str(one.type) for one in function.arguments]
    return {
        "functionName": function.name,
        "sourceName": "" if subprogram is None else subprogram.qualified_name,
        "functionSourceFile": "" if subprogram is None else subprogram.path,
        "functionLinenumber": line,
        "functionLinenumberEnd": last_line(function, line),
        "linkageType": function.linkage,
        "returnType": str(function.function_type.return_type) if subprogram is None else subprogram.return_type_name,
        "argCount": len(function.arguments),
        "argTypes": types if subprogram is None else subprogram.parameter_type_names,
        "argNames": [one.name for one in arguments],
        "BBCount": len(function.blocks),
        "ICount": sum(len(block.instructions) for block in function.blocks),
        "EdgeCount": edges,
        "CyclomaticComplexity": edges - len(function.blocks) + 2,
        "functionsReached": sorted({call["Dst"] for call in calls if call["Dst"]}),
        "functionUses": len(function.uses),
        "Callsites": calls,
        "BranchProfiles": list(branches_in(function)),
    }


def elements(module: Module) -> list[Element]:
    """The functions of a module that have a body."""
    return [element(function) for function in module.functions if not function.is_declaration]


def main(path: str) -> None:
    """Print the document about a file of text or bitcode."""
    json.dump({"All functions": {"Elements": elements(pyllvm.read(path))}}, sys.stdout, indent=1)


if __name__ == "__main__":
    main(sys.argv[1])
