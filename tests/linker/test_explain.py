"""Where each symbol of a result comes from, told for a link of files and of an archive's members."""

from __future__ import annotations

from pyllvm.assembly import parse_assembly
from pyllvm.linker import Linker, decisions, explain
from rows import each_row

INPUTS = {
    "one.ll": """
@common = common global i32 0
@external = external global i32
@list = appending global [1 x i32] [i32 1]
@local = internal global i32 1
@nowhere = external global i32
@other = weak global i32 1
@uses = global [3 x ptr] [ptr @local, ptr @nowhere, ptr @external]
@weak = weak hidden constant i32 1
define linkonce void @dropped() {
  ret void
}
""",
    "two.ll": """
@common = common global i64 0
@external = external global i32
@list = appending global [1 x i32] [i32 2]
@local = internal global i32 2
@other = linkonce global i32 2
@uses.2 = global [2 x ptr] [ptr @local, ptr @external]
@weak = constant i32 2
define linkonce void @dropped() {
  ret void
}
""",
    "three.ll": """
@external = global i32 3
@weak = weak constant i32 3
@zero.5 = internal global i32 1
@z = alias i32, ptr @zero.5
""",
}
MAP = """\
@common: common variable, from two.ll
  two.ll rather than one.ll: both are common, and it is larger
@external: external variable, from three.ll
  three.ll rather than one.ll: it is a definition, the other a declaration
@list: appending variable, from two.ll
  two.ll rather than one.ll: appending linkage: the elements of both are joined
@local: internal variable, from one.ll
@local.4: internal variable, from two.ll, where its name is @local
@nowhere: variable, declared in one.ll, defined nowhere
@other: weak variable, from one.ll
  one.ll rather than two.ll: both may be replaced, and it came first
@uses: external variable, from one.ll
@uses.2: external variable, from two.ll
@weak: external variable, from two.ll
  two.ll rather than one.ll: the other's linkage lets it be replaced
  two.ll rather than three.ll: the other's linkage lets it be replaced
@z: external alias, from three.ll
@zero.5: internal variable, from three.ll
@dropped: not in the result
  the one in one.ll was left out: nothing that was linked uses it
  the one in two.ll was left out: nothing that was linked uses it
"""


# Two modules, and the decision about `@x`: the module that wins, why, the linkage that it has.
USED = "\n@u{} = global ptr @x"
DECIDED = [
    ("@x = appending global [1 x i8] c'a'", "@x = appending global [1 x i8] c'b'", ("m1", decisions.APPENDS, "appending")),
    ("@x = external global i8" + USED.format(0), "@x = global i8 1", ("m1", decisions.DEFINES, "external")),
    ("@x = common global i32 0", "@x = common global i64 0", ("m1", decisions.LARGER_COMMON, "common")),
    ("@x = common global i64 0", "@x = common global i32 0", ("m0", decisions.FIRST_COMMON, "common")),
    ("@x = weak global i32 1", "@x = global i32 2", ("m1", decisions.STRONGER, "external")),
    ("@x = global i32 1", "@x = weak global i32 2", ("m0", decisions.STRONGER, "external")),
    ("@x = weak global i32 1", "@x = weak global i32 2", ("m0", decisions.FIRST_WEAK, "weak")),
    ("@x = linkonce global i32 1" + USED.format(0), "@x = weak global i32 2", ("m1", decisions.WEAK_OVER_LINK_ONCE, "weak")),
    (
        "$x = comdat any\n@x = global i32 1, comdat",
        "$x = comdat any\n@x = global i32 2, comdat",
        ("m0", decisions.COMDAT_FIRST, "external"),
    ),
]


def decided(first: str, second: str, override: bool = False, first_wins: bool = False) -> list[tuple[str, ...]]:
    """The decisions of a link of two modules."""
    linker = Linker(19, report=lambda diagnostic: None)
    if first_wins:
        linker.let_first_definition_win()
    for number, text in enumerate((first, second)):
        module = parse_assembly(text.replace("'", '"').encode(), f"m{number}", llvm_version=19, context=linker.context)
        linker.link_in(module, override=override and number == 1)
    linker.finish()
    return [(one.symbol, one.winner, one.loser, one.reason, one.linkage) for one in linker.decisions]


@each_row(("first", "second", "expected"), DECIDED)
def test_each_decision_is_recorded(first: str, second: str, expected: tuple[str, str, str]) -> None:
    winner, reason, linkage = expected
    assert decided(first, second) == [("x", winner, "m0" if winner == "m1" else "m1", reason, linkage)]


def test_a_decision_that_is_made_for_each_member_of_a_comdat_is_told_once() -> None:
    first = "@m = weak global i32 0\n"
    second = "$c = comdat any\n" + "".join(f"@{name} = global i32 1, comdat($c)\n" for name in "abd")
    second += "@m = linkonce global i32 3, comdat($c)\n"
    assert len(decided(first, second)) > 1
    told = history_of({"one.ll": first, "two.ll": second}).explanation("m")
    assert told == f"@m: weak variable, from one.ll\n  one.ll rather than two.ll: {decisions.FIRST_WEAK}\n"


def test_options_decide() -> None:
    both = "@x = global i32 1", "@x = global i32 2"
    assert decided(*both, override=True) == [("x", "m1", "m0", decisions.OVERRIDES, "external")]
    assert decided(*both, first_wins=True) == [("x", "m0", "m1", decisions.FIRST_DEFINITION, "external")]


def history_of(inputs: dict[str, str], archive: str = "") -> explain.History:
    """The history of a link of these texts, directly or as members of an archive."""
    linker = Linker(19)
    history = explain.History(linker)
    inner = Linker(19) if archive else linker
    members = explain.History(inner) if archive else history
    for name, text in inputs.items():
        module = parse_assembly(text.encode(), name, llvm_version=19, context=inner.context)
        members.begin(module)
        inner.link_in(module)
        members.add(f"{archive}({name})" if archive else name)
    if archive:
        module = inner.finish()
        history.begin(module)
        linker.link_in(module)
        history.add(archive, members)
    return history


def test_the_map_names_the_origin_and_each_choice() -> None:
    assert history_of(INPUTS).map_text() == MAP


def test_the_map_of_an_archive_names_its_members() -> None:
    expected = MAP.replace(", where its name is @local", "")
    for name in INPUTS:
        expected = expected.replace(name, f"lib.a({name})")
    assert history_of(INPUTS, "lib.a").map_text() == expected


def test_explanations_are_parts_of_the_map() -> None:
    history = history_of(INPUTS)
    names = [line[1:].split(":")[0] for line in MAP.splitlines() if line.startswith("@")]
    assert "".join(history.explanation(name) for name in names) == MAP
    assert history.explanation("nobody") == ""


def test_the_document_has_the_same() -> None:
    document = history_of(INPUTS).map_document()
    symbols = {row["name"]: row for row in document["symbols"]}  # type: ignore[attr-defined]
    assert list(symbols) == sorted(symbols)
    assert symbols["local.4"] == {
        "name": "local.4", "kind": "variable", "linkage": "internal", "is_definition": True, "from": "two.ll",
        "name_there": "local", "choices": [],
    }  # fmt: skip
    assert [name for name, row in symbols.items() if not row["is_definition"]] == ["nowhere"]
    assert symbols["external"]["choices"] == [{"taken": "three.ll", "left": "one.ll", "reason": decisions.DEFINES}]
    choices = [{"taken": None, "left": name, "reason": decisions.NOT_NEEDED} for name in ("one.ll", "two.ll")]
    assert document["left_out"] == [{"name": "dropped", "from": None, "choices": choices}]
