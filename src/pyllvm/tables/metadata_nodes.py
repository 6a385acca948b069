"""The specialized metadata nodes of each LLVM, each described once.

The rows of a node have the order of LLVM's text, and `record(...)` the order of the bitcode record, newest shape first. The
words after the records are the operands that are metadata, in LLVM's order.

Source: Metadata.def; LLParser.cpp (parseDI...); MetadataLoader.cpp.
"""

from __future__ import annotations

from pyllvm.notation import Final
from pyllvm.schema.describe import ANY_LENGTH, node, record
from pyllvm.schema.integers import MAX_64
from pyllvm.schema.kinds import (
    AS_BYTE,
    AS_NOTHING,
    MAX_8,
    MAX_16,
    MAX_32,
    Boolean,
    Bound,
    Extent,
    Flags,
    GenericBound,
    MaybeMarked,
    MaybeNamed,
    MaybeUnsigned,
    Named,
    PlainReference,
    PlainString,
    Reference,
    References,
    Signed,
    String,
    TypeBound,
    Unsigned,
    Wide,
    literal_width,
)
from pyllvm.schema.node import NEVER, Field, NodeSpec
from pyllvm.schema.raw import AFTER, AT_CLOSING, AT_NODE, FieldError
from pyllvm.tables import dwarf, records
from pyllvm.tables.debug_info_versions import LAYERS_SINCE
from pyllvm.tables.dwarf import FIXED_POINT_RATIONAL, TAG_LLVM_PTRAUTH_TYPE

REFERENCE: Final = Reference(nullable=True)
REFERENCE_NOT_NULL: Final = Reference(nullable=False)
STRING: Final = String()
BOOLEAN: Final = Boolean()
WIDE: Final = Wide()
LINE: Final = Unsigned(MAX_32, MAX_32)
COLUMN: Final = Unsigned(MAX_16, MAX_16)
UNSIGNED_16: Final = Unsigned(MAX_16, MAX_16)
UNSIGNED_32: Final = Unsigned(MAX_32, MAX_32)
UNSIGNED_64: Final = Unsigned(MAX_64, MAX_64)
ALIGN: Final = UNSIGNED_32
ALIGN_OF_LOCAL_VARIABLE: Final = Unsigned(MAX_32, MAX_32, "Alignment value is too large")
EXTENT: Final = Extent()
TAG: Final = Named(dwarf.TAGS, "DWARF tag", MAX_16, MAX_16, False)
ENCODING: Final = Named(dwarf.ENCODINGS, "DWARF type attribute encoding", MAX_8, MAX_32, True)
LANGUAGE: Final = Named(dwarf.LANGUAGES, "DWARF language", MAX_16, MAX_32, True)
LANGUAGE_NAME: Final = Named(dwarf.LANGUAGE_NAMES, "DWARF source language name", MAX_16, MAX_32, True)
DIALECT: Final = Named(
    dwarf.DIALECTS,
    "DWARF language dialect",
    2,
    MAX_32,
    True,
    refuses_zero="value for 'dialect' must be a known DWARF language dialect "
    "(DW_LLVM_LANG_DIALECT_simt or DW_LLVM_LANG_DIALECT_tile)",
)
CONVENTION: Final = Named(dwarf.CONVENTIONS, "DWARF calling convention", MAX_8, MAX_8, True, AS_BYTE)
MACINFO_TYPE: Final = Named(dwarf.MACINFO, "DWARF macinfo type", MAX_8, MAX_32, False)
VIRTUALITY: Final = Named(dwarf.VIRTUALITIES, "DWARF virtuality code", 2, MAX_32, False)
EMISSION_KIND: Final = Named(dwarf.EMISSION_KINDS, "emission kind", 3, MAX_32, False, AS_NOTHING)
NAME_TABLE_KIND: Final = Named(dwarf.NAME_TABLE_KINDS, "nameTable kind", 3, MAX_32, False, AS_NOTHING)
CHECKSUM_KIND: Final = Named(dwarf.CHECKSUM_KINDS, "checksum kind", -1, MAX_32, False)
FIXED_POINT_KIND: Final = Named(dwarf.FIXED_POINT_KINDS, "fixed-point kind", 2, MAX_32, False, AS_NOTHING)
ENUM_KIND: Final = MaybeNamed(Named(dwarf.ENUM_KINDS, "DWARF enum kind code", 1, MAX_32, False))
FLAGS: Final = Flags(dwarf.DI_FLAGS, "debug info flag", doubled_until=14)
SUBPROGRAM_FLAGS_KIND: Final = Flags(dwarf.SUBPROGRAM_FLAGS, "subprogram debug info flag", doubled_until=0)

