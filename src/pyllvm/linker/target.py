"""Merges the targets of two modules: data layout and triple, and the warnings if they differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.tables.linking_versions import LIBDEVICE_BY_TRIPLE_SINCE

_OTHER_STATE: Final = {"arm": "thumb", "thumb": "arm", "armeb": "thumbeb", "thumbeb": "armeb"}
# The data layout of libdevice.10.bc in CUDA 11.
_LIBDEVICE_LAYOUT: Final = "e-i64:64-v16:16-v32:32-n16:32:64"


def join_targets(result: Module, source: Module, warn: Callable[[str], None]) -> None:
    """Give the result the source's layout and triple if it has none; otherwise compare them (IRLinker::run)."""
    if not result.data_layout:
        result.data_layout = source.data_layout
    if not result.target_triple:
        result.target_triple = source.target_triple
    version = result.llvm_version
    ours = TargetTriple(source.target_triple, version)
    theirs = TargetTriple(result.target_triple, version)
    warns_of_layout = True
    warns_of_triple = True
    if ours.architecture.startswith("nvptx") and theirs.architecture.startswith("nvptx"):
        is_its_layout = source.data_layout in ("", _LIBDEVICE_LAYOUT)
        is_its_triple = _is_libdevice_triple(ours)
        if version >= LIBDEVICE_BY_TRIPLE_SINCE:
            warns_of_layout = not (is_its_triple and is_its_layout)
            warns_of_triple = not is_its_triple
        elif _is_libdevice_name(source.identifier):
            warns_of_layout = not is_its_layout
            warns_of_triple = not is_its_triple
    if warns_of_layout and not _have_same_layout(source, result):
        warn(
            f"Linking two modules of different data layouts: '{source.identifier}' is '{source.data_layout}' "
            f"whereas '{result.identifier}' is '{result.data_layout}'\n"
        )
    if warns_of_triple and source.target_triple and not _are_compatible(ours, theirs):
        warn(
            f"Linking two modules of different target triples: '{source.identifier}' is '{source.target_triple}' "
            f"whereas '{result.identifier}' is '{result.target_triple}'\n"
        )
    # Of two triples for Apple's systems, keep the one with the newer system.
    if not (ours.vendor == "apple" and _padded(theirs) < _padded(ours)):
        return
    result.target_triple = source.target_triple


def _is_libdevice_name(identifier: str) -> bool:
    name = identifier.rpartition("/")[2]
    return name.startswith("libdevice") and name.endswith(".10.bc")


def _is_libdevice_triple(triple: TargetTriple) -> bool:
    if triple.vendor == "nvidia" and triple.system_text == "gpulibs":
        return True
    return triple.vendor_text == "unknown" and triple.system_text == "unknown"


def _padded(triple: TargetTriple) -> tuple[int, ...]:
    return (*triple.system_version, 0, 0, 0)[:3]


def _have_same_layout(source: Module, result: Module) -> bool:
    if source.data_layout == result.data_layout:
        return True
    version = result.llvm_version
    ours = DataLayout(source.data_layout, version).specifications
    theirs = DataLayout(result.data_layout, version).specifications
    return ours.facts() == theirs.facts()


def _are_compatible(ours: TargetTriple, theirs: TargetTriple) -> bool:
    """Whether code for the two triples can be linked (Triple::isCompatibleWith)."""
    same_system = (
        ours.sub_architecture == theirs.sub_architecture and ours.vendor == theirs.vendor and ours.system == theirs.system
    )
    if _OTHER_STATE.get(ours.architecture) == theirs.architecture:
        if ours.vendor == "apple":
            return same_system
        return same_system and ours.environment == theirs.environment and ours.object_format == theirs.object_format
    if ours.vendor == "apple":
        return ours.architecture == theirs.architecture and same_system
    return (
        ours.architecture == theirs.architecture
        and same_system
        and ours.environment == theirs.environment
        and ours.object_format == theirs.object_format
    )


def adjusted_assembly(assembly: str, triple: TargetTriple) -> str:
    """Return a source's module assembly; for ARM, with the directives that select the instruction set."""
    if triple.architecture in ("thumb", "thumbeb"):
        return ".text\n.balign 2\n.thumb\n" + assembly
    if triple.architecture in ("arm", "armeb"):
        return ".text\n.balign 4\n.arm\n" + assembly
    return assembly
