; Aliases: each part of the syntax at least once; what they name is a global, an expression or another alias.
@variable = global [2 x i32] zeroinitializer
@threaded = thread_local(localdynamic) global i32 0

@plain = alias [2 x i32], [2 x i32]* @variable
@private = private alias [2 x i32], [2 x i32]* @variable
@internal = internal alias [2 x i32], [2 x i32]* @variable
@linkonce = linkonce alias [2 x i32], [2 x i32]* @variable
@weak = weak alias [2 x i32], [2 x i32]* @variable
@linkonce_odr = linkonce_odr alias [2 x i32], [2 x i32]* @variable
@weak_odr = weak_odr alias [2 x i32], [2 x i32]* @variable
@external = external alias [2 x i32], [2 x i32]* @variable
@dso_local = dso_local alias [2 x i32], [2 x i32]* @variable
@hidden = hidden alias [2 x i32], [2 x i32]* @variable
@protected = protected alias [2 x i32], [2 x i32]* @variable
@dllexport = dllexport alias [2 x i32], [2 x i32]* @variable
@unnamed_addr = unnamed_addr alias [2 x i32], [2 x i32]* @variable
@local_unnamed_addr = local_unnamed_addr alias [2 x i32], [2 x i32]* @variable
@thread_local = thread_local(localdynamic) alias i32, i32* @threaded
@element = alias i32, getelementptr ([2 x i32], [2 x i32]* @variable, i64 0, i64 1)
@cast = alias i8, bitcast ([2 x i32]* @variable to i8*)
@of.alias = alias i8, i8* @cast
@of.function = alias void (), void ()* @function
@0 = alias i32, i32* @element
@many = weak_odr dso_local hidden thread_local(localdynamic) unnamed_addr alias i32, i32* @threaded

define void @function() {
  ret void
}
