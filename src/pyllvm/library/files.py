"""The library's functions that read and write modules, from and to files, text and bytes."""

from __future__ import annotations

import io
import os

from pyllvm.assembly import parse_assembly as _parse_text
from pyllvm.assembly import print_module
from pyllvm.assembly.reader.places import Places
from pyllvm.bitcode import BitcodeFile, Reading, read_modules
from pyllvm.bitcode.reader.read import ALL, FIRST
from pyllvm.diagnostics import Diagnostic, PyllvmError, Source
from pyllvm.garbage import COLLECTION_PAUSE
from pyllvm.ir.misuse import check_module, check_path, named
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.migrations.loss import Loss, loss_warnings
from pyllvm.notation import TYPE_CHECKING, Callable, Final
from pyllvm.reading.conversion import convert
from pyllvm.reading.copying import bitcode_of, copy_module
from pyllvm.reading.failures import broken
from pyllvm.reading.inputs import is_bitcode, modules_inside, plain, split_name, too_many
from pyllvm.reading.settle import drop_other_debug_info, settle_access_tags
from pyllvm.reading.unknown_forms import drop_unknown_forms
from pyllvm.tables.target_profiles import TARGET_PROFILES_BY_NAME, profile_named
from pyllvm.terminal.whole_file import write_whole
from pyllvm.wishes import Wishes

if TYPE_CHECKING:
    from typing import IO, Any, TypeAlias

    from _typeshed import ReadableBuffer

    from pyllvm.containers.modules import Inside

    # A path, or an open file, of bytes or of text.
    Readable: TypeAlias = str | os.PathLike[str] | IO[bytes] | IO[str]
    Writable: TypeAlias = str | os.PathLike[str] | IO[bytes] | IO[str]
    # Bytes of any kind: bytes, bytearray, memoryview, mmap, array, and what other libraries have, such as Arrow's buffers.
    Data: TypeAlias = ReadableBuffer


# The name of an open file that has none.
_NAME: Final = "<file>"
_LOSSES: Final = ("warn", "error", "ignore")


def read(
    path: Readable,
    *,
    llvm_version: int | None = None,
    input_llvm_version: int | None = None,
    lazy: bool = False,
    keep_places: bool = False,
    losses: str = "warn",
    allow_unknown_attributes: bool = False,
    allow_unknown: bool = False,
    warn: Callable[[Diagnostic], None] | None = None,
) -> Module:
    """Read a module from the file `path`, text or bitcode. `parse_bitcode` and `parse_assembly` have the details.

    `path` may also be an open file, of bytes or of text; it is read to its end, and stays open.

    The bitcode may be inside another file, such as an object or an archive, if it is the only module there or is named:
    `lib.a(x.o)`. `read_all` has the formats.

    `llvm_version` is the LLVM version to read as; without it the file decides. `input_llvm_version` replaces the version that
    the file names. With `lazy`, function bodies in bitcode are read on first use. `losses`, `allow_unknown_attributes` and
    `allow_unknown` are for bitcode. With `keep_places`, a module of text records source locations.
    Warnings go to `warn`. Raises PyllvmError if the file is malformed, and OSError if it cannot be read.
    """
    name, content = opened(path, "read")
    if not isinstance(content, str):
        content, inside = _contents(name, content)
        if len(inside) > 1:
            raise too_many(split_name(name)[0], inside, "to read it, or call read_all")
        if inside:
            content = inside[0].read()
        if is_bitcode(content):
            wishes = _wishes(llvm_version, input_llvm_version, losses, allow_unknown_attributes, allow_unknown)
            return _of_bitcode(content, name, wishes, warn, FIRST, lazy=lazy)[0]
    return parse_assembly(
        content, name, llvm_version=llvm_version, input_llvm_version=input_llvm_version, keep_places=keep_places, warn=warn
    )


