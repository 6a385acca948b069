"""``pyllvm bcanalyzer``: what llvm-bcanalyzer shows of a bitstream, and more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from pyllvm.cli.files import OutputFile, read_input
from pyllvm.cli.options import (
    LLVMCommand,
    color_option,
    flag,
    inputs,
    requested_version,
    value,
    version_option,
)
from pyllvm.cli.tool import Tool, run, wants_color
from pyllvm.diagnostics import PyllvmError


def analyze(**options: Any) -> int:
    """The command; the exit status."""
    tool = Tool(command.program, options["color"])
    name: str = options["file"]
    block_info_name: str = options["block_info"] or ""
    being_read = name
    try:
        data = _read(name)
        if block_info_name:
            being_read = block_info_name
            block_info_data = _read(block_info_name)
        else:
            block_info_data = b""
        being_read = name
        if options["identify"]:
            _identify(data, name, options)
        else:
            _analyze(data, block_info_data, name, options)
    except PyllvmError as error:
        tool.report_error(error, being_read)
        return 1
    return 0


def _read(name: str) -> bytes:
    data = read_input(name)
    if len(data) & 3:
        raise PyllvmError("Bitcode stream should be a multiple of 4 bytes in length")
    return data


def _identify(data: bytes, name: str, options: dict[str, Any]) -> None:
    from pyllvm.analyzer.identify import identify
    from pyllvm.analyzer.stream import open_stream

    identity = identify(open_stream(data))
    if options["json"]:
        import json

        line = json.dumps({"file": name, **identity.fields()}) + "\n"
    else:
        line = f"{name}: {identity.line()}\n"
    OutputFile("-").write(line.encode("utf-8", "surrogateescape"))


def _analyze(data: bytes, block_info_data: bytes, name: str, options: dict[str, Any]) -> None:
    from pyllvm.analyzer.names import Names
    from pyllvm.analyzer.statistics import Statistics, summary_text
    from pyllvm.analyzer.stream import LLVM_IR, block_info_of, names_version, open_stream
    from pyllvm.analyzer.text_dump import DumpOptions, TextDump
    from pyllvm.analyzer.walk import walk
    from pyllvm.bitstream.wrapper import read_wrapper

    output = OutputFile("-")
    coloured = wants_color(options["color"], 1)
    sink: Callable[[bytes], None] = output.write
    if coloured and options["dump"]:
        from pyllvm.analyzer.render import coloured_sink

        sink = coloured_sink(output.write)
    wrapper = read_wrapper(data)
    stream = open_stream(data, wrapper)
    version = requested_version(options["llvm_version"])
    names = Names(stream.kind == LLVM_IR, version if version is not None else names_version(stream))
    if block_info_data:
        stream.cursor.block_info = block_info_of(block_info_data)
    if options["json"]:
        _write_json(stream, names, name, output.write)
        return
    dump: TextDump | None = None
    if options["dump"]:
        dump_options = DumpOptions()
        dump_options.dump_blockinfo = options["dump_blockinfo"]
        dump_options.symbolic = not options["non_symbolic"]
        dump_options.show_binary_blobs = options["show_binary_blobs"]
        dump_options.offsets = options["offsets"]
        if options["check_hash"]:
            dump_options.check_hash = options["check_hash"].encode("utf-8", "surrogateescape")
        dump = TextDump(sink, names, dump_options)
        if stream.wrapper is not None:
            dump.wrapper(stream.wrapper)
    statistics = Statistics()
    try:
        walk(stream.cursor, statistics, dump)
        if dump is not None:
            dump.text(b"\n\n")
    finally:
        if dump is not None:
            dump.flush()
    size = stream.cursor.size
    histogram = not options["disable_histogram"]
    if coloured:
        from pyllvm.analyzer.render import drawn_summary

        output.write(drawn_summary(statistics, names, stream.cursor.block_info, stream.kind, size, name, histogram))
        return
    text = summary_text(statistics, names, stream.cursor.block_info, stream.kind, size, name, histogram)
    output.write(text.encode("utf-8", "surrogateescape"))


def _write_json(stream: Any, names: Any, name: str, sink: Callable[[bytes], None]) -> None:
    from pyllvm.analyzer.json_dump import JsonDump
    from pyllvm.analyzer.statistics import Statistics
    from pyllvm.analyzer.walk import walk

    document = JsonDump(sink, names)
    document.begin(stream, name)
    try:
        walk(stream.cursor, Statistics(), document)
    except PyllvmError as error:
        document.finish(error.diagnostic)
        raise
    document.finish(None)


command = LLVMCommand(
    "bcanalyzer",
    analyze,
    "bitstream file analyzer",
    [
        flag("dump", "dump", "Dump low level bitcode trace"),
        flag("dump-blockinfo", "dump_blockinfo", "Include BLOCKINFO details in low level dump"),
        flag("disable-histogram", "disable_histogram", "Do not print per-code histogram"),
        flag("non-symbolic", "non_symbolic", "Emit numeric info in dump even if symbolic info is available"),
        value("block-info", "block_info", "filename", "Use the BLOCK_INFO from the given file"),
        flag("show-binary-blobs", "show_binary_blobs", "Print binary blobs using hex escapes"),
        value("check-hash", "check_hash", "string", "Check module hash using the argument as a string table"),
        flag("offsets", "offsets", "Show the bit offset of each block and record in the dump"),
        flag("json", "json", "Print everything as one JSON document"),
        flag("identify", "identify", "Print one line that says what the file is"),
        version_option(),
        color_option(),
    ],
    inputs("file", "input bitcode", several=False),
    description=(
        "Shows what a bitstream is made of: LLVM bitcode, clang's serialized diagnostics and precompiled headers, "
        "optimization remarks, Swift modules. Without --dump, how its bits are spent; output that is not to a terminal "
        "is byte for byte that of the llvm-bcanalyzer of the chosen LLVM version, or of the version that wrote the file."
    ),
    examples=[
        ("pyllvm-bcanalyzer module.bc", "see where the bits go"),
        ("pyllvm-bcanalyzer --dump --disable-histogram module.bc | less", "read the records"),
        ("pyllvm-bcanalyzer --identify module.bc", "see who wrote a file, and for which LLVM"),
        ("pyllvm-bcanalyzer --json module.bc | jq '.blocks[].name'", "process it further"),
    ],
)


def main() -> NoReturn:
    """``pyllvm-bcanalyzer``: the whole process."""
    run(command)


if __name__ == "__main__":
    main()
