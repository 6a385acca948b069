"""Which intrinsics there are in each LLVM version, those of targets too, and which attributes LLVM gives them.

When LLVM reads a declaration of an intrinsic, from bitcode or from text, it puts the attributes that it knows the
intrinsic to have in place of those that stand there. ``intrinsics.txt`` has them, in these parts:

- ``@sets``: a line for each list of attributes, numbered from 0: ``function nounwind memory=3; return noundef; 0 immarg``
  (places are ``function``, ``return`` and the numbers of parameters; values are as bitcode of that version has them,
  a range is ``range=low:high``);
- ``@changes``: a line for each history, numbered from 0: ``8:30 15:12*r,0 20:-`` is list 30 from LLVM 8 on and list 12
  from 15 on, no intrinsic from 20 on; a star says that types may follow the name, and behind it is, as far as that is
  known, where these stand in the function's type: ``r`` is what it returns, a number is a parameter, ``s1`` behind it the
  second of a struct, ``e`` what a pointer or a vector is of;
- ``@names`` and the target: names without ``llvm.`` and target, sorted by their bytes, each with the number of its history.

It was measured with every version: by having it read a declaration of each name that its library holds and print it,
or by asking it through its C interface. What 12, 17, 18 or 20 took out of the module (below a hundred names each) is
as in the version before; so are, in 21, which looks at a declaration's type, the few names that no type was found for.
"""

from __future__ import annotations

import os
from typing import Final

import pyllvm.tables

_PREFIX: Final = "llvm."
_FILE: Final = "intrinsics.txt"

_data: list[bytes] = []
_sets: Final[list[bytes]] = []
_changes: Final[list[bytes]] = []
_sections: Final[dict[bytes, tuple[int, int]]] = {}


def intrinsic_attribute_row(name: str, version: int) -> str | None:
    """The attributes of the intrinsic of that name as the file has them, or None if that version has no such intrinsic."""
    found = _look_up(name, version)
    return None if found is None else _sets[int(found[1].partition(b"*")[0])].decode("ascii")


def intrinsic_overloads(name: str, version: int) -> tuple[str, str] | None:
    """The part of the name that types follow, and where those types stand; None if none follow, or none is known."""
    found = _look_up(name, version)
    if found is None:
        return None
    places = found[1].partition(b"*")[2]
    return (found[0], places.decode("ascii")) if places else None


def is_intrinsic(name: str, version: int) -> bool:
    """Whether LLVM of that version has an intrinsic of that name."""
    return _look_up(name, version) is not None


def _look_up(name: str, version: int) -> tuple[str, bytes] | None:
    """The name without what follows it for types, and what its history says of that version."""
    if not name.startswith(_PREFIX):
        return None
    if not _data:
        _load()
    encoded = name.encode("utf-8", "surrogateescape")
    rest = encoded[len(_PREFIX) :]
    section = _sections[b""]
    target, dot, in_target = rest.partition(b".")
    if dot and target in _sections:
        section = _sections[target]
        rest = in_target
    skipped = len(encoded) - len(rest)
    while rest:
        history = _find(rest, section[0], section[1])
        if history >= 0:
            found = _in_version(history, version)
            if found is not None:
                # What LLVM looks for is the longest name that it knows, up to a dot.
                length = skipped + len(rest)
                if length < len(encoded) and b"*" not in found:
                    return None
                return (encoded[:length].decode("utf-8", "surrogateescape"), found)
        rest = rest.rpartition(b".")[0]
    return None


def _find(name: bytes, begin: int, end: int) -> int:
    """The number behind that name in a section of names, or -1."""
    data = _data[0]
    while begin < end:
        # a line around the middle; `begin` and `end` are always at beginnings of lines
        start = data.rfind(b"\n", begin, (begin + end) // 2)
        start = begin if start < 0 else start + 1
        stop = data.index(b"\n", start)
        space = data.rindex(b" ", start, stop)
        there = data[start:space]
        if there == name:
            return int(data[space + 1 : stop])
        if there < name:
            begin = stop + 1
        else:
            end = start
    return -1


def _in_version(history: int, version: int) -> bytes | None:
    """Which list that history has in that version, with what stands behind it; None for no intrinsic."""
    found: bytes | None = None
    for change in _changes[history].split():
        since, _, what = change.partition(b":")
        if int(since) > version:
            break
        found = None if what == b"-" else what
    return found


def _load() -> None:
    folder = os.path.dirname(pyllvm.tables.__file__ or "")
    with open(os.path.join(folder, _FILE), "rb") as file:
        data = file.read()
    sets_mark = b"\n@sets\n"
    changes_mark = b"\n@changes\n"
    names_mark = b"\n@names "
    sets_at = data.index(sets_mark)
    changes_at = data.index(changes_mark)
    names_at = data.index(names_mark)
    _sets.extend(data[sets_at + len(sets_mark) : changes_at].split(b"\n"))
    _changes.extend(data[changes_at + len(changes_mark) : names_at].split(b"\n"))
    while names_at >= 0:
        line_end = data.index(b"\n", names_at + 1)
        following = data.find(names_mark, line_end)
        end = following if following >= 0 else data.index(b"\n@end\n", line_end)
        _sections[data[names_at + len(names_mark) : line_end]] = (line_end + 1, end + 1)
        names_at = following
    _data.append(data)
