"""The specialized metadata nodes of LLVM 7 to 22, each described once.

The rows of a node stand in the order of LLVM's text; `record(...)` has the order of the bitcode record, newest shape
first; the words after it are LLVM's order of the operands that are metadata.
"""

from typing import Final

from pyllvm.schema.describe import field, label, node, record
from pyllvm.schema.kinds import (
    MAX_8,
    MAX_16,
    MAX_32,
    MAX_64,
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
    Reference,
    References,
    Signed,
    String,
    TypeBound,
    Unsigned,
    Wide,
)
from pyllvm.schema.node import NodeSpec
from pyllvm.tables.dwarf import (
    CHECKSUM_KINDS,
    CONVENTIONS,
    DI_FLAGS,
    EMISSION_KINDS,
    ENCODINGS,
    ENUM_KINDS,
    FIXED_POINT_KINDS,
    LANGUAGE_NAMES,
    LANGUAGES,
    MACINFO,
    NAME_TABLE_KINDS,
    SUBPROGRAM_FLAGS,
    TAGS,
    VIRTUALITIES,
)

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
EXTENT: Final = Extent()
TAG: Final = Named(TAGS, "DWARF tag", "DWARF tag", MAX_16, MAX_16, False)
ENCODING: Final = Named(ENCODINGS, "DWARF type attribute encoding", "DWARF type attribute encoding", MAX_8, MAX_32, True)
LANGUAGE: Final = Named(LANGUAGES, "DWARF language", "DWARF language", MAX_16, MAX_32, True)
LANGUAGE_NAME: Final = Named(LANGUAGE_NAMES, "DWARF source language name", "DWARF source language name", MAX_16, MAX_32, True)
CONVENTION: Final = Named(
    CONVENTIONS, "DWARF calling convention", "DWARF calling convention", MAX_8, MAX_8, True, shown_as_byte=True
)
MACINFO_TYPE: Final = Named(MACINFO, "DWARF macinfo type", "DWARF macinfo type", MAX_8, MAX_32, False)
VIRTUALITY: Final = Named(VIRTUALITIES, "DWARF virtuality code", "DWARF virtuality code", 2, MAX_32, False)
EMISSION_KIND: Final = Named(EMISSION_KINDS, "emission kind", "emission kind", 3, MAX_32, False)
NAME_TABLE_KIND: Final = Named(NAME_TABLE_KINDS, "nameTable kind", "nameTable kind", 3, MAX_32, False)
CHECKSUM_KIND: Final = Named(CHECKSUM_KINDS, "checksum kind", "checksum kind", -1, MAX_32, False)
FIXED_POINT_KIND: Final = Named(FIXED_POINT_KINDS, "fixed-point kind", "fixed-point kind", 2, MAX_32, False)
ENUM_KIND: Final = MaybeNamed(Named(ENUM_KINDS, "DWARF enum kind code", "DWARF enum kind code", 1, MAX_32, False))
FLAGS: Final = Flags(DI_FLAGS, "debug info flag", doubled_until=14)
SUBPROGRAM_FLAGS_KIND: Final = Flags(SUBPROGRAM_FLAGS, "subprogram debug info flag", doubled_until=0)

TAG_BASE_TYPE: Final = 0x24
TAG_STRING_TYPE: Final = 0x12
TAG_TEMPLATE_VALUE_PARAMETER: Final = 0x30
MACINFO_START_FILE: Final = 3
#: The first operand of a record but for its lowest bit, which says distinct.
BUT_DISTINCT: Final = 0xFFFFFFFFFFFFFFFE

