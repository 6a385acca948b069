"""What LLVM calls a syntax error, by the items of the parser's state: what was being read, and what could have come next.

The messages are found when the tables are built. A message with a bar is two: the second one is for the end of the file.
"""

from __future__ import annotations

from typing import Final

Item = tuple[str, str, tuple[str, ...], int]
"""A rule with a place in it: the rule's name, its action or "", its symbols, how many of them have been read."""

# By the action (or, without one, the name) of a rule and the number of its symbols that have been read.
_BY_PLACE: Final[dict[tuple[str, int], str]] = {
    ("entities", 1): "expected top-level entity",
    ("source_filename", 1): "expected '=' after source_filename",
    ("target_triple", 1): "unknown target property",
    ("target_triple", 2): "expected '=' after target triple",
    ("target_datalayout", 2): "expected '=' after target datalayout",
    ("deplibs", 1): "expected '=' after deplibs",
    ("module_asm", 1): "expected 'module asm'",
    ("thread_local_model", 3): "expected ')' after thread local model",
    ("thread_local_model", 2): "expected localdynamic, initialexec or localexec",
    ("address_space", 1): "expected '(' in address space",
    ("address_space", 2): "expected integer or string constant",
    ("address_space", 3): "expected ')' in address space",
    ("type_definition", 1): "expected '=' after name",
    ("type_definition", 2): "expected 'type' after name",
    ("global_name", 1): "expected '=' in global variable",
    ("global_id", 1): "expected '=' after name",
    ("declared_variable", 3): "expected 'global' or 'constant'",
    ("defined_variable", 3): "expected 'global' or 'constant'",
    ("property_section", 1): "expected global section string",
    ("property_partition", 1): "expected partition string",
    ("property_code_model", 1): "expected global code model string",
    ("property_comdat_name", 2): "expected comdat variable",
    ("property_comdat_name", 3): "expected ')' after comdat var",
    ("alias", 3): "expected comma after alias or ifunc's type",
    ("function_start", 3): "expected '{' in function body",
    ("function_header", 7): "expected function name",
    ("function_header", 8): "expected '(' in function argument list",
    ("function_header", 10): "expected ')' at end of argument list",
    ("function_type", 3): "expected ')' at end of argument list",
    ("void_function_type", 3): "expected ')' at end of argument list",
    ("function_definition", 2): "expected instruction opcode|found end of file when expecting more instructions",
    ("comdat_definition", 1): "expected '=' here",
    ("comdat_definition", 2): "expected comdat keyword",
    ("comdat_definition", 3): "expected comdat type",
    ("attribute_group", 1): "expected attribute group id",
    ("attribute_group", 2): "expected '=' here",
    ("attribute_group", 3): "expected '{' here",
    ("attribute_group", 5): "unterminated attribute group",
    ("array_type", 1): "expected number in address space",
    ("array_type", 2): "expected 'x' after element count",
    ("array_type", 4): "expected end of sequential type",
    ("vector_type", 1): "expected number in address space",
    ("vector_type", 2): "expected 'x' after element count",
    ("vector_type", 4): "expected end of sequential type",
    ("scalable_vector_type", 2): "expected 'x' after vscale",
    ("scalable_vector_type", 3): "expected number in address space",
    ("scalable_vector_type", 4): "expected 'x' after element count",
    ("scalable_vector_type", 6): "expected end of sequential type",
    ("structure_type", 2): "expected '}' at end of struct",
    ("packed_structure_type", 3): "expected '}' at end of struct",
    ("packed_structure_type", 4): "expected '>' at end of packed struct",
    ("pointer_type_in", 2): "expected '*' in address space",
    ("target_type", 1): "expected '(' in target extension type",
    ("target_type", 4): "expected ')' in target extension type",
    ("string_constant", 1): "expected string",
    ("structure_constant", 2): "expected end of struct constant",
    ("packed_structure_constant", 3): "expected end of packed struct",
    ("packed_structure_constant", 4): "expected end of constant",
    ("array_constant", 2): "expected end of array constant",
    ("vector_constant", 2): "expected end of constant",
    ("splat_constant", 1): "expected '(' after vector splat",
    ("splat_constant", 3): "expected ')' at end of vector splat",
    ("blockaddress_constant", 1): "expected '(' in block address expression",
    ("blockaddress_constant", 3): "expected comma in block address expression",
    ("blockaddress_constant", 5): "expected ')' in block address expression",
    ("ptrauth_constant", 1): "expected '(' in constant ptrauth expression",
    ("ptrauth_constant", 3): "expected ')' in constant ptrauth expression",
    ("inline_asm", 3): "expected comma in inline asm expression",
    ("inline_asm", 4): "expected constraint string",
    ("binary_expression", 2): "expected '(' in binary constantexpr",
    ("binary_expression", 4): "expected comma in binary constantexpr",
    ("binary_expression", 6): "expected ')' in binary constantexpr",
    ("cast_expression", 2): "expected '(' after constantexpr cast",
    ("cast_expression", 4): "expected 'to' in constantexpr cast",
    ("cast_expression", 6): "expected ')' at end of constantexpr cast",
    ("compare_expression", 3): "expected '(' in compare constantexpr",
    ("compare_expression", 5): "expected comma in compare constantexpr",
    ("compare_expression", 7): "expected ')' in compare constantexpr",
    ("getelementptr_expression", 2): "expected '(' in constantexpr",
    ("getelementptr_expression", 4): "expected comma after getelementptr's type",
    ("getelementptr_expression", 6): "expected ')' in constantexpr",
    ("add_inrange", 2): "expected '('",
    ("add_inrange", 4): "expected ','",
    ("add_inrange", 6): "expected ')'",
    ("named_instruction", 1): "expected '=' after instruction name",
    ("named_instruction", 2): "expected instruction opcode|found end of file when expecting more instructions",
    ("numbered_instruction", 1): "expected '=' after instruction id",
    ("numbered_instruction", 2): "expected instruction opcode|found end of file when expecting more instructions",
    ("conditional_branch", 2): "expected ',' after branch condition",
    ("conditional_branch", 4): "expected ',' after true destination",
    ("switch", 2): "expected ',' after switch condition",
    ("switch", 4): "expected '[' with switch table",
    ("pair", 1): "expected ',' after case value",
    ("indirectbr", 2): "expected ',' after indirectbr address",
    ("indirectbr", 3): "expected '[' with indirectbr",
    ("indirectbr", 5): "expected ']' at end of block list",
    ("invoke", 6): "expected '(' in call",
    ("invoke", 8): "expected ',' in argument list",
    ("invoke", 11): "expected 'to' in invoke",
    ("invoke", 13): "expected 'unwind' in invoke",
    ("callbr", 6): "expected '(' in call",
    ("callbr", 8): "expected ',' in argument list",
    ("callbr", 11): "expected 'to' in callbr",
    ("callbr", 13): "expected '[' in callbr",
    ("callbr", 15): "expected ']' at end of block list",
    ("catchswitch", 1): "expected 'within' after catchswitch",
    ("catchswitch", 2): "expected scope value for catchswitch",
    ("catchswitch", 3): "expected '[' with catchswitch labels",
    ("catchswitch", 5): "expected ']' after catchswitch labels",
    ("catchswitch", 6): "expected 'unwind' after catchswitch scope",
    ("catchret", 1): "expected 'from' after catchret",
    ("catchret", 3): "expected 'to' in catchret",
    ("cleanupret", 1): "expected 'from' after cleanupret",
    ("cleanupret", 3): "expected 'unwind' in cleanupret",
    ("unwind_to_caller", 1): "expected 'caller' in cleanupret",
    ("load", 4): "expected comma after load's type",
    ("store", 4): "expected ',' after store operand",
    ("cmpxchg", 4): "expected ',' after cmpxchg address",
    ("cmpxchg", 6): "expected ',' after cmpxchg cmp operand",
    ("atomicrmw", 2): "expected binary operation in atomicrmw",
    ("atomicrmw", 4): "expected ',' after atomicrmw address",
    ("getelementptr", 3): "expected comma after getelementptr's type",
    ("alignment", 1): "expected metadata or 'align'",
    ("syncscope", 1): "Expected '(' in syncscope",
    ("syncscope", 2): "Expected synchronization scope name",
    ("syncscope", 3): "Expected ')' in syncscope",
    ("cast", 3): "expected 'to' after cast value",
    ("extractelement", 2): "expected ',' after extract value",
    ("insertelement", 2): "expected ',' after insertelement value",
    ("insertelement", 4): "expected ',' after insertelement value",
    ("shufflevector", 2): "expected ',' after shuffle mask",
    ("shufflevector", 4): "expected ',' after shuffle value",
    ("extractvalue", 2): "expected ',' as start of index list",
    ("insertvalue", 2): "expected comma after insertvalue operand",
    ("insertvalue", 4): "expected ',' as start of index list",
    ("list_of_second", 1): "expected index",
    ("call", 7): "expected '(' in call",
    ("call", 9): "expected ',' in argument list",
    ("tail_call", 1): "expected 'tail call', 'musttail call', or 'notail call'",
    ("tail_call", 8): "expected '(' in call",
    ("tail_call", 10): "expected ',' in argument list",
    ("bundles", 2): "expected ',' in input list",
    ("bundle", 1): "expected '(' in operand bundle",
    ("bundle", 3): "expected ',' in input list",
    ("select", 3): "expected ',' after select condition",
    ("select", 5): "expected ',' after select value",
    ("va_arg", 2): "expected ',' after vaarg operand",
    ("incoming", 0): "expected '[' in phi value list",
    ("incoming", 2): "expected ',' after insertelement value",
    ("incoming", 4): "expected ']' in phi value list",
    ("catchpad", 1): "expected 'within' after catchpad",
    ("catchpad", 2): "expected scope value for catchpad",
    ("catchpad", 3): "expected '[' in catchpad/cleanuppad",
    ("catchpad", 5): "expected ',' in argument list",
    ("cleanuppad", 1): "expected 'within' after cleanuppad",
    ("cleanuppad", 2): "expected scope value for cleanuppad",
    ("cleanuppad", 3): "expected '[' in catchpad/cleanuppad",
    ("cleanuppad", 5): "expected ',' in argument list",
    ("metadata_definition", 1): "expected '=' here",
    ("metadata_definition", 2): "Expected '!' here",
    ("distinct_metadata_definition", 3): "Expected '!' here",
    ("named_metadata", 1): "expected '=' here",
    ("named_metadata", 2): "Expected '!' here",
    ("named_metadata", 3): "Expected '{' here",
    ("named_metadata", 5): "expected end of metadata node",
    ("metadata_tuple", 1): "expected '{' here",
    ("metadata_tuple", 3): "expected end of metadata node",
    ("field_list", 2): "expected end of metadata node",
    ("specialized_node", 1): "expected '(' here",
    ("specialized_node", 3): "expected ')' here",
    ("attachment", 1): "expected metadata after comma",
    ("attachment", 2): "expected '!' here",
    ("append_bare_attachment", 2): "expected '!' here",
    ("debug_record", 1): "Expected '(' here",
    ("debug_record", 3): "Expected ',' here",
    ("uselistorder", 2): "expected comma in uselistorder directive",
    ("uselistorder", 3): "expected '{' here",
    ("uselistorder", 5): "expected '}' here",
    ("uselistorder_bb", 2): "expected comma in uselistorder_bb directive",
    ("uselistorder_bb", 4): "expected comma in uselistorder_bb directive",
    ("uselistorder_bb", 5): "expected '{' here",
    ("uselistorder_bb", 7): "expected '}' here",
    ("summary_entry", 1): "expected '=' here",
    ("summary_entry", 2): "unexpected summary kind",
    ("summary_entry", 3): "expected '(' here",
    ("summary_entry", 5): "expected ')' here",
    ("summary_tuple", 2): "expected ')' here",
    ("summary_list", 2): "expected ']' here",
}

