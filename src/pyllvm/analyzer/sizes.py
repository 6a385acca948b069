"""Measures the purpose of the bits of a bitcode file: every bit belongs to one group, and to one owner in it.

The sizes of blocks are measured as llvm-bcanalyzer does: the bits that begin a block inside another one count for the outer one.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.analyzer.stream import Stream
from pyllvm.bitstream.cursor import BitstreamCursor, text_of_operands
from pyllvm.bitstream.stream_numbers import BLOCKINFO_BLOCK, END_BLOCK, END_OF_STREAM, ENTER_SUBBLOCK, RECORD
from pyllvm.progress import MEASURED, function_done
from pyllvm.tables import records, size_groups

FUNCTION: Final = "function"
VARIABLE: Final = "variable"
ALIAS: Final = "alias"

# Where a block is.
_AT_TOP: Final = 0
_IN_MODULE: Final = 1
_IN_FUNCTION: Final = 2


@final
class Tally:
    """How many items there are, and how many bits they take."""

    __slots__ = ("bits", "count")

    def __init__(self) -> None:
        self.bits: int = 0
        self.count: int = 0

    def add(self, bits: int) -> None:
        """Count one item."""
        self.bits += bits
        self.count += 1


@final
class GlobalSize:
    """The bits of one global: its `record`, its `name` in the string table, a variable's initializer, a function's block.

    `groups` has the bits of a function's block by group, `codes` its records by their code. A constant that several initializers
    use counts for the first. `is_defined`: with a body or an initializer; an alias always is.
    """

    __slots__ = ("body", "codes", "groups", "initializer", "is_defined", "kind", "name", "name_bits", "record")

    def __init__(self, kind: str, record: int) -> None:
        self.kind = kind
        self.name = ""
        self.record = record
        self.name_bits: int = 0
        self.initializer: int = 0
        self.body: int = 0
        self.is_defined = True
        self.groups: dict[str, int] = {}
        self.codes: dict[int, Tally] = {}

    @property
    def bits(self) -> int:
        """All its bits."""
        return self.record + self.name_bits + self.initializer + self.body

    @property
    def instructions(self) -> int:
        """The number of a function's instructions."""
        return sum([tally.count for code, tally in self.codes.items() if code not in size_groups.GROUP_OF_FUNCTION_RECORD])


@final
class FileSizes:
    """The measures of one file of `bits` bits. The values of `groups` add up to that."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.groups: dict[str, int] = {}
        """The bits of each group of `tables.size_groups`; the initializers of `globals` are in `constants`."""
        self.globals: list[GlobalSize] = []
        self.metadata: dict[int, Tally] = {}
        """The records of the modules' metadata blocks by their code."""
        self.function_metadata: dict[int, Tally] = {}
        """The same of metadata blocks in functions."""
        self.codes: dict[int, Tally] = {}
        """The records of function blocks by their code."""
        self.blocks: dict[int, int] = {}
        """The bits by the id of the block, as llvm-bcanalyzer counts them."""
        self.producer: str = ""
        self.modules: int = 0

    def add(self, group: str, bits: int) -> None:
        """Count bits of a group."""
        self.groups[group] = self.groups.get(group, 0) + bits

    @property
    def functions(self) -> list[GlobalSize]:
        """The functions with bodies."""
        return [one for one in self.globals if one.kind == FUNCTION and one.is_defined]

    @property
    def variables(self) -> list[GlobalSize]:
        """The variables, declared ones as well."""
        return [one for one in self.globals if one.kind == VARIABLE]


def measure(stream: Stream, size: int) -> FileSizes:
    """Measure an opened bitcode file of `size` bytes. Raises PyllvmError if it is malformed."""
    sizes = FileSizes(size * 8)
    walk = _Walk(stream.cursor, sizes)
    walk.file()
    walk.name_globals()
    # The bytes before and after the stream of blocks.
    sizes.add(size_groups.OUTSIDE, sizes.bits - sum(sizes.groups.values()))
    return sizes