def read_all(
    path: Readable,
    *,
    llvm_version: int | None = None,
    input_llvm_version: int | None = None,
    lazy: bool = False,
    losses: str = "warn",
    allow_unknown_attributes: bool = False,
    allow_unknown: bool = False,
    warn: Callable[[Diagnostic], None] | None = None,
) -> list[Module]:
    """Read every module in the file `path`; the arguments and errors are the same as for `read`.

    Besides text and bitcode, which may hold several modules, the file may be an archive; an object of ELF, Mach-O, COFF or
    WebAssembly with bitcode in a section; a universal Mach-O file; a bundle or package of clang's offloading; a DirectX
    container; a Metal library; and any of these inside another. `lib.a(x.o)` names the modules of one member, and `all.bc(1)`
    the second module in a bitcode file. A file without a module is an error.
    """
    name, opened_content = opened(path, "read_all")
    if isinstance(opened_content, str):
        opened_content = opened_content.encode("utf-8", "surrogateescape")
    data, inside = _contents(name, opened_content)
    start, _ = split_name(name)
    named = [(one.read(), start + one.name if len(inside) > 1 else name) for one in inside] or [(data, name)]
    modules: list[Module] = []
    for content, shown in named:
        if is_bitcode(content):
            wishes = _wishes(llvm_version, input_llvm_version, losses, allow_unknown_attributes, allow_unknown)
            modules += _of_bitcode(content, shown, wishes, warn, ALL, lazy=lazy)
        else:
            modules.append(
                parse_assembly(content, shown, llvm_version=llvm_version, input_llvm_version=input_llvm_version, warn=warn)
            )
    return modules


def _contents(name: str, content: bytes | None) -> tuple[bytes, list[Inside]]:
    """The bytes of a file, and the modules in it that are meant if it is a container; `content`: of a file that is open."""
    path, member = split_name(name)
    if content is None:
        with open(path, "rb") as file:
            content = file.read()
    else:
        path, member = name, ""
    data = plain(content)
    if is_bitcode(data) and not member:
        return data, []
    return data, modules_inside(data, path, member)


def parse_bitcode(
    data: Data,
    name: str = "<bitcode>",
    *,
    llvm_version: int | None = None,
    input_llvm_version: int | None = None,
    lazy: bool = False,
    losses: str = "warn",
    allow_unknown_attributes: bool = False,
    allow_unknown: bool = False,
    warn: Callable[[Diagnostic], None] | None = None,
) -> Module:
    """Return the first module in bitcode, whose bytes are `data`; `name` becomes the module's identifier.

    `data` may be bytes of any kind: bytes, bytearray, memoryview, mmap, a buffer of Arrow or numpy.

    As in LLVM, debug information of a version other than LLVM's is dropped, with a warning to `warn`; if one `!tbaa` is broken,
    all are dropped. A module of another version than `llvm_version` is brought to that version; PyllvmError names the constructs
    that an older LLVM cannot hold. `input_llvm_version` replaces the version that the bitcode's producer names. Bitcode of an
    LLVM newer than the newest known one is read as that, with a warning. What pyllvm does not know in it, or in the bitcode of
    another compiler, is left out if it means nothing to a program that does not know it; `Module.left_out` has it. `losses`
    says what becomes of that: "warn", "error", or "ignore". With `allow_unknown_attributes`, unknown attributes of every
    compiler are left out, also those that may say how a value is passed. With `allow_unknown`, a function whose body has
    something unknown becomes a declaration; `Module.left_out_parts` has the reason. The module is not verified: otherwise
    broken debug information is kept, and `verify` reports it. With `lazy`, function bodies are read on first use.
    Raises PyllvmError, with the location, if the bitcode is malformed; for a body that is read later, on that use.
    """
    wishes = _wishes(llvm_version, input_llvm_version, losses, allow_unknown_attributes, allow_unknown)
    return _of_bitcode(bytes_of(data, "parse_bitcode"), name, wishes, warn, FIRST, lazy=lazy)[0]


def _wishes(version: int | None, input_version: int | None, losses: str, allow_attributes: bool, allow_all: bool) -> Wishes:
    if losses not in _LOSSES:
        raise ValueError(f"'{losses}' is not one of {', '.join(_LOSSES)}")
    wishes = Wishes(version, input_version)
    wishes.keeps_order = True
    wishes.losses = losses
    wishes.allows_unknown_attributes = allow_attributes
    wishes.allows_unknown = allow_all
    return wishes


