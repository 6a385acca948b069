"""The instances of templates and generic functions are summed up under one name."""

from __future__ import annotations

from pyllvm.analyzer.sizes import GlobalSize
from pyllvm.library.generic_functions import generic_functions, generic_name
from rows import each_row


@each_row(
    ("name", "expected"),
    [
        ("int max<int>(int, int)", "max<…>"),
        ("std::vector<int, std::allocator<int>>::push_back(int const&)", "std::vector<…>::push_back"),
        ("void (anonymous namespace)::f<int>(int)", "(anonymous namespace)::f<…>"),
        ("unsigned long std::__1::max<unsigned long>(unsigned long)", "std::__1::max<…>"),
        ("void std::sort<int*, bool (*)(int, int)>(int*, int*, bool (*)(int, int))", "std::sort<…>"),
        ("A<int>::operator bool() const", "A<…>::operator bool"),
        ("A<int>::operator->() const", "A<…>::operator->"),
        ("A<int>::operator new(unsigned long)", "A<…>::operator new"),
        ("std::ostream& std::operator<< <std::char_traits<char>>(std::ostream&, char const*)", "std::operator<< <…>"),
        ("A::operator()<int>(int)", "A::operator()<…>"),
        ("core::ptr::drop_in_place<alloc::string::String>", "core::ptr::drop_in_place<…>"),
        ("<a::Vec<T,A> as core::ops::Drop>::drop", "<a::Vec<…> as core::ops::Drop>::drop"),
        ("r::generic::h0123456789abcdef", "r::generic"),
        (
            "_$LT$alloc..vec..Vec$LT$T$C$A$GT$$u20$as$u20$core..ops..Drop$GT$::drop::h0123456789abcdef",
            "<alloc::vec::Vec<…> as core::ops::Drop>::drop",
        ),
        ("r::generic::<fn(u8) -> bool>", "r::generic::<…>"),
        # These are not generic, or cannot be told apart.
        ("main", "main"),
        ("foo(int)", "foo(int)"),
        ("operator<(A const&, A const&)", "operator<(A const&, A const&)"),
        ("<r::S as r::T>::f", "<r::S as r::T>::f"),
        ("f<(a > b)>()", "f<(a > b)>()"),
    ],
)
def test_names(name: str, expected: str) -> None:
    assert generic_name(name) == expected


def sized(name: str, bits: int) -> GlobalSize:
    made = GlobalSize("function", bits)
    made.name = name
    return made


def test_sums() -> None:
    functions = [sized("f<int>()", 20), sized("g<int>()", 25), sized("f<char>()", 30), sized("main", 90)]
    found = generic_functions(functions, str)
    assert [(one.name, one.copies, one.bits) for one in found] == [("f<…>", 2, 50), ("g<…>", 1, 25)]
