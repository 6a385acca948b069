"""Moves global values from a source module into the result, with everything that they need.

The order in which values move shows in the result; it is the order of LLVM's IRMover.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.editing.properties import comdat_of, copy_properties, set_linkage
from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.attributes import AttributeList, AttributeSet
from pyllvm.ir.constants import Constant, ConstantAggregate, ConstantData, SimpleConstant, null_value, plain_constant
from pyllvm.ir.function import Function, is_declaration, is_declaration_for_linker
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.intrinsics.intrinsic_attributes import set_intrinsic_attributes
from pyllvm.ir.intrinsics.overloaded_names import mangled_intrinsic_name
from pyllvm.ir.metadata import MDNode, Metadata, NamedMDNode
from pyllvm.ir.metadata_replacement import ForgottenConstants
from pyllvm.ir.module import Module
from pyllvm.ir.type_finder import TypeFinder, structs_in
from pyllvm.ir.types import ArrayType, FunctionType, StructType, Type
from pyllvm.ir.value import Value
from pyllvm.linker.decisions import Origins, both_definitions
from pyllvm.linker.source_uses import LateUseOrders
from pyllvm.linker.symbol_table import SymbolTable, forget_lost_blocks, replace_in_metadata
from pyllvm.linker.type_map import StructSet, TypeMap, name_without_number
from pyllvm.linker.value_mapper import APPENDING, OLD_STRUCTORS, Materializer, ValueMapper
from pyllvm.tables.intrinsic_names import STRUCTORS
from pyllvm.tables.linkages import EXACT
from pyllvm.tables.linking_versions import (
    ADDRESS_SPACES_COMPARED_SINCE,
    DECLARATIONS_MAPPED_SINCE,
    NAMED_ONCE_SINCE,
    NO_CALLBACK_REMOVED_SINCE,
    SIGNATURES_TAKEN_SINCE,
)
from pyllvm.tables.module_flags import MODULE_FLAGS

_PSEUDO_PROBES: Final = "llvm.pseudo_probe_desc"
_STATISTICS: Final = "llvm.stats"


@final
class Destination:
    """State that lives as long as the linker: the result, its names and structs, and the metadata map."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.symbols = SymbolTable(module)
        self.structs = StructSet()
        self.metadata: dict[Metadata, Metadata] = {}
        # The module that each symbol came from.
        self.origins: dict[GlobalValue, str] = {}
        # Whether the first of several definitions of a symbol is taken, and the others are dropped with a warning.
        self.first_definition_wins = False
        self.source_origins = Origins("")
        """Where the symbols of the source module come from."""
        # Constants that have some uses twice in their use lists.
        self.touched: list[Value] = []

    def look_again(self) -> None:
        """Know the structs and the metadata that the result has now, literal structs as well (IRMover's constructor)."""
        finder = TypeFinder(self.module, self.module.llvm_version, with_literals=True)
        finder.find_in(self.module)
        self.structs = StructSet()
        for struct in finder.structs:
            self.structs.add(struct)
        self.metadata = {node: node for node in finder.nodes}


