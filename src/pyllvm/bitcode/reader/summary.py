"""Reads a ThinLTO summary: GLOBALVAL_SUMMARY (or FULL_LTO_GLOBALVAL_SUMMARY) and MODULE_STRTAB blocks.

The record layouts are in LLVMBitCodes.h, GlobalValueSummarySymtabCodes. Which fields are present depends on the summary's
version, which is the block's first record.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.unknown import Unknown
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import END_BLOCK, ENTER_SUBBLOCK, RECORD
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.global_values import GlobalIFunc, GlobalValue
from pyllvm.ir.guids import global_identifier, guid_of
from pyllvm.ir.module import Module
from pyllvm.ir.summary import (
    FIRST_WITH_ARGUMENTS,
    NO_HASH,
    READ_ONLY,
    RELATIVE_FREQUENCY_BITS,
    SUMMARY_VISIBILITIES,
    WRITE_ONLY,
    AliasSummary,
    AllocationSummary,
    ByArgumentResolution,
    CallEdge,
    CallsiteSummary,
    DevirtualizationResolution,
    FunctionSummary,
    GlobalValueSummary,
    GlobalVarSummary,
    ModuleSummaryIndex,
    ParameterAccess,
    ParameterCall,
    SummaryReference,
    ValueInfo,
    VirtualFunction,
)
from pyllvm.schema.integers import unrotated
from pyllvm.tables import records
from pyllvm.tables.linkages import SUMMARY_LINKAGES
from pyllvm.versions import NEWEST_SUMMARY

_LAST_RECORD: Final = max(records.FS_COMBINED_ALLOC_INFO_NO_CONTEXT, records.FS_CONTEXT_RADIX_TREE_ARRAY)


@final
class SummaryReader:
    """Builds the index of one module. The module's global values must be read before its summary."""

    def __init__(self, module: Module, string_table: bytes, unknown: Unknown) -> None:
        self.module = module
        self._unknown: Final = unknown
        self.string_table = string_table
        self.index = ModuleSummaryIndex()
        self._values: dict[int, ValueInfo] = {}
        self._ifuncs: dict[int, tuple[int, str]] = {}
        self._pending: dict[int, ValueInfo] = {}
        self._is_combined = True
        self._original_names: dict[int, int] = {}
        self._module_paths: dict[int, str] = {}
        self._last_module = ""
        self._last_summary: GlobalValueSummary | None = None
        self._stack_ids: list[int] = []
        self._contexts: list[int] = []
        self._version = 0
        # The summary of the next function, whose first records precede it.
        self._next_function = FunctionSummary("", "")

    def _value(self, number: int) -> ValueInfo:
        """The value of a number; a value that is not known yet has no GUID until `finish`."""
        found = self._values.get(number)
        if found is None:
            if number in self._ifuncs:
                guid, name = self._ifuncs[number]
                found = self.index.value(guid, name)
                self._values[number] = found
                return found
            if not self._is_combined:
                raise KeyError(number)
            found = ValueInfo(0)
            self._values[number] = found
            self._pending[number] = found
        return found

    def finish(self, guids: dict[int, int]) -> None:
        """After the module: set the GUIDs of values from the symbol table of an old combined index."""
        for number, value in self._pending.items():
            guid = guids.get(number)
            if guid is None:
                raise PyllvmError(Diagnostic("error", f"Invalid value reference in summary: {number}"))
            value.guid = guid
            self.index.values[guid] = value
        self._pending = {}

    def add_global_values(self, values: list[GlobalValue]) -> None:
        """Add the module's own values, in the order of their numbers."""
        module = self.module
        self._is_combined = not values
        for number, value in enumerate(values):
            identifier = global_identifier(value.name, value.has_local_linkage, module.source_filename, module.llvm_version)
            guid = guid_of(identifier)
            if isinstance(value, GlobalIFunc):
                # The index has no entry for it. Bitcode of LLVM 14 may still refer to it.
                self._ifuncs[number] = (guid, value.name)
                continue
            self._values[number] = self.index.value(guid, value.name)
            self._original_names[number] = guid_of(value.name) if value.has_local_linkage else guid

    def read_module_string_table(self, cursor: BitstreamCursor) -> None:
        """Read a MODULE_STRTAB block (paths and hashes of a combined index); the cursor has just entered it."""
        while True:
            what = cursor.advance()
            if what == END_BLOCK:
                self._order_modules()
                return
            if what == ENTER_SUBBLOCK:
                cursor.skip_block()
            elif what != RECORD:
                raise self._error(cursor, "Malformed block")
            elif cursor.code == records.MST_CODE_ENTRY:
                if not cursor.operands:
                    raise self._error(cursor, "Invalid record")
                path = bytes(op & 0xFF for op in cursor.operands[1:]).decode("utf-8", "surrogateescape")
                self._module_paths[cursor.operands[0]] = path
                self._last_module = path
                self.index.modules.setdefault(path, list(NO_HASH))
            elif cursor.code == records.MST_CODE_HASH:
                if len(cursor.operands) != 5:
                    raise self._error(cursor, f"Invalid hash length {len(cursor.operands)}")
                self.index.modules[self._last_module] = list(cursor.operands)

    def _order_modules(self) -> None:
        """Put the modules in the order of their numbers, in which readers up to LLVM 17 keep them."""
        modules = self.index.modules
        for number in sorted(self._module_paths):
            path = self._module_paths[number]
            modules[path] = modules.pop(path)

    def read_block(self, cursor: BitstreamCursor) -> bool:
        """Read a summary block to its end; the cursor has just entered it. False if it has a version that is not known."""
        if cursor.advance() != RECORD or cursor.code != records.FS_VERSION or not cursor.operands:
            raise self._error(cursor, "Invalid Summary Block: version expected")
        version = cursor.operands[0]
        if version > NEWEST_SUMMARY and self._unknown.is_tolerated:
            self._unknown.leave_out(f"unknown summary version {version}")
            cursor.leave_block()
            return False
        if version < 1 or version > NEWEST_SUMMARY:
            raise self._error(cursor, f"Invalid summary version {version}. Version should be in the range [1-{NEWEST_SUMMARY}].")
        self._version = version
        self.index.version = version
        if self.module.source_filename:
            self.index.modules.setdefault(self.module.identifier, list(NO_HASH))
        while True:
            what = cursor.advance()
            if what == RECORD:
                try:
                    self._read_record(cursor.code, cursor.operands)
                except (IndexError, KeyError, OverflowError):
                    raise self._error(cursor, "Invalid record") from None
            elif what == ENTER_SUBBLOCK:
                cursor.skip_block()
            elif what == END_BLOCK:
                return True
            else:
                raise self._error(cursor, "Malformed block")

    def set_hash(self, words: list[int]) -> None:
        """Store the module's own hash (MODULE_CODE_HASH)."""
        if self.module.identifier in self.index.modules:
            self.index.modules[self.module.identifier] = words

    def _error(self, cursor: BitstreamCursor, message: str) -> PyllvmError:
        return PyllvmError(Diagnostic("error", message, cursor.location(cursor.code)))

    def _read_record(self, code: int, ops: list[int]) -> None:
        if code in (records.FS_PERMODULE, records.FS_PERMODULE_PROFILE, records.FS_PERMODULE_RELBF):
            self._read_function(code, ops, self._own_path(), ops[0], ops[1:], False)
        elif code in (records.FS_COMBINED, records.FS_COMBINED_PROFILE):
            self._read_function(code, ops, self._module_paths[ops[1]], ops[0], ops[2:], True)
        elif code == records.FS_ALIAS:
            self._read_alias(self._own_path(), ops[0], ops[1], ops[2])
        elif code == records.FS_COMBINED_ALIAS:
            self._read_alias(self._module_paths[ops[1]], ops[0], ops[2], ops[3])
        elif code == records.FS_PERMODULE_GLOBALVAR_INIT_REFS:
            self._read_variable(self._own_path(), ops[0], ops[1:])
        elif code == records.FS_COMBINED_GLOBALVAR_INIT_REFS:
            self._read_variable(self._module_paths[ops[1]], ops[0], ops[2:])
        elif code == records.FS_PERMODULE_VTABLE_GLOBALVAR_INIT_REFS:
            self._read_vtable(ops)
        elif code == records.FS_COMBINED_ORIGINAL_NAME:
            if self._last_summary is not None:
                self._last_summary.original_name = ops[0]
        elif code == records.FS_FLAGS:
            self.index.flags = ops[0]
        elif code == records.FS_BLOCK_COUNT:
            self.index.block_count += ops[0]
        elif code == records.FS_VALUE_GUID:
            guid = ops[1] << 32 | ops[2] if len(ops) > 2 else ops[1]
            self._values[ops[0]] = self.index.value(guid)
            self._original_names[ops[0]] = guid
        elif code == records.FS_TYPE_ID:
            self._read_type_id(ops)
        elif code == records.FS_TYPE_ID_METADATA:
            name = self._string(ops[0], ops[1])
            vtables = self.index.compatible_vtables.setdefault(name, [])
            for i in range(2, len(ops), 2):
                vtables.append((ops[i], self._value(ops[i + 1])))
        elif code == records.FS_STACK_IDS:
            self._stack_ids = [ops[i] << 32 | ops[i + 1] for i in range(0, len(ops), 2)] if self._version >= 12 else list(ops)
            self.index.stack_ids = self._stack_ids
        elif code == records.FS_CONTEXT_RADIX_TREE_ARRAY:
            self._contexts = ops
        else:
            self._read_pending(code, ops)

    def _read_pending(self, code: int, ops: list[int]) -> None:
        """Read the records that precede the summary of the function to which they belong."""
        function = self._next_function
        if code == records.FS_TYPE_TESTS:
            function.type_tests.extend(ops)
        elif records.FS_TYPE_TEST_ASSUME_VCALLS <= code <= records.FS_TYPE_CHECKED_LOAD_CONST_VCALL:
            position = code - records.FS_TYPE_TEST_ASSUME_VCALLS
            calls = function.virtual_calls[position]
            if position < FIRST_WITH_ARGUMENTS:
                calls.extend(VirtualFunction(ops[i], ops[i + 1]) for i in range(0, len(ops), 2))
            else:
                calls.append(VirtualFunction(ops[0], ops[1], ops[2:]))
        elif code == records.FS_PARAM_ACCESS:
            function.parameter_accesses = self._parameter_accesses(ops)
        elif code == records.FS_PERMODULE_CALLSITE_INFO:
            ids = [self._stack_ids[number] for number in ops[1:]]
            function.callsites.append(CallsiteSummary(self._value(ops[0]), [0], ids))
        elif code == records.FS_COMBINED_CALLSITE_INFO:
            end = 3 + ops[1]
            ids = [self._stack_ids[number] for number in ops[3:end]]
            function.callsites.append(CallsiteSummary(self._values.get(ops[0]), ops[end : end + ops[2]], ids))
        elif code in (records.FS_PERMODULE_ALLOC_INFO, records.FS_COMBINED_ALLOC_INFO, records.FS_COMBINED_ALLOC_INFO_NO_CONTEXT):
            self._read_allocation(code, ops)
        elif code > _LAST_RECORD and self._unknown.is_tolerated:
            self._unknown.leave_out(f"unknown summary record {code}")

    def _summary_flags(self, summary: GlobalValueSummary, raw: int) -> None:
        old = self._version < 3
        summary.not_eligible_to_import = bool(raw >> 4 & 1) or old
        summary.is_live = bool(raw >> 5 & 1) or old
        summary.is_dso_local = bool(raw >> 6 & 1)
        summary.can_auto_hide = bool(raw >> 7 & 1)
        summary.visibility = SUMMARY_VISIBILITIES[raw >> 8 & 3]
        summary.is_declaration_import = bool(raw >> 10 & 1)
        summary.keeps_name_on_promotion = bool(raw >> 11 & 1)

    def _add(self, number: int, summary: GlobalValueSummary) -> None:
        self._value(number).summaries.append(summary)
        self._last_summary = summary
        if number in self._original_names:
            summary.original_name = self._original_names[number]

    def _references(self, numbers: list[int]) -> list[SummaryReference]:
        return [SummaryReference(self._value(number)) for number in numbers]

    def _read_function(self, code: int, ops: list[int], path: str, number: int, rest: list[int], is_combined: bool) -> None:
        """Read the summary of a function; `rest` begins with its flags."""
        version = self._version
        summary = self._next_function
        summary.module_path = path
        summary.linkage = SUMMARY_LINKAGES[rest[0] & 0xF]
        self._summary_flags(summary, rest[0])
        summary.instruction_count = rest[1]
        at = 2
        if version >= 4:
            summary.flags = rest[at]
            at += 1
        if is_combined and version >= 6:
            summary.entry_count = rest[at]
            at += 1
        count = rest[at]
        at += 1
        read_only = write_only = 0
        if version >= 5:
            read_only = rest[at]
            at += 1
        if version >= 7:
            write_only = rest[at]
            at += 1
        if at + count > len(rest) or read_only + write_only > count:
            raise IndexError
        references = self._references(rest[at : at + count])
        for reference in references[count - write_only - read_only : count - write_only]:
            reference.access = READ_ONLY
        for reference in references[count - write_only :]:
            reference.access = WRITE_ONLY
        summary.references = references
        summary.calls = self._calls(code, rest[at + count :])
        self._next_function = FunctionSummary("", "")
        self._add(number, summary)

    def _own_path(self) -> str:
        """The path of the module; KeyError if the index does not have it, because the source has no name: LLVM crashes then."""
        path = self.module.identifier
        if path not in self.index.modules:
            raise KeyError(path)
        return path

    def _calls(self, code: int, ops: list[int]) -> list[CallEdge]:
        calls: list[CallEdge] = []
        has_profile = code in (records.FS_PERMODULE_PROFILE, records.FS_COMBINED_PROFILE)
        is_old = self._version == 1
        i = 0
        while i < len(ops):
            edge = CallEdge(self._value(ops[i]))
            i += 1
            if is_old:
                i += 2 if has_profile else 1
            elif has_profile:
                edge.hotness = min(ops[i] & 7, 4)
                edge.has_tail_call = bool(ops[i] & 8)
                i += 1
            elif code == records.FS_PERMODULE_RELBF:
                edge.relative_frequency = ops[i] & ((1 << RELATIVE_FREQUENCY_BITS) - 1)
                edge.has_tail_call = bool(ops[i] >> RELATIVE_FREQUENCY_BITS & 1)
                i += 1
            calls.append(edge)
        return calls

    def _read_alias(self, path: str, number: int, flags: int, aliasee: int) -> None:
        summary = AliasSummary(path, SUMMARY_LINKAGES[flags & 0xF])
        self._summary_flags(summary, flags)
        target = self._value(aliasee)
        if any(entry.module_path == path for entry in target.summaries):
            summary.aliasee = target
        self._add(number, summary)

    def _variable(self, path: str, flags: int, variable_flags: int) -> GlobalVarSummary:
        summary = GlobalVarSummary(path, SUMMARY_LINKAGES[flags & 0xF])
        self._summary_flags(summary, flags)
        summary.may_be_read_only = bool(variable_flags & 1)
        summary.may_be_write_only = bool(variable_flags & 2)
        summary.is_constant = bool(variable_flags & 4)
        summary.vcall_visibility = variable_flags >> 3 & 3
        return summary

    def _read_variable(self, path: str, number: int, rest: list[int]) -> None:
        """Read the summary of a variable; `rest` begins with its flags."""
        has_flags = self._version >= 5
        summary = self._variable(path, rest[0], rest[1] if has_flags else 0)
        summary.references = self._references(rest[2 if has_flags else 1 :])
        self._add(number, summary)

    def _read_vtable(self, ops: list[int]) -> None:
        """[valueid, flags, varflags, numrefs, refs..., n x (function, offset)]."""
        summary = self._variable(self._own_path(), ops[1], ops[2])
        end = 4 + ops[3]
        summary.references = self._references(ops[4:end])
        for i in range(end, len(ops), 2):
            summary.vtable_functions.append((self._value(ops[i]), ops[i + 1]))
        self._add(ops[0], summary)

    def _string(self, offset: int, size: int) -> str:
        return self.string_table[offset : offset + size].decode("utf-8", "surrogateescape")

    def _read_type_id(self, ops: list[int]) -> None:
        entry = self.index.type_id(self._string(ops[0], ops[1]))
        if ops[2] > 5:
            raise IndexError
        entry.kind = ops[2]
        entry.size_minus_1_bit_width = ops[3]
        entry.align_log2 = ops[4]
        entry.size_minus_1 = ops[5]
        entry.bit_mask = ops[6]
        entry.inline_bits = ops[7]
        at = 8
        while at < len(ops):
            if ops[at + 1] > 2:
                raise IndexError
            resolution = DevirtualizationResolution(ops[at + 1], self._string(ops[at + 2], ops[at + 3]))
            entry.resolutions[ops[at]] = resolution
            count = ops[at + 4]
            at += 5
            for _ in range(min(count, len(ops))):
                end = at + 1 + ops[at]
                if ops[end] > 3:
                    raise IndexError
                by = ByArgumentResolution(ops[at + 1 : end], ops[end])
                by.info, by.byte, by.bit = ops[end + 1], ops[end + 2], ops[end + 3]
                resolution.by_argument.append(by)
                at = end + 4

    def _parameter_accesses(self, ops: list[int]) -> list[ParameterAccess]:
        """[n x (paramno, lower, upper, numcalls, numcalls x (paramno, callee, lower, upper))], the upper bound exclusive."""
        accesses: list[ParameterAccess] = []
        at = 0
        while at < len(ops):
            access = ParameterAccess(ops[at], unrotated(ops[at + 1]), unrotated(ops[at + 2]) - 1)
            count = ops[at + 3]
            at += 4
            for _ in range(min(count, len(ops))):
                callee = self._value(ops[at + 1])
                access.calls.append(ParameterCall(callee, ops[at], unrotated(ops[at + 2]), unrotated(ops[at + 3]) - 1))
                at += 4
            accesses.append(access)
        return accesses

    def _read_allocation(self, code: int, ops: list[int]) -> None:
        at = 0
        contexts = -1
        version_count = 0
        if code != records.FS_PERMODULE_ALLOC_INFO:
            contexts, version_count = ops[0], ops[1]
            at = 2
        elif self._version >= 10:
            contexts = ops[0]
            at = 1
        made: list[tuple[int, list[int]]] = []
        while len(made) < contexts if contexts >= 0 else at < len(ops):
            kind = ops[at]
            if code == records.FS_COMBINED_ALLOC_INFO_NO_CONTEXT:
                made.append((kind, []))
                at += 1
            elif self._version >= 11:
                made.append((kind, self._context(ops[at + 1])))
                at += 2
            else:
                end = at + 2 + ops[at + 1]
                if end > len(ops):
                    raise IndexError
                made.append((kind, [self._stack_ids[number] for number in ops[at + 2 : end]]))
                at = end
        versions = ops[at : at + version_count] if code != records.FS_PERMODULE_ALLOC_INFO else [0]
        allocation = AllocationSummary(versions, made)
        allocation.total_sizes = ops[at + version_count :]
        self._next_function.allocations.append(allocation)

    def _context(self, position: int) -> list[int]:
        """The stack ids of a context in the radix tree: a length, then ids; a negative entry is a relative jump."""
        tree = self._contexts
        length = tree[position]
        ids: list[int] = []
        at = position + 1
        while length > 0:
            entry = tree[at] & 0xFFFFFFFF
            if entry >> 31:
                at += (1 << 32) - entry
                if at >= len(tree):
                    raise IndexError
                continue
            ids.append(self._stack_ids[entry])
            at += 1
            length -= 1
        return ids
