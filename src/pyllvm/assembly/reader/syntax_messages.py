"""LLVM's message for a syntax error, chosen by the items of the parser's state: what was being read, and what could follow.

A message is plain text, or has marks for facts known only at run time (`Driver` interprets them). A leading `<` places the error
at the symbol before the unexpected token (`<<`: at the one before that). ALTERNATIVE precedes the text for an empty last symbol
(ALTERNATIVE_BEFORE: for an empty symbol before it). SINCE, a version, SINCE precede the text for older versions.
"""

from __future__ import annotations

from typing import Final

Item = tuple[str, str, tuple[str, ...], int]
"""A rule with a position in it: the rule's name, its action or "", its symbols, the number of symbols that have been read."""

ALTERNATIVE: Final = "\0"
ALTERNATIVE_BEFORE: Final = "\3"
SINCE: Final = "\1"
WORDS: Final = "\2"
"""The whole message if the words of an attribute are wrong: AttributeWords finds the real one."""
LENGTH: Final = "\4"
"""The whole message behind `riscv_vls_cc`: where LLVM finds no parenthesis, it consumes what is there."""
TYPE_AFTER_NAME: Final = "expected 'type' after name"
INSTRUCTIONS: Final = "expected instruction opcode"

BUNDLE_EMPTY: Final = "<operand bundle set must not be empty"
_TYPE: Final = "expected type"
_VALUE: Final = "expected value token"
_PAD_ARGUMENTS: Final = f"expected ',' in argument list{ALTERNATIVE}{_TYPE}"
_INDEXES: Final = "expected non-empty list of uselistorder indexes"
_TOP_LEVEL: Final = "expected top-level entity"
_ASM_PROPERTY: Final = "expected property name followed by ':'"

# Indexed by the next symbol.
_BY_SYMBOL: Final[dict[str, str]] = {
    **dict.fromkeys(
        (
            "type",
            "result_type",
            "typed_value",
            "typed_value_list",
            "type_list",
            "type_element",
            "parameter",
            "argument",
            "aliasee",
            "gep_operands",
            "gep_operand",
            "bundle_operand",
            "switch_case",
            "unwind_target",
        ),
        _TYPE,
    ),
    "value": _VALUE,
    **dict.fromkeys(("INTEGER", "integers"), "expected integer"),
    **dict.fromkeys(("STRING", "module_asm_lines", "bundle"), "expected string constant"),
    "operation": INSTRUCTIONS,
    "metadata": "expected '!' here",
    **dict.fromkeys(("metadata_value", "metadata_operand", "metadata_operand_list", "field_value"), "expected metadata operand"),
    "metadata_node": "Expected '!' here",
    "node_item": "expected field label here",
    "ORDERING": "Expected ordering on atomic instruction",
    "atomic_operation": "expected binary operation in atomicrmw",
    "incoming": "expected '[' in phi value list",
    "bundle_list": BUNDLE_EMPTY,
    "indices": "expected ',' as start of index list",
    **dict.fromkeys(("LPAR", "range", "ranges"), "expected '('"),
    "RPAR": "expected ')'",
    "COMMA": "expected ','",
    "global_property": "unknown global variable property!",
    "function_name": "expected function name",
}

