"""Parses the words in the parentheses of `memory`, `nofpclass`, `captures`, `uwtable`, `allockind` and `denormal_fpenv`.

Each attribute has its own small language and its own messages. Therefore the words are parsed here, one by one, once the end is
known, or up to the token that the grammar could not accept.
"""

from __future__ import annotations

from typing import Final, NoReturn, final

from pyllvm.assembly.reader.numbers import unsigned_value
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.assembly.reader.text_error import behind_space
from pyllvm.ir.attributes import memory_value
from pyllvm.ir.types import FLOATING_POINT_BITS, PRIMITIVE_KINDS
from pyllvm.tables import attributes
from pyllvm.tables.attributes import DENORMAL_KINDS

_DIGITS: Final = b"0123456789"
_LETTERS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"
_CLASSES: Final[dict[str, int]] = dict(attributes.FLOATING_POINT_CLASSES)
_COMPONENTS: Final[dict[str, int]] = dict(attributes.CAPTURE_COMPONENTS)
_ALLOCATION: Final[dict[str, int]] = dict(attributes.ALLOCATION_KINDS)
_ACCESSES: Final = "access kind (none, read, write, readwrite)"


def _is_type(text: str) -> bool:
    if text in FLOATING_POINT_BITS or text in PRIMITIVE_KINDS or text == "ptr":
        return True
    return text[:1] in ("b", "i") and text[1:].isdigit() and text.isascii()


def _end_of_word(data: bytes, start: int) -> int:
    """Where the word, number, string or other character at an offset ends."""
    letters = data[start : start + 1]
    if letters == b'"':
        return data.find(b'"', start + 1) + 1 or start + 1
    end = start + len(letters)
    if letters and letters in _LETTERS:
        while data[end : end + 1] and (data[end] in _LETTERS or data[end] in _DIGITS):
            end += 1
    elif letters == b"-" or (letters and letters in _DIGITS):
        while data[end : end + 1] and data[end] in _DIGITS:
            end += 1
    return end


