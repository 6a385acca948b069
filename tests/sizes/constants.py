"""Types and constants of n parts, or nested n deep, as LLVM 19's text."""

from __future__ import annotations

from tests.sizes.text import function, joined


def named_types(n: int) -> str:
    return joined(
        [
            *[f"%t{at} = type {{ i32, [{at} x i8] }}" for at in range(n)],
            *[f"@g{at} = global %t{at} zeroinitializer" for at in range(n)],
        ]
    )


def named_types_in_one_another(n: int) -> str:
    return joined(
        ["%t0 = type { i32 }", *[f"%t{at} = type {{ %t{at - 1}, i32 }}" for at in range(1, n)], f"@g = external global %t{n - 1}"]
    )


def nested_types(n: int) -> str:
    return f"@g = external global {'{ ' * n}i32{' }' * n}\n"


def nested_arrays(n: int) -> str:
    return f"@g = external global {'[1 x ' * n}i32{']' * n}\n"


def members_of_a_type(n: int) -> str:
    return f"@g = external global {{ {', '.join(['i32', 'ptr'] * (n // 2))} }}\n"


def parameters_of_a_type(n: int) -> str:
    return f"declare void @f({', '.join(['i32', 'ptr'] * (n // 2))})\n"


def array_elements(n: int) -> str:
    return f"@g = global [{n} x i32] [{', '.join([f'i32 {at}' for at in range(n)])}]\n"


def array_of_pointers(n: int) -> str:
    return f"@x = global i32 0\n@g = global [{n} x ptr] [{', '.join(['ptr @x'] * n)}]\n"


def struct_elements(n: int) -> str:
    types = ", ".join(["i32", "i64"] * (n // 2))
    return f"@g = global {{ {types} }} {{ {', '.join([f'i32 {at}, i64 {at}' for at in range(n // 2)])} }}\n"


def vector_elements(n: int) -> str:
    return f"@g = global <{n} x i32> <{', '.join([f'i32 {at}' for at in range(n)])}>\n"


def string_constant(n: int) -> str:
    return f'@g = constant [{n} x i8] c"{"s" * n}"\n'


def wide_decimal_integer(n: int) -> str:
    return f"@g = global i8388608 {'7' * n}\n"


def wide_hexadecimal_integer(n: int) -> str:
    return f"@g = global i8388608 u0x{'7a' * (n // 2)}\n"


def nested_constants(n: int) -> str:
    types = [f"%t{at} = type {{ i8, %t{at - 1} }}" for at in range(1, n)]
    value = "".join([f"%t{at} {{ i8 1, " for at in reversed(range(1, n))]) + "%t0 { i32 5 }" + " }" * (n - 1)
    return joined(["%t0 = type { i32 }", *types]) + f"@g = global {value}\n"


def nested_expressions(n: int) -> str:
    return f"@x = global i32 0\n@g = global ptr {'getelementptr (i8, ptr ' * n}@x{', i64 1)' * n}\n"


def constants(n: int) -> str:
    return function([f"  store i64 {at * 977}, ptr null\n  store double {at}.5, ptr null" for at in range(n)])


def constant_expressions(n: int) -> str:
    return "@x = global i32 0\n" + joined(
        [f"@g{at} = global i64 ptrtoint (ptr getelementptr (i8, ptr @x, i64 {at}) to i64)" for at in range(n)]
    )
