"""The sums of what templates of C++ and generic functions of Rust make: all instances of one have one name."""

from __future__ import annotations

from pyllvm.analyzer.sizes import GlobalSize
from pyllvm.library.short_names import ELLIPSIS
from pyllvm.notation import TYPE_CHECKING, Callable, Final, Iterable, final

if TYPE_CHECKING:
    from re import Match

_HASH: Final = r"::h[0-9a-f]{16}$"
_SIGN: Final = r"\$(SP|BP|RF|LT|GT|LP|RP|C|u[0-9a-f]{2,5})\$"
_LETTERS: Final = {"SP": "@", "BP": "*", "RF": "&", "LT": "<", "GT": ">", "LP": "(", "RP": ")", "C": ","}
# The names of operators that have brackets or spaces, which private characters replace for a while.
_OPERATOR: Final = r"(?<=operator)(?:(?:<=>|<<=?|>>=?|<=?|>=?|->\*?|\(\)|\[\]) ?| [\w:*& ]+(?=[(<]))"
_BRACKETS: Final = "<>()[] "
_COVERED: Final = {ord(letter): 0xE000 + number for number, letter in enumerate(_BRACKETS)}
_UNCOVERED: Final = {number: letter for letter, number in _COVERED.items()}
_ANONYMOUS: Final = "(anonymous namespace)"


@final
class GenericFunction:
    """A generic function: the sums of its instances."""

    __slots__ = ("bits", "copies", "instructions", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.copies = 0
        self.instructions = 0
        self.bits = 0


def generic_functions(functions: Iterable[GlobalSize], demangle: Callable[[str], str]) -> list[GenericFunction]:
    """The generic functions among these, the largest first."""
    found: dict[str, GenericFunction] = {}
    for function in functions:
        plain = demangle(function.name)
        name = generic_name(plain)
        if name != plain:
            one = found.setdefault(name, GenericFunction(name))
            one.copies += 1
            one.instructions += function.instructions
            one.bits += function.bits
    return sorted(found.values(), key=lambda one: (-one.bits, one.name))


def generic_name(name: str) -> str:
    """The name that all instances of a generic function have: `max<…>` for `int max<int>(int, int)`; any other name stays.

    A sign is in place of the arguments. The parameters and the result, which may depend on them, go, as does Rust's hash.
    """
    if ">" not in name and "::h" not in name:
        return name
    import re  # only here: it takes longer to import than a file without such functions to measure

    text = re.sub(_HASH, "", name)
    is_generic = len(text) < len(name)
    if is_generic:
        # Rust's older scheme, whose signs LLVM's demangler leaves.
        text = re.sub(_SIGN, _letter, text.removeprefix("_")).replace("..", "::")
    text = re.sub(_OPERATOR, lambda found: found.group().translate(_COVERED), text)
    pieces: list[str] = []
    depth = 0
    begin = 0
    for at, letter in enumerate(text):
        if letter in "<({[":
            if depth == 0:
                pieces.append(text[begin:at])
                begin = at
            depth += 1
        elif letter in ")}]" or (letter == ">" and text[at - 1] != "-"):
            depth -= 1
            if depth == 0:
                group = text[begin : at + 1]
                if letter == ">":
                    is_generic = True
                    # Rust has the type and the trait of a method in brackets.
                    group = f"<{_folded(group[1:-1])}>" if begin == 0 else f"<{ELLIPSIS}>"
                pieces.append(group)
                begin = at + 1
    if depth or not is_generic:
        return name
    return _without_signature([*pieces, text[begin:]]).translate(_UNCOVERED)


def _letter(found: Match[str]) -> str:
    word = found[1]
    return chr(int(word[1:], 16)) if word[0] == "u" else _LETTERS[word]


def _folded(text: str) -> str:
    """The type and the trait of a method, each without its arguments."""
    return " as ".join([generic_name(part) for part in text.split(" as ")]) if text.count("<") == text.count(">") else text


def _without_signature(pieces: list[str]) -> str:
    """A name without parameters and result. Each odd piece is in brackets."""
    for index in range(len(pieces) - 2, 0, -2):
        if pieces[index][0] == "(" and pieces[index] != _ANONYMOUS:
            pieces = pieces[:index]
            break
    for index in range(len(pieces) - 1 & ~1, -1, -2):
        if " " in pieces[index]:
            return "".join([pieces[index].rpartition(" ")[2], *pieces[index + 1 :]])
    return "".join(pieces)
