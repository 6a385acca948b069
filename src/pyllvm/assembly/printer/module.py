"""Prints modules and all parts of IR as LLVM of the module's version does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, final

from pyllvm.assembly.printer.instructions import InstructionPrinter
from pyllvm.assembly.printer.memory import alignment_text
from pyllvm.assembly.printer.operands import OperandPrinter
from pyllvm.assembly.printer.slots import LATE_TYPES, SlotTracker
from pyllvm.assembly.printer.types import TypePrinter
from pyllvm.ir.constants import ConstantExpr
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import DIExpression, MDString, MetadataAsValue, NamedMDNode, SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.type_finder import structs_in
from pyllvm.ir.types import VOID, StructType
from pyllvm.ir.use_list_order import UseListOrder, counted_uses
from pyllvm.ir.value import Value
from pyllvm.progress import PRINTED, function_done
from pyllvm.schema.text import escape, metadata_name_text, name_text
from pyllvm.tables import calling_conventions
from pyllvm.tables.features import ASM_PROPERTIES_SINCE, CODE_MODELS_SINCE, FUNCTION_ADDRESS_SPACES_SINCE, IFUNC_METADATA_SINCE
from pyllvm.tables.intrinsic_names import DECLARE_INTRINSIC, VALUE_INTRINSIC
from pyllvm.tables.keywords import SANITIZER_FLAGS, THREAD_LOCAL_TEXT, comdat_selection_text
from pyllvm.tables.text_versions import LABEL_COMMENT_UNTIL, PARAMETER_NUMBERS_SINCE, UNKNOWN_INTRINSIC_COMMENT_SINCE

if TYPE_CHECKING:
    from pyllvm.assembly.printer.use_list_prediction import UseListPrediction

COMMENT_COLUMN: Final = 50
# After how many metadata nodes a piece of the text ends.
_NODES_OF_PIECE: Final = 4096


@final
class Printer:
    """Prints the parts of one module to `out`, a list of strings.

    `ModuleText` puts them together, from `pieces`: all strings of a module at once would take several times the memory of the
    text. `numbering` has flags of `slots.py`; with late types, the caller calls `name_types` when they have been found.
    """

    def __init__(self, module: Module | None, version: int, numbering: int = 0) -> None:
        self.out: list[str] = []
        self.pieces: list[bytes] = []
        self.version = version
        self.shows_annotations = False
        self.unread: frozenset[Function] = frozenset()
        self.left_out_parts: dict[GlobalValue, str] = {} if module is None else module.left_out_parts
        self.use_lists: UseListPrediction | None = None
        self.named_types: list[StructType] = []
        self.numbered_types: list[StructType] = []
        self._type_numbers: dict[StructType, int] = {}
        program_address_space = 0
        if module is not None:
            if not numbering & LATE_TYPES:
                self.name_types(structs_in(module, version))
            if "P" in module.data_layout:
                program_address_space = DataLayout(module.data_layout, version).program_address_space
        self.program_address_space = program_address_space
        self.types = TypePrinter(self._type_numbers, version, numbering)
        self.slots = SlotTracker(module, version, numbering)
        self.operands = OperandPrinter(self.types, self.slots, version)
        self.instructions = InstructionPrinter(self.operands, program_address_space)

    def name_types(self, structs: Sequence[StructType]) -> None:
        """Number the identified structs without a name, in the order in which `TypeFinder` finds them."""
        self.named_types = [struct for struct in structs if struct.name]
        self.numbered_types = [struct for struct in structs if not struct.name]
        for number, struct in enumerate(self.numbered_types):
            self._type_numbers[struct] = number

    # --- module

    def end_piece(self) -> None:
        """Move what has been printed from `out` to `pieces`."""
        self.pieces.append("".join(self.out).encode("utf-8", "surrogateescape"))
        self.out.clear()

    def print_head(self, module: Module) -> None:
        """Print what describes the module, and its types."""
        out = self.out
        if module.identifier and "\n" not in module.identifier:
            out.append(f"; ModuleID = '{module.identifier}'\n")
        if module.source_filename:
            out.append(f'source_filename = "{escape(module.source_filename, self.version)}"\n')
        if module.data_layout:
            out.append(f'target datalayout = "{module.data_layout}"\n')
        if module.target_triple:
            out.append(f'target triple = "{module.target_triple}"\n')
        if module.inline_assembly:
            self._print_assembly(module)
        self._print_type_identities()

    def print_globals(self, module: Module) -> None:
        """Print the comdats, variables, aliases and ifuncs."""
        out = self.out
        self._print_comdats(module)
        if module.global_variables:
            out.append("\n")
        for variable in module.global_variables:
            if self.left_out_parts and variable in self.left_out_parts:
                out.append(f"; {self.left_out_parts[variable]}\n")
            self.print_variable(variable)
            out.append("\n")
        if module.aliases:
            out.append("\n")
        for alias in module.aliases:
            self.print_alias(alias)
        if module.ifuncs:
            out.append("\n")
        for ifunc in module.ifuncs:
            self.print_ifunc(ifunc)

    def print_functions(self, functions: Sequence[Function]) -> None:
        """Print functions, each after an empty line."""
        self.end_piece()
        for function in functions:
            self.out.append("\n")
            self.print_function(function)
            if function.blocks:
                function_done(PRINTED)
                self.end_piece()

    def print_groups_and_names(self, module: Module) -> None:
        """Print the groups of attributes, and the named metadata."""
        out = self.out
        groups = self.slots.attribute_groups
        if groups and not self.slots.is_canonical:
            out.append("\n")
            for attributes, number in groups.items():
                text = attributes.as_string(self.version, True, self.types.text)
                out.append(f"attributes #{number} = {{ {text} }}\n")
        if module._named_metadata:
            out.append("\n")
        for named in module._named_metadata:
            self.print_named_metadata(named)

    def print_nodes(self) -> None:
        """Print the metadata nodes that were numbered here, the module's first one after an empty line."""
        out = self.out
        self.end_piece()
        nodes = self.slots.nodes
        if nodes and not self.slots.first_number:
            out.append("\n")
        operands = self.operands
        for node in nodes:
            out.append(f"{operands.metadata(node)} = {operands.node_body(node)}\n")
            if len(out) >= _NODES_OF_PIECE:
                self.end_piece()

    def _print_assembly(self, module: Module) -> None:
        out = self.out
        out.append("\n")
        if self.version < ASM_PROPERTIES_SINCE:
            for line in _lines(module.inline_assembly):
                out.append(f'module asm "{escape(line, self.version)}"\n')
            return
        for block in module.assembly_blocks:
            properties = [f'{name}: "{escape(value, self.version)}"' for name, value in block.properties]
            out.append(f"module asm({', '.join(properties)})\n" if properties else "module asm\n")
            for line in _lines(block.text):
                out.append(f'    "{escape(line, self.version)}"\n')

    def _print_type_identities(self) -> None:
        out = self.out
        types = self.types
        if not self.numbered_types and not self.named_types:
            return
        out.append("\n")
        number = 0
        for struct in self.numbered_types:
            out.append(f"%{number} = type {types.struct_body(struct)}\n")
            number += 1
        for struct in self.named_types:
            out.append(f"%{name_text(struct.name, self.version)} = type {types.struct_body(struct)}\n")

    def _print_comdats(self, module: Module) -> None:
        found: dict[Comdat, None] = {}
        objects: list[GlobalObject] = [*module.functions, *module.global_variables]
        for thing in objects:
            if thing.comdat is not None:
                found[thing.comdat] = None
        if found:
            texts = [self._comdat_text(comdat) for comdat in found]
            self.out.append("\n" + "\n".join(texts))

    def _comdat_text(self, comdat: Comdat) -> str:
        return f"${name_text(comdat.name, self.version)} = comdat {comdat_selection_text(comdat.selection_kind, self.version)}\n"

    def print_named_metadata(self, named: NamedMDNode) -> None:
        """`!name = !{!0, !1}`."""
        parts: list[str] = []
        for node in named._operands:
            is_numbered = self.slots.is_numbered(node) or isinstance(node, DIExpression)
            parts.append(self.operands.metadata(node) if is_numbered else "<badref>")
        self.out.append(f"!{metadata_name_text(named.name)} = !{{{', '.join(parts)}}}\n")

    # --- global values

    def _global_words(self, value: GlobalValue) -> str:
        """Linkage and the words after it, each followed by a space."""
        words = "" if value.linkage == "external" else value.linkage + " "
        if value.is_dso_local and not value.has_implicit_dso_local:
            words += "dso_local "
        if value.visibility != "default":
            words += value.visibility + " "
        return words

    def _storage_words(self, value: GlobalValue) -> str:
        words = "" if value.dll_storage_class == "default" else value.dll_storage_class + " "
        if value.thread_local_mode:
            words += THREAD_LOCAL_TEXT[value.thread_local_mode] + " "
        if value.unnamed_address:
            words += value.unnamed_address + " "
        return words

    def print_variable(self, variable: GlobalVariable) -> None:
        """Print a global variable, without the line's end."""
        text = self.operands.reference(variable) + " = "
        if variable.is_declaration and variable.linkage == "external":
            text += "external "
        text += self._global_words(variable) + self._storage_words(variable)
        space = variable.address_space
        if space:
            text += f"addrspace({space}) "
        if variable.is_externally_initialized:
            text += "externally_initialized "
        text += "constant " if variable.is_constant else "global "
        text += self.types.text(variable.value_type)
        initializer = variable.initializer
        if initializer is not None:
            text += " " + self.operands.reference(initializer)
        if variable.section:
            text += f', section "{escape(variable.section, self.version)}"'
        if variable.partition:
            text += f', partition "{escape(variable.partition, self.version)}"'
        if variable.code_model and self.version >= CODE_MODELS_SINCE:
            text += f', code_model "{variable.code_model}"'
        for word, bit in SANITIZER_FLAGS:
            if variable.sanitizer_flags & bit:
                text += ", " + word
        if variable.comdat is not None:
            text += "," + self._comdat_use(variable, variable.comdat)
        text += alignment_text(variable.alignment)
        text += self.instructions.attachments(variable._attachments, ", ")
        if variable._attributes:
            text += " " + self.slots.group_reference(variable._attributes)
        self.out.append(text)
        if self.shows_annotations:
            self._annotate(variable, text)

    def _comdat_use(self, value: GlobalObject, comdat: Comdat) -> str:
        return " comdat" if comdat.name == value.name else f" comdat(${name_text(comdat.name, self.version)})"

    def print_alias(self, alias: GlobalAlias) -> None:
        """Print an alias with the line's end."""
        words = self._global_words(alias) + self._storage_words(alias)
        self._print_indirect(alias, f"{words}alias ", "")

    def print_ifunc(self, ifunc: GlobalIFunc) -> None:
        """Print an ifunc with the line's end."""
        attachments = ""
        if self.version >= IFUNC_METADATA_SINCE:
            attachments = self.instructions.attachments(ifunc._attachments, ", ")
        self._print_indirect(ifunc, f"{self._global_words(ifunc)}ifunc ", attachments)

    def _print_indirect(self, value: GlobalValue, words: str, attachments: str) -> None:
        text = f"{self.operands.reference(value)} = {words}{self.types.text(value.value_type)}, "
        if not value.operands:
            text += f"{self.types.text(value.type)} <<NULL ALIASEE>>"
        elif isinstance(value.operands[0], ConstantExpr):
            text += self.operands.reference(value.operands[0])
        else:
            text += self.operands.typed(value.operands[0])
        if value.partition:
            text += f', partition "{escape(value.partition, self.version)}"'
        text += attachments
        self.out.append(text)
        if self.shows_annotations:
            self._annotate(value, text)
        self.out.append("\n")

    # --- functions

    def print_function(self, function: Function) -> None:
        """Print a function: its declaration, or its whole definition."""
        out = self.out
        is_unread = function in self.unread
        if self.shows_annotations:
            out.append(f"; [#uses={self._use_count(function)}]\n")
        if is_unread:
            out.append("; Materializable\n")
        if self.left_out_parts and function in self.left_out_parts:
            out.append(f"; {self.left_out_parts[function]}\n")
        blocks = function.blocks
        attributes = function._attributes
        if attributes is not None and attributes.function and not self.slots.is_canonical:
            comment = attributes.function.comment_string(self.version, self.types.text)
            if comment:
                out.append(f"; Function Attrs: {comment}\n")
        if self.version >= UNKNOWN_INTRINSIC_COMMENT_SINCE and function.is_intrinsic:
            from pyllvm.tables.intrinsics import intrinsic_attribute_row  # small modules have no intrinsics

            if intrinsic_attribute_row(function.name, self.version) is None:
                out.append("; Unknown intrinsic\n")
        self.slots.incorporate_function(function)
        is_declaration = not blocks and not is_unread
        text = "define "
        if is_declaration:
            text = f"declare{self.instructions.attachments(function._attachments, ' ')} "
        text += self._global_words(function)
        if function.dll_storage_class != "default":
            text += function.dll_storage_class + " "
        if function.calling_convention_number:
            text += calling_conventions.text(function.calling_convention_number, self.version) + " "
        if attributes is not None and attributes.returned:
            text += self.instructions.calls.attribute_set(attributes.returned) + " "
        type = function.function_type
        text += f"{self.types.text(type.return_type)} {self.operands.reference(function)}("
        text += self._parameters(function, not is_declaration) + ")"
        text += self._function_suffix(function)
        out.append(text)
        if is_declaration:
            out.append("\n")
        elif is_unread:
            out.append(" {}\n")
        else:
            out.append(self.instructions.attachments(function._attachments, " "))
            out.append(" {")
            for block in blocks:
                self.print_block(block)
            self.print_use_lists(function)
            out.append("}\n")
        self.slots.purge_function()

    def _parameters(self, function: Function, with_names: bool) -> str:
        types = self.types
        sets = None if function._attributes is None else function._attributes.parameters
        parts: list[str] = []
        number = 0
        for parameter in function.function_type.parameters:
            text = types.text(parameter)
            if sets is not None and number in sets:
                text += " " + self.instructions.calls.attribute_set(sets[number])
            if with_names:
                argument = function.arguments[number]
                if argument.name or self.version >= PARAMETER_NUMBERS_SINCE:
                    text += " " + self.operands.reference(argument)
            parts.append(text)
            number += 1
        if function.function_type.is_variadic:
            parts.append("...")
        return ", ".join(parts)

    def _function_suffix(self, function: Function) -> str:
        """The text after the parameters, each word preceded by a space."""
        text = ""
        if function.unnamed_address:
            text += " " + function.unnamed_address
        space = function.address_space
        if (space or self.program_address_space or function.parent is None) and self.version >= FUNCTION_ADDRESS_SPACES_SINCE:
            text += f" addrspace({space})"
        attributes = function._attributes
        if attributes is not None and attributes.function:
            text += " " + self.slots.group_reference(attributes.function)
        if function.section:
            text += f' section "{escape(function.section, self.version)}"'
        if function.partition:
            text += f' partition "{escape(function.partition, self.version)}"'
        if function.comdat is not None:
            text += self._comdat_use(function, function.comdat)
        if function.alignment:
            text += f" align {function.alignment}"
        if function.preferred_alignment:
            text += f" prefalign({function.preferred_alignment})"
        if function.gc:
            text += f' gc "{function.gc}"'
        if function.prefix_data is not None:
            text += " prefix " + self.operands.typed(function.prefix_data)
        if function.prologue_data is not None:
            text += " prologue " + self.operands.typed(function.prologue_data)
        if function.personality is not None:
            text += " personality " + self.operands.typed(function.personality)
        return text

    def print_block(self, block: BasicBlock) -> None:
        """Print a basic block: its label, the comment with its predecessors, its instructions."""
        function = block.parent
        is_entry = function is not None and bool(function.blocks) and function.blocks[0] is block
        out = self.out
        label = ""
        if block.name:
            label = name_text(block.name, self.version) + ":"
            out.append("\n")
        elif self.version <= LABEL_COMMENT_UNTIL:
            if block.has_uses:
                label = f"; <label>:{self.operands.reference(block)[1:]}:"
                out.append("\n")
        elif not is_entry:
            label = f"{self.operands.reference(block)[1:]}:"
            out.append("\n")
        if not is_entry:
            before: list[str] = []
            for user in block.users:
                if isinstance(user, Instruction) and user.is_terminator and user.parent is not None:
                    before.append(self.operands.reference(user.parent))
            if self.slots.is_canonical:
                before.sort(key=_number_in_order)
            space = " " * max(COMMENT_COLUMN - len(label), 1)
            label = f"{label}{space}; preds = {', '.join(before)}" if before else f"{label}{space}; No predecessors!"
        out.append(f"{label}\n")
        instructions = self.instructions
        shows_annotations = self.shows_annotations
        for instruction in block.instructions:
            if instruction._debug_records is not None:
                for record in instruction._debug_records:
                    out.append(f"    {instructions.debug_record(record)}\n")
            if shows_annotations:
                text = instructions.text(instruction)
                out.append(text)
                self._annotate(instruction, text)
                out.append("\n")
            else:
                out.append(instructions.text(instruction, "\n"))

    # --- use lists

    def print_use_lists(self, function: Function | None) -> None:
        """Print the `uselistorder` directives of a function, or, for None, of the module."""
        if self.use_lists is None:
            return
        orders = self.use_lists.of(function)
        if not orders:
            return
        self.out.append("\n; uselistorder directives\n")
        for order in orders:
            self._print_use_list_order(order, function)

    def _print_use_list_order(self, order: UseListOrder, function: Function | None) -> None:
        value = order.value
        if function is None and isinstance(value, BasicBlock) and value.parent is not None:
            words = f"uselistorder_bb {self.operands.reference(value.parent)}, {self.operands.reference(value)}"
        else:
            words = f"uselistorder {self.operands.typed(value)}"
        if function is not None:
            words = "  " + words
        self.out.append(f"{words}, {{ {', '.join([str(index) for index in order.indexes])} }}\n")

    # --- annotations

    def _use_count(self, value: Value) -> int:
        """The number of uses that LLVM counts for a value."""
        return len(counted_uses(value, self.version))

    def _annotate(self, value: Value, text: str) -> None:
        """Print the comment of `-show-annotations` after a global value or an instruction."""
        comment = ""
        if value.type.kind != VOID:
            comment = f"; [#uses={self._use_count(value)} type={self.types.text_with_body(value.type)}]"
        if isinstance(value, Instruction):
            location = value.debug_location
            if isinstance(location, SpecializedNode):
                comment = f"{comment or ';'} [debug line = {_line_and_column(location)}]"
            if isinstance(value, CallInst):
                variable = _debug_variable(value)
                if variable is not None:
                    comment = f"{comment or ';'} [debug variable = {variable}]"
        if comment:
            column = len(text) - text.rfind("\n") - 1
            self.out.append(" " * max(COMMENT_COLUMN - column, 1) + comment)


