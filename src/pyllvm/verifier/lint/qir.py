"""The base and the adaptive profile of QIR: what the entry point's attribute `qir_profiles` promises of a module."""

from __future__ import annotations

from pyllvm.ir.basic_block import BasicBlock
from pyllvm.ir.constants import Constant, ConstantData, ConstantExpr, ConstantInt, is_null
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instruction import Instruction
from pyllvm.ir.instructions import BranchInst, CallBase, ReturnInst
from pyllvm.ir.metadata import MDNode, MDString, constant_int
from pyllvm.ir.types import VOID, IntegerType, PointerType
from pyllvm.ir.value import Value
from pyllvm.migrations.consumers.qir import letters_of
from pyllvm.notation import Final, final
from pyllvm.tables import qir_functions, qir_profiles
from pyllvm.verifier.lint.findings import Linter
from pyllvm.verifier.lint.module_flags import flag_value, module_flags

# The parts of a program of the base profile, in their order.
_INITIALIZATION: Final = 0
_GATES: Final = 1
_MEASUREMENTS: Final = 2
_OUTPUT: Final = 3


def check_qir(linter: Linter, entry: Function) -> None:
    """Check a function with the attribute `entry_point`, and its module, if it names one of the two profiles."""
    assert entry.attributes is not None
    profiles = entry.attributes.function.find(qir_functions.PROFILES)
    if profiles is not None and profiles.value in (qir_functions.BASE_PROFILE, qir_functions.ADAPTIVE_PROFILE):
        _Profile(linter, entry, profiles.value).check()


