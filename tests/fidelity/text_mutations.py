"""Text of LLVM IR with something changed in it: most of it still parses, some of it is still right.

`Mutator(random).mutated(text)` makes one to three changes, each of one kind of `CHANGES`: tokens of a line exchanged for others of
their family (types, attributes, linkages, orderings ...) or for others of the same file (values, metadata), lines removed, doubled
or moved, attributes, operand bundles and metadata put where they may not stand, globals renamed to what LLVM knows by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Final

_TOKEN: Final = re.compile(
    r'c?"[^"\n]*"|[%@$](?:"[^"\n]*"|[-a-zA-Z$._0-9]+)|!"[^"\n]*"|![0-9]+|![a-zA-Z.][\w.]*|#[0-9]+|[A-Za-z_][\w.]*'
    r"|-?[0-9][0-9a-zA-Z.+]*|\.\.\.|\s+|."
)
_FUNCTION: Final = re.compile(r"^define\b.*?^\}$", re.M | re.S)
_WORD: Final = re.compile(r"[A-Za-z_]")

TYPES: Final = (
    "i1 i8 i16 i32 i64 i128 half float double fp128 x86_fp80 ptr void label token metadata ppc_fp128 bfloat i7 x86_mmx".split()
    + ["<4 x i32>", "<2 x ptr>", "<4 x float>", "<vscale x 2 x i64>", "[2 x i8]", "{ i32, i64 }", "{}", "ptr addrspace(1)", "i32 ()"]
    + ["<2 x i1>", "{ i32, i1 }", "%pair", "x86_amx", 'target("spirv.Image")']
)
LINKAGES: Final = (
    "private internal external weak weak_odr linkonce linkonce_odr common appending available_externally extern_weak".split()
)
CONVENTIONS: Final = (
    "ccc fastcc coldcc tailcc swiftcc swifttailcc webkit_jscc anyregcc preserve_mostcc preserve_allcc cxx_fast_tlscc ghccc x86_stdcallcc "
    "x86_intrcc amdgpu_kernel amdgpu_cs amdgpu_gfx spir_kernel spir_func ptx_kernel ptx_device hhvmcc x86_thiscallcc arm_aapcscc "
    "aarch64_sve_vector_pcs win64cc amdgpu_cs_chain preserve_nonecc graalcc".split()
)
PARAMETER_ATTRIBUTES: Final = (
    "zeroext signext inreg noalias nocapture nofree nest returned nonnull readonly readnone writeonly immarg noundef swiftself swifterror "
    "swiftasync allocalign allocptr noext dead_on_unwind writable".split()
    + ["byval(i32)", "sret(i32)", "inalloca(i32)", "byref(i32)", "preallocated(i32)", "elementtype(i32)", "align 8", "align 4096"]
    + ["dereferenceable(8)", "dereferenceable_or_null(8)", "alignstack(8)", "range(i32 0, 8)", "nofpclass(nan)", "initializes((0, 4))"]
    + ['"string"', '"key"="value"', "byval([9999999 x i64])", "captures(none)", "dead_on_return", "range(i64 1, 0)", "sret(%opaque)"]
)
FUNCTION_ATTRIBUTES: Final = (
    "alwaysinline argmemonly builtin cold convergent hot inlinehint jumptable minsize naked nobuiltin nocallback nocf_check noduplicate "
    "noimplicitfloat noinline nomerge nonlazybind norecurse noredzone noreturn nosync nounwind nosanitize_bounds null_pointer_is_valid "
    "optforfuzzing optnone optsize readnone readonly returns_twice safestack sanitize_address sanitize_memory shadowcallstack speculatable "
    "ssp sspreq strictfp uwtable willreturn writeonly mustprogress nofree presplitcoroutine inaccessiblememonly disable_sanitizer_instrumentation "
    "optdebug sanitize_numerical_stability sanitize_realtime nodivergencesource hybrid_patchable noprofile skipprofile".split()
    + ["alignstack(8)", "allocsize(0)", "allocsize(0, 1)", "allocsize(7)", "vscale_range(1)", "vscale_range(3,2)", "memory(none)", "memory(read)"]
    + ['"frame-pointer"="all"', '"frame-pointer"="some"', '"thunk"', '"patchable-function-entry"="x"', '"warn-stack-size"="-1"']
    + ['"patchable-function-prefix"="99999999999"', '"denormal-fp-math"="ieee,ieee"', '"denormal-fp-math"="odd"', '"unsafe-fp-math"="maybe"']
    + ['allockind("alloc")', 'allockind("free")', 'allockind("realloc,zeroed")', '"alloc-family"="f"', '"no-jump-tables"="1"']
    + ['"vector-function-abi-variant"="_ZGVnN2v_f(g)"', '"aarch64_pstate_sm_enabled"', '"aarch64_pstate_sm_compatible"', '"aarch64_new_za"']
    + ['"aarch64_inout_za"', '"aarch64_pstate_za_new"', '"branch-target-enforcement"="true"', '"sign-return-address"="all"', '"no-infs-fp-math"="2"']
    + ['"sign-return-address"="most"', '"sign-return-address-key"="c_key"', '"fp-contract"="fast"', '"denormal-fp-math-f32"="positive-zero"']
    + ['"guarded-control-stack"="no"', '"branch-protection-pauth-lr"="true"', '"zero-call-used-regs"="used"', '"nooutline"', '"uniform-work-group-size"="x"']
)
BUNDLES: Final = (
    '"deopt"()', '"deopt"(i32 1)', '"funclet"(token none)', '"gc-transition"()', '"gc-live"(ptr null)', '"cfguardtarget"(ptr null)',
    '"preallocated"(token none)', '"clang.arc.attachedcall"()', '"clang.arc.attachedcall"(ptr null)', '"ptrauth"(i32 1, i64 2)',
    '"ptrauth"(i64 1, i64 2)', '"kcfi"(i32 1)', '"kcfi"(i32 %1)', '"convergencectrl"(token none)', '"align"(ptr null, i32 8)',
    '"nonnull"()', '"unknown"(i8 2)', '"dereferenceable"(i32 1, i32 2)', '"separate_storage"(ptr null, i32 1)', '"ignore"()', '"align"(i8 4)',
)  # fmt: skip
ATTACHMENTS: Final = (
    "dbg tbaa prof fpmath range tbaa.struct invariant.load alias.scope noalias nontemporal llvm.mem.parallel_loop_access nonnull "
    "dereferenceable dereferenceable_or_null make.implicit unpredictable invariant.group align llvm.loop type section_prefix "
    "absolute_symbol associated callees irr_loop llvm.access.group callback llvm.preserve.access.index vcall_visibility noundef annotation "
    "nosanitize func_sanitize exclude memprof callsite kcfi_type pcsections DIAssignID coro.outside.frame mmra noalias.addrspace "
    "heapallocsite srcloc unknown implicit.ref nofpclass nofree alloc_token captures guid inline_history".split()
)
CONSTANTS: Final = (
    "0 1 -1 2 true false null undef poison zeroinitializer none 4294967296 1.0 0x7FF8000000000000 @nobody asm c\"a\\00\" {} blockaddress(@f,%e)".split()
)
NUMBERS: Final = "0 1 2 3 4 5 7 8 16 31 32 63 64 65 100 255 256 4096 65535 65536 4294967295 4294967296 4294967297 -1 -2 18446744073709551615".split()
NODES: Final = (
    "DILocation DIExpression DIFile DISubprogram DICompileUnit DIBasicType DIDerivedType DICompositeType DISubroutineType DILexicalBlock "
    "DILexicalBlockFile DINamespace DIModule DITemplateTypeParameter DITemplateValueParameter DIGlobalVariable DILocalVariable DILabel "
    "DIObjCProperty DIImportedEntity DIMacro DIMacroFile DIEnumerator DISubrange DIGenericSubrange DIGlobalVariableExpression DICommonBlock "
    "DIStringType DIArgList DIAssignID GenericDINode".split()
)
KNOWN_GLOBALS: Final = (
    "llvm.used llvm.compiler.used llvm.global_ctors llvm.global_dtors llvm.memcpy.p0.p0.i64 llvm.va_start llvm.assume llvm.trap llvm.dbg.value "
    "llvm.eh.typeid.for llvm.unknown llvm.bswap.i16 llvm.lifetime.start.p0 llvm.experimental.deoptimize.i32 llvm.stacksave llvm.gcread "
    "llvm.sqrt.f32 llvm.localescape llvm.coro.id llvm.returnaddress llvm.dbg.thing llvm.donothing llvm.init.trampoline llvm.type.test "
    "llvm.ctpop.i32 llvm.seh.scope.begin llvm.experimental.guard llvm.sideeffect llvm.pseudoprobe llvm.gcroot".split()
)
FAMILIES: Final = (
    tuple(type for type in TYPES if _TOKEN.fullmatch(type)),
    tuple(LINKAGES),
    tuple(CONVENTIONS),
    tuple("default hidden protected".split()),
    tuple("dllimport dllexport dso_local dso_preemptable".split()),
    tuple("localdynamic initialexec localexec".split()),
    tuple("unnamed_addr local_unnamed_addr".split()),
    tuple("any exactmatch largest nodeduplicate samesize".split()),
    tuple("add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem".split()),
    tuple("trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint inttoptr bitcast addrspacecast".split()),
    tuple("eq ne ugt uge ult ule sgt sge slt sle".split()),
    tuple("false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split()),
    tuple("unordered monotonic acquire release acq_rel seq_cst not_atomic".split()),
    tuple("xchg add sub and nand or xor max min umax umin fadd fsub fmax fmin uinc_wrap udec_wrap usub_cond fmaximum".split()),
    tuple("nnan ninf nsz arcp contract afn reassoc fast".split()),
    tuple("nuw nsw exact disjoint nneg inbounds samesign nusw".split()),
    tuple("tail musttail notail".split()),
    tuple("catch filter cleanup".split()),
    tuple("call invoke callbr".split()),
    tuple("icmp fcmp".split()),
    tuple("global constant".split()),
    tuple("alias ifunc".split()),
    tuple("define declare".split()),
    tuple("undef poison null zeroinitializer none true false".split()),
    tuple(word for word in PARAMETER_ATTRIBUTES if _TOKEN.fullmatch(word)),
    ("byval", "sret", "inalloca", "byref", "preallocated", "elementtype", "dereferenceable", "align"),
    tuple(word for word in FUNCTION_ATTRIBUTES if _TOKEN.fullmatch(word)),
    tuple("align alignstack addrspace dereferenceable dereferenceable_or_null".split()),
    tuple("cleanuppad catchpad catchswitch landingpad cleanupret catchret resume".split()),
    tuple("load store alloca getelementptr".split()),
    tuple("FullDebug LineTablesOnly NoDebug DebugDirectivesOnly".split()),
    tuple(NODES),
    tuple(
        "DW_TAG_array_type DW_TAG_class_type DW_TAG_enumeration_type DW_TAG_structure_type DW_TAG_union_type DW_TAG_variant_part DW_TAG_member "
        "DW_TAG_pointer_type DW_TAG_reference_type DW_TAG_rvalue_reference_type DW_TAG_typedef DW_TAG_const_type DW_TAG_inheritance DW_TAG_base_type "
        "DW_TAG_unspecified_type DW_TAG_friend DW_TAG_ptr_to_member_type DW_TAG_set_type DW_TAG_string_type DW_TAG_immutable_type DW_TAG_variable "
        "DW_TAG_template_type_parameter DW_TAG_template_value_parameter DW_TAG_imported_module DW_TAG_imported_declaration DW_TAG_template_alias "
        "DW_TAG_GNU_template_template_param DW_TAG_GNU_template_parameter_pack DW_TAG_namelist DW_TAG_LLVM_annotation DW_TAG_subrange_type".split()
    ),
    tuple("DIFlagPrototyped DIFlagVector DIFlagFwdDecl DIFlagLValueReference DIFlagRValueReference DIFlagTypePassByValue DIFlagTypePassByReference "
          "DIFlagStaticMember DIFlagAllCallsDescribed DIFlagArtificial DIFlagReservedBit4".split()),
    tuple("DISPFlagDefinition DISPFlagOptimized DISPFlagLocalToUnit DISPFlagPureVirtual DISPFlagVirtual".split()),
    tuple("DW_OP_plus DW_OP_deref DW_OP_stack_value DW_OP_plus_uconst DW_OP_LLVM_fragment DW_OP_LLVM_arg DW_OP_LLVM_entry_value DW_OP_LLVM_convert "
          "DW_OP_LLVM_tag_offset DW_OP_constu DW_OP_swap DW_OP_xderef DW_OP_LLVM_implicit_pointer DW_OP_push_object_address".split()),
    tuple("DW_ATE_signed DW_ATE_unsigned DW_ATE_float DW_ATE_boolean".split()),
    tuple("DW_MACINFO_define DW_MACINFO_undef DW_MACINFO_start_file DW_MACINFO_end_file".split()),
    tuple("CSK_MD5 CSK_SHA1 CSK_SHA256".split()),
    tuple("scope file type baseType entity elements types unit retainedNodes declaration templateParams inlinedAt expr var annotations".split()),
)  # fmt: skip
_FAMILIES_OF: Final[dict[str, list[tuple[str, ...]]]] = {}
for _family in FAMILIES:
    for _member in _family:
        _FAMILIES_OF.setdefault(_member, []).append(_family)


def tokens_of(line: str) -> list[str]:
    """The line's tokens, white space among them: put together they are the line."""
    return _TOKEN.findall(line)


