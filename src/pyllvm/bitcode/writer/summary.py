"""Writes a ThinLTO summary: the GLOBALVAL_SUMMARY block of a module, or a standalone combined index.

The layouts are in LLVMBitCodes.h, GlobalValueSummarySymtabCodes, for summary version 9 and later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, final

from pyllvm.bitcode.writer.strings import EIGHT_BITS, encoded, string_encoding
from pyllvm.bitstream.abbreviation import Abbreviation, ArrayOf, Char6, Fixed, Literal, Vbr
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir import summary
from pyllvm.ir.constants import ConstantExpr
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalAlias, GlobalIFunc, GlobalValue
from pyllvm.ir.guids import global_identifier, guid_of
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.schema.integers import rotated
from pyllvm.tables import bitcode_versions, records
from pyllvm.tables.linkages import LOCAL, SUMMARY_LINKAGES
from pyllvm.versions import summary_version

PER_MODULE_FLAGS: Final = 0x8 | 0x200  # split LTO units and unified LTO; the other flags belong to a combined index
INDIRECT_LIMIT: Final = 1000  # how many aliases of aliases are followed


@final
class SummaryWriter:
    """Writes one index; `add_string` adds a string to the string table and returns its offset and size."""

    def __init__(
        self, stream: BitstreamWriter, index: summary.ModuleSummaryIndex, version: int, add_string: Callable[[str], int]
    ) -> None:
        self.stream = stream
        self.index = index
        self.llvm_version = version
        self.add_string = add_string
        self._numbers: dict[int, int] = {}
        self._stack_positions: dict[int, int] | None = None
        # Where contexts begin that are in one record, the next one last.
        self._context_starts: list[int] = []
        self._is_combined = False
        self._module_numbers: dict[str, int] = {}

    # --- the block of a module -------------------------------------------------------------------------------------

    def _number_values(self, module: Module, functions: list[Function], number_of: Callable[[Value], int]) -> None:
        """Give the GUIDs of the module's symbols the numbers of the symbols."""
        for value in [*module.global_variables, *functions, *module.aliases]:
            identifier = global_identifier(value.name, value.has_local_linkage, module.source_filename, self.llvm_version)
            guid = guid_of(identifier)
            known = self.index.values.get(guid)
            if known is None or known.has_value:
                self._numbers[guid] = number_of(value)

    def write_module_block(
        self, module: Module, functions: list[Function], number_of: Callable[[Value], int], value_count: int, block: int
    ) -> None:
        """Write the `block` of a module with these functions. `number_of` numbers its values, `value_count` in all."""
        stream, index, llvm = self.stream, self.index, self.llvm_version
        self._number_values(module, functions, number_of)
        extra = self._number_unknown_values(value_count)
        stream.enter_block(block, 4)
        stream.emit_record(records.FS_VERSION, [summary_version(llvm)])
        stream.emit_record(records.FS_FLAGS, [index.flags & PER_MODULE_FLAGS])
        if not index.values:
            stream.end_block()
            return
        self._write_guids(extra)
        self._write_stack_ids()
        flags_width = 8 if llvm >= 18 else 6
        profile = self._define_function(records.FS_PERMODULE_PROFILE, flags_width)
        with_frequency = 0
        if llvm <= bitcode_versions.FREQUENCIES_UNTIL:
            with_frequency = self._define_function(records.FS_PERMODULE_RELBF if llvm >= 18 else records.FS_PERMODULE, 6)
        references = self._define(records.FS_PERMODULE_GLOBALVAR_INIT_REFS, [8, 6])
        vtable = self._define(records.FS_PERMODULE_VTABLE_GLOBALVAR_INIT_REFS, [8, 6, 4])
        alias = self._define(records.FS_ALIAS, [8, 6, 8], has_array=False)
        type_metadata = self._define(records.FS_TYPE_ID_METADATA, [8, 8])
        callsite = allocation = 0
        if llvm >= 16:
            callsite = self._define(records.FS_PERMODULE_CALLSITE_INFO, [8])
            allocation = self._define(records.FS_PERMODULE_ALLOC_INFO, [4])
        if llvm >= bitcode_versions.CONTEXT_TREES_SINCE:
            self._write_contexts(functions, module, self._define(records.FS_CONTEXT_RADIX_TREE_ARRAY, []))
        for function in functions:
            entry = self._summary_of(function, module)
            if isinstance(entry, summary.FunctionSummary):
                self._write_type_metadata(entry)
                self._write_profiles(entry, callsite, allocation)
                self._write_function(number_of(function), entry, profile, with_frequency)
            elif entry is None and not function.is_declaration:
                self._check_missing(function)
        for variable in module.global_variables:
            entry = self._summary_of(variable, module)
            if isinstance(entry, summary.GlobalVarSummary):
                self._write_variable(number_of(variable), entry, references, vtable)
        for module_alias in module.aliases:
            target = aliasee_object(module_alias)
            entry = self._summary_of(module_alias, module)
            if target is None or not target.name or isinstance(target, GlobalIFunc) or entry is None:
                continue
            stream.emit_record(records.FS_ALIAS, [number_of(module_alias), self._flags(entry), number_of(target)], alias)
        self._write_compatible_vtables(type_metadata)
        self._write_block_count()
        stream.end_block()

    def _write_compatible_vtables(self, abbreviation: int) -> None:
        """Write the tables of virtual functions that objects of each type may have, with the offsets."""
        tables = self.index.compatible_vtables
        for name in sorted(tables):
            operands = self._string(name)
            for offset, table in tables[name]:
                operands += [offset, self._number(table)]
            self.stream.emit_record(records.FS_TYPE_ID_METADATA, operands, abbreviation)

    def _check_missing(self, function: Function) -> None:
        """Refuse a definition without a summary where LLVM does."""
        if not function.name:
            raise PyllvmError("Unexpected anonymous function when writing summary")
        if self.llvm_version >= bitcode_versions.DEFINITIONS_SUMMARIZED_SINCE:
            error = PyllvmError(f"expected function definition {function.name} to have an associated value info")
            entry = f"'^N = gv: (name: \"{function.name}\", summaries: (...))'"
            error.diagnostic.hint = f"add {entry} to the summary, or remove the summary"
            raise error

    def _summary_of(self, value: GlobalValue, module: Module) -> summary.GlobalValueSummary | None:
        identifier = global_identifier(value.name, value.has_local_linkage, module.source_filename, self.llvm_version)
        found = self.index.values.get(guid_of(identifier))
        return found.summaries[0] if found is not None and found.summaries else None

    def _number_unknown_values(self, next_number: int) -> dict[int, int]:
        """Number the callees and references that are not values of the module, starting after the first free number."""
        extra: dict[int, int] = {}
        number = next_number
        for guid in sorted(self.index.values):
            for entry in self.index.values[guid].summaries:
                if not isinstance(entry, summary.FunctionSummary):
                    continue
                targets = [call.callee for call in entry.calls]
                if self.llvm_version >= 18:
                    targets += [reference.target for reference in entry.references]
                for target in targets:
                    if target.guid not in self._numbers:
                        number += 1
                        self._numbers[target.guid] = number
                        extra[target.guid] = number
        return extra

    # --- a standalone index ----------------------------------------------------------------------------------------

    def write_combined_module(self) -> None:
        """Write the module block of a combined index: the modules' paths and their summaries."""
        stream = self.stream
        stream.enter_block(records.MODULE_BLOCK_ID, 3)
        stream.emit_record(records.MODULE_CODE_VERSION, [2])
        self._write_module_paths()
        self._write_combined_block()
        stream.end_block()

    def _write_module_paths(self) -> None:
        stream = self.stream
        stream.enter_block(records.MODULE_STRTAB_BLOCK_ID, 3)
        # By the encoding of a path's characters, the widest first.
        abbreviations = [
            stream.define_abbreviation(Abbreviation([Literal(records.MST_CODE_ENTRY), Vbr(8), ArrayOf, character]))
            for character in (Fixed(8), Fixed(7), Char6)
        ]
        of_hash = stream.define_abbreviation(Abbreviation([Literal(records.MST_CODE_HASH), *(Fixed(32) for _ in range(5))]))
        paths = sorted(self.index.modules) if self.llvm_version >= 18 else list(self.index.modules)
        for number, path in enumerate(paths):
            self._module_numbers[path] = number
            characters = encoded(path)
            abbreviation = abbreviations[EIGHT_BITS - string_encoding(characters)]
            stream.emit_record(records.MST_CODE_ENTRY, [number, *characters], abbreviation)
            if any(self.index.modules[path]):
                stream.emit_record(records.MST_CODE_HASH, self.index.modules[path], of_hash)
        stream.end_block()

    def _write_combined_block(self) -> None:
        stream, index, llvm = self.stream, self.index, self.llvm_version
        count = 0
        for guid in sorted(index.values):
            count += len(index.values[guid].summaries)
            if index.values[guid].summaries:
                self._numbers[guid] = count
        stream.enter_block(records.GLOBALVAL_SUMMARY_BLOCK_ID, 4 if llvm >= 16 else 3)
        stream.emit_record(records.FS_VERSION, [summary_version(llvm)])
        stream.emit_record(records.FS_FLAGS, [index.flags])
        self._write_guids(self._numbers)
        self._is_combined = True
        self._write_stack_ids()
        calls = 0
        if llvm < 18:
            calls = self._define(records.FS_COMBINED, [8, 8, 6, 8, 4, 8, 4, 4, 4])
        profile = self._define(records.FS_COMBINED_PROFILE, [8, 8, 6, 8, 4, 8, 4, 4, 4])
        references = self._define(records.FS_COMBINED_GLOBALVAR_INIT_REFS, [8, 8, 6])
        alias = self._define(records.FS_COMBINED_ALIAS, [8, 8, 6, 8], has_array=False)
        callsite = allocation = 0
        if llvm >= 16:
            callsite = self._define(records.FS_COMBINED_CALLSITE_INFO, [8, 4, 4])
            without_context = llvm >= bitcode_versions.COMBINED_WITHOUT_CONTEXT_SINCE
            code = records.FS_COMBINED_ALLOC_INFO_NO_CONTEXT if without_context else records.FS_COMBINED_ALLOC_INFO
            allocation = self._define(code, [4, 4])
        aliases: list[tuple[int, summary.AliasSummary]] = []
        type_ids: set[int] = set()
        for guid in sorted(index.values):
            for entry in index.values[guid].summaries:
                number = self._numbers[guid]
                if isinstance(entry, summary.AliasSummary):
                    aliases.append((number, entry))
                elif isinstance(entry, summary.GlobalVarSummary):
                    operands = [number, self._module_numbers[entry.module_path], self._flags(entry), variable_flags(entry)]
                    operands += [self._numbers[r.target.guid] for r in entry.references if r.target.guid in self._numbers]
                    stream.emit_record(records.FS_COMBINED_GLOBALVAR_INIT_REFS, operands, references)
                    self._write_original_name(entry)
                elif isinstance(entry, summary.FunctionSummary):
                    self._write_type_metadata(entry)
                    self._write_profiles(entry, callsite, allocation)
                    self._write_function(number, entry, profile, calls)
                    self._write_original_name(entry)
                    type_ids |= referenced_type_ids(entry)
        for number, entry in aliases:
            target = 0 if entry.aliasee is None else self._numbers.get(entry.aliasee.guid, 0)
            operands = [number, self._module_numbers[entry.module_path], self._flags(entry), target]
            stream.emit_record(records.FS_COMBINED_ALIAS, operands, alias)
            self._write_original_name(entry)
            if entry.aliasee is not None:
                for aliased in entry.aliasee.summaries:
                    if isinstance(aliased, summary.FunctionSummary):
                        type_ids |= referenced_type_ids(aliased)
        for guid in sorted(type_ids):
            for type_id in index.type_ids:
                if guid_of(type_id.name) == guid:
                    stream.emit_record(records.FS_TYPE_ID, self._type_id(type_id))
        self._write_block_count()
        stream.end_block()

    def _write_original_name(self, entry: summary.GlobalValueSummary) -> None:
        if entry.linkage in LOCAL:
            self.stream.emit_record(records.FS_COMBINED_ORIGINAL_NAME, [entry.original_name])

    # --- common parts ----------------------------------------------------------------------------------------------

    def _define(self, code: int, widths: list[int], has_array: bool = True) -> int:
        operands = [Literal(code), *(Vbr(width) for width in widths)]
        if has_array:
            operands += [ArrayOf, Vbr(8)]
        return self.stream.define_abbreviation(Abbreviation(operands))

    def _define_function(self, code: int, flags_width: int) -> int:
        return self._define(code, [8, flags_width, 8, 4, 4, 4, 4])

    def _write_guids(self, numbers: dict[int, int]) -> None:
        if self.llvm_version >= 20:
            abbreviation = self.stream.define_abbreviation(
                Abbreviation([Literal(records.FS_VALUE_GUID), Vbr(6), Fixed(32), Fixed(32)])
            )
            for guid in sorted(numbers):
                self.stream.emit_record(records.FS_VALUE_GUID, [numbers[guid], guid >> 32, guid & 0xFFFFFFFF], abbreviation)
            return
        for guid in sorted(numbers):
            self.stream.emit_record(records.FS_VALUE_GUID, [numbers[guid], guid])

    def _stack_ids(self) -> list[int]:
        """The stack ids that records may use, in a combined index since LLVM 19 in the order in which its records use them."""
        if not self._is_combined or self.llvm_version < bitcode_versions.STACK_IDS_AS_USED_SINCE:
            return self.index.stack_ids
        has_contexts = self.llvm_version < bitcode_versions.COMBINED_WITHOUT_CONTEXT_SINCE
        found: list[int] = []
        for guid in sorted(self.index.values):
            for entry in self.index.values[guid].summaries:
                if isinstance(entry, summary.FunctionSummary):
                    found += [stack_id for site in entry.callsites for stack_id in site.stack_ids]
                    if has_contexts:
                        found += [stack_id for one in entry.allocations for _, ids in one.contexts for stack_id in ids]
        return list(dict.fromkeys(found))

    def _positions_of_stack_ids(self) -> dict[int, int]:
        """Where each stack id is in the list; a writer writes one block, so the list is made once."""
        positions = self._stack_positions
        if positions is None:
            positions = {stack_id: position for position, stack_id in enumerate(self._stack_ids())}
            self._stack_positions = positions
        return positions

    def _write_stack_ids(self) -> None:
        ids = self._stack_ids()
        if not ids or self.llvm_version < 16:
            return
        if self.llvm_version >= bitcode_versions.HALVES_OF_STACK_IDS_SINCE:
            wide = self.stream.define_abbreviation(Abbreviation([Literal(records.FS_STACK_IDS), ArrayOf, Fixed(32)]))
            halves = [half for stack_id in ids for half in (stack_id >> 32, stack_id & 0xFFFFFFFF)]
            self.stream.emit_record(records.FS_STACK_IDS, halves, wide)
            return
        narrow = self.stream.define_abbreviation(Abbreviation([Literal(records.FS_STACK_IDS), ArrayOf, Vbr(8)]))
        self.stream.emit_record(records.FS_STACK_IDS, ids, narrow)

    def _write_block_count(self) -> None:
        if self.index.block_count or self.llvm_version < 18:
            self.stream.emit_record(records.FS_BLOCK_COUNT, [self.index.block_count])

    def _flags(self, entry: summary.GlobalValueSummary) -> int:
        flags = SUMMARY_LINKAGES.index(entry.linkage)
        flags |= entry.not_eligible_to_import << 4 | entry.is_live << 5 | entry.is_dso_local << 6 | entry.can_auto_hide << 7
        flags |= summary.SUMMARY_VISIBILITIES.index(entry.visibility) << 8
        flags |= entry.is_declaration_import << 10
        return flags | entry.keeps_name_on_promotion << 11 if self.llvm_version >= bitcode_versions.KEPT_NAMES_SINCE else flags

    def _string(self, text: str) -> list[int]:
        """The place and the size of a string that is added to the string table."""
        return [self.add_string(text), len(encoded(text))]

    def _number(self, value: summary.ValueInfo) -> int:
        return self._numbers.get(value.guid, 0)

    def _write_function(self, number: int, entry: summary.FunctionSummary, profile: int, without: int) -> None:
        """Write a function, with an abbreviation that depends on whether calls have a profile."""
        is_combined = self._is_combined
        # A combined index leaves out the values that it does not have.
        references = [r for r in entry.references if not is_combined or r.target.guid in self._numbers]
        operands = [number]
        if is_combined:
            operands.append(self._module_numbers[entry.module_path])
        operands += [self._flags(entry), entry.instruction_count, entry.flags]
        if is_combined:
            operands.append(entry.entry_count)
        operands += [
            len(references),
            sum(r.access == summary.READ_ONLY for r in references),
            sum(r.access == summary.WRITE_ONLY for r in references),
            *[self._number(reference.target) for reference in references],
        ]
        has_profile = self.llvm_version >= 18 or any(call.hotness for call in entry.calls)
        for call in entry.calls:
            if is_combined and call.callee.guid not in self._numbers:
                continue
            operands.append(self._number(call.callee))
            if has_profile:
                operands.append(call.hotness | call.has_tail_call << 3)
        if is_combined:
            code = records.FS_COMBINED_PROFILE if has_profile else records.FS_COMBINED
        else:
            code = records.FS_PERMODULE_PROFILE if has_profile else records.FS_PERMODULE
        self.stream.emit_record(code, operands, profile if has_profile else without)

    def _write_variable(self, number: int, entry: summary.GlobalVarSummary, references: int, vtable: int) -> None:
        operands = [number, self._flags(entry), variable_flags(entry)]
        targets = sorted(self._number(reference.target) for reference in entry.references)
        if not entry.vtable_functions:
            self.stream.emit_record(records.FS_PERMODULE_GLOBALVAR_INIT_REFS, operands + targets, references)
            return
        operands += [len(targets), *targets]
        for function, offset in entry.vtable_functions:
            operands += [self._number(function), offset]
        self.stream.emit_record(records.FS_PERMODULE_VTABLE_GLOBALVAR_INIT_REFS, operands, vtable)

    def _write_type_metadata(self, entry: summary.FunctionSummary) -> None:
        stream = self.stream
        if entry.type_tests:
            stream.emit_record(records.FS_TYPE_TESTS, entry.type_tests)
        for position, functions in enumerate(entry.virtual_calls):
            code = records.FS_TYPE_TEST_ASSUME_VCALLS + position
            if position >= summary.FIRST_WITH_ARGUMENTS:
                for function in functions:
                    stream.emit_record(code, [function.guid, function.offset, *function.arguments])
            elif functions:
                stream.emit_record(code, [number for f in functions for number in (f.guid, f.offset)])
        operands: list[int] = []
        for access in entry.parameter_accesses:
            if any(call.callee.guid not in self._numbers for call in access.calls):
                continue
            operands += [access.parameter, rotated(access.lower), rotated(access.upper + 1), len(access.calls)]
            for call in access.calls:
                operands += [call.parameter, self._number(call.callee), rotated(call.lower), rotated(call.upper + 1)]
        if operands:
            stream.emit_record(records.FS_PARAM_ACCESS, operands)

    def _write_contexts(self, functions: list[Function], module: Module, abbreviation: int) -> None:
        """Write the contexts of all allocations, and note where each of them begins, in the order of the functions."""
        entries = [self._summary_of(function, module) for function in functions]
        allocations = [one for entry in entries if isinstance(entry, summary.FunctionSummary) for one in entry.allocations]
        places = self._positions_of_stack_ids()
        contexts = [[places[stack_id] for stack_id in ids] for one in allocations for _, ids in one.contexts]
        if contexts:
            tree, starts = context_tree(contexts)
            self.stream.emit_record(records.FS_CONTEXT_RADIX_TREE_ARRAY, tree, abbreviation)
            self._context_starts = starts[::-1]

    def _write_profiles(self, entry: summary.FunctionSummary, callsite: int, allocation: int) -> None:
        if not callsite:
            return
        is_combined = self._is_combined
        positions = self._positions_of_stack_ids()
        for site in entry.callsites:
            operands = [0 if site.callee is None else self._number(site.callee)]
            if is_combined:
                operands += [len(site.stack_ids), len(site.clones)]
            operands += [positions[stack_id] for stack_id in site.stack_ids]
            if is_combined:
                operands += site.clones
            code = records.FS_COMBINED_CALLSITE_INFO if is_combined else records.FS_PERMODULE_CALLSITE_INFO
            self.stream.emit_record(code, operands, callsite)
        for memory in entry.allocations:
            operands = [len(memory.contexts)]
            if is_combined:
                operands.append(len(memory.versions))
            if is_combined and self.llvm_version >= bitcode_versions.COMBINED_WITHOUT_CONTEXT_SINCE:
                operands += [kind for kind, _ in memory.contexts]
                operands += memory.versions
                self.stream.emit_record(records.FS_COMBINED_ALLOC_INFO_NO_CONTEXT, operands, allocation)
                continue
            for kind, stack_ids in memory.contexts:
                if self._context_starts:
                    operands += [kind, self._context_starts.pop()]
                else:
                    operands += [kind, len(stack_ids), *(positions[stack_id] for stack_id in stack_ids)]
            if is_combined:
                operands += memory.versions
            operands += memory.total_sizes
            code = records.FS_COMBINED_ALLOC_INFO if is_combined else records.FS_PERMODULE_ALLOC_INFO
            self.stream.emit_record(code, operands, allocation)

    def _type_id(self, entry: summary.TypeIdSummary) -> list[int]:
        operands = [
            *self._string(entry.name),
            entry.kind,
            entry.size_minus_1_bit_width,
            entry.align_log2,
            entry.size_minus_1,
            entry.bit_mask,
            entry.inline_bits,
        ]
        for offset in sorted(entry.resolutions):
            resolution = entry.resolutions[offset]
            operands += [offset, resolution.kind, *self._string(resolution.single_implementation), len(resolution.by_argument)]
            for by in sorted(resolution.by_argument, key=lambda by: by.arguments):
                operands += [len(by.arguments), *by.arguments, by.kind, by.info, by.byte, by.bit]
        return operands


