"""Sizes, alignments and offsets of random types under random layouts are those that the real `opt` folds."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Callable

import pytest

from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import Context, StructType, Type

pytestmark = pytest.mark.oracle

LAYOUTS = 8
TYPES = 14
SCALARS = ("half", "bfloat", "float", "double", "x86_fp80", "fp128", "ppc_fp128")


def random_layout(random_numbers: random.Random) -> str:
    """A layout string that every version takes."""
    pick = random_numbers.choice

    def alignments(lowest: int = 8) -> str:
        abi = pick([bits for bits in (8, 16, 32, 64, 128) if bits >= lowest])
        preferred = pick([bits for bits in (8, 16, 32, 64, 128, 256) if bits >= abi])
        return pick((f"{abi}", f"{abi}:{preferred}"))

    parts = [pick("eE")]
    parts += [f"i{width}:{alignments()}" for width in (1, 16, 24, 32, 64, 128, 256) if random_numbers.random() < 0.3]
    parts += [f"f{width}:{alignments()}" for width in (16, 32, 64, 80, 128) if random_numbers.random() < 0.3]
    parts += [f"v{width}:{alignments()}" for width in (8, 16, 32, 64, 96, 128, 256) if random_numbers.random() < 0.3]
    for space in ("", "1"):
        if random_numbers.random() < 0.4:
            parts.append(f"p{space}:{pick((32, 64))}:{alignments(32)}")
    if random_numbers.random() < 0.4:
        parts.append(f"a:{alignments()}")
    random_numbers.shuffle(parts)
    return "-".join(parts)


class Types:
    """Makes random types, each with its text."""

    def __init__(self, random_numbers: random.Random, version: int) -> None:
        self.context = Context()
        self._random = random_numbers
        self._version = version
        self.texts: dict[Type, str] = {}

    def _scalar(self) -> tuple[str, Type]:
        kind = self._random.randint(0, 5)
        if kind < 3:
            width = self._random.choice((1, 7, 8, 9, 16, 17, 24, 32, 33, 48, 64, 65, 127, 128, 129, 200, 256, 300))
            return f"i{width}", self.context.integer(width)
        if kind < 5:
            name = self._random.choice(SCALARS)
            return name, self.context.floating_point(name)
        space = self._random.choice((0, 0, 1, 2))
        suffix = f" addrspace({space})" if space else ""
        return (f"ptr{suffix}" if self._version >= 15 else f"i8{suffix}*"), self.context.pointer(space)

    def any(self, depth: int) -> tuple[str, Type]:
        """A type that nests at most so deep."""
        text, type = self._any(depth)
        self.texts[type] = text
        return text, type

    def _any(self, depth: int) -> tuple[str, Type]:
        kind = self._random.randint(0, 7) if depth else 0
        if kind < 2:
            return self._scalar()
        count = self._random.randint(1, 9)
        if kind == 2:
            text, element = self._scalar()
            return f"<{count} x {text}>", self.context.vector(element, count)
        if kind == 3:
            text, element = self.any(depth - 1)
            return f"[{count} x {text}]", self.context.array(element, count)
        members = [self.any(depth - 1) for _ in range(self._random.randint(0, 5))]
        inside = ", ".join([text for text, _ in members])
        struct = self.context.literal_struct([type for _, type in members], is_packed=kind == 7)
        return (f"<{{ {inside} }}>" if kind == 7 else f"{{ {inside} }}"), struct


def members(type: Type, texts: dict[Type, str]) -> list[str]:
    """The texts of a struct's members."""
    return [texts[element] for element in (type.elements or [])] if isinstance(type, StructType) else []


def question(name: str, text: str, element: str, indices: str, version: int) -> str:
    """A function that answers how far a getelementptr of null goes, to an element of that type."""
    null, result = ("ptr null", "ptr") if version >= 15 else (f"{text}* null", f"{element}*")
    return f"define i64 @{name}() {{\n  ret i64 ptrtoint ({result} getelementptr ({text}, {null}, {indices}) to i64)\n}}\n"


