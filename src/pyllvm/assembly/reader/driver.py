"""The parser: runs the grammar's tables over the lexer's tokens, and passes every reduction to the builder."""

from __future__ import annotations

from typing import Final, NoReturn, final

from librt.strings import read_i16_le, read_i64_le
from mypy_extensions import i64

from pyllvm.assembly.reader import syntax_messages, token_kinds
from pyllvm.assembly.reader.actions import PASS_ON
from pyllvm.assembly.reader.automaton import Tables
from pyllvm.assembly.reader.automaton_format import ACTION_SHIFT, LENGTH_MASK, NONTERMINAL_MASK, NONTERMINAL_SHIFT
from pyllvm.assembly.reader.builder import Builder
from pyllvm.assembly.reader.lexer import BAD_NAN, UNCLOSED_NAN, WIDTH_OUT_OF_RANGE, Lexer
from pyllvm.assembly.reader.metadata import spec_of
from pyllvm.assembly.reader.near_miss import suggested_name
from pyllvm.assembly.reader.text_error import TextError
from pyllvm.ir.types import Type
from pyllvm.limits import OPEN_GRAMMAR_SYMBOLS
from pyllvm.tables.features import BYTE_TYPES_SINCE
from pyllvm.tables.text_versions import LEXER_FIRST_SINCE, UNIFORM_FLOATS_SINCE

_BEFORE_METADATA: Final = ("xpected '!' here", "expected metadata operand")
_POINTER_IN_SPACE: Final = rb"\bptr\s+addrspace\s*\([^()]*\)$"
EQUALS_SIGN: Final = ord("=")
COMMA_SIGN: Final = ord(",")
# One of these in the first column is not part of a function's body.
_ENTITY_TERMINALS: Final = (
    "DEFINE", "DECLARE", "GLOBAL_VAR", "GLOBAL_ID", "COMDAT_VAR", "METADATA_ID", "NAMED_METADATA", "ATTRIBUTES",
)  # fmt: skip


