"""Modules with random types, constants, global variables, metadata and bodies of functions.

A body has instructions on the values that are there, in blocks that divide and meet again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from pyllvm import ir
from pyllvm.building.builder import IRBuilder
from pyllvm.building.debug_builder import DIBuilder
from pyllvm.ir.constants import POISON, UNDEF
from pyllvm.tables import opcodes
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS, FLOATING_POINT
from pyllvm.tables.features import FREEZE, OPAQUE_POINTERS_SINCE
from pyllvm.tables.features import POISON as POISON_CONSTANTS
from pyllvm.testing.choices import Choices
from pyllvm.versions import SUPPORTED

#: The features of random modules.
FEATURES: Final = frozenset(
    {
        "aggregates", "atomics", "attributes", "calls", "constants", "control-flow", "debug-info", "exceptions", "floats",
        "intrinsics", "linkage", "memory", "metadata", "names", "vectors",
    }
)  # fmt: skip

WIDTHS: Final = (1, 8, 32, 64, 16, 7, 65, 128)
_FLOATS: Final = ("double", "float", "half", "fp128", "x86_fp80")
_LINKAGES: Final = ("external", "internal", "private", "weak", "weak_odr", "linkonce", "linkonce_odr")
_FUNCTION_LINKAGES: Final = ("external", "internal", "weak_odr", "linkonce_odr")
_ATTRIBUTES: Final = ("nounwind", "noinline", "cold", "optsize", '"a"="b"')
_INTEGER_ATTRIBUTES: Final = ("zeroext", "signext", "inreg")
_POINTER_ATTRIBUTES: Final = ("nonnull", "align 8", "noalias", "dereferenceable(4)")
# The exponent of an x86_fp80, which follows 64 bits of the significand.
_EXPONENT: Final = 0x7FFF
_DEEPEST_TYPE: Final = 2
_PREDICATES: Final = ("eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle")
_FLOAT_PREDICATES: Final = ("oeq", "ogt", "olt", "one", "ord", "ueq", "une", "uno")
_FLOAT_OPERATIONS: Final = tuple([opcode.name for opcode in opcodes.FLOATING_POINT_BINARY])
_ORDERINGS: Final = ("monotonic", "acquire", "release", "acq_rel", "seq_cst")
_EXCHANGES: Final = tuple([one.word for one in ATOMIC_RMW_OPERATIONS if one.operand != FLOATING_POINT and not one.since])
_WIDTHS: Final = (8, 16, 32, 64, 1, 7, 65)
_DEEPEST: Final = 3
_PERSONALITY: Final = "__gxx_personality_v0"
_TAKER: Final = "take"


def generated_module(choices: Choices, features: Collection[str] | None, llvm_version: int, instructions: int) -> ir.Module:
    """As `random_module`, with the decisions of `choices`."""
    wanted = FEATURES if features is None else frozenset(features)
    if not wanted <= FEATURES:
        raise ValueError(f"no such feature: {', '.join(sorted(wanted - FEATURES))}; there are {', '.join(sorted(FEATURES))}")
    if llvm_version not in SUPPORTED:
        raise ValueError(f"LLVM {llvm_version} is not supported: {SUPPORTED[0]} to {SUPPORTED[-1]} are")
    # Where pointers have types, a module is made for the first LLVM whose pointers have none, and brought down.
    module = ir.Module("random", llvm_version=max(llvm_version, OPAQUE_POINTERS_SINCE))
    module.source_filename = "random"
    _Generator(choices, wanted, module, llvm_version).run(instructions)
    if llvm_version < module.llvm_version:
        module.downgraded(llvm_version)
    return module


class _Generator:
    """Makes the contents of one module."""

    def __init__(self, choices: Choices, features: frozenset[str], module: ir.Module, version: int) -> None:
        self._choices: Final = choices
        self._features: Final = features
        self._module: Final = module
        self._context: Final = module.context
        self._version: Final = version

    def run(self, instructions: int) -> None:
        if "constants" in self._features:
            for index in range(self._choices.integer(0, 4)):
                self._variable(index)
        if "metadata" in self._features:
            self._named_metadata()
        functions = [self._function(index) for index in range(self._choices.integer(1, 3))]
        debug = DIBuilder(self._module, "random.c", "/src") if "debug-info" in self._features else None
        for function in functions:
            BodyGenerator(self._choices, self._features, self._version, function, debug).run(instructions)

    def _name(self, plain: str) -> str:
        return plain + "." + self._choices.name() if "names" in self._features else plain

    def _variable(self, index: int) -> None:
        type = self.type()
        module, choices = self._module, self._choices
        linkage = choices.one_of(_LINKAGES) if "linkage" in self._features else "external"
        initializer = self.constant(type)
        align = choices.one_of((0, 1, 16))
        module.add_global(
            self._name(f"g{index}"), type, initializer, is_constant=choices.happens(30), linkage=linkage, align=align
        )

    def type(self, depth: int = _DEEPEST_TYPE) -> ir.Type:
        """A type that a global variable can have."""
        choices, context = self._choices, self._context
        kind = choices.integer(0, 6 if depth else 2)
        if kind == 0:
            return context.integer(choices.one_of(WIDTHS))
        if kind == 1:
            return context.floating_point(choices.one_of(_FLOATS))
        if kind == 2:
            return context.pointer(choices.integer(0, 3))
        if kind == 3:
            return context.array(self.type(depth - 1), choices.integer(0, 4))
        if kind == 4:
            return context.vector(context.integer(choices.one_of((8, 16, 32, 64))), choices.integer(1, 4))
        members = [self.type(depth - 1) for _ in range(choices.integer(0, 3))]
        if kind == 5:
            return context.literal_struct(members, choices.happens(50))
        return context.named_struct(self._name(f"s{context.identified_structs}"), members, choices.happens(50))

    def constant(self, type: ir.Type) -> ir.Constant:
        """A constant of a type."""
        choices = self._choices
        choice = choices.integer(0, 5)
        if choice == 0:
            return ir.null_value(type)
        if choice == 1:
            is_poison = self._version >= POISON_CONSTANTS.since and choices.happens(50)
            return ir.SimpleConstant.get(type, POISON if is_poison else UNDEF)
        if isinstance(type, ir.IntegerType):
            return ir.ConstantInt.wrapped(type, choices.integer(0, (1 << type.width) - 1))
        if isinstance(type, ir.FloatingPointType):
            bits = choices.integer(0, (1 << type.bits) - 1)
            if type.name == "x86_fp80":
                bits |= 1 << 63  # a number has its leading bit there
                if bits >> 64 & _EXPONENT == 0:
                    bits |= 1 << 64  # with a leading bit, the exponents 0 and 1 mean the same
            return ir.ConstantFP.get(type, bits)
        if isinstance(type, (ir.ArrayType, ir.VectorType)):
            element = type.element
            if isinstance(element, ir.IntegerType) and element.width == 8 and type.count:
                return ir.ConstantData.get(type, bytes([choices.integer(0, 255) for _ in range(type.count)]))
            return ir.aggregate(type, [self.constant(element) for _ in range(type.count)])
        if isinstance(type, ir.StructType) and type.elements is not None:
            return ir.aggregate(type, [self.constant(element) for element in type.elements])
        return ir.null_value(type)

    def _named_metadata(self) -> None:
        nodes: list[ir.MDNode] = []
        for _ in range(self._choices.integer(0, 4)):
            nodes.append(self._node(nodes))
        if nodes:
            self._module.add_named_metadata("nodes", *nodes)

    def _node(self, known: list[ir.MDNode]) -> ir.MDNode:
        """A tuple of strings, constants and nodes that are there already."""
        choices, context = self._choices, self._context
        operands: list[object] = []
        for _ in range(choices.integer(0, 3)):
            kind = choices.integer(0, 3)
            if kind == 0:
                operands.append(ir.MDString.get(context, choices.name()))
            elif kind == 1:
                operands.append(ir.ValueAsMetadata.get(context, ir.ConstantInt.get(context.integer(32), choices.integer(0, 99))))
            elif kind == 2 and known:
                operands.append(choices.one_of(known))
            else:
                operands.append(None)
        return ir.MDTuple(operands, True) if choices.happens(50) else ir.MDTuple.get(context, operands)

    def _function(self, index: int) -> ir.Function:
        choices, context = self._choices, self._context
        parameters: list[ir.Type] = [context.integer(1), context.integer(choices.one_of(WIDTHS)), context.integer(32)]
        if "floats" in self._features:
            parameters.append(context.floating_point("double"))
        if "memory" in self._features:
            parameters.append(context.pointer())
        if "vectors" in self._features:
            parameters.append(context.vector(context.integer(32), 4))
        result = choices.one_of(parameters[:3])
        linkage = choices.one_of(_FUNCTION_LINKAGES) if "linkage" in self._features else "external"
        function = self._module.add_function(self._name(f"f{index}"), context.function(result, parameters), linkage=linkage)
        if "attributes" in self._features:
            self._add_attributes(function)
        if "linkage" in self._features:
            self._link(function)
        return function

    def _link(self, function: ir.Function) -> None:
        """Put a function that other modules may have too into a comdat, or give it another name."""
        module = self._module
        if function.linkage == "linkonce_odr":
            function.comdat = module.comdats.setdefault(function.name, ir.Comdat(function.name))
        elif self._choices.happens(20):
            alias = ir.GlobalAlias(function.type, function.value_type, module.unique_name("alias"))
            alias.set_single_operand(function)
            module.add(alias)

    def _add_attributes(self, function: ir.Function) -> None:
        choices = self._choices
        for attribute in _ATTRIBUTES:
            if choices.happens(20):
                function.add_attribute(attribute)
        for number, argument in enumerate(function.arguments):
            kinds = _INTEGER_ATTRIBUTES if isinstance(argument.type, ir.IntegerType) else _POINTER_ATTRIBUTES
            if isinstance(argument.type, ir.IntegerType) or argument.type is self._context.pointer():
                if choices.happens(30):
                    function.add_attribute(choices.one_of(kinds), parameter=number)


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
