"""The intrinsics of each LLVM version, including target intrinsics, with their attributes and their types.

When LLVM reads a declaration of an intrinsic, from bitcode or from text, it puts the attributes that it knows the
intrinsic to have in place of the declared ones; its verifier holds declarations to the types that it knows.
``intrinsics.txt`` has both, in these parts:

- ``@sets``: a line for each list of attributes, numbered from 0: ``function nounwind memory=3; return noundef; 0 immarg``
  (places are ``function``, ``return`` and the numbers of parameters; values are as this version's bitcode has them,
  a range is ``range=low:high``);
- ``@changes``: a line for each history of attributes, numbered from 0: ``8:30 15:12 20:-`` is list 30 from LLVM 8 on and
  list 12 from 15 on, no intrinsic from 20 on;
- ``@signatures``: a line for each history of types, numbered from 0: ``void(p0i8) 19 void(pointer$0)`` is the first from the
  intrinsic's first version on, and the second from LLVM 19 on;
- ``@names`` and the target: names without ``llvm.`` and target, sorted by their bytes, each with the numbers of its two
  histories.

Types in signatures are as in names of intrinsics (``i32``, ``v4f32``, ``nxv16i1``, ``p3``, ``metadata``; ``{i32,i1}`` is a
struct, ``...`` variable arguments; ``svcount``, ``externref``, ``funcref`` are types of targets). ``p0i8`` is a
typed pointer: that applies to typed pointers only; all pointers are opaque from LLVM 17 on. ``x86mmx`` is ``<1 x i64>`` from
LLVM 20 on. Types that an overloaded intrinsic leaves open, and that follow its name, are numbered in the order of the name:

- ``any$0``, ``int$0``, ``float$0`` (or vectors of such), ``vector$0``, ``pointer$0``: the place of type 0; from LLVM 23 on
  also ``int-scalar$0``, ``float-scalar$0`` and ``int-vector$0``, ``float-vector$0``, ``pointer-vector$0``;
  ``pointers$1($0)``, ``element-pointer$1($0)``: the place of type 1, a vector of pointers to the elements of the
  vector 0, or a pointer to one;
- ``$0`` is that type again; ``extend($0)``, ``truncate($0)`` that with elements twice or half as wide; ``part3($0)`` a vector
  of a third of its elements; ``subdivide2($0)``, ``subdivide4($0)`` a vector of 2 or 4 times as many elements of a half
  or quarter the width; ``integers($0)`` that with integers for elements; ``element($0)`` what it is a vector of;
  ``width($0,i1)`` an i1, or a vector of as many as type 0 has elements; ``pointer-to($0)``, ``pointer-to-element($0)``.
- ``?`` is not known, ``?$`` neither, but overloaded.

It was measured with every version: attributes by having it read a declaration of each name that its library holds and
print it, or by asking it through its C interface; types are from the tables of 7 to 11, 13 to 16, 19, 20 and 22 themselves,
and in 12, 17, 18 and 21 those that the versions around them agree on, or else the one of both that the verifiers of 17, 18 and
21 accept. What 12, 17, 18 or 20 took out of the module (below a
hundred names each) has the attributes of the version before.

Source: Intrinsics.td, Intrinsics*.td of the targets. `python -m tests.releases.intrinsics --llvm N` writes the rows of LLVM N.
"""

from __future__ import annotations

import os
from typing import Final

import pyllvm.tables
from pyllvm.tables.intrinsic_names import PREFIX

_FILE: Final = "intrinsics.txt"

_data: list[bytes] = []
_sets: Final[list[bytes]] = []
_changes: Final[list[bytes]] = []
_signatures: Final[list[bytes]] = []
_sections: Final[dict[bytes, tuple[int, int]]] = {}
# The row found for a name in a version: the modules of a link declare many of the same intrinsics.
_found: Final[dict[tuple[str, int], tuple[str, int, str, bytes]]] = {}


def intrinsic_attribute_row(name: str, version: int) -> str | None:
    """The attributes of the intrinsic with this name as the file has them, or None if this version has no such intrinsic."""
    found = _look_up(name, version)
    return None if found is None else _sets[found[1]].decode("ascii")


def intrinsic_signature_row(name: str, version: int) -> tuple[str, str] | None:
    """The part of the name that no types follow, and the intrinsic's type as the file has it; None for no intrinsic."""
    found = _look_up(name, version)
    return None if found is None else (found[0], found[2])


def is_overloaded(signature: str) -> bool:
    """Whether types follow the names of intrinsics with this type."""
    return "$" in signature


def is_intrinsic(name: str, version: int) -> bool:
    """Whether LLVM of this version has an intrinsic with this name."""
    return _look_up(name, version) is not None


def intrinsic_names(beginning: str, version: int) -> list[str]:
    """The names, without types, of this version's intrinsics that begin like that; of a target only if it names the target."""
    if not beginning.startswith(PREFIX):
        return []
    if not _data:
        _load()
    rest = beginning[len(PREFIX) :].encode("utf-8", "surrogateescape")
    target, dot, in_target = rest.partition(b".")
    before = PREFIX
    if dot and target in _sections:
        before = f"{PREFIX}{target.decode('ascii')}."
        rest = in_target
    else:
        target = b""
    begin, end = _sections[target]
    found: list[str] = []
    for line in _data[0][begin:end].split(b"\n"):
        if line.startswith(rest):
            name, _, histories = line.partition(b" ")
            if histories and _attributes_in(_changes[int(histories.partition(b" ")[0])], version) >= 0:
                found.append(before + name.decode("ascii"))
    return found


