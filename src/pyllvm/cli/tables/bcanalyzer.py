"""The options and the manual of ``pyllvm bcanalyzer``."""

from __future__ import annotations

from pyllvm.cli.command import Manual
from pyllvm.cli.options import BITCODES, LLVMS_GROUP, flag, inputs, value, when
from pyllvm.cli.shared_options import FileOptions, JobsOptions, PagerOptions
from pyllvm.notation import Final, final

MANUAL: Final = Manual(
    description=(
        "Shows the contents of a bitstream: LLVM bitcode, clang's serialized diagnostics and precompiled headers, "
        "optimization remarks, Swift modules. Bitcode may be inside an archive, an object or another container; 'lib.a(x.o)' "
        "names a member, and 'all.bc(1)' the second module in a file. Without --dump it reports how the bits are used. On a "
        "terminal, a dump shows the operands of each record by name, with values, types and metadata resolved. Output that does "
        "not go to a terminal has the same bytes as from the llvm-bcanalyzer of the chosen LLVM version, or of the version that "
        "wrote the file."
    ),
    examples=[
        ("pyllvm-bcanalyzer module.bc", "see how the bits are used"),
        ("pyllvm-bcanalyzer --dump --decode --disable-histogram module.bc | less", "read the records, with names for operands"),
        ("pyllvm-bcanalyzer --identify module.bc", "see the producer of a file and its LLVM version"),
        ("pyllvm-bcanalyzer --identify -j8 build/*", "see what each file is, and list the modules in archives and objects"),
        ("pyllvm-bcanalyzer --json module.bc | jq '.files[].blocks[].name'", "process the dump with another program"),
    ],
    common=("dump", "decode", "disable-histogram", "identify", "json", "check-hash", "offsets", "j"),
)


@final
class BcanalyzerOptions(FileOptions, JobsOptions, PagerOptions):
    """The options of the command."""

    dump: bool = flag("dump", "Dump low level bitcode trace", group=LLVMS_GROUP)
    dump_blockinfo: bool = flag("dump-blockinfo", "Include BLOCKINFO details in low level dump", group=LLVMS_GROUP)
    disable_histogram: bool = flag("disable-histogram", "Do not print per-code histogram", group=LLVMS_GROUP)
    non_symbolic: bool = flag("non-symbolic", "Emit numeric info in dump even if symbolic info is available", group=LLVMS_GROUP)
    block_info: str | None = value("block-info", "filename", "Use the BLOCK_INFO from the given file", group=LLVMS_GROUP)
    show_binary_blobs: bool = flag("show-binary-blobs", "Print binary blobs using hex escapes", group=LLVMS_GROUP)
    check_hash: str | None = value(
        "check-hash", "string", "Check module hash using the argument as a string table", group=LLVMS_GROUP
    )
    decode: str = when(
        "decode", "Name the operands in the dump, and resolve values, types and metadata (default=auto: on a terminal)"
    )
    no_decode: bool = flag("no-decode", "Dump as llvm-bcanalyzer does, also on a terminal")
    offsets: bool = flag("offsets", "Show the bit offset of each block and record in the dump")
    json: bool = flag("json", "Print everything as one JSON document")
    identify: bool = flag("identify", "Print one line with the kind of each file; of bitcode, the producer and the LLVM version")
    files: list[str] = inputs("input bitcode", endings=BITCODES)