def _number_in_order(reference: str) -> tuple[int, str]:
    return len(reference), reference


def _lines(assembly: str) -> list[str]:
    """The lines of module-level assembly; nothing follows the end of the last line."""
    lines = assembly.split("\n")
    if not lines[-1] and len(lines) > 1:
        lines.pop()
    return lines


def _line_and_column(location: SpecializedNode) -> str:
    """`12:3`, followed by `@` and the location into which it was inlined, if any."""
    parts: list[str] = []
    current: object = location
    seen: set[object] = set()
    while isinstance(current, SpecializedNode) and current.spec.name == "DILocation" and current not in seen:
        seen.add(current)
        parts.append(f"{current['line']}:{current['column']}")
        current = current["inlinedAt"]
    return "@".join(parts)


def _debug_variable(call: CallInst) -> str | None:
    """The name of the variable that a call of llvm.dbg.declare or llvm.dbg.value describes."""
    callee = call.operands[-1]
    if isinstance(callee, Function) and callee.name in (DECLARE_INTRINSIC, VALUE_INTRINSIC):
        for operand in call.operands:
            if isinstance(operand, MetadataAsValue) and isinstance(operand.metadata, SpecializedNode):
                if operand.metadata.spec.name == "DILocalVariable":
                    name = operand.metadata["name"]
                    return name.text if isinstance(name, MDString) else ""
    return None
