"""The verdict of the verifier about what is in an input: `verdict_of` is the one way to it."""

from __future__ import annotations

from pyllvm.bitcode.reader.read import ModulesInTurn
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.module import Module
from pyllvm.notation import TYPE_CHECKING, Final, Iterator, final
from pyllvm.reading.check import Check
from pyllvm.reading.failures import DoesNotFit
from pyllvm.reading.ways import Plan, Way, reading_of
from pyllvm.reading.wished_changes import bring, layout_of_target, make_pointers_opaque

if TYPE_CHECKING:
    from pyllvm.assembly import TextReading
    from pyllvm.bitcode import Reading
    from pyllvm.findings.report import BitPlaces
    from pyllvm.reading.inputs import Source
    from pyllvm.wishes import Wishes


@final
class Verdict:
    """The verdict about one module, and the module, if it is there as a whole."""

    def __init__(self, check: Check, module: Module | None = None, refusal: PyllvmError | None = None) -> None:
        self.check: Final = check
        self.module: Final = module
        self.refusal: Final = refusal
        """Why there is no form of the module that the wished LLVM can hold."""

    @property
    def is_valid(self) -> bool:
        """Whether the module is valid."""
        return not self.check.is_broken and self.refusal is None


def verdict_of(source: Source, wishes: Wishes) -> Iterator[Verdict]:
    """The verdict about each module of text or bitcode, when it is its turn; none about a module without findings may be missing.

    PyllvmError if the text or bitcode is malformed.
    """
    return _of_text(source, wishes) if source.is_text else _of_bitcode(source, wishes)


def _of_text(source: Source, wishes: Wishes) -> Iterator[Verdict]:
    # Imported only now, so that a missing file is reported at once.
    from pyllvm.reading.newer_text import module_of_text

    reader = _TextReader(source, wishes)
    module = module_of_text(reader.read, source.data, source.name, wishes)
    check = reader.check
    if reader.is_brought:
        _bring(module, wishes, source.name)
        check.run(module)
    if check.has_findings and wishes.has_places:
        from pyllvm.reading.second_reading import report_text

        prepare = (lambda module: _prepare(module, wishes)) if reader.is_brought else None
        report_text(source.data, reader.reading, reader.version, check, prepare)
    yield Verdict(check, module)


@final
class _TextReader:
    """Reads a text and checks the module, as one version or another. What the last reading found is here."""

    reading: TextReading
    version: int | None
    """The version that the text was read as."""
    is_brought: bool
    """Whether the module is to be brought to the wished version, and checked only then."""
    check: Check

    def __init__(self, source: Source, wishes: Wishes) -> None:
        self._source: Final = source
        self._wishes: Final = wishes

    def read(self, version: int | None, is_trial: bool) -> Module:
        """The module, read as this version; DoesNotFit if a trial finds a fault in it."""
        from pyllvm.assembly import TextReading, parse_text

        source, wishes = self._source, self._wishes
        self.version = version
        self.is_brought = wishes.version is not None and version != wishes.version
        self.check = check = Check(wishes)
        layout = layout_of_target(source.data, version) if wishes.gives_layout else None
        self.reading = TextReading(source.identifier, wishes, data_layout=layout)

        def run_check(module: Module) -> None:
            check.run(module)
            if is_trial and (check.is_broken or check.has_broken_debug_info):
                raise DoesNotFit

        return parse_text(source.data, self.reading, version, check=None if self.is_brought else run_check)


def _of_bitcode(source: Source, wishes: Wishes) -> Iterator[Verdict]:
    file = source.file
    reading = reading_of(source, wishes)
    reading.mend = None  # what breaks a rule is to be reported
    way = Way(wishes, source.name)
    plan = Plan(file, wishes)
    has_findings = False
    if plan.is_in_parts:
        from pyllvm.reading.in_processes import is_valid_in_parts

        is_valid = is_valid_in_parts(file, reading, way, plan.newer)
        if is_valid:
            for warning in way.taken():
                _warn(wishes, warning, source)
            return
        has_findings = is_valid is not None and wishes.has_places
    modules = ModulesInTurn(file, reading)
    if has_findings and way.failing is not None:
        verdict = _of_failing(modules, way, wishes)
        if verdict is not None:
            yield verdict
            return
    way.note("whole with places" if has_findings else "whole")
    way.taken()
    if wishes.keeps_order:
        # Nothing is written if one is malformed.
        for index in range(1, len(modules)):
            modules.read_again(index, {})
    for index in range(len(modules)):
        yield _of_module(modules, index, reading, source, has_findings)


def _of_failing(modules: ModulesInTurn, way: Way, wishes: Wishes) -> Verdict | None:
    """The verdict from a reading of the functions that break rules; None if they are not all that does."""
    failing = way.failing
    assert failing is not None
    count = len(failing.functions)
    others = ", and all for their numbers" if failing.needs_all else ""
    way.note(f"{count} function{'' if count == 1 else 's'} with places{others}")
    check = Check(wishes, is_bitcode=True)
    from pyllvm.reading.second_reading import report_failing

    if not report_failing(modules, failing, check):
        return None
    way.taken()
    return Verdict(check)


def _of_module(modules: ModulesInTurn, index: int, reading: Reading, source: Source, has_findings: bool) -> Verdict:
    """The verdict about one of several modules. If it `has_findings`, it is read with their places at once, and not again."""
    wishes = reading.wishes
    places: BitPlaces | None = {} if has_findings else None
    module = modules.read(index, places)
    check = Check(wishes, is_bitcode=True)
    try:
        _bring(module, wishes, source.name)
    except PyllvmError as refusal:
        return Verdict(check, None, refusal)
    if places is None:
        check.run(module)
        if not check.has_findings or not wishes.has_places:
            return Verdict(check, module)
    from pyllvm.reading.second_reading import check_with_places, report_bitcode

    if places is not None:
        check_with_places(module, check, places)
    else:
        report_bitcode(modules, index, check, lambda module: _prepare(module, wishes))
    return Verdict(check, module)


def _bring(module: Module, wishes: Wishes, name: str) -> None:
    """Bring a module to the version that is wished. What it becomes is verified next."""
    if wishes.version is not None:
        bring(module, wishes, name, verifies=False)
    if wishes.opaque_pointers:
        make_pointers_opaque(module)


def _prepare(module: Module, wishes: Wishes) -> None:
    """Do the same on the second reading, which locates the findings; what is lost has been reported."""
    if wishes.version is not None:
        from pyllvm.reading.conversion import bring_again

        bring_again(module, wishes, wishes.version)
    if wishes.opaque_pointers:
        make_pointers_opaque(module)


def _warn(wishes: Wishes, warning: Diagnostic, source: Source) -> None:
    if wishes.warn is not None:
        wishes.warn(warning, source.name)
