"""LLVM's command-line habits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pyllvm.cli.arguments import REFUSED, HelpRequested, VersionRequested, parse_arguments
from pyllvm.cli.command import LLVMCommand
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.options import choice, flag, inputs, number, one_input, value, values
from pyllvm.cli.shared_options import OutputOptions, when


class OneInput(OutputOptions):
    dump: bool = flag("dump", "Dump")
    order: bool = flag("order", "Keep the order", default=True)
    check_hash: str | None = value("check-hash", "string", "Hash")
    passes: list[str] = values("pass", "name", "Passes")
    limit: int = number("limit", "N", "Limit", default=20)
    jobs: int = number("j", "N", "Jobs", default=1)
    form: str = choice("form", ("text", "json"), "Form", default="text")
    color: str = when("color", "Colors")
    file: str = one_input("input")


class SeveralInputs(OneInput):
    file: str = ""
    files: list[str] = inputs("input")


def make_command(*, several: bool = True) -> LLVMCommand:
    return LLVMCommand("tool", SeveralInputs if several else OneInput, lambda options: 0, "a tool")


def parsed(*words: str, several: bool = True) -> dict[str, Any]:
    return dict(vars(parse_arguments(make_command(several=several), words)))


def complaint(*words: str, several: bool = True) -> tuple[str, ...]:
    with pytest.raises(UsageError) as caught:
        parse_arguments(make_command(several=several), words)
    return caught.value.lines


def test_defaults() -> None:
    assert parsed() == {
        "output": None,
        "force": False,
        "dump": False,
        "order": True,
        "check_hash": None,
        "passes": [],
        "limit": 20,
        "jobs": 1,
        "form": "text",
        "color": "auto",
        "files": ["-"],
    }


@pytest.mark.parametrize("word", ["-dump", "--dump", "-dump=true", "--dump=1", "-dump=TRUE", "--dump=True"])
def test_flags_take_one_dash_or_two(word: str) -> None:
    assert parsed(word)["dump"] is True


@pytest.mark.parametrize("word", ["-order=false", "--order=0", "-order=FALSE", "--order=False"])
def test_flags_are_switched_off(word: str) -> None:
    assert parsed(word)["order"] is False


@pytest.mark.parametrize(
    "words", [("-o", "x"), ("-o=x",), ("--o", "x"), ("--o=x",)], ids=["next", "equals", "two dashes", "both"]
)
def test_values_by_equals_or_next_word(words: tuple[str, ...]) -> None:
    assert parsed(*words)["output"] == "x"
    assert parsed(*words)["files"] == ["-"]


def test_a_value_may_begin_with_a_dash_or_hold_an_equals_sign() -> None:
    assert parsed("-o", "-")["output"] == "-"
    assert parsed("-check-hash=a=b")["check_hash"] == "a=b"


def test_inputs_and_options_mix() -> None:
    assert parsed("a", "-dump", "-", "b")["files"] == ["a", "-", "b"]
    assert parsed("--", "-dump")["files"] == ["-dump"]


def test_options_that_repeat() -> None:
    assert parsed("-pass=a", "--pass", "b")["passes"] == ["a", "b"]


def test_the_last_of_an_option_counts() -> None:
    assert parsed("-o", "a", "-o", "b")["output"] == "b"
    assert parsed("-o", "a", "-o=")["output"] == ""
    assert parsed("-dump", "-dump")["dump"] is True
    assert parsed("-dump", "-dump=false")["dump"] is False
    assert parsed("-limit=1", "--limit", "2")["limit"] == 2
    assert parsed("--form=text", "--form=json")["form"] == "json"
    assert parsed("--color=never", "--color")["color"] == "always"


def test_each_value_of_an_option_given_twice_is_checked() -> None:
    assert complaint("-limit=many", "-limit=2") == ("for the --limit option: 'many' value invalid for uint argument!",)


def test_numbers_and_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parsed("-limit=0x10", "--form", "json")["limit"] == 16
    assert complaint("-limit=many") == ("for the --limit option: 'many' value invalid for uint argument!",)
    for large in ("-1", "4294967296", "0x" + "f" * 5000, "9" * 5000):
        assert complaint(f"-limit={large}") == (f"for the --limit option: '{large}' value invalid for uint argument!",)
    first = "for the --form option: Cannot find option named 'xml'!"
    assert complaint("-form=xml")[0] == first
    assert complaint("-form=xml")[1].startswith("The words are ")
    assert complaint("-form=jso")[1].startswith("Did you mean 'json'? The words are ")
    monkeypatch.setenv("PYLLVM_DIAGNOSTICS", "llvm")
    assert complaint("-form=xml") == (first,)


@pytest.mark.parametrize(
    ("word", "expected"),
    [("--color", "always"), ("-color=never", "never"), ("--color=true", "always"), ("--color=0", "never")],
)
def test_color_also_reads_as_llvms_flag(word: str, expected: str) -> None:
    assert parsed(word, "file")["color"] == expected
    assert parsed(word, "file")["files"] == ["file"]


def test_complaints_are_llvms() -> None:
    assert complaint("-dunp") == (
        "Unknown command line argument '-dunp'.  Try: 'pyllvm-tool --help'",
        "Did you mean '--dump'?",
    )
    assert complaint("--check-hush=12")[1] == "Did you mean '--check-hash=12'?"
    for word in ("-mtriple=x86_64", "-W", "--functions=main", "-strip-debug"):
        assert complaint(word) == (f"Unknown command line argument '{word}'.  Try: 'pyllvm-tool --help'",)
    assert complaint("-f=maybe") == ("for the -f option: 'maybe' is invalid value for boolean argument! Try 0 or 1",)
    assert complaint("-o") == ("for the -o option: requires a value!",)
    assert complaint("a", "b", several=False) == (
        "Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: pyllvm-tool --help",
    )
    assert len(complaint("a", "b", "-limit=x", several=False)) == 2


def test_flags_of_one_letter_share_a_dash() -> None:
    assert parsed("-ff")["force"] is True
    assert parsed("-fo", "x")["output"] == "x"
    assert parsed("--fo=x", "y")["output"] == "x"
    assert complaint("-of")[0] == "for the -o option: may not occur within a group!"
    assert complaint("-fx")[0] == "Unknown command line argument '-fx'.  Try: 'pyllvm-tool --help'"


def test_numbers_follow_their_letter() -> None:
    assert parsed("-j4", "x")["jobs"] == 4
    assert parsed("-j", "4")["jobs"] == 4
    assert complaint("-j4x")[0] == "for the -j option: may not occur within a group!"


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_is_refused_says_why(name: str) -> None:
    assert complaint(f"-{name}", "a") == (f"for the --{name} option: not supported; {REFUSED[name]}",)


def test_every_complaint_is_made_at_once() -> None:
    assert len(complaint("-f=maybe", "-limit=x", "-o")) == 3


def test_one_input_or_standard_input() -> None:
    assert parsed("x", several=False)["file"] == "x"
    assert parsed(several=False)["file"] == "-"


@pytest.mark.parametrize("word", ["-help", "--help", "-h", "--help-hidden"])
def test_help(word: str) -> None:
    with pytest.raises(HelpRequested):
        parsed("file", word)


def test_version() -> None:
    with pytest.raises(VersionRequested):
        parsed("--version")


def test_response_files(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.write_text("-limit 7")
    outer = tmp_path / "outer"
    outer.write_text(f"'a file' -dump\n'@{inner}'")
    values = parsed(f"@{outer}", "last")
    assert (values["files"], values["dump"], values["limit"]) == (["a file", "last"], True, 7)
    assert parsed("@nothing")["files"] == ["@nothing"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('a\\ b "c \'d" e', ["a b", "c 'd", "e"]),
        ("'a \\'b' c # d", ["a 'b", "c", "#", "d"]),
        ("'' \"never closed", ["never closed"]),
        ("  \n", ["-"]),
    ],
)
def test_words_of_response_files(tmp_path: Path, text: str, words: list[str]) -> None:
    # As LLVM's tokenizer of GNU command lines: an empty word is none, and a quote ends with the file.
    file = tmp_path / "words"
    file.write_text(text)
    assert parsed(f"@{file}")["files"] == words
