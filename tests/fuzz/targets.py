"""The targets: each makes an input from a seed, and does with it what the commands and the library do with a file."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from tests.fuzz import seeds
from tests.fuzz.bitstream_tree import decode, encode
from tests.fuzz.grammar_texts import random_module
from tests.fuzz.mutations import change_bytes, change_records, change_text
from tests.fuzz.unreadable import UNWRITABLE, is_known_as_unreadable

import pyllvm
from pyllvm.analyzer.statistics import Statistics, walk
from pyllvm.analyzer.stream import open_stream
from pyllvm.reading.inputs import modules_inside
from pyllvm.reading.settle import settle_debug_info

MAGIC: Final = b"BC\xc0\xde"
#: The inputs of each target from which a guided run starts.
FIRST_INPUTS: Final = 200


class Result(NamedTuple):
    """What became of an input: `content` is the same in every build; `valid` has the files that LLVM must read.

    A file is the LLVM version for which it was written, and its bitcode.
    """

    content: bytes
    valid: tuple[tuple[int, bytes], ...] = ()


class Target(NamedTuple):
    """How to make an input, and what to do with it."""

    make: Callable[[random.Random], bytes]
    run: Callable[[bytes], Result]


def _damaged_bitcode(chance: random.Random) -> bytes:
    return change_bytes(chance.choice(seeds.bitcode()), chance)


def _changed_records(chance: random.Random) -> bytes:
    blocks = decode(chance.choice(seeds.bitcode()))
    change_records(blocks, chance)
    return encode(blocks)


def _text(chance: random.Random) -> bytes:
    if chance.random() < 0.3:
        text = random_module(chance)
    else:
        text = change_text(chance.choice(chance.choice((seeds.valid_texts(), seeds.texts()))), seeds.texts(), chance)
    return text.encode("utf-8", "surrogateescape")


def _damaged_container(chance: random.Random) -> bytes:
    return change_bytes(chance.choice(seeds.containers()), chance)


def _any_module(chance: random.Random) -> bytes:
    return _changed_records(chance) if chance.random() < 0.7 else _text(chance)


def _pair(chance: random.Random) -> bytes:
    """Two inputs in one: the length of the first, then both."""
    first, second = _any_module(chance), _any_module(chance)
    return len(first).to_bytes(4, "little") + first + second


def parse(data: bytes) -> pyllvm.Module:
    """The module in text or bitcode."""
    if data.startswith(MAGIC):
        return pyllvm.parse_bitcode(data)
    return pyllvm.parse_assembly(data)


def _read_and_print(data: bytes) -> Result:
    """`dis`, `verify` and `as`: what verifies must be written, and read back as the same text."""
    is_bitcode = data.startswith(MAGIC)
    module = parse(data)
    findings = pyllvm.verify(module)
    errors = [one for one in findings if one.severity == "error"]
    if findings and not errors:
        settle_debug_info(module)  # as every command does: LLVM drops debug information that is broken
    try:
        text = pyllvm.to_assembly(module)
    except pyllvm.PyllvmError:
        if not errors:
            raise AssertionError("a module that verifies cannot be printed") from None
        raise
    content = "\n".join([text, *[one.message for one in findings]]).encode("utf-8", "surrogateescape")
    if errors:
        return Result(content)
    try:
        written = pyllvm.to_bitcode(module)
        again = pyllvm.parse_bitcode(written)
        second_text = pyllvm.to_assembly(again)
        third_text = pyllvm.to_assembly(pyllvm.parse_bitcode(pyllvm.to_bitcode(again)))
    except pyllvm.PyllvmError as error:
        if error.diagnostic.message.startswith(UNWRITABLE):
            return Result(content)
        raise AssertionError(f"a module that verifies cannot be written and read back: {error.diagnostic.message}") from None
    try:
        pyllvm.parse_assembly(text, llvm_version=module.llvm_version)
    except pyllvm.PyllvmError as error:
        if not is_known_as_unreadable(text, error.diagnostic.message):
            raise AssertionError(f"the text of a module that verifies cannot be read: {error.diagnostic.message}") from None
    # Reading bitcode upgrades what reading text leaves, such as the data layout.
    first_text = text if is_bitcode else second_text
    if not _body(first_text) == _body(second_text) == _body(third_text):
        raise AssertionError("a module that verifies differs after it was written and read back")
    if pyllvm.verify(again):
        return Result(content + written)  # debug information is still broken after what LLVM drops of it: opt refuses that
    files = ((module.llvm_version, data), (module.llvm_version, written)) if is_bitcode else ((module.llvm_version, written),)
    return Result(content + written, files)


def _body(text: str) -> str:
    """The text without its first line, which has the name of the file."""
    return text.partition("\n")[2]


def _dump(data: bytes) -> Result:
    statistics = Statistics()
    walk(open_stream(data).cursor, statistics, None)
    return Result(repr(sorted(statistics.blocks)).encode())


def _open_container(data: bytes) -> Result:
    texts = [str(parse(inside.read())) for inside in modules_inside(data, "input", "")]
    return Result("\n".join(texts).encode("utf-8", "surrogateescape"))


def _link(data: bytes) -> Result:
    size = int.from_bytes(data[:4], "little")
    return Result(pyllvm.to_bitcode(pyllvm.link([parse(data[4 : 4 + size]), parse(data[4 + size :])])))


def _bring(data: bytes) -> Result:
    """Every second version: up and down, with typed and with opaque pointers."""
    module = parse(data)
    if any(one.severity == "error" for one in pyllvm.verify(module)):
        return Result(b"")
    files: list[tuple[int, bytes]] = []
    for version in (7, 14, 16, 19, 22, 23):
        try:
            files.append((version, pyllvm.to_bitcode(module, llvm_version=version)))
        except pyllvm.PyllvmError:
            continue
    return Result(b"".join(file for _, file in files), tuple(files))


TARGETS: Final[dict[str, Target]] = {
    "bitcode": Target(_damaged_bitcode, _read_and_print),
    "records": Target(_changed_records, _read_and_print),
    "text": Target(_text, _read_and_print),
    "dump": Target(_changed_records, _dump),
    "containers": Target(_damaged_container, _open_container),
    "link": Target(_pair, _link),
    "migrations": Target(_any_module, _bring),
}


def make(target: str, seed: int) -> bytes:
    """Input number `seed` of a target; always the same bytes."""
    return TARGETS[target].make(random.Random(f"{target}-{seed}"))


def fill(folder: str, target: str, count: int) -> None:
    """Write the first inputs of a target into a folder, unless it has files."""
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    if any(path.iterdir()):
        return
    for number in range(count):
        (path / f"{target}-{number}").write_bytes(make(target, number))