@final
class _Profile:
    """The rules of one profile for one entry point."""

    def __init__(self, linter: Linter, entry: Function, profile: str) -> None:
        self.linter: Final = linter
        self.entry: Final = entry
        self.is_base: Final = profile == qir_functions.BASE_PROFILE
        self.name: Final = "base profile" if self.is_base else "adaptive profile"
        self.flags: Final = module_flags(linter)
        self.letters: Final = letters_of(linter.module)
        # The qubits and results that there are, by their letters; None where nothing says it.
        self.counts: Final[dict[str, int | None]] = {letter: self._count(word) for letter, word in qir_profiles.STATIC.items()}

    def check(self) -> None:
        self._check_flags()
        self._check_entry_point()
        for function in self.linter.module.functions:
            if function.is_declaration:
                self._check_declaration(function)
            elif function is self.entry or not self.is_base:
                self._check_body(function)
        if self.is_base:
            self._check_parts()

    def _allows(self, flag: str) -> bool:
        """Whether a flag of the adaptive profile is on: a number that is not 0, or a list that is not empty."""
        if self.is_base or flag not in self.flags:
            return False
        value = flag_value(self.flags, flag)
        return value.value != 0 if value is not None else bool(self._widths(flag))

    def _widths(self, flag: str) -> list[str]:
        node = self.flags[flag].operands[2] if flag in self.flags else None
        return [one.text for one in node.operands if isinstance(one, MDString)] if isinstance(node, MDNode) else []

    # --- the module and the entry point

    def _check_flags(self) -> None:
        for name, behavior in qir_profiles.BEHAVIORS.items():
            flag = self.flags.get(name)
            if flag is None:
                self.linter.report("qir-flag", f"the {self.name} needs the module flag '{name}'", self.entry)
                continue
            found = constant_int(flag.operands[0])
            if found is None or found.value != behavior:
                self.linter.report("qir-flag", f"module flag '{name}' must have behavior {behavior}", flag)
            value = flag_value(self.flags, name)
            if self.is_base and name in qir_profiles.DYNAMIC and value is not None and value.value:
                self.linter.report("qir-flag", f"module flag '{name}' must be false in the base profile", flag)

    def _check_entry_point(self) -> None:
        entry, type = self.entry, self.entry.function_type
        if type.parameters or not isinstance(type.return_type, IntegerType) or type.return_type.width != 64:
            self.linter.report("qir-signature", "an entry point takes no parameters and returns i64", entry)
        assert entry.attributes is not None
        if qir_functions.LABELING_SCHEMA not in entry.attributes.function:
            message = f"an entry point needs the attribute '{qir_functions.LABELING_SCHEMA}'"
            self.linter.report("qir-attribute", message, entry)
        for letter, word in qir_profiles.STATIC.items():
            if self.counts[letter] is None and not self._allows(f"dynamic_{word}_management"):
                message = f"an entry point needs the attribute 'required_num_{word}s', with a number"
                self.linter.report("qir-attribute", message, entry)

    def _count(self, word: str) -> int | None:
        attributes = self.entry.attributes
        found = None if attributes is None else attributes.function.find(f"required_num_{word}s")
        return int(found.value) if found is not None and found.value.isdecimal() and found.value.isascii() else None

    def _check_declaration(self, function: Function) -> None:
        """Quantum instructions: they return nothing, and those that measure say so."""
        if not function.name.startswith(qir_functions.INSTRUCTION_PREFIX) or not function.has_uses:
            return
        attributes = function.attributes
        results = [argument for argument in function.arguments if self.letters.get(argument) == "R"]
        reads = isinstance(function.function_type.return_type, IntegerType)
        if results and not reads and (attributes is None or qir_functions.IRREVERSIBLE not in attributes.function):
            self.linter.report("qir-irreversible", f"'{function.name}' measures, and is not 'irreversible'", function)
        for argument in results:
            if self.is_base and (attributes is None or "writeonly" not in attributes.parameter(argument.number)):
                message = f"parameter {argument.number} of '{function.name}' is a result, and not writeonly"
                self.linter.report("qir-writeonly", message, function)

    # --- bodies

    def _check_body(self, function: Function) -> None:
        if function is not self.entry and not self._allows(qir_profiles.FUNCTIONS):
            message = f"a function beside the entry point needs the module flag '{qir_profiles.FUNCTIONS}'"
            self.linter.report("qir-function", message, function)
        if _calls_itself(function):
            self.linter.report("qir-function", "a function does not call itself, directly or through others", function)
        returns = 0
        for block in function.blocks:
            has_output = False
            for instruction in block.instructions:
                self._check_instruction(instruction)
                if isinstance(instruction, ReturnInst):
                    returns += 1
                    self._check_return(instruction, returns)
                if isinstance(instruction, CallBase):
                    part = self._part(instruction)
                    is_output = part == _OUTPUT
                    if function is not self.entry and part in (_INITIALIZATION, _OUTPUT):
                        message = "only the entry point initializes, and records output"
                        self.linter.report("qir-function", message, instruction)
                    if has_output and not is_output and not self.is_base:
                        message = "only calls that record output, and the return, follow a call that records output"
                        self.linter.report("qir-order", message, instruction)
                    has_output = has_output or is_output
        if not self.is_base:
            self._check_loops(function)

    def _check_instruction(self, instruction: Instruction) -> None:
        name = instruction.opcode_name
        if isinstance(instruction, CallBase) and name == "call":
            self._check_call(instruction)
        elif isinstance(instruction, BranchInst) and instruction.is_conditional and self.is_base:
            self.linter.report("qir-instruction", "branches have no condition in the base profile", instruction)
        elif name not in qir_profiles.INSTRUCTIONS:
            flag = qir_profiles.FLAGS_OF_INSTRUCTIONS.get(name, "")
            if self.is_base or (not flag and name not in qir_profiles.COMPUTATIONS):
                self.linter.report("qir-instruction", f"'{name}' is no instruction of the {self.name}", instruction)
            elif flag and not self._allows(flag):
                # One flag allows all of them, so that the first is enough.
                if self.linter.is_new("qir-instruction", flag):
                    self.linter.report("qir-instruction", f"'{name}' needs the module flag '{flag}'", instruction)
            else:
                self._check_types(instruction)

    def _check_types(self, instruction: Instruction) -> None:
        """Computations name their types in a flag; truth values need none."""
        types = dict.fromkeys([instruction.type, *[operand.type for operand in instruction.operands]])
        for type in types:
            flag = qir_profiles.INTEGERS if isinstance(type, IntegerType) else qir_profiles.FLOATS
            is_number = type.is_floating_point_or_vector or (isinstance(type, IntegerType) and type.width > 1)
            if is_number and str(type) not in self._widths(flag) and self.linter.is_new("qir-type", type):
                self.linter.report("qir-type", f"computations on {type} need it in the module flag '{flag}'", instruction)

    def _check_return(self, instruction: ReturnInst, number: int) -> None:
        if number == 2 and not self._allows(qir_profiles.RETURNS):
            self.linter.report("qir-return", "a second return needs the module flag 'multiple_return_points'", instruction)
        value = instruction.operands[0] if instruction.operands else None
        if isinstance(value, ConstantInt) and not 0 <= value.value <= qir_profiles.LARGEST_EXIT_CODE:
            self.linter.report("qir-return", f"exit codes are 0 to {qir_profiles.LARGEST_EXIT_CODE}", instruction)

    def _check_call(self, call: CallBase) -> None:
        callee = call.callee
        if not isinstance(callee, Function):
            self.linter.report("qir-call", "calls name their function", call)
            return
        if callee.name.startswith(qir_functions.RUNTIME_PREFIX):
            self._check_runtime(call, callee.name.removeprefix(qir_functions.RUNTIME_PREFIX))
        elif not callee.is_declaration and self.is_base:
            self.linter.report("qir-call", "the base profile calls no function with a body", call)
        if self.is_base and call.type.kind != VOID:
            self.linter.report("qir-call", "what the base profile calls returns nothing", call)
        for argument in callee.arguments[: call.argument_count]:
            self._check_operand(call, call.operands[argument.number], self.letters.get(argument, ""))

    def _check_runtime(self, call: CallBase, name: str) -> None:
        needed = qir_profiles.FLAGS_OF_RUNTIME.get(name)
        if name not in qir_profiles.RUNTIME and (needed is None or self.is_base):
            self.linter.report("qir-runtime", f"'{name}' is no runtime function of the {self.name}", call)
        for flag in needed or () if not self.is_base else ():
            if not self._allows(flag):
                self.linter.report("qir-runtime", f"'{name}' needs the module flag '{flag}'", call)
        if name.endswith(qir_profiles.RECORDS) and not _is_label(call.operands[call.argument_count - 1]):
            self.linter.report("qir-label", "a label is a global constant that ends with a null byte", call)

    def _check_operand(self, call: CallBase, operand: Value, letter: str) -> None:
        if self.is_base and not isinstance(operand, Constant):
            self.linter.report("qir-argument", "arguments are constants in the base profile", call)
        number, count = _static_number(operand), self.counts.get(letter)
        if number is not None and count is not None and number >= count:
            word = qir_profiles.STATIC[letter]
            self.linter.report("qir-number", f"{word} {number} is not below 'required_num_{word}s', {count}", call)

    def _check_loops(self, function: Function) -> None:
        """Blocks that lead back to a block on the way to them."""
        if self._allows(qir_profiles.LOOPS) or not function.blocks:
            return
        done: set[BasicBlock] = set()
        way: list[tuple[BasicBlock, list[BasicBlock]]] = [(function.blocks[0], function.blocks[0].successors)]
        open_blocks = {function.blocks[0]}
        while way:
            block, left = way[-1]
            if not left:
                way.pop()
                open_blocks.discard(block)
                done.add(block)
                continue
            following = left.pop()
            if following in open_blocks:
                message = f"a branch backwards needs the module flag '{qir_profiles.LOOPS}'"
                self.linter.report("qir-loop", message, block.instructions[-1])
            elif following not in done:
                open_blocks.add(following)
                way.append((following, following.successors))

    # --- the order in the base profile

    def _part(self, call: CallBase) -> int:
        callee = call.callee
        name = callee.name if isinstance(callee, Function) else ""
        if name == qir_functions.RUNTIME_PREFIX + qir_profiles.INITIALIZE:
            return _INITIALIZATION
        if name.startswith(qir_functions.RUNTIME_PREFIX):
            return _OUTPUT if name.endswith(qir_profiles.RECORDS) else _GATES
        attributes = callee.attributes if isinstance(callee, Function) else None
        return _MEASUREMENTS if attributes is not None and qir_functions.IRREVERSIBLE in attributes.function else _GATES

    def _check_parts(self) -> None:
        """Initialization, gates, measurements and output follow each other, and each has a block."""
        blocks = self.entry.blocks
        chain: list[BasicBlock] = [blocks[0]]
        while len(chain[-1].successors) == 1 and chain[-1].successors[0] not in chain:
            chain.append(chain[-1].successors[0])
        if len(chain) != qir_profiles.BASE_BLOCKS or len(blocks) != qir_profiles.BASE_BLOCKS:
            message = "an entry point of the base profile has four blocks: initialization, gates, measurements, output"
            self.linter.report("qir-blocks", message, self.entry)
        last = _INITIALIZATION
        measured: set[int] = set()
        for block in chain:
            for instruction in block.instructions:
                if not isinstance(instruction, CallBase):
                    continue
                part = self._part(instruction)
                if part < last:
                    message = "initialization, gates, measurements and output follow each other in the base profile"
                    self.linter.report("qir-order", message, instruction)
                last = max(part, last)
                self._check_measured(instruction, measured, part)

    def _check_measured(self, call: CallBase, measured: set[int], part: int) -> None:
        callee = call.callee
        arguments = callee.arguments if isinstance(callee, Function) else []
        numbers = [_static_number(call.operands[one.number]) for one in arguments if self.letters.get(one) == "Q"]
        qubits = {number for number in numbers if number is not None}
        for number in sorted(qubits & measured):
            self.linter.report("qir-measured", f"qubit {number} is used after it was measured", call)
        if part == _MEASUREMENTS:
            measured |= qubits


def _calls_itself(function: Function) -> bool:
    waiting = [function]
    seen: set[Function] = set()
    while waiting:
        for instruction in waiting.pop().instructions:
            callee = instruction.callee if isinstance(instruction, CallBase) else None
            if callee is function:
                return True
            if isinstance(callee, Function) and callee not in seen:
                seen.add(callee)
                waiting.append(callee)
    return False


def _static_number(value: Value) -> int | None:
    """The number of a static qubit or result."""
    if isinstance(value, ConstantExpr) and value.opcode == "inttoptr" and isinstance(value.operands[0], ConstantInt):
        return value.operands[0].unsigned
    return 0 if isinstance(value.type, PointerType) and is_null(value) else None


def _is_label(value: Value) -> bool:
    """Whether a pointer is to a global constant that is a text, or to its first byte."""
    while isinstance(value, ConstantExpr) and value.opcode in ("getelementptr", "bitcast"):
        value = value.operands[0]
    if not isinstance(value, GlobalVariable) or not value.is_constant or not value.operands:
        return False
    text = value.operands[0]
    return is_null(text) or (isinstance(text, ConstantData) and text.is_string and text.data.endswith(b"\0"))
