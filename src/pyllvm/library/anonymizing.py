"""Gives everything in a module that has a name another one, so that the module can be shared without telling what it is.

Its texts change as well: strings in constants, assembly, attributes, sections, compilers' names.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from pyllvm.editing.replacement import replace_everywhere
from pyllvm.editing.stripping import strip_local_names
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import BlockAddress, Constant, ConstantData, InlineAsm
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.intrinsics.overloaded_names import remangle_intrinsics
from pyllvm.ir.metadata import Attachment, MDNode, MDString, MetadataAsValue, SpecializedNode
from pyllvm.ir.misuse import check_module
from pyllvm.ir.module import Module
from pyllvm.ir.type_finder import structs_in
from pyllvm.ir.type_names import text_in
from pyllvm.ir.types import ArrayType, IntegerType
from pyllvm.ir.value import Value
from pyllvm.migrations.debug_info.equal_nodes import merge_equal_nodes
from pyllvm.notation import Callable, Final, Iterable, final
from pyllvm.reading.source_traces import PATHS, last_component, set_text
from pyllvm.tables.compilers import llvm_version_of_ident
from pyllvm.tables.intrinsic_names import IDENT, PREFIX
from pyllvm.tables.library_functions import LIBRARY_FUNCTIONS, RUNTIME_PREFIXES
from pyllvm.tables.metadata_kinds import FIXED_KINDS
from pyllvm.tables.module_flags import MODULE_FLAGS
from pyllvm.tables.object_symbols import PRIVATE_SECTION

_MAIN: Final = "main"
_FILE: Final = "DIFile"
_UNIT: Final = "DICompileUnit"
# In bytes: no character is wider than four.
_WIDEST: Final = 8
_TYPE_TESTS: Final = ("llvm.type.", "llvm.public.type.")
# Structs, named metadata and metadata kinds that targets and languages know by the beginnings of their names.
_KNOWN_STRUCTS: Final = ("opencl.", "spirv.", "dx.")
_KNOWN_METADATA: Final = (PREFIX, "nvvm.", "nvvmir.", "opencl.", "spirv.", "air.", "dx.", "amdgpu.", "amdgcn.", "clang.", "wasm.")
# The sections that hold names of the program as data, perhaps compressed.
_NAME_SECTIONS: Final = ("llvm_prf_names", "llvm_covmap", "llvm_covfun", ".llvmbc", ".llvmcmd", "__bitcode", "__cmdline")
# Strings of metadata with a meaning, and the names of types that each program has.
_KNOWN_TEXTS: Final = frozenset(
    (
        *("branch_weights", "VP", "function_entry_count", "synthetic_function_entry_count", "unknown", "expected", "auto-init"),
        *("omnipotent char", "Simple C/C++ TBAA", "Simple C++ TBAA", "any pointer", "vtable pointer", "bool", "_Bool", "char"),
        *("int", "long", "short", "long long", "float", "double", "long double", "unsigned char", "signed char", "unsigned int"),
        *("unsigned long", "unsigned short", "unsigned long long", "__int128", "unsigned __int128", "size_t", "void", "half"),
    )
)
_LETTER: Final = ord("x")
# Conversions of printf keep their meaning; other letters and digits do not tell anything any more.
_TELLING: Final = re.compile(rb"%[-+ #0]*[0-9*]*(?:\.[0-9*]*)?(?:hh|h|ll|l|L|q|j|z|t)?[a-zA-Z%]|\\[a-z]|[0-9A-Za-z\x80-\xff]")
# The bytes of texts: what is printed, white space, escape, and the null characters that end parts.
_OTHER_BYTES: Final = re.compile(rb"[\x01-\x06\x0e-\x1a\x1c-\x1f\x7f]")
_TEXT: Final = re.compile(rb"[A-Za-z\x80-\xff]")
_WIDE: Final = frozenset((0, 9, 10, 13, *range(0x20, 0x7F)))
# The name of a vector variant: what the vectorizer reads, the scalar function, and the vector function in parentheses.
_VARIANT: Final = re.compile(r"(_ZGV(?:_LLVM_|[a-z])[MN](?:x|\d+)[^_]*)_(.+)\((.+)\)")
_SYMBOL: Final = re.compile(r"[\w.$@?]+")
_EXTENSION: Final = re.compile(r"\.[A-Za-z+]{1,4}$")

VARIANTS: Final = "vector-function-abi-variant"
MESSAGES: Final = frozenset(("dontcall-error", "dontcall-warn"))
"""The string attributes whose values are texts of the program."""

_SECTIONS: Final = frozenset(
    (
        *("text", "data", "rodata", "bss", "tdata", "tbss", "init", "fini", "ctors", "dtors", "init_array", "fini_array"),
        *("preinit_array", "note", "comment", "eh_frame", "gcc_except_table", "debug_gdb_scripts", "llvmbc", "llvmcmd"),
        *("rdata", "CRT$XCU", "CRT$XTX", "drectve", "tls$"),
    )
)
_APPLE_SEGMENTS: Final = ("__TEXT", "__DATA", "__DATA_CONST", "__LLVM", "__DWARF", "__LD", "__OBJC")
_APPLE_SECTIONS: Final = re.compile(r"__(?:text|data|const|cstring|objc_\w+|cfstring|mod_init_func|mod_term_func|thread_\w+|bss)")


@final
class Names:
    """The new names of an anonymized module by the old ones, in the order in which they were given."""

    def __init__(self) -> None:
        self.symbols: dict[str, str] = {}
        self.structs: dict[str, str] = {}
        self.metadata: dict[str, str] = {}
        self.files: dict[str, str] = {}
        self.sections: dict[str, str] = {}
        self.warnings: list[str] = []
        """Warnings about texts that may still tell something."""

    def document(self) -> dict[str, object]:
        """The names as an object for JSON."""
        return {
            "symbols": self.symbols,
            "structs": self.structs,
            "metadata": self.metadata,
            "files": self.files,
            "sections": self.sections,
        }


def anonymize(module: Module, *, keep: Iterable[str] = (), keep_library_names: bool = False, keep_strings: bool = False) -> Names:
    """Give symbols, structs, strings of metadata, source files and sections of a module new names, in place.

    Equal names become equal names everywhere. Local names, paths, checksums and embedded source text go; of producers only
    the LLVM version stays. Letters and digits of texts in constants become `x`, except with `keep_strings`; their lengths and
    the conversions of `printf` stay. Intrinsics and the words that LLVM knows are kept, and so are names that match a shell
    pattern in `keep`, and with `keep_library_names` `main` and the library functions that LLVM's optimizations know by name.
    Inline assembly is kept, with the new names of symbols in it; `warnings` of the result then has a sentence.
    """
    check_module(module, "anonymize")
    work = _Anonymizer(module, list(keep))
    work.keeps_library = keep_library_names
    work.rename()
    if not keep_strings:
        work.mask_strings()
    work.finish()
    return work.names


@final
class _Anonymizer:
    def __init__(self, module: Module, keep: list[str]) -> None:
        self._module = module
        self._keep = keep
        self.keeps_library = False
        self.names = Names()
        self._attribute_lists: dict[AttributeList, AttributeList] = {}

    def rename(self) -> None:
        """Give everything a new name."""
        module = self._module
        module.materialize()
        module.summary = module.hash = None
        module.dependent_libraries.clear()
        for function in module.functions:
            strip_local_names(function)
            _name_addressed_blocks(function)
        self._rename_symbols()
        self._rename_structs()
        self._rename_metadata_kinds()
        self._rename_nodes()
        self._rename_properties()

    def finish(self) -> None:
        """Change the names in assembly, when all are known, and the names of the module itself."""
        module = self._module
        self._rename_in_assembly()
        module.source_filename = self._file(module.source_filename) if module.source_filename else ""
        module.identifier = "module"

    def _is_kept(self, name: str) -> bool:
        if any(fnmatchcase(name, pattern) for pattern in self._keep):
            return True
        return self.keeps_library and (name == _MAIN or name in LIBRARY_FUNCTIONS or name.startswith(RUNTIME_PREFIXES))

    # --- Symbols and types

    def _rename_symbols(self) -> None:
        module = self._module
        values = [value for value in module.global_values if value.name and not value.name.startswith(PREFIX)]
        values = [value for value in values if not self._is_kept(value.name)]
        old_names = [value.name for value in values]
        for value in values:
            value.name = ""
        counts: dict[str, int] = {}
        for value, old in zip(values, old_names, strict=True):
            letter = _letter(value)
            new = old
            while new == old or new in module.symbols:
                counts[letter] = counts.get(letter, 0) + 1
                new = f"{letter}{counts[letter]}"
            value.name = self.names.symbols[old] = new
        self._rename_comdats()

    def _rename_comdats(self) -> None:
        module = self._module
        comdats: dict[str, Comdat] = {}
        for comdat in module.comdats.values():
            if not self._is_kept(comdat.name):
                comdat.name = self._symbol(comdat.name, "c")
            comdats[comdat.name] = comdat
        module.comdats = comdats

    def _symbol(self, name: str, letter: str = "n") -> str:
        """The new name of a symbol, which the module need not have."""
        if name.startswith(PREFIX) or self._is_kept(name):
            return name
        symbols = self.names.symbols
        if name not in symbols:
            symbols[name] = f"{letter}{len(symbols) + 1}"
            while symbols[name] in self._module.symbols:
                symbols[name] += "_"
        return symbols[name]

    def _rename_structs(self) -> None:
        module = self._module
        structs = [struct for struct in structs_in(module, module.llvm_version) if struct.name]
        structs = [one for one in structs if not one.name.startswith(_KNOWN_STRUCTS) and not self._is_kept(one.name)]
        old_names = [struct.name for struct in structs]
        for struct in structs:
            module.context.name_struct(struct, "")
        for struct, old in zip(structs, old_names, strict=True):
            module.context.name_struct(struct, f"s{len(self.names.structs) + 1}")
            self.names.structs[old] = struct.name
        remangle_intrinsics(module, True)

    # --- Metadata

    def _rename_metadata_kinds(self) -> None:
        module = self._module
        kinds: dict[str, str] = {}
        for kind in module.metadata_kinds:
            is_known = kind in FIXED_KINDS or kind.startswith(_KNOWN_METADATA)
            kinds[kind] = kind if is_known else self._metadata_name(kind)
        if all(old == new for old, new in kinds.items()):
            return
        module.metadata_kinds[:] = [kinds[kind] for kind in module.metadata_kinds]
        attachments: list[Attachment] = []
        for value in module.global_values:
            attachments += value.attachments
        for function in module.functions:
            for instruction in function.instructions:
                attachments += instruction.attachments or ()
        for attachment in attachments:
            attachment.kind = kinds.get(attachment.kind, attachment.kind)

    def _metadata_name(self, text: str) -> str:
        known = self.names.metadata
        if text not in known:
            known[text] = f"m{len(known) + 1}"
        return known[text]

    def _rename_nodes(self) -> None:
        module = self._module
        kept = self._strings_with_meaning()
        for named in module.named_metadata:
            if not named.name.startswith(_KNOWN_METADATA):
                named.name = self._metadata_name(named.name)
        nodes = module.metadata_nodes()
        producers: set[MDNode] = set()
        ident = module.named_metadata_of(IDENT)
        if ident is not None:
            producers.update(ident.operands)
        for node in nodes:
            if isinstance(node, SpecializedNode):
                self._prepare(node)
        for node in nodes:
            for index, operand in enumerate(node.operands):
                if isinstance(operand, MDString):
                    text = producer_like(operand.text) if node in producers else self._text(node, index, operand.text, kept)
                    if text != operand.text:
                        node.operands[index] = MDString.get(module.context, text)
        merge_equal_nodes(module, nodes)
        self._rename_type_tests()

    def _prepare(self, node: SpecializedNode) -> None:
        """Give the fields of a node that hold paths and the like what they become; they are not renamed as other strings are."""
        module = self._module
        for kind, field in PATHS:
            if node.spec.name == kind:
                set_text(module, node, field, "")
        if node.spec.name == _FILE:
            set_text(module, node, "filename", self._file(text_in(node, "filename")))
            for field in ("checksum", "source"):
                set_text(module, node, field, "")
            node.operands[node.spec.index_of("checksumkind")] = 0
        elif node.spec.name == _UNIT:
            set_text(module, node, "producer", producer_like(text_in(node, "producer")))
            node.operands[node.spec.index_of("dwoId")] = 0

    def _text(self, node: MDNode, index: int, text: str, kept: set[str]) -> str:
        """The new text for a string of a node."""
        if isinstance(node, SpecializedNode):
            if node.spec.name == _FILE or (node.spec.name == _UNIT and index == node.spec.index_of("producer")):
                return text
        if text in self.names.symbols:
            return self.names.symbols[text]
        if not text or text in kept or text in _KNOWN_TEXTS or text.startswith(PREFIX) or self._is_kept(text):
            return text
        return self._metadata_name(text)

    def _file(self, path: str) -> str:
        files = self.names.files
        if path not in files:
            files[path] = file_like(last_component(path), len(files) + 1)
        return files[path]

    def _strings_with_meaning(self) -> set[str]:
        """The strings that LLVM reads: in module flags, and operands of intrinsics such as the names of registers."""
        module = self._module
        found: set[str] = set()
        flags = module.named_metadata_of(MODULE_FLAGS)
        tuples: list[object] = [] if flags is None else list(flags.operands)
        for operand in module.context.metadata.values():
            if isinstance(operand, MetadataAsValue):
                tuples.append(operand.metadata)
        for node in tuples:
            if isinstance(node, MDNode) and not isinstance(node, SpecializedNode):
                found.update([operand.text for operand in node.operands if isinstance(operand, MDString)])
        return found

    def _rename_type_tests(self) -> None:
        """Rename the types that calls of `llvm.type.test` and its like name."""
        context = self._module.context
        for function in self._module.functions:
            if not function.name.startswith(_TYPE_TESTS):
                continue
            for call in function.users:
                if not isinstance(call, CallBase):
                    continue
                for index, operand in enumerate(call.operands):
                    if isinstance(operand, MetadataAsValue) and isinstance(operand.metadata, MDString):
                        text = self._text(MDNode([], False), 0, operand.metadata.text, set())
                        call.put_operand(index, MetadataAsValue.get(context, MDString.get(context, text)))

    # --- Properties

    def _rename_properties(self) -> None:
        module = self._module
        for value in module.global_values:
            if value.partition:
                value.partition = self._symbol(value.partition, "p")
            if isinstance(value, GlobalObject) and value.section:
                value.section = self._section(value.section)
            if isinstance(value, GlobalVariable) and value.attributes is not None:
                value.attributes = AttributeSet([self._attribute(one) for one in value.attributes.attributes])
        for function in module.functions:
            if function.attributes is not None:
                function.attributes = self._attributes(function.attributes)
            for instruction in function.instructions:
                if isinstance(instruction, CallBase) and instruction.attributes is not None:
                    instruction.attributes = self._attributes(instruction.attributes)

    def _section(self, name: str) -> str:
        if is_known_section(name):
            return name
        sections = self.names.sections
        if name not in sections:
            sections[name] = section_like(name, len(sections) + 1)
        return sections[name]

    def _attributes(self, attributes: AttributeList) -> AttributeList:
        known = self._attribute_lists.get(attributes)
        if known is None:
            sets = [
                (index, AttributeSet([self._attribute(one) for one in found.attributes])) for index, found in attributes.indexed()
            ]
            known = self._attribute_lists[attributes] = AttributeList.of_indexed(sets)
        return known

    def _attribute(self, attribute: Attribute) -> Attribute:
        if not attribute.is_string:
            return attribute
        value = attribute.value
        if attribute.key == VARIANTS:
            value = renamed_variants(value, self._symbol)
        elif attribute.key in MESSAGES:
            value = "message" if value else ""
        elif attribute.key.endswith("-section") or attribute.key.endswith("-section-name"):
            value = self._section(value)
        elif attribute.key.startswith(("wasm-import-", "wasm-export-")):
            value = self._symbol(value)
        else:
            value = self.names.symbols.get(value, value)
        return Attribute.of_string(attribute.key, value)

    # --- Texts

    def mask_strings(self) -> None:
        for constant in self._constants():
            type = constant.type
            if not isinstance(type, ArrayType) or not isinstance(type.element, IntegerType):
                continue
            size = type.element.width // 8
            data = constant.data
            if size == 1:
                data = masked(data)
            elif size < _WIDEST:
                data = masked_wide(data, size)
            if data != constant.data:
                replace_everywhere(constant, ConstantData.get(type, data))
        for variable in self._module.global_variables:
            if any(part in variable.section for part in _NAME_SECTIONS) and isinstance(variable.initializer, ConstantData):
                data = bytes(len(variable.initializer.data))
                variable.set_single_operand(ConstantData.get(variable.initializer.type, data))
                self.names.warnings.append(f"section {variable.section} held names of the program and was replaced by zeros")

    def _constants(self) -> list[ConstantData]:
        """The arrays of plain numbers that the module has."""
        met: set[Value] = set()
        waiting: list[Value] = []
        for value in self._module.global_values:
            waiting += value.operands
        for function in self._module.functions:
            for instruction in function.instructions:
                waiting += instruction.operands
        found: list[ConstantData] = []
        while waiting:
            constant = waiting.pop()
            if constant in met or not isinstance(constant, Constant) or isinstance(constant, GlobalValue):
                continue
            met.add(constant)
            if isinstance(constant, ConstantData):
                found.append(constant)
            else:
                waiting += constant.operands
        return found

    def _rename_in_assembly(self) -> None:
        module = self._module
        symbols = self.names.symbols
        has_assembly = bool(module.inline_assembly)
        for part in module.assembly_blocks:
            part.text = renamed_in(part.text, symbols)
        for function in module.functions:
            for instruction in function.instructions:
                if isinstance(instruction, CallBase) and isinstance(instruction.operands[-1], InlineAsm):
                    assembly = instruction.operands[-1]
                    has_assembly = has_assembly or bool(assembly.assembly)
                    assembly.assembly = renamed_in(assembly.assembly, symbols)
        if has_assembly:
            self.names.warnings.append("assembly is kept: look at it before you share the module")


def _name_addressed_blocks(function: Function) -> None:
    """Name the blocks whose addresses are taken: text can name no others outside of their function."""
    number = 0
    for block in function.blocks:
        if any(isinstance(user, BlockAddress) for user in block.users):
            number += 1
            block.set_unique_name(f"b{number}")


def _letter(value: GlobalValue) -> str:
    """The beginning of a symbol's new name, which tells its kind."""
    if isinstance(value, Function):
        return "f"
    if isinstance(value, GlobalVariable):
        return "v"
    return "a" if isinstance(value, GlobalAlias) else "i"