@final
class _Module:
    """The globals of a module that is being read, and its constants by number."""

    def __init__(self) -> None:
        self.globals: list[GlobalSize] = []
        self.names: list[tuple[int, int]] = []
        """The place and size of each name in the string table; (-1, value) if it is in the symbol table."""
        self.module_version: int = 0
        self.values: list[int] = []
        """The bits of the constant of each value; 0 for a global."""
        self.elements: dict[int, list[int]] = {}
        self.initializers: list[tuple[GlobalSize, int]] = []
        self.strings = b""
        self.has_strings = False
        self.bodies: int = 0

    def forget(self) -> None:
        """Free what is needed only while the module is read."""
        self.values = []
        self.elements = {}
        self.initializers = []


@final
class _Walk:
    """One walk over the whole stream."""

    def __init__(self, cursor: BitstreamCursor, sizes: FileSizes) -> None:
        self.cursor = cursor
        self.sizes = sizes
        self.modules: list[_Module] = []
        cursor.automatic_blockinfo = False
        cursor.report_abbreviations = True

    def _count(self, block_id: int, group: str, bits: int) -> None:
        sizes = self.sizes
        sizes.blocks[block_id] = sizes.blocks.get(block_id, 0) + bits
        sizes.groups[group] = sizes.groups.get(group, 0) + bits

    def file(self) -> None:
        """Read the top level."""
        cursor = self.cursor
        while True:
            event = cursor.advance()
            if event == END_OF_STREAM:
                return
            if event != ENTER_SUBBLOCK:
                raise cursor.error("Malformed block")
            self.sizes.add(size_groups.STRUCTURE, cursor.block_start - cursor.record_start)
            if cursor.block_id == records.MODULE_BLOCK_ID:
                self._module()
            else:
                self._plain_block(_AT_TOP, None, None)

    # --- blocks ----------------------------------------------------------------------------------------------------

    def _enter(self) -> int:
        """Enter the block, and return its id. Its header counts for it."""
        cursor = self.cursor
        block_id = cursor.block_id
        start = cursor.block_start
        if block_id == BLOCKINFO_BLOCK:
            cursor.read_blockinfo_block()
            self._count(block_id, size_groups.ABBREVIATIONS, cursor.position - start)
            return block_id
        cursor.enter_block()
        self._count(block_id, size_groups.STRUCTURE, cursor.position - start)
        return block_id

    def _plain_block(self, place: int, module: _Module | None, function: GlobalSize | None) -> None:
        """Read a block other than a module's or a function's, and the blocks in it."""
        cursor = self.cursor
        block_id = self._enter()
        if block_id == BLOCKINFO_BLOCK:
            return
        group = size_groups.GROUP_OF_BLOCK.get(block_id, size_groups.OTHER)
        is_metadata = block_id == records.METADATA_BLOCK_ID
        is_constants = block_id == records.CONSTANTS_BLOCK_ID and place == _IN_MODULE and module is not None
        while True:
            event = cursor.advance()
            bits = cursor.position - cursor.record_start
            if event == RECORD:
                code = cursor.code
                if is_metadata:
                    self._metadata(code, bits, function)
                    continue
                self._count(block_id, group, bits)
                if function is not None:
                    function.groups[group] = function.groups.get(group, 0) + bits
                if is_constants and module is not None:
                    self._constant(module, code, bits)
                elif place == _AT_TOP:
                    self._top_record(block_id, code)
                elif block_id == records.VALUE_SYMTAB_BLOCK_ID and module is not None and function is None:
                    self._module_name(module, code, bits)
            elif event == ENTER_SUBBLOCK:
                self._count(block_id, size_groups.STRUCTURE, cursor.block_start - cursor.record_start)
                self._plain_block(place, None, function)
            elif event == END_BLOCK:
                self._count(block_id, size_groups.STRUCTURE, bits)
                return
            else:
                self._count(block_id, size_groups.ABBREVIATIONS, bits)
                if function is not None:
                    function.groups[size_groups.ABBREVIATIONS] = function.groups.get(size_groups.ABBREVIATIONS, 0) + bits

    def _top_record(self, block_id: int, code: int) -> None:
        cursor = self.cursor
        if block_id == records.STRTAB_BLOCK_ID and cursor.blob is not None:
            # Those before a module that has its strings have theirs.
            for module in reversed(self.modules):
                if module.has_strings:
                    break
                module.strings = cursor.blob
                module.has_strings = True
        elif block_id == records.IDENTIFICATION_BLOCK_ID and code == records.IDENTIFICATION_CODE_STRING:
            self.sizes.producer = text_of_operands(cursor.operands)

    def _metadata(self, code: int, bits: int, function: GlobalSize | None) -> None:
        group = size_groups.GROUP_OF_METADATA_RECORD.get(code, size_groups.DEBUG_INFO)
        self._count(records.METADATA_BLOCK_ID, group, bits)
        metadata = self.sizes.metadata if function is None else self.sizes.function_metadata
        tally = metadata.get(code)
        if tally is None:
            tally = Tally()
            metadata[code] = tally
        tally.bits += bits
        tally.count += 1
        if function is not None:
            function.groups[group] = function.groups.get(group, 0) + bits

    def _constant(self, module: _Module, code: int, bits: int) -> None:
        if code == records.CST_CODE_SETTYPE:
            return
        if code == records.CST_CODE_AGGREGATE:
            module.elements[len(module.values)] = self.cursor.operands
        module.values.append(bits)

    # --- modules ---------------------------------------------------------------------------------------------------

    def _module(self) -> None:
        cursor = self.cursor
        block_id = self._enter()
        module = _Module()
        self.modules.append(module)
        self.sizes.modules += 1
        while True:
            event = cursor.advance()
            bits = cursor.position - cursor.record_start
            if event == RECORD:
                self._count(block_id, self._module_record(module, cursor.code, bits), bits)
            elif event == ENTER_SUBBLOCK:
                self._count(block_id, size_groups.STRUCTURE, cursor.block_start - cursor.record_start)
                if cursor.block_id == records.FUNCTION_BLOCK_ID:
                    self._function(module, cursor.record_start)
                else:
                    self._plain_block(_IN_MODULE, module, None)
            elif event == END_BLOCK:
                self._count(block_id, size_groups.STRUCTURE, bits)
                self._own_initializers(module)
                module.forget()
                if not module.globals:
                    # The others are needed until their names are read.
                    self.modules.pop()
                return
            else:
                self._count(block_id, size_groups.ABBREVIATIONS, bits)

    def _module_record(self, module: _Module, code: int, bits: int) -> str:
        """The group of a record of a module. A global is noted."""
        operands = self.cursor.operands
        if code == records.MODULE_CODE_VERSION and operands:
            module.module_version = operands[0]
        first = 2 if module.module_version == 2 else 0
        if code == records.MODULE_CODE_FUNCTION:
            function = GlobalSize(FUNCTION, bits)
            function.is_defined = len(operands) > first + 2 and operands[first + 2] == 0
            self._global(module, function)
            return size_groups.FUNCTION_RECORDS
        if code == records.MODULE_CODE_GLOBALVAR:
            initializer = operands[first + 2] if len(operands) > first + 2 else 0
            made = GlobalSize(VARIABLE, bits)
            made.is_defined = initializer != 0
            self._global(module, made)
            if initializer:
                module.initializers.append((made, initializer - 1))
            return size_groups.VARIABLES
        if code in (records.MODULE_CODE_ALIAS, records.MODULE_CODE_ALIAS_OLD, records.MODULE_CODE_IFUNC):
            self._global(module, GlobalSize(ALIAS, bits))
            return size_groups.ALIASES
        return size_groups.GROUP_OF_MODULE_RECORD.get(code, size_groups.HEADER)

    def _global(self, module: _Module, made: GlobalSize) -> None:
        operands = self.cursor.operands
        has_place = module.module_version == 2 and len(operands) > 1
        module.names.append((operands[0], operands[1]) if has_place else (-1, 0))
        module.values.append(0)
        module.globals.append(made)
        self.sizes.globals.append(made)

    def _module_name(self, module: _Module, code: int, bits: int) -> None:
        """A name in the symbol table of a module without a string table."""
        at = 2 if code == records.VST_CODE_FNENTRY else 1
        operands = self.cursor.operands
        if module.module_version == 2 or len(operands) < at or operands[0] >= len(module.globals):
            return
        named = module.globals[operands[0]]
        named.name = text_of_operands(operands[at:])
        self.sizes.add(size_groups.GLOBAL_NAMES, bits)
        self.sizes.add(size_groups.GROUP_OF_BLOCK[records.VALUE_SYMTAB_BLOCK_ID], -bits)
        named.name_bits += bits

    def _own_initializers(self, module: _Module) -> None:
        """Give each constant to the first variable whose initializer it is, or is in."""
        owned = [False] * len(module.values)
        for variable, initializer in module.initializers:
            waiting = [initializer]
            while waiting:
                number = waiting.pop()
                if number >= len(owned) or owned[number]:
                    continue
                owned[number] = True
                variable.initializer += module.values[number]
                waiting.extend(module.elements.get(number, ()))

    # --- functions -------------------------------------------------------------------------------------------------

    def _function(self, module: _Module, start: int) -> None:
        cursor = self.cursor
        # Bodies are in the order of the functions that have one.
        index = module.bodies
        while index < len(module.globals) and not (module.globals[index].kind == FUNCTION and module.globals[index].is_defined):
            index += 1
        if index == len(module.globals):
            raise cursor.error("Insufficient function protos")
        module.bodies = index + 1
        function = module.globals[index]
        self._enter()
        self._function_items(function)
        function.body = cursor.position - start
        groups = function.groups
        groups[size_groups.STRUCTURE] = groups.get(size_groups.STRUCTURE, 0) + function.body - sum(groups.values())
        function_done(MEASURED)

    def _function_items(self, function: GlobalSize) -> None:
        """Read what is in a function's block. The bits that are not counted for its groups are its structure."""
        cursor = self.cursor
        block_id = records.FUNCTION_BLOCK_ID
        groups = function.groups
        codes = function.codes
        while True:
            event = cursor.advance()
            bits = cursor.position - cursor.record_start
            if event == RECORD:
                code = cursor.code
                tally = codes.get(code)
                if tally is None:
                    tally = Tally()
                    codes[code] = tally
                tally.bits += bits
                tally.count += 1
            elif event == ENTER_SUBBLOCK:
                self._count(block_id, size_groups.STRUCTURE, cursor.block_start - cursor.record_start)
                self._plain_block(_IN_FUNCTION, None, function)
            elif event == END_BLOCK:
                self._count(block_id, size_groups.STRUCTURE, bits)
                break
            else:
                self._count(block_id, size_groups.ABBREVIATIONS, bits)
                groups[size_groups.ABBREVIATIONS] = groups.get(size_groups.ABBREVIATIONS, 0) + bits
        total = self.sizes.codes
        for code, tally in codes.items():
            group = size_groups.GROUP_OF_FUNCTION_RECORD.get(code, size_groups.INSTRUCTIONS)
            self._count(block_id, group, tally.bits)
            groups[group] = groups.get(group, 0) + tally.bits
            everywhere = total.get(code)
            if everywhere is None:
                everywhere = Tally()
                total[code] = everywhere
            everywhere.bits += tally.bits
            everywhere.count += tally.count

    # --- names -----------------------------------------------------------------------------------------------------

    def name_globals(self) -> None:
        """Name the globals by the string table, and give the bits of each name to the first global that has it."""
        taken: dict[int, bytearray] = {}
        for module in self.modules:
            strings = module.strings
            free = taken.setdefault(id(strings), bytearray(len(strings)))
            for named, (offset, size) in zip(module.globals, module.names, strict=True):
                if offset < 0 or offset + size > len(strings):
                    continue
                named.name = strings[offset : offset + size].decode("utf-8", "surrogateescape")
                named.name_bits = free.count(0, offset, offset + size) * 8
                free[offset : offset + size] = b"\1" * size
                self.sizes.add(size_groups.GLOBAL_NAMES, named.name_bits)
                self.sizes.add(size_groups.STRINGS, -named.name_bits)
