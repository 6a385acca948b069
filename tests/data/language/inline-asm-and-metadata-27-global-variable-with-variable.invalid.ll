; DIGlobalVariable: the block's field for the variable is one of older LLVMs.
; 4:93: error: invalid field 'variable'
@foo = global i32 0
!0 = !DIGlobalVariable(name: "foo", linkageName: "foo", isLocal: true, isDefinition: false, variable: i32* @foo)