class Mutator:
    """Makes changes, as its random numbers fall."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.lines: list[str] = []

    def mutated(self, text: str, changes: int = 0) -> str:
        """The text after some changes: one to three where none are asked for."""
        for _ in range(100):
            self.lines = text.splitlines()
            for _ in range(changes or self.chance.choice((1, 1, 1, 2, 2, 3))):
                self.change()
            changed = "\n".join(self.lines) + "\n"
            if changed != text:
                return changed
        return text

    def change(self) -> None:
        """One change; now and then none, where there is nothing of its kind to change."""
        for _ in range(20):
            before = list(self.lines)
            self.chance.choice(CHANGES)(self)
            if self.lines != before:
                return

    # what to change

    def line_with(self, pattern: str) -> int:
        """The number of some line that has the pattern; -1 if none does."""
        found = [number for number, line in enumerate(self.lines) if re.search(pattern, line) and not line.startswith(";")]
        return self.chance.choice(found) if found else -1

    def function_around(self, number: int) -> tuple[int, int]:
        """The lines of the function that a line is in; the whole text, if it is in none."""
        start = number
        while start >= 0 and not self.lines[start].startswith("define"):
            if self.lines[start] == "}" and start != number:
                return 0, len(self.lines)
            start -= 1
        end = number
        while end < len(self.lines) and self.lines[end] != "}":
            end += 1
        return (start, min(end + 1, len(self.lines))) if start >= 0 else (0, len(self.lines))

    def replace_token(self, number: int, matching: Callable[[str], bool], choose: Callable[[str], str]) -> None:
        tokens = tokens_of(self.lines[number])
        places = [place for place, token in enumerate(tokens) if matching(token)]
        if places:
            place = self.chance.choice(places)
            tokens[place] = choose(tokens[place])
            self.lines[number] = "".join(tokens)

    def any_line(self) -> int:
        return self.line_with(r"\S")

    # changes of tokens

    def exchange_word(self) -> None:
        number = self.any_line()
        self.replace_token(
            number, lambda token: token in _FAMILIES_OF, lambda token: self.chance.choice(self.chance.choice(_FAMILIES_OF[token]))
        )

    def exchange_type(self) -> None:
        number = self.line_with(r"\b(i\d+|ptr|float|double)\b")
        if number >= 0:
            self.replace_token(number, lambda token: token in TYPES, lambda token: self.chance.choice(TYPES))

    def exchange_type_of_a_name(self) -> None:
        """A type, in all lines that speak of one global."""
        number = self.line_with(r"@[\w.]+")
        if number < 0:
            return
        name = self.chance.choice(re.findall(r"@[\w.]+", self.lines[number]))
        types = [token for token in tokens_of(self.lines[number]) if token in TYPES]
        if types:
            self.substitute(self.chance.choice(types), self.chance.choice(TYPES), lambda line: name in line)

    def exchange_type_in_a_function(self) -> None:
        number = self.line_with(r"^  .*\b(i\d+|ptr|float|double)\b")
        if number < 0:
            return
        types = [token for token in tokens_of(self.lines[number]) if token in TYPES]
        start, end = self.function_around(number)
        if types:
            old, new = self.chance.choice(types), self.chance.choice(TYPES)
            for place in range(start, end):
                self.lines[place] = self.substituted(self.lines[place], old, new)

    def exchange_type_everywhere(self) -> None:
        number = self.line_with(r"\b(i\d+|ptr|float|double)\b")
        types = [token for token in tokens_of(self.lines[number]) if token in TYPES] if number >= 0 else []
        if types:
            self.substitute(self.chance.choice(types), self.chance.choice(TYPES), lambda line: True)

    def substituted(self, line: str, old: str, new: str) -> str:
        return "".join([new if token == old else token for token in tokens_of(line)])

    def substitute(self, old: str, new: str, wanted: Callable[[str], bool]) -> None:
        self.lines = [self.substituted(line, old, new) if wanted(line) else line for line in self.lines]

    def exchange_number(self) -> None:
        number = self.line_with(r"(?<![\w%@!#.])-?\d+\b")
        if number >= 0:
            self.replace_token(number, lambda token: re.fullmatch(r"-?\d+", token) is not None, lambda token: self.chance.choice(NUMBERS))

    def exchange_value(self) -> None:
        number = self.line_with(r"^ .*%[\w.]+")
        if number < 0:
            return
        start, end = self.function_around(number)
        others = re.findall(r"%[\w.]+", "\n".join(self.lines[start:end]))
        self.replace_token(number, lambda token: token.startswith("%"), lambda token: self.chance.choice(others))

    def value_to_constant(self) -> None:
        number = self.line_with(r"^ .*%[\w.]+")
        if number >= 0:
            self.replace_token(number, lambda token: token.startswith("%"), lambda token: self.chance.choice(CONSTANTS))

    def exchange_global(self) -> None:
        number = self.line_with(r"@[\w.]+")
        others = re.findall(r"@[\w.]+", "\n".join(self.lines))
        if number >= 0:
            self.replace_token(number, lambda token: token.startswith("@"), lambda token: self.chance.choice(others))

    def exchange_metadata(self) -> None:
        number = self.line_with(r"!\d+")
        others = [*re.findall(r"!\d+", "\n".join(self.lines)), "null", '!"s"', "!{}", "i32 1", "!DIExpression()", "!DILocation(line: 0, scope: !11)"]
        if number < 0:
            return
        tokens = tokens_of(self.lines[number])
        places = [place for place, token in enumerate(tokens) if re.fullmatch(r"!\d+", token) and place]
        if places:
            tokens[self.chance.choice(places)] = self.chance.choice(others)
            self.lines[number] = "".join(tokens)

    def exchange_label(self) -> None:
        number = self.line_with(r"label %|\[ .*, %")
        if number < 0:
            return
        start, end = self.function_around(number)
        labels = [found.group(1) for found in re.finditer(r"^([\w.]+):", "\n".join(self.lines[start:end]), re.M)]
        if labels:
            pattern = re.compile(r"(label %|\[ [^\]]*, %)([\w.]+)")
            places = list(pattern.finditer(self.lines[number]))
            if places:
                place = self.chance.choice(places)
                line = self.lines[number]
                self.lines[number] = line[: place.start(2)] + self.chance.choice(labels) + line[place.end(2) :]

    def exchange_string(self) -> None:
        number = self.line_with(r'!?"[^"]*"')
        others = re.findall(r'(?<!c)"[^"]*"', "\n".join(self.lines))
        if number >= 0 and others:
            self.replace_token(
                number,
                lambda token: re.fullmatch(r'!?"[^"]*"', token) is not None,
                lambda token: ("!" if token[0] == "!" else "") + self.chance.choice([*others, '""', '"x"', '"none"']),
            )

    def swap_tokens(self) -> None:
        number = self.any_line()
        tokens = tokens_of(self.lines[number])
        kinds: dict[str, list[int]] = {}
        for place, token in enumerate(tokens):
            if not token.isspace():
                kinds.setdefault("w" if _WORD.match(token) else token[0] if token[0] in "%@!" else "n", []).append(place)
        places = self.chance.choice([*kinds.values(), [0]])
        first, second = self.chance.choice(places), self.chance.choice(places)
        tokens[first], tokens[second] = tokens[second], tokens[first]
        self.lines[number] = "".join(tokens)

    def swap_operands(self) -> None:
        """What stands between commas, in another order."""
        number = self.line_with(r", ")
        if number >= 0:
            parts = self.lines[number].split(", ")
            first, second = self.chance.randrange(len(parts)), self.chance.randrange(len(parts))
            parts[first], parts[second] = parts[second], parts[first]
            self.lines[number] = ", ".join(parts)

    def remove_operand(self) -> None:
        number = self.line_with(r", ")
        if number >= 0:
            parts = self.lines[number].split(", ")
            place = self.chance.randrange(1, len(parts))
            tail = re.search(r"[)\]}]*( \[.*| \{|)$", parts[place])
            del parts[place]
            self.lines[number] = ", ".join(parts) + (tail.group(0) if tail else "")

    def double_operand(self) -> None:
        number = self.line_with(r", ")
        if number >= 0:
            parts = self.lines[number].split(", ")
            place = self.chance.randrange(0, len(parts))
            parts.insert(place, re.sub(r"[)\]}]+$|.*[(\[{]", "", parts[place]))
            self.lines[number] = ", ".join(parts)

    def remove_token(self) -> None:
        number = self.any_line()
        tokens = tokens_of(self.lines[number])
        places = [place for place, token in enumerate(tokens) if _WORD.match(token) or token[0] in '"#']
        if places:
            del tokens[self.chance.choice(places)]
            self.lines[number] = "".join(tokens)

    # changes of lines

    def remove_line(self) -> None:
        del self.lines[self.any_line()]

    def remove_instruction(self) -> None:
        number = self.line_with(r"^  ")
        if number >= 0:
            del self.lines[number]

    def double_line(self) -> None:
        number = self.any_line()
        copy = self.lines[number]
        target = re.match(r"(\s*%)([\w.]+)( = .*)", copy)
        if target and not target.group(2).isdigit():
            copy = f"{target.group(1)}{target.group(2)}.again{target.group(3)}"
        named = re.match(r"(@[\w.]+)( = .*)", copy)
        if named:
            copy = f"{named.group(1)}.again{named.group(2)}"
        self.lines.insert(number + 1, copy)

    def swap_lines(self) -> None:
        number = self.line_with(r"^  ")
        if 0 <= number < len(self.lines) - 1 and self.lines[number + 1].startswith("  "):
            self.lines[number], self.lines[number + 1] = self.lines[number + 1], self.lines[number]

    def move_line(self) -> None:
        number = self.line_with(r"^  ")
        if number < 0:
            return
        start, end = self.function_around(number)
        line = self.lines.pop(number)
        self.lines.insert(self.chance.randrange(start + 1, max(end - 1, start + 2)), line)

    def exchange_terminator(self) -> None:
        number = self.line_with(r"^  (ret|br|unreachable|switch|resume|invoke|cleanupret|catchret|.*invoke)\b")
        if number < 0:
            return
        start, end = self.function_around(number)
        labels = [found.group(1) for found in re.finditer(r"^([\w.]+):", "\n".join(self.lines[start:end]), re.M)] or ["0"]
        one, two = self.chance.choice(labels), self.chance.choice(labels)
        self.lines[number] = self.chance.choice((
            "  ret void", "  unreachable", f"  br label %{one}", f"  br i1 undef, label %{one}, label %{two}", "  ret i32 0",
            f"  switch i32 0, label %{one} [ i32 1, label %{two} i32 1, label %{one} ]", f"  indirectbr ptr null, [label %{one}]",
            "  resume { ptr, i32 } undef", "  cleanupret from none unwind to caller", "  ret ptr null", "",
        ))  # fmt: skip

    def insert_instruction(self) -> None:
        number = self.line_with(r"^  ")
        if number < 0:
            return
        start, end = self.function_around(number)
        values = re.findall(r"%[\w.]+", "\n".join(self.lines[start:end])) or ["%0"]
        one, two = self.chance.choice(values), self.chance.choice(values)
        self.lines.insert(number, self.chance.choice((
            f"  %made = phi i32 [ 0, {one} ], [ 1, {two} ]", f"  %made = add i32 {one}, {two}", f"  store i32 {one}, ptr {two}, align 4",
            f"  %made = load i32, ptr {one}", f"  fence {self.chance.choice(['acquire', 'monotonic', 'seq_cst'])}", "  call void @nobody()",
            f"  %made = call i32 {one}(i32 {two})", f"  %made = icmp eq ptr {one}, {two}", f"  %made = freeze i1 {one}", "  unreachable",
            "  %made = landingpad { ptr, i32 } cleanup", "  %made = cleanuppad within none []", f"  %made = cleanuppad within {one} []",
            f"  %made = catchpad within {one} [ptr null]", "  %made = alloca i32, align 4", "  %made = alloca swifterror ptr", f"  %made = va_arg ptr {one}, i32",
            f"  %made = atomicrmw add ptr {one}, i32 {two} monotonic", f"  %made = extractvalue {{ i32, i32 }} {one}, 0",
            f"  %made = select i1 {one}, i32 {two}, i32 1", f"  %made = insertelement <4 x i32> {one}, i32 {two}, i32 9",
            f"  %made = getelementptr i32, ptr {one}, i64 {two}", f"  call void {one}(i32 1) [ {self.chance.choice(BUNDLES)} ]",
            f"  call void @llvm.assume(i1 true) [ {self.chance.choice(BUNDLES)} ]", f"  musttail call void {one}()", "  ret void",
            f"  #dbg_value(i32 {one}, !9, !DIExpression(), !10)", f"  #dbg_declare(ptr {two}, !8, !DIExpression(), !10)", "  #dbg_label(!11, !10)",
            f"  %made = call token @llvm.experimental.convergence.{self.chance.choice(['entry', 'anchor', 'loop'])}()",
            f"  call void @llvm.dbg.value(metadata i32 {one}, metadata !9, metadata !DIExpression()), !dbg !10", f"  %made = shl <4 x i32> {one}, {two}",
        )))  # fmt: skip

    def reorder_blocks(self) -> None:
        labels = [number for number, line in enumerate(self.lines) if re.match(r"[\w.]+:", line)]
        if len(labels) < 2:
            return
        first = self.chance.choice(labels)
        start, end = self.function_around(first)
        inside = [number for number in labels if start < number < end]
        edges = [*inside, end - 1]
        blocks = [self.lines[edges[index] : edges[index + 1]] for index in range(len(inside))]
        self.chance.shuffle(blocks)
        self.lines[edges[0] : edges[-1]] = [line for block in blocks for line in block]

    def remove_label(self) -> None:
        number = self.line_with(r"^[\w.]+:")
        if number >= 0:
            del self.lines[number]

    # attributes, markers and metadata where they may not stand

    def add_parameter_attribute(self) -> None:
        number = self.line_with(r"(define|declare|call|invoke).*\(.*\b(i\d+|ptr|float|double|\*)\b")
        if number < 0:
            return
        line = self.lines[number]
        places = [found.end() for found in re.finditer(r"\b(i\d+|ptr|float|double)\b\**", line) if "(" in line[: found.start()]]
        if places:
            place = self.chance.choice(places)
            self.lines[number] = f"{line[:place]} {self.chance.choice(PARAMETER_ATTRIBUTES)}{line[place:]}"

    def add_return_attribute(self) -> None:
        number = self.line_with(r"\b(define|declare|call|invoke)\b")
        if number >= 0:
            self.lines[number] = re.sub(
                r"\b(define|declare|call|invoke)\b( \w*cc\b)?",
                lambda found: f"{found.group(0)} {self.chance.choice(PARAMETER_ATTRIBUTES)}",
                self.lines[number],
                count=1,
            )

    def add_function_attribute(self) -> None:
        number = self.line_with(r"\b(define|declare|call|invoke|attributes)\b.*[)}\]{]")
        if number >= 0:
            line = self.lines[number]
            word = self.chance.choice(FUNCTION_ATTRIBUTES)
            if line.startswith("attributes"):
                word = word.replace("alignstack(8)", "alignstack=8")
                self.lines[number] = line.replace("{", "{ " + word, 1)
            else:
                place = line.rfind(") ") + 1 or line.rfind(")") + 1
                self.lines[number] = f"{line[:place]} {word}{line[place:]}"

    def add_marker(self) -> None:
        """A linkage, a convention, a tail call, ``volatile`` ..., after the word that it belongs to."""
        word, markers = self.chance.choice((
            ("define", LINKAGES), ("define", CONVENTIONS), ("declare", LINKAGES), ("declare", CONVENTIONS), ("=", LINKAGES), ("call", CONVENTIONS),
            ("=", ["hidden", "protected", "dllimport", "dllexport", "thread_local", "unnamed_addr", "dso_local", "externally_initialized"]),
            ("define", ["hidden", "protected", "dllimport", "dllexport", "dso_local", "unnamed_addr"]), ("load", ["volatile", "atomic"]),
            ("declare", ["hidden", "protected", "dllimport", "dllexport", "dso_local"]), ("store", ["volatile", "atomic"]),
            ("alloca", ["inalloca", "swifterror"]), ("cmpxchg", ["weak", "volatile"]), ("fadd", ["fast", "nnan"]), ("add", ["nuw", "nsw"]),
            ("select", ["fast", "nnan"]), ("phi", ["fast", "ninf"]), ("call", ["fast", "nsz", "addrspace(3)"]), ("trunc", ["nuw"]), ("zext", ["nneg"]),
        ))  # fmt: skip
        pattern = rf"(?<![-\w.]){word}(?![-\w.])"
        number = self.line_with(pattern)
        if number >= 0:
            self.lines[number] = re.sub(pattern, f"{word} {self.chance.choice(markers)}", self.lines[number], count=1)

    def add_tail(self) -> None:
        number = self.line_with(r"(?<!tail )\bcall\b")
        if number >= 0:
            self.lines[number] = re.sub(r"(\w*tail )?\bcall\b", self.chance.choice(["musttail", "tail", "notail"]) + " call", self.lines[number])

    def add_bundle(self) -> None:
        number = self.line_with(r"\b(call|invoke)\b.*\)$|\] *$")
        if number >= 0:
            line, bundle = self.lines[number], self.chance.choice(BUNDLES)
            self.lines[number] = f"{line[: line.rfind(']')]}, {bundle} ]" if line.endswith("]") else f"{line} [ {bundle} ]"

    def add_attachment(self) -> None:
        nodes = re.findall(r"^!\d+", "\n".join(self.lines), re.M) or ["!0"]
        inline = ["!{}", "!{i64 8}", "!{i32 0, i32 1}", '!{!"branch_weights", i32 1, i32 2}', '!{!"function_entry_count", i64 1}', "!{float 1.0}"]
        node = self.chance.choice([*nodes, *nodes, *inline])
        kind = self.chance.choice(ATTACHMENTS)
        if self.chance.random() < 0.7:
            number = self.line_with(r"^  [%a-z].*[^\[,(]$")
            if number >= 0:
                self.lines[number] += f", !{kind} {node}"
            return
        number = self.line_with(r"^(define|@)")
        if number >= 0:
            line = self.lines[number]
            self.lines[number] = f"{line[:-1]}!{kind} {node} {{" if line.endswith("{") else f"{line}, !{kind} {node}"

    def add_property(self) -> None:
        number = self.line_with(r"^(@|define|declare)")
        if number < 0:
            return
        line = self.lines[number]
        comdats = re.findall(r"^(\$[\w.]+)", "\n".join(self.lines), re.M)
        words = ["comdat", 'section "llvm.metadata"', 'section "x"', "align 32", 'partition "p"', *[f"comdat({name})" for name in comdats]]
        word = self.chance.choice(words)
        if line.startswith("@"):
            self.lines[number] = f"{line}, {word}"
        else:
            place = len(line) - 1 if line.endswith("{") else len(line)
            gc = self.chance.choice(["", "", ' gc "shadow-stack"', " personality ptr @callee", " prefix i32 1"])
            self.lines[number] = f"{line[:place].rstrip()} {word}{gc}{' {' if place < len(line) else ''}"

    # globals and nodes

    def rename_global(self) -> None:
        names = re.findall(r"^(?:define.*?|declare.*?|)@([\w.]+)", "\n".join(self.lines), re.M)
        if names:
            new = self.chance.choice(KNOWN_GLOBALS) if self.chance.random() < 0.7 else self.chance.choice(names)
            self.substitute("@" + self.chance.choice(names), "@" + new, lambda line: True)

    def declare_a_definition(self) -> None:
        """A function without its body; or one with."""
        number = self.line_with(r"^(define|declare)")
        if number < 0:
            return
        if self.lines[number].startswith("define"):
            start, end = self.function_around(number)
            self.lines[start:end] = [self.lines[start].replace("define", "declare", 1).rstrip("{ ")]
        else:
            line = self.lines[number].replace("declare", "define", 1)
            self.lines[number : number + 1] = [line + " {", "  unreachable", "}"]

    def remove_field(self) -> None:
        number = self.line_with(r"!DI\w+\(.*\w+: ")
        if number >= 0:
            fields = list(re.finditer(r"(, )?\b\w+: (?:[^(),{}]|\([^()]*\)|\{[^{}]*\})*", self.lines[number]))
            if fields:
                field = self.chance.choice(fields)
                self.lines[number] = (self.lines[number][: field.start()] + self.lines[number][field.end() :]).replace("(, ", "(")

    def exchange_field(self) -> None:
        number = self.line_with(r"!DI\w+\(.*\w+: ")
        if number < 0:
            return
        fields = list(re.finditer(r"\b\w+: ([^(),{}]+)", self.lines[number]))
        if fields:
            field = self.chance.choice(fields)
            nodes = [*re.findall(r"^!\d+", "\n".join(self.lines), re.M), "null", "0", "1", '""', "!{}", "!DIExpression()", "true", "i32 4", "7"]
            self.lines[number] = self.lines[number][: field.start(1)] + self.chance.choice(nodes) + self.lines[number][field.end(1) :]

    def add_field(self) -> None:
        number = self.line_with(r"!DI\w+\(")
        if number >= 0:
            nodes = [*re.findall(r"^!\d+", "\n".join(self.lines), re.M), "null", '"x"', "!{}", "!DIExpression()", "i32 4", "7"]
            name = self.chance.choice(
                "scope file type baseType entity elements types unit retainedNodes declaration templateParams inlinedAt expr var annotations "
                "name identifier align size offset rank dataLocation associated allocated extraData discriminator vtableHolder containingType "
                "linkageName targetFuncName thrownTypes globals imports macros enums count lowerBound upperBound stride source arg".split()
            )
            self.lines[number] = re.sub(r"\)(?=[^)]*$)", f", {name}: {self.chance.choice(nodes)})", self.lines[number], count=1).replace("(, ", "(")

    def toggle_distinct(self) -> None:
        number = self.line_with(r"^!\d+ = ")
        if number >= 0:
            line = self.lines[number]
            self.lines[number] = line.replace(" distinct ", " ", 1) if " distinct " in line else line.replace(" = ", " = distinct ", 1)

    def change_named_metadata(self) -> None:
        number = self.line_with(r"^![a-zA-Z]")
        if number >= 0:
            names = "llvm.dbg.cu llvm.module.flags llvm.ident llvm.commandline llvm.linker.options llvm.dbg.x llvm.dependent-libraries n".split()
            self.lines[number] = re.sub(r"^![\w.]+", "!" + self.chance.choice(names), self.lines[number])

    def change_flag(self) -> None:
        names = (
            "wchar_size", "PIC Level", "SemanticInterposition", "CG Profile", "Linker Options", "aarch64-elf-pauthabi-platform", "min_enum_size",
            "sign-return-address", "a flag", "Debug Info Version", "stack-protector-guard", "cf-protection-return", "Objective-C Garbage Collection",
        )  # fmt: skip
        number = self.line_with(r'^!\d+ = !\{i32 \d+, !"')
        if number >= 0:
            name = '!"' + self.chance.choice(names) + '"'
            self.lines[number] = re.sub(r'!"[^"]*"', name, self.lines[number], count=1)

    def change_header(self) -> None:
        layouts = ("e-p:32:32", "e-i64:64-ni:1:4", "E-A3-P1-G2", "e-p1:16:16-ni:0", "e-m:e-n8:16", "e-p:64:64:64:32", "e-x", "e-ni:1", "i8:16", "e-P1")
        triples = ("x86_64-pc-windows-msvc", "arm64-apple-ios", "aarch64-linux-gnu", "amdgcn-amd-amdhsa", "nvptx64-nvidia-cuda", "")
        number = self.line_with(r"^target ")
        if self.chance.random() < 0.5 or number < 0:
            line = f'target datalayout = "{self.chance.choice(layouts)}"'
        else:
            line = f'target triple = "{self.chance.choice(triples)}"'
        if number >= 0:
            self.lines[number] = line
        else:
            self.lines.insert(0, line)


_CHANGES_AND_WEIGHTS: Final[tuple[tuple[Callable[[Mutator], None], int], ...]] = (
    (Mutator.exchange_word, 14),
    (Mutator.exchange_type, 4),
    (Mutator.exchange_type_of_a_name, 5),
    (Mutator.exchange_type_in_a_function, 4),
    (Mutator.exchange_type_everywhere, 2),
    (Mutator.exchange_number, 10),
    (Mutator.exchange_value, 7),
    (Mutator.value_to_constant, 5),
    (Mutator.exchange_global, 5),
    (Mutator.exchange_metadata, 12),
    (Mutator.exchange_label, 6),
    (Mutator.exchange_string, 3),
    (Mutator.swap_tokens, 2),
    (Mutator.swap_operands, 4),
    (Mutator.remove_operand, 3),
    (Mutator.double_operand, 2),
    (Mutator.remove_token, 5),
    (Mutator.remove_line, 3),
    (Mutator.remove_instruction, 3),
    (Mutator.double_line, 4),
    (Mutator.swap_lines, 3),
    (Mutator.move_line, 3),
    (Mutator.exchange_terminator, 4),
    (Mutator.insert_instruction, 6),
    (Mutator.reorder_blocks, 2),
    (Mutator.remove_label, 1),
    (Mutator.add_parameter_attribute, 10),
    (Mutator.add_return_attribute, 4),
    (Mutator.add_function_attribute, 8),
    (Mutator.add_marker, 8),
    (Mutator.add_tail, 3),
    (Mutator.add_bundle, 5),
    (Mutator.add_attachment, 10),
    (Mutator.add_property, 4),
    (Mutator.rename_global, 5),
    (Mutator.declare_a_definition, 2),
    (Mutator.remove_field, 4),
    (Mutator.exchange_field, 6),
    (Mutator.add_field, 4),
    (Mutator.toggle_distinct, 3),
    (Mutator.change_named_metadata, 2),
    (Mutator.change_flag, 2),
    (Mutator.change_header, 2),
)
CHANGES: Final = [change for change, weight in _CHANGES_AND_WEIGHTS for _ in range(weight)]
