; Parameter Attributes: the section's declarations, then every attribute it describes.
declare i32 @printf(i8* noalias nocapture, ...)
declare i32 @atoi(i8 zeroext)
declare signext i8 @returns_signed_char()

declare zeroext i8 @zeroext(i8 zeroext)
declare signext i8 @signext(i8 signext)
declare inreg i8 @inreg(i8 inreg)
declare void @byval({ i32 }* byval align 8)
declare void @inalloca({ i32 }* inalloca)
declare void @sret({ i32 }* sret)
declare align 16 i8* @align(i8* align 4)
declare noalias i8* @noalias(i8* noalias)
declare void @nocapture(i8* nocapture)
declare void @nest(i8* nest)
declare i8* @returned(i8* returned)
declare nonnull i8* @nonnull(i8* nonnull)
declare dereferenceable(4) i8* @dereferenceable(i8* dereferenceable(8))
declare dereferenceable_or_null(4) i8* @dereferenceable_or_null(i8* dereferenceable_or_null(8))
declare void @swiftself(i8* swiftself)
declare void @swifterror(i8** swifterror)
declare void @readnone(i8* readnone)
declare void @readonly(i8* readonly)
declare void @writeonly(i8* writeonly)
declare "result"="kind" i8* @strings(i8* "alone" "key"="value")

define void @calls({ i32 }* %structure, i8* %pointer) {
  %error = alloca swifterror i8*
  call void @byval({ i32 }* byval align 8 %structure)
  %result = call noalias dereferenceable(16) i8* @returned(i8* nocapture returned %pointer)
  call void @swifterror(i8** swifterror %error)
  ret void
}