@final
class AttributeWords:
    """Parses the words of one attribute, starting after its parenthesis."""

    def __init__(self, state: State, start: int) -> None:
        self.state: Final = state
        self.start = start
        self.text = ""
        self._end = start
        self._next()

    def value(self, grammar: int) -> int:
        """The number that the words mean, by the grammar of the attribute's row."""
        if grammar == attributes.MEMORY_EFFECTS:
            return self._memory()
        if grammar == attributes.FLOATING_POINT_MASK:
            return self._floating_point_classes()
        if grammar == attributes.CAPTURED:
            return self._captures()
        if grammar == attributes.UNWIND_TABLE_KIND:
            return self._unwind_table()
        if grammar == attributes.DENORMAL_MODES:
            return self._denormal_modes()
        assert grammar == attributes.ALLOCATION_KIND
        return self._allocation_kinds()

    def _next(self) -> None:
        data = self.state.data
        start = behind_space(data, self._end)
        self._end = _end_of_word(data, start)
        # The text ends at the NULs that the lexer appends.
        self.start = start if start < len(data) else len(data.rstrip(b"\0"))
        self.text = text_of_bytes(data[start : self._end])

    def _eat(self, text: str) -> bool:
        if self.text != text:
            return False
        self._next()
        return True

    def _expected(self, what: str) -> NoReturn:
        self.state.error(self.start, what)

    def _close(self) -> None:
        if self.text != ")":
            self._expected("expected ')'")

    def _memory(self) -> int:
        version = self.state.version
        known = [word for word, _, since in attributes.MEMORY_LOCATIONS if since <= version]
        targets = [word for word in known if word.startswith(attributes.BOTH_TARGET_MEMORIES)]
        both = attributes.BOTH_TARGET_MEMORIES if version >= attributes.BOTH_TARGET_MEMORIES_SINCE else ""
        default = 0
        accesses: dict[str, int] = {}
        while True:
            location = ""
            if self.text in known or self.text == both:
                location = self.text
                self._next()
                if not self._eat(":"):
                    self._expected("expected ':' after location")
            if self.text not in attributes.MEMORY_ACCESSES:
                if location:
                    self._expected(f"expected {_ACCESSES}")
                self._expected(f"expected memory location ({', '.join(known[:3])}) or {_ACCESSES}")
            access = attributes.MEMORY_ACCESSES.index(self.text)
            self._next()
            if location and location == both:
                if any(target in accesses for target in targets):
                    self._expected("target memory default access kind must be specified first")
                accesses.update(dict.fromkeys(targets, access))
            elif location:
                accesses[location] = access
            else:
                if accesses:
                    self._expected("default access kind must be specified first")
                default = access
            if self.text == ")":
                return memory_value(version, default, accesses)
            if not self._eat(","):
                self._expected("unterminated memory attribute")

    def _floating_point_classes(self) -> int:
        value = 0
        while True:
            if self.text in _CLASSES:
                value |= _CLASSES[self.text]
            elif value == 0 and (self.text.isdigit() or self.text.startswith("u0x")):
                value = unsigned_value(self.text.encode())
                self._next()
                if value == 0 or value & ~attributes.ALL_FLOATING_POINT_CLASSES:
                    self._expected("invalid mask value for 'nofpclass'")
                self._close()
                return value
            else:
                self._expected("expected nofpclass test mask")
            self._next()
            if self.text == ")":
                return value

    def _captures(self) -> int:
        other = 0
        returned = -1
        in_return = False
        seen = False
        while True:
            if self._eat("ret"):
                if not self._eat(":"):
                    self._expected("expected ':'")
                if in_return:
                    self._expected("duplicate 'ret' location")
                in_return = True
                returned = 0
                seen = False
            current = returned if in_return else other
            if self._eat("none"):
                if seen:
                    self._expected("cannot use 'none' with other component")
                current = 0
            else:
                if seen and current == 0:
                    self._expected("cannot use 'none' with other component")
                if self.text not in _COMPONENTS:
                    self._expected("expected one of 'none', 'address', 'address_is_null', 'provenance' or 'read_provenance'")
                current |= _COMPONENTS[self.text]
                self._next()
            seen = True
            if in_return:
                returned = current
            else:
                other = current
            if self.text == ")":
                return other << 4 | (returned if in_return else other)
            if not self._eat(","):
                self._expected("expected ',' or ')'")

    def _unwind_table(self) -> int:
        if self.text == "sync":
            value = attributes.UNWIND_TABLE_SYNC
        elif self.text == "async":
            value = attributes.UNWIND_TABLE_ASYNC
        else:
            self._expected("expected unwind table kind")
        self._next()
        self._close()
        return value

    def _denormal_modes(self) -> int:
        modes = 0
        has_modes = not _is_type(self.text)
        if has_modes:
            modes = self._denormal_mode()
        modes_of_float = modes
        has_comma = self._eat(",")
        if _is_type(self.text):
            if has_modes and not has_comma:
                self._expected("expected ',' before float:")
            is_float = self.text == "float"
            self._next()
            if not is_float:
                self._expected("expected float:")
            if not self._eat(":"):
                self._expected("expected ':' before float denormal_fpenv")
            modes_of_float = self._denormal_mode()
        if self.text != ")":
            self._expected("unterminated denormal_fpenv")
        return modes_of_float << 4 | modes

    def _denormal_mode(self) -> int:
        """`outputs` or `outputs|inputs`."""
        outputs = self._denormal_kind()
        inputs = self._denormal_kind() if self._eat("|") else outputs
        return inputs << 2 | outputs

    def _denormal_kind(self) -> int:
        if self.text not in DENORMAL_KINDS:
            self._expected(f"expected denormal behavior kind ({', '.join(DENORMAL_KINDS)})")
        kind = DENORMAL_KINDS.index(self.text)
        self._next()
        return kind

    def _allocation_kinds(self) -> int:
        start = self.start
        if not self.text.startswith('"') or len(self.text) < 2:
            self._expected("expected allockind value")
        value = 0
        for part in self.text[1:-1].split(","):
            if part not in _ALLOCATION:
                self.state.error(start, f"unknown allockind {part}")
            value |= _ALLOCATION[part]
        self._next()
        self._close()
        return value
