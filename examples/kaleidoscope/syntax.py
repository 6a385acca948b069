"""The syntax tree of Kaleidoscope, and its parser."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from lark import Lark, Token, Transformer, UnexpectedInput, v_args
from lark.exceptions import VisitError
from lark.lark import PostLex
from lark.tree import Meta


class KaleidoscopeError(Exception):
    """A mistake in a program, at a line and column counted from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"{line}:{column}: {message}")


@dataclasses.dataclass(frozen=True)
class Place:
    """Where a part of the program begins."""

    line: int
    column: int


@dataclasses.dataclass(frozen=True)
class Number:
    """A number; every value of the language is a double."""

    place: Place
    value: float


@dataclasses.dataclass(frozen=True)
class Variable:
    """The value of a variable."""

    place: Place
    name: str


@dataclasses.dataclass(frozen=True)
class Unary:
    """A unary operator, which the program has defined, and its operand."""

    place: Place
    operator: str
    operand: Expression


@dataclasses.dataclass(frozen=True)
class Binary:
    """A binary operator, built in or defined by the program, and its operands."""

    place: Place
    operator: str
    left: Expression
    right: Expression


@dataclasses.dataclass(frozen=True)
class Call:
    """A call of a function."""

    place: Place
    callee: str
    arguments: list[Expression]


@dataclasses.dataclass(frozen=True)
class Choice:
    """`if condition then chosen else otherwise`: 0 is false."""

    place: Place
    condition: Expression
    chosen: Expression
    otherwise: Expression


@dataclasses.dataclass(frozen=True)
class Loop:
    """`for name = start, condition, step in body`: the body runs once before the condition is first tested. Its value is 0."""

    place: Place
    name: str
    start: Expression
    condition: Expression
    step: Expression | None
    body: Expression


@dataclasses.dataclass(frozen=True)
class Variables:
    """`var a = 1, b in body`: variables of the body; without a value they begin as 0."""

    place: Place
    bindings: list[tuple[str, Expression | None]]
    body: Expression


Expression: TypeAlias = Number | Variable | Unary | Binary | Call | Choice | Loop | Variables


@dataclasses.dataclass(frozen=True)
class Prototype:
    """A function's name and parameters; for an operator, its name is "unary!" or "binary|", and `precedence` its rank."""

    place: Place
    name: str
    parameters: list[str]
    precedence: int = 0


@dataclasses.dataclass(frozen=True)
class Definition:
    """A function with its body."""

    prototype: Prototype
    body: Expression


@dataclasses.dataclass(frozen=True)
class External:
    """A function that is defined elsewhere."""

    prototype: Prototype


@dataclasses.dataclass(frozen=True)
class TopLevelExpression:
    """An expression outside functions: the program prints its value."""

    body: Expression


Item: TypeAlias = Definition | External | TopLevelExpression

#: How tightly each built-in operator binds. Operators of equal precedence group from the left.
BUILT_IN = {"=": 2, "<": 10, "+": 20, "-": 20, "*": 40}
_DEFAULT_PRECEDENCE = 30

_GRAMMAR = (Path(__file__).parent / "kaleidoscope.lark").read_text(encoding="utf-8")


