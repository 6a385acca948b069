"""The library's functions that change modules or copy parts of them."""

from __future__ import annotations

import os
import re
from fnmatch import fnmatchcase

from pyllvm.analysis.cfg import reachable_blocks
from pyllvm.analysis.dead_code import is_dead
from pyllvm.assembly import print_module
from pyllvm.diagnostics import PyllvmError
from pyllvm.editing import dead_globals, inlining, stripping
from pyllvm.editing.blocks import erase_blocks
from pyllvm.editing.cloning import clone_in_module
from pyllvm.editing.dead_debug_info import units_of
from pyllvm.editing.extraction import called_functions, extract_values, extract_with_dependencies
from pyllvm.editing.internalize import internalize_symbols
from pyllvm.editing.properties import AliasedObjects
from pyllvm.editing.salvaging import Salvager
from pyllvm.editing.small_passes import split_first_edge
from pyllvm.editing.splitting import parts as parts_of
from pyllvm.ir.constants import POISON, SimpleConstant
from pyllvm.ir.debug_info import debug_info
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.misuse import check_function, check_module
from pyllvm.ir.module import Module
from pyllvm.ir.public_names import check_name
from pyllvm.ir.types import LABEL, VOID
from pyllvm.ir.value import Value
from pyllvm.linker.mover import Destination, Mover
from pyllvm.linker.source_uses import release
from pyllvm.notation import Iterable
from pyllvm.reading.copying import bitcode_of, copy_module
from pyllvm.tables.intrinsic_names import DEBUG_NAMES, UNITS
from pyllvm.tables.linkages import LINK_ONCE
from pyllvm.tables.module_flags import MODULE_FLAGS
from pyllvm.terminal.whole_file import REPLACED, write_whole


def strip_debug_info(module: Module) -> bool:
    """Remove all debug information from the module, in place, as `opt -strip-debug` does; return whether there was any."""
    check_module(module, "strip_debug_info")
    return debug_info.strip_debug_info(module)


def strip_names(module: Module, *, keep_debug_names: bool = False) -> None:
    """Remove the names of local values, local symbols and structs from the module, in place (`opt -passes=strip-nondebug`).

    Symbols in `llvm.used` and `llvm.compiler.used` keep theirs. With `keep_debug_names`, so does what begins with `llvm.dbg`.
    """
    check_module(module, "strip_names")
    stripping.strip_names(module, (DEBUG_NAMES,) if keep_debug_names else ())


def delete_dead_globals(module: Module) -> int:
    """Remove the global values that nothing visible outside needs, in place, as `opt -passes=globaldce` does; return how many."""
    check_module(module, "delete_dead_globals")
    return dead_globals.delete_dead_globals(module)


def internalize(module: Module, keep: Iterable[str] = ("main",)) -> None:
    """Give all definitions except the names in `keep` internal linkage, in place, as LLVM's pass `internalize` does.

    Symbols that LLVM or something outside the module looks up do not change: symbols in `llvm.used`, exported ones, constructors.
    """
    check_module(module, "internalize")
    kept = frozenset(keep)
    internalize_symbols(module, [value.name for value in module.global_values if value.name not in kept])


def extract(
    module: Module,
    names: Iterable[str] = (),
    *,
    globs: Iterable[str] = (),
    patterns: Iterable[str] = (),
    delete: bool = False,
    keep_const_init: bool = False,
    recursive: bool = False,
    with_dependencies: bool = False,
) -> Module:
    """A new module with the symbols of these names and declarations of what they need, as llvm-extract makes it.

    `names` are full names of functions, variables and aliases, without `@`. `globs` have `*`, `?` and `[...]`, and `patterns` are
    regular expressions that are searched in the names. With `delete`, the new module has all but these symbols. With
    `keep_const_init`, constant variables keep their initializers. With `recursive`, the functions that are called directly come
    along. With `with_dependencies`, all that the symbols need comes along as definitions; `delete` and `keep_const_init` then
    have no effect. The module itself is not changed. Raises PyllvmError if no symbol has a name, or if a pattern matches no
    symbol.
    """
    check_module(module, "extract")
    copy = module.copy()
    values = select(copy, names, globs=globs, patterns=patterns)
    if recursive:
        values = called_functions(values)
    if with_dependencies:
        extract_with_dependencies(copy, values)
        return copy
    extract_values(copy, values, delete=delete, keep_constant_initializers=keep_const_init)
    return copy


