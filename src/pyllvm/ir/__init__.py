"""The core IR: types, values, constants, instructions, metadata, modules. It knows neither text nor bits.

Methods that need a room above, such as `str()`, find it as `above` says; nothing here imports from there.

A module holds global values, a function holds basic blocks, and a block holds instructions. Every value has a `type`, a `name`
and its `uses`; everything that uses values has `operands`. `str()` of any of these objects returns the text that LLVM prints.
The modules of this package define the classes. The package exports them and imports each module on first access.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyllvm.lazy_names import lazy_dir, lazy_names, offered

if TYPE_CHECKING:
    from pyllvm.ir.attributes import Attribute as Attribute
    from pyllvm.ir.attributes import AttributeList as AttributeList
    from pyllvm.ir.attributes import AttributeSet as AttributeSet
    from pyllvm.ir.constants import BlockAddress as BlockAddress
    from pyllvm.ir.constants import Constant as Constant
    from pyllvm.ir.constants import ConstantAggregate as ConstantAggregate
    from pyllvm.ir.constants import ConstantData as ConstantData
    from pyllvm.ir.constants import ConstantExpr as ConstantExpr
    from pyllvm.ir.constants import ConstantFP as ConstantFP
    from pyllvm.ir.constants import ConstantInt as ConstantInt
    from pyllvm.ir.constants import ConstantPtrAuth as ConstantPtrAuth
    from pyllvm.ir.constants import GlobalReference as GlobalReference
    from pyllvm.ir.constants import InlineAsm as InlineAsm
    from pyllvm.ir.constants import SimpleConstant as SimpleConstant
    from pyllvm.ir.constants import aggregate as aggregate
    from pyllvm.ir.constants import is_null as is_null
    from pyllvm.ir.constants import null_value as null_value
    from pyllvm.ir.folding.constant_folding import ConstantFolder as ConstantFolder
    from pyllvm.ir.function import Argument as Argument
    from pyllvm.ir.function import BasicBlock as BasicBlock
    from pyllvm.ir.function import Function as Function
    from pyllvm.ir.function import Instruction as Instruction
    from pyllvm.ir.global_values import Comdat as Comdat
    from pyllvm.ir.global_values import GlobalAlias as GlobalAlias
    from pyllvm.ir.global_values import GlobalIFunc as GlobalIFunc
    from pyllvm.ir.global_values import GlobalObject as GlobalObject
    from pyllvm.ir.global_values import GlobalValue as GlobalValue
    from pyllvm.ir.global_values import GlobalVariable as GlobalVariable
    from pyllvm.ir.instructions import AllocaInst as AllocaInst
    from pyllvm.ir.instructions import AtomicCmpXchgInst as AtomicCmpXchgInst
    from pyllvm.ir.instructions import AtomicRMWInst as AtomicRMWInst
    from pyllvm.ir.instructions import BinaryOperator as BinaryOperator
    from pyllvm.ir.instructions import BitExtractInst as BitExtractInst
    from pyllvm.ir.instructions import BitInsertInst as BitInsertInst
    from pyllvm.ir.instructions import BranchInst as BranchInst
    from pyllvm.ir.instructions import CallBase as CallBase
    from pyllvm.ir.instructions import CallBrInst as CallBrInst
    from pyllvm.ir.instructions import CallInst as CallInst
    from pyllvm.ir.instructions import CastInst as CastInst
    from pyllvm.ir.instructions import CatchPadInst as CatchPadInst
    from pyllvm.ir.instructions import CatchReturnInst as CatchReturnInst
    from pyllvm.ir.instructions import CatchSwitchInst as CatchSwitchInst
    from pyllvm.ir.instructions import CleanupPadInst as CleanupPadInst
    from pyllvm.ir.instructions import CleanupReturnInst as CleanupReturnInst
    from pyllvm.ir.instructions import CmpInst as CmpInst
    from pyllvm.ir.instructions import ExtractElementInst as ExtractElementInst
    from pyllvm.ir.instructions import ExtractValueInst as ExtractValueInst
    from pyllvm.ir.instructions import FenceInst as FenceInst
    from pyllvm.ir.instructions import FreezeInst as FreezeInst
    from pyllvm.ir.instructions import FuncletPadInst as FuncletPadInst
    from pyllvm.ir.instructions import GetElementPtrInst as GetElementPtrInst
    from pyllvm.ir.instructions import IndirectBrInst as IndirectBrInst
    from pyllvm.ir.instructions import InsertElementInst as InsertElementInst
    from pyllvm.ir.instructions import InsertValueInst as InsertValueInst
    from pyllvm.ir.instructions import InvokeInst as InvokeInst
    from pyllvm.ir.instructions import LandingPadInst as LandingPadInst
    from pyllvm.ir.instructions import LoadInst as LoadInst
    from pyllvm.ir.instructions import OperandBundle as OperandBundle
    from pyllvm.ir.instructions import PHINode as PHINode
    from pyllvm.ir.instructions import ResumeInst as ResumeInst
    from pyllvm.ir.instructions import ReturnInst as ReturnInst
    from pyllvm.ir.instructions import SelectInst as SelectInst
    from pyllvm.ir.instructions import ShuffleVectorInst as ShuffleVectorInst
    from pyllvm.ir.instructions import StoreInst as StoreInst
    from pyllvm.ir.instructions import SwitchInst as SwitchInst
    from pyllvm.ir.instructions import Terminator as Terminator
    from pyllvm.ir.instructions import UnaryOperator as UnaryOperator
    from pyllvm.ir.instructions import UnreachableInst as UnreachableInst
    from pyllvm.ir.instructions import VAArgInst as VAArgInst
    from pyllvm.ir.local_variables import LocalVariable as LocalVariable
    from pyllvm.ir.local_variables import VariablePlace as VariablePlace
    from pyllvm.ir.metadata import Attachment as Attachment
    from pyllvm.ir.metadata import DebugRecord as DebugRecord
    from pyllvm.ir.metadata import DIArgList as DIArgList
    from pyllvm.ir.metadata import DIExpression as DIExpression
    from pyllvm.ir.metadata import MDNode as MDNode
    from pyllvm.ir.metadata import MDString as MDString
    from pyllvm.ir.metadata import MDTuple as MDTuple
    from pyllvm.ir.metadata import Metadata as Metadata
    from pyllvm.ir.metadata import MetadataAsValue as MetadataAsValue
    from pyllvm.ir.metadata import NamedMDNode as NamedMDNode
    from pyllvm.ir.metadata import SpecializedNode as SpecializedNode
    from pyllvm.ir.metadata import ValueAsMetadata as ValueAsMetadata
    from pyllvm.ir.module import Module as Module
    from pyllvm.ir.source_code import CompileUnit as CompileUnit
    from pyllvm.ir.source_code import DebugVariable as DebugVariable
    from pyllvm.ir.source_code import DebugView as DebugView
    from pyllvm.ir.source_code import SourceFile as SourceFile
    from pyllvm.ir.source_code import SourceLocation as SourceLocation
    from pyllvm.ir.source_code import Subprogram as Subprogram
    from pyllvm.ir.summary import ModuleSummaryIndex as ModuleSummaryIndex
    from pyllvm.ir.target.data_layout import DataLayout as DataLayout
    from pyllvm.ir.target.data_layout import StructLayout as StructLayout
    from pyllvm.ir.target.target_triple import TargetTriple as TargetTriple
    from pyllvm.ir.type_names import type_name as type_name
    from pyllvm.ir.types import ArrayType as ArrayType
    from pyllvm.ir.types import ByteType as ByteType
    from pyllvm.ir.types import Context as Context
    from pyllvm.ir.types import FloatingPointType as FloatingPointType
    from pyllvm.ir.types import FunctionType as FunctionType
    from pyllvm.ir.types import IntegerType as IntegerType
    from pyllvm.ir.types import PointerType as PointerType
    from pyllvm.ir.types import PrimitiveType as PrimitiveType
    from pyllvm.ir.types import StructType as StructType
    from pyllvm.ir.types import TargetType as TargetType
    from pyllvm.ir.types import Type as Type
    from pyllvm.ir.types import VectorType as VectorType
    from pyllvm.ir.use_list_order import UseListOrder as UseListOrder
    from pyllvm.ir.value import ForwardReference as ForwardReference
    from pyllvm.ir.value import ModuleOwner as ModuleOwner
    from pyllvm.ir.value import Use as Use
    from pyllvm.ir.value import User as User
    from pyllvm.ir.value import Value as Value

_MODULES: Final = {
    "pyllvm.ir.attributes": "Attribute AttributeList AttributeSet",
    "pyllvm.ir.folding.constant_folding": "ConstantFolder",
    "pyllvm.ir.constants": (
        "BlockAddress Constant ConstantAggregate ConstantData ConstantExpr ConstantFP ConstantInt "
        "ConstantPtrAuth GlobalReference InlineAsm SimpleConstant aggregate is_null null_value"
    ),
    "pyllvm.ir.target.data_layout": "DataLayout StructLayout",
    "pyllvm.ir.function": "Argument BasicBlock Function Instruction",
    "pyllvm.ir.global_values": "Comdat GlobalAlias GlobalIFunc GlobalObject GlobalValue GlobalVariable",
    "pyllvm.ir.instructions": (
        "AllocaInst AtomicCmpXchgInst AtomicRMWInst BinaryOperator BitExtractInst BitInsertInst BranchInst "
        "CallBase CallBrInst CallInst CastInst CatchPadInst CatchReturnInst CatchSwitchInst CleanupPadInst CleanupReturnInst "
        "CmpInst ExtractElementInst ExtractValueInst FenceInst FreezeInst FuncletPadInst GetElementPtrInst "
        "IndirectBrInst InsertElementInst InsertValueInst InvokeInst LandingPadInst LoadInst OperandBundle "
        "PHINode ResumeInst ReturnInst SelectInst ShuffleVectorInst StoreInst SwitchInst Terminator "
        "UnaryOperator UnreachableInst VAArgInst"
    ),
    "pyllvm.ir.metadata": (
        "Attachment DIArgList DIExpression DebugRecord MDNode MDString MDTuple Metadata MetadataAsValue "
        "NamedMDNode SpecializedNode ValueAsMetadata"
    ),
    "pyllvm.ir.local_variables": "LocalVariable VariablePlace",
    "pyllvm.ir.module": "Module",
    "pyllvm.ir.source_code": "CompileUnit DebugVariable DebugView SourceFile SourceLocation Subprogram",
    "pyllvm.ir.summary": "ModuleSummaryIndex",
    "pyllvm.ir.target.target_triple": "TargetTriple",
    "pyllvm.ir.type_names": "type_name",
    "pyllvm.ir.types": (
        "ArrayType ByteType Context FloatingPointType FunctionType IntegerType PointerType PrimitiveType StructType "
        "TargetType Type VectorType"
    ),
    "pyllvm.ir.use_list_order": "UseListOrder",
    "pyllvm.ir.value": "ForwardReference ModuleOwner Use User Value",
}

__all__ = offered(_MODULES)
__getattr__ = lazy_names(__name__, _MODULES)
__dir__ = lazy_dir(__all__)