def _of_bitcode(
    data: bytes, name: str, wishes: Wishes, warn: Callable[[Diagnostic], None] | None, wanted: int, *, lazy: bool
) -> list[Module]:
    """The `wanted` modules in bitcode; the arguments and errors are the same as for `parse_bitcode`."""
    warnings: list[Diagnostic] = []
    reading = Reading(name, wishes, warnings.append)
    reading.mend = drop_unknown_forms
    reading.is_lazy = lazy
    with COLLECTION_PAUSE:
        modules = read_modules(BitcodeFile(data), reading, wanted)
        if warn is not None:
            for warning in warnings:
                warn(warning)
        for module in modules:
            if wishes.version is not None:
                _report(convert(module, wishes.version), wishes.version, warn)
            settle_access_tags(module)
            _drop_other_debug_info(module, warn)
            module.watch_summary()
    return modules


def parse_assembly(
    text: str | Data,
    name: str = "<string>",
    *,
    llvm_version: int | None = None,
    input_llvm_version: int | None = None,
    keep_places: bool = False,
    warn: Callable[[Diagnostic], None] | None = None,
) -> Module:
    """Return the module in `text`; `name` becomes its identifier.

    The text is read in the language of LLVM `llvm_version`; without it the text decides. With `input_llvm_version`, it is read
    in the language of this version and then brought to `llvm_version`, if that is given.
    With `keep_places`, `verify` can report source locations; this takes more time and memory. Debug information of a version
    other than LLVM's is dropped, with a warning to `warn`. The module is not verified.
    Raises PyllvmError, with the location of each error, if the text is malformed.
    """
    data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else bytes_of(text, "parse_assembly")
    places = Places(Source(name, data)) if keep_places else None

    def check(module: Module) -> None:
        _drop_other_debug_info(module, warn)

    version = llvm_version if input_llvm_version is None else input_llvm_version
    try:
        with COLLECTION_PAUSE:
            module = _parse_text(data, name, llvm_version=version, places=places, check=check)
    except PyllvmError as error:
        # Imported only here: most texts have no errors.
        from pyllvm.findings.syntax_help import add_help

        add_help(error)
        raise
    if llvm_version is not None and llvm_version != module.llvm_version:
        _report(convert(module, llvm_version), llvm_version, warn)
    module.places = places
    module.watch_summary()
    return module


def _drop_other_debug_info(module: Module, warn: Callable[[Diagnostic], None] | None) -> None:
    warning = drop_other_debug_info(module)
    if warning is not None and warn is not None:
        warn(warning)


def to_assembly(module: Module, *, llvm_version: int | None = None, warn: Callable[[Diagnostic], None] | None = None) -> str:
    """Return the module as LLVM's text.

    With `llvm_version`, a copy is brought to that version and printed; PyllvmError names constructs that this LLVM cannot hold.
    Constructs that it lacks and the copy can do without are dropped, with a warning to `warn`.
    """
    check_module(module, "to_assembly")
    return _text(_brought(module, llvm_version, warn)[0]).decode("utf-8", "surrogateescape")


def to_bitcode(module: Module, *, llvm_version: int | None = None, warn: Callable[[Diagnostic], None] | None = None) -> bytes:
    """Return the module as LLVM's bitcode; `llvm_version` and `warn` are as for `to_assembly`."""
    check_module(module, "to_bitcode")
    return bitcode_of(_brought(module, llvm_version, warn)[0])


