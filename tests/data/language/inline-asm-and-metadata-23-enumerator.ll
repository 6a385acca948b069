; DIEnumerator: a value twice, a negative one, and the largest with and without a sign.
!values = !{!0, !1, !2, !3, !4, !5}
!0 = !DIEnumerator(name: "SixKind", value: 7)
!1 = !DIEnumerator(name: "SevenKind", value: 7)
!2 = !DIEnumerator(name: "NegEightKind", value: -8)
!3 = !DIEnumerator(name: "Least", value: -9223372036854775808)
!4 = !DIEnumerator(name: "Greatest", value: 9223372036854775807)
!5 = !DIEnumerator(name: "Unsigned", value: 18446744073709551615, isUnsigned: true)
