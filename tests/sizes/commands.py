"""The commands that are measured, with the tool of LLVM that does the same, if there is one."""

from __future__ import annotations

import os
from typing import Final, NamedTuple

#: What stands for the input in the words of a command.
FILE: Final = "FILE"


class Command(NamedTuple):
    """The words of a pyllvm command, and those of LLVM's tool."""

    words: list[str]
    llvm: list[str] = []


_NOWHERE: Final = ["-o", os.devnull]
AS: Final = ["as", "--llvm-version", "19", "-o"]
#: What reads text.
ON_TEXT: Final = {
    "as": Command([*AS, os.devnull, FILE], ["llvm-as", *_NOWHERE, FILE]),
    "verify text": Command(["verify", "--llvm-version", "19", FILE], ["llvm-as", "-disable-output", FILE]),
}
#: What reads bitcode, and files with anything in them.
ON_FILES: Final = {
    "verify": Command(["verify", FILE], ["opt", "-passes=verify", "-disable-output", FILE]),
    "bcanalyzer": Command(["bcanalyzer", FILE], ["llvm-bcanalyzer", FILE]),
    "bcanalyzer --dump": Command(["bcanalyzer", "--dump", FILE], ["llvm-bcanalyzer", "-dump", FILE]),
    "link": Command(["link", *_NOWHERE, FILE], ["llvm-link", *_NOWHERE, FILE]),
    "nm": Command(["nm", FILE], ["llvm-nm", FILE]),
    "stat": Command(["stat", FILE]),
}
#: What reads the bitcode of one module.
ON_BITCODE: Final = {
    **ON_FILES,
    "dis": Command(["dis", *_NOWHERE, FILE], ["llvm-dis", *_NOWHERE, FILE]),
    "dis to 14": Command(["dis", "--llvm-version", "14", *_NOWHERE, FILE]),
    "dis to 22": Command(["dis", "--llvm-version", "22", *_NOWHERE, FILE]),
    "extract": Command(["extract", "--name", "*", *_NOWHERE, FILE], ["llvm-extract", "-rfunc=.", "-rglob=.", *_NOWHERE, FILE]),
    "strip": Command(["strip", *_NOWHERE, FILE], ["opt", "-passes=strip", *_NOWHERE, FILE]),
    "diff": Command(["diff", FILE, FILE]),
    "graph": Command(["graph", *_NOWHERE, FILE]),
}
COMMANDS: Final = {**ON_TEXT, **ON_BITCODE}
