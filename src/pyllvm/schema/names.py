"""Tables of numbered names: which number a keyword has, which keyword a number has, in which LLVM versions."""

from typing import final

from pyllvm.versions import FOREVER


def versions_of(words: list[str]) -> tuple[int, int]:
    """The first and last version that the words `N-` and `-N` at the end of a row name; 0 and FOREVER by default."""
    since = 0
    until = FOREVER
    for word in words:
        if word.startswith("-"):
            until = int(word[1:])
        else:
            since = int(word[:-1])
    return since, until


@final
class Name:
    """One name of a number, in the versions `since` to `until` (inclusive)."""

    def __init__(self, text: str, number: int, since: int, until: int) -> None:
        self.text: str = text
        self.number: int = number
        self.since: int = since
        self.until: int = until


@final
class NameTable:
    """Names that begin with `prefix`. `rows` has one a line: `number name [since-][-until]`.

    The rows are split on first use, because imports must stay cheap and most runs look up few names.
    """

    def __init__(self, prefix: str, rows: str) -> None:
        self.prefix: str = prefix
        self.rows: str = rows
        self._names: list[Name] = []
        self._by_text: dict[str, list[Name]] = {}
        self._by_number: dict[int, list[Name]] = {}

    def _split(self) -> None:
        for line in self.rows.splitlines():
            words = line.split()
            if not words:
                continue
            since, until = versions_of(words[2:])
            name = Name(self.prefix + words[1], int(words[0], 0), since, until)
            self._names.append(name)
            self._by_text.setdefault(name.text, []).append(name)
            self._by_number.setdefault(name.number, []).append(name)

    def names(self) -> list[Name]:
        """Every row, in the order of the table."""
        if not self._names:
            self._split()
        return self._names

    def text(self, number: int, version: int) -> str:
        """The name that `version` prints for `number`; empty if it has none."""
        if not self._names:
            self._split()
        found = self._by_number.get(number)
        if found is not None:
            for name in found:
                if name.since <= version <= name.until:
                    return name.text
        return ""

    def number(self, text: str, version: int) -> int:
        """The number of the name `text`; -1 if `version` does not know it."""
        if not self._names:
            self._split()
        found = self._by_text.get(text)
        if found is not None:
            for name in found:
                if name.since <= version <= name.until:
                    return name.number
        return -1

    def number_in_any(self, text: str) -> int:
        """The number of the name `text` in the first version that knows it; -1 if no version does."""
        if not self._names:
            self._split()
        found = self._by_text.get(text)
        return -1 if found is None else found[0].number

    def shown(self, number: int, version: int) -> str:
        """The name of `number`, or the number itself, as LLVM prints it."""
        text = self.text(number, version)
        return text if text else str(number)


@final
class FlagTable:
    """Names of bits and of values of several bits, in the order in which LLVM splits a word into them.

    `fields` are masks whose bits form one value (accessibility): each value of such a field has one name.
    `wholes` are combinations of bits with a name of their own, which LLVM tries before the single bits.
    """

    def __init__(self, prefix: str, rows: str, fields: list[int], wholes: list[int]) -> None:
        self.table: NameTable = NameTable(prefix, rows)
        self.fields: list[int] = fields
        self.wholes: list[int] = wholes

    def split(self, word: int, version: int) -> list[str]:
        """The names whose union is `word`; the last entry is the number of the remaining bits, if any remain."""
        found: list[str] = []
        rest = word
        # LLVM's bit operations drop bits above the largest flag once any flag has been taken out.
        mask = 0
        for name in self.table.names():
            if name.since <= version <= name.until:
                mask |= name.number
        mask = (1 << mask.bit_length()) - 1
        for field in self.fields:
            value = rest & field
            if value:
                text = self.table.text(value, version)
                if text:
                    found.append(text)
                    rest &= ~value & mask
        for whole in self.wholes:
            if rest & whole == whole:
                text = self.table.text(whole, version)
                if text:
                    found.append(text)
                    rest &= ~whole & mask
        for name in self.table.names():
            if not (name.since <= version <= name.until) or name.number == 0:
                continue
            bits = rest & name.number
            if bits:
                text = self.table.text(bits, version)
                found.append(text if text else name.text)
                rest &= ~bits & mask
        if rest or not found:
            found.append(str(rest))
        return found

    def shown(self, word: int, version: int) -> str:
        """`word` as `A | B | 4096`; `0` if no bit is set."""
        return " | ".join(self.split(word, version))