def variable_flags(entry: summary.GlobalVarSummary) -> int:
    """The flags of a variable as in its record."""
    return entry.may_be_read_only | entry.may_be_write_only << 1 | entry.is_constant << 2 | entry.vcall_visibility << 3


def referenced_type_ids(entry: summary.FunctionSummary) -> set[int]:
    """The GUIDs of the type identifiers to which a function's summary refers."""
    return set(entry.type_tests) | {function.guid for functions in entry.virtual_calls for function in functions}


def aliasee_object(alias: GlobalAlias) -> GlobalValue | None:
    """The function or variable to which an alias leads, through casts and other aliases."""
    value: Value = alias
    for _ in range(INDIRECT_LIMIT):
        if isinstance(value, GlobalAlias | ConstantExpr):
            if not value.operands:
                return None
            value = value.operands[0]
        else:
            break
    return value if isinstance(value, GlobalValue) and not isinstance(value, GlobalAlias) else None


def context_tree(contexts: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """The contexts of a memory profile in one record, and where each of them begins in it.

    `contexts` are lists of places of stack ids. A context is its length and then its ids, from the leaf to the root; where
    another one has the same rest, a negative number leads there instead (LLVM's `CallStackRadixTreeBuilder`).
    """
    counts: dict[int, int] = {}
    for context in contexts:
        for place in context:
            counts[place] = counts.get(place, 0) + 1
    # From the root, with frequent ids last: the last context in this order is the first that is written.
    keys = [[(counts[place], place) for place in reversed(context)] for context in contexts]
    order = sorted(range(len(contexts)), key=keys.__getitem__)
    # Written backwards, so that what contexts have in common precedes what they have not.
    tree: list[int] = []
    starts = [0] * len(contexts)
    path: list[int] = []
    before: list[int] = []
    for number in reversed(order):
        from_root = list(reversed(contexts[number]))
        common = 0
        while common < min(len(before), len(from_root)) and before[common] == from_root[common]:
            common += 1
        del path[common:]
        if common:
            tree.append(path[-1] - len(tree) & 0xFFFFFFFF)
        for place in from_root[common:]:
            path.append(len(tree))
            tree.append(place)
        starts[number] = len(tree)
        tree.append(len(from_root))
        before = from_root
    return tree[::-1], [len(tree) - 1 - start for start in starts]
