"""Metadata of n nodes, in every form: lists, trees, chains, cycles. LLVM 19's text."""

from __future__ import annotations

from tests.sizes.text import function, joined


def metadata_list(n: int) -> str:
    return (
        "!named = !{!0}\n!0 = !{"
        + ", ".join([f"!{at + 1}" for at in range(n)])
        + "}\n"
        + joined([f"!{at + 1} = !{{i32 {at}}}" for at in range(n)])
    )


def named_metadata(n: int) -> str:
    return (
        "!named = !{" + ", ".join([f"!{at}" for at in range(n)]) + "}\n" + joined([f"!{at} = !{{i32 {at}}}" for at in range(n)])
    )


def metadata_tree(n: int) -> str:
    children = [", ".join([f"!{child}" for child in (2 * at + 1, 2 * at + 2) if child < n]) for at in range(n)]
    return "!named = !{!0}\n" + joined([f"!{at} = !{{{children[at] or f'i32 {at}'}}}" for at in range(n)])


def metadata_chain(n: int) -> str:
    return "!named = !{!0}\n" + joined([f"!{at} = !{{!{at + 1}}}" for at in range(n)]) + f"!{n} = !{{}}\n"


def metadata_chain_backwards(n: int) -> str:
    return f"!named = !{{!{n}}}\n!0 = !{{}}\n" + joined([f"!{at + 1} = !{{!{at}}}" for at in range(n)])


def metadata_cycle(n: int) -> str:
    return "!named = !{!0}\n" + joined([f"!{at} = distinct !{{!{(at + 1) % n}}}" for at in range(n)])


def nested_metadata(n: int) -> str:
    return f"!named = !{{!0}}\n!0 = {'!{' * n}{'}' * n}\n"


def metadata_strings(n: int) -> str:
    return "!named = !{!0}\n!0 = !{" + ", ".join([f'!"string {at}"' for at in range(n)]) + "}\n"


def attachments(n: int) -> str:
    return (
        "declare void @g()\n"
        + function([f"  call void @g(), !k !{at}" for at in range(n)])
        + joined([f"!{at} = !{{i32 {at}}}" for at in range(n)])
    )


def attachments_of_one(n: int) -> str:
    return "declare void @g()\n" + function(["  call void @g()" + "".join([f", !k{at} !0" for at in range(n)])]) + "!0 = !{}\n"