# By the symbol that must come next, the first that applies.
_BY_NEXT: Final[tuple[tuple[str, str], ...]] = (
    ("global_property", "unknown global variable property!"),
    ("result_type", "expected type"),
    ("type", "expected type"),
    ("type_list", "expected type"),
    ("typed_value", "expected type"),
    ("typed_value_list", "expected type"),
    ("aliasee", "expected type"),
    ("parameter", "expected type"),
    ("argument", "expected type"),
    ("alloca_property", "expected type"),
    ("gep_operand", "expected type"),
    ("pointable_type", "expected type"),
    ("value", "expected value token"),
    ("metadata_value", "expected metadata operand"),
    ("metadata_operand", "expected metadata operand"),
    ("metadata_operand_list", "expected metadata operand"),
    ("metadata_node", "expected '!' here"),
    ("metadata", "expected '!' here"),
    ("node_item", "expected field label here"),
    ("field_value", "expected metadata operand"),
    ("bundle_operand", "expected type"),
    ("incoming", "expected '[' in phi value list"),
    ("switch_case", "expected type"),
    ("attribute_word", "expected ')'"),
    ("ORDERING", "Expected ordering on atomic instruction"),
    ("INTEGER", "expected integer"),
    ("STRING", "expected string constant"),
    ("LPAR", "expected '('"),
    ("RPAR", "expected ')'"),
    ("COMMA", "expected ','"),
    ("EQUAL", "expected '=' here"),
    ("LBRACE", "expected '{' here"),
    ("RBRACE", "expected '}' here"),
)