# Indexed by the rule's action, or its name, or both, or one of those and its first symbol; then by the number of symbols read.
_BY_PLACE: Final[dict[str, dict[int, str]]] = {
    # the module's level
    "source_filename": {1: "expected '=' after source_filename"},
    "target_triple": {1: "unknown target property", 2: "expected '=' after target triple"},
    "target_datalayout": {1: "unknown target property", 2: "expected '=' after target datalayout"},
    "deplibs": {1: "expected '=' after deplibs", 2: "expected '=' after deplibs", 4: "expected ']' at end of list"},
    "module_asm": {1: "expected 'module asm'"},
    "module_asm_properties": {3: _ASM_PROPERTY, 4: "expected ',' or ')'"},
    "append_second.module_asm_properties": {2: _ASM_PROPERTY},
    "type_definition": {1: "expected '=' after name", 2: TYPE_AFTER_NAME},
    "global_name": {1: "expected '=' in global variable"},
    "global_id": {1: "expected '=' after name"},
    "comdat_definition": {1: "expected '=' here", 2: "expected comdat type", 3: "unknown selection kind"},
    "declared_variable": {3: "expected 'global' or 'constant'"},
    "defined_variable": {3: "expected 'global' or 'constant'"},
    "alias": {3: "expected comma after alias or ifunc's type"},
    "global_property.property_section": {1: "expected global section string"},
    "global_property.property_partition": {1: "expected partition string"},
    "property_preferred_alignment": {1: "expected '('", 3: "expected ')'"},
    "property_code_model": {1: "expected global code model string"},
    "property_comdat_name": {2: "expected comdat variable", 3: "expected ')' after comdat var"},
    "attachment": {1: "expected metadata after comma"},
    "attribute_group": {
        1: "expected attribute group id",
        2: "expected '=' here",
        3: "expected '{' here",
        5: "unterminated attribute group",
    },
    "thread_local_model": {2: "expected localdynamic, initialexec or localexec", 3: "expected ')' after thread local model"},
    "address_space": {
        1: "expected '(' in address space",
        2: f"expected integer or string constant{SINCE}16{SINCE}expected integer",
        3: "expected ')' in address space",
    },
    "address_space_name": {3: "expected ')' in address space"},
    "function_header": {
        8: "expected '(' in function argument list",
        10: f"expected ')' at end of argument list{ALTERNATIVE}{_TYPE}",
    },
    "calling_convention_argument": {1: LENGTH},
    "function_start": {3: "expected '{' in function body"},
    "function_definition": {2: INSTRUCTIONS},
    "uselistorder": {2: "expected comma in uselistorder directive", 3: "expected '{' here", 4: _INDEXES, 5: "expected '}' here"},
    "uselistorder_bb": {
        2: "expected comma in uselistorder_bb directive",
        4: "expected comma in uselistorder_bb directive",
        5: "expected '{' here",
        6: _INDEXES,
        7: "expected '}' here",
    },
    # attributes
    "integer_attribute.ALIGN": {1: "expected integer", 3: "<<expected ')'"},
    "property_align_parenthesized": {3: "<<expected ')'"},
    "integer_attribute": {1: "expected '('", 3: "expected ')'"},
    "words_attribute": {3: WORDS},
    # types
    "structure_type": {2: "expected '}' at end of struct"},
    "packed_structure_type": {3: "expected '}' at end of struct", 4: "expected '>' at end of packed struct"},
    "empty_packed_structure_type": {3: "expected '>' at end of packed struct"},
    **{
        name: {1: "expected number in address space", 2: "expected 'x' after element count", 4: "expected end of sequential type"}
        for name in ("array_type", "vector_type")
    },
    "scalable_vector_type": {
        2: "expected 'x' after vscale",
        3: "expected number in address space",
        4: "expected 'x' after element count",
        6: "expected end of sequential type",
    },
    "target_type": {1: "expected '(' in target extension type", 4: "expected ')' in target extension type"},
    "function_type": {3: f"expected ')' at end of argument list{ALTERNATIVE}{_TYPE}"},
    "void_function_type": {
        1: "<void type only allowed for function results",
        3: f"expected ')' at end of argument list{ALTERNATIVE}{_TYPE}",
    },
    "pointer_type_in": {2: "expected '*' in address space"},
    # constants
    "string_constant": {1: "expected string"},
    "structure_constant": {2: "expected end of struct constant"},
    "empty_structure_constant": {1: _TYPE},
    "packed_structure_constant": {3: "expected end of packed struct", 4: "expected end of constant"},
    "empty_packed_structure_constant": {2: _TYPE, 3: "expected end of constant"},
    "array_constant": {2: f"expected end of array constant{ALTERNATIVE}{_TYPE}"},
    "vector_constant": {2: f"expected end of constant{ALTERNATIVE}{_TYPE}"},
    "splat_constant": {1: "expected '(' after vector splat", 3: "expected ')' at end of vector splat"},
    "blockaddress_constant": {
        1: "expected '(' in block address expression",
        3: "expected comma in block address expression",
        5: "expected ')' in block address expression",
    },
    "ptrauth_constant": {1: "expected '(' in constant ptrauth expression", 3: "expected ')' in constant ptrauth expression"},
    "inline_asm": {3: "expected comma in inline asm expression", 4: "expected constraint string"},
    "constant_expression": dict.fromkeys((1, 2), "expected '(' in constantexpr")
    | dict.fromkeys(range(3, 9), "expected ')' in constantexpr"),
    "binary_expression": {
        2: "expected '(' in binary constantexpr",
        4: "expected comma in binary constantexpr",
        6: "expected ')' in binary constantexpr",
    },
    **{
        f"binary_expression.{first}": {
            2: f"expected '(' in binary constantexpr{SINCE}18{SINCE}expected '(' in logical constantexpr",
            4: f"expected comma in binary constantexpr{SINCE}18{SINCE}expected comma in logical constantexpr",
            6: f"expected ')' in binary constantexpr{SINCE}18{SINCE}expected ')' in logical constantexpr",
        }
        for first in ("OR", "LOGICAL_OPERATOR")
    },
    "unary_expression": {2: "expected '(' in unary constantexpr", 4: "expected ')' in unary constantexpr"},
    "cast_expression": {
        2: "expected '(' after constantexpr cast",
        4: "expected 'to' in constantexpr cast",
        6: "expected ')' at end of constantexpr cast",
    },
    "compare_expression.ICMP": {2: "expected icmp predicate (e.g. 'eq')"},
    "compare_expression.FCMP": {2: "expected fcmp predicate (e.g. 'oeq')"},
    "compare_expression": {
        3: "expected '(' in compare constantexpr",
        5: "expected comma in compare constantexpr",
        7: "expected ')' in compare constantexpr",
    },
    "getelementptr_expression": {4: "expected comma after getelementptr's type"},
    "extractvalue_expression": {1: "expected '(' in extractvalue constantexpr", 4: "expected ')' in extractvalue constantexpr"},
    "insertvalue_expression": {
        1: "expected '(' in insertvalue constantexpr",
        3: "expected comma in insertvalue constantexpr",
        6: "expected ')' in insertvalue constantexpr",
    },
    "list_of_second.indices": {1: "expected index"},
    # instructions
    "instruction.LOCAL_VAR": {1: "expected '=' after instruction name"},
    "instruction.LOCAL_ID": {1: "expected '=' after instruction id"},
    "conditional_branch": {4: "expected ',' after true destination"},
    "switch": {2: "expected ',' after switch condition", 4: "expected '[' with switch table", 6: _TYPE},
    "switch_case": {1: "expected ',' after case value"},
    "indirectbr": {
        2: "expected ',' after indirectbr address",
        3: "expected '[' with indirectbr",
        5: f"expected ']' at end of block list{ALTERNATIVE}{_TYPE}",
    },
    "invoke": {
        6: "expected '(' in call",
        8: f"expected ',' in argument list{ALTERNATIVE}{_TYPE}",
        11: "expected 'to' in invoke",
        13: "expected 'unwind' in invoke",
    },
    "callbr": {
        6: "expected '(' in call",
        8: f"expected ',' in argument list{ALTERNATIVE}{_TYPE}",
        11: "expected 'to' in callbr",
        13: "expected '[' in callbr",
        15: f"expected ']' at end of block list{ALTERNATIVE}{_TYPE}",
    },
    "call.call": {7: "expected '(' in call", 9: f"expected ',' in argument list{ALTERNATIVE}{_TYPE}"},
    "tail_call": {
        1: "expected 'tail call', 'musttail call', or 'notail call'",
        8: "expected '(' in call",
        10: f"expected ',' in argument list{ALTERNATIVE}{_TYPE}",
    },
    "bundles": {2: "expected ',' in input list"},
    "bundle": {1: "expected '(' in operand bundle", 3: f"expected ',' in input list{ALTERNATIVE}{_TYPE}"},
    "catchswitch": {
        1: "expected 'within' after catchswitch",
        2: "expected scope value for catchswitch",
        3: "expected '[' with catchswitch labels",
        5: "expected ']' after catchswitch labels",
        6: "expected 'unwind' after catchswitch scope",
    },
    **{
        word: {
            1: f"expected 'within' after {word}",
            2: f"expected scope value for {word}",
            3: "expected '[' in catchpad/cleanuppad",
            5: _PAD_ARGUMENTS,
        }
        for word in ("catchpad", "cleanuppad")
    },
    "catchret": {1: "expected 'from' after catchret", 3: "expected 'to' in catchret"},
    "cleanupret": {1: "expected 'from' after cleanupret", 3: "expected 'unwind' in cleanupret"},
    "unwind_to_caller": {1: "expected 'caller' in cleanupret"},
    "binary": {4: "expected ',' in arithmetic operation"},
    **{f"binary.{first}": {4: "expected ',' in logical operation"} for first in ("OR", "LOGICAL_OPERATOR")},
    "compare.ICMP": {2: "expected icmp predicate (e.g. 'eq')"},
    "compare.FCMP": {2: "expected fcmp predicate (e.g. 'oeq')"},
    "compare": {5: "expected ',' after compare value"},
    "cast": {3: "expected 'to' after cast value"},
    "select": {3: "expected ',' after select condition", 5: "expected ',' after select value"},
    "bitextract": {2: "expected ',' after bitextract type", 4: "expected ',' after bitextract source value"},
    "bitinsert": {2: "expected ',' after bitinsert source value", 4: "expected ',' after bitinsert insert value"},
    "va_arg": {2: "expected ',' after vaarg operand"},
    "extractelement": {2: "expected ',' after extract value"},
    "insertelement": {2: "expected ',' after insertelement value", 4: "expected ',' after insertelement value"},
    "shufflevector": {2: "expected ',' after shuffle mask", 4: "expected ',' after shuffle value"},
    "insertvalue": {2: "expected comma after insertvalue operand"},
    "incoming": {
        0: "expected '[' in phi value list",
        2: "expected ',' after insertelement value",
        4: "expected ']' in phi value list",
    },
    "alloca_of_many": {4: _TYPE, 6: INSTRUCTIONS},
    "append_second.aligned_place": {2: "expected metadata or 'addrspace'"},
    "load": {4: "expected comma after load's type"},
    "alignment": {1: "expected metadata or 'align'"},
    "last_alignment": {2: "expected metadata or 'align'"},
    "store": {4: "expected ',' after store operand"},
    "cmpxchg": {4: "expected ',' after cmpxchg address", 6: "expected ',' after cmpxchg cmp operand"},
    "atomicrmw": {5: "expected ',' after atomicrmw address"},
    "getelementptr": {3: "expected comma after getelementptr's type"},
    "syncscope": {1: "Expected '(' in syncscope", 2: "Expected synchronization scope name", 3: "Expected ')' in syncscope"},
    "add_inrange": {2: "expected '('", 3: "expected integer", 4: "expected ','", 5: "expected integer", 6: "expected ')'"},
    # metadata and summaries
    "metadata_definition": {1: "expected '=' here"},
    "named_metadata": {
        2: "Expected '!' here",
        3: "Expected '{' here",
        5: f"expected end of metadata node{ALTERNATIVE}Expected '!' here",
    },
    "metadata_tuple": {1: "expected '{' here", 3: f"expected end of metadata node{ALTERNATIVE}expected metadata operand"},
    "specialized_node": {1: "expected '(' here", 3: f"expected ')' here{ALTERNATIVE}expected field label here"},
    "debug_record": {1: "Expected '(' here", 3: "Expected ',' here"},
    "field_list": {2: "expected end of metadata node"},
    "empty_field_list": {1: "expected metadata operand"},
    "summary_entry": {1: "expected '=' here", 2: "unexpected summary kind", 3: "expected '(' here", 5: "expected ')' here"},
    "first.summary_label": {1: "expected ':' here"},
    "summary_tuple": {2: "expected ')' here"},
    "summary_list": {2: "expected ']' here"},
}


