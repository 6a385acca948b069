; versions: 14
; pointers: typed
target triple = "x86_64-pc-windows-msvc"
$a = comdat any
@a = private global i32 1, comdat@b = dllimport global i32 1
