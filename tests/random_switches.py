"""Random functions with a switch over a number of which something is known: by how it is computed, or by a branch before."""

from __future__ import annotations

import random


def random_switch(choose: random.Random, name: str) -> str:
    """The text of a function."""
    width = choose.choice([3, 8, 16, 32, 64])
    half = 1 << (width - 1)
    lines = ["entry:"]
    value = "%x"
    for number in range(choose.randint(0, 3)):
        made = f"%v{number}"
        word = choose.choice(
            [
                *("and", "or", "add", "lshr", "shl", "ashr", "mul", "xor", "trunc", "sext", "select", "chosen"),
                *("urem", "udiv", "srem", "sdiv"),
            ]
        )
        constant = choose.randint(1, min(half - 1, 40))
        if word in ("trunc", "sext"):
            extension = "zext" if word == "trunc" else word
            lines.append(f"  %t{number} = trunc i{width} {value} to i2\n  {made} = {extension} i2 %t{number} to i{width}")
        elif word == "select":
            lines.append(
                f"  %c{number} = icmp ult i{width} %y, 3\n  {made} = select i1 %c{number}, i{width} {constant}, i{width} 1"
            )
        elif word == "chosen":
            predicate = choose.choice(["ult", "ugt", "slt", "sgt", "eq"])
            other = choose.choice([constant, -1])
            lines.append(
                f"  %c{number} = icmp {predicate} i{width} {value}, {constant}\n"
                f"  {made} = select i1 %c{number}, i{width} {value}, i{width} {other}"
            )
        else:
            operand = choose.randrange(width) if word in ("lshr", "shl", "ashr") else constant
            lines.append(f"  {made} = {word} i{width} {value}, {operand}")
        value = made
    incoming = []
    before = "entry"
    if choose.random() < 0.3:
        # Behind a loop, LLVM knows less of the ranges of values, and as much of their bits.
        lines.append(f"  br label %again\nagain:\n  %h = icmp ult i{width} %y, 2\n  br i1 %h, label %again, label %on\non:")
        before = "on"
    if choose.random() < 0.5:
        predicate = choose.choice(["ult", "ugt", "slt", "sgt", "ne", "ule", "sge"])
        lines.append(f"  %g = icmp {predicate} i{width} {value}, {choose.randint(0, min(half - 1, 30))}")
        lines.append("  br i1 %g, label %sw, label %out\nsw:")
        incoming.append(f"[ 1, %{before} ]")
    least = max(choose.choice([0, 0, -8]), -half)
    numbers = range(least, min(half - 1, choose.choice([6, 20, 60])) + 1)
    numbers = choose.sample(numbers, min(choose.randint(1, 12), len(numbers)))
    targets = choose.randint(1, 4)
    cases = "".join(f"    i{width} {number}, label %b{choose.randrange(targets)}\n" for number in numbers)
    lines.append(f"  switch i{width} {value}, label %def [\n{cases}  ]")
    for number, target in enumerate(["def", *(f"b{number}" for number in range(targets))]):
        is_reached = choose.random() < 0.65
        lines.append(f"{target}:\n" + ("  br label %out" if is_reached else "  unreachable"))
        if is_reached:
            incoming.append(f"[ {min(number, half - 1)}, %{target} ]")
    result = f"  %p = phi i{width} {', '.join(incoming)}\n  ret i{width} %p" if incoming else f"  ret i{width} 0"
    return f"define i{width} @{name}(i{width} %x, i{width} %y) {{\n" + "\n".join([*lines, "out:", result]) + "\n}\n"
