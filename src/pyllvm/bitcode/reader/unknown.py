"""The things in bitcode that pyllvm does not know: what becomes of them, and how that is reported.

A file whose writer may know more than pyllvm, a newer LLVM or another compiler, is read as far as its meaning is certain. What
means nothing to a program that does not know it is left out and noted in `Module.left_out`. The rest is an error: nothing can use
a type or a constant whose record is not known. In a file of an LLVM that pyllvm knows there is nothing unknown: what seems so is
damage, and LLVM's own message says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.bitcode.attributes import UnknownAttribute
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError
from pyllvm.ir.constants import BlockAddress, Constant, ConstantExpr
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.instructions import AllocaInst, CallBase, GetElementPtrInst
from pyllvm.ir.loss import BEHAVIOR, DROPPED, HINT, NO_RELEASE, Loss
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context, Type
from pyllvm.ir.value import Value
from pyllvm.versions import NEXT, llvm_version_of_producer


@final
class UnknownValues:
    """The placeholders for the unknown types and constants of one module."""

    def __init__(self) -> None:
        self._types: Final[dict[Type, str]] = {}
        self._constants: Final[dict[Value, str]] = {}
        self.places: Final[dict[str, BitcodeLocation]] = {}
        """Where the first of each kind of unknown thing is."""
        # The results for types and constants that were looked at.
        self._known: Final[dict[object, str]] = {}

    @property
    def are_there(self) -> bool:
        """Whether something is unknown."""
        return len(self._types) + len(self._constants) > 0

    def type(self, context: Context, cursor: BitstreamCursor) -> Type:
        """The placeholder for the type of a record; nothing can be read with it except what names it."""
        name = f"unknown type record {cursor.code}"
        self.places.setdefault(name, cursor.location(cursor.code))
        made = context.target(f"{name}, number {len(self._types)}", [], [])
        self._types[made] = name
        return made

    def constant(self, type: Type, cursor: BitstreamCursor, what: str) -> Constant:
        """The placeholder for a constant; no constant with it is folded."""
        self.places.setdefault(what, cursor.location(cursor.code))
        made = ConstantExpr(type, "unknown", [])
        self._constants[made] = what
        return made

    def of_body(self, function: Function) -> str:
        """The unknown thing that a body has; empty if there is none."""
        for block in function.blocks:
            for instruction in block.instructions:
                found = self.of_type(instruction.type)
                if not found and isinstance(instruction, AllocaInst):
                    found = self.of_type(instruction.allocated_type)
                elif not found and isinstance(instruction, GetElementPtrInst):
                    found = self.of_type(instruction.source_element_type)
                elif not found and isinstance(instruction, CallBase):
                    found = self.of_type(instruction.function_type)
                for operand in instruction.operands:
                    found = found or self.of_value(operand)
                if found:
                    return found
        return ""

    def of_symbol(self, symbol: GlobalValue) -> str:
        """The unknown thing that a symbol, without its body, has; empty if there is none."""
        found = self.of_type(symbol.value_type)
        for operand in symbol.operands:
            found = found or self.of_value(operand)
        return found

    def of_module(self, module: Module) -> list[tuple[GlobalValue, str]]:
        """The symbols that have an unknown thing, with the thing."""
        found = [(symbol, self.of_symbol(symbol)) for symbol in module.global_values]
        return [(symbol, what) for symbol, what in found if what]

    def of_value(self, value: Value) -> str:
        """The unknown thing that an operand has."""
        if not isinstance(value, Constant) or isinstance(value, GlobalValue):
            return self.of_type(value.type)
        found = self._known.get(value)
        if found is None:
            # A constant cannot contain itself, except through symbols.
            found = self._constants.get(value, "") or self.of_type(value.type)
            if not found and isinstance(value, ConstantExpr) and value.source_element_type is not None:
                found = self.of_type(value.source_element_type)
            for operand in value.operands:
                found = found or self.of_value(operand)
            self._known[value] = found
        return found

    def of_type(self, type: Type) -> str:
        """The unknown thing that a type has."""
        found = self._known.get(type)
        if found is None:
            found = self._types.get(type, "")
            # A struct may contain itself.
            self._known[type] = found
            for part in type.contained_types:
                found = found or self.of_type(part)
            self._known[type] = found
        return found


# The beginning of LLVM's messages about records that it cannot read.
_INVALID: Final = "Invalid"
_EXPORTED: Final = "dllexport"
# Values of `--losses`.
_ERROR: Final = "error"
_IGNORE: Final = "ignore"

_BODY_HINT: Final = (
    "nm, stat and bcanalyzer read the file, extract takes other functions out of it, and 'dis --allow-unknown' "
    "(in Python allow_unknown=True) prints it with this body left out"
)
_STRICT_HINT: Final = (
    "the file is damaged, or a fork of LLVM wrote it: 'dis --allow-unknown' (in Python allow_unknown=True) prints what is known"
)
_SYMBOL_HINT: Final = "nm, stat and bcanalyzer read the file, and extract takes other symbols out of it"
STRICT_ATTRIBUTE_HINT: Final = (
    "the file is damaged, or a fork of LLVM wrote it: --allow-unknown-attributes (in Python allow_unknown_attributes=True) "
    "leaves the attribute out"
)
_REFUSED_ATTRIBUTE_HINT: Final = (
    "--allow-unknown-attributes (in Python allow_unknown_attributes=True) leaves it out; nm, stat and bcanalyzer read the file, "
    "and extract takes other functions out of it"
)


def may_know_more(producer: str) -> bool:
    """Whether a writer may know more than pyllvm: an LLVM newer than all that is known, or a compiler that does not name LLVM."""
    return is_newer(producer) or (bool(producer) and llvm_version_of_producer(producer) is None)


def is_newer(producer: str) -> bool:
    """Whether a writer is an LLVM newer than all that is known."""
    return (llvm_version_of_producer(producer) or 0) > NEXT


def _declare(symbol: GlobalObject) -> None:
    """Give a symbol that has become a declaration what declarations have."""
    symbol.linkage = "external"
    symbol.comdat = None
    symbol._attachments = []
    if symbol.dll_storage_class == _EXPORTED:
        symbol.dll_storage_class = "default"


def check_refused(module: Module, refused: list[tuple[GlobalValue, PyllvmError]]) -> None:
    """Raise the error about the first symbol that cannot be used, if the module still has it."""
    for symbol, error in refused:
        if symbol.parent is module:
            raise error


@final
class Unknown:
    """The unknown things in one module: the rules about them, and those that were left out so far."""

    def __init__(self, module: Module) -> None:
        self._module: Final = module
        self.is_tolerated = False
        """Whether unknown things are left out; otherwise they are errors, as in LLVM."""
        self.is_newer = False
        """Whether the writer is an LLVM newer than all that is known."""
        self.tolerates_attributes = False
        """The same of attributes, which a user can also ask for alone."""
        self.allows_attributes = False
        """Whether attributes are left out that may say how a value is passed."""
        self.allows = False
        """Whether bodies, and initial values of variables, with something unknown are left out."""
        self.values: Final = UnknownValues()
        """The unknown types and constants."""
        self.last_attributes = NEXT
        """The LLVM whose attributes may be in the file; the newest known one if the file does not name its LLVM."""
        self.losses = ""
        """The value of `--losses`: "error" and "ignore" stop the warning."""
        self.warn: Callable[[Diagnostic], None] | None = None
        self.note: Callable[[Module, list[Loss]], None] | None = None
        """Receives what was left out."""
        self.is_in_parts = False
        """Whether `warn` ends the reading, which then begins again in another way."""
        self.reports_bodies = False
        """Whether bodies are read one by one, and what is left out of each is reported at once."""
        self.attributes_of_lists: Final[dict[int, list[UnknownAttribute]]] = {}
        """By the numbers of attribute lists, from 1 on."""
        self.refused: list[tuple[GlobalValue, PyllvmError]] = []
        """Symbols that cannot be used, with the reason; an error unless the symbol goes."""
        self._reported = 0
        self._named: set[str] = set()

    def leave_out(
        self, construct: str, subject: GlobalValue | None = None, instruction: Instruction | None = None, grade: str = HINT
    ) -> None:
        """Note that something was left out: `construct` is its name, such as "unknown attribute 110"."""
        self._module.left_out.append(Loss(construct, *NO_RELEASE, subject, instruction, DROPPED, grade))

    def leave_out_attributes(
        self, number: int, subject: GlobalValue | None, instruction: Instruction | None, where: BitcodeLocation
    ) -> None:
        """Note the unknown attributes of the list with this number, which a function, variable or call has.

        A symbol is refused if one of them may say how a value is passed. PyllvmError if that is a call.
        """
        for attribute in self.attributes_of_lists.get(number, ()):
            if attribute.is_part_of_the_call and not self.allows_attributes:
                name = "" if subject is None else f"'@{subject.name}'"
                if instruction is not None:
                    name = f"a call in {name}"
                message = f"{attribute} on {attribute.where()} of {name} names a type, and may say how the value is passed"
                diagnostic = Diagnostic("error", message, where)
                diagnostic.hint = _REFUSED_ATTRIBUTE_HINT
                if subject is None or instruction is not None:
                    raise PyllvmError(diagnostic)
                self.refused.append((subject, PyllvmError(diagnostic)))
                return
            self.leave_out(str(attribute), subject, instruction, BEHAVIOR if attribute.is_part_of_the_call else HINT)

    def error(self, cursor: BitstreamCursor, unknown: str, message: str) -> PyllvmError:
        """The error about the record of something `unknown`; if LLVM knows all, it is LLVM's `message`."""
        if self.is_tolerated:
            return cursor.error(unknown, cursor.code)
        error = cursor.error(message, cursor.code)
        error.diagnostic.hint = _STRICT_HINT
        return error

    def note_longer(self, what: str, rest: list[int], symbol: GlobalValue) -> bool:
        """Note the operands of a symbol's record behind all that are known; False if nothing is left out."""
        if self.is_tolerated and any(rest):
            self.leave_out(f"unknown field of {what}", symbol, grade=BEHAVIOR)
        return self.is_tolerated

    def of_body(self, function: Function, error: PyllvmError) -> PyllvmError:
        """The error about a body that cannot be read, for a file that may have something unknown."""
        before = error.diagnostic
        name = f"'@{function.name}'"
        where = before.where
        message = before.message if name in before.message else f"{before.message} in {name}"
        if message.startswith(_INVALID) and isinstance(where, BitcodeLocation) and where.record_code is not None:
            message = f"unknown form of record {where.record_code} in {name}: {before.message}"
        diagnostic = Diagnostic("error", message, before.where, before.notes)
        diagnostic.hint = before.hint or _BODY_HINT
        return PyllvmError(diagnostic)

    def check_values(self) -> None:
        """After the module without its bodies: refuse symbols with an unknown type or constant.

        A variable that may go without its initial value becomes a declaration.
        """
        for symbol, what in self.values.of_module(self._module):
            if self.allows and isinstance(symbol, GlobalVariable) and not self.values.of_type(symbol.value_type):
                symbol.drop_operands()
                _declare(symbol)
                self._module.left_out_parts[symbol] = f"the initial value is left out: {what}"
                self.leave_out(f"initial value with {what}", symbol, grade=BEHAVIOR)
                continue
            diagnostic = Diagnostic("error", f"{what} in '@{symbol.name}'", self.values.places.get(what))
            diagnostic.hint = _SYMBOL_HINT
            self.refused.append((symbol, PyllvmError(diagnostic)))

    def refuse(self, symbol: GlobalValue, message: str, cursor: BitstreamCursor) -> None:
        """Refuse a symbol, if its module may have something unknown; otherwise nothing happens."""
        if self.is_tolerated:
            error = cursor.error(message, cursor.code)
            error.diagnostic.hint = _SYMBOL_HINT
            self.refused.append((symbol, error))

    def symbol_error(self, cursor: BitstreamCursor) -> PyllvmError:
        """The error about a record of the module that may define a symbol of an unknown kind."""
        error = cursor.error(f"unknown module record {cursor.code} may define a symbol, which others refer to", cursor.code)
        error.diagnostic.hint = "bcanalyzer and stat read the file"
        return error

    def check_body(self, function: Function) -> None:
        """Raise PyllvmError if a body has an unknown type or constant."""
        what = self.values.of_body(function)
        if what:
            raise PyllvmError(Diagnostic("error", what, self.values.places.get(what)))

    def leave_out_body(self, function: Function, error: PyllvmError) -> bool:
        """Make a declaration of a function whose body cannot be read; False if its blocks have addresses."""
        if not self.allows or any(isinstance(user, BlockAddress) for user in function.users):
            return False
        function.delete_body()
        for argument in function.arguments:
            argument.name = ""
        _declare(function)
        message = error.diagnostic.message.replace(f" in '@{function.name}'", "")
        self._module.left_out_parts[function] = f"the body is left out: {message}"
        self.leave_out(f"body with {message}", function, grade=BEHAVIOR)
        return True

    def remove_unused(self) -> None:
        """Remove symbols that cannot be used and that nothing uses."""
        kept: list[tuple[GlobalValue, PyllvmError]] = []
        for symbol, error in self.refused:
            if symbol.has_uses:
                kept.append((symbol, error))
                continue
            name = f"'@{symbol.name}'"
            self.leave_out(f"{name} with {error.diagnostic.message.removesuffix(f' in {name}')}", grade=BEHAVIOR)
            symbol.erase()
        self.refused = kept

    def check(self) -> None:
        """Raise the error about the first symbol that cannot be used."""
        check_refused(self._module, self.refused)

    def report(self) -> None:
        """Warn about what was left out since the last call, once for each kind of thing; PyllvmError if nothing may be lost."""
        left_out = self._module.left_out
        if len(left_out) == self._reported:
            return
        from pyllvm.migrations.loss import left_out_error, left_out_warning

        rest = left_out[self._reported :]
        news = [loss for loss in rest if loss.construct not in self._named]
        self._reported = len(left_out)
        if self.note is not None and not self.is_in_parts:
            self.note(self._module, rest)
        self._named.update([loss.construct for loss in news])
        if not news:
            return
        if self.is_in_parts:
            if self.warn is not None:
                self.warn(left_out_warning(news))
        elif self.losses == _ERROR:
            raise left_out_error(news)
        elif self.losses != _IGNORE and self.warn is not None:
            self.warn(left_out_warning(news))
