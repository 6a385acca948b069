"""Writes the C code of modules with mypyc 2.4: its own steps, without those that only its tests and a second run need."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from mypy.errors import CompileError
from mypy.fscache import FileSystemCache
from mypyc.build import construct_groups, get_mypy_config
from mypyc.codegen import emitmodule
from mypyc.errors import Errors
from mypyc.ir.deps import SourceDep
from mypyc.irbuild.mapper import Mapper
from mypyc.options import CompilerOptions

GROUP: Final = "pyllvm"
_OPTIONS: Final = ("--config-file=", "--follow-imports=silent")


def generate(modules: Sequence[str], folder: Path) -> list[SourceDep]:
    """Write the C code of modules, given by their files, into a new folder.

    Returns the files of mypyc's run-time library that this code needs and others do not. Ends the process with mypy's messages
    where a module has errors. Unlike `mypycify`, it does not write mypyc's IR dump, its cache, or an extension per
    module.
    """
    folder.mkdir()
    # mypy enables the collector again after each of its steps. It takes a quarter of their time, and the process ends soon.
    gc.disable()
    gc.enable = lambda: None
    arguments = [*_OPTIONS, *modules]
    compiler_options = CompilerOptions(multi_file=True, target_dir=str(folder), group_name=GROUP)
    files = FileSystemCache()
    compiled, sources, options = get_mypy_config(arguments, None, compiler_options, files)
    groups = construct_groups(compiled, False, True, GROUP)
    try:
        result = emitmodule.parse_and_typecheck(sources, options, compiler_options, groups, files)
    except CompileError as error:
        sys.exit("\n".join(error.messages))
    errors = Errors(options)
    mapper = Mapper({source.module: name for group, name in groups for source in group})
    result.manager.errors.set_file("<mypyc>", module=None, scope=None, options=result.manager.options)
    code = emitmodule.compile_modules_to_ir(result, mapper, compiler_options, errors)
    messages = errors.new_messages()
    if errors.num_errors:
        sys.exit("\n".join(messages))
    for name, text in emitmodule.compile_ir_to_c(groups, code, result, mapper, compiler_options)[GROUP]:
        folder.joinpath(name).write_text(text, encoding="utf-8")
    return sorted(emitmodule.collect_source_dependencies(code), key=lambda source: source.path)
