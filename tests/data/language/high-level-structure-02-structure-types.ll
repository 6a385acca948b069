; Structure Types: an identified structure that points to itself, others that are opaque, packed, empty and literal.
%mytype = type { %mytype*, i32 }
%opaque = type opaque
%packed = type <{ i8, i32 }>
%empty = type {}
%"quoted name" = type { %opaque* }

@list = global %mytype { %mytype* @list, i32 7 }
@unknown = external global %opaque
@bytes = global %packed <{ i8 1, i32 2 }>
@nothing = global %empty zeroinitializer
@literal = global { float, i32 (i32)* } { float 1.5, i32 (i32)* null }
@quoted = global %"quoted name" { %opaque* @unknown }
