"""pyllvm as it would be if it knew only LLVM 22, or another older one: ``python tests/knowing.py 22 dis new.bc -o -``.

Tables lose the rows of newer LLVMs before anything else is imported. This works for plain Python only.
"""

from __future__ import annotations

import sys


def forget(last: int) -> None:
    """Make pyllvm, of which nothing else may be imported yet, know no LLVM that is newer than `last`."""
    _forget_versions(last)
    _forget_records(last)
    _forget_rows(last)
    _forget_operands(last)


def _forget_versions(last: int) -> None:
    from pyllvm import versions

    versions.NEWEST = versions.NEXT = last  # type: ignore[misc]
    versions.SUPPORTED = range(versions.OLDEST, last + 1)  # type: ignore[misc]
    versions.SUMMARY_VERSIONS = tuple(row for row in versions.SUMMARY_VERSIONS if row[0] <= last)  # type: ignore[misc]
    versions.NEWEST_SUMMARY = versions.SUMMARY_VERSIONS[0][1]  # type: ignore[misc]


# The first LLVM of records.
_RECORDS = {
    "TYPE_CODE_BYTE": 23,
    "CST_CODE_BYTE": 23,
    "CST_CODE_WIDE_BYTE": 23,
    "MODULE_CODE_ASM_PROPERTY": 23,
    "FUNC_CODE_INST_BITEXTRACT": 24,
    "FUNC_CODE_INST_BITINSERT": 24,
}


def _forget_records(last: int) -> None:
    from pyllvm.tables import records

    for number, (name, since) in enumerate(_RECORDS.items(), 1):
        if since > last:
            assert hasattr(records, name)
            setattr(records, name, -number)


def _forget_rows(last: int) -> None:
    from pyllvm.tables import atomics
    from pyllvm.tables.attributes import KIND_OF_NUMBER
    from pyllvm.tables.metadata_nodes import NODES_BY_CODE

    for number in [number for number, kind in KIND_OF_NUMBER.items() if kind.since > last]:
        del KIND_OF_NUMBER[number]
    for code in [code for code, spec in NODES_BY_CODE.items() if spec.since > last]:
        del NODES_BY_CODE[code]
    for spec in NODES_BY_CODE.values():
        for layout in spec.layouts:
            if layout.tail is None:
                known = [slot for slot in layout.slots if slot.since <= last]
                layout.longest -= len(layout.slots) - len(known)
                layout.slots = known
    if last < 23:
        atomics.ELEMENTWISE = 0  # type: ignore[misc]
    atomics.ATOMIC_RMW_OPERATIONS = [  # type: ignore[misc]
        row for row in atomics.ATOMIC_RMW_OPERATIONS if row.since <= last
    ]


# The operands of the record of a function, with the name, by the LLVM that has the last one.
_FUNCTION_OPERANDS = ((23, 22), (0, 21))


def _forget_operands(last: int) -> None:
    from pyllvm.bitcode.reader import global_records

    count = next(count for since, count in _FUNCTION_OPERANDS if since <= last)
    read = global_records.GlobalsReader.function

    def function(self: global_records.GlobalsReader, operands: list[int]) -> None:
        read(self, operands[:count])
        self.state.unknown.note_longer("a function", operands[count:], self.state.module.functions[-1])

    global_records.GlobalsReader.function = function  # type: ignore[method-assign]


if __name__ == "__main__":
    forget(int(sys.argv[1]))
    del sys.argv[1]
    from pyllvm.cli import main

    main()
