"""QIR 1 of the base and the adaptive profile: typed pointers to `%Qubit`, `%Result` and the other opaque structs.

QIR 2 has opaque pointers. Which of them are qubits follows from the functions that they are passed to: their names, and the
attributes `irreversible` and `writeonly`. Functions that QIR does not name get their types from their calls and their bodies.
"""

from __future__ import annotations

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import ConstantExpr, ConstantInt, is_null
from pyllvm.ir.function import Argument, Function
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import CallBase, ReturnInst
from pyllvm.ir.module import Module
from pyllvm.ir.types import PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.migrations.consumers.flags import MISSING, number_of_flag, set_flag
from pyllvm.notation import Final, final
from pyllvm.tables import qir_functions as qir
from pyllvm.tables.module_flags import ERROR, MAXIMUM

_WRITE_ONLY: Final = "writeonly"
_READ_RESULT: Final = "read_result"


def pointees(module: Module) -> dict[Value, Type]:
    """The opaque structs to which parameters, and results of functions, point."""
    found: dict[Value, Type] = {}
    context = module.context
    for value, letter in letters_of(module).items():
        if letter == qir.BYTES:
            continue
        name = qir.STRUCTS[letter]
        struct = context.struct_of_name(name)
        found[value] = context.named_struct(name) if struct is None else struct
    return found


def letters_of(module: Module) -> dict[Value, str]:
    """The letters of `tables.qir_functions` for the pointers of a module, which say what each points to."""
    letters = _Letters(module)
    letters.run()
    return letters.known


def finish(module: Module) -> None:
    """Give the module the flags of QIR 1, and its entry points the attributes."""
    _set_flags(module)
    for function in module.functions:
        if not function.is_declaration:
            _finish_entry_point(function)


@final
class _Letters:
    """Collects what is `known` of the pointers of a module: of arguments, and under the function itself, of its result."""

    def __init__(self, module: Module) -> None:
        self.module: Final = module
        self.known: Final[dict[Value, str]] = {}

    def run(self) -> None:
        """Begin with the functions that QIR names, and go on from there until nothing changes."""
        for function in self.module.functions:
            self._name(function)
        count = -1
        while count != len(self.known):
            count = len(self.known)
            for function in self.module.functions:
                self._follow_body(function)
        for function in self.module.functions:
            if function.is_declaration and not function.is_intrinsic:
                self._guess(function)

    def _name(self, function: Function) -> None:
        name = function.name
        row: tuple[str, str] | None = None
        if name.startswith(qir.RUNTIME_PREFIX):
            # All other functions of the runtime take bytes.
            row = qir.RUNTIME.get(name.removeprefix(qir.RUNTIME_PREFIX), (qir.BYTES, ""))
        elif name.startswith(qir.INSTRUCTION_PREFIX):
            name = name.removeprefix(qir.INSTRUCTION_PREFIX)
            row = qir.INSTRUCTIONS.get(name)
            if row is None:
                row = ("", self._controlled(function) if name.endswith(qir.CONTROLLED) else _letters_of_instruction(function))
        if row is None:
            return
        result, parameters = row
        if result and isinstance(function.function_type.return_type, PointerType):
            self.known[function] = result
        pointers = _pointers(function)
        for number in range(len(pointers)):
            letter = parameters[number] if number < len(parameters) else qir.BYTES
            self.known[pointers[number]] = qir.BYTES if _takes_text(function, pointers[number]) else letter

    def _controlled(self, function: Function) -> str:
        """The array of the qubits that control, and the qubit of the gate, or a tuple of what a gate takes if it takes more."""
        plain = self.module.get_function(function.name.rpartition("__")[0] + "__body")
        has_tuple = plain is not None and len(plain.arguments) > 1
        return "AT" if has_tuple and len(_pointers(function)) == len(function.arguments) else "AQ"

    def _follow_body(self, function: Function) -> None:
        for instruction in function.instructions:
            if isinstance(instruction, CallBase):
                callee = instruction.callee
                if isinstance(callee, Function) and instruction.function_type is callee.function_type:
                    for argument in callee.arguments:
                        self._join(argument, instruction.operands[argument.number])
            elif isinstance(instruction, ReturnInst) and instruction.operands:
                self._join(function, instruction.operands[0])

    def _join(self, one: Value, other: Value) -> None:
        """Both point to the same: a parameter and what is passed there, or a result and what is returned."""
        if isinstance(other, CallBase) and isinstance(other.callee, Function):
            other = other.callee
        if not isinstance(other, (Argument, Function)):
            return
        if isinstance(one, Argument) and not isinstance(one.type, PointerType):
            return
        if one in self.known:
            self.known.setdefault(other, self.known[one])
        elif other in self.known:
            self.known[one] = self.known[other]

    def _guess(self, function: Function) -> None:
        """A declaration that QIR does not name, and that numbers are passed to as pointers, is a gate of the machine's own."""
        pointers = _pointers(function)
        if not pointers or any(pointer in self.known for pointer in pointers):
            return
        calls = [user for user in function.users if isinstance(user, CallBase) and user.callee is function]
        numbers = [pointer.number for pointer in pointers]
        if calls and all(_is_number(call.operands[number]) for call in calls for number in numbers):
            letters = _letters_of_instruction(function)
            for number in range(len(pointers)):
                self.known[pointers[number]] = letters[number]


