; A module's summary. versions: 19
source_filename = "summary.c"

@v = global i32 0

define void @caller() {
  call void @callee()
  ret void
}

declare void @callee()

^0 = module: (path: "summary.bc", hash: (1, 2, 3, 4, 5))
^1 = gv: (name: "v", summaries: (variable: (module: ^0, flags: (linkage: external, notEligibleToImport: 0, live: 1, dsoLocal: 1), varFlags: (readonly: 1, writeonly: 0, constant: 0))))
^2 = gv: (name: "callee")
^3 = gv: (name: "caller", summaries: (function: (module: ^0, flags: (linkage: external, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 0), insts: 2, funcFlags: (readNone: 0, noRecurse: 1, mayThrow: 1), calls: ((callee: ^2, hotness: hot, tail: 1)), typeIdInfo: (typeTests: (123456789)), params: ((param: 0, offset: [0, 7])), refs: (readonly ^1))))
^4 = flags: 8
^5 = blockcount: 1