def write(
    module: Module,
    path: Writable,
    *,
    form: str = "",
    llvm_version: int | None = None,
    target_profile: str = "",
    warn: Callable[[Diagnostic], None] | None = None,
) -> list[Loss]:
    """Write a module to the file `path`: text for ``.ll``, bitcode for ``.bc``.

    `path` may also be an open file: one for text gets text, another bitcode. `form` is "ll" or "bc" where this does not decide.
    `llvm_version` and `warn` are as for `to_assembly`.
    `target_profile` names a consumer, as for `Module.downgraded`; without a version its own is written.
    Returns what an older `llvm_version` does not have and the file does the same without. Raises PyllvmError if the name has
    another ending, or if the version cannot hold the module, and OSError if the file cannot be written. Nothing is written then:
    the file appears when it is complete, and replaces an older one, with its mode and owner.
    """
    check_module(module, "write")
    is_text = _is_written_as_text(path, form)
    profile = TARGET_PROFILES_BY_NAME.get(target_profile)
    if llvm_version is None and profile is not None:
        llvm_version = profile.version
    written, losses = _brought(module, llvm_version, warn, target_profile)
    producer = None if profile is None else profile.producer
    data = _text(written) if is_text else bitcode_of(written, producer)
    if isinstance(path, (str, os.PathLike)):
        write_whole(os.fspath(path), data)
    else:
        content: Any = data.decode("utf-8", "surrogateescape") if is_of_text(path) else data
        path.write(content)
    return losses


def _is_written_as_text(path: Writable, form: str) -> bool:
    """Whether a module is written as text; PyllvmError if neither the name nor `form` says what it is to be."""
    if form not in ("", "ll", "bc"):
        raise ValueError(f"a module is written in the form 'll' or 'bc', not {form!r}")
    if isinstance(path, (str, os.PathLike)):
        name = os.fspath(path)
        if form:
            return form == "ll"
        if not name.endswith((".bc", ".ll")):
            raise PyllvmError(f"{name}: a module is written as .ll or .bc")
        return name.endswith(".ll")
    if not hasattr(path, "write"):
        raise TypeError(f"write takes a path or an open file, not {path!r}")
    if is_of_text(path):
        if form == "bc":
            raise ValueError("bitcode cannot be written to a file that is open for text")
        return True
    return form == "ll" or (not form and name_of(path).endswith(".ll"))


def _text(module: Module) -> bytes:
    """The text of a module; PyllvmError if a program broke the module."""
    try:
        with COLLECTION_PAUSE:
            return print_module(module)
    except (PyllvmError, MemoryError):
        raise
    except Exception as fault:
        raise broken(module, "printed", fault) from fault


def _brought(
    module: Module, version: int | None, warn: Callable[[Diagnostic], None] | None, target_profile: str = ""
) -> tuple[Module, list[Loss]]:
    """The module itself if it has this version, or else a copy that was brought to it; and what the copy lost."""
    if version is None:
        version = module.llvm_version
    profile = profile_named(target_profile, version)
    if version == module.llvm_version and profile is None:
        return module, []
    copy = copy_module(module, Context())
    losses = convert(copy, version, profile=profile)
    _report(losses, version, warn)
    return copy, losses


def _report(losses: list[Loss], version: int, warn: Callable[[Diagnostic], None] | None) -> None:
    if warn is not None:
        for warning in loss_warnings(losses, version):
            warn(warning)


def bytes_of(data: Data, doing: str) -> bytes:
    """The bytes of an argument; TypeError if it has none."""
    if isinstance(data, bytes):
        return data
    if isinstance(data, str):
        raise TypeError(f"{doing} takes bytes, not a str: parse_assembly takes text, and read the path of a file")
    try:
        return bytes(memoryview(data))
    except TypeError:
        raise TypeError(f"{doing} takes bytes, or what has some, not {named(data)}") from None


def opened(path: Readable, doing: str) -> tuple[str, bytes | str | None]:
    """The name of a path or an open file, and the content of a file that is open already; TypeError if it is neither."""
    if isinstance(path, (str, os.PathLike)):
        return os.fspath(path), None
    check_path(path, doing)
    read = getattr(path, "read", None)
    if read is None:
        raise TypeError(f"{doing} takes a path or an open file, not {named(path)}")
    content: Any = read()
    if not isinstance(content, str):
        content = bytes_of(content, doing)
    return name_of(path), content


def name_of(file: object) -> str:
    """The name of an open file; a general one if it has none."""
    name = getattr(file, "name", None)
    return name if isinstance(name, str) else _NAME


def is_of_text(file: object) -> bool:
    """Whether an open file is for text, and not for bytes."""
    return isinstance(file, io.TextIOBase) or hasattr(file, "encoding")