def _pointers(function: Function) -> list[Argument]:
    return [argument for argument in function.arguments if isinstance(argument.type, PointerType)]


def _letters_of_instruction(function: Function) -> str:
    """Qubits; the last is a result where the function measures; results are only written."""
    attributes = function.attributes
    pointers = _pointers(function)
    letters: list[str] = []
    for pointer in pointers:
        is_result = attributes is not None and _WRITE_ONLY in attributes.parameter(pointer.number)
        letters.append("R" if is_result else "Q")
    is_irreversible = attributes is not None and qir.IRREVERSIBLE in attributes.function
    if is_irreversible and len(letters) > 1 and "R" not in letters:
        letters[-1] = "R"
    return "".join(letters)


def _takes_text(function: Function, argument: Argument) -> bool:
    """Whether a variable of the module is passed: a label, as a rule."""
    number = argument.number
    calls = [user for user in function.users if isinstance(user, CallBase) and user.callee is function]
    return any(isinstance(call.operands[number], GlobalVariable) for call in calls)


def _is_number(value: Value) -> bool:
    """Whether a pointer is `null` or `inttoptr` of a number: so a static qubit or result is named."""
    if isinstance(value, ConstantExpr):
        return value.opcode == "inttoptr"
    return is_null(value)


# --- flags and attributes


def _set_flags(module: Module) -> None:
    if number_of_flag(module, qir.MAJOR_VERSION) != qir.TYPED_VERSION:
        set_flag(module, ERROR, qir.MAJOR_VERSION, 32, qir.TYPED_VERSION)
        set_flag(module, MAXIMUM, qir.MINOR_VERSION, 32, 0)
    elif number_of_flag(module, qir.MINOR_VERSION) == MISSING:
        set_flag(module, MAXIMUM, qir.MINOR_VERSION, 32, 0)
    for name, makers in ((qir.DYNAMIC_QUBITS, qir.MAKE_QUBITS), (qir.DYNAMIC_RESULTS, qir.MAKE_RESULTS)):
        if number_of_flag(module, name) == MISSING:
            set_flag(module, ERROR, name, 1, int(_uses_runtime(module, makers)))


def _uses_runtime(module: Module, names: tuple[str, ...]) -> bool:
    beginnings = tuple([qir.RUNTIME_PREFIX + name for name in names])
    return any(function.name.startswith(beginnings) and function.has_uses for function in module.functions)


def _finish_entry_point(function: Function) -> None:
    attributes = function.attributes
    if attributes is None:
        return
    kept: list[Attribute] = []
    for attribute in attributes.function.attributes:
        newer = qir.OLDER_ATTRIBUTES.get(attribute.name)
        kept.append(attribute if newer is None else Attribute.of_string(newer, attribute.value))
    names = {attribute.name for attribute in kept}
    if qir.ENTRY_POINT not in names:
        return
    if qir.PROFILES not in names:
        kept.append(Attribute.of_string(qir.PROFILES, qir.ADAPTIVE_PROFILE if _is_adaptive(function) else qir.BASE_PROFILE))
    if qir.LABELING_SCHEMA not in names:
        kept.append(Attribute.of_string(qir.LABELING_SCHEMA))
    for name, struct in ((qir.REQUIRED_QUBITS, "Qubit"), (qir.REQUIRED_RESULTS, "Result")):
        count = 0 if name in names else _count_static(function, struct)
        if count:
            kept.append(Attribute.of_string(name, str(count)))
    function.attributes = AttributeList(AttributeSet(kept), attributes.returned, attributes.parameters)


def _is_adaptive(function: Function) -> bool:
    """Whether a function branches, or reads a result: the base profile has neither."""
    for instruction in function.instructions:
        if isinstance(instruction, CallBase):
            if instruction.callee is not None and _READ_RESULT in instruction.callee.name:
                return True
        elif instruction.is_terminator and len(instruction.successors) > 1:
            return True
    return False


def _count_static(function: Function, struct: str) -> int:
    """One more than the greatest number of a static qubit or result."""
    count = 0
    for instruction in function.instructions:
        if not isinstance(instruction, CallBase):
            continue
        for operand in instruction.operands:
            type = operand.type
            if not isinstance(type, PointerType) or type.pointee is None or getattr(type.pointee, "name", "") != struct:
                continue
            if isinstance(operand, ConstantExpr) and operand.opcode == "inttoptr":
                number = operand.operands[0]
                if isinstance(number, ConstantInt):
                    count = max(count, number.unsigned + 1)
            elif is_null(operand):
                count = max(count, 1)
    return count
