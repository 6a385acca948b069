"""Generates IR from the syntax tree: a function for each definition, and `main`, which prints the top-level expressions."""

from __future__ import annotations

from examples.kaleidoscope.debug_information import DebugInformation
from examples.kaleidoscope.runtime import define_runtime
from examples.kaleidoscope.syntax import (
    Binary,
    Call,
    Choice,
    Definition,
    Expression,
    External,
    Item,
    KaleidoscopeError,
    Loop,
    Number,
    Place,
    Prototype,
    TopLevelExpression,
    Unary,
    Variable,
    Variables,
)

import pyllvm
from pyllvm import IRBuilder
from pyllvm.ir import Function, Value


def compile_program(items: list[Item], file_name: str, *, debug: bool = False) -> pyllvm.Module:
    """The module of a program. With `debug`, it has debug information for the lines and variables of the file `file_name`."""
    module = pyllvm.Module(file_name)
    generator = CodeGenerator(module, DebugInformation(module, file_name) if debug else None)
    for item in items:
        generator.add(item)
    generator.finish()
    return module


class CodeGenerator:
    """Adds the items of a program to a module."""

    def __init__(self, module: pyllvm.Module, debug: DebugInformation | None) -> None:
        self.module = module
        self.debug = debug
        self._expressions: list[TopLevelExpression] = []

    def add(self, item: Item) -> None:
        """Generate a definition or declaration; a top-level expression waits for `finish`."""
        if isinstance(item, Definition):
            self._define(item)
        elif isinstance(item, External):
            self._declare(item.prototype)
        else:
            self._expressions.append(item)

    def finish(self) -> None:
        """Add `main`, unless the program has its own, and the functions of the run-time library that the program uses."""
        if "main" not in self.module:
            main = self.module.add_function("main", "i32 ()")
            place = self._expressions[0].body.place if self._expressions else Place(1, 1)
            body = FunctionBody(self, main, place)
            for item in self._expressions:
                body.builder.call(self._printd(), [body.value(item.body)])
            body.builder.ret(0)
        define_runtime(self.module)

    def _printd(self) -> Function:
        return self.module.get_function("printd") or self.module.add_function("printd", "double (double)", ["x"])

    def _declare(self, prototype: Prototype) -> Function:
        """The function of a prototype, which may be there from an earlier declaration or call."""
        known = self.module.get_function(prototype.name)
        if known is not None:
            if len(known.arguments) != len(prototype.parameters):
                raise _error(f"{prototype.name} has {len(known.arguments)} parameters elsewhere", prototype.place)
            return known
        type = f"double ({', '.join(['double'] * len(prototype.parameters))})"
        return self.module.add_function(prototype.name, type, prototype.parameters)

    def _define(self, definition: Definition) -> None:
        prototype = definition.prototype
        function = self._declare(prototype)
        if not function.is_declaration:
            raise _error(f"{prototype.name} is defined twice", prototype.place)
        for argument, name in zip(function.arguments, prototype.parameters, strict=True):
            argument.name = name
        body = FunctionBody(self, function, prototype.place)
        body.keep_parameters()
        body.builder.ret(body.value(definition.body))

    def callee(self, name: str, count: int, place: Place, what: str = "function") -> Function:
        """The function with this name. KaleidoscopeError if it does not exist or takes another number of arguments."""
        function = self.module.get_function(name)
        if function is None:
            raise _error(f"there is no {what} {name.removeprefix('unary').removeprefix('binary')!r}", place)
        if len(function.arguments) != count:
            raise _error(f"{name} takes {len(function.arguments)} arguments, not {count}", place)
        return function


