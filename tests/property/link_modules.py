"""Texts of small modules whose symbols, comdats, types and flags meet when they are linked.

All draw from the same few names, so that most symbols meet another one. The language is LLVM 19's (and, but for the last
flag behavior, that of all with opaque pointers).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

NAMES = ("a", "b", "c", "d")
COMDAT_KINDS = ("any", "exactmatch", "largest", "nodeduplicate", "samesize")
DEFINITION_LINKAGES = (
    "", "", "internal ", "private ", "available_externally ", "linkonce ", "linkonce_odr ", "weak ", "weak_odr ",
)  # fmt: skip
ALIAS_LINKAGES = ("", "internal ", "private ", "linkonce ", "linkonce_odr ", "weak ", "weak_odr ")
VISIBILITIES = ("", "", "", "hidden ", "protected ")
DLL_CLASSES = ("", "", "", "", "dllexport ")
ADDRESSES = ("", "", "unnamed_addr ", "local_unnamed_addr ")
VALUE_TYPES = ("i32", "i32", "i64", "[2 x i32]", "%T", "%U")
CONSTANTS = {"i32": ("0", "1"), "i64": ("0", "7"), "[2 x i32]": ("zeroinitializer", "[i32 1, i32 2]")}
STRUCT_BODIES = ("{ i32 }", "{ i64 }", "{ ptr, %U }", "{ i32, [2 x %U] }", "opaque")
INNER_BODIES = ("{ i32 }", "{ float }", "{ i8, i8 }", "opaque")
FLAG_VALUES = {
    1: ("i32 1", "i32 2"),
    2: ("i32 1", "i32 2"),
    4: ("i32 1", "i32 2"),
    5: ("!{i32 1}", "!{i32 2}"),
    6: ("!{i32 1}", "!{i32 1, i32 2}"),
    7: ("i32 1", "i32 2"),
    8: ("i32 1", "i32 2"),
}
TRIPLES = ("", "", "", "x86_64-unknown-linux-gnu", "x86_64-pc-linux-gnu", "aarch64-unknown-linux-gnu")


@dataclass
class ModuleText:
    """A module as it comes to be: the symbols that it has, and the lines of its parts."""

    number: int
    symbols: dict[str, str] = field(default_factory=dict)  # name: "function" or "variable" or "alias"
    opaque: set[str] = field(default_factory=set)
    comdats: dict[str, str] = field(default_factory=dict)
    globals: list[str] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    metadata: list[str] = field(default_factory=list)
    head: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The module."""
        comdats = [f"${name} = comdat {kind}" for name, kind in self.comdats.items()]
        parts = [*self.head, *self.types, *comdats, *self.globals, *self.functions, *self.metadata]
        return "".join([part + "\n" for part in parts])


@st.composite
def module_texts(draw: st.DrawFn, number: int) -> str:
    """A valid module. `number` tells it from the one that it is linked with."""
    module = ModuleText(number)
    _draw_head(draw, module)
    _draw_types(draw, module)
    for name in draw(st.lists(st.sampled_from(NAMES), unique=True, min_size=1)):
        kind = draw(st.sampled_from(("variable", "variable", "function", "function", "alias", "ifunc", "common", "appending")))
        if kind == "function":
            _draw_function(draw, module, name)
        elif kind == "alias":
            _draw_alias(draw, module, name)
        elif kind == "ifunc":
            _draw_ifunc(draw, module, name)
        elif kind == "common":
            size = draw(st.sampled_from(("i32", "i64", "[2 x i32]")))
            align = draw(st.sampled_from(("", ", align 4", ", align 16")))
            zero = "0" if size[0] == "i" else "zeroinitializer"
            module.globals.append(f"@{name} = common global {size} {zero}{align}")
            module.symbols[name] = "variable"
        elif kind == "appending":
            _draw_appending(draw, module, name)
        else:
            _draw_variable(draw, module, name)
    _draw_used(draw, module)
    _draw_body(draw, module)
    _draw_metadata(draw, module)
    return module.text()


def _draw_head(draw: st.DrawFn, module: ModuleText) -> None:
    module.head.append(f'source_filename = "m{module.number}.c"')
    triple = draw(st.sampled_from(TRIPLES))
    if triple:
        module.head.append(f'target triple = "{triple}"')
    if draw(st.integers(0, 5)) == 0:
        module.head.append(f'module asm ".globl m{module.number}"')


