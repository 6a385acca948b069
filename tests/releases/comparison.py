"""The differences between two LLVMs, by subject: each function returns lines, + for what only the second has, - for the first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.releases import probes
from tests.releases.answers import Answer
from tests.releases.judges import Judge
from tests.releases.written import abbreviations, names, record_lines

from pyllvm.ir import Context
from pyllvm.ir.intrinsics.overloaded_names import mangled_intrinsic_name
from pyllvm.ir.intrinsics.signatures import IntrinsicSignature, signature
from pyllvm.ir.types import FunctionType, IntegerType, Type
from pyllvm.tables.intrinsics import intrinsic_attribute_row, is_intrinsic
from pyllvm.versions import NEXT, OLDEST

# How many intrinsics are asked for together.
_TOGETHER = 128
# Something of all abbreviations: functions, metadata, names, globals.
_WRITTEN = b"""source_filename = "module"
@x = global [2 x i8] c"ab"
define i32 @f(i32 %a, ptr %p) !dbg !4 {
  %b = add nsw i32 %a, 1, !dbg !7
  %c = getelementptr inbounds i8, ptr %p, i64 4, !kind !8
  %d = load i32, ptr %c, align 4
  %e = trunc i64 0 to i32
  ret i32 %b, !dbg !7
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 2, column: 3, scope: !4)
!8 = !{!"text"}
"""


def differences(first: Iterable[str], second: Iterable[str]) -> Iterator[str]:
    """The lines that only one side has, in the order of the sides."""
    one, other = list(dict.fromkeys(first)), list(dict.fromkeys(second))
    yield from [f"- {line}" for line in one if line not in set(other)]
    yield from [f"+ {line}" for line in other if line not in set(one)]


def words(old: Judge, new: Judge) -> Iterator[str]:
    """Words that only one takes at a place of the language: keywords, flags, attributes, operations.

    pyllvm is asked only for the words that the other one takes, because it needs a millisecond for each.
    """
    known = old.words(), new.words()
    candidates = sorted(probes.words() | (known[0] ^ known[1] if known[0] and known[1] else set()))
    for form, text in probes.forms():
        taken = [set[str](), set[str]()]
        asked = candidates
        for side, judge in sorted(enumerate((old, new)), key=lambda pair: pair[1].is_slow):
            answers = judge.accepts([text.replace("WORD", word, 1).encode() for word in asked])
            taken[side] = {word for word, is_taken in zip(asked, answers, strict=True) if is_taken}
            if old.is_slow != new.is_slow:
                asked = sorted(taken[side])
        for line in differences(sorted(taken[0]), sorted(taken[1])):
            yield f"{line[:2]}{form.replace('WORD', line[2:])}"


def lists(old: Judge, new: Judge) -> Iterator[str]:
    """Kinds of metadata, tags of bundles, scopes, and abbreviations."""
    written = [judge.ask(_WRITTEN).bitcode for judge in (old, new)]
    yield from differences(names(written[0]), names(written[1]))
    yield from differences(abbreviations(written[0]), abbreviations(written[1]))


def intrinsics(old: Judge, new: Judge) -> Iterator[str]:
    """Names of intrinsics, and the declaration and call of each that pyllvm knows: attributes, types, comments, upgrades."""
    listed = old.intrinsics(), new.intrinsics()
    if listed[0] and listed[1]:
        yield from differences(*listed)
    every = listed[1] or listed[0]
    for verifies in (True, False):
        modules = {name: text for name in every if (text := declaration(name, has_call=not verifies))}
        some = list(modules)
        for start in range(0, len(some), _TOGETHER):
            yield from _in_halves(old, new, some[start : start + _TOGETHER], modules, verifies)


def _in_halves(old: Judge, new: Judge, some: list[str], modules: dict[str, bytes], verifies: bool) -> Iterator[str]:
    """The differences of these intrinsics, which are asked for together at first."""
    text = b"".join(modules[name].replace(b"@caller", b"@caller%d" % number) for number, name in enumerate(some))
    answers = old.ask(text, verifies), new.ask(text, verifies)
    found = list(_differing(", ".join(some), *answers, has_records=False))
    half = len(some) // 2
    if half and (found or not answers[0].is_accepted):
        yield from _in_halves(old, new, some[:half], modules, verifies)
        yield from _in_halves(old, new, some[half:], modules, verifies)
    else:
        yield from found


def declaration(name: str, has_call: bool, version: int = 0) -> bytes:
    """A module that declares the intrinsic as the newest LLVM that has it, or LLVM `version`, and may call it.

    Empty if its type is not known.
    """
    version = version or next((one for one in range(NEXT, OLDEST, -1) if is_intrinsic(name, one)), NEXT)
    known = signature(name, version)
    type = None if known is None or known.name != name else _type_of(known)
    if type is None:
        return b""
    whole = mangled_intrinsic_name(name, type, version) or name
    parameters = ", ".join(map(str, type.parameters))
    text = f"declare {type.return_type} @{whole}({parameters})\n"
    if has_call:
        lowest = _lowest_arguments(name, version)
        arguments = ", ".join(f"{one} {_argument(one, lowest.get(place, 0))}" for place, one in enumerate(type.parameters))
        text += f"define void @caller() {{\n  call {type.return_type} @{whole}({arguments})\n  ret void\n}}\n"
    return text.encode()


def _lowest_arguments(name: str, version: int) -> dict[int, int]:
    """The lowest numbers that arguments with a range may be."""
    found = re.findall(r"(?:^|; )(\d+)[^;]* range=(-?\d+):", intrinsic_attribute_row(name, version) or "")
    return {int(place): int(number) for place, number in found}


def _type_of(known: IntrinsicSignature) -> FunctionType | None:
    context = Context()
    integer, number = context.integer(32), context.floating_point("float")
    samples: dict[str, Type] = {
        "any": integer, "int": integer, "int-scalar": integer, "float": number, "float-scalar": number,
        "pointer": context.pointer(), "vector": context.vector(integer, 4), "int-vector": context.vector(integer, 4),
        "float-vector": context.vector(number, 4),
        "pointer-vector": context.vector(context.pointer(), 4),
    }  # fmt: skip
    places = {int(number): kind for kind, number in re.findall(r"([a-z-]+)\$(\d+)", known.text)}
    if known.is_variadic or "?" in known.text or any(places.get(place) not in samples for place in range(known.overload_count)):
        return None
    types = [samples[places[place]] for place in range(known.overload_count)]
    made = known.function_type(context, types, False, is_checked=False)
    is_odd = made is None or any(str(one) in ("token", "metadata") for one in (made.return_type, *made.parameters))
    return None if is_odd else made


def _argument(type: Type, number: int) -> str:
    if not isinstance(type, IntegerType):
        return "poison"
    return str(number) if type.width > 1 else "false"


def texts(old: Judge, new: Judge, folders: Iterable[Path]) -> Iterator[str]:
    """The files of folders: verdict, message, text and records."""
    for folder in folders:
        for path in sorted([folder] if folder.is_file() else folder.rglob("*.ll")):
            data = path.read_bytes()
            yield from _differing(str(path), old.ask(data), new.ask(data))


def _differing(name: str, one: Answer, other: Answer, has_records: bool = True) -> Iterator[str]:
    if one.is_accepted != other.is_accepted:
        said = one.message or other.message
        yield f"{'-' if one.is_accepted else '+'} {name}: only this one accepts it; the other: {said.splitlines()[0]}"
    elif not one.is_accepted:
        if one.message.partition("\n")[0] != other.message.partition("\n")[0]:
            yield f"~ {name}: {one.message.partition(chr(10))[0]} => {other.message.partition(chr(10))[0]}"
    else:
        changed = list(differences(_lines(one.text), _lines(other.text)))
        if not changed and has_records:
            changed = list(differences(record_lines(one.bitcode), record_lines(other.bitcode)))
        if changed:
            yield f"~ {name}: {'   '.join(changed[:4])}"


def _lines(text: str) -> list[str]:
    """The lines of a text, without those that name the file."""
    return [line for line in text.splitlines() if line and not line.startswith(("; ModuleID", "source_filename"))]
