"""Random bodies of functions: instructions on the values that are there, in blocks that divide and meet again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyllvm import ir
from pyllvm.building.builder import IRBuilder
from pyllvm.building.debug_builder import DIBuilder
from pyllvm.tables import opcodes
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS, FLOATING_POINT
from pyllvm.tables.features import FREEZE
from pyllvm.testing.choices import Choices

_PREDICATES: Final = ("eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle")
_FLOAT_PREDICATES: Final = ("oeq", "ogt", "olt", "one", "ord", "ueq", "une", "uno")
_FLOAT_OPERATIONS: Final = tuple([opcode.name for opcode in opcodes.FLOATING_POINT_BINARY])
_ORDERINGS: Final = ("monotonic", "acquire", "release", "acq_rel", "seq_cst")
_EXCHANGES: Final = tuple([one.word for one in ATOMIC_RMW_OPERATIONS if one.operand != FLOATING_POINT and not one.since])
_WIDTHS: Final = (8, 16, 32, 64, 1, 7, 65)
_DEEPEST: Final = 3
_PERSONALITY: Final = "__gxx_personality_v0"
_TAKER: Final = "take"


class BodyGenerator:
    """Fills one function."""

    def __init__(
        self, choices: Choices, features: frozenset[str], version: int, function: ir.Function, debug: DIBuilder | None
    ) -> None:
        self._choices: Final = choices
        self._features: Final = features
        self._version: Final = version
        self._function: Final = function
        self._debug: Final = debug
        self._values: list[ir.Value] = list(function.arguments)
        self._builder = IRBuilder(function.add_block(self._name("entry")))
        self._context: Final = function.type.context
        self._line = 0
        kinds: list[tuple[str, Callable[[], None]]] = [
            ("", self._arithmetic), ("", self._arithmetic), ("", self._comparison), ("", self._cast), ("", self._select),
            ("floats", self._float_arithmetic), ("floats", self._float_comparison), ("floats", self._float_cast),
            ("memory", self._alloca), ("memory", self._load), ("memory", self._store), ("memory", self._address),
            ("vectors", self._vector), ("aggregates", self._aggregate), ("calls", self._call), ("intrinsics", self._intrinsic),
            ("atomics", self._atomic), ("control-flow", self._branch), ("control-flow", self._loop),
            ("control-flow", self._switch), ("exceptions", self._invoke), ("debug-info", self._variable),
        ]  # fmt: skip
        self._kinds: Final = [made for feature, made in kinds if not feature or feature in features]
        self._depth = 0

    def run(self, instructions: int) -> None:
        """Make the body."""
        if self._debug is None:
            self._make(instructions)
            return
        number = self._debug.basic_type("int", 32)
        self._line = self._choices.integer(1, 1000)
        with self._debug.function(self._function, line=self._line, types=[number] * (1 + len(self._function.arguments))):
            self._make(instructions)

    def _make(self, instructions: int) -> None:
        self._fill(self._choices.integer(0, instructions))
        result = self._pick(self._function.function_type.return_type)
        self._builder.ret(result if result is not None else ir.null_value(self._function.function_type.return_type))

    def _fill(self, count: int) -> None:
        """Make that number of instructions, or of groups of blocks, at the builder's position."""
        for _ in range(count):
            if self._debug is not None and self._choices.happens(30):
                self._line += self._choices.integer(0, 3)
                self._debug.set_line(self._builder, self._line, self._choices.integer(0, 80))
            elif self._debug is not None and self._builder.debug_location is None:
                self._debug.set_line(self._builder, self._line)
            self._choices.one_of(self._kinds)()

    # --- names and values

    def _name(self, plain: str = "") -> str:
        return self._choices.name() if "names" in self._features and self._choices.happens(50) else plain

    def _keep(self, value: ir.Value) -> None:
        self._values.append(value)

    def _all(self, kind: type[ir.Type]) -> list[ir.Value]:
        return [value for value in self._values if isinstance(value.type, kind)]

    def _pick(self, type: ir.Type) -> ir.Value | None:
        fitting = [value for value in self._values if value.type is type]
        return self._choices.one_of(fitting) if fitting else None

    def _value(self, type: ir.Type) -> ir.Value:
        """A value of the type: a known one, or a constant."""
        if isinstance(type, ir.IntegerType) and self._choices.happens(25):
            return ir.ConstantInt.wrapped(type, self._choices.integer(0, 9))
        found = self._pick(type)
        return ir.null_value(type) if found is None else found

    def _integer(self) -> ir.Value:
        return self._choices.one_of(self._all(ir.IntegerType))

    def _condition(self) -> ir.Value:
        return self._value(self._context.integer(1))

    def _pointer(self) -> ir.Value | None:
        pointers = [value for value in self._all(ir.PointerType) if value.type is self._context.pointer()]
        return self._choices.one_of(pointers) if pointers else None

    # --- computations

    def _arithmetic(self) -> None:
        left = self._integer()
        right = self._value(left.type)
        opcode = self._choices.one_of([opcode for opcode in opcodes.INTEGER_BINARY if opcode.since <= self._version])
        builder = self._builder
        wrapping = {opcodes.ADD: builder.add, opcodes.SUB: builder.sub, opcodes.MUL: builder.mul, opcodes.SHL: builder.shl}
        method = wrapping.get(opcode)
        if method is not None and self._choices.happens(40):
            self._keep(method(left, right, nuw=self._choices.happens(50), nsw=self._choices.happens(50), name=self._name()))
        else:
            self._keep(builder.binary(opcode.name, left, right, name=self._name()))

    def _comparison(self) -> None:
        left = self._integer()
        self._keep(self._builder.icmp(self._choices.one_of(_PREDICATES), left, self._value(left.type), name=self._name()))

    def _cast(self) -> None:
        value = self._integer()
        assert isinstance(value.type, ir.IntegerType)
        old = value.type.width
        width = self._choices.one_of([width for width in _WIDTHS if width != old])
        word = "trunc" if width < old else self._choices.one_of(("zext", "sext"))
        self._keep(self._builder.cast(word, value, self._context.integer(width), name=self._name()))

    def _select(self) -> None:
        value = self._choices.one_of(self._values)
        if self._version >= FREEZE.since and self._choices.happens(20):
            self._keep(self._builder.freeze(value, name=self._name()))
        else:
            self._keep(self._builder.select(self._condition(), value, self._value(value.type), name=self._name()))

    def _float(self) -> ir.Value:
        return self._choices.one_of(self._all(ir.FloatingPointType))

    def _float_arithmetic(self) -> None:
        left = self._float()
        self._builder.fast_math = self._choices.one_of(("", "nnan", "fast"))
        self._keep(self._builder.binary(self._choices.one_of(_FLOAT_OPERATIONS), left, self._value(left.type), name=self._name()))
        self._builder.fast_math = ""

    def _float_comparison(self) -> None:
        left = self._float()
        self._keep(self._builder.fcmp(self._choices.one_of(_FLOAT_PREDICATES), left, self._value(left.type), name=self._name()))

    def _float_cast(self) -> None:
        if self._choices.happens(50):
            self._keep(self._builder.sitofp(self._integer(), self._context.floating_point("float"), name=self._name()))
        else:
            self._keep(self._builder.fptosi(self._float(), self._context.integer(32), name=self._name()))

    def _vector(self) -> None:
        vector = self._choices.one_of(self._all(ir.VectorType))
        assert isinstance(vector.type, ir.VectorType)
        kind = self._choices.integer(0, 3)
        if kind == 0:
            self._keep(self._builder.extract_element(vector, self._choices.integer(0, 3), name=self._name()))
        elif kind == 1:
            element = self._value(vector.type.element)
            self._keep(self._builder.insert_element(vector, element, self._choices.integer(0, 3), name=self._name()))
        elif kind == 2:
            mask = [self._choices.integer(0, 7) for _ in range(4)]
            self._keep(self._builder.shuffle_vector(vector, self._value(vector.type), mask, name=self._name()))
        else:
            self._keep(self._builder.binary("xor", vector, self._value(vector.type), name=self._name()))

    def _aggregate(self) -> None:
        structs = self._all(ir.StructType)
        if not structs or self._choices.happens(40):
            types = [self._integer().type, self._context.integer(8)]
            start = ir.null_value(self._context.literal_struct(types))
            self._keep(self._builder.insert_value(start, self._value(types[0]), 0, name=self._name()))
        else:
            self._keep(self._builder.extract_value(self._choices.one_of(structs), self._choices.integer(0, 1), name=self._name()))

    # --- memory

    def _alloca(self) -> None:
        self._keep(self._builder.alloca_at_entry(self._choices.one_of(self._values).type, name=self._name()))

    def _load(self) -> None:
        pointer = self._pointer()
        if pointer is not None:
            type = pointer.allocated_type if isinstance(pointer, ir.AllocaInst) else self._context.integer(32)
            volatile = self._choices.happens(10)
            load = self._builder.load(type, pointer, volatile=volatile, name=self._name())
            if (
                "metadata" in self._features
                and isinstance(type, ir.IntegerType)
                and type.width >= 8
                and self._choices.happens(40)
            ):
                bounds = (ir.ConstantInt.wrapped(type, 0), ir.ConstantInt.wrapped(type, self._choices.integer(1, 99)))
                load.set_metadata("range", self._builder.module.metadata_tuple(*bounds))
            self._keep(load)

    def _store(self) -> None:
        pointer = self._pointer()
        if pointer is not None:
            self._builder.store(self._choices.one_of(self._values), pointer)

    def _address(self) -> None:
        pointer = self._pointer()
        if pointer is not None:
            type = self._context.integer(self._choices.one_of((8, 32)))
            index = self._value(self._context.integer(64))
            self._keep(self._builder.gep(type, pointer, [index], inbounds=self._choices.happens(50), name=self._name()))

    def _atomic(self) -> None:
        pointer = self._pointer()
        value = self._value(self._context.integer(32))
        ordering = self._choices.one_of(_ORDERINGS)
        if pointer is None:
            self._builder.fence(self._choices.one_of(_ORDERINGS[1:]))
        elif self._choices.happens(50):
            operation = self._choices.one_of(_EXCHANGES)
            self._keep(self._builder.atomicrmw(operation, pointer, value, ordering, name=self._name()))
        else:
            self._keep(self._builder.cmpxchg(pointer, value, 7, ordering, name=self._name()))

    # --- calls

    def _callee(self) -> ir.Function:
        """A function of the module that has parameters, or else one declared for this."""
        module = self._builder.module
        defined = [function for function in module.functions if function.arguments and not function.is_intrinsic]
        if not self._choices.happens(50):
            return self._choices.one_of(defined)
        known = module.get_function(_TAKER)
        return module.add_function(_TAKER, "i32 (i32, ...)") if known is None else known

    def _call(self) -> None:
        callee = self._callee()
        arguments = [self._value(type) for type in callee.function_type.parameters]
        if callee.function_type.is_variadic:
            arguments += [self._integer() for _ in range(self._choices.integer(0, 2))]
        tail = self._choices.one_of(("", "tail", "notail"))
        self._keep(self._builder.call(callee, arguments, tail=tail, name=self._name()))

    def _intrinsic(self) -> None:
        value = self._value(self._context.integer(32))
        kind = self._choices.integer(0, 3)
        pointer = self._pointer()
        if kind == 0:
            self._keep(self._builder.intrinsic("llvm.ctpop", [value.type], [value], name=self._name()))
        elif kind == 1:
            result, overflow = self._builder.add_with_overflow(value, 1, name=self._name())
            self._values += result, overflow
        elif kind == 2 and pointer is not None:
            self._builder.memset(pointer, 0, self._choices.integer(0, 64))
        else:
            self._builder.assume(self._condition())

    def _invoke(self) -> None:
        function, module = self._function, self._builder.module
        if function.personality is None:
            known = module.get_function(_PERSONALITY)
            function.personality = known if known is not None else module.add_function(_PERSONALITY, "i32 (...)")
        callee = self._callee()
        normal, unwind = function.add_block(self._name()), function.add_block(self._name())
        arguments = [self._value(type) for type in callee.function_type.parameters]
        made = self._builder.invoke(callee, arguments, normal, unwind, name=self._name())
        self._builder.goto_end(unwind)
        self._builder.resume(self._builder.landingpad("{ ptr, i32 }", cleanup=True, name=self._name()))
        self._builder.goto_end(normal)
        self._keep(made)

    # --- blocks

    def _arm(self, block: ir.BasicBlock, join: ir.BasicBlock, type: ir.Type) -> tuple[ir.Value, ir.BasicBlock]:
        """Fill a block that leads to another one; returns a value for a phi there, and the last block on the way."""
        count = len(self._values)
        self._builder.goto_end(block)
        self._depth += 1
        self._fill(self._choices.integer(0, 3))
        self._depth -= 1
        value = self._value(type)
        last = self._builder.block
        self._builder.branch(join)
        # Nothing of the arm is known after it.
        del self._values[count:]
        return value, last

    def _branch(self) -> None:
        if self._depth < _DEEPEST:
            first, second, join = (self._function.add_block(self._name()) for _ in range(3))
            branch = self._builder.cond_branch(self._condition(), first, second)
            if "metadata" in self._features and self._choices.happens(50):
                weights = [self._builder.module.constant("i32", self._choices.integer(0, 99)) for _ in range(2)]
                branch.set_metadata("prof", self._builder.module.metadata_tuple("branch_weights", *weights))
            self._join([first, second], join)

    def _switch(self) -> None:
        if self._depth < _DEEPEST:
            default, one, two, join = (self._function.add_block(self._name()) for _ in range(4))
            switch = self._builder.switch(self._value(self._context.integer(32)), default)
            self._builder.add_case(switch, 1, one)
            self._builder.add_case(switch, self._choices.integer(2, 99), two)
            self._join([default, one, two], join)

    def _join(self, arms: list[ir.BasicBlock], join: ir.BasicBlock) -> None:
        type = self._choices.one_of(self._values).type
        incoming = [self._arm(block, join, type) for block in arms]
        self._builder.goto_end(join)
        phi = self._builder.phi(type, name=self._name())
        for value, block in incoming:
            self._builder.add_incoming(phi, value, block)
        self._keep(phi)

    def _loop(self) -> None:
        if self._depth >= _DEEPEST:
            return
        body, latch, done = (self._function.add_block(self._name()) for _ in range(3))
        before = self._builder.block
        start = self._value(self._context.integer(32))
        self._builder.branch(body)
        self._builder.goto_end(body)
        phi = self._builder.phi(start.type, name=self._name())
        count = len(self._values)
        self._keep(phi)
        self._arm(body, latch, start.type)
        self._builder.goto_end(latch)
        step = self._builder.add(phi, 1, name=self._name())
        back = self._builder.cond_branch(self._builder.icmp("ult", step, self._value(phi.type)), body, done)
        if "metadata" in self._features:
            back.set_metadata("llvm.loop", self._loop_node())
        phi.incoming = [(start, before), (step, latch)]
        del self._values[count + 1 :]
        self._builder.goto_end(done)

    def _loop_node(self) -> ir.MDNode:
        """A node for `!llvm.loop`: its first operand is itself, and the lines of the loop follow."""
        node = ir.MDTuple([], True)
        option = ir.MDTuple.get(self._context, [ir.MDString.get(self._context, "llvm.loop.mustprogress")])
        location = self._builder.debug_location
        node.operands = [node, option] if location is None else [node, location, location, option]
        return node

    def _variable(self) -> None:
        debug = self._debug
        if debug is None:
            return
        variable = debug.variable(f"v{self._line}", debug.basic_type("int", 32), self._line)
        value = self._choices.one_of(self._values)
        if isinstance(value, ir.AllocaInst):
            debug.declare(self._builder, value, variable)
        else:
            debug.value(self._builder, value, variable)