@final
class Driver:
    """One run of the parser over one text."""

    def __init__(self, tables: Tables, lexer: Lexer, builder: Builder) -> None:
        self.tables: Final = tables
        self.lexer: Final = lexer
        self.builder: Final = builder
        self._depth: i64 = 0
        self._token: i64 = -1
        self._calling_convention: Final[int] = tables.terminals.index("CALLING_CONVENTION")
        self._define: Final[int] = tables.terminals.index("DEFINE")
        self._metadata: Final[int] = tables.terminals.index("METADATA")
        self._type_name: Final[int] = tables.terminals.index("TYPE_NAME")
        self._entity_tokens: Final = frozenset(tables.terminals.index(name) for name in _ENTITY_TERMINALS)
        self._has_lost_type = False

    def run(self) -> None:
        """Parse to the end of the text; raises TextError at the first error."""
        tables = self.tables
        builder = self.builder
        lexer = self.lexer
        action_table = tables.action
        action_row = tables.action_row
        default = tables.default
        goto_table = tables.goto
        goto_row = tables.goto_row
        rules = tables.rules
        terminal_count = tables.terminal_count
        nonterminal_count = tables.nonterminal_count
        places = builder.stack.places
        depth: i64 = self._depth
        size: i64 = len(places)
        state: i64 = places[depth].state
        token: i64 = self._token
        if token < 0:
            token = lexer.next_token()
        while True:
            row: i64 = i64(read_i16_le(action_row, 2 * state))
            rule: i64
            if row < 0:
                rule = -row
            else:
                action: i64 = i64(read_i16_le(action_table, 2 * (row * terminal_count + token)))
                if action > 0:
                    # Shift.
                    state = action - 1
                    depth += 1
                    if depth >= size:
                        size = self._grow(size)
                    place = places[depth]
                    place.state = state
                    place.start = lexer.start
                    if token > token_kinds.LAST_WITHOUT_TEXT:
                        place.value = lexer.text
                    else:
                        place.value = None
                        place.number = lexer.number
                    token = lexer.next_token()
                    continue
                rule = -action if action < 0 else i64(read_i16_le(default, 2 * state))
                if rule <= 0:
                    if token == token_kinds.COMMA_ATTACHMENT:
                        # LLVM consumes the comma and then finds the attachment.
                        token = token_kinds.COMMA
                        continue
                    if token == self._metadata and tables.action_for(state, self._type_name) > 0:
                        # The grammar has `metadata` where LLVM accepts it. Elsewhere it is a type that LLVM refuses by its kind.
                        token = self._type_name
                        lexer.text = b"metadata"
                        continue
                    if tables.message_of(state) == syntax_messages.LENGTH:
                        state = tables.action_for(places[depth - 1].state, self._calling_convention) - 1
                        places[depth].state = state
                        token = lexer.next_token()
                        continue
                    self._depth = depth
                    self._token = token
                    if rule < 0 and token == token_kinds.END:
                        return
                    self._refuse(state, token)
            reduction: i64 = read_i64_le(rules, 8 * rule)
            base: i64 = depth - (reduction & LENGTH_MASK) + 1
            number: i64 = reduction >> ACTION_SHIFT
            if base >= size:
                size = self._grow(size)
            place = places[base]
            if base > depth:
                # The rule has no symbols.
                place.start = lexer.start
                place.value = None
            if number != PASS_ON:
                self._depth = depth
                self._token = token
                place.value = builder.reduce(number, base)
            row = i64(read_i16_le(goto_row, 2 * places[base - 1].state))
            nonterminal: i64 = reduction >> NONTERMINAL_SHIFT & NONTERMINAL_MASK
            state = i64(read_i16_le(goto_table, 2 * (row * nonterminal_count + nonterminal)))
            depth = base
            place.state = state

    @property
    def last_symbol(self) -> int:
        """Where the last symbol begins of those that were combined last."""
        return self.builder.stack.starts[self._depth]

    def _grow(self, size: i64) -> i64:
        if size >= OPEN_GRAMMAR_SYMBOLS:
            message = f"nested too deeply: more than {OPEN_GRAMMAR_SYMBOLS} symbols of the grammar are open"
            raise TextError(self.lexer.start, message)
        self.builder.stack.grow()
        return 2 * size

    def recover(self) -> bool:
        """After an error, continue at the next line that begins an instruction or, outside functions, an entity.

        Returns whether there is one. The skipped text may define names or numbers, so later uses of them are not errors.
        """
        builder = self.builder
        lexer = self.lexer
        local = builder.body.local
        if local is not None:
            # Definitions in the skipped text will be missing.
            local.has_errors = True
        depth = self._enclosing_depth(local is not None)
        if local is not None and depth < self._depth:
            builder.body.lose_instruction(depth + 1)
        elif local is not None and not self._begins_line():
            local.has_misread_instructions = True
        at_start = depth == self._depth
        token = self._token
        if local is None and depth < self._depth:
            token = self._behind_lost_entity(depth + 1, token)
        while token != token_kinds.END:
            if builder.body.local is not None and self._begins_entity(token):
                # The function has no closing brace.
                builder.body.local = None
                builder.values.local = None
                depth = self._enclosing_depth(False)
                at_start = False
            if not at_start and self.tables.action_for(builder.stack.places[depth].state, token) > 0 and self._begins_line():
                self._depth = depth
                self._token = token
                return True
            at_start = False
            token = lexer.next_token()
        return False

    def first_error(self, error: TextError) -> TextError:
        """The error, or an earlier one: LLVM refuses an expression that it no longer has before it reads the operands."""
        builder = self.builder
        values = builder.stack.values
        starts = builder.stack.starts
        data = self.lexer.data
        for at in range(2, self._depth + 1):
            word = values[at]
            if not isinstance(word, bytes) or starts[at] >= error.start or not data.startswith(word, starts[at]):
                continue
            if word == b"inrange" and data[starts[at - 1]] == COMMA_SIGN and builder.state.marks_no_index():
                return TextError(starts[at], "expected ')' in constantexpr", is_syntax=True)
            before = values[at - 1]
            if before is None or isinstance(before, list):
                # attributes
                before = values[at - 2]
            if isinstance(before, Type) or data[starts[at - 1]] in b",([":
                earlier = builder.constants.removed_expression(word, starts[at])
                if earlier is not None:
                    return earlier
        return error

    def is_consequence(self, error: TextError) -> bool:
        """Whether an earlier error explains this one, so that it would only confuse."""
        local = self.builder.body.local
        is_misread = self._has_lost_type or (local is not None and local.has_misread_instructions)
        return error.is_consequence or (is_misread and not error.is_syntax)

    def _enclosing_depth(self, in_body: bool) -> int:
        """The depth on the stack where the next instruction of the body, or the next entity, can be read."""
        tables = self.tables
        wanted = token_kinds.RBRACE if in_body else self._define
        also = token_kinds.LABEL_STR if in_body else wanted
        depth = self._depth
        while depth > 0:
            state = self.builder.stack.places[depth].state
            if tables.action_for(state, wanted) > 0 and tables.action_for(state, also) > 0:
                break
            depth -= 1
        return depth

    def _behind_lost_entity(self, at: int, token: int) -> int:
        """Skip the body of a function whose header has an error; `at` is where the entity begins on the stack.

        Returns the next token.
        """
        lexer = self.lexer
        starts = self.builder.stack.starts
        if lexer.data.startswith(b"%", starts[at]):
            self._has_lost_type = True
        if not lexer.data.startswith(b"define", starts[at]) or lexer.data.startswith(b"}", starts[self._depth]):
            return token
        is_first = True
        while token != token_kinds.END:
            if not is_first:
                if token == token_kinds.RBRACE and self._begins_line():
                    return lexer.next_token()
                if self._begins_entity(token):
                    break
            is_first = False
            token = lexer.next_token()
        return token

    def _begins_entity(self, token: int) -> bool:
        """Whether the current token begins an entity of the module: it is of such a kind, in the first column."""
        start: int = self.lexer.start
        return token in self._entity_tokens and (start == 0 or self.lexer.data[start - 1] in b"\r\n")

    def _begins_line(self) -> bool:
        """Whether the current token is the first one of its line."""
        data = self.lexer.data
        start: int = self.lexer.start
        while start > 0 and data[start - 1] in b" \t\r\v\f":
            start -= 1
        return start == 0 or data[start - 1] == 10

    def _refuse(self, state: int, token: int) -> NoReturn:
        """Raise the error for a token that is not expected in that state."""
        lexer = self.lexer
        version = self.builder.state.version
        message = self.tables.message_of(state)
        start: int = lexer.start
        top = self._depth
        if token == token_kinds.ERROR and version >= LEXER_FIRST_SINCE:
            said = _message_of_lexer(lexer.message, version)
            if said:
                raise TextError(start, said, is_syntax=True)
        if message == syntax_messages.WORDS:
            self.builder.attributes.refuse_words(top)
        self.builder.refinement.refuse_field(top)
        if token == token_kinds.COMMA and syntax_messages.ALTERNATIVE in message:
            end = lexer.end
            if lexer.next_token() == token_kinds.METADATA_VAR:
                # The comma and the name were one token, which ended the list: LLVM expects an element behind the comma.
                message = message.partition(syntax_messages.ALTERNATIVE)[2]
                token = token_kinds.METADATA_VAR
                start = lexer.start
            else:
                lexer.start, lexer.end = start, end
        message = self._chosen(message, top)
        found = self.tables.terminals[token]
        if message == syntax_messages.BUNDLE_EMPTY and found != "RSQB":
            message = "expected string constant"
        while message.startswith("<"):
            start = self.builder.stack.starts[top]
            top -= 1
            message = message[1:]
        if token == token_kinds.METADATA_STRING and message == "expected top-level entity":
            start += 1
            message = "expected integer"
        elif token == token_kinds.METADATA_ID or token == token_kinds.METADATA_STRING:
            # For LLVM the exclamation mark is a separate token.
            shift = self.tables.action_for(state, token_kinds.BANG)
            if shift > 0:
                start += 1
                message = self.tables.message_of(shift - 1)
        elif token == token_kinds.ERROR and lexer.data.startswith(b'!"', start - 1) and message.endswith(_BEFORE_METADATA):
            message = "expected integer"
        elif token in (token_kinds.METADATA_VAR, token_kinds.BANG, token_kinds.SPECIALIZED_NODE):
            message, start = self._behind_name(message, token, start)
        elif token == token_kinds.STAR:
            message, start = self._behind_type(message, start)
        elif (
            token == token_kinds.COMMA
            and message == syntax_messages.INSTRUCTIONS
            and lexer.data[self.builder.stack.starts[top]] != EQUALS_SIGN
        ):
            lexer.next_token()
            start = lexer.start
            message = "expected metadata after comma"
        message, start = self.builder.refinement.refined(message, found, top, start)
        suggestion = self._near_word(state) if token == token_kinds.WORD and start == lexer.start else None
        raise TextError(start, syntax_messages.message_for_token(message, found), suggestion, is_syntax=True)

    def _chosen(self, message: str, top: int) -> str:
        """The one of several messages that fits the symbols before the token and the version of the text."""
        for mark in (syntax_messages.ALTERNATIVE, syntax_messages.ALTERNATIVE_BEFORE):
            if mark in message:
                message, alternative = message.split(mark)
                if self.builder.stack.values[top if mark == syntax_messages.ALTERNATIVE else top - 1] is None:
                    message = alternative
        if syntax_messages.SINCE in message:
            message, since, older = message.split(syntax_messages.SINCE)
            if self.builder.state.version < int(since):
                message = older
        return message

    def _behind_type(self, message: str, start: int) -> tuple[str, int]:
        """The message for a star that makes no type of what is before it, and where it is."""
        import re

        before = self.lexer.data[: self.lexer.start].rstrip()
        if before.endswith(b"ptr") or re.search(_POINTER_IN_SPACE, before) is not None:
            return "ptr* is invalid - use ptr instead", start
        if before.endswith(b"void"):
            return "pointers to void are invalid - use i8* instead", self.lexer.start
        return message, start

    def _near_word(self, state: int) -> str | None:
        """The word of the language that an unknown word was probably meant to be: a word that is accepted in this state."""
        tables = self.tables
        accepted = [word for word, terminal in tables.keywords.kinds.items() if tables.action_for(state, terminal) != 0]
        return suggested_name("", self.lexer.data[self.lexer.start : self.lexer.end], accepted)

    def _behind_name(self, message: str, token: int, start: int) -> tuple[str, int]:
        """LLVM accepts `!` or a metadata name here that our lexer excludes: return LLVM's message for the next token."""
        lexer = self.lexer
        name = lexer.text.decode("ascii", "replace")
        if message == "expected top-level entity":
            lexer.next_token()
            return "expected integer" if token == token_kinds.BANG else "expected '=' here", lexer.start
        if token == token_kinds.METADATA_VAR and self.builder.refinement.is_in_named_metadata(self._depth):
            if name != "DIExpression":
                return "Expected '!' here", start
        if token == token_kinds.METADATA_VAR and message in (
            "expected '!' here",
            "Expected '!' here",
            "expected metadata operand",
        ):
            if spec_of(name) is None and name not in ("DIExpression", "DIArgList"):
                return "expected metadata type", start
            lexer.next_token()
            return "expected '(' here", lexer.start
        return message, start


def _message_of_lexer(message: str, version: int) -> str:
    """LLVM's message for an error of the lexer; "" if the version has none."""
    if message == BAD_NAN or message == UNCLOSED_NAN:
        return message if version >= UNIFORM_FLOATS_SINCE else ""
    if message == WIDTH_OUT_OF_RANGE and version >= BYTE_TYPES_SINCE:
        return "bitwidth for integer or byte type out of range"
    return message
