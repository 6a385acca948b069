; A constant before the function names a block first. `start` and `yes` have the same place in LLVM's table of names.
@g = global ptr blockaddress(@f, %yes)

define void @f() {
start:
  br label %yes

yes:
  ret void
}
