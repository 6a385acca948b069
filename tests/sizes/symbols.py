"""Modules that contain one thing n times, as LLVM 19's text: functions, variables, aliases, names of n bytes."""

from __future__ import annotations

from tests.sizes.text import function, joined


def functions(n: int) -> str:
    return joined([f"define i32 @f{at}(i32 %a) {{\n  %x = add i32 %a, {at}\n  ret i32 %x\n}}" for at in range(n)])


def declarations(n: int) -> str:
    return joined([f"declare void @f{at}(i32)" for at in range(n)])


def global_variables(n: int) -> str:
    return joined([f"@g{at} = global i32 {at}" for at in range(n)])


def unnamed_variables(n: int) -> str:
    return joined([f"@{at} = private constant i64 {at}" for at in range(n)])


def references(n: int) -> str:
    """Variables that refer to the one after them."""
    return joined([*[f"@g{at} = global ptr @g{at + 1}" for at in range(n)], f"@g{n} = global ptr null"])


def alias_chain(n: int) -> str:
    return joined(
        ["@g = global i32 0", "@a0 = alias i32, ptr @g", *[f"@a{at} = alias i32, ptr @a{at - 1}" for at in range(1, n)]]
    )


def alias_chain_backwards(n: int) -> str:
    return joined(
        [*[f"@a{at} = alias i32, ptr @a{at + 1}" for at in range(n)], f"@a{n} = alias i32, ptr @g", "@g = global i32 0"]
    )


def aliases_of_one(n: int) -> str:
    return joined(["@g = global i32 0", *[f"@a{at} = alias i32, ptr @g" for at in range(n)]])


def comdats(n: int) -> str:
    return joined([*[f"$c{at} = comdat any" for at in range(n)], *[f"@c{at} = global i32 0, comdat" for at in range(n)]])


def sections(n: int) -> str:
    return joined([f'@g{at} = global i32 0, section "s{at}"' for at in range(n)])


def module_assembly(n: int) -> str:
    return joined([f'module asm "nop ; {at}"' for at in range(n)])


def attributes_of_one_function(n: int) -> str:
    return "declare void @f() #0\nattributes #0 = { " + " ".join([f'"k{at}"="v{at}"' for at in range(n)]) + " }\n"


def attribute_groups(n: int) -> str:
    return joined(
        [
            *[f"declare void @f{at}() #{at}" for at in range(n)],
            *[f'attributes #{at} = {{ nounwind "k"="{at}" }}' for at in range(n)],
        ]
    )


def name_of_variable(n: int) -> str:
    return f"@{'n' * n} = global i32 0\n@p = global ptr @{'n' * n}\n"


def name_of_quotes(n: int) -> str:
    """Each byte of the name is printed as an escape."""
    return '@"' + "\\22" * (n // 3) + '" = global i32 0\n'


def names_of_locals(n: int) -> str:
    """LLVM takes no more than 1,024 bytes for each."""
    names = [f"%{'n' * 1000}{at}" for at in range(n // 1000)]
    return function([line for name in names for line in (f"  {name} = add i32 %a, 1", f"  add i32 {name}, 1")])


def name_of_type(n: int) -> str:
    return f"%{'n' * n} = type {{ i32 }}\n@g = global %{'n' * n} zeroinitializer\n"


def metadata_string(n: int) -> str:
    return f'!named = !{{!0}}\n!0 = !{{!"{"n" * n}"}}\n'


def source_name(n: int) -> str:
    return f'source_filename = "{"n" * n}"\n@g = global i32 0\n'


def comment(n: int) -> str:
    return f"; {'c' * n}\n@g = global i32 0\n"


def comments(n: int) -> str:
    return "; a line\n" * n + "@g = global i32 0\n"


def one_long_line(n: int) -> str:
    return " ".join([f"@g{at} = global i32 {at}" for at in range(n)])


def table_of_functions(n: int) -> str:
    """A variable that refers to functions after it."""
    table = ", ".join([f"ptr @f{at}" for at in range(n)])
    return f"@t = global [{n} x ptr] [{table}]\n" + functions(n)


def used_list(n: int) -> str:
    names = ", ".join([f"ptr @g{at}" for at in range(n)])
    return global_variables(n) + f'@llvm.used = appending global [{n} x ptr] [{names}], section "llvm.metadata"\n'
