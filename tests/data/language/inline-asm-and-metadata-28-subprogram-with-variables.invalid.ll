; DISubprogram: the block's list of variables had that name in older LLVMs.
; 3:42: error: invalid field 'variables'
!0 = distinct !DISubprogram(name: "foo", variables: !1)
!1 = !{}
