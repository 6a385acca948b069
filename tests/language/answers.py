"""What pyllvm answers to a case: the message it refuses it with, the text it prints, the findings of lint, a dump."""

from __future__ import annotations

import re

from language.cases import normalized, without_names
from pyllvm.analyzer.record_names import Names
from pyllvm.analyzer.statistics import Statistics, walk
from pyllvm.analyzer.stream import open_stream
from pyllvm.analyzer.text_dump import DumpOptions, TextDump
from pyllvm.assembly import parse_assembly, print_module
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.diagnostics import Diagnostic, PyllvmError, Span
from pyllvm.findings.failure_text import failures_text
from pyllvm.ir.module import Module
from pyllvm.library.linking import link
from pyllvm.reading.check import Check
from pyllvm.verifier import verify
from pyllvm.verifier.lint import lint
from wishing import wishing

# How the message ends where a version lacks what it is asked for: LLVM would not know the word.
OWN_WORDS = "this module is being read as LLVM"
NAME = "<string>"


def refusal(data: bytes, version: int) -> str:
    """The first line of what LLVM would print, with the place where it is the parser's; empty where the module is taken."""
    try:
        module = parse_assembly(data, NAME, llvm_version=version, max_errors=1)
    except PyllvmError as error:
        return placed(error.diagnostic)
    check = Check()
    check.run(module)
    return failures_text(module, verify(module)).partition("\n")[0].rstrip() if check.is_broken else ""


def placed(diagnostic: Diagnostic) -> str:
    where = diagnostic.where
    return f"{where.line}:{where.column}: {diagnostic.message}" if isinstance(where, Span) else diagnostic.message


def read(data: bytes, version: int) -> Module:
    """The module as LLVM has it after reading: without debug information of another version."""
    module = parse_assembly(data, NAME, llvm_version=version)
    Check().run(module)
    return module


def text(module: Module) -> str:
    return normalized(print_module(module).decode("utf-8", "surrogateescape"))


def bitcode(data: bytes, version: int, producer: str | None = None) -> bytes:
    """The bitcode without use-list orders, as LLVM's library writes it."""
    return write_bitcode(read(data, version), wishing(preserves_bitcode_order=False), producer=producer)


def through_bitcode(data: bytes, version: int) -> str:
    """The text after the module was written as bitcode and read again."""
    return text(read_bitcode(bitcode(data, version), name=NAME))


def findings(data: bytes, version: int) -> list[str]:
    return [f"{finding.rule}: {finding.message}" for finding in lint(read(data, version))]


def link_refusal(modules: list[bytes], version: int) -> str:
    """The message where a module is refused, or where the modules contradict each other; empty where they are joined."""
    for data in modules:
        # llvm-link does not verify what it reads; the libraries of the older versions are asked to do so.
        if version >= 13:
            break
        if message := re.sub(r"^\d+:\d+: ", "", refusal(data, version)):
            return message
    try:
        link([read(data, version) for data in modules])
    except PyllvmError as error:
        return without_names(error.diagnostic.message)
    return ""


def linked(modules: list[bytes], version: int) -> str:
    """The text of the joined modules, in the order given."""
    return text(link([read(data, version) for data in modules]))


def bits(description: str) -> bytes:
    """The bitstream of a description, a line for each step.

    `bytes BB...` writes bytes; `enter ID WIDTH`, `end` and `record CODE OPERAND...` are what their names say. In `bits ITEM...`,
    `VALUE:fN` is a field of N bits, `VALUE:vN` a variable-width integer in chunks of N bits, `word` zeros up to the next word.
    """
    writer = BitstreamWriter()
    for line in description.splitlines():
        step, *words = line.partition(";")[0].split() or [""]
        if step == "bytes":
            writer.emit_bytes(bytes.fromhex("".join(words)))
        elif step == "enter":
            writer.enter_block(int(words[0]), int(words[1]))
        elif step == "end":
            writer.end_block()
        elif step == "record":
            writer.emit_record(int(words[0]), [int(word) for word in words[1:]])
        elif step == "bits":
            for word in words:
                _emit(writer, word)
        elif step:
            raise ValueError(f"no such step: {step}")
    return writer.getvalue()


def _emit(writer: BitstreamWriter, word: str) -> None:
    if word == "word":
        writer.flush_to_word()
        return
    value, _, width = word.partition(":")
    if width.startswith("v"):
        writer.emit_vbr64(int(value, 0), int(width[1:]))
    else:
        writer.emit_fixed(int(value, 0), int(width.removeprefix("f")))


def dump(data: bytes, version: int) -> list[str]:
    """The lines that `bcanalyzer --dump` shows of a bitstream."""
    stream = open_stream(data)
    out: list[bytes] = []
    dumped = TextDump(out.append, Names(stream.kind, version), DumpOptions())
    walk(stream.cursor, Statistics(), dumped)
    dumped.flush()
    return [line.strip() for line in b"".join(out).decode("utf-8", "surrogateescape").splitlines()]


def dump_refusal(data: bytes) -> str:
    """The message where the bits are no bitstream."""
    try:
        dump(data, 8)
    except PyllvmError as error:
        return error.diagnostic.message
    return ""
