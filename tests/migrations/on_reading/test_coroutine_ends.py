"""The ends of coroutines that returned an i1, as LLVM 24 reads them."""

from __future__ import annotations

from pyllvm import parse_assembly

TEXT = """define i1 @f(ptr %h, i1 %u) presplitcoroutine {
  %a = call i1 @llvm.coro.end(ptr %h, i1 %u)
  %b = call i1 (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 %u)
  ret i1 %a
}

declare i1 @llvm.coro.end(ptr, i1)

declare i1 @llvm.coro.end.async(ptr, i1, ...)
"""
UPGRADED = """  call void @llvm.coro.end(ptr %h, i1 %u, token none)
  %1 = call i1 @llvm.coro.is_in_ramp()
  %2 = xor i1 %1, true
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 %u)
  ret i1 %2
}
"""


def test_the_result_is_asked_for_where_it_is_used() -> None:
    assert UPGRADED in str(parse_assembly(TEXT, llvm_version=24))