_LOGICAL: Final = ("LOGICAL_OPERATOR", "OR")


def syntax_message(kernel: list[Item], closure: list[Item]) -> str:
    """The message for an error in the state with these items."""
    for rule, action, symbols, read in kernel:
        name = action or rule
        if name == "binary" and read == 4:
            if symbols[0] in _LOGICAL:
                return "expected ',' in logical operation"
            return "expected ',' in arithmetic operation"
        if name in ("compare", "compare_expression"):
            if read == 2:
                example = "fcmp predicate (e.g. 'oeq')" if symbols[0] == "FCMP" else "icmp predicate (e.g. 'eq')"
                return f"expected {example}"
            if read == 5 and name == "compare":
                return "expected ',' after compare value"
        if read == len(symbols):
            continue
        found = _BY_PLACE.get((name, read))
        if found is not None:
            return found
    following = {symbols[read] for _, _, symbols, read in kernel if read < len(symbols)}
    for symbol, message in _BY_NEXT:
        if symbol in following:
            return message
    following = {symbols[read] for _, _, symbols, read in closure if read < len(symbols)}
    for symbol, message in _BY_NEXT:
        if symbol in following:
            return message
    return "expected top-level entity"


def message_for_token(message: str, token: str) -> str:
    """The message, where it depends on the token that was found instead: the name of its kind."""
    first, bar, at_end = message.partition("|")
    if bar and token == "$END":
        return at_end
    if first == "expected type":
        if token == "VOID":
            return "void type only allowed for function results"
    elif first == "Expected '!' here" and token in _TYPE_TOKENS:
        return "unexpected type in metadata definition"
    return first


_TYPE_TOKENS: Final = ("METADATA", "INTEGER_TYPE", "TYPE_NAME", "VOID", "LABEL", "PTR")
