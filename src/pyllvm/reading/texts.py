"""The text of what is in bitcode: `text_of` is the one way to it, and nobody else knows how a module is read for it."""

from __future__ import annotations

from pyllvm.assembly.printer.text import canonical_pieces, module_pieces
from pyllvm.bitcode.reader.read import ANY
from pyllvm.notation import TYPE_CHECKING, Final, Iterator, Sequence, final
from pyllvm.reading import in_turn
from pyllvm.reading.failures import Broken, write_failures
from pyllvm.reading.settle import settle_bitcode
from pyllvm.reading.ways import Plan, Way, read_upgraded, reading_of, without_uses
from pyllvm.reading.wished_changes import bring, make_pointers_opaque, use_debug_intrinsics

if TYPE_CHECKING:
    from pyllvm.bitcode import Reading
    from pyllvm.diagnostics import Diagnostic
    from pyllvm.ir.function import Function
    from pyllvm.ir.module import Module
    from pyllvm.reading.inputs import Source
    from pyllvm.wishes import Wishes


@final
class Texts:
    """The texts of the modules in bitcode, each made when it is its turn; Broken, after those before, if one is not valid."""

    def __init__(self, count: int, texts: Iterator[list[bytes]]) -> None:
        self.count: Final = count
        self.pieces: Final = texts


def text_of(source: Source, wishes: Wishes) -> Texts:
    """The text of each module in bitcode, in pieces that follow each other; no pieces if no output is wanted.

    PyllvmError if the bitcode is malformed.
    """
    if wishes.is_canonical:
        return _canonical(source, wishes)
    file = source.file
    reading = reading_of(source, wishes)
    plan = Plan(file, wishes)
    way = Way(wishes, source.name)
    if plan.is_in_parts:
        pieces = _in_parts(source, reading, way, plan.newer)
        if pieces is not None:
            for warning in way.taken():
                _warn(wishes, warning)
            return Texts(1, iter([pieces]))
    # A text without bodies, or with the order of uses, shows in which order they are read.
    newer = plan.newer if wishes.preserves_order or not (wishes.reads_bodies or wishes.shows_index) else None
    reading.is_lazy = not wishes.reads_bodies
    modules = read_upgraded(file, reading if plan.needs_uses else without_uses(reading), way, newer, ANY)
    way.taken()
    return Texts(len(modules), _whole(source, wishes, modules))


def _canonical(source: Source, wishes: Wishes) -> Texts:
    """The text of each module in bitcode or text, in canonical form."""
    from pyllvm.reading.modules import modules_of

    modules = modules_of(source, wishes)
    return Texts(len(modules), (_canonical_text(module, source, wishes) for module in modules))


def _canonical_text(module: Module, source: Source, wishes: Wishes) -> list[bytes]:
    from pyllvm.reading.canonical import make_canonical

    bring(module, wishes, source.name)
    _settle(module, wishes)
    make_canonical(module)
    return canonical_pieces(module)


def _in_parts(source: Source, reading: Reading, way: Way, newer: int | None) -> list[bytes] | None:
    """The text of a module that is read in parts; None if that cannot be done."""
    wishes = reading.wishes
    if wishes.has_output and (newer is not None or len(source.data) < 2 * in_turn.PIECE):
        return way.tried(lambda: in_turn.text_in_turn(source.file, reading, way, newer))
    # Imported only for large files, or hardly ever.
    from pyllvm.reading.in_processes import is_valid_in_parts, text_in_parts

    if wishes.has_output:
        return text_in_parts(source.file, reading, way)
    return [] if is_valid_in_parts(source.file, reading, way, newer, is_verified=False) else None


def _whole(source: Source, wishes: Wishes, modules: Sequence[Module]) -> Iterator[list[bytes]]:
    for module in modules:
        version = module.llvm_version if wishes.version is None else wishes.version
        # A newer LLVM settles what it has upgraded; what an older one cannot hold must be settled before.
        goes_up = version > module.llvm_version
        unread = [] if wishes.shows_index else [function for function in module.functions if not function.is_materialized]
        if goes_up:
            bring(module, wishes, source.name, version)
        if wishes.reads_bodies:
            _settle(module, wishes)
        if not wishes.has_output:
            yield []
            continue
        if not goes_up:
            bring(module, wishes, source.name, version)
        for function in unread:
            _leave_unread(function)
        yield _text(module, wishes, unread)


def _text(module: Module, wishes: Wishes, unread: Sequence[Function]) -> list[bytes]:
    """The text of a whole module, which it changes as the wishes say. The bodies of `unread` functions were not read."""
    if wishes.opaque_pointers:
        make_pointers_opaque(module)
    if wishes.calls_debug_intrinsics:
        use_debug_intrinsics(module)
    if wishes.shows_index:
        from pyllvm.assembly.printer.summary import print_summary

        return [print_summary(module).encode("utf-8", "surrogateescape")]
    return module_pieces(module, wishes, unread)


def _leave_unread(function: Function) -> None:
    """Give up the body of a function, even if the module had to be read for its conversion."""
    if not function.is_materialized:
        function._set_materializer(None)
        return
    function.delete_body()
    for argument in function.arguments:
        argument.name = ""


def _settle(module: Module, wishes: Wishes) -> None:
    """Drop what LLVM drops on reading, and write what LLVM writes. Broken if more than debug information is."""
    settled = settle_bitcode(module, lambda failures: write_failures(module, failures))
    if settled.is_broken:
        raise Broken
    if settled.warning is not None:
        _warn(wishes, settled.warning)


def _warn(wishes: Wishes, warning: Diagnostic) -> None:
    """Report a warning that names the module itself."""
    if wishes.warn is not None:
        wishes.warn(warning, "")