def questions(number: int, text: str, type: Type, texts: dict[Type, str], version: int) -> str:
    """What is asked of one type: its size and alignments, what a store writes, and where its members lie."""
    pointer = "ptr %p" if version >= 15 else f"{text}* %p"
    holder = f"{{ i8, {text} }}"
    lines = [
        question(f"size{number}", text, text, "i32 1", version),
        question(f"alignment{number}", holder, text, "i32 0, i32 1", version),
        f"define void @store{number}({pointer}) {{\n  store {text} zeroinitializer, {pointer}\n  ret void\n}}\n",
        f"define {pointer.removesuffix(' %p')} @alloca{number}() {{\n  %a = alloca {text}\n  ret {pointer[:-1]}a\n}}\n",
    ]
    for member, element in enumerate(members(type, texts)):
        lines.append(question(f"offset{number}.{member}", text, element, f"i32 0, i32 {member}", version))
    return "".join(lines)


def answers(opt: str, text: str) -> dict[str, int]:
    """What opt makes of the questions: the numbers that functions return, and those of stores and allocas."""
    command = [opt, "-S", "-passes=print-alias-sets,instcombine"]
    run = subprocess.run(command, input=text.encode(), capture_output=True, check=True)
    found: dict[str, int] = {}
    for name, value in re.findall(r"@([\w.]+)\(\)[^{]*\{\n  ret i64 (\d+)", run.stdout.decode()):
        found[name] = int(value)
    for name, value in re.findall(r"@alloca(\d+)\(\)[^{]*\{\n  %a = alloca .*, align (\d+)", run.stdout.decode()):
        found[f"preferred{name}"] = int(value)
    for name, value in re.findall(r"function 'store(\d+)':\n[^']*?LocationSize::precise\((\d+)\)", run.stderr.decode()):
        found[f"store{name}"] = int(value)
    return found


@pytest.mark.parametrize("version", [14, 19, 22])
def test_sizes(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    random_numbers = random.Random(version)
    opt = llvm_tool(version, "opt")
    compared = 0
    for _ in range(LAYOUTS):
        string = random_layout(random_numbers)
        maker = Types(random_numbers, version)
        asked = dict([maker.any(3) for _ in range(TYPES)])
        texts = maker.texts
        layout = DataLayout(string, version)
        source = f'target datalayout = "{string}"\n'
        expected: dict[str, int] = {}
        for number, (text, type) in enumerate(asked.items()):
            source += questions(number, text, type, texts, version)
            expected[f"size{number}"] = layout.alloc_size(type)
            expected[f"alignment{number}"] = layout.abi_alignment(type)
            expected[f"preferred{number}"] = layout.preferred_alignment(type)
            if layout.store_size(type):
                expected[f"store{number}"] = layout.store_size(type)
            if isinstance(type, StructType):
                for member, offset in enumerate(layout.struct_layout(type).offsets):
                    expected[f"offset{number}.{member}"] = offset
        found = answers(opt, source)
        wrong = {name: (found.get(name), value) for name, value in expected.items() if found.get(name) != value}
        assert wrong == {}, source
        compared += len(expected)
    assert compared > LAYOUTS * TYPES * 4


@pytest.mark.parametrize("version", [14, 19, 22])
@pytest.mark.parametrize("specification", ["Fi8", "Fi32", "Fn8", "Fn32", "Fn256"])
@pytest.mark.parametrize("alignment", [0, 16])
def test_function_pointers(version: int, specification: str, alignment: int, llvm_tool: Callable[[int, str], str]) -> None:
    aligned = f" align {alignment}" if alignment else ""
    pointer = "ptr" if version >= 15 else "void ()*"
    lines = [f'target datalayout = "{specification}"', f"define void @f(){aligned} {{\n  ret void\n}}"]
    for bits in range(8):
        cast = f"%a = ptrtoint {pointer} @f to i64"
        lines.append(f"define i64 @q{bits}() {{\n  {cast}\n  %b = and i64 %a, {1 << bits}\n  ret i64 %b\n}}")
    command = [llvm_tool(version, "opt"), "-S", "-passes=instcombine"]
    printed = subprocess.run(command, input="\n".join(lines).encode(), capture_output=True, check=True).stdout.decode()
    known = [int(number) for number in re.findall(r"@q(\d)\(\)[^{]*\{\n  ret i64 0", printed)]
    assert known == list(range(len(known)))
    assert DataLayout(specification, version).function_pointer_alignment(alignment) == 1 << len(known)
