"""Long names of C++ and Rust in little room: template arguments are folded first, then the middle is left out."""

from __future__ import annotations

from pyllvm.notation import Final

ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"
# Shorter arguments say more than the sign in their place.
_SHORTEST_FOLDED: Final = 4
_ANONYMOUS: Final = "anonymous namespace"


def short_name(name: str, width: int) -> str:
    """A name in at most `width` characters. Signs replace what is left out: arguments, or the middle."""
    for opening, closing in ("<>", "()"):
        if len(name) <= width:
            return name
        name = folded(name, opening, closing)
    return without_middle(name, width)


def folded(name: str, opening: str = "<", closing: str = ">") -> str:
    """A name with a sign in place of what is between brackets. A name whose brackets do not match, as in `operator<`, stays."""
    pieces: list[str] = []
    depth = 0
    done = 0
    start = 0
    for at, letter in enumerate(name):
        if letter == opening:
            if depth == 0:
                start = at + 1
            depth += 1
        elif letter == closing:
            depth -= 1
            if depth < 0:
                return name
            inside = name[start:at]
            if depth == 0 and len(inside) >= _SHORTEST_FOLDED and inside != _ANONYMOUS:
                pieces += name[done:start], ELLIPSIS
                done = at
    return name if depth else "".join(pieces) + name[done:]


def without_middle(name: str, width: int) -> str:
    """A name with its beginning and its end, in at most `width` characters."""
    if len(name) <= width:
        return name
    end = max(width - 1, 0) // 2
    return name[: max(width - 1 - end, 0)] + ELLIPSIS + (name[-end:] if end else "")
