; versions: 14
define void @f(i32 %n) {
  callbr void asm "", "X"(ptr blockaddress(@f, %two)) to label %one [label %two]
one:
  callbr void asm "", ""() to label %three [label %two]
three:
  callbr void asm "", "X,X"(ptr blockaddress(@f, %two), ptr blockaddress(@f, %two)) to label %two [label %two]
two:
  ret void
}
