"""The common parts of all global values: a name or number, the words before them, and uses before their definition."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.comdats import ComdatBuilder
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import GlobalForward, State
from pyllvm.ir.global_values import GlobalValue
from pyllvm.schema.decimal_text import number_of_digits
from pyllvm.tables.keywords import LOCAL_DLL_STORAGE_UNTIL
from pyllvm.tables.linkages import LOCAL
from pyllvm.tables.text_versions import GLOBAL_NUMBERS_SKIPPED_SINCE

_LOCAL_LINKAGES: Final = frozenset(word.encode() for word in LOCAL)


@final
class GlobalName:
    """The name of a global value that is being defined, or its number (`name` is None)."""

    __slots__ = ("name", "number", "start")

    def __init__(self, name: bytes | None, number: int, start: int) -> None:
        self.name = name
        self.number = number
        self.start = start


@final
class GlobalWords:
    """The words before every global value: linkage, preemption, visibility, DLL storage class."""

    __slots__ = ("after", "dll", "linkage", "preemption", "visibility")

    def __init__(self, stack: Stack, first: int) -> None:
        self.linkage = stack.word_at(first)
        self.preemption = stack.word_at(first + c.GLOBAL_WORDS_PREEMPTION)
        self.visibility = stack.word_at(first + c.GLOBAL_WORDS_VISIBILITY)
        self.dll = stack.word_at(first + c.GLOBAL_WORDS_DLL_STORAGE_CLASS)
        self.after = stack.starts[first + c.GLOBAL_WORDS_END]
        """The position of the token after them."""


@final
class GlobalHead:
    """The part before the type of a global variable or alias."""

    __slots__ = ("name", "thread_local", "unnamed", "words")

    def __init__(self, name: GlobalName, words: GlobalWords, thread_local: str, unnamed: bytes) -> None:
        self.name = name
        self.words = words
        self.thread_local = thread_local
        self.unnamed = unnamed


@final
class GlobalValueBuilder:
    """Gives global values their names, numbers and words, and adds them to the module."""

    def __init__(self, state: State, stack: Stack) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.comdats: Final = ComdatBuilder(state, stack)

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        if action == a.FUNCTION_NAME or action == a.GLOBAL_NAME:
            # @"" has no name and is numbered.
            return GlobalName(stack.bytes_at(base + c.GLOBAL_BY_NAME_NAME) or None, -1, stack.starts[base])
        if action == a.FUNCTION_ID or action == a.GLOBAL_ID:
            return GlobalName(None, number_of_digits(stack.bytes_at(base + c.GLOBAL_BY_NUMBER_NUMBER)), stack.starts[base])
        if action == a.GLOBAL_HEAD:
            return self._head(base)
        if action == a.THREAD_LOCAL:
            return "generaldynamic"
        assert action == a.THREAD_LOCAL_MODEL
        word = stack.bytes_at(base + c.THREAD_LOCAL_MODEL_MODEL)
        if word not in (b"localdynamic", b"initialexec", b"localexec"):
            self.state.error(stack.starts[base + c.THREAD_LOCAL_MODEL_MODEL], "expected localdynamic, initialexec or localexec")
        return word.decode()

    def _head(self, base: i64) -> GlobalHead:
        stack = self.stack
        name = stack.values[base + c.GLOBAL_HEAD_GLOBAL_NAME]
        assert isinstance(name, GlobalName)
        mode = stack.values[base + c.GLOBAL_HEAD_THREAD_LOCAL]
        words = self.words_at(base + c.GLOBAL_HEAD_LINKAGE)
        self.check_words(words, name.start)
        return GlobalHead(name, words, mode if isinstance(mode, str) else "", stack.word_at(base + c.GLOBAL_HEAD_UNNAMED_ADDR))

    def words_at(self, first: int) -> GlobalWords:
        """The words of a global value; the first one is at stack position `first`."""
        words = GlobalWords(self.stack, first)
        if words.preemption == b"dso_local" and words.dll == b"dllimport":
            self.state.error(words.after, "dso_location and DLL-StorageClass mismatch")
        return words

    def check_number(self, name: GlobalName, what: str) -> None:
        """Refuse a written number that is not allowed here; assign the next one if none is written."""
        state = self.state
        if name.name is not None:
            return
        if name.number < 0:
            name.number = state.next_global
            return
        if state.version >= GLOBAL_NUMBERS_SKIPPED_SINCE:
            if name.number < state.next_global:
                what = "function" if what == "function" else "global"
                state.error(name.start, f"{what} expected to be numbered '@{state.next_global}' or greater")
        elif name.number != state.next_global:
            what = "function" if what == "function" else "variable"
            state.error(name.start, f"{what} expected to be numbered '%{state.next_global}'")

    def take_forward(self, name: GlobalName, redefinition: str) -> GlobalForward | None:
        """Remove and return the forward reference to a global that is being defined, or None; refuse a name that is taken."""
        state = self.state
        if name.name is not None:
            forward = state.forward_globals.pop(name.name, None)
            if forward is None and name.name in state.globals:
                state.error(name.start, redefinition)
            return forward
        return state.forward_numbered_globals.pop(name.number, None)

    def add(self, name: GlobalName, value: GlobalValue) -> None:
        """Add a global value to the module, under its name or number."""
        state = self.state
        if name.name is not None:
            state.globals[name.name] = value
        else:
            state.numbered_globals[name.number] = value
            state.next_global = name.number + 1
        state.module.add(value)
        if state.places is not None:
            state.places.record(value, name.start, state.ahead)

    def set_words(self, value: GlobalValue, words: GlobalWords) -> None:
        """Set the linkage, visibility etc. of a global value from its words."""
        if words.linkage:
            value.linkage = words.linkage.decode()
        if words.visibility:
            value.visibility = words.visibility.decode()
        if words.dll:
            value.dll_storage_class = words.dll.decode()
        value.is_dso_local = words.preemption == b"dso_local" or value.has_implicit_dso_local

    def check_words(self, words: GlobalWords, start: int) -> None:
        """Refuse words that contradict each other; `start` is where the global value begins."""
        if words.linkage in _LOCAL_LINKAGES:
            if words.visibility and words.visibility != b"default":
                self.state.error(start, "symbol with local linkage must have default visibility")
            if words.dll and self.state.version > LOCAL_DLL_STORAGE_UNTIL:
                self.state.error(start, "symbol with local linkage cannot have a DLL storage class")