#: All bits of a record's first operand except the lowest, which makes the node distinct.
BUT_DISTINCT: Final = 0xFFFFFFFFFFFFFFFE

_IS_RATIONAL: Final = f"kind={FIXED_POINT_RATIONAL}"
_IS_POINTER_AUTHENTICATION: Final = f"tag={TAG_LLVM_PTRAUTH_TYPE}"

# The `finish` functions of nodes: what LLVM's parser does with operands that depend on one another.


def _finish_compile_unit(spec: NodeSpec, operands: list[object], labels: set[str], version: int) -> None:
    """A unit has a language of DWARF 5 or, since LLVM 22, a language name of DWARF 6 and perhaps its version."""
    if version < 22:
        return
    named = "sourceLanguageName" in labels
    if "language" not in labels and not named:
        raise FieldError("missing one of 'language' or 'sourceLanguageName', required for !DICompileUnit", AT_NODE)
    if "language" in labels and named:
        raise FieldError("can only specify one of 'language' and 'sourceLanguageName' on !DICompileUnit", AT_NODE)
    if "sourceLanguageVersion" in labels and not named:
        raise FieldError("'sourceLanguageVersion' requires an associated 'sourceLanguageName' on !DICompileUnit", AT_NODE)


def _finish_subrange(spec: NodeSpec, operands: list[object], labels: set[str], version: int) -> None:
    """A subrange may have bounds instead of a count since LLVM 11."""
    if version < 11 and "count" not in labels:
        raise FieldError("missing required field 'count'", AT_CLOSING)


def _finish_file(spec: NodeSpec, operands: list[object], labels: set[str], version: int) -> None:
    """A checksum needs its kind."""
    if ("checksumkind" in labels) != ("checksum" in labels):
        raise FieldError("'checksumkind' and 'checksum' must be provided together", AFTER)


def _finish_enumerator(spec: NodeSpec, operands: list[object], labels: set[str], version: int) -> None:
    """The width follows from the literal; up to LLVM 10 it is 64."""
    value = operands[spec.index_of("value")]
    unsigned = operands[spec.index_of("isUnsigned")]
    if isinstance(value, int):
        if unsigned and value < 0:
            raise FieldError("unsigned enumerator with negative value", AFTER)
        width = literal_width(value)
        if not unsigned and value > 0:
            width += 1
        operands[spec.index_of("width")] = width if version >= 11 else 64


def _finish_fixed_point_type(spec: NodeSpec, operands: list[object], labels: set[str], version: int) -> None:
    """The widths follow from the literals, whose bits are the values."""
    for field in ("numerator", "denominator"):
        number = operands[spec.index_of(field)]
        if isinstance(number, int) and field in labels:
            width = literal_width(number)
            operands[spec.index_of(field + "Width")] = width
            operands[spec.index_of(field)] = number & ((1 << width) - 1)


def _finish_property(spec: NodeSpec, operands: list[object], labels: set[str], version: int) -> None:
    """Up to LLVM 21 the parser swaps setter and getter, and the bitcode reader swaps them back."""
    if version <= 21:
        setter = spec.index_of("setter")
        getter = spec.index_of("getter")
        operands[setter], operands[getter] = operands[getter], operands[setter]


def _finish_derived_type(spec: NodeSpec, operands: list[object], labels: set[str], version: int) -> None:
    """Without a key, pointers are not authenticated, so the other fields of authentication have no effect."""
    if not operands[spec.index_of("ptrAuthKey")] and any(label.startswith("ptrAuth") for label in labels):
        for position in range(len(spec.fields)):
            if spec.fields[position].name.startswith("ptrAuth"):
                operands[position] = spec.fields[position].default