def _draw_types(draw: st.DrawFn, module: ModuleText) -> None:
    inner = draw(st.sampled_from(INNER_BODIES))
    outer = draw(st.sampled_from(STRUCT_BODIES))
    if inner == "opaque":
        module.opaque.add("%U")
        if "%U" in outer:
            outer = "{ ptr }"
    if outer == "opaque":
        module.opaque.add("%T")
    module.types += [f"%T = type {outer}", f"%U = type {inner}"]


def _draw_prefix(draw: st.DrawFn, linkage: str) -> str:
    """What stands between a symbol's `=` and its word."""
    is_local = linkage in ("internal ", "private ")
    local = draw(st.sampled_from(("", "", "dso_local ")))
    visibility = "" if is_local else draw(st.sampled_from(VISIBILITIES))
    dll = "" if is_local or visibility or linkage == "available_externally " else draw(st.sampled_from(DLL_CLASSES))
    return f"{linkage}{local}{visibility}{dll}"


def _draw_comdat(draw: st.DrawFn, module: ModuleText, name: str, linkage: str) -> str:
    if linkage in ("available_externally ", "private ") or draw(st.integers(0, 2)):
        return ""
    group = draw(st.sampled_from((name, name, *NAMES)))
    module.comdats.setdefault(group, draw(st.sampled_from(COMDAT_KINDS)))
    return "comdat" if group == name else f"comdat(${group})"


def _draw_variable(draw: st.DrawFn, module: ModuleText, name: str) -> None:
    module.symbols[name] = "variable"
    type = draw(st.sampled_from([one for one in VALUE_TYPES if one not in module.opaque]))
    word = draw(st.sampled_from(("global", "global", "constant")))
    address = draw(st.sampled_from(ADDRESSES))
    align = draw(st.sampled_from(("", ", align 4", ", align 8")))
    thread = draw(st.sampled_from(("", "", "", "", "thread_local ")))
    if draw(st.integers(0, 2)) == 0:
        linkage = draw(st.sampled_from(("external ", "external ", "extern_weak ")))
        module.globals.append(f"@{name} = {_draw_prefix(draw, linkage)}{thread}{address}{word} {type}{align}")
        return
    linkage = draw(st.sampled_from(DEFINITION_LINKAGES))
    section = draw(st.sampled_from(("", "", "", ', section "s"')))
    comdat = _draw_comdat(draw, module, name, linkage)
    value = draw(st.sampled_from(CONSTANTS.get(type, ("zeroinitializer",))))
    group = f", {comdat}" if comdat else ""
    prefix = _draw_prefix(draw, linkage)
    module.globals.append(f"@{name} = {prefix}{thread}{address}{word} {type} {value}{section}{group}{align}")


def _draw_appending(draw: st.DrawFn, module: ModuleText, name: str) -> None:
    module.symbols[name] = "array"
    word = draw(st.sampled_from(("global", "global", "global", "constant")))
    element = draw(st.sampled_from(("i32", "i32", "i64")))
    align = draw(st.sampled_from(("", "", ", align 8")))
    module.globals.append(f"@{name} = appending {word} [1 x {element}] [{element} {module.number}]{align}")


def _draw_function(draw: st.DrawFn, module: ModuleText, name: str) -> None:
    module.symbols[name] = "function"
    address = draw(st.sampled_from(ADDRESSES))
    parameter = draw(st.sampled_from(("", "", "i32", "ptr")))
    attributes = draw(st.sampled_from(("", "", "nounwind ", 'noinline "k"="v" ', "align 16 ")))
    collector = draw(st.sampled_from(("", "", "", "", 'gc "statepoint-example" ')))
    if draw(st.integers(0, 2)) == 0:
        prefix = _draw_prefix(draw, draw(st.sampled_from(("", "", "extern_weak "))))
        module.functions.append(f"declare {prefix}void @{name}({parameter}) {address}{attributes}{collector}")
        return
    linkage = draw(st.sampled_from(DEFINITION_LINKAGES))
    comdat = _draw_comdat(draw, module, name, linkage)
    prefix = draw(st.sampled_from(("", "", "", "prefix i32 5 ")))
    module.functions.append(
        f"define {_draw_prefix(draw, linkage)}void @{name}({parameter}) {address}{attributes}{comdat} {collector}{prefix}{{\n"
        f"  call void @used{module.number}()\n  ret void\n}}"
    )


