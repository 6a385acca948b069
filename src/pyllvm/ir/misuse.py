"""Errors for arguments of another kind, in words that say what to pass instead."""

from __future__ import annotations

import os

from pyllvm.ir.basic_block import BasicBlock
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instruction import Instruction
from pyllvm.ir.module import Module


def check_module(module: object, doing: str) -> None:
    """Raise TypeError if an argument is not a module; `doing` is the function's name."""
    if isinstance(module, Module):
        return
    hint = ""
    if isinstance(module, GlobalValue):
        hint = ": its module is .parent"
    elif isinstance(module, (BasicBlock, Instruction)):
        hint = ": its module is .function.parent" if isinstance(module, Instruction) else ": its module is .parent.parent"
    elif isinstance(module, (bytes, bytearray)):
        hint = ": parse_bitcode and parse_assembly make one of bytes"
    elif isinstance(module, str):
        hint = ": read makes one of a file, parse_assembly of a text"
    raise TypeError(f"{doing} takes a module, not {named(module)}{hint}")


def check_function(function: object, doing: str) -> None:
    """Raise TypeError if an argument is not a function."""
    if not isinstance(function, Function):
        hint = ": module[name] is the function with that name" if isinstance(function, str) else ""
        raise TypeError(f"{doing} takes a function, not {named(function)}{hint}")


def check_path(path: object, doing: str) -> None:
    """Raise TypeError if an argument is the content of a file and not its path."""
    if isinstance(path, (bytes, bytearray, memoryview)):
        raise TypeError(f"{doing} takes the path of a file: parse_bitcode and parse_assembly take its content")


def checked_inputs(inputs: object, doing: str) -> list[Module | str | os.PathLike[str]]:
    """Return the modules and paths that an argument lists; raise TypeError if it is one of them, or has something else in it."""
    from collections.abc import Iterable  # only here: other functions are called by commands

    if isinstance(inputs, (Module, str, bytes, os.PathLike)) or not isinstance(inputs, Iterable):
        raise TypeError(f"{doing} takes a list of modules and paths, not {named(inputs)}")
    checked: list[Module | str | os.PathLike[str]] = []
    for one in inputs:
        if not isinstance(one, (Module, str, os.PathLike)):
            check_path(one, doing)
            raise TypeError(f"{doing} takes modules and paths, not {named(one)}")
        checked.append(one)
    return checked


def named(thing: object) -> str:
    """A thing in the error that it is of a wrong type: `a str`, `None`."""
    return "None" if thing is None else f"a {type(thing).__name__}"