def masked(data: bytes) -> bytes:
    """A meaningless text with the same length as the text in a constant; data that is not a text is returned as it is."""
    if _OTHER_BYTES.search(data) or not _TEXT.search(data):
        return data
    return _TELLING.sub(lambda match: match.group() if len(match.group()) > 1 else b"x", data)


def masked_wide(data: bytes, size: int) -> bytes:
    """The same for a text of characters of `size` bytes each, which ends in a null character."""
    characters = [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]
    if len(characters) < 2 or characters[-1] or not _WIDE.issuperset(characters):
        return data
    return b"".join((_LETTER if chr(one).isalnum() else one).to_bytes(size, "little") for one in characters)


def renamed_in(text: str, symbols: dict[str, str]) -> str:
    """A text, such as assembly, in which the symbols have their new names."""
    return _SYMBOL.sub(lambda match: symbols.get(match.group(), match.group()), text)


def renamed_variants(text: str, name_of: Callable[[str], str]) -> str:
    """The value of the attribute that names vector variants of a function."""
    parts = []
    for part in text.split(","):
        match = _VARIANT.fullmatch(part)
        if match is not None:
            scalar, vector = name_of(match.group(2)), name_of(match.group(3))
            parts.append(f"{match.group(1)}_{scalar}({vector})")
    return ",".join(parts)


