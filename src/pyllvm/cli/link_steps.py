"""Steps of ``pyllvm link`` that few links need: imports of functions, verification, and explanations."""

from __future__ import annotations

from pyllvm.cli.tables.link import LinkOptions
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.diagnostics.documents import document
from pyllvm.ir.function import Function
from pyllvm.notation import TYPE_CHECKING, Sequence
from pyllvm.reading.link_reports import LinkAborted
from pyllvm.terminal.files import write_output
from pyllvm.terminal.messages import rewrite_messages, write_error, write_standard_output
from pyllvm.verifier.module import READ_BODIES, verify

if TYPE_CHECKING:
    from collections.abc import Collection

    from pyllvm.cli.link_reporter import LinkReporter
    from pyllvm.ir.module import Module
    from pyllvm.linker import Linker
    from pyllvm.linker.explain import History
    from pyllvm.reading.link_inputs import InputReader


def import_functions(reporter: LinkReporter, reader: InputReader, linker: Linker, options: LinkOptions, index_name: str) -> None:
    """Import the functions that `-import` names, file by file in the order of the file names, as LLVM does."""
    index = reader.read_index(index_name)
    modules: dict[str, Module] = {}
    wanted: dict[str, list[str]] = {}
    for request in options.imports:
        function_name, colon, file_name = request.partition(":")
        if not colon:
            reporter.tool.write_line(f"Import parameter bad format: {request}")
            raise LinkAborted
        module = modules.get(file_name)
        if module is None:
            module = modules[file_name] = reader.load_to_import(file_name, linker.context)
            if not options.disable_verify:
                verify_input(reporter, file_name, module)
        function = module.get(function_name)
        if not isinstance(function, Function):
            reporter.tool.write_line(f"Ignoring import request for non-existent function {function_name} from {file_name}")
        elif function.linkage == "weak":
            reporter.tool.write_line(f"Ignoring import request for weak-any function {function_name} from {file_name}")
        else:
            reporter.progress(f"Importing {function_name} from {file_name}")
            wanted.setdefault(file_name, []).append(function_name)
    for file_name in sorted(wanted, key=lambda name: name.encode("utf-8", "surrogateescape")):
        try:
            linker.import_functions(modules[file_name], index, wanted[file_name], reader.settle_bitcode)
        except PyllvmError as error:
            notes = [*error.diagnostic.notes]
            reporter.fail_bare(error.diagnostic.message)
            for note in notes:
                reporter.report(note)
            raise LinkAborted from None


def verify_input(reporter: LinkReporter, name: str, module: Module) -> None:
    # Bodies that are not read yet are not verified, as in LLVM.
    failures = verify(module, READ_BODIES)
    if failures:
        reporter.write_failures(module, failures)
        raise reporter.fail("input module is broken!", place=name)


def verify_result(reporter: LinkReporter, module: Module) -> None:
    failures = verify(module)
    if failures:
        reporter.write_failures(module, failures)
        notes = [Diagnostic("note", failure.message) for failure in failures]
        raise reporter.fail("linked module is broken!", notes=None if reporter.tool.form == "text" else notes)


def report_unmatched(reporter: LinkReporter, option: str, patterns: Sequence[str], names: Collection[str]) -> None:
    """Warn of the patterns of an option that no definition's name matches."""
    if patterns:
        # Imported only here, as what uses the patterns.
        from fnmatch import fnmatchcase

        for pattern in patterns:
            if not any(fnmatchcase(name, pattern) for name in names):
                reporter.report(Diagnostic("warning", f"--{option}={pattern}: no definition has such a name"))


def explain(reporter: LinkReporter, history: History, options: LinkOptions) -> None:
    """Write the reports of `--explain` and `--map`."""
    if options.map:
        if options.map.endswith(".json"):
            text = document(reporter.tool.program, history.map_document())
        else:
            text = history.map_text()
        write_output(options.map, text.encode("utf-8", "surrogateescape"))
    for symbol in options.explain:
        text = history.explanation(symbol.removeprefix("@"))
        if not text:
            reporter.report(Diagnostic("warning", f"no input has a symbol named '{symbol}'"))
        elif options.output in (None, "", "-"):
            # It has both names of each symbol already.
            rewrite_messages(None)
            write_error(text)
        else:
            write_standard_output(text)
