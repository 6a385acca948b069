"""The edits that correct an error in a text, and the lines that they make."""

from __future__ import annotations

from pyllvm.diagnostics.source import Source
from pyllvm.notation import Final, final

_MOST_LINES: Final = 4
_LONGEST_LINE: Final = 160
_AROUND: Final = 40


@final
class Edit:
    """A part of a text, from one byte to another, and what replaces it."""

    __slots__ = ("end", "start", "text")

    def __init__(self, start: int, end: int, text: bytes) -> None:
        self.start = start
        self.end = end
        self.text = text


@final
class FixedLine:
    """A line of the corrected text: its number, its text, and the parts that are new, as offsets in the text."""

    __slots__ = ("marks", "number", "text")

    def __init__(self, number: int, text: bytes, marks: list[tuple[int, int]]) -> None:
        self.number = number
        self.text = text
        self.marks = marks


@final
class Fix:
    """Edits of a source, in ascending order, which do not overlap."""

    __slots__ = ("edits", "source")

    def __init__(self, source: Source, edits: list[Edit]) -> None:
        self.source = source
        self.edits = edits

    @property
    def adds_lines(self) -> bool:
        """Whether the edits only add whole lines."""
        return all(edit.start == edit.end and edit.text.endswith(b"\n") for edit in self.edits)

    def applied(self) -> bytes:
        """The whole text with the edits."""
        parts: list[bytes] = []
        at = 0
        for edit in self.edits:
            parts.extend((self.source.data[at : edit.start], edit.text))
            at = edit.end
        return b"".join([*parts, self.source.data[at:]])

    def lines(self) -> list[FixedLine]:
        """The lines that the edits change, as they are then; empty if these are too many to show."""
        new = self.applied()
        marks: list[tuple[int, int]] = []
        shift = 0
        for edit in self.edits:
            is_removed_line = not edit.text and self.source.data[edit.start : edit.end].endswith(b"\n")
            if not is_removed_line:
                marks.append((edit.start + shift, edit.start + shift + len(edit.text)))
            shift += len(edit.text) - (edit.end - edit.start)
        starts: dict[int, int] = {}
        for first, behind in marks:
            start = new.rfind(b"\n", 0, first) + 1
            while start <= max(first, behind - 1):
                feed = new.find(b"\n", start)
                starts[start] = len(new) if feed < 0 else feed
                if len(starts) > _MOST_LINES or feed < 0:
                    break
                start = feed + 1
        if len(starts) > _MOST_LINES:
            return []
        found: list[FixedLine] = []
        for start, end in sorted(starts.items()):
            inside = [(max(a, start) - start, min(b, end) - start) for a, b in marks if a <= end and b > start and a < b]
            if new[start:end].strip():
                found.append(_shortened(FixedLine(new.count(b"\n", 0, start) + 1, new[start:end].rstrip(b"\r"), inside)))
        return found


def _shortened(line: FixedLine) -> FixedLine:
    """A long line, cut to what is new in it."""
    if len(line.text) <= _LONGEST_LINE:
        return line
    first = max((line.marks[0][0] if line.marks else 0) - _AROUND, 0)
    end = min((line.marks[-1][1] if line.marks else 0) + _AROUND, len(line.text))
    if end - first > _LONGEST_LINE:
        end = first + _LONGEST_LINE
    text = (b"..." if first else b"") + line.text[first:end] + (b"..." if end < len(line.text) else b"")
    shift = first - (3 if first else 0)
    return FixedLine(line.number, text, [(a - shift, min(b, end) - shift) for a, b in line.marks if a < end])
