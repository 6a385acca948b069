"""The core IR: types, values, constants, instructions, metadata, modules. It knows neither text nor bits.

A module holds global values; a function holds basic blocks, a block instructions. Every value has a `type`, a `name` and its
`uses`; what uses values has `operands`. `str()` of anything is what LLVM prints. The classes stand in the modules of this package
and are offered here, each imported when it is first asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
    from pyllvm.ir.constant_folding import ConstantFolder
    from pyllvm.ir.constants import (
        BlockAddress,
        Constant,
        ConstantAggregate,
        ConstantData,
        ConstantExpr,
        ConstantFP,
        ConstantInt,
        ConstantPtrAuth,
        GlobalReference,
        InlineAsm,
        SimpleConstant,
        aggregate,
        is_null,
        null_value,
    )
    from pyllvm.ir.data_layout import DataLayout, StructLayout
    from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
    from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
    from pyllvm.ir.instructions import (
        AllocaInst,
        AtomicCmpXchgInst,
        AtomicRMWInst,
        BinaryOperator,
        BranchInst,
        CallBase,
        CallBrInst,
        CallInst,
        CastInst,
        CatchPadInst,
        CatchReturnInst,
        CatchSwitchInst,
        CleanupPadInst,
        CleanupReturnInst,
        CmpInst,
        ExtractElementInst,
        ExtractValueInst,
        FenceInst,
        FreezeInst,
        FuncletPadInst,
        GetElementPtrInst,
        IndirectBrInst,
        InsertElementInst,
        InsertValueInst,
        InvokeInst,
        LandingPadInst,
        LoadInst,
        OperandBundle,
        PHINode,
        ResumeInst,
        ReturnInst,
        SelectInst,
        ShuffleVectorInst,
        StoreInst,
        SwitchInst,
        Terminator,
        UnaryOperator,
        UnreachableInst,
        VAArgInst,
    )
    from pyllvm.ir.metadata import (
        Attachment,
        DebugRecord,
        DIArgList,
        DIExpression,
        MDNode,
        MDString,
        MDTuple,
        Metadata,
        MetadataAsValue,
        NamedMDNode,
        SpecializedNode,
        ValueAsMetadata,
    )
    from pyllvm.ir.module import Module
    from pyllvm.ir.summary import ModuleSummaryIndex
    from pyllvm.ir.target_triple import TargetTriple
    from pyllvm.ir.types import (
        ArrayType,
        Context,
        FloatingPointType,
        FunctionType,
        IntegerType,
        PointerType,
        PrimitiveType,
        StructType,
        TargetType,
        Type,
        VectorType,
    )
    from pyllvm.ir.use_list_order import UseListOrder
    from pyllvm.ir.value import ForwardReference, ModuleOwner, Use, User, Value

_MODULES: Final[dict[str, str]] = {
    "attributes": "Attribute AttributeList AttributeSet",
    "constant_folding": "ConstantFolder",
    "constants": (
        "BlockAddress Constant ConstantAggregate ConstantData ConstantExpr ConstantFP ConstantInt "
        "ConstantPtrAuth GlobalReference InlineAsm SimpleConstant aggregate is_null null_value"
    ),
    "data_layout": "DataLayout StructLayout",
    "function": "Argument BasicBlock Function Instruction",
    "global_values": "Comdat GlobalAlias GlobalIFunc GlobalObject GlobalValue GlobalVariable",
    "instructions": (
        "AllocaInst AtomicCmpXchgInst AtomicRMWInst BinaryOperator BranchInst CallBase CallBrInst CallInst "
        "CastInst CatchPadInst CatchReturnInst CatchSwitchInst CleanupPadInst CleanupReturnInst CmpInst "
        "ExtractElementInst ExtractValueInst FenceInst FreezeInst FuncletPadInst GetElementPtrInst "
        "IndirectBrInst InsertElementInst InsertValueInst InvokeInst LandingPadInst LoadInst OperandBundle "
        "PHINode ResumeInst ReturnInst SelectInst ShuffleVectorInst StoreInst SwitchInst Terminator "
        "UnaryOperator UnreachableInst VAArgInst"
    ),
    "metadata": (
        "Attachment DIArgList DIExpression DebugRecord MDNode MDString MDTuple Metadata MetadataAsValue "
        "NamedMDNode SpecializedNode ValueAsMetadata"
    ),
    "module": "Module",
    "summary": "ModuleSummaryIndex",
    "target_triple": "TargetTriple",
    "types": (
        "ArrayType Context FloatingPointType FunctionType IntegerType PointerType PrimitiveType StructType "
        "TargetType Type VectorType"
    ),
    "use_list_order": "UseListOrder",
    "value": "ForwardReference ModuleOwner Use User Value",
}
_WHERE: Final = {name: module for module, names in _MODULES.items() for name in names.split()}

__all__ = [
    "AllocaInst",
    "Argument",
    "ArrayType",
    "AtomicCmpXchgInst",
    "AtomicRMWInst",
    "Attachment",
    "Attribute",
    "AttributeList",
    "AttributeSet",
    "BasicBlock",
    "BinaryOperator",
    "BlockAddress",
    "BranchInst",
    "CallBase",
    "CallBrInst",
    "CallInst",
    "CastInst",
    "CatchPadInst",
    "CatchReturnInst",
    "CatchSwitchInst",
    "CleanupPadInst",
    "CleanupReturnInst",
    "CmpInst",
    "Comdat",
    "Constant",
    "ConstantAggregate",
    "ConstantData",
    "ConstantExpr",
    "ConstantFP",
    "ConstantFolder",
    "ConstantInt",
    "ConstantPtrAuth",
    "Context",
    "DIArgList",
    "DIExpression",
    "DataLayout",
    "DebugRecord",
    "ExtractElementInst",
    "ExtractValueInst",
    "FenceInst",
    "FloatingPointType",
    "ForwardReference",
    "FreezeInst",
    "FuncletPadInst",
    "Function",
    "FunctionType",
    "GetElementPtrInst",
    "GlobalAlias",
    "GlobalIFunc",
    "GlobalObject",
    "GlobalReference",
    "GlobalValue",
    "GlobalVariable",
    "IndirectBrInst",
    "InlineAsm",
    "InsertElementInst",
    "InsertValueInst",
    "Instruction",
    "IntegerType",
    "InvokeInst",
    "LandingPadInst",
    "LoadInst",
    "MDNode",
    "MDString",
    "MDTuple",
    "Metadata",
    "MetadataAsValue",
    "Module",
    "ModuleOwner",
    "ModuleSummaryIndex",
    "NamedMDNode",
    "OperandBundle",
    "PHINode",
    "PointerType",
    "PrimitiveType",
    "ResumeInst",
    "ReturnInst",
    "SelectInst",
    "ShuffleVectorInst",
    "SimpleConstant",
    "SpecializedNode",
    "StoreInst",
    "StructLayout",
    "StructType",
    "SwitchInst",
    "TargetTriple",
    "TargetType",
    "Terminator",
    "Type",
    "UnaryOperator",
    "UnreachableInst",
    "Use",
    "UseListOrder",
    "User",
    "VAArgInst",
    "Value",
    "ValueAsMetadata",
    "VectorType",
    "aggregate",
    "is_null",
    "null_value",
]


def __getattr__(name: str) -> object:
    module = _WHERE.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(importlib.import_module(f"pyllvm.ir.{module}"), name)
    globals()[name] = found
    return found
