"""Makes declarations and calls of intrinsics, with right and with wrong types, and asks LLVM and pyllvm about them."""

from __future__ import annotations

import random
import re
import subprocess
from collections import Counter
from functools import cache
from typing import Final

from pyllvm.assembly import parse_assembly
from pyllvm.findings.failure_text import failures_text
from pyllvm.ir.intrinsics.overloaded_names import overloaded_name
from pyllvm.ir.intrinsics.signatures import IntrinsicSignature, signature
from pyllvm.ir.types import INTEGER, METADATA, TOKEN, VOID, Context, FunctionType, Type
from pyllvm.tables import intrinsics
from pyllvm.tables.intrinsics import intrinsic_attribute_row, is_intrinsic
from pyllvm.verifier.module import verify

LAST_TYPED: Final = 14
ATTEMPTS: Final = 40


@cache
def intrinsic_names(version: int) -> list[str]:
    """All names of that version whose types are known, without the types behind them."""
    assert is_intrinsic("llvm.trap", version)
    names: list[str] = []
    for target, (begin, end) in intrinsics._sections.items():
        prefix = "llvm." + (target.decode() + "." if target else "")
        for line in intrinsics._data[0][begin:end].splitlines():
            names.append(prefix + line.split(b" ")[0].decode())
    return [name for name in names if signature(name, version) is not None]


class Maker:
    """Makes function types for signatures, right ones and wrong ones."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.is_typed = version <= LAST_TYPED
        self.random = random.Random(version)
        self._times: Counter[str] = Counter()
        self.context = Context()
        context = self.context
        i8, i16, i32 = (context.integer(width) for width in (8, 16, 32))
        float_, double = context.floating_point("float"), context.floating_point("double")
        self.pointer: Type = context.pointer_to(i8) if self.is_typed else context.pointer()
        pointers: Type = context.vector(context.pointer_to(i32) if self.is_typed else context.pointer(), 4)
        self.types: list[Type] = [
            i32, i16, float_, double, self.pointer, pointers, context.vector(i32, 4), context.vector(float_, 4),
            context.vector(i16, 8), context.vector(i32, 4, True),
        ]  # fmt: skip

    def right(self, expected: IntrinsicSignature) -> tuple[str, FunctionType] | None:
        """A name and the type that fits it; None where none of the types at hand will do. Each time it may be another."""
        self._times[expected.name] += 1
        # What is drawn for a name does not depend on the names that other releases add.
        self.random.seed(f"{self.version} {expected.name} {self._times[expected.name]}")
        for _ in range(ATTEMPTS):
            types = [self.random.choice(self.types) for _ in range(expected.overload_count)]
            made = expected.function_type(self.context, types, self.is_typed)
            name = overloaded_name(expected.name, types)
            if made is not None and name is not None:
                return name, made
        return None

    def wrong(self, name: str, type: FunctionType) -> FunctionType:
        """A function type that differs from that of a name in one place."""
        self.random.seed(f"{self.version} {name}")
        returned = type.return_type
        parameters = list(type.parameters)
        is_variadic = type.is_variadic
        ways = ["more", "variadic"]
        if returned.kind != VOID:
            ways.append("return")
        if parameters:
            ways += ["fewer", "parameter", "parameter"]
        way = self.random.choice(ways)
        if way == "more":
            parameters.append(self.context.integer(32))
        elif way == "variadic":
            is_variadic = not is_variadic
        elif way == "return":
            returned = self.random.choice(self.types)
        elif way == "fewer":
            parameters.pop()
        else:
            parameters[self.random.randrange(len(parameters))] = self.random.choice(self.types)
        return self.context.function(returned, parameters, is_variadic)

    def declaration(self, name: str, type: FunctionType) -> str:
        """A declaration alone."""
        parameters = [str(parameter) for parameter in type.parameters]
        return f"declare {type.return_type} @{name}({', '.join([*parameters, '...'] if type.is_variadic else parameters)})\n"

    def call(self, name: str, type: FunctionType, number: int) -> str:
        """A declaration, and a function that calls it."""
        immediates = {int(place) for place in re.findall(r"(\d+) [^;]*immarg", intrinsic_attribute_row(name, self.version) or "")}
        arguments: list[str] = []
        for index, parameter in enumerate(type.parameters):
            value = "undef"
            if parameter.kind == METADATA:
                value = "!{}"
            elif parameter.kind == TOKEN:
                value = "none"
            elif index in immediates and parameter.kind == INTEGER:
                value = "1"
            arguments.append(f"{parameter} {value}")
        parameters = [str(parameter) for parameter in type.parameters]
        listed = ", ".join([*parameters, "..."] if type.is_variadic else parameters)
        return (
            f"declare {type.return_type} @{name}({listed})\n"
            f"define void @f{number}() {{\n  call {type.return_type} ({listed}) @{name}({', '.join(arguments)})\n  ret void\n}}\n"
        )


def said_by_llvm(tool: str, text: str) -> list[str]:
    run = subprocess.run([tool, "-o", "-"], input=text.encode(), capture_output=True, check=False)
    lines = run.stderr.decode().splitlines()
    return [line for line in lines if not line.endswith("does not verify as correct!")]


def said_by_pyllvm(version: int, text: str) -> list[str]:
    module = parse_assembly(text.encode(), llvm_version=version)
    return failures_text(module, verify(module)).splitlines()