def _draw_alias(draw: st.DrawFn, module: ModuleText, name: str) -> None:
    linkage = draw(st.sampled_from(ALIAS_LINKAGES))
    base = f"base{module.number}"
    address = draw(st.sampled_from(ADDRESSES))
    module.symbols[name] = "alias"
    if draw(st.booleans()):
        if base not in module.symbols:
            module.symbols[base] = "variable"
            comdat = _draw_comdat(draw, module, base, "")
            linkage_of_base = draw(st.sampled_from(("", "internal ")))
            group = f", {comdat}" if comdat else ""
            module.globals.append(f"@{base} = {linkage_of_base}global i32 3{group}")
        module.globals.append(f"@{name} = {_draw_prefix(draw, linkage)}{address}alias i32, ptr @{base}")
        return
    code = f"code{module.number}"
    if code not in module.symbols:
        module.symbols[code] = "function"
        linkage_of_base = draw(st.sampled_from(("", "internal ", "linkonce_odr ")))
        module.functions.append(f"define {linkage_of_base}void @{code}() {{\n  ret void\n}}")
    module.globals.append(f"@{name} = {_draw_prefix(draw, linkage)}{address}alias void (), ptr @{code}")


def _draw_ifunc(draw: st.DrawFn, module: ModuleText, name: str) -> None:
    resolver = f"resolver{module.number}"
    module.symbols[name] = "ifunc"
    if resolver not in module.symbols:
        module.symbols[resolver] = "function"
        module.functions.append(f"define internal ptr @{resolver}() {{\n  ret ptr null\n}}")
    linkage = draw(st.sampled_from(("", "", "internal ", "weak ")))
    module.globals.append(f"@{name} = {linkage}ifunc void (), ptr @{resolver}")


def _draw_used(draw: st.DrawFn, module: ModuleText) -> None:
    names = sorted(module.symbols)
    for special in ("llvm.used", "llvm.compiler.used"):
        if draw(st.integers(0, 3)) == 0:
            chosen = draw(st.lists(st.sampled_from(names), min_size=1, max_size=2, unique=True))
            members = ", ".join([f"ptr @{name}" for name in chosen])
            module.globals.append(f'@{special} = appending global [{len(chosen)} x ptr] [{members}], section "llvm.metadata"')
    functions = [name for name in names if module.symbols[name] == "function"]
    for special in ("llvm.global_ctors", "llvm.global_dtors"):
        if functions and draw(st.integers(0, 4)) == 0:
            key = draw(st.sampled_from(("null", f"@{names[0]}")))
            module.globals.append(
                f"@{special} = appending global [1 x {{ i32, ptr, ptr }}] "
                f"[{{ i32, ptr, ptr }} {{ i32 {module.number}, ptr @{functions[0]}, ptr {key} }}]"
            )


def _draw_body(draw: st.DrawFn, module: ModuleText) -> None:
    """A function that only this module has, and that uses what there is."""
    lines = [f"define void @used{module.number}() {{"]
    names = sorted(module.symbols)
    for index, name in enumerate(draw(st.lists(st.sampled_from(names), max_size=4))):
        kind = module.symbols[name]
        if kind in ("function", "ifunc"):
            lines.append(f"  call void @{name}()")
        else:
            lines.append(f"  %v{index} = load i32, ptr @{name}")
    for index, type in enumerate(("%T", "%U")):
        if type not in module.opaque and draw(st.booleans()):
            lines.append(f"  %t{index} = alloca {type}")
    lines += ["  ret void", "}"]
    module.functions.append("\n".join(lines))


def _draw_metadata(draw: st.DrawFn, module: ModuleText) -> None:
    nodes: list[str] = []
    flags: list[str] = []
    for name in draw(st.lists(st.sampled_from(("f", "g", "PIC Level")), unique=True, max_size=2)):
        behavior = draw(st.sampled_from((1, 1, 2, 4, 5, 6, 7, 8)))
        flags.append(f'!{{i32 {behavior}, !"{name}", {draw(st.sampled_from(FLAG_VALUES[behavior]))}}}')
    for flag in flags:
        nodes.append(flag)
    if nodes:
        module.metadata.append(f"!llvm.module.flags = !{{{', '.join([f'!{number}' for number in range(len(nodes))])}}}")
    if draw(st.booleans()):
        ident = draw(st.sampled_from(('!{!"ours"}', f'!{{!"m{module.number}"}}')))
        module.metadata.append(f"!llvm.ident = !{{!{len(nodes)}}}")
        nodes.append(ident)
    if draw(st.booleans()):
        tail = draw(st.sampled_from(("distinct !{i32 1}", "!{i32 1}", f"!{{ptr @used{module.number}, i32 2}}")))
        module.metadata.append(f"!kept = !{{!{len(nodes)}}}")
        nodes.append(tail)
    module.metadata += [f"!{number} = {node}" for number, node in enumerate(nodes)]