class _BinaryOperators(PostLex):
    """Marks the operators that are binary: built in, or defined by a prototype earlier in the program."""

    always_accept = ("OPERATOR",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        known = set(BUILT_IN)
        before = ""
        for token in stream:
            if token.type == "OPERATOR":
                if before == "BINARY":
                    known.add(str(token))
                if str(token) in known:
                    token = Token.new_borrow_pos("BINARY_OPERATOR", str(token), token)
            before = token.type
            yield token


_PARSER = Lark(
    _GRAMMAR, parser="lalr", start="program", propagate_positions=True, maybe_placeholders=True, postlex=_BinaryOperators()
)


def parse(source: str) -> list[Item]:
    """The items of a program, in order. Raises KaleidoscopeError."""
    try:
        tree = _PARSER.parse(source)
    except UnexpectedInput as error:
        raise KaleidoscopeError(_complaint(error), max(error.line, 1), max(error.column, 1)) from None
    try:
        items: list[Item] = _Builder().transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    return items


def _complaint(error: UnexpectedInput) -> str:
    token = getattr(error, "token", None)
    if token is None:
        return f"unknown character {getattr(error, 'char', '')!r}"
    return "the program ends too early" if token.type == "$END" else f"unexpected {str(token)!r}"


def _place(thing: Meta | Token) -> Place:
    return Place(thing.line or 1, thing.column or 1)


@v_args(meta=True)
class _Builder(Transformer[Token, Any]):
    """Makes the nodes, in the order of the text: an operator's precedence is known before the first expression with it."""

    def __init__(self) -> None:
        super().__init__()
        self._precedences = dict(BUILT_IN)

    def program(self, meta: Meta, items: list[Item]) -> list[Item]:
        return items

    def definition(self, meta: Meta, parts: list[Any]) -> Definition:
        return Definition(parts[0], parts[1])

    def external(self, meta: Meta, parts: list[Any]) -> External:
        return External(parts[0])

    def top_level_expression(self, meta: Meta, parts: list[Any]) -> TopLevelExpression:
        return TopLevelExpression(parts[0])

    def function_prototype(self, meta: Meta, parts: list[Token]) -> Prototype:
        return Prototype(_place(meta), str(parts[0]), [str(part) for part in parts[1:]])

    def unary_prototype(self, meta: Meta, parts: list[Token]) -> Prototype:
        return Prototype(_place(meta), f"unary{parts[0]}", [str(parts[1])])

    def binary_prototype(self, meta: Meta, parts: list[Any]) -> Prototype:
        operator, number, *names = parts
        precedence = _DEFAULT_PRECEDENCE if number is None else int(float(number))
        if not 1 <= precedence <= 100:
            raise KaleidoscopeError(f"the precedence {number} is not between 1 and 100", number.line, number.column)
        self._precedences[str(operator)] = precedence
        return Prototype(_place(meta), f"binary{operator}", [str(name) for name in names], precedence)

    def expression(self, meta: Meta, parts: list[Any]) -> Expression:
        return _grouped(parts, self._precedences)

    def operator(self, meta: Meta, parts: list[Token]) -> Token:
        return parts[0]

    def any_operator(self, meta: Meta, parts: list[Token]) -> Token:
        return parts[0]

    def unary(self, meta: Meta, parts: list[Any]) -> Unary:
        return Unary(_place(parts[0]), str(parts[0]), parts[1])

    def number(self, meta: Meta, parts: list[Token]) -> Number:
        return Number(_place(meta), float(parts[0]))

    def variable(self, meta: Meta, parts: list[Token]) -> Variable:
        return Variable(_place(meta), str(parts[0]))

    def call(self, meta: Meta, parts: list[Any]) -> Call:
        return Call(_place(meta), str(parts[0]), parts[1] or [])

    def arguments(self, meta: Meta, parts: list[Expression]) -> list[Expression]:
        return parts

    def choice(self, meta: Meta, parts: list[Expression]) -> Choice:
        return Choice(_place(meta), *parts)

    def loop(self, meta: Meta, parts: list[Any]) -> Loop:
        name, _, start, condition, step, body = parts
        return Loop(_place(meta), str(name), start, condition, step, body)

    def variables(self, meta: Meta, parts: list[Any]) -> Variables:
        return Variables(_place(meta), parts[:-1], parts[-1])

    def binding(self, meta: Meta, parts: list[Any]) -> tuple[str, Expression | None]:
        return str(parts[0]), parts[-1] if len(parts) > 1 else None


def _grouped(parts: Sequence[Any], precedences: dict[str, int]) -> Expression:
    """Group `operand operator operand ...` by precedence: two stacks, as in Dijkstra's shunting yard."""
    operands: list[Expression] = [parts[0]]
    operators: list[Token] = []

    def reduce() -> None:
        operator, right, left = operators.pop(), operands.pop(), operands.pop()
        operands.append(Binary(_place(operator), str(operator), left, right))

    for operator, operand in zip(parts[1::2], parts[2::2], strict=True):
        while operators and precedences[str(operators[-1])] >= precedences[str(operator)]:
            reduce()
        operators.append(operator)
        operands.append(operand)
    while operators:
        reduce()
    return operands[0]