def select(
    module: Module, names: Iterable[str] = (), *, globs: Iterable[str] = (), patterns: Iterable[str] = ()
) -> list[GlobalValue]:
    """The symbols of a module by names, globs and regular expressions, as `extract` takes them; each once."""
    found: dict[GlobalValue, None] = {}
    for name in names:
        value = module.get(name)
        if value is None:
            raise PyllvmError(f"the module has no symbol named '{name}'")
        found[value] = None
    for glob in globs:
        _add(found, [value for value in module.global_values if fnmatchcase(value.name, glob)], glob)
    for pattern in patterns:
        try:
            expression = re.compile(pattern)
        except re.error as error:
            raise PyllvmError(f"'{pattern}' is not a regular expression: {error}") from error
        _add(found, [value for value in module.global_values if expression.search(value.name)], pattern)
    return list(found)


def _add(found: dict[GlobalValue, None], values: list[GlobalValue], pattern: str) -> None:
    if not values:
        raise PyllvmError(f"the module has no symbol whose name matches '{pattern}'")
    found.update(dict.fromkeys(values))


def clone_function(function: Function, into: Module | None = None, *, name: str = "") -> Function:
    """Copy a function, in its own module or to the module `into`; return the copy.

    It gets `name`, or its own name; a number makes it unique. In its own module, debug information is copied with it, and calls
    of itself still call the original. In another module, of the same LLVM version, it uses the symbols of that module that have
    the names it needs. Others come along: local symbols and `linkonce` ones with their definitions, all others as declarations;
    so do types, attributes, comdats and debug information. Raises ValueError if the function has no module, PyllvmError if the
    other module has another version, or symbols that contradict those that the function needs, and TypeError if `into` is not a
    module.
    """
    check_function(function, "clone_function")
    if isinstance(into, str):
        raise TypeError(f"clone_function takes a module after the function; the name of the copy is name={into!r}")
    if into is not None:
        check_module(into, "clone_function")
    if name:
        check_name(name)
    module = function.parent
    if not isinstance(module, Module):
        raise ValueError(f"@{function.name} does not belong to a module")
    if into is None or into is module:
        return clone_in_module(function, name)
    if into.llvm_version != module.llvm_version:
        raise PyllvmError(f"a function of LLVM {module.llvm_version} cannot be cloned into a module of LLVM {into.llvm_version}")
    number = module.functions.index(function)
    into.materialize()
    copy = copy_module(module, into.context)
    return _moved(copy, copy.functions[number], into, into.unique_name(name or function.name))


def _moved(source: Module, function: Function, into: Module, name: str) -> Function:
    """Move a function of a module of the same context, with what it needs; the source is of no use afterwards."""
    while name in source.symbols and source.symbols[name] is not function:
        name = into.unique_name(name + ".1")
    if function.comdat is not None and name != function.name and function.comdat.name == function.name:
        function.comdat = None
    function.name = name
    source.named_metadata = []  # compile units follow below, module flags and other lists belong to whole modules
    aliased = AliasedObjects()
    members: dict[object, list[GlobalValue]] = {}
    for value in source.global_values:
        members.setdefault(aliased.comdat_of(value) or value, []).append(value)

    def comes_along(value: GlobalValue) -> list[GlobalValue]:
        if value.linkage not in LINK_ONCE:
            return []
        return members[aliased.comdat_of(value) or value]

    before = set(into.global_values)
    destination = Destination(into)
    mover = Mover(destination, source, [function], comes_along, lambda message: None)
    mover.run()
    destination.symbols.close_up()
    for kind in source.metadata_kinds:
        if kind not in into.metadata_kinds:
            into.metadata_kinds.append(kind)
    mover.forget_lost_values()
    release(source)
    for constant in destination.touched:
        if constant.has_repeated_uses:
            constant.settle_uses()
    _add_units(into, [value for value in into.global_values if value not in before])
    made = into.get(name)
    assert isinstance(made, Function)
    return made


