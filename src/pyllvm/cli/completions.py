"""``pyllvm completions SHELL``: the script that the installation has for a shell."""

from __future__ import annotations

import sys
from pathlib import Path

from pyllvm.cli.option_values import UsageError
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
