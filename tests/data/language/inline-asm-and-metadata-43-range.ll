; 'range' Metadata: on loads, a call and an invoke, with one range and with two.
define i8 @f(i8* %x, i8* %y) personality i32 (...)* @personality {
  %a = load i8, i8* %x, align 1, !range !0
  %b = load i8, i8* %y, align 1, !range !1
  %c = call i8 @foo(), !range !2
  %d = invoke i8 @bar() to label %cont
         unwind label %lpad, !range !3

cont:
  ret i8 %d

lpad:
  %landed = landingpad { i8*, i32 }
      filter [1 x i8*] zeroinitializer
  resume { i8*, i32 } %landed
}

declare i8 @foo()
declare i8 @bar()
declare i32 @personality(...)

!0 = !{ i8 0, i8 2 }
!1 = !{ i8 255, i8 2 }
!2 = !{ i8 0, i8 2, i8 3, i8 6 }
!3 = !{ i8 -2, i8 0, i8 3, i8 6 }
