"""The rules of the text's grammar and of its names, by which errors in a text are told apart: stable names for other programs.

LLVM's messages for one rule differ between versions, and many have names and types in them.

Source: the messages of LLParser.cpp and LLLexer.cpp.
"""

from __future__ import annotations

import re
from typing import Final, final


@final
class SyntaxRule:
    """A rule: its name, a sentence for it, and the pattern that the messages match about texts that break it."""

    __slots__ = ("name", "pattern", "summary")

    def __init__(self, name: str, summary: str, pattern: str) -> None:
        self.name = name
        self.summary = summary
        self.pattern = pattern


# The first pattern that fits counts. Each is for the beginning of a message.
SYNTAX_RULES: Final = (
    SyntaxRule(
        "newer-version",
        "A construct belongs to another LLVM version than the text is read as.",
        r".* requires LLVM|.* was removed after",
    ),
    SyntaxRule(
        "undefined-value", "Every value that is used is defined or declared.", r"use of undefined value|unknown function '"
    ),
    SyntaxRule("undefined-type", "Every type that is used is defined.", r"use of undefined type"),
    SyntaxRule("undefined-metadata", "Every metadata node that is used is defined.", r"use of undefined metadata"),
    SyntaxRule("undefined-comdat", "Every comdat that is used is defined.", r"use of undefined comdat"),
    SyntaxRule("undefined-summary", "Every entry of a summary that is used is defined.", r"use of undefined (?:summary|type id)"),
    SyntaxRule(
        "redefinition",
        "A name is defined once.",
        r".*redefinition of|multiple definition|unable to create block|"
        r"field '.*' cannot be specified more than once|duplicate case",
    ),
    SyntaxRule("numbering", "Names that are numbers continue one sequence.", r".* expected to be numbered"),
    SyntaxRule("intrinsic", "An intrinsic is known, and is used as its signature says.", r"unknown intrinsic|.*intrinsic"),
    SyntaxRule("cast", "A conversion fits the types on its two sides.", r"invalid cast opcode"),
    SyntaxRule(
        "type-mismatch",
        "A value has the type with which it is used.",
        r"'.*' defined with type|constant expression type mismatch|both values to select|instruction forward referenced|"
        r"element .* is not of type|array element|value doesn't match function result type|.* type mismatch|"
        r".*must have same type|"
        r"global variable reference must have pointer type|stored value and pointer type",
    ),
    SyntaxRule(
        "constant-type",
        "A constant is of a kind that its type has.",
        r".*constant must have|.*constant invalid for type|null must be|invalid type for|"
        r".*constant is too large|struct initializer",
    ),
    SyntaxRule(
        "operand-type",
        "An operand has a type that the instruction takes.",
        r"invalid operand|.*requires (?:integer|floating)|branch condition|select condition|"
        r".*operand must be|base of|.*must be a pointer|"
        r"instruction requires|switch condition|indirectbr address|invalid (?:insert|extract|shuffle)",
    ),
    SyntaxRule("unsized-type", "A type in memory has a size.", r".*unsized|.*must be sized|Cannot allocate"),
    SyntaxRule("void-result", "An instruction without a result has no name.", r"instructions returning void"),
    SyntaxRule("index", "Indexes fit the type that they index.", r"invalid (?:getelementptr )?ind"),
    SyntaxRule("alignment", "An alignment is a power of two.", r"alignment|huge alignment"),
    SyntaxRule(
        "expected-type",
        "A type is needed here.",
        r"expected type|expected 'type'|void type only|pointers to|ptr\* is|invalid function return type|invalid .*element type|"
        r"basic block pointers|expected number in address space|expected 'x' after|expected end of sequential|invalid type|"
        r"functions are not values|function may not return|bitwidth for integer",
    ),
    SyntaxRule("expected-value", "A value is needed here.", r"expected value token|invalid use of function-local name"),
    SyntaxRule(
        "expected-instruction",
        "A body consists of blocks of instructions, each of which ends with a terminator.",
        r"expected instruction opcode|found end of file|function body requires|expected debug record type",
    ),
    SyntaxRule(
        "expected-entity", "Outside of functions there are only entities of the module.", r"expected top-level|unknown target"
    ),
    SyntaxRule("expected-body", "A definition has a body.", r"expected '\{' in function body"),
    SyntaxRule("expected-predicate", "A comparison has a predicate.", r"expected [if]cmp predicate"),
    SyntaxRule("expected-ordering", "An atomic instruction has an ordering.", r"Expected ordering|.*ordering"),
    SyntaxRule(
        "metadata-field",
        "A metadata node has the fields of its kind, each with a value.",
        r"invalid field|missing required field|expected field label|missing 'distinct'|value for '|"
        r"'.*' cannot be|expected (?:un)?signed",
    ),
    SyntaxRule(
        "enumerator",
        "A number with a name has one of the names of its kind.",
        r"invalid DWARF|invalid debug info|expected (?:emission|DWARF|debug info|nameTable|checksum)|"
        r"invalid (?:emission|checksum|nameTable)|"
        r"unknown selection kind|expected binary operation",
    ),
    SyntaxRule(
        "expected-metadata", "Metadata is needed here.", r"[Ee]xpected '!'|expected metadata|expected end of metadata|.*metadata"
    ),
    SyntaxRule(
        "attribute", "An attribute is known, has its value, and is allowed at its place.", r".*attribute|expected one of '"
    ),
    SyntaxRule(
        "linkage", "Linkage, visibility and storage class fit each other.", r".*linkage|.*visibility|.*dso_local|.*dllimport"
    ),
    SyntaxRule("string", "A string has its quotes.", r"expected string|end of file in string|NUL character|Null bytes"),
    SyntaxRule(
        "number", "A number is written as LLVM reads it.", r"expected integer|bad payload|invalid value number|.*too large"
    ),
    SyntaxRule("name", "A name has its sigil.", r"expected function name|expected global|expected .*name"),
    SyntaxRule(
        "use-list",
        "A list of uses names each use once.",
        r".*uselistorder|value (?:has no uses|only has)|wrong number of indexes",
    ),
    SyntaxRule(
        "data-layout", "A data layout has the sizes and alignments that LLVM knows.", r".*layout|.*ABI alignment|[Aa]lignment"
    ),
    SyntaxRule("address-space", "An address space is a number, or a letter of the data layout.", r".*addrspace|.*address space"),
    SyntaxRule("removed-expression", "The version has constant expressions of this kind.", r".*constexprs are no longer"),
    SyntaxRule("nesting", "Brackets are nested to a bound.", r"nested too deeply"),
    SyntaxRule("expected-token", "A mark or a word is missing here.", r"[Ee]xpected|unterminated|.*is missing"),
)
OTHER_RULE: Final = SyntaxRule("other", "The text does not fit the language.", "")


def syntax_rule(message: str) -> SyntaxRule:
    """The rule that a message is about."""
    for rule in SYNTAX_RULES:
        if re.match(rule.pattern, message) is not None:
            return rule
    return OTHER_RULE
