"""Makes debug information for a source file, and keeps the scope in which code is built."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import mypyc_attr

from pyllvm.building.builder import IRBuilder
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.metadata import DIExpression, MDNode, MDTuple, SpecializedNode, constant_int
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.tables.debug_info_versions import RETAINED_WITH_VARIABLES_SINCE
from pyllvm.tables.intrinsic_names import UNITS
from pyllvm.tables.module_flags import MODULE_FLAGS

# The behaviors of module flags: a warning if two modules differ, and the larger value.
_WARNING: Final = 2
_MAX: Final = 7
_DEBUG_INFO_VERSION: Final = 3
# The formats of DWARF that the releases write by default.
_DWARF_5_SINCE: Final = 14


@final
class Scope:
    """A scope of the source, such as a function, while its code is built in a `with` statement."""

    def __init__(self, builder: DIBuilder, node: SpecializedNode) -> None:
        self._builder: Final = builder
        self.node = node
        """The node: a DISubprogram or a DILexicalBlock."""

    def __enter__(self) -> SpecializedNode:
        self._builder._scopes.append(self.node)
        return self.node

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        self._builder._scopes.pop()


@mypyc_attr(allow_interpreted_subclasses=True)
class DIBuilder:
    """Makes the debug information of a module that is compiled from one source file.

    Functions and blocks are entered by `with`; lines and variables then belong to the innermost one:

        debug = DIBuilder(module, "a.c", "/src")
        number = debug.basic_type("int", 32)
        with debug.function(function, line=3, types=[number, number]):
            debug.set_line(builder, 4)
            x = debug.variable("x", number, line=3, argument=1)
            debug.declare(builder, slot, x)

    Types and other nodes may also be made by `module.metadata_node`. All methods raise ValueError for what the module's LLVM does
    not have.
    """

    def __init__(
        self,
        module: Module,
        filename: str,
        directory: str = "",
        *,
        language: str = "DW_LANG_C99",
        producer: str = "pyllvm",
        is_optimized: bool = False,
    ) -> None:
        """Add a compile unit for the file, and the module flags that debug information needs."""
        self.module: Final = module
        self.file: Final = module.metadata_node("DIFile", filename=filename, directory=directory)
        """The DIFile of the source."""
        self.unit: Final = module.metadata_node(
            "DICompileUnit",
            distinct=True,
            language=language,
            file=self.file,
            producer=producer,
            isOptimized=is_optimized,
            runtimeVersion=0,
            emissionKind="FullDebug",
        )
        """The DICompileUnit."""
        self._is_optimized: Final = is_optimized
        self._scopes: Final[list[SpecializedNode]] = []
        module.add_named_metadata(UNITS, self.unit)
        flags = module.named_metadata_of(MODULE_FLAGS)
        known = "" if flags is None else "".join([str(flag) for flag in flags.operands])
        if '"Dwarf Version"' not in known:
            module.add_module_flag(_MAX, "Dwarf Version", 5 if module.llvm_version >= _DWARF_5_SINCE else 4)
        if '"Debug Info Version"' not in known:
            module.add_module_flag(_WARNING, "Debug Info Version", _DEBUG_INFO_VERSION)

    # --- scopes

    @property
    def scope(self) -> SpecializedNode:
        """The innermost scope that was entered. Raises ValueError outside of a function."""
        if not self._scopes:
            raise ValueError("no function was entered: use 'with debug.function(...):'")
        return self._scopes[-1]

    def function(
        self,
        function: Function,
        *,
        line: int,
        types: Sequence[MDNode | None] = (),
        name: str | None = None,
        is_local: bool | None = None,
    ) -> Scope:
        """Describe a function, which `with` enters. `types` are the type of the result, None for void, and of the parameters.

        `name` is the name in the source, and by default the function's. A function with local linkage is local unless
        `is_local` says otherwise. Raises ValueError if the function is in another module.
        """
        if function.parent is not self.module:
            raise ValueError(f"@{function.name} is not in the module of the DIBuilder")
        local = function.has_local_linkage if is_local is None else is_local
        words = ["DISPFlagLocalToUnit"] if local else []
        words.append("DISPFlagDefinition")
        if self._is_optimized:
            words.append("DISPFlagOptimized")
        shown = function.name if name is None else name
        node = self.module.metadata_node(
            "DISubprogram",
            distinct=True,
            name=shown,
            linkageName=function.name if shown != function.name else "",
            scope=self.file,
            file=self.file,
            line=line,
            type=self.function_type(types),
            scopeLine=line,
            flags="DIFlagPrototyped",
            spFlags=" | ".join(words),
            unit=self.unit,
            retainedNodes=None if self.module.llvm_version >= RETAINED_WITH_VARIABLES_SINCE else [],
        )
        function.set_metadata("dbg", node)
        return Scope(self, node)

    def block(self, line: int, column: int = 0) -> Scope:
        """Describe a block of the source in the current scope, which `with` enters. Raises ValueError outside of a function."""
        node = self.module.metadata_node(
            "DILexicalBlock", distinct=True, scope=self.scope, file=self.file, line=line, column=column
        )
        return Scope(self, node)

    # --- places and variables

    def location(self, line: int, column: int = 0) -> SpecializedNode:
        """The DILocation of a line in the current scope. Raises ValueError outside of a function."""
        return self.module.metadata_node("DILocation", line=line, column=column, scope=self.scope)

    def set_line(self, builder: IRBuilder, line: int, column: int = 0) -> None:
        """Give what a builder inserts from now on a line in the current scope. Raises ValueError outside of a function."""
        builder.debug_location = self.location(line, column)

    def variable(self, name: str, type: MDNode, line: int, *, argument: int = 0) -> SpecializedNode:
        """A variable of the current scope; `argument` is the number of a parameter, from 1. Raises ValueError as `location`."""
        node = self.module.metadata_node(
            "DILocalVariable", name=name, arg=argument, scope=self.scope, file=self.file, line=line, type=type
        )
        function = next(one for one in reversed(self._scopes) if one.spec.name == "DISubprogram")
        if function["retainedNodes"] is None:
            # As from LLVM's builder, the list stays empty.
            function.operands[function.spec.index_of("retainedNodes")] = MDTuple.get(self.module.context, [])
        return node

    def declare(self, builder: IRBuilder, address: Value, variable: SpecializedNode) -> None:
        """Record that a variable is in memory from here on, at the builder's line or else the line of the variable."""
        self._with_line(builder, variable)
        builder.debug_declare(address, variable)

    def value(self, builder: IRBuilder, value: Value, variable: SpecializedNode, expression: DIExpression | None = None) -> None:
        """Record that a variable has a value from here on, at the builder's line or else the line of the variable."""
        self._with_line(builder, variable)
        builder.debug_value(value, variable, expression)

    def _with_line(self, builder: IRBuilder, variable: SpecializedNode) -> None:
        if builder.debug_location is None:
            line = variable["line"]
            self.set_line(builder, line if isinstance(line, int) else 0)

    # --- types

    def basic_type(self, name: str, size: int, encoding: str = "DW_ATE_signed") -> SpecializedNode:
        """A number, truth value or character of `size` bits; the encoding is DWARF's word."""
        return self.module.metadata_node("DIBasicType", name=name, size=size, encoding=encoding)

    def pointer_type(self, target: MDNode | None, size: int = 64) -> SpecializedNode:
        """A pointer to a type, of `size` bits; None is for void."""
        return self.module.metadata_node("DIDerivedType", tag="DW_TAG_pointer_type", baseType=target, size=size)

    def type_alias(self, name: str, target: MDNode, line: int = 0) -> SpecializedNode:
        """Another name for a type, as by typedef."""
        return self.module.metadata_node(
            "DIDerivedType", tag="DW_TAG_typedef", name=name, file=self.file, line=line, baseType=target
        )

    def struct_type(
        self, name: str, members: Sequence[tuple[str, SpecializedNode, int]], size: int, line: int = 0
    ) -> SpecializedNode:
        """A struct of `size` bits: each member has a name, a type and an offset in bits."""
        elements = [
            self.module.metadata_node(
                "DIDerivedType",
                tag="DW_TAG_member",
                name=member,
                file=self.file,
                line=line,
                baseType=type,
                size=size_of(type),
                offset=offset,
            )
            for member, type, offset in members
        ]
        return self.module.metadata_node(
            "DICompositeType", tag="DW_TAG_structure_type", name=name, file=self.file, line=line, size=size, elements=elements
        )

    def array_type(self, element: SpecializedNode, count: int) -> SpecializedNode:
        """An array of `count` elements."""
        counted = ConstantInt.get(self.module.context.integer(64), count)
        dimension = self.module.metadata_node("DISubrange", count=counted)
        return self.module.metadata_node(
            "DICompositeType", tag="DW_TAG_array_type", baseType=element, size=size_of(element) * count, elements=[dimension]
        )

    def function_type(self, types: Sequence[MDNode | None] = ()) -> SpecializedNode:
        """The type of a function: the type of the result, None for void, and of the parameters."""
        return self.module.metadata_node("DISubroutineType", types=list(types) or [None])


def size_of(type: SpecializedNode) -> int:
    """The size of a type in bits, also behind other names for it; 0 if it is not known."""
    one: object = type
    while isinstance(one, SpecializedNode):
        size = one["size"]
        # Since LLVM 21, a size may be metadata.
        constant = constant_int(size)
        if constant is not None:
            size = constant.value
        if isinstance(size, int) and size:
            return size
        if one.spec.name != "DIDerivedType":
            break
        one = one["baseType"]
    return 0