def is_known_section(name: str) -> bool:
    """Whether compilers name a section so, whatever the program is."""
    if name == PRIVATE_SECTION or name.startswith("__llvm_"):
        return True
    segment, comma, rest = name.partition(",")
    if comma:
        return segment in _APPLE_SEGMENTS and _APPLE_SECTIONS.fullmatch(rest.partition(",")[0]) is not None
    return name.startswith(".") and name[1:] in _SECTIONS


def section_like(name: str, number: int) -> str:
    """A new name for a section, of the same form."""
    segment, comma, rest = name.partition(",")
    if comma:
        _, more, attributes = rest.partition(",")
        return f"{segment if segment in _APPLE_SEGMENTS else '__DATA'},section{number}{more}{attributes}"
    first = name[1:].partition(".")[0]
    return f".{first}.section{number}" if name.startswith(".") and first in _SECTIONS else f"section{number}"


def file_like(name: str, number: int) -> str:
    """A new name for a source file, with the ending of the old one."""
    ending = _EXTENSION.search(name)
    return f"file{number}{ending.group() if ending else ''}"


def producer_like(text: str) -> str:
    """A producer of the same LLVM version that names no vendor."""
    version = llvm_version_of_ident(text)
    return "unknown compiler" if version is None else f"clang version {version}.0.0"
