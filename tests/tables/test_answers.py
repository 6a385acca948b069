"""The answers of the functions in tables, by name and version."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError
from pyllvm.tables import inline_asm_constraints, inline_asm_immediates, misplaced_attributes, opcodes, target_profiles
from pyllvm.tables.argument_comments import commented_arguments
from pyllvm.tables.attributes import KIND_OF_WORD, NONE, TYPE, is_string_attribute
from pyllvm.tables.calling_conventions import since
from pyllvm.tables.compilers import is_written_without_llvm
from pyllvm.tables.inline_asm_immediates import immediate_forms, immediate_ranges
from pyllvm.tables.inline_asm_registers import refused_types
from pyllvm.tables.keywords import selection_kinds
from pyllvm.tables.loop_options import loop_option
from pyllvm.tables.metadata_attachments import attachment_rule
from pyllvm.tables.metadata_kinds import bundle_tag_since, denormal_mode_kind, fixed_kinds, operand_bundle_tags
from pyllvm.tables.object_symbols import private_prefix
from pyllvm.tables.syntax_rules import syntax_rule
from pyllvm.tables.target_versions import wrong_target_parameters
from rows import each_row


@pytest.mark.parametrize(
    ("family", "version", "letters"),
    [("x86", 19, "cnlasAbhwkqHPactxgVp"), ("systemz", 14, "cnlasNAOR"), ("powerpc", 9, ""), ("", 22, ""), ("vax", 22, "")],
)
def test_modifiers_of_a_family(family: str, version: int, letters: str) -> None:
    found = inline_asm_constraints.modifiers_of_family(family, version)
    assert found == letters or (family == "powerpc" and found and found != inline_asm_constraints.modifiers_of_family(family, 10))


@pytest.mark.parametrize(
    ("family", "code", "kind", "letters"),
    [
        ("aarch64", "r", "an integer register", "awx"),
        ("aarch64", "w", "a floating-point or vector register", "abdhqswxz"),
        ("arm", "r", "an integer register", "aqHMPQR"),
        ("vax", "r", "", ""),
        ("aarch64", "no", "", ""),
    ],
)
def test_registers_and_their_modifiers(family: str, code: str, kind: str, letters: str) -> None:
    assert inline_asm_constraints.kind_of_register(family, code) == kind
    assert inline_asm_constraints.modifiers_of_operand(family, kind) == letters


@pytest.mark.parametrize(
    ("family", "code", "types"),
    [
        ("x86", "{xmm3}", "i1 i16 i8 mask v64 x86_fp80"),
        ("x86", "{xmm32}", ""),
        ("x86", "{k7}", "double float fp128 half i128 v128 v256 v512 v64 x86_fp80"),
        ("x86", "k", "double float fp128 half i128 v128 v256 v512 v64 x86_fp80"),
        ("arm", "k", ""),
    ],
)
def test_types_that_a_register_does_not_hold(family: str, code: str, types: str) -> None:
    assert " ".join(sorted(refused_types(family, code, 22))) == types


@each_row(
    ("family", "version", "codes"),
    [("x86", 18, "r m i X k Ws"), ("x86", 19, "r m i X k Ws jr jR"), ("xcore", 22, "r m i X"), ("vax", 22, "")],
)
def test_codes_of_a_family(family: str, version: int, codes: str) -> None:
    known = inline_asm_constraints.codes_of_family(family, version)
    assert " ".join(code for code in ("r", "m", "i", "X", "k", "Ws", "jr", "jR") if code in known) == codes


@each_row(
    ("family", "code", "kinds"),
    [
        ("thumb", "M", [inline_asm_immediates.POWER_OF_2_32]),
        ("arm", "M", [inline_asm_immediates.POWER_OF_2_32]),
        ("thumb", "I", [inline_asm_immediates.THUMB2_OPERAND]),
        ("powerpc", "N", [inline_asm_immediates.POWER_OF_2]),
        ("powerpc", "M", []),
        ("x86", "N", []),
    ],
)
def test_forms_of_immediates(family: str, code: str, kinds: list[str]) -> None:
    assert [form.form for form in immediate_forms(family, code)] == kinds


@each_row(
    ("kind", "version", "places"),
    [
        ("unpredictable", 16, ("branch", "switch")),
        ("unpredictable", 17, ("branch", "switch", "select")),
        ("associated", 14, ("function", "variable")),
        ("associated", 15, None),
        ("exclude", 13, None),
        ("exclude", 14, ("function", "variable")),
        ("none such", 14, None),
    ],
)
def test_places_of_attachments(kind: str, version: int, places: tuple[str, ...] | None) -> None:
    rule = attachment_rule(kind, version)
    assert (None if rule is None else rule.places) == places


@each_row(
    ("name", "version", "words"),
    [
        ("llvm.nvvm.tcgen05.mma.tensor", 23, "5 kind, 6 cta_group, 7 collector"),
        ("llvm.nvvm.tcgen05.mma.tensor", 24, "5 kind, 6 cta_group, 7 collector_a, 8 collector_b"),
        ("llvm.nvvm.tcgen05.mma.shared", 23, ""),
        ("llvm.nvvm.fadd.f32", 24, "2 rnd"),
        ("llvm.abs.i32", 24, ""),
        ("llvm.none.such", 24, ""),
    ],
)
def test_arguments_with_comments(name: str, version: int, words: str) -> None:
    assert ", ".join(f"{number} {comment.word}" for number, comment in commented_arguments(name, version)) == words


def test_names_of_metadata_and_bundles() -> None:
    assert [denormal_mode_kind(version).partition(".")[0] for version in (23, 24)] == ["amdgpu", "atomic"]
    assert [bundle_tag_since(tag) for tag in ("deopt", "gc-live", "kcfi", "align", "none such")] == [0, 11, 16, 0, 0]
    assert [("kcfi" in operand_bundle_tags(version)) for version in (15, 16, 24)] == [False, True, True]
    assert operand_bundle_tags(24).index("deopt") > operand_bundle_tags(24).index("align")
    assert [("misexpect" in fixed_kinds(version)) for version in (9, 10, 11, 12)] == [False, True, True, False]


def test_attributes_with_values_and_by_name() -> None:
    assert [KIND_OF_WORD["byval"].payload_in(version) for version in (8, 9)] == [NONE, TYPE]
    name = "allow_direct_access_in_hot_patch_function"
    assert [is_string_attribute(name, version) for version in (20, 21)] == [False, True]
    assert not is_string_attribute("none such", 22)


def test_options_of_loops() -> None:
    names = ("llvm.loop.unroll.count", "llvm.loop.mustprogress", "llvm.loop.unroll", "llvm.loop.mustprogressive", "")
    found = [loop_option(name) for name in names]
    assert [None if option is None else option.name for option in found] == [*names[:2], None, None, None]


def test_ranges_of_immediates() -> None:
    assert [row.code for row in immediate_ranges("x86", "I", "x86_64")] == ["I"]
    assert immediate_ranges("arm", "no", "arm") == immediate_ranges("vax", "I", "vax") == ()


@pytest.mark.parametrize(
    ("object_format", "version", "kinds"),
    [
        ("elf", 12, ("any",)),
        ("elf", 13, ("any", "nodeduplicate")),
        ("wasm", 22, ("any",)),
        ("macho", 22, ()),
        ("coff", 22, None),
    ],
)
def test_selection_kinds(object_format: str, version: int, kinds: tuple[str, ...] | None) -> None:
    assert selection_kinds(object_format, version) == kinds


@pytest.mark.parametrize(
    ("name", "types", "integers", "version", "is_wrong"),
    [
        ("aarch64.svcount", 0, 0, 22, False),
        ("aarch64.svcount", 1, 0, 22, True),
        ("aarch64.svcount", 1, 0, 19, False),
        ("riscv.vector.tuple", 1, 1, 22, False),
        ("riscv.vector.tuple", 1, 2, 22, True),
        ("other", 1, 0, 22, False),
    ],
)
def test_parameters_of_target_types(name: str, types: int, integers: int, version: int, is_wrong: bool) -> None:
    assert (name in wrong_target_parameters(name, types, integers, version)) == is_wrong


def test_messages_about_misplaced_attributes() -> None:
    other = "not here"
    on_parameters = {word: misplaced_attributes.message_on_parameter(word, other) for word in ("cold", "nofree", "noreturn")}
    assert on_parameters == {"cold": other, "nofree": other, "noreturn": "invalid use of function-only attribute"}
    assert misplaced_attributes.message_on_return_value("byval") == "invalid use of parameter-only attribute"
    assert misplaced_attributes.message_on_return_value("cold") == "invalid use of function-only attribute"
    assert misplaced_attributes.message_on_return_value("nofree") == misplaced_attributes.NOT_ON_RETURN_VALUE
    assert misplaced_attributes.message_on_return_value("writeonly") == "expected type"
    assert misplaced_attributes.message_on_function("inreg") == "invalid use of attribute on a function"
    assert misplaced_attributes.message_on_function("byval") == "invalid use of parameter-only attribute on a function"


def test_the_last_llvm_with_constants_of_an_opcode() -> None:
    last = {"fneg": 15, "extractvalue": 14, "udiv": 14, "select": 16, "icmp": 18, "zext": 17, "mul": 20}
    assert {word: opcodes.last_as_constant(word) for word in last} == last
    assert opcodes.last_as_constant("xor") == opcodes.last_as_constant("getelementptr") > 99


def test_kinds_of_operations() -> None:
    assert {"add", "mul", "fadd", "fmul", "and", "or", "xor"} == opcodes.COMMUTATIVE
    assert {"add", "mul", "and", "or", "xor"} == opcodes.ASSOCIATIVE
    assert {"shl", "lshr", "ashr"} == opcodes.SHIFTS


def test_profiles() -> None:
    assert target_profiles.profile_named("", 14) is None
    for profile in target_profiles.TARGET_PROFILES:
        assert target_profiles.profile_named(profile.name, profile.newest) is profile
        with pytest.raises(PyllvmError, match=f"for LLVM {profile.newest} and older, not for LLVM {profile.newest + 1}"):
            target_profiles.profile_named(profile.name, profile.newest + 1)
    with pytest.raises(PyllvmError, match="'vax' is not a target profile; the profiles are nvvm, "):
        target_profiles.profile_named("vax", 14)
    nvvm = target_profiles.TARGET_PROFILES_BY_NAME["nvvm"]
    assert [nvvm.version_for(architecture) for architecture in (75, 99, 100, 120)] == [7, 7, 20, 20]


def test_prefixes_of_private_names() -> None:
    assert [private_prefix(mangling, version) for mangling in "eol" for version in (14, 16, 17)] == [
        *[".L"] * 3, *["L"] * 3, "@", "@", "L#",
    ]  # fmt: skip


def test_other_answers() -> None:
    assert [since(number) for number in (0, 20, 9999)] == [0, 13, 0]
    assert [syntax_rule(text).name for text in ("expected type", "use of undefined value '%x'", "zzz")] == [
        "expected-type", "undefined-value", "other",
    ]  # fmt: skip
    writers = (("Zig 0.14", ""), ("LLVM19.1", ""), ("APPLE_1_1403.0.22.14.1_0", ""), ("", ""), ("Zig", "LLVM"))
    assert [is_written_without_llvm(*writer) for writer in writers] == [True, False, False, False, False]
