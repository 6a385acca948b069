"""Reads the module-level records of globals: GLOBALVAR, FUNCTION, ALIAS, IFUNC and COMDAT.

With a string table (module version 2), each record begins with the offset and size of the name there.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitstream.cursor import BitstreamCursor, text_of_operands
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.constants import Constant
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.types import FUNCTION, LABEL, METADATA, VOID, FunctionType, PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.tables import keywords, records
from pyllvm.tables.calling_conventions import INTERRUPT_FRAMES_SINCE, MAXIMUM, X86_INTERRUPT
from pyllvm.tables.instruction_bits import MAXIMUM_ALIGNMENT_EXPONENT
from pyllvm.tables.linkages import DLL_STORAGE_OF_OLD_LINKAGE, IMPLICIT_COMDAT_LINKAGES, LINKAGE_OF_NUMBER
from pyllvm.tables.metadata_versions import IFUNC_RESOLVERS_SINCE

# The number of operands of the longest known record.
_VARIABLE_OPERANDS: Final = 18
_FUNCTION_OPERANDS: Final = 20
# The fewest that the record of a symbol has: its name, its type, and something about it.
_FEWEST_OPERANDS: Final = 4


@final
class GlobalsReader:
    """Reads the records of one module's globals, and sets their operands once these have been read."""

    def __init__(self, state: ReaderState) -> None:
        self.state = state
        self.sections: list[str] = []
        self.garbage_collectors: list[str] = []
        self.program_address_space = 0
        self.functions_with_bodies: list[Function] = []
        # Where the name of the next symbol begins in the string table.
        self._next_name = 0
        self._comdats: list[Comdat] = []
        self._implicit_comdats: list[GlobalObject] = []
        self._initializers: list[tuple[GlobalVariable, int]] = []
        self._symbols: list[tuple[GlobalValue, int]] = []
        self._function_operands: list[tuple[Function, int, int, int]] = []

    def _invalid(self, message: str = "Invalid record") -> PyllvmError:
        cursor: BitstreamCursor = self.state.cursor
        return cursor.error(message, cursor.code)

    def _take_name(self, operands: list[int]) -> tuple[str, list[int]]:
        """The name in the string table, and the operands after it."""
        if self.state.module_version < 2:
            return "", operands
        if len(operands) < 2:
            raise self._invalid()
        self._next_name = max(self._next_name, operands[0] + operands[1])
        return self._string(operands[0], operands[1]), operands[2:]

    def may_be_symbol(self, operands: list[int]) -> bool:
        """Whether an unknown record may define a symbol, which has the next number: it then begins with the next name.

        Variables come first, so that a record before them is something else, such as the list of GUIDs that Intel's LLVM writes.
        """
        if self.state.module_version < 2 or len(operands) < _FEWEST_OPERANDS or not self._next_name:
            return False
        begin, size = operands[0], operands[1]
        return begin == self._next_name and 0 < size <= len(self.state.string_table) - begin

    def _string(self, offset: int, size: int) -> str:
        table = self.state.string_table
        if offset + size > len(table):
            raise self._invalid()
        return table[offset : offset + size].decode("utf-8", "surrogateescape")

    def _alignment(self, exponent: int) -> int:
        if exponent == 0:
            return 0
        if exponent > MAXIMUM_ALIGNMENT_EXPONENT + 1:
            raise self._invalid("Invalid alignment value")
        return 1 << (exponent - 1)

    def _value_type(self, number: int) -> Type:
        type = self.state.type(number)
        if type.kind in (VOID, LABEL, METADATA):
            raise self._invalid("Invalid type for value")
        return type

    def _add(self, value: GlobalValue) -> None:
        self.state.module.add(value)
        self.state.table.values.append(value)

    # --- properties of all globals ---------------------------------------------------------------------------------

    def _set_linkage(self, value: GlobalValue, number: int) -> None:
        word = LINKAGE_OF_NUMBER.get(number)
        value.linkage = self._unknown_word("linkage", number, value, "external") if word is None else word

    def _set_visibility(self, value: GlobalValue, number: int) -> None:
        # A local symbol has default visibility, whatever old bitcode states.
        if not value.has_local_linkage:
            word = keywords.VISIBILITY_OF_NUMBER.get(number)
            value.visibility = self._unknown_word("visibility", number, value, "default") if word is None else word

    def _set_dll_storage_class(self, value: GlobalValue, number: int) -> None:
        if not value.has_local_linkage or self.state.module.llvm_version <= keywords.LOCAL_DLL_STORAGE_UNTIL:
            word = keywords.DLL_STORAGE_OF_NUMBER.get(number)
            value.dll_storage_class = self._unknown_word("DLL storage class", number, value, "default") if word is None else word

    def _set_thread_local_mode(self, value: GlobalValue, number: int) -> None:
        word = keywords.THREAD_LOCAL_OF_NUMBER.get(number)
        if word is None:
            word = self._unknown_word("thread-local mode", number, value, "generaldynamic")
        value.thread_local_mode = word

    def _unknown_word(self, what: str, number: int, value: GlobalValue, default: str) -> str:
        """The word that LLVM takes for a number that it does not know. Where something may be unknown, the symbol is refused."""
        self.state.unknown.refuse(value, f"unknown {what} {number} of '@{value.name}'", self.state.cursor)
        return default

    def _set_section_and_comdat(self, value: GlobalObject, section: int) -> None:
        if section:
            if section > len(self.sections):
                raise self._invalid("Invalid ID")
            value.section = self.sections[section - 1]

    def _set_comdat(self, value: GlobalObject, number: int) -> None:
        if number:
            if number > len(self._comdats):
                what = "function" if isinstance(value, Function) else "global variable"
                raise self._invalid(f"Invalid {what} comdat ID")
            value.comdat = self._comdats[number - 1]

    def _infer_dso_local(self, value: GlobalValue) -> None:
        if value.has_implicit_dso_local:
            value.is_dso_local = True

    # --- records ---------------------------------------------------------------------------------------------------

    def comdat(self, operands: list[int]) -> None:
        """Read COMDAT."""
        name, operands = self._take_name(operands)
        if not operands:
            raise self._invalid()
        if self.state.module_version < 2:
            if len(operands) < 2:
                raise self._invalid()
            if operands[1] > len(operands) - 2:
                raise self._invalid("Comdat name size too large")
            name = text_of_operands(operands[2 : 2 + operands[1]])
        comdats = self.state.module.comdats
        found = comdats.get(name)
        if found is None:
            found = Comdat(name)
            comdats[name] = found
        found.selection_kind = keywords.COMDAT_SELECTION_OF_NUMBER.get(operands[0], "any")
        self._comdats.append(found)

    def variable(self, operands: list[int]) -> None:
        """Read GLOBALVAR."""
        state = self.state
        name, operands = self._take_name(operands)
        count = len(operands)
        if count < 6:
            raise self._invalid()
        type = state.type(operands[0])
        pointer: PointerType
        if operands[1] & 2:
            type = self._value_type(operands[0])
            if type.kind == FUNCTION:
                raise self._invalid("Invalid type for value")
            pointer = state.pointer_to(type, operands[1] >> 2)
        else:
            if not isinstance(type, PointerType):
                raise self._invalid("Invalid type for value")
            pointer = type
            if type.pointee is None:
                raise self._invalid("Missing element type for old-style global")
            type = type.pointee
        made = GlobalVariable(pointer, type, name, operands[1] & 1 != 0)
        self._set_linkage(made, operands[3])
        made.alignment = self._alignment(operands[4])
        self._set_section_and_comdat(made, operands[5])
        if count > 6:
            self._set_visibility(made, operands[6])
        if count > 7:
            self._set_thread_local_mode(made, operands[7])
        if count > 8:
            made.unnamed_address = keywords.UNNAMED_ADDRESS_OF_NUMBER.get(operands[8], "")
        if count > 9:
            made.is_externally_initialized = operands[9] != 0
        self._set_storage_and_comdat(made, operands, 10)
        if count > 12:
            attributes = state.attribute_list(operands[12])
            if attributes is not None:
                made._attributes = attributes.function
                if state.unknown.attributes_of_lists:
                    state.unknown.leave_out_attributes(operands[12], made, None, state.cursor.location(state.cursor.code))
        if count > 13:
            made.is_dso_local = operands[13] == 1
        self._infer_dso_local(made)
        if count > 15:
            made.partition = self._string(operands[14], operands[15])
        if count > 16:
            made.sanitizer_flags = operands[16] & 15
        if count > 17 and operands[17]:
            model = keywords.CODE_MODEL_OF_NUMBER.get(operands[17])
            if model is None:
                raise self._invalid("Invalid global variable code model")
            made.code_model = model
        if count > _VARIABLE_OPERANDS:
            if not state.unknown.note_longer("a global variable", operands[_VARIABLE_OPERANDS:], made):
                state.complain(state.cursor, "global variable record is longer than known")
        self._add(made)
        if operands[2]:
            self._initializers.append((made, operands[2] - 1))

    def _set_storage_and_comdat(self, made: GlobalObject, operands: list[int], at: int) -> None:
        """Set the DLL storage class at `at`, and the comdat behind it; in an old record, the linkage implies them."""
        count = len(operands)
        if count > at:
            self._set_dll_storage_class(made, operands[at])
        else:
            made.dll_storage_class = DLL_STORAGE_OF_OLD_LINKAGE.get(operands[3], "default")
        if count > at + 1:
            self._set_comdat(made, operands[at + 1])
        elif operands[3] in IMPLICIT_COMDAT_LINKAGES:
            self._implicit_comdats.append(made)

    def function(self, operands: list[int]) -> None:
        """Read FUNCTION."""
        state = self.state
        name, operands = self._take_name(operands)
        count = len(operands)
        if count < 8:
            raise self._invalid()
        type: Type | None = state.type(operands[0])
        address_space = operands[16] if count > 16 else self.program_address_space
        if isinstance(type, PointerType):
            if count <= 16:
                address_space = type.address_space
            type = type.pointee
            if type is None:
                raise self._invalid("Missing element type for old-style function")
        if not isinstance(type, FunctionType):
            raise self._invalid("Invalid type for value")
        if operands[1] > MAXIMUM:
            raise self._invalid("Invalid calling convention ID")
        made = Function(state.pointer_to(type, address_space), type, name)
        made.calling_convention_number = operands[1]
        self._set_linkage(made, operands[3])
        if 0 < operands[4] <= len(state.attributes):
            made._attributes = state.fitting_list(operands[4], type, [])
            if state.unknown.attributes_of_lists:
                state.unknown.leave_out_attributes(operands[4], made, None, state.cursor.location(state.cursor.code))
        if state.typeless_attributes and made._attributes is not None:
            made._attributes = self._with_types(made._attributes, type)
        if operands[1] == X86_INTERRUPT and state.module.llvm_version >= INTERRUPT_FRAMES_SINCE:
            self._pass_frame_by_value(made)
        made.alignment = self._alignment(operands[5])
        self._set_section_and_comdat(made, operands[6])
        self._set_visibility(made, operands[7])
        if count > 8 and operands[8]:
            if operands[8] > len(self.garbage_collectors):
                raise self._invalid("Invalid ID")
            made.gc = self.garbage_collectors[operands[8] - 1]
        if count > 9:
            made.unnamed_address = keywords.UNNAMED_ADDRESS_OF_NUMBER.get(operands[9], "")
        self._set_storage_and_comdat(made, operands, 11)
        if count > 15:
            made.is_dso_local = operands[15] == 1
        self._infer_dso_local(made)
        if count > 18 and operands[17] + operands[18] <= len(state.string_table):
            made.partition = self._string(operands[17], operands[18])
        if count > 19:
            made.preferred_alignment = self._alignment(operands[19])
        if count > _FUNCTION_OPERANDS:
            if not state.unknown.note_longer("a function", operands[_FUNCTION_OPERANDS:], made):
                state.complain(state.cursor, "function record is longer than known")
        self._add(made)
        prologue = operands[10] if count > 10 else 0
        prefix = operands[13] if count > 13 else 0
        personality = operands[14] if count > 14 else 0
        if prologue or prefix or personality:
            self._function_operands.append((made, personality, prefix, prologue))
        if operands[2] == 0:
            self.functions_with_bodies.append(made)
            state.table.unread_functions.add(made)

    def _with_types(self, attributes: AttributeList, type: FunctionType) -> AttributeList:
        """The list in which attributes of older files have the types that their parameters point to."""
        typed = self.state.with_types(attributes, type.parameters)
        if typed is None:
            raise self._invalid("Missing param element type for attribute upgrade")
        return typed

    def _pass_frame_by_value(self, function: Function) -> None:
        # Imported only here: few files need it.
        from pyllvm.migrations.llvm_13 import pass_frame_by_value

        if not pass_frame_by_value(function):
            raise self._invalid("Missing param element type for x86_intrcc upgrade")

    def symbol(self, code: int, operands: list[int]) -> None:
        """Read ALIAS, ALIAS_OLD and IFUNC."""
        state = self.state
        name, operands = self._take_name(operands)
        is_old = code == records.MODULE_CODE_ALIAS_OLD
        count = len(operands)
        if count < (3 if is_old else 4):
            raise self._invalid()
        type = state.type(operands[0])
        pointer: PointerType
        if is_old:
            if not isinstance(type, PointerType):
                raise self._invalid("Invalid type for value")
            pointer = type
            if type.pointee is None:
                raise self._invalid("Missing element type for old-style indirect symbol")
            type = type.pointee
            at = 1
        else:
            type = self._value_type(operands[0])
            pointer = state.pointer_to(type, operands[1])
            at = 2
        made: GlobalValue
        if code == records.MODULE_CODE_IFUNC:
            made = GlobalIFunc(pointer, type, name)
        else:
            made = GlobalAlias(pointer, type, name)
        target = operands[at]
        linkage = operands[at + 1]
        self._set_linkage(made, linkage)
        at += 2
        if at < count:
            self._set_visibility(made, operands[at])
            at += 1
        if code != records.MODULE_CODE_IFUNC:
            if at < count:
                self._set_dll_storage_class(made, operands[at])
                at += 1
            else:
                made.dll_storage_class = DLL_STORAGE_OF_OLD_LINKAGE.get(linkage, "default")
            if at < count:
                self._set_thread_local_mode(made, operands[at])
                at += 1
            if at < count:
                made.unnamed_address = keywords.UNNAMED_ADDRESS_OF_NUMBER.get(operands[at], "")
                at += 1
        if at < count:
            made.is_dso_local = operands[at] == 1
            at += 1
        self._infer_dso_local(made)
        if at + 1 < count:
            if operands[at] + operands[at + 1] > len(state.string_table):
                raise self._invalid("Malformed partition, too large.")
            made.partition = self._string(operands[at], operands[at + 1])
            at += 2
        if at < count:
            if not state.unknown.note_longer("an alias or ifunc", operands[at:], made):
                state.complain(state.cursor, "alias or ifunc record is longer than known")
        self._add(made)
        self._symbols.append((made, target))

    # --- operands --------------------------------------------------------------------------------------------------

    def _constant(self, number: int) -> Value:
        value = self.state.table.value(number)
        if not isinstance(value, Constant):
            raise self._invalid("Expected a constant")
        if self.state.table.has_unsupported and self.state.reading_version == self.state.module.llvm_version:
            # Imported only here: LLVM's writer leaves no such expression.
            from pyllvm.migrations.constant_expressions import unsupported_in_initializer

            message = unsupported_in_initializer(value, self.state.reading_version)
            if message is not None:
                raise self._invalid(message)
        return value

    def resolve(self) -> None:
        """Set the operands that have been read, the last global's first as in LLVM."""
        state = self.state
        count = len(state.table.values)
        initializers = self._initializers
        self._initializers = []
        while initializers:
            variable, number = initializers.pop()
            if number >= count:
                self._initializers.append((variable, number))
                continue
            # Only the verifier looks at its type.
            variable.set_single_operand(self._constant(number))
        symbols = self._symbols
        self._symbols = []
        while symbols:
            symbol, number = symbols.pop()
            if number >= count:
                self._symbols.append((symbol, number))
                continue
            value = self._constant(number)
            if isinstance(symbol, GlobalAlias) and value.type is not symbol.type:
                raise self._invalid("Alias and aliasee types don't match")
            if isinstance(symbol, GlobalIFunc) and not state.has_opaque_pointers:
                value = self._resolver(symbol, value)
            symbol.set_single_operand(value)
        functions = self._function_operands
        self._function_operands = []
        while functions:
            entry = functions.pop()
            function, personality, prefix, prologue = entry
            if max(personality, prefix, prologue) > count:
                self._function_operands.append(entry)
                continue
            function.set_optional_operands(
                self._constant(personality - 1) if personality else None,
                self._constant(prefix - 1) if prefix else None,
                self._constant(prologue - 1) if prologue else None,
            )

    def _resolver(self, ifunc: GlobalIFunc, value: Value) -> Value:
        """The resolver of an ifunc, of the type that the module's version requires."""
        version = self.state.module.llvm_version
        if version < IFUNC_RESOLVERS_SINCE:
            return value
        # Imported only here: few files have ifuncs.
        from pyllvm.migrations.llvm_14 import resolver_of_right_type

        return resolver_of_right_type(ifunc, value, version)

    def finish(self) -> None:
        """After the module's constants: set the remaining operands; all must be known."""
        self.resolve()
        if self._initializers or self._symbols or self._function_operands:
            raise self._invalid("Malformed global initializer set")

    def name_implicit_comdats(self) -> None:
        """Give globals with old weak linkages the comdats of the same name that those linkages imply."""
        triple = self.state.module.target_triple
        if "darwin" in triple or "apple" in triple or "macho" in triple:
            return
        comdats = self.state.module.comdats
        for value in self._implicit_comdats:
            if value.name:
                comdat = comdats.get(value.name)
                if comdat is None:
                    comdat = Comdat(value.name)
                    comdats[value.name] = comdat
                value.comdat = comdat
