"""Prints a ThinLTO summary as LLVM's text: `^0 = module: (...)` etc."""

from __future__ import annotations

from pyllvm.ir.guids import guid_of
from pyllvm.ir.module import Module
from pyllvm.ir.summary import (
    BY_ARGUMENT_KINDS,
    DEVIRTUALIZATION_KINDS,
    FIRST_WITH_ARGUMENTS,
    FUNCTION_FLAGS,
    HOTNESS,
    READ_ONLY,
    TYPE_TEST_KINDS,
    VIRTUAL_CALLS,
    WRITE_ONLY,
    AliasSummary,
    FunctionSummary,
    GlobalValueSummary,
    GlobalVarSummary,
    ModuleSummaryIndex,
    TypeIdSummary,
    ValueInfo,
    VirtualFunction,
    allocation_types,
)
from pyllvm.schema.text import escape
from pyllvm.tables import text_versions
from pyllvm.tables.bitcode_versions import KEPT_NAMES_SINCE


def print_summary(module: Module) -> str:
    """The lines of a module's summary as LLVM of its version prints them, after an empty line; "" if it has none."""
    summary = module.summary
    return "" if summary is None else _SummaryPrinter(summary, module.llvm_version).text()


class _SummaryPrinter:
    def __init__(self, summary: ModuleSummaryIndex, version: int) -> None:
        self.summary = summary
        self.version = version
        # slots: modules, then GUIDs, then type identifiers (before LLVM 19, vtables' type identifiers are among the GUIDs)
        paths = sorted(summary.modules) if version >= text_versions.PATHS_SORTED_SINCE else list(summary.modules)
        self.module_slots = {path: slot for slot, path in enumerate(paths)}
        next_slot = len(paths)
        self.value_slots: dict[int, int] = {}
        self.values = [summary.values[guid] for guid in sorted(summary.values)]
        for value in self.values:
            self.value_slots[value.guid] = next_slot
            next_slot += 1
        self.vtable_names = sorted(summary.compatible_vtables)
        self.vtable_slots: dict[str, int] = {}
        if version < text_versions.PATHS_SORTED_SINCE:
            # One map by GUID: a variable of the same name has the slot of the type identifier from here on.
            for name in self.vtable_names:
                self.value_slots[guid_of(name)] = self.vtable_slots[name] = next_slot
                next_slot += 1
        self.type_ids: list[tuple[int, TypeIdSummary]] = sorted(
            ((guid_of(entry.name), entry) for entry in summary.type_ids), key=lambda pair: pair[0]
        )
        self.type_id_slots: dict[str, int] = {}
        if version >= text_versions.PATHS_SORTED_SINCE:
            for name in self.vtable_names:
                self.vtable_slots[name] = next_slot
                next_slot += 1
        for _, entry in self.type_ids:
            self.type_id_slots[entry.name] = next_slot
            next_slot += 1
        self.next_slot = next_slot

    def text(self) -> str:
        summary = self.summary
        lines = ["\n"]
        for path, slot in sorted(self.module_slots.items(), key=lambda item: item[1]):
            name = path or "[Regular LTO]"
            hash_words = ", ".join(str(word) for word in summary.modules[path])
            lines.append(f'^{slot} = module: (path: "{escape(name)}", hash: ({hash_words}))\n')
        lines.extend(self.global_value(value) for value in self.values)
        for guid, entry in self.type_ids:
            lines.append(
                f'^{self.type_id_slots[entry.name]} = typeid: (name: "{entry.name}"{self.type_id(entry)}) ; guid = {guid}\n'
            )
        for name in self.vtable_names:
            members = ", ".join(
                f"(offset: {offset}, ^{self.value_slots[value.guid]})" for offset, value in summary.compatible_vtables[name]
            )
            slot = self.vtable_slots[name]
            lines.append(f'^{slot} = typeidCompatibleVTable: (name: "{name}", summary: ({members})) ; guid = {guid_of(name)}\n')
        next_slot = self.next_slot
        if self.version >= text_versions.SUMMARY_VISIBILITY_SINCE or summary.flags:
            if summary.flags:
                lines.append(f"^{next_slot} = flags: {summary.flags}\n")
                next_slot += 1
            lines.append(f"^{next_slot} = blockcount: {summary.block_count}\n")
        return "".join(lines)

    def global_value(self, value: ValueInfo) -> str:
        name = f'name: "{value.name}"' if value.name else f"guid: {value.guid}"
        summaries = ""
        if value.summaries:
            summaries = ", summaries: (" + ", ".join(self.value_summary(entry) for entry in value.summaries) + ")"
        comment = f" ; guid = {value.guid}" if value.name else ""
        return f"^{self.value_slots[value.guid]} = gv: ({name}{summaries}){comment}\n"

    def reference(self, value: ValueInfo) -> str:
        return f"^{self.value_slots[value.guid]}"

    def value_summary(self, entry: GlobalValueSummary) -> str:
        kind = "alias" if isinstance(entry, AliasSummary) else "function" if isinstance(entry, FunctionSummary) else "variable"
        flags = [f"linkage: {entry.linkage}"]
        if self.version >= text_versions.SUMMARY_VISIBILITY_SINCE:
            flags.append(f"visibility: {entry.visibility}")
        flags.append(f"notEligibleToImport: {int(entry.not_eligible_to_import)}")
        flags.append(f"live: {int(entry.is_live)}")
        flags.append(f"dsoLocal: {int(entry.is_dso_local)}")
        if self.version >= text_versions.HIDDEN_BY_LINKER_SINCE:
            flags.append(f"canAutoHide: {int(entry.can_auto_hide)}")
        if self.version >= text_versions.IMPORT_TYPES_SINCE:
            flags.append(f"importType: {'declaration' if entry.is_declaration_import else 'definition'}")
        if self.version >= KEPT_NAMES_SINCE:
            flags.append(f"noRenameOnPromotion: {int(entry.keeps_name_on_promotion)}")
        parts = [f"{kind}: (module: ^{self.module_slots[entry.module_path]}, flags: ({', '.join(flags)})"]
        if isinstance(entry, AliasSummary):
            parts.append(f"aliasee: {'null' if entry.aliasee is None else self.reference(entry.aliasee)}")
        elif isinstance(entry, FunctionSummary):
            parts.extend(self.function(entry))
        elif isinstance(entry, GlobalVarSummary):
            parts.extend(self.variable(entry))
        if entry.references:
            words = {READ_ONLY: "readonly ", WRITE_ONLY: "writeonly "}
            listed = ", ".join(words.get(ref.access, "") + self.reference(ref.target) for ref in entry.references)
            parts.append(f"refs: ({listed})")
        return ", ".join(parts) + ")"

    def variable(self, entry: GlobalVarSummary) -> list[str]:
        flags = f"readonly: {int(entry.may_be_read_only)}, writeonly: {int(entry.may_be_write_only)}"
        flags += f", constant: {int(entry.is_constant)}"
        if not entry.vtable_functions:
            return [f"varFlags: ({flags})"]
        functions = ", ".join(f"(virtFunc: {self.reference(value)}, offset: {at})" for value, at in entry.vtable_functions)
        return [f"varFlags: ({flags}, vcall_visibility: {entry.vcall_visibility})", f"vTableFuncs: ({functions})"]

    def function(self, entry: FunctionSummary) -> list[str]:
        parts = [f"insts: {entry.instruction_count}"]
        if entry.flags:
            shown = FUNCTION_FLAGS if self.version >= text_versions.ALL_FUNCTION_FLAGS_SINCE else FUNCTION_FLAGS[:6]
            parts.append("funcFlags: (" + ", ".join(f"{word}: {entry.flags >> bit & 1}" for bit, word in enumerate(shown)) + ")")
        if entry.calls:
            calls: list[str] = []
            for call in entry.calls:
                text = f"(callee: {self.reference(call.callee)}"
                if call.hotness:
                    text += f", hotness: {HOTNESS[call.hotness]}"
                elif call.relative_frequency:
                    text += f", relbf: {call.relative_frequency}"
                if call.has_tail_call:
                    text += ", tail: 1"
                calls.append(text + ")")
            parts.append(f"calls: ({', '.join(calls)})")
        if entry.has_type_id_info:
            parts.append(self.type_id_info(entry))
        if entry.allocations:
            parts.append(self.allocations(entry))
        if entry.callsites:
            sites: list[str] = []
            for site in entry.callsites:
                callee = "null" if site.callee is None else self.reference(site.callee)
                sites.append(f"(callee: {callee}, clones: ({numbers(site.clones)}), stackIds: ({numbers(site.stack_ids)}))")
            parts.append(f"callsites: ({', '.join(sites)})")
        if entry.parameter_accesses:
            parts.append(self.parameters(entry))
        return parts

    def allocations(self, entry: FunctionSummary) -> str:
        shown: list[str] = []
        words = allocation_types(self.version)
        for allocation in entry.allocations:
            versions = ", ".join(words.get(version, "none") for version in allocation.versions)
            contexts = ", ".join(
                f"(type: {words.get(kind, 'none')}, stackIds: ({numbers(ids)}))" for kind, ids in allocation.contexts
            )
            shown.append(f"(versions: ({versions}), memProf: ({contexts}))")
        return f"allocs: ({', '.join(shown)})"

    def parameters(self, entry: FunctionSummary) -> str:
        shown: list[str] = []
        for access in entry.parameter_accesses:
            text = f"(param: {access.parameter}, offset: [{access.lower}, {access.upper}]"
            if access.calls:
                calls = ", ".join(
                    f"(callee: {self.reference(call.callee)}, param: {call.parameter}, offset: [{call.lower}, {call.upper}])"
                    for call in access.calls
                )
                text += f", calls: ({calls})"
            shown.append(text + ")")
        return f"params: ({', '.join(shown)})"

    def type_id_info(self, entry: FunctionSummary) -> str:
        parts: list[str] = []
        if entry.type_tests:
            parts.append("typeTests: (" + ", ".join(word for guid in entry.type_tests for word in self.type_test(guid)) + ")")
        for position, functions in enumerate(entry.virtual_calls):
            shown = [self.virtual_function(function) for function in functions]
            if position >= FIRST_WITH_ARGUMENTS:
                calls = zip(shown, functions, strict=True)
                shown = [f"({text}{arguments_after_comma(function.arguments)})" for text, function in calls]
            if shown:
                parts.append(f"{VIRTUAL_CALLS[position]}: ({', '.join(shown)})")
        return f"typeIdInfo: ({', '.join(parts)})"

    def names_of(self, guid: int) -> list[str]:
        return [entry.name for known, entry in self.type_ids if known == guid]

    def type_test(self, guid: int) -> list[str]:
        names = self.names_of(guid)
        return [f"^{self.type_id_slots[name]}" for name in names] if names else [str(guid)]

    def virtual_function(self, function: VirtualFunction) -> str:
        names = self.names_of(function.guid)
        if not names:
            return f"vFuncId: (guid: {function.guid}, offset: {function.offset})"
        return ", ".join(f"vFuncId: (^{self.type_id_slots[name]}, offset: {function.offset})" for name in names)

    def type_id(self, entry: TypeIdSummary) -> str:
        test = f"typeTestRes: (kind: {TYPE_TEST_KINDS[entry.kind]}, sizeM1BitWidth: {entry.size_minus_1_bit_width}"
        for name, value in (
            ("alignLog2", entry.align_log2),
            ("sizeM1", entry.size_minus_1),
            ("bitMask", entry.bit_mask),
            ("inlineBits", entry.inline_bits),
        ):
            if value:
                test += f", {name}: {value}"
        test += ")"
        if not entry.resolutions:
            return f", summary: ({test})"
        shown: list[str] = []
        for offset in sorted(entry.resolutions):
            resolution = entry.resolutions[offset]
            text = f"(offset: {offset}, wpdRes: (kind: {DEVIRTUALIZATION_KINDS[resolution.kind]}"
            if resolution.kind == 1:
                text += f', singleImplName: "{resolution.single_implementation}"'
            if resolution.by_argument:
                by_argument: list[str] = []
                for by in sorted(resolution.by_argument, key=lambda by: by.arguments):
                    one = f"args: ({numbers(by.arguments)}), byArg: (kind: {BY_ARGUMENT_KINDS[by.kind]}"
                    if by.kind in (1, 2):
                        one += f", info: {by.info}"
                    if by.byte or by.bit:
                        one += f", byte: {by.byte}, bit: {by.bit}"
                    by_argument.append(one + ")")
                text += f", resByArg: ({', '.join(by_argument)})"
            shown.append(text + "))")
        return f", summary: ({test}, wpdResolutions: ({', '.join(shown)}))"


def numbers(values: list[int]) -> str:
    """Numbers separated by commas."""
    return ", ".join(str(value) for value in values)


def arguments_after_comma(arguments: list[int]) -> str:
    """`, args: (...)`, or "" if there are none."""
    return f", args: ({numbers(arguments)})" if arguments else ""
