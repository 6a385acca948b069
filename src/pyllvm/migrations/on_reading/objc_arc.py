"""Objective-C's reference counting: calls of the runtime become intrinsics, and the marker a module flag (UpgradeARCRuntime)."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import MDString, MDTuple, NamedMDNode, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.valid_operands import is_valid_cast
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder
from pyllvm.migrations.on_reading.intrinsic_calls import Upgrading
from pyllvm.tables.module_flags import ARC_MARKER, ARC_USE, ERROR, MODULE_FLAGS
from pyllvm.tables.reading_versions import ARC_INTRINSICS_SINCE, ARC_MARKER_IS_FLAG_SINCE, ARC_NAMES_KEPT_SINCE

# Functions of the runtime; the intrinsics' names have dots for the underscores.
_RUNTIME: Final = (
    "objc_autorelease",
    "objc_autoreleasePoolPop",
    "objc_autoreleasePoolPush",
    "objc_autoreleaseReturnValue",
    "objc_copyWeak",
    "objc_destroyWeak",
    "objc_initWeak",
    "objc_loadWeak",
    "objc_loadWeakRetained",
    "objc_moveWeak",
    "objc_release",
    "objc_retain",
    "objc_retainAutorelease",
    "objc_retainAutoreleaseReturnValue",
    "objc_retainAutoreleasedReturnValue",
    "objc_retainBlock",
    "objc_storeStrong",
    "objc_storeWeak",
    "objc_unsafeClaimAutoreleasedReturnValue",
    "objc_retainedObject",
    "objc_unretainedObject",
    "objc_unretainedPointer",
    "objc_retain_autorelease",
    "objc_sync_enter",
    "objc_sync_exit",
    "objc_arc_annotation_topdown_bbstart",
    "objc_arc_annotation_topdown_bbend",
    "objc_arc_annotation_bottomup_bbstart",
    "objc_arc_annotation_bottomup_bbend",
)


def upgrade_arc(module: Module, version: int) -> None:
    """Upgrade the marker, and the calls if the module has one. All bodies must have been read.

    LLVM 7:
        %r = call i8* @objc_retain(i8* %p)
        declare i8* @objc_retain(i8*)
        call void (...) @clang.arc.use()
        declare void @clang.arc.use(...)
    LLVM 14:
        %r = call i8* @objc_retain(i8* %p)
        call void (...) @llvm.objc.clang.arc.use()
    """
    calls = _RuntimeCalls(module, version)
    if version >= ARC_INTRINSICS_SINCE:
        calls.upgrade(ARC_USE, "llvm.objc.clang.arc.use")
    if _upgrade_marker(module, version) and version >= ARC_INTRINSICS_SINCE:
        for name in _RUNTIME:
            calls.upgrade(name, "llvm." + name.replace("_", "."))


def _upgrade_marker(module: Module, version: int) -> bool:
    """Upgrade the assembly that marks calls; returns whether there was any."""
    marker = module.named_metadata_of(ARC_MARKER)
    node = marker.operands[0] if marker is not None and marker.operands else None
    text = node.operands[0] if node is not None and node.operands else None
    if marker is None or not isinstance(text, MDString):
        return False
    parts = text.text.split("#")
    if len(parts) == 2:
        text = MDString.get(module.context, ";".join(parts))
    if version < ARC_MARKER_IS_FLAG_SINCE:
        marker.operands[0] = MDTuple.get(module.context, [text])
        return False
    flags = module.named_metadata_of(MODULE_FLAGS)
    if flags is None:
        flags = NamedMDNode(MODULE_FLAGS, [])
        module.named_metadata.append(flags)
    behavior = ValueAsMetadata.get(module.context, ConstantInt.get(module.context.integer(32), ERROR))
    flags.operands.append(MDTuple.get(module.context, [behavior, MDString.get(module.context, ARC_MARKER), text]))
    module.named_metadata.remove(marker)
    return True


@final
class _RuntimeCalls:
    """Turns calls of the runtime into calls of intrinsics."""

    def __init__(self, module: Module, version: int) -> None:
        self.module: Final = module
        self.state: Final = Upgrading(module, version)

    def upgrade(self, before: str, after: str) -> None:
        """Upgrade the calls of one function, where the intrinsic's types allow that."""
        old = self.module.get(before)
        if not isinstance(old, Function):
            return
        made = self.state.intrinsic(after, [])
        if made is None:
            return
        for user in old.users:
            if isinstance(user, CallInst) and user.callee is old and user.function_type is old.function_type:
                self._upgrade_call(user, made)
        if not old.has_uses:
            self.module.take_out(old)

    def _upgrade_call(self, call: CallInst, made: Function) -> None:
        version = self.state.version
        type = made.function_type
        returned = type.return_type
        if call.type is not returned and not is_valid_cast("bitcast", call.type, returned, version):
            return
        builder = CallBuilder(self.state, call)
        arguments: list[Value] = []
        for number, argument in enumerate(builder.arguments):
            if number < len(type.parameters):
                # an argument that does not fit leaves the call as it was
                if not is_valid_cast("bitcast", argument.type, type.parameters[number], version):
                    return
                argument = builder.bitcast(argument, type.parameters[number])
            arguments.append(argument)
        keeps_name = version >= ARC_NAMES_KEPT_SINCE
        new = builder.call_function(made, arguments, "" if keeps_name else call.name)
        new.tail_kind = call.tail_kind
        result = builder.bitcast(new, call.type)
        builder.finish(result if call.has_uses else None, new if keeps_name else None)