_NODES: Final[list[NodeSpec]] = [
    node(
        "DILocation",
        records.METADATA_LOCATION,
        [
            Field("line", LINE, 0, always=True),
            Field("column", COLUMN, 0),
            Field("scope", PlainReference(), always=True, required=True),
            Field("inlinedAt", REFERENCE),
            Field("isImplicitCode", BOOLEAN, False, since=8),
            Field("atomGroup", UNSIGNED_64, 0, since=21),
            Field("atomRank", Unsigned(MAX_8, MAX_8), 0, since=21),
            Field("irlayers", REFERENCE, since=LAYERS_SINCE),
        ],
        [record(f"line column scope inlinedAt isImplicitCode@8 atomGroup@21 atomRank@21 irlayers?@{LAYERS_SINCE}", shortest=5)],
        f"scope inlinedAt irlayers@{LAYERS_SINCE}",
    ),
    # The places from which code came in the languages between the source and LLVM's, such as MLIR's dialects.
    node(
        "DILayerLoc",
        records.METADATA_LAYER_LOC,
        [
            Field("line", LINE, 0, always=True),
            Field("column", COLUMN, 0),
            Field("file", PlainReference(), always=True, required=True),
            Field("kind", PlainString(), always=True, required=True),
        ],
        [record("line column file kind")],
        "kind file",
        since=LAYERS_SINCE,
    ),
    node(
        "DILayerLocList",
        records.METADATA_LAYER_LOC_LIST,
        [],
        [record("", tail="plain")],
        "",
        since=LAYERS_SINCE,
        rest=Field("", References()),
    ),
    node(
        "GenericDINode",
        records.METADATA_GENERIC_DEBUG,
        [
            Field("tag", TAG, 0, always=True, required=True),
            Field("header", STRING),
        ],
        [record("tag 0 header", tail="rest")],
        "header",
        rest=Field("operands", References()),
    ),
    node(
        "DISubrange",
        records.METADATA_SUBRANGE,
        [
            Field("count", Bound(-1, 0, 0)),
            Field("lowerBound", Bound(-(1 << 63), 10, 10)),
            Field("upperBound", Bound(-(1 << 63), 0, 0), since=11),
            Field("stride", Bound(-(1 << 63), 0, 0), since=11),
        ],
        [
            record("count lowerBound upperBound stride", since=11, marks=4, mask=BUT_DISTINCT, value=4),
            record("count lowerBound~", until=10, marks=2, mask=BUT_DISTINCT, value=2, longest=ANY_LENGTH),
            record("count= lowerBound~", written=False, mask=BUT_DISTINCT, value=0, longest=ANY_LENGTH),
        ],
        "count lowerBound upperBound stride",
        finish=_finish_subrange,
    ),
    node(
        "DIGenericSubrange",
        records.METADATA_GENERIC_SUBRANGE,
        [
            Field("count", GenericBound()),
            Field("lowerBound", GenericBound()),
            Field("upperBound", GenericBound()),
            Field("stride", GenericBound()),
        ],
        [record("count lowerBound upperBound stride")],
        "count lowerBound upperBound stride",
        since=12,
    ),
    node(
        "DIEnumerator",
        records.METADATA_ENUMERATOR,
        [
            Field("name", STRING, always=True, required=True),
            Field("value", WIDE, 0, always=True, required=True),
            Field("isUnsigned", BOOLEAN, False),
            Field("width", UNSIGNED_64, 64, written=False),
        ],
        [
            record(
                "width name",
                since=11,
                marks=4,
                mask=4,
                value=4,
                bits="isUnsigned:1",
                tail="wide value width isUnsigned",
            ),
            record("value~isUnsigned name", until=10, mask=4, value=0, bits="isUnsigned:1", longest=1 << 20),
        ],
        "name",
        finish=_finish_enumerator,
    ),
    node(
        "DIBasicType",
        records.METADATA_BASIC_TYPE,
        [
            Field("tag", TAG, dwarf.TAG_BASE_TYPE),
            Field("name", STRING),
            Field("scope", REFERENCE, since=23),
            Field("file", REFERENCE, since=23),
            Field("line", LINE, 0, since=23),
            Field("size", EXTENT),
            Field("align", ALIGN, 0),
            Field("dataSize", UNSIGNED_32, 0, since=22),
            Field("encoding", ENCODING, 0),
            Field("num_extra_inhabitants", UNSIGNED_32, 0, since=20),
            Field("flags", FLAGS, 0, since=8),
        ],
        [
            record(
                "tag name size& align encoding flags num_extra_inhabitants dataSize@22 file@23 line@23 scope@23",
                since=21,
                marks=2,
                mask=2,
                value=2,
                shortest=6,
            ),
            record("tag name size align encoding flags@8 num_extra_inhabitants@20", until=20, mask=2, value=0, shortest=6),
        ],
        "file@23 scope@23 name size@21",
    ),
    node(
        "DIStringType",
        records.METADATA_STRING_TYPE,
        [
            Field("tag", TAG, dwarf.TAG_STRING_TYPE),
            Field("name", STRING),
            Field("stringLength", REFERENCE),
            Field("stringLengthExpression", REFERENCE),
            Field("stringLocationExpression", REFERENCE, since=14),
            Field("size", EXTENT),
            Field("align", ALIGN, 0),
            Field("encoding", ENCODING, 0),
        ],
        [
            record(
                "tag name stringLength stringLengthExpression stringLocationExpression size& align encoding 0",
                since=24,
                marks=2,
                mask=2,
                value=2,
            ),
            record(
                "tag name stringLength stringLengthExpression stringLocationExpression size& align encoding",
                since=21,
                until=23,
                marks=2,
                mask=2,
                value=2,
            ),
            record(
                "tag name stringLength stringLengthExpression stringLocationExpression size align encoding",
                since=14,
                until=20,
            ),
            record("tag name stringLength stringLengthExpression size align encoding", until=13),
        ],
        "name size@21 stringLength stringLengthExpression stringLocationExpression",
        since=12,
    ),
    node(
        "DIFixedPointType",
        records.METADATA_FIXED_POINT_TYPE,
        [
            Field("tag", TAG, dwarf.TAG_BASE_TYPE),
            Field("name", STRING),
            Field("scope", REFERENCE, since=23),
            Field("file", REFERENCE, since=23),
            Field("line", LINE, 0, since=23),
            Field("size", EXTENT),
            Field("align", ALIGN, 0),
            Field("encoding", ENCODING, 0),
            Field("flags", FLAGS, 0),
            Field("kind", FIXED_POINT_KIND, 0, always=True),
            Field("factor", Signed(32), 0, unless=_IS_RATIONAL),
            Field("numerator", WIDE, 0, always=True, beside=_IS_RATIONAL),
            Field("denominator", WIDE, 0, always=True, beside=_IS_RATIONAL),
            Field("numeratorWidth", UNSIGNED_32, 1, written=False),
            Field("denominatorWidth", UNSIGNED_32, 1, written=False),
        ],
        [
            record(
                "tag name size& align encoding flags kind factor",
                marks=2,
                mask=2,
                value=2,
                shortest=11,
                tail="pairs numerator numeratorWidth denominator denominatorWidth",
                trailing="file@23 line@23 scope@23",
            ),
            record(
                "tag name size align encoding flags kind factor",
                written=False,
                shortest=11,
                tail="pairs numerator numeratorWidth denominator denominatorWidth",
            ),
        ],
        "file@23 scope@23 name size@21",
        since=21,
        finish=_finish_fixed_point_type,
    ),
    node(
        "DISubrangeType",
        records.METADATA_SUBRANGE_TYPE,
        [
            Field("name", STRING),
            Field("scope", REFERENCE),
            Field("file", REFERENCE),
            Field("line", LINE, 0),
            Field("size", EXTENT),
            Field("align", ALIGN, 0),
            Field("flags", FLAGS, 0),
            Field("baseType", REFERENCE, always=True),
            Field("lowerBound", TypeBound()),
            Field("upperBound", TypeBound()),
            Field("stride", TypeBound()),
            Field("bias", TypeBound()),
        ],
        [
            record(
                "name file line scope size& align flags baseType lowerBound upperBound stride bias",
                marks=2,
                mask=2,
                value=2,
            ),
            record(
                "name file line scope size align flags baseType lowerBound upperBound stride bias",
                written=False,
            ),
        ],
        "file scope name size baseType lowerBound upperBound stride bias",
        since=21,
    ),
    node(
        "DIDerivedType",
        records.METADATA_DERIVED_TYPE,
        [
            Field("tag", TAG, 0, always=True, required=True),
            Field("name", STRING),
            Field("scope", REFERENCE),
            Field("file", REFERENCE),
            Field("line", LINE, 0),
            Field("baseType", REFERENCE, always=True, required=True),
            Field("size", EXTENT),
            Field("align", ALIGN, 0),
            Field("offset", EXTENT),
            Field("flags", FLAGS, 0),
            Field("extraData", REFERENCE),
            Field("dwarfAddressSpace", MaybeUnsigned(MAX_32)),
            Field("annotations", REFERENCE, since=14),
            Field("ptrAuthKey", Unsigned(7, MAX_32), 0, since=19, beside=_IS_POINTER_AUTHENTICATION),
            Field(
                "ptrAuthIsAddressDiscriminated",
                BOOLEAN,
                False,
                since=19,
                always=True,
                beside=_IS_POINTER_AUTHENTICATION,
            ),
            Field("ptrAuthExtraDiscriminator", UNSIGNED_16, 0, since=19, beside=_IS_POINTER_AUTHENTICATION),
            Field(
                "ptrAuthIsaPointer",
                BOOLEAN,
                False,
                since=19,
                always=True,
                beside=_IS_POINTER_AUTHENTICATION,
            ),
            Field(
                "ptrAuthAuthenticatesNullValues",
                BOOLEAN,
                False,
                since=19,
                always=True,
                beside=_IS_POINTER_AUTHENTICATION,
            ),
        ],
        [
            record(
                "tag name file line scope baseType size& align offset& flags extraData dwarfAddressSpace annotations "
                "ptrAuthKey:0:4+ptrAuthIsAddressDiscriminated:4:1+ptrAuthExtraDiscriminator:5:16+ptrAuthIsaPointer:21:1"
                "+ptrAuthAuthenticatesNullValues:22:1",
                since=21,
                marks=2,
                mask=2,
                value=2,
                shortest=12,
            ),
            record(
                "tag name file line scope baseType size align offset flags extraData dwarfAddressSpace annotations@14 "
                "ptrAuthKey:0:4+ptrAuthIsAddressDiscriminated:4:1+ptrAuthExtraDiscriminator:5:16+ptrAuthIsaPointer:21:1"
                "+ptrAuthAuthenticatesNullValues:22:1@19",
                until=20,
                mask=2,
                value=0,
                shortest=12,
            ),
        ],
        "file scope name size@21 offset@21 baseType extraData annotations",
        finish=_finish_derived_type,
    ),
    node(
        "DICompositeType",
        records.METADATA_COMPOSITE_TYPE,
        [
            Field("tag", TAG, 0, always=True, required=True),
            Field("name", STRING),
            Field("scope", REFERENCE),
            Field("file", REFERENCE),
            Field("line", LINE, 0),
            Field("baseType", REFERENCE),
            Field("size", EXTENT),
            Field("align", ALIGN, 0),
            Field("offset", EXTENT),
            Field("num_extra_inhabitants", UNSIGNED_32, 0, since=20),
            Field("flags", FLAGS, 0),
            Field("elements", REFERENCE),
            Field("runtimeLang", LANGUAGE, 0),
            Field("vtableHolder", REFERENCE),
            Field("templateParams", REFERENCE),
            Field("identifier", STRING),
            Field("discriminator", REFERENCE, printed_since=8),
            Field("dataLocation", REFERENCE, since=11),
            Field("associated", REFERENCE, since=12),
            Field("allocated", REFERENCE, since=12),
            Field("rank", Bound(-(1 << 63), 0, 0), since=12),
            Field("annotations", REFERENCE, since=14),
            Field("specification", REFERENCE, since=20),
            Field("enumKind", ENUM_KIND, since=21),
            Field("bitStride", REFERENCE, since=21),
        ],
        [
            record(
                "tag name file line scope baseType size& align offset& flags elements runtimeLang vtableHolder "
                "templateParams identifier discriminator dataLocation associated allocated rank annotations "
                "num_extra_inhabitants specification enumKind bitStride",
                since=21,
                marks=6,
                mask=4,
                value=4,
                shortest=16,
            ),
            record(
                "tag name file line scope baseType size align offset flags elements runtimeLang vtableHolder "
                "templateParams identifier discriminator dataLocation@11 associated@12 allocated@12 rank@12 "
                "annotations@14 num_extra_inhabitants@20 specification@20",
                until=20,
                marks=2,
                mask=4,
                value=0,
                shortest=16,
            ),
        ],
        "file scope name size@21 offset@21 baseType elements vtableHolder templateParams identifier discriminator "
        "dataLocation associated allocated rank annotations specification bitStride@21",
    ),
    node(
        "DISubroutineType",
        records.METADATA_SUBROUTINE_TYPE,
        [
            Field("flags", FLAGS, 0),
            Field("cc", CONVENTION, 0),
            Field("types", REFERENCE, always=True, required=True),
        ],
        [record("flags types cc", marks=2, shortest=3)],
        "types",
    ),
    node(
        "DIFile",
        records.METADATA_FILE,
        [
            Field("filename", STRING, always=True, required=True),
            Field("directory", STRING, always=True, required=True),
            Field("checksumkind", CHECKSUM_KIND, 0, always=True, beside="checksumkind"),
            Field("checksum", STRING, always=True, beside="checksumkind"),
            Field("source", String(keeps_empty_since=20)),
        ],
        [
            record("filename directory checksumkind checksum source?", shortest=5),
            record("filename directory", written=False),
        ],
        "filename directory checksum source",
        finish=_finish_file,
    ),
    node(
        "DICompileUnit",
        records.METADATA_COMPILE_UNIT,
        [
            Field("language", LANGUAGE, 0, until=20, required=True),
            Field("language", LANGUAGE, 0, of="language", since=21, always=True, unless="sourceLanguageName"),
            Field("sourceLanguageName", LANGUAGE_NAME, 0, since=22),
            Field("sourceLanguageVersion", UNSIGNED_32, 0, since=22),
            Field("file", REFERENCE_NOT_NULL, always=True, required=True),
            Field("producer", STRING),
            Field("isOptimized", BOOLEAN, False, always=True),
            Field("flags", STRING),
            Field("runtimeVersion", UNSIGNED_32, 0, always=True),
            Field("splitDebugFilename", STRING),
            Field("emissionKind", EMISSION_KIND, 0, always=True),
            Field("enums", REFERENCE),
            Field("retainedTypes", REFERENCE),
            Field("globals", REFERENCE),
            Field("imports", REFERENCE),
            Field("macros", REFERENCE),
            Field("dwoId", UNSIGNED_64, 0),
            Field("splitDebugInlining", BOOLEAN, True),
            Field("debugInfoForProfiling", BOOLEAN, False),
            Field("nameTableKind", NAME_TABLE_KIND, 0, since=8),
            Field("gnuPubnames", BOOLEAN, False, of="nameTableKind", mask=1, until=7),
            Field("rangesBaseAddress", BOOLEAN, False, since=11),
            Field("sysroot", STRING, since=11),
            Field("sdk", STRING, since=11),
            Field("dialect", DIALECT, 0, since=23),
        ],
        [
            record(
                "language|sourceLanguageName file producer isOptimized flags runtimeVersion splitDebugFilename "
                "emissionKind enums retainedTypes 0 globals imports dwoId macros splitDebugInlining "
                "debugInfoForProfiling nameTableKind rangesBaseAddress@11 sysroot@11 sdk@11 sourceLanguageVersion@22 dialect@23",
                shortest=14,
            ),
        ],
        "file producer flags splitDebugFilename enums retainedTypes globals imports macros sysroot sdk",
        always_distinct=True,
        finish=_finish_compile_unit,
    ),
    node(
        "DISubprogram",
        records.METADATA_SUBPROGRAM,
        [
            Field("name", STRING),
            Field("linkageName", STRING),
            Field("scope", REFERENCE, always=True),
            Field("file", REFERENCE),
            Field("line", LINE, 0),
            Field("type", REFERENCE, until=22),
            Field("type", REFERENCE_NOT_NULL, of="type", since=23, required=True),
            Field("isLocal", BOOLEAN, False, of="spFlags", shift=2, mask=1, always=True, printed_until=7),
            Field("isDefinition", BOOLEAN, True, of="spFlags", shift=3, mask=1, always=True, printed_until=7),
            Field("scopeLine", LINE, 0),
            Field("containingType", REFERENCE),
            Field("virtuality", VIRTUALITY, 0, of="spFlags", mask=3, printed_until=7),
            Field("virtualIndex", UNSIGNED_32, 0, always=True, beside="spFlags&3 virtualIndex"),
            Field("thisAdjustment", Signed(32), 0),
            Field("flags", FLAGS, 0),
            Field("spFlags", SUBPROGRAM_FLAGS_KIND, 0, since=8, always=True),
            Field("isOptimized", BOOLEAN, False, of="spFlags", shift=4, mask=1, always=True, printed_until=7),
            Field("unit", REFERENCE),
            Field("templateParams", REFERENCE),
            Field("declaration", REFERENCE),
            Field("retainedNodes", REFERENCE),
            Field("thrownTypes", REFERENCE),
            Field("annotations", REFERENCE, since=14),
            Field("targetFuncName", STRING, since=15),
            Field("keyInstructions", BOOLEAN, False, since=21),
        ],
        [
            record(
                "scope name linkageName file line type scopeLine containingType spFlags virtualIndex flags unit "
                "templateParams declaration retainedNodes thisAdjustment thrownTypes annotations@14 targetFuncName@15 "
                "keyInstructions@21",
                since=8,
                marks=6,
                mask=6,
                value=6,
                shortest=18,
            ),
            record(
                "scope name linkageName file line type isLocal/spFlags:2:1 isDefinition/spFlags:3:1 scopeLine "
                "containingType virtuality/spFlags:0:3 virtualIndex flags isOptimized/spFlags:4:1 unit templateParams "
                "declaration retainedNodes thisAdjustment thrownTypes",
                until=7,
                marks=2,
                mask=6,
                value=2,
                shortest=19,
            ),
            record(  # before the unit, the function that is described, which now names its subprogram
                "scope name linkageName file line type isLocal/spFlags:2:1 isDefinition/spFlags:3:1 scopeLine "
                "containingType virtuality/spFlags:0:3 virtualIndex flags isOptimized/spFlags:4:1 0 templateParams "
                "declaration retainedNodes thisAdjustment thrownTypes",
                written=False,
                mask=6,
                value=0,
                shortest=19,
            ),
            record(
                "scope name linkageName file line type isLocal/spFlags:2:1 isDefinition/spFlags:3:1 scopeLine "
                "containingType virtuality/spFlags:0:3 virtualIndex flags isOptimized/spFlags:4:1 templateParams "
                "declaration retainedNodes",
                written=False,
                mask=6,
                value=0,
            ),
        ],
        "file scope name linkageName type unit declaration retainedNodes containingType templateParams thrownTypes "
        "annotations targetFuncName",
        distinct_flag="spFlags:8",
    ),
    node(
        "DILexicalBlock",
        records.METADATA_LEXICAL_BLOCK,
        [
            Field("scope", REFERENCE_NOT_NULL, always=True, required=True),
            Field("file", REFERENCE),
            Field("line", LINE, 0),
            Field("column", COLUMN, 0),
        ],
        [record("scope file line column")],
        "file scope",
    ),
    node(
        "DILexicalBlockFile",
        records.METADATA_LEXICAL_BLOCK_FILE,
        [
            Field("scope", REFERENCE_NOT_NULL, always=True, required=True),
            Field("file", REFERENCE),
            Field("discriminator", UNSIGNED_32, 0, always=True, required=True),
        ],
        [record("scope file discriminator")],
        "file scope",
    ),
    node(
        "DICommonBlock",
        records.METADATA_COMMON_BLOCK,
        [
            Field("scope", REFERENCE, always=True, required=True),
            Field("declaration", REFERENCE, always=True),
            Field("name", STRING),
            Field("file", REFERENCE),
            Field("line", LINE, 0),
        ],
        [record("scope declaration name file line", longest=1 << 20)],
        "scope declaration name file",
        since=9,
    ),
    node(
        "DINamespace",
        records.METADATA_NAMESPACE,
        [
            Field("name", STRING),
            Field("scope", REFERENCE, always=True, required=True),
            Field("exportSymbols", BOOLEAN, False),
        ],
        [
            record("scope name", bits="exportSymbols:1"),
            record("scope 0 name 0", written=False, bits="exportSymbols:1"),  # with file and line
        ],
        "scope name",
    ),
    node(
        "DITemplateTypeParameter",
        records.METADATA_TEMPLATE_TYPE,
        [
            Field("name", STRING),
            Field("type", REFERENCE, always=True, required=True),
            Field("defaulted", BOOLEAN, False, since=11),
        ],
        [record("name type defaulted@11", shortest=3)],
        "name type",
    ),
    node(
        "DITemplateValueParameter",
        records.METADATA_TEMPLATE_VALUE,
        [
            Field("tag", TAG, dwarf.TAG_TEMPLATE_VALUE_PARAMETER),
            Field("name", STRING),
            Field("type", REFERENCE),
            Field("defaulted", BOOLEAN, False, since=11),
            Field("value", REFERENCE, always=True, required=True),
        ],
        [
            record("tag name type defaulted value", since=11),
            record("tag name type value", until=10),
        ],
        "name type value",
    ),
    node(
        "DIGlobalVariable",
        records.METADATA_GLOBAL_VAR,
        [
            Field("name", String(refuses_empty=True), required_until=14),
            Field("linkageName", STRING),
            Field("scope", REFERENCE, always=True),
            Field("file", REFERENCE),
            Field("line", LINE, 0),
            Field("type", REFERENCE),
            Field("isLocal", BOOLEAN, False, always=True),
            Field("isDefinition", BOOLEAN, True, always=True),
            Field("declaration", REFERENCE),
            Field("templateParams", REFERENCE, since=8),
            Field("align", ALIGN, 0),
            Field("annotations", REFERENCE, since=14),
        ],
        [
            record(
                "scope name linkageName file line type isLocal isDefinition declaration templateParams align annotations@14",
                since=8,
                marks=4,
                mask=BUT_DISTINCT,
                value=4,
                shortest=12,
            ),
            record(
                "scope name linkageName file line type isLocal isDefinition 0 declaration align",
                until=7,
                marks=2,
                mask=BUT_DISTINCT,
                value=2,
                shortest=12,
            ),
            record(
                "scope name linkageName file line type isLocal isDefinition 0 declaration align",
                written=False,
                mask=BUT_DISTINCT,
                value=0,
                shortest=11,
            ),
        ],
        "scope name file type name linkageName declaration templateParams annotations",
    ),
    node(
        "DILocalVariable",
        records.METADATA_LOCAL_VAR,
        [
            Field("name", STRING),
            Field("arg", UNSIGNED_16, 0),
            Field("scope", REFERENCE_NOT_NULL, always=True, required=True),
            Field("file", REFERENCE),
            Field("line", LINE, 0),
            Field("type", REFERENCE),
            Field("flags", FLAGS, 0),
            Field("align", ALIGN_OF_LOCAL_VARIABLE, 0),
            Field("annotations", REFERENCE, since=14),
        ],
        [
            record("scope name file line type arg flags align annotations@14", marks=2, mask=2, value=2, shortest=9),
            record("scope name file line type arg flags", written=False, mask=2, value=0),
            record(  # with a tag, and later with the location that it was inlined at
                "0 scope name file line type arg flags 0", written=False, mask=2, value=0, shortest=9
            ),
        ],
        "scope name file type annotations",
    ),
    node(
        "DILabel",
        records.METADATA_LABEL,
        [
            Field("scope", REFERENCE_NOT_NULL, always=True, required=True),
            Field("name", STRING, required=True),
            Field("file", REFERENCE, required=True),
            Field("line", LINE, 0, required=True, until=22),
            Field("line", LINE, 0, of="line", since=23, required=True, always=True),
            Field("column", COLUMN, 0, since=21),
            Field("isArtificial", BOOLEAN, False, since=21),
            Field("coroSuspendIdx", MaybeMarked(MAX_32, MAX_64, "CoroSuspendIdx value is too large"), since=21),
        ],
        [record("scope name file line column@21 coroSuspendIdx@21", shortest=5, bits="isArtificial:1")],
        "scope name file",
    ),
    node(
        "DIGlobalVariableExpression",
        records.METADATA_GLOBAL_VAR_EXPR,
        [
            Field("var", REFERENCE, required=True),
            Field("expr", REFERENCE, required=True),
        ],
        [record("var expr")],
        "var expr",
    ),
    node(
        "DIObjCProperty",
        records.METADATA_OBJC_PROPERTY,
        [
            Field("name", STRING),
            Field("file", REFERENCE),
            Field("line", LINE, 0),
            Field("setter", STRING),
            Field("getter", STRING),
            Field("attributes", UNSIGNED_32, 0),
            Field("type", REFERENCE),
        ],
        [
            # LLVM 21 and older write the setter first and read it as the getter. LLVM 22 reads what they wrote with the names
            # exchanged.
            record("name file line getter setter attributes type", written=False, read_until=21),
            record("name file line setter getter attributes type"),
        ],
        "name file getter setter type",
        finish=_finish_property,
    ),
    node(
        "DIImportedEntity",
        records.METADATA_IMPORTED_ENTITY,
        [
            Field("tag", TAG, 0, always=True, required=True),
            Field("name", STRING),
            Field("scope", REFERENCE, always=True, required=True),
            Field("entity", REFERENCE),
            Field("file", REFERENCE),
            Field("line", LINE, 0),
            Field("elements", REFERENCE, since=14),
        ],
        [
            record("tag scope entity line name file elements@14", shortest=7),
            record("tag scope entity 0 name", written=False),
        ],
        "scope entity name file elements",
    ),
    node(
        "DIModule",
        records.METADATA_MODULE,
        [
            Field("scope", REFERENCE, always=True, required=True),
            Field("name", STRING, required=True),
            Field("configMacros", STRING),
            Field("includePath", STRING),
            Field("isysroot", STRING, until=9),
            Field("sysroot", STRING, None, of="isysroot", since=10, until=10),
            Field("apinotes", STRING, since=11),
            Field("file", REFERENCE, since=11),
            Field("line", LINE, 0, since=11),
            Field("isDecl", BOOLEAN, False, since=12),
        ],
        [
            record("file scope name configMacros includePath apinotes line isDecl@12", since=11, shortest=8),
            record("scope name configMacros includePath apinotes", written=False, shortest=5, longest=7, read_since=11),
            record("scope name configMacros includePath isysroot", until=10, shortest=5, longest=7),
        ],
        "file scope name configMacros includePath isysroot apinotes",
    ),
    node(
        "DIMacro",
        records.METADATA_MACRO,
        [
            Field("type", MACINFO_TYPE, 0, always=True, required=True),
            Field("line", LINE, 0),
            Field("name", STRING, required=True),
            Field("value", STRING),
        ],
        [record("type line name value")],
        "name value",
    ),
    node(
        "DIMacroFile",
        records.METADATA_MACRO_FILE,
        [
            Field("type", MACINFO_TYPE, dwarf.MACINFO_START_FILE, printed_until=NEVER),
            Field("line", LINE, 0),
            Field("file", REFERENCE, always=True, required=True),
            Field("nodes", REFERENCE),
        ],
        [record("type line file nodes")],
        "file nodes",
    ),
    node("DIAssignID", records.METADATA_ASSIGN_ID, [], [record("")], "", since=16, always_distinct=True),
]

#: Every specialized node (but DIExpression, whose record is a list of numbers) by its name in text.
SPECIALIZED_NODES: Final[dict[str, NodeSpec]] = {spec.name: spec for spec in _NODES}

#: The same by the code of its record in METADATA_BLOCK.
NODES_BY_CODE: Final[dict[int, NodeSpec]] = {spec.code: spec for spec in _NODES}
