"""Compiles a Kaleidoscope program: ``python -m examples.kaleidoscope FILE [-o OUT] [-S] [-g] [--llvm-version N]``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from examples.kaleidoscope.code_generation import compile_program
from examples.kaleidoscope.syntax import KaleidoscopeError, parse

import pyllvm


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="kaleidoscope", description="Compile a Kaleidoscope program to LLVM IR.")
    parser.add_argument("file", type=Path, help="the program")
    parser.add_argument("-o", dest="output", type=Path, help="the file to write (default: the program's name with .bc or .ll)")
    parser.add_argument("-S", dest="text", action="store_true", help="write text instead of bitcode")
    parser.add_argument("-g", dest="debug", action="store_true", help="write debug information")
    parser.add_argument("--llvm-version", type=int, default=pyllvm.NEWEST, metavar="N", help="the LLVM that will read it")
    options = parser.parse_args(words)
    ending = ".ll" if options.text else ".bc"
    output = options.output or options.file.with_suffix(ending)
    try:
        module = compile_program(parse(options.file.read_text(encoding="utf-8")), str(options.file), debug=options.debug)
        errors = pyllvm.verify(module)
        if errors:
            raise pyllvm.PyllvmError(errors[0])
        if options.text:
            output.write_text(pyllvm.to_assembly(module, llvm_version=options.llvm_version), encoding="utf-8")
        else:
            output.write_bytes(pyllvm.to_bitcode(module, llvm_version=options.llvm_version))
    except KaleidoscopeError as error:
        print(f"{options.file}:{error}", file=sys.stderr)
        return 1
    except (pyllvm.PyllvmError, OSError) as error:
        print(f"kaleidoscope: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
