"""The texts of opt's -passes: names of passes, separated by commas, and nested as in `function(mem2reg,dce)`."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.words import nearest
from pyllvm.notation import Final, Iterable

# The words that say on what the passes in the parentheses work.
MODULE: Final = "module"
FUNCTION: Final = "function"
_CALL_GRAPH: Final = "cgscc"
# Those that may be in the parentheses of each; "" is the outermost level.
_NESTS: Final = {
    "": (MODULE, FUNCTION, _CALL_GRAPH),
    MODULE: (MODULE, FUNCTION, _CALL_GRAPH),
    _CALL_GRAPH: (FUNCTION, _CALL_GRAPH),
    FUNCTION: (FUNCTION,),
}
# The order of passes over modules and over functions.
ANY_ORDER: Final = "any"
ORDER_OF_OPT: Final = "of opt"
# Options of these words, which change nothing here.
_OPTIONS: Final = ("<eager-inv>", "<no-rerun>", "<eager-inv;no-rerun>")


def parse_pipeline(text: str, functions: Iterable[str], modules: Iterable[str], order: str = ANY_ORDER) -> list[str]:
    """The passes of a text, in order. `functions` are the names of passes over functions, `modules` those over modules.

    In ORDER_OF_OPT, it is an error if a pass over modules follows a pass over functions. Raises PyllvmError, with opt's words,
    for a name that is not known, or parentheses that do not match.
    """
    reader = _Reader(text, frozenset(functions), frozenset(modules), order)
    return reader.passes()


class _Reader:
    """Reads one text from left to right."""

    def __init__(self, text: str, functions: frozenset[str], modules: frozenset[str], order: str) -> None:
        self._text = text
        self._functions = functions
        self._modules = modules
        self._order = order
        self._found: list[str] = []

    def passes(self) -> list[str]:
        """All passes."""
        if not self._text.strip():
            return []
        levels = [""]
        word = ""
        closed = False
        for letter in f"{self._text},":
            if letter in ",)":
                if closed and word:
                    raise self._invalid()
                if not closed:
                    self._add(word.strip(), levels)
                word = ""
                closed = letter == ")"
                if closed:
                    levels.pop()
                    if not levels:
                        raise self._invalid()
            elif letter == "(":
                if closed:
                    raise self._invalid()
                levels.append(self._nested(word.strip(), levels))
                word = ""
            else:
                word += letter
        if len(levels) != 1:
            raise self._invalid()
        return self._found

    def _invalid(self) -> PyllvmError:
        return PyllvmError(f"invalid pipeline '{self._text}'")

    def _nested(self, word: str, levels: list[str]) -> str:
        """The level of the passes inside of parentheses."""
        for option in _OPTIONS:
            word = word.removesuffix(option)
        level = levels[-1]
        if word not in _NESTS[level]:
            if not level and word not in self._functions and word not in self._modules:
                raise self._unknown(word, "pipeline name")
            raise PyllvmError(f"invalid use of '{word}' pass as {level or self._kind_of(word)} pipeline")
        levels[-1] = level or MODULE
        return word

    def _kind_of(self, word: str) -> str:
        return MODULE if word in self._modules else FUNCTION

    def _add(self, word: str, levels: list[str]) -> None:
        level = levels[-1]
        if word not in self._functions and word not in self._modules:
            raise self._unknown(word, f"{level} pass" if level else "pass name")
        if not level:
            # The first pass decides on what the others work.
            levels[-1] = self._kind_of(word)
        elif (self._order == ORDER_OF_OPT or len(levels) > 1) and level != MODULE and word not in self._functions:
            raise self._unknown(word, f"{level} pass", f": it works on a whole module, as in module({word})")
        self._found.append(word)

    def _unknown(self, word: str, what: str, hint: str = "") -> PyllvmError:
        names = sorted(self._functions | self._modules)
        if not hint:
            near = nearest(word, names)
            meant = f"; did you mean '{near}'?" if near else ""
            hint = f": pyllvm has {', '.join(names)}{meant}"
        return PyllvmError(f"unknown {what} '{word}'{hint}")