class FunctionBody:
    """Generates the body of one function. Every variable is in memory: an `alloca` in the entry block."""

    def __init__(self, generator: CodeGenerator, function: Function, place: Place) -> None:
        self.generator = generator
        self.function = function
        self.place = place
        self.builder = IRBuilder.at_end(function.add_block("entry"))
        self._variables: dict[str, Value] = {}
        self._scope = None if generator.debug is None else generator.debug.add_function(function, place)
        self._locate(place)

    def keep_parameters(self) -> None:
        """Store each parameter to a variable, so that it can be assigned to."""
        for number, argument in enumerate(self.function.arguments, 1):
            self._variables[argument.name] = self._allocate(argument.name, argument, self.place, number)

    def _locate(self, place: Place) -> None:
        """Give all instructions that are inserted from here on this place in the source."""
        if self._scope is not None:
            self.builder.set_line(place.line, place.column, self._scope)

    def _allocate(self, name: str, value: Value, place: Place, number: int = 0) -> Value:
        """A new variable with a first value. `number` is the number of a parameter, from 1."""
        with self.builder.goto_start(self.function.entry_block):
            slot = self.builder.alloca("double", name=name)
        debug = self.generator.debug
        if debug is not None and self._scope is not None:
            self._locate(place)
            self.builder.debug_declare(slot, debug.variable(name, self._scope, place, number))
        self.builder.store(value, slot)
        return slot

    def value(self, expression: Expression) -> Value:
        """Generate an expression and return its value."""
        if not isinstance(expression, (Number, Variable)):
            self._locate(expression.place)
        match expression:
            case Number():
                return self.generator.module.constant("double", expression.value)
            case Variable():
                return self._read(expression)
            case Unary():
                operand = self.value(expression.operand)
                callee = self.generator.callee(f"unary{expression.operator}", 1, expression.place, "unary operator")
                return self.builder.call(callee, [operand], name="unop")
            case Binary():
                return self._assign(expression) if expression.operator == "=" else self._binary(expression)
            case Call():
                callee = self.generator.callee(expression.callee, len(expression.arguments), expression.place)
                arguments = [self.value(argument) for argument in expression.arguments]
                self._locate(expression.place)
                return self.builder.call(callee, arguments, name="calltmp")
            case Choice():
                return self._choice(expression)
            case Loop():
                return self._loop(expression)
            case Variables():
                return self._with_variables(expression)

    def _slot(self, name: str, place: Place) -> Value:
        slot = self._variables.get(name)
        if slot is None:
            raise _error(f"there is no variable {name!r}", place)
        return slot

    def _read(self, variable: Variable) -> Value:
        slot = self._slot(variable.name, variable.place)
        self._locate(variable.place)
        return self.builder.load("double", slot, name=variable.name)

    def _assign(self, assignment: Binary) -> Value:
        target = assignment.left
        if not isinstance(target, Variable):
            raise _error("the left side of '=' must be a variable", assignment.place)
        value = self.value(assignment.right)
        self._locate(assignment.place)
        self.builder.store(value, self._slot(target.name, target.place))
        return value

    def _binary(self, expression: Binary) -> Value:
        left, right = self.value(expression.left), self.value(expression.right)
        self._locate(expression.place)
        builder = self.builder
        match expression.operator:
            case "+":
                return builder.fadd(left, right, name="addtmp")
            case "-":
                return builder.fsub(left, right, name="subtmp")
            case "*":
                return builder.fmul(left, right, name="multmp")
            case "<":
                return builder.uitofp(builder.fcmp("ult", left, right, name="cmptmp"), "double", name="booltmp")
        callee = self.generator.callee(f"binary{expression.operator}", 2, expression.place, "binary operator")
        return builder.call(callee, [left, right], name="binop")

    def _is_true(self, expression: Expression, name: str) -> Value:
        return self.builder.fcmp("one", self.value(expression), 0.0, name=name)

    def _choice(self, choice: Choice) -> Value:
        builder = self.builder
        condition = self._is_true(choice.condition, "ifcond")
        then, otherwise, merge = (builder.append_block(name) for name in ("then", "else", "ifcont"))
        builder.cond_branch(condition, then, otherwise)
        incoming = []
        for block, branch in ((then, choice.chosen), (otherwise, choice.otherwise)):
            builder.goto_end(block)
            value = self.value(branch)
            incoming.append((value, builder.block))  # the branch may have made blocks of its own
            builder.branch(merge)
        builder.goto_end(merge)
        return builder.phi("double", incoming, name="iftmp")

    def _loop(self, loop: Loop) -> Value:
        builder = self.builder
        slot = self._allocate(loop.name, self.value(loop.start), loop.place)
        outer = self._variables
        self._variables = {**outer, loop.name: slot}
        body = builder.append_block("loop")
        builder.branch(body)
        builder.goto_end(body)
        self.value(loop.body)
        step = self.generator.module.constant("double", 1.0) if loop.step is None else self.value(loop.step)
        condition = self._is_true(loop.condition, "loopcond")
        current = builder.load("double", slot, name=loop.name)
        builder.store(builder.fadd(current, step, name="nextvar"), slot)
        after = builder.append_block("afterloop")
        builder.cond_branch(condition, body, after)
        builder.goto_end(after)
        self._variables = outer
        return self.generator.module.constant("double", 0.0)

    def _with_variables(self, expression: Variables) -> Value:
        outer = self._variables
        for name, start in expression.bindings:
            value = self.generator.module.constant("double", 0.0) if start is None else self.value(start)
            self._variables = {**self._variables, name: self._allocate(name, value, expression.place)}
        value = self.value(expression.body)
        self._variables = outer
        return value


def _error(message: str, place: Place) -> KaleidoscopeError:
    return KaleidoscopeError(message, place.line, place.column)