_NODES: Final[list[NodeSpec]] = [
    node(
        "DILocation",
        7,
        [
            field("line", LINE, 0, always=True),
            field("column", COLUMN, 0),
            field("scope", PlainReference(), always=True, required=True),
            field("inlinedAt", REFERENCE),
            field("isImplicitCode", BOOLEAN, False, since=8),
            field("atomGroup", UNSIGNED_64, 0, since=21),
            field("atomRank", Unsigned(MAX_8, MAX_8), 0, since=21),
        ],
        [record("line column scope inlinedAt isImplicitCode@8 atomGroup@21 atomRank@21", shortest=5)],
        "scope inlinedAt",
    ),
    node(
        "GenericDINode",
        12,
        [
            field("tag", TAG, 0, always=True, required=True),
            field("header", STRING),
        ],
        [record("tag 0 header", tail="rest")],
        "header",
        rest=field("operands", References()),
    ),
    node(
        "DISubrange",
        13,
        [
            field("count", Bound(-1, 0, 0)),
            field("lowerBound", Bound(-(1 << 63), 10, 10)),
            field("upperBound", Bound(-(1 << 63), 0, 0), since=11),
            field("stride", Bound(-(1 << 63), 0, 0), since=11),
        ],
        [
            record("count lowerBound upperBound stride", since=11, marks=4, mask=BUT_DISTINCT, value=4),
            record("count lowerBound~", until=10, marks=2, mask=BUT_DISTINCT, value=2),
            record("count= lowerBound~", since=9999, mask=BUT_DISTINCT, value=0),
        ],
        "count lowerBound upperBound stride",
    ),
    node(
        "DIGenericSubrange",
        45,
        [
            field("count", GenericBound()),
            field("lowerBound", GenericBound()),
            field("upperBound", GenericBound()),
            field("stride", GenericBound()),
        ],
        [record("count lowerBound upperBound stride")],
        "count lowerBound upperBound stride",
        since=12,
    ),
    node(
        "DIEnumerator",
        14,
        [
            field("name", STRING, always=True, required=True),
            field("value", WIDE, 0, always=True, required=True),
            field("isUnsigned", BOOLEAN, False),
            field("width", UNSIGNED_64, 64, written=False),
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
    ),
    node(
        "DIBasicType",
        15,
        [
            field("tag", TAG, TAG_BASE_TYPE),
            field("name", STRING),
            field("size", EXTENT),
            field("align", ALIGN, 0),
            field("dataSize", UNSIGNED_32, 0, since=22),
            field("encoding", ENCODING, 0),
            field("num_extra_inhabitants", UNSIGNED_32, 0, since=20),
            field("flags", FLAGS, 0, since=8),
        ],
        [
            record(
                "tag name size& align encoding flags num_extra_inhabitants dataSize@22",
                since=21,
                marks=2,
                mask=2,
                value=2,
                shortest=6,
            ),
            record("tag name size align encoding flags@8 num_extra_inhabitants@20", until=20, mask=2, value=0, shortest=6),
        ],
        "name",
        references_21="name size",
    ),
    node(
        "DIStringType",
        41,
        [
            field("tag", TAG, TAG_STRING_TYPE),
            field("name", STRING),
            field("stringLength", REFERENCE),
            field("stringLengthExpression", REFERENCE),
            field("stringLocationExpression", REFERENCE, since=14),
            field("size", EXTENT),
            field("align", ALIGN, 0),
            field("encoding", ENCODING, 0),
        ],
        [
            record(
                "tag name stringLength stringLengthExpression stringLocationExpression size& align encoding",
                since=21,
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
        "name stringLength stringLengthExpression stringLocationExpression",
        references_21="name size stringLength stringLengthExpression stringLocationExpression",
        since=12,
    ),
    node(
        "DIFixedPointType",
        49,
        [
            field("tag", TAG, TAG_BASE_TYPE),
            field("name", STRING),
            field("size", EXTENT),
            field("align", ALIGN, 0),
            field("encoding", ENCODING, 0),
            field("flags", FLAGS, 0),
            field("kind", FIXED_POINT_KIND, 0, always=True),
            field("factor", Signed(32), 0, unless="kind&2"),
            field("numerator", WIDE, 0, always=True, beside="kind&2"),
            field("denominator", WIDE, 0, always=True, beside="kind&2"),
            field("numeratorWidth", UNSIGNED_32, 1, written=False),
            field("denominatorWidth", UNSIGNED_32, 1, written=False),
        ],
        [
            record(
                "tag name size& align encoding flags kind factor",
                marks=2,
                mask=2,
                value=2,
                shortest=11,
                tail="pairs numerator numeratorWidth denominator denominatorWidth",
            ),
            record(
                "tag name size align encoding flags kind factor",
                since=9999,
                shortest=11,
                tail="pairs numerator numeratorWidth denominator denominatorWidth",
            ),
        ],
        "name",
        references_21="name size",
        since=21,
    ),
    node(
        "DISubrangeType",
        48,
        [
            field("name", STRING),
            field("scope", REFERENCE),
            field("file", REFERENCE),
            field("line", LINE, 0),
            field("size", EXTENT),
            field("align", ALIGN, 0),
            field("flags", FLAGS, 0),
            field("baseType", REFERENCE, always=True),
            field("lowerBound", TypeBound()),
            field("upperBound", TypeBound()),
            field("stride", TypeBound()),
            field("bias", TypeBound()),
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
                since=9999,
            ),
        ],
        "file scope name size baseType lowerBound upperBound stride bias",
        since=21,
    ),
    node(
        "DIDerivedType",
        17,
        [
            field("tag", TAG, 0, always=True, required=True),
            field("name", STRING),
            field("scope", REFERENCE),
            field("file", REFERENCE),
            field("line", LINE, 0),
            field("baseType", REFERENCE, always=True, required=True),
            field("size", EXTENT),
            field("align", ALIGN, 0),
            field("offset", EXTENT),
            field("flags", FLAGS, 0),
            field("extraData", REFERENCE),
            field("dwarfAddressSpace", MaybeUnsigned(MAX_32)),
            field("annotations", REFERENCE, since=14),
            field("ptrAuthKey", Unsigned(7, MAX_32), 0, since=19, beside="tag=0x4300"),
            field(
                "ptrAuthIsAddressDiscriminated",
                BOOLEAN,
                False,
                since=19,
                always=True,
                beside="tag=0x4300",
            ),
            field("ptrAuthExtraDiscriminator", UNSIGNED_16, 0, since=19, beside="tag=0x4300"),
            field(
                "ptrAuthIsaPointer",
                BOOLEAN,
                False,
                since=19,
                always=True,
                beside="tag=0x4300",
            ),
            field(
                "ptrAuthAuthenticatesNullValues",
                BOOLEAN,
                False,
                since=19,
                always=True,
                beside="tag=0x4300",
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
        "file scope name baseType extraData annotations",
        references_21="file scope name size offset baseType extraData annotations",
    ),
    node(
        "DICompositeType",
        18,
        [
            field("tag", TAG, 0, always=True, required=True),
            field("name", STRING),
            field("scope", REFERENCE),
            field("file", REFERENCE),
            field("line", LINE, 0),
            field("baseType", REFERENCE),
            field("size", EXTENT),
            field("align", ALIGN, 0),
            field("offset", EXTENT),
            field("num_extra_inhabitants", UNSIGNED_32, 0, since=20),
            field("flags", FLAGS, 0),
            field("elements", REFERENCE),
            field("runtimeLang", LANGUAGE, 0),
            field("vtableHolder", REFERENCE),
            field("templateParams", REFERENCE),
            field("identifier", STRING),
            field("discriminator", REFERENCE, printed_since=8),
            field("dataLocation", REFERENCE, since=11),
            field("associated", REFERENCE, since=12),
            field("allocated", REFERENCE, since=12),
            field("rank", Bound(-(1 << 63), 0, 0), since=12),
            field("annotations", REFERENCE, since=14),
            field("specification", REFERENCE, since=20),
            field("enumKind", ENUM_KIND, since=21),
            field("bitStride", REFERENCE, since=21),
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
        "file scope name baseType elements vtableHolder templateParams identifier discriminator dataLocation "
        "associated allocated rank annotations specification",
        references_21="file scope name size offset baseType elements vtableHolder templateParams identifier "
        "discriminator dataLocation associated allocated rank annotations specification bitStride",
    ),
    node(
        "DISubroutineType",
        19,
        [
            field("flags", FLAGS, 0),
            field("cc", CONVENTION, 0),
            field("types", REFERENCE, always=True, required=True),
        ],
        [record("flags types cc", marks=2, shortest=3)],
        "types",
    ),
    node(
        "DIFile",
        16,
        [
            field("filename", STRING, always=True, required=True),
            field("directory", STRING, always=True, required=True),
            field("checksumkind", CHECKSUM_KIND, 0, always=True, beside="checksumkind"),
            field("checksum", STRING, always=True, beside="checksumkind"),
            field("source", String(keeps_empty_since=20)),
        ],
        [
            record("filename directory checksumkind checksum source?", shortest=5),
            record("filename directory", since=9999),
        ],
        "filename directory checksum source",
    ),
    node(
        "DICompileUnit",
        20,
        [
            field("language", LANGUAGE, 0, until=20, required=True),
            label("language", LANGUAGE, 0, "language", since=21, always=True, unless="sourceLanguageName"),
            field("sourceLanguageName", LANGUAGE_NAME, 0, since=22),
            field("sourceLanguageVersion", UNSIGNED_32, 0, since=22),
            field("file", REFERENCE_NOT_NULL, always=True, required=True),
            field("producer", STRING),
            field("isOptimized", BOOLEAN, False, always=True),
            field("flags", STRING),
            field("runtimeVersion", UNSIGNED_32, 0, always=True),
            field("splitDebugFilename", STRING),
            field("emissionKind", EMISSION_KIND, 0, always=True),
            field("enums", REFERENCE),
            field("retainedTypes", REFERENCE),
            field("globals", REFERENCE),
            field("imports", REFERENCE),
            field("macros", REFERENCE),
            field("dwoId", UNSIGNED_64, 0),
            field("splitDebugInlining", BOOLEAN, True),
            field("debugInfoForProfiling", BOOLEAN, False),
            field("nameTableKind", NAME_TABLE_KIND, 0, since=8),
            label("gnuPubnames", BOOLEAN, False, "nameTableKind", mask=1, until=7),
            field("rangesBaseAddress", BOOLEAN, False, since=11),
            field("sysroot", STRING, since=11),
            field("sdk", STRING, since=11),
        ],
        [
            record(
                "language|sourceLanguageName file producer isOptimized flags runtimeVersion splitDebugFilename "
                "emissionKind enums retainedTypes 0 globals imports dwoId macros splitDebugInlining "
                "debugInfoForProfiling nameTableKind rangesBaseAddress@11 sysroot@11 sdk@11 sourceLanguageVersion@22",
                shortest=14,
            ),
        ],
        "file producer flags splitDebugFilename enums retainedTypes globals imports macros sysroot sdk",
        always_distinct=True,
    ),
    node(
        "DISubprogram",
        21,
        [
            field("name", STRING),
            field("linkageName", STRING),
            field("scope", REFERENCE, always=True),
            field("file", REFERENCE),
            field("line", LINE, 0),
            field("type", REFERENCE),
            label("isLocal", BOOLEAN, False, "spFlags", shift=2, mask=1, always=True, printed_until=7),
            label("isDefinition", BOOLEAN, True, "spFlags", shift=3, mask=1, always=True, printed_until=7),
            field("scopeLine", LINE, 0),
            field("containingType", REFERENCE),
            label("virtuality", VIRTUALITY, 0, "spFlags", mask=3, printed_until=7),
            field("virtualIndex", UNSIGNED_32, 0, always=True, beside="spFlags&3 virtualIndex"),
            field("thisAdjustment", Signed(32), 0),
            field("flags", FLAGS, 0),
            field("spFlags", SUBPROGRAM_FLAGS_KIND, 0, since=8, always=True),
            label("isOptimized", BOOLEAN, False, "spFlags", shift=4, mask=1, always=True, printed_until=7),
            field("unit", REFERENCE),
            field("templateParams", REFERENCE),
            field("declaration", REFERENCE),
            field("retainedNodes", REFERENCE),
            field("thrownTypes", REFERENCE),
            field("annotations", REFERENCE, since=14),
            field("targetFuncName", STRING, since=15),
            field("keyInstructions", BOOLEAN, False, since=21),
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
                since=9999,
                mask=6,
                value=0,
                shortest=19,
            ),
            record(
                "scope name linkageName file line type isLocal/spFlags:2:1 isDefinition/spFlags:3:1 scopeLine "
                "containingType virtuality/spFlags:0:3 virtualIndex flags isOptimized/spFlags:4:1 templateParams "
                "declaration retainedNodes",
                since=9999,
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
        22,
        [
            field("scope", REFERENCE_NOT_NULL, always=True, required=True),
            field("file", REFERENCE),
            field("line", LINE, 0),
            field("column", COLUMN, 0),
        ],
        [record("scope file line column")],
        "file scope",
    ),
    node(
        "DILexicalBlockFile",
        23,
        [
            field("scope", REFERENCE_NOT_NULL, always=True, required=True),
            field("file", REFERENCE),
            field("discriminator", UNSIGNED_32, 0, always=True, required=True),
        ],
        [record("scope file discriminator")],
        "file scope",
    ),
    node(
        "DICommonBlock",
        44,
        [
            field("scope", REFERENCE, always=True, required=True),
            field("declaration", REFERENCE, always=True),
            field("name", STRING),
            field("file", REFERENCE),
            field("line", LINE, 0),
        ],
        [record("scope declaration name file line", longest=1 << 20)],
        "scope declaration name file",
        since=9,
    ),
    node(
        "DINamespace",
        24,
        [
            field("name", STRING),
            field("scope", REFERENCE, always=True, required=True),
            field("exportSymbols", BOOLEAN, False),
        ],
        [
            record("scope name", bits="exportSymbols:1"),
            record("scope 0 name 0", since=9999, bits="exportSymbols:1"),  # with file and line
        ],
        "scope name",
    ),
    node(
        "DITemplateTypeParameter",
        25,
        [
            field("name", STRING),
            field("type", REFERENCE, always=True, required=True),
            field("defaulted", BOOLEAN, False, since=11),
        ],
        [record("name type defaulted@11", shortest=3)],
        "name type",
    ),
    node(
        "DITemplateValueParameter",
        26,
        [
            field("tag", TAG, TAG_TEMPLATE_VALUE_PARAMETER),
            field("name", STRING),
            field("type", REFERENCE),
            field("defaulted", BOOLEAN, False, since=11),
            field("value", REFERENCE, always=True, required=True),
        ],
        [
            record("tag name type defaulted value", since=11),
            record("tag name type value", until=10),
        ],
        "name type value",
    ),
    node(
        "DIGlobalVariable",
        27,
        [
            field("name", String(refuses_empty=True), required_until=14),
            field("linkageName", STRING),
            field("scope", REFERENCE, always=True),
            field("file", REFERENCE),
            field("line", LINE, 0),
            field("type", REFERENCE),
            field("isLocal", BOOLEAN, False, always=True),
            field("isDefinition", BOOLEAN, True, always=True),
            field("declaration", REFERENCE),
            field("templateParams", REFERENCE, since=8),
            field("align", ALIGN, 0),
            field("annotations", REFERENCE, since=14),
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
                since=9999,
                mask=BUT_DISTINCT,
                value=0,
                shortest=11,
            ),
        ],
        "scope name file type name linkageName declaration templateParams annotations",
    ),
    node(
        "DILocalVariable",
        28,
        [
            field("name", STRING),
            field("arg", UNSIGNED_16, 0),
            field("scope", REFERENCE_NOT_NULL, always=True, required=True),
            field("file", REFERENCE),
            field("line", LINE, 0),
            field("type", REFERENCE),
            field("flags", FLAGS, 0),
            field("align", ALIGN, 0),
            field("annotations", REFERENCE, since=14),
        ],
        [
            record("scope name file line type arg flags align annotations@14", marks=2, mask=2, value=2, shortest=9),
            record("scope name file line type arg flags", since=9999, mask=2, value=0),
            record(  # with a tag, and later with the location that it was inlined at
                "0 scope name file line type arg flags 0", since=9999, mask=2, value=0, shortest=9
            ),
        ],
        "scope name file type annotations",
    ),
    node(
        "DILabel",
        40,
        [
            field("scope", REFERENCE_NOT_NULL, always=True, required=True),
            field("name", STRING, required=True),
            field("file", REFERENCE, required=True),
            field("line", LINE, 0, required=True),
            field("column", COLUMN, 0, since=21),
            field("isArtificial", BOOLEAN, False, since=21),
            field("coroSuspendIdx", MaybeMarked(MAX_32, MAX_64), since=21),
        ],
        [record("scope name file line column@21 coroSuspendIdx@21", shortest=5, bits="isArtificial:1")],
        "scope name file",
    ),
    node(
        "DIGlobalVariableExpression",
        37,
        [
            field("var", REFERENCE, required=True),
            field("expr", REFERENCE, required=True),
        ],
        [record("var expr")],
        "var expr",
    ),
    node(
        "DIObjCProperty",
        30,
        [
            field("name", STRING),
            field("file", REFERENCE),
            field("line", LINE, 0),
            field("setter", STRING),
            field("getter", STRING),
            field("attributes", UNSIGNED_32, 0),
            field("type", REFERENCE),
        ],
        [
            # LLVM 21 and older write the setter first and read it as the getter.
            record("name file line getter setter attributes type", since=9999, read_until=21),
            record("name file line setter getter attributes type"),
        ],
        "name file getter setter type",
    ),
    node(
        "DIImportedEntity",
        31,
        [
            field("tag", TAG, 0, always=True, required=True),
            field("name", STRING),
            field("scope", REFERENCE, always=True, required=True),
            field("entity", REFERENCE),
            field("file", REFERENCE),
            field("line", LINE, 0),
            field("elements", REFERENCE, since=14),
        ],
        [
            record("tag scope entity line name file elements@14", shortest=7),
            record("tag scope entity 0 name", since=9999),
        ],
        "scope entity name file elements",
    ),
    node(
        "DIModule",
        32,
        [
            field("scope", REFERENCE, always=True, required=True),
            field("name", STRING, required=True),
            field("configMacros", STRING),
            field("includePath", STRING),
            field("isysroot", STRING, until=9),
            label("sysroot", STRING, None, "isysroot", since=10, until=10),
            field("apinotes", STRING, since=11),
            field("file", REFERENCE, since=11),
            field("line", LINE, 0, since=11),
            field("isDecl", BOOLEAN, False, since=12),
        ],
        [
            record("file scope name configMacros includePath apinotes line isDecl@12", since=11, shortest=8),
            record("scope name configMacros includePath isysroot", until=10, shortest=5, longest=7),
        ],
        "file scope name configMacros includePath isysroot apinotes",
    ),
    node(
        "DIMacro",
        33,
        [
            field("type", MACINFO_TYPE, 0, always=True, required=True),
            field("line", LINE, 0),
            field("name", STRING, required=True),
            field("value", STRING),
        ],
        [record("type line name value")],
        "name value",
    ),
    node(
        "DIMacroFile",
        34,
        [
            field("type", MACINFO_TYPE, MACINFO_START_FILE, printed=False),
            field("line", LINE, 0),
            field("file", REFERENCE, always=True, required=True),
            field("nodes", REFERENCE),
        ],
        [record("type line file nodes")],
        "file nodes",
    ),
    node("DIAssignID", 47, [], [record("")], "", since=16, always_distinct=True),
]

#: Every specialized node (but DIExpression, whose record is a list of numbers) by its name in text.
SPECIALIZED_NODES: Final[dict[str, NodeSpec]] = {spec.name: spec for spec in _NODES}

#: The same by the code of its record in METADATA_BLOCK.
NODES_BY_CODE: Final[dict[int, NodeSpec]] = {spec.code: spec for spec in _NODES}