def intrinsic_targets(beginning: str) -> list[str]:
    """The names of the targets that have intrinsics of their own, as they begin the intrinsics' names: `llvm.x86.`."""
    if not _data:
        _load()
    prefixes = [f"{PREFIX}{target.decode('ascii')}." for target in _sections if target]
    return [prefix for prefix in prefixes if prefix.startswith(beginning)]


def _look_up(name: str, version: int) -> tuple[str, int, str, bytes] | None:
    """The name without what follows it for types, the number of its attributes in that version, its type, all its types."""
    if not name.startswith(PREFIX):
        return None
    known = _found.get((name, version))
    if known is not None:
        return known
    if not _data:
        _load()
    encoded = name.encode("utf-8", "surrogateescape")
    rest = encoded[len(PREFIX) :]
    section = _sections[b""]
    target, dot, in_target = rest.partition(b".")
    if dot and target in _sections:
        section = _sections[target]
        rest = in_target
    skipped = len(encoded) - len(rest)
    while rest:
        histories = _find(rest, section[0], section[1])
        if histories is not None:
            attributes, _, signatures = histories.partition(b" ")
            found = _attributes_in(_changes[int(attributes)], version)
            if found >= 0:
                # LLVM looks for the longest known name that ends at a dot.
                length = skipped + len(rest)
                history = _signatures[int(signatures)]
                signature = _signature_in(history, version).decode("ascii")
                if length < len(encoded):
                    following = encoded[length + 1 :].partition(b".")[0]
                    if not is_overloaded(signature) or _begins_another(rest + b"." + following, section, version):
                        return None
                row = (encoded[:length].decode("utf-8", "surrogateescape"), found, signature, history)
                _found[(name, version)] = row
                return row
        rest = rest.rpartition(b".")[0]
    return None


def _begins_another(beginning: bytes, section: tuple[int, int], version: int) -> bool:
    """Whether a name of this version begins like that: LLVM goes on among these names then, and finds none that fits."""
    data = _data[0]
    at, end = _place(beginning, section[0], section[1])[0], section[1]
    while at < end and data.startswith(beginning, at):
        stop = data.index(b"\n", at)
        _, _, histories = data[at:stop].partition(b" ")
        if _attributes_in(_changes[int(histories.partition(b" ")[0])], version) >= 0:
            return True
        at = stop + 1
    return False


def _find(name: bytes, begin: int, end: int) -> bytes | None:
    """The text after that name in a section of names."""
    return _place(name, begin, end)[1]


def _place(name: bytes, begin: int, end: int) -> tuple[int, bytes | None]:
    """Where that name is or would be in a section of names, and the text after it; None for no such name."""
    data = _data[0]
    while begin < end:
        # a line near the middle; `begin` and `end` are always at the start of a line
        start = data.rfind(b"\n", begin, (begin + end) // 2)
        start = begin if start < 0 else start + 1
        stop = data.index(b"\n", start)
        space = data.index(b" ", start, stop)
        there = data[start:space]
        if there == name:
            return start, data[space + 1 : stop]
        if there < name:
            begin = stop + 1
        else:
            end = start
    return begin, None


def _attributes_in(history: bytes, version: int) -> int:
    """The number of the attribute list in a history for this version; -1 if it has no such intrinsic."""
    found = b"-"
    for change in history.split():
        since, _, what = change.partition(b":")
        if int(since) > version:
            break
        found = what
    return -1 if found == b"-" else int(found)


def _signature_in(history: bytes, version: int) -> bytes:
    """The type in a history for that version."""
    words = history.split()
    return words[_last_in(words, version)]


def _last_in(words: list[bytes], version: int) -> int:
    """The position of the word in a history that is the type in that version."""
    last = len(words) - 1
    while last and int(words[last - 1]) > version:
        last -= 2
    return last


def _load() -> None:
    folder = os.path.dirname(pyllvm.tables.__file__ or "")
    with open(os.path.join(folder, _FILE), "rb") as file:
        data = file.read()
    sets_mark = b"\n@sets\n"
    changes_mark = b"\n@changes\n"
    signatures_mark = b"\n@signatures\n"
    names_mark = b"\n@names "
    sets_at = data.index(sets_mark)
    changes_at = data.index(changes_mark)
    signatures_at = data.index(signatures_mark)
    names_at = data.index(names_mark)
    _sets.extend(data[sets_at + len(sets_mark) : changes_at].split(b"\n"))
    _changes.extend(data[changes_at + len(changes_mark) : signatures_at].split(b"\n"))
    _signatures.extend(data[signatures_at + len(signatures_mark) : names_at].split(b"\n"))
    while names_at >= 0:
        line_end = data.index(b"\n", names_at + 1)
        following = data.find(names_mark, line_end)
        end = following if following >= 0 else data.index(b"\n@end\n", line_end)
        _sections[data[names_at + len(names_mark) : line_end]] = (line_end + 1, end + 1)
        names_at = following
    _data.append(data)