def syntax_message(kernel: list[Item], closure: list[Item]) -> str:
    """The message for an error in the state with these items."""
    if not kernel or kernel[0][0].startswith("$"):
        return _TOP_LEVEL
    found = ""
    for item in sorted(kernel, key=_goes_on):
        name, action, symbols, read = item
        if name == "module" or name == "entities":
            return _TOP_LEVEL
        if read >= len(symbols):
            continue
        found = _at(name, action, symbols, read)
        if found:
            return found
    return "expected top-level entity"


def _goes_on(item: Item) -> bool:
    """Whether the item is a list, or a type, that could continue: the items around it are more specific."""
    name, _, symbols, read = item
    return read == 1 and (symbols[0] == name or (name == "pointable_type" and symbols[0] == "type"))


def _at(name: str, action: str, symbols: tuple[str, ...], read: int) -> str:
    first = symbols[0]
    by_symbol = _BY_SYMBOL.get(symbols[read], "")
    for key in (f"{action}.{first}", f"{action}.{name}", f"{name}.{action}", f"{name}.{first}", action, name):
        if key == name and name != action and by_symbol and symbols[read].islower():
            break
        places = _BY_PLACE.get(key)
        if places is not None and read in places:
            return places[read]
    return by_symbol


def message_for_token(message: str, token: str) -> str:
    """The message, adapted to `token`, the kind of the unexpected token."""
    if message == INSTRUCTIONS and token == "$END":
        return "found end of file when expecting more instructions"
    if message == "expected metadata operand" and token == "METADATA":
        return "invalid metadata-value-metadata roundtrip"
    if message == _TYPE and token == "VOID":
        return "void type only allowed for function results"
    if message == _INDEXES and token != "RBRACE":
        return "expected integer"
    if message == "Expected '!' here" and token in _TYPE_TOKENS:
        return "unexpected type in metadata definition"
    return message


_TYPE_TOKENS: Final = ("METADATA", "INTEGER_TYPE", "TYPE_NAME", "VOID", "LABEL", "PTR")
