; IFuncs: each part of the syntax.
@plain = ifunc i32 (i32), i32 (i32)* ()* @resolver
@internal = internal ifunc i32 (i32), i32 (i32)* ()* @resolver
@hidden = hidden ifunc i32 (i32), i32 (i32)* ()* @resolver
@many = weak_odr dso_local protected ifunc void (), bitcast (i32 (i32)* ()* @resolver to i8* ()*)

define internal i32 (i32)* @resolver() {
  ret i32 (i32)* @chosen
}

define internal i32 @chosen(i32 %value) {
  ret i32 %value
}
