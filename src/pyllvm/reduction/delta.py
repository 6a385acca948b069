"""Delta debugging: finds a large part of a list of changes that can be made together."""

from __future__ import annotations

from typing import Final, NamedTuple

_WHOLE: Final = 1


class Chunk(NamedTuple):
    """The changes with numbers from `start` to `end`. They are to be tried, or it is known that they cannot be made together."""

    start: int
    end: int
    is_refused: bool = False
    has_sibling: bool = False
    """Whether the next chunk is the other half of a chunk that was refused."""


# The chunks that are still open; the last is tried next.
Chunks = tuple[Chunk, ...]


def begin(count: int, largest: int = 0) -> Chunks:
    """All changes in one chunk, or in chunks with at most `largest` changes. The last changes are tried first."""
    if not count:
        return ()
    size = min(largest, count) if largest else count
    return tuple(Chunk(start, min(start + size, count)) for start in range(0, count, size))


def settled(chunks: Chunks) -> Chunks:
    """The same chunks with the next one split for as long as it is known to be refused; empty if nothing is left to try."""
    open_chunks = list(chunks)
    while open_chunks and open_chunks[-1].is_refused:
        chunk = open_chunks.pop()
        if chunk.end - chunk.start > _WHOLE:
            middle = (chunk.start + chunk.end) // 2
            open_chunks.append(Chunk(chunk.start, middle))
            open_chunks.append(Chunk(middle, chunk.end, has_sibling=True))
    return tuple(open_chunks)


def after(chunks: Chunks, is_accepted: bool) -> Chunks:
    """The chunks that are open after the last one was accepted or refused.

    If one half of a refused chunk is accepted, the other half is refused without a try: both together are the chunk.
    """
    tried = chunks[-1]
    rest = chunks[:-1]
    if not is_accepted:
        return settled((*rest, tried._replace(is_refused=True, has_sibling=False)))
    if tried.has_sibling:
        rest = (*rest[:-1], rest[-1]._replace(is_refused=True))
    return settled(rest)
