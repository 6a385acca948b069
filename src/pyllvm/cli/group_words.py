"""The words of ``pyllvm`` that print a text: ``explain RULE`` and ``completions SHELL``."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import fill

from pyllvm.cli.arguments import edit_distance
from pyllvm.cli.option_values import UsageError
from pyllvm.findings.explanations import SYNTAX, list_of_rules, texts_about_message, texts_of_rules
from pyllvm.notation import Final

# The folder in `share` of the environment, and the files of the script.
_FILES: Final = {
    "bash": ("bash-completion/completions", "pyllvm"),
    "fish": ("fish/vendor_completions.d", "pyllvm*.fish"),
    "zsh": ("zsh/site-functions", "_pyllvm"),
}
_USE: Final = {
    "bash": "source <(pyllvm completions bash)",
    "fish": "pyllvm completions fish | source",
    "zsh": "pyllvm completions zsh > ~/.zfunc/_pyllvm, in a folder of $fpath",
}
_MOST_NEAR: Final = 5


def completions(shells: list[str]) -> str:
    """The script for a shell. UsageError for another shell, or if pyllvm was installed without its scripts."""
    if len(shells) != 1 or shells[0] not in _FILES:
        uses = [f"For {shell}: {use}" for shell, use in _USE.items()]
        raise UsageError(f"Completions are for one of {', '.join(_FILES)}", *uses)
    folder, pattern = _FILES[shells[0]]
    files = sorted(Path(sys.prefix, "share", folder).glob(pattern))
    if not files:
        raise UsageError(
            f"This installation of pyllvm has no completions for {shells[0]}", "The folder 'completions' of the source has"
        )
    return "".join(file.read_text(encoding="utf-8") for file in files)


def explanation(name: str) -> str:
    """The text about a rule or a mistake; UsageError with the nearest names if there is none with this name."""
    found = [text for rule, text in texts_of_rules() if name in (rule, rule.removeprefix(SYNTAX))] or texts_about_message(name)
    if not found:
        names = list(dict.fromkeys(rule for rule, _ in texts_of_rules()))
        nearest = sorted(names, key=lambda one: (name not in one, edit_distance(name, one.removeprefix(SYNTAX))))[:_MOST_NEAR]
        raise UsageError(
            f"There is no rule named '{name}'", f"The nearest names are {', '.join(nearest)}", "'pyllvm explain' lists all rules"
        )
    return _wrapped("\n".join(found))


def _wrapped(text: str) -> str:
    """The text in lines of at most 80 columns; what a line of a list goes on with is indented."""
    return "\n".join(
        fill(line, 80, subsequent_indent="    " * line.startswith(" "), break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )


def all_rules() -> str:
    """Every rule in a line, in groups."""
    return _wrapped(list_of_rules())
