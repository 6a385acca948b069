"""What a new LLVM release owes: a version added to `versions.py` makes this fail with the list of what is missing.

Some entries can be measured, such as the intrinsics of a release. A release may leave another table as it is; for that
table, `COMPARED` has the newest LLVM that somebody compared it with, and the part of LLVM's sources to compare it with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pyllvm
from pyllvm.versions import NEWEST, NEXT, OLDEST, RELEASES

ROOT: Final = Path(__file__).parents[1]
TABLES: Final = Path(pyllvm.__file__).parent / "tables"

# For each table, and for what else depends on the release: the newest LLVM that it was compared with, and where LLVM has it.
# The list was made with LLVM 22, the newest then. For LLVM 24, before its release, the numbers are of what
# `tests.releases.run` compared with a library of October 2026.
COMPARED: Final[dict[str, tuple[int, str]]] = {
    "argument_comments": (24, "lib/IR/Intrinsics.td (ArgInfo)"),
    "atomics": (24, "LLVMBitCodes.h (RMWOperations, AtomicOrderingCodes)"),
    "attributes": (24, "Attributes.td; LLVMBitCodes.h (AttributeKindCodes)"),
    "behavior_versions": (22, "ConstantFold.cpp, Dominators.cpp, ModuleSymbolTable.cpp"),
    "bitcode_versions": (23, "BitcodeWriter.cpp"),
    "calling_conventions": (24, "CallingConv.h; LLParser.cpp (parseOptionalCallingConv)"),
    "cmpxchg_orderings": (23, "LLParser.cpp (parseCmpXchg); Instructions.h (isValidFailureOrdering)"),
    "code_extraction": (23, "CodeExtractor.cpp; BlockExtractor.cpp"),
    "comdats": (23, "LangRef (Comdats); Verifier.cpp (visitComdat)"),
    "compilers": (22, "release notes of Rust; Apple's branches of LLVM"),
    "debug_info_versions": (23, "Verifier.cpp (visitDI...); DebugInfo.cpp"),
    "default_layouts": (24, "TargetParser/TargetDataLayout.cpp; opt, which gives a module its target's layout"),
    "dwarf": (23, "Dwarf.def; DebugInfoFlags.def"),
    "dwarf_operations": (23, "Dwarf.def (HANDLE_DW_OP, HANDLE_DW_OP_LLVM_USEROP); DebugInfoMetadata.cpp (DIExpression)"),
    "dwarf_stack": (23, "LangRef (DIExpression); the DWARF standard, section 2.5"),
    "effects": (23, "Instruction.cpp (mayThrow, willReturn, isCommutative); IntrinsicInst.h"),
    "features": (23, "docs/ReleaseNotes (Changes to the LLVM IR); LangRef"),
    "flags": (24, "Operator.h; LLVMBitCodes.h"),
    "floating_point_formats": (23, "APFloat.cpp (isValidArbitraryFPFormat); FPEnv.cpp"),
    "inline_asm_constraints": (22, "lib/Target/*/*ISelLowering.cpp (getConstraintType)"),
    "inline_asm_immediates": (22, "lib/Target/*/*ISelLowering.cpp (LowerAsmOperandForConstraint)"),
    "inline_asm_modifiers": (22, "lib/Target/*/*AsmPrinter.cpp (PrintAsmOperand, PrintAsmMemoryOperand)"),
    "inline_asm_registers": (22, "lib/Target/*/*ISelLowering.cpp (getRegForInlineAsmConstraint), *RegisterInfo.td"),
    "instruction_bits": (23, "LLVMBitCodes.h"),
    "intrinsic_names": (24, "Intrinsics*.td: the prefixes of targets"),
    "intrinsic_versions": (23, "Intrinsics.cpp"),
    "intrinsics": (24, "Intrinsics.td, Intrinsics*.td of the targets"),
    "invalid_records": (23, "BitcodeReader.cpp (error)"),
    "keywords": (24, "LLLexer.cpp"),
    "library_functions": (22, "TargetLibraryInfo.td"),
    "linkages": (24, "LLLexer.cpp; BitcodeWriter.cpp (getEncodedLinkage)"),
    "linking_versions": (23, "IRMover.cpp, LinkModules.cpp; tools/llvm-link"),
    "lint_rules": (22, "Lint.cpp"),
    "loop_options": (22, "docs/TransformMetadata; LangRef ('llvm.loop')"),
    "metadata_attachments": (23, "Verifier.cpp (visitInstruction); LangRef (Metadata)"),
    "metadata_kinds": (24, "FixedMetadataKinds.def; LLVMContext.cpp"),
    "metadata_nodes": (23, "Metadata.def; LLParser.cpp (parseDI...); MetadataLoader.cpp"),
    "metadata_versions": (23, "Verifier.cpp (metadata)"),
    "misplaced_attributes": (23, "LLParser.cpp, up to LLVM 12 only"),
    "module_assembly": (22, "AsmParser.cpp; RecordStreamer.cpp"),
    "module_flag_values": (22, "LangRef (Module Flags Metadata); Module.cpp"),
    "module_flags": (23, "Module.h (ModFlagBehavior)"),
    "object_symbols": (23, "irsymtab storage::Symbol; Mangler.cpp; llvm-nm.cpp"),
    "opcodes": (24, "Instruction.def; LLVMBitCodes.h (BinaryOpcodes, CastOpcodes); Constants.cpp (isSupported...)"),
    "predicates": (24, "InstrTypes.h (Predicate)"),
    "reading_versions": (23, "AutoUpgrade.cpp"),
    "record_shapes": (23, "LLVMBitCodes.h; BitcodeReader.cpp, MetadataLoader.cpp"),
    "records": (23, "LLVMBitCodes.h; BitcodeAnalyzer.cpp (GetCodeName)"),
    "renamed_intrinsics": (24, "AutoUpgrade.cpp (upgradeIntrinsicFunction1)"),
    "runtime_libcalls": (23, "RuntimeLibcalls.td"),
    "size_groups": (23, "LLVMBitCodes.h"),
    "special_globals": (22, "LangRef (Intrinsic Global Variables)"),
    "klee": (23, "no part of LLVM: KLEE's IntrinsicCleaner, and LLVM's IntrinsicLowering.cpp of the versions that it has"),
    "library_pointers": (23, "no part of LLVM: the headers of the C library"),
    "opencl_names": (23, "clang: BuiltinTypes, OpenCLImageTypes.def"),
    "qir_functions": (23, "no part of LLVM: the specification of QIR"),
    "target_profiles": (23, "no part of LLVM: the consumers' own documents, named in the file"),
    "target_triples": (22, "Triple.h; Triple.cpp"),
    "target_versions": (23, "DataLayout.cpp; AutoUpgrade.cpp (UpgradeDataLayoutString); Type.cpp (getTargetTypeInfo)"),
    "syntax_rules": (23, "the messages of LLParser.cpp and LLLexer.cpp"),
    "text_versions": (23, "AsmWriter.cpp; LLParser.cpp"),
    "verifier_rules": (22, "Verifier.cpp"),
    "verifier_versions": (22, "Verifier.cpp; Lint.cpp"),
    # What is no table.
    "the options of the commands": (23, "tools/llvm-as, llvm-dis, llvm-link, llvm-bcanalyzer"),
    "the rules of the verifier": (22, "Verifier.cpp"),
    "the changes in migrations": (22, "AutoUpgrade.cpp; docs/ReleaseNotes"),
    "the versions of the summary": (23, "ModuleSummaryIndex.h (BitcodeSummaryVersion)"),
}

# What nobody has compared with the newest LLVM yet, although the release is known: its sources were not at hand, and its tools
# do not show these. Whoever compares one takes it from here and raises its number.
OWED: Final = frozenset(
    {
        "behavior_versions",
        "compilers",
        "inline_asm_constraints",
        "inline_asm_immediates",
        "inline_asm_modifiers",
        "inline_asm_registers",
        "library_functions",
        "lint_rules",
        "loop_options",
        "module_assembly",
        "module_flag_values",
        "special_globals",
        "target_triples",
        "the changes in migrations",
        "the rules of the verifier",
        "verifier_rules",
        "verifier_versions",
    }
)


def newest_of_intrinsics() -> int:
    """The newest LLVM in the histories of intrinsics."""
    text = (TABLES / "intrinsics.txt").read_text(encoding="utf-8")
    histories = text[text.index("\n@changes") : text.index("\n@signatures")]
    return max(int(version) for version in re.findall(r"(\d+):", histories))


def newest_of_rules() -> int:
    """The newest LLVM whose messages the golden files of the verifier hold."""
    return max(int(path.stem.rpartition(".")[2]) for path in (ROOT / "tests" / "verifier" / "rules").glob("*.txt"))


def newest_of_nodes() -> int:
    """The newest LLVM whose text and records of all metadata nodes are there to compare with."""
    return max(int(path.stem) for path in (ROOT / "tests" / "data" / "metadata").glob("*.text"))


def missing(version: int) -> Iterator[str]:
    """What LLVM `version`, as the newest that pyllvm speaks, still owes."""
    if version not in RELEASES:
        yield f"versions.py: RELEASES has no release of LLVM {version}"
    if newest_of_intrinsics() < version:
        yield f"tables/intrinsics.txt: no intrinsic has an entry for LLVM {version}"
    if newest_of_rules() < version:
        yield f"tests/verifier/rules: no golden file of LLVM {version} (add {version} to the heads; PYLLVM_UPDATE_RULES=1)"
    if newest_of_nodes() < version:
        yield f"tests/data/metadata: no {version}.text and {version}.dump"
    if f"{OLDEST} to {version}" not in (ROOT / "README.md").read_text(encoding="utf-8"):
        yield f"README.md: does not name LLVM {OLDEST} to {version}"
    for name, (compared, source) in COMPARED.items():
        if compared < version:
            yield f"{name}: last compared with LLVM {compared}; compare for LLVM {version}: {source}; then raise COMPARED"


def test_the_newest_release_owes_only_what_is_listed() -> None:
    owed = [one for one in missing(NEWEST) if one.partition(":")[0] not in OWED]
    assert not owed, f"LLVM {NEWEST} is in versions.py, but:\n" + "\n".join(owed)


def test_what_is_owed_was_not_compared() -> None:
    assert {name for name in OWED if name not in COMPARED or COMPARED[name][0] >= NEWEST} == set()


def test_the_next_release_would_owe_everything() -> None:
    """Each check above finds that a release is missing, so none of them passes for every version."""
    assert len(list(missing(NEXT + 1))) == 5 + len(COMPARED)


def test_every_table_is_compared_with_a_release() -> None:
    tables = {path.stem for path in TABLES.glob("*.py")} - {"__init__"}
    assert tables <= set(COMPARED), "a new table needs a row in COMPARED"
    assert {name for name in COMPARED if " " not in name} <= tables, "a row of COMPARED has no table"
