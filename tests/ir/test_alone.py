"""`pyllvm.ir` alone: what its classes do by themselves works when every room above is refused to it."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = '''
import importlib
import pkgutil
import sys

ROOMS_BELOW = {"ir", "tables", "schema", "diagnostics"}


class Refusal:
    """Refuses the packages of pyllvm that are above `ir`."""

    def find_spec(self, name, path=None, target=None):
        room = name.split(".")[1] if name.startswith("pyllvm.") else ""
        if room and room not in ROOMS_BELOW and (name.count(".") > 1 or room == "methods" or is_package(room)):
            raise ImportError(f"{name} is refused")
        return None


def is_package(room):
    return room in {found.name for found in pkgutil.iter_modules(pyllvm.__path__) if found.ispkg}


import pyllvm

sys.meta_path.insert(0, Refusal())
import pyllvm.ir

for found in pkgutil.walk_packages(pyllvm.ir.__path__, "pyllvm.ir."):
    importlib.import_module(found.name)

from pyllvm.ir import BasicBlock, BinaryOperator, ConstantInt, Function, GlobalVariable, Module, ReturnInst, ValueAsMetadata
from pyllvm.ir.metadata import MDTuple
from pyllvm.tables.opcodes import ADD

module = Module("m", None, 22)
context = module.context
i32 = context.integer(32)
function = Function(context.pointer(), context.function(i32, [i32]), "f")
module.add(function)
block = BasicBlock(context.label, "entry")
function.append_block(block)
argument = function.arguments[0]
sum_ = BinaryOperator(ADD, argument, ConstantInt.get(i32, 1), 0)
block.append(sum_)
block.append(ReturnInst(context.void, sum_))
sum_.name = "x"
assert [user.opcode_name for user in sum_.users] == ["ret"]
node = MDTuple([ValueAsMetadata.get(context, sum_)], True)
sum_.replace_all_uses_with(argument)
assert node.operands[0].value is argument
assert sum_.users == [] and argument.users[0].opcode_name == "ret"
sum_.erase()
variable = GlobalVariable(context.pointer(), i32, "v", False)
module.add(variable)
assert module.global_variable("v") is variable
variable.name = "w"
assert module.get("w") is variable and module.get("v") is None
variable.erase()
try:
    str(function)
except ImportError as error:
    assert str(error) == "pyllvm.methods is refused", error
else:
    raise AssertionError("text was made without its room")
'''


def test_what_ir_does_by_itself() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