@final
class Mover(Materializer):
    """Moves values of one source module (IRMover's IRLinker).

    When something moved mentions a value that was not selected, the mover calls `add_lazily` with it; that returns the values
    to move after all.
    """

    def __init__(
        self,
        destination: Destination,
        source: Module,
        values: list[GlobalValue],
        add_lazily: Callable[[GlobalValue], list[GlobalValue]],
        warn: Callable[[str], None],
        *,
        is_importing: bool = False,
    ) -> None:
        self._destination = destination
        self._symbols = destination.symbols
        self._result = destination.module
        self._source = source
        self._context = source.context
        self._version = destination.module.llvm_version
        self._add_lazily = add_lazily
        self._warn = warn
        self.is_importing: Final = is_importing
        self._types = TypeMap(destination.structs, destination.module.llvm_version)
        self._mapper = ValueMapper(self._types, destination.metadata, self, self._context, self._version, destination.touched)
        self._late_orders = LateUseOrders(source, self._mapper.touch) if source._late_use_orders else None
        self._to_link: set[GlobalValue] = set()
        self._work: list[GlobalValue] = []
        self._replaced: list[tuple[GlobalValue, Constant]] = []
        self._with_unmapped_metadata: list[GlobalObject] = []
        self._bodies_are_done = False
        for value in values:
            self._add(value)

    def _add(self, value: GlobalValue) -> None:
        if value not in self._to_link:
            self._to_link.add(value)
            self._work.append(value)

    def run(self) -> None:
        """Move everything. The caller merges the module flags afterwards."""
        for function in self._source.functions:
            function.use_missing_operands()
        self._unify_types()
        mapper = self._mapper
        self._work.reverse()
        while self._work:
            value = self._work.pop()
            if value in mapper.values or value in mapper.indirect_values:
                continue
            mapper.map(value)
            self._replace()
        # From here on only metadata is mapped, which adds no more values.
        self._bodies_are_done = True
        mapper.maps_missing_to_nothing = True
        self._link_named_metadata()
        if self._version >= DECLARATIONS_MAPPED_SINCE:
            for target in self._with_unmapped_metadata:
                if target.parent is not None and is_declaration(target):
                    mapper.map_attachments(target)
                    mapper.flush()

    def forget_lost_values(self) -> None:
        """Replace what was not moved: addresses of blocks, and symbols in metadata. The source must not be used afterwards."""
        forget_lost_blocks(self._result, self._mapper.block_addresses)
        if self._version < DECLARATIONS_MAPPED_SINCE and self._with_unmapped_metadata:
            lost = ForgottenConstants(self._result)
            for value in self._source.global_values:
                # Bodies refer to symbols of the result alone, but they are still among the uses of the source's.
                lost.forget_in_nodes(value)

    def forget(self) -> None:
        """Forget the mapper, which knows the mover: no collector frees the two in a command. Map nothing afterwards."""
        self._mapper.forget()

    def map_metadata(self, metadata: Metadata) -> Metadata | None:
        """Return the result's metadata for metadata of the source."""
        return self._mapper.map_metadata(metadata)

    # --- types -----------------------------------------------------------------------------------------------------

    def _unify_types(self) -> None:
        """Find the types that are the same in both modules, by symbols of one name, then by type names (computeTypeMapping)."""
        types = self._types
        source = self._source
        for variable in source.global_variables:
            existing = self._linked_to(variable)
            if existing is None:
                continue
            if existing.linkage == "appending" and variable.linkage == "appending":
                theirs = existing.value_type
                ours = variable.value_type
                if isinstance(theirs, ArrayType) and isinstance(ours, ArrayType):
                    types.unify(theirs.element, ours.element)
            else:
                types.unify(existing.type, variable.type)
        for function in source.functions:
            existing = self._linked_to(function)
            if existing is not None and existing.type is not function.type:
                types.unify(existing.type, function.type)
        for alias in source.aliases:
            existing = self._linked_to(alias)
            if existing is not None:
                types.unify(existing.type, alias.type)
        structs = types.structs
        for struct in self._source_structs():
            if not struct.name or struct in structs:
                continue
            plain = name_without_number(struct.name)
            if plain == struct.name:
                continue
            known = self._context.struct_of_name(plain)
            if known is not None and known in structs:
                types.unify(known, struct)
        types.give_bodies()

    def _source_structs(self) -> list[StructType]:
        """Return the source's identified structs; if bodies have not been read yet, all structs in its type table."""
        if self._source.is_read_lazily:
            return self._source.struct_types
        return structs_in(self._source, self._version)

    # --- prototypes ------------------------------------------------------------------------------------------------

    def _linked_to(self, value: GlobalValue) -> GlobalValue | None:
        """Return the symbol of the result that has the same name and is not local, or None."""
        if not value.name or value.has_local_linkage:
            return None
        existing = self._symbols.named(value.name)
        if existing is None or existing.has_local_linkage:
            return None
        if isinstance(existing, Function) and existing.is_intrinsic and isinstance(value, Function):
            if existing.function_type is not self._types.get(value.function_type):
                return None
        return existing

    def materialize(self, value: Value) -> Value | None:
        if not isinstance(value, GlobalValue) or (value.parent is not self._result and value.parent is not self._source):
            return None
        target = self._prototype(value)
        is_indirect = self._mapper.is_indirect
        if target is None or not isinstance(target, GlobalValue):
            return target
        if _has_body(target):
            return target
        other = self._mapper.values if is_indirect else self._mapper.indirect_values
        if other.get(value) is target:
            return target
        if is_indirect or self._should_link(target, value):
            self._link_body(target, value)
        if self._version >= NO_CALLBACK_REMOVED_SINCE and isinstance(target, Function):
            _remove_no_callback(target)
        return target

    def _should_link(self, existing: GlobalValue | None, value: GlobalValue) -> bool:
        """Whether `value` itself, with its body, moves into the result."""
        if value in self._to_link or value.has_local_linkage:
            return True
        if existing is not None and not is_declaration_for_linker(existing):
            return False
        if is_declaration(value) or self._bodies_are_done:
            return False
        added = self._add_lazily(value)
        for member in added:
            self._add(member)
        return bool(added)

    def _prototype(self, value: GlobalValue) -> Constant | None:
        """Return the result's symbol for `value`, without a body yet; make it if there is none (linkGlobalValueProto)."""
        is_indirect = self._mapper.is_indirect
        existing = self._linked_to(value)
        should_link = self._should_link(existing, value)
        if should_link:
            known = self._mapper.values.get(value)
            if known is None:
                known = self._mapper.indirect_values.get(value)
            if known is not None:
                assert isinstance(known, Constant)
                return known
        elif is_indirect:
            existing = None
        if value.linkage == "appending" or (existing is not None and existing.linkage == "appending"):
            return self._appending_prototype(existing, value)
        needs_name = False
        new: GlobalValue
        if existing is not None and not should_link and not self._takes_signature(existing, value):
            new = existing
        else:
            if self._bodies_are_done:
                return None
            new = self._copy(value, should_link or is_indirect)
            needs_name = should_link or not is_indirect
        if isinstance(new, Function):
            remangled = self._remangled(new)
            if remangled is not None:
                new = remangled
                needs_name = False
        if needs_name:
            self._symbols.force_name(new, value.name)
        if isinstance(new, GlobalObject) and (should_link or is_indirect):
            comdat = comdat_of(value)
            if comdat is not None:
                new.comdat = self._comdat(comdat)
        if not should_link and is_indirect:
            set_linkage(new, "internal")
        result: Constant = new
        if existing is not None and new is not value:
            result = self._mapper.constants.pointer_cast(new, self._types.get(value.type))
        if existing is not None and new is not existing:
            self._replaced.append((existing, self._mapper.constants.pointer_cast(new, existing.type)))
        return result

    def _takes_signature(self, existing: GlobalValue, value: GlobalValue) -> bool:
        """Whether to rebuild a declaration from a definition that stays in the source, which may have lost attributes."""
        if self._version < SIGNATURES_TAKEN_SINCE or not isinstance(value, Function) or not is_declaration(existing):
            return False
        return not value.is_declaration and value.linkage in EXACT

    def _comdat(self, comdat: Comdat) -> Comdat:
        """Return the result's comdat with the same name, and give it the source's selection kind."""
        comdats = self._result.comdats
        existing = comdats.get(comdat.name)
        if existing is None:
            existing = Comdat(comdat.name)
            comdats[comdat.name] = existing
        existing.selection_kind = comdat.selection_kind
        return existing

    def _remangled(self, function: Function) -> Function | None:
        """Return the intrinsic of the new name if the types in an overloaded intrinsic's name have changed, else None."""
        if not function.is_intrinsic:
            return None
        wanted = mangled_intrinsic_name(function.name, function.function_type, self._version, self._result)
        if wanted is None or wanted == function.name:
            return None
        there = self._symbols.named(wanted)
        if isinstance(there, Function) and there.function_type is function.function_type:
            self._symbols.erase(function)
            return there
        if there is not None:
            self._symbols.rename(there, there.name + ".renamed")
        self._symbols.rename(function, wanted)
        set_intrinsic_attributes(function, self._version)
        return function

    def _copy(self, value: GlobalValue, is_definition: bool) -> GlobalValue:
        """Make a symbol like `value`, without a body (copyGlobalValueProto)."""
        is_alias = isinstance(value, (GlobalAlias, GlobalIFunc))
        new = self._new_symbol(value) if is_definition or not is_alias else self._declaration(value)
        if is_definition:
            set_linkage(new, value.linkage)
        elif value.linkage == "extern_weak":
            set_linkage(new, "extern_weak")
        if isinstance(new, GlobalObject) and (isinstance(value, GlobalVariable) or is_declaration(value)):
            new.attachments = [*self._mapper.sorted_attachments(value.attachments)]
            if is_declaration(value) and new.attachments:
                self._with_unmapped_metadata.append(new)
        return new

    def _new_symbol(self, value: GlobalValue) -> GlobalValue:
        types = self._types
        value_type = types.get(value.value_type)
        type = self._pointer_to(value_type, value)
        new: GlobalValue
        if isinstance(value, GlobalVariable):
            new = GlobalVariable(type, value_type, "", value.is_constant)
        elif isinstance(value, Function):
            assert isinstance(value_type, FunctionType)
            new = Function(type, value_type)
            if value.operands or value.has_operand_places:
                new.has_operand_places = True
                new.use_missing_operands()
        elif isinstance(value, GlobalAlias):
            new = GlobalAlias(type, value_type, "")
        else:
            new = GlobalIFunc(type, value_type, "")
        self._symbols.add(new, value.name)
        copy_properties(new, value)
        if isinstance(new, Function) and new.attributes is not None:
            new.attributes = self._mapper.map_attributes(new.attributes)
        return new

    def _declaration(self, value: GlobalValue) -> GlobalValue:
        """Declare what an alias or ifunc of the source is."""
        value_type = self._types.get(value.value_type)
        type = self._pointer_to(value_type, value)
        new: GlobalValue
        if isinstance(value_type, FunctionType):
            new = Function(type, value_type)
        else:
            new = GlobalVariable(type, value_type)
            new.thread_local_mode = value.thread_local_mode
        self._symbols.add(new, value.name)
        return new

    def _pointer_to(self, value_type: Type, value: GlobalValue) -> Type:
        """Return the pointer type for a symbol like `value`: a typed pointer if the type of `value` is one."""
        if getattr(value.type, "pointee", None) is None:
            return value.type
        return self._context.pointer_to(value_type, value.address_space)

    def _appending_prototype(self, existing: GlobalValue | None, value: GlobalValue) -> Constant | None:
        """Make the variable that joins two variables with appending linkage (linkAppendingVarProto)."""
        if isinstance(value, Function) and value.is_declaration:
            return existing
        if not isinstance(value, GlobalVariable) or not (existing is None or isinstance(existing, GlobalVariable)):
            message = "can only link appending global with another appending global!"
            raise PyllvmError(f"Linking globals named '{value.name}': {message}")
        if existing is not None and not existing.is_declaration and not value.is_declaration:
            self._check_appending(existing, value)
        if value.is_declaration:
            return existing
        array = self._types.get(value.value_type)
        if not isinstance(array, ArrayType):
            raise PyllvmError(f"appending variable '{value.name}' is not an array")
        element = array.element
        is_structor = False
        is_old_structor = False
        if value.name in STRUCTORS and isinstance(element, StructType):
            is_structor = len(element.contained_types) == 3
            is_old_structor = not is_structor
        if is_old_structor:
            data = self._context.pointer() if self._version > 14 else self._context.pointer_to(self._context.integer(8))
            element = self._context.literal_struct([*element.contained_types[:2], data])
        prefix: list[Value] = []
        if existing is not None and not existing.is_declaration:
            theirs = existing.value_type
            assert isinstance(theirs, ArrayType)
            if theirs.element is not element:
                raise self._conflict("Appending variables with different element types!", existing, value)
            assert existing.initializer is not None
            prefix = _elements_of(existing.initializer)
        assert value.initializer is not None
        elements = _elements_of(value.initializer)
        if is_structor:
            elements = [one for one in elements if self._keeps_structor(one)]
        type = self._context.array(element, len(prefix) + len(elements))
        new = GlobalVariable(self._pointer_to(type, value), type, "", value.is_constant)
        new.linkage = value.linkage
        self._symbols.insert_before(new, existing, "")
        copy_properties(new, value)
        self._symbols.force_name(new, value.name)
        result = self._mapper.constants.pointer_cast(new, self._types.get(value.type))
        self._mapper.schedule_appending(new, prefix, elements, OLD_STRUCTORS if is_old_structor else APPENDING)
        if existing is not None:
            self._replaced.append((existing, self._mapper.constants.pointer_cast(new, existing.type)))
        return result

    def _check_appending(self, existing: GlobalVariable, value: GlobalVariable) -> None:
        if value.linkage != "appending" or existing.linkage != "appending":
            message = f"Linking globals named '{value.name}': can only link appending global with another appending global!"
            raise self._conflict(message, existing, value)
        if existing.is_constant != value.is_constant:
            raise self._conflict("Appending variables linked with different const'ness!", existing, value)
        different = ""
        if existing.alignment != value.alignment:
            different = "alignment"
        elif existing.visibility != value.visibility:
            different = "visibility"
        elif (existing.unnamed_address == "unnamed_addr") != (value.unnamed_address == "unnamed_addr"):
            different = "unnamed_addr"
        elif existing.section != value.section:
            different = "section name"
        elif existing.address_space != value.address_space and self._version >= ADDRESS_SPACES_COMPARED_SINCE:
            different = "address spaces"
        if different:
            raise self._conflict(f"Appending variables with different {different} need to be linked!", existing, value)

    def _conflict(self, message: str, existing: GlobalVariable, value: GlobalVariable) -> PyllvmError:
        """Make the error for two variables that contradict each other, with a note for each."""
        first = self._destination.origins.get(existing, self._result.identifier)
        second = self._destination.source_origins.of_symbol(value.name)
        return PyllvmError(Diagnostic("error", message, notes=both_definitions(existing, first, value, second)))

    def _keeps_structor(self, element: Value) -> bool:
        """Whether to keep a constructor's entry: an entry with a key symbol is kept only if that symbol is linked."""
        if not isinstance(element, ConstantAggregate) or len(element.operands) < 3:
            return True
        key = strip_pointer_casts(element.operands[2])
        return not isinstance(key, GlobalValue) or self._should_link(self._linked_to(key), key)

    # --- bodies ----------------------------------------------------------------------------------------------------

    def _link_body(self, target: GlobalValue, value: GlobalValue) -> None:
        """Move the body of `value` to `target` (linkGlobalValueBody)."""
        mapper = self._mapper
        if isinstance(value, Function) and isinstance(target, Function):
            self._read_body(value)
            if self._late_orders is not None:
                self._late_orders.apply(value)
            target.forget_missing_operands()
            target.set_optional_operands(value.personality, value.prefix_data, value.prologue_data)
            target.use_missing_operands()
            target.attachments = [*target.attachments, *mapper.sorted_attachments(value.attachments)]
            target._take_body(value)
            target._names_came_with_blocks = True
            mapper.schedule_body(target)
        elif isinstance(value, GlobalVariable) and isinstance(target, GlobalVariable) and value.initializer is not None:
            mapper.schedule_initializer(target, value.initializer)
        elif isinstance(value, (Function, GlobalVariable)):
            # A malformed type, or an alias of another type, made the result another kind of symbol.
            raise PyllvmError(f"cannot link @{value.name}: the module is invalid (pyllvm-verify reports why)")
        else:
            mapper.schedule_indirect(target, value.operands[0])

    def _read_body(self, function: Function) -> None:
        uses = self._context.uses
        uses.leaves_local = uses.defers
        try:
            function.materialize()
        finally:
            uses.leaves_local = False

    def _replace(self) -> None:
        """Redirect the users of each replaced symbol to its replacement, and erase it."""
        replaced = self._replaced
        self._replaced = []
        for old, new in replaced:
            self._replace_in_metadata(old, new)
            replace_everywhere(old, new, self._mapper.constants.fold, self._replace_in_metadata)
            self._symbols.erase(old)

    def _replace_in_metadata(self, old: Value, new: Value) -> None:
        replace_in_metadata(self._context, self._destination.metadata.values(), old, new)

    # --- named metadata --------------------------------------------------------------------------------------------

    def _link_named_metadata(self) -> None:
        result = self._result
        targets = {named.name: named for named in result.named_metadata}
        for named in self._source.named_metadata:
            if named.name == MODULE_FLAGS:
                continue
            if self.is_importing and named.name in (_PSEUDO_PROBES, _STATISTICS):
                if named.name == _PSEUDO_PROBES and named.name not in targets:
                    self._warn(
                        f"Pseudo-probe ignored: source module '{self._source.identifier}' is compiled with "
                        f"-fpseudo-probe-for-profiling while destination module '{result.identifier}' is not\n"
                    )
                continue
            target = targets.get(named.name)
            if target is None:
                target = NamedMDNode(named.name, [])
                targets[named.name] = target
                result.named_metadata.append(target)
            seen = set(target.operands) if self._version >= NAMED_ONCE_SINCE else None
            for node in named.operands:
                mapped = self._mapper.map_metadata(node)
                assert isinstance(mapped, MDNode)
                if seen is not None:
                    if mapped in seen:
                        continue
                    seen.add(mapped)
                target.operands.append(mapped)

    def order_variables(self) -> None:
        """Move the variables that came from the source behind the others, in the source's order."""
        moved: dict[GlobalVariable, None] = {}
        for variable in self._source.global_variables:
            if variable.linkage == "appending":
                continue
            new = self._mapper.map(variable)
            if new is None:
                continue
            new = strip_pointer_casts(new)
            if isinstance(new, GlobalVariable) and new.parent is self._result:
                moved.pop(new, None)
                moved[new] = None
        self._symbols.move_to_end(moved)


