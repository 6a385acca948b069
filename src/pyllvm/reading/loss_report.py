"""The losses of modules on their way to an older LLVM, as a document for programs: `--report-losses`."""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.migrations.loss import DROPPED, Loss
from pyllvm.notation import TYPE_CHECKING, Sequence
from pyllvm.versions import FOREVER

if TYPE_CHECKING:
    from pyllvm.ir.global_values import GlobalValue
    from pyllvm.wishes import LossRow


def loss_rows(module: str, before: int, version: int, losses: Sequence[Loss]) -> list[LossRow]:
    """One row for each construct that the module of LLVM `before` loses in each of its functions, in the order of the losses.

    `kind` is "dropped" or "impossible", and `count` says how often. `grade` is "hint", "debug information" or "may change
    behavior" for what was dropped. `instruction` is the text of the first one as it was, and
    `place` its block and its number there, both counted from 1 where a block has no name. A loss outside of functions has the
    name of the global value as its place, or none. `since` and `until` are the releases that have the construct.
    """
    rows: dict[tuple[str, str, GlobalValue | None], LossRow] = {}
    counts: dict[tuple[str, str, GlobalValue | None], int] = {}
    for loss in losses:
        key = (loss.kind, loss.construct, loss.subject)
        row = rows.get(key)
        if row is None:
            is_function = isinstance(loss.subject, Function)
            row = rows[key] = {
                "kind": loss.kind,
                "grade": loss.grade if loss.kind == DROPPED else None,
                "construct": loss.construct,
                "since": loss.since if loss.since > 0 else None,
                "until": None if loss.until == FOREVER or loss.until < loss.since else loss.until,
                "count": 0,
                "function": loss.name if is_function else "",
                "instruction": loss.text,
                "place": loss.position or ("" if is_function else loss.name),
                "module": module,
                "from": before,
                "to": version,
            }
        counts[key] = counts.get(key, 0) + 1
        row["count"] = counts[key]
    return list(rows.values())
