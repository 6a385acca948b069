source_filename = "summary.c"

@v = global i32 0
@vt = constant [1 x ptr] zeroinitializer

@al = alias void (), ptr @caller

define void @caller() {
  call void @callee()
  ret void
}

declare void @callee()

^0 = module: (path: "[Regular LTO]", hash: (1, 2, 3, 4, 5))
^1 = gv: (guid: 77)
^2 = gv: (name: "al", summaries: (alias: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), aliasee: ^6))) ; guid = 9678619939319785623
^3 = gv: (name: "vt", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: protected, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 1, importType: definition), varFlags: (readonly: 0, writeonly: 1, constant: 1, vcall_visibility: 1), vTableFuncs: ((virtFunc: ^4, offset: 16), (virtFunc: ^6, offset: 24))))) ; guid = 10027328872143257552
^4 = gv: (name: "callee") ; guid = 11825436545918268459
^5 = gv: (name: "v", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 0)))) ; guid = 15373995671890245278
^6 = gv: (name: "caller", summaries: (function: (module: ^0, flags: (linkage: external, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 0, canAutoHide: 0, importType: declaration), insts: 2, funcFlags: (readNone: 0, readOnly: 1, noRecurse: 1, returnDoesNotAlias: 0, noInline: 1, alwaysInline: 0, noUnwind: 1, mayThrow: 1, hasUnknownCall: 0, mustBeUnreachable: 1), calls: ((callee: ^4, hotness: hot, tail: 1), (callee: ^1, hotness: cold)), typeIdInfo: (typeTests: (^8, 123456789), typeTestAssumeVCalls: (vFuncId: (^8, offset: 16)), typeCheckedLoadVCalls: (vFuncId: (guid: 99, offset: 8)), typeTestAssumeConstVCalls: ((vFuncId: (^8, offset: 16), args: (42, 43))), typeCheckedLoadConstVCalls: ((vFuncId: (^8, offset: 24), args: (5)))), allocs: ((versions: (notcold, cold), memProf: ((type: notcold, stackIds: (10, 11)), (type: cold, stackIds: (12))))), callsites: ((callee: ^4, clones: (0, 1), stackIds: (13, 14))), params: ((param: 0, offset: [0, 7]), (param: 1, offset: [-4, 3], calls: ((callee: ^4, param: 2, offset: [1, 2])))), refs: (^3, readonly ^5)))) ; guid = 16677772384402303968
^8 = typeid: (name: "_ZTS1A", summary: (typeTestRes: (kind: byteArray, sizeM1BitWidth: 7, alignLog2: 3, sizeM1: 4, bitMask: 5, inlineBits: 6), wpdResolutions: ((offset: 0, wpdRes: (kind: branchFunnel)), (offset: 8, wpdRes: (kind: singleImpl, singleImplName: "_ZN1A1nEi")), (offset: 16, wpdRes: (kind: indir, resByArg: (args: (1, 2), byArg: (kind: virtualConstProp, byte: 3, bit: 4), args: (3), byArg: (kind: uniformRetVal, info: 9))))))) ; guid = 7004155349499253778
^7 = typeidCompatibleVTable: (name: "_ZTS1A", summary: ((offset: 16, ^3))) ; guid = 7004155349499253778
^9 = flags: 8
^10 = blockcount: 5