def _add_units(module: Module, values: list[GlobalValue]) -> None:
    """List the compile units that the debug information of new symbols needs."""
    units = units_of(values)
    if not units:
        return
    module.add_named_metadata(UNITS, *units)
    if not debug_info.debug_info_version(module):
        module.add_named_metadata(MODULE_FLAGS, debug_info.version_flag(module.context))


def split(
    module: Module, folder: str | os.PathLike[str], *, text: bool = False, parts: int = 0, preserve_locals: bool = False
) -> list[str]:
    """Write a file for each function of the module to a folder, which is made if need be; return the files' paths.

    The first file has what several functions need: variables, aliases, module-level assembly and metadata. Local variables that
    only one function needs are in its file. Local symbols that several files need become external ones with hidden visibility,
    and `linkonce` becomes `weak`. So the files, linked in this order, are the same module again, except for what nothing needs;
    each file brings a compile unit of its own if the module has debug information. The files are bitcode, or text with `text`.
    With `parts`, 1 or more, there are at most so many files, with about the same number of instructions. With `preserve_locals`,
    local symbols stay local: everything that needs one is in the same file.
    The module itself is not changed. A symbolic link with the name of a file is replaced, not followed. Raises OSError if a file
    cannot be written, and ValueError if `parts` is negative.
    """
    check_module(module, "split")
    if parts < 0:
        raise ValueError(f"parts: at least 1 is expected, not {parts}")
    name = os.fspath(folder)
    os.makedirs(name, exist_ok=True)
    paths: list[str] = []
    for part in parts_of(module.copy(), parts, preserves_locals=preserve_locals):
        path = os.path.join(name, part.file_name + (".ll" if text else ".bc"))
        write_whole(path, print_module(part.module) if text else bitcode_of(part.module), REPLACED)
        paths.append(path)
    return paths


def inline_call(call: CallInst) -> None:
    """Replace a call by a copy of the body of the function that it calls. The function itself stays.

    Variables of a fixed size go to the beginning of the caller, locations say where the code is inlined, and several results
    become a phi. Raises PyllvmError if the function is only declared, takes any number of arguments, or has another personality
    function, or if the call has bundles, is `musttail` or passes a copy. Raises ValueError if it is in no function, and TypeError
    for what is not a call.
    """
    if not isinstance(call, CallInst):
        raise TypeError(f"inline_call takes a call, not {call!r}")
    inlining.inline_call(call)


def split_edge(block: BasicBlock, target: BasicBlock) -> BasicBlock:
    """Put a new block on the first edge from `block` to `target`, and return it; phis of the target then name it.

    Raises ValueError without such an edge, PyllvmError if it is an edge of an indirectbr or leads to a pad, and TypeError for
    what is not a block.
    """
    if not isinstance(block, BasicBlock) or not isinstance(target, BasicBlock):
        raise TypeError("split_edge takes two blocks")
    return split_first_edge(block, target)


def remove_unreachable_blocks(function: Function) -> int:
    """Remove the blocks to which the entry does not lead; return how many there were. Other uses of their values get poison."""
    check_function(function, "remove_unreachable_blocks")
    blocks = function.blocks
    reached = reachable_blocks(blocks)
    dead = [block for block in blocks if block not in reached]
    erase_blocks(function, dead, _give_poison)
    return len(dead)


def _give_poison(instruction: Instruction) -> None:
    """Let what uses a result use poison instead."""
    if instruction.type.kind not in (VOID, LABEL) and instruction.has_uses:
        instruction.replace_all_uses_with(SimpleConstant.get(instruction.type, POISON))


def erase_dead(value: Value) -> int:
    """Erase an instruction if nothing uses it and it has no other effect, and then its operands likewise; return how many.

    Debug values of them then follow from what stays, where that can be said, and are poison else. Nothing happens for another
    `value`. Raises TypeError for what is not a value.
    """
    if not isinstance(value, Value):
        raise TypeError(f"erase_dead takes a value, not {value!r}")
    function = value.function if isinstance(value, Instruction) else None
    if function is None:
        return 0
    salvager = Salvager(function)
    waiting: list[Value] = [value]
    count = 0
    while waiting:
        one = waiting.pop()
        if isinstance(one, Instruction) and is_dead(one):
            operands = list(one.operands)
            salvager.salvage(one)
            one.erase()
            count += 1
            waiting.extend(operands)
    return count
