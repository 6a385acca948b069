; What LLVM's own Lint finds: a function for each finding, the message behind "LINT:"; in the text of LLVM 19.
@constant = constant i32 7
@variable = global [4 x i32] zeroinitializer, align 4
@weak = weak global i32 0

declare void @callee(i32)
declare fastcc void @fast()
declare void @unaliased(ptr noalias, ptr)
declare void @struct(ptr sret([4 x i32]))
declare void @llvm.va_start(ptr)
declare void @llvm.va_copy(ptr, ptr)
declare void @variadic(i32, ...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; LINT: Undefined behavior: Null pointer dereference
define i32 @load_null() {
  %v = load i32, ptr null
  ret i32 %v
}

; LINT: Undefined behavior: Null pointer dereference
define void @store_near_null() {
  %p = getelementptr i8, ptr null, i64 16
  store i8 0, ptr %p
  ret void
}

; LINT: Undefined behavior: Undef pointer dereference
define void @store_undef() {
  store i32 1, ptr undef
  ret void
}

; LINT: Undefined behavior: Null pointer dereference
define void @call_null() {
  call void null()
  ret void
}

; LINT: Unusual: All-ones pointer dereference
define i32 @load_all_ones() {
  %v = load i32, ptr inttoptr (i64 -1 to ptr)
  ret i32 %v
}

; LINT: Undefined behavior: Write to read-only memory
define void @store_constant() {
  store i32 1, ptr @constant
  ret void
}

; LINT: Undefined behavior: Write to text section
define void @store_function() {
  store i32 1, ptr @callee
  ret void
}

; LINT: Unusual: Load from function body
define i32 @load_function() {
  %v = load i32, ptr @callee
  ret i32 %v
}

; LINT: Undefined behavior: Buffer overflow
define i32 @past_the_end() {
  %p = getelementptr [4 x i32], ptr @variable, i64 0, i64 4
  %v = load i32, ptr %p
  ret i32 %v
}

; LINT: Undefined behavior: Buffer overflow
define void @before_the_beginning() {
  %a = alloca i64
  %p = getelementptr i8, ptr %a, i64 -1
  store i8 0, ptr %p
  ret void
}

; LINT: Undefined behavior: Memory reference address is misaligned
define i32 @misaligned() {
  %v = load i32, ptr @variable, align 16
  ret i32 %v
}

; LINT: Undefined behavior: Caller and callee calling convention differ
define void @wrong_convention() {
  call void @fast()
  ret void
}

; LINT: Undefined behavior: Call argument count mismatches callee argument count
define void @too_few_arguments() {
  call void @callee()
  ret void
}

; LINT: Undefined behavior: Call argument type mismatches callee parameter type
define void @wrong_argument() {
  call void @callee(float 1.0)
  ret void
}

; LINT: Undefined behavior: Call return type mismatches callee return type
define i32 @wrong_result() {
  %v = call i32 @callee(i32 1)
  ret i32 %v
}

; LINT: Unusual: noalias argument aliases another argument
define void @aliased(ptr %p) {
  call void @unaliased(ptr %p, ptr %p)
  ret void
}

; LINT: Undefined behavior: Call with "tail" keyword references alloca
define void @tail(ptr %p) {
  %a = alloca i32
  tail call void @unaliased(ptr %a, ptr %p)
  ret void
}

; LINT: Undefined behavior: memcpy source and destination overlap
define void @copy(ptr %p) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 4, i1 false)
  ret void
}

; LINT: Undefined behavior: Buffer overflow
define void @copy_too_much(ptr %p) {
  call void @llvm.memcpy.p0.p0.i64(ptr @variable, ptr %p, i64 17, i1 false)
  ret void
}

; LINT: Undefined behavior: Division by zero
define i32 @division(i32 %x) {
  %v = sdiv i32 %x, 0
  ret i32 %v
}

; LINT: Undefined behavior: Division by zero
define <2 x i32> @vector_division(<2 x i32> %x) {
  %v = urem <2 x i32> %x, <i32 1, i32 0>
  ret <2 x i32> %v
}

; LINT: Undefined result: Shift count out of range
define i32 @shift(i32 %x) {
  %v = shl i32 %x, 32
  ret i32 %v
}

; LINT: Undefined result: xor(undef, undef)
define i32 @both_undefined() {
  %v = xor i32 undef, undef
  ret i32 %v
}

; LINT: Undefined result: extractelement index out of range
define i32 @extract(<4 x i32> %x) {
  %v = extractelement <4 x i32> %x, i32 4
  ret i32 %v
}

; LINT: Undefined result: insertelement index out of range
define <4 x i32> @insert(<4 x i32> %x) {
  %v = insertelement <4 x i32> %x, i32 0, i32 7
  ret <4 x i32> %v
}

; LINT: Unusual: Return statement in function with noreturn attribute
define void @returns() noreturn {
  ret void
}

; LINT: Unusual: Returning alloca value
define ptr @returns_frame() {
  %a = alloca i32
  ret ptr %a
}

; LINT: Pessimization: Static alloca outside of entry block
define void @late_alloca() {
  br label %next

next:
  %a = alloca i32
  store i32 0, ptr %a
  ret void
}

; LINT: Unusual: unreachable immediately preceded by instruction without side effects
define void @stops(i32 %x) {
  %y = add i32 %x, 1
  unreachable
}

; LINT: Undefined behavior: indirectbr with no destinations
define void @nowhere(ptr %p) {
  indirectbr ptr %p, []
}

; LINT: Undefined behavior: Buffer overflow
define void @returned_struct() {
  %a = alloca i32
  call void @struct(ptr sret([4 x i32]) %a)
  ret void
}

; LINT: Undefined behavior: Null pointer dereference
define void @start(...) {
  call void @llvm.va_start(ptr null)
  ret void
}

; LINT: Undefined behavior: Undef pointer dereference
define void @copy_list(ptr %p) {
  call void @llvm.va_copy(ptr %p, ptr undef)
  ret void
}

; Nothing is wrong with any of the others.
define void @sound(ptr %p, i32 %x, <4 x i32> %v) {
  %a = alloca [4 x i32], align 16
  %last = getelementptr [4 x i32], ptr %a, i64 0, i64 3
  store i32 0, ptr %last, align 4
  store i32 1, ptr @weak, align 4
  %q = sdiv i32 %x, 3
  %s = shl i32 %x, 31
  %e = extractelement <4 x i32> %v, i32 3
  call void @callee(i32 %e)
  call fastcc void @fast()
  call void (i32, ...) @variadic(i32 1, i32 2)
  call void @unaliased(ptr %p, ptr %a)
  call void @llvm.memcpy.p0.p0.i64(ptr @variable, ptr %p, i64 16, i1 false)
  store volatile i32 0, ptr %p
  unreachable
}
