"""The symbols that module assembly defines and refers to, as LLVM's RecordStreamer records them.

LLVM assembles the text for its target. This reads what names symbols: labels, assignments, directives, and the operands of
instructions of x86 (AT&T syntax), ARM, AArch64 and RISC-V. What it cannot read is noted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, final

from pyllvm.analysis.object_symbols import ASSEMBLY, ObjectSymbol
from pyllvm.ir.function import is_declaration
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.string_map import name_hash, table_order
from pyllvm.ir.target.target_triple import COFF, MACH_O, TargetTriple
from pyllvm.tables import module_assembly
from pyllvm.tables.linkages import REPLACEABLE
from pyllvm.tables.object_symbols import EXECUTABLE, GLOBAL, UNDEFINED, WEAK

# RecordStreamer's states of a symbol.
_USED: Final = 1
_GLOBAL: Final = 2
_DEFINED: Final = 3
_DEFINED_GLOBAL: Final = 4
_DEFINED_WEAK: Final = 5
_UNDEFINED_WEAK: Final = 6

_FLAGS: Final[dict[int, int]] = {
    _USED: UNDEFINED | GLOBAL,
    _GLOBAL: UNDEFINED | GLOBAL,
    _DEFINED: 0,
    _DEFINED_GLOBAL: GLOBAL,
    _DEFINED_WEAK: WEAK | GLOBAL,
    _UNDEFINED_WEAK: WEAK | UNDEFINED,
}

_NAME: Final = r"[A-Za-z_.$?][\w.$?]*"
_TOKEN: Final = re.compile(
    rf'"(?:[^"\\]|\\.)*"|[%#]?{_NAME}(?:@@?@?[\w.]*)?|@\w+|0[xX][0-9a-fA-F]+|\d+[bf](?![\w.])|\d[\w.]*|:\w+:|[^\s\w]'
)
_LABEL: Final = re.compile(rf'\s*({_NAME}|"(?:[^"\\]|\\.)*"|\d+)\s*:(?!\w+:)')
_ASSIGNMENT: Final = re.compile(rf'\s*({_NAME}|"(?:[^"\\]|\\.)*")\s*==?(?!=)\s*(.*)', re.DOTALL)
_DIRECTIVE: Final = re.compile(r"\s*(\.[\w.]+)\s*(.*)", re.DOTALL)
_SYMVER: Final = re.compile(r"\s*([^\s,]+)\s*,\s*([^\s,]+)")
_END: Final = re.compile(r"\s*\.end\b.*", re.DOTALL)
_IS_NAME: Final = re.compile(_NAME)
_DIRECTIONAL: Final = re.compile(r"(\d+)([bf])")
_BLOCK_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_STRING_OR_BREAK: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:\\.|.)|//[^\n]*|[\n;]|.', re.DOTALL)


@final
class AssemblySymbols:
    """The symbols of module assembly, and what was not understood: `notes`."""

    def __init__(self, symbols: list[ObjectSymbol], notes: list[str]) -> None:
        self.symbols = symbols
        self.notes = notes


def symbols_of_assembly(
    text: str, triple: str, version: int, global_named: Callable[[str], GlobalValue | None] = lambda name: None
) -> AssemblySymbols:
    """The symbols of the module assembly `text` for the target `triple`, in the order of LLVM `version`.

    `global_named` finds what has a name in the module: a versioned name of `.symver` is bound as the global with the other name.
    """
    reader = _Reader(TargetTriple(triple, version), global_named)
    if triple:  # without a target, LLVM cannot read assembly
        for statement in _statements(text, reader.comment):
            if _END.fullmatch(statement) is not None:
                break
            reader.statement(statement)
    reader.finish()
    names = list(reader.states)
    hashes = [name_hash(name.encode("utf-8", "surrogateescape"), version) for name in names]
    symbols: list[ObjectSymbol] = []
    for index in table_order(hashes, version):
        name = names[index]
        symbols.append(ObjectSymbol(name, "", ASSEMBLY, EXECUTABLE | _FLAGS[reader.states[name]]))
    return AssemblySymbols(symbols, reader.notes)


def _statements(text: str, comment: str) -> list[str]:
    """The statements of a text without comments."""
    text = _BLOCK_COMMENT.sub(" ", text)
    statements: list[str] = []
    current: list[str] = []
    in_comment = False
    for match in _STRING_OR_BREAK.finditer(text):
        piece = match.group()
        if piece == "\n" or (piece == ";" and not in_comment):
            statements.append("".join(current))
            current = []
            in_comment = False
        elif in_comment or piece.startswith("//") or piece == comment or (piece == "#" and not "".join(current).strip()):
            in_comment = True
        else:
            current.append(piece)
    statements.append("".join(current))
    return [statement for statement in statements if statement.strip()]


def _unquoted(name: str) -> str:
    return name[1:-1].replace('\\"', '"').replace("\\\\", "\\") if name.startswith('"') else name


@final
class _Reader:
    """Reads statement by statement, and keeps the state of each symbol."""

    def __init__(self, triple: TargetTriple, global_named: Callable[[str], GlobalValue | None]) -> None:
        self._global_named = global_named
        self.states: dict[str, int] = {}
        self.notes: list[str] = []
        self.family = triple.family
        self.comment = module_assembly.COMMENT_OF_FAMILY.get(self.family, "#")
        words = module_assembly.WORDS_OF_FAMILY.get(self.family)
        self._words = None if words is None else re.compile(words, re.IGNORECASE)
        self._is_intel = False
        self._is_mach_o = triple.object_format == MACH_O
        self._private = "L" if self._is_mach_o or (triple.object_format == COFF and triple.architecture == "i386") else ".L"
        self._temporaries = 0
        self._instances: dict[int, int] = {}
        self._directional: dict[tuple[int, int], str] = {}
        self._versions: list[tuple[str, str]] = []

    # --- states ----------------------------------------------------------------------------------------------------

    def _define(self, name: str) -> None:
        state = self.states.get(name, 0)
        if state in (_GLOBAL, _DEFINED_GLOBAL):
            self.states[name] = _DEFINED_GLOBAL
        elif state in (_UNDEFINED_WEAK, _DEFINED_WEAK):
            self.states[name] = _DEFINED_WEAK
        else:
            self.states[name] = _DEFINED

    def _make_global(self, name: str, is_weak: bool) -> None:
        state = self.states.get(name, 0)
        if state in (_DEFINED, _DEFINED_GLOBAL, _DEFINED_WEAK):
            self.states[name] = _DEFINED_WEAK if is_weak else _DEFINED_GLOBAL
        else:
            self.states[name] = _UNDEFINED_WEAK if is_weak else _GLOBAL

    def _use(self, name: str) -> None:
        self.states.setdefault(name, _USED)

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def _temporary(self, label: int, instance: int) -> str:
        """The name of the label `label:`, defined for the time `instance`."""
        key = (label, instance)
        if key not in self._directional:
            self._directional[key] = f"{self._private}tmp{self._temporaries}"
            self._temporaries += 1
        return self._directional[key]

    # --- statements ------------------------------------------------------------------------------------------------

    def statement(self, text: str) -> None:
        """Read one statement."""
        while (match := _LABEL.match(text)) is not None:
            name = match.group(1)
            if name.isdigit():
                number = int(name)
                self._instances[number] = self._instances.get(number, 0) + 1
                name = self._temporary(number, self._instances[number])
            self._define(_unquoted(name))
            text = text[match.end() :]
        if not text.strip():
            return
        assignment = _ASSIGNMENT.match(text)
        if assignment is not None:
            self._assign(assignment.group(1), assignment.group(2))
            return
        directive = _DIRECTIVE.match(text)
        if directive is not None:
            self._directive(directive.group(1).lower(), directive.group(2))
        else:
            self._instruction(text)

    def _assign(self, name: str, expression: str) -> None:
        self._use_all(_TOKEN.findall(expression), None)
        if name != ".":
            self._define(_unquoted(name))

    def _directive(self, word: str, rest: str) -> None:
        if word in module_assembly.UNREAD_DIRECTIVES:
            self._note(f"'{word}' in module assembly is not read, so symbols may be missing")
            return
        if word == ".intel_syntax":
            self._is_intel = True
        elif word == ".att_syntax":
            self._is_intel = False
        elif word == ".symver":
            match = _SYMVER.match(rest)
            if match is not None:
                self._versions.append((_unquoted(match.group(1)), _unquoted(match.group(2))))
        elif word in module_assembly.DATA_DIRECTIVES:
            self._use_all(_TOKEN.findall(rest), None)
        elif word == ".size":
            # The position in the text is a label without a name.
            if "." in _TOKEN.findall(rest.partition(",")[2]):
                self._define("")
        else:
            self._name_symbols(word, rest)

    def _name_symbols(self, word: str, rest: str) -> None:
        meaning = module_assembly.ARGUMENT_OF_DIRECTIVE.get(word)
        if meaning is None and self._is_mach_o:
            meaning = module_assembly.MACH_O_ARGUMENT_OF_DIRECTIVE.get(word)
        if meaning is None:
            return
        what, _, place = meaning.partition(" ")
        arguments = [_unquoted(argument.strip()) for argument in rest.split(",")]
        if what == "assigns":
            name, _, expression = rest.partition(",")
            self._assign(name.strip(), expression)
            return
        if place:
            arguments = arguments[int(place) : int(place) + 1]
        for name in arguments:
            if not name:
                continue
            if what == "defines":
                self._define(name)
            elif what == "uses":
                self._use(name)
            else:
                self._make_global(name, what == "weak")

    def _instruction(self, text: str) -> None:
        tokens = _TOKEN.findall(text)
        start = 0
        while start < len(tokens) - 1 and tokens[start].lower() in module_assembly.PREFIXES:
            start += 1
        mnemonic = tokens[start].lower()
        if self._words is None or self._is_intel:
            if len(tokens) > start + 1:
                shown = "Intel syntax" if self._is_intel else f"the architecture '{self.family}'"
                self._note(f"symbols to which instructions in module assembly refer are not known for {shown}")
            return
        if module_assembly.NO_SYMBOLS.fullmatch(mnemonic) is None:
            self._use_all(tokens[start + 1 :], self._words)

    def _use_all(self, tokens: list[str], words: re.Pattern[str] | None) -> None:
        """Use the symbols in an expression or in operands, where `words` are none."""
        for token in tokens:
            directional = _DIRECTIONAL.fullmatch(token)
            if directional is not None:
                number = int(directional.group(1))
                instance = self._instances.get(number, 0) + (1 if directional.group(2) == "f" else 0)
                self._use(self._temporary(number, instance))
            elif token == ".":
                self._define("")
            elif token.startswith('"'):
                self._use(_unquoted(token))
            elif token.startswith("#"):
                self._use_name(token[1:], words)
            else:
                self._use_name(token, words)

    def _use_name(self, token: str, words: re.Pattern[str] | None) -> None:
        if token.startswith("$"):
            token = token[1:]
        name = token.partition("@")[0]
        if _IS_NAME.fullmatch(name) is None:
            return
        if words is None or words.fullmatch(name) is None:
            self._use(name)

    # --- versions of symbols ---------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Define the versioned names of `.symver` (RecordStreamer::flushSymverDirectives)."""
        for name, alias in self._versions:
            state = self.states.get(name, 0)
            is_defined = state in (_DEFINED, _DEFINED_GLOBAL, _DEFINED_WEAK)
            is_global = state in (_GLOBAL, _DEFINED_GLOBAL)
            is_weak = state in (_UNDEFINED_WEAK, _DEFINED_WEAK)
            value = None if is_defined and (is_global or is_weak) else self._global_named(name)
            if value is not None:
                if not is_global and not is_weak:
                    is_global = value.linkage == "external"
                    is_weak = value.linkage in REPLACEABLE
                is_defined = is_defined or not (is_declaration(value) or value.linkage == "available_externally")
            base, separator, version = alias.partition("@@@")
            if separator and version and not version.startswith("@"):
                alias = f"{base}{'@@' if is_defined else '@'}{version}"
            if is_defined:
                self._define(alias)
            self._use(name)
            if is_global or is_weak:
                self._make_global(alias, is_weak=is_weak)