def _has_body(value: GlobalValue) -> bool:
    if isinstance(value, Function):
        return not value.is_declaration
    if isinstance(value, GlobalVariable) and value.linkage == "appending":
        return True
    return bool(value.operands)


def _remove_no_callback(function: Function) -> None:
    """Remove `nocallback`, which is only true within one module (IRLinker::updateAttributes)."""
    if function.attributes is not None and not function.is_intrinsic:
        function.attributes = _without_no_callback(function.attributes)
    for block in function.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, CallBase) and instruction.attributes is not None:
                instruction.attributes = _without_no_callback(instruction.attributes)


def _without_no_callback(attributes: AttributeList) -> AttributeList:
    of_function: AttributeSet = attributes.function
    if "nocallback" not in of_function:
        return attributes
    return attributes.with_function(of_function.removing("nocallback"))


def _elements_of(constant: Value) -> list[Value]:
    """Return the elements of an array constant; none if `constant` is not an array constant."""
    if isinstance(constant, ConstantAggregate):
        return list(constant.operands)
    array = constant.type
    assert isinstance(array, ArrayType)
    if isinstance(constant, SimpleConstant):
        element: Value = null_value(array.element)
        if constant.kind in ("undef", "poison"):
            element = SimpleConstant.get(array.element, constant.kind)
        return [element] * array.count
    if isinstance(constant, ConstantData):
        type = array.element
        return [plain_constant(type, bits) for bits in constant.elements]
    return []
