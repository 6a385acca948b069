"""The semantic actions: what each rule of the grammar does to the module that is being built.

The driver calls `reduce` with the number of an action and the position on the stack where the rule's symbols begin. The value of
a child is `stack.values[base + c.ACTION_CHILD]`, its position in the text `stack.starts[base + c.ACTION_CHILD]` (children.py).
The result is the value of the whole rule. The number gives the chapter (actions.py), and each chapter's builder runs its actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.aggregates import AggregateBuilder
from pyllvm.assembly.reader.arithmetic import ArithmeticBuilder
from pyllvm.assembly.reader.attachments import AttachmentBuilder
from pyllvm.assembly.reader.attributes import AttributeBuilder
from pyllvm.assembly.reader.block_addresses import BlockAddressBuilder
from pyllvm.assembly.reader.calls import CallBuilder
from pyllvm.assembly.reader.constants import ConstantBuilder
from pyllvm.assembly.reader.control_flow import ControlFlowBuilder, ExceptionBuilder
from pyllvm.assembly.reader.debug_records import DebugRecordBuilder
from pyllvm.assembly.reader.flags import FlagBuilder
from pyllvm.assembly.reader.function_body import FunctionBodyBuilder
from pyllvm.assembly.reader.functions import FunctionBuilder
from pyllvm.assembly.reader.global_values import AliasBuilder, GlobalValueBuilder, VariableBuilder
from pyllvm.assembly.reader.memory import MemoryBuilder
from pyllvm.assembly.reader.metadata import MetadataTextBuilder
from pyllvm.assembly.reader.metadata_forward import ForwardMetadata
from pyllvm.assembly.reader.module_header import ModuleHeaderBuilder
from pyllvm.assembly.reader.properties import PropertyBuilder
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State
from pyllvm.assembly.reader.syntax_refinement import SyntaxRefinement
from pyllvm.assembly.reader.types import ELLIPSIS_MARK, TypeBuilder
from pyllvm.assembly.reader.undeclared import UndeclaredGlobals, drop_unknown_metadata
from pyllvm.assembly.reader.use_lists import UseListBuilder
from pyllvm.assembly.reader.values import ValueBuilder
from pyllvm.tables.text_versions import BLOCK_COMMENTS_SINCE, UNKNOWN_METADATA_DROPPED_FIRST_SINCE

if TYPE_CHECKING:
    from pyllvm.assembly.reader.summary import SummaryTextBuilder


@final
class Builder:
    """Builds the module: passes each action to the builder of its chapter."""

    def __init__(self, state: State) -> None:
        stack = Stack()
        self.state: Final = state
        self.stack: Final = stack
        self.types: Final = TypeBuilder(state, stack)
        self.values: Final = ValueBuilder(state, stack)
        self.attributes: Final = AttributeBuilder(state, stack)
        forward = ForwardMetadata(state)
        attachments = AttachmentBuilder(state, forward)
        debug_records = DebugRecordBuilder(state, forward)
        self.metadata: Final = MetadataTextBuilder(state, stack, forward, attachments, debug_records)
        self.addresses: Final = BlockAddressBuilder(state, self.values)
        self.constants: Final = ConstantBuilder(state, stack, self.addresses)
        self.flags: Final = FlagBuilder(state, stack)
        self.memory: Final = MemoryBuilder(state, stack)
        self.arithmetic: Final = ArithmeticBuilder(state, stack, self.values)
        self.aggregates: Final = AggregateBuilder(state, stack)
        self.control_flow: Final = ControlFlowBuilder(state, stack, self.values)
        self.exceptions: Final = ExceptionBuilder(state, stack, self.values)
        self.calls: Final = CallBuilder(state, stack, self.values, self.attributes, self.metadata)
        self.header: Final = ModuleHeaderBuilder(state, stack, self.types, self.attributes, forward)
        self.properties: Final = PropertyBuilder(state, stack)
        self.globals: Final = GlobalValueBuilder(state, stack)
        self.variables: Final = VariableBuilder(state, stack, self.globals, self.values, self.attributes, attachments)
        self.aliases: Final = AliasBuilder(state, stack, self.globals, attachments)
        self.functions: Final = FunctionBuilder(
            state, stack, self.types, self.globals, self.attributes, attachments, self.addresses
        )
        self.body: Final = FunctionBodyBuilder(
            state, stack, self.values, self.metadata, attachments, debug_records, self.addresses
        )
        self.undeclared: Final = UndeclaredGlobals(state)
        self.use_lists: Final = UseListBuilder(state, stack, self.addresses, self.body)
        self._summary: SummaryTextBuilder | None = None
        self.refinement: Final = SyntaxRefinement(state, stack, self.values, self.metadata)

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        chapter = action >> a.CHAPTER_SHIFT
        # The most frequent chapters come first.
        if chapter == a.VALUES_CHAPTER:
            return self.values.reduce(action, base)
        if chapter == a.TYPES_CHAPTER:
            return self.types.reduce(action, base)
        if chapter == a.LISTS_CHAPTER:
            return self._list(action, base)
        if chapter == a.FUNCTION_BODY_CHAPTER:
            return self.body.reduce(action, base)
        if chapter == a.METADATA_CHAPTER:
            return self.metadata.reduce(action, base)
        if chapter == a.CALLS_CHAPTER:
            return self.calls.reduce(action, base)
        if chapter == a.MEMORY_CHAPTER:
            return self.memory.reduce(action, base)
        if chapter == a.ATTRIBUTES_CHAPTER:
            return self.attributes.reduce(action, base)
        if chapter == a.ARITHMETIC_CHAPTER:
            return self.arithmetic.reduce(action, base)
        if chapter == a.CONTROL_FLOW_CHAPTER:
            return self.control_flow.reduce(action, base)
        if chapter == a.FLAGS_CHAPTER:
            return self.flags.reduce(action, base)
        if chapter == a.CONSTANTS_CHAPTER:
            return self.constants.reduce(action, base)
        if chapter == a.AGGREGATES_CHAPTER:
            return self.aggregates.reduce(action, base)
        if chapter == a.EXCEPTIONS_CHAPTER:
            return self.exceptions.reduce(action, base)
        if chapter == a.SUMMARY_CHAPTER:
            summary = self._summary
            if summary is None:
                from pyllvm.assembly.reader.summary import SummaryTextBuilder  # most texts have none

                summary = SummaryTextBuilder(self.state, self.stack)
                self._summary = summary
            return summary.reduce(action, base)
        return self._reduce_global(chapter, action, base)

    def _reduce_global(self, chapter: i64, action: i64, base: i64) -> object:
        """Run the action of a rule at module level."""
        if chapter == a.GLOBAL_VALUES_CHAPTER:
            return self.globals.reduce(action, base)
        if chapter == a.PROPERTIES_CHAPTER:
            return self.properties.reduce(action, base)
        if chapter == a.VARIABLES_CHAPTER:
            return self.variables.reduce(action, base)
        if chapter == a.FUNCTIONS_CHAPTER:
            return self.functions.reduce(action, base)
        if chapter == a.COMDATS_CHAPTER:
            return self.globals.comdats.reduce(action, base)
        if chapter == a.ALIASES_CHAPTER:
            return self.aliases.reduce(action, base)
        if chapter == a.USE_LISTS_CHAPTER:
            return self.use_lists.reduce(action, base)
        assert chapter == a.MODULE_HEADER_CHAPTER
        return self.header.reduce(action, base)

    def _list(self, action: i64, base: i64) -> object:
        """Begin a list, or append to one; a list is None until it has an element."""
        values = self.stack.values
        if action == a.LIST_OF_ONE:
            return [values[base + c.LIST_OF_ONE_ITEM]]
        if action == a.APPEND_SECOND or action == a.APPEND:
            item = values[base + c.APPEND_SECOND_ITEM if action == a.APPEND_SECOND else base + c.APPEND_ITEM]
            listed = values[base + c.ANY_APPEND_LIST]
            if isinstance(listed, list):
                listed.append(item)
                return listed
            return [item]
        if action == a.LIST_OF_SECOND:
            return [values[base + c.LIST_OF_SECOND_ITEM]]
        if action == a.TRUE_FLAG:
            return b"true"
        if action == a.FIRST:
            return values[base + c.FIRST_ANY_WORD]
        if action == a.VARIADIC_ONLY:
            return [ELLIPSIS_MARK]
        assert action == a.VARIADIC_PARAMETERS
        listed = values[base + c.VARIADIC_PARAMETERS_LIST]
        assert isinstance(listed, list)
        listed.append(ELLIPSIS_MARK)
        return listed

    def finish(self) -> None:
        """Do what requires that everything has been read."""
        comment = self.state.lexer.block_comment
        if comment >= 0:
            self.state.needs(comment, "a comment between /* and */", BLOCK_COMMENTS_SINCE)
        self.attributes.finish()
        self.addresses.finish()
        self.types.finish()
        self.globals.comdats.finish()
        if self.state.allows_incomplete:
            self._finish_incomplete()
        else:
            self.undeclared.finish()
        self.metadata.finish()
        if self._summary is not None:
            self._summary.finish()

    def _finish_incomplete(self) -> None:
        """Declare what is missing and drop references to unknown metadata; LLVM 23 has changed the order."""
        drops_first = self.state.version >= UNKNOWN_METADATA_DROPPED_FIRST_SINCE
        if drops_first:
            drop_unknown_metadata(self.state.module, self.metadata)
        self.undeclared.finish()
        if not drops_first:
            drop_unknown_metadata(self.state.module, self.metadata)
