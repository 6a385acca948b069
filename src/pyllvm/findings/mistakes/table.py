"""The kinds of mistakes: the name of each, a summary, and the rule that recognizes it and proposes repairs.

The order counts: the first repair after which the text can be read further is offered. So a row that explains more precisely
comes before a row that only makes the parser content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from pyllvm.findings.mistakes import constants, control_flow, entities, marks, metadata, operands, types, words
from pyllvm.findings.mistakes.text import Text
from pyllvm.findings.mistakes.trial import Repair


class Mistake(NamedTuple):
    """A kind of mistake. `beginnings`: the rule is tried only for errors whose message begins with one of these, if any."""

    name: str
    summary: str
    rule: Callable[[Text], Iterator[Repair]]
    beginnings: tuple[str, ...] = ()


MISTAKES: Final = (
    Mistake("comment", "A comment of another language: LLVM's begin with ';'.", marks.comment),
    Mistake("nested-function", "A function, a declaration or a variable inside of a function.", entities.nested_function),
    Mistake("infix-operator", "An operator between its operands, as in other languages.", operands.infix),
    Mistake(
        "constant-as-instruction", "A constant or another value where an instruction must be.", operands.constant_as_instruction
    ),
    Mistake("nested-instruction", "An instruction as an operand of another one.", operands.nested_instruction),
    Mistake("other-sigil", "@ for a local name, or % for a global name.", operands.other_sigil),
    Mistake("string-without-c", "A string without c before its quotes, or with other quotes.", constants.string_without_c),
    Mistake("wrong-string", "A string with escapes of C, or an array of another length.", constants.wrong_string),
    Mistake("no-initializer", "A variable without a value, or a declaration with one.", entities.no_initializer),
    Mistake("switch", "Cases of a switch with commas, or without types.", control_flow.switch),
    Mistake("trailing-comma", "A comma with nothing behind it.", marks.trailing_comma),
    Mistake("pointer-type", "A pointer with the type that it points to, or a pointer to void.", types.pointer),
    Mistake("foreign-type", "A type with its name in another language.", types.foreign_type),
    Mistake("array-type", "An array or vector type that is not '[N x type]'.", types.array),
    Mistake("number", "A number as other languages write it.", constants.number_of_other_form),
    Mistake("inexact-float", "A decimal number for which the type has no exact value.", constants.inexact_float),
    Mistake("scalar-for-vector", "A single value where a vector must be.", constants.scalar_for_vector),
    Mistake("constant-of-other-type", "A constant that its type does not have.", constants.constant_of_other_type),
    Mistake("elements", "Elements without types, in other brackets, or of another number.", constants.elements_without_types),
    Mistake("wrong-cast", "A conversion that does not fit its types.", types.wrong_cast),
    Mistake("cast-without-to", "A conversion without 'to'.", types.cast_without_to),
    Mistake("operation-for-other-type", "An operation or a comparison for other types.", types.operation_for_other_type),
    Mistake("type-mismatch", "A value of another type than is needed.", types.value_of_other_type, ("'",)),
    Mistake("swapped-store", "The operands of a store in the wrong order.", types.swapped_store),
    Mistake("integer-condition", "A condition that is not i1.", types.integer_condition),
    Mistake("select-types", "A select of values with two types.", types.select_of_other_types),
    Mistake("load-without-type", "A load or getelementptr without the type in memory.", operands.load_without_type),
    Mistake("label", "A label without its colon, or with a sigil.", control_flow.label),
    Mistake("destination", "A destination that is not 'label %name'.", control_flow.destination),
    Mistake("undefined-label", "A branch to a block that does not exist.", control_flow.undefined_label),
    Mistake("phi", "Pairs of a phi that are not '[ value, %block ]'.", control_flow.phi),
    Mistake("invoke", "An invoke without its destinations.", control_flow.invoke),
    Mistake("return", "A ret without its type or value, or of another type.", control_flow.returned),
    Mistake("index-with-type", "An index of extractvalue or insertvalue with a type.", control_flow.other_index),
    Mistake(
        "no-index", "An extractvalue or insertvalue without an index.", control_flow.index_missing, ("expected ',' as start",)
    ),
    Mistake("no-terminator", "A block without a terminator at its end.", control_flow.no_terminator),
    Mistake("call-without-type", "A call without the type of its result, or without 'call'.", operands.call_without_type),
    Mistake("argument-without-type", "Arguments of a call without types.", operands.arguments_without_types),
    Mistake("type-missing", "An operand without its type.", operands.operand_without_type),
    Mistake("type-repeated", "A type before an operand that has it already.", operands.second_type),
    Mistake("no-sigil", "A name without its sigil.", operands.name_without_sigil),
    Mistake("declare-or-define", "A declaration with a body, or a definition without one.", entities.declaration_or_definition),
    Mistake("function-header", "The header of a function as another language writes it.", entities.function_header),
    Mistake("linkage", "Linkage or visibility of another language, or in the wrong place.", entities.linkage),
    Mistake("no-global-word", "A variable without 'global' or 'constant', or with another sigil.", entities.no_global_word),
    Mistake("type-definition", "A type that is not defined with '%name = type'.", entities.type_definition),
    Mistake("struct-semicolons", "Semicolons between the fields of a structure.", entities.struct_semicolons),
    Mistake("alias", "An alias of nothing, or without its type.", entities.alias),
    Mistake("module-property", "A property of the module without quotes, '=' or 'target'.", entities.module_property),
    Mistake("undefined-type", "A type that nothing defines.", entities.undefined_type),
    Mistake("metadata-mark", "Metadata without its '!'.", metadata.exclamation_mark),
    Mistake("named-metadata", "Named metadata with values in place of references.", metadata.operand_of_named),
    Mistake("metadata-node", "A metadata node with a misspelled name.", metadata.node_name),
    Mistake("metadata-field", "A field of a metadata node: its name, its value, or none.", metadata.field),
    Mistake("enumerator", "A misspelled name of a number or a flag.", words.enumerator),
    Mistake("alignment", "An alignment that is not 'align N'.", words.alignment),
    Mistake("misplaced-word", "A flag in the wrong place, or of another operation.", marks.removed_word),
    Mistake("keyword-in-capitals", "A word of the language with capital letters.", words.opcode_of_other_case),
    Mistake("split-word", "One word as two, or with a dash.", words.split_keyword),
    Mistake("keyword", "A misspelled word of the language.", words.keyword),
    Mistake("no-equals", "A result without '=', or with another sign.", marks.missing_equals),
    Mistake("type-before-result", "A type before the name of a result.", marks.type_before_result),
    Mistake("bracket", "A bracket that is not closed.", marks.missing_bracket),
    Mistake("no-comma", "A comma that is missing.", marks.missing_comma),
    Mistake("void-result", "A name for the result of a call that has none.", marks.void_result),
    Mistake("attribute-place", "An attribute of functions at a parameter, or the other way round.", entities.attribute_place),
    Mistake("no-operand", "An instruction without its operands.", operands.no_operand),
    Mistake("no-ordering", "An atomic instruction without its ordering.", words.no_ordering),
    Mistake("index-too-large", "An index behind the last element.", control_flow.index_too_large),
    Mistake(
        "address-not-pointer", "A load, store or getelementptr of something that is not a pointer.", operands.address_not_pointer
    ),
    Mistake("redefinition", "A name that is defined twice.", entities.redefinition),
    Mistake("undeclared", "A function or a variable that nothing declares.", entities.undeclared),
    Mistake("undefined-metadata", "Metadata that nothing defines.", metadata.undefined),
    Mistake("numbering", "A number that does not continue the sequence.", entities.numbering),
    Mistake("not-closed", "A function without its closing brace.", entities.not_closed),
    Mistake("empty-body", "A body without instructions.", entities.empty_body),
    Mistake("other-language", "A statement of another language.", entities.other_language),
    Mistake("unquoted", "A string without its quotes.", marks.unquoted),
    Mistake("attribute-commas", "Commas between the attributes of a group.", marks.comma_between_attributes),
    Mistake("third-operand", "An operand too many.", marks.third_operand),
    Mistake("call-without-parentheses", "A call without parentheses.", operands.call_without_parentheses),
    Mistake("extra-bracket", "A bracket that closes nothing.", marks.extra_bracket),
)


CERTAIN: Final = frozenset(
    (
        "comment",
        "other-sigil",
        "string-without-c",
        "pointer-type",
        "foreign-type",
        "array-type",
        "number",
        "enumerator",
        "keyword",
    )
)
"""The rows that recognize a mistake by the word alone, so that it is right even if there is another error further in the line."""


class Found(NamedTuple):
    """The mistake that explains an error, and the repair."""

    mistake: Mistake
    repair: Repair


def find_mistake(t: Text, accepts: Callable[[Repair], bool], names: frozenset[str] = frozenset()) -> Found | None:
    """The mistake that explains an error, whose repair is accepted; a repair without edits only if no other is.

    With `names`, only these rows are tried.
    """
    sentence: Found | None = None
    for mistake in MISTAKES:
        if (names and mistake.name not in names) or (mistake.beginnings and not t.message.startswith(mistake.beginnings)):
            continue
        for repair in _repairs(mistake, t):
            if not repair.edits:
                sentence = sentence or Found(mistake, repair)
            elif accepts(repair):
                return Found(mistake, repair)
    return sentence


def _repairs(mistake: Mistake, t: Text) -> Iterator[Repair]:
    """The repairs of a rule.

    A faulty text may end where a rule expects a word, or have a number that is too long: the rule then has nothing to say.
    """
    try:
        yield from mistake.rule(t)
    except (IndexError, ValueError, OverflowError):
        return
