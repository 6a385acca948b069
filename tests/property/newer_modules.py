"""Text of random modules with what older LLVMs do not have: opaque pointers and the hints of newer releases."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

# What is loaded, stored and passed on, with a constant of each.
_TYPES: Final = ("i8", "i32", "i64", "float", "ptr", "%pair", "<2 x i32>", "[3 x ptr]")
_CONSTANTS: Final[dict[str, tuple[str, ...]]] = {
    "i8": ("7",),
    "i32": ("7", "ptrtoint (ptr @v1 to i32)"),
    "i64": ("7", "ptrtoint (ptr @main to i64)"),
    "float": ("1.5", "poison"),
    "ptr": (
        "null",
        "@v0",
        "@main",
        "getelementptr (i8, ptr @v1, i64 4)",
        "getelementptr inbounds (%pair, ptr @v0, i64 0, i32 1)",
    ),
    "%pair": ("{ ptr @v0, i32 3 }", "zeroinitializer"),
    "<2 x i32>": ("<i32 1, i32 2>", "poison"),
    "[3 x ptr]": ("[ptr @v1, ptr null, ptr @main]", "undef"),
}
_FUNCTION_ATTRIBUTES: Final = (
    "memory(none)", "memory(read)", "memory(argmem: read)", "memory(inaccessiblemem: write)", "mustprogress", "nofree nosync",
    "willreturn", "nounwind", 'uwtable "frame-pointer"="all"',
)  # fmt: skip
_POINTER_ATTRIBUTES: Final = (
    "", "noundef", "captures(none)", "nofree noundef", "readonly", "byval(%pair)", "sret(i32)", "align 8",
)  # fmt: skip
_PARAMETERS: Final = (("i1", "%c"), ("i8", "%n"), ("i32", "%i"), ("i64", "%l"), ("float", "%x"), ("ptr", "%p"), ("ptr", "%q"))


@st.composite
def newer_modules(draw: st.DrawFn) -> str:
    """A module of LLVM 22 as text, valid there."""
    first, second = draw(st.sampled_from(_TYPES)), draw(st.sampled_from(_TYPES))
    attribute = draw(st.sampled_from(_POINTER_ATTRIBUTES))
    lines = [
        "%pair = type { ptr, i32 }",
        f"@v0 = global {first} {_constant(draw, first)}",
        f"@v1 = internal constant {second} {_constant(draw, second)}",
        f"declare void @take(ptr {attribute}, i32)",
        "declare ptr @give(i64)",
        "declare void @llvm.lifetime.start.p0(ptr captures(none))",
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
    ]
    parameters = ", ".join(f"{type} {name}" for type, name in _PARAMETERS)
    lines.append(f"define ptr @main({parameters}) {draw(st.sampled_from(_FUNCTION_ATTRIBUTES))} {{")
    values: dict[str, list[str]] = {}
    for type, name in _PARAMETERS:
        values.setdefault(type, []).append(name)
    lines += ["entry:", "  %slot = alloca i32", "  call void @llvm.lifetime.start.p0(ptr %slot)"]
    values["ptr"].append("%slot")
    _fill(draw, lines, values, "a", attribute)
    lines += ["  br i1 %c, label %left, label %right", "left:"]
    outer = {type: names[:] for type, names in values.items()}
    _fill(draw, lines, values, "b", attribute)
    pointer = draw(st.sampled_from(values["ptr"]))
    lines += ["  br label %right", "right:"]
    other = draw(st.sampled_from([*outer["ptr"], "null", "@v0"]))
    lines += [f"  %phi = phi ptr [ {pointer}, %left ], [ {other}, %entry ]", "  ret ptr %phi", "}"]
    return "\n".join(lines) + "\n"


def _constant(draw: st.DrawFn, type: str) -> str:
    return draw(st.sampled_from(_CONSTANTS[type]))


def _value(draw: st.DrawFn, values: dict[str, list[str]], type: str) -> str:
    """A value of that type: one that is there, or a constant."""
    return draw(st.sampled_from([*values.get(type, []), *_CONSTANTS[type]]))


def _fill(draw: st.DrawFn, lines: list[str], values: dict[str, list[str]], prefix: str, attribute: str) -> None:
    """Instructions of a block; what they make is added to the values."""
    for number in range(draw(st.integers(0, 8))):
        name = f"%{prefix}{number}"
        kind = draw(st.integers(0, 11))
        type = draw(st.sampled_from(_TYPES))
        pointer = _value(draw, values, "ptr")
        made = ""
        if kind == 0:
            made, text = "ptr", f"alloca {type}"
        elif kind == 1:
            made, text = type, f"load {type}, ptr {pointer}"
        elif kind == 2:
            text = f"store {type} {_value(draw, values, type)}, ptr {pointer}"
        elif kind == 3:
            flags = draw(st.sampled_from(("", "inbounds ", "inbounds nuw ", "nusw ", "nuw ")))
            made, text = "ptr", f"getelementptr {flags}{type}, ptr {pointer}, i64 {_value(draw, values, 'i64')}"
        elif kind == 4:
            flags = draw(st.sampled_from(("", "nneg ")))
            made, text = "i32", f"zext {flags}i8 {draw(st.sampled_from(values['i8']))} to i32"
        elif kind == 5:
            flags = draw(st.sampled_from(("or", "or disjoint", "add nuw", "sub nsw")))
            made, text = "i32", f"{flags} i32 {draw(st.sampled_from(values['i32']))}, {_value(draw, values, 'i32')}"
        elif kind == 6:
            flags = draw(st.sampled_from(("", "nuw ", "nsw ")))
            made, text = "i8", f"trunc {flags}i32 {draw(st.sampled_from(values['i32']))} to i8"
        elif kind == 7:
            made, text = type, f"select i1 %c, {type} {_value(draw, values, type)}, {type} {_value(draw, values, type)}"
        elif kind == 8:
            text = f"call void @take(ptr {attribute} {pointer}, i32 {_value(draw, values, 'i32')})"
        elif kind == 9:
            made, text = "ptr", f"call ptr @give(i64 {_value(draw, values, 'i64')})"
        elif kind == 10:
            text = f"call void @llvm.memcpy.p0.p0.i64(ptr {pointer}, ptr {_value(draw, values, 'ptr')}, i64 4, i1 false)"
        else:
            flags = draw(st.sampled_from(("", "samesign ")))
            made, text = "i1", f"icmp {flags}ult i32 {draw(st.sampled_from(values['i32']))}, 3"
        lines.append(f"  {name} = {text}" if made else f"  {text}")
        if made:
            values.setdefault(made, []).append(name)
