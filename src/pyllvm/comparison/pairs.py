"""Pairs the modules of two inputs that are compared, and brings both to one version."""

from __future__ import annotations

from pyllvm.comparison.changes import ADDED, REMOVED, Change, Comparison, Row, Section
from pyllvm.diagnostics import PyllvmError
from pyllvm.notation import TYPE_CHECKING, final
from pyllvm.reading.modules import NamedModule, modules_of
from pyllvm.reading.wished_changes import bring
from pyllvm.wishes import Wishes

if TYPE_CHECKING:
    from collections.abc import Sequence


@final
class Unfit(Exception):
    """The version of a comparison cannot hold the module of the input with this number: 0 or 1."""

    def __init__(self, number: int, error: PyllvmError) -> None:
        super().__init__(str(error))
        self.number = number
        self.error = error


def pairs_of(befores: list[NamedModule], afters: list[NamedModule]) -> list[tuple[NamedModule | None, NamedModule | None]]:
    """The modules that are compared: the only ones, or those at the same places in two containers."""
    if len(befores) == 1 and len(afters) == 1:
        return [(befores[0], afters[0])]
    by_place = {named.member: named for named in afters}
    found: list[tuple[NamedModule | None, NamedModule | None]] = [(named, by_place.pop(named.member, None)) for named in befores]
    return found + [(None, named) for named in by_place.values()]


def missing(before: NamedModule | None, after: NamedModule | None) -> Comparison:
    """The comparison of a module that only one container has."""
    if before is not None:
        change = Change(REMOVED, "module", before.member, before.member)
        row = Row(REMOVED, f"module {before.member}", None)
    else:
        assert after is not None
        change = Change(ADDED, "module", after.member, "", after.member)
        row = Row(ADDED, None, f"module {after.member}")
    return Comparison([change], [Section("module", [row])])


def of_one_version(modules: Sequence[NamedModule], wishes: Wishes) -> tuple[NamedModule, NamedModule]:
    """Both modules in the version in which they are compared: the wished one, or else the newer one. Unfit if that fails.

    Text that does not name its version is read again in the version of the other module, if that version accepts it.
    """
    before, after = modules
    if wishes.version is None:
        if before.module.is_version_guessed and not after.module.is_version_guessed:
            before = _read_as(before, after.module.llvm_version, wishes)
        elif after.module.is_version_guessed and not before.module.is_version_guessed:
            after = _read_as(after, before.module.llvm_version, wishes)
    version = max(before.module.llvm_version, after.module.llvm_version) if wishes.version is None else wishes.version
    for number, named in enumerate((before, after)):
        try:
            bring(named.module, wishes, named.name, version)
        except PyllvmError as error:
            raise Unfit(number, error) from None
    return before, after


def _read_as(named: NamedModule, version: int, wishes: Wishes) -> NamedModule:
    if named.module.llvm_version == version or wishes.input_version is not None:
        return named
    chosen = Wishes(version)
    chosen.allows_unknown_attributes = wishes.allows_unknown_attributes
    try:
        modules = modules_of(named.source, chosen)
    except PyllvmError:
        return named
    return NamedModule(named.path, named.member, modules[0], named.source)
