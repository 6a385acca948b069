"""The pictures of graphs: what notebooks show, and the SVG that graphviz draws.

Notebooks get Mermaid's text, which newer ones draw, and SVG where graphviz is installed.
"""

from __future__ import annotations

from collections.abc import Iterable

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.notation import Final

# Larger graphs are shown as text alone.
_MOST_NODES: Final = 400


def mime_bundle(shown: object, labels: list[str], edges: Iterable[tuple[int, int]]) -> dict[str, str]:
    """The result of `_repr_mimebundle_` for a graph: its texts by their types."""
    bundle = {"text/plain": repr(shown)}
    if not labels or len(labels) > _MOST_NODES:
        return bundle
    pairs = list(edges)
    mermaid = ["flowchart TD"]
    dot = ["digraph {", '  node [shape=box, fontname="monospace"];']
    for number, label in enumerate(labels):
        mermaid.append(f'  n{number}["{_escaped(label)}"]')
        text = label.replace("\\", "\\\\").replace('"', '\\"')
        dot.append(f'  n{number} [label="{text}"];')
    for source, target in pairs:
        mermaid.append(f"  n{source} --> n{target}")
        dot.append(f"  n{source} -> n{target};")
    bundle["text/vnd.mermaid"] = "\n".join(mermaid) + "\n"
    try:
        bundle["image/svg+xml"] = svg_of("\n".join([*dot, "}\n"]))
    except (PyllvmError, OSError):
        pass  # graphviz is not installed
    return bundle


def _escaped(label: str) -> str:
    return label.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;").replace("#", "&num;")


def svg_of(dot: str) -> str:
    """Return the SVG that `dot -Tsvg` makes of a graph. Raises PyllvmError if `dot` is not installed, or if it fails."""
    # Imported only here: most programs draw nothing.
    import shutil
    import subprocess

    program = shutil.which("dot")
    if program is None:
        error = Diagnostic("error", "SVG is drawn by graphviz's program 'dot', which is not installed")
        error.hint = "install graphviz, or use --html, --format=dot or --format=mermaid, which need no other program"
        raise PyllvmError(error)
    result = subprocess.run([program, "-Tsvg"], input=dot.encode("utf-8", "surrogateescape"), capture_output=True)
    if result.returncode:
        message = result.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise PyllvmError(Diagnostic("error", f"graphviz's program 'dot' failed: {message}"))
    return result.stdout.decode("utf-8", "replace")
